/**
 * A convex solid with flat faces: corners, edges and faces, in body axes from the centre of mass.
 *
 * The hull of the corners has the faces, as triangles; those in one plane are one face. Work and memory of pairs grow with the number of
 * edges squared, so solids are small.
 */
import { InvalidInputError } from "../../errors.js";
import { convexHull } from "../../geometry/convex-hull.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { stitchedFaces } from "./stitched-faces.js";

export interface Face {
  /** Unit, outwards. */
  readonly normal: Vec3;
  /** Distance from the origin along the normal, m. */
  readonly offset: number;
}

export interface Edge {
  /** Places of the two ends among the corners. */
  readonly ends: readonly [number, number];
  /** Places of the two faces that meet here. */
  readonly faces: readonly [number, number];
}

export interface Polytope {
  readonly corners: readonly Vec3[];
  readonly faces: readonly Face[];
  readonly edges: readonly Edge[];
  /** Largest distance of a corner from the origin, m. */
  readonly reach: number;
}

/** Relative to the size: corners this close to a plane are in it. */
const FLAT = 1e-9;
/** Sine of the angle below which three points are in a line. */
const IN_LINE = 1e-9;
/** Relative to the size: corners this close to an edge are in it, where faces are stitched. */
const IN_EDGE = 1e-12;
/** Normals that differ by less are of one face. */
const SAME_NORMAL = 1e-7;
/** The one cap on corners of a convex solid: with more, pairs have too many features; they belong to a finer method. */
export const MOST_CORNERS = 64;

export function polytope(corners: readonly Vec3[], path = "vertices"): Polytope {
  if (corners.length < 4) throw new InvalidInputError(path, corners.length, "is too few corners for a solid");
  if (corners.length > MOST_CORNERS)
    throw new InvalidInputError(path, corners.length, `is more than the ${MOST_CORNERS} corners a convex solid may have here`);
  const reach = corners.reduce((most, corner) => Math.max(most, vec3.norm(corner)), 0);
  const flat = FLAT * reach;
  const found = facesOf(corners, flat);
  const edges = edgesOf(corners, found);
  const plain = { faces: found.map(({ normal, offset }) => ({ normal, offset })), edges };
  const stitched = isClosed(plain) ? undefined : stitchedFaces(corners, { flat: IN_EDGE * reach, normal: SAME_NORMAL });
  // Where the last digits make a crooked hull, faces that lack an edge are better than none.
  const solid = stitched !== undefined && isClosed(stitched) ? stitched : plain;
  if (solid.faces.length < 4) throw new InvalidInputError(path, corners, "is flat: it has no inside");
  return { corners, ...solid, reach };
}

/** Whether the edges of every face go around it once, and Euler's number is that of a ball. */
function isClosed({ faces, edges }: Pick<Polytope, "faces" | "edges">): boolean {
  const used = new Set(edges.flatMap(({ ends }) => ends));
  if (used.size - edges.length + faces.length !== 2) return false;
  return faces.every((_, face) => {
    const ends = edges.flatMap((edge) => (edge.faces.includes(face) ? edge.ends : []));
    return ends.length >= 6 && ends.every((corner) => ends.filter((other) => other === corner).length === 2);
  });
}

interface FoundFace extends Face {
  /** Corners that lie in it, ascending. */
  readonly members: readonly number[];
  /** The first three of them that span it. */
  readonly span: readonly [number, number, number];
}

/** Triangles of the hull that lie in one plane are one face; faces are in the order of the corners that span them. */
function facesOf(corners: readonly Vec3[], flat: number): FoundFace[] {
  const hull = convexHull(corners);
  if (hull === undefined) return [];
  const { vertices, triangles } = hull;
  const found = triangles.flatMap(([a, b, c]): FoundFace[] => {
    const plane = planeThrough(vertices[a], vertices[b], vertices[c]);
    if (plane === undefined) return [];
    const near = corners.flatMap((corner, i) => (Math.abs(vec3.dot(plane.normal, corner) - plane.offset) <= 2 * flat ? [i] : []));
    const face = firstSpanning(corners, near, plane.normal, flat);
    return face === undefined ? [] : [face];
  });
  const faces: FoundFace[] = [];
  for (const face of found.sort((p, q) => p.span[0] - q.span[0] || p.span[1] - q.span[1] || p.span[2] - q.span[2]))
    if (!faces.some(({ normal }) => vec3.norm(vec3.subtract(normal, face.normal)) < SAME_NORMAL)) faces.push(face);
  return faces;
}

/** The face through the first three corners, of those near a plane, that have all others on one side. */
function firstSpanning(corners: readonly Vec3[], near: readonly number[], outward: Vec3, flat: number): FoundFace | undefined {
  for (const [a, i] of near.entries())
    for (const [b, j] of near.slice(a + 1).entries())
      for (const k of near.slice(a + b + 2)) {
        const plane = planeThrough(corners[i], corners[j], corners[k]);
        if (plane === undefined) continue;
        const normal = vec3.dot(plane.normal, outward) > 0 ? plane.normal : vec3.scale(plane.normal, -1);
        const offset = vec3.dot(normal, corners[i]);
        const heights = corners.map((corner) => vec3.dot(normal, corner) - offset);
        if (heights.some((height) => height > flat)) continue;
        return { normal, offset, members: heights.flatMap((height, m) => (height > -flat ? [m] : [])), span: [i, j, k] };
      }
  return undefined;
}

/** Undefined where the points are in a line, to rounding: then they say nothing about a plane. */
function planeThrough(a: Vec3, b: Vec3, c: Vec3): Face | undefined {
  const [toB, toC] = [vec3.subtract(b, a), vec3.subtract(c, a)];
  const across = vec3.cross(toB, toC);
  if (!(vec3.norm(across) > IN_LINE * vec3.norm(toB) * vec3.norm(toC))) return undefined;
  const normal = vec3.normalize(across);
  return normal === undefined ? undefined : { normal, offset: vec3.dot(normal, a) };
}

/** Two faces meet in an edge where they share two corners; of more than two in a line the outermost. */
function edgesOf(corners: readonly Vec3[], faces: readonly { readonly normal: Vec3; readonly members: readonly number[] }[]): Edge[] {
  const edges: Edge[] = [];
  for (let a = 0; a < faces.length; a++)
    for (let b = a + 1; b < faces.length; b++) {
      const shared = faces[a].members.filter((corner) => faces[b].members.includes(corner));
      if (shared.length < 2) continue;
      const along = vec3.cross(faces[a].normal, faces[b].normal);
      const sorted = [...shared].sort((i, j) => vec3.dot(along, corners[i]) - vec3.dot(along, corners[j]));
      edges.push({ ends: [sorted[0], sorted[sorted.length - 1]], faces: [a, b] });
    }
  return edges;
}
