/**
 * A robot over a floor, ready to fall: placed by its own geometry, with what may touch listed.
 *
 *     height        of the lowest point of all its shapes over the floor z = 0, with the joints where they begin
 *     rules         of files that say what touches (contacts.ts) stand; the floor is like the ground of the file that it stands for
 *     neighbours    else bodies that a joint joins, also through bodies without shape, do not touch each other: hulls overlap at joints
 *     overlaps      nor do bodies that overlap at the beginning, and are told
 */
import * as vec3 from "../../math/vec3.js";
import type { SceneGear, SceneLink } from "../mechanism/scene-link.js";
import type { SceneContact, ScenePlane } from "../scene/scene.js";
import { ownersIn } from "./contacts.js";
import { frictionOf } from "./materials.js";
import type { UrdfRobot } from "./robot.js";
import { lowestOf, overlapsAmong, roundingOf, type Solid, solidsOf } from "./solids.js";

/** From where a robot falls, and on what. */
export interface DropOptions {
  /** Of the lowest point over the floor, m. */
  readonly height: number;
  /** Of contacts whose links do not say their own. Default: that of the robot's `surface`. */
  readonly friction?: number;
  /** Of contacts whose links do not say their own, 0 to 1. Default: that of the robot's `surface`. */
  readonly restitution?: number;
}

/** Bodies, gears and contacts of a scene. */
export interface DroppedRobot {
  /** With the floor. */
  readonly bodies: Readonly<Record<string, SceneLink | ScenePlane>>;
  /** Name of the floor: `floor`, unless a link is called so. */
  readonly floor: string;
  /** Joints that follow others. */
  readonly gears: readonly SceneGear[];
  /** All that may touch. */
  readonly contacts: readonly SceneContact[];
  /** What was left out, one sentence each. */
  readonly account: readonly string[];
}

/** The robot, its root free, over a floor. */
export function dropRobot(robot: UrdfRobot, { height, friction, restitution }: DropOptions): DroppedRobot {
  const solids = solidsOf(robot.bodies);
  const account: string[] = [];
  if (solids.length === 0) account.push("nothing of the robot can touch the floor: it falls through");
  const lowest = solids.reduce((least, solid) => Math.min(least, lowestOf(solid)), Number.POSITIVE_INFINITY);
  const rise = Number.isFinite(lowest) ? height - lowest : height;
  const bodies = Object.fromEntries(Object.entries(robot.bodies).map(([name, link]) => [name, raised(link, rise)]));
  const floor = floorName(robot);
  const otherwise = { friction: friction ?? robot.surface.friction, restitution: restitution ?? robot.surface.restitution };
  return {
    bodies: { ...bodies, [floor]: { plane: { normal: [0, 0, 1] } } },
    floor,
    gears: robot.gears,
    contacts: [
      ...floorContacts(robot, floor, otherwise, account),
      ...(robot.contacts === undefined ? pairsAmong(solids, robot, otherwise, account) : listedAmong(robot, otherwise.restitution)),
    ],
    account,
  };
}

/** Of a floor that is put under a robot. */
export function floorName({ bodies, planes }: Pick<UrdfRobot, "bodies" | "planes">): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? "floor" : `floor ${number}`;
    if (!Object.hasOwn(bodies, name) && !Object.hasOwn(planes, name)) return name;
  }
}

/** Of what moves and has a shape with a floor, which is like the ground of the file that it stands for. */
export function floorContacts(
  robot: Pick<UrdfRobot, "bodies" | "materials" | "onGround">,
  floor: string,
  otherwise: UrdfRobot["surface"],
  account: string[],
): SceneContact[] {
  const { bodies, materials, onGround } = robot;
  const ownerOf = ownersIn(bodies);
  const names = Object.keys(bodies).filter((name) => bodies[name].shape !== undefined && bodies[ownerOf(name)].joint.type !== "fixed");
  const touching = names.filter((name) => onGround === undefined || Object.hasOwn(onGround, name));
  const missed = onGround === undefined ? [] : names.filter((name) => !Object.hasOwn(onGround, name));
  const own = touching.filter((name) => materials[name]?.friction !== undefined || materials[name]?.isSmooth);
  if (own.length > 0 && onGround === undefined) account.push(`friction on the floor is that of the file for ${own.join(", ")}`);
  if (onGround !== undefined) account.push("the floor is like the ground of the file: bodies touch it as they do its first plane");
  if (missed.length > 0) account.push(`these do not touch the ground of the file, nor the floor: ${missed.join(", ")}`);
  return touching.map((name): SceneContact => {
    const material = materials[name] ?? {};
    const friction = onGround?.[name] ?? frictionOf(material, otherwise.friction);
    return { between: [name, floor], friction, restitution: material.restitution ?? otherwise.restitution };
  });
}

/** What the file's rules let touch, without its ground. There may be hundreds of thousands: they are not copied without need. */
function listedAmong({ contacts = [], planes, surface }: UrdfRobot, restitution: number): readonly SceneContact[] {
  const among =
    Object.keys(planes).length === 0 ? contacts : contacts.filter(({ between }) => !between.some((name) => Object.hasOwn(planes, name)));
  return restitution === surface.restitution ? among : among.map((contact) => ({ ...contact, restitution }));
}

/** Bodies that hang on the world by a free joint go up; others hang on them. */
function raised(link: SceneLink, rise: number): SceneLink {
  const { joint } = link;
  if ((joint.parent ?? "world") !== "world") return link;
  if (joint.type !== "free") {
    const [x, y, z] = joint.position ?? vec3.ZERO;
    return { ...link, joint: { ...joint, position: [x, y, z + rise] } };
  }
  const start = joint.start?.position;
  const [x, y, z] = typeof start === "object" ? start : vec3.ZERO;
  return { ...link, joint: { ...joint, start: { ...joint.start, position: [x, y, z + rise] } } };
}

/** Contacts of bodies that may touch each other, where the file has no rules. */
function pairsAmong(solids: readonly Solid[], { bodies }: UrdfRobot, otherwise: UrdfRobot["surface"], account: string[]): SceneContact[] {
  const ownerOf = ownersIn(bodies);
  const touchers = solids.map((solid, i) => {
    const owner = ownerOf(solid.name);
    return { i, name: solid.name, solid, owner, stands: bodies[owner].joint.type === "fixed", carrier: carrierOf(owner, bodies) };
  });
  type Toucher = (typeof touchers)[number];
  const mayTouch = (a: Toucher, b: Toucher) =>
    a.owner !== b.owner && !(a.stands && b.stands) && a.carrier !== b.owner && b.carrier !== a.owner;
  const inOrder = (pairs: [Toucher, Toucher][]) =>
    pairs.map(([a, b]) => (a.i < b.i ? [a, b] : [b, a])).sort(([a, b], [c, d]) => a.i - c.i || b.i - d.i);
  const overlapping = inOrder(overlapsAmong(touchers, roundingOf(solids), mayTouch)).map(([a, b]) => `${a.name} and ${b.name}`);
  const left = new Set(overlapping);
  const contacts: SceneContact[] = [];
  touchers.forEach((a, i) => {
    for (const b of touchers.slice(i + 1))
      if (mayTouch(a, b) && !(left.size > 0 && left.has(`${a.name} and ${b.name}`)))
        contacts.push({ between: [a.name, b.name], ...otherwise });
  });
  if (overlapping.length > 0) account.push(`these overlap at the beginning and do not touch each other: ${overlapping.join(", ")}`);
  return contacts;
}

/** The nearest body with a shape that a body hangs on. */
function carrierOf(name: string, bodies: UrdfRobot["bodies"]): string | undefined {
  // What is free is joined to nothing, whatever it is counted from.
  let above = bodies[name].joint.type === "free" ? undefined : bodies[name].joint.parent;
  while (above !== undefined && bodies[above] !== undefined && bodies[above].shape === undefined) above = bodies[above].joint.parent;
  return above;
}
