/**
 * What a mesh weighs where a body weighs as its shapes do, in the ways MuJoCo has:
 *
 *     legacy    tetrahedra from a place inside to its triangles, all positive: too much where the mesh has dents
 *     exact     tetrahedra with their signs; the mesh has to be closed
 *     shell     its triangles, with the density for each m^2
 *     convex    its hull
 *
 * The integral of x x^T over a simplex with n corners p and size V is V / (n (n + 1)) (s s^T + sum p p^T), s their sum.
 *
 * Source: MuJoCo documentation, XML reference, asset/mesh/inertia; held to MuJoCo in mjcf.test.ts.
 */
import { InvalidInputError } from "../../errors.js";
import { convexHull } from "../../geometry/convex-hull.js";
import { closedFaces, type ScaledMesh } from "../../geometry/mesh-files/solid-mesh.js";
import { scaledPoints, type TriangleSurface } from "../../geometry/mesh-files/surface.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { addOuter, type Distribution, inertiaOf, joined } from "../../mechanics/shapes/distribution.js";
import type { MeshSolid } from "../../mechanics/shapes/index.js";

/** How a mesh weighs. */
export const MESH_INERTIAS = ["legacy", "exact", "convex", "shell"] as const;
export type MeshInertia = (typeof MESH_INERTIAS)[number];

/** Corners of hulls that weigh. */
const MOST_CORNERS = 1000;

/** Of a mesh: turned, then scaled. */
interface Weighing {
  readonly scale: Vec3;
  readonly turn: Quaternion | undefined;
  readonly how: MeshInertia;
  readonly file: string;
}

/** Of a scaled mesh, in its own axes; undefined: nothing. Throws InvalidInputError where it has no inside and has to. */
export function meshWeight(surface: TriangleSurface, { scale, turn, how, file }: Weighing): MeshSolid | undefined {
  const mesh = { points: scaledPoints(surface, scale, turn), faces: facesIn(surface), size: 0 };
  const isBare = mesh.faces.length === 0;
  const [points, faces] = how === "convex" || isBare ? hullOf(mesh.points) : [mesh.points, facesOf(mesh, how, file)];
  const about = (apex: Vec3) => joined(faces.map((face) => distributionOf(apexed(points, face, apex, how), how === "legacy")));
  const middle = middleOf(points, faces);
  const first = about(middle);
  if (first === undefined || !(first.mass > 0)) return undefined;
  const centre = vec3.add(middle, first.centre);
  if (how !== "legacy") return { volume: first.mass, centre, inertia: mat3.toRows(inertiaOf(first)), outside: 0 };
  // The centre is that of the tetrahedra about the middle; volume and moments are those of the tetrahedra about it.
  const second = about(centre);
  if (second === undefined || !(second.mass > 0)) return undefined;
  const moment = addOuter([...second.secondMoment] as unknown as mat3.MutableMat3, second.centre, second.mass);
  return { volume: second.mass, centre, inertia: mat3.toRows(inertiaOf({ ...second, secondMoment: moment })), outside: 0 };
}

/** Corners of a triangle, from a place; of a tetrahedron with that place as its fourth. */
function apexed(points: readonly Vec3[], face: Vec3, apex: Vec3, how: MeshInertia): Vec3[] {
  const corners = face.map((corner) => vec3.subtract(points[corner], apex));
  return how === "shell" ? corners : [vec3.ZERO, ...corners];
}

/** Without those that have a corner twice. */
function facesIn({ triangles }: TriangleSurface): Vec3[] {
  const faces: Vec3[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    if (a !== b && b !== c && c !== a) faces.push([a, b, c]);
  }
  return faces;
}

function facesOf(mesh: ScaledMesh, how: MeshInertia, file: string): readonly Vec3[] {
  return how === "exact" ? closedFaces(mesh, file, file, "take another inertia") : mesh.faces;
}

function hullOf(points: readonly Vec3[]): [readonly Vec3[], readonly Vec3[]] {
  const hull = convexHull(points, MOST_CORNERS);
  return hull === undefined ? [[], []] : [hull.vertices, hull.triangles];
}

/** Of the surface. */
function middleOf(points: readonly Vec3[], faces: readonly Vec3[]): Vec3 {
  let [area, sum] = [0, vec3.ZERO as Vec3];
  for (const [a, b, c] of faces) {
    const own = triangleArea(points[a], points[b], points[c]);
    area += own;
    sum = vec3.addScaled(sum, vec3.add(vec3.add(points[a], points[b]), points[c]), own / 3);
  }
  return area > 0 ? vec3.scale(sum, 1 / area) : vec3.ZERO;
}

function triangleArea(a: Vec3, b: Vec3, c: Vec3): number {
  return vec3.norm(vec3.cross(vec3.subtract(b, a), vec3.subtract(c, a))) / 2;
}

/** Of a triangle or a tetrahedron, 1 kg for each m^2 or m^3. */
function distributionOf(corners: readonly Vec3[], isPositive: boolean): Distribution {
  const n = corners.length;
  const [p, q, r, s] = corners;
  const signed = n === 3 ? triangleArea(p, q, r) : vec3.dot(q, vec3.cross(r, s)) / 6;
  const mass = isPositive ? Math.abs(signed) : signed;
  const centre = vec3.scale(
    corners.reduce((sum, corner) => vec3.add(sum, corner), vec3.ZERO as Vec3),
    1 / n,
  );
  const secondMoment: mat3.MutableMat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  // About the centre the sum of the corners is nothing.
  for (const corner of corners) addOuter(secondMoment, vec3.subtract(corner, centre), mass / (n * (n + 1)));
  return { mass, volume: mass, centre, secondMoment };
}

/** For an account: why a mesh weighs as its hull. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof InvalidInputError)) throw error;
  return error.expected.replace(/;.*$/, "");
}
