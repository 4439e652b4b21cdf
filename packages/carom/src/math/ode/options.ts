/** What an integrator can be asked for, and what of it makes no sense. */
import { InvalidInputError } from "../../errors.js";
import type { OdeEvent } from "./events.js";
import type { Tolerances } from "./stepper.js";

/** How closely a problem is integrated, and what is watched on the way. */
export interface IntegratorOptions {
  /** Number of components of the state. */
  readonly dimension: number;
  /**
   * `dopri5`: order 5, 6 evaluations a step, free interpolation. `dop853`: order 8, 12 evaluations a step and 3 more when it is
   * interpolated (every step when there are events); cheaper below a relative tolerance of about 1e-6. Default `dop853`.
   */
  readonly method?: "dopri5" | "dop853";
  /** Error allowed per step relative to |y|, for all components or for each. Default 1e-9. */
  readonly relativeTolerance?: number | readonly number[];
  /** Error allowed per step where y is near zero, in the unit of y, for all components or for each. Positive. Default 1e-12. */
  readonly absoluteTolerance?: number | readonly number[];
  /** Longest step, in the unit of t. Default: no limit. */
  readonly maxStep?: number;
  /** Most steps, accepted and rejected, that one `advance` may take. Default 100 000. */
  readonly maxSteps?: number;
  /**
   * Problems that look stiff: `refuse` them with an error, or `go-on` with the steps that stability allows, for callers who know what it
   * costs. Default `refuse`.
   */
  readonly stiff?: "refuse" | "go-on";
  /** Zeros to look for. Default: none. */
  readonly events?: readonly OdeEvent[];
}

const DEFAULT_RELATIVE_TOLERANCE = 1e-9;
const DEFAULT_ABSOLUTE_TOLERANCE = 1e-12;
/** Below this a step's error is rounding. */
const SMALLEST_RELATIVE_TOLERANCE = 1e-15;

export function checkOptions({ dimension, method, maxStep, maxSteps }: IntegratorOptions): void {
  if (!Number.isInteger(dimension) || dimension < 1) throw new InvalidInputError("dimension", dimension, "is not a positive whole number");
  if (method !== undefined && method !== "dopri5" && method !== "dop853")
    throw new InvalidInputError("method", method, "is not dopri5 or dop853");
  if (maxStep !== undefined && !(maxStep > 0)) throw new InvalidInputError("maxStep", maxStep, "is not positive");
  if (maxSteps !== undefined && !(maxSteps >= 1)) throw new InvalidInputError("maxSteps", maxSteps, "is not at least 1");
}

export function readTolerances(options: IntegratorOptions): Tolerances {
  const { dimension, relativeTolerance = DEFAULT_RELATIVE_TOLERANCE, absoluteTolerance = DEFAULT_ABSOLUTE_TOLERANCE } = options;
  const relative = perComponent("relativeTolerance", relativeTolerance, dimension, (value) =>
    value === 0 || (value >= SMALLEST_RELATIVE_TOLERANCE && value < 1)
      ? undefined
      : `is neither 0 nor between ${SMALLEST_RELATIVE_TOLERANCE} and 1`,
  );
  const absolute = perComponent("absoluteTolerance", absoluteTolerance, dimension, (value) =>
    value > 0 && value < Number.POSITIVE_INFINITY ? undefined : "is not positive and finite",
  );
  return { relative, absolute };
}

function perComponent(
  path: string,
  given: number | readonly number[],
  dimension: number,
  complaint: (value: number) => string | undefined,
): Float64Array {
  const values = typeof given === "number" ? new Array<number>(dimension).fill(given) : given;
  if (values.length !== dimension) throw new InvalidInputError(path, given, `does not have one value for each of ${dimension} components`);
  values.forEach((value, i) => {
    const wrong = complaint(value);
    if (wrong !== undefined) throw new InvalidInputError(typeof given === "number" ? path : `${path}[${i}]`, value, wrong);
  });
  return Float64Array.from(values);
}
