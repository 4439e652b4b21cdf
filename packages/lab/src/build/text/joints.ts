/** Hinges and motors: a body becomes a link, its place is rewritten into the link's frame. */
import type { SimulationStudy } from "carom/study";
import { Quaternion, Vector3 } from "three";
import { roundedVector } from "../scene/place.js";
import { type Entity, massOf, type Triple, type World } from "../scene/world.js";
import { orientationOf } from "./gestures.js";
import { withoutAt, withValueAt } from "./json-edit.js";

const DIGITS = 9;

/**
 * A hinge between a body and another one or the world. The link's frame stands at the hinge with the axes of the world as it is now, so the
 * joint begins at 0.
 * @param pivot world, m @param axis world @param parent name of what it hangs on
 */
export function withHinge(text: string, world: World, entity: Entity, pivot: Vector3, axis: Triple, parent: string): string {
  const body = world.study.bodies[entity.name];
  if (body === undefined || entity.kind === "plane" || entity.shape === undefined) return text;
  const joint = {
    type: "revolute",
    ...(parent === "world" ? {} : { parent }),
    ...frameIn(world, parent, pivot),
    axis: [...axis],
    ...startOf(body, axis),
  };
  const arm = entity.position.clone().sub(pivot);
  const link = {
    joint,
    shape: entity.shape,
    ...weightOf(body),
    position: roundedVector(arm, DIGITS),
    ...(Math.abs(Math.abs(entity.orientation.w) - 1) > 1e-12 ? { orientation: orientationOf(entity.orientation) } : {}),
  };
  return withValueAt(text, ["bodies", entity.name], link);
}

/** What it weighed before; what nothing moved had no mass. */
function weightOf(body: SimulationStudy["bodies"][string]): object {
  if ("mass" in body && body.mass !== undefined) return { mass: body.mass };
  return { density: ("density" in body ? body.density : undefined) ?? 1000 };
}

/** Turning about the axis goes on, all else is held by the hinge. */
function startOf(body: SimulationStudy["bodies"][string], axis: Triple): { start?: { speed: number } } {
  if (!("angularVelocity" in body) || body.angularVelocity === undefined) return {};
  const speed = new Vector3(...(body.angularVelocity as Triple)).dot(new Vector3(...axis).normalize());
  return speed === 0 ? {} : { start: { speed: Number(speed.toFixed(6)) } };
}

/** The hinge in the frame of what it hangs on, turned so that its axes are the world's. */
function frameIn({ entities, frames }: World, parent: string, pivot: Vector3): { position: number[]; orientation?: number[] } {
  const base = parent === "world" ? undefined : (frames.get(parent) ?? entities.get(parent));
  if (base === undefined) return { position: roundedVector(pivot, DIGITS) };
  const back = base.orientation.clone().conjugate();
  const position = roundedVector(pivot.clone().sub(base.position).applyQuaternion(back), DIGITS);
  return Math.abs(Math.abs(back.w) - 1) > 1e-12 ? { position, orientation: orientationOf(back) } : { position };
}

/** A link let go: a body again, where it is now. */
export function withoutHinge(text: string, world: World, { name, position, orientation, shape }: Entity): string {
  const body = world.study.bodies[name];
  if (body === undefined || !("joint" in body) || shape === undefined) return text;
  return withValueAt(text, ["bodies", name], {
    shape,
    ...weightOf(body),
    position: roundedVector(position, DIGITS),
    ...(Math.abs(Math.abs(orientation.w) - 1) > 1e-12 ? { orientation: orientationOf(orientation) } : {}),
  });
}

/** Of the first digit: 1, 2 or 5. */
function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const first = value / power;
  return power * (first < 1.5 ? 1 : first < 3.5 ? 2 : first < 7.5 ? 5 : 10);
}

/** An effort that lifts what hangs on the joint, about. */
export function withMotor(text: string, world: World, entity: Entity): string {
  const body = world.study.bodies[entity.name];
  if (body === undefined || !("joint" in body) || (body.joint.type !== "revolute" && body.joint.type !== "prismatic")) return text;
  const weight = 9.81 * (massOf(body) ?? 1);
  const arm =
    body.joint.type === "revolute" ? Math.max(entity.reach, new Vector3(...((body.position ?? [0, 0, 0]) as Triple)).length()) : 1;
  return withValueAt(text, ["bodies", entity.name, "joint", "motor"], { effort: Number(nice(weight * arm).toPrecision(1)) });
}

/** A stop; undefined takes it away. */
export function withLimit(text: string, name: string, side: "lower" | "upper", value: number | undefined): string {
  const path = ["bodies", name, "joint", "limits", side];
  if (value !== undefined) return withValueAt(text, path, value);
  const without = withoutAt(text, path);
  const body = (JSON.parse(without) as SimulationStudy).bodies[name];
  const left = body !== undefined && "joint" in body ? body.joint.limits : undefined;
  const bare = left !== undefined && left.lower === undefined && left.upper === undefined;
  return bare ? withoutAt(without, ["bodies", name, "joint", "limits"]) : without;
}

export const HORIZONTAL: readonly Triple[] = [
  [0, 1, 0],
  [1, 0, 0],
];

/** Axis and turn that a joint has in the world. */
export function jointInWorld(world: World, name: string): { pivot: Vector3; axis: Vector3; zero: Quaternion } | undefined {
  const body = world.study.bodies[name];
  const frame = world.frames.get(name);
  if (body === undefined || !("joint" in body) || frame === undefined) return undefined;
  const own = new Vector3(...((body.joint.axis ?? [0, 0, 1]) as Triple)).normalize();
  const at = typeof body.joint.start?.position === "number" ? body.joint.start.position : 0;
  const zero = frame.orientation.clone().multiply(new Quaternion().setFromAxisAngle(own, -at));
  return { pivot: frame.position, axis: own.applyQuaternion(frame.orientation), zero };
}
