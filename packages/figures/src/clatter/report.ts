/** report.html of a clatter study. */
import type { ClatterResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

const FOOTER =
  "SI units. Impacts are instant, with restitution at the struck point and nothing along the floor unless the study says so; flight " +
  "between them is exact. Figures over an angle repeat the fall of this study from every angle. Numbers are rounded for reading; " +
  "result.json and impacts.csv have all digits.";

export function clatterReport(result: ClatterResult, figures: readonly Figure[]): string {
  return studyReport(result, figures, { footer: FOOTER });
}
