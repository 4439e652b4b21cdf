/**
 * Bodies that overlap at the beginning, moved apart where that only mends how they were drawn: a foot a millimetre inside its floor stands
 * on it, as programs with soft contacts push it out.
 *
 *     trees      what hangs on one free joint is moved as a whole; what stands, and what loops tie to something else, is not
 *     order      from the lowest to the highest: each gives way to planes, to what stands and to those before it, so stacks rise from below
 *     planes     are left along their normal, however deep, by what is not wholly behind them
 *     bodies     are left by the shortest way, if it is at most a tenth of the length of the smaller part
 */
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import type { ScenePlane } from "../scene/scene.js";
import { within } from "./fields.js";
import { deepestOverlap, heightOver, type Links, type Looks, mayOverlap, movedSolid, type Overlap, posesOf, type Solid } from "./solids.js";

/** Steps in which one tree is moved out of all that is in its way. */
const MOST_STEPS = 30;
/** What looking at pairs may cost in all; beyond it what overlaps stays. */
const MOST_LOOKS = 10_000;

/** A body, or a part of one, that may be moved with its tree. */
export interface Movable {
  readonly name: string;
  readonly solid: Solid;
  /** The free body that it hangs on. Undefined: it stays where it is. */
  readonly tree: string | undefined;
}

/** What a tree gave way to. */
export interface Shift {
  /** m, world axes. */
  readonly by: Vec3;
  /** The body that was in the way of something, what that was, and by how much, m: the first that was found. */
  readonly cause: Cause;
}

interface Cause {
  readonly body: string;
  readonly other: string;
  readonly depth: number;
}

export interface Room<T> {
  readonly planes: Readonly<Record<string, ScenePlane>>;
  /** Which planes a body may touch, and which other bodies. */
  readonly touchesPlane: (body: T, plane: string) => boolean;
  readonly touches: (first: T, second: T) => boolean;
  /** Against gravity, unit. */
  readonly up: Vec3;
  /** What is taken for touching, m. */
  readonly rounding: number;
}

/** How trees are moved, by the names of their free bodies. */
export function shiftsApart<T extends Movable>(bodies: readonly T[], room: Room<T>): Map<string, Shift> {
  const trees = new Map<string, T[]>();
  for (const body of bodies) if (body.tree !== undefined) trees.set(body.tree, [...(trees.get(body.tree) ?? []), body]);
  const lowEnd = (members: readonly T[]) => members.reduce((least, { solid }) => Math.min(least, lowestAlong(solid, room.up)), Infinity);
  const ordered = [...trees].map(([name, members]) => ({ name, members, low: lowEnd(members) })).sort((a, b) => a.low - b.low);
  const settled: T[] = bodies.filter(({ tree }) => tree === undefined);
  const shifts = new Map<string, Shift>();
  const looks = { left: MOST_LOOKS };
  for (const { name, members } of ordered) {
    const shift = shiftOf(members, settled, room, looks);
    if (shift !== undefined) shifts.set(name, shift);
    settled.push(...(shift === undefined ? members : members.map((member) => moved(member, shift.by))));
  }
  return shifts;
}

const moved = <T extends Movable>(body: T, by: Vec3): T => ({ ...body, solid: movedSolid(body.solid, by) });

/** Undefined: it may stay, or no way out was found. */
function shiftOf<T extends Movable>(members: readonly T[], others: readonly T[], room: Room<T>, looks: Looks): Shift | undefined {
  let by: Vec3 = vec3.ZERO;
  let cause: Cause | undefined;
  let placed = members;
  for (let step = 0; step < MOST_STEPS; step++) {
    const worst = worstOf(placed, others, room, looks);
    if (looks.left < 0) return undefined;
    if (worst === undefined) return cause && { by, cause };
    cause ??= worst;
    by = vec3.addScaled(by, worst.out, worst.depth);
    placed = members.map((member) => moved(member, by));
  }
  return undefined;
}

interface Way extends Cause {
  /** Unit: where the body is moved. */
  readonly out: Vec3;
}

/** The deepest overlap that is given way to. */
function worstOf<T extends Movable>(members: readonly T[], others: readonly T[], room: Room<T>, looks: Looks): Way | undefined {
  let worst: Way | undefined;
  const consider = (body: string, other: string, overlap: Overlap | undefined) => {
    if (overlap !== undefined && overlap.depth > (worst?.depth ?? room.rounding)) worst = { body, other, ...overlap };
  };
  for (const member of members) {
    for (const [name, plane] of Object.entries(room.planes))
      if (room.touchesPlane(member, name)) consider(member.name, name, overlapWithPlane(members, member.solid, plane));
    for (const other of others) {
      if (!mayOverlap(member.solid, other.solid, room.rounding) || !room.touches(member, other)) continue;
      consider(member.name, other.name, deepestOverlap(member.solid, other.solid, room.rounding, looks));
    }
  }
  return worst;
}

/** None where all of the tree is behind the plane: it was put there, and not by a slip. */
function overlapWithPlane(members: readonly Movable[], solid: Solid, plane: ScenePlane): Overlap | undefined {
  const depth = -heightOver(solid, plane);
  if (!(depth > 0)) return undefined;
  const out = vec3.normalize(plane.plane.normal) ?? [0, 0, 1];
  const behind: ScenePlane = { plane: { ...plane.plane, normal: vec3.scale(out, -1) } };
  return members.some((member) => heightOver(member.solid, behind) < 0) ? { depth, out } : undefined;
}

function lowestAlong({ box: { low, high } }: Solid, up: Vec3): number {
  return up.reduce((sum, value, c) => sum + value * (value > 0 ? low[c] : high[c]), 0);
}

/** Free bodies begin where they were moved to; others hang on them. */
export function shiftedBodies(bodies: Links, shifts: ReadonlyMap<string, Shift>): Links {
  if (shifts.size === 0) return bodies;
  const poses = posesOf(bodies);
  const result: Record<string, SceneLink> = { ...bodies };
  for (const [name, { by }] of shifts) {
    const { joint } = bodies[name];
    const { orientation = quaternion.IDENTITY } = within(poses.get(joint.parent ?? "world") ?? {}, joint);
    const start = joint.start?.position;
    const from = typeof start === "object" ? start : vec3.ZERO;
    const position = vec3.add(from, quaternion.rotate(quaternion.conjugate(orientation), by));
    result[name] = { ...bodies[name], joint: { ...joint, start: { ...joint.start, position } } };
  }
  return result;
}
