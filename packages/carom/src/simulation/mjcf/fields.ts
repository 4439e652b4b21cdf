/**
 * What the elements of an MJCF hold, with the defaults of their classes: numbers, places, turns.
 *
 *     default     <default class="a"> holds one element of each kind; classes inside it begin with what it has. An element has its `class`,
 *                 else the `childclass` of the nearest body or frame around it, else the outermost class
 *     turn        quat (w x y z), axisangle, euler (in the order of the compiler), xyaxes, zaxis; angles as the compiler says
 */
import { InvalidInputError } from "../../errors.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { XmlElement } from "../../xml.js";
import { at, fromZ, type Placed, placed } from "../urdf/fields.js";

/** The link that stands. */
export const WORLD = "world";

/** What <compiler> and <option> say. */
export interface Compiler {
  /** rad in one unit of the file's angles. */
  readonly angle: number;
  /** Order and kind of Euler angles: small letters turn with the body. */
  readonly eulerOrder: string;
  /** Whether joints with a range have stops though they do not say `limited`. */
  readonly autolimits: boolean;
  readonly inertiaFromGeom: "auto" | "true" | "false";
  /** Least and largest group of shapes that weigh. */
  readonly inertiaGroups: readonly [number, number];
  /** Before names of meshes. */
  readonly meshFolder: string;
  readonly stripPath: boolean;
  /** Whether moments that no body can have become their mean. */
  readonly balanceInertia: boolean;
  /** Least mass of a body, kg, and least moment, kg m^2. */
  readonly boundMass: number;
  readonly boundInertia: number;
  /** kg, of all bodies together, which they are scaled to; undefined: as they are. */
  readonly totalMass: number | undefined;
}

/** An element with the attributes of its class. */
export interface Styled {
  readonly element: XmlElement;
  readonly path: string;
  text(name: string): string | undefined;
}

export function wordOf(of: Styled, name: string, otherwise: string): string {
  return of.text(name) ?? otherwise;
}

export function numbersOf(of: Styled, name: string): number[] | undefined {
  const text = of.text(name);
  if (text === undefined) return undefined;
  const values = text.trim() === "" ? [] : text.trim().split(/\s+/).map(Number);
  if (!values.every(Number.isFinite)) throw new InvalidInputError(at(of.element, `${of.path}@${name}`), text, "are not numbers");
  return values;
}

export function numberOf(of: Styled, name: string, otherwise: number): number {
  const values = numbersOf(of, name);
  if (values === undefined) return otherwise;
  if (values.length !== 1) throw new InvalidInputError(at(of.element, `${of.path}@${name}`), of.text(name), "is not a number");
  return values[0];
}

/** One of some words; others are refused: MuJoCo refuses them too. */
export function choiceOf<T extends string>(of: Styled, name: string, choices: readonly T[], otherwise: T): T {
  const word = wordOf(of, name, otherwise);
  const found = choices.find((choice) => choice === word);
  if (found === undefined) throw new InvalidInputError(at(of.element, `${of.path}@${name}`), word, `is not one of ${choices.join(", ")}`);
  return found;
}

/** So many numbers. */
export function listOf(of: Styled, name: string, count: number): number[] | undefined {
  const values = numbersOf(of, name);
  if (values !== undefined && values.length !== count)
    throw new InvalidInputError(at(of.element, `${of.path}@${name}`), of.text(name), `are not ${count} numbers`);
  return values;
}

export function vectorOf(of: Styled, name: string, otherwise: Vec3): Vec3 {
  const values = listOf(of, name, 3);
  return values === undefined ? otherwise : [values[0], values[1], values[2]];
}

/** true, false, or auto. */
export function flagOf(of: Styled, name: string, auto: boolean): boolean {
  const word = choiceOf(of, name, ["auto", "true", "false"], "auto");
  return word === "auto" ? auto : word === "true";
}

/** Position and turn. */
export function placeOf(of: Styled, compiler: Compiler): Placed {
  return placed(vectorOf(of, "pos", vec3.ZERO), turnOf(of, compiler));
}

const TURNS = ["quat", "axisangle", "xyaxes", "zaxis", "euler"];

/** The turn of the element itself, else that of its class. */
export function turnOf(whole: Styled, { angle, eulerOrder }: Compiler): Quaternion {
  const given = TURNS.filter((name) => whole.element.attributes.has(name));
  if (given.length > 1)
    throw new InvalidInputError(at(whole.element, `${whole.path}@${given[1]}`), given.join(" and "), "are two turns: it has one");
  const of: Styled = given.length === 0 ? whole : { ...whole, text: (name) => whole.element.attributes.get(name) };
  const fail = (name: string, expected: string): never => {
    throw new InvalidInputError(at(of.element, `${of.path}@${name}`), of.text(name), expected);
  };
  const quat = listOf(of, "quat", 4);
  if (quat !== undefined) return quaternion.normalize([quat[1], quat[2], quat[3], quat[0]]) ?? fail("quat", "has no direction");
  const about = listOf(of, "axisangle", 4);
  if (about !== undefined) {
    const axis = vec3.normalize([about[0], about[1], about[2]]) ?? fail("axisangle", "has no direction");
    return quaternion.fromAxisAngle(axis, angle * about[3]) ?? quaternion.IDENTITY;
  }
  const axes = listOf(of, "xyaxes", 6);
  if (axes !== undefined) {
    const x = vec3.normalize([axes[0], axes[1], axes[2]]) ?? fail("xyaxes", "has no direction");
    const given: Vec3 = [axes[3], axes[4], axes[5]];
    const y = vec3.normalize(vec3.addScaled(given, x, -vec3.dot(given, x))) ?? fail("xyaxes", "has two axes along one line");
    return quaternion.fromMatrix(mat3.fromColumns(x, y, vec3.cross(x, y)));
  }
  const z = listOf(of, "zaxis", 3);
  if (z !== undefined) return fromZ(vec3.normalize([z[0], z[1], z[2]]) ?? fail("zaxis", "has no direction"));
  const euler = listOf(of, "euler", 3);
  return euler === undefined ? quaternion.IDENTITY : fromEuler(euler, eulerOrder, angle);
}

function fromEuler(angles: readonly number[], order: string, unit: number): Quaternion {
  let turn: Quaternion = quaternion.IDENTITY;
  for (const [i, letter] of [...order].entries()) {
    const axis: Vec3 = [/x/i.test(letter) ? 1 : 0, /y/i.test(letter) ? 1 : 0, /z/i.test(letter) ? 1 : 0];
    const own = quaternion.fromAxisAngle(axis, unit * angles[i]) ?? quaternion.IDENTITY;
    turn = letter === letter.toLowerCase() ? quaternion.multiply(turn, own) : quaternion.multiply(own, turn);
  }
  return turn;
}

/** Attributes of a class by the kind of element: `joint`, `geom`. */
export type Defaults = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;
const MAIN = "main";

/** All classes of a file. */
export function readDefaults(root: XmlElement): Defaults {
  const classes = new Map<string, ReadonlyMap<string, ReadonlyMap<string, string>>>([[MAIN, new Map()]]);
  const read = (element: XmlElement, name: string, outer: ReadonlyMap<string, ReadonlyMap<string, string>>) => {
    const own = new Map(outer);
    for (const child of element.children)
      if (child.name !== "default") {
        const kind = styleOf(child.name);
        own.set(kind, new Map([...(own.get(kind) ?? []), ...child.attributes]));
      }
    classes.set(name, own);
    for (const child of element.children)
      if (child.name === "default") {
        const inner = child.attributes.get("class");
        if (inner === undefined)
          throw new InvalidInputError(at(child, "default@class"), inner, "is given, and a class inside another needs it");
        read(child, inner, own);
      }
  };
  for (const element of root.children)
    if (element.name === "default") {
      const name = element.attributes.get("class") ?? MAIN;
      read(element, name, classes.get(MAIN) ?? new Map());
    }
  return classes;
}

const ACTUATORS = new Set([
  ...["motor", "position", "velocity", "intvelocity", "orientation", "pid", "damper", "cylinder", "muscle", "adhesion", "dcmotor"],
]);

/** Actuators of all types have one set of defaults. */
function styleOf(name: string): string {
  return ACTUATORS.has(name) ? "general" : name;
}

/**
 * An element with the attributes of its class; those of its own win.
 * @param kind of its defaults, where they are not called as it is
 */
export function styled(element: XmlElement, path: string, defaults: Defaults, around: string | undefined, kind?: string): Styled {
  const name = element.attributes.get("class") ?? around ?? MAIN;
  const found = defaults.get(name);
  if (found === undefined) throw new InvalidInputError(at(element, `${path}@class`), name, "is not a class of this file");
  // A free joint has no defaults of joints.
  const own = found.get(kind ?? styleOf(element.name));
  return { element, path, text: (attribute) => element.attributes.get(attribute) ?? own?.get(attribute) };
}

/** <compiler> of all files that were put together, with MuJoCo's defaults. */
export function readCompiler(root: XmlElement): Compiler {
  const attributes = new Map<string, string>();
  for (const element of root.children)
    if (element.name === "compiler") for (const [name, value] of element.attributes) attributes.set(name, value);
  const own = root.children.find(({ name }) => name === "compiler") ?? root;
  const of: Styled = { element: own, path: "compiler", text: (name) => attributes.get(name) };
  const order = wordOf(of, "eulerseq", "xyz");
  if (!/^[xyz]{3}$/i.test(order)) throw new InvalidInputError(at(own, "compiler@eulerseq"), order, "are not three of x, y, z");
  const coordinate = wordOf(of, "coordinate", "local");
  if (coordinate !== "local")
    throw new InvalidInputError(at(own, "compiler@coordinate"), coordinate, "is not local: MuJoCo has dropped it too");
  const groups = listOf(of, "inertiagrouprange", 2) ?? [0, 5];
  const isTrue = (name: string, otherwise: "true" | "false") => choiceOf(of, name, ["true", "false"], otherwise) === "true";
  const totalMass = numberOf(of, "settotalmass", -1);
  return {
    angle: choiceOf(of, "angle", ["radian", "degree"], "degree") === "radian" ? 1 : Math.PI / 180,
    eulerOrder: order,
    autolimits: isTrue("autolimits", "true"),
    inertiaFromGeom: choiceOf(of, "inertiafromgeom", ["auto", "true", "false"], "auto"),
    inertiaGroups: [groups[0], groups[1]],
    meshFolder: wordOf(of, "meshdir", wordOf(of, "assetdir", "")),
    stripPath: isTrue("strippath", "false"),
    balanceInertia: isTrue("balanceinertia", "false"),
    boundMass: numberOf(of, "boundmass", 0),
    boundInertia: numberOf(of, "boundinertia", 0),
    totalMass: totalMass > 0 ? totalMass : undefined,
  };
}
