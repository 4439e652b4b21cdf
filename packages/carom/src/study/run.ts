/**
 * Running a study of kind `impact`: build the contact problem from whichever form the study has, apply the law, and carry the impulse back to
 * the bodies or the generalised speeds.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import type { ContactLaw } from "../force/contact-law.js";
import { type ForceOptions, type ForceWarning, impactForces } from "../force/forces.js";
import { frictionalGradients } from "../impact/frictional.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import { lawNamed, laws } from "../impact/registry.js";
import { analyseSlip } from "../impact/slip/analysis.js";
import { classifySlip } from "../impact/slip/labels.js";
import { isDefinite } from "../impact/slip/solve.js";
import { choleskyFactor, choleskyForward } from "../math/solve.js";
import { applyPseudoInverse, pseudoInverseForm, symmetricEigen } from "../math/symmetric-eigen.js";
import { norm, subtract, ZERO } from "../math/vec3.js";
import { type ContactProblem, checkContactProblem, checkMaterial } from "../mechanics/contact-problem.js";
import {
  type Bodies,
  type BodyProblemOptions,
  contactProblemFromBodies,
  velocitiesAfter,
  worldImpulses,
} from "../mechanics/from-bodies.js";
import { contactProblemFromCoordinates, speedsAfter } from "../mechanics/from-coordinates.js";
import { type Body, checkOrientation, type RigidBody } from "../mechanics/rigid-body.js";
import { checkSeveralContacts } from "../mechanics/several-contacts.js";
import { type Amount, bodyFromShape } from "../mechanics/shapes/index.js";
import { contactLaws } from "./contact-law-schema.js";
import type { Comparison, ImpactResult } from "./result.js";
import { checkBatting } from "./run-batting.js";
import { runClatter } from "./run-clatter.js";
import { checkElasticRod } from "./run-elastic-rod.js";
import { checkPickup } from "./run-pickup.js";
import { checkRestShape } from "./run-rest-shape.js";
import { checkSimulation } from "./run-simulation.js";
import { type BodiesStudy, type ImpactStudy, LAW_OPTIONS, type ProblemStudy, type Study, type StudyBody } from "./schema.js";

export interface RunOptions {
  /** Records the path against the normal impulse. Default: false. */
  readonly history?: boolean;
}

/** The law a study that names none is run under. */
export function defaultLaw({ contacts }: Pick<ImpactStudy, "contacts">): string {
  return contacts.length === 1 ? "frictional" : "simultaneous";
}

/** One impact; `runSimulation`, `runClatter`, `runElasticRod` and `runBatting` run the other kinds. */
export function runStudy(study: Study, { history = false }: RunOptions = {}): ImpactResult {
  checkImpact(study);
  const problem = studyProblem(study);
  const laws = contactLaws(study, study.law ?? defaultLaw(study));
  const outcome = solve(study, problem, history || laws !== undefined);
  const moved = motion(study, outcome);
  return {
    carom: 1,
    kind: "impact",
    title: study.title,
    problem,
    outcome: history ? outcome : withoutHistory(outcome),
    ...(laws === undefined ? {} : forcesOf(problem, outcome, laws, moved.bodies, study.forces)),
    ...(problem.contacts.length === 1 && isDefinite(problem) ? { analysis: analyseSlip(problem) } : {}),
    ...(outcome.law === "frictional" ? { gradients: frictionalGradients(problem), ...classified(problem) } : {}),
    ...moved,
  };
}

/** A second pass that gives up leaves the impact as it is, and says why. */
function forcesOf(
  problem: ContactProblem,
  outcome: ImpactOutcome,
  laws: readonly ContactLaw[],
  bodies: ImpactResult["bodies"],
  options?: ForceOptions,
): Pick<ImpactResult, "forces" | "noForces"> {
  try {
    const forces = impactForces(problem, outcome, laws, options, "forces");
    return { forces: { ...forces, warnings: [...forces.warnings, ...turns(forces.duration, bodies)] } };
  } catch (error) {
    if (error instanceof SolverError) return { noForces: error.message };
    throw error;
  }
}

/** rad. The contact of bodies that turn further while it lasts is not where it was. */
const TURNED = 0.1;

function turns(duration: number, bodies: ImpactResult["bodies"] = {}): ForceWarning[] {
  return Object.entries(bodies).flatMap(([name, { before, after }]) => {
    const turned = duration * Math.max(norm(before.angularVelocity), norm(after.angularVelocity));
    if (!(turned > TURNED)) return [];
    const message = `${name} turns by ${turned.toPrecision(3)} rad while the impact lasts (${duration.toPrecision(3)} s): that is not small, as the impact of rigid bodies takes it to be`;
    return [{ code: "long-impact", message }];
  });
}

function withoutHistory({ history: _, ...outcome }: ImpactOutcome): ImpactOutcome {
  return outcome;
}

function checkImpact(study: Study): asserts study is ImpactStudy {
  if (study.kind !== "impact")
    throw new InvalidInputError("kind", study.kind, "is not a single impact, which this is about: carom run computes it");
}

/** A label is a description, not a result: where its own integration gives up there is none. */
function classified(problem: ContactProblem): Pick<ImpactResult, "classification"> {
  const approaches = problem.velocity[problem.dimension - 1] < 0;
  if (!approaches || problem.contacts[0].friction === 0) return {};
  try {
    return { classification: classifySlip(problem) };
  } catch (error) {
    if (error instanceof SolverError) return {};
    throw error;
  }
}

/** A law and its options. */
export interface LawChoice extends NonNullable<ImpactStudy["options"]> {
  readonly law?: string;
}

/** The study under another law or by another method, where one is given. Another law or method has no use for the options the study gives its own. */
export function chooseLaw(study: Study, choice: LawChoice): Study {
  const { law, method } = choice;
  if (
    study.kind === "clatter" ||
    study.kind === "elastic-rod" ||
    study.kind === "batting" ||
    study.kind === "rest-shape" ||
    study.kind === "pickup"
  ) {
    if (law !== undefined || method !== undefined)
      throw new InvalidInputError(
        law === undefined ? "method" : "law",
        law ?? method,
        `is of no use to a study of kind ${study.kind}, which has its own`,
      );
    return study;
  }
  const { options, ...rest } = study;
  const present = study.law ?? (study.kind === "impact" ? defaultLaw(study) : undefined);
  const own = method === undefined && (law === undefined || law === present) ? options : undefined;
  const given = LAW_OPTIONS.filter((name) => choice[name] !== undefined).map((name) => [name, choice[name]]);
  const chosen = { ...own, ...Object.fromEntries(given) };
  return { ...rest, ...(law === undefined ? {} : { law }), ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }) };
}

/** The same problem under every law there is; a law that cannot be used on it says why. */
export function compareStudy(study: Study, { history = false }: RunOptions = {}): Comparison {
  checkImpact(study);
  const problem = studyProblem(study);
  return {
    carom: 1,
    kind: "comparison",
    title: study.title,
    problem,
    rows: laws.map((law) => {
      const { name, summary } = law;
      const inapplicable = law.inapplicable(problem);
      return inapplicable === undefined
        ? { law: name, summary, outcome: withoutUnused(law.solve(problem, { history })) }
        : { law: name, summary, inapplicable };
    }),
  };
}

/** Throws InvalidInputError where running the study would, without solving anything. */
export function checkStudy(study: Study): void {
  if (study.kind === "simulation") checkSimulation(study);
  else if (study.kind === "clatter") runClatter(study);
  else if (study.kind === "elastic-rod") checkElasticRod(study);
  else if (study.kind === "batting") checkBatting(study);
  else if (study.kind === "rest-shape") checkRestShape(study);
  else if (study.kind === "pickup") checkPickup(study);
  else {
    contactLaws(study, study.law ?? defaultLaw(study));
    lawOf(study, studyProblem(study));
  }
}

/** That laws use different fields is what a comparison is about, and no warning. */
function withoutUnused(outcome: ImpactOutcome): ImpactOutcome {
  return { ...outcome, warnings: outcome.warnings.filter(({ code }) => code !== "unused-field") };
}

/** What the law is given; throws InvalidInputError naming what no rigid bodies could have. */
export function studyProblem(study: Study): ContactProblem {
  checkImpact(study);
  if ("bodies" in study) checkSpheres(study);
  if ("bodies" in study)
    return checked(contactProblemFromBodies(bodiesOf(study), study.contacts.map(withoutLaw), builderOptions(study)).problem, "bodies");
  if ("system" in study) return checked(contactProblemFromCoordinates(study.system, study.contacts.map(withoutLaw)), "system");
  study.contacts.forEach((contact, i) => {
    checkMaterial(contact, `contacts[${i}]`);
  });
  const problem: ContactProblem = { dimension: dimensionOf(study), contacts: study.contacts.map(withoutLaw), ...study.problem };
  checkContactProblem(problem, "problem");
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

/** What builders leave to the laws: that the mobility can belong to a mechanical system, and that the energy given is at least what moves there. */
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

/** Contacts of rigid bodies that depend on each other move together: velocities that do not, and less energy than they stand for, are no bodies'. */
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
    checkContactProblem(problem);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(path, error.value, `${error.expected} (it is ${error.path} of the contact problem)`);
  }
}

/** A planar mobility without a direction that gains energy: singular ones are for the law planar. */
function isSemidefinite([[a, b], [, c]]: ContactProblem["mobility"]): boolean {
  return a >= 0 && c > 0 && a * c - b * b >= -SEMIDEFINITE_ROUNDING * a * c;
}

function builderOptions({ tablePlane }: BodiesStudy): BodyProblemOptions {
  return tablePlane === undefined ? {} : { tablePlane };
}

/** Relative overlap of two spheres that is rounding of their positions. */
const SPHERE_OVERLAP = 1e-6;

/** Spheres know their surfaces: they do not overlap, and two of them touch in one point. */
function checkSpheres({ bodies, contacts }: BodiesStudy): void {
  const spheres = Object.entries(bodies).flatMap(([name, body]) =>
    body !== "fixed" && body.shape?.type === "sphere" ? [{ name, position: body.position, radius: body.shape.radius }] : [],
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

function bodiesOf(study: BodiesStudy): Bodies {
  return Object.fromEntries(
    Object.entries(study.bodies).map(([name, body]): [string, Body] => [
      name,
      body === "fixed" ? body : rigidBodyOf(body, `bodies.${name}`),
    ]),
  );
}

function rigidBodyOf({ mass, density, inertia, shape, ...placement }: StudyBody, path: string): RigidBody {
  if (placement.orientation !== undefined) checkOrientation(placement.orientation, `${path}.orientation`);
  if (shape !== undefined) return bodyFromShape(shape, { ...placement, ...amountOf(mass, density) }, `${path}.shape`);
  if (inertia === undefined || mass === undefined)
    throw new InvalidInputError(path, { mass, inertia }, "has neither a shape nor mass and inertia");
  return { mass, inertia, ...placement };
}

function amountOf(mass: number | undefined, density: number | undefined): Amount {
  return { ...(mass === undefined ? {} : { mass }), ...(density === undefined ? {} : { density }) };
}

function solve(study: ImpactStudy, problem: ContactProblem, history: boolean): ImpactOutcome {
  return lawOf(study, problem).solve(problem, { history, ...study.options });
}

/** The study's law, where it applies and has the options that the study gives. */
function lawOf(study: ImpactStudy, problem: ContactProblem): (typeof laws)[number] {
  const law = lawNamed(study.law ?? defaultLaw(study));
  const inapplicable = law.inapplicable(problem);
  if (inapplicable !== undefined) throw new InvalidInputError("law", law.name, `cannot be used here: ${inapplicable}`);
  for (const [name, value] of Object.entries(study.options ?? {}))
    if (!law.options.includes(name))
      throw new InvalidInputError(`options.${name}`, value, `is given for an option the law ${law.name} does not have`);
  return law;
}

/** The impulse carried back to what the study is about. */
function motion(study: ImpactStudy, outcome: ImpactOutcome): Pick<ImpactResult, "bodies" | "contacts" | "speeds"> {
  if ("system" in study) return { speeds: { before: study.system.speeds, after: speedsAfter(study.system, outcome.impulse) } };
  if (!("bodies" in study)) return {};
  const bodies = bodiesOf(study);
  const impulses = worldImpulses(study.contacts, outcome.impulse);
  const { frames } = contactProblemFromBodies(bodies, study.contacts, builderOptions(study));
  const after = Object.entries(velocitiesAfter(bodies, study.contacts, outcome.impulse, builderOptions(study)));
  return {
    bodies: Object.fromEntries(
      after.map(([name, moved]) => {
        const { position, velocity = ZERO, angularVelocity = ZERO } = bodies[name] as RigidBody;
        return [name, { position, before: { velocity, angularVelocity }, after: moved }];
      }),
    ),
    contacts: frames.map((frame, i) => ({ between: study.contacts[i].between, ...frame, impulse: impulses[i] })),
  };
}
