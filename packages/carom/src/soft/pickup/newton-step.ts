/**
 * The linear system of one round of Newton's method on the contacts of a body.
 *
 * With A = d residual / d position and B = d residual / d force of each active contact, and positions d = C f + loads + R a,
 *
 *     A_k (sum_l C_kl df_l + R_k da) + B_k df_k = -residual_k          sum_l R_l^T df_l = -imbalance
 *
 * Contacts apart lose the force they have (df = -f) and enter as a known change.
 */
import type { SoftBody } from "./body.js";
import { addCompliance, addResultant } from "./state.js";

/** Residuals and derivatives by contact, and which contacts are active. */
export interface Linearised {
  readonly active: Int32Array;
  readonly residual: Float64Array;
  readonly byPosition: Float64Array;
  readonly byForce: Float64Array;
  /** Of forces and moments. */
  readonly balance: Float64Array;
}

export interface ForceStep {
  readonly force: Float64Array;
  readonly rigid: Float64Array;
}

/**
 * Keeps the system regular where no force minds a rigid motion, on a table without friction say, and such motions at nothing. It is in the
 * derivatives only: what Newton settles on does not depend on it.
 */
const FREE_MOTION = 1e-9;

/**
 * A node that sticks to two obstacles says nothing of how they share the force on it. This keeps the system regular, and the shares as they
 * are; in the derivatives only, too.
 */
export const SHARED = 1e-4;

/** @param scale N/m, of the contact equations */
export function newtonStep(
  body: SoftBody,
  scale: number,
  force: Float64Array,
  { active, residual, byPosition, byForce, balance }: Linearised,
): ForceStep | undefined {
  const count = active.length;
  const nodes = body.surface.nodes.length;
  const size = 3 * count + 6;
  const system = body.systems(size);
  const { numbers: matrix, stride } = system;
  const right = new Float64Array(size);
  const change = new Float64Array(force.length);
  const touching = active.map((contact) => contact % nodes);
  const among = body.among(touching, touching);
  const { stride: apart } = among;
  const rows = touching.map(among.row);
  const isActive = new Uint8Array(force.length / 3);
  const touches = new Uint8Array(nodes);
  for (let a = 0; a < count; a++) {
    isActive[active[a]] = 1;
    touches[active[a] % nodes]++;
  }
  // Contacts apart lose their force, which moves the others.
  for (let row = 0; row < force.length; row++) if (isActive[(row - (row % 3)) / 3] === 0 && force[row] !== 0) change[row] = -force[row];
  const dropped = new Float64Array(3 * nodes);
  addCompliance(body, change, dropped, Int32Array.from(new Set(touching)));
  const resultant = new Float64Array(6);
  addResultant(body, change, resultant);
  for (let mode = 0; mode < 6; mode++) right[3 * count + mode] = -balance[mode] - resultant[mode];
  for (let b = 0; b < count; b++) {
    const columns = among.numbers(touching[b]);
    const first = among.start(touching[b]);
    for (let a = 0; a < count; a++) {
      const node = touching[a];
      const from = first + rows[a];
      for (let j = 0; j < 3; j++) {
        const c0 = columns[from + j * apart];
        const c1 = columns[from + j * apart + 1];
        const c2 = columns[from + j * apart + 2];
        for (let i = 0; i < 3; i++) {
          const at = 9 * active[a] + 3 * i;
          let value = byPosition[at] * c0 + byPosition[at + 1] * c1 + byPosition[at + 2] * c2;
          if (a === b) value += byForce[at + j] + (i === j && touches[node] > 1 ? SHARED : 0);
          matrix[(3 * a + i) * stride + 3 * b + j] = value;
        }
      }
    }
  }
  for (let a = 0; a < count; a++) {
    const node = active[a] % nodes;
    for (let i = 0; i < 3; i++) {
      const at = 9 * active[a] + 3 * i;
      const row = 3 * a + i;
      right[row] =
        -residual[3 * active[a] + i] -
        byPosition[at] * dropped[3 * node] -
        byPosition[at + 1] * dropped[3 * node + 1] -
        byPosition[at + 2] * dropped[3 * node + 2];
      for (let mode = 0; mode < 6; mode++) {
        let sum = 0;
        for (let k = 0; k < 3; k++) sum += byPosition[at + k] * body.rigid[18 * node + 6 * k + mode];
        // Rigid motions in units of force over `scale`, so that all unknowns are forces.
        matrix[row * stride + 3 * count + mode] = sum / scale;
        matrix[(3 * count + mode) * stride + row] = body.rigid[18 * node + 6 * i + mode];
      }
    }
  }
  for (let mode = 0; mode < 6; mode++) matrix[(3 * count + mode) * stride + 3 * count + mode] = -FREE_MOTION;
  if (!system.solve(right)) return undefined;
  for (let a = 0; a < count; a++) for (let i = 0; i < 3; i++) change[3 * active[a] + i] = right[3 * a + i];
  const turn = new Float64Array(6);
  for (let mode = 0; mode < 6; mode++) turn[mode] = right[3 * count + mode] / scale;
  return { force: change, rigid: turn };
}
