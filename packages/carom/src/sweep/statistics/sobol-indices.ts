/**
 * Sobol indices: the part of the variance of a number that one entry makes alone (first order), and with all it does together with others
 * (total order).
 *
 * Of two independent samples A and B, with A_i having entry i from B and all others from A,
 *
 *     first_i = mean(f(B) (f(A_i) - f(A))) / V        total_i = mean((f(A) - f(A_i))^2) / (2 V)        V the variance over A and B
 *
 * f less its mean, which lowers the scatter of the first. Intervals: the bootstrap, rows drawn again with replacement, percentiles.
 *
 * Sources: Saltelli and others, Computer Physics Communications 181 (2010) 259, table 2 (b) and (f); Jansen (1999); Archer, Saltelli and
 * Sobol (1997) for the bootstrap.
 */
import { randomStream, uniformAt } from "../sampling/streams.js";
import { LEVEL } from "./proportion.js";

/** Of one entry. */
export interface SobolIndex {
  /** Its part of the variance alone. */
  readonly first: number;
  /** 95 % interval. */
  readonly firstInterval: readonly [number, number];
  /** With what it does together with others. */
  readonly total: number;
  /** 95 % interval. */
  readonly totalInterval: readonly [number, number];
}

/** How often rows are drawn again. */
const REPEATS = 400;

/**
 * @param a f(A), row by row
 * @param b f(B)
 * @param exchanged f(A_i), for each entry
 */
export function sobolIndices(a: Float64Array, b: Float64Array, exchanged: readonly Float64Array[], seed: number): SobolIndex[] | undefined {
  const count = a.length;
  const whole = estimates(a, b, exchanged, (i) => i);
  if (count < 2 || whole === undefined) return undefined;
  const stream = randomStream(seed, "bootstrap");
  const words = new Uint32Array(2);
  const drawn = new Uint32Array(count);
  const again = Array.from({ length: REPEATS }, (_, repeat) => {
    for (let i = 0; i < count; i++) drawn[i] = Math.floor(count * uniformAt(stream, i, repeat, words));
    return estimates(a, b, exchanged, (i) => drawn[i]);
  }).filter((each) => each !== undefined);
  return whole.map(({ first, total }, k) => ({
    first,
    firstInterval: interval(again.map((each) => each[k].first)),
    total,
    totalInterval: interval(again.map((each) => each[k].total)),
  }));
}

function estimates(a: Float64Array, b: Float64Array, exchanged: readonly Float64Array[], row: (i: number) => number) {
  const count = a.length;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += a[row(i)] + b[row(i)];
  const mean = sum / (2 * count);
  let variance = 0;
  for (let i = 0; i < count; i++) {
    const [fa, fb] = [a[row(i)] - mean, b[row(i)] - mean];
    variance += fa * fa + fb * fb;
  }
  variance /= 2 * count;
  if (!(variance > 0)) return undefined;
  return exchanged.map((values) => {
    let [first, total] = [0, 0];
    for (let i = 0; i < count; i++) {
      const change = values[row(i)] - a[row(i)];
      first += (b[row(i)] - mean) * change;
      total += change * change;
    }
    return { first: first / count / variance, total: total / (2 * count) / variance };
  });
}

function interval(values: number[]): readonly [number, number] {
  const sorted = Float64Array.from(values).sort();
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))];
  return [at((1 - LEVEL) / 2), at((1 + LEVEL) / 2)];
}
