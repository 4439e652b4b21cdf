/**
 * The front page's impact: a rod slides into the floor, and its tip slips, stops and slips back. Solved here, in the page.
 */
import { type ImpactOutcome, laws } from "carom/impact";
import { parseStudy, studyProblem } from "carom/study";
import rod from "../../../examples/slip-reversing-rod.json";

export const RESTITUTIONS = [1, 0.9, 0.5] as const;

export interface LawRow {
  readonly law: string;
  readonly name: string;
  readonly outcome: ImpactOutcome;
}

const NAMES: Readonly<Record<string, string>> = {
  frictional: "Carom",
  poisson: "Poisson’s rule",
  newton: "Newton’s rule",
};

/** Every law on the rod with the given restitution, the energetic one first. */
export function solveRod(restitution: number): LawRow[] {
  const problem = studyProblem(parseStudy({ ...rod, contacts: rod.contacts.map((contact) => ({ ...contact, restitution })) }));
  return laws.map((law) => ({ law: law.name, name: NAMES[law.name] ?? law.name, outcome: law.solve(problem) }));
}
