import type { ResultTable } from "../format/table.js";
import type { PenaltyResult } from "./penalty.js";

/**
 * Penalty contact beside the events, a row for each stiffness.
 * @param runs with the processor time of each, s
 */
export function penaltyTable(runs: readonly (PenaltyResult & { readonly seconds: number })[]): ResultTable {
  return {
    name: "penalty",
    title: "Penalty contact",
    use: "both",
    columns: [
      { name: "stiffness", digits: 1 },
      { name: "exponent", digits: 2 },
      { name: "deepest", unit: "m", digits: 6 },
      { name: "difference", unit: "m", digits: 6 },
      { name: "end difference", unit: "m", digits: 6 },
      { name: "steps" },
      { name: "evaluations" },
      { name: "processor", unit: "s", digits: 3 },
    ],
    rows: runs.map(({ stiffness, exponent, deepest, difference, endDifference, steps, evaluations, seconds }) => [
      stiffness,
      exponent,
      deepest,
      difference,
      endDifference,
      steps,
      evaluations,
      seconds,
    ]),
  };
}
