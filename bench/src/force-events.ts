/**
 * Random impacts with contact laws, for the bench and the campaign of forces: single contacts of all families of the method study, and one
 * body on several points under `multipoint`.
 */

import { type ContactLaw, contactLaw, materials } from "carom/force";
import { type ImpactOutcome, solveFrictional, solveMultipoint } from "carom/impact";
import { createSlipContact } from "carom/impact/slip";
import { createRandom } from "carom/math";
import type { ContactProblem } from "carom/mechanics";
import { gentle, oneBodyFamilies, problemFamilies, problemOf } from "carom/testing";

export interface ForceCase {
  readonly problem: ContactProblem;
  readonly outcome: ImpactOutcome;
  readonly laws: readonly ContactLaw[];
  readonly unloading: "global" | "own-work";
}

const source = (radius: number, damping: number) =>
  contactLaw({ materials: [materials["steel of the source"]!, materials["ground of the source"]!], radii: [radius, "flat"], damping });
const glass = (damping: number) =>
  contactLaw({ materials: [materials["soda-lime glass"]!, materials["soda-lime glass"]!], radii: [0.01, "flat"], damping });
/** Elastic, and from yield to plastic flow; with and without damping. */
const LAWS = [glass(0), glass(3), source(0.01, 0), source(0.2, 1), source(1e-4, 0.1), source(10, 300)];

const families = gentle(oneBodyFamilies);

/** Of every five cases three have one contact. Undefined: nothing approaches, or the law could not finish. */
export function drawForceCase(n: number, seed: number): ForceCase | undefined {
  const random = createRandom(seed * 100_003 + n);
  const law = LAWS[n % LAWS.length]!;
  const problem = n % 5 < 3 ? singleContact(n, random) : families[n % families.length]!.draw(random).problem;
  let outcome: ImpactOutcome;
  try {
    outcome = problem.contacts.length === 1 ? solveFrictional(problem, { history: true }) : solveMultipoint(problem, { history: true });
  } catch {
    return undefined;
  }
  if (outcome.events.length === 0 || outcome.warnings.some(({ code }) => code === "not-converged")) return undefined;
  return { problem, outcome, laws: problem.contacts.map(() => law), unloading: random() < 0.5 ? "global" : "own-work" };
}

function singleContact(n: number, random: () => number): ContactProblem {
  const contact = createSlipContact();
  problemFamilies[n % problemFamilies.length]!.draw(random, contact);
  return problemOf(contact);
}
