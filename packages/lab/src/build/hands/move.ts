/** A body under the hand: it rides on what is under it, or, with Alt, goes in the plane that faces who looks. And the height of it. */
import { significant } from "@carom/figures/geometry";
import { Vector3 } from "three";
import { decimalsOf, dropped, laidOn, type Rest, rounded, roundedVector } from "../scene/place.js";
import { othersOf, wayToTouch } from "../scene/touch.js";
import { withPose } from "../text/gestures.js";
import type { Change, Grip, Handle, Pointer } from "./handle.js";

const DOWN = new Vector3(0, 0, -1);
/** px. */
const NEAR_GROUND = 8;

export function digitsAt({ entity, view }: Grip): number {
  return decimalsOf(view.pixel(entity.position));
}

function placed(grip: Grip, { position, orientation, touch }: Rest): Change {
  const turned = orientation.equals(grip.entity.orientation) ? undefined : orientation;
  const text = withPose(grip.text, grip.world, grip.entity, position.toArray(), turned);
  return { text, ...(touch === undefined ? {} : { word: `touches ${touch.name}` }) };
}

/** The foot of a body: where it touches the ground, or the place below its middle. */
function footOf({ entity, touches }: Grip): Vector3 {
  const [ground] = touches;
  return ground === undefined ? entity.position.clone() : ground.point;
}

export function moved(grip: Grip, to: Pointer, from: Pointer): Change {
  const { world, entity, view, text, touches } = grip;
  if (entity.kind === "plane") return { text };
  if (to.alt || entity.kind === "link" || touches[0] === undefined) return movedFreely(grip, to, from);
  // The hand holds the body where it took it: what counts is how far the foot has gone.
  const [footX, footY] = view.project(footOf(grip));
  const hit = view.pick(footX + to.x - from.x, footY + to.y - from.y, entity.name);
  if (hit === undefined) return movedFreely(grip, to, from);
  return placed(grip, laidOn(world, entity, hit, digitsAt(grip), touches[0].normal));
}

/** In the plane that faces who looks; what floats stays at its height unless Alt is held, and nothing goes through the ground. */
function movedFreely(grip: Grip, to: Pointer, from: Pointer): Change {
  const { world, entity, view, text } = grip;
  const level = !to.alt && Math.abs(view.back.z) > 0.08;
  const normal = level ? new Vector3(0, 0, 1) : view.back;
  const [start, end] = [view.onPlane(from.x, from.y, entity.position, normal), view.onPlane(to.x, to.y, entity.position, normal)];
  if (start === undefined || end === undefined) return { text };
  const place = new Vector3(...roundedVector(entity.position.clone().add(end).sub(start), digitsAt(grip)));
  return { text: withPose(text, world, entity, place.toArray()) };
}

/** Arrow keys: along the ground, to the right and away from who looks, by steps of the last digit. */
export function nudged(grip: Grip, right: number, away: number, upward: number): Change {
  const { world, entity, view, text, touches } = grip;
  if (entity.kind === "plane") return { text };
  const step = 10 ** -digitsAt(grip);
  const [across, along] = groundAxes(view.right, view.back);
  const place = entity.position
    .clone()
    .addScaledVector(across, right * step)
    .addScaledVector(along, away * step);
  place.z += upward * step;
  place.set(...roundedVector(place, digitsAt(grip) + 2));
  if (upward !== 0 || touches[0] === undefined || entity.kind === "link") return { text: withPose(text, world, entity, place.toArray()) };
  return placed(grip, dropped(world, entity, place, entity.orientation, entity.reach));
}

/** The axes of the world that go most to the right and most away from who looks. */
function groundAxes(right: Vector3, back: Vector3): [Vector3, Vector3] {
  const alongX = Math.abs(right.x) >= Math.abs(right.y);
  const across = alongX ? new Vector3(Math.sign(right.x) || 1, 0, 0) : new Vector3(0, Math.sign(right.y) || 1, 0);
  const along = alongX ? new Vector3(0, -Math.sign(back.y) || 1, 0) : new Vector3(-Math.sign(back.x) || 1, 0, 0);
  return [across, along];
}

/** How high it is over what is straight below; undefined over nothing. */
function below({ world, entity }: Grip): { readonly way: number; readonly name: string } | undefined {
  if (entity.shape === undefined || entity.kind === "plane") return undefined;
  const found = wayToTouch(
    { shape: entity.shape, position: entity.position, orientation: entity.orientation },
    DOWN,
    othersOf(world, entity.name),
  );
  return found === undefined ? undefined : { way: found.way, name: found.touch.name };
}

export function heightHandle(grip: Grip): Handle | undefined {
  const { world, entity, view, text } = grip;
  const ground = below(grip);
  if (ground === undefined) return undefined;
  const { position } = entity;
  const planes = [...world.entities.values()].filter(({ kind, orientation }) => kind === "plane" && Math.abs(orientation.w) > 1 - 1e-9);
  const levels = planes.map((plane) => plane.position.z).filter((z) => z <= position.z);
  const floor = levels.length === 0 ? position.z - ground.way - entity.reach : Math.max(...levels);
  const foot = new Vector3(position.x, position.y, floor);
  const facing = new Vector3(view.back.x, view.back.y, 0).normalize();
  const pixel = view.pixel(position);
  const rest = position.z - ground.way;
  const write = (height: number, decimals = digitsAt(grip)): string =>
    withPose(text, world, entity, [position.x, position.y, rounded(height, decimals)]);

  function drag(to: Pointer, from: Pointer): Change {
    const [start, end] = [view.onPlane(from.x, from.y, foot, facing), view.onPlane(to.x, to.y, foot, facing)];
    if (start === undefined || end === undefined) return { text };
    const height = position.z + end.z - start.z;
    if (!to.alt && Math.abs(height - rest) < NEAR_GROUND * pixel) return { text: write(rest, 12), word: `touches ${ground!.name}` };
    return { text: write(to.alt ? height : Math.max(height, rest)) };
  }

  return {
    id: "height",
    label: `height of ${entity.name}`,
    value: Number(position.z.toPrecision(4)),
    valueText:
      ground.way < 1e-9 * Math.max(1, entity.reach)
        ? `touches ${ground.name}`
        : `${significant(ground.way, 3)} metres above ${ground.name}`,
    at: foot,
    lines: [{ points: [position, foot], className: "stalk" }],
    words: [`${significant(position.z - floor, 3)} m`],
    drag,
    nudge: (right, upward) => ({ text: write(Math.max(rest, position.z + (right + upward) * 10 ** -digitsAt(grip)), 12) }),
  };
}
