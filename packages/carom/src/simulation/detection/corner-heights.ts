/**
 * Corners of one convex solid over the faces of another: how high, and whether over the face itself or beyond its edges.
 */
import * as vec3 from "../../math/vec3.js";
import type { Polytope } from "./polytope.js";

/** Corners of one solid over the faces of the other. */
export interface Heights {
  /** Whose faces they are. */
  readonly solid: Polytope;
  /** One row for a corner, m. */
  readonly heights: Float64Array;
  /** Of the lowest corner over each face, m. */
  readonly lowest: Float64Array;
}

/** Of a corner over the planes of all faces but one, m. */
export function highestOfOthers({ heights, lowest }: Heights, corner: number, face: number): number {
  const at = corner * lowest.length;
  let highest = Number.NEGATIVE_INFINITY;
  for (let k = 0; k < lowest.length; k++) if (k !== face) highest = Math.max(highest, heights[at + k]);
  return highest;
}

/**
 * Whether the foot of a corner on the plane of a face lies in the face, or at most `slack` beyond it: along the plane, not across those of
 * other faces. Where two faces meet at a small angle, what is well beyond their edge is still hardly above either plane.
 * @param rounding by how much heights may be wrong, m
 */
export function isWithinFace(
  { solid: { faces }, heights }: Heights,
  corner: number,
  face: number,
  slack: number,
  rounding: number,
): boolean {
  const at = corner * faces.length;
  const { normal } = faces[face];
  for (let k = 0; k < faces.length; k++) {
    if (k === face) continue;
    const beside = faces[k].normal;
    const cosine = vec3.dot(normal, beside);
    const height = heights[at + k] - cosine * heights[at + face];
    if (!(height > rounding)) continue;
    const [x, y, z] = [beside[0] - cosine * normal[0], beside[1] - cosine * normal[1], beside[2] - cosine * normal[2]];
    if (height > slack * Math.sqrt(x * x + y * y + z * z) + rounding) return false;
  }
  return true;
}
