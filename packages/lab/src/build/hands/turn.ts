/** Turning a body about an axis of the world: rings for bodies, the slope for a ramp. What touched goes on to touch. */
import { significant } from "@carom/figures/geometry";
import type { Shape } from "carom/mechanics";
import { Quaternion, Vector3 } from "three";
import { dropped } from "../scene/place.js";
import type { Triple } from "../scene/world.js";
import { withPose } from "../text/gestures.js";
import type { Change, Grip, Handle, Pointer } from "./handle.js";

const AXES: readonly Triple[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
/** Radius of the ring, in reaches. */
const RING = 1.25;
/** Degrees: within this a pose that is told apart takes hold; what is left beside it is none of it. */
const NEAR = 5;
const BESIDE = 0.6;
/** Degrees, with Shift; of a key, with Shift. */
const EVEN = 15;
const STEP = 1;

const degrees = (angle: number) => (angle * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** The axis of the world that points most towards who looks. */
export function facingAxis({ back }: { readonly back: Vector3 }): number {
  const [x, y, z] = [Math.abs(back.x), Math.abs(back.y), 0.6 * Math.abs(back.z)];
  return x > y && x > z ? 0 : y >= z ? 1 : 2;
}

/** Directions of a shape that can point straight down, with their names. */
function told(shape: Shape): readonly (readonly [Vector3, string])[] {
  if (shape.type === "box") {
    const half = shape.size.map((edge) => edge / 2);
    const signs = [-1, 0, 1];
    const names = ["", "face down", "edge below", "corner below"];
    return signs.flatMap((x) =>
      signs.flatMap((y) =>
        signs.flatMap((z) => {
          const count = Math.abs(x) + Math.abs(y) + Math.abs(z);
          return count === 0 ? [] : [[new Vector3(x * half[0], y * half[1], z * half[2]).normalize(), names[count]] as const];
        }),
      ),
    );
  }
  if (shape.type === "sphere") return [];
  const along = shape.type === "cylinder" || shape.type === "cone" ? "face down" : "end down";
  return [
    ...[1, -1].map((sense) => [new Vector3(0, 0, sense), along] as const),
    ...Array.from(
      { length: 4 },
      (_, i) => [new Vector3(Math.cos((i * Math.PI) / 2), Math.sin((i * Math.PI) / 2), 0), "lies flat"] as const,
    ),
  ];
}

/** The turn beside this one at which a face, an edge or a corner is straight below; undefined where none is near. */
function snapped(shape: Shape, orientation: Quaternion, axis: Vector3, angle: number): { angle: number; word: string } | undefined {
  const turned = new Quaternion().setFromAxisAngle(axis, angle).multiply(orientation);
  const down = new Vector3(0, 0, -1);
  if (Math.abs(axis.z) > 0.99) return undefined;
  let best: { angle: number; word: string; away: number } | undefined;
  for (const [direction, word] of told(shape)) {
    const points = direction.clone().applyQuaternion(turned);
    const [flat, goal] = [points.clone().addScaledVector(axis, -points.dot(axis)), down.clone().addScaledVector(axis, -down.dot(axis))];
    if (flat.length() < 0.2) continue;
    const away = Math.atan2(axis.dot(flat.clone().cross(goal)), flat.dot(goal));
    if (Math.abs(degrees(away)) > NEAR || (best !== undefined && Math.abs(away) >= Math.abs(best.away))) continue;
    if (degrees(Math.abs(Math.asin(Math.min(1, Math.abs(points.dot(axis)))))) > BESIDE) continue;
    best = { angle: angle + away, word, away };
  }
  return best;
}

/** The text with a body turned by an angle about an axis of the world, lying on what it lay on. */
export function turned(grip: Grip, axis: Vector3, angle: number): string {
  const { world, entity, text, touches } = grip;
  const orientation = new Quaternion().setFromAxisAngle(axis, angle).multiply(entity.orientation);
  const lies = touches[0] !== undefined || entity.kind === "fixed";
  const lowest = lies ? dropped(world, { ...entity, orientation }, entity.position, orientation, 2 * entity.reach) : undefined;
  const position = lowest?.touch === undefined ? entity.position : lowest.position;
  return withPose(text, world, entity, position.toArray(), orientation);
}

/** Of a fixed box: how steep its upper face is, degrees. */
export function slopeOf(orientation: Quaternion): number {
  const normal = new Vector3(0, 0, 1).applyQuaternion(orientation);
  return degrees(Math.acos(Math.min(1, Math.abs(normal.z))));
}

/** @param about which axis of the world */
export function turnHandle(grip: Grip, about: number): Handle | undefined {
  const { entity, view, text } = grip;
  const { shape } = entity;
  if (shape === undefined || shape.type === "sphere" || entity.kind === "link") return undefined;
  const isRamp = entity.kind === "fixed" && shape.type === "box";
  const axis = new Vector3(...AXES[about]);
  const rim = RING * Math.max(entity.reach, 30 * view.pixel(entity.position));
  const start = isRamp ? endOf(entity.orientation, shape) : ringStart(grip, axis, rim);
  const at = entity.position.clone().add(start);
  const slope = slopeOf(entity.orientation);

  function drag(to: Pointer, from: Pointer): Change {
    const normal = Math.abs(axis.dot(view.back)) > 0.12 ? axis : view.back;
    const [first, second] = [view.onPlane(from.x, from.y, entity.position, normal), view.onPlane(to.x, to.y, entity.position, normal)];
    if (first === undefined || second === undefined) return { text };
    const [a, b] = [first.sub(entity.position), second.sub(entity.position)];
    const sense = Math.sign(normal.dot(axis)) || 1;
    const angle = sense * Math.atan2(normal.dot(a.clone().cross(b)), a.dot(b));
    if (to.shift) return { text: turned(grip, axis, radians(EVEN * Math.round(degrees(angle) / EVEN))), word: "15 degrees" };
    const snap = to.alt ? undefined : snapped(shape!, entity.orientation, axis, angle);
    const even = radians(Math.round(10 * degrees(angle)) / 10);
    return { text: turned(grip, axis, snap?.angle ?? even), ...(snap === undefined ? {} : { word: snap.word }) };
  }

  return {
    id: "turn",
    label: isRamp ? `slope of ${entity.name}` : `turn of ${entity.name} about ${"xyz"[about]}`,
    value: Number(slope.toFixed(1)),
    valueText: `${significant(slope, 3)} degrees`,
    at,
    lines: [{ points: isRamp ? [] : ring(entity.position, axis, rim), className: "ring" }],
    ...(isRamp ? { words: [`${entity.name} ${significant(slope, 3)}°`] as const } : {}),
    drag,
    nudge: (right, upward) => ({
      text: turned(grip, axis, radians(STEP * (right + upward)) * (isRamp && slopesDown(entity.orientation) ? 1 : -1)),
    }),
  };
}

/** Whether x points down. */
const slopesDown = (orientation: Quaternion) => new Vector3(1, 0, 0).applyQuaternion(orientation).z < 0;

/** The upper end of a ramp, from its middle. */
function endOf(orientation: Quaternion, { size }: Extract<Shape, { type: "box" }>): Vector3 {
  const along = new Vector3(size[0] / 2, 0, size[2] / 2).applyQuaternion(orientation);
  const other = new Vector3(-size[0] / 2, 0, size[2] / 2).applyQuaternion(orientation);
  return along.z >= other.z ? along : other;
}

function ringStart({ view }: Grip, axis: Vector3, rim: number): Vector3 {
  const low = view.right.clone().negate().sub(view.up);
  const flat = low.addScaledVector(axis, -low.dot(axis));
  return (flat.length() > 0.1 ? flat.normalize() : new Vector3(axis.z, axis.x, axis.y)).multiplyScalar(rim);
}

function ring(centre: Vector3, axis: Vector3, rim: number): Vector3[] {
  const first = new Vector3(axis.y, axis.z, axis.x);
  const second = axis.clone().cross(first);
  return Array.from({ length: 49 }, (_, i) => {
    const angle = (i * 2 * Math.PI) / 48;
    return centre
      .clone()
      .addScaledVector(first, rim * Math.cos(angle))
      .addScaledVector(second, rim * Math.sin(angle));
  });
}
