/**
 * The front page's impact: a rod slides into the floor, and its tip slips, stops and slips back. Solved here, in the page.
 */
import { type ImpactOutcome, lawNamed } from "carom/impact";
import { parseStudy, studyProblem } from "carom/study";
import rod from "../../../../examples/slip-reversing-rod.json";

export const RESTITUTIONS = [1, 0.9, 0.5] as const;

export interface LawRow {
  readonly law: string;
  readonly name: string;
  readonly outcome: ImpactOutcome;
}

/** The three hypotheses of restitution, ours first. */
const SHOWN = [
  ["frictional", "Carom"],
  ["poisson", "Poisson’s rule"],
  ["newton", "Newton’s rule"],
] as const;

/** The rod with the given restitution. */
export function solveRod(restitution: number): LawRow[] {
  const problem = studyProblem(parseStudy({ ...rod, contacts: rod.contacts.map((contact) => ({ ...contact, restitution })) }, "impact"));
  return SHOWN.map(([law, name]) => ({ law, name, outcome: lawNamed(law).solve(problem) }));
}
