/** Triangles as mesh files have them: flat lists, nothing checked. */
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";

export interface TriangleSurface {
  /** Corners: x, y, z of each. */
  readonly points: Float64Array;
  /** Three places of corners for each triangle. */
  readonly triangles: Uint32Array;
}

/** Corners, turned and then scaled. */
export function scaledPoints({ points }: TriangleSurface, [x, y, z]: Vec3, turn?: quaternion.Quaternion): Vec3[] {
  const made: Vec3[] = [];
  for (let i = 0; i < points.length; i += 3) {
    const point: Vec3 = [points[i], points[i + 1], points[i + 2]];
    const [px, py, pz] = turn === undefined ? point : quaternion.rotate(turn, point);
    made.push([x * px, y * py, z * pz]);
  }
  return made;
}

/** Corners at the same place become one; what is left is in the order of first mention. */
export function welded({ points, triangles }: TriangleSurface): TriangleSurface {
  const count = points.length / 3;
  const bits = new Uint32Array(points.buffer, points.byteOffset, 2 * points.length);
  let size = 16;
  while (size < 2 * count) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const place = new Uint32Array(count);
  const kept = new Uint32Array(count);
  let used = 0;
  for (let i = 0; i < count; i++) {
    // Minus zero is zero.
    for (let c = 0; c < 3; c++) points[3 * i + c] += 0;
    let hash = 0;
    for (let c = 0; c < 6; c++) hash = Math.imul(hash ^ bits[6 * i + c], 0x9e3779b1) ^ (hash >>> 15);
    let at = (hash ^ (hash >>> 13)) & (size - 1);
    while (table[at] >= 0 && !samePlace(points, kept[table[at]], i)) at = (at + 1) & (size - 1);
    if (table[at] < 0) {
      table[at] = used;
      kept[used++] = i;
    }
    place[i] = table[at];
  }
  const corners = new Float64Array(3 * used);
  for (let i = 0; i < used; i++) for (let c = 0; c < 3; c++) corners[3 * i + c] = points[3 * kept[i] + c];
  return { points: corners, triangles: triangles.map((corner) => place[corner]) };
}

function samePlace(points: Float64Array, i: number, j: number): boolean {
  return points[3 * i] === points[3 * j] && points[3 * i + 1] === points[3 * j + 1] && points[3 * i + 2] === points[3 * j + 2];
}
