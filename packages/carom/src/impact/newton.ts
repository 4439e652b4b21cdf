/**
 * Newton's restitution with Coulomb friction resolved inside the impact.
 *
 * The slip path is that of `frictional`; only the end differs: the normal velocity after impact is -e times the one before,
 *
 *     v_n after = -e v_n before.
 *
 * A ratio of velocities knows nothing about work: where slip stops or reverses, this law can return more energy than there was, and the
 * outcome then carries the warning `energy-gain`. It is what most physics engines use, and it is here to be compared with.
 * Source: Newton (1687); the energy gain: Kane and Levinson (1985), Stronge (1990).
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { CommonOptions, ImpactLaw, ImpactOutcome } from "./outcome.js";
import { notSolvable, solveBySlip } from "./slip/solve.js";
import { followSlipByTaylor } from "./slip/taylor.js";
import { solveInOwnUnits } from "./units.js";

/** What may be told to solveNewton. */
export type NewtonOptions = CommonOptions;

/** For comparison with simulators: friction can make it gain energy. */
export const newton: ImpactLaw<NewtonOptions> = {
  name: "newton",
  summary: "Coulomb friction resolved inside the impact, restitution as a ratio of normal velocities (can gain energy)",
  options: [],
  inapplicable: notSolvable,
  solve: solveNewton,
};

/** One contact. Warns where energy is gained. */
export function solveNewton(problem: ContactProblem, options: NewtonOptions = {}): ImpactOutcome {
  return solveInOwnUnits(problem, (scaled) =>
    solveBySlip({ law: "newton", rule: "newton", follow: followSlipByTaylor }, scaled, options.history ?? false),
  );
}
