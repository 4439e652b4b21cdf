/** What touches what, and the magnet: how far a body can go until it touches. */
import { closestPoints, convexParts, type PlacedShape } from "carom/geometry";
import type { Shape } from "carom/mechanics";
import { type Quaternion, Vector3 } from "three";
import type { Entity, World } from "./world.js";

/** Parts of the reach: gaps below this are closed. The library's own is 1e-9. */
const CLOSED = 1e-10;
/** Steps to a touch: each gains twice the digits. */
const MOST_STEPS = 60;
/** Bodies of more corners are met by the ball around them while a hand moves: nothing else is fast enough. */
const MOST_PARTS = 12;

export interface Touch {
  readonly name: string;
  /** m; negative: overlap. */
  readonly gap: number;
  /** Into the body that was asked about. */
  readonly normal: Vector3;
  /** On the other. */
  readonly point: Vector3;
}

interface Posed {
  readonly shape: Shape;
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

function partsOf({ shape, position, orientation }: Posed): PlacedShape[] {
  const parts = convexParts({ shape, position: position.toArray(), orientation: orientation.toArray() });
  return parts.slice(0, MOST_PARTS);
}

function partsOfEntity({ shape, position, orientation }: Entity): PlacedShape[] {
  if (shape === undefined) return [{ shape: { type: "plane" }, position: position.toArray(), orientation: orientation.toArray() }];
  return partsOf({ shape, position, orientation });
}

/** Gap to another, and where it is. */
function gapTo(parts: readonly PlacedShape[], other: Entity): Touch | undefined {
  let found: Touch | undefined;
  for (const own of parts)
    for (const part of partsOfEntity(other)) {
      const { gap, normal, secondPoint } = closestPoints(own, part);
      if (found === undefined || gap < found.gap)
        found = { name: other.name, gap, normal: new Vector3(...normal), point: new Vector3(...secondPoint) };
    }
  return found;
}

/** A lower bound of the gap, m. */
function apart(position: Vector3, reach: number, other: Entity): number {
  if (other.kind === "plane") {
    const normal = new Vector3(0, 0, 1).applyQuaternion(other.orientation);
    return position.clone().sub(other.position).dot(normal) - reach;
  }
  return position.distanceTo(other.position) - reach - other.reach;
}

/** Everything that a body may touch: not itself, and nothing that has no surface. */
export function othersOf({ entities }: World, name: string | undefined): Entity[] {
  return [...entities.values()].filter((entity) => entity.name !== name && (entity.kind === "plane" || entity.shape !== undefined));
}

/** What is nearer than this to a body, nearest first; overlaps have negative gaps. */
export function touchesOf(world: World, entity: Entity, within: number): Touch[] {
  if (entity.shape === undefined) return [];
  const parts = partsOf(entity as Posed);
  return othersOf(world, entity.name)
    .filter((other) => apart(entity.position, entity.reach, other) <= within)
    .flatMap((other) => gapTo(parts, other) ?? [])
    .filter(({ gap }) => gap <= within)
    .sort((a, b) => a.gap - b.gap);
}

/**
 * How far a shape goes along a direction until it touches something: Newton's steps to the root of each gap, which is a convex function
 * of the way and so is never overstepped. Undefined where it meets nothing.
 * @param along of unit length
 */
export function wayToTouch(
  posed: Posed,
  along: Vector3,
  others: readonly Entity[],
): { readonly way: number; readonly touch: Touch } | undefined {
  const parts = partsOf(posed);
  let best: { way: number; touch: Touch } | undefined;
  for (const other of others) {
    const limit = best?.way ?? Number.POSITIVE_INFINITY;
    const found = wayToOne(parts, along, other, limit, CLOSED * Math.max(reachOf(posed), 1e-6));
    if (found !== undefined && found.way < limit) best = found;
  }
  return best;
}

const reachOf = ({ shape }: Posed) => ("radius" in shape ? shape.radius : 0.01);

function wayToOne(parts: readonly PlacedShape[], along: Vector3, other: Entity, limit: number, closed: number) {
  let way = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const moved = parts.map((part) => ({ ...part, position: shifted(part.position ?? [0, 0, 0], along, way) }));
    const touch = gapTo(moved, other);
    if (touch === undefined) return undefined;
    if (touch.gap <= closed) return { way, touch };
    // The gap shrinks by this for every metre.
    const rate = -touch.normal.dot(along);
    if (!(rate > 1e-6)) return undefined;
    way += touch.gap / rate;
    if (way > limit || way > 1e6) return undefined;
  }
  return undefined;
}

function shifted([x, y, z]: readonly [number, number, number], along: Vector3, way: number): [number, number, number] {
  return [x + way * along.x, y + way * along.y, z + way * along.z];
}
