/**
 * Where a body or a mechanism is within a step: along the parabola that leaves with the speed at the beginning and ends where the step
 * ends, turning alike.
 *
 *     x + u s + (d - u h) (s / h)^2          d the way of the step, s the time since its beginning
 */
import { atan2 } from "../../math/elementary.js";
import * as quaternion from "../../math/quaternion.js";
import type { SceneSystem } from "../system/scene-system.js";
import type { Nodes } from "./nodes.js";

/** Coordinates, then speeds, of a body or a mechanism. */
export function stateOf({ coordinates: starts, speeds: first }: Nodes, node: number, q: Float64Array, u: Float64Array): Float64Array {
  const size = starts[node + 1] - starts[node];
  const state = new Float64Array(size + first[node + 1] - first[node]);
  state.set(q.subarray(starts[node], starts[node + 1]));
  state.set(u.subarray(first[node], first[node + 1]), size);
  return state;
}

export function writeState(nodes: Nodes, node: number, state: Float64Array, q: Float64Array, u: Float64Array): void {
  const size = nodes.coordinates[node + 1] - nodes.coordinates[node];
  q.set(state.subarray(0, size), nodes.coordinates[node]);
  u.set(state.subarray(size), nodes.speeds[node]);
}

/** Both ends of a step of length h. */
interface Ends {
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly h: number;
}

/** The same of a mechanism, whose coordinates go along parabolas each by itself. */
export function writeMechanismBetween(
  system: SceneSystem,
  nodes: Nodes,
  node: number,
  { before, after, h }: Ends,
  part: number,
  [q, u]: readonly [Float64Array, Float64Array],
): void {
  const [from, to, first] = [nodes.coordinates[node], nodes.coordinates[node + 1], nodes.speeds[node]];
  const size = to - from;
  const parts = nodes.parts[node - nodes.bodyCount];
  const rates = new Float64Array(system.coordinateCount);
  writeState(nodes, node, before, q, u);
  system.rates(q, u, rates, parts);
  for (let k = 0; k < size; k += 1) {
    const rate = rates[from + k];
    q[from + k] = before[k] + rate * part * h + (after[k] - before[k] - rate * h) * part * part;
  }
  for (let k = size; k < before.length; k += 1) u[first + k - size] = before[k] + part * (after[k] - before[k]);
  system.normalise(q, parts);
}

/** Writes the state of a body a part of the step after its beginning. */
export function writeBetween(
  { before, after, h }: Ends,
  part: number,
  body: number,
  coordinates: Float64Array,
  speeds: Float64Array,
): void {
  const s = part * h;
  const turn = turnBetween(before, after, 3);
  const path = (way: number, rate: number) => rate * s + (way - rate * h) * part * part;
  for (let c = 0; c < 3; c += 1) {
    coordinates[7 * body + c] = before[c] + path(after[c] - before[c], before[7 + c]);
    turn[c] = path(turn[c], before[10 + c]);
  }
  const angle = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const turned = (angle > 0 ? quaternion.fromAxisAngle(turn, angle) : undefined) ?? quaternion.IDENTITY;
  const now = quaternion.multiply(turned, [before[3], before[4], before[5], before[6]]);
  for (let k = 0; k < 4; k += 1) coordinates[7 * body + 3 + k] = now[k];
  for (let k = 0; k < 6; k += 1) speeds[6 * body + k] = before[7 + k] + part * (after[7 + k] - before[7 + k]);
}

/** The turn from one orientation to another as a vector, rad. */
function turnBetween(before: Float64Array, after: Float64Array, at: number): [number, number, number] {
  const back = quaternion.conjugate([before[at], before[at + 1], before[at + 2], before[at + 3]]);
  const [x, y, z, w] = quaternion.multiply([after[at], after[at + 1], after[at + 2], after[at + 3]], back);
  const sine = Math.sqrt(x * x + y * y + z * z);
  if (sine === 0) return [0, 0, 0];
  const scale = (2 * (w < 0 ? atan2(-sine, -w) : atan2(sine, w))) / sine;
  return [scale * x, scale * y, scale * z];
}
