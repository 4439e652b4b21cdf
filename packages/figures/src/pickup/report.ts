/** report.html of a pickup. */
import type { PickupResult } from "carom/study";
import type { Figure } from "../draw/figure.js";
import { studyReport } from "../report/study-report.js";

const FOOTER =
  "SI units. Linear elasticity on tetrahedra with the stiffness of the undeformed shape, contact at nodes, Signorini's and Coulomb's laws, ball-shaped fingers exact. Numbers are rounded for reading; result.json and squeeze.csv have all digits.";

export function pickupReport(result: PickupResult, figures: readonly Figure[]): string {
  return studyReport(result, figures, { footer: FOOTER });
}
