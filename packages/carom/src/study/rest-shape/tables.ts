/** The numbers of a study of kind `rest-shape`. */
import type { ResultTable } from "../format/table.js";
import type { RestShapeResult } from "./result.js";

export function restShapeTables(_result: RestShapeResult): ResultTable[] {
  return [];
}
