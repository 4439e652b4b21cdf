/**
 * Invariant directions: the directions along which slip runs straight.
 *
 * Written with the angle a of the slip, z = (cos a, sin a) and p = (-sin a, cos a), the slip speed changes at the radial rate
 * f = z . (d - friction B z) and the slip turns at the rate g = p . (d - friction B z) over the speed. Slip runs straight where g = 0;
 * there f is its rate. Inwards (f <= 0) the direction is centripetal, outwards centrifugal. Neighbouring paths close in on it where
 * dg/da = -friction p . B p - f is negative (attracting) and leave it where it is positive (repelling).
 *
 * g is minus the slope of U(z) = friction/2 z . B z - d . z on the unit circle, so the global minimum of U attracts. If any direction is
 * centrifugal it is that one, it is the only one, and it exists exactly when |B^-1 d| > friction.
 *
 * With t = tan(a/2) the condition g = 0 is a quartic; a = pi is a root where the leading coefficient vanishes.
 * Source: 000 eq. (2.29), theorem 5; stability and the minimum property are ours.
 */
import { SolverError } from "../../errors.js";
import { atan2 } from "../../math/elementary.js";
import { quarticRoots } from "../../math/polynomial.js";
import type { SlipContact } from "./contact.js";

/** A direction of slip that friction does not turn. */
export interface InvariantDirection {
  /** Angle of the slip from tangent 1 towards tangent 2, rad, in (-pi, pi]. */
  readonly angle: number;
  /** The same as a unit vector in (tangent 1, tangent 2). */
  readonly direction: readonly [number, number];
  /** Change of the slip speed per normal impulse, 1/kg. */
  readonly radialRate: number;
  /** Derivative of the turning rate with respect to the angle, 1/kg. Negative attracts. */
  readonly turning: number;
  /** Whether the contact slows down along it (centripetal) or speeds up (centrifugal). */
  readonly kind: "centripetal" | "centrifugal";
  /** Neutral where two directions meet: attracting from one side, repelling to the other. */
  readonly stability: "attracting" | "repelling" | "neutral";
}

/** What the way ahead of a slip is decided by: an invariant direction but for its angle and kind. */
export type BareDirection = Omit<InvariantDirection, "angle" | "kind">;

/**
 * All invariant directions, by angle. Empty where every direction is invariant (isotropic tangent block without coupling, or no friction
 * and no coupling).
 */
export function invariantDirections(contact: SlipContact): InvariantDirection[] {
  return bareDirections(contact)
    .map(({ direction, radialRate, turning, stability }): InvariantDirection => {
      const angle = atan2(direction[1], direction[0]);
      return {
        angle: angle === -Math.PI ? Math.PI : angle,
        direction,
        radialRate,
        turning,
        kind: radialRate > 0 ? "centrifugal" : "centripetal",
        stability,
      };
    })
    .sort((a, b) => a.angle - b.angle);
}

function bareDirections(contact: SlipContact): BareDirection[] {
  const { b11, b12, b22, d1, d2, friction } = contact;
  const scale = friction * (b11 + b22) + Math.abs(d1) + Math.abs(d2);
  const anisotropy = friction * (Math.abs(b12) + Math.abs(b22 - b11));
  if (anisotropy + Math.abs(d1) + Math.abs(d2) <= ALL_INVARIANT * scale) return [];

  const cross = friction * b12;
  const difference = 2 * friction * (b22 - b11);
  const found: BareDirection[] = [];
  const add = (z1: number, z2: number) => {
    const candidate = describe(contact, polish(contact, z1, z2), scale);
    if (!found.some((known) => same(known.direction, candidate.direction))) found.push(candidate);
  };
  // Coefficients far below rounding would only make roots that overflow; the roots they shift are polished below.
  const rounded = (coefficient: number) => (Math.abs(coefficient) <= DUST * scale ? 0 : coefficient);
  const coefficients = [-cross - d2, difference - 2 * d1, 6 * cross, -difference - 2 * d1, d2 - cross].map(rounded) as [
    number,
    number,
    number,
    number,
    number,
  ];
  for (const t of quarticRoots(...coefficients)) {
    // tan(a/2) far from 1 is better squared as its inverse.
    if (Math.abs(t) <= 1) add((1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t));
    else add((1 / t / t - 1) / (1 / t / t + 1), 2 / t / (1 / t / t + 1));
  }
  if (Math.abs(cross + d2) <= NEARLY_PI * scale) {
    const pi = polish(contact, -1, 0);
    if (Math.abs(turningRate(contact, pi[0], pi[1])) <= ROOT * scale) add(-1, 0);
  }
  return found;
}

/** Below this fraction of the largest term the turning rate is zero for every direction. */
const ALL_INVARIANT = 1e-15;
/** A coefficient below this fraction says nothing about the directions. */
const DUST = 1e-20;
/** A leading coefficient below this fraction may hide a root at the angle pi. */
const NEARLY_PI = 1e-9;
/** A turning rate below this fraction is rounding. */
const ROOT = 1e-13;
/** Cosine-like distance at which two polished roots are the same one. */
const SAME = 1e-7;
/** Relative slope of the turning rate that counts as a double root. */
const DOUBLE = 1e-7;

function same(a: readonly [number, number], b: readonly [number, number]): boolean {
  return Math.abs(a[0] * b[1] - a[1] * b[0]) < SAME && a[0] * b[0] + a[1] * b[1] > 0;
}

export function turningRate(contact: SlipContact, z1: number, z2: number): number {
  const { b11, b12, b22, d1, d2, friction } = contact;
  return z1 * (d2 - friction * (b12 * z1 + b22 * z2)) - z2 * (d1 - friction * (b11 * z1 + b12 * z2));
}

export function radialRate(contact: SlipContact, z1: number, z2: number): number {
  const { b11, b12, b22, d1, d2, friction } = contact;
  return z1 * (d1 - friction * (b11 * z1 + b12 * z2)) + z2 * (d2 - friction * (b12 * z1 + b22 * z2));
}

/** dg/da. */
export function turningSlope(contact: SlipContact, z1: number, z2: number): number {
  const { b11, b12, b22, friction } = contact;
  return -friction * (z2 * (b11 * z2 - b12 * z1) - z1 * (b12 * z2 - b22 * z1)) - radialRate(contact, z1, z2);
}

/** Newton's method on g along the circle; keeps the start where the slope is too flat to help. */
function polish(contact: SlipContact, z1: number, z2: number): readonly [number, number] {
  let [c, s] = [z1, z2];
  for (let i = 0; i < 3; i++) {
    const rate = turningRate(contact, c, s);
    const step = -rate / turningSlope(contact, c, s);
    if (!(Math.abs(step) < 0.01)) break;
    const length = Math.sqrt(1 + step * step);
    const next1 = (c - s * step) / length;
    const next2 = (s + c * step) / length;
    if (Math.abs(turningRate(contact, next1, next2)) >= Math.abs(rate)) break;
    c = next1;
    s = next2;
  }
  return [c, s];
}

function describe(contact: SlipContact, direction: readonly [number, number], scale: number): BareDirection {
  const turning = turningSlope(contact, direction[0], direction[1]);
  return {
    direction,
    radialRate: radialRate(contact, direction[0], direction[1]),
    turning,
    stability: Math.abs(turning) <= DOUBLE * scale ? "neutral" : turning < 0 ? "attracting" : "repelling",
  };
}

/**
 * The global minimum of U, written to `out`: the direction in which slip leaves rest.
 *
 * In the principal axes of B (difference of the eigenvalues times friction: k; components of d: D1 on the axis of the smaller, D2 on that
 * of the larger eigenvalue) the minimum is (D1/n, D2/(n+k)) with the largest n that makes it a unit vector. Newton on the inverse norm
 * climbs to n monotonically from max(D1, D2 - k).
 */
export function centrifugalDirection(contact: SlipContact, out: Float64Array): void {
  const { b11, b12, b22, d1, d2, friction } = contact;
  const half = 0.5 * (b11 - b22);
  const radius = Math.sqrt(half * half + b12 * b12);
  const k = 2 * friction * radius;
  // Unit vector of the larger eigenvalue, by half-angle square roots (isotropic: any).
  const cosine = radius > 0 ? half / radius : 1;
  const large1 = cosine >= 0 ? Math.sqrt(0.5 * (1 + cosine)) : Math.abs(b12) / (2 * radius * Math.sqrt(0.5 * (1 - cosine)));
  const sine = cosine >= 0 ? (radius > 0 ? b12 / (2 * radius * large1) : 0) : Math.sqrt(0.5 * (1 - cosine));
  const large2 = cosine >= 0 ? sine : b12 < 0 ? -sine : sine;
  const onSmall = d2 * large1 - d1 * large2;
  const onLarge = d1 * large1 + d2 * large2;
  const small = Math.abs(onSmall);
  const large = Math.abs(onLarge);

  let x: number;
  let y: number;
  if (small <= 1e-16 * (large + k)) {
    y = large >= k ? 1 : large / k;
    x = Math.sqrt(1 - y * y);
  } else {
    let n = Math.max(small, large - k);
    for (let i = 0; i < 60; i++) {
      const xn = small / n;
      const yn = large / (n + k);
      const square = xn * xn + yn * yn;
      const slope = (xn * xn) / n + (yn * yn) / (n + k);
      const step = (square * (Math.sqrt(square) - 1)) / slope;
      n += step;
      if (!(step > 1e-15 * n)) break;
    }
    x = small / n;
    y = large / (n + k);
    const length = Math.sqrt(x * x + y * y);
    x /= length;
    y /= length;
  }
  if (onSmall < 0) x = -x;
  if (onLarge < 0) y = -y;
  const polished = polish(contact, y * large1 - x * large2, y * large2 + x * large1);
  out[0] = polished[0];
  out[1] = polished[1];
}

/** A start is straight if its turning rate is below this fraction of the terms it is the sum of. */
const STRAIGHT_START = 1e-15;

/** Whether slip along (z1, z2) runs straight to working precision. */
export function startsStraight(contact: SlipContact, z1: number, z2: number): boolean {
  const { b11, b22, d1, d2, friction } = contact;
  return Math.abs(turningRate(contact, z1, z2)) <= STRAIGHT_START * (friction * (b11 + b22) + Math.abs(d1) + Math.abs(d2));
}

/** The first invariant direction on the way from z, in the sense in which z turns. */
export function directionAhead(contact: SlipContact, z1: number, z2: number): BareDirection {
  const sense = turningRate(contact, z1, z2) > 0 ? 1 : -1;
  let ahead: BareDirection | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const candidate of bareDirections(contact)) {
    const cosine = z1 * candidate.direction[0] + z2 * candidate.direction[1];
    const sine = sense * (z1 * candidate.direction[1] - z2 * candidate.direction[0]);
    // Grows from 0 to 4 with the angle from 0 to 2 pi, without trigonometry.
    const turn = sine >= 0 ? 1 - cosine : 3 + cosine;
    if (turn < nearest && candidate.stability !== "repelling") {
      ahead = candidate;
      nearest = turn;
    }
  }
  if (ahead === undefined) throw new SolverError("no direction attracts the slip: the mobility is not positive definite");
  return ahead;
}
