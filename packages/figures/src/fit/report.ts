/** report.html of a fit. */
import type { ResultOf } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

export function fitReport(result: ResultOf<"fit">, figures: readonly Figure[]): string {
  return studyReport(result, figures, {
    above: ["parameters", "bounces", "push", "bulge", "pull", "scores", "laws"],
    footer:
      "SI units. Intervals are of 95 %, from the scatter between blocks of recordings; they do not contain what the model lacks, which " +
      "shows in values that move with the horizon. fitted-study.json is the base with the fitted values, ready to run.",
  });
}
