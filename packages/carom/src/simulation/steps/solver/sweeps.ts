/**
 * Contact after contact, each solved exactly while the others stand still: block Gauss-Seidel, with Anderson acceleration over the sweeps,
 * of impulses and of the speeds that are linear in them. All sweeps go the same way: what is accelerated is one map.
 *
 * One contact: q is its velocity without its own impulse, minus its bound. Open if q_n >= 0; it sticks if -S^-1 q lies in the cone; else it
 * slips: the root in lambda of |P_t| = mu P_n with (S + diag(lambda, lambda, 0)) P = -q, between 0 and infinity.
 *
 * Source: Jean, The non-smooth contact dynamics method, 1999 (sweeps); own study, dense contact section 4.
 */
import { addImpulse, contactRow } from "./block.js";
import { moveBy, residualOf } from "./cone.js";
import { GROUND, isOfBodies, type StepProblem, speedCountOf } from "./problem.js";
import type { Workspace } from "./workspace.js";

/** Of the trace of S: what is added so that a direction that cannot move has a solution too. */
const REGULAR = 1e-9;
/** Sweeps between two looks at the residual. */
const LOOK = 20;
/** After so many they go on only where a look finds the residual smaller by this than the last one did. */
const FEW = 40;
const FASTER = 0.7;
/** In tolerances: where nothing moves by more, the residual may be small. */
const STILL = 0.7;
/** The square of a change may grow by this before the differences are forgotten. */
const GROWTH = 2.25;
/** Of the squares of the differences: added to each, so that parallel ones have a solution too. */
const PARALLEL = 1e-10;
/** Of the trace of S: entries that are none. */
const ROUND = 1e-13;
/** Steps of Newton and bisections for one contact that slips. */
const MOST_TRIALS = 60;
/** Of lambda: |P_t| = mu P_n is then solved. */
const SOLVED = 1e-13;

/** Sweeps until the residual is small or the budget is used up; leaves the best impulses; returns how many there were. */
export function sweep(work: Workspace, problem: StepProblem, budget: number, residual: number): { sweeps: number; residual: number } {
  const { impulse, best } = work;
  const size = 3 * problem.contactCount;
  const alike = isOfBodies(problem);
  let smallest = residual;
  let previous = Number.POSITIVE_INFINITY;
  for (let k = 0; k < size; k += 1) best[k] = work.before[k] = impulse[k];
  work.impulseSteps.fill(0, 0, 2 * size);
  work.speedSteps.fill(0, 0, 2 * speedCountOf(problem));
  const past: Past = { count: 0, square: Number.POSITIVE_INFINITY };
  for (let done = 1; done <= budget; done += 1) {
    const moved = alike ? sweepBodies(work, problem) : sweepOnce(work, problem);
    if (done % LOOK === 0 || done === budget || moved <= STILL * problem.tolerance) {
      moveBy(work, problem);
      const now = residualOf(work, problem);
      const isSlow = now > FASTER * previous;
      if (done % LOOK === 0) previous = now;
      if (now < smallest) {
        smallest = now;
        for (let k = 0; k < size; k += 1) best[k] = impulse[k];
      }
      if (smallest <= problem.tolerance || done === budget || (done >= FEW && isSlow)) return { sweeps: done, residual: smallest };
    }
    accelerate(work, problem, past);
  }
  return { sweeps: 0, residual: smallest };
}

/** How many sweeps the differences follow from, and the square of the last change. */
interface Past {
  count: number;
  square: number;
}

/**
 * P := P - sum gamma_j (P - P_last)_j, and the same for u, which is linear in P. With two differences the least squares problem is one of
 * two numbers. Where the change grows the past is forgotten: another branch of the law holds there. P may leave its cones: the next sweep
 * brings it back.
 */
function accelerate(work: Workspace, problem: StepProblem, past: Past): void {
  const { impulse, before, lastImpulse, lastChange, impulseSteps, changeSteps, velocity, lastSpeed, speedSteps, normal } = work;
  const { contactCount } = problem;
  const size = 3 * contactCount;
  const width = speedCountOf(problem);
  const slot = past.count % 2;
  const [at, other] = [slot * size, (1 - slot) * size];
  let square = 0;
  let own = 0;
  let toOwn = 0;
  let cross = 0;
  let others = 0;
  let toOther = 0;
  for (let i = 0, k = 0; i < contactCount; i += 1)
    for (const end = k + 3; k < end; k += 1) {
      const change = impulse[k] - before[k];
      const step = change - lastChange[k];
      const older = changeSteps[other + k];
      changeSteps[at + k] = step;
      impulseSteps[at + k] = impulse[k] - lastImpulse[k];
      lastChange[k] = change;
      lastImpulse[k] = impulse[k];
      const weight = normal[i];
      square += weight * change * change;
      own += weight * step * step;
      toOwn += weight * step * change;
      cross += weight * step * older;
      others += weight * older * older;
      toOther += weight * older * change;
    }
  const speedAt = slot * width;
  const speedOther = (1 - slot) * width;
  for (let k = 0; k < width; k += 1) {
    speedSteps[speedAt + k] = velocity[k] - lastSpeed[k];
    lastSpeed[k] = velocity[k];
  }
  if (square > GROWTH * past.square) past.count = 0;
  const { count } = past;
  past.square = square;
  past.count += 1;
  let share = 0;
  let olderShare = 0;
  if (count > 0) {
    const extra = PARALLEL * (own + (count > 1 ? others : 0));
    const a = own + extra;
    const d = others + extra;
    const determinant = count > 1 ? a * d - cross * cross : 0;
    if (determinant > 0) {
      share = (d * toOwn - cross * toOther) / determinant;
      olderShare = (a * toOther - cross * toOwn) / determinant;
    } else if (a > 0) share = toOwn / a;
  }
  for (let k = 0; k < size; k += 1) {
    if (count > 0) impulse[k] -= share * impulseSteps[at + k] + olderShare * impulseSteps[other + k];
    before[k] = impulse[k];
  }
  if (count > 0)
    for (let k = 0; k < width; k += 1) velocity[k] -= share * speedSteps[speedAt + k] + olderShare * speedSteps[speedOther + k];
}

/** One pass. Returns the largest change of an impulse, as the velocity that it makes, m/s. */
function sweepOnce(work: Workspace, problem: StepProblem): number {
  const { contactCount, offset, bound, friction } = problem;
  const { impulse, velocity, response, own, normal, immobile, small, weights } = work;
  let moved = 0;
  for (let i = 0; i < contactCount; i += 1) {
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

/**
 * The same for rigid bodies alone, whose rows are six numbers long: the products are written out, because balls spend their time here. Of
 * what is open the normal row is all that is looked at.
 */
function sweepBodies(work: Workspace, problem: StepProblem): number {
  const { contactCount, offset, bound, friction, bodies, starts } = problem;
  const { impulse, velocity: u, response, own, normal, immobile, small, weights } = work;
  let moved = 0;
  for (let i = 0; i < contactCount; i += 1) {
    if (immobile[i] === 1) continue;
    const at = 3 * i;
    const s = 9 * i;
    const p0 = impulse[at];
    const p1 = impulse[at + 1];
    const p2 = impulse[at + 2];
    const second = bodies[2 * i + 1];
    const a = starts[bodies[2 * i]];
    const b = second === GROUND ? -1 : starts[second];
    readRow(small, 2, problem, i, u);
    small[2] += offset[at + 2] - bound[at + 2] - (own[s + 6] * p0 + own[s + 7] * p1 + own[s + 8] * p2);
    if (small[2] >= 0) {
      // What stays open changes nothing.
      if (p0 === 0 && p1 === 0 && p2 === 0) continue;
      weights[0] = weights[1] = weights[2] = 0;
    } else {
      if (friction[i] > 0) {
        readRow(small, 0, problem, i, u);
        small[0] += offset[at] - bound[at] - (own[s] * p0 + own[s + 1] * p1 + own[s + 2] * p2);
        readRow(small, 1, problem, i, u);
        small[1] += offset[at + 1] - bound[at + 1] - (own[s + 3] * p0 + own[s + 4] * p1 + own[s + 5] * p2);
      }
      weights[0] = p0;
      weights[1] = p1;
      weights[2] = p2;
      solveContact(own, s, small, friction[i], weights);
    }
    const d0 = weights[0] - p0;
    const d1 = weights[1] - p1;
    const d2 = weights[2] - p2;
    impulse[at] = weights[0];
    impulse[at + 1] = weights[1];
    impulse[at + 2] = weights[2];
    moved = Math.max(moved, normal[i] * Math.max(Math.abs(d0), Math.abs(d1), Math.abs(d2)));
    weights[0] = d0;
    weights[1] = d1;
    weights[2] = d2;
    addResponse(u, a, response, 36 * i, weights);
    if (b >= 0) addResponse(u, b, response, 36 * i + 18, weights);
  }
  return moved;
}

/** Component c of J u at contact i of rigid bodies, left in `out`: a number that is returned would be allocated. */
function readRow(out: Float64Array, c: number, { bodies, starts, jacobian }: StepProblem, i: number, u: Float64Array): void {
  const second = bodies[2 * i + 1];
  const a = starts[bodies[2 * i]];
  const j = 36 * i + 6 * c;
  out[c] =
    jacobian[j] * u[a] +
    jacobian[j + 1] * u[a + 1] +
    jacobian[j + 2] * u[a + 2] +
    jacobian[j + 3] * u[a + 3] +
    jacobian[j + 4] * u[a + 4] +
    jacobian[j + 5] * u[a + 5];
  if (second === GROUND) return;
  const b = starts[second];
  out[c] +=
    jacobian[j + 18] * u[b] +
    jacobian[j + 19] * u[b + 1] +
    jacobian[j + 20] * u[b + 2] +
    jacobian[j + 21] * u[b + 3] +
    jacobian[j + 22] * u[b + 4] +
    jacobian[j + 23] * u[b + 5];
}

/** Six speeds at `to` += three rows of the response at j, each times its change. */
function addResponse(u: Float64Array, to: number, response: Float64Array, j: number, change: Float64Array): void {
  const d0 = change[0];
  const d1 = change[1];
  const d2 = change[2];
  u[to] += response[j] * d0 + response[j + 6] * d1 + response[j + 12] * d2;
  u[to + 1] += response[j + 1] * d0 + response[j + 7] * d1 + response[j + 13] * d2;
  u[to + 2] += response[j + 2] * d0 + response[j + 8] * d1 + response[j + 14] * d2;
  u[to + 3] += response[j + 3] * d0 + response[j + 9] * d1 + response[j + 15] * d2;
  u[to + 4] += response[j + 4] * d0 + response[j + 10] * d1 + response[j + 16] * d2;
  u[to + 5] += response[j + 5] * d0 + response[j + 11] * d1 + response[j + 17] * d2;
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
  if (isRound(s, at, trace)) {
    solveRound(s, at, q, friction, out);
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

/** Whether S is diagonal with equal tangential parts, as it is of balls: then it slips straight against q_t. */
function isRound(s: Float64Array, at: number, trace: number): boolean {
  const least = ROUND * trace;
  return (
    Math.abs(s[at + 1]) <= least && Math.abs(s[at + 2]) <= least && Math.abs(s[at + 5]) <= least && Math.abs(s[at] - s[at + 4]) <= least
  );
}

function solveRound(s: Float64Array, at: number, q: Float64Array, friction: number, out: Float64Array): void {
  const extra = REGULAR * (s[at] + s[at + 4] + s[at + 8]);
  const normal = -q[2] / (s[at + 8] + extra);
  const most = friction * normal * (s[at] + extra);
  const tangential = Math.sqrt(q[0] * q[0] + q[1] * q[1]);
  const share = tangential <= most ? -1 / (s[at] + extra) : (-friction * normal) / tangential;
  out[0] = share * q[0];
  out[1] = share * q[1];
  out[2] = normal;
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
