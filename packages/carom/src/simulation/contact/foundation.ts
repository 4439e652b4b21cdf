/**
 * Accelerations and forces of contacts that stay, by Newton's method on a foundation of small equal springs.
 *
 * Rigid contacts do not determine how a face shares its load, and with slip and yaw not even the motion. The foundation rule does: every
 * contact stands on a spring of the same small compliance eps, and eps goes to zero. With y = -(J a + b) / eps the force is a projection on
 * the friction cone,
 *
 *     y_n <= 0: 0     slides: y_n (-mu d, 1)     rests, |y_t| <= mu y_n: y     rests, else: (mu y_n y_t / |y_t|, y_n)
 *
 * and a - free - sum response^T F(y(a)) = 0 is solved for a with the piecewise derivative of F. The unknowns are the accelerations, however
 * many points touch. What this leaves, the effect of a finite eps, the frozen solve (frozen.ts) removes.
 *
 * Letters: a accelerations, J Jacobian, b bias, F force, mu friction, d direction of slip.
 * Source: own study, hybrid simulation sections 3.1 to 3.3; semismooth Newton methods: Alart and Curnier (1991).
 */
import { luFactor, luSolve } from "../../math/lu.js";
import {
  accelerate,
  contactRates,
  type ForceProblem,
  type ForceSolution,
  ONSET,
  ownMobility,
  SLIP,
  STICK,
  UNLOADED,
} from "./force-problem.js";

/** Compliance relative to the mean mobility: below the margins of findings, above rounding. */
const COMPLIANCE = 1e-8;
const MOST_ITERATIONS = 60;
/** Compliances tried one after the other where Newton fails from the start, relative to the mean mobility. */
const FIRST_COMPLIANCE = 100;
const COMPLIANCE_FACTOR = 0.2;
const LEAST_STEP = 1 / 1024;
/** Part of the mobility of a contact below which what one acceleration adds to it is rounding. */
const FELT = 1e-14;

/** Arrays for so many speeds and contacts. */
export interface FoundationWorkspace {
  readonly matrix: Float64Array;
  readonly pivots: Int32Array;
  readonly residual: Float64Array;
  readonly trial: Float64Array;
  readonly step: Float64Array;
  readonly rates: Float64Array;
  readonly forces: Float64Array;
  /** What one newton at every contact would do to each speed, at most. */
  readonly scale: Float64Array;
}

export function createFoundationWorkspace(size: number, mostContacts: number): FoundationWorkspace {
  return {
    matrix: new Float64Array(size * size),
    pivots: new Int32Array(size),
    residual: new Float64Array(size),
    trial: new Float64Array(size),
    step: new Float64Array(size),
    rates: new Float64Array(3 * mostContacts),
    forces: new Float64Array(3 * mostContacts),
    scale: new Float64Array(size),
  };
}

/**
 * Writes accelerations, forces, modes and directions; false where Newton's method did not converge. `frictions`: of the contacts at rest.
 */
export function solveOnFoundation(
  workspace: FoundationWorkspace,
  problem: ForceProblem,
  frictions: Float64Array,
  solution: ForceSolution,
): boolean {
  const mean = meanMobility(problem);
  measure(workspace, problem);
  const { accelerations } = solution;
  accelerations.set(problem.free.subarray(0, problem.size));
  let converged =
    newton(workspace, problem, frictions, COMPLIANCE * mean, accelerations) ||
    (press(workspace, problem, COMPLIANCE * mean, accelerations) &&
      newton(workspace, problem, frictions, COMPLIANCE * mean, accelerations));
  if (!converged) {
    accelerations.set(problem.free.subarray(0, problem.size));
    for (let eps = FIRST_COMPLIANCE; eps > COMPLIANCE; eps *= COMPLIANCE_FACTOR)
      newton(workspace, problem, frictions, eps * mean, accelerations);
    converged = newton(workspace, problem, frictions, COMPLIANCE * mean, accelerations);
  }
  describe(workspace, problem, frictions, COMPLIANCE * mean, solution);
  return converged;
}

/**
 * Accelerations with every contact pressed, those at rest sticking: where bodies are wedged between contacts at the edge of their cones,
 * Newton's method gets there from here, and not from the motion without forces. False where there are none.
 */
function press(workspace: FoundationWorkspace, problem: ForceProblem, eps: number, accelerations: Float64Array): boolean {
  const { matrix, pivots } = workspace;
  const { size: n, count, slides, direction, friction, bias, response, free } = problem;
  beginMatrix(workspace, n);
  accelerations.set(free.subarray(0, n));
  const add = (force: number, rate: number, factor: number) => {
    addProduct(workspace, problem, force, rate, factor);
    for (let k = 0; k < n; k++) accelerations[k] -= factor * response[force * n + k] * bias[rate];
  };
  for (let i = 0; i < count; i++) {
    const t1 = 3 * i;
    add(t1 + 2, t1 + 2, 1 / eps);
    for (let c = 0; c < 2; c++) {
      if (slides[i] === 1) add(t1 + c, t1 + 2, (-friction[i] * direction[2 * i + c]) / eps);
      else add(t1 + c, t1 + c, 1 / eps);
    }
  }
  if (!luFactor(matrix, n, pivots)) return false;
  luSolve(matrix, n, pivots, accelerations);
  return true;
}

function beginMatrix(workspace: FoundationWorkspace, n: number): void {
  const { matrix } = workspace;
  matrix.fill(0, 0, n * n);
  for (let k = 0; k < n; k++) matrix[k * n + k] = 1;
}

/**
 * Accelerations have different units; each is measured against what one newton at every contact would do. Those of which the contacts feel
 * nothing are not: what a ball on the floor spins about its normal answers to is rounding, beside which any load on the spin is huge.
 */
function measure(workspace: FoundationWorkspace, problem: ForceProblem): void {
  const { scale } = workspace;
  const { size: n, count, response, jacobian } = problem;
  scale.fill(0, 0, n);
  for (let row = 0; row < 3 * count; row++) {
    const felt = FELT * ownMobility(problem, row);
    for (let k = 0; k < n; k++) {
      const answer = Math.abs(response[row * n + k]);
      if (answer * Math.abs(jacobian[row * n + k]) > felt) scale[k] = Math.max(scale[k], answer);
    }
  }
}

function newton(
  workspace: FoundationWorkspace,
  problem: ForceProblem,
  frictions: Float64Array,
  eps: number,
  accelerations: Float64Array,
): boolean {
  const { matrix, pivots, residual, trial, step } = workspace;
  const n = problem.size;
  let error = residualOf(workspace, problem, frictions, eps, accelerations);
  const reference = referenceOf(workspace, problem);
  const goal = 1e-13 * (1 + (1e-3 * meanMobility(problem)) / eps) * reference;
  for (let iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    if (error <= goal) return true;
    assemble(workspace, problem, frictions, eps, accelerations);
    if (!luFactor(matrix, n, pivots)) return false;
    for (let k = 0; k < n; k++) step[k] = -residual[k];
    luSolve(matrix, n, pivots, step);
    let fraction = 1;
    let next = error;
    for (; fraction >= LEAST_STEP; fraction *= 0.5) {
      for (let k = 0; k < n; k++) trial[k] = accelerations[k] + fraction * step[k];
      next = residualOf(workspace, problem, frictions, eps, trial);
      if (next < error * (1 - 0.1 * fraction)) break;
    }
    if (fraction < LEAST_STEP) {
      // No descent left: at rounding that is the end, elsewhere a failure.
      error = residualOf(workspace, problem, frictions, eps, accelerations);
      return error <= 1e3 * goal;
    }
    accelerations.set(trial.subarray(0, n));
    error = next;
  }
  return error <= goal;
}

/** A force of the size at hand, N: what would undo the free accelerations and the bias. */
function referenceOf(workspace: FoundationWorkspace, problem: ForceProblem): number {
  const { scale } = workspace;
  const { size: n, free, bias, count } = problem;
  let largest = Number.MIN_VALUE;
  for (let k = 0; k < n; k++) if (scale[k] > 0) largest = Math.max(largest, Math.abs(free[k]) / scale[k]);
  const mean = meanMobility(problem);
  for (let row = 0; row < 3 * count; row++) largest = Math.max(largest, Math.abs(bias[row]) / mean);
  return largest;
}

/** Leaves a - free - sum response^T F in `residual` and returns its scaled norm. */
function residualOf(
  workspace: FoundationWorkspace,
  problem: ForceProblem,
  frictions: Float64Array,
  eps: number,
  accelerations: Float64Array,
): number {
  const { residual, rates, forces, scale } = workspace;
  const { size: n, count } = problem;
  contactRates(problem, accelerations, rates);
  for (let i = 0; i < count; i++) project(workspace, problem, frictions, eps, i);
  accelerate(problem, forces, residual);
  let square = 0;
  for (let k = 0; k < n; k++) {
    residual[k] = accelerations[k] - residual[k];
    if (scale[k] > 0) square += (residual[k] / scale[k]) * (residual[k] / scale[k]);
  }
  return Math.sqrt(square);
}

/** The force of contact i on the foundation. */
function project(
  workspace: FoundationWorkspace,
  { slides, direction, friction }: ForceProblem,
  frictions: Float64Array,
  eps: number,
  i: number,
): void {
  const { rates, forces } = workspace;
  const t1 = 3 * i;
  const [y1, y2, yn] = [-rates[t1] / eps, -rates[t1 + 1] / eps, -rates[t1 + 2] / eps];
  if (!(yn > 0)) {
    forces[t1] = forces[t1 + 1] = forces[t1 + 2] = 0;
    return;
  }
  forces[t1 + 2] = yn;
  if (slides[i] === 1) {
    forces[t1] = -friction[i] * yn * direction[2 * i];
    forces[t1 + 1] = -friction[i] * yn * direction[2 * i + 1];
    return;
  }
  const along = Math.sqrt(y1 * y1 + y2 * y2);
  const limit = frictions[i] * yn;
  const part = along <= limit ? 1 : limit / along;
  forces[t1] = part * y1;
  forces[t1 + 1] = part * y2;
}

/** matrix = 1 + sum response^T F' J / eps, with the derivative of the projection at the present rates. */
function assemble(
  workspace: FoundationWorkspace,
  problem: ForceProblem,
  frictions: Float64Array,
  eps: number,
  accelerations: Float64Array,
): void {
  const { rates } = workspace;
  const { size: n, count, slides, direction, friction } = problem;
  contactRates(problem, accelerations, rates);
  beginMatrix(workspace, n);
  for (let i = 0; i < count; i++) {
    const t1 = 3 * i;
    const [y1, y2, yn] = [-rates[t1] / eps, -rates[t1 + 1] / eps, -rates[t1 + 2] / eps];
    if (!(yn > 0)) continue;
    addProduct(workspace, problem, t1 + 2, t1 + 2, 1 / eps);
    if (slides[i] === 1) {
      addProduct(workspace, problem, t1, t1 + 2, (-friction[i] * direction[2 * i]) / eps);
      addProduct(workspace, problem, t1 + 1, t1 + 2, (-friction[i] * direction[2 * i + 1]) / eps);
      continue;
    }
    const along = Math.sqrt(y1 * y1 + y2 * y2);
    const limit = frictions[i] * yn;
    if (along <= limit) {
      addProduct(workspace, problem, t1, t1, 1 / eps);
      addProduct(workspace, problem, t1 + 1, t1 + 1, 1 / eps);
      continue;
    }
    const [u1, u2] = [y1 / along, y2 / along];
    const turn = limit / along / eps;
    addProduct(workspace, problem, t1, t1, turn * u2 * u2);
    addProduct(workspace, problem, t1, t1 + 1, -turn * u1 * u2);
    addProduct(workspace, problem, t1 + 1, t1, -turn * u1 * u2);
    addProduct(workspace, problem, t1 + 1, t1 + 1, turn * u1 * u1);
    addProduct(workspace, problem, t1, t1 + 2, (frictions[i] * u1) / eps);
    addProduct(workspace, problem, t1 + 1, t1 + 2, (frictions[i] * u2) / eps);
  }
}

/** matrix += factor * (response row)^T (jacobian row), two rows of one contact. */
function addProduct(
  workspace: FoundationWorkspace,
  { size: n, response, jacobian, places: { known, columns, starts } }: ForceProblem,
  force: number,
  rate: number,
  factor: number,
): void {
  const { matrix } = workspace;
  if (!known) {
    for (let k = 0; k < n; k++) {
      const left = factor * response[force * n + k];
      if (left !== 0) for (let j = 0; j < n; j++) matrix[k * n + j] += left * jacobian[rate * n + j];
    }
    return;
  }
  const i = Math.floor(force / 3);
  for (let p = starts[i]; p < starts[i + 1]; p++) {
    const row = columns[p] * n;
    const left = factor * response[force * n + columns[p]];
    if (left !== 0) for (let q = starts[i]; q < starts[i + 1]; q++) matrix[row + columns[q]] += left * jacobian[rate * n + columns[q]];
  }
}

function describe(
  workspace: FoundationWorkspace,
  problem: ForceProblem,
  frictions: Float64Array,
  eps: number,
  solution: ForceSolution,
): void {
  const { rates, forces } = workspace;
  residualOf(workspace, problem, frictions, eps, solution.accelerations);
  solution.rates.set(rates.subarray(0, 3 * problem.count));
  solution.forces.set(forces.subarray(0, 3 * problem.count));
  for (let i = 0; i < problem.count; i++) {
    const t1 = 3 * i;
    const along = Math.sqrt(rates[t1] * rates[t1] + rates[t1 + 1] * rates[t1 + 1]);
    const pressed = -rates[t1 + 2];
    solution.load[i] = pressed / eps;
    solution.modes[i] = !(pressed > 0) ? UNLOADED : problem.slides[i] === 1 ? SLIP : along <= frictions[i] * pressed ? STICK : ONSET;
    solution.direction[2 * i] = along > 0 ? rates[t1] / along : 0;
    solution.direction[2 * i + 1] = along > 0 ? rates[t1 + 1] / along : 0;
    if (problem.slides[i] === 1) {
      solution.direction[2 * i] = problem.direction[2 * i];
      solution.direction[2 * i + 1] = problem.direction[2 * i + 1];
    }
  }
}

/** Mean of the diagonal of the mobility: the scale of compliances. */
function meanMobility(problem: ForceProblem): number {
  let sum = 0;
  for (let row = 0; row < 3 * problem.count; row++) sum += ownMobility(problem, row);
  return sum / (3 * problem.count);
}
