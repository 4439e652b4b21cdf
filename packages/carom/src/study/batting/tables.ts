/** The numbers of a study of kind `batting`. */
import type { ResultTable } from "../format/table.js";
import type { BattingResult } from "./result.js";

export function battingTables(_result: BattingResult): ResultTable[] {
  return [];
}
