/** Rotations and their vectors: direction the axis, length the angle, rad. Quaternions are [x, y, z, w]. */
import { atan2, cos, sin } from "../../math/elementary.js";
import { conjugate, multiply, type Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

/** The rotation with this vector. */
export function rotationOf(vector: Vec3): Quaternion {
  const angle = Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
  // sin(t/2) / t, whose series is exact to rounding below 1e-4.
  const factor = angle < 1e-4 ? 0.5 - (angle * angle) / 48 : sin(angle / 2) / angle;
  return [factor * vector[0], factor * vector[1], factor * vector[2], cos(angle / 2)];
}

/** The vector of a rotation, at most half a turn. */
export function vectorOf(q: Quaternion): Vec3 {
  const sign = q[3] < 0 ? -1 : 1;
  const size = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
  if (size < 1e-10) return [2 * sign * q[0], 2 * sign * q[1], 2 * sign * q[2]];
  const factor = (sign * 2 * atan2(size, sign * q[3])) / size;
  return [factor * q[0], factor * q[1], factor * q[2]];
}

/** The vector of the rotation that leads from the second orientation to the first, world axes. */
export function rotationBetween(to: Quaternion, from: Quaternion): Vec3 {
  return vectorOf(multiply(to, conjugate(from)));
}

/**
 * By how much the vector f of a rotation changes when a small turn t follows it: t - f x t / 2 + g f x (f x t),
 * g = (1 - (|f|/2) cot(|f|/2)) / |f|^2.
 */
export function vectorChange(vector: Vec3, turn: Vec3): Vec3 {
  const angle = vec3.norm(vector);
  // The series is exact to rounding below 1e-3.
  const factor =
    angle < 1e-3 ? 1 / 12 + (angle * angle) / 720 : (1 - (0.5 * angle * cos(0.5 * angle)) / sin(0.5 * angle)) / (angle * angle);
  const across = vec3.cross(vector, turn);
  return vec3.addScaled(vec3.addScaled(turn, across, -0.5), vec3.cross(vector, across), factor);
}
