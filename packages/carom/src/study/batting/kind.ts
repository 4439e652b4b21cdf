import type { StudyKind } from "../format/kind.js";
import { battingQuantity } from "./quantities.js";
import type { BattingResult } from "./result.js";
import { checkBatting, runBatting } from "./run.js";
import { type BattingStudy, battingStudySchema } from "./schema.js";
import { battingDetails, battingSentence } from "./sentence.js";
import { battingTables } from "./tables.js";

export const batting: StudyKind<BattingStudy, BattingResult> = {
  kind: "batting",
  summary: "the hit that sends a flying object to a target",
  schemas: [battingStudySchema],
  usesLaw: false,
  check: checkBatting,
  run: runBatting,
  quantity: battingQuantity,
  sentence: battingSentence,
  details: battingDetails,
  warnings: ({ plan }) => plan.warnings,
  tables: battingTables,
};
