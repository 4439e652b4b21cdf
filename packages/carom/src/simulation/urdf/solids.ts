/** Bodies of a robot where they are at the beginning, for what is asked of their places: how low they are, and which overlap. */
import { poseOf } from "../../geometry/closest-points.js";
import { type Core, coreOf } from "../../geometry/core.js";
import { findNearest } from "../../geometry/find-nearest.js";
import { type Finder, finderOfCores, type Pose, placeFinder, reachOf } from "../../geometry/finder.js";
import type { ConvexShape } from "../../geometry/shapes.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Part } from "../../mechanics/shapes/index.js";
import type { SceneJoint, SceneLink } from "../mechanism/scene-link.js";
import type { ScenePlane } from "../scene/scene.js";
import { fromZ, type Placed, placed, within } from "./fields.js";
import { radiusOf } from "./shapes.js";

/** Overlap at the beginning, in lengths of the longest part, that is rounding: far above that of gaps, far below what a scene refuses. */
const ROUNDING = 1e-9;

export type Links = Readonly<Record<string, SceneLink>>;

export interface Solid {
  readonly name: string;
  readonly parts: readonly SolidPart[];
  /** Of all parts. */
  readonly box: Around;
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

/** Of all bodies that have a shape. */
export function solidsOf(bodies: Links): Solid[] {
  const poses = posesOf(bodies);
  return Object.entries(bodies).flatMap(([name, link]) => (link.shape === undefined ? [] : [solidOf(name, link, poses.get(name) ?? {})]));
}

/** Where bodies are at the beginning, world axes. */
export function posesOf(bodies: Links): Map<string, Placed> {
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
  const own = shape === undefined ? [] : convexPartsOf({ shape, ...place });
  // Parts of robots are shapes without dents.
  const parts = own.map((part) => ({ core: coreOf(part.shape as ConvexShape), pose: poseOf(part, name), box: around(part) }));
  return { name, parts, box: boxOf(parts.map(({ box }) => box)) };
}

/** Meshes of robots may be compounds themselves. */
function convexPartsOf({ shape, position, orientation }: Part): Part[] {
  const place = { ...(position === undefined ? {} : { position }), ...(orientation === undefined ? {} : { orientation }) };
  if (shape.type !== "compound") return [{ shape, ...place }];
  return shape.parts.flatMap(({ shape: own, ...at }) => convexPartsOf({ shape: own, ...within(place, at) }));
}

const emptyBox = (): { readonly low: MutableVec3; readonly high: MutableVec3 } => ({
  low: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  high: [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
});

function around({ shape, position = vec3.ZERO, orientation = quaternion.IDENTITY }: Part): Around {
  const [points, radius]: [readonly Vec3[], number] = shape.type === "mesh" ? [shape.vertices, 0] : [[vec3.ZERO], radiusOf(shape)];
  const { low, high } = emptyBox();
  for (const point of points) {
    const at = vec3.add(position, quaternion.rotate(orientation, point));
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], at[c] - radius);
      high[c] = Math.max(high[c], at[c] + radius);
    }
  }
  return { low, high };
}

function boxOf(boxes: readonly Around[]): Around {
  const { low, high } = emptyBox();
  for (const box of boxes)
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c], box.low[c]);
      high[c] = Math.max(high[c], box.high[c]);
    }
  return { low, high };
}

const PLANE = coreOf({ type: "plane" });
const GROUND: Pose = { position: vec3.ZERO, orientation: quaternion.IDENTITY };

/** Of the lowest point over z = 0, m. */
export function lowestOf({ parts }: Solid): number {
  const plane = { core: PLANE, pose: GROUND };
  return parts.reduce((least, part) => Math.min(least, gapOf(part, plane)), Number.POSITIVE_INFINITY);
}

/** How far a body is over a plane, m; negative: it reaches below it. */
export function heightOver({ parts }: Solid, { plane }: ScenePlane): number {
  const normal = vec3.normalize(plane.normal) ?? [0, 0, 1];
  const pose = { position: plane.point ?? vec3.ZERO, orientation: fromZ(normal) };
  return parts.reduce((least, part) => Math.min(least, gapOf(part, { core: PLANE, pose })), Number.POSITIVE_INFINITY);
}

/** m; negative where they overlap. */
function gapOf(first: Omit<SolidPart, "box">, second: Omit<SolidPart, "box">): number {
  return nearestOf(first, second).gap;
}

/**
 * Nearest points, or the way out. The shortest way costs much: where bodies are far inside each other, or where it is not asked for, it is
 * the shortest of some directions, among them those of flat faces.
 */
function nearestOf(first: Omit<SolidPart, "box">, second: Omit<SolidPart, "box">, shortest = true): Finder {
  const finder = finderOfCores(first.core, second.core);
  placeFinder(finder, first.pose, second.pose);
  findNearest(finder, { shallow: 0, followed: 0 });
  const smaller = Math.min(reachOf(first.core), reachOf(second.core));
  if (!shortest || finder.gap >= 0 || -finder.gap > DEEP * smaller || second.core === PLANE) return finder;
  const whole = finderOfCores(first.core, second.core);
  placeFinder(whole, first.pose, second.pose);
  findNearest(whole);
  return whole;
}

/** Part of the reach of the smaller: overlaps that seem so deep by the best of some directions are deep by the best of all. */
const DEEP = 0.6;

/** How a body gets out of another, by the shortest way. */
export interface Overlap {
  /** m. */
  readonly depth: number;
  /** Unit, where the first is moved. */
  readonly out: Vec3;
}

/** Part of the length of the smaller of two parts, up to which an overlap is a slip of who drew them. */
const SLIP = 0.1;

/** What looking at pairs of parts may still cost, in looks at pairs that are apart. */
export interface Looks {
  left: number;
}

/** Looks that one costs at a pair that overlaps. */
const OVERLAP_LOOKS = 20;

/** The deepest overlap of parts that is a slip. */
export function deepestOverlap(first: Solid, second: Solid, rounding: number, looks: Looks): Overlap | undefined {
  let deepest: Overlap | undefined;
  for (const a of first.parts)
    for (const b of second.parts) {
      if (apart(a.box, b.box) >= -rounding) continue;
      if (looks.left < 0) return undefined;
      const { gap, normal } = nearestOf(a, b);
      looks.left -= gap < 0 ? OVERLAP_LOOKS : 1;
      if (-gap <= Math.max(rounding, deepest?.depth ?? 0) || -gap > SLIP * Math.min(lengthOf(a.box), lengthOf(b.box))) continue;
      deepest = { depth: -gap, out: vec3.scale(normal, -1) };
    }
  return deepest;
}

/** False: they are apart, as their boxes are. */
export function mayOverlap(first: Solid, second: Solid, rounding: number): boolean {
  return apart(first.box, second.box) < -rounding;
}

/** The same elsewhere, world axes. */
export function movedSolid({ name, parts, box }: Solid, by: Vec3): Solid {
  const movedBox = ({ low, high }: Around): Around => ({ low: vec3.add(low, by), high: vec3.add(high, by) });
  const movedParts = parts.map(({ core, pose, box: own }) => ({
    core,
    pose: { ...pose, position: vec3.add(pose.position, by) },
    box: movedBox(own),
  }));
  return { name, parts: movedParts, box: movedBox(box) };
}

const lengthOf = ({ low, high }: Around) => Math.max(...vec3.subtract(high, low));

/** What is taken for touching, m. */
export function roundingOf(solids: readonly Solid[]): number {
  const longest = solids.reduce((most, { parts }) => parts.reduce((own, { box }) => Math.max(own, lengthOf(box)), most), 0);
  return ROUNDING * longest;
}

/**
 * Pairs of bodies that overlap by more than rounding, m: a scene that lists such a pair is refused. Of those that `asked` wants to know.
 * Bodies are sorted by where their boxes begin along x, so that those far apart are not looked at.
 */
export function overlapsAmong<T extends { readonly solid: Solid }>(
  bodies: readonly T[],
  rounding: number,
  asked: (first: T, second: T) => boolean,
): [T, T][] {
  const sorted = [...bodies].sort((a, b) => a.solid.box.low[0] - b.solid.box.low[0]);
  const found: [T, T][] = [];
  const overlap = (a: T, b: T) => doOverlap(a.solid, b.solid, rounding, found.length < MOST_EXACT);
  let open: T[] = [];
  for (const next of sorted) {
    const { box } = next.solid;
    open = open.filter(({ solid }) => solid.box.high[0] - box.low[0] > rounding);
    for (const other of open)
      if (apart(other.solid.box, box) < -rounding && asked(other, next) && overlap(other, next)) found.push([other, next]);
    open.push(next);
  }
  return found;
}

/** Pairs that overlap, after which overlaps within rounding are not told from others, unless flat faces meet in them. */
const MOST_EXACT = 500;

function doOverlap(first: Solid, second: Solid, rounding: number, exactly: boolean): boolean {
  const { parts } = second;
  return first.parts.some((a) => parts.some((b) => apart(a.box, b.box) < -rounding && nearestOf(a, b, exactly).gap < -rounding));
}

/** A lower bound of the gap, m. */
function apart(first: Around, second: Around): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < 3; c++) most = Math.max(most, first.low[c] - second.high[c], second.low[c] - first.high[c]);
  return most;
}
