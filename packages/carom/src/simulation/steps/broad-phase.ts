/**
 * Which pairs could meet within a time, without looking at all of them each time.
 *
 * A pair that is far apart need not be looked at before it could be near at the speeds that anything has. So each pair has a time before
 * which it is passed over, valid as long as nothing moves faster than a limit; where something does, all are looked at again. The pairs
 * found are those that looking at all would find, in the order of the scene.
 */
import type { RunState } from "./run-state.js";

/** In the fastest speed, and in what bodies gain within a frame: the limit. */
const FASTER = 2;
const FRAMES = 20;

export interface BroadPhase {
  /** Of each pair: before this, s, it cannot be near. */
  readonly due: Float64Array;
  /** What that holds for: no surface moves faster, m/s. */
  limit: number;
}

export function createBroadPhase(pairs: number): BroadPhase {
  return { due: new Float64Array(pairs).fill(Number.NEGATIVE_INFINITY), limit: 0 };
}

/** How near two surfaces have to be to meet within a time, if they approach by no more than this now, m. */
export function marginFor({ tolerances }: RunState, span: number, approach: number): number {
  return 2 * tolerances.gapTolerance + 1.5 * span * (approach + 2 * tolerances.gravity * span);
}

/** Pairs that could meet within a time from now. */
export function nearPairs(run: RunState, span: number): number[] {
  const { system, broad, tolerances, coordinates, speeds, time } = run;
  const { due } = broad;
  let fastest = 0;
  for (let at = 0; at + 6 <= system.speedCount; at += 6) fastest = Math.max(fastest, surfaceSpeed(speeds, at, tolerances.size));
  if (fastest > broad.limit) {
    broad.limit = FASTER * fastest + FRAMES * tolerances.gravity * tolerances.longestStep;
    due.fill(Number.NEGATIVE_INFINITY);
  }
  const closing = 2 * broad.limit;
  const widest = marginFor(run, tolerances.longestStep, 1.5 * closing);
  const near: number[] = [];
  for (let pair = 0; pair < due.length; pair += 1) {
    if (time < due[pair]) continue;
    const clearance = system.clearance(pair, coordinates);
    due[pair] = time + (clearance - widest) / closing;
    // Either may be hit by what is fastest.
    if (clearance <= marginFor(run, span, fastest + system.approachBound(pair, speeds))) near.push(pair);
  }
  return near;
}

/** Speed of the centre and of the surface around it, m/s. */
function surfaceSpeed(speeds: Float64Array, at: number, reach: number): number {
  const linear = speeds[at] * speeds[at] + speeds[at + 1] * speeds[at + 1] + speeds[at + 2] * speeds[at + 2];
  const angular = speeds[at + 3] * speeds[at + 3] + speeds[at + 4] * speeds[at + 4] + speeds[at + 5] * speeds[at + 5];
  return Math.sqrt(linear) + reach * Math.sqrt(angular);
}
