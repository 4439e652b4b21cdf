/**
 * A flat polygon as triangles, two fewer than it has corners.
 *
 *     without dents    a fan from its first corner; of four corners along the shorter diagonal, as MuJoCo's reader does it: where the four
 *                      are not in one plane it matters for the volume
 *     with dents       ears: a corner that bulges, and whose triangle holds no corner that does not, is cut off, again and again
 *     otherwise        where no ear is left (a polygon that crosses itself), or of more than 2000 corners with dents: a fan of the rest
 *
 * Bulging is seen from the side that the polygon's area (Newell's sum of cross products) turns to: triangles turn the way the polygon does.
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

/** Ears are looked for in times that grow with the square of the corners. */
const MOST_CORNERS = 2000;

/** Diagonals of rectangles that differ by no more than rounding are equal. */
const TIE = 1e-12;

const distance = (a: Vec3, b: Vec3) => vec3.norm(vec3.subtract(a, b));

/** Triangles of faces with any number of corners, cut when all corners are known. */
export function createFaces() {
  const triangles: number[] = [];
  const polygons: { readonly at: number; readonly corners: readonly number[] }[] = [];
  return {
    add(corners: readonly number[]): void {
      if (corners.length > 3) polygons.push({ at: triangles.length, corners });
      for (let k = 2; k < corners.length; k++) triangles.push(corners[0], corners[k - 1], corners[k]);
    },
    count: () => triangles.length / 3,
    /** Of corners x, y, z of each. */
    cut(points: ArrayLike<number>): number[] {
      const placeOf = (corner: number): Vec3 => [points[3 * corner], points[3 * corner + 1], points[3 * corner + 2]];
      for (const { at, corners } of polygons) for (const [k, corner] of cutPolygon(corners, placeOf).entries()) triangles[at + k] = corner;
      return triangles;
    },
  };
}

/** Numbers of corners, three for each triangle. */
export function cutPolygon(corners: readonly number[], placeOf: (corner: number) => Vec3): number[] {
  const places = corners.map(placeOf);
  const normal = places.reduce((sum, place, i) => {
    const [a, b] = [vec3.subtract(place, places[0]), vec3.subtract(places[(i + 1) % places.length], places[0])];
    return vec3.add(sum, vec3.cross(a, b));
  }, vec3.ZERO as Vec3);
  /** Twice the area of a triangle; negative: turned the other way. */
  const area = (a: Vec3, b: Vec3, c: Vec3) => vec3.dot(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a)), normal);
  const left = corners.map((_, i) => i);
  const around = (at: number) => [left[(at + left.length - 1) % left.length], left[at], left[(at + 1) % left.length]] as const;
  const areaAt = (at: number) => {
    const [a, b, c] = around(at);
    return area(places[a], places[b], places[c]);
  };
  const isEar = (at: number): boolean => {
    if (!(areaAt(at) > 0)) return false;
    const own = around(at);
    const [a, b, c] = own.map((i) => places[i]);
    return !left.some((i, other) => {
      if (own.some((corner) => corners[corner] === corners[i]) || areaAt(other) > 0) return false;
      return area(a, b, places[i]) >= 0 && area(b, c, places[i]) >= 0 && area(c, a, places[i]) >= 0;
    });
  };
  const made: number[] = [];
  const hasDents = left.some((_, at) => areaAt(at) < 0);
  if (!hasDents && corners.length === 4 && distance(places[1], places[3]) < distance(places[0], places[2]) * (1 - TIE)) {
    const [a, b, c, d] = corners;
    return [a, b, d, b, c, d];
  }
  let [at, failed] = [0, 0];
  while (hasDents && corners.length <= MOST_CORNERS && left.length > 3 && failed < left.length) {
    at %= left.length;
    if (isEar(at)) {
      made.push(...around(at).map((i) => corners[i]));
      left.splice(at, 1);
      failed = 0;
    } else {
      at++;
      failed++;
    }
  }
  for (let k = 2; k < left.length; k++) made.push(corners[left[0]], corners[left[k - 1]], corners[left[k]]);
  return made;
}
