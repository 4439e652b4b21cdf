/**
 * The impact of two bodies at one contact with Coulomb friction, resolved inside the impact, and energetic restitution.
 *
 * The normal impulse p grows from zero. While the contact slips, friction opposes the slip direction at every instant; slip may turn, stop,
 * stick, or start again. A virtual spring stores the work done while the bodies approach (compression) and gives back the fraction e^2 of it
 * (restitution); the impact ends when it is empty:
 *
 *     slip' = d - friction B slip/|slip|        v_n' = n - friction d . slip/|slip|        E' = -v_n        E -> e^2 E where v_n = 0
 *
 * (' = d/dp; B, d, n are the blocks of the mobility, see slip/contact.ts.) Energy never grows, whatever friction and restitution.
 *
 * The slip is followed by power series (slip/series.ts): converged, a few microseconds. The other methods are for comparison: Taylor series and
 * Runge-Kutta are converged too, the three Euler methods of the source (slip/euler.ts) are of first order and say so in a warning.
 * If friction |d| >= n the bodies may be pressed together again during restitution; each compression period then loses its own share.
 * Source: Stronge (1990); 000 chapter 2, eq. (2.1) to (2.45).
 */
import { InvalidInputError } from "../errors.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { ImpactLaw, ImpactOutcome, ImpactWarning } from "./outcome.js";
import type { SlipContact } from "./slip/contact.js";
import { type EulerMethod, followSlipByEuler } from "./slip/euler.js";
import { impulseGradients } from "./slip/gradients.js";
import { createSlipPath, type EndRule, type SlipPath } from "./slip/path.js";
import { followSlipByRungeKutta } from "./slip/runge-kutta.js";
import { followSlipBySeries } from "./slip/series.js";
import { notSolvable, readSingle, solveBySlip } from "./slip/solve.js";
import { followSlipByTaylor } from "./slip/taylor.js";

/** What may be told to solveFrictional. */
export interface FrictionalOptions {
  /** Records the path against the normal impulse. Default: false. */
  readonly history?: boolean;
  /** How the slip is followed. `series` (the default), `taylor` and `runge-kutta` are converged; the others are the Euler methods of the source. */
  readonly method?: "series" | "taylor" | "runge-kutta" | EulerMethod;
  /** Normal impulse of a step of `fixed-step` and `fixed-step-straight`, N s. Default: a 32nd of what would end compression without friction. */
  readonly step?: number;
  /** Sine of the angle between slip and its rate below which `fixed-step-straight` and `curvature-step` go on in closed form. Default: 0.08. */
  readonly directionTolerance?: number;
}

/** The law for one contact of rigid bodies. */
export const frictional: ImpactLaw<FrictionalOptions> = {
  name: "frictional",
  summary: "Coulomb friction resolved inside the impact, energetic restitution (Stronge)",
  options: ["method", "step", "directionTolerance"],
  inapplicable: notSolvable,
  solve: solveFrictional,
};

/** One contact, spatial or planar. Throws InvalidInputError for a problem that no bodies have. */
export function solveFrictional(problem: ContactProblem, options: FrictionalOptions = {}): ImpactOutcome {
  const { method = "series", history = false, step, directionTolerance } = options;
  if (!Object.hasOwn(usedOptions, method))
    throw new InvalidInputError("options.method", method, `is not a method; there are ${Object.keys(usedOptions).join(", ")}`);
  const unused = unusedOptions(method, options);
  if (method === "series" || method === "taylor" || method === "runge-kutta")
    return solveBySlip("frictional", problem, "energetic", converged[method], history, unused);

  const euler = { method, ...(step === undefined ? {} : { step }), ...(directionTolerance === undefined ? {} : { directionTolerance }) };
  const follow = (contact: SlipContact, path: SlipPath, rule: EndRule) => followSlipByEuler(contact, path, rule, euler);
  return solveBySlip("frictional", problem, "energetic", follow, history, [firstOrder(method), ...unused]);
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

const converged = {
  series: followSlipBySeries,
  taylor: followSlipByTaylor,
  "runge-kutta": followSlipByRungeKutta,
};

/** Which of the numeric options each method looks at. */
const usedOptions: Readonly<Record<NonNullable<FrictionalOptions["method"]>, readonly ("step" | "directionTolerance")[]>> = {
  series: [],
  taylor: [],
  "runge-kutta": [],
  "fixed-step": ["step"],
  "fixed-step-straight": ["step", "directionTolerance"],
  "curvature-step": ["directionTolerance"],
};

function firstOrder(method: EulerMethod): ImpactWarning {
  return { code: "fixed-step", message: `${method} is a first-order method kept for comparison: its answer depends on its step` };
}

function unusedOptions(method: NonNullable<FrictionalOptions["method"]>, options: FrictionalOptions): ImpactWarning[] {
  const unused = (["step", "directionTolerance"] as const).filter(
    (name) => options[name] !== undefined && !usedOptions[method].includes(name),
  );
  return unused.map((name) => ({ code: "unused-field", message: `the method ${method} does not use options.${name}` }));
}
