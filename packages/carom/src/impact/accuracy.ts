/**
 * How far the impulse of an outcome can be trusted.
 *
 * The impulse changes velocities by the mobility, dv = W p, so errors of what went in reach it magnified by at most the condition number of
 * W. It is taken with the diagonal of W scaled to one, which makes it the same in any units and for bodies of any mass, and over the
 * directions in which contacts can move at all: contacts more than a rigid body needs make W singular without harm.
 *
 * The estimate of the relative error is the larger of
 *
 *     condition * 2^-53                            the rounding of the problem's numbers alone
 *     |residual| / sum |p_i| (|v_i-| + |v_i+|)/2   what the energies leave unexplained: they are counted along the way, apart from the
 *                                                  velocities, so errors of steps and events show there
 *     |p - p_law| / |p_law|                        of methods whose answer depends on their step (warning `fixed-step`) at one contact:
 *                                                  the energies of some of them close whatever the error
 *
 * An estimate, no bound. It does not know the errors of the data, and where an impact is near a border (a contact that just sticks) a small
 * change of the data can take it to the other side.
 */
import { symmetricEigen } from "../math/symmetric-eigen.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { solveFrictional } from "./frictional.js";
import type { ImpactOutcome } from "./outcome.js";

/** How well an impulse is determined, and how exact it is. */
export interface ImpulseAccuracy {
  /** Condition number of the mobility, diagonal scaled to one, 1 to 4.5e15: by how much it magnifies relative errors of the problem. */
  readonly condition: number;
  /** Estimate of the relative error of the impulse from rounding and from the method. */
  readonly error: number;
}

const ROUNDING = 0.5 * Number.EPSILON;
/** Of several contacts: a motion that answers impulses by less than this part of the most is one that no contact has. */
const REDUNDANT = 1e-12;

/** Condition number and error estimate of an outcome of this problem. */
export function impulseAccuracy(problem: ContactProblem, outcome: ImpactOutcome): ImpulseAccuracy {
  const condition = conditionOf(problem);
  const { impulse, velocity, energy } = outcome;
  const exchanged = impulse.reduce((sum, p, i) => sum + 0.5 * Math.abs(p) * (Math.abs(problem.velocity[i]) + Math.abs(velocity[i])), 0);
  // Nothing was exchanged: the impulse is zero, exactly.
  if (!(exchanged > 0)) return { condition, error: 0 };
  return { condition, error: Math.max(condition * ROUNDING, Math.abs(energy.residual) / exchanged, errorOfSteps(problem, outcome)) };
}

/** How far a method with steps of its own is from what the law itself says. */
function errorOfSteps(problem: ContactProblem, { law, impulse, warnings }: ImpactOutcome): number {
  if (law !== "frictional" || !warnings.some(({ code }) => code === "fixed-step")) return 0;
  const exact = solveFrictional(problem).impulse;
  const length = (values: readonly number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return length(exact.map((value, i) => value - impulse[i])) / length(exact);
}

function conditionOf({ mobility, contacts }: ContactProblem): number {
  const size = mobility.length;
  const scale = mobility.map((row, i) => (row[i] > 0 ? 1 / Math.sqrt(row[i]) : 0));
  const moving = scale.flatMap((value, i) => (value > 0 ? [i] : []));
  const scaled = moving.flatMap((i) => moving.map((j) => 0.5 * (mobility[i][j] + mobility[j][i]) * scale[i] * scale[j]));
  if (size === 0 || moving.length === 0) return 1;
  const { values } = symmetricEigen(scaled, moving.length);
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  const floor = largest * (contacts.length === 1 ? 2 * ROUNDING : REDUNDANT);
  const least = values.reduce((smallest, value) => (value > floor ? Math.min(smallest, value) : smallest), Number.POSITIVE_INFINITY);
  const singular = contacts.length === 1 && values.some((value) => value <= floor);
  return singular ? 0.5 / ROUNDING : largest / least;
}
