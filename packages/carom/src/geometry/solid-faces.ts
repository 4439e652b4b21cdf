/**
 * Corners, edges and faces of the hull of points. Triangles of the hull that lie in one plane are one face, its corners in a ring.
 */
import { InvalidInputError } from "../errors.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { convexHull } from "./convex-hull.js";

export interface SolidFaces {
  readonly corners: readonly Vec3[];
  readonly edges: readonly (readonly [number, number])[];
  readonly faces: readonly { readonly normal: Vec3; readonly ring: readonly number[] }[];
}

/** Part of the extent: a corner this close to the plane of a face lies in it. */
const IN_PLANE = 1e-11;

export function solidFaces(points: readonly Vec3[], path: string): SolidFaces {
  const hull = convexHull(points);
  if (hull === undefined) throw new InvalidInputError(path, points, "is flat: it has no inside");
  const { vertices, triangles } = hull;
  const extent = vertices.reduce((most, vertex) => Math.max(most, vec3.norm(vec3.subtract(vertex, vertices[0]))), 0);
  const groups = planeGroups(vertices, triangles, IN_PLANE * extent);
  const faces = groups.map((group) => {
    const ring = straightened(vertices, ringOf(group.map((t) => triangles[t])));
    return { normal: ringNormal(vertices, ring), ring };
  });
  const used = new Set(faces.flatMap(({ ring }) => ring));
  const place = new Map([...used].sort((a, b) => a - b).map((vertex, i) => [vertex, i]));
  const at = (vertex: number) => place.get(vertex) ?? 0;
  const edges = faces.flatMap(({ ring }) =>
    ring.flatMap((from, i): [number, number][] => {
      const to = ring[(i + 1) % ring.length];
      return from < to ? [[at(from), at(to)]] : [];
    }),
  );
  return {
    corners: [...place.keys()].map((vertex) => vertices[vertex]),
    edges,
    faces: faces.map(({ normal, ring }) => ({ normal, ring: ring.map(at) })),
  };
}

/** Triangles by the plane they lie in, spreading from one to its neighbours. */
function planeGroups(vertices: readonly Vec3[], triangles: readonly Vec3[], flat: number): number[][] {
  const byEdge = new Map<string, number>();
  triangles.forEach((corners, t) => {
    for (let k = 0; k < 3; k++) byEdge.set(`${corners[k]} ${corners[(k + 1) % 3]}`, t);
  });
  const group = new Map<number, number>();
  const groups: number[][] = [];
  triangles.forEach((seed, t) => {
    if (group.has(t)) return;
    const members = [t];
    group.set(t, groups.length);
    const normal = ringNormal(vertices, seed);
    const offset = vec3.dot(normal, vertices[seed[0]]);
    for (let m = 0; m < members.length; m++) {
      const corners = triangles[members[m]];
      for (let k = 0; k < 3; k++) {
        const next = byEdge.get(`${corners[(k + 1) % 3]} ${corners[k]}`);
        if (next === undefined || group.has(next)) continue;
        if (triangles[next].some((v) => Math.abs(vec3.dot(normal, vertices[v]) - offset) > flat)) continue;
        if (vec3.dot(normal, ringNormal(vertices, triangles[next])) < 0) continue;
        group.set(next, groups.length);
        members.push(next);
      }
    }
    groups.push(members);
  });
  return groups;
}

/** The outer edges of triangles in a plane, one after the other. */
function ringOf(triangles: readonly Vec3[]): number[] {
  const next = new Map<number, number>();
  const inner = new Set(triangles.flatMap(([a, b, c]) => [`${b} ${a}`, `${c} ${b}`, `${a} ${c}`]));
  for (const corners of triangles)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[k], corners[(k + 1) % 3]];
      if (!inner.has(`${from} ${to}`)) next.set(from, to);
    }
  const start = Math.min(...next.keys());
  const ring = [start];
  for (let at = next.get(start); at !== undefined && at !== start && ring.length <= next.size; at = next.get(at)) ring.push(at);
  return ring;
}

/** Without corners that lie between their neighbours in a line. */
function straightened(vertices: readonly Vec3[], ring: readonly number[]): number[] {
  const bends = ring.filter((corner, i) => {
    const before = vec3.subtract(vertices[corner], vertices[ring[(i + ring.length - 1) % ring.length]]);
    const after = vec3.subtract(vertices[ring[(i + 1) % ring.length]], vertices[corner]);
    return vec3.norm(vec3.cross(before, after)) > IN_PLANE * vec3.norm(before) * vec3.norm(after);
  });
  return bends.length >= 3 ? bends : [...ring];
}

/** By areas, which is right also where a corner is off the plane by rounding (Newell). */
function ringNormal(vertices: readonly Vec3[], ring: readonly number[]): Vec3 {
  const start = vertices[ring[0]];
  let sum: Vec3 = vec3.ZERO;
  for (let i = 1; i + 1 < ring.length; i++)
    sum = vec3.add(sum, vec3.cross(vec3.subtract(vertices[ring[i]], start), vec3.subtract(vertices[ring[i + 1]], start)));
  return vec3.normalize(sum) ?? [0, 0, 1];
}
