/**
 * Contact after contact, each solved exactly while the others stand still: block Gauss-Seidel, there and back, with nonlinear conjugate
 * gradients over the sweeps.
 *
 * One contact: q is its velocity without its own impulse, minus its bound. Open if q_n >= 0; it sticks if -S^-1 q lies in the cone; else it
 * slips: the root in lambda of |P_t| = mu P_n with (S + diag(lambda, lambda, 0)) P = -q, between 0 and infinity.
 *
 * Source: Silcowitz, Niebe and Erleben, A nonsmooth nonlinear conjugate gradient method for interactive contact force problems, 2010; own
 * study, dense contact section 4.
 */
import { addImpulse, contactRow } from "./block.js";
import { moveBy, residualOf } from "./cone.js";
import { GROUND, isOfBodies, type StepProblem, speedCountOf } from "./problem.js";
import type { Workspace } from "./workspace.js";

/** Of the trace of S: what is added so that a direction that cannot move has a solution too. */
const REGULAR = 1e-9;
/** Sweeps between two looks at the residual. */
const LOOK = 20;
/** After so many they go on only where a look finds the residual near, in tolerances, and smaller by this than the last one did. */
const FEW = 40;
const NEAR = 10;
const FASTER = 0.5;
/** In tolerances: where nothing moves by more, the residual may be small. */
const STILL = 0.3;
/** Steps of Newton and bisections for one contact that slips. */
const MOST_TRIALS = 60;
/** Of lambda: |P_t| = mu P_n is then solved. */
const SOLVED = 1e-13;

/** Sweeps until the residual is small or the budget is used up; leaves the best impulses; returns how many there were. */
export function sweep(work: Workspace, problem: StepProblem, budget: number, residual: number): { sweeps: number; residual: number } {
  const { impulse, best, impulseStep, trialImpulse, velocity, speedStep, speedBefore } = work;
  const size = 3 * problem.contactCount;
  const width = speedCountOf(problem);
  const alike = isOfBodies(problem);
  let smallest = residual;
  let previous = Number.POSITIVE_INFINITY;
  let last = 0;
  impulseStep.fill(0, 0, size);
  speedStep.fill(0, 0, width);
  for (let k = 0; k < size; k += 1) best[k] = impulse[k];
  for (let done = 1; done <= budget; done += 1) {
    for (let k = 0; k < size; k += 1) trialImpulse[k] = impulse[k];
    for (let k = 0; k < width; k += 1) speedBefore[k] = velocity[k];
    const moved = alike ? sweepBodies(work, problem, done % 2 === 0) : sweepOnce(work, problem, done % 2 === 0);
    if (done % LOOK === 0 || done === budget || moved <= STILL * problem.tolerance) {
      moveBy(work, problem);
      const now = residualOf(work, problem);
      const isSlow = now > NEAR * problem.tolerance || now > FASTER * previous;
      if (done % LOOK === 0) previous = now;
      if (now < smallest) {
        smallest = now;
        for (let k = 0; k < size; k += 1) best[k] = impulse[k];
      }
      if (smallest <= problem.tolerance || done === budget || (done >= FEW && isSlow)) return { sweeps: done, residual: smallest };
    }
    last = conjugate(work, problem, last);
  }
  return { sweeps: 0, residual: smallest };
}

/**
 * P += beta p_old; p = beta p_old + change of the sweep, and the same for u, which is linear in P. P may leave its cones: the next sweep
 * brings it back. Returns the size of the change.
 */
function conjugate(work: Workspace, problem: StepProblem, last: number): number {
  const { impulse, impulseStep, trialImpulse, normal, velocity, speedStep, speedBefore } = work;
  let now = 0;
  for (let i = 0; i < problem.contactCount; i += 1)
    for (let k = 3 * i; k < 3 * i + 3; k += 1) {
      const change = impulse[k] - trialImpulse[k];
      now += normal[i] * change * change;
    }
  const ratio = last > 0 ? now / last : 0;
  const beta = ratio > 1 ? 0 : ratio;
  for (let k = 0; k < 3 * problem.contactCount; k += 1) {
    const change = impulse[k] - trialImpulse[k];
    impulse[k] += beta * impulseStep[k];
    impulseStep[k] = beta * impulseStep[k] + change;
  }
  const width = speedCountOf(problem);
  for (let k = 0; k < width; k += 1) {
    const change = velocity[k] - speedBefore[k];
    velocity[k] += beta * speedStep[k];
    speedStep[k] = beta * speedStep[k] + change;
  }
  return now;
}

/** One pass. Returns the largest change of an impulse, as the velocity that it makes, m/s. */
function sweepOnce(work: Workspace, problem: StepProblem, backwards: boolean): number {
  const { contactCount, offset, bound, friction } = problem;
  const { impulse, velocity, response, own, normal, immobile, small, weights } = work;
  let moved = 0;
  for (let step = 0; step < contactCount; step += 1) {
    const i = backwards ? contactCount - 1 - step : step;
    if (immobile[i] === 1) continue;
    for (let c = 0; c < 3; c += 1) {
      const value = contactRow(problem, i, c, velocity) + offset[3 * i + c];
      const s = 9 * i + 3 * c;
      const ours = own[s] * impulse[3 * i] + own[s + 1] * impulse[3 * i + 1] + own[s + 2] * impulse[3 * i + 2];
      small[c] = value - bound[3 * i + c] - ours;
    }
    for (let c = 0; c < 3; c += 1) weights[c] = impulse[3 * i + c];
    solveContact(own, 9 * i, small, friction[i], weights);
    for (let c = 0; c < 3; c += 1) {
      const change = weights[c] - impulse[3 * i + c];
      impulse[3 * i + c] = weights[c];
      weights[c] = change;
      moved = Math.max(moved, normal[i] * Math.abs(change));
    }
    addImpulse(velocity, problem, response, i, weights, 0);
  }
  return moved;
}

/** The same for rigid bodies alone, whose rows are six numbers long: the products are written out, because balls spend their time here. */
function sweepBodies(work: Workspace, problem: StepProblem, backwards: boolean): number {
  const { contactCount, offset, bound, friction, bodies, starts, jacobian } = problem;
  const { impulse, velocity: u, response, own, normal, immobile, small, weights } = work;
  let moved = 0;
  for (let step = 0; step < contactCount; step += 1) {
    const i = backwards ? contactCount - 1 - step : step;
    if (immobile[i] === 1) continue;
    const at = 3 * i;
    const p0 = impulse[at];
    const p1 = impulse[at + 1];
    const p2 = impulse[at + 2];
    const second = bodies[2 * i + 1];
    const a = starts[bodies[2 * i]];
    const b = second === GROUND ? -1 : starts[second];
    for (let c = 0; c < 3; c += 1) {
      const j = 36 * i + 6 * c;
      let value =
        jacobian[j] * u[a] +
        jacobian[j + 1] * u[a + 1] +
        jacobian[j + 2] * u[a + 2] +
        jacobian[j + 3] * u[a + 3] +
        jacobian[j + 4] * u[a + 4] +
        jacobian[j + 5] * u[a + 5];
      if (b >= 0)
        value +=
          jacobian[j + 18] * u[b] +
          jacobian[j + 19] * u[b + 1] +
          jacobian[j + 20] * u[b + 2] +
          jacobian[j + 21] * u[b + 3] +
          jacobian[j + 22] * u[b + 4] +
          jacobian[j + 23] * u[b + 5];
      const s = 9 * i + 3 * c;
      small[c] = value + offset[at + c] - bound[at + c] - (own[s] * p0 + own[s + 1] * p1 + own[s + 2] * p2);
    }
    weights[0] = p0;
    weights[1] = p1;
    weights[2] = p2;
    solveContact(own, 9 * i, small, friction[i], weights);
    const d0 = weights[0] - p0;
    const d1 = weights[1] - p1;
    const d2 = weights[2] - p2;
    // What stays open changes nothing.
    if (d0 === 0 && d1 === 0 && d2 === 0) continue;
    impulse[at] = weights[0];
    impulse[at + 1] = weights[1];
    impulse[at + 2] = weights[2];
    moved = Math.max(moved, normal[i] * Math.max(Math.abs(d0), Math.abs(d1), Math.abs(d2)));
    for (let k = 0, j = 36 * i; k < 6; k += 1, j += 1) u[a + k] += response[j] * d0 + response[j + 6] * d1 + response[j + 12] * d2;
    if (b >= 0)
      for (let k = 0, j = 36 * i + 18; k < 6; k += 1, j += 1) u[b + k] += response[j] * d0 + response[j + 6] * d1 + response[j + 12] * d2;
  }
  return moved;
}

/** The impulse of one contact alone; `q` its velocity without it, `out` the impulse that it had. */
export function solveContact(s: Float64Array, at: number, q: Float64Array, friction: number, out: Float64Array): void {
  const p0 = out[0];
  const p1 = out[1];
  const p2 = out[2];
  out[0] = out[1] = out[2] = 0;
  if (q[2] >= 0) return;
  const trace = s[at] + s[at + 4] + s[at + 8];
  if (!(trace > 0)) return;
  if (friction === 0) {
    out[2] = -q[2] / (s[at + 8] + REGULAR * trace);
    return;
  }
  impulseAt(s, at, 0, q, friction, out);
  if (out[0] * out[0] + out[1] * out[1] <= friction * friction * out[2] * out[2] && out[2] >= 0) return;
  // It begins with the lambda that goes with the impulse that it had, and stays between what is outside the cone and what is inside.
  const square = p0 * p0 + p1 * p1;
  const along = p0 * (s[at] * p0 + s[at + 1] * p1 + s[at + 2] * p2 + q[0]) + p1 * (s[at + 1] * p0 + s[at + 4] * p1 + s[at + 5] * p2 + q[1]);
  const mean = 0.5 * (s[at] + s[at + 4]);
  let lambda = square > 0 && along < 0 ? -along / square : mean;
  let low = 0;
  let high = Number.POSITIVE_INFINITY;
  for (let trial = 0; trial < MOST_TRIALS; trial += 1) {
    const step = impulseAt(s, at, lambda, q, friction, out);
    if (step > 0) low = lambda;
    else high = lambda;
    if (Math.abs(step) <= SOLVED * lambda || high - low <= SOLVED * high) break;
    const next = lambda + step;
    lambda = next > low && next < high ? next : high < Number.POSITIVE_INFINITY ? 0.5 * (low + high) : 4 * lambda + mean;
  }
  // What is left of the root is taken out of friction.
  out[2] = Math.max(0, out[2]);
  const tangential = Math.sqrt(out[0] * out[0] + out[1] * out[1]);
  const share = tangential > 0 ? (friction * out[2]) / tangential : 0;
  out[0] *= share;
  out[1] *= share;
}

/**
 * P of (S + diag(lambda, lambda, 0)) P = -q, left in `out`. Returns the step of Newton for mu P_n / |P_t| = 1, which is nearly linear in
 * lambda: positive outside the cone.
 */
function impulseAt(s: Float64Array, at: number, lambda: number, q: Float64Array, friction: number, out: Float64Array): number {
  const extra = REGULAR * (s[at] + s[at + 4] + s[at + 8]);
  const a = s[at] + extra + lambda;
  const b = s[at + 1];
  const c = s[at + 2];
  const d = s[at + 4] + extra + lambda;
  const e = s[at + 5];
  const f = s[at + 8] + extra;
  // Cofactors of a symmetric 3 x 3.
  const m00 = d * f - e * e;
  const m01 = c * e - b * f;
  const m02 = b * e - c * d;
  const m11 = a * f - c * c;
  const m12 = b * c - a * e;
  const m22 = a * d - b * b;
  const scale = -1 / (a * m00 + b * m01 + c * m02);
  const p0 = scale * (m00 * q[0] + m01 * q[1] + m02 * q[2]);
  const p1 = scale * (m01 * q[0] + m11 * q[1] + m12 * q[2]);
  const p2 = scale * (m02 * q[0] + m12 * q[1] + m22 * q[2]);
  out[0] = p0;
  out[1] = p1;
  out[2] = p2;
  const tangential = Math.sqrt(p0 * p0 + p1 * p1);
  if (tangential === 0) return p2 > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const rateOfTangential = (scale * (p0 * (m00 * p0 + m01 * p1) + p1 * (m01 * p0 + m11 * p1))) / tangential;
  const rateOfNormal = scale * (m02 * p0 + m12 * p1);
  const missing = tangential - friction * p2;
  const slope = friction * (rateOfNormal * tangential - p2 * rateOfTangential);
  const step = (missing * tangential) / slope;
  // A P_n that pulls is outside whatever the slope says.
  return step > 0 === missing > 0 ? step : missing > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
