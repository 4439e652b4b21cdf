/**
 * What is left to solve for of the forces of the contacts in one round of Newton's method: three unknowns of a contact, or two of one that
 * slips on the table.
 *
 * There the equations A dd + B df = -r read, with e the direction of slip, s across it, z up, and r' numbers,
 *
 *     scale dd_z = r'          k s . dd + (1 - k) s . df = r'          mu scale dd_z + e . df - mu df_z = r'
 *
 * so that the first gives dd_z, the third a combination of forces, and two unknowns and the first two equations are left.
 *
 * Letters: of stiffness-step.ts.
 */
import type { Linearised } from "./newton-step.js";

/** Equations and unknowns of all contacts, those of one after those of another. */
export interface Unknowns {
  /** First of each contact, and at last how many there are. */
  readonly firsts: Int32Array;
  /** Part of the change of force that is known, 3 for each contact. */
  readonly known: Float64Array;
  /** Direction of the change of force, 3 for each unknown. */
  readonly directions: Float64Array;
  /** Derivatives by position and force of its contact, 3 for each equation. */
  readonly byPosition: Float64Array;
  readonly byForce: Float64Array;
  /** Less the residual, and less what is known of the force of its own contact by `byForce`. */
  readonly rest: Float64Array;
}

const isTwo = ({ byForce }: Linearised, contact: number, nodes: number): boolean => {
  if (contact >= nodes) return false;
  for (let i = 9 * contact; i < 9 * contact + 9; i++) if (byForce[i] !== 0) return true;
  return false;
};

/** How many unknowns there are, without the rigid motions. */
export function forceUnknowns(linearised: Linearised, nodes: number): number {
  let sum = 0;
  for (const contact of linearised.active) sum += isTwo(linearised, contact, nodes) ? 2 : 3;
  return sum;
}

export function unknownsOf(linearised: Linearised, nodes: number): Unknowns {
  const { active, residual, byPosition, byForce, shared } = linearised;
  const touches = new Uint8Array(nodes);
  for (const contact of active) touches[contact % nodes]++;
  const count = active.length;
  const out: Unknowns = {
    firsts: new Int32Array(count + 1),
    known: new Float64Array(3 * count),
    directions: new Float64Array(9 * count),
    byPosition: new Float64Array(9 * count),
    byForce: new Float64Array(9 * count),
    rest: new Float64Array(3 * count),
  };
  for (let a = 0; a < count; a++) {
    const contact = active[a];
    const alone = touches[contact % nodes] === 1;
    if (alone && isTwo(linearised, contact, nodes)) addTwo(out, a, linearised, contact);
    else {
      const first = out.firsts[a];
      out.firsts[a + 1] = first + 3;
      for (let i = 0; i < 3; i++) {
        out.rest[first + i] = -residual[3 * contact + i];
        out.directions[3 * (first + i) + i] = 1;
        for (let j = 0; j < 3; j++) {
          out.byPosition[3 * (first + i) + j] = byPosition[9 * contact + 3 * i + j];
          out.byForce[3 * (first + i) + j] = byForce[9 * contact + 3 * i + j] + (i === j && !alone ? shared : 0);
        }
      }
    }
  }
  return out;
}

/** A contact that slips on the table. */
function addTwo(out: Unknowns, a: number, { residual, byPosition, byForce }: Linearised, contact: number): void {
  const [p, f, r] = [9 * contact, 9 * contact, 3 * contact];
  // Across the slip: the only direction in the plane along which a motion changes anything; none where there is no friction.
  const lengthSquared = (at: number): number => byPosition[at] * byPosition[at] + byPosition[at + 1] * byPosition[at + 1];
  const row = lengthSquared(p) >= lengthSquared(p + 3) ? 0 : 3;
  const length = Math.sqrt(lengthSquared(p + row));
  const [sx, sy] = length > 0 ? [byPosition[p + row] / length, byPosition[p + row + 1] / length] : [1, 0];
  const [ex, ey] = [-sy, sx];
  // e . (A dd + B df) = -e . r, in which dd is the height alone.
  const bx = ex * byForce[f] + ey * byForce[f + 3];
  const by = ex * byForce[f + 1] + ey * byForce[f + 4];
  const bz = ex * byForce[f + 2] + ey * byForce[f + 5];
  const height = -residual[r + 2] / byPosition[p + 8];
  const needed = -(ex * residual[r] + ey * residual[r + 1]) - (ex * byPosition[p + 2] + ey * byPosition[p + 5]) * height;
  const square = bx * bx + by * by + bz * bz;
  const known = [(bx * needed) / square, (by * needed) / square, (bz * needed) / square];
  out.known.set(known, 3 * a);
  // Two unit directions across (bx, by, bz): the first is s, the second across both.
  const along = (bx * sx + by * sy) / square;
  const one = unit(sx - along * bx, sy - along * by, -along * bz);
  const two = unit(by * one[2] - bz * one[1], bz * one[0] - bx * one[2], bx * one[1] - by * one[0]);
  const first = out.firsts[a];
  out.firsts[a + 1] = first + 2;
  out.directions.set(one, 3 * first);
  out.directions.set(two, 3 * first + 3);
  for (let j = 0; j < 3; j++) {
    out.byPosition[3 * first + j] = byPosition[p + 6 + j];
    out.byForce[3 * first + j] = byForce[f + 6 + j];
    out.byPosition[3 * first + 3 + j] = sx * byPosition[p + j] + sy * byPosition[p + 3 + j];
    out.byForce[3 * first + 3 + j] = sx * byForce[f + j] + sy * byForce[f + 3 + j];
  }
  out.rest[first] = -residual[r + 2];
  out.rest[first + 1] = -(sx * residual[r] + sy * residual[r + 1]);
  for (let t = first; t < first + 2; t++) for (let j = 0; j < 3; j++) out.rest[t] -= out.byForce[3 * t + j] * known[j];
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
