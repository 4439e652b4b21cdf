/** The numbers of a study of kind `pickup`. */
import type { ResultTable } from "../format/table.js";
import type { PickupResult } from "./result.js";

export function pickupTables(_result: PickupResult): ResultTable[] {
  return [];
}
