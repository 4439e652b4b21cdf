/**
 * At which angle the next end of a uniform rod strikes without gravity, and up to which first angle it does.
 *
 * Both ends are symmetric about the middle, which rises at V while the rod turns at O, so the next angle is a root of
 *
 *     f(beta) = sin alpha + k (alpha + beta) - sin beta,     k = 2 V / |O|
 *
 * The end that has struck rebounds at r = e c, so k = 2 r/(|O| l) - cos alpha.
 *
 * k < 0: one root in [0, alpha]. 0 <= k < 1: f falls to its minimum at beta_m = arccos k; a root in [0, beta_m] if f is not positive there.
 * k >= 1: none. At the limit the end grazes the floor, f(beta_m) = 0, and the impulse is zero.
 *
 * A rod that falls flat, alpha -> 0, has all impacts at once, one after the other: the speeds u of the two ends take turns,
 *
 *     P = (1 + e) |u_i| / (1 + K)        u_j += (1 - K)/(1 + K) (1 + e) |u_i|        u_i = e |u_i|,        K = m l^2 / (4 I)
 *
 * Source: 003 section 2.4 and its tables 2.1 to 2.4; the limits of the third impact and the flat limit are ours.
 */
import { SolverError } from "../errors.js";
import { acos, cos, sin } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import { uniformImpacts } from "./rod-impact.js";

const QUARTER_TURN = 0.5 * Math.PI;

/**
 * The angle at which the other end strikes after one did at `angle`, at which it rebounds: 2 r/(|O| l) of the header. Undefined if it does
 * not strike.
 */
function nextAngle(angle: number, rebound: number): number | undefined {
  const c = cos(angle);
  const k = rebound - c;
  // No difference of near numbers where the angle is small: k + cos(alpha) is the rebound, exactly.
  const f = (next: number) => sineLessArc(angle) + rebound * (angle + next) - sin(next) - next * c;
  if (!(k < 1)) return undefined;
  const last = k < 0 ? Math.min(angle, QUARTER_TURN) : acos(k);
  // f(alpha) is 2 k alpha, so for k < 0 it is positive by rounding only.
  if (f(last) > 0) return k < 0 ? last : undefined;
  return findRoot(f, 0, last);
}

/** sin x - x cos x. */
function sineLessArc(x: number): number {
  if (x > 0.5) return sin(x) - x * cos(x);
  const square = x * x;
  let term = x * square;
  let sum = 0;
  for (let n = 1; n <= 9; n++) {
    term /= n === 1 ? 6 : -2 * n * (2 * n + 1);
    sum += 2 * n * term;
    term *= square;
  }
  return sum;
}

/** Angle of the second impact, rad, without gravity; undefined if there is none. */
export function secondAngle(restitution: number, first: number): number | undefined {
  const { angularVelocity } = uniformImpacts(restitution, first);
  return nextAngle(first, (2 * restitution) / Math.abs(angularVelocity[0]));
}

/** Angle of the third impact, rad, without gravity; undefined if there is none. */
export function thirdAngle(restitution: number, first: number): number | undefined {
  const second = secondAngle(restitution, first);
  if (second === undefined) return undefined;
  const { angularVelocity, approach } = uniformImpacts(restitution, first, second);
  // A rod that turns on the same way comes down with the other end only after half a turn.
  return angularVelocity[1] > 0 ? nextAngle(second, (2 * restitution * approach[1]) / angularVelocity[1]) : undefined;
}

/** Largest first angle with a second (or third) impact, rad. */
export function impactLimit(impact: 2 | 3, restitution: number): number {
  const exists = (angle: number) => (impact === 2 ? secondAngle : thirdAngle)(restitution, angle) !== undefined;
  let low = 1e-3;
  let high = QUARTER_TURN;
  if (!exists(low)) throw new SolverError(`there is no impact ${impact} with this restitution`, { restitution });
  // Existence ends once: halving to the last bit.
  for (let n = 0; n < 60; n++) {
    const middle = 0.5 * (low + high);
    if (middle === low || middle === high) break;
    if (exists(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** First angle at which the second impulse is as large as the first, rad; below it is larger. */
export function equalImpulsesAngle(restitution: number): number {
  const excess = (angle: number) => {
    const { impulse } = uniformImpacts(restitution, angle, secondAngle(restitution, angle) ?? Number.NaN);
    return impulse[1] - impulse[0];
  };
  return findRoot(excess, 1e-3, impactLimit(2, restitution) * (1 - 1e-12));
}

/** More impacts than this of a rod that falls flat are too small to count: each is at most half of the one before but one. */
const MOST_FLAT_IMPACTS = 2000;

/**
 * Impulses of a rod that falls flat, over its mass and speed, in order. `ratio` is m l^2 / (4 I), 3 for a uniform rod. With e = 0 their
 * number has no end; they are followed until the sum of what is left is below rounding.
 */
export function flatImpulses(restitution: number, ratio = 3): number[] {
  const impulses: number[] = [];
  const speeds: [number, number] = [-1, -1];
  for (let n = 0; n < MOST_FLAT_IMPACTS; n++) {
    const end = (n % 2) as 0 | 1;
    const approach = -speeds[end];
    if (!(approach > Number.EPSILON)) break;
    impulses.push(((1 + restitution) * approach) / (1 + ratio));
    speeds[1 - end] += ((1 - ratio) / (1 + ratio)) * (1 + restitution) * approach;
    speeds[end] = restitution * approach;
  }
  return impulses;
}
