/**
 * Faces and edges of a convex solid whose corners lie nearly, but not to rounding, in planes: those of scans and of files with seven digits
 * do. Which corners are in a plane is then no question with one answer, so what touches what is taken from the triangles of the hull: two
 * across an edge are one face where they are turned by no more than counts as one normal, and where two faces meet there is an edge. The
 * hull is made to the last digits: triangles as narrow as what it would call a plane else have no normal that says which side is out.
 */
import { convexHull } from "../../geometry/convex-hull.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Edge, Face } from "./polytope.js";

/** What counts as rounding. */
export interface Sameness {
  /** m: points this close to a line are in it. */
  readonly flat: number;
  /** Normals that differ by less are of one face. */
  readonly normal: number;
}

type Triangle = readonly [number, number, number];

/** Part of the extent below which points are in a plane: little more than rounding. */
const PLANE = 1e-13;

/** Undefined where the corners have no inside, or their hull is crooked. */
export function stitchedFaces(corners: readonly Vec3[], same: Sameness): { faces: Face[]; edges: Edge[] } | undefined {
  const hull = convexHull(corners, undefined, undefined, PLANE);
  if (hull === undefined) return undefined;
  const numbers = hull.vertices.map((vertex) => corners.findIndex((corner) => vec3.norm(vec3.subtract(corner, vertex)) === 0));
  const triangles = hull.triangles.map(([a, b, c]): Triangle => [numbers[a], numbers[b], numbers[c]]);
  const normals = triangles.map((triangle) => normalOf(corners, triangle, same.flat));
  const beyond = neighboursOf(triangles);
  if (beyond.some((across) => across.includes(-1))) return undefined;
  const roots = triangles.map((_, t) => t);
  const rootOf = (t: number): number => (roots[t] === t ? t : rootOf(roots[t]));
  for (const [t, own] of normals.entries())
    for (const [k, s] of beyond[t].entries()) {
      const other = normals[s];
      const isOne =
        own === undefined
          ? k === longestEdge(corners, triangles[t])
          : other !== undefined && vec3.norm(vec3.subtract(own, other)) < same.normal;
      if (isOne) roots[rootOf(t)] = rootOf(s);
    }
  const groups = [...new Set(triangles.map((_, t) => rootOf(t)))];
  const faceOf = triangles.map((_, t) => groups.indexOf(rootOf(t)));
  const faces = groups.map((_, face) => largestOf(corners, triangles, normals, (t) => faceOf[t] === face));
  if (!faces.every((face) => face !== undefined)) return undefined;
  const edges = triangles.flatMap((triangle, t) =>
    beyond[t].flatMap((s, k): Edge[] =>
      faceOf[t] < faceOf[s] ? [{ ends: [triangle[k], triangle[(k + 1) % 3]], faces: [faceOf[t], faceOf[s]] }] : [],
    ),
  );
  return { faces, edges: joined(corners, edges, same.flat) };
}

/** Undefined where the corners of a triangle are in a line. */
function normalOf(corners: readonly Vec3[], triangle: Triangle, flat: number): Vec3 | undefined {
  const [a, b, c] = triangle.map((corner) => corners[corner]);
  const across = vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a));
  const k = longestEdge(corners, triangle);
  const longest = vec3.norm(vec3.subtract(corners[triangle[(k + 1) % 3]], corners[triangle[k]]));
  return vec3.norm(across) > 2 * flat * longest ? vec3.normalize(across) : undefined;
}

/** Edge k goes from corner k to the next. */
function longestEdge(corners: readonly Vec3[], triangle: Triangle): number {
  const lengths = triangle.map((corner, k) => vec3.norm(vec3.subtract(corners[triangle[(k + 1) % 3]], corners[corner])));
  return lengths.indexOf(Math.max(...lengths));
}

/** Of each triangle the three across its edges. */
function neighboursOf(triangles: readonly Triangle[]): number[][] {
  return triangles.map((triangle) =>
    triangle.map((from, k) => {
      const to = triangle[(k + 1) % 3];
      return triangles.findIndex((other) => other.some((corner, j) => corner === to && other[(j + 1) % 3] === from));
    }),
  );
}

/** The face of some triangles: the plane of the largest of them, moved out until no corner is beyond it. */
function largestOf(
  corners: readonly Vec3[],
  triangles: readonly Triangle[],
  normals: readonly (Vec3 | undefined)[],
  isOfFace: (triangle: number) => boolean,
): Face | undefined {
  let [most, found]: [number, Vec3 | undefined] = [0, undefined];
  for (const [t, triangle] of triangles.entries()) {
    const normal = normals[t];
    if (!isOfFace(t) || normal === undefined) continue;
    const [a, b, c] = triangle.map((corner) => corners[corner]);
    const area = vec3.norm(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a)));
    if (area > most) [most, found] = [area, normal];
  }
  if (found === undefined) return undefined;
  const normal = found;
  return { normal, offset: corners.reduce((far, corner) => Math.max(far, vec3.dot(normal, corner)), Number.NEGATIVE_INFINITY) };
}

/** Edges that go on in a line, where no third face begins, are one. */
function joined(corners: readonly Vec3[], given: readonly Edge[], flat: number): Edge[] {
  let edges = [...given];
  for (let corner = 0; corner < corners.length; corner += 1) {
    const here = edges.filter(({ ends }) => ends.includes(corner));
    if (here.length !== 2 || here[0].faces.join() !== here[1].faces.join()) continue;
    const [from, to] = here.map(({ ends }) => (ends[0] === corner ? ends[1] : ends[0]));
    const [along, off] = [vec3.subtract(corners[to], corners[from]), vec3.subtract(corners[corner], corners[from])];
    if (vec3.norm(vec3.cross(along, off)) > 2 * flat * vec3.norm(along)) continue;
    edges = [...edges.filter((edge) => !here.includes(edge)), { ends: [from, to], faces: here[0].faces }];
  }
  return edges;
}
