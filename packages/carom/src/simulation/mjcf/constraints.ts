/**
 * What MJCF says besides bodies: equalities, actuators; what touches is in contacts.ts.
 *
 *     equality joint     q1 = c0 + c1 q2, from where the bodies are drawn: a gear. Higher terms: left out
 *     connect, weld      a loop that a spherical or a fixed joint closes, where the bodies are drawn
 *     motor              a motor with effort 0, for a study to give its efforts
 *     position           a servo with its control at 0: a spring of kp gear^2 to where the file counts 0, and a damper of kv gear^2
 *     velocity           the damper alone
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import * as vec3 from "../../math/vec3.js";
import type { XmlElement } from "../../xml.js";
import type { SceneLoop } from "../mechanism/scene-link.js";
import type { Account } from "../urdf/account.js";
import { at, childrenOf, inverse, type Placed, placed, within } from "../urdf/fields.js";
import type { UrdfJoint } from "../urdf/joint.js";
import { type Contacts, createContacts, readContact } from "./contacts.js";
import { type Defaults, flagOf, listOf, numberOf, numbersOf, type Styled, styled, vectorOf, WORLD, wordOf } from "./fields.js";
import { springsOf } from "./joints.js";
import type { Walked } from "./walk.js";

/** A loop between bodies, with frames in their axes as drawn. */
export interface BodyLoop {
  readonly type: SceneLoop["type"];
  readonly bodies: readonly [string, string];
  readonly frames: readonly [Placed, Placed];
}

export interface Constraints {
  readonly joints: readonly UrdfJoint[];
  readonly loops: readonly BodyLoop[];
  readonly contacts: Contacts;
}

export function readConstraints(root: XmlElement, walked: Walked, defaults: Defaults, account: Account): Constraints {
  const joints = new Map(walked.joints.map((joint) => [joint.name, joint]));
  const loops: BodyLoop[] = [];
  const each = (section: string, read: (of: Styled) => void) => {
    for (const part of childrenOf(root, section))
      for (const element of part.children)
        account.attempt(() => {
          read(
            styled(
              element,
              `${section}/${element.name}${element.attributes.has("name") ? ` ${element.attributes.get("name")}` : ""}`,
              defaults,
              undefined,
              section === "equality" ? section : undefined,
            ),
          );
          return undefined;
        }, undefined);
  };
  const draw = drawnPlaces(walked);
  each("equality", (of) => readEquality(of, { joints, loops, walked, draw, account }));
  each("actuator", (of) => readActuator(of, joints, account));
  const contacts = createContacts(walked, account);
  each("contact", (of) => readContact(of, contacts));
  for (const section of ["tendon", "deformable", "extension"])
    for (const element of childrenOf(root, section)) account.repair(element, section, `<${section}> is left out`);
  return { joints: [...joints.values()], loops, contacts };
}

/** Of every body where it is drawn, world axes. */
function drawnPlaces({ joints, offsets }: Walked): (body: string) => Placed {
  const links = new Map<string, Placed>([[WORLD, {}]]);
  // Parents come first.
  for (const { parent, child, frame } of joints) links.set(child, within(links.get(parent) ?? {}, frame));
  return (body) => within(links.get(body) ?? {}, offsets.get(body) ?? {});
}

interface Equalities {
  readonly joints: Map<string, UrdfJoint>;
  readonly loops: BodyLoop[];
  readonly walked: Walked;
  readonly draw: (body: string) => Placed;
  readonly account: Account;
}

function readEquality(of: Styled, { joints, loops, walked, draw, account }: Equalities): void {
  const { element, path } = of;
  if (!flagOf(of, "active", true)) return;
  if (element.name === "joint") {
    readGear(of, joints, account);
    return;
  }
  if (element.name !== "connect" && element.name !== "weld") {
    account.repair(element, path, `an equality of <${element.name}> is left out`);
    return;
  }
  const type = element.name === "connect" ? "spherical" : "fixed";
  const [site1, site2] = [of.text("site1"), of.text("site2")];
  if (site1 !== undefined && site2 !== undefined) {
    const [first, second] = [site1, site2].map((name) => {
      const found = walked.sites.get(name);
      if (found === undefined) throw new InvalidInputError(at(element, path), name, "is not a site of this file");
      return found;
    });
    loops.push({ type, bodies: [first.body, second.body], frames: [first.place, second.place] });
    return;
  }
  const bodies = [of.text("body1"), of.text("body2") ?? WORLD].map((name) => {
    if (name === undefined || !walked.offsets.has(name)) throw new InvalidInputError(at(element, path), name, "is not a body of this file");
    return name;
  });
  if (bodies[0] === bodies[1]) throw new InvalidInputError(at(element, path), bodies[0], "is tied to itself");
  const anchor = placed(element.name === "connect" ? vectorOf(of, "anchor", vec3.ZERO) : vec3.ZERO, quaternion.IDENTITY);
  const given = listOf(of, "relpose", 7);
  if (given?.slice(3).some((value) => value !== 0) === true)
    account.repair(element, path, "its relative pose is passed over: the bodies are held as they are drawn");
  const inSecond = within(inverse(draw(bodies[1])), within(draw(bodies[0]), anchor));
  loops.push({ type, bodies: [bodies[0], bodies[1]], frames: [anchor, inSecond] });
}

function readGear(of: Styled, joints: Map<string, UrdfJoint>, account: Account): void {
  const { element, path } = of;
  const named = (attribute: string) => {
    const name = of.text(attribute);
    const found = name === undefined ? undefined : joints.get(name);
    if (found === undefined) throw new InvalidInputError(at(element, `${path}@${attribute}`), name, "is not a joint of this file");
    return found;
  };
  const follower = named("joint1");
  const [offset = 0, ratio = 1, ...higher] = numbersOf(of, "polycoef") ?? [];
  if (of.text("joint2") === undefined) {
    joints.set(follower.name, { ...follower, limits: { lower: offset, upper: offset } });
    return;
  }
  if (higher.some((value) => value !== 0)) account.repair(element, path, "only its constant and linear terms are taken");
  joints.set(follower.name, { ...follower, mimic: { element, joint: named("joint2").name, multiplier: ratio, offset } });
}

function readActuator(of: Styled, joints: Map<string, UrdfJoint>, account: Account): void {
  const { element, path } = of;
  const name = of.text("joint");
  const joint = name === undefined ? undefined : joints.get(name);
  if (name !== undefined && joint === undefined)
    throw new InvalidInputError(at(element, `${path}@joint`), name, "is not a joint of this file");
  const gear = numbersOf(of, "gear")?.[0] ?? 1;
  const isMotor = element.name === "motor";
  const gains = isMotor ? { stiffness: 0, damping: 0 } : gainsOf(of);
  if (joint === undefined) account.repair(element, path, "only actuators of joints are read: it is left out");
  else if (joint.type !== "revolute" && joint.type !== "prismatic")
    account.repair(element, path, `${joint.name} is a ${joint.type} joint: it is left out`);
  else if (isMotor) {
    joints.set(joint.name, { ...joint, motor: { effort: 0 } });
    account.note(element, path, `a motor of joint ${joint.name} with effort 0: the study may give its efforts, ${gear} times the control`);
  } else if (gains === undefined) account.repair(element, path, `<${element.name}> of this kind has no equal here: it is left out`);
  else {
    const spring = withSpring(joint, gains.stiffness * gear * gear);
    const ratio = element.name === "position" ? numberOf(of, "dampratio", 0) : 0;
    if (ratio > 0 && of.text("kv") !== undefined)
      throw new InvalidInputError(at(element, `${path}@dampratio`), ratio, "is given besides kv: it is one of the two");
    const tuned = ratio > 0 ? { tuned: [...(joint.tuned ?? []), { servo: gains.stiffness * gear * gear, ratio }] } : {};
    joints.set(joint.name, { ...joint, damping: joint.damping + gains.damping * gear * gear, ...spring, ...tuned });
    const what = gains.stiffness > 0 ? "a spring and a damper" : "a damper";
    account.repair(element, path, `a servo of joint ${joint.name} with its control at 0: ${what}; its range of force is passed over`);
  }
}

/** The spring of a joint and one more to where the file counts 0. */
function withSpring({ spring, zero = 0 }: UrdfJoint, added: number): Pick<UrdfJoint, "spring"> {
  return added === 0 ? {} : { spring: springsOf(spring, { stiffness: added, position: zero }) };
}

/** Force = -(stiffness q + damping q') of servos whose control is 0; undefined of others. */
function gainsOf(of: Styled): { readonly stiffness: number; readonly damping: number } | undefined {
  if (of.element.name === "position") return { stiffness: numberOf(of, "kp", 1), damping: numberOf(of, "kv", 0) };
  if (of.element.name === "velocity") return { stiffness: 0, damping: numberOf(of, "kv", 1) };
  if (of.element.name !== "general" || wordOf(of, "biastype", "none") !== "affine") return undefined;
  if (wordOf(of, "gaintype", "fixed") !== "fixed" || wordOf(of, "dyntype", "none") !== "none") return undefined;
  const [constant = 0, position = 0, velocity = 0] = numbersOf(of, "biasprm") ?? [];
  return constant === 0 && position <= 0 && velocity <= 0 ? { stiffness: -position, damping: -velocity } : undefined;
}
