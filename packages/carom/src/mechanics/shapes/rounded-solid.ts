/**
 * Volume, centre and second moment of a convex solid with flat faces and a ball of radius r rolled all around it: the solid itself, a slab
 * on each face, a wedge of a cylinder along each edge and a sector of a ball at each corner (Steiner's formula with moments), all exact.
 *
 *     slab      face F with normal n           x + h n,            0 < h < r
 *     wedge     edge of length L, angle a      x + h n(f),         n turns from one face's normal to the other's, h dh
 *     sector    corner p, solid angle W        p + h n,            n within the normals of the faces there, h^2 dh
 *
 * With integrals over normals: along an edge N = int n df and T = int n n^T df; at a corner W and m = int n dW, which is half the sum over
 * the arcs between normals of their lengths times their axes. Of the corners' int n n^T dW only the sum counts: 4 pi / 3 times the unit
 * matrix.
 *
 * Source: Schneider, Convex bodies: the Brunn-Minkowski theory, section 5.4 (Minkowski tensors); solid angles of triangles: Van Oosterom
 * and Strackee 1983.
 */
import { InvalidInputError } from "../../errors.js";
import { atan2, cos, sin } from "../../math/elementary.js";
import type { MutableMat3 } from "../../math/mat3.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Distribution } from "./distribution.js";
import { addOuter } from "./distribution.js";

/** Closed, convex, corners counter-clockwise as seen from outside. */
export interface TriangleSolid {
  readonly vertices: readonly Vec3[];
  readonly triangles: readonly Vec3[];
}

/** Sine of an angle inwards, or part of the whole solid angle, that is rounding. */
const ROUNDING = 1e-7;

interface Moments {
  volume: number;
  readonly first: MutableVec3;
  readonly second: MutableMat3;
}

/** @param solid the same without the rounding */
export function roundedSolid({ vertices, triangles }: TriangleSolid, rounding: number, solid: Distribution, path: string): Distribution {
  const corners = vertices.map((vertex) => vec3.subtract(vertex, solid.centre));
  const normals = triangles.map(([a, b, c]) => {
    const across = vec3.cross(vec3.subtract(corners[b], corners[a]), vec3.subtract(corners[c], corners[a]));
    return { unit: vec3.normalize(across) ?? vec3.ZERO, area: vec3.norm(across) / 2 };
  });
  const sum: Moments = { volume: 0, first: [0, 0, 0], second: [0, 0, 0, 0, 0, 0, 0, 0, 0] };
  const byEdge = new Map<string, number>();
  triangles.forEach((triangle, t) => {
    for (let k = 0; k < 3; k++) byEdge.set(`${triangle[k]} ${triangle[(k + 1) % 3]}`, t);
    addSlab(
      sum,
      triangle.map((k) => corners[k]),
      normals[t].unit,
      normals[t].area,
      rounding,
    );
  });
  for (const [edge, t] of byEdge) {
    const [from, to] = edge.split(" ").map(Number);
    const other = byEdge.get(`${to} ${from}`);
    if (other === undefined || from > to) continue;
    addWedge(sum, [corners[from], corners[to]], [normals[t].unit, normals[other].unit], rounding, path);
  }
  let angle = 0;
  corners.forEach((corner, k) => {
    const around = normalsAround(k, triangles, byEdge).map((t) => normals[t].unit);
    if (around.length >= 3) angle += addSector(sum, corner, around, rounding);
  });
  if (Math.abs(angle - 4 * Math.PI) > ROUNDING * 4 * Math.PI) throw new InvalidInputError(path, rounding, "rounds more than one solid");
  const ball = (4 / 15) * Math.PI * rounding * rounding * rounding * rounding * rounding;
  for (let c = 0; c < 3; c++) sum.second[4 * c] += ball;

  const volume = solid.volume + sum.volume;
  const offset = vec3.scale(sum.first, 1 / volume);
  for (let i = 0; i < 9; i++) sum.second[i] += solid.secondMoment[i];
  return { mass: volume, volume, centre: vec3.add(solid.centre, offset), secondMoment: addOuter(sum.second, offset, -volume) };
}

/** Adds weight (a b^T + b a^T). */
function addSymmetric(sum: MutableMat3, a: Vec3, b: Vec3, weight: number): void {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum[3 * i + j] += weight * (a[i] * b[j] + b[i] * a[j]);
}

function addSlab(sum: Moments, triangle: readonly Vec3[], normal: Vec3, area: number, r: number): void {
  const whole = triangle.reduce<Vec3>((total, corner) => vec3.add(total, corner), vec3.ZERO);
  sum.volume += area * r;
  vec3.addScaled(sum.first, whole, (area * r) / 3, sum.first);
  vec3.addScaled(sum.first, normal, (area * r * r) / 2, sum.first);
  for (const corner of [...triangle, whole]) addOuter(sum.second, corner, (area * r) / 12);
  addSymmetric(sum.second, whole, normal, (area * r * r) / 6);
  addOuter(sum.second, normal, (area * r * r * r) / 3);
}

function addWedge(sum: Moments, [p, q]: readonly [Vec3, Vec3], [n, other]: readonly [Vec3, Vec3], r: number, path: string): void {
  const along = vec3.subtract(q, p);
  const length = vec3.norm(along);
  const turn = vec3.cross(n, other);
  if (vec3.dot(turn, along) < -ROUNDING * length)
    throw new InvalidInputError(path, r, "rounds a mesh with dents: only one without can be rounded");
  const angle = atan2(vec3.norm(turn), vec3.dot(n, other));
  const across = vec3.normalize(vec3.addScaled(other, n, -vec3.dot(n, other)));
  if (across === undefined || angle === 0) return;
  const [s, c] = [sin(angle), cos(angle)];
  const mean = vec3.add(vec3.scale(n, s), vec3.scale(across, 1 - c));
  const middle = vec3.scale(vec3.add(p, q), 0.5);
  const squared = (angle * r * r) / 2;
  sum.volume += length * squared;
  vec3.addScaled(sum.first, middle, length * squared, sum.first);
  vec3.addScaled(sum.first, mean, (length * r * r * r) / 3, sum.first);
  for (const end of [p, q]) addOuter(sum.second, end, (length * squared) / 3);
  addSymmetric(sum.second, p, q, (length * squared) / 6);
  addSymmetric(sum.second, middle, mean, (length * r * r * r) / 3);
  const fourth = (length * r * r * r * r) / 4;
  addOuter(sum.second, n, fourth * (angle / 2 + (s * c) / 2));
  addOuter(sum.second, across, fourth * (angle / 2 - (s * c) / 2));
  addSymmetric(sum.second, n, across, (fourth * s * s) / 2);
}

/** Triangles around a corner, each the neighbour of the one before; none where nothing is there. */
function normalsAround(corner: number, triangles: readonly Vec3[], byEdge: ReadonlyMap<string, number>): number[] {
  const start = triangles.findIndex((triangle) => triangle.includes(corner));
  const around: number[] = [];
  for (let t = start; t >= 0 && (around.length === 0 || t !== start) && around.length < triangles.length; ) {
    around.push(t);
    const place = triangles[t].indexOf(corner);
    t = byEdge.get(`${corner} ${triangles[t][(place + 2) % 3]}`) ?? -1;
  }
  return around;
}

/** Returns the solid angle. */
function addSector(sum: Moments, corner: Vec3, normals: readonly Vec3[], r: number): number {
  const [a] = normals;
  let angle = 0;
  const mean: MutableVec3 = [0, 0, 0];
  normals.forEach((b, i) => {
    const c = normals[(i + 1) % normals.length];
    angle += 2 * atan2(vec3.dot(a, vec3.cross(b, c)), 1 + vec3.dot(a, b) + vec3.dot(b, c) + vec3.dot(c, a));
    const axis = vec3.cross(b, c);
    const sine = vec3.norm(axis);
    if (sine > 0) vec3.addScaled(mean, axis, (0.5 * atan2(sine, vec3.dot(b, c))) / sine, mean);
  });
  const volume = (angle * r * r * r) / 3;
  const fourth = (r * r * r * r) / 4;
  sum.volume += volume;
  vec3.addScaled(sum.first, corner, volume, sum.first);
  vec3.addScaled(sum.first, mean, fourth, sum.first);
  addOuter(sum.second, corner, volume);
  addSymmetric(sum.second, corner, mean, fourth);
  return angle;
}
