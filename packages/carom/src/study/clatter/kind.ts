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
  word: ({ rod, plate }, { first } = {}) =>
    [...(rod?.impacts.map(({ end }) => end) ?? []), ...(plate?.impacts.map(({ corner }) => corner) ?? [])].slice(0, first).join(" > "),
  sentence: clatterSentence,
  details: clatterDetails,
  warnings: ({ rod, plate }) => (rod ?? plate)?.warnings ?? [],
  tables: clatterTables,
};
