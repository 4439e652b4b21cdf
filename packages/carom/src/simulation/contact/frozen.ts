/**
 * Accelerations and forces while every contact keeps its mode.
 *
 * A sliding contact keeps its normal velocity, a sticking one all three components; R are their rows of the Jacobian, C the directions in
 * which they push (slip: normal and friction together; stick: each component by itself). One virtual indentation twist z loads them as a
 * foundation would, lambda = R z:
 *
 *     (R M^-1 C^T R) z = -b_R - R free,          a = free + M^-1 C^T lambda
 *
 * A least-squares solve, because several points of one face say the same thing more than once; the accelerations do not depend on the
 * number of points.
 *
 * Letters: R rows, C^T force columns, lambda independent forces, z twist.
 * Source: own study, hybrid simulation section 3.4.
 */
import { createLeastSquares } from "../../math/least-squares.js";
import { accelerate, contactRates, type ForceProblem, type ForceSolution, HELD, STICK, UNLOADED } from "./force-problem.js";

export interface FrozenSolver {
  /**
   * Uses `modes` and `direction` of the solution, and overwrites the rest. Returns the largest rate that should be zero and is not, m/s^2.
   */
  solve(problem: ForceProblem, solution: ForceSolution): number;
}

export function createFrozenSolver(size: number, mostContacts: number): FrozenSolver {
  const squares = createLeastSquares(3 * mostContacts, size);
  const product = new Float64Array(3 * mostContacts * 3 * mostContacts);
  const right = new Float64Array(3 * mostContacts);
  const twist = new Float64Array(size);
  /** Row of the Jacobian of each kept component, and the contact it belongs to. */
  const rows = new Int32Array(3 * mostContacts);
  const push = new Float64Array(size);
  /** Columns of the kept rows that are not zero, one row after the other, and where each row begins. */
  const columns = new Int32Array(3 * mostContacts * size);
  const ends = new Int32Array(3 * mostContacts + 1);

  function solve(problem: ForceProblem, solution: ForceSolution): number {
    const { size: n, count, jacobian, bias, free } = problem;
    const { modes, forces, accelerations, load, rates } = solution;
    const kept = keptRows(count, modes);
    readColumns(problem, kept);
    for (let r = 0; r < kept; r++) {
      pushOf(problem, solution, rows[r]);
      for (let q = 0; q < kept; q++) {
        let sum = 0;
        for (let p = ends[q]; p < ends[q + 1]; p++) sum += jacobian[rows[q] * n + columns[p]] * push[columns[p]];
        product[q * kept + r] = sum;
      }
      let sum = bias[rows[r]];
      for (let k = 0; k < n; k++) sum += jacobian[rows[r] * n + k] * free[k];
      right[r] = -sum;
    }
    squares.matrix.fill(0, 0, kept * n);
    for (let q = 0; q < kept; q++)
      for (let r = 0; r < kept; r++) {
        const factor = product[q * kept + r];
        if (factor === 0) continue;
        for (let p = ends[r]; p < ends[r + 1]; p++) squares.matrix[q * n + columns[p]] += factor * jacobian[rows[r] * n + columns[p]];
      }
    twist.fill(0);
    if (kept > 0) squares.solve(kept, n, right, twist);

    forces.fill(0, 0, 3 * count);
    for (let r = 0; r < kept; r++) {
      let value = 0;
      for (let k = 0; k < n; k++) value += jacobian[rows[r] * n + k] * twist[k];
      addForce(problem, solution, rows[r], value);
    }
    for (let i = 0; i < count; i++) {
      let value = 0;
      for (let k = 0; k < n; k++) value += jacobian[(3 * i + 2) * n + k] * twist[k];
      load[i] = value;
    }
    accelerate(problem, forces, accelerations);
    contactRates(problem, accelerations, rates);
    let worst = 0;
    for (let r = 0; r < kept; r++) worst = Math.max(worst, Math.abs(rates[rows[r]]));
    return worst;
  }

  /** A contact has to do with the speeds of one or two bodies, however many there are. */
  function readColumns({ size: n, jacobian }: ForceProblem, kept: number): void {
    let end = 0;
    for (let r = 0; r < kept; r++) {
      ends[r] = end;
      for (let k = 0; k < n; k++) if (jacobian[rows[r] * n + k] !== 0) columns[end++] = k;
    }
    ends[kept] = end;
  }

  function keptRows(count: number, modes: Uint8Array): number {
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

  /** What a unit of the independent force of a row does to the accelerations. */
  function pushOf(problem: ForceProblem, { modes, direction }: ForceSolution, row: number): void {
    const { size: n, response } = problem;
    const i = Math.floor(row / 3);
    const along1 = frictionOf(problem, modes, i) * direction[2 * i];
    const along2 = frictionOf(problem, modes, i) * direction[2 * i + 1];
    for (let k = 0; k < n; k++) push[k] = response[row * n + k] - along1 * response[3 * i * n + k] - along2 * response[(3 * i + 1) * n + k];
  }

  function addForce(problem: ForceProblem, { modes, direction, forces }: ForceSolution, row: number, value: number): void {
    const i = Math.floor(row / 3);
    const friction = frictionOf(problem, modes, i);
    forces[row] += value;
    forces[3 * i] -= friction * direction[2 * i] * value;
    forces[3 * i + 1] -= friction * direction[2 * i + 1] * value;
  }

  return { solve };
}

/** Friction per normal force against the contact's direction; a sticking contact has its own unknowns for that. */
function frictionOf({ friction, staticFriction }: ForceProblem, modes: Uint8Array, i: number): number {
  return modes[i] === STICK ? 0 : modes[i] === HELD ? staticFriction[i] : friction[i];
}
