/**
 * The linear system of one round of Newton's method on the contacts of a body.
 *
 * With A = d residual / d position and B = d residual / d force of each active contact, and positions d = C f + loads + R a,
 *
 *     A_k (sum_l C_kl df_l + R_k da) + B_k df_k = -residual_k          sum_l R_l^T df_l = -imbalance
 *
 * Contacts apart lose the force they have (df = -f) and enter as a known change. A node that slips on the table has an equation without a
 * position but for its height, which another one gives: friction is the push times its coefficient. So one part of its force is known, and
 * two unknowns are left of three.
 */
import type { SoftBody } from "./body.js";
import { addCompliance, addResultant } from "./state.js";
import { type Unknowns, unknownsOf } from "./unknowns.js";

/** Residuals and derivatives by contact, and which contacts are active. */
export interface Linearised {
  readonly active: Int32Array;
  readonly residual: Float64Array;
  readonly byPosition: Float64Array;
  readonly byForce: Float64Array;
  /** Of forces and moments. */
  readonly balance: Float64Array;
  /** Added to the derivatives by force of nodes that touch two obstacles. */
  readonly shared: number;
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
 * A node that sticks to two obstacles says nothing of how they share the force on it. `shared` keeps the system regular, and the shares as
 * they are; in the derivatives only, too. It is the residual over other forces, within these bounds: a node that has slipped hardly at all
 * on both tells its shares by less than the upper one, and with that alone rounds would creep to the solution.
 */
const [LEAST_SHARED, MOST_SHARED] = [1e-9, 1e-4];
export const sharedAt = (error: number): number => Math.min(MOST_SHARED, Math.max(LEAST_SHARED, error));

/** @param scale N/m, of the contact equations */
export function newtonStep(body: SoftBody, scale: number, force: Float64Array, linearised: Linearised): ForceStep | undefined {
  const { active, balance } = linearised;
  const count = active.length;
  const nodes = body.surface.nodes.length;
  const unknowns = unknownsOf(linearised, nodes);
  const { firsts, known, directions } = unknowns;
  const ofForces = firsts[count];
  const size = ofForces + 6;
  const system = body.systems(size);
  const { numbers: matrix, stride } = system;
  const change = new Float64Array(force.length);
  const touching = active.map((contact) => contact % nodes);
  const isActive = new Uint8Array(force.length / 3);
  for (const contact of active) isActive[contact] = 1;
  // Contacts apart lose their force, and some forces are known in part: that moves the others.
  for (let row = 0; row < force.length; row++) if (isActive[(row - (row % 3)) / 3] === 0 && force[row] !== 0) change[row] = -force[row];
  for (let a = 0; a < count; a++) for (let i = 0; i < 3; i++) change[3 * active[a] + i] = known[3 * a + i];
  const right = rightSide(body, change, linearised, unknowns);
  for (let b = 0; b < count; b++) fillColumns(body, touching, b, unknowns, matrix, stride);
  for (let a = 0; a < count; a++) {
    const node = touching[a];
    for (let t = firsts[a]; t < firsts[a + 1]; t++)
      for (let mode = 0; mode < 6; mode++) {
        let [sum, torque] = [0, 0];
        for (let k = 0; k < 3; k++) {
          const moved = body.rigid[18 * node + 6 * k + mode];
          sum += unknowns.byPosition[3 * t + k] * moved;
          torque += directions[3 * t + k] * moved;
        }
        // Rigid motions in units of force over `scale`, so that all unknowns are forces.
        matrix[t * stride + ofForces + mode] = sum / scale;
        matrix[(ofForces + mode) * stride + t] = torque;
      }
  }
  const resultant = new Float64Array(6);
  addResultant(body, change, resultant);
  for (let mode = 0; mode < 6; mode++) {
    right[ofForces + mode] = -balance[mode] - resultant[mode];
    matrix[(ofForces + mode) * stride + ofForces + mode] = -FREE_MOTION;
  }
  if (!system.solve(right)) return undefined;
  for (let a = 0; a < count; a++)
    for (let t = firsts[a]; t < firsts[a + 1]; t++)
      for (let i = 0; i < 3; i++) change[3 * active[a] + i] += right[t] * directions[3 * t + i];
  const turn = new Float64Array(6);
  for (let mode = 0; mode < 6; mode++) turn[mode] = right[ofForces + mode] / scale;
  return { force: change, rigid: turn };
}

/** What the equations of the contacts lack after the changes of force that are known. */
function rightSide(body: SoftBody, change: Float64Array, { active }: Linearised, unknowns: Unknowns): Float64Array {
  const { firsts, byPosition, rest } = unknowns;
  const nodes = body.surface.nodes.length;
  const moved = new Float64Array(3 * nodes);
  addCompliance(body, change, moved, Int32Array.from(new Set(active.map((contact) => contact % nodes))));
  const right = new Float64Array(firsts[active.length] + 6);
  for (let a = 0; a < active.length; a++) {
    const at = 3 * (active[a] % nodes);
    for (let t = firsts[a]; t < firsts[a + 1]; t++)
      right[t] = rest[t] - byPosition[3 * t] * moved[at] - byPosition[3 * t + 1] * moved[at + 1] - byPosition[3 * t + 2] * moved[at + 2];
  }
  return right;
}

/** The columns of one contact's unknowns in the equations of all. */
function fillColumns(body: SoftBody, touching: Int32Array, b: number, unknowns: Unknowns, matrix: Float64Array, stride: number): void {
  const { firsts, directions, byPosition, byForce } = unknowns;
  const among = body.among(touching, touching);
  const { stride: apart, row } = among;
  const columns = among.numbers(touching[b]);
  const first = among.start(touching[b]);
  for (let u = firsts[b]; u < firsts[b + 1]; u++) {
    const x = directions[3 * u];
    const y = directions[3 * u + 1];
    const z = directions[3 * u + 2];
    for (let a = 0; a < touching.length; a++) {
      const from = first + row(touching[a]);
      const c0 = columns[from] * x + columns[from + apart] * y + columns[from + 2 * apart] * z;
      const c1 = columns[from + 1] * x + columns[from + apart + 1] * y + columns[from + 2 * apart + 1] * z;
      const c2 = columns[from + 2] * x + columns[from + apart + 2] * y + columns[from + 2 * apart + 2] * z;
      for (let t = firsts[a]; t < firsts[a + 1]; t++)
        matrix[t * stride + u] = byPosition[3 * t] * c0 + byPosition[3 * t + 1] * c1 + byPosition[3 * t + 2] * c2;
    }
    for (let t = firsts[b]; t < firsts[b + 1]; t++)
      matrix[t * stride + u] += byForce[3 * t] * x + byForce[3 * t + 1] * y + byForce[3 * t + 2] * z;
  }
}
