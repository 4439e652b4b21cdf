/** Differences of recordings under two models, with an interval by the bootstrap over blocks. */
import { drawnCounts } from "./sandwich.js";

/** A mean difference. */
export interface PairedDifference {
  /** Over recordings. */
  readonly mean: number;
  /** Of 95 %. */
  readonly interval: readonly [number, number];
}

const RESAMPLES = 2000;

/** Of second minus first. @param blocks of the recordings, by number */
export function pairedDifference(
  first: readonly number[],
  second: readonly number[],
  blocks: readonly number[],
  seed: number,
): PairedDifference {
  const names = [...new Set(blocks)];
  const sums = names.map((block) => {
    let [sum, count] = [0, 0];
    blocks.forEach((own, r) => {
      if (own !== block) return;
      sum += second[r] - first[r];
      count++;
    });
    return { sum, count };
  });
  const total = (counts?: readonly number[]) => {
    let [sum, count] = [0, 0];
    sums.forEach((each, b) => {
      sum += (counts?.[b] ?? 1) * each.sum;
      count += (counts?.[b] ?? 1) * each.count;
    });
    return sum / Math.max(1, count);
  };
  const means = Array.from({ length: RESAMPLES }, (_, k) => total(drawnCounts(names.length, seed, k))).sort((a, b) => a - b);
  const at = (part: number) => means[Math.min(RESAMPLES - 1, Math.floor(part * RESAMPLES))];
  return { mean: total(), interval: [at(0.025), at(0.975)] };
}
