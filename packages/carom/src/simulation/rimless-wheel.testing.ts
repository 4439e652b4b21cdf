/** A wheel of spokes without a rim that walks down a slope, with its closed forms, for tests. */
import type { Vec3 } from "../math/vec3.js";

const G = 9.81;

/**
 * A wheel of 1 kg with n spokes about the y axis, on the spoke behind, as it begins to fall over with the rate `first`.
 *
 * Its spokes are `length` long, its moment of inertia is lambda2 length^2, and gravity pulls down a slope of this angle, rad.
 */
export function rimlessWheel(n: number, length: number, lambda2: number, slope: number, first: number) {
  const half = Math.PI / n;
  const moment = lambda2 * length * length;
  const points = Array.from({ length: n }, (_, k) => -half + (2 * Math.PI * k) / n).flatMap((angle) =>
    [-0.2, 0.2].map((y): Vec3 => [-length * Math.sin(angle), y, -length * Math.cos(angle)]),
  );
  const inertia: Vec3 = [moment, moment, moment];
  const position: Vec3 = [-length * Math.sin(half), 0, length * Math.cos(half)];
  const velocity: Vec3 = [first * length * Math.cos(half), 0, first * length * Math.sin(half)];
  const angularVelocity: Vec3 = [0, first, 0];
  const gravity: Vec3 = [G * Math.sin(slope), 0, -G * Math.cos(slope)];
  const pull = (2 * G) / (length * (1 + lambda2));
  return {
    wheel: { inertia, points, position, velocity, angularVelocity, gravity },
    half,
    /** Part of the rate that a landing leaves. */
    kept: (Math.cos(2 * half) + lambda2) / (1 + lambda2),
    /** By what the square of the rate has grown at an angle theta of the spoke. */
    gain: (theta: number) => pull * (Math.cos(slope - half) - Math.cos(theta + slope)),
  };
}
