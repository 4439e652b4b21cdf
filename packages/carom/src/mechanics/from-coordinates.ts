/**
 * A mechanical system in generalised coordinates -> ContactProblem, and contact impulses -> its new speeds.
 *
 * With speeds u, mass matrix M and contact velocities J u, an impulse I at the contacts changes the speeds by M^-1 J^T I, so
 *
 *     mobility = J M^-1 J^T = Y^T Y,   L Y = J^T,   M = L L^T
 *
 * The Cholesky factor L makes the mobility symmetric to the last bit and never negative.
 *
 * Source: Featherstone, Rigid Body Dynamics Algorithms, chapter 11; 004 eq. (3.4), (5.4).
 */
import { InvalidInputError } from "../errors.js";
import type { CholeskyFactor } from "../math/solve.js";
import { choleskyFactor, choleskyForward, choleskySolve } from "../math/solve.js";
import type { ContactPlace, ContactProblem } from "./contact-problem.js";
import { checkFinite, checkPlaces } from "./contact-problem.js";
import { checkPairMaterial, type PairContact, resolvedContacts } from "./restitution.js";

/** A mechanical system at one instant, in generalised coordinates. */
export interface GeneralisedSystem {
  /** n x n, symmetric positive definite, by rows. Units follow the speeds: half u . M u is in J. */
  readonly massMatrix: readonly (readonly number[])[];
  /**
   * One row for each contact component in the order tangent 1, tangent 2, normal (planar: tangent, normal), n columns: contact velocity = J
   * u.
   */
  readonly jacobian: readonly (readonly number[])[];
  /** n generalised speeds before impact. */
  readonly speeds: readonly number[];
  /** One for each contact, for laws that share impulses by geometry. Planar: points and axes of two numbers. */
  readonly places?: readonly ContactPlace[];
}

/** Relative asymmetry of a mass matrix that is still taken for rounding. */
const SYMMETRY_TOLERANCE = 1e-9;

/** A system checked and factored once: the problem, and what impulses do to the speeds. */
export interface AssembledSystem {
  readonly problem: ContactProblem;
  /** As the function of this name. */
  readonly speedsAfter: (impulse: readonly number[]) => number[];
}

/** The problem that every law solves, from mass matrix, Jacobian and speeds in any coordinates. */
export function contactProblemFromCoordinates(system: GeneralisedSystem, contacts: readonly PairContact[]): ContactProblem {
  return assembleCoordinates(system, contacts).problem;
}

/** The same, with what is needed to carry the impulses back, so that nothing is factored twice. */
export function assembleCoordinates(system: GeneralisedSystem, contacts: readonly PairContact[]): AssembledSystem {
  const factor = factorMassMatrix(system);
  return { problem: problemOf(system, contacts, factor), speedsAfter: (impulse) => movedSpeeds(system, factor, impulse) };
}

function problemOf(system: GeneralisedSystem, contacts: readonly PairContact[], factor: CholeskyFactor): ContactProblem {
  if (!Array.isArray(contacts) || contacts.length === 0) throw new InvalidInputError("contacts", contacts, "holds no contact");
  contacts.forEach((contact, i) => {
    checkPairMaterial(contact, `contacts[${i}]`);
  });
  const { massMatrix, jacobian, speeds, places } = system;
  const dimension = dimensionOf(jacobian, contacts.length);
  if (places !== undefined) checkPlaces(places, dimension, contacts.length, "system.places");
  const halves = jacobian.map((row) => choleskyForward(factor, row));
  const velocity = jacobian.map((row) => dot(row, speeds));
  return {
    dimension,
    contacts: resolvedContacts<PairContact>(contacts, velocity, dimension),
    mobility: halves.map((half) => halves.map((other) => dot(half, other))),
    velocity,
    kineticEnergy:
      0.5 *
      dot(
        speeds,
        massMatrix.map((row) => dot(row, speeds)),
      ),
    ...(places === undefined ? {} : { places }),
  };
}

/** Speeds after contact impulses in contact components (as in an ImpactOutcome). */
export function speedsAfter(system: GeneralisedSystem, impulse: readonly number[]): number[] {
  return movedSpeeds(system, factorMassMatrix(system), impulse);
}

function movedSpeeds({ jacobian, speeds }: GeneralisedSystem, factor: CholeskyFactor, impulse: readonly number[]): number[] {
  checkNumbers(impulse, jacobian.length, "impulse");
  const momentum = speeds.map((_, k) => jacobian.reduce((sum, row, i) => sum + row[k] * impulse[i], 0));
  const change = choleskySolve(factor, momentum);
  return speeds.map((speed, k) => speed + change[k]);
}

/** Checks the whole system; the factor is what both functions above need of the mass matrix. */
function factorMassMatrix({ massMatrix, jacobian, speeds }: GeneralisedSystem): CholeskyFactor {
  if (!Array.isArray(speeds) || speeds.length === 0) throw new InvalidInputError("system.speeds", speeds, "holds no speed");
  const size = speeds.length;
  checkNumbers(speeds, size, "system.speeds");

  if (!Array.isArray(massMatrix) || massMatrix.length !== size)
    throw new InvalidInputError("system.massMatrix", massMatrix, `does not have ${size} rows (one for each speed)`);
  massMatrix.forEach((row, i) => {
    checkNumbers(row, size, `system.massMatrix[${i}]`);
  });
  for (let i = 0; i < size; i++)
    for (let j = 0; j < i; j++)
      if (Math.abs(massMatrix[i][j] - massMatrix[j][i]) > SYMMETRY_TOLERANCE * Math.sqrt(Math.abs(massMatrix[i][i] * massMatrix[j][j])))
        throw new InvalidInputError(
          `system.massMatrix[${i}][${j}]`,
          massMatrix[i][j],
          `differs from [${j}][${i}] (${massMatrix[j][i]}): the matrix is not symmetric`,
        );
  const factor = choleskyFactor(massMatrix);
  if (factor === undefined) throw new InvalidInputError("system.massMatrix", massMatrix, "is not positive definite");

  if (!Array.isArray(jacobian)) throw new InvalidInputError("system.jacobian", jacobian, "is not a list of rows");
  jacobian.forEach((row, i) => {
    checkNumbers(row, size, `system.jacobian[${i}]`);
    // A planar contact may have no way to move along its tangent.
    if (!(i === 0 && jacobian.length === 2) && row.every((value: number) => value === 0))
      throw new InvalidInputError(`system.jacobian[${i}]`, row, "is zero: nothing moves along this contact component");
  });
  return factor;
}

function dimensionOf(jacobian: GeneralisedSystem["jacobian"], contacts: number): 2 | 3 {
  if (jacobian.length === 2 * contacts) return 2;
  if (jacobian.length === 3 * contacts) return 3;
  throw new InvalidInputError(
    "system.jacobian",
    jacobian,
    `has ${jacobian.length} rows: neither 2 (planar) nor 3 (spatial) for each of ${contacts} contact${contacts === 1 ? "" : "s"}`,
  );
}

function checkNumbers(value: readonly number[], count: number, path: string): void {
  if (!Array.isArray(value) || value.length !== count) throw new InvalidInputError(path, value, `does not have ${count} numbers`);
  value.forEach((component, i) => {
    checkFinite(component, `${path}[${i}]`);
  });
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
