/**
 * The frozen solve (frozen.ts) of several bodies by triangular factors.
 *
 *     (S R^T R M^-1 C^T R S + eps) y = S R^T r,          z = S y,          r = -b_R - R free
 *
 * This has the twist of least squares for its solution: what is left of the rates is orthogonal to R. S makes the columns of R of
 * length one, so that no unit matters. Adding eps makes the factors regular whatever the rank, and changes nothing but the convergence:
 * with e what the rates then still lack, eps y = S R^T e. So y is in the span of the rows; computed that way it is to the last bit, and
 * rounding, which the factors multiply by 1 / eps, stays out of the loads. What is left after that is taken out with the
 * same factors, by as many passes as that takes. Where a few do not do, this solve gives up. It costs what factors of as many rows as there
 * are speeds cost, however many places a face touches at.
 *
 * Only where all contacts push: what the twist would put on others is watched to 1e-10, and where it is weak least squares know it better.
 *
 * Letters: as in frozen.ts; r what the loads have to balance, S scales, eps a small part of the largest element.
 * Source: own study, dense contact section 11; Golub and Van Loan, Matrix Computations, section 3.5 (refinement).
 */
import { luFactor, luSolve } from "../../math/lu.js";
import { type ForceProblem, type ForceSolution, UNLOADED } from "./force-problem.js";
import { alongRow, type KeptRows, loadByTwist } from "./kept-rows.js";

export interface FactorSolver {
  /** False where factors cannot be relied on; the solution is then of no use. */
  solve(kept: KeptRows, problem: ForceProblem, solution: ForceSolution): boolean;
}

/** Of the largest element. */
const EPSILON = 1e-9;
/** Part of the largest rate without forces that may be left where it can be taken out, and what is as good as none. */
const LEFT = 1e-12;
const NOTHING_LEFT = 1e-15;
const MOST_PASSES = 6;
/** A pass that leaves more than this part of what the one before left has come to rounding. */
const GAINS = 0.1;

export function createFactorSolver(size: number, mostContacts: number): FactorSolver {
  const matrix = new Float64Array(size * size);
  const pivots = new Int32Array(size);
  const step = new Float64Array(size);
  const twist = new Float64Array(size);
  const near = new Float64Array(size);
  const lack = new Float64Array(3 * mostContacts);
  const scales = new Float64Array(size);
  const joined = new Float64Array(size * size);
  const squares = new Float64Array(size * size);

  function solveByTwist(kept: KeptRows, problem: ForceProblem, solution: ForceSolution): boolean {
    const { size: n } = problem;
    writeScales(kept, problem, scales);
    const epsilon = writeMatrix(kept, problem);
    if (!luFactor(matrix, n, pivots)) return false;
    const scale = largest(kept.right, kept.count);
    twist.fill(0);
    for (let r = 0; r < kept.count; r++) lack[r] = kept.right[r];
    let before = writeStep(kept, problem);
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      luSolve(matrix, n, pivots, step);
      takeOff(kept, problem);
      writeStep(kept, problem);
      for (let k = 0; k < n; k++) twist[k] += (scales[k] * step[k]) / epsilon;
      loadByTwist(kept, problem, solution, twist);
      for (let r = 0; r < kept.count; r++) lack[r] = -solution.rates[kept.rows[r]];
      const left = writeStep(kept, problem);
      if (left <= NOTHING_LEFT * scale) return true;
      if (left > GAINS * before && left <= LEFT * scale) return true;
      before = left;
    }
    return false;
  }

  /** Takes what the loads by a step do off what rates lack. By itself: rounding is that of the step, not of the whole. */
  function takeOff(kept: KeptRows, problem: ForceProblem): void {
    const { size: n } = problem;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += joined[i * n + k] * step[k];
      near[i] = sum;
    }
    for (let r = 0; r < kept.count; r++) lack[r] -= alongRow(kept, problem, r, near);
  }

  /** S R^T R M^-1 C^T R S + eps; returns eps. */
  function writeMatrix({ count, rows, columns, ends, pushes }: KeptRows, { size: n, jacobian }: ForceProblem): number {
    joined.fill(0, 0, n * n);
    squares.fill(0, 0, n * n);
    for (let r = 0; r < count; r++) {
      const at = rows[r] * n;
      for (let p = ends[r]; p < ends[r + 1]; p++) {
        const value = scales[columns[p]] * jacobian[at + columns[p]];
        for (let q = ends[r]; q < ends[r + 1]; q++) squares[columns[p] * n + columns[q]] += value * jacobian[at + columns[q]];
      }
      for (let k = 0; k < n; k++) {
        const push = pushes[r * n + k];
        if (push === 0) continue;
        for (let p = ends[r]; p < ends[r + 1]; p++) joined[k * n + columns[p]] += push * scales[columns[p]] * jacobian[at + columns[p]];
      }
    }
    matrix.fill(0, 0, n * n);
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++) {
        const factor = squares[i * n + k];
        if (factor !== 0) for (let j = 0; j < n; j++) matrix[i * n + j] += factor * joined[k * n + j];
      }
    const epsilon = EPSILON * largest(matrix, n * n);
    for (let k = 0; k < n; k++) matrix[k * n + k] += epsilon;
    return epsilon;
  }

  /** Writes S R^T (what rates lack) to `step` and returns its largest element. */
  function writeStep({ count, rows, columns, ends }: KeptRows, { size: n, jacobian }: ForceProblem): number {
    step.fill(0, 0, n);
    for (let r = 0; r < count; r++)
      for (let p = ends[r]; p < ends[r + 1]; p++) step[columns[p]] += scales[columns[p]] * jacobian[rows[r] * n + columns[p]] * lack[r];
    return largest(step, n);
  }

  return {
    solve: (kept, problem, solution) => {
      if (solution.modes.subarray(0, problem.count).includes(UNLOADED)) return false;
      return solveByTwist(kept, problem, solution);
    },
  };
}

/** Of the columns of R. */
function writeScales({ count, rows, columns, ends }: KeptRows, { size: n, jacobian }: ForceProblem, scales: Float64Array): void {
  scales.fill(0);
  for (let r = 0; r < count; r++)
    for (let p = ends[r]; p < ends[r + 1]; p++) {
      const value = jacobian[rows[r] * n + columns[p]];
      scales[columns[p]] += value * value;
    }
  for (let k = 0; k < n; k++) scales[k] = scales[k] > 0 ? 1 / Math.sqrt(scales[k]) : 1;
}

function largest(values: Float64Array, count: number): number {
  let most = 0;
  for (let k = 0; k < count; k++) most = Math.max(most, Math.abs(values[k]));
  return most;
}
