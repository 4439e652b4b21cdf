/**
 * A joint of a URDF: what it joins, its axis, limits, damping and friction, and where it begins.
 *
 *     of the file     fixed    revolute               continuous    prismatic               floating    spherical, ball
 *     here            fixed    revolute with stops    revolute      prismatic with stops    free        spherical
 *
 * Limits that leave no way to move hold the joint; those in the wrong order are swapped; a revolute or prismatic joint without limits has
 * no stops. Planar joints are made of others by whoever adds the links between them (bodies.ts).
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { XmlElement } from "../../xml.js";
import type { JointMotor, JointSpring } from "../mechanism/scene-link.js";
import type { Account } from "./account.js";
import { at, childOf, numberOf, type Placed, placed, readOrigin, vectorOf, within } from "./fields.js";

export interface Limits {
  readonly lower: number;
  readonly upper: number;
}

/** q = multiplier * q of another joint + offset. */
export interface Mimic {
  readonly element: XmlElement;
  readonly joint: string;
  readonly multiplier: number;
  readonly offset: number;
}

export interface UrdfJoint {
  readonly element: XmlElement;
  readonly path: string;
  readonly name: string;
  readonly type: JointKind;
  readonly parent: string;
  readonly child: string;
  /** In the parent link. */
  readonly frame: Placed;
  readonly axis: Vec3;
  readonly limits?: Limits;
  readonly damping: number;
  readonly friction: number;
  readonly mimic?: Mimic;
  /** What the format has besides: a spring, a motor, where it begins. */
  readonly spring?: JointSpring;
  /** Where the joint is at what the file counts as zero: it counts from where it is drawn here. Default: there. */
  readonly zero?: number;
  readonly motor?: JointMotor;
  /** What MuJoCo adds to the inertia about it and is left out here, kg m^2 or kg. Default: 0. */
  readonly armature?: number;
  /** Springs and dampers that follow from the inertia that the joint moves. Default: none. */
  readonly tuned?: readonly Tuned[];
}

/** By time constant, s, and damping ratio, with the rest of the spring; or of a servo: its stiffness, by damping ratio. */
export type Tuned =
  | { readonly timeConstant: number; readonly ratio: number; readonly rest: number }
  | { readonly servo: number; readonly ratio: number };

const KINDS = ["fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"] as const;
export type JointKind = (typeof KINDS)[number];

/** What a caller may choose of the joints. */
export interface JointOptions {
  /** Of what strikes a joint limit. Default: 0. */
  readonly limitRestitution?: number;
  /** Where joints are at the beginning, by name: rad or m. Default: 0, or the limit nearest to it. */
  readonly positions?: Readonly<Record<string, number>>;
}

/** Undefined where it joins nothing; every complaint is kept. */
export function readJoint(
  name: string,
  element: XmlElement,
  links: ReadonlyMap<string, XmlElement>,
  account: Account,
): UrdfJoint | undefined {
  const path = `joint ${name}`;
  // What has no known type still joins its links, so that these are not complained about too.
  const type = account.attempt(() => kindOf(element, path), "fixed");
  const [parent, child] = (["parent", "child"] as const).map((end) => account.attempt(() => endOf(element, end, path), undefined));
  if (parent !== undefined && parent === child) account.complain(new InvalidInputError(at(element, path), child, "is joined to itself"));
  const rest = {
    frame: account.attempt(() => readOrigin(element, path, account), {}),
    axis: type === "fixed" ? ([1, 0, 0] as const) : account.attempt(() => readAxis(element, path), [1, 0, 0] as const),
    damping: account.attempt(() => dynamics("damping"), 0),
    friction: account.attempt(() => dynamics("friction"), 0),
    ...(type === "revolute" || type === "prismatic" ? account.attempt(() => readLimits(element, path, account), {}) : {}),
    ...account.attempt(() => readMimic(element, path, account), {}),
  };
  if (parent === undefined || child === undefined) return undefined;
  if (childOf(element, "safety_controller", path, account) !== undefined && type !== "fixed")
    account.note(element, path, "its safety controller is passed over");
  return { element, path, name, type, parent, child, ...rest };

  function endOf(joint: XmlElement, end: "parent" | "child", own: string): string {
    const given = childOf(joint, end, own, account);
    const link = given?.attributes.get("link");
    if (link === undefined) throw new InvalidInputError(at(joint, `${own}/${end}@link`), link, "is given, and every joint needs it");
    if (!links.has(link)) throw new InvalidInputError(at(given ?? joint, `${own}/${end}@link`), link, "is not a link of this robot");
    return link;
  }

  function dynamics(what: "damping" | "friction"): number {
    const given = childOf(element, "dynamics", path, account);
    const value = given === undefined ? 0 : numberOf(given, what, `${path}/dynamics`, 0);
    if (value < 0 && given !== undefined) throw new InvalidInputError(at(given, `${path}/dynamics@${what}`), value, "is negative");
    return value;
  }
}

function kindOf(element: XmlElement, path: string): JointKind {
  const given = element.attributes.get("type");
  const type = KINDS.find((kind) => kind === (given === "ball" ? "spherical" : given));
  if (type === undefined) throw new InvalidInputError(at(element, `${path}@type`), given, `is not one of ${KINDS.join(", ")}`);
  return type;
}

function readLimits(element: XmlElement, path: string, account: Account): { readonly limits?: Limits } {
  const limit = childOf(element, "limit", path, account);
  const says = (name: string) => limit?.attributes.has(name) === true;
  if (limit === undefined || !(says("lower") || says("upper"))) {
    account.repair(limit ?? element, `${path}/limit`, "neither lower nor upper is given: it has no stops");
    return {};
  }
  const lower = numberOf(limit, "lower", `${path}/limit`, 0);
  const upper = numberOf(limit, "upper", `${path}/limit`, 0);
  if (lower <= upper) return { limits: { lower, upper } };
  account.repair(limit, `${path}/limit`, `lower ${lower} is above upper ${upper}: they are swapped`);
  return { limits: { lower: upper, upper: lower } };
}

function readMimic(element: XmlElement, path: string, account: Account): { readonly mimic?: Mimic } {
  const given = childOf(element, "mimic", path, account);
  if (given === undefined) return {};
  const joint = given.attributes.get("joint");
  if (joint === undefined) throw new InvalidInputError(at(given, `${path}/mimic@joint`), joint, "is given, and a mimic needs it");
  const multiplier = numberOf(given, "multiplier", `${path}/mimic`, 1);
  return { mimic: { element: given, joint, multiplier, offset: numberOf(given, "offset", `${path}/mimic`, 0) } };
}

function readAxis(element: XmlElement, path: string): Vec3 {
  const given = element.children.find(({ name }) => name === "axis");
  const axis = given === undefined ? ([1, 0, 0] as const) : vectorOf(given, "xyz", `${path}/axis`, [1, 0, 0]);
  if (vec3.normalize(axis) === undefined) throw new InvalidInputError(at(given ?? element, `${path}/axis@xyz`), axis, "has no direction");
  return axis;
}

/** Whether it has one coordinate. */
export function isSingle({ type }: Pick<UrdfJoint, "type">): boolean {
  return type === "revolute" || type === "continuous" || type === "prismatic";
}

/** The child's frame in the parent, with the joint at a position. */
export function frameAt({ type, frame, axis }: UrdfJoint, position: number): Placed {
  if (position === 0 || type === "fixed") return frame;
  const unit = vec3.normalize(axis) ?? axis;
  if (type === "prismatic") return within(frame, placed(vec3.scale(unit, position), quaternion.IDENTITY));
  return within(frame, placed(vec3.ZERO, quaternion.fromAxisAngle(unit, position) ?? quaternion.IDENTITY));
}
