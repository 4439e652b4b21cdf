/** report.html of the study of an elastic rod. */
import type { ElasticRodResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

const FOOTER =
  "SI units. Linear elasticity in one dimension, a rigid floor. Contact is exact: waves by their images, late ones by modes; figures over speed or damping repeat the fall. Numbers are rounded for reading; result.json and contact.csv have all digits.";

export function elasticRodReport(result: ElasticRodResult, figures: readonly Figure[]): string {
  return studyReport(result, figures, { footer: FOOTER });
}
