/**
 * What else there is to say of an impact: where the energy went, whether a stopped contact would stick, how long it lasts; and warnings.
 */
import { numberText, percentText } from "../format/numbers.js";
import type { ImpactResult } from "./result.js";

export function impactDetails(result: ImpactResult): string[] {
  const { forces } = result;
  return [
    ...energySentence(result),
    ...frictionNeeded(result),
    ...(forces === undefined || forces.time.length === 0 ? [] : [`The impact lasts ${numberText(forces.duration)} s.`]),
  ];
}

export function impactWarnings({ outcome, forces, noForces, forceLaws }: ImpactResult): string[] {
  return [
    ...[...outcome.warnings, ...(forces?.warnings ?? [])].map(({ message }) => message),
    ...(noForces === undefined ? [] : [`no forces: ${noForces}`]),
    ...(forceLaws?.hits ?? []).flatMap(({ name, warnings }) => warnings.map(({ message }) => `${name}: ${message}`)),
    ...(forceLaws?.frictionCouples === true
      ? ["friction changes the normal motion at this contact; the hits by force laws leave it out"]
      : []),
  ];
}

/** A share below this is rounding. */
const ROUNDING = 1e-9;

function energySentence({ problem, outcome }: ImpactResult): string[] {
  const { before, after, frictionLoss, restitutionLoss, springLoss = 0 } = outcome.energy;
  if (outcome.events.length === 0 || !(before > 0)) return [];
  const share = (value: number) => percentText(value, before, 1);
  const whose = problem.kineticEnergy === undefined ? "the contact's energy" : "the bodies' kinetic energy";
  const restitution = restitutionLoss < 0 ? `the law makes ${share(-restitutionLoss)}` : `restitution ${share(restitutionLoss)}`;
  const springs = springLoss > ROUNDING * before ? `, the tangential springs ${share(springLoss)}` : "";
  return [
    `Friction takes ${share(frictionLoss)} of ${whose} (${numberText(before)} J), ${restitution}${springs}; ${share(after)} is kept.`,
  ];
}

/** A friction coefficient below this is the rounding of zero. */
const NEGLIGIBLE = 1e-12;

/** Whether a stopped contact would stick, which decides most impacts. */
function frictionNeeded({ analysis, problem }: ImpactResult): string[] {
  if (analysis === undefined) return [];
  const { friction, staticFriction = friction } = problem.contacts[0];
  if (analysis.criticalFriction < NEGLIGIBLE) return ["A stopped contact needs no friction to stay at rest."];
  const holds = analysis.criticalFriction <= staticFriction;
  return [
    `A stopped contact needs a friction of ${numberText(analysis.criticalFriction)} to stick; with ${staticFriction} it ` +
      `${holds ? "sticks" : "slips again"}.`,
  ];
}
