/** Knobs at faces and ends: how large a shape is. Its density stays, or its mass where that was given. */
import { significant } from "@carom/figures/geometry";
import { Vector3 } from "three";
import { decimalsOf, dropped, rounded } from "../scene/place.js";
import { reachOfShape, worldOf } from "../scene/world.js";
import { withPose, withSize } from "../text/gestures.js";
import type { Path } from "../text/json-edit.js";
import type { Change, Grip, Handle, Pointer } from "./handle.js";

/** A size of a shape: where its knob stands, and how much of it the knob's distance is. */
interface Measure {
  readonly path: Path;
  readonly name: string;
  readonly value: number;
  /** Shape axes. */
  readonly along: Vector3;
  /** Distance of the knob from the middle is `share` of the value and something that stays. */
  readonly share: number;
  readonly beside: number;
}

const X = new Vector3(1, 0, 0);
const Y = new Vector3(0, 1, 0);
const Z = new Vector3(0, 0, 1);

function measuresOf({ entity: { shape } }: Grip): Measure[] {
  const one = (path: Path, name: string, value: number, along: Vector3, share = 1, beside = 0): Measure => ({
    path,
    name,
    value,
    along,
    share,
    beside,
  });
  switch (shape?.type) {
    case "sphere":
      return [one(["radius"], "radius", shape.radius, X)];
    case "box":
      return [X, Y, Z].map((axis, i) => one(["size", i], ["length", "width", "height"][i], shape.size[i], axis, 0.5));
    case "cylinder":
      return [one(["radius"], "radius", shape.radius, X), one(["height"], "height", shape.height, Z, 0.5)];
    case "capsule":
      return [one(["radius"], "radius", shape.radius, X), one(["length"], "length", shape.length, Z, 0.5, shape.radius)];
    case "rod":
      return [one(["radius"], "radius", shape.radius, X), one(["length"], "length", shape.length, Z, 0.5)];
    case "ellipsoid":
      return [X, Y, Z].map((axis, i) => one(["halfAxes", i], `half axis ${"xyz"[i]}`, shape.halfAxes[i], axis));
    default:
      return [];
  }
}

/** A rod is at least twenty times as long as thick. */
function allowed({ entity: { shape } }: Grip, path: Path, value: number): number {
  if (shape?.type === "rod" && path[0] === "radius") return Math.min(value, shape.length / 20);
  if (shape?.type === "rod" && path[0] === "length") return Math.max(value, 20 * shape.radius);
  return value;
}

/** The text with another size; what lay on something still does. */
export function resized(grip: Grip, path: Path, value: number): string {
  const { entity, text, touches } = grip;
  const next = withSize(text, entity.name, entity.kind, path, value);
  if (touches[0] === undefined || entity.kind === "link") return next;
  const world = worldOf(next);
  const now = world.entities.get(entity.name)!;
  const rest = dropped(world, now, now.position, now.orientation, 2 * Math.max(reachOfShape(now.shape!), entity.reach));
  return rest.touch === undefined ? next : withPose(next, world, now, rest.position.toArray());
}

export function sizeHandles(grip: Grip): Handle[] {
  const { entity, view, text } = grip;
  return measuresOf(grip).map(({ path, name, value, along, share, beside }) => {
    const direction = along.clone().applyQuaternion(entity.orientation);
    // The side that faces who looks.
    if (direction.dot(view.back) < -0.2) direction.negate();
    const at = entity.position.clone().addScaledVector(direction, share * value + beside);
    const pixel = view.pixel(entity.position);
    const decimals = decimalsOf(pixel);
    const write = (next: number): string => resized(grip, path, allowed(grip, path, Math.max(rounded(next, decimals), 10 ** -decimals)));

    function drag({ x, y }: Pointer): Change {
      const facing = view.back.clone().addScaledVector(direction, -view.back.dot(direction)).normalize();
      const place = view.onPlane(x, y, entity.position, facing);
      if (place === undefined) return { text };
      return { text: write((place.sub(entity.position).dot(direction) - beside) / share) };
    }

    return {
      id: `size ${path.join(".")}`,
      label: `${name} of ${entity.name}`,
      value: Number(value.toPrecision(4)),
      valueText: `${significant(value, 3)} metres`,
      at,
      lines: [{ points: [entity.position, at], className: "stalk" }],
      words: [`${name} ${significant(value, 3)} m`] as const,
      drag,
      nudge: (right: number, upward: number) => ({ text: write(value + (right + upward) * 10 ** -decimals) }),
    };
  });
}
