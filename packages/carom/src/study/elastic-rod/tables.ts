/** The numbers of a study of kind `elastic-rod`. */
import type { ResultTable } from "../format/table.js";
import type { ElasticRodResult } from "./result.js";

export function elasticRodTables(_result: ElasticRodResult): ResultTable[] {
  return [];
}
