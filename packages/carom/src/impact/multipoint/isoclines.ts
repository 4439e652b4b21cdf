/**
 * Directions in which one contact at rest can start to slip while everything else keeps its mode: the isoclines of its slip.
 *
 * Per unit normal impulse of its own the contact's slip changes by T (p1, p2, 1), where (p1, p2) is the tangential impulse per normal
 * impulse and T (2 x 3) gathers what the other contacts do. Slipping along (cos a, sin a) friction gives (p1, p2) = -mu (cos a, sin a), and
 * the slip runs straight where the change is parallel to it. With the rows Q1 = (T2.), Q2 = (-T1.):
 *
 *     g(a) = mu (Q11 cos^2 a + (Q12 + Q21) cos a sin a + Q22 sin^2 a) - Q13 cos a - Q23 sin a = 0
 *
 * Divided by cos a and squared this is a quartic in u = tan a,
 *
 *     (Q23^2 - mu^2 Q22^2) u^4 + (2 Q13 Q23 - 2 mu^2 Q22 k) u^3 + (Q13^2 + Q23^2 - mu^2 (k^2 + 2 Q11 Q22)) u^2
 *       + (2 Q13 Q23 - 2 mu^2 Q11 k) u + Q13^2 - mu^2 Q11^2 = 0,     k = Q12 + Q21
 *
 * Squaring doubles the directions, so of a and a + pi only what solves g = 0 itself is kept, after refinement by Newton's method; a
 * vanishing leading coefficient hides a = +-pi/2. There are always 0, 2 or 4 directions, double ones counted twice, unless all are.
 *
 * Letters of 004: phi angle, p-hat tangential per normal impulse, Q, mu friction.
 * Source: 004 eq. (5.24)-(5.34). Its printed back-substitution finds only cos a > 0.
 */
import { quarticRoots } from "../../math/polynomial.js";

/** Change of the two slip components per unit of the contact's own tangential 1, tangential 2 and normal impulse, by rows, 1/kg. */
export type SlipResponse = readonly [number, number, number, number, number, number];

export interface Isocline {
  /** Unit vector in (tangent 1, tangent 2). */
  readonly direction: readonly [number, number];
  /** Change of the slip speed per normal impulse of the contact, 1/kg. Positive: slip leaves rest this way. */
  readonly radialRate: number;
}

/** Largest correction that refines a root and does not change it for another, rad. */
const NEARBY = 0.02;
/** A residual below this fraction of the largest term is a root. */
const SOLVED = 1e-12;
/** Where two directions meet, g only touches zero, and both digits and residual are halves. */
const TOUCHES = 1e-14;
/** Chord between two refined directions that are one. */
const SAME = 1e-7;
/** A leading coefficient below this fraction of the largest may hide a right angle. */
const RIGHT_ANGLE = 1e-6;
const MOST_STEPS = 60;

/** All isoclines, in the order of the roots. Empty where there is none, and where every direction is one. */
export function isoclines(response: SlipResponse, friction: number): Isocline[] {
  const [t11, t12, t13, t21, t22, t23] = response;
  const scale = friction * (Math.abs(t11) + Math.abs(t12) + Math.abs(t21) + Math.abs(t22)) + Math.abs(t13) + Math.abs(t23);
  // In units of the largest terms; Q by the header.
  const [q11, k, q22] = [(friction * t21) / scale, (friction * (t22 - t11)) / scale, (-friction * t12) / scale];
  const [q13, q23] = [t23 / scale, -t13 / scale];
  const curve: Curve = { q11, k, q22, q13, q23 };
  const size = Math.max(Math.abs(q11), Math.abs(k), Math.abs(q22), Math.abs(q13), Math.abs(q23));
  // A response that is the same in all directions turns nothing: g is zero everywhere.
  if (!(size > 4 * Number.EPSILON)) return [];

  const coefficients = [
    q23 * q23 - q22 * q22,
    2 * q13 * q23 - 2 * q22 * k,
    q13 * q13 + q23 * q23 - k * k - 2 * q11 * q22,
    2 * q13 * q23 - 2 * q11 * k,
    q13 * q13 - q11 * q11,
  ] as const;
  const largest = Math.max(...coefficients.map(Math.abs));
  const found: (readonly [number, number])[] = [];
  const add = (c: number, s: number) => {
    const direction = refine(curve, c, s);
    if (direction !== undefined && !found.some((known) => isSame(known, direction))) found.push(direction);
  };
  for (const u of quarticRoots(...coefficients)) {
    // A steep direction is better divided by its tangent.
    const length = Math.abs(u) <= 1 ? Math.sqrt(1 + u * u) : Math.sqrt(1 / u / u + 1);
    const c = Math.abs(u) <= 1 ? 1 / length : 1 / u / length;
    const s = Math.abs(u) <= 1 ? u / length : 1 / length;
    add(c, s);
    add(-c, -s);
  }
  if (Math.abs(coefficients[0]) <= RIGHT_ANGLE * largest) {
    add(0, 1);
    add(0, -1);
  }
  return found.map((direction) => ({ direction, radialRate: radialRate(response, friction, direction) }));
}

interface Curve {
  readonly q11: number;
  readonly k: number;
  readonly q22: number;
  readonly q13: number;
  readonly q23: number;
}

function turningRate({ q11, k, q22, q13, q23 }: Curve, c: number, s: number): number {
  return (q11 * c + k * s) * c + q22 * s * s - q13 * c - q23 * s;
}

function turningSlope({ q11, k, q22, q13, q23 }: Curve, c: number, s: number): number {
  return 2 * (q22 - q11) * c * s + k * (c - s) * (c + s) + q13 * s - q23 * c;
}

function radialRate([t11, t12, t13, t21, t22, t23]: SlipResponse, friction: number, [c, s]: readonly [number, number]): number {
  return c * (t13 - friction * (t11 * c + t12 * s)) + s * (t23 - friction * (t21 * c + t22 * s));
}

/** Newton's method along the circle; undefined where it does not end in a root near its start. */
function refine(curve: Curve, startC: number, startS: number): readonly [number, number] | undefined {
  let [c, s] = [startC, startS];
  let rate = turningRate(curve, c, s);
  for (let k = 0; k < MOST_STEPS; k++) {
    const step = -rate / turningSlope(curve, c, s);
    if (!(Math.abs(step) < NEARBY)) break;
    const length = Math.sqrt(1 + step * step);
    const [nextC, nextS] = [(c - s * step) / length, (s + c * step) / length];
    const nextRate = turningRate(curve, nextC, nextS);
    if (!(Math.abs(nextRate) < Math.abs(rate))) break;
    [c, s, rate] = [nextC, nextS, nextRate];
  }
  const moved = Math.abs(c - startC) + Math.abs(s - startS);
  const solved = Math.abs(rate) <= TOUCHES || (Math.abs(rate) <= SOLVED && Math.abs(turningSlope(curve, c, s)) > 1e-5);
  return solved && moved <= 2 * NEARBY ? [c, s] : undefined;
}

function isSame(a: readonly [number, number], b: readonly [number, number]): boolean {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) < SAME;
}
