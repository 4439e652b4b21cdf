/** What a study puts where: every body with its shape at its place in the world, as the text says it is at the beginning. */
import { massProperties, type Shape } from "carom/mechanics";
import type { SimulationStudy } from "carom/study";
import { Box3, Mesh, Quaternion, Vector3 } from "three";
import { fixedShape } from "../../stage/fixed-shape.js";
import { geometriesOf } from "../../stage/shape-geometry.js";

export type Triple = readonly [number, number, number];
export type Four = readonly [number, number, number, number];
export type StudyBody = SimulationStudy["bodies"][string];
export type StudyLink = Extract<StudyBody, { readonly joint: unknown }>;
export type FreeBody = Extract<StudyBody, { readonly shape: unknown; readonly position: unknown }>;

/** `body` moves freely, `link` hangs on a joint, `fixed` and `plane` stay. */
export type EntityKind = "body" | "link" | "fixed" | "plane";

export interface Entity {
  readonly name: string;
  readonly kind: EntityKind;
  /** Absent: a plane, or a link that is nothing to see. */
  readonly shape?: Shape;
  /** Of the shape's origin; of a plane a point of it. */
  readonly position: Vector3;
  /** Shape to world; of a plane, z to its normal. */
  readonly orientation: Quaternion;
  /** How far the shape reaches from its origin, m; 0 without one. */
  readonly reach: number;
}

export interface World {
  readonly study: SimulationStudy;
  readonly entities: ReadonlyMap<string, Entity>;
  /** Frames of links, by name. */
  readonly frames: ReadonlyMap<string, Frame>;
}

export interface Frame {
  readonly position: Vector3;
  readonly orientation: Quaternion;
}

const UP = new Vector3(0, 0, 1);

export const vector = ([x, y, z]: Triple) => new Vector3(x, y, z);
export const turn = ([x, y, z, w]: Four) => new Quaternion(x, y, z, w).normalize();

/** @param text of a study of kind simulation that was read before */
export function worldOf(text: string): World {
  const study = JSON.parse(text) as SimulationStudy;
  const frames = new Map<string, Frame>();
  const entities = new Map<string, Entity>();
  for (const [name, body] of Object.entries(study.bodies)) entities.set(name, entityOf(name, body, study, frames));
  return { study, entities, frames };
}

function entityOf(name: string, body: StudyBody, study: SimulationStudy, frames: Map<string, Frame>): Entity {
  if ("plane" in body) {
    const normal = vector(body.plane.normal as Triple).normalize();
    const position = vector((body.plane.point ?? [0, 0, 0]) as Triple);
    return { name, kind: "plane", position, orientation: new Quaternion().setFromUnitVectors(UP, normal), reach: 0 };
  }
  if ("joint" in body) {
    const frame = frameOf(name, study, frames);
    const position = vector((body.position ?? [0, 0, 0]) as Triple)
      .applyQuaternion(frame.orientation)
      .add(frame.position);
    const orientation = frame.orientation.clone().multiply(turn((body.orientation ?? [0, 0, 0, 1]) as Four));
    return { name, kind: "link", ...shapeOf(body.shape as Shape | undefined), position, orientation };
  }
  const shape = "fixed" in body ? fixedShape(body.fixed, name) : (body.shape as Shape);
  return {
    name,
    kind: "fixed" in body ? "fixed" : "body",
    ...shapeOf(shape),
    position: vector(body.position as Triple),
    orientation: turn((body.orientation ?? [0, 0, 0, 1]) as Four),
  };
}

function shapeOf(shape: Shape | undefined): { shape?: Shape; reach: number } {
  return shape === undefined ? { reach: 0 } : { shape, reach: reachOfShape(shape) };
}

/** Where the frame of a link is; of loops only about, as they have still to be closed. */
function frameOf(name: string, study: SimulationStudy, frames: Map<string, Frame>, deep = 0): Frame {
  const known = frames.get(name);
  if (known !== undefined) return known;
  const body = study.bodies[name];
  const origin: Frame = { position: new Vector3(), orientation: new Quaternion() };
  if (body === undefined || deep > 256) return origin;
  if (!("joint" in body)) {
    if (!("position" in body)) return origin;
    return { position: vector(body.position as Triple), orientation: turn((body.orientation ?? [0, 0, 0, 1]) as Four) };
  }
  const { parent = "world", position = [0, 0, 0], orientation = [0, 0, 0, 1] } = body.joint;
  const base = parent === "world" ? origin : frameOf(parent, study, frames, deep + 1);
  const joint: Frame = {
    position: vector(position as Triple)
      .applyQuaternion(base.orientation)
      .add(base.position),
    orientation: base.orientation.clone().multiply(turn(orientation as Four)),
  };
  const moved = movedBy(body.joint);
  const frame = {
    position: moved.position.applyQuaternion(joint.orientation).add(joint.position),
    orientation: joint.orientation.clone().multiply(moved.orientation),
  };
  frames.set(name, frame);
  return frame;
}

/** What a joint has done to its link at the beginning. */
function movedBy({ type, axis = [0, 0, 1], start }: StudyLink["joint"]): Frame {
  const at = start?.position ?? start?.near ?? 0;
  const along = vector(axis as Triple).normalize();
  if (type === "revolute" && typeof at === "number")
    return { position: new Vector3(), orientation: new Quaternion().setFromAxisAngle(along, at) };
  if (type === "prismatic" && typeof at === "number") return { position: along.multiplyScalar(at), orientation: new Quaternion() };
  return {
    position: typeof at === "number" ? new Vector3() : vector(at as Triple),
    orientation: turn((start?.orientation ?? [0, 0, 0, 1]) as Four),
  };
}

/** How far a shape reaches from its origin, m. */
export function reachOfShape(shape: Shape): number {
  switch (shape.type) {
    case "sphere":
      return shape.radius + (shape.rounding ?? 0);
    case "box":
      return Math.hypot(...shape.size) / 2 + (shape.rounding ?? 0);
    case "rod":
    case "capsule":
      return shape.length / 2 + shape.radius + (shape.rounding ?? 0);
    case "cylinder":
      return Math.hypot(shape.radius, shape.height / 2) + (shape.rounding ?? 0);
    default: {
      const box = new Box3();
      for (const geometry of geometriesOf(shape)) box.expandByObject(new Mesh(geometry));
      return Math.max(box.min.length(), box.max.length());
    }
  }
}

/** kg, as the study says it or as its density gives it; undefined where neither is known. */
export function massOf(body: StudyBody): number | undefined {
  if ("mass" in body && body.mass !== undefined) return body.mass;
  if (!("shape" in body) || body.shape === undefined) return undefined;
  try {
    return massProperties(body.shape as Shape, { density: ("density" in body ? body.density : undefined) ?? 1000 }).mass;
  } catch {
    return undefined;
  }
}

/** m^3; undefined where a shape has none. */
export function volumeOf(shape: Shape): number | undefined {
  try {
    return massProperties(shape, { density: 1 }).mass;
  } catch {
    return undefined;
  }
}
