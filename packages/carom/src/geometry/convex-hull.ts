/**
 * The convex hull of points, as a closed mesh of triangles: from a tetrahedron on, the point that is farthest outside becomes a corner, the
 * faces it sees go, and new ones from it to the rim of what is left take their place.
 *
 * Taking the farthest first, a hull of few corners is already close: with a limit on the corners it is the hull of those, and what is left
 * outside is told.
 *
 * Source: Barber, Dobkin and Huhdanpaa 1996 (quickhull).
 */
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";

export interface ConvexHull {
  readonly vertices: readonly Vec3[];
  /** Places in `vertices`, counter-clockwise from outside. */
  readonly triangles: readonly Vec3[];
  /** How far the farthest point is outside, where the corners were too few, m. */
  readonly outside: number;
}

interface Face {
  readonly corners: readonly [number, number, number];
  readonly normal: Vec3;
  readonly offset: number;
  /** Points outside of it, and the farthest of them. */
  points: number[];
  farthest: number;
  distance: number;
}

/** Part of the extent below which points are in a plane. */
const FLAT = 1e-9;

/** Undefined where all points lie in a plane, to rounding. */
export function convexHull(points: readonly Vec3[], mostCorners = Number.POSITIVE_INFINITY): ConvexHull | undefined {
  const size = extentOf(points);
  const flat = FLAT * size;
  const start = firstFour(points, flat);
  if (start === undefined) return undefined;
  const middle = vec3.scale(
    start.reduce<Vec3>((sum, i) => vec3.add(sum, points[i]), vec3.ZERO),
    0.25,
  );

  function faceOf(a: number, b: number, c: number): Face {
    const normal = vec3.normalize(vec3.cross(vec3.subtract(points[b], points[a]), vec3.subtract(points[c], points[a]))) ?? [0, 0, 0];
    const offset = vec3.dot(normal, points[a]);
    return vec3.dot(normal, middle) > offset
      ? { corners: [a, c, b], normal: vec3.scale(normal, -1), offset: -offset, points: [], farthest: -1, distance: 0 }
      : { corners: [a, b, c], normal, offset, points: [], farthest: -1, distance: 0 };
  }
  const height = ({ normal, offset }: Face, i: number) => vec3.dot(normal, points[i]) - offset;

  /** Gives each point to the first face it is outside of. */
  function share(list: readonly number[], faces: readonly Face[]): void {
    for (const i of list)
      for (const face of faces) {
        const distance = height(face, i);
        if (distance <= flat) continue;
        face.points.push(i);
        if (distance > face.distance) {
          face.distance = distance;
          face.farthest = i;
        }
        break;
      }
  }

  const [a, b, c, d] = start;
  let faces = [faceOf(a, b, c), faceOf(a, b, d), faceOf(a, c, d), faceOf(b, c, d)];
  share(
    points.map((_, i) => i),
    faces,
  );
  let corners = 4;
  let outside = 0;
  for (;;) {
    const next = faces.reduce((most, face) => (face.distance > most.distance ? face : most));
    if (!(next.distance > flat)) break;
    if (corners >= mostCorners) {
      outside = next.distance;
      break;
    }
    const seen = faces.filter((face) => height(face, next.farthest) > flat);
    const kept = faces.filter((face) => !seen.includes(face));
    const made = rimOf(seen).map(([from, to]) => faceOf(from, to, next.farthest));
    share(
      seen.flatMap((face) => face.points).filter((i) => i !== next.farthest),
      made,
    );
    faces = [...kept, ...made];
    corners++;
  }
  const used = [...new Set(faces.flatMap((face) => face.corners))].sort((x, y) => x - y);
  const place = new Map(used.map((i, k) => [i, k]));
  return {
    vertices: used.map((i) => [...points[i]] as const),
    triangles: faces.map(({ corners: [x, y, z] }): Vec3 => [place.get(x) ?? 0, place.get(y) ?? 0, place.get(z) ?? 0]),
    outside,
  };
}

/** Edges of faces whose other side is no face of these. */
function rimOf(faces: readonly Face[]): [number, number][] {
  const edges = new Map<string, [number, number]>();
  for (const { corners } of faces)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[k], corners[(k + 1) % 3]];
      if (!edges.delete(`${to} ${from}`)) edges.set(`${from} ${to}`, [from, to]);
    }
  return [...edges.values()];
}

function extentOf(points: readonly Vec3[]): number {
  let most = 0;
  for (const point of points) for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(point[c] - points[0][c]));
  return most;
}

/** Four points that are not in a plane: far apart, then far from the line, then far from the plane. */
function firstFour(points: readonly Vec3[], flat: number): [number, number, number, number] | undefined {
  if (points.length < 4) return undefined;
  const farthest = (measure: (point: Vec3) => number): [number, number] =>
    points.reduce<[number, number]>((best, point, i) => (measure(point) > best[1] ? [i, measure(point)] : best), [0, -1]);
  const [a] = farthest((point) => point[0]);
  const [b, length] = farthest((point) => vec3.norm(vec3.subtract(point, points[a])));
  if (!(length > flat)) return undefined;
  const along = vec3.scale(vec3.subtract(points[b], points[a]), 1 / length);
  const [c, width] = farthest((point) => vec3.norm(vec3.cross(along, vec3.subtract(point, points[a]))));
  if (!(width > flat)) return undefined;
  const normal = vec3.normalize(vec3.cross(along, vec3.subtract(points[c], points[a]))) ?? along;
  const [d, height] = farthest((point) => Math.abs(vec3.dot(normal, vec3.subtract(point, points[a]))));
  return height > flat ? [a, b, c, d] : undefined;
}
