/** report.html of a rest-shape study. */
import type { RestShapeResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

const FOOTER =
  "SI units where no other is given, z up. Linear elasticity on linear tetrahedra, a homogeneous isotropic material; nodes that touch the table are stuck. Numbers are rounded for reading; result.json has all digits, rest.vtu and observed.vtu are for ParaView.";

export function restShapeReport(result: RestShapeResult, figures: readonly Figure[]): string {
  return studyReport(result, figures, { footer: FOOTER });
}
