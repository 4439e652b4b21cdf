/** The arc of a spin: its knob goes around the body, as far as the body turns in a moment. */
import { significant } from "@carom/figures/geometry";
import { Vector3 } from "three";
import { decimalsOf, roundedVector } from "../scene/place.js";
import type { Triple } from "../scene/world.js";
import { withMotion } from "../text/gestures.js";
import type { Change, Grip, Handle, Pointer } from "./handle.js";
import { velocityOf } from "./velocity.js";

/** Radius of the arc, in reaches of the body. */
const ARC = 1.42;
/** Snaps, degrees of the arc. */
const NEAR = 6;
const MORE_DIGITS = 4;

export function spinOf({ world, entity: { name } }: Pick<Grip, "world" | "entity">): Vector3 {
  const body = world.study.bodies[name];
  return new Vector3(
    ...((body !== undefined && "angularVelocity" in body ? (body.angularVelocity as Triple | undefined) : undefined) ?? [0, 0, 0]),
  );
}

/** The spin with which the touching point of a ball rests, rad/s; undefined where nothing rolls. */
export function rollingSpin(grip: Pick<Grip, "world" | "entity" | "touches">): Vector3 | undefined {
  const { shape } = grip.entity;
  const [ground] = grip.touches;
  if (shape?.type !== "sphere" || ground === undefined) return undefined;
  const velocity = velocityOf(grip);
  if (velocity.length() < 1e-9) return undefined;
  return ground.normal.clone().cross(velocity).divideScalar(shape.radius);
}

export function spinWords(grip: Pick<Grip, "world" | "entity" | "touches">): string {
  const spin = spinOf(grip);
  const rolling = rollingSpin(grip);
  if (rolling !== undefined && rolling.distanceTo(spin) < 1e-3 * rolling.length()) return "rolls: the touching point rests";
  if (spin.length() === 0) return rolling === undefined ? "does not turn" : "does not turn: it slides";
  return `${significant(spin.length(), 3)} rad/s`;
}

function axisOf(grip: Grip): Vector3 {
  const spin = spinOf(grip);
  if (spin.length() > 0) return spin.normalize();
  const rolling = rollingSpin(grip);
  if (rolling !== undefined) return rolling.normalize();
  const { back } = grip.view;
  return Math.abs(back.y) >= Math.abs(back.x) ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
}

/** Angle of the arc and spin go together, the spin without an end: it is the angle while it is small. */
const arcOf = (spin: number, scale: number) => 2 * Math.atan(spin / scale / 2);
const spinAt = (angle: number, scale: number) => 2 * scale * Math.tan(Math.min(3.1, Math.max(-3.1, angle)) / 2);

export function spinHandle(grip: Grip): Handle {
  const { text, entity, view, scales } = grip;
  const axis = axisOf(grip);
  const size = spinOf(grip).dot(axis);
  const radius = Math.max(ARC * entity.reach, 34 * view.pixel(entity.position));
  const up = new Vector3(0, 0, 1).addScaledVector(axis, -axis.z);
  const top = (up.length() > 0.1 ? up : view.up.clone().addScaledVector(axis, -view.up.dot(axis))).normalize();
  const side = axis.clone().cross(top);
  const onArc = (angle: number) =>
    entity.position
      .clone()
      .addScaledVector(top, radius * Math.cos(angle))
      .addScaledVector(side, radius * Math.sin(angle));
  const now = arcOf(size, scales.spin);
  const decimals = decimalsOf((view.pixel(entity.position) / radius) * scales.spin);
  const write = (spin: number, digits = decimals): string =>
    withMotion(
      text,
      entity.name,
      "angularVelocity",
      Math.abs(spin) < 10 ** -decimals / 2 ? [0, 0, 0] : roundedVector(axis.clone().multiplyScalar(spin), digits),
    );
  const rolling = rollingSpin(grip)?.dot(axis);

  function drag({ x, y, alt }: Pointer): Change {
    const place = view.onPlane(x, y, entity.position, axis) ?? view.onPlane(x, y, entity.position, view.back);
    if (place === undefined) return { text };
    const arm = place.sub(entity.position);
    const angle = Math.atan2(arm.dot(side), arm.dot(top));
    const near = (NEAR * Math.PI) / 180;
    if (!alt && Math.abs(angle) < near) return { text: write(0), word: "none" };
    if (!alt && rolling !== undefined && Math.abs(angle - arcOf(rolling, scales.spin)) < near)
      return { text: write(rolling, decimals + MORE_DIGITS), word: "rolls" };
    return { text: write(Number(spinAt(angle, scales.spin).toFixed(decimals))) };
  }

  const turned = Math.abs(size) > 0;
  const words = spinWords(grip);
  return {
    id: "spin",
    label: `spin of ${entity.name}`,
    value: Number(size.toPrecision(4)),
    valueText: words.replace("rad/s", "radians a second"),
    at: onArc(now),
    lines: [{ points: Array.from({ length: 25 }, (_, i) => onArc((now * i) / 24)), className: turned ? "arrow arc" : "arrow idle" }],
    ...(turned ? { words: [words.startsWith("rolls") ? `rolls: ${significant(Math.abs(size), 3)} rad/s` : words] as const } : {}),
    drag,
    nudge: (right, upward) => ({ text: write(size + (right + upward) * 10 ** -Math.min(1, decimals), 6) }),
  };
}
