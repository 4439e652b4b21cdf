/** The numbers of a study of kind `clatter`. */
import type { ResultTable } from "../format/table.js";
import type { ClatterResult } from "./result.js";

export function clatterTables(_result: ClatterResult): ResultTable[] {
  return [];
}
