/** report.html of a planned hit. */
import type { BattingResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

const FOOTER =
  "SI units, world axes, z up. Every hit listed was computed forwards once more by the law frictional and its flight; the miss is the distance of the object’s centre of mass from the target at the flight time. Numbers are rounded for reading; result.json has all digits.";

export function battingReport(result: BattingResult, figures: readonly Figure[]): string {
  return studyReport(result, figures, { footer: FOOTER, above: ["hit", "bat"] });
}
