/**
 * How the flight of a body in closed form (flight.ts) changes with the state it began from.
 *
 *     exp(th + dth) = exp(A dth) exp(th),     A = 1 + (1 - cos|th|)/|th|^2 [th] + (|th| - sin|th|)/|th|^3 [th]^2
 *     dphi = A dth + exp(th) dphi_0 + t dnu a,     dw = dp + dnu a + nu dphi x a
 *
 * Letters: p = L/J1, th = p t, a axis of the body where it is, nu = (1 - J3/J1) w3 its own rate of turning, phi turns, [x] y = x x y.
 * Source: own study, derivatives of runs, section 1.
 */
import { cos, sin } from "../../math/elementary.js";
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { turnOf } from "./motion-changes.js";

/** Below this angle, rad, the coefficients of A are taken from their series. */
const SMALL = 0.1;

/** (1 - cos x)/x^2 and (x - sin x)/x^3. */
function coefficients(x: number): readonly [number, number] {
  const square = x * x;
  if (x < SMALL)
    return [
      0.5 - (square / 24) * (1 - (square / 30) * (1 - square / 56)),
      (1 / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72))),
    ];
  const half = sin(0.5 * x);
  return [(2 * half * half) / square, (x - sin(x)) / (square * x)];
}

/** A body that flies: its axis, and J3/J1. */
export interface FlyingBody {
  readonly body: Vec3;
  readonly ratio: number;
  readonly isRound: boolean;
}

/**
 * Writes the change of the state after a time, thirteen numbers, per unit of that of the state it began from.
 * @param end the state after that time
 */
export type FlightChange = (start: Float64Array, elapsed: number, end: Float64Array, change: Float64Array, out: Float64Array) => void;

export function createFlightChange({ body, ratio, isRound }: FlyingBody): FlightChange {
  const vector = (): MutableVec3 => [0, 0, 0];
  const [spin, spinChange, turn, own, ownChange, momentum, momentumChange, angle, work] = Array.from({ length: 9 }, vector);
  const orientation: MutableQuaternion = [0, 0, 0, 1];
  const precession: MutableQuaternion = [0, 0, 0, 1];

  /** A x, left in `x`. */
  function applyJacobian(x: MutableVec3): void {
    const length = vec3.norm(angle);
    const [first, second] = coefficients(length);
    vec3.cross(angle, x, work);
    const [a, b, c] = work;
    vec3.cross(angle, work, work);
    x[0] += first * a + second * work[0];
    x[1] += first * b + second * work[1];
    x[2] += first * c + second * work[2];
  }

  return (start, elapsed, end, change, out) => {
    for (let c = 0; c < 3; c++) {
      out[c] = change[c] + elapsed * change[7 + c];
      out[7 + c] = change[7 + c];
      spin[c] = start[10 + c];
      spinChange[c] = change[10 + c];
    }
    for (let c = 0; c < 4; c++) orientation[c] = start[3 + c];
    turnOf(orientation, change, 3, turn);
    quaternion.rotate(orientation, body, own);
    vec3.cross(turn, own, ownChange);
    const rate = isRound ? 0 : vec3.dot(spin, own);
    const rateChange = isRound ? 0 : vec3.dot(spinChange, own) + vec3.dot(spin, ownChange);
    for (let c = 0; c < 3; c++) {
      momentum[c] = spin[c] + (ratio - 1) * rate * own[c];
      momentumChange[c] = spinChange[c] + (ratio - 1) * (rateChange * own[c] + rate * ownChange[c]);
      angle[c] = momentum[c] * elapsed;
    }
    // Turned with the precession: what it began with, and the axis.
    const length = vec3.norm(momentum);
    const half = 0.5 * length * elapsed;
    const part = length > 0 ? sin(half) / length : 0;
    for (let c = 0; c < 3; c++) precession[c] = momentum[c] * part;
    precession[3] = cos(half);
    quaternion.rotate(precession, turn, turn);
    quaternion.rotate(precession, own, own);
    const turning = (1 - ratio) * rate;
    const turningChange = (1 - ratio) * rateChange;
    vec3.scale(momentumChange, elapsed, spinChange);
    applyJacobian(spinChange);
    for (let c = 0; c < 3; c++) turn[c] += spinChange[c] + elapsed * turningChange * own[c];
    vec3.cross(turn, own, ownChange);
    for (let c = 0; c < 3; c++) out[10 + c] = momentumChange[c] + turningChange * own[c] + turning * ownChange[c];
    const [x, y, z, w] = [end[3], end[4], end[5], end[6]];
    const [a, b, c] = [0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]];
    out[3] = a * w + b * z - c * y;
    out[4] = b * w + c * x - a * z;
    out[5] = c * w + a * y - b * x;
    out[6] = -a * x - b * y - c * z;
  };
}
