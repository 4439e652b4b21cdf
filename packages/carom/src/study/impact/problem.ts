/**
 * The contact problem of a study of kind `impact`, from whichever form the study has.
 */
import { InvalidInputError } from "../../errors.js";
import { isDefinite } from "../../impact/slip/solve.js";
import { rotate } from "../../math/quaternion.js";
import { choleskyFactor, choleskyForward } from "../../math/solve.js";
import { applyPseudoInverse, pseudoInverseForm, symmetricEigen } from "../../math/symmetric-eigen.js";
import { add, norm, subtract, ZERO } from "../../math/vec3.js";
import { type ContactProblem, checkContactProblem, withMobileTangent } from "../../mechanics/contact-problem.js";
import { assembleBodies, type Bodies } from "../../mechanics/from-bodies.js";
import { assembleCoordinates } from "../../mechanics/from-coordinates.js";
import { checkPairMaterial, resolvedContacts } from "../../mechanics/restitution.js";
import { type Body, checkOrientation, type RigidBody, unitOrientation } from "../../mechanics/rigid-body.js";
import { checkSeveralContacts } from "../../mechanics/several-contacts.js";
import { type Amount, bodyFromShape, massAndCentre } from "../../mechanics/shapes/index.js";
import { isMovingBody } from "./moving-body.js";
import type { ImpactResult } from "./result.js";
import type { BodiesStudy, ImpactStudy, ProblemStudy, StudyBody } from "./schema.js";

/** An impact as it is built from a study, once for each run. */
export interface BuiltImpact {
  /** What the law is given. */
  readonly problem: ContactProblem;
  /** The impulse of an outcome carried back to what the study is about. */
  readonly moved: (impulse: readonly number[]) => Pick<ImpactResult, "bodies" | "contacts" | "speeds">;
}

/** What the law is given; throws InvalidInputError naming what no rigid bodies could have. */
export function studyProblem(study: ImpactStudy): ContactProblem {
  return buildImpact(study).problem;
}

/** Throws InvalidInputError naming what no rigid bodies could have. */
export function buildImpact(study: ImpactStudy): BuiltImpact {
  if ("bodies" in study) return builtFromBodies(study);
  if ("system" in study) {
    const { problem, speedsAfter } = assembleCoordinates(study.system, study.contacts.map(withoutLaw));
    const before = study.system.speeds;
    return { problem: checked(problem, "system"), moved: (impulse) => ({ speeds: { before, after: speedsAfter(impulse) } }) };
  }
  return { problem: givenProblem(study), moved: () => ({}) };
}

function builtFromBodies(study: BodiesStudy): BuiltImpact {
  checkSpheres(study);
  const bodies = bodiesOf(study);
  const { problem, frames, velocitiesAfter, worldImpulses } = assembleBodies(
    bodies,
    study.contacts.map(withoutLaw),
    study.tablePlane === undefined ? {} : { tablePlane: study.tablePlane },
  );
  return {
    problem: checked(problem, "bodies"),
    moved: (impulse) => {
      const impulses = worldImpulses(impulse);
      return {
        bodies: Object.fromEntries(
          Object.entries(velocitiesAfter(impulse)).map(([name, after]) => {
            const { position, velocity = ZERO, angularVelocity = ZERO } = bodies[name] as RigidBody;
            return [name, { position, before: { velocity, angularVelocity }, after }];
          }),
        ),
        contacts: frames.map((frame, i) => ({ between: study.contacts[i].between, ...frame, impulse: impulses[i] })),
      };
    },
  };
}

function givenProblem(study: ProblemStudy): ContactProblem {
  study.contacts.forEach((contact, i) => {
    checkPairMaterial(contact, `contacts[${i}]`);
  });
  const dimension = dimensionOf(study);
  const contacts = resolvedContacts(study.contacts.map(withoutLaw), study.problem.velocity, dimension);
  const problem: ContactProblem = { dimension, contacts, ...study.problem };
  checkContactProblem(withMobileTangent(problem), "problem");
  return checked(problem, "problem");
}

/** What the rigid laws need of a contact. */
function withoutLaw<Given extends { readonly contactLaw?: unknown }>({ contactLaw: _, ...contact }: Given): Omit<Given, "contactLaw"> {
  return contact;
}

function dimensionOf({ problem: { velocity }, contacts }: ProblemStudy): 2 | 3 {
  const dimension = velocity.length / contacts.length;
  if (dimension === 2 || dimension === 3) return dimension;
  const components = `${2 * contacts.length} (planar) nor ${3 * contacts.length} (spatial)`;
  throw new InvalidInputError("problem.velocity", velocity, `has neither ${components} components`);
}

/** A kinetic energy short of what the contacts hold by no more than this fraction is rounding. */
const ENERGY_ROUNDING = 1e-9;

/** A determinant below zero by no more than this fraction of the product of the diagonal is rounding. */
const SEMIDEFINITE_ROUNDING = 1e-12;

/** The field that a mobility comes from, and what to say of it where it is not positive definite. */
const MOBILITY = {
  bodies: ["contacts[0]", "is its mobility, which is not positive definite to working precision"],
  system: ["system.jacobian", "is the mobility of these rows, which is not positive definite: they depend on each other"],
  problem: ["problem.mobility", "is not positive definite"],
} as const;

/**
 * What builders leave to the laws: that the mobility can belong to a mechanical system, and that the energy given is at least what moves
 * there.
 */
function checked(problem: ContactProblem, form: keyof typeof MOBILITY): ContactProblem {
  if (form !== "problem") checkSizes(problem, MOBILITY[form][0]);
  if (problem.contacts.length > 1) return checkedMany(problem, form);
  const definite = isDefinite(problem);
  if (!definite && problem.dimension === 2 && isSemidefinite(problem.mobility)) return problem;
  const factor = definite ? choleskyFactor(problem.mobility) : undefined;
  if (factor === undefined) throw new InvalidInputError(MOBILITY[form][0], problem.mobility, MOBILITY[form][1]);
  const half = choleskyForward(factor, problem.velocity);
  let energy = 0;
  for (const component of half) energy += 0.5 * component * component;
  const { kineticEnergy = energy } = problem;
  if (form === "problem" && kineticEnergy < energy * (1 - ENERGY_ROUNDING))
    throw new InvalidInputError("problem.kineticEnergy", kineticEnergy, `is less than the ${energy} J of the contact velocities alone`);
  return problem;
}

/** Several contacts may be redundant, so their mobility may be singular. */
function checkedMany(problem: ContactProblem, form: keyof typeof MOBILITY): ContactProblem {
  if (form !== "problem") return problem;
  checkSeveralContacts(problem, "problem.mobility");
  checkReachable(problem);
  return problem;
}

/** More components than this take too long to check; they come from bodies, not from a file written by hand. */
const MOST_CHECKED = 150;
/** Relative part of a velocity outside what the mobility reaches that is rounding. */
const UNREACHED = 1e-8;

/**
 * Contacts of rigid bodies that depend on each other move together: velocities that do not, and less energy than they stand for, are no
 * bodies'.
 */
function checkReachable({ mobility, velocity, kineticEnergy }: ContactProblem): void {
  const size = velocity.length;
  if (size > MOST_CHECKED) return;
  const eigen = symmetricEigen(Float64Array.from(mobility.flat()), size);
  const impulse = applyPseudoInverse(eigen, velocity);
  let outside = 0;
  let largest = 0;
  velocity.forEach((value, i) => {
    const reached = mobility[i].reduce((sum, element, j) => sum + element * impulse[j], 0);
    outside = Math.max(outside, Math.abs(value - reached));
    largest = Math.max(largest, Math.abs(value));
  });
  if (outside > UNREACHED * largest)
    throw new InvalidInputError(
      "problem.velocity",
      velocity,
      "is not what contacts with this mobility can have: some of them can only move together",
    );
  const energy = 0.5 * pseudoInverseForm(eigen, velocity);
  if (kineticEnergy !== undefined && kineticEnergy < energy * (1 - ENERGY_ROUNDING))
    throw new InvalidInputError(
      "problem.kineticEnergy",
      kineticEnergy,
      `is less than the ${Number(energy.toPrecision(6))} J of the contact velocities alone`,
    );
}

/** Numbers too large for the laws are named by where they come from: the contact problem itself is not in the file. */
function checkSizes(problem: ContactProblem, path: string): void {
  try {
    checkContactProblem(withMobileTangent(problem));
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(path, error.value, `${error.expected} (it is ${error.path} of the contact problem)`);
  }
}

/** A planar mobility without a direction that gains energy: singular ones are for the law planar. */
function isSemidefinite([[a, b], [, c]]: ContactProblem["mobility"]): boolean {
  return a >= 0 && c > 0 && a * c - b * b >= -SEMIDEFINITE_ROUNDING * a * c;
}

/** Relative overlap of two spheres that is rounding of their positions. */
const SPHERE_OVERLAP = 1e-6;

/** Spheres know their surfaces: they do not overlap, and two of them touch in one point. */
function checkSpheres({ bodies, contacts }: BodiesStudy): void {
  const spheres = Object.entries(bodies).flatMap(([name, body]) =>
    isMovingBody(body) && body.shape?.type === "sphere" ? [{ name, position: body.position, radius: body.shape.radius }] : [],
  );
  spheres.forEach((sphere, i) => {
    for (const other of spheres.slice(0, i)) {
      const overlap = sphere.radius + other.radius - norm(subtract(sphere.position, other.position));
      if (overlap > SPHERE_OVERLAP * (sphere.radius + other.radius))
        throw new InvalidInputError(
          `bodies.${sphere.name}.position`,
          sphere.position,
          `makes it overlap ${other.name} by ${overlap.toPrecision(3)} m`,
        );
    }
  });
  const round = new Set(spheres.map(({ name }) => name));
  contacts.forEach(({ between }, i) => {
    if (!between.every((name) => round.has(name))) return;
    const again = contacts.findIndex((other) => between.every((name) => other.between.includes(name)));
    if (again < i)
      throw new InvalidInputError(`contacts[${i}].between`, between, `are two spheres, which touch in one point only (contacts[${again}])`);
  });
}

/** The bodies of a study as the laws know them. */
export function bodiesOf(study: BodiesStudy): Bodies {
  return Object.fromEntries(
    Object.entries(study.bodies).map(([name, body]): [string, Body] => [
      name,
      isMovingBody(body) ? rigidBodyOf(body, `bodies.${name}`) : "fixed",
    ]),
  );
}

function rigidBodyOf({ mass, density, inertia, shape, ...placement }: StudyBody, path: string): RigidBody {
  if (placement.orientation !== undefined) checkOrientation(placement.orientation, `${path}.orientation`);
  if (shape !== undefined && inertia === undefined)
    return bodyFromShape(shape, { ...placement, ...amountOf(mass, density) }, `${path}.shape`);
  if (inertia === undefined || mass === undefined)
    throw new InvalidInputError(path, { mass, inertia }, "has neither a shape nor mass and inertia");
  if (shape === undefined) return { mass, inertia, ...placement };
  const { centre } = massAndCentre(shape, { mass }, `${path}.shape`);
  const position = add(placement.position, rotate(unitOrientation(placement.orientation), centre));
  return { mass, inertia, ...placement, position };
}

function amountOf(mass: number | undefined, density: number | undefined): Amount {
  return { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
}
