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
import { inertiaOf, joined, moved, withMass } from "../../mechanics/shapes/distribution.js";
import { type MeshSolid, massProperties, type Part, type Shape } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import { at, fromZ, type Placed, placed, within } from "../urdf/fields.js";
import type { LinkMass } from "../urdf/inertia.js";
import { distributionOf } from "../urdf/masses.js";
import type { LinkMaterial, Skin } from "../urdf/materials.js";
import { meshShape, type ShapeReader, type UrdfPlane } from "../urdf/shapes.js";
import { type Compiler, choiceOf, listOf, numberOf, numbersOf, placeOf, type Styled, wordOf } from "./fields.js";
import { type MeshInertia, meshWeight, reasonOf } from "./mesh-weight.js";
import { shellOf } from "./shells.js";

/** A mesh of the file's assets. */
export interface MeshAsset {
  readonly element: XmlElement;
  /** Undefined: it has none. */
  readonly file: string | undefined;
  /** Corners and triangles that stand in the file itself, as OBJ. */
  readonly content: string | undefined;
  readonly scale: Vec3;
  /** Whether the file gives its scale. */
  readonly isScaled: boolean;
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
  /** Whether its mass lies on its surface. */
  readonly isShell: boolean;
  readonly plane: UrdfPlane | undefined;
  readonly touches: boolean;
  readonly weighs: boolean;
  /** kg, or kg/m^3. */
  readonly amount: { readonly mass: number } | { readonly density: number };
  readonly skin: Skin;
}

export interface GeomReader {
  readonly compiler: Compiler;
  readonly meshes: ReadonlyMap<string, MeshAsset>;
  readonly shapes: ShapeReader;
}

const WATER = 1000;
const MOST_BITS = 0x80000000;

/** Of a mesh whose corners stand in the file itself. */
export const insideName = (name: string) => `mesh ${name}`;

/** Whether the bits of a shape let it touch anything. */
export function doesTouch(of: Styled): boolean {
  return numberOf(of, "contype", 1) !== 0 || numberOf(of, "conaffinity", 1) !== 0;
}

/** How a shape is read. */
export interface GeomUse {
  readonly touches: boolean;
  /** Whether its body weighs as its shapes do. */
  readonly isWeighed: boolean;
  /** Whether its bits say what it touches. */
  readonly hasBits: boolean;
  /** What <contact> knows it by. */
  readonly tag: string;
}

export function readGeom(of: Styled, use: GeomUse, reader: GeomReader): Geom {
  const { touches, isWeighed } = use;
  const { compiler } = reader;
  const type = wordOf(of, "type", of.text("mesh") === undefined ? "sphere" : "mesh");
  const groups = compiler.inertiaGroups;
  const group = numberOf(of, "group", 0);
  const mass = of.text("mass") === undefined ? undefined : numberOf(of, "mass", 0);
  const made = type === "plane" ? undefined : shapeOf(of, type, reader);
  const weighs = group >= groups[0] && group <= groups[1] && type !== "plane";
  if (mass !== undefined && mass < 0) throw new InvalidInputError(at(of.element, `${of.path}@mass`), mass, "is negative");
  return {
    part: made,
    solid: isWeighed && weighs && type === "mesh" && made !== undefined ? solidOf(of, reader) : undefined,
    isShell: isWeighed && weighs && made !== undefined && isShell(of, made, reader),
    plane: type === "plane" ? { normal: [0, 0, 1], at: placeOf(of, compiler) } : undefined,
    touches,
    weighs,
    amount: mass === undefined ? { density: numberOf(of, "density", WATER) } : { mass },
    skin: skinOf(of, use),
  };
}

function skinOf(of: Styled, { hasBits, tag }: GeomUse): Skin {
  const [friction, name, priority] = [numbersOf(of, "friction")?.[0], of.text("name"), numberOf(of, "priority", 0)];
  if (friction !== undefined && friction < 0) throw new InvalidInputError(at(of.element, `${of.path}@friction`), friction, "is negative");
  const bits = { type: bitsOf(of, "contype"), affinity: bitsOf(of, "conaffinity") };
  const dimensions = numberOf(of, "condim", 3);
  if (![1, 3, 4, 6].includes(dimensions))
    throw new InvalidInputError(at(of.element, `${of.path}@condim`), dimensions, "is not one of 1, 3, 4, 6");
  const material: LinkMaterial = {
    ...(friction === undefined ? {} : { friction }),
    ...(hasBits ? { bits } : {}),
    ...(priority === 0 ? {} : { priority }),
    ...(dimensions === 1 ? { isSmooth: true } : {}),
  };
  return { material, tag, ...(name === undefined ? {} : { name }) };
}

function bitsOf(of: Styled, name: "contype" | "conaffinity"): number {
  const value = numberOf(of, name, 1);
  if (!Number.isInteger(value) || Math.abs(value) >= MOST_BITS)
    throw new InvalidInputError(at(of.element, `${of.path}@${name}`), value, "is not a whole number of 32 bits");
  return value;
}

function isShell(of: Styled, { shape }: Part, { shapes: { account } }: GeomReader): boolean {
  if (choiceOf(of, "shellinertia", ["true", "false"], "false") === "false") return false;
  if (shellOf(shape) !== undefined) return true;
  account.repair(of.element, `${of.path}@shellinertia`, "its mass is taken to fill it, not to lie on its surface");
  return false;
}

/** Mass of the shapes that weigh, body axes; undefined: none. */
export function massOfGeoms(geoms: readonly Geom[]): LinkMass | undefined {
  const heavy = geoms.flatMap(({ part, solid, weighs, amount, isShell: shell }) =>
    part === undefined || !weighs || Object.values(amount)[0] === 0 ? [] : [{ part, solid, amount, shell }],
  );
  const filled = heavy
    .filter(({ shell }) => !shell)
    .map(({ part, solid, amount }) => {
      const shape =
        solid !== undefined && (part.shape.type === "mesh" || part.shape.type === "compound") ? { ...part.shape, solid } : part.shape;
      const volume = massProperties(shape, { density: 1 }).mass;
      return { ...part, shape, density: "mass" in amount ? amount.mass / volume : amount.density };
    });
  const shells = heavy.flatMap(({ part, amount, shell }) => {
    const surface = shell ? shellOf(part.shape) : undefined;
    if (surface === undefined) return [];
    const whole = "mass" in amount ? amount.mass : amount.density * surface.mass;
    return [moved(withMass(surface, whole), part.position ?? vec3.ZERO, part.orientation ?? quaternion.IDENTITY)];
  });
  const inside = filled.length === 0 ? undefined : massProperties({ type: "compound", parts: filled }, {});
  if (shells.length === 0) return inside && { mass: inside.mass, centre: inside.centre, inertia: inside.inertia };
  const all = joined([...shells, ...(inside === undefined ? [] : [distributionOf(inside)])]);
  return all && { mass: all.mass, centre: all.centre, inertia: mat3.toRows(inertiaOf(all)) };
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
  const shape = meshShape(
    of.element,
    of.path,
    { file, scale: asset.scale, isScaled: asset.isScaled, isHull: true, turn: asset.turn, named },
    reader.shapes,
  );
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
