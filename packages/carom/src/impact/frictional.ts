/**
 * The impact of two bodies at one contact with Coulomb friction, resolved inside the impact, and energetic restitution.
 *
 * The normal impulse p grows from zero. While the contact slips, friction opposes the slip direction at every instant; slip may turn, stop,
 * stick, or start again. A virtual spring stores the work done while the bodies approach (compression) and gives back the fraction e^2 of
 * it (restitution); the impact ends when it is empty:
 *
 *     slip' = d - friction B slip/|slip|        v_n' = n - friction d . slip/|slip|        E' = -v_n        E -> e^2 E where v_n = 0
 *
 * (' = d/dp; B, d, n are the blocks of the mobility, see slip/contact.ts.) Energy never grows, whatever friction and restitution.
 *
 * The slip is followed by power series (slip/series.ts): converged, a few microseconds. methods.ts has other ways, for comparison.
 * If friction |d| >= n the bodies may be pressed together again during restitution; each compression period then loses its own share.
 * Source: Stronge (1990); 000 chapter 2, eq. (2.1) to (2.45).
 */
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { CommonOptions, ImpactOutcome } from "./outcome.js";
import { impulseGradients } from "./slip/gradients.js";
import { createSlipPath } from "./slip/path.js";
import { followSlipBySeries } from "./slip/series.js";
import { readSingle, solveBySlip } from "./slip/solve.js";

/** One contact, spatial or planar. Throws InvalidInputError for a problem that no bodies have. */
export function solveFrictional(problem: ContactProblem, options: CommonOptions = {}): ImpactOutcome {
  return solveBySlip({ law: "frictional", rule: "energetic", follow: followSlipBySeries }, problem, options.history ?? false);
}

/** How the impulse under this law changes with what went in. */
export interface AvailableGradients {
  readonly available: true;
  /** Row i, column j: derivative of impulse component i by contact velocity component j before impact, kg. */
  readonly velocity: readonly (readonly number[])[];
  /** Derivative of each impulse component by the restitution, N s. */
  readonly restitution: readonly number[];
}

/** The impulse has no derivative here. */
export interface MissingGradients {
  readonly available: false;
  /** Why, as one sentence. */
  readonly reason: string;
}

/** Derivatives of the impulse, or why there are none. */
export type FrictionalGradients = AvailableGradients | MissingGradients;

/** Exact derivatives of the impulse of `frictional`, at little more than the cost of solving once. */
export function frictionalGradients(problem: ContactProblem): FrictionalGradients {
  const contact = readSingle("frictional", problem);
  if (contact.normalVelocity >= 0) return { available: false, reason: "the bodies are not approaching" };
  const path = createSlipPath();
  followSlipBySeries(contact, path);
  const gradients = impulseGradients(contact, path);
  if (!gradients.available || problem.dimension === 3) return gradients;
  const inPlane = ([tangent, , normal]: readonly [number, number, number]) => [tangent, normal];
  return {
    available: true,
    velocity: [inPlane(gradients.velocity[0]), inPlane(gradients.velocity[2])],
    restitution: inPlane(gradients.restitution),
  };
}
