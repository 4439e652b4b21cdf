/**
 * The one problem every impact law solves: contacts at one instant, with nothing left of the bodies but their mobility.
 *
 *     velocity after = velocity before + mobility * impulse          mobility = J M^-1 J^T
 *
 * Each contact has `dimension` components, ordered tangent 1, tangent 2, normal (planar: tangent, normal). The normal points into
 * the contact's first body, impulses are those on the first body, velocities are first body minus second body, and the bodies
 * approach where the normal velocity is negative. Components of contact i stand at i * dimension.
 */
import { InvalidInputError } from "../errors.js";

/** What two surfaces do to each other. Belongs to a pair of bodies, never mixed from two. */
export interface ContactMaterial {
  /** Kinetic friction coefficient, >= 0. Dimensionless. */
  readonly friction: number;
  /** Friction coefficient at rest, >= friction. Dimensionless. Default: the same as `friction`. */
  readonly staticFriction?: number;
  /** Coefficient of restitution, 0 (nothing given back) to 1. What it is a ratio of depends on the law. Dimensionless. */
  readonly restitution: number;
  /** Normal over tangential stiffness, k_n / k_t > 0. Dimensionless. Absent: tangentially rigid. */
  readonly stiffnessRatio?: number;
  /** Stiffness of this contact relative to the others of the same impact, > 0. Only ratios matter. */
  readonly stiffness?: number;
  /** Exponent of the contact's force law, force = stiffness * compression^exponent, >= 1. */
  readonly exponent?: number;
  /**
   * Area or length that this contact stands for among several of one patch or edge, > 0. Only ratios matter; where a rigid body does not
   * determine how its contacts share, they share by it. Default: 1.
   */
  readonly weight?: number;
}

/** One contact of a problem: its material. */
export interface Contact extends ContactMaterial {
  /** What reports call this contact. Default: its place in the list. */
  readonly name?: string;
}

/** Where a contact is and which way its components point. Planar: points and axes of two numbers. */
export interface ContactPlace {
  /** m. */
  readonly point: readonly number[];
  /** Unit vectors in the axes of `point`, in the order of the components: tangent 1, tangent 2, normal (planar: tangent, normal). */
  readonly axes: readonly (readonly number[])[];
}

/** The contacts at one instant: all that a law needs. */
export interface ContactProblem {
  /** Components per contact: 2 planar, 3 spatial. */
  readonly dimension: 2 | 3;
  /** One or more, in the order of the components. */
  readonly contacts: readonly Contact[];
  /**
   * Contact impulses to contact velocity changes, symmetric, in 1/kg. Rows. Positive definite for one contact; several contacts of few
   * bodies depend on each other (a block on four corners has twelve components and six ways to move), so for them it is only never
   * negative.
   */
  readonly mobility: readonly (readonly number[])[];
  /** Contact velocities before impact, m/s. */
  readonly velocity: readonly number[];
  /**
   * Kinetic energy of everything that moves, J. Default: the part the contacts can reach, half v . mobility^-1 . v.
   * It only sets where the energy ledger starts; no law depends on it.
   */
  readonly kineticEnergy?: number;
  /**
   * One for each contact. Only a law that shares impulses by geometry (`multipoint`) looks at them, and only where there are several
   * contacts.
   */
  readonly places?: readonly ContactPlace[];
}

/** Squares and fourth powers of what lies between these neither overflow nor underflow. */
const SMALLEST = 1e-70;
const LARGEST = 1e70;

/** Relative asymmetry of a mobility matrix that is still taken for rounding. */
const SYMMETRY_TOLERANCE = 1e-9;

/** How far the axes of a place may be from unit length and from right angles. */
const AXES_TOLERANCE = 1e-9;

/** Throws InvalidInputError naming the first field that cannot belong to a contact problem. */
export function checkContactProblem(problem: ContactProblem, path = ""): void {
  // Paths are written only for what is wrong: to write them all takes as long as to solve an impact.
  const at = (field: string) => (path === "" ? field : `${path}.${field}`);
  const { dimension, contacts, mobility, velocity } = problem;
  if (dimension !== 2 && dimension !== 3) throw new InvalidInputError(at("dimension"), dimension, "is neither 2 (planar) nor 3 (spatial)");
  if (!Array.isArray(contacts) || contacts.length === 0) throw new InvalidInputError(at("contacts"), contacts, "holds no contact");
  for (let i = 0; i < contacts.length; i++) checkMaterial(contacts[i], at("contacts"), i);

  const size = dimension * contacts.length;
  if (!Array.isArray(velocity) || velocity.length !== size)
    throw new InvalidInputError(at("velocity"), velocity, `does not have ${size} components (${dimension} for each contact)`);
  for (let i = 0; i < size; i++) {
    if (!Number.isFinite(velocity[i])) throw new InvalidInputError(at(`velocity[${i}]`), velocity[i], NOT_FINITE);
    if (Math.abs(velocity[i]) > LARGEST) throw new InvalidInputError(at(`velocity[${i}]`), velocity[i], `is larger than ${LARGEST}`);
  }
  checkMobility(mobility, size, at("mobility"));
  const { kineticEnergy } = problem;
  if (kineticEnergy !== undefined && !(Number.isFinite(kineticEnergy) && kineticEnergy >= 0))
    throw new InvalidInputError(at("kineticEnergy"), kineticEnergy, "is not a finite number >= 0");
  if (problem.places !== undefined) checkPlaces(problem.places, dimension, contacts.length, at("places"));
}

/**
 * A planar tangent along which nothing moves is fine for the law `planar` and no other: for the common checks it is given some mobility.
 */
export function withMobileTangent(problem: ContactProblem): ContactProblem {
  const { mobility, dimension } = problem;
  if (dimension !== 2 || mobility?.[0]?.[0] !== 0 || mobility[0].length !== 2) return problem;
  const [[, coupling], ...rows] = mobility;
  return { ...problem, mobility: [[rows[0]?.[1] > 0 ? rows[0][1] : 1, coupling], ...rows] };
}

/** Throws InvalidInputError unless there is one place for each contact, each with a point and orthonormal axes. */
export function checkPlaces(places: readonly ContactPlace[], dimension: 2 | 3, contacts: number, path: string): void {
  if (!Array.isArray(places) || places.length !== contacts)
    throw new InvalidInputError(path, places, `does not hold one place for each of ${contacts} contact${contacts === 1 ? "" : "s"}`);
  places.forEach((place: ContactPlace, i) => {
    if (typeof place !== "object" || place === null) throw new InvalidInputError(`${path}[${i}]`, place, "is not a place");
    checkNumbers(place.point, dimension, `${path}[${i}].point`);
    checkAxes(place.axes, dimension, `${path}[${i}].axes`);
  });
}

function checkAxes(axes: ContactPlace["axes"], dimension: number, path: string): void {
  if (!Array.isArray(axes) || axes.length !== dimension) throw new InvalidInputError(path, axes, `does not hold ${dimension} axes`);
  axes.forEach((axis: readonly number[], i) => {
    checkNumbers(axis, dimension, `${path}[${i}]`);
    const product = (other: readonly number[]) => axis.reduce((sum, value, k) => sum + value * other[k], 0);
    if (Math.abs(product(axis) - 1) > 2 * AXES_TOLERANCE) throw new InvalidInputError(`${path}[${i}]`, axis, "is not of unit length");
    const oblique = axes.findIndex((other, j) => j < i && Math.abs(product(other)) > AXES_TOLERANCE);
    if (oblique >= 0) throw new InvalidInputError(`${path}[${i}]`, axis, `is not at right angles to [${oblique}]`);
  });
}

function checkNumbers(value: readonly number[], count: number, path: string): void {
  if (!Array.isArray(value) || value.length !== count) throw new InvalidInputError(path, value, `does not have ${count} numbers`);
  value.forEach((component, i) => {
    checkFinite(component, `${path}[${i}]`);
  });
}

/** Throws InvalidInputError naming the first material value out of its range, at `path` or at an index of it. */
export function checkMaterial(material: ContactMaterial, path: string, index?: number): void {
  const { friction, staticFriction, restitution, stiffnessRatio, stiffness, exponent, weight } = material;
  const refuse = (field: keyof ContactMaterial, reason: string): never => {
    throw new InvalidInputError(`${path}${index === undefined ? "" : `[${index}]`}.${field}`, material[field], reason);
  };
  if (!Number.isFinite(friction)) refuse("friction", NOT_FINITE);
  if (friction < 0) refuse("friction", "is negative");
  if (!Number.isFinite(restitution)) refuse("restitution", NOT_FINITE);
  if (restitution < 0 || restitution > 1) refuse("restitution", "is not between 0 and 1");
  if (staticFriction !== undefined && !Number.isFinite(staticFriction)) refuse("staticFriction", NOT_FINITE);
  if (staticFriction !== undefined && staticFriction < friction) refuse("staticFriction", `is below friction (${friction})`);
  if (!isPositive(stiffnessRatio)) refuse("stiffnessRatio", NOT_POSITIVE);
  if (!isPositive(stiffness)) refuse("stiffness", NOT_POSITIVE);
  if (!isPositive(weight)) refuse("weight", NOT_POSITIVE);
  if (exponent !== undefined && !(Number.isFinite(exponent) && exponent >= 1)) refuse("exponent", "is not a finite number >= 1");
}

const NOT_FINITE = "is not a finite number";
const NOT_POSITIVE = "is not a finite number > 0";

/** A field that may be left out. */
function isPositive(value: number | undefined): boolean {
  return value === undefined || (Number.isFinite(value) && value > 0);
}

export function checkFinite(value: number, path: string): void {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new InvalidInputError(path, value, NOT_FINITE);
}

function checkMobility(mobility: ContactProblem["mobility"], size: number, path: string): void {
  if (!Array.isArray(mobility) || mobility.length !== size) throw new InvalidInputError(path, mobility, `does not have ${size} rows`);
  mobility.forEach((row, i) => {
    if (!Array.isArray(row) || row.length !== size) throw new InvalidInputError(`${path}[${i}]`, row, `does not have ${size} numbers`);
    // Of hundreds of contacts these are millions of numbers: a path is written only for one that is wrong.
    const j = row.findIndex((value: number) => !Number.isFinite(value));
    if (j >= 0) checkFinite(row[j], `${path}[${i}][${j}]`);
  });
  for (let i = 0; i < size; i++) {
    if (mobility[i][i] > LARGEST || (mobility[i][i] > 0 && mobility[i][i] < SMALLEST))
      throw new InvalidInputError(`${path}[${i}][${i}]`, mobility[i][i], `is not between ${SMALLEST} and ${LARGEST}`);
    if (!(mobility[i][i] > 0)) throw new InvalidInputError(`${path}[${i}][${i}]`, mobility[i][i], "is not positive");
    for (let j = 0; j < i; j++) {
      const asymmetry = Math.abs(mobility[i][j] - mobility[j][i]);
      if (asymmetry > 0 && asymmetry > SYMMETRY_TOLERANCE * Math.sqrt(mobility[i][i] * mobility[j][j]))
        throw new InvalidInputError(
          `${path}[${i}][${j}]`,
          mobility[i][j],
          `differs from [${j}][${i}] (${mobility[j][i]}): the matrix is not symmetric`,
        );
    }
  }
}
