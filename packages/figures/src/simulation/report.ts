/** report.html of a simulation. */
import type { SimulationResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

const FOOTER =
  "SI units, world axes. Times of events are exact to the tolerances above; between events motion is integrated with error control, and rows of the series are read off its interpolation. The energy ledger adds up: at the beginning − impacts − friction − closing of contacts + work of loads, motors and moved ground = at the end. Numbers are rounded for reading; result.json, series.csv, contacts.csv and events.jsonl have all digits.";

export function simulationReport(result: SimulationResult, figures: readonly Figure[]): string {
  return studyReport(result, figures, { footer: FOOTER });
}
