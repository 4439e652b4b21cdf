/**
 * The front page's impact: a rod slides into the floor, and its tip slips, stops and slips back. Solved here, in the page.
 */
import { study } from "virtual:example/slip-reversing-rod";
import { type ImpactOutcome, lawNamed } from "carom/impact";
import { type ImpactStudy, parseStudy, studyProblem } from "carom/study";

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

const rod = parseStudy(study, "impact");

/** The rod with the given restitution. */
export function solveRod(restitution: number): LawRow[] {
  const problem = studyProblem({ ...rod, contacts: rod.contacts.map((contact) => ({ ...contact, restitution })) } as ImpactStudy);
  return SHOWN.map(([law, name]) => ({ law, name, outcome: lawNamed(law).solve(problem) }));
}
