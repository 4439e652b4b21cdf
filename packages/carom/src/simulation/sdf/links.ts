/**
 * Links of an SDF: inertials, collision shapes and what they are like where they touch. The frame of a link here stands at the joint that
 * moves it, so everything in it is moved by an offset.
 */
import { InvalidInputError } from "../../errors.js";
import type * as mat3 from "../../math/mat3.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Part, Shape } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "../urdf/account.js";
import type { ContactRules } from "../urdf/contacts.js";
import { at, childrenOf, inverse, type Placed, within } from "../urdf/fields.js";
import { type LinkMass, massOfShapes, mended, turned } from "../urdf/inertia.js";
import type { UrdfLink } from "../urdf/links.js";
import type { ContactBits, LinkMaterial, Skin } from "../urdf/materials.js";
import { meshShape, type ShapeReader, type UrdfPlane } from "../urdf/shapes.js";
import { type Frames, flagIn, flagOf, numberIn, numbersIn, poseOf, textIn } from "./frames.js";
import type { SdfItem } from "./models.js";

const WATER = 1000;

export interface LinkReading {
  readonly reader: ShapeReader;
  readonly collide: "collision" | "visual";
  readonly fromShapes: boolean;
  /** Of the link's frame in the frame that it has here. */
  readonly offset: Placed;
  /** Places of frames. */
  readonly frames: Frames;
}

export function readLink(item: SdfItem, { reader, collide, fromShapes, offset, frames }: LinkReading): UrdfLink {
  const { element, path, name, isStatic } = item;
  const { account } = reader;
  const [parts, planes, skins]: [Part[], UrdfPlane[], Skin[]] = [[], [], []];
  const densities: (number | undefined)[] = [];
  const tag = tagOf(item, account);
  for (const collision of childrenOf(element, collide))
    account.attempt(() => {
      const own = `${path}/${collide} ${collision.attributes.get("name") ?? ""}`.trim();
      const skin = { material: materialOf(collision, path, account), tag, name: collision.attributes.get("name") ?? collide };
      readCollision(collision, own, { reader, offset, parts, planes, skin, placeOf: placesIn(item, frames) });
      while (densities.length < parts.length) densities.push(densityOf(collision, path));
      while (skins.length < parts.length) skins.push(skin);
      return undefined;
    }, undefined);
  const mass = isStatic ? undefined : account.attempt(() => readMass(element, path, { parts, densities, fromShapes, account }), undefined);
  const hasWeight = account.attempt(() => flagIn(element, "gravity", path, true), true);
  const moved = mass && { mass: mass.mass, ...placedMass(mass, offset) };
  return { name, element, mass: moved, parts, planes, drawn: [], material: {}, skins, ...(hasWeight ? {} : { lift: 1 }) };
}

/** Links of one model do not touch each other unless one of them, or the model, says `self_collide`. */
function tagOf({ element, path, selfCollide, outermost }: SdfItem, account: Account): string {
  const touches = account.attempt(() => flagIn(element, "self_collide", path, selfCollide), selfCollide);
  return touches ? "" : `${outermost}`;
}

/** Rules of what touches: two links with one tag are of one model, and quiet. Friction is the lesser, as programs of SDF have it. */
export const SDF_RULES: ContactRules = {
  friction: "lesser",
  keepsApart: (first, second) => first !== "" && first === second,
  pairs: [],
};

/** The pose of an element in its link, whatever it is relative to. */
type PlaceOf = (element: XmlElement, path: string) => Placed;

function placesIn({ name, scope }: SdfItem, frames: Frames): PlaceOf {
  return (element, path) => {
    const { place, relativeTo } = poseOf(element, path);
    if (relativeTo === undefined) return place;
    const base = frames.placeOf(frames.named(scope, relativeTo, element, `${path}/pose@relative_to`));
    return within(within(inverse(frames.placeOf(name)), base), place);
  };
}

function placedMass({ centre, inertia }: LinkMass, { position = vec3.ZERO, orientation }: Placed): Pick<LinkMass, "centre" | "inertia"> {
  if (orientation === undefined) return { centre: vec3.add(position, centre), inertia };
  return { centre: vec3.add(position, quaternion.rotate(orientation, centre)), inertia: turned(inertia, orientation) };
}

interface Mass {
  /** In the frame that the link has here. */
  readonly parts: readonly Part[];
  /** Of each of them, kg/m^3; undefined: that of the link. */
  readonly densities: readonly (number | undefined)[];
  readonly fromShapes: boolean;
  readonly account: Account;
}

function readMass(element: XmlElement, path: string, { parts, densities, fromShapes, account }: Mass): LinkMass | undefined {
  const [inertial] = childrenOf(element, "inertial");
  if (inertial !== undefined && flagOf(inertial, "auto", `${path}/inertial`)) {
    if (parts.length === 0) return undefined;
    account.note(inertial, `${path}/inertial`, "its mass is that of the collision shapes, as it says");
    const density = numberIn(inertial, "density", path, WATER);
    return massOfShapes(
      parts.map((part, i) => ({ ...part, density: densities[i] ?? density })),
      {},
    );
  }
  if (inertial === undefined) {
    account.repair(element, path, "no inertial is given: SDF's default is taken, 1 kg with moments of 1 kg m2");
    return { mass: 1, centre: vec3.ZERO, inertia: unitInertia };
  }
  const own = `${path}/inertial`;
  const mass = numberIn(inertial, "mass", own, 1);
  if (mass < 0) throw new InvalidInputError(at(inertial, `${own}/mass`), mass, "is negative");
  if (mass === 0) return undefined;
  const [given] = childrenOf(inertial, "inertia");
  const of = (name: string, otherwise: number) => (given === undefined ? otherwise : numberIn(given, name, `${own}/inertia`, otherwise));
  const [xy, xz, yz] = [of("ixy", 0), of("ixz", 0), of("iyz", 0)];
  const tensor: mat3.Rows3 = [
    [of("ixx", 1), xy, xz],
    [xy, of("iyy", 1), yz],
    [xz, yz, of("izz", 1)],
  ];
  const { position = vec3.ZERO, orientation } = poseOf(inertial, own).place;
  const inertia = orientation === undefined ? tensor : turned(tensor, orientation);
  return mended({ element: given ?? inertial, mass, centre: position, inertia }, { path, parts, fromShapes, account });
}

/** Of a collision shape, kg/m^3, since 1.11. */
function densityOf(collision: XmlElement, path: string): number | undefined {
  if (textIn(collision, "density") === undefined) return undefined;
  const density = numberIn(collision, "density", `${path}/collision`, WATER);
  if (!(density > 0)) throw new InvalidInputError(at(collision, `${path}/collision/density`), density, "is not positive");
  return density;
}

const unitInertia: mat3.Rows3 = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

interface Shapes {
  readonly reader: ShapeReader;
  readonly offset: Placed;
  readonly parts: Part[];
  readonly planes: UrdfPlane[];
  readonly skin: Skin;
  readonly placeOf: PlaceOf;
}

function readCollision(element: XmlElement, path: string, { reader, offset, parts, planes, skin, placeOf }: Shapes): void {
  const place = placeOf(element, path);
  const shape = childrenOf(element, "geometry")[0]?.children[0];
  if (shape === undefined || shape.name === "empty") return;
  const whole = within(offset, place);
  const own = `${path}/geometry/${shape.name}`;
  if (shape.name === "plane") {
    const [normal] = childrenOf(shape, "normal");
    const [x, y, z] = normal === undefined ? [0, 0, 1] : numbersIn(normal, `${own}/normal`, 3);
    if (vec3.normalize([x, y, z]) === undefined) throw new InvalidInputError(at(shape, `${own}/normal`), [x, y, z], "has no direction");
    planes.push({ normal: [x, y, z], at: whole, skin });
    return;
  }
  const made = readShape(shape, own, reader);
  if (made !== undefined) parts.push({ shape: made.shape, ...within(whole, made.place) });
}

/** Undefined: left out, and told. */
function readShape(element: XmlElement, path: string, reader: ShapeReader): { readonly shape: Shape; readonly place: Placed } | undefined {
  const size = (name: string, otherwise: number) => {
    const value = numberIn(element, name, path, otherwise);
    if (!(value > 0)) throw new InvalidInputError(at(element, `${path}/${name}`), value, "is not positive");
    return value;
  };
  const three = (name: string, otherwise: Vec3): Vec3 => {
    const [found] = childrenOf(element, name);
    const [x, y, z] = found === undefined ? otherwise : numbersIn(found, `${path}/${name}`, 3);
    return [x, y, z];
  };
  const positive = (name: string, values: Vec3): Vec3 => {
    if (!values.every((value) => value > 0)) throw new InvalidInputError(at(element, `${path}/${name}`), values, "are not positive");
    return values;
  };
  const plain = (shape: Shape) => ({ shape, place: {} });
  switch (element.name) {
    case "box":
      return plain({ type: "box", size: positive("size", three("size", [1, 1, 1])) });
    case "sphere":
      return plain({ type: "sphere", radius: size("radius", 1) });
    case "cylinder":
      return plain({ type: "cylinder", radius: size("radius", 1), height: size("length", 1) });
    case "capsule":
      return plain({ type: "capsule", radius: size("radius", 0.5), length: size("length", 1) });
    case "ellipsoid":
      return plain({ type: "ellipsoid", halfAxes: positive("radii", three("radii", [1, 1, 1])) });
    case "cone": {
      // Its middle is at half its height; ours stands on its base.
      const height = size("length", 1);
      return { shape: { type: "cone", radius: size("radius", 0.5), height }, place: { position: [0, 0, -height / 2] } };
    }
    case "mesh": {
      const file = textIn(element, "uri");
      if (file === undefined) throw new InvalidInputError(at(element, `${path}/uri`), file, "is given, and a mesh needs one");
      if (childrenOf(element, "submesh").length > 0)
        reader.account.repair(element, path, "all of the mesh is taken, not its submesh alone");
      const named = { element: childrenOf(element, "uri")[0] ?? element, path: `${path}/uri` };
      const isScaled = textIn(element, "scale") !== undefined;
      const shape = meshShape(element, path, { file, scale: three("scale", [1, 1, 1]), isScaled, named }, reader);
      return shape === undefined ? undefined : plain(shape);
    }
    default:
      reader.account.repair(element, path, `<${element.name}> is not read: it is left out`);
      return undefined;
  }
}

/** Friction of ODE's name for it. A restitution is not taken: SDF does not say of which law it is. */
function materialOf(collision: XmlElement, path: string, account: Account): LinkMaterial {
  const [surface] = childrenOf(collision, "surface");
  const bits = surface === undefined ? undefined : bitsOf(surface, path);
  if (surface === undefined) return {};
  const [bounce] = childrenOf(surface, "bounce");
  if (bounce !== undefined && numberIn(bounce, "restitution_coefficient", path, 0) !== 0)
    account.repair(
      bounce,
      `${path}/surface/bounce`,
      "its restitution is left out: SDF does not say of which law it is; --restitution gives one",
    );
  const given = childrenOf(surface, "friction").flatMap((friction) => FRICTIONS.flatMap((names) => frictionIn(friction, names, path)));
  const [first] = given;
  if (first === undefined) return { ...(bits && { bits }) };
  const { element, along, across } = first;
  if (along !== across)
    account.repair(
      element,
      `${path}/surface/friction`,
      `friction is ${along} in all directions, not ${across} across the first (SDF has 1 where none of the two is given)`,
    );
  if (along < 0) throw new InvalidInputError(at(element, `${path}/surface/friction`), along, "is negative");
  // Files say 1e6 and the like for what never slips.
  return { friction: along, ...(bits && { bits }) };
}

/** Two shapes touch where the category of one and what the other collides with have a bit in common; a category is that if not given. */
function bitsOf(surface: XmlElement, path: string): ContactBits | undefined {
  const [contact] = childrenOf(surface, "contact");
  const of = (name: string) => {
    const text = contact && textIn(contact, name);
    if (contact === undefined || text === undefined) return undefined;
    const value = Number(text);
    if (!(Number.isInteger(value) && value >= 0 && value <= 0xffffffff))
      throw new InvalidInputError(at(contact, `${path}/surface/contact/${name}`), text, "are not bits: a whole number of at most 32");
    return value;
  };
  const [collide, category] = [of("collide_bitmask"), of("category_bitmask")];
  if (collide === undefined && category === undefined) return undefined;
  const affinity = collide ?? ALL_BITS;
  return { type: category ?? affinity, affinity };
}

const ALL_BITS = 0xffff;

/** The first that is given counts. */
const FRICTIONS = [
  ["ode", "mu", "mu2"],
  ["bullet", "friction", "friction2"],
] as const;

interface Friction {
  readonly element: XmlElement;
  /** The first direction of friction, and across it. */
  readonly along: number;
  readonly across: number;
}

function frictionIn(friction: XmlElement, [program, first, second]: (typeof FRICTIONS)[number], path: string): Friction[] {
  return childrenOf(friction, program).flatMap((element) => {
    if (textIn(element, first) === undefined && textIn(element, second) === undefined) return [];
    return [{ element, along: numberIn(element, first, path, 1), across: numberIn(element, second, path, 1) }];
  });
}
