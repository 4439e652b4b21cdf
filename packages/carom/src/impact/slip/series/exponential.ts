/**
 * Exponential, logarithm and power with argument and value in the workspace: where V8 has no room left to inline exp or log, their numbers
 * would be allocated.
 */
import { exp, log } from "../../../math/elementary.js";
import type { Point } from "./point.js";
import type { SlipWorkspace } from "./workspace.js";

/** Below this, eleven terms of the exponential series are enough. */
const SMALL = 0.1;

export function takeExponential(work: SlipWorkspace): void {
  const { number } = work;
  const { argument: x } = number;
  if (Math.abs(x) < SMALL) {
    const higher = 1 / 120 + x * (1 / 720 + x * (1 / 5040 + x * (1 / 40320 + x * (1 / 362880 + x / 3628800))));
    number.value = 1 + x * (1 + x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x * higher))));
  } else {
    number.value = exp(x);
  }
}

export function takeLogarithm(work: SlipWorkspace): void {
  const { number } = work;
  number.value = log(number.argument);
}

/** Sets the power of t that belongs to point.t, at an invariant direction. */
export function raise(work: SlipWorkspace, point: Point): void {
  const { number, panel } = work;
  number.argument = point.t / panel.from;
  takeLogarithm(work);
  number.argument = panel.exponent * number.value;
  takeExponential(work);
  point.power = number.value;
}
