/**
 * What only contacts of several bodies, or several contacts of one, can get wrong: a mobility that no bodies have, an energy smaller than
 * what an impact takes.
 *
 * The mobility J M^-1 J^T of bodies is never negative: half impulse . mobility . impulse is the energy that an impulse gives to what rests.
 * One that is negative somewhere lets an impact draw energy out of nothing, and laws for several contacts neither end nor mean anything
 * then.
 */
import { InvalidInputError } from "../errors.js";
import { isPositiveSemidefinite } from "../math/solve.js";
import { pseudoInverseForm, symmetricEigen } from "../math/symmetric-eigen.js";
import type { ContactProblem } from "./contact-problem.js";

/**
 * Beyond this many components the check would take as long as the impact; such a mobility comes from bodies, and `energiesLeft` still
 * looks at what comes out.
 */
const MOST_CHECKED = 150;
const INDEFINITE = "is not positive semidefinite: an impulse would take energy out of nothing";

/** Throws InvalidInputError where the mobility of several contacts cannot be that of bodies. */
export function checkSeveralContacts({ contacts, mobility }: ContactProblem, path = "mobility"): void {
  if (contacts.length === 1 || mobility.length > MOST_CHECKED) return;
  if (!isPositiveSemidefinite(mobility)) throw new InvalidInputError(path, mobility, INDEFINITE);
}

/** Of the energy before; less than nothing by this is rounding. */
const ROUNDING = 1e-9;

/** Kinetic energies before and after an impact, J. */
export interface EnergiesOfImpact {
  readonly before: number;
  readonly after: number;
}

/**
 * The energies as they are told. Throws InvalidInputError where an impact of several contacts has left less energy than none, or no number.
 *
 * Beside ground or joints that are moved the energy is not given, and what contacts can reach of it is not all that friction can take: a
 * ball between a floor and an arm that is moved cannot keep to both, and the arm pays for the slip. What is paid so is counted as there
 * before; left is what the contacts can reach then.
 */
export function energiesLeft(problem: ContactProblem, velocity: readonly number[], { before, after }: EnergiesOfImpact): EnergiesOfImpact {
  const { contacts, kineticEnergy, mobility } = problem;
  if (contacts.length === 1 || (Number.isFinite(after) && after >= -ROUNDING * before)) return { before, after };
  if (kineticEnergy !== undefined && Number.isFinite(after)) {
    const taken = Number((before - after).toPrecision(6));
    throw new InvalidInputError("kineticEnergy", kineticEnergy, `is less than the ${taken} J that the impact takes`);
  }
  if (!Number.isFinite(after) || !isPositiveSemidefinite(mobility)) throw new InvalidInputError("mobility", mobility, INDEFINITE);
  const left = 0.5 * pseudoInverseForm(symmetricEigen(mobility.flat(), mobility.length), velocity);
  return { before: before - after + left, after: left };
}
