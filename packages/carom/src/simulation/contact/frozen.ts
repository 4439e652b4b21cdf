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
 * number of points. Of several bodies triangular factors give the same, and sooner (frozen-factors.ts).
 *
 * Letters: R rows, C^T force columns, lambda independent forces, z twist.
 * Source: own study, hybrid simulation section 3.4.
 */
import { createLeastSquares } from "../../math/least-squares.js";
import type { ForceProblem, ForceSolution } from "./force-problem.js";
import { createFactorSolver } from "./frozen-factors.js";
import { createKeptRows, loadByTwist, readRows, writeResponses } from "./kept-rows.js";

export interface FrozenSolver {
  /** Uses `modes` and `direction` of the solution, and overwrites the rest. */
  solve(problem: ForceProblem, solution: ForceSolution): void;
}

/** Up to this many speeds, those of one body, least squares costs little. */
const FEW_SPEEDS = 6;

export function createFrozenSolver(size: number, mostContacts: number): FrozenSolver {
  const most = 3 * mostContacts;
  const squares = createLeastSquares(most, size);
  const product = new Float64Array(most * most);
  const twist = new Float64Array(size);
  const kept = createKeptRows(size, mostContacts);
  const factors = createFactorSolver(size, mostContacts);

  function solveBySquares(problem: ForceProblem, solution: ForceSolution): void {
    const { size: n, jacobian } = problem;
    const { count, rows, columns, ends, right } = kept;
    writeResponses(kept, problem, product);
    squares.matrix.fill(0, 0, count * n);
    for (let q = 0; q < count; q++)
      for (let r = 0; r < count; r++) {
        const factor = product[q * count + r];
        if (factor === 0) continue;
        for (let p = ends[r]; p < ends[r + 1]; p++) squares.matrix[q * n + columns[p]] += factor * jacobian[rows[r] * n + columns[p]];
      }
    twist.fill(0);
    if (count > 0) squares.solve(count, n, right, twist);
    loadByTwist(kept, problem, solution, twist);
  }

  return {
    solve: (problem, solution) => {
      readRows(kept, problem, solution);
      if (problem.size > FEW_SPEEDS && kept.count > 0 && factors.solve(kept, problem, solution)) return;
      solveBySquares(problem, solution);
    },
  };
}
