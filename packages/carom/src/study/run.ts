/**
 * Running a study of kind `impact`: build the contact problem from whichever form the study has, apply the law, and carry the impulse back to
 * the bodies or the generalised speeds.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { frictionalGradients } from "../impact/frictional.js";
import type { ImpactOutcome } from "../impact/outcome.js";
import { lawNamed, laws } from "../impact/registry.js";
import { analyseSlip } from "../impact/slip/analysis.js";
import { classifySlip } from "../impact/slip/labels.js";
import { isDefinite } from "../impact/slip/solve.js";
import { choleskyFactor, choleskyForward } from "../math/solve.js";
import { ZERO } from "../math/vec3.js";
import { type ContactProblem, checkContactProblem, checkMaterial } from "../mechanics/contact-problem.js";
import { type Bodies, contactProblemFromBodies, velocitiesAfter, worldImpulses } from "../mechanics/from-bodies.js";
import { contactProblemFromCoordinates, speedsAfter } from "../mechanics/from-coordinates.js";
import { type Body, checkOrientation, type RigidBody } from "../mechanics/rigid-body.js";
import { type Amount, bodyFromShape } from "../mechanics/shapes/index.js";
import type { Comparison, ImpactResult } from "./result.js";
import type { BodiesStudy, ProblemStudy, Study, StudyBody } from "./schema.js";

export interface RunOptions {
  /** Records the path against the normal impulse. Default: false. */
  readonly history?: boolean;
}

/** The law a study that names none is run under. */
export const DEFAULT_LAW = "frictional";

export function runStudy(study: Study, { history = false }: RunOptions = {}): ImpactResult {
  const problem = studyProblem(study);
  const outcome = solve(study, problem, history);
  return {
    carom: 1,
    kind: "impact",
    title: study.title,
    problem,
    outcome,
    ...(problem.contacts.length === 1 && isDefinite(problem) ? { analysis: analyseSlip(problem) } : {}),
    ...(outcome.law === "frictional" ? { gradients: frictionalGradients(problem), ...classified(problem) } : {}),
    ...motion(study, outcome),
  };
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
export interface LawChoice extends NonNullable<Study["options"]> {
  readonly law?: string;
}

/** The study under another law or by another method, where one is given. Another law or method has no use for the options the study gives its own. */
export function chooseLaw(study: Study, { law, method, step, directionTolerance, restitutionSlip }: LawChoice): Study {
  const { options, ...rest } = study;
  const own = method === undefined && (law === undefined || law === (study.law ?? DEFAULT_LAW)) ? options : undefined;
  const chosen = {
    ...own,
    ...(method === undefined ? {} : { method }),
    ...(step === undefined ? {} : { step }),
    ...(directionTolerance === undefined ? {} : { directionTolerance }),
    ...(restitutionSlip === undefined ? {} : { restitutionSlip }),
  };
  return { ...rest, ...(law === undefined ? {} : { law }), ...(Object.keys(chosen).length === 0 ? {} : { options: chosen }) };
}

/** The same problem under every law there is; a law that cannot be used on it says why. */
export function compareStudy(study: Study, { history = false }: RunOptions = {}): Comparison {
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

/** Throws InvalidInputError where runStudy would, without solving anything. */
export function checkStudy(study: Study): void {
  lawOf(study, studyProblem(study));
}

/** That laws use different fields is what a comparison is about, and no warning. */
function withoutUnused(outcome: ImpactOutcome): ImpactOutcome {
  return { ...outcome, warnings: outcome.warnings.filter(({ code }) => code !== "unused-field") };
}

/** What the law is given; throws InvalidInputError naming what no rigid bodies could have. */
export function studyProblem(study: Study): ContactProblem {
  if ("bodies" in study) return checked(contactProblemFromBodies(bodiesOf(study), study.contacts).problem, "bodies");
  if ("system" in study) return checked(contactProblemFromCoordinates(study.system, study.contacts), "system");
  study.contacts.forEach((contact, i) => {
    checkMaterial(contact, `contacts[${i}]`);
  });
  const problem: ContactProblem = { dimension: dimensionOf(study), contacts: study.contacts, ...study.problem };
  checkContactProblem(problem, "problem");
  return checked(problem, "problem");
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
  if (problem.contacts.length > 1) return problem;
  if (form !== "problem") checkSizes(problem, MOBILITY[form][0]);
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

function solve(study: Study, problem: ContactProblem, history: boolean): ImpactOutcome {
  return lawOf(study, problem).solve(problem, { history, ...study.options });
}

/** The study's law, where it applies and has the options that the study gives. */
function lawOf(study: Study, problem: ContactProblem): (typeof laws)[number] {
  const law = lawNamed(study.law ?? DEFAULT_LAW);
  const inapplicable = law.inapplicable(problem);
  if (inapplicable !== undefined) throw new InvalidInputError("law", law.name, `cannot be used here: ${inapplicable}`);
  for (const [name, value] of Object.entries(study.options ?? {}))
    if (!law.options.includes(name))
      throw new InvalidInputError(`options.${name}`, value, `is given for an option the law ${law.name} does not have`);
  return law;
}

/** The impulse carried back to what the study is about. */
function motion(study: Study, outcome: ImpactOutcome): Pick<ImpactResult, "bodies" | "contacts" | "speeds"> {
  if ("system" in study) return { speeds: { before: study.system.speeds, after: speedsAfter(study.system, outcome.impulse) } };
  if (!("bodies" in study)) return {};
  const bodies = bodiesOf(study);
  const impulses = worldImpulses(study.contacts, outcome.impulse);
  const { frames } = contactProblemFromBodies(bodies, study.contacts);
  const after = Object.entries(velocitiesAfter(bodies, study.contacts, outcome.impulse));
  return {
    bodies: Object.fromEntries(
      after.map(([name, moved]) => {
        const { velocity = ZERO, angularVelocity = ZERO } = bodies[name] as RigidBody;
        return [name, { before: { velocity, angularVelocity }, after: moved }];
      }),
    ),
    contacts: frames.map((frame, i) => ({ ...frame, impulse: impulses[i] })),
  };
}
