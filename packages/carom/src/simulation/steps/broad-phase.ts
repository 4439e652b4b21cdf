/**
 * Which pairs could meet within a time, without looking at all of them each time.
 *
 * A pair that is far apart need not be looked at before it could be near at the speeds that anything has. So each pair has a time before
 * which it is passed over, valid as long as nothing moves faster than a limit; where something does, all are looked at again. The pairs
 * found are those that looking at all would find, in the order of the scene. Pairs of mechanisms are looked at always, because their joints
 * may gain speed as they like; those with the ground or with themselves are always among those found (see islands.ts). Those with ground
 * are looked at always where some of it is moved.
 */
import type { RunState } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

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

/** Times the way that bodies are known to go: within that they may meet. */
export const WIDER = 1.5;

/** How near the surfaces of a pair have to be to meet within a time, if they approach by no more than this now, m. */
export function marginFor(run: RunState, span: number, pair: number, approach: number): number {
  return 2 * run.tolerances.gapTolerance + WIDER * span * (approach + quickenedBy(run, span, pair));
}

/** By how much a pair may come to approach faster within a time, m/s. */
export function quickenedBy(run: RunState, span: number, pair: number): number {
  const { bodies } = run.surfaces;
  return 2 * Math.max(quickeningOf(run, bodies[2 * pair]), quickeningOf(run, bodies[2 * pair + 1])) * span;
}

/** How quickly a node may gain speed, m/s^2: as the field has it, joints as in the last step. */
function quickeningOf({ nodes, acceleration, tolerances }: RunState, node: number): number {
  let most = tolerances.gravity;
  if (node >= nodes.bodyCount)
    for (let k = nodes.speeds[node]; k < nodes.speeds[node + 1]; k += 1) most = Math.max(most, Math.abs(acceleration[k]));
  return most;
}

/** Pairs that could meet within a time from now. */
export function nearPairs(run: RunState, span: number): number[] {
  const { system, broad, tolerances, coordinates, speeds, time } = run;
  const { due } = broad;
  const fastest = fastestOf(run);
  if (fastest > broad.limit) {
    broad.limit = FASTER * fastest + FRAMES * tolerances.gravity * tolerances.longestStep;
    due.fill(Number.NEGATIVE_INFINITY);
  }
  const closing = 2 * broad.limit;
  const near: number[] = [];
  for (let pair = 0; pair < due.length; pair += 1) {
    if (time < due[pair]) continue;
    const clearance = system.clearance(pair, coordinates);
    if (!isRestless(run, pair)) due[pair] = time + (clearance - marginFor(run, tolerances.longestStep, pair, 1.5 * closing)) / closing;
    // Either may be hit by what is fastest.
    if (isOwnPair(run, pair) || clearance <= marginFor(run, span, pair, fastest + system.approachBound(pair, speeds, coordinates)))
      near.push(pair);
  }
  return near;
}

/** Whether nothing says how fast a pair may approach in time. */
function isRestless(run: RunState, pair: number): boolean {
  return hasMechanism(run, pair) || (run.system.driven !== undefined && run.surfaces.bodies[2 * pair + 1] === GROUND);
}

/** Whether a pair is one of a mechanism with the ground or with itself, stops among them. */
export function isOwnPair({ surfaces, nodes }: RunState, pair: number): boolean {
  return surfaces.bodies[2 * pair] >= nodes.bodyCount && surfaces.bodies[2 * pair + 1] === GROUND;
}

function hasMechanism({ surfaces, nodes }: RunState, pair: number): boolean {
  return surfaces.bodies[2 * pair] >= nodes.bodyCount || surfaces.bodies[2 * pair + 1] >= nodes.bodyCount;
}

/** Speed of the fastest surface that may hit another, m/s: of mechanisms as their pairs know it; of others as the frame has shown, too. */
export function fastestOf(run: RunState): number {
  const { system, surfaces, tolerances, coordinates, speeds, nodes } = run;
  let fastest = 0;
  for (const speed of run.passed.quickness) fastest = Math.max(fastest, speed);
  for (let at = 0; at < 6 * nodes.bodyCount; at += 6) fastest = Math.max(fastest, surfaceSpeed(speeds, at, tolerances.size));
  if (nodes.mechanisms.length === 0) return fastest;
  for (let pair = 0; pair < system.pairs.length; pair += 1)
    if (surfaces.bodies[2 * pair + 1] !== GROUND && hasMechanism(run, pair))
      fastest = Math.max(fastest, system.approachBound(pair, speeds, coordinates));
  return fastest;
}

/** Speed of the centre and of the surface around it, m/s. */
function surfaceSpeed(speeds: Float64Array, at: number, reach: number): number {
  const linear = speeds[at] * speeds[at] + speeds[at + 1] * speeds[at + 1] + speeds[at + 2] * speeds[at + 2];
  const angular = speeds[at + 3] * speeds[at + 3] + speeds[at + 4] * speeds[at + 4] + speeds[at + 5] * speeds[at + 5];
  return Math.sqrt(linear) + reach * Math.sqrt(angular);
}
