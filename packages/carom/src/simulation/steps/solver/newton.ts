/**
 * Newton's method on the law of Coulomb with a foundation of compliance rho under every place, speeds and impulses at once (primal-dual,
 * semismooth).
 *
 *     w = v - b + rho (P - Q)        y = P - w / R        the law:  P = Pi(y)
 *
 *     open    y_n <= 0           Pi = 0                 dP = e
 *     stick   |y_t| <= mu y_n    Pi = y                 dP = e / c - dv / rho
 *     slip    else               Pi = (mu y_n a, y_n)   a = y_t / |y_t|; across it the direction turns with k = mu y_n / |y_t|
 *
 * with e = Pi - P and c = rho / R. Every contact gives dP = f - K dv; with dv = J du and M du = J^T dP
 *
 *     (M + sum J^T K J) du = sum J^T f
 *
 * K is not symmetric where a contact slips. P may leave its cone on the way. A step is shortened until the size of e falls below the
 * largest of the last three. Where no part of it does, the size has a hollow that is no solution, between contacts that would change mode
 * together: a whole step leaps out of it.
 *
 * Letters: P impulse, Q multiplier, v contact velocity, b bound, R scale, rho compliance, K slope, f force.
 * Source: Alart and Curnier, A mixed formulation for frictional contact problems, 1991; own study, dense contact section 4.
 */
import { addImpulse } from "./block.js";
import { contactVelocities, moveBy } from "./cone.js";
import { assemble, factor, solveFactored } from "./elimination.js";
import { type StepProblem, speedCountOf } from "./problem.js";
import { eliminationOf, type Workspace } from "./workspace.js";

/** R in S_n. */
const SCALE = 0.3;
/** Shortest part of a step that is tried. */
const SHORTEST = 1 / 32;

/** A foundation: rho_i = eps softness_i. `accuracy`: of the largest R |e|, m/s. */
export interface Foundation {
  eps: number;
  accuracy: number;
}

/** How long a solution is looked for. */
export interface Search {
  readonly steps: number;
  /** Whether a whole step may be taken, once, although no part of it makes anything better. */
  readonly leaps: boolean;
}

/** Steps until the worst contact is as accurate as asked for. Returns the worst; leaves P, and u and v that go with it. */
export function newton(work: Workspace, problem: StepProblem, foundation: Foundation, { steps, leaps }: Search): number {
  const { impulse, contactVelocity, before } = work;
  moveBy(work, problem);
  const start = misfit(work, problem, foundation.eps, impulse, contactVelocity);
  const hollow = descend(work, problem, foundation, start, steps);
  if (!leaps || !hollow.isStuck) return hollow.now.worst;
  const size = 3 * problem.contactCount;
  for (let k = 0; k < size; k += 1) before[k] = impulse[k];
  const leapt = tryStep(work, problem, foundation.eps, 1);
  takeTrial(work, problem);
  const { worst } = descend(work, problem, foundation, leapt, steps - hollow.taken).now;
  if (worst < hollow.now.worst) return worst;
  // It led away: what others go on from is what there was.
  for (let k = 0; k < size; k += 1) impulse[k] = before[k];
  moveBy(work, problem);
  return hollow.now.worst;
}

/** Where steps led, how many were looked at, and whether no part of the last one was any good. */
interface Descent {
  readonly now: Misfit;
  readonly taken: number;
  readonly isStuck: boolean;
}

/** Steps as long as parts of them make the size smaller than the largest of the last three. */
function descend(work: Workspace, problem: StepProblem, { eps, accuracy }: Foundation, start: Misfit, steps: number): Descent {
  let now = start;
  const past: [number, number, number] = [now.size, 0, 0];
  let taken = 0;
  while (taken < steps && now.worst > accuracy) {
    if (!findStep(work, problem, eps)) return { now, taken, isStuck: false };
    taken += 1;
    const found = shortenedStep(work, problem, eps, Math.max(past[0], past[1], past[2]));
    if (found === undefined) return { now, taken, isStuck: true };
    takeTrial(work, problem);
    now = found;
    past[taken % 3] = now.size;
  }
  return { now, taken, isStuck: false };
}

function takeTrial({ impulse, contactVelocity, trialImpulse, trialVelocity }: Workspace, { contactCount }: StepProblem): void {
  for (let k = 0; k < 3 * contactCount; k += 1) {
    impulse[k] = trialImpulse[k];
    contactVelocity[k] = trialVelocity[k];
  }
}

interface Misfit {
  /** Root of the sum of R |e|^2. */
  readonly size: number;
  /** Largest R |e|, m/s. */
  readonly worst: number;
}

/** The longest part of a step that makes the size smaller than it was at most; undefined where none does. */
function shortenedStep(work: Workspace, problem: StepProblem, eps: number, highest: number): Misfit | undefined {
  for (let share = 1; share >= SHORTEST; share *= 0.5) {
    const trial = tryStep(work, problem, eps, share);
    if (trial.size < (1 - 0.05 * share) * highest) return trial;
  }
  return undefined;
}

/** Where a part of the step leads, in the trials. */
function tryStep(work: Workspace, problem: StepProblem, eps: number, share: number): Misfit {
  const { impulse, contactVelocity, trialImpulse, trialVelocity, impulseStep, velocityStep } = work;
  for (let k = 0; k < 3 * problem.contactCount; k += 1) {
    trialImpulse[k] = impulse[k] + share * impulseStep[k];
    trialVelocity[k] = contactVelocity[k] + share * velocityStep[k];
  }
  return misfit(work, problem, eps, trialImpulse, trialVelocity);
}

/** How far impulses and velocities are from the law. */
function misfit(work: Workspace, problem: StepProblem, eps: number, p: Float64Array, v: Float64Array): Misfit {
  const { normal, softness, multiplier, immobile } = work;
  const { contactCount, friction, bound } = problem;
  let sum = 0;
  let worst = 0;
  for (let at = 0, i = 0; i < contactCount; i += 1, at += 3) {
    if (immobile[i] === 1) continue;
    const scale = SCALE * normal[i];
    const rho = eps * softness[i];
    const y0 = p[at] - (v[at] - bound[at] + rho * (p[at] - multiplier[at])) / scale;
    const y1 = p[at + 1] - (v[at + 1] - bound[at + 1] + rho * (p[at + 1] - multiplier[at + 1])) / scale;
    const y2 = p[at + 2] - (v[at + 2] - bound[at + 2] + rho * (p[at + 2] - multiplier[at + 2])) / scale;
    const most = friction[i] * y2;
    const tangential = Math.sqrt(y0 * y0 + y1 * y1);
    const share = y2 <= 0 ? 0 : tangential <= most ? 1 : most / tangential;
    const e0 = share * y0 - p[at];
    const e1 = share * y1 - p[at + 1];
    const e2 = Math.max(0, y2) - p[at + 2];
    const square = e0 * e0 + e1 * e1 + e2 * e2;
    sum += scale * square;
    const error = scale * Math.sqrt(square);
    if (!(error <= worst)) worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error;
  }
  return { size: Number.isNaN(sum) ? Number.POSITIVE_INFINITY : Math.sqrt(sum), worst };
}

/** dP and dv. False where the matrix is singular. */
function findStep(work: Workspace, problem: StepProblem, eps: number): boolean {
  const { slope, force, impulseStep, velocityStep, speedStep } = work;
  const { contactCount, jacobian } = problem;
  const [elimination, matrix] = eliminationOf(work, problem);
  linearise(work, problem, eps);
  assemble(matrix, elimination, problem, slope);
  work.factorisations += 1;
  if (!factor(matrix, elimination)) return false;
  speedStep.fill(0, 0, speedCountOf(problem));
  for (let i = 0; i < contactCount; i += 1) addImpulse(speedStep, problem, jacobian, i, force, 3 * i);
  solveFactored(matrix, elimination, problem, speedStep);
  contactVelocities(velocityStep, problem, speedStep);
  for (let i = 0; i < contactCount; i += 1)
    for (let c = 0; c < 3; c += 1) {
      const k = 9 * i + 3 * c;
      const v = 3 * i;
      impulseStep[v + c] =
        force[v + c] - slope[k] * velocityStep[v] - slope[k + 1] * velocityStep[v + 1] - slope[k + 2] * velocityStep[v + 2];
    }
  return true;
}

/** f and K of every contact at the present P and v. */
function linearise(work: Workspace, problem: StepProblem, eps: number): void {
  const { normal, softness, multiplier, immobile, impulse: p, contactVelocity: v, slope, force } = work;
  const { contactCount, friction, bound } = problem;
  slope.fill(0, 0, 9 * contactCount);
  for (let at = 0, i = 0; i < contactCount; i += 1, at += 3) {
    if (immobile[i] === 1) {
      force[at] = force[at + 1] = force[at + 2] = 0;
      continue;
    }
    const mu = friction[i];
    const scale = SCALE * normal[i];
    const rho = eps * softness[i];
    const c = rho / scale;
    const y0 = p[at] - (v[at] - bound[at] + rho * (p[at] - multiplier[at])) / scale;
    const y1 = p[at + 1] - (v[at + 1] - bound[at + 1] + rho * (p[at + 1] - multiplier[at + 1])) / scale;
    const y2 = p[at + 2] - (v[at + 2] - bound[at + 2] + rho * (p[at + 2] - multiplier[at + 2])) / scale;
    const tangential = Math.sqrt(y0 * y0 + y1 * y1);
    const k = 9 * i;
    force[at] = -p[at];
    force[at + 1] = -p[at + 1];
    force[at + 2] = -p[at + 2];
    if (y2 <= 0) continue;
    force[at + 2] = (y2 - p[at + 2]) / c;
    slope[k + 8] = 1 / rho;
    if (mu === 0) continue;
    if (tangential <= mu * y2) {
      force[at] = (y0 - p[at]) / c;
      force[at + 1] = (y1 - p[at + 1]) / c;
      slope[k] = slope[k + 4] = 1 / rho;
      continue;
    }
    const a0 = y0 / tangential;
    const a1 = y1 / tangential;
    const turn = (mu * y2) / tangential;
    const across = 1 - turn * (1 - c);
    const along = mu * y2 - (a0 * p[at] + a1 * p[at + 1]) + (1 - c) * mu * force[at + 2];
    const aside = -(a0 * p[at + 1] - a1 * p[at]) / across;
    force[at] = a0 * along - a1 * aside;
    force[at + 1] = a1 * along + a0 * aside;
    const stiff = turn / (scale * across);
    slope[k] = a1 * a1 * stiff;
    slope[k + 1] = slope[k + 3] = -a0 * a1 * stiff;
    slope[k + 4] = a0 * a0 * stiff;
    slope[k + 2] = (a0 * mu) / rho;
    slope[k + 5] = (a1 * mu) / rho;
  }
}
