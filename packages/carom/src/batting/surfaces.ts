/**
 * Where two round surfaces touch if one of them is off by a little.
 *
 * With the curvature matrices K_o and K_b of object and bat in the plane of contact, an object that is off by d along that plane touches
 * s_o further on its own surface and s_b further on the bat's, s_b = s_o + d, and both normals turn alike, K_b s_b = -K_o s_o:
 *
 *     s_o = -(K_o + K_b)^-1 K_b d        change of the normal = K_b (s_o + d)
 *
 * A ball on a flat bat keeps its normal and its arm; two balls turn their normal by d over the sum of their radii. Own derivation.
 */
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ContactFrame } from "../mechanics/contact-frame.js";

/** How a surface is curved at the contact: without `radius` flat, without `axis` a ball, with it a cylinder about that direction. */
export interface RoundSurface {
  /** m, > 0. */
  readonly radius?: number;
  /** World axes, any length. */
  readonly axis?: Vec3;
}

/** Symmetric, in tangents: 11, 12, 22. */
type Curvature = readonly [number, number, number];

function curvatureOf({ radius, axis }: RoundSurface, { tangent1, tangent2 }: ContactFrame): Curvature {
  if (radius === undefined) return [0, 0, 0];
  if (axis === undefined) return [1 / radius, 0, 1 / radius];
  const [a, b] = [vec3.dot(axis, tangent1), vec3.dot(axis, tangent2)];
  const square = a * a + b * b;
  if (square === 0) return [1 / radius, 0, 1 / radius];
  return [(b * b) / square / radius, (-a * b) / square / radius, (a * a) / square / radius];
}

/** How far the contact moves on the object, and the normal then, world axes, for an object that is off by this much along the surface. */
export function moveContact(
  frame: ContactFrame,
  object: RoundSurface,
  bat: RoundSurface,
  off: Vec3,
): { readonly point: Vec3; readonly normal: Vec3 } {
  const [o11, o12, o22] = curvatureOf(object, frame);
  const [b11, b12, b22] = curvatureOf(bat, frame);
  const [x, y] = [vec3.dot(off, frame.tangent1), vec3.dot(off, frame.tangent2)];
  const [turnX, turnY] = [b11 * x + b12 * y, b12 * x + b22 * y];
  const [k11, k12, k22] = [o11 + b11, o12 + b12, o22 + b22];
  const [sx, sy] = solve(k11, k12, k22, -turnX, -turnY);
  const world = (u: number, v: number) => vec3.addScaled(vec3.scale(frame.tangent1, u), frame.tangent2, v);
  return {
    point: world(sx, sy),
    normal: vec3.add(frame.normal, world(turnX + b11 * sx + b12 * sy, turnY + b12 * sx + b22 * sy)),
  };
}

/** Of a symmetric matrix; where it is singular, the solution of least norm, for right sides in its range. */
function solve(a: number, b: number, c: number, x: number, y: number): [number, number] {
  const determinant = a * c - b * b;
  const trace = a + c;
  if (determinant > 1e-12 * trace * trace) return [(c * x - b * y) / determinant, (a * y - b * x) / determinant];
  return trace > 0 ? [x / trace, y / trace] : [0, 0];
}
