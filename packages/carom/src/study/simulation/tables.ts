/** The numbers of a study of kind `simulation`. */
import type { ResultTable } from "../format/table.js";
import type { SimulationResult } from "./result.js";

export function simulationTables(_result: SimulationResult): ResultTable[] {
  return [];
}
