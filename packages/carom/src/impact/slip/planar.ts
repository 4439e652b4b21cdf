/**
 * One planar impact in closed form: the core of the law `planar`, for callers who solve millions.
 *
 * In the plane slip has two directions only, so the impulse runs along at most two straight legs. On a leg the tangential impulse is
 * `ratio` times the normal impulse x, and with the mobility W = [[a, b], [b, c]]
 *
 *     slip(x) = slip + (b + ratio a) x          v(x) = v + (c + ratio b) x          ratio = -friction sign(slip)
 *
 * Slip stops where the first line meets zero, with the normal velocity w. Everything follows from w and from k, the slope of v on each leg:
 *
 *     w >= e |v|       the impact is over before: v after = e |v|                                              slides
 *     0 <= w < e |v|   slip stops in restitution, with D = (e^2 v^2 - w^2) / k1 = twice the energy left
 *                      in the spring: v after = sqrt(w^2 + k2 D), after x = D / (w + v after) more             sticks or reverses
 *     w < 0            slip stops in compression, after work P (|v| + |w|) / 2 over the impulse P:
 *                      R = sqrt(w^2 + k2 P (|v| + |w|)), v after = e R, after x = (|w| + e R) / k2 more        sticks or reverses
 *
 * In this form nothing cancels, and a slope k1 <= 0 on the first leg (jam: friction pushes the bodies together) needs no case of its own:
 * there slip always stops, and w < 0. A stopped contact sticks if |b| <= staticFriction a (ratio -b/a, k2 = c - b^2/a), else slip goes on
 * the way b drives it.
 *
 * Where a c = b^2 slip and normal velocity vanish together. If the contact then sticks, k2 = 0: nothing can push the bodies apart. They are
 * locked, and the impact ends there.
 *
 * Letters: a W_tt, b W_tn, c W_nn; v normalVelocity; e restitution; k1, k2 slopes of the normal velocity on the first and second leg.
 * Source: 002 eq. (2.9)-(2.21), (3.1)-(3.3); |b| (002 prints b), jam, lock and the stop rule are ours.
 */
import { SolverError } from "../../errors.js";

/** The routes through an impact; `planarImpact` returns a place in this list. */
export const PLANAR_BRANCHES = [
  "none",
  "start-stick|normal-pause",
  "start-slip|normal-pause",
  "sliding|normal-pause",
  "sliding|normal-pause|restitution-stick",
  "sliding|normal-pause|restitution-reverse",
  "sliding|compression-stick|normal-pause",
  "sliding|compression-reverse|normal-pause",
  "sliding|normal-pause|LOCK",
] as const;

/** The way a planar impact takes, in words. */
export type PlanarBranch = (typeof PLANAR_BRANCHES)[number];

export const PLANAR_NONE = 0;
export const PLANAR_START_STICK = 1;
export const PLANAR_START_SLIP = 2;
export const PLANAR_SLIDES = 3;
export const PLANAR_RESTITUTION_STICK = 4;
export const PLANAR_RESTITUTION_REVERSE = 5;
export const PLANAR_COMPRESSION_STICK = 6;
export const PLANAR_COMPRESSION_REVERSE = 7;
export const PLANAR_LOCK = 8;

/** Numbers that `planarImpact` writes: the impulse on the first body, the velocities after, and where the path bends. */
export const PLANAR_SIZE = 9;
/** Place of the tangential impulse among the numbers of planarImpact. */
export const TANGENTIAL_IMPULSE = 0;
/** Place of the normal impulse. */
export const NORMAL_IMPULSE = 1;
/** Place of the slip after the impact. */
export const SLIP_AFTER = 2;
/** Place of the normal velocity after the impact. */
export const NORMAL_VELOCITY_AFTER = 3;
/** Normal impulse at which compression ends, N s. */
export const COMPRESSION_IMPULSE = 4;
/** Normal impulse at which slip stops, N s; infinite where it does not. */
export const STOP_IMPULSE = 5;
/** Tangential over normal impulse while slip goes on as it was, and after it has stopped. */
export const FIRST_RATIO = 6;
export const SECOND_RATIO = 7;
/** Work done in compression, J, >= 0. */
export const COMPRESSION_WORK = 8;

/**
 * Slip below this fraction of the approach speed, each over the root of its mobility, is zero. Far above the rounding of a Jacobian times
 * speeds.
 */
const AT_REST = 1e-12;
/** A stopped contact whose normal mobility is below this fraction of the free one is locked. */
const LOCKED = 1e-12;
/** What is left of the normal velocity where slip stops is zero below this fraction: a fraction `LOCKED` of the energy, as a speed. */
const LOCKED_SPEED = 1e-6;
/** Below this fraction a slope is the rounding of the terms it is the difference of. */
const ROUNDING = 1e-14;

/**
 * Mobility [[a, b], [b, c]] with a >= 0, c > 0, a c >= b^2 (not checked), contact velocities and material in; `out` (PLANAR_SIZE numbers)
 * and the branch out. Allocates nothing. Written in scalars because it runs in tens of nanoseconds; planar.test.ts holds it to
 * `frictional`.
 */
export function planarImpact(
  a: number,
  b: number,
  c: number,
  slip: number,
  normalVelocity: number,
  friction: number,
  staticFriction: number,
  restitution: number,
  out: Float64Array,
): number {
  const approach = -normalVelocity;
  if (!(approach > 0)) return leaveUntouched(slip, normalVelocity, out);
  // Where nothing moves along the tangent, friction has nothing to act on.
  if (friction === 0 || a === 0) return slide(0, b, c, slip, approach, Number.POSITIVE_INFINITY, restitution, out);

  const startsAtRest = Math.abs(slip) <= AT_REST * approach * Math.sqrt(a / c);
  const ratio = slip > 0 ? -friction : friction;
  const rate = b + ratio * a;
  const slope = c + ratio * b;
  const stops = slip > 0 ? rate < 0 : rate > 0;
  const stop = startsAtRest ? 0 : stops ? -slip / rate : Number.POSITIVE_INFINITY;
  const speed = startsAtRest ? normalVelocity : stop < Number.POSITIVE_INFINITY ? normalVelocity + slope * stop : Number.POSITIVE_INFINITY;
  if (speed >= restitution * approach) return slide(ratio, rate, slope, slip, approach, stop, restitution, out);

  const sticks = Math.abs(b) <= staticFriction * a;
  const nextRatio = sticks ? -b / a : b > 0 ? -friction : friction;
  const nextRate = sticks ? 0 : b + nextRatio * a;
  let nextSlope = c + nextRatio * b;
  if (nextSlope <= LOCKED * c) {
    if (slope > 0 && Math.abs(speed) <= LOCKED_SPEED * (approach + Math.abs(slip) * Math.sqrt(c / a)))
      return lock(ratio, rate, slope, slip, approach, out);
    if (speed < 0 && nextSlope <= ROUNDING * c) throw wedged(a, b, c, stop);
    nextSlope = Math.max(nextSlope, 0);
  }

  out[STOP_IMPULSE] = stop;
  out[FIRST_RATIO] = ratio;
  out[SECOND_RATIO] = nextRatio;
  let rest: number;
  if (speed < 0) {
    const work = stop * (approach - speed);
    const root = Math.sqrt(speed * speed + nextSlope * work);
    const compression = -speed / nextSlope;
    rest = compression + (restitution * root) / nextSlope;
    out[COMPRESSION_IMPULSE] = stop + compression;
    out[COMPRESSION_WORK] = 0.5 * (work - speed * compression);
    out[NORMAL_VELOCITY_AFTER] = restitution * root;
  } else {
    const left = ((restitution * approach - speed) * (restitution * approach + speed)) / slope;
    const after = Math.sqrt(speed * speed + nextSlope * left);
    rest = left > 0 ? left / (speed + after) : 0;
    out[COMPRESSION_IMPULSE] = approach / slope;
    out[COMPRESSION_WORK] = (0.5 * approach * approach) / slope;
    out[NORMAL_VELOCITY_AFTER] = after;
  }
  out[TANGENTIAL_IMPULSE] = ratio * stop + nextRatio * rest;
  out[NORMAL_IMPULSE] = stop + rest;
  out[SLIP_AFTER] = nextRate * rest;
  if (startsAtRest) return sticks ? PLANAR_START_STICK : PLANAR_START_SLIP;
  if (speed < 0) return sticks ? PLANAR_COMPRESSION_STICK : PLANAR_COMPRESSION_REVERSE;
  return sticks ? PLANAR_RESTITUTION_STICK : PLANAR_RESTITUTION_REVERSE;
}

/** The whole impact on one leg. */
function slide(
  ratio: number,
  rate: number,
  slope: number,
  slip: number,
  approach: number,
  stop: number,
  restitution: number,
  out: Float64Array,
): number {
  if (!(slope > 0)) throw new SolverError("the bodies never separate: no mass matrix gives this mobility", { slope });
  const compression = approach / slope;
  const normalImpulse = compression + restitution * compression;
  out[TANGENTIAL_IMPULSE] = ratio * normalImpulse;
  out[NORMAL_IMPULSE] = normalImpulse;
  // Slip that would stop at the very end may be left on the wrong side of zero by rounding.
  const after = slip + rate * normalImpulse;
  out[SLIP_AFTER] = stop < Number.POSITIVE_INFINITY && (slip > 0 ? after < 0 : after > 0) ? 0 : after;
  out[NORMAL_VELOCITY_AFTER] = restitution * approach;
  out[COMPRESSION_IMPULSE] = compression;
  out[STOP_IMPULSE] = Number.POSITIVE_INFINITY;
  out[FIRST_RATIO] = ratio;
  out[SECOND_RATIO] = ratio;
  out[COMPRESSION_WORK] = 0.5 * approach * compression;
  return PLANAR_SLIDES;
}

/** Ends at the normal pause, where slip is zero too. */
function lock(ratio: number, rate: number, slope: number, slip: number, approach: number, out: Float64Array): number {
  slide(ratio, rate, slope, slip, approach, Number.POSITIVE_INFINITY, 0, out);
  out[STOP_IMPULSE] = out[NORMAL_IMPULSE];
  return PLANAR_LOCK;
}

function leaveUntouched(slip: number, normalVelocity: number, out: Float64Array): number {
  out.fill(0, 0, PLANAR_SIZE);
  out[SLIP_AFTER] = slip;
  out[NORMAL_VELOCITY_AFTER] = normalVelocity;
  out[STOP_IMPULSE] = Number.POSITIVE_INFINITY;
  return PLANAR_NONE;
}

function wedged(a: number, b: number, c: number, stop: number): SolverError {
  return new SolverError(
    `the contact wedges: it sticks while the bodies still approach, and with the singular mobility [[${a}, ${b}], [${b}, ${c}]] no ` +
      `impulse can stop them`,
    { normalImpulse: stop },
  );
}
