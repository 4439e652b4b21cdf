/**
 * A link of a URDF as one of a scene: what touches, and its mass.
 *
 *     inertia     about the centre of mass, in the axes of its origin: R I R^T in link axes
 *
 * Collision geometry is boxes, spheres, cylinders, capsules, and the convex hulls of meshes whose texts the caller gives.
 */
import { InvalidInputError } from "../../errors.js";
import { convexHull } from "../../geometry/convex-hull.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkInertia } from "../../mechanics/rigid-body.js";
import type { Part, Shape } from "../../mechanics/shapes/index.js";
import { MOST_CORNERS } from "../detection/polytope.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import { at, childOf, childrenOf, numberOf, readOrigin, vectorOf } from "./fields.js";
import { meshPoints } from "./mesh-text.js";
import type { XmlElement } from "./xml.js";

/** Texts of mesh files by the names the file has for them. */
export type MeshTexts = ReadonlyMap<string, string>;

export function readLink(
  element: XmlElement,
  name: string,
  stands: boolean,
  meshes: MeshTexts,
  warnings: Set<string>,
): Omit<SceneLink, "joint"> {
  const path = `link ${name}`;
  const inertial = childOf(element, "inertial", path);
  const collisions = childrenOf(element, "collision").map((collision, i) =>
    readCollision(collision, `${path}/collision${i === 0 ? "" : `[${i}]`}`, meshes, warnings),
  );
  const surface = surfaceOf(collisions);
  if (inertial !== undefined) return { ...surface, ...readInertial(inertial, `${path}/inertial`) };
  if (collisions.length === 0) return {};
  // Nothing moves it, so its mass is never asked for.
  if (stands) return { ...surface, mass: 1 };
  throw new InvalidInputError(at(element, `${path}/inertial`), undefined, "is given, and a link that can be struck needs a mass");
}

/** One shape as it is, several as a compound. */
function surfaceOf(collisions: readonly Part[]): Omit<SceneLink, "joint"> {
  const [first, ...others] = collisions;
  if (first === undefined) return {};
  return others.length === 0 ? first : { shape: { type: "compound", parts: collisions } };
}

function readInertial(inertial: XmlElement, path: string): Pick<SceneLink, "mass" | "centre" | "inertia"> {
  const massElement = childOf(inertial, "mass", path);
  if (massElement === undefined)
    throw new InvalidInputError(at(inertial, `${path}/mass`), undefined, "is given, and an inertial needs one");
  const mass = numberOf(massElement, "value", `${path}/mass`);
  if (!(mass > 0)) throw new InvalidInputError(at(massElement, `${path}/mass@value`), mass, "is not positive");
  const given = childOf(inertial, "inertia", path);
  if (given === undefined) throw new InvalidInputError(at(inertial, `${path}/inertia`), undefined, "is given, and an inertial needs one");
  const of = (what: string) => numberOf(given, what, `${path}/inertia`);
  const [xy, xz, yz] = [of("ixy"), of("ixz"), of("iyz")];
  const tensor: Tensor = [
    [of("ixx"), xy, xz],
    [xy, of("iyy"), yz],
    [xz, yz, of("izz")],
  ];
  try {
    checkInertia(tensor, path);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(at(given, `${path}/inertia`), error.value, error.expected);
  }
  const { position = vec3.ZERO, orientation } = readOrigin(inertial, path);
  return { mass, centre: position, inertia: orientation === undefined ? tensor : turned(tensor, orientation) };
}

type Tensor = readonly [Vec3, Vec3, Vec3];

/** R I R^T, symmetric to the last bit. */
function turned(tensor: Tensor, orientation: Quaternion): Tensor {
  const columns = [0, 1, 2].map((k) => quaternion.rotate(orientation, tensor[k]));
  const rows = [0, 1, 2].map((k) => quaternion.rotate(orientation, [columns[0][k], columns[1][k], columns[2][k]]));
  const even = (i: number, j: number) => 0.5 * (rows[i][j] + rows[j][i]);
  return [
    [rows[0][0], even(0, 1), even(0, 2)],
    [even(0, 1), rows[1][1], even(1, 2)],
    [even(0, 2), even(1, 2), rows[2][2]],
  ];
}

function readCollision(collision: XmlElement, path: string, meshes: MeshTexts, warnings: Set<string>): Part {
  const geometry = childOf(collision, "geometry", path);
  const [shape, second] = geometry?.children ?? [];
  if (geometry === undefined || shape === undefined)
    throw new InvalidInputError(at(collision, `${path}/geometry`), undefined, "holds a shape, and a collision needs one");
  if (second !== undefined)
    throw new InvalidInputError(at(second, `${path}/geometry`), `<${second.name}>`, "is a second shape: a geometry has one");
  return { shape: readShape(shape, `${path}/geometry/${shape.name}`, meshes, warnings), ...readOrigin(collision, path) };
}

function readShape(element: XmlElement, path: string, meshes: MeshTexts, warnings: Set<string>): Shape {
  const positive = (name: string) => {
    const value = numberOf(element, name, path);
    if (!(value > 0)) throw new InvalidInputError(at(element, `${path}@${name}`), value, "is not positive");
    return value;
  };
  switch (element.name) {
    case "box": {
      const size = vectorOf(element, "size", path);
      if (!size.every((value) => value > 0))
        throw new InvalidInputError(at(element, `${path}@size`), size, "are not three positive numbers");
      return { type: "box", size };
    }
    case "sphere":
      return { type: "sphere", radius: positive("radius") };
    case "cylinder":
      return { type: "cylinder", radius: positive("radius"), height: positive("length") };
    case "capsule":
      return { type: "capsule", radius: positive("radius"), length: positive("length") };
    case "mesh":
      return readMesh(element, path, meshes, warnings);
    default:
      throw new InvalidInputError(at(element, path), `<${element.name}>`, "is not a shape: box, sphere, cylinder, capsule or mesh");
  }
}

function readMesh(element: XmlElement, path: string, meshes: MeshTexts, warnings: Set<string>): Shape {
  const file = element.attributes.get("filename");
  if (file === undefined) throw new InvalidInputError(at(element, `${path}@filename`), file, "is given, and a mesh needs one");
  const text = meshes.get(file);
  if (text === undefined) throw new InvalidInputError(at(element, `${path}@filename`), file, "is a mesh whose text was not given");
  const scale = vectorOf(element, "scale", path, [1, 1, 1]);
  if (!scale.every((value) => value !== 0)) throw new InvalidInputError(at(element, `${path}@scale`), scale, "flattens the mesh");
  const points = meshPoints(text, file).map((point): Vec3 => [scale[0] * point[0], scale[1] * point[1], scale[2] * point[2]]);
  const hull = convexHull(points, MOST_CORNERS);
  if (hull === undefined) throw new InvalidInputError(at(element, `${path}@filename`), file, "is flat: it holds no volume");
  if (hull.outside > 0)
    warnings.add(
      `the convex hull of ${file} was cut down to ${MOST_CORNERS} corners; it was at most ${hull.outside.toPrecision(2)} m larger`,
    );
  return { type: "mesh", vertices: hull.vertices, triangles: hull.triangles };
}
