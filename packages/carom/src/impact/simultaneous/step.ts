/**
 * One step of the motion as functions of a variable t that runs from 0 to 1 over it: the time itself, or for some force laws its root.
 *
 * Compression, velocity and force of every contact are sums of a few basis functions. A step by power series has the powers of t; a step by
 * collocation has the polynomials that are 1 at one point and 0 at the others (the first point is t = 0, which forces do not use). Whoever
 * looks for events or draws need not know which.
 */
import { integrals, LINEAR, type Radau } from "./collocation/radau.js";
import type { System } from "./system.js";

export interface Step {
  /** In units of the fictitious time. */
  length: number;
  /** Basis functions in use. */
  terms: number;
  /** Of a step by collocation. */
  nodal: boolean;
  /** How its time runs with the variable of the basis functions: see radau.ts. */
  clock: number;
  /** Coefficients: term * count + contact, or term * rows + row. */
  readonly compression: Float64Array;
  readonly velocity: Float64Array;
  readonly force: Float64Array;
  /** Of tangential springs that hold; of a contact that slides and turns: its direction. */
  readonly stretch: Float64Array;
  /** Values of the basis functions at `at`, for compression and velocity, for forces, and the integrals of the latter. */
  at: number;
  readonly weights: Float64Array;
  readonly forceWeights: Float64Array;
  readonly impulseWeights: Float64Array;
  /** Integrals of the polynomials of a step by collocation. */
  readonly integrals: Float64Array;
}

export const MOST_TERMS = 32;

export function createStep({ count, rows }: System): Step {
  return {
    length: 0,
    terms: 0,
    nodal: false,
    clock: LINEAR,
    compression: new Float64Array(MOST_TERMS * count),
    velocity: new Float64Array(MOST_TERMS * rows),
    force: new Float64Array(MOST_TERMS * rows),
    stretch: new Float64Array(MOST_TERMS * rows),
    at: -1,
    weights: new Float64Array(MOST_TERMS),
    forceWeights: new Float64Array(MOST_TERMS),
    impulseWeights: new Float64Array(MOST_TERMS),
    integrals: new Float64Array(MOST_TERMS),
  };
}

/** Value of one row of coefficients with the given basis values. */
export function combine(data: Float64Array, stride: number, row: number, weights: Float64Array, terms: number): number {
  let sum = 0;
  for (let k = terms - 1, at = k * stride + row; k >= 0; k--, at -= stride) sum += weights[k] * data[at];
  return sum;
}

/** Moves the basis values to another time. */
export function lookAt(step: Step, radau: Radau, t: number): void {
  if (step.at === t) return;
  step.at = t;
  const { weights, forceWeights, terms } = step;
  if (!step.nodal) {
    let power = 1;
    for (let k = 0; k < terms; k++) {
      weights[k] = forceWeights[k] = power;
      power *= t;
    }
    return;
  }
  const { count, points, barycentric, barycentricFromZero } = radau;
  for (let k = 0; k <= count; k++) weights[k] = forceWeights[k] = 0;
  if (t === 0) weights[0] = 1;
  for (let k = 0; k < count; k++)
    if (t === points[k]) {
      weights[k + 1] = forceWeights[k + 1] = 1;
      return;
    }
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const share = barycentric[k] / (t - points[k]);
    forceWeights[k + 1] = share;
    sum += share;
  }
  for (let k = 0; k < count; k++) forceWeights[k + 1] /= sum;
  if (t === 0) return;
  sum = 0;
  for (let k = 0; k <= count; k++) {
    const share = barycentricFromZero[k] / (t - (k === 0 ? 0 : points[k - 1]));
    weights[k] = share;
    sum += share;
  }
  for (let k = 0; k <= count; k++) weights[k] /= sum;
}

/** Integrals of the basis functions of the forces from 0 to t, times the length of the step, to `impulseWeights`. */
export function weighImpulse(step: Step, radau: Radau, t: number): void {
  const { length, terms, impulseWeights: out } = step;
  if (step.nodal) {
    integrals(radau.count, radau.points, radau.weights, t, step.integrals);
    out[0] = 0;
    const rates = radau.rates[step.clock];
    for (let k = 0; k < radau.count; k++) out[k + 1] = length * rates[k] * step.integrals[k];
    return;
  }
  let power = length * t;
  for (let k = 0; k < terms; k++) {
    out[k] = power / (k + 1);
    power *= t;
  }
}
