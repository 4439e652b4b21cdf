/**
 * A joint of a URDF as one of a scene: what it joins, its axis, limits, damping and friction, and where it begins.
 *
 *     fixed, revolute, continuous, prismatic, floating     fixed, revolute with stops, revolute, prismatic with stops, free
 *
 * Planar joints are made of these by whoever adds the links between them (urdf.ts).
 */
import { InvalidInputError } from "../../errors.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { JointStart, SceneJoint } from "../mechanism/scene-link.js";
import { at, childOf, numberOf, readOrigin, vectorOf } from "./fields.js";
import type { XmlElement } from "./xml.js";

export interface UrdfJoint {
  readonly element: XmlElement;
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
}

const JOINT_TYPES = ["fixed", "revolute", "continuous", "prismatic", "floating", "planar"];

export function readJointEnds(name: string, element: XmlElement, links: ReadonlyMap<string, XmlElement>): UrdfJoint {
  const path = `joint ${name}`;
  const type = element.attributes.get("type");
  if (type === undefined || !JOINT_TYPES.includes(type))
    throw new InvalidInputError(at(element, `${path}@type`), type, `is not one of ${JOINT_TYPES.join(", ")}`);
  const mimic = childOf(element, "mimic", path);
  if (mimic !== undefined)
    throw new InvalidInputError(at(mimic, `${path}/mimic`), "<mimic>", "is not supported: joints that follow others");
  const [parent, child] = (["parent", "child"] as const).map((end) => {
    const link = childOf(element, end, path)?.attributes.get("link");
    if (link === undefined) throw new InvalidInputError(at(element, `${path}/${end}@link`), link, "is given, and every joint needs it");
    if (!links.has(link)) throw new InvalidInputError(at(element, `${path}/${end}@link`), link, "is not a link of this robot");
    return link;
  });
  if (parent === child) throw new InvalidInputError(at(element, path), child, "is joined to itself");
  return { element, path, name, type, parent, child };
}

/** What a caller may choose of the joints. */
export interface JointOptions {
  /** Of what strikes a joint limit. Default: 0. */
  readonly limitRestitution?: number;
  /** Where joints are at the beginning, by name: rad or m. Default: 0, or the limit nearest to it. */
  readonly positions?: Readonly<Record<string, number>>;
}

export function readJoint(joint: UrdfJoint, { positions = {}, limitRestitution }: JointOptions, warnings: Set<string>): SceneJoint {
  const { element, path, type, parent, name } = joint;
  const common = { parent, ...readOrigin(element, path) };
  if (type === "fixed") return { type, ...common };
  const damping = readDynamics(joint, "damping");
  const resisting = { ...(damping === 0 ? {} : { damping }) };
  if (type === "floating") return { type: "free", ...common, ...resisting };
  const friction = readDynamics(joint, "friction");
  const limits = type === "continuous" ? {} : readLimits(joint);
  if (childOf(element, "safety_controller", path) !== undefined) warnings.add(`the safety controller of joint ${name} was passed over`);
  const start = startOf(Object.hasOwn(positions, name) ? positions[name] : undefined, limits);
  return {
    type: type === "prismatic" ? "prismatic" : "revolute",
    ...common,
    axis: readAxis(joint),
    ...resisting,
    ...(friction === 0 ? {} : { friction: { effort: friction } }),
    ...(type === "continuous"
      ? {}
      : { limits: { ...limits, ...(limitRestitution === undefined ? {} : { restitution: limitRestitution }) } }),
    ...(start === undefined ? {} : { start }),
  };
}

/** Zero, where the limits allow it, is where joints begin anyway. */
function startOf(
  given: number | undefined,
  { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY }: Limits,
): JointStart | undefined {
  const position = given ?? Math.min(upper, Math.max(lower, 0));
  return position === 0 ? undefined : { position };
}

interface Limits {
  readonly lower?: number;
  readonly upper?: number;
}

function readLimits({ element, path, type }: UrdfJoint): Limits {
  const limit = childOf(element, "limit", path);
  if (limit === undefined) throw new InvalidInputError(at(element, `${path}/limit`), undefined, `is given, and a ${type} joint needs it`);
  const lower = numberOf(limit, "lower", `${path}/limit`, 0);
  const upper = numberOf(limit, "upper", `${path}/limit`, 0);
  if (!(lower <= upper)) throw new InvalidInputError(at(limit, `${path}/limit`), [lower, upper], "are not in order: lower <= upper");
  return { lower, upper };
}

function readDynamics({ element, path }: UrdfJoint, what: "damping" | "friction"): number {
  const dynamics = childOf(element, "dynamics", path);
  if (dynamics === undefined) return 0;
  const value = numberOf(dynamics, what, `${path}/dynamics`, 0);
  if (value < 0) throw new InvalidInputError(at(dynamics, `${path}/dynamics@${what}`), value, "is negative");
  return value;
}

export function readAxis({ element, path }: UrdfJoint): Vec3 {
  const given = childOf(element, "axis", path);
  const axis = given === undefined ? ([1, 0, 0] as const) : vectorOf(given, "xyz", `${path}/axis`, [1, 0, 0]);
  if (vec3.normalize(axis) === undefined) throw new InvalidInputError(at(given ?? element, `${path}/axis@xyz`), axis, "has no direction");
  return axis;
}
