/** A joint in the picture: a knob where it starts, ticks where it stops. */
import { significant } from "@carom/figures/geometry";
import { Vector3 } from "three";
import { jointInWorld, withLimit } from "../text/joints.js";
import { withValueAt } from "../text/json-edit.js";
import type { Change, DrawnLine, Grip, Handle, Pointer } from "./handle.js";

const degrees = (angle: number) => (angle * 180) / Math.PI;
/** A tenth of a degree, as radians with six digits. */
const even = (angle: number) => Number(((Math.round(10 * degrees(angle)) / 10) * (Math.PI / 180)).toFixed(6));

export function jointHandles(grip: Grip): Handle[] {
  const { world, entity, view, text } = grip;
  const body = world.study.bodies[entity.name];
  const found = jointInWorld(world, entity.name);
  if (body === undefined || !("joint" in body) || found === undefined || body.joint.type !== "revolute") return [];
  const { pivot, axis, zero } = found;
  const arm = new Vector3(...((body.position ?? [0, 0, 0]) as [number, number, number]));
  const own = new Vector3(...((body.joint.axis ?? [0, 0, 1]) as [number, number, number])).normalize();
  const flat = arm.addScaledVector(own, -arm.dot(own));
  const first = (
    flat.length() > 1e-6 ? flat : new Vector3(own.y, own.z, own.x).addScaledVector(own, -(own.x * own.y + own.y * own.z + own.z * own.x))
  )
    .normalize()
    .applyQuaternion(zero);
  const second = axis.clone().cross(first);
  const radius = Math.max(0.7 * entity.reach, 44 * view.pixel(pivot));
  const onArc = (angle: number, part = 1) =>
    pivot
      .clone()
      .addScaledVector(first, part * radius * Math.cos(angle))
      .addScaledVector(second, part * radius * Math.sin(angle));
  const start = typeof body.joint.start?.position === "number" ? body.joint.start.position : 0;
  const { lower, upper } = body.joint.limits ?? {};
  const name = entity.name;

  const angleOf = ({ x, y }: Pointer): number | undefined => {
    const place = view.onPlane(x, y, pivot, Math.abs(axis.dot(view.back)) > 0.12 ? axis : view.back);
    if (place === undefined) return undefined;
    const way = place.sub(pivot);
    return Math.atan2(way.dot(second), way.dot(first));
  };
  /** The turn nearest to where it was: beyond half a turn it goes on. */
  const follow = (to: Pointer, from: Pointer, was: number): number | undefined => {
    const [a, b] = [angleOf(from), angleOf(to)];
    if (a === undefined || b === undefined) return undefined;
    return was + Math.atan2(Math.sin(b - a), Math.cos(b - a));
  };
  const writeStart = (angle: number): Change => {
    const held = Math.min(upper ?? angle, Math.max(lower ?? angle, angle));
    return {
      text: withValueAt(text, ["bodies", name, "joint", "start", "position"], even(held)),
      ...(held === angle ? {} : { word: "at stop" }),
    };
  };
  const arc = (from: number, to: number, className: string): DrawnLine => ({
    points: Array.from({ length: 33 }, (_, i) => onArc(from + ((to - from) * i) / 32)),
    className,
  });
  const knob: Handle = {
    id: "joint",
    label: `start of the joint of ${name}`,
    value: Number(degrees(start).toFixed(1)),
    valueText: `starts at ${significant(degrees(start), 3)} degrees`,
    at: onArc(start),
    lines: [
      arc(0, start, "arrow arc"),
      ...(lower === undefined || upper === undefined ? [] : [arc(lower, upper, "ring")]),
      { points: [pivot, onArc(0, 1.2)], className: "stalk" },
    ],
    words: [`starts at ${significant(degrees(start), 3)}°`],
    drag: (to, from) => {
      const angle = follow(to, from, start);
      return angle === undefined ? { text } : writeStart(angle);
    },
    nudge: (right, up) => writeStart(start + (right + up) * (Math.PI / 180)),
  };
  const stops = (["lower", "upper"] as const).flatMap((side): Handle[] => {
    const value = side === "lower" ? lower : upper;
    if (value === undefined) return [];
    const write = (angle: number): Change => ({
      text: withLimit(text, name, side, even(side === "lower" ? Math.min(angle, start) : Math.max(angle, start))),
    });
    return [
      {
        id: `stop ${side}`,
        label: `${side} stop of the joint of ${name}`,
        value: Number(degrees(value).toFixed(1)),
        valueText: `stops at ${significant(degrees(value), 3)} degrees`,
        at: onArc(value, 1.18),
        lines: [{ points: [onArc(value, 0.82), onArc(value, 1.18)], className: "stop" }],
        words: [`stop ${significant(degrees(value), 3)}°`],
        drag: (to, from) => {
          const angle = follow(to, from, value);
          return angle === undefined ? { text } : write(angle);
        },
        nudge: (right, up) => write(value + (right + up) * (Math.PI / 180)),
      },
    ];
  });
  return [knob, ...stops];
}
