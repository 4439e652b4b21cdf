import type { StudyKind } from "../format/kind.js";
import type { BaseKinds } from "../sweep/plan.js";
import { fitFiles } from "./files.js";
import type { FitResult } from "./result.js";
import { checkFit, runFit } from "./run.js";
import { type FitStudy, fitStudySchema } from "./schema.js";
import { fitTables } from "./tables.js";
import { fitDetails, fitSentence, fitWarnings } from "./words.js";

/** The row of fits of studies of these kinds. */
export function fitOf(kinds: BaseKinds): StudyKind<FitStudy, FitResult> {
  return {
    kind: "fit",
    summary: "which values make a study move as was measured, and how surely",
    schemas: [fitStudySchema],
    usesLaw: false,
    files: fitFiles(kinds),
    check: checkFit,
    run: runFit,
    sentence: fitSentence,
    details: fitDetails,
    warnings: fitWarnings,
    tables: fitTables,
  };
}
