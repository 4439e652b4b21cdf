/**
 * Planes along which a piece with dents may be cut.
 *
 *     at a dent     the two faces of an edge that bends inwards, and the plane halfway between them; the deepest and longest edges first.
 *                   Of what is put together from boxes one of the first is exact
 *     across        at a quarter, a half and three quarters of the piece along its own axes and along those of the file; for what is round
 *
 * Always the same planes in the same order for the same piece.
 */
import { symmetricEigen } from "../../math/symmetric-eigen.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type Piece, type Plane, runKey } from "./piece.js";

/** Planes of faces, and planes between faces. */
const [MOST_FACES, MOST_BETWEEN] = [16, 6];
const FRACTIONS = [0.5, 0.25, 0.75];
/** Sine of the angle by which an edge bends inwards at least. */
const BENT = 0.01;
/** Planes that agree to this part of one, and of the size, are one. */
const SAME = 1e-6;

/** Faces at dents alone, all of them; or these and others, where they are too many to try all. */
export type Planes = "faces" | "all";

/** @param outline corners of the piece's hull */
export function cuttingPlanes(corners: readonly Vec3[], piece: Piece, outline: readonly Vec3[], size: number, which: Planes): Plane[] {
  const dents = [...dentsOf(corners, piece), ...cutDentsOf(corners, piece, outline, size)];
  if (which === "faces") return facesAt(dents, size);
  const used = [...new Set(piece.triangles)].map((corner) => corners[corner]);
  const between = [...dents].sort((a, b) => b.weight - a.weight).flatMap((dent) => dent.between ?? []);
  const all = [...facesAt(dents, size).slice(0, MOST_FACES), ...between.slice(0, MOST_BETWEEN), ...planesAcross(used)];
  const seen = new Map<string, Plane>();
  for (const plane of all) if (!seen.has(keyOf(plane, size))) seen.set(keyOf(plane, size), plane);
  return [...seen.values()];
}

interface Dent {
  readonly weight: number;
  readonly faces: readonly Plane[];
  readonly between: Plane | undefined;
}

/** Each once, those along the deepest and longest dents first. */
function facesAt(dents: readonly Dent[], size: number): Plane[] {
  const weights = new Map<string, { readonly plane: Plane; weight: number }>();
  for (const { faces, weight } of dents)
    for (const plane of faces) {
      const key = keyOf(plane, size);
      const known = weights.get(key) ?? { plane, weight: 0 };
      known.weight += weight;
      weights.set(key, known);
    }
  return [...weights.values()].sort((a, b) => b.weight - a.weight).map(({ plane }) => plane);
}

/** Edges that bend inwards, between triangles that close no cut. */
function dentsOf(corners: readonly Vec3[], { triangles, caps }: Piece): Dent[] {
  const opposite = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) opposite.set(runKey(triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]), i);
  const dents: Dent[] = [];
  for (let i = 0; i < triangles.length; i++) {
    const [from, to] = [triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]];
    const other = opposite.get(runKey(to, from));
    if (from > to || other === undefined) continue;
    const [t, u] = [Math.floor(i / 3), Math.floor(other / 3)];
    if (caps[t] || caps[u]) continue;
    const [first, second] = [planeOf(corners, triangles, t), planeOf(corners, triangles, u)];
    if (first === undefined || second === undefined) continue;
    const edge = vec3.subtract(corners[to], corners[from]);
    const length = vec3.norm(edge);
    // The normals of a dent turn towards each other across the edge.
    const bend = -vec3.dot(vec3.cross(first.normal, second.normal), edge) / length;
    if (!(bend > BENT)) continue;
    const across = vec3.normalize(vec3.subtract(first.normal, second.normal));
    const between = across && { normal: across, offset: vec3.dot(across, corners[from]) };
    dents.push({ weight: bend * length, faces: [first, second], between });
  }
  return dents;
}

/** Faces beside a cut that have something of the piece in front of them: their dents may have been cut through all around. */
function cutDentsOf(corners: readonly Vec3[], { triangles, caps }: Piece, outline: readonly Vec3[], size: number): Dent[] {
  const key = (a: number, b: number) => (a < b ? runKey(a, b) : runKey(b, a));
  const edgeOf = (i: number) => key(triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]);
  const cut = new Set<number>();
  for (let i = 0; i < triangles.length; i++) if (caps[Math.floor(i / 3)]) cut.add(edgeOf(i));
  const dents: Dent[] = [];
  for (let t = 0; t < caps.length; t++) {
    if (caps[t] || ![0, 1, 2].some((k) => cut.has(edgeOf(3 * t + k)))) continue;
    const plane = planeOf(corners, triangles, t);
    if (plane === undefined) continue;
    const front = outline.reduce((most, point) => Math.max(most, vec3.dot(plane.normal, point) - plane.offset), 0);
    if (front > BENT * size) dents.push({ weight: front, faces: [plane], between: undefined });
  }
  return dents;
}

function planeOf(corners: readonly Vec3[], triangles: readonly number[], t: number): Plane | undefined {
  const [a, b, c] = [0, 1, 2].map((k) => corners[triangles[3 * t + k]]);
  const normal = vec3.normalize(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a)));
  return normal && { normal, offset: vec3.dot(normal, a) };
}

/** Along the axes of the file, and along those in which the corners are spread. */
function planesAcross(points: readonly Vec3[]): Plane[] {
  const middle = vec3.scale(
    points.reduce<Vec3>((sum, point) => vec3.add(sum, point), vec3.ZERO),
    1 / points.length,
  );
  const spread = new Float64Array(9);
  for (const point of points) {
    const arm = vec3.subtract(point, middle);
    for (let i = 0; i < 9; i++) spread[i] += arm[Math.floor(i / 3)] * arm[i % 3];
  }
  const { vectors } = symmetricEigen(spread, 3);
  const own = [0, 1, 2].map((k): Vec3 => [vectors[3 * k], vectors[3 * k + 1], vectors[3 * k + 2]]);
  const axes: Vec3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1], ...own];
  return axes.flatMap((normal) => {
    const heights = points.map((point) => vec3.dot(normal, point));
    const low = heights.reduce((least, height) => Math.min(least, height), Number.POSITIVE_INFINITY);
    const high = heights.reduce((most, height) => Math.max(most, height), Number.NEGATIVE_INFINITY);
    return FRACTIONS.map((part): Plane => ({ normal, offset: low + part * (high - low) }));
  });
}

/** The same for a plane and its other side. */
function keyOf({ normal, offset }: Plane, size: number): string {
  const first = normal.find((value) => Math.abs(value) > 0.1) ?? 1;
  const sign = first < 0 ? -1 : 1;
  return [...normal.map((value) => Math.round((sign * value) / SAME)), Math.round((sign * offset) / (SAME * size))].join();
}
