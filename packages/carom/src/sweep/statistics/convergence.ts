/** How an estimate settles as runs are added. */
import { INTERVAL_FACTOR } from "./moments.js";

/** The mean of the first runs. */
export interface RunningMean {
  /** How many runs. */
  readonly runs: number;
  /** Of these runs. */
  readonly mean: number;
  /** Half of the 95 % interval, by the normal approximation. */
  readonly error: number;
}

const FIRST = 8;

/** After 8, 11, 16, 23, ... runs and after all of them. */
export function runningMeans(values: ArrayLike<number>): RunningMean[] {
  const rows: RunningMean[] = [];
  let [next, mean, squares] = [FIRST, 0, 0];
  for (let i = 0; i < values.length; i++) {
    // Welford's way: the sum of squared distances from the mean so far.
    const runs = i + 1;
    const off = values[i] - mean;
    mean += off / runs;
    squares += off * (values[i] - mean);
    if (runs !== values.length && runs < next) continue;
    while (next <= runs) next = Math.ceil(next * Math.SQRT2);
    rows.push({ runs, mean, error: runs < 2 ? 0 : INTERVAL_FACTOR * Math.sqrt(squares / (runs - 1) / runs) });
  }
  return rows;
}
