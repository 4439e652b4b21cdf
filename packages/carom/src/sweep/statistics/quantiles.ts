/**
 * Quantiles of a sample, with intervals that hold for any distribution.
 *
 * The number of values below the true quantile is binomial, so two values in order enclose it with a probability that is known: the l-th
 * and u-th smallest, with P(X < l) and P(X >= u) each at most (1 - level) / 2. In a small sample an end may not be known: then it is null.
 *
 * Source: David and Nagaraja, Order statistics (2003), section 7.1.
 */
import { binomialProbability } from "./binomial.js";
import type { OrderedSample } from "./ordered-sample.js";
import { LEVEL } from "./proportion.js";

/** A quantile of a sample. */
export interface Quantile {
  /** The part of the sample below it. */
  readonly part: number;
  /** Between the two nearest values in order. */
  readonly value: number;
  /** 95 % interval of that of the distribution; an end that so few values cannot tell is null. */
  readonly interval: readonly [number | null, number | null];
}

/** Those that are told of every number. */
export const PARTS = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

/** @param sample at least one value */
export function quantile({ values: { length: count }, at }: OrderedSample, part: number): Quantile {
  const place = part * (count - 1);
  const below = Math.floor(place);
  const value = at(below) + (place - below) * (at(Math.min(below + 1, count - 1)) - at(below));
  const tail = (1 - LEVEL) / 2;
  // The largest l with P(X <= l - 1) <= tail, and the smallest u with P(X <= u - 1) >= 1 - tail; places are counted from 1.
  const low = firstPlace(count, (place) => binomialProbability(place, count, part) > tail);
  const high = firstPlace(count, (place) => binomialProbability(place, count, part) >= 1 - tail) + 1;
  return { part, value, interval: [low < 1 ? null : at(low - 1), high > count ? null : at(high - 1)] };
}

/** The smallest of 0 ... count for which a rising condition holds. */
function firstPlace(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
