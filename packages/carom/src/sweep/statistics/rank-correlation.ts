/**
 * Spearman's rank correlation: that of the places in order, values that are equal sharing the mean of theirs. It is 1 wherever the one only
 * grows with the other, however bent the curve.
 *
 * Interval: the inverse hyperbolic tangent of it is about normal with the variance 1.06 / (n - 3) (Fieller, Hartley and Pearson, Biometrika
 * 44 (1957) 470).
 */
import { log, tanh } from "../../math/elementary.js";
import { INTERVAL_FACTOR } from "./moments.js";

/** How far one number goes with another. */
export interface RankCorrelation {
  /** -1 to 1. */
  readonly value: number;
  /** 95 % interval. */
  readonly interval: readonly [number, number];
  /** From so many runs. */
  readonly runs: number;
}

/** Places in order of the values, from 1, equal values sharing. */
export function ranksOf(values: ArrayLike<number>): Float64Array {
  const count = values.length;
  const ordered = Float64Array.from(values).sort();
  const ranks = new Float64Array(count);
  const shared = new Float64Array(count);
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && ordered[to] === ordered[from]) to++;
    shared[from] = 0.5 * (from + 1 + to);
    from = to;
  }
  lookUp(values, ordered, shared, ranks);
  return ranks;
}

/** Each rank by how many values in ascending order are smaller: far quicker than to sort places by their values. */
function lookUp(values: ArrayLike<number>, ordered: Float64Array, shared: Float64Array, ranks: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    let low = 0;
    let high = ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (ordered[middle] < value) low = middle + 1;
      else high = middle;
    }
    ranks[i] = shared[low];
  }
}

/** Of two lists of ranks; undefined where one of them is the same everywhere or there are fewer than four. */
export function rankCorrelation(first: Float64Array, second: Float64Array): RankCorrelation | undefined {
  const runs = first.length;
  if (runs < 4) return undefined;
  const mean = 0.5 * (runs + 1);
  const [square1, square2] = [productAbout(mean, first, first), productAbout(mean, second, second)];
  if (square1 === 0 || square2 === 0) return undefined;
  const value = Math.max(-1, Math.min(1, productAbout(mean, first, second) / Math.sqrt(square1 * square2)));
  if (Math.abs(value) === 1) return { value, interval: [value, value], runs };
  const z = 0.5 * log((1 + value) / (1 - value));
  const error = INTERVAL_FACTOR * Math.sqrt(1.06 / (runs - 3));
  return { value, interval: [tanh(z - error), tanh(z + error)], runs };
}

function productAbout(mean: number, first: Float64Array, second: Float64Array): number {
  let product = 0;
  for (let i = 0; i < first.length; i++) product += (first[i] - mean) * (second[i] - mean);
  return product;
}
