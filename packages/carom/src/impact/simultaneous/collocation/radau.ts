/**
 * Collocation at the points of Radau: integration and interpolation on a step from 0 to 1 whose last point is its end.
 *
 * The points are the roots of P_(m-1) - P_m (Legendre, z = 2 t - 1), the weights (1 + z) / (2 m^2 P_(m-1)(z)^2); the rule is exact for
 * polynomials of degree 2 m - 2. A function given at the points is expanded in Legendre polynomials by that rule, and these are integrated
 * term by term:
 *
 *     integral from 0 to t of P_k = (P_(k+1) - P_(k-1)) / (2 (2 k + 1)),     of P_0 = t
 *
 * y_i = y_0 + h sum_j integration_ij y'_j is the implicit Runge-Kutta method Radau IIA: of order 2 m - 1 at the end of the step, and stable
 * however stiff the equation is.
 *
 * A force law like x^(3/2) has no power series in time where x is zero, but it has one in the root of the time from there. So the time of a
 * step may be any function of the variable in which polynomials are used: linear, or quadratic about the start or the end of the step.
 *
 *     time = t,  t^2  or  t (2 - t)        rate = 1,  2 t  or  2 - 2 t
 *
 * Source: Hairer & Wanner, Solving Ordinary Differential Equations II, 2nd ed., section IV.5.
 */
import { findRoot } from "../../../math/root-finding.js";

export interface Radau {
  readonly count: number;
  /** Ascending, in (0, 1]; the last is 1. */
  readonly points: Float64Array;
  readonly weights: Float64Array;
  /** For each clock: row i, integrals over the time from 0 to point i of the polynomials that are 1 at one point and 0 at the others. */
  readonly integration: readonly Float64Array[];
  /** For each clock: rate of the time at the points. */
  readonly rates: readonly Float64Array[];
  /** Inverse of the first of these. */
  readonly differentiation: Float64Array;
  /** Rows that give the Legendre coefficients of the two highest degrees of a function at the points: m - 1 and m - 2. */
  readonly highest: Float64Array;
  readonly second: Float64Array;
  /** Barycentric weights of the points alone, and of 0 and the points. */
  readonly barycentric: Float64Array;
  readonly barycentricFromZero: Float64Array;
}

/** How the time of a step runs with the variable of its polynomials. */
export const LINEAR = 0;
export const FROM_TIP = 1;
export const TO_TIP = 2;

export function timeOf(clock: number, t: number): number {
  return clock === LINEAR ? t : clock === FROM_TIP ? t * t : t * (2 - t);
}

/** Where the variable is when the time is this. */
export function atTime(clock: number, time: number): number {
  return clock === LINEAR ? time : clock === FROM_TIP ? Math.sqrt(time) : time / (1 + Math.sqrt(1 - time));
}

export function rateOf(clock: number, t: number): number {
  return clock === LINEAR ? 1 : clock === FROM_TIP ? 2 * t : 2 - 2 * t;
}

export function createRadau(count: number): Radau {
  const points = pointsOf(count);
  const p = legendre(count);
  const weights = points.map((t) => {
    const z = 2 * t - 1;
    return t / (count * count * p(count - 1, z) * p(count - 1, z));
  });
  const integration = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    const row = integrals(count, points, weights, points[i]);
    for (let j = 0; j < count; j++) integration[i * count + j] = row[j];
  }
  const rates = [LINEAR, FROM_TIP, TO_TIP].map((clock) => points.map((t) => rateOf(clock, t)));
  const coefficient = (k: number) => points.map((t, i) => (2 * k + 1) * weights[i] * p(k, 2 * t - 1));
  return {
    count,
    points,
    weights,
    integration: rates.map((rate) => integration.map((value, k) => value * rate[k % count])),
    rates,
    differentiation: inverse(integration, count),
    highest: coefficient(count - 1),
    second: coefficient(count - 2),
    barycentric: barycentricOf(points),
    barycentricFromZero: barycentricOf(Float64Array.of(0, ...points)),
  };
}

/** Integrals from 0 to t of the polynomials that are 1 at one point and 0 at the others. */
export function integrals(
  count: number,
  points: Float64Array,
  weights: Float64Array,
  t: number,
  out: Float64Array = new Float64Array(count),
): Float64Array {
  const z = 2 * t - 1;
  for (let j = 0; j < count; j++) {
    const y = 2 * points[j] - 1;
    // Legendre polynomials of neighbouring degrees at the point and at t, by their recurrence.
    let before = 1;
    let here = y;
    let lower = 1;
    let middle = z;
    let sum = t;
    for (let k = 1; k < count; k++) {
      const upper = ((2 * k + 1) * z * middle - k * lower) / (k + 1);
      sum += 0.5 * (upper - lower) * here;
      const after = ((2 * k + 1) * y * here - k * before) / (k + 1);
      before = here;
      here = after;
      lower = middle;
      middle = upper;
    }
    out[j] = weights[j] * sum;
  }
  return out;
}

function legendre(highest: number): (degree: number, z: number) => number {
  return (degree, z) => {
    let before = 1;
    let here = z;
    if (degree === 0) return 1;
    for (let k = 1; k < degree && k < highest + 1; k++) {
      const after = ((2 * k + 1) * z * here - k * before) / (k + 1);
      before = here;
      here = after;
    }
    return here;
  };
}

/** Parts per point in which the roots are looked for; they are closest near the ends, by about 1 / m^2. */
const PARTS = 40;

function pointsOf(count: number): Float64Array {
  const p = legendre(count);
  const f = (z: number) => p(count - 1, z) - p(count, z);
  const points = new Float64Array(count);
  let found = 0;
  const parts = PARTS * count;
  for (let i = 0; i < parts && found < count - 1; i++) {
    const [a, b] = [-1 + (2 * i) / parts, -1 + (2 * (i + 1)) / parts];
    if (f(a) * f(b) < 0) points[found++] = 0.5 + 0.5 * findRoot(f, a, b);
  }
  points[count - 1] = 1;
  return points;
}

function barycentricOf(points: Float64Array): Float64Array {
  return points.map((a) => 1 / points.reduce((product, b) => (a === b ? product : product * (a - b)), 1));
}

/** By elimination with pivoting. */
function inverse(matrix: Float64Array, size: number): Float64Array {
  const a = Float64Array.from(matrix);
  const out = new Float64Array(size * size);
  for (let i = 0; i < size; i++) out[i * size + i] = 1;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) if (Math.abs(a[i * size + column]) > Math.abs(a[pivot * size + column])) pivot = i;
    for (const rows of [a, out])
      for (let j = 0; j < size; j++) {
        const swap = rows[column * size + j];
        rows[column * size + j] = rows[pivot * size + j];
        rows[pivot * size + j] = swap;
      }
    const scale = 1 / a[column * size + column];
    for (const rows of [a, out]) for (let j = 0; j < size; j++) rows[column * size + j] *= scale;
    for (let i = 0; i < size; i++) {
      const factor = i === column ? 0 : a[i * size + column];
      if (factor === 0) continue;
      for (const rows of [a, out]) for (let j = 0; j < size; j++) rows[i * size + j] -= factor * rows[column * size + j];
    }
  }
  return out;
}
