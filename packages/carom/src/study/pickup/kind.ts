import type { StudyKind } from "../format/kind.js";
import { softFiles } from "../format/soft-skin.js";
import { pickupQuantity } from "./quantities.js";
import type { PickupResult } from "./result.js";
import { checkPickup, type PickupProgress, runPickup } from "./run.js";
import { type PickupStudy, pickupStudySchema } from "./schema.js";
import { pickupDetails, pickupSentence, pickupWarnings } from "./sentence.js";
import { pickupTables } from "./tables.js";

export const pickup: StudyKind<PickupStudy, PickupResult, PickupProgress> = {
  kind: "pickup",
  summary: "how two fingers pick one up",
  schemas: [pickupStudySchema],
  usesLaw: false,
  files: softFiles,
  check: checkPickup,
  run: runPickup,
  quantity: pickupQuantity,
  sentence: pickupSentence,
  details: pickupDetails,
  warnings: pickupWarnings,
  tables: pickupTables,
};
