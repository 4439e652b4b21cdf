/** Running a study of kind `sweep` in one go, in this process. `carom sweep` runs the same parts on many. */
import { InvalidInputError } from "../../errors.js";
import type { RunOptions } from "../format/kind.js";
import { parseAmong } from "../format/parse.js";
import { joinedRows } from "./columns.js";
import type { DropStudy } from "./drop-schema.js";
import { type BaseKinds, type BaseStudy, inBase, planSweep, studyOfRun } from "./plan.js";
import type { SweepResult } from "./result.js";
import { checkMeasuresOfBase, runPart } from "./runs.js";
import type { SweepStudy } from "./schema.js";
import { summarise, tableOf } from "./summarise.js";

/** Runs that a result holds whole; more belong to `carom sweep`, which writes them to files. */
const MOST_IN_RESULT = 1_000_000;
/** Runs that are computed together. */
const PART = 4096;

/** Throws InvalidInputError where running would before its first run. */
export function checkSweep(study: SweepStudy | DropStudy, kinds: BaseKinds): void {
  const plan = planSweep(study, kinds);
  inBase(() => {
    const first = parseAmong<BaseStudy>(plan.base, kinds);
    kinds[first.kind].check(first);
  });
  studyOfRun(plan, 0);
}

/** Runs all of a sweep. */
export function runSweep(study: SweepStudy | DropStudy, kinds: BaseKinds, { progress, signal }: RunOptions = {}): SweepResult {
  const plan = planSweep(study, kinds);
  if (plan.runs > MOST_IN_RESULT)
    throw new InvalidInputError(
      "sampler",
      plan.runs,
      `runs are more than one result holds (${MOST_IN_RESULT}): carom sweep writes them to files`,
    );
  checkMeasuresOfBase(plan);
  const parts = [];
  for (let from = 0; from < plan.runs; from += PART) {
    const to = Math.min(plan.runs, from + PART);
    const tell = (done: number) => progress?.({ part: (from + done) / plan.runs, text: `${from + done} of ${plan.runs} runs` });
    parts.push(runPart(plan, from, to, { progress: tell, ...(signal === undefined ? {} : { signal }) }));
  }
  const rows = joinedRows(parts);
  return { ...summarise(plan, rows), table: tableOf(rows, rows.count) };
}
