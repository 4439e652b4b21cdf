/** report.html of a sweep. */
import type { ResultOf } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

export function sweepReport(result: ResultOf<"sweep">, figures: readonly Figure[]): string {
  return studyReport(result, figures, {
    above: ["measures", "words"],
    footer:
      "SI units. Intervals are of 95 %; those of shares and quantiles hold for independent runs and are on the safe side for Sobol and " +
      "Latin hypercube points. Every run can be run again alone: its values follow from the study, the seed and its number.",
  });
}
