/**
 * Rotations as unit quaternions [x, y, z, w] (vector part first, as in three.js): turning by the angle t about the unit axis a is
 *
 *     x, y, z = a sin(t / 2)          w = cos(t / 2)
 *
 * Used as body to world: `rotate(orientation, vectorInBodyAxes)` is the same vector in world axes, and `multiply(q, p)` turns by p first.
 * As in vec3.ts the result goes into the optional last argument `out`, and a kernel without an answer returns undefined.
 */
import { cos, sin } from "./elementary.js";
import type { Mat3, MutableMat3 } from "./mat3.js";
import type { MutableVec3, Vec3 } from "./vec3.js";
import * as vec3 from "./vec3.js";

/** x, y, z, w, as in three.js; of unit length where it is an orientation, body to world. */
export type Quaternion = readonly [number, number, number, number];
/** The same to be written to. */
export type MutableQuaternion = [number, number, number, number];

/** No turn. */
export const IDENTITY: Quaternion = [0, 0, 0, 1];

/** The product q p: first the turn p, then q. */
export function multiply(q: Quaternion, p: Quaternion, out: MutableQuaternion = [0, 0, 0, 1]): MutableQuaternion {
  return set(
    out,
    q[3] * p[0] + q[0] * p[3] + q[1] * p[2] - q[2] * p[1],
    q[3] * p[1] - q[0] * p[2] + q[1] * p[3] + q[2] * p[0],
    q[3] * p[2] + q[0] * p[1] - q[1] * p[0] + q[2] * p[3],
    q[3] * p[3] - q[0] * p[0] - q[1] * p[1] - q[2] * p[2],
  );
}

/** The opposite rotation. */
export function conjugate(q: Quaternion, out: MutableQuaternion = [0, 0, 0, 1]): MutableQuaternion {
  return set(out, -q[0], -q[1], -q[2], q[3]);
}

/** Length. */
export function norm(q: Quaternion): number {
  return Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

/** Undefined where the quaternion is zero or not finite. */
export function normalize(q: Quaternion, out: MutableQuaternion = [0, 0, 0, 1]): MutableQuaternion | undefined {
  const length = norm(q);
  if (!(length > 0 && length < Infinity)) return undefined;
  return set(out, q[0] / length, q[1] / length, q[2] / length, q[3] / length);
}

/** v + 2 w (u x v) + 2 u x (u x v) with u the vector part: fifteen products, no matrix. */
export function rotate(q: Quaternion, v: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  const rotatedX = v[0] + w * tx + y * tz - z * ty;
  const rotatedY = v[1] + w * ty + z * tx - x * tz;
  out[2] = v[2] + w * tz + x * ty - y * tx;
  out[0] = rotatedX;
  out[1] = rotatedY;
  return out;
}

/** Columns are the rotated axes. */
export function toMatrix(q: Quaternion, out: MutableMat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0]): MutableMat3 {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y - z * w);
  out[2] = 2 * (x * z + y * w);
  out[3] = 2 * (x * y + z * w);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z - x * w);
  out[6] = 2 * (x * z - y * w);
  out[7] = 2 * (y * z + x * w);
  out[8] = 1 - 2 * (x * x + y * y);
  return out;
}

/**
 * Of a rotation matrix; the one of the two answers with w >= 0. Divides by the largest component, so it has no bad angle (Shepperd 1978).
 */
export function fromMatrix(m: Mat3, out: MutableQuaternion = [0, 0, 0, 1]): MutableQuaternion {
  const x = 1 + m[0] - m[4] - m[8];
  const y = 1 - m[0] + m[4] - m[8];
  const z = 1 - m[0] - m[4] + m[8];
  const w = 1 + m[0] + m[4] + m[8];
  const largest = Math.max(x, y, z, w);
  if (largest === w) set(out, m[7] - m[5], m[2] - m[6], m[3] - m[1], w);
  else if (largest === x) set(out, x, m[1] + m[3], m[2] + m[6], m[7] - m[5]);
  else if (largest === y) set(out, m[1] + m[3], y, m[5] + m[7], m[2] - m[6]);
  else set(out, m[2] + m[6], m[5] + m[7], z, m[3] - m[1]);
  const length = out[3] < 0 ? -norm(out) : norm(out);
  return set(out, out[0] / length, out[1] / length, out[2] / length, out[3] / length);
}

/** Angle in radians about an axis of any length; undefined where the axis is zero. */
export function fromAxisAngle(axis: Vec3, angle: number, out: MutableQuaternion = [0, 0, 0, 1]): MutableQuaternion | undefined {
  const unit = vec3.normalize(axis);
  if (unit === undefined) return undefined;
  const sine = sin(angle / 2);
  return set(out, unit[0] * sine, unit[1] * sine, unit[2] * sine, cos(angle / 2));
}

function set(out: MutableQuaternion, x: number, y: number, z: number, w: number): MutableQuaternion {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
  return out;
}
