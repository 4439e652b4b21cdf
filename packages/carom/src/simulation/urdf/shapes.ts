/**
 * The shapes of a link: boxes, spheres, cylinders, capsules, planes, and the convex hulls of meshes.
 *
 *     mesh      the hull of its corners times `scale` (mirrored ones too: a hull has no winding to turn). What weighs is the hull of 64
 *               corners, or fewer where nothing reaches more than 1e-4 of its size outside; what touches is cut down further, to the
 *               corners asked for; how far the mesh reaches outside of that is told where it is more than 1 %
 *     dents     hulls fill them: told where that adds more than 1 % to the volume, or where a corner is more than 1 % of the size inside;
 *               not of MJCF, whose meshes touch by their hulls
 *     parts     with the option, closed meshes with dents touch by convex parts and weigh as they are; what the parts add is told. A mesh
 *               that has no inside touches by its hull, and it is told why
 *     size 0    no shape: left out and told, as are flat meshes
 */
import { InvalidInputError } from "../../errors.js";
import { type ConvexHull, convexHull } from "../../geometry/convex-hull.js";
import { type MeshFile, readMeshFile } from "../../geometry/mesh-files/mesh-file.js";
import { meshParts } from "../../geometry/mesh-files/mesh-parts.js";
import { closedFaces, doubtOf, meshSolidOf, trianglesOf, volumeOf } from "../../geometry/mesh-files/solid-mesh.js";
import { scaledPoints, type TriangleSurface } from "../../geometry/mesh-files/surface.js";
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Part, Shape } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import { MOST_CORNERS } from "../detection/polytope.js";
import type { Account } from "./account.js";
import { at, childOf, childrenOf, numberOf, type Placed, readOrigin, vectorOf } from "./fields.js";
import type { Skin } from "./materials.js";

/** Files of meshes by the names the robot has for them. */
export type MeshFiles = ReadonlyMap<string, MeshFile>;

export interface ShapeReader {
  readonly account: Account;
  readonly meshes: MeshFiles;
  /** Corners of the meshes read so far, by name: robots use them again. */
  readonly surfaces: Map<string, TriangleSurface>;
  /** Of meshes whose sizes were looked at. */
  readonly doubted: Set<string>;
  /** Most corners of what touches. */
  readonly corners: number;
  /** Most convex parts of a mesh; 1: its hull. */
  readonly parts: number;
  /** Why meshes are not there, by name. */
  readonly missing?: ReadonlyMap<string, string> | undefined;
}

/** A mesh that a shape is made of. */
export interface NamedMesh {
  readonly file: string;
  readonly scale: Vec3;
  /** Whether the file gives its scale. Where it does not, sizes that are hardly in metres are told. */
  readonly isScaled: boolean;
  /** Whether the format means the hull of the mesh. Default: it means the mesh. */
  readonly isHull?: boolean;
  /** Before it is scaled. */
  readonly turn?: Quaternion | undefined;
  /** What names the file, for complaints. */
  readonly named: { readonly element: XmlElement; readonly path: string };
}

/** The plane z = 0 of a frame, turned to the normal. */
export interface UrdfPlane {
  readonly normal: Vec3;
  readonly at: Placed;
  /** Absent: as its link. */
  readonly skin?: Skin;
}

export interface LinkShapes {
  readonly parts: readonly Part[];
  readonly planes: readonly UrdfPlane[];
}

/** Part of a mesh's size: what is left outside of its hull to have fewer corners. */
const HULL_TOLERANCE = 1e-4;
/** And what is told. */
const TOLD = 1e-2;

/** The shapes that touch (`collision`) or that are drawn (`visual`). */
export function readShapes(link: XmlElement, path: string, kind: "collision" | "visual", reader: ShapeReader): LinkShapes {
  const parts: Part[] = [];
  const planes: UrdfPlane[] = [];
  childrenOf(link, kind).forEach((element, i) => {
    const own = `${path}/${kind}${i === 0 ? "" : `[${i}]`}`;
    reader.account.attempt(() => readOne(element, own, reader, parts, planes), undefined);
  });
  return { parts, planes };
}

function readOne(element: XmlElement, path: string, reader: ShapeReader, parts: Part[], planes: UrdfPlane[]): undefined {
  const { account } = reader;
  const geometry = childOf(element, "geometry", path, account);
  const [shape, second] = geometry?.children ?? [];
  if (geometry === undefined || shape === undefined) {
    account.repair(element, path, "it holds no shape and is left out");
    return;
  }
  if (second !== undefined) account.repair(second, `${path}/geometry`, `<${second.name}> is a second shape: the first counts`);
  const origin = readOrigin(element, path, account);
  if (shape.name === "plane") {
    const normal = vectorOf(shape, "normal", `${path}/geometry/plane`, [0, 0, 1]);
    if (vec3.normalize(normal) === undefined)
      throw new InvalidInputError(at(shape, `${path}/geometry/plane@normal`), normal, "has no direction");
    planes.push({ normal, at: origin });
    return;
  }
  const made = readShape(shape, `${path}/geometry/${shape.name}`, reader);
  if (made !== undefined) parts.push({ shape: made, ...origin });
  return;
}

/** Undefined: there is nothing of it that could touch. */
function readShape(element: XmlElement, path: string, reader: ShapeReader): Shape | undefined {
  const size = (name: string, otherwise?: number) => {
    const value = numberOf(element, name, path, otherwise);
    if (value < 0) throw new InvalidInputError(at(element, `${path}@${name}`), value, "is negative");
    return value;
  };
  const unlessEmpty = (shape: Shape, sizes: readonly number[]): Shape | undefined => {
    if (sizes.every((value) => value > 0)) return shape;
    reader.account.repair(element, path, "its size is 0: it is left out");
    return undefined;
  };
  switch (element.name) {
    case "box": {
      const sizes = vectorOf(element, "size", path);
      if (sizes.some((value) => value < 0)) throw new InvalidInputError(at(element, `${path}@size`), sizes, "are not three sizes");
      return unlessEmpty({ type: "box", size: sizes }, sizes);
    }
    case "sphere": {
      const radius = size("radius");
      return unlessEmpty({ type: "sphere", radius }, [radius]);
    }
    case "cylinder": {
      const [radius, height] = [size("radius"), size("length")];
      return unlessEmpty({ type: "cylinder", radius, height }, [radius, height]);
    }
    case "capsule": {
      const [radius, length] = [size("radius"), size("length")];
      if (length === 0 && radius > 0) return { type: "sphere", radius };
      return unlessEmpty({ type: "capsule", radius, length }, [radius, length]);
    }
    case "mesh":
      return readMesh(element, path, reader);
    default:
      throw new InvalidInputError(at(element, path), `<${element.name}>`, "is not a shape: box, sphere, cylinder, capsule, plane or mesh");
  }
}

function readMesh(element: XmlElement, path: string, reader: ShapeReader): Shape | undefined {
  const file = element.attributes.get("filename");
  if (file === undefined) throw new InvalidInputError(at(element, `${path}@filename`), file, "is given, and a mesh needs one");
  const named = { element, path: `${path}@filename` };
  const isScaled = element.attributes.has("scale");
  return meshShape(element, path, { file, scale: vectorOf(element, "scale", path, [1, 1, 1]), isScaled, named }, reader);
}

/** What touches of a mesh, and what weighs. Undefined: it is flat or empty, which is told. */
export function meshShape(element: XmlElement, path: string, mesh: NamedMesh, reader: ShapeReader): Shape | undefined {
  const { file, scale, turn, named } = mesh;
  const surface = reader.surfaces.get(file) ?? readSurface(file, named, reader);
  reader.surfaces.set(file, surface);
  tellUnit(element, path, { ...mesh, surface }, reader);
  if (reader.parts > 1) {
    const made = readParts(element, path, mesh, reader);
    if (made !== undefined) return made;
  }
  const scaled = scaledPoints(surface, scale, turn);
  const extent = extentOf(scaled);
  const fine = convexHull(scaled, MOST_CORNERS, HULL_TOLERANCE * extent);
  const hull = fine && (fine.vertices.length > reader.corners ? convexHull(fine.vertices, reader.corners) : fine);
  if (fine === undefined || hull === undefined) {
    reader.account.repair(element, path, `${file} is flat or empty: it is left out`);
    return undefined;
  }
  const outside = hull === fine ? fine.outside : fine.outside + hull.outside;
  if (outside > TOLD * extent)
    reader.account.repair(
      element,
      path,
      `the hull of ${file} has ${hull.vertices.length} corners, and the mesh reaches ${outside.toPrecision(2)} m outside of it ` +
        `(${((100 * outside) / extent).toPrecision(2)} % of its size)`,
    );
  if (mesh.isHull !== true && isDented(surface, scaled, fine, extent))
    reader.account.repair(element, path, `${file} has dents, and touches by its hull, which fills them; --parts takes convex parts`);
  const touching = { type: "mesh", vertices: hull.vertices, triangles: hull.triangles } as const;
  return hull === fine ? touching : { ...touching, solid: meshSolidOf(fine.vertices, fine.triangles, outside, path) };
}

interface ReadMesh extends NamedMesh {
  readonly surface: TriangleSurface;
}

/** Sizes that are hardly in metres, where the file gives no scale. Each mesh is told once. */
function tellUnit(
  element: XmlElement,
  path: string,
  { file, isScaled, surface, scale, turn }: ReadMesh,
  { account, doubted }: ShapeReader,
): void {
  if (isScaled || doubted.has(file)) return;
  doubted.add(file);
  const doubt = surface.triangles.length === 0 ? undefined : doubtOf(sizeOf(scaledPoints(surface, scale, turn)));
  if (doubt !== undefined) account.repair(element, path, `${file} ${doubt}; it is taken as it is`);
}

/** Whether a hull is larger than its mesh: by volume, where that has an inside, and by corners that are inside. */
function isDented(surface: TriangleSurface, points: readonly Vec3[], { vertices, triangles }: ConvexHull, extent: number): boolean {
  const planes = triangles.flatMap(([a, b, c]) => {
    const normal = vec3.normalize(vec3.cross(vec3.subtract(vertices[b], vertices[a]), vec3.subtract(vertices[c], vertices[a])));
    return normal === undefined ? [] : [{ normal, offset: vec3.dot(normal, vertices[a]) }];
  });
  const isInside = (point: Vec3) => planes.every(({ normal, offset }) => offset - vec3.dot(normal, point) > TOLD * extent);
  if (used(surface).some((corner) => isInside(points[corner]))) return true;
  try {
    const faces = closedFaces({ points, faces: trianglesOf(surface.triangles), size: 0 }, "", "", "");
    const [own, hull] = [volumeOf(points, faces), volumeOf(vertices, triangles)];
    return Math.abs(hull) - Math.abs(own) > TOLD * Math.abs(hull);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return false;
  }
}

/** Corners that triangles have. */
const used = ({ triangles }: TriangleSurface) => [...new Set(triangles)];

/** Longest side of the box around points, m. */
function sizeOf(points: readonly Vec3[]): number {
  return Math.max(...boxAround(points));
}

/** Undefined where the mesh has no inside, or no dents. */
function readParts(element: XmlElement, path: string, { file, scale, turn }: NamedMesh, reader: ShapeReader): Shape | undefined {
  try {
    const options = { scale, ...(turn === undefined ? {} : { turn }), most: reader.parts, corners: reader.corners, path: file };
    const made = meshParts(reader.meshes.get(file) ?? "", file, options);
    if (made.parts.length === 1) return undefined;
    const { volume, touching = volume, beyond = 0 } = made.solid ?? { volume: 0 };
    reader.account.note(
      element,
      path,
      `${file} touches by ${made.parts.length} convex parts, which add ${((100 * (touching - volume)) / volume).toPrecision(2)} % to its ` +
        `volume and reach ${beyond.toPrecision(2)} m outside of it at most`,
    );
    return made;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    reader.account.note(element, path, `${file} ${error.expected.replace(/;.*$/, "")}: it touches by its hull`);
    return undefined;
  }
}

function readSurface(file: string, { element, path }: NamedMesh["named"], { meshes, missing }: ShapeReader): TriangleSurface {
  const content = meshes.get(file);
  if (content === undefined) throw new InvalidInputError(at(element, path), file, missing?.get(file) ?? "is a mesh that was not found");
  try {
    return readMeshFile(content, file);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(at(element, `${path}, ${error.path}`), error.value, error.expected);
  }
}

/** Diagonal of the box around points, m. */
const extentOf = (points: readonly Vec3[]) => vec3.norm(boxAround(points));

/** Sides of the box around points, m. */
function boxAround(points: readonly Vec3[]): Vec3 {
  const low: [number, number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high: [number, number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points)
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], point[c]);
      high[c] = Math.max(high[c], point[c]);
    }
  return points.length === 0 ? vec3.ZERO : vec3.subtract(high, low);
}

/** Of everything, from a point, m: how far the farthest part of the shapes is, at most. */
export function reachOf(parts: readonly Part[], from: Vec3): number {
  return parts.reduce((most, { shape, position = vec3.ZERO }) => {
    return Math.max(most, vec3.norm(vec3.subtract(position, from)) + radiusOf(shape));
  }, 0);
}

/** Of the ball about its origin that holds a shape, m. */
export function radiusOf(shape: Shape): number {
  switch (shape.type) {
    case "sphere":
      return shape.radius;
    case "box":
      return vec3.norm(shape.size) / 2;
    case "cylinder":
      return vec3.norm([shape.radius, shape.height / 2, 0]);
    case "cone":
      return Math.max(shape.radius, shape.height);
    case "capsule":
    case "rod":
      return shape.length / 2 + shape.radius;
    case "ellipsoid":
      return Math.max(...shape.halfAxes);
    case "tetrahedron":
    case "mesh":
      return shape.vertices.reduce((most, vertex) => Math.max(most, vec3.norm(vertex)), 0);
    case "compound":
      return reachOf(shape.parts, vec3.ZERO);
  }
}
