/** The inside of one impact: the same problem under the same law once more, this time with its path. */
import { type Course, courseOf, type Track, trackOf } from "@carom/figures/geometry";
import type { ImpactOutcome } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import type { SimulationStudy } from "carom/study";
import type { LawAt } from "../laws/brought-laws.js";
import { impulseOf, type Run } from "./run.js";

export interface OpenedImpact {
  readonly problem: ContactProblem;
  readonly outcome: ImpactOutcome;
  /** Of a single contact. */
  readonly track?: Track;
  /** Of several. */
  readonly course?: Course;
}

/** Relative difference between the recorded impulse and this one that is rounding. */
const SAME = 1e-9;

/**
 * Undefined where the problem was not kept, or where the impact was not simply this problem under this law (a jam, a stuck law replaced),
 * or where its law is still on its way.
 */
export function openImpact(run: Run, index: number, study: SimulationStudy, lawAt: LawAt): OpenedImpact | undefined {
  const problem = run.problems[index];
  const recorded = run.impacts[index];
  if (problem === undefined || recorded === undefined) return undefined;
  try {
    const law = lawAt(recorded.law);
    if (law === undefined) return undefined;
    const options = study.law === recorded.law ? study.options : undefined;
    const outcome = law.solve(problem, { history: true, ...options });
    const size = problem.dimension;
    const total = problem.contacts.reduce((sum, _, i) => sum + Math.max(0, outcome.impulse[size * (i + 1) - 1]), 0);
    if (!(Math.abs(total - impulseOf(recorded)) <= SAME * Math.max(total, impulseOf(recorded)))) return undefined;
    const track = trackOf(problem, outcome);
    const course = track === undefined ? courseOf(problem, outcome) : undefined;
    return { problem, outcome, ...(track === undefined ? {} : { track }), ...(course === undefined ? {} : { course }) };
  } catch {
    return undefined;
  }
}

/** Opens impacts of a run, each once: the hardest take as long as a frame. */
export type Opener = (index: number) => OpenedImpact | undefined;

export function createOpener(run: Run, study: SimulationStudy, lawAt: LawAt): Opener {
  const known = new Map<number, OpenedImpact | undefined>();
  return (index) => {
    if (!known.has(index)) known.set(index, openImpact(run, index, study, lawAt));
    return known.get(index);
  };
}
