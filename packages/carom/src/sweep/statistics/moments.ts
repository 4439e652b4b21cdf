/** Mean and spread of a sample. */
import { normalQuantile } from "../sampling/normal.js";
import { LEVEL } from "./proportion.js";

/** Mean and spread, with how well the mean is known. */
export interface Moments {
  /** How many values. */
  readonly count: number;
  /** Of the sample. */
  readonly mean: number;
  /** Of the sample, with count - 1. */
  readonly deviation: number;
  /** 95 % interval of the mean of the distribution, by the normal approximation. */
  readonly interval: readonly [number, number];
}

/** The factor of a standard error in a two-sided interval of the level used here. */
export const INTERVAL_FACTOR = normalQuantile(0.5 + LEVEL / 2);

/** Two passes, so that a small spread about a large mean keeps its digits. */
export function moments(values: ArrayLike<number>): Moments {
  const count = values.length;
  const mean = count === 0 ? 0 : sumOf(values) / count;
  const deviation = count < 2 ? 0 : Math.sqrt(squaresAbout(values, mean) / (count - 1));
  const error = count === 0 ? 0 : (INTERVAL_FACTOR * deviation) / Math.sqrt(count);
  return { count, mean, deviation, interval: [mean - error, mean + error] };
}

// Loops over all values stand by themselves here and beside: V8 throws the code of a loop away where it ends in what was never done before.
function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function squaresAbout(values: ArrayLike<number>, mean: number): number {
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] - mean) * (values[i] - mean);
  return squares;
}
