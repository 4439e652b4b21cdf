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
import type { ContactProblem } from "./contact-problem.js";

/**
 * Beyond this many components the check would take as long as the impact; such a mobility comes from bodies, and `checkEnergyLeft` still
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

/** Throws InvalidInputError where an impact of several contacts has left less energy than none, or no number. */
export function checkEnergyLeft({ contacts, kineticEnergy, mobility }: ContactProblem, before: number, after: number): void {
  if (contacts.length === 1 || (Number.isFinite(after) && after >= -ROUNDING * before)) return;
  if (kineticEnergy !== undefined && Number.isFinite(after)) {
    const taken = Number((before - after).toPrecision(6));
    throw new InvalidInputError("kineticEnergy", kineticEnergy, `is less than the ${taken} J that the impact takes`);
  }
  throw new InvalidInputError("mobility", mobility, INDEFINITE);
}
