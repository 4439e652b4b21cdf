/** Every picture of an impact with several contacts. */
import type { ImpactResult } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { ledgerFigure } from "../ledgers.js";
import { withHistory } from "../with-history.js";
import { bodyVelocitiesFigure } from "./body-velocities.js";
import { contactGraphFigure } from "./contact-graph.js";
import { courseOf } from "./course.js";
import { energiesFigure } from "./energies.js";
import { eventBarsFigure } from "./event-bars.js";
import { impulsesFigure } from "./impulses.js";
import { normalWorkFigure } from "./normal-work.js";
import { contactVelocitiesFigure } from "./velocities.js";

/**
 * Contact graph, velocities of the bodies, event bars, energy, impulses, velocities and normal work, as far as they apply. Without a
 * history only the first two and the ledger are left; where nothing happened there are no pictures.
 */
export function severalContactsFigures(result: ImpactResult): Figure[] {
  const { problem, outcome } = result;
  if (outcome.events.length === 0) return [];
  const course = courseOf(problem, withHistory(problem, outcome));
  const paths =
    course === undefined
      ? [outcome.energy.before > 0 ? ledgerFigure([outcome]) : undefined]
      : [
          eventBarsFigure(course),
          energiesFigure(result, course),
          impulsesFigure(course),
          contactVelocitiesFigure(course),
          normalWorkFigure(course),
        ];
  const figures = [contactGraphFigure(result), bodyVelocitiesFigure(result), ...paths];
  return figures.filter((figure) => figure !== undefined);
}
