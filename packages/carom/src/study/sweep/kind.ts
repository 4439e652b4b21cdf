import type { StudyKind } from "../format/kind.js";
import { type DropStudy, dropStudySchema } from "./drop-schema.js";
import { sweepFiles } from "./files.js";
import type { BaseKinds } from "./plan.js";
import type { SweepResult } from "./result.js";
import { checkSweep, runSweep } from "./run.js";
import { type SweepStudy, sweepStudySchema } from "./schema.js";
import { sweepDetails, sweepSentence, sweepWarnings } from "./sentence.js";
import { sweepTables } from "./tables.js";

/** The row of sweeps over studies of these kinds. */
export function sweepOf(kinds: BaseKinds): StudyKind<SweepStudy | DropStudy, SweepResult> {
  return {
    kind: "sweep",
    summary: "another study many times, with some of its fields varied",
    schemas: [sweepStudySchema, dropStudySchema],
    formOf: ({ drop }) => (drop === undefined ? sweepStudySchema : dropStudySchema),
    usesLaw: false,
    files: sweepFiles(kinds),
    check: (study) => checkSweep(study, kinds),
    run: (study, options) => runSweep(study, kinds, options),
    sentence: sweepSentence,
    details: sweepDetails,
    warnings: sweepWarnings,
    tables: sweepTables,
  };
}
