/**
 * A mesh file as a solid that can touch and weigh: the hull of its corners, and the mass of the mesh itself.
 *
 * A mesh can be weighed if it is closed (each edge has two triangles) and turned one way round (they run along it in opposite directions).
 * One that is turned inside out is turned back; triangles with two corners at one place have no part in it; whatever else is wrong is said
 * in words, with how often and where. A mesh of more than 10 m, or less than 0.1 mm, whose scale nobody gave is in another unit.
 */
import { InvalidInputError } from "../../errors.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { inertiaOf } from "../../mechanics/shapes/distribution.js";
import { mesh } from "../../mechanics/shapes/mesh.js";
import type { Mesh, MeshSolid } from "../../mechanics/shapes/shape.js";
import { convexHull } from "../convex-hull.js";
import { type MeshFile, readMeshFile } from "./mesh-file.js";
import { scaledPoints } from "./surface.js";

/** How a mesh becomes a solid. */
export interface SolidMeshOptions {
  /** Metres to one unit of the file, along x, y, z; negative ones mirror. Default: 1, and sizes that are hardly in metres are refused. */
  readonly scale?: Vec3;
  /** Of the mesh, before it is scaled. Default: none. */
  readonly turn?: Quaternion;
  /** What weighs: the mesh itself, or its hull. Default: "mesh". */
  readonly weigh?: "mesh" | "hull";
  /** For complaints. Default: the name of the file. */
  readonly path?: string;
}

/** Corners of hulls: pairs of solids with flat faces have no more. */
const MOST_CORNERS = 64;
/** Part of the size: what may be left outside of the hull to have fewer corners. */
const HULL_TOLERANCE = 1e-6;
const [SMALL, LARGE] = [1e-4, 10];

/** Corners and triangles of the hull, and the solid it stands for. Throws InvalidInputError that says what is wrong with the mesh. */
export function solidMesh(file: MeshFile, name: string, options: SolidMeshOptions = {}): Pick<Mesh, "vertices" | "triangles" | "solid"> {
  const { weigh = "mesh", path = name } = options;
  const scaled = scaledMesh(file, name, options);
  const { points, size } = scaled;
  const hull = convexHull(points, MOST_CORNERS, HULL_TOLERANCE * size);
  if (hull === undefined) throw new InvalidInputError(path, name, "is flat or empty: it holds no volume");
  const { vertices, triangles, outside } = hull;
  if (weigh === "hull") return { vertices, triangles, ...(outside > 0 ? { solid: meshSolidOf(vertices, triangles, outside, path) } : {}) };
  const faces = closedFaces(scaled, path, name, 'mend it in a mesh editor, or take the mass of its hull with "weigh": "hull"');
  return { vertices, triangles, solid: meshSolidOf(points, faces, outside, path) };
}

/** A mesh as its file has it, in metres. */
export interface ScaledMesh {
  readonly points: readonly Vec3[];
  /** Without those that have a corner twice. */
  readonly faces: readonly Vec3[];
  /** Longest side of the box around it, m. */
  readonly size: number;
}

/** Sizes that are hardly in metres are refused unless a scale is given. */
export function scaledMesh(file: MeshFile, name: string, { scale, turn, path = name }: SolidMeshOptions): ScaledMesh {
  const surface = readMeshFile(file, name);
  const points = scaledPoints(surface, scale ?? [1, 1, 1], turn);
  const size = extentOf(points);
  const doubt = scale === undefined ? doubtOf(size) : undefined;
  if (doubt !== undefined) throw new InvalidInputError(path, name, doubt);
  return { points, faces: trianglesOf(surface.triangles), size };
}

/** Why a size is hardly in metres, as the end of a sentence; undefined: it may be. @param size longest side of the box around a mesh, m */
export function doubtOf(size: number): string | undefined {
  if (size <= LARGE && size >= SMALL) return undefined;
  return `is ${size.toPrecision(3)} m long: in another unit? Give its scale: 0.001 for millimetres, 0.0254 for inches, 1 if it is right`;
}

/** The faces, turned outwards. Throws where they are not closed, or not turned one way round. */
export function closedFaces({ points, faces }: ScaledMesh, path: string, name: string, remedy: string): readonly Vec3[] {
  if (faces.length === 0) throw new InvalidInputError(path, name, `has corners and no triangles; ${remedy}`);
  checkSurface(faces, path, name, remedy);
  return volumeOf(points, faces) < 0 ? faces.map(([a, b, c]): Vec3 => [a, c, b]) : faces;
}

/** How the mass inside a closed surface lies; `outside`: how far it reaches outside of what touches, m. */
export function meshSolidOf(vertices: readonly Vec3[], triangles: readonly Vec3[], outside: number, path: string): MeshSolid {
  const used = [...new Set(triangles.flat())].sort((a, b) => a - b);
  const place = new Map(used.map((corner, i) => [corner, i]));
  const distribution = mesh(
    {
      type: "mesh",
      vertices: used.map((corner) => vertices[corner]),
      triangles: triangles.map(([a, b, c]): Vec3 => [place.get(a) ?? 0, place.get(b) ?? 0, place.get(c) ?? 0]),
    },
    path,
  );
  return { volume: distribution.volume, centre: distribution.centre, inertia: mat3.toRows(inertiaOf(distribution)), outside };
}

/** Without those that have a corner twice. */
export function trianglesOf(flat: Uint32Array): Vec3[] {
  const triangles: Vec3[] = [];
  for (let i = 0; i < flat.length; i += 3) {
    const [a, b, c] = [flat[i], flat[i + 1], flat[i + 2]];
    if (a !== b && b !== c && c !== a) triangles.push([a, b, c]);
  }
  return triangles;
}

/** Complains about edges that have not two triangles running along them in opposite directions. */
function checkSurface(triangles: readonly Vec3[], path: string, name: string, remedy: string): void {
  const runs = new Map<number, number>();
  const key = (from: number, to: number) => from * 0x800000 + to;
  for (const corners of triangles)
    for (let k = 0; k < 3; k++) {
      const run = key(corners[k], corners[(k + 1) % 3]);
      runs.set(run, (runs.get(run) ?? 0) + 1);
    }
  let [open, twice] = [0, 0];
  for (const [run, count] of runs) {
    const back = runs.get(key(run % 0x800000, Math.floor(run / 0x800000))) ?? 0;
    if (count > 1 && back + count === 2) twice++;
    else if (back !== count) open++;
    else if (count > 1) twice++;
  }
  if (open > 0) throw new InvalidInputError(path, name, `is not closed: ${open} of its edges have a triangle on one side only; ${remedy}`);
  if (twice > 0)
    throw new InvalidInputError(
      path,
      name,
      `is not turned one way round: triangles run along ${twice} edges in the same direction; ${remedy}`,
    );
}

/** Six times the volume inside, signed. */
export function volumeOf(points: readonly Vec3[], triangles: readonly Vec3[]): number {
  const at = (corner: number, c: number) => points[corner][c] - points[0][c];
  return triangles.reduce((sum, [a, b, c]) => {
    const cross = [0, 1, 2].map((k) => at(b, (k + 1) % 3) * at(c, (k + 2) % 3) - at(b, (k + 2) % 3) * at(c, (k + 1) % 3));
    return sum + at(a, 0) * cross[0] + at(a, 1) * cross[1] + at(a, 2) * cross[2];
  }, 0);
}

/** Longest edge of the box around points, m. */
function extentOf(points: readonly Vec3[]): number {
  return [0, 1, 2].reduce((most, c) => {
    const [low, high] = points.reduce(
      ([l, h], point) => [Math.min(l, point[c]), Math.max(h, point[c])],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    return Math.max(most, high - low);
  }, 0);
}
