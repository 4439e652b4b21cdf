/**
 * The front page's impact: a rod slides into the floor, and its tip slips, stops and slips back. Solved here, in the page, from the laws
 * themselves: the format of studies is several times as large as they are.
 */
import { study } from "virtual:example/slip-reversing-rod";
import { type ImpactOutcome, solveFrictional, solveNewton, solvePoisson } from "carom/impact";
import { bodyFromShape, contactProblemFromBodies, type Shape } from "carom/mechanics";
import type { BodiesStudy, StudyBody } from "carom/study";

export const RESTITUTIONS = [1, 0.9, 0.5] as const;

export interface LawRow {
  readonly law: string;
  readonly name: string;
  readonly outcome: ImpactOutcome;
}

/** The three hypotheses of restitution, ours first. */
const SHOWN = [
  ["frictional", "Carom", solveFrictional],
  ["poisson", "Poisson’s rule", solvePoisson],
  ["newton", "Newton’s rule", solveNewton],
] as const;

const { bodies, contacts } = study as BodiesStudy;

/** The rod with the given restitution. */
export function solveRod(restitution: number): LawRow[] {
  const { shape, mass, position, orientation, velocity } = bodies.rod as Required<StudyBody>;
  const rod = bodyFromShape(shape as Shape, { mass, position, orientation, velocity });
  const { problem } = contactProblemFromBodies(
    { rod, floor: "fixed" },
    contacts.map((contact) => ({ ...contact, restitution })),
  );
  return SHOWN.map(([law, name, solve]) => ({ law, name, outcome: solve(problem) }));
}
