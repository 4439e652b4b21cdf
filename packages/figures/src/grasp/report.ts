/** report.html of a grasp. */
import type { GraspResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

const FOOTER =
  "SI units. Elastic tetrahedra by the law that the study names, contact at nodes, Signorini's and Coulomb's laws; a hand that is turned " +
  "or accelerated is looked at in its own frame, so slowly that the body follows. Numbers are rounded for reading.";

export function graspReport(result: GraspResult, figures: readonly Figure[]): string {
  return studyReport(result, figures, { footer: FOOTER });
}
