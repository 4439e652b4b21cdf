/**
 * The rows of contacts that keep their modes: what they have to balance, what a unit of force at each does, and forces from their loads.
 *
 * A sliding contact has one row, its normal, and pushes with friction along with it; a sticking one has all three.
 */
import { accelerate, contactRates, type ForceProblem, type ForceSolution, HELD, STICK, UNLOADED } from "./force-problem.js";

export interface KeptRows {
  /** How many. */
  count: number;
  /** Row of the Jacobian of each. */
  readonly rows: Int32Array;
  /** Columns of the rows that are not zero, one row after the other, and where each row begins. */
  readonly columns: Int32Array;
  readonly ends: Int32Array;
  /** Accelerations by a unit of the independent force of each: as many numbers as there are speeds. */
  readonly pushes: Float64Array;
  /** Minus its rate without forces. */
  readonly right: Float64Array;
  /** Independent forces. */
  readonly loads: Float64Array;
}

export function createKeptRows(size: number, mostContacts: number): KeptRows {
  const most = 3 * mostContacts;
  return {
    count: 0,
    rows: new Int32Array(most),
    columns: new Int32Array(most * size),
    ends: new Int32Array(most + 1),
    pushes: new Float64Array(most * size),
    right: new Float64Array(most),
    loads: new Float64Array(most),
  };
}

/** Reads the rows of a problem with the modes and directions of its solution. */
export function readRows(kept: KeptRows, problem: ForceProblem, { modes, direction }: ForceSolution): void {
  const { size: n, jacobian, response, bias, free } = problem;
  const { rows, columns, ends, pushes, right } = kept;
  kept.count = listRows(rows, problem.count, modes);
  let end = 0;
  for (let r = 0; r < kept.count; r++) {
    const at = rows[r] * n;
    ends[r] = end;
    let sum = bias[rows[r]];
    // A contact has to do with the speeds of one or two bodies, however many there are.
    for (let k = 0; k < n; k++) {
      if (jacobian[at + k] === 0) continue;
      columns[end++] = k;
      sum += jacobian[at + k] * free[k];
    }
    right[r] = -sum;
    const i = Math.floor(rows[r] / 3);
    const along1 = frictionOf(problem, modes, i) * direction[2 * i];
    const along2 = frictionOf(problem, modes, i) * direction[2 * i + 1];
    for (let k = 0; k < n; k++)
      pushes[r * n + k] = response[at + k] - along1 * response[3 * i * n + k] - along2 * response[(3 * i + 1) * n + k];
  }
  ends[kept.count] = end;
}

function listRows(rows: Int32Array, count: number, modes: Uint8Array): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (modes[i] === UNLOADED) continue;
    if (modes[i] === STICK) {
      rows[kept++] = 3 * i;
      rows[kept++] = 3 * i + 1;
    }
    rows[kept++] = 3 * i + 2;
  }
  return kept;
}

/** A row times a vector of speeds. */
export function alongRow({ rows, columns, ends }: KeptRows, { size: n, jacobian }: ForceProblem, r: number, vector: Float64Array): number {
  let sum = 0;
  for (let p = ends[r]; p < ends[r + 1]; p++) sum += jacobian[rows[r] * n + columns[p]] * vector[columns[p]];
  return sum;
}

/** R M^-1 C^T: what units of force at all rows do at all rows. */
export function writeResponses({ count, rows, columns, ends, pushes }: KeptRows, problem: ForceProblem, out: Float64Array): void {
  const { size: n, jacobian } = problem;
  for (let q = 0; q < count; q++)
    for (let r = 0; r < count; r++) {
      let sum = 0;
      for (let p = ends[q]; p < ends[q + 1]; p++) sum += jacobian[rows[q] * n + columns[p]] * pushes[r * n + columns[p]];
      out[q * count + r] = sum;
    }
}

/** Loads, forces, accelerations and rates by the twist of the foundation. */
export function loadByTwist(kept: KeptRows, problem: ForceProblem, solution: ForceSolution, twist: Float64Array): void {
  const { size: n, count, jacobian } = problem;
  for (let r = 0; r < kept.count; r++) kept.loads[r] = alongRow(kept, problem, r, twist);
  applyLoads(kept, problem, solution);
  for (let i = 0; i < count; i++) {
    let value = 0;
    for (let k = 0; k < n; k++) value += jacobian[(3 * i + 2) * n + k] * twist[k];
    solution.load[i] = value;
  }
}

/** Forces, accelerations and rates by the loads. */
function applyLoads({ count, rows, loads }: KeptRows, problem: ForceProblem, solution: ForceSolution): void {
  const { modes, direction, forces, accelerations, rates } = solution;
  forces.fill(0, 0, 3 * problem.count);
  for (let r = 0; r < count; r++) {
    const i = Math.floor(rows[r] / 3);
    const friction = frictionOf(problem, modes, i);
    forces[rows[r]] += loads[r];
    forces[3 * i] -= friction * direction[2 * i] * loads[r];
    forces[3 * i + 1] -= friction * direction[2 * i + 1] * loads[r];
  }
  accelerate(problem, forces, accelerations);
  contactRates(problem, accelerations, rates);
}

/** Friction per normal force against the contact's direction; a sticking contact has its own unknowns for that. */
function frictionOf({ friction, staticFriction }: ForceProblem, modes: Uint8Array, i: number): number {
  return modes[i] === STICK ? 0 : modes[i] === HELD ? staticFriction[i] : friction[i];
}
