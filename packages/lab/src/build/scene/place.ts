/** Where a body comes to lie: on what is under it, with as many digits as close the gap. */
import { Quaternion, Vector3 } from "three";
import { othersOf, type Touch, wayToTouch } from "./touch.js";
import type { Entity, World } from "./world.js";

const DOWN = new Vector3(0, 0, -1);
/** Walls steeper than this are touched along their normal, not from above. */
const STEEP = 0.2;
/** Decimals that close a gap. */
const ALL_DIGITS = 12;

export interface Rest {
  readonly position: Vector3;
  readonly orientation: Quaternion;
  /** What it has come to touch. */
  readonly touch?: Touch;
}

/** A number with so many decimals. */
export function rounded(value: number, decimals: number): number {
  const clean = Number(value.toFixed(Math.max(0, Math.min(ALL_DIGITS, decimals))));
  return Object.is(clean, -0) ? 0 : clean;
}

export function roundedVector({ x, y, z }: Vector3, decimals: number): [number, number, number] {
  return [rounded(x, decimals), rounded(y, decimals), rounded(z, decimals)];
}

/** Decimals that a pixel tells. @param size of a pixel, in the unit of the number */
export function decimalsOf(size: number): number {
  return Math.max(0, Math.min(9, Math.floor(-Math.log10(size))));
}

/** Straight down from above a place onto what is there. @param above how far above it may begin, m */
export function dropped(world: World, entity: Entity, position: Vector3, orientation: Quaternion, above: number): Rest {
  if (entity.shape === undefined) return { position, orientation };
  const others = near(world, entity, position);
  const from = position.clone();
  from.z += above;
  let found = wayToTouch({ shape: entity.shape, position: from, orientation }, DOWN, others);
  if (found !== undefined && found.way === 0) {
    // Inside something from the beginning: from above everything.
    from.z =
      Math.max(...others.filter(({ kind }) => kind !== "plane").map((other) => other.position.z + other.reach), from.z) + entity.reach;
    found = wayToTouch({ shape: entity.shape, position: from, orientation }, DOWN, others);
  }
  if (found === undefined) return { position, orientation };
  const height = rounded(from.z - found.way, ALL_DIGITS);
  return { position: new Vector3(position.x, position.y, height), orientation, touch: found.touch };
}

/** Only what is beneath or beside can be met on the way down; what nothing moves stands on nothing that moves. */
function near(world: World, entity: Entity, { x, y }: Vector3): Entity[] {
  const stands = entity.kind === "fixed";
  return othersOf(world, entity.name).filter(
    (other) =>
      (!stands || other.kind === "plane" || other.kind === "fixed") &&
      (other.kind === "plane" || Math.hypot(other.position.x - x, other.position.y - y) <= other.reach + entity.reach),
  );
}

/**
 * Onto a surface where the hand points: touching it there, or whatever is in the way before. What lay flat on its old ground lies flat on
 * the new one.
 * @param ground normal of what it lay on, where it lay flat
 */
export function laidOn(
  world: World,
  entity: Entity,
  { point, normal }: { readonly point: Vector3; readonly normal: Vector3 },
  decimals: number,
  ground?: Vector3,
): Rest {
  const orientation =
    ground === undefined || entity.shape?.type === "sphere" || ground.distanceTo(normal) < 1e-9
      ? entity.orientation
      : new Quaternion().setFromUnitVectors(ground, normal).multiply(entity.orientation);
  if (entity.shape === undefined) return { position: point.clone(), orientation };
  if (normal.z < STEEP) return besideWall(world, entity, point, normal, decimals);
  const against = normal.clone().negate();
  const from = point.clone().addScaledVector(normal, 3 * entity.reach);
  const found = wayToTouch({ shape: entity.shape, position: from, orientation }, against, near(world, entity, point));
  const place = from.addScaledVector(against, found?.way ?? 2 * entity.reach);
  // Along the ground as many digits as the hand tells, in height as many as close the gap.
  const spot = new Vector3(rounded(place.x, decimals), rounded(place.y, decimals), place.z);
  return dropped(world, entity, spot, orientation, 2 * entity.reach);
}

/** On the ground in front of a wall, then against it. */
function besideWall(world: World, entity: Entity, point: Vector3, normal: Vector3, decimals: number): Rest {
  const { orientation, reach } = entity;
  const level = new Vector3(normal.x, normal.y, 0);
  if (level.length() < 1e-9) return dropped(world, entity, point, orientation, 2 * reach);
  level.normalize();
  const before = point.clone().addScaledVector(level, 2 * reach);
  const spot = new Vector3(rounded(before.x, decimals), rounded(before.y, decimals), before.z);
  const rest = dropped(world, entity, spot, orientation, 2 * reach);
  const along = level.clone().negate();
  const others = near(world, entity, point).filter(({ kind }) => kind !== "plane");
  const found = wayToTouch({ shape: entity.shape!, position: rest.position, orientation }, along, others);
  if (found === undefined || found.way > 4 * reach) return rest;
  const place = rest.position.clone().addScaledVector(along, found.way);
  return { position: new Vector3(...roundedVector(place, ALL_DIGITS)), orientation, touch: found.touch };
}
