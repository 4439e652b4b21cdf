/**
 * The law `frictional` with its slip followed in ways kept for comparison, by name.
 *
 * `series` is what solveFrictional does. Taylor series and Runge-Kutta are converged too; the three Euler methods of the source
 * (slip/euler.ts) are of first order and say so in a warning. They stand in a file of their own so that a program that only calls
 * solveFrictional does not carry them.
 */
import { InvalidInputError } from "../errors.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { CommonOptions, ImpactLaw, ImpactOutcome, ImpactWarning } from "./outcome.js";
import { type EulerMethod, type EulerOptions, followSlipByEuler } from "./slip/euler.js";
import { followSlipByRungeKutta } from "./slip/runge-kutta.js";
import { followSlipBySeries } from "./slip/series.js";
import { type FollowSlip, notSolvable, solveBySlip } from "./slip/solve.js";
import { followSlipByTaylor } from "./slip/taylor.js";
import { solveInOwnUnits } from "./units.js";

/** How the slip is followed. `series`, `taylor` and `runge-kutta` are converged; the others are the Euler methods of the source. */
export type FrictionalMethod = "series" | "taylor" | "runge-kutta" | EulerMethod;

/** What may be told to solveFrictional. */
export interface FrictionalOptions extends CommonOptions {
  /** How the slip is followed. Default: `series`. */
  readonly method?: FrictionalMethod;
  /**
   * Normal impulse of a step of `fixed-step` and `fixed-step-straight`, N s. Default: a 32nd of what would end compression without
   * friction.
   */
  readonly step?: number;
  /**
   * Sine of the angle between slip and its rate below which `fixed-step-straight` and `curvature-step` go on in closed form. Default: 0.08.
   */
  readonly directionTolerance?: number;
}

/** The law for one contact of rigid bodies. */
export const frictional: ImpactLaw<FrictionalOptions> = {
  name: "frictional",
  summary: "Coulomb friction resolved inside the impact, energetic restitution (Stronge)",
  options: ["method", "step", "directionTolerance"],
  inapplicable: notSolvable,
  solve: solveFrictionalBy,
};

/** As solveFrictional, by any method. */
export function solveFrictionalBy(problem: ContactProblem, options: FrictionalOptions = {}): ImpactOutcome {
  const { method = "series", history = false } = options;
  if (!Object.hasOwn(methods, method))
    throw new InvalidInputError("options.method", method, `is not a method; there are ${Object.keys(methods).join(", ")}`);
  const { follow, firstOrder, uses } = methods[method];
  const about = [...(firstOrder ? [dependsOnStep(method)] : []), ...unusedOptions(method, uses, options)];
  const solve = (given: ContactProblem) =>
    solveBySlip({ law: "frictional", rule: "energetic", follow: follow(options), about }, given, history);
  // Steps are given in N s; `series` has no scale of its own.
  return firstOrder || method === "series" ? solve(problem) : solveInOwnUnits(problem, solve);
}

interface Method {
  /** The way of following the slip under these options. */
  readonly follow: (options: FrictionalOptions) => FollowSlip;
  readonly firstOrder: boolean;
  /** Which of the numeric options it looks at. */
  readonly uses: readonly ("step" | "directionTolerance")[];
}

const methods: Readonly<Record<FrictionalMethod, Method>> = {
  series: { follow: () => followSlipBySeries, firstOrder: false, uses: [] },
  taylor: { follow: () => followSlipByTaylor, firstOrder: false, uses: [] },
  "runge-kutta": { follow: () => followSlipByRungeKutta, firstOrder: false, uses: [] },
  "fixed-step": { follow: byEuler("fixed-step"), firstOrder: true, uses: ["step"] },
  "fixed-step-straight": { follow: byEuler("fixed-step-straight"), firstOrder: true, uses: ["step", "directionTolerance"] },
  "curvature-step": { follow: byEuler("curvature-step"), firstOrder: true, uses: ["directionTolerance"] },
};

function byEuler(method: EulerMethod): Method["follow"] {
  return ({ step, directionTolerance }) => {
    const euler: EulerOptions = {
      method,
      ...(step === undefined ? {} : { step }),
      ...(directionTolerance === undefined ? {} : { directionTolerance }),
    };
    return (contact, path, rule) => followSlipByEuler(contact, path, rule, euler);
  };
}

function dependsOnStep(method: FrictionalMethod): ImpactWarning {
  return { code: "fixed-step", message: `${method} is a first-order method kept for comparison: its answer depends on its step` };
}

function unusedOptions(method: FrictionalMethod, uses: Method["uses"], options: FrictionalOptions): ImpactWarning[] {
  const unused = (["step", "directionTolerance"] as const).filter((name) => options[name] !== undefined && !uses.includes(name));
  return unused.map((name) => ({ code: "unused-field", message: `the method ${method} does not use options.${name}` }));
}
