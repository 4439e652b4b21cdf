/** How far a sweep is: runs, failures, runs a second, time left. */
import type { SweepRows } from "carom/study";
import { progressLine } from "../terminal/progress.js";

/** Between two lines, ms. */
const EVERY = 200;

export interface SweepProgress {
  add(rows: SweepRows): void;
  readonly done: number;
  readonly failed: number;
  end(): void;
}

/** @param known runs that were there before, which say nothing about the pace */
export function sweepProgress(runs: number, known: number): SweepProgress {
  const tell = progressLine();
  const started = performance.now();
  let done = known;
  let failed = 0;
  let last = 0;
  return {
    get done() {
      return done;
    },
    get failed() {
      return failed;
    },
    add({ count, failure: { codes, texts } }) {
      done += count;
      const empty = texts.indexOf("");
      // Of a million quick runs going through them one by one is a tenth of the time.
      const isEachEmpty = texts.length === 1 && empty === 0;
      if (!isEachEmpty) for (let row = 0; row < codes.length; row++) if (codes[row] !== empty) failed++;
      const now = performance.now();
      if (now - last < EVERY && done < runs) return;
      last = now;
      const pace = (1000 * (done - known)) / Math.max(1, now - started);
      tell(progressText(done, runs, failed, pace));
    },
    end: () => tell(undefined),
  };
}

const WIDTH = 24;

/** `[#####-------] 1200 of 5000 runs, 310/s, 12 s left, 3 failed` */
export function progressText(done: number, runs: number, failed: number, pace: number): string {
  const filled = Math.floor((WIDTH * done) / runs);
  const left = pace > 0 ? `, ${timeText((runs - done) / pace)} left` : "";
  const failures = failed === 0 ? "" : `, ${failed} failed`;
  return `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${done} of ${runs} runs, ${pace.toPrecision(3)}/s${left}${failures}`;
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
