/**
 * The last of a slip. Where a straight piece stops a group, errors leave a motion of the order of the tolerance, which friction would take
 * away next. It is taken away at once by a tangential impulse in proportion to a motion of the group, G w with G^+ M G w = -y, so that
 * impulses and velocities keep belonging to each other.
 *
 * Letters: G the fields of the group's motion y (rest-on-plane.ts), M mobility.
 */
import { solve2, solve3 } from "../../../math/solve.js";
import { readMotion, type SlipGroup, writeMotion } from "../rest-on-plane.js";
import type { Touching } from "../touching.js";

/** Changes impulse and velocity so that the group is at rest. Returns the work of that impulse, which is of no account. */
export function bringToRest(touching: Touching, group: SlipGroup, impulse: Float64Array, velocity: Float64Array): number {
  const { size, mobility } = touching;
  const { contacts, freedoms } = group;
  const left = new Float64Array(freedoms);
  readMotion(group, velocity, left);
  const push = new Float64Array(size);
  const change = new Float64Array(size);
  const respond = () => {
    for (let row = 0; row < size; row++) {
      change[row] = 0;
      for (const i of contacts) for (let c = 3 * i; c < 3 * i + 2; c++) change[row] += mobility[row * size + c] * push[c];
    }
  };
  const response = new Float64Array(freedoms * freedoms);
  const column = new Float64Array(freedoms);
  for (let f = 0; f < freedoms; f++) {
    const unit = new Float64Array(freedoms);
    unit[f] = 1;
    writeMotion(group, unit, push);
    respond();
    readMotion(group, change, column);
    for (let g = 0; g < freedoms; g++) response[g * freedoms + f] = column[g];
  }
  const [a, b, c, d, e, f, g, h, i] = response;
  const motion =
    freedoms === 2 ? solve2([a, b, c, d], [-left[0], -left[1]]) : solve3([a, b, c, d, e, f, g, h, i], [-left[0], -left[1], -left[2]]);
  let work = 0;
  if (motion !== undefined) {
    writeMotion(group, motion, push);
    respond();
    for (let at = 0; at < size; at++) {
      work += push[at] * (velocity[at] + 0.5 * change[at]);
      impulse[at] += push[at];
      velocity[at] += change[at];
    }
  }
  for (const contact of contacts) velocity.fill(0, 3 * contact, 3 * contact + 2);
  return work;
}
