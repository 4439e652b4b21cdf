/**
 * Where a body is within a step: along the parabola that leaves with the speed at the beginning and ends where the step ends, turning
 * alike.
 *
 *     x + u s + (d - u h) (s / h)^2          d the way of the step, s the time since its beginning
 */
import { atan2 } from "../../math/elementary.js";
import * as quaternion from "../../math/quaternion.js";

/** Numbers of a body in a state: place, orientation, velocity, angular velocity. */
export const STATE = 13;

export function readState(coordinates: Float64Array, speeds: Float64Array, body: number, out: Float64Array, at: number): void {
  for (let k = 0; k < 7; k += 1) out[at + k] = coordinates[7 * body + k];
  for (let k = 0; k < 6; k += 1) out[at + 7 + k] = speeds[6 * body + k];
}

/** Writes the state of a body a part of the step h after its beginning; `at` is its place in `before` and `after`. */
export function writeBetween(
  { before, after, at, h }: { readonly before: Float64Array; readonly after: Float64Array; readonly at: number; readonly h: number },
  part: number,
  body: number,
  coordinates: Float64Array,
  speeds: Float64Array,
): void {
  const s = part * h;
  const turn = turnBetween(before, after, at + 3);
  const path = (way: number, rate: number) => rate * s + (way - rate * h) * part * part;
  for (let c = 0; c < 3; c += 1) {
    coordinates[7 * body + c] = before[at + c] + path(after[at + c] - before[at + c], before[at + 7 + c]);
    turn[c] = path(turn[c], before[at + 10 + c]);
  }
  const angle = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  const turned = (angle > 0 ? quaternion.fromAxisAngle(turn, angle) : undefined) ?? quaternion.IDENTITY;
  const now = quaternion.multiply(turned, [before[at + 3], before[at + 4], before[at + 5], before[at + 6]]);
  for (let k = 0; k < 4; k += 1) coordinates[7 * body + 3 + k] = now[k];
  for (let k = 0; k < 6; k += 1) speeds[6 * body + k] = before[at + 7 + k] + part * (after[at + 7 + k] - before[at + 7 + k]);
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
