/**
 * Where a place comes to the end of a piece, those beside it find it too: the end of a line on the rim of a cap touches as line on rim, as
 * end on cap and as end on rim. They have one gap and one normal there, but not one curvature, so that it matters which of them goes on:
 * the flattest. The others would let bodies part that do not, and meet again in the same instant.
 */
import type { Vec3 } from "../../math/vec3.js";

/** Where the pieces of a feature touch. */
export interface FoundPlace {
  readonly feature: number;
  /** Flat directions of both pieces. */
  readonly flat: number;
  /** m. */
  readonly point: Vec3;
  readonly normal: Vec3;
}

/** In the smaller extent, and of normals: some times the slack by which features may be beyond the end of their pieces. */
const SAME = 2e-8;

/** Of features that touch at one place leaves the flattest its gap, and the first of those that are equally flat. */
export function keepFlattest(touching: readonly FoundPlace[], scale: number, gaps: Float64Array): void {
  for (let i = 0; i < touching.length; i++)
    for (let k = i + 1; k < touching.length; k++) {
      const [one, other] = [touching[i], touching[k]];
      if (!isNear(one.point, other.point, SAME * scale) || !isNear(one.normal, other.normal, SAME)) continue;
      gaps[(other.flat > one.flat ? one : other).feature] = Number.POSITIVE_INFINITY;
    }
}

function isNear(a: Vec3, b: Vec3, distance: number): boolean {
  return Math.abs(a[0] - b[0]) <= distance && Math.abs(a[1] - b[1]) <= distance && Math.abs(a[2] - b[2]) <= distance;
}
