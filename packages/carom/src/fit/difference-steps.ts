/**
 * Steps for the derivative of what is smooth and cheap to compute at several values of a number: of fourth order, and far shorter than the
 * differences of whole motions, whose rounding they do not have.
 */
import { CENTRAL, FORWARD } from "../math/difference-weights.js";
import type { Difference } from "./tasks.js";

/** One value: by how much the number is moved, and the weight of what is found there. */
export interface DifferenceStep {
  readonly by: number;
  readonly weight: number;
}

/** Of the difference: how far the outermost of the values is moved. */
const REACH = 0.1;
/** Below this part of the room on the other side, what is left beside a bound is not used. */
const NARROW = 0.1;

/** To both sides, or to one where a bound is near. */
export function differenceSteps([low, high]: Difference): DifferenceStep[] {
  const isCentral = Math.min(-low, high) > NARROW * Math.max(-low, high);
  const step = REACH * (isCentral ? Math.min(-low, high) / 2 : (high > -low ? high : low) / 4);
  return (isCentral ? CENTRAL : FORWARD).map(([offset, weight]) => ({ by: offset * step, weight: weight / step }));
}
