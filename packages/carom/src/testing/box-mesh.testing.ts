/** A box as a mesh. */
import type { Vec3 } from "../math/vec3.js";

/** Corners around the origin, x slowest. */
export function boxCorners([a, b, c]: Vec3): Vec3[] {
  return [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z): Vec3 => [x * a, y * b, z * c])));
}

/** Triangles between these corners, outward. */
export const boxTriangles: readonly Vec3[] = [
  [0, 1, 3],
  [0, 3, 2],
  [4, 6, 7],
  [4, 7, 5],
  [0, 4, 5],
  [0, 5, 1],
  [2, 3, 7],
  [2, 7, 6],
  [0, 2, 6],
  [0, 6, 4],
  [1, 5, 7],
  [1, 7, 3],
];
