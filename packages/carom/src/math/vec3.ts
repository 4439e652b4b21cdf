/**
 * Vectors in space, as plain tuples of three doubles.
 *
 * Every function writes its result into the optional last argument `out` (default: a fresh tuple) and returns it, so a hot path
 * can run without allocating. `out` may be one of the operands. A kernel that has no answer returns undefined; it never throws.
 * Use as a namespace: `import * as vec3 from "../math/vec3.js"`.
 */
export type Vec3 = readonly [number, number, number];
/** A vector to be written to. */
export type MutableVec3 = [number, number, number];

/** The zero vector. */
export const ZERO: Vec3 = [0, 0, 0];

/** The same vector again. */
export function copy(a: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  return set(out, a[0], a[1], a[2]);
}

/** a + b. */
export function add(a: Vec3, b: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  return set(out, a[0] + b[0], a[1] + b[1], a[2] + b[2]);
}

/** a - b. */
export function subtract(a: Vec3, b: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  return set(out, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** A vector times a number. */
export function scale(a: Vec3, factor: number, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  return set(out, a[0] * factor, a[1] * factor, a[2] * factor);
}

/** a + factor b */
export function addScaled(a: Vec3, b: Vec3, factor: number, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  return set(out, a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]);
}

/** Scalar product. */
export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Vector product. */
export function cross(a: Vec3, b: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  return set(out, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

/** Below this a sum of squares has lost digits to underflow. */
const SMALLEST_SAFE_SQUARE = 1e-280;

/** Length, right also where the squares overflow or underflow. */
export function norm(a: Vec3): number {
  const square = dot(a, a);
  if (square > SMALLEST_SAFE_SQUARE && square < Infinity) return Math.sqrt(square);
  const largest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (!(largest > 0 && largest < Infinity)) return largest;
  const x = a[0] / largest;
  const y = a[1] / largest;
  const z = a[2] / largest;
  return largest * Math.sqrt(x * x + y * y + z * z);
}

/** The unit vector along `a`; undefined where `a` is zero or not finite. */
export function normalize(a: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 | undefined {
  const largest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (!(largest > 0 && largest < Infinity)) return undefined;
  // Dividing by the largest component first keeps the length of a tiny or huge vector out of it.
  const x = a[0] / largest;
  const y = a[1] / largest;
  const z = a[2] / largest;
  const length = Math.sqrt(x * x + y * y + z * z);
  return set(out, x / length, y / length, z / length);
}

function set(out: MutableVec3, x: number, y: number, z: number): MutableVec3 {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}
