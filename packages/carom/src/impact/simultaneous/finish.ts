/**
 * What is left of an impact when it is followed no further.
 */
import { boundOf, findLastPush, giveLastPush } from "./closing.js";
import { largestApproach, letGo } from "./ending.js";
import type { Motion } from "./motion.js";
import { addColumn } from "./system.js";

/** How an impact was left. */
export interface Left {
  readonly converged: boolean;
  /** Friction holds bodies against springs that are still compressed. */
  readonly locked?: boolean;
  readonly events: number;
  readonly steps: number;
  /** The pushes had faded. */
  readonly faded: boolean;
  /** Given up while the pushes still got weaker; elastic bodies that ring go on. */
  readonly weakens: boolean;
}

export interface Ending {
  readonly converged: boolean;
  /** Friction holds bodies against springs that are still compressed. */
  readonly locked?: boolean;
  readonly events: number;
  /** Largest approach speed left, in units of the largest at the start. */
  readonly approach: number;
  /** Not all was followed: a last push without restitution took that approach away. */
  readonly closed?: boolean;
  /** By how much that push can be off at any contact, in units of the largest approach speed; Infinity where that is not known. */
  readonly bound?: number;
  readonly steps: number;
}

/** Empties the springs; what gets weaker ends with a last push. */
export function endOf(motion: Motion, { converged, locked = false, events, steps, faded, weakens }: Left): Ending {
  const approach = largestApproach(motion);
  const push = weakens ? findLastPush(motion) : undefined;
  const bound = push === undefined ? Infinity : boundOf(motion, push);
  letGo(motion);
  const closed = (weakens || faded) && endWithPush(motion);
  return { converged: converged && (!faded || closed), locked, events, approach, steps, closed, bound };
}

/**
 * From the velocities that follow from the impulses: in thousands of steps those followed have moved away from them by more than the push
 * shall leave.
 */
function endWithPush(motion: Motion): boolean {
  const { system, state } = motion;
  state.velocity.set(system.velocity);
  for (let row = 0; row < system.rows; row++) addColumn(system, row, state.impulse[row], state.velocity);
  const push = findLastPush(motion);
  if (push !== undefined) giveLastPush(motion, push);
  return push !== undefined;
}

export const lossOf = ({ state }: Motion) => state.restitutionLoss + state.frictionLoss;
