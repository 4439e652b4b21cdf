/**
 * How likely something is that happened so many times: the share, and the interval of Clopper and Pearson (1934), which holds the true
 * probability at least as often as it claims.
 *
 *     low: P(X >= k | low) = (1 - level) / 2        high: P(X <= k | high) = (1 - level) / 2
 */
import { incompleteBeta } from "./binomial.js";

/** Level of every interval here. */
export const LEVEL = 0.95;

/** A share of runs, with its interval. */
export interface Proportion {
  /** How many runs. */
  readonly count: number;
  /** Of all that are counted. */
  readonly probability: number;
  /** 95 % interval. */
  readonly interval: readonly [number, number];
}

/** Of `trials` runs, `count` of which did it. */
export function proportion(count: number, trials: number): Proportion {
  const tail = (1 - LEVEL) / 2;
  const low = count === 0 ? 0 : solved((p) => incompleteBeta(count, trials - count + 1, p) - tail);
  const high = count === trials ? 1 : solved((p) => incompleteBeta(count + 1, trials - count, p) - (1 - tail));
  return { count, probability: trials === 0 ? 0 : count / trials, interval: [low, high] };
}

const HALVINGS = 60;

/** Where a rising function is zero, between 0 and 1. */
function solved(rising: (p: number) => number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS && high - low > 1e-16; i++) {
    const middle = 0.5 * (low + high);
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}
