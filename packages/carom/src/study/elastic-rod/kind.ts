import type { StudyKind } from "../format/kind.js";
import { elasticRodQuantity } from "./quantities.js";
import type { ElasticRodResult } from "./result.js";
import { checkElasticRod, runElasticRod } from "./run.js";
import { type ElasticRodStudy, elasticRodStudySchema } from "./schema.js";
import { elasticRodDetails, elasticRodSentence } from "./sentence.js";
import { elasticRodTables } from "./tables.js";

export const elasticRod: StudyKind<ElasticRodStudy, ElasticRodResult> = {
  kind: "elastic-rod",
  summary: "an elastic rod that bounces",
  schemas: [elasticRodStudySchema],
  usesLaw: false,
  check: checkElasticRod,
  run: runElasticRod,
  quantity: elasticRodQuantity,
  sentence: elasticRodSentence,
  details: elasticRodDetails,
  warnings: ({ warnings }) => warnings.map(({ message }) => message),
  tables: elasticRodTables,
};
