/**
 * Directions and orientations from numbers uniform in (0, 1).
 *
 * Direction: the height over the equator of a sphere is uniform (Archimedes), so z = 2 u - 1 and the longitude is 2 pi v; within a cone of
 * half-angle a about an axis, z is uniform between cos a and 1. Orientation: [sqrt(1-u) sin 2 pi v, sqrt(1-u) cos 2 pi v,
 * sqrt(u) sin 2 pi w, sqrt(u) cos 2 pi w], uniform over all rotations.
 *
 * Source: Shoemake, Uniform random rotations, Graphics Gems III (1992) 124.
 */
import { cos, sin } from "../../math/elementary.js";
import { multiply, type Quaternion, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";

/** A unit vector uniform on the sphere, or on the cap of this half-angle about z. */
export function directionFrom(u: number, v: number, halfAngle = Math.PI): Vec3 {
  const lowest = halfAngle >= Math.PI ? -1 : cos(halfAngle);
  const z = lowest + (1 - lowest) * u;
  const radius = Math.sqrt(Math.max(0, 1 - z * z));
  return [radius * cos(2 * Math.PI * v), radius * sin(2 * Math.PI * v), z];
}

/** The same about another axis, of unit length. */
export function directionAbout(axis: Vec3, u: number, v: number, halfAngle?: number): Vec3 {
  return rotate(turnOfZ(axis), directionFrom(u, v, halfAngle));
}

/** A unit quaternion uniform over all rotations. */
export function orientationFrom(u: number, v: number, w: number): Quaternion {
  const first = Math.sqrt(1 - u);
  const second = Math.sqrt(u);
  const [a, b] = [2 * Math.PI * v, 2 * Math.PI * w];
  return [first * sin(a), first * cos(a), second * sin(b), second * cos(b)];
}

/**
 * An orientation whose down axis (what points to -z of the world, in body axes) leans by less than the half-angle from that of `about`,
 * with any turn about the vertical.
 */
export function orientationWithin(about: Quaternion, u: number, v: number, w: number, halfAngle: number): Quaternion {
  const lean = turnOfZ(directionFrom(u, v, halfAngle));
  const turn: Quaternion = [0, 0, sin(Math.PI * w), cos(Math.PI * w)];
  return multiply(turn, multiply(lean, about));
}

/** The shortest turn that takes z to a unit vector. */
function turnOfZ([x, y, z]: Vec3): Quaternion {
  if (z < -1 + 1e-15) return [1, 0, 0, 0];
  const w = Math.sqrt(0.5 * (1 + z));
  return [(-0.5 * y) / w, (0.5 * x) / w, 0, w];
}
