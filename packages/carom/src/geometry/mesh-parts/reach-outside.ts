/**
 * How far hulls reach outside of the mesh that they stand for.
 *
 * The surfaces of the hulls are divided into ever smaller triangles. With c the middle of one, d its distance from the mesh and r the
 * radius around c that holds it,
 *
 *     c inside of the mesh      nothing of it is farther outside than r - d
 *     c outside                 something is d outside, nothing more than d + r
 *     either way                nothing is farther than its corners are from any one triangle of the mesh, because the distance from
 *                               something convex has its largest value at a corner
 *
 * Triangles that cannot be farther outside than what was found, up to a tolerance, are left alone. A point is inside where the way to the
 * nearest of the mesh leads out along the normal there: of a face, the sum of those of two faces at an edge, that of all at a corner, each
 * weighed with its angle.
 *
 * Source: Baerentzen and Aanaes 2005 (normals weighed with angles).
 */
import { acos } from "../../math/elementary.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ConvexHull } from "../convex-hull.js";
import { distanceToTriangle, nearestOnTriangle, nearestTriangle, type TriangleTree } from "./triangle-tree.js";

/** Triangles that are looked at; what is left then counts with the most it may have. */
const MOST_LOOKS = 200_000;

type Corners = readonly [Vec3, Vec3, Vec3];

/** Not less than the truth, and not more by more than the tolerance unless the mesh is very fine, m. */
export function reachOutside(tree: TriangleTree, hulls: readonly ConvexHull[], tolerance: number): number {
  const normals = normalsOf(tree);
  let farthest = 0;
  let level = hulls.flatMap(({ vertices, triangles: faces }) => faces.map(([a, b, c]): Corners => [vertices[a], vertices[b], vertices[c]]));
  let open = Number.POSITIVE_INFINITY;
  for (let looks = 0; level.length > 0 && looks < MOST_LOOKS; looks += level.length) {
    const next: Corners[] = [];
    open = 0;
    for (const triangle of level) {
      const middle = vec3.scale(vec3.add(vec3.add(triangle[0], triangle[1]), triangle[2]), 1 / 3);
      const radius = triangle.reduce((most, corner) => Math.max(most, vec3.norm(vec3.subtract(corner, middle))), 0);
      const { triangle: nearest, distance } = nearestTriangle(tree, middle);
      const byCorners = triangle.reduce((most, corner) => Math.max(most, distanceToTriangle(tree, nearest, corner)), 0);
      if (Math.min(distance + radius, byCorners) <= farthest + tolerance) continue;
      const inside = isInside(tree, normals, nearest, middle);
      if (!inside) farthest = Math.max(farthest, distance);
      const most = Math.min(inside ? radius - distance : distance + radius, byCorners);
      if (most <= farthest + tolerance) continue;
      open = Math.max(open, most);
      next.push(...quartersOf(triangle));
    }
    level = next;
  }
  return level.length === 0 ? farthest + tolerance : Math.max(farthest + tolerance, open);
}

interface Normals {
  readonly ofFaces: readonly Vec3[];
  readonly ofCorners: readonly Vec3[];
  /** By the places of their two corners, the smaller first. */
  readonly ofEdges: ReadonlyMap<string, Vec3>;
}

function normalsOf({ corners, triangles }: TriangleTree): Normals {
  const ofCorners = corners.map((): MutableVec3 => [0, 0, 0]);
  const ofEdges = new Map<string, Vec3>();
  const ofFaces = triangles.map((triangle) => {
    const [a, b, c] = triangle.map((corner) => corners[corner]);
    const normal = vec3.normalize(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a))) ?? vec3.ZERO;
    triangle.forEach((corner, k) => {
      const [next, before] = [triangle[(k + 1) % 3], triangle[(k + 2) % 3]];
      const one = vec3.normalize(vec3.subtract(corners[next], corners[corner])) ?? vec3.ZERO;
      const other = vec3.normalize(vec3.subtract(corners[before], corners[corner])) ?? vec3.ZERO;
      const angle = acos(Math.min(1, Math.max(-1, vec3.dot(one, other))));
      vec3.addScaled(ofCorners[corner], normal, angle, ofCorners[corner]);
      const key = edgeKey(corner, next);
      ofEdges.set(key, vec3.add(ofEdges.get(key) ?? vec3.ZERO, normal));
    });
    return normal;
  });
  return { ofFaces, ofCorners, ofEdges };
}

function edgeKey(a: number, b: number): string {
  return a < b ? `${a},${b}` : `${b},${a}`;
}

function isInside(tree: TriangleTree, { ofFaces, ofCorners, ofEdges }: Normals, nearest: number, point: Vec3): boolean {
  const { arm, on } = nearestOnTriangle(tree, nearest, point);
  const places = on.map((k) => tree.triangles[nearest][k]);
  const normal = on.length === 3 ? ofFaces[nearest] : on.length === 1 ? ofCorners[places[0]] : ofEdges.get(edgeKey(places[0], places[1]));
  return vec3.dot(arm, normal ?? vec3.ZERO) >= 0;
}

function quartersOf([a, b, c]: Corners): Corners[] {
  const [ab, bc, ca] = [middleOf(a, b), middleOf(b, c), middleOf(c, a)];
  return [
    [a, ab, ca],
    [ab, b, bc],
    [ca, bc, c],
    [ab, bc, ca],
  ];
}

function middleOf(a: Vec3, b: Vec3): Vec3 {
  return vec3.scale(vec3.add(a, b), 0.5);
}
