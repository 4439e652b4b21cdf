/** The numbers of a study of kind `impact`. */
import type { ResultTable } from "../format/table.js";
import type { ImpactResult } from "./result.js";

export function impactTables(_result: ImpactResult): ResultTable[] {
  return [];
}
