import type { StudyKind } from "../format/kind.js";
import { softFiles } from "../format/soft-skin.js";
import { restShapeQuantity } from "./quantities.js";
import type { RestShapeResult } from "./result.js";
import { checkRestShape, type RestShapeProgress, runRestShape } from "./run.js";
import { type RestShapeStudy, restShapeStudySchema } from "./schema.js";
import { restShapeDetails, restShapeSentence, restShapeWarnings } from "./sentence.js";
import { restShapeTables } from "./tables.js";

export const restShape: StudyKind<RestShapeStudy, RestShapeResult, RestShapeProgress> = {
  kind: "rest-shape",
  summary: "the shape of a soft body without gravity",
  schemas: [restShapeStudySchema],
  usesLaw: false,
  files: softFiles,
  check: checkRestShape,
  run: runRestShape,
  quantity: restShapeQuantity,
  shortfall: (result) => (result.status === "converged" ? undefined : restShapeSentence(result)),
  sentence: restShapeSentence,
  details: restShapeDetails,
  warnings: restShapeWarnings,
  tables: restShapeTables,
};
