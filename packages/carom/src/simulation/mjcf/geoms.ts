/**
 * Shapes of an MJCF body: what touches (contype or conaffinity not 0), what is drawn, and what each weighs.
 *
 *     sphere r; capsule r, half length; cylinder r, half height; ellipsoid half axes; box half sizes; `fromto` gives place, turn and length
 *     mesh      an asset: moved by refpos, turned by refquat, scaled, then placed. It touches by its hull; it weighs as mesh-weight.ts says
 *     plane     ground where its body stands
 */
import { InvalidInputError } from "../../errors.js";
import * as mat3 from "../../math/mat3.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type MeshSolid, massProperties, type Part, type Shape } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "../urdf/account.js";
import { at, type Placed, placed, within } from "../urdf/fields.js";
import type { LinkMass } from "../urdf/inertia.js";
import type { LinkMaterial } from "../urdf/links.js";
import { meshShape, type ShapeReader, type UrdfPlane } from "../urdf/shapes.js";
import { type Compiler, fromZ, listOf, numberOf, numbersOf, placeOf, type Styled, wordOf } from "./fields.js";
import type { ContactMask } from "./masks.js";
import { type MeshInertia, meshWeight, reasonOf } from "./mesh-weight.js";

/** A mesh of the file's assets. */
export interface MeshAsset {
  readonly element: XmlElement;
  /** Undefined: it has none. */
  readonly file: string | undefined;
  /** Corners and triangles that stand in the file itself, as OBJ. */
  readonly content: string | undefined;
  readonly scale: Vec3;
  readonly inertia: MeshInertia;
  /** Of the mesh before it is scaled, where that is not the same afterwards. */
  readonly turn: quaternion.Quaternion | undefined;
  /** Of the scaled mesh. */
  readonly reference: Placed;
}

export interface Geom {
  /** Body axes; undefined: a plane, or nothing that could be made of it. */
  readonly part: Part | undefined;
  /** What weighs of it, where that is not the shape that touches. */
  readonly solid?: MeshSolid | undefined;
  readonly plane: UrdfPlane | undefined;
  readonly touches: boolean;
  readonly weighs: boolean;
  /** kg, or kg/m^3. */
  readonly amount: { readonly mass: number } | { readonly density: number };
  /** Undefined: not given. */
  readonly friction: number | undefined;
  /** Of one dimension: its contacts have no friction, whatever it says. */
  readonly isSmooth: boolean;
  readonly mask: ContactMask;
}

export interface GeomReader {
  readonly compiler: Compiler;
  readonly meshes: ReadonlyMap<string, MeshAsset>;
  readonly shapes: ShapeReader;
}

const WATER = 1000;

/** Of a mesh whose corners stand in the file itself. */
export const insideName = (name: string) => `mesh ${name}`;

/** Whether a shape can touch anything. */
export function doesTouch(of: Styled): boolean {
  return numberOf(of, "contype", 1) !== 0 || numberOf(of, "conaffinity", 1) !== 0;
}

/** @param isWeighed whether its body weighs as its shapes do */
export function readGeom(of: Styled, { touches, isWeighed }: { touches: boolean; isWeighed: boolean }, reader: GeomReader): Geom {
  const { compiler } = reader;
  const type = wordOf(of, "type", of.text("mesh") === undefined ? "sphere" : "mesh");
  const groups = compiler.inertiaGroups;
  const group = numberOf(of, "group", 0);
  const mass = of.text("mass") === undefined ? undefined : numberOf(of, "mass", 0);
  const made = type === "plane" ? undefined : shapeOf(of, type, reader);
  const friction = numbersOf(of, "friction")?.[0];
  const weighs = group >= groups[0] && group <= groups[1] && type !== "plane";
  if (mass !== undefined && mass < 0) throw new InvalidInputError(at(of.element, `${of.path}@mass`), mass, "is negative");
  return {
    part: made,
    solid: isWeighed && weighs && type === "mesh" && made !== undefined ? solidOf(of, reader) : undefined,
    plane: type === "plane" ? { normal: [0, 0, 1], at: placeOf(of, compiler) } : undefined,
    touches,
    weighs,
    amount: mass === undefined ? { density: numberOf(of, "density", WATER) } : { mass },
    friction: friction !== undefined && friction >= 0 ? friction : undefined,
    isSmooth: numberOf(of, "condim", 3) === 1,
    mask: { type: numberOf(of, "contype", 1), affinity: numberOf(of, "conaffinity", 1) },
  };
}

/** Of a body, from its shapes that touch; nothing where they do not say it. */
export function materialOf(touching: readonly Geom[], element: XmlElement, path: string, account: Account): LinkMaterial {
  const rough = touching.filter(({ isSmooth }) => !isSmooth);
  if (rough.length === 0) return touching.length === 0 ? {} : { friction: 0 };
  if (rough.length < touching.length)
    account.repair(element, path, "some of its shapes have no friction (condim 1) and others have: all have that of the others");
  const friction = rough.find((geom) => geom.friction !== undefined)?.friction;
  return friction === undefined ? {} : { friction };
}

/** Mass of the shapes that weigh, body axes; undefined: none. */
export function massOfGeoms(geoms: readonly Geom[]): LinkMass | undefined {
  const parts = geoms.flatMap(({ part, solid, weighs, amount }) => {
    if (part === undefined || !weighs || Object.values(amount)[0] === 0) return [];
    const shape =
      solid !== undefined && (part.shape.type === "mesh" || part.shape.type === "compound") ? { ...part.shape, solid } : part.shape;
    const volume = massProperties(shape, { density: 1 }).mass;
    return [{ ...part, shape, density: "mass" in amount ? amount.mass / volume : amount.density }];
  });
  if (parts.length === 0) return undefined;
  const { mass, centre, inertia } = massProperties({ type: "compound", parts }, {});
  return { mass, centre, inertia };
}

function shapeOf(of: Styled, type: string, reader: GeomReader): Part | undefined {
  const { account } = reader.shapes;
  if (type === "mesh") return meshPart(of, reader);
  if (type === "hfield" || type === "sdf") {
    account.repair(of.element, of.path, `a ${type} is not read: it is left out`);
    return undefined;
  }
  if (of.text("mesh") !== undefined) {
    account.repair(of.element, of.path, `a ${type} that is fitted to a mesh is not read: it is left out`);
    return undefined;
  }
  const ends = listOf(of, "fromto", 6);
  const place = ends === undefined ? placeOf(of, reader.compiler) : between(ends, of);
  const sizes = numbersOf(of, "size") ?? [];
  const length = ends === undefined ? undefined : vec3.norm([ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2]]);
  const size = (i: number) => {
    const value = sizes[i];
    if (value === undefined)
      throw new InvalidInputError(at(of.element, `${of.path}@size`), of.text("size"), `has not ${i + 1} numbers, which a ${type} needs`);
    if (value <= 0) throw new InvalidInputError(at(of.element, `${of.path}@size`), value, "is not positive");
    return value;
  };
  const along = (i: number) => length ?? 2 * size(i);
  const shape = ((): Shape => {
    switch (type) {
      case "sphere":
        return { type: "sphere", radius: size(0) };
      case "capsule":
        return { type: "capsule", radius: size(0), length: along(1) };
      case "cylinder":
        return { type: "cylinder", radius: size(0), height: along(1) };
      case "ellipsoid":
        return { type: "ellipsoid", halfAxes: length === undefined ? [size(0), size(1), size(2)] : [size(0), size(0), length / 2] };
      case "box":
        return { type: "box", size: length === undefined ? [2 * size(0), 2 * size(1), 2 * size(2)] : [2 * size(0), 2 * size(0), length] };
      default:
        throw new InvalidInputError(at(of.element, `${of.path}@type`), type, "is not a type of shape");
    }
  })();
  return { shape, ...place };
}

/** From one end to the other along z. */
function between(ends: readonly number[], of: Styled): Placed {
  const [from, to]: Vec3[] = [
    [ends[0], ends[1], ends[2]],
    [ends[3], ends[4], ends[5]],
  ];
  // As MuJoCo has it: z points from the second end to the first.
  const direction = vec3.normalize(vec3.subtract(from, to));
  if (direction === undefined)
    throw new InvalidInputError(at(of.element, `${of.path}@fromto`), of.text("fromto"), "are the same place twice");
  return placed(vec3.scale(vec3.add(from, to), 0.5), fromZ(direction));
}

function meshPart(of: Styled, reader: GeomReader): Part | undefined {
  const name = of.text("mesh");
  const asset = name === undefined ? undefined : reader.meshes.get(name);
  if (asset === undefined) throw new InvalidInputError(at(of.element, `${of.path}@mesh`), name, "is not a mesh of this file");
  const file = asset.file ?? (asset.content === undefined ? undefined : insideName(name ?? ""));
  if (file === undefined) {
    reader.shapes.account.repair(of.element, of.path, `the mesh ${name} has neither file nor corners: it is left out`);
    return undefined;
  }
  const named = { element: asset.element, path: `mesh ${name}@${asset.file === undefined ? "vertex" : "file"}` };
  const shape = meshShape(of.element, of.path, { file, scale: asset.scale, turn: asset.turn, named }, reader.shapes);
  return shape === undefined ? undefined : { shape, ...within(placeOf(of, reader.compiler), asset.reference) };
}

/** What a mesh weighs; undefined: as the hull that touches. */
function solidOf(of: Styled, { meshes, shapes }: GeomReader): MeshSolid | undefined {
  const name = of.text("mesh") ?? "";
  const asset = meshes.get(name);
  const file = asset?.file ?? insideName(name);
  const surface = shapes.surfaces.get(file);
  if (asset === undefined || surface === undefined) return undefined;
  try {
    return meshWeight(surface, { scale: asset.scale, turn: asset.turn, how: asset.inertia, file });
  } catch (error) {
    shapes.account.repair(asset.element, `mesh ${name}@inertia`, `it ${reasonOf(error)}: it weighs as its hull`);
    return undefined;
  }
}

/** <inertial> as it is written, in the frame around it; inertia about its centre, body axes. */
export function readInertial(
  of: Styled,
  around: Placed,
  compiler: Compiler,
): { readonly mass: number; readonly centre: Vec3; readonly inertia: mat3.Rows3 | undefined } {
  const { position = vec3.ZERO, orientation = quaternion.IDENTITY } = within(around, placeOf(of, compiler));
  for (const name of ["pos", "mass"])
    if (of.text(name) === undefined)
      throw new InvalidInputError(at(of.element, `${of.path}@${name}`), undefined, "is given, and an inertial needs it");
  const mass = numberOf(of, "mass", 0);
  if (mass < 0) throw new InvalidInputError(at(of.element, `${of.path}@mass`), mass, "is negative");
  const full = listOf(of, "fullinertia", 6);
  if (full !== undefined) {
    const [xx, yy, zz, xy, xz, yz] = full;
    const rows = mat3.fromRows([
      [xx, xy, xz],
      [xy, yy, yz],
      [xz, yz, zz],
    ]);
    return { mass, centre: position, inertia: mat3.toRows(mat3.rotateTensor(quaternion.toMatrix(orientation), rows)) };
  }
  const diagonal = listOf(of, "diaginertia", 3);
  if (diagonal === undefined) return { mass, centre: position, inertia: undefined };
  const tensor = mat3.diagonal([diagonal[0], diagonal[1], diagonal[2]]);
  return { mass, centre: position, inertia: mat3.toRows(mat3.rotateTensor(quaternion.toMatrix(orientation), tensor)) };
}
