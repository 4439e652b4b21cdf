/** Answers of a fit kept on its way, so that a long row of the board may be made in pieces. */
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FitAnswer } from "carom/fit";

/** One batch of tasks: what came out and how long it took. */
interface Batch {
  /** Of processor time. */
  readonly seconds: number;
  readonly answers: readonly FitAnswer[];
}

/** Batches of one fit in order. The same study asks the same tasks in the same order, so they serve once more. */
export interface Journal {
  readonly batches: readonly Batch[];
  add(batch: Batch): void;
  /** When the row is done. */
  remove(): void;
}

/** @param study all that decides the answers */
export function openJournal(folder: string, study: string): Journal {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${createHash("sha256").update(study).digest("hex").slice(0, 16)}.jsonl`);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  // What follows the last end of line was cut short.
  const batches = lines.slice(0, -1).map((line) => JSON.parse(line) as Batch);
  return {
    batches,
    add: (batch) => appendFileSync(file, `${JSON.stringify(batch)}\n`),
    remove: () => rmSync(file, { force: true }),
  };
}
