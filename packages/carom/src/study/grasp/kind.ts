import type { RunProgress, StudyKind } from "../format/kind.js";
import { softFiles } from "../format/soft-skin.js";
import type { GraspResult } from "./result.js";
import { checkGrasp, runGrasp } from "./run.js";
import { type GraspStudy, graspStudySchema } from "./schema.js";
import { graspDetails, graspSentence, graspWarnings } from "./sentence.js";
import { graspTables } from "./tables.js";

export const grasp: StudyKind<GraspStudy, GraspResult, RunProgress> = {
  kind: "grasp",
  summary: "how a hand of any fingers takes, carries and puts down a soft body",
  schemas: [graspStudySchema],
  usesLaw: false,
  files: softFiles,
  check: checkGrasp,
  run: runGrasp,
  quantity: () => undefined,
  sentence: graspSentence,
  details: graspDetails,
  warnings: graspWarnings,
  tables: graspTables,
};
