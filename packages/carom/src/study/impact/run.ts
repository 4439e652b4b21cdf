/**
 * Running a study of kind `impact`: build the contact problem from whichever form the study has, apply the law, and carry the impulse back
 * to the bodies or the generalised speeds.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import type { ContactLaw } from "../../force/contact-law.js";
import { type ForceOptions, type ForceWarning, impactForces } from "../../force/forces.js";
import { impulseAccuracy } from "../../impact/accuracy.js";
import { defaultLaw, defaultLawWithOptions } from "../../impact/default-law.js";
import { frictionalGradients } from "../../impact/frictional.js";
import { canMissRest, missedRest, plasticLimit, waveOrder } from "../../impact/law-remarks.js";
import type { ImpactOutcome, ImpactWarning } from "../../impact/outcome.js";
import { lawNamed } from "../../impact/registry.js";
import { analyseSlip } from "../../impact/slip/analysis.js";
import { classifySlip } from "../../impact/slip/labels.js";
import { isDefinite } from "../../impact/slip/solve.js";
import { norm } from "../../math/vec3.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { contactLaws } from "../format/contact-law.js";
import { forceLawHits } from "../format/force-laws.js";
import { checkSignal, type RunOptions } from "../format/kind.js";
import { studyDerivatives } from "./derivatives.js";
import { pointsOffShapes } from "./found-contacts.js";
import { isMovingBody } from "./moving-body.js";
import { buildImpact, studyProblem } from "./problem.js";
import type { ImpactResult } from "./result.js";
import type { ImpactStudy } from "./schema.js";

/** The law that the options of a study are for. */
export function lawOfOptions({ law, contacts }: ImpactStudy): string {
  return law ?? defaultLawWithOptions(contacts);
}

/** The eigenvalues that tell how exact an impulse is would take longer than the impact where there are more. */
const MOST_CONTACTS = 40;

/** Resolves the impact of a study. */
export function runImpact(study: ImpactStudy, { history = false, signal }: RunOptions = {}): ImpactResult {
  checkSignal(signal);
  const { problem, moved } = buildImpact(study);
  const law = lawOf(study, problem);
  const surfaces = contactLaws(study, law.name);
  const forceLaws = forceLawHits(study, problem, surfaces);
  const solved = law.solve(problem, { history: history || surfaces !== undefined, ...study.options });
  const outcome = { ...solved, warnings: [...solved.warnings, ...aboutTheLaw(study, problem, solved)] };
  const after = moved(outcome.impulse);
  const result: ImpactResult = {
    carom: 1,
    kind: "impact",
    title: study.title,
    problem,
    outcome: history ? outcome : withoutHistory(outcome),
    ...(problem.contacts.length > MOST_CONTACTS ? {} : { accuracy: impulseAccuracy(problem, outcome) }),
    ...(surfaces === undefined ? {} : forcesOf(problem, outcome, surfaces, after.bodies, study.forces)),
    ...(forceLaws === undefined ? {} : { forceLaws }),
    ...(problem.contacts.length === 1 && isDefinite(problem) ? { analysis: analyseSlip(problem) } : {}),
    ...(outcome.law === "frictional" ? { gradients: frictionalGradients(problem), ...classified(problem) } : {}),
    ...after,
  };
  const derivatives = studyDerivatives(study, result);
  return derivatives === undefined ? result : { ...result, derivatives };
}

function aboutTheLaw(study: ImpactStudy, problem: ContactProblem, outcome: ImpactOutcome): ImpactWarning[] {
  const joinsMoving = (i: number) => "bodies" in study && study.contacts[i].between.every((name) => isMovingBody(study.bodies[name]));
  return [
    ...("bodies" in study ? pointsOffShapes(study) : []),
    ...(study.law === undefined ? plasticLimit(problem, outcome.law) : []),
    ...waveOrder(problem, outcome, joinsMoving),
    ...(canMissRest(problem, outcome)
      ? missedRest(problem, lawOf(study, problem).solve(problem, { ...study.options, history: true }))
      : []),
  ];
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
    const message =
      `${name} turns by ${turned.toPrecision(3)} rad while the impact lasts (${duration.toPrecision(3)} s): that ` +
      `is not small, as the impact of rigid bodies takes it to be`;
    return [{ code: "long-impact", message }];
  });
}

function withoutHistory({ history: _, ...outcome }: ImpactOutcome): ImpactOutcome {
  return outcome;
}

/** Throws InvalidInputError where `runImpact` would, without solving anything. */
export function checkImpact(study: ImpactStudy): void {
  const problem = studyProblem(study);
  forceLawHits(study, problem, contactLaws(study, lawOf(study, problem).name));
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

/** The study's law, where it applies and has the options that the study gives. */
function lawOf(study: ImpactStudy, problem: ContactProblem): ReturnType<typeof lawNamed> {
  const law = lawNamed(study.law ?? defaultLaw(problem));
  const inapplicable = law.inapplicable(problem);
  if (inapplicable !== undefined) throw new InvalidInputError("law", law.name, `cannot be used here: ${inapplicable}`);
  for (const [name, value] of Object.entries(study.options ?? {}))
    if (!law.options.includes(name))
      throw new InvalidInputError(`options.${name}`, value, `is given for an option the law ${law.name} does not have`);
  return law;
}
