/**
 * Joints of an MJCF body. A body may have several, one after the other: each becomes a joint with a link without mass, the last has the
 * body itself. A link's frame stands at the anchor of its joint, so that of a body is off by the anchor of its last one.
 *
 *     hinge, slide, ball, free     revolute, prismatic, spherical, free
 *     ref                          what the file counts as the joint's value where the body is drawn; here it is zero there
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { XmlElement } from "../../xml.js";
import type { JointSpring } from "../mechanism/scene-link.js";
import type { Account } from "../urdf/account.js";
import { at, type Placed, placed, within } from "../urdf/fields.js";
import type { JointKind, UrdfJoint } from "../urdf/joint.js";
import { type Compiler, flagOf, listOf, numberOf, type Styled, vectorOf, WORLD, wordOf } from "./fields.js";

const KINDS: Readonly<Record<string, JointKind>> = { hinge: "revolute", slide: "prismatic", ball: "spherical", free: "floating" };

export interface JointChain {
  readonly joints: readonly UrdfJoint[];
  /** Links between, without mass. */
  readonly between: readonly string[];
  /** The body's frame in the frame of its link. */
  readonly offset: Placed;
}

interface Hung {
  readonly body: string;
  readonly element: XmlElement;
  /** Link that it hangs on, and the body's frame in that link's. */
  readonly parent: string;
  readonly frame: Placed;
}

/** The joints that move a body; none: it is fixed to its parent. */
export function chainOf(
  { body, element, parent, frame }: Hung,
  joints: readonly Styled[],
  compiler: Compiler,
  account: Account,
): JointChain {
  const made: UrdfJoint[] = [];
  const between: string[] = [];
  let [above, anchor, place] = [parent, vec3.ZERO as Vec3, frame];
  for (const [i, of] of joints.entries()) {
    const isLast = i === joints.length - 1;
    const child = isLast ? body : `${body}/${of.text("name") ?? i + 1}`;
    if (!isLast) between.push(child);
    const read = readJoint(of, compiler, account);
    if (read.type === "floating" && (joints.length > 1 || parent !== WORLD))
      throw new InvalidInputError(at(of.element, of.path), "free", "is the only joint of a body of the world, or none");
    const own = read.type === "floating" ? vec3.ZERO : vectorOf(of, "pos", vec3.ZERO);
    made.push({
      ...read,
      name: of.text("name") ?? `${child} joint`,
      parent: above,
      child,
      frame: within(place, placed(vec3.subtract(own, anchor), quaternion.IDENTITY)),
    });
    [above, anchor, place] = [child, own, {}];
  }
  if (joints.length === 0)
    made.push({
      element,
      path: `body ${body}`,
      name: `${body} weld`,
      type: "fixed",
      parent,
      child: body,
      frame,
      axis: [1, 0, 0],
      damping: 0,
      friction: 0,
    });
  return { joints: made, between, offset: placed(vec3.scale(anchor, -1), quaternion.IDENTITY) };
}

type ReadJoint = Omit<UrdfJoint, "name" | "parent" | "child" | "frame">;

function readJoint(of: Styled, compiler: Compiler, account: Account): ReadJoint {
  const { element, path } = of;
  const kind = element.name === "freejoint" ? "free" : wordOf(of, "type", "hinge");
  const type = KINDS[kind];
  if (type === undefined) throw new InvalidInputError(at(element, `${path}@type`), kind, `is not one of ${Object.keys(KINDS).join(", ")}`);
  const axis = vectorOf(of, "axis", [0, 0, 1]);
  if (vec3.normalize(axis) === undefined) throw new InvalidInputError(at(element, `${path}@axis`), axis, "has no direction");
  const notNegative = (name: string) => {
    const value = numberOf(of, name, 0);
    if (value < 0) throw new InvalidInputError(at(element, `${path}@${name}`), value, "is negative");
    return value;
  };
  const [damping, friction] = [notNegative("damping"), notNegative("frictionloss")];
  const single = type === "revolute" || type === "prismatic";
  const unit = type === "revolute" ? compiler.angle : 1;
  const ref = single ? unit * numberOf(of, "ref", 0) : 0;
  const armature = notNegative("armature");
  if (armature > 0 && type !== "floating")
    account.repair(element, path, `its armature, ${armature}, is left out: there are no rotors here`);
  const [timeConstant, ratio] = listOf(of, "springdamper", 2) ?? [0, 0];
  const isTuned = timeConstant > 0 && ratio > 0;
  if (isTuned && !single) account.repair(element, `${path}@springdamper`, `it is left out: a ${kind} joint has no spring here`);
  // MuJoCo puts these in the place of stiffness and damping.
  const tunes = isTuned && single;
  const stiffness = tunes ? 0 : notNegative("stiffness");
  const rest = unit * numberOf(of, "springref", 0) - ref;
  if (!single && (friction > 0 || stiffness > 0))
    account.repair(element, path, `its stiffness and friction are left out: a ${kind} joint has none here`);
  return {
    element,
    path,
    type,
    axis,
    damping: tunes ? 0 : damping,
    friction: single ? friction : 0,
    ...(armature > 0 ? { armature } : {}),
    ...(tunes ? { tuned: [{ timeConstant, ratio, rest }] } : {}),
    // What is free has no stops, whatever its class says.
    ...(type === "floating" ? {} : limitsOf(of, compiler, { single, unit, ref, account })),
    ...(ref === 0 ? {} : { zero: -ref }),
    ...(single && stiffness > 0 ? { spring: springOf(stiffness, rest) } : {}),
  };
}

/** Where it rests is told where that is not 0. */
export const springOf = (stiffness: number, position: number) => ({ stiffness, ...(position === 0 ? {} : { position }) });

/** Two springs of a joint are one: k (q - a) + l (q - b) = (k + l) (q - (k a + l b) / (k + l)). */
export function springsOf(first: JointSpring | undefined, { stiffness: added, position: other = 0 }: JointSpring): JointSpring {
  const { stiffness: own = 0, position: rest = 0 } = first ?? {};
  const stiffness = own + added;
  return springOf(stiffness, own === 0 ? other : (own * rest + added * other) / stiffness);
}

interface Scale {
  readonly single: boolean;
  readonly unit: number;
  readonly ref: number;
  readonly account: Account;
}

function limitsOf(of: Styled, { autolimits }: Compiler, { single, unit, ref, account }: Scale): Pick<UrdfJoint, "limits"> {
  const range = listOf(of, "range", 2);
  const isWide = range !== undefined && range[0] < range[1];
  if (!flagOf(of, "limited", autolimits && isWide)) {
    const says = range === undefined || of.text("limited") === "false" || range[0] === range[1];
    if (!says && !isWide)
      account.repair(of.element, `${of.path}@range`, "its numbers are in the wrong order: it has no stops, as in MuJoCo");
    else if (!says) account.repair(of.element, `${of.path}@range`, "it is left out: autolimits is false, and limited is not given");
    return {};
  }
  if (range === undefined)
    throw new InvalidInputError(at(of.element, `${of.path}@range`), range, "is given, and a joint with stops needs it");
  if (!single) {
    account.repair(of.element, of.path, "its range is left out: a ball joint has no stops here");
    return {};
  }
  const [lower, upper] = range.map((value) => unit * value - ref);
  if (!isWide) throw new InvalidInputError(at(of.element, `${of.path}@range`), of.text("range"), "are in the wrong order");
  return { limits: { lower, upper } };
}
