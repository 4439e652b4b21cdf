/**
 * A robot over a floor, ready to fall: placed by its own geometry, with what may touch listed.
 *
 *     height        of the lowest point of all its shapes over the floor z = 0, with the joints where they begin
 *     neighbours    bodies that a joint joins, also through bodies without shape, do not touch each other: hulls overlap at joints
 *     overlaps      bodies that overlap at the beginning do not touch each other either, and are told
 */
import { InvalidInputError } from "../../errors.js";
import { poseOf } from "../../geometry/closest-points.js";
import { type Core, coreOf } from "../../geometry/core.js";
import { findNearest } from "../../geometry/find-nearest.js";
import { finderOfCores, type Pose, placeFinder } from "../../geometry/finder.js";
import type { ConvexShape } from "../../geometry/shapes.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Part } from "../../mechanics/shapes/index.js";
import type { SceneGear, SceneJoint, SceneLink } from "../mechanism/scene-link.js";
import type { SceneContact, ScenePlane } from "../scene/scene.js";
import { type Placed, placed, within } from "./fields.js";
import type { UrdfRobot } from "./robot.js";
import { radiusOf } from "./shapes.js";

/** From where a robot falls, and on what. */
export interface DropOptions {
  /** Of the lowest point over the floor, m. */
  readonly height: number;
  /** Of contacts whose links do not say their own. */
  readonly friction: number;
  /** Of contacts whose links do not say their own, 0 to 1. */
  readonly restitution: number;
}

/** Bodies, gears and contacts of a scene. */
export interface DroppedRobot {
  /** With the floor, which is called `floor`. */
  readonly bodies: Readonly<Record<string, SceneLink | ScenePlane>>;
  /** Joints that follow others. */
  readonly gears: readonly SceneGear[];
  /** All that may touch. */
  readonly contacts: readonly SceneContact[];
  /** What was left out, one sentence each. */
  readonly account: readonly string[];
}

/** Overlap at the beginning, in lengths of the longest part, that is rounding: far above that of gaps, far below what a scene refuses. */
const ROUNDING = 1e-9;
const FLOOR = "floor";

interface Solid {
  readonly name: string;
  readonly parts: readonly SolidPart[];
}

/** A part of a body, read once: it may be looked at beside each part of all others. */
interface SolidPart {
  readonly core: Core;
  /** World axes. */
  readonly pose: Pose;
  readonly box: Around;
}

/** A box along the world's axes. */
interface Around {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** The robot, its root free, over a floor. */
export function dropRobot(robot: UrdfRobot, { height, friction, restitution }: DropOptions): DroppedRobot {
  if (Object.hasOwn(robot.bodies, FLOOR)) throw new InvalidInputError(`link ${FLOOR}`, FLOOR, "is the name of the floor: rename the link");
  const poses = posesOf(robot.bodies);
  const solids = Object.entries(robot.bodies).flatMap(([name, link]): Solid[] =>
    link.shape === undefined ? [] : [solidOf(name, link, poses.get(name) ?? {})],
  );
  const account: string[] = [];
  if (solids.length === 0) account.push("nothing of the robot can touch the floor: it falls through");
  const lowest = solids.reduce((least, { parts }) => Math.min(least, lowestOf(parts)), Number.POSITIVE_INFINITY);
  const rise = Number.isFinite(lowest) ? height - lowest : height;
  const bodies = Object.fromEntries(Object.entries(robot.bodies).map(([name, link]) => [name, raised(link, rise)]));
  const material = (name: string) => ({ friction, restitution, ...robot.materials[name] });
  const ofPair = (a: string, b: string) =>
    robot.greaterFriction === true ? Math.max(material(a).friction, material(b).friction) : friction;
  const onFloor = solids.map(({ name }): SceneContact => ({ between: [name, FLOOR], ...material(name) }));
  const own = Object.keys(robot.materials).filter((name) => solids.some((solid) => solid.name === name));
  if (robot.apart !== undefined) account.push("bodies that the file keeps from touching each other do not");
  if (own.length > 0) account.push(`friction on the floor is that of the file for ${own.join(", ")}`);
  if (own.length > 0 && robot.greaterFriction === true) account.push("two bodies touch with the greater friction of theirs");
  const among = pairsAmong(solids, robot, account);
  return {
    bodies: { ...bodies, [FLOOR]: { plane: { normal: [0, 0, 1] } } },
    gears: robot.gears,
    contacts: [...onFloor, ...among.map(([a, b]): SceneContact => ({ between: [a, b], friction: ofPair(a, b), restitution }))],
    account,
  };
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

/** Where bodies are at the beginning, world axes. */
export function posesOf(bodies: UrdfRobot["bodies"]): Map<string, Placed> {
  const poses = new Map<string, Placed>();
  for (const [name, { joint }] of Object.entries(bodies)) {
    const frame = within(poses.get(joint.parent ?? "world") ?? {}, joint);
    poses.set(name, within(frame, movedBy(joint)));
  }
  return poses;
}

function movedBy({ type, axis = [0, 0, 1], start }: SceneJoint): Placed {
  const position = start?.position;
  if (typeof position === "object") return placed(position, start?.orientation ?? quaternion.IDENTITY);
  if (start?.orientation !== undefined) return placed(vec3.ZERO, start.orientation);
  const unit = vec3.normalize(axis);
  if (position === undefined || position === 0 || unit === undefined) return {};
  if (type === "prismatic") return placed(vec3.scale(unit, position), quaternion.IDENTITY);
  return placed(vec3.ZERO, quaternion.fromAxisAngle(unit, position) ?? quaternion.IDENTITY);
}

function solidOf(name: string, { shape, position, orientation }: SceneLink, pose: Placed): Solid {
  const place = within(pose, { ...(position === undefined ? {} : { position }), ...(orientation === undefined ? {} : { orientation }) });
  const parts = shape === undefined ? [] : convexPartsOf({ shape, ...place });
  // Parts of robots are shapes without dents.
  return { name, parts: parts.map((part) => ({ core: coreOf(part.shape as ConvexShape), pose: poseOf(part, name), box: around(part) })) };
}

/** Meshes of robots may be compounds themselves. */
function convexPartsOf({ shape, position, orientation }: Part): Part[] {
  const place = { ...(position === undefined ? {} : { position }), ...(orientation === undefined ? {} : { orientation }) };
  if (shape.type !== "compound") return [{ shape, ...place }];
  return shape.parts.flatMap(({ shape: own, ...at }) => convexPartsOf({ shape: own, ...within(place, at) }));
}

function around({ shape, position = vec3.ZERO, orientation = quaternion.IDENTITY }: Part): Around {
  const [points, radius]: [readonly Vec3[], number] = shape.type === "mesh" ? [shape.vertices, 0] : [[vec3.ZERO], radiusOf(shape)];
  const low: MutableVec3 = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high: MutableVec3 = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    const at = vec3.add(position, quaternion.rotate(orientation, point));
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], at[c] - radius);
      high[c] = Math.max(high[c], at[c] + radius);
    }
  }
  return { low, high };
}

const PLANE: Pose = { position: vec3.ZERO, orientation: quaternion.IDENTITY };

function lowestOf(parts: readonly SolidPart[]): number {
  const plane = { core: coreOf({ type: "plane" }), pose: PLANE };
  return parts.reduce((least, part) => Math.min(least, gapOf(part, plane)), Number.POSITIVE_INFINITY);
}

/** m; negative where they overlap. */
function gapOf(first: Omit<SolidPart, "box">, second: Omit<SolidPart, "box">): number {
  const finder = finderOfCores(first.core, second.core);
  placeFinder(finder, first.pose, second.pose);
  findNearest(finder);
  return finder.gap;
}

/** Pairs of bodies that may touch each other. */
function pairsAmong(solids: readonly Solid[], robot: UrdfRobot, account: string[]): [string, string][] {
  const { bodies } = robot;
  const keepsApart = apartIn(robot);
  const pairs: [string, string][] = [];
  const overlapping: string[] = [];
  const rounding = ROUNDING * longest(solids);
  solids.forEach((first, i) => {
    for (const second of solids.slice(i + 1)) {
      if (areNeighbours(first.name, second.name, bodies) || bothStand(bodies[first.name], bodies[second.name])) continue;
      if (keepsApart(first.name, second.name)) continue;
      const pair = `${first.name} and ${second.name}`;
      if (overlaps(first, second, rounding)) overlapping.push(pair);
      else pairs.push([first.name, second.name]);
    }
  });
  if (overlapping.length > 0) account.push(`these overlap at the beginning and do not touch each other: ${overlapping.join(", ")}`);
  return pairs;
}

/** Whether the file says of two bodies that they do not touch. */
function apartIn({ excluded = [], apart: lists = [] }: UrdfRobot): (first: string, second: string) => boolean {
  const pairs = new Set(excluded.flatMap(([a, b]) => [`${a}\n${b}`, `${b}\n${a}`]));
  const sets = lists.map((list) => list.map((names) => new Set(names)));
  return (first, second) =>
    pairs.has(`${first}\n${second}`) || sets.some(([a, b]) => (a.has(first) && b.has(second)) || (a.has(second) && b.has(first)));
}

function bothStand(first: SceneLink, second: SceneLink): boolean {
  return first.joint.type === "fixed" && second.joint.type === "fixed";
}

/** Whether one is the nearest body with a shape that the other hangs on. */
function areNeighbours(first: string, second: string, bodies: UrdfRobot["bodies"]): boolean {
  const carrier = (name: string) => {
    let above = bodies[name].joint.parent;
    while (above !== undefined && bodies[above] !== undefined && bodies[above].shape === undefined) above = bodies[above].joint.parent;
    return above;
  };
  return carrier(first) === second || carrier(second) === first;
}

/** Of the boxes around all parts. */
function longest(solids: readonly Solid[]): number {
  return solids.reduce(
    (most, { parts }) => parts.reduce((own, { box: { low, high } }) => Math.max(own, ...vec3.subtract(high, low)), most),
    0,
  );
}

/** Whether two bodies overlap by more than rounding, m: a scene that lists such a pair is refused. */
function overlaps(first: Solid, second: Solid, rounding: number): boolean {
  return first.parts.some((a) => second.parts.some((b) => apart(a.box, b.box) < -rounding && gapOf(a, b) < -rounding));
}

/** A lower bound of the gap, m. */
function apart(first: Around, second: Around): number {
  return [0, 1, 2].reduce(
    (most, c) => Math.max(most, first.low[c] - second.high[c], second.low[c] - first.high[c]),
    Number.NEGATIVE_INFINITY,
  );
}
