/**
 * Poisson's restitution with Coulomb friction resolved inside the impact.
 *
 * The slip path is that of `frictional`; only the end differs: the normal impulse of restitution is e times that of compression,
 *
 *     p_end = (1 + e) p_compression.
 *
 * Where slip stops or turns, this is not the energetic answer, and the work given back may differ from e^2 of the work stored. With several
 * compression periods the restitution impulse is e times the impulse of all of them.
 * Source: Poisson (1811), Routh (1860); compared with the other hypotheses in Stronge, Impact Mechanics, chapter 3.
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { CommonOptions, ImpactLaw, ImpactOutcome } from "./outcome.js";
import { notSolvable, solveBySlip } from "./slip/solve.js";
import { followSlipByTaylor } from "./slip/taylor.js";
import { solveInOwnUnits } from "./units.js";

/** What may be told to solvePoisson. */
export type PoissonOptions = CommonOptions;

/** For comparison: restitution of impulses. */
export const poisson: ImpactLaw<PoissonOptions> = {
  name: "poisson",
  summary: "Coulomb friction resolved inside the impact, restitution as a ratio of impulses",
  options: [],
  inapplicable: notSolvable,
  solve: solvePoisson,
};

/** One contact. */
export function solvePoisson(problem: ContactProblem, options: PoissonOptions = {}): ImpactOutcome {
  return solveInOwnUnits(problem, (scaled) =>
    solveBySlip({ law: "poisson", rule: "poisson", follow: followSlipByTaylor }, scaled, options.history ?? false),
  );
}
