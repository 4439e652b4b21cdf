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
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  const mean = count === 0 ? 0 : sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (values[i] - mean) * (values[i] - mean);
  const deviation = count < 2 ? 0 : Math.sqrt(squares / (count - 1));
  const error = count === 0 ? 0 : (INTERVAL_FACTOR * deviation) / Math.sqrt(count);
  return { count, mean, deviation, interval: [mean - error, mean + error] };
}
