/**
 * One contact under several laws, with everything that the inspector draws. All numbers are those the library returned.
 */
import { type Track, trackOf } from "@carom/figures/geometry";
import { type ImpactForces, impactForces } from "carom/force";
import { analyseSlip, defaultLaw, type ImpactLaw, type ImpactOutcome, type SlipAnalysis } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { contactLaws, describeOutcome, type ImpactStudy } from "carom/study";
import type { LawAt } from "../laws/brought-laws.js";
import { type ShownLaw, shownLaw } from "../laws/laws.js";
import { contactEnergy, problemOf } from "./edit.js";

export interface LawResult extends ShownLaw {
  readonly outcome: ImpactOutcome;
  readonly track?: Track;
}

export interface Inspected {
  readonly problem: ContactProblem;
  readonly analysis?: SlipAnalysis;
  /** The law of the study. */
  readonly chosen: LawResult;
  /** All that are shown, the chosen one first. */
  readonly results: readonly LawResult[];
  /** Half v . mobility^-1 . v, J. */
  readonly contactEnergy: number;
  readonly sentence: string;
  /** Where the contact says what its surfaces are made of. */
  readonly forces?: ImpactForces;
}

/** The law of a study of one contact. */
export function lawOf(study: ImpactStudy, problem: ContactProblem): string {
  return study.law ?? defaultLaw(problem);
}

/**
 * Throws what the library throws where the study cannot be computed.
 * @param lawAt has every law that is needed
 * @param known the outcome under the study's own law, where it has been computed already
 */
export function inspect(study: ImpactStudy, compared: readonly string[], lawAt: LawAt, known?: ImpactOutcome): Inspected {
  const problem = problemOf(study);
  const chosenLaw = lawOf(study, problem);
  const chosen = known === undefined ? solved(problem, chosenLaw, lawAt, study.options) : shown(problem, chosenLaw, known);
  const others = compared
    .filter((law) => law !== chosenLaw && theLaw(lawAt, law).inapplicable(problem) === undefined)
    .map((law) => solved(problem, law, lawAt));
  const analysis = analysed(problem);
  const forces = forcesOf(study, problem, chosen.outcome);
  return {
    problem,
    ...(forces === undefined ? {} : { forces }),
    ...(analysis === undefined ? {} : { analysis }),
    chosen,
    results: [chosen, ...others],
    contactEnergy: contactEnergy(problem),
    sentence: sentenceOf(chosen, problem),
  };
}

/** Undefined where they are not asked for, or cannot be followed. */
function forcesOf(study: ImpactStudy, problem: ContactProblem, outcome: ImpactOutcome): ImpactForces | undefined {
  const laws = contactLaws(study, outcome.law);
  if (laws === undefined || outcome.history === undefined) return undefined;
  try {
    return impactForces(problem, outcome, laws, study.forces);
  } catch {
    return undefined;
  }
}

function theLaw(lawAt: LawAt, name: string): ImpactLaw {
  const law = lawAt(name);
  if (law === undefined) throw new Error(`There is no law ${name}.`);
  return law;
}

function solved(problem: ContactProblem, law: string, lawAt: LawAt, options: ImpactStudy["options"] = {}): LawResult {
  return shown(problem, law, theLaw(lawAt, law).solve(problem, { history: true, ...options }));
}

function shown(problem: ContactProblem, law: string, outcome: ImpactOutcome): LawResult {
  const track = trackOf(problem, outcome);
  return { ...shownLaw(law), outcome, ...(track === undefined ? {} : { track }) };
}

/** Undefined where the mobility is singular: such a contact has a law of its own and no rays. */
function analysed(problem: ContactProblem): SlipAnalysis | undefined {
  try {
    return analyseSlip(problem);
  } catch {
    return undefined;
  }
}

/** Slip slower than this part of what it was at first has all but stopped. */
const ALL_BUT = 0.05;

/** The library's sentence, except for the one case in which it sees less than the eye: slip that nearly stops and goes another way. */
function sentenceOf({ outcome, track }: LawResult, problem: ContactProblem): string {
  if (outcome.slip[0] === "slides" && track !== undefined && problem.dimension === 3) {
    const [x, y] = track.start.slip;
    const [u, v] = track.end.slip;
    const first = Math.hypot(x, y);
    const slowest = track.stretches.reduce(
      (least, { samples }) => samples.reduce((least, { slip }) => Math.min(least, Math.hypot(slip[0], slip[1])), least),
      first,
    );
    if (slowest < ALL_BUT * first && x * u + y * v < 0) return "It slips, all but stops, and leaves another way.";
  }
  return describeOutcome(outcome, problem);
}
