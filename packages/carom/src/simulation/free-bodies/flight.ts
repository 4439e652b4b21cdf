/**
 * The flight of one rigid body in closed form: gravity alone, and an inertia that is the same about two axes or all three.
 *
 *     x = x0 + v0 t + g t^2/2        v = v0 + g t
 *     q = exp(L t/J1) q0 exp(e w3 (1 - J3/J1) t)        w = L/J1 + (1 - J3/J1) w3 e
 *
 * A body with the moments J1, J1, J3 turns about its constant angular momentum L at the rate |L|/J1 while it spins about its own axis e:
 * torque-free precession. With J1 = J3 only the first is left.
 *
 * Letters: x position, v velocity, q orientation, w angular velocity, w3 its part along e, g gravity.
 * Source: any text on rigid-body dynamics, e.g. Goldstein, Classical Mechanics, section 5.6.
 */
import { cos, sin } from "../../math/elementary.js";
import type { Mat3 } from "../../math/mat3.js";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Flight } from "../system/mechanical-system.js";
import { createFlightChange, type FlightChange } from "./flight-change.js";

/** Relative difference of moments below which they are the same. */
const SAME = 1e-12;

/** An axis about which the other two moments are the same, body axes, with both moments; undefined where there is none. */
interface Symmetry {
  readonly axis: 0 | 1 | 2;
  readonly across: number;
  readonly along: number;
}

function symmetryOf(inertia: Mat3): Symmetry | undefined {
  const moments = [inertia[0], inertia[4], inertia[8]];
  const least = SAME * Math.max(...moments);
  for (const k of [1, 2, 3, 5, 6, 7]) if (Math.abs(inertia[k]) > least) return undefined;
  for (const axis of [2, 1, 0] as const) {
    const [first, second] = [moments[(axis + 1) % 3], moments[(axis + 2) % 3]];
    if (Math.abs(first - second) <= least) return { axis, across: first, along: moments[axis] };
  }
  return undefined;
}

/** Of a body without loads; undefined where its rotation has no elementary form. */
export function flightOf(inertia: Mat3, gravity: Vec3): Flight | undefined {
  const symmetry = symmetryOf(inertia);
  if (symmetry === undefined) return undefined;
  const { axis, across, along } = symmetry;
  const isRound = Math.abs(across - along) <= SAME * Math.max(across, along);
  const orientation: MutableQuaternion = [0, 0, 0, 1];
  const turned: MutableQuaternion = [0, 0, 0, 1];
  const turn: MutableQuaternion = [0, 0, 0, 1];
  const spin: MutableVec3 = [0, 0, 0];
  const own: MutableVec3 = [0, 0, 0];
  const momentum: MutableVec3 = [0, 0, 0];
  const body: MutableVec3 = [0, 0, 0];
  body[axis] = 1;
  let change: FlightChange | undefined;

  return {
    form: [axis, along / across, ...gravity],
    along: (start, elapsed, end, given, out) => {
      change ??= createFlightChange({ body, ratio: along / across, isRound });
      change(start, elapsed, end, given, out);
    },
    stateAt: (start, elapsed, out) => {
      for (let c = 0; c < 3; c++) {
        out[c] = start[c] + (start[7 + c] + 0.5 * gravity[c] * elapsed) * elapsed;
        out[7 + c] = start[7 + c] + gravity[c] * elapsed;
        spin[c] = start[10 + c];
        out[10 + c] = spin[c];
      }
      for (let c = 0; c < 4; c++) out[3 + c] = orientation[c] = start[3 + c];
      if (spin[0] === 0 && spin[1] === 0 && spin[2] === 0) return;
      quaternion.rotate(orientation, body, own);
      const rate = isRound ? 0 : vec3.dot(spin, own);
      // L / J1 = w + (J3/J1 - 1) w3 e, which stays.
      vec3.addScaled(spin, own, (along / across - 1) * rate, momentum);
      rotation(momentum, elapsed, turn);
      quaternion.multiply(turn, orientation, turned);
      if (rate !== 0) {
        rotation(body, (1 - along / across) * rate * elapsed, turn);
        quaternion.multiply(turned, turn, turned);
        // w = L / J1 + (1 - J3/J1) w3 e, with the axis where it is now.
        quaternion.rotate(turned, body, own);
        vec3.addScaled(momentum, own, (1 - along / across) * rate, spin);
        for (let c = 0; c < 3; c++) out[10 + c] = spin[c];
      }
      for (let c = 0; c < 4; c++) out[3 + c] = turned[c];
    },
    stretchFrom: (state) => {
      const [turning, moving] = [lengthAt(state, 10), lengthAt(state, 7)];
      const pull = vec3.norm(gravity);
      const falling = pull > 0 ? Math.max((2 * moving) / pull, LEAST_STRETCH) : Number.POSITIVE_INFINITY;
      return Math.min(falling, turning > 0 ? MOST_TURN / turning : Number.POSITIVE_INFINITY);
    },
  };
}

/** How far a body may turn within a stretch, rad. */
const MOST_TURN = 8;
/** A stretch is as long as a throw takes to come back, and at least this, s. */
const LEAST_STRETCH = 0.1;

function lengthAt(state: Float64Array, from: number): number {
  return Math.sqrt(state[from] * state[from] + state[from + 1] * state[from + 1] + state[from + 2] * state[from + 2]);
}

/** exp of a rotation vector times a time. */
function rotation(rate: Vec3, time: number, out: MutableQuaternion): void {
  const speed = vec3.norm(rate);
  const half = 0.5 * speed * time;
  const part = speed > 0 ? sin(half) / speed : 0;
  out[0] = rate[0] * part;
  out[1] = rate[1] * part;
  out[2] = rate[2] * part;
  out[3] = cos(half);
}
