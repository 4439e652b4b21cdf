/**
 * The first step of an integration, from the sizes of y, f and the change of f along a trial Euler step.
 *
 *     euler = 0.01 |y| / |f|          an Euler step of this length changes y by one percent
 *     step  = min(100 euler, (0.01 / max(|f|, |f'|))^(1 / order))          f' by the Euler step
 *
 * Sizes are relative to the tolerances.
 *
 * Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, 2nd ed., section II.4 (starting step size).
 */
import { exp, log } from "../elementary.js";
import type { Derivative, Stepper, Tolerances } from "./stepper.js";

/** A step to something that is no number is tried again this much shorter. */
export const NOT_FINITE_FACTOR = 0.1;

/** At `time`, in the direction of `farthest`, the longest step there may be. The two arrays are there to write in. */
export function chooseFirstStep(
  stepper: Stepper,
  { relative, absolute }: Tolerances,
  derivative: Derivative,
  [trial, trialSlope]: readonly [Float64Array, Float64Array],
  time: number,
  farthest: number,
): number {
  const { state, slope, control } = stepper;
  const longest = Math.abs(farthest);
  let stateSize = 0;
  let slopeSize = 0;
  for (let i = 0; i < state.length; i++) {
    const scale = absolute[i] + relative[i] * Math.abs(state[i]);
    stateSize += (state[i] / scale) * (state[i] / scale);
    slopeSize += (slope[i] / scale) * (slope[i] / scale);
  }
  const euler = Math.min(stateSize <= 1e-10 || slopeSize <= 1e-10 ? 1e-6 : 0.01 * Math.sqrt(stateSize / slopeSize), longest);
  const step = farthest > 0 ? euler : -euler;
  for (let i = 0; i < state.length; i++) trial[i] = state[i] + step * slope[i];
  derivative(time + step, trial, trialSlope);

  let bend = 0;
  for (let i = 0; i < state.length; i++) {
    const scale = absolute[i] + relative[i] * Math.abs(state[i]);
    bend += ((trialSlope[i] - slope[i]) / scale) * ((trialSlope[i] - slope[i]) / scale);
  }
  const fastest = Math.max(Math.sqrt(bend) / euler, Math.sqrt(slopeSize));
  if (!(fastest < Number.POSITIVE_INFINITY)) return euler * NOT_FINITE_FACTOR;
  const byOrder = fastest <= 1e-15 ? Math.max(1e-6, euler * 1e-3) : exp(log(0.01 / fastest) / control.order);
  return Math.min(100 * euler, byOrder, longest);
}
