import type { StudyKind } from "../format/kind.js";
import { clatterQuantity } from "./quantities.js";
import type { ClatterResult } from "./result.js";
import { checkClatter, runClatter } from "./run.js";
import { type ClatterStudy, clatterStudySchema } from "./schema.js";
import { clatterDetails, clatterSentence } from "./sentence.js";
import { clatterTables } from "./tables.js";

export const clatter: StudyKind<ClatterStudy, ClatterResult> = {
  kind: "clatter",
  summary: "a rod or plate that clatters on the floor",
  schemas: [clatterStudySchema],
  usesLaw: false,
  check: checkClatter,
  run: runClatter,
  quantity: clatterQuantity,
  sentence: clatterSentence,
  details: clatterDetails,
  tables: clatterTables,
};
