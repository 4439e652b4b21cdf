/**
 * How accelerations and forces of contacts that keep their modes change: the equations of frozen.ts, differentiated, with the factors they
 * were solved with.
 *
 *     R a + b = 0,  a = M^-1 (f + C^T lambda)          E = M^-1 (f + J^T F) at the forces as they are
 *     A dlambda_I = -(dr_I + R_I dE),     da = dE + M^-1 C^T dlambda,     dr = d(R a + b) at the accelerations as they are
 *
 * Where rows are combinations of others, lambda = R z with z = M^-1 R_I^T w, and
 *
 *     dlambda_other = T dlambda_I + g,     g = (dR z + R m)_other - T (dR z + R m)_I,     m = d(M^-1 R_I^T) w
 *
 * Letters as in frozen.ts; F forces in contact components.
 * Source: own study, derivatives of runs, section 1.
 */
import { luSolve } from "../../math/lu.js";
import type { ForceProblem, ForceSolution } from "./force-problem.js";
import { STICK } from "./force-problem.js";
import type { FrozenFactors } from "./frozen.js";

/** What a change of everything but the forces makes; the change of accelerations, rates and forces once it is solved. */
export interface FrozenChange {
  /** dE, then da: one for each speed. */
  readonly accelerations: Float64Array;
  /** d(J a + b) at the accelerations as they are, then altogether: three for each contact. */
  readonly rates: Float64Array;
  /** By friction and directions alone, then altogether: three for each contact, N. */
  readonly forces: Float64Array;
  /** dR z and m; only where rows are combinations of others. */
  readonly pressed: Float64Array;
  readonly twist: Float64Array;
}

/** The twist that loads the contacts, in what the chosen rows put into it. */
export interface FoundationTwist {
  /** w, by kept component; zero for those that are not chosen. */
  readonly weights: Float64Array;
  /** z, one for each speed. */
  readonly twist: Float64Array;
}

/** Writes the twist of a solution. */
export function writeTwist(problem: ForceProblem, solution: ForceSolution, factors: FrozenFactors, out: FoundationTwist): void {
  const { kept, rank, rows, independent } = factors;
  const { size: n, response } = problem;
  const { weights, twist } = out;
  const known = new Float64Array(rank);
  for (let i = 0; i < rank; i++) known[i] = solution.forces[rows[independent.order[i]]];
  independent.solve(rank, known);
  weights.fill(0, 0, kept);
  twist.fill(0, 0, n);
  for (let i = 0; i < rank; i++) {
    weights[independent.order[i]] = known[i];
    const from = rows[independent.order[i]] * n;
    for (let k = 0; k < n; k++) twist[k] += known[i] * response[from + k];
  }
}

/** Solves for the change. */
export interface ChangeSolver {
  solve(problem: ForceProblem, solution: ForceSolution, factors: FrozenFactors, change: FrozenChange): void;
}

export function createChangeSolver(mostContacts: number): ChangeSolver {
  const known = new Float64Array(3 * mostContacts);
  /** dlambda of each kept component, and the part of it that combinations take over. */
  const loads = new Float64Array(3 * mostContacts);

  /** g of each component that is not chosen. */
  function combine(problem: ForceProblem, { kept, rank, rows, independent }: FrozenFactors, change: FrozenChange): void {
    const { order, combination } = independent;
    const { size: n, jacobian } = problem;
    for (let r = 0; r < kept; r++) {
      let sum = change.pressed[r];
      for (let k = 0; k < n; k++) sum += jacobian[rows[r] * n + k] * change.twist[k];
      loads[r] = sum;
    }
    for (let k = rank; k < kept; k++)
      for (let j = 0; j < rank; j++) loads[order[k]] -= combination[(k - rank) * rank + j] * loads[order[j]];
  }

  return {
    solve: (problem, solution, factors, change) => {
      const { kept, rank, rows, product, matrix, pivots, independent } = factors;
      const { order, combination } = independent;
      const { size: n, jacobian } = problem;
      pushBy(problem, change.forces, change.accelerations);
      if (rank < kept) combine(problem, factors, change);
      for (let i = 0; i < rank; i++) {
        const row = rows[order[i]];
        let sum = -change.rates[row];
        for (let k = 0; k < n; k++) sum -= jacobian[row * n + k] * change.accelerations[k];
        for (let k = rank; k < kept; k++) sum -= product[order[i] * kept + order[k]] * loads[order[k]];
        known[i] = sum;
      }
      luSolve(matrix, rank, pivots, known);
      for (let i = 0; i < rank; i++) loads[order[i]] = known[i];
      for (let k = rank; k < kept; k++) for (let j = 0; j < rank; j++) loads[order[k]] += combination[(k - rank) * rank + j] * known[j];
      spread(problem, solution, factors, loads, change);
      for (let row = 0; row < 3 * problem.count; row++) {
        let sum = 0;
        for (let k = 0; k < n; k++) sum += jacobian[row * n + k] * change.accelerations[k];
        change.rates[row] += sum;
      }
    },
  };
}

/** Adds what forces do to the accelerations. */
function pushBy({ size: n, count, response }: ForceProblem, forces: Float64Array, accelerations: Float64Array): void {
  for (let row = 0; row < 3 * count; row++) {
    const force = forces[row];
    if (force !== 0) for (let k = 0; k < n; k++) accelerations[k] += response[row * n + k] * force;
  }
}

/** Adds changes of the loads of kept components to forces and accelerations. */
function spread(
  { size: n, response, friction }: ForceProblem,
  { modes, direction }: ForceSolution,
  { kept, rows }: FrozenFactors,
  loads: Float64Array,
  { forces, accelerations }: FrozenChange,
): void {
  for (let r = 0; r < kept; r++) {
    const row = rows[r];
    const load = loads[r];
    if (load === 0) continue;
    forces[row] += load;
    for (let k = 0; k < n; k++) accelerations[k] += response[row * n + k] * load;
    const i = Math.floor(row / 3);
    if (modes[i] === STICK) continue;
    const first = -friction[i] * direction[2 * i] * load;
    const second = -friction[i] * direction[2 * i + 1] * load;
    forces[3 * i] += first;
    forces[3 * i + 1] += second;
    for (let k = 0; k < n; k++) accelerations[k] += response[3 * i * n + k] * first + response[(3 * i + 1) * n + k] * second;
  }
}
