/** What can be put into a scene, and how large it is at first. */
import type { Shape } from "carom/mechanics";
import { Quaternion, Vector3 } from "three";
import type { View } from "./hands/handle.js";
import { dropped, laidOn, rounded } from "./scene/place.js";
import { touchesOf } from "./scene/touch.js";
import { type Entity, reachOfShape, type World } from "./scene/world.js";
import { type Added, withFloor, withRamp, withShape } from "./text/gestures.js";

export type Piece = "ball" | "box" | "rod" | "capsule" | "cylinder" | "mesh" | "floor" | "ramp" | "hinge" | "motor";

/** In the order of the dock, with the key that follows A. */
export const PIECES: readonly { readonly piece: Piece; readonly key: string; readonly group: number }[] = [
  { piece: "ball", key: "b", group: 0 },
  { piece: "box", key: "x", group: 0 },
  { piece: "rod", key: "r", group: 0 },
  { piece: "capsule", key: "c", group: 0 },
  { piece: "cylinder", key: "y", group: 0 },
  { piece: "mesh", key: "s", group: 0 },
  { piece: "floor", key: "f", group: 1 },
  { piece: "ramp", key: "p", group: 1 },
  { piece: "hinge", key: "h", group: 2 },
  { piece: "motor", key: "m", group: 2 },
];

const LYING = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);
const UPRIGHT = new Quaternion();
/** Degrees. */
const SLOPE = 20;

/** 1, 2 or 5 times a power of ten. */
export function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const first = value / power;
  return Number((power * (first < 1.5 ? 1 : first < 3.5 ? 2 : first < 7.5 ? 5 : 10)).toPrecision(2));
}

function shapeOf(piece: Piece, unit: number): { shape: Shape; orientation: Quaternion } | undefined {
  const size = (part: number) => Number((part * unit).toPrecision(3));
  switch (piece) {
    case "ball":
      return { shape: { type: "sphere", radius: size(0.5) }, orientation: UPRIGHT };
    case "box":
      return { shape: { type: "box", size: [size(1), size(1), size(1)] }, orientation: UPRIGHT };
    case "rod":
      return { shape: { type: "rod", length: size(3), radius: size(0.12) }, orientation: LYING };
    case "capsule":
      return { shape: { type: "capsule", radius: size(0.35), length: size(1) }, orientation: LYING };
    case "cylinder":
      return { shape: { type: "cylinder", radius: size(0.5), height: size(1) }, orientation: UPRIGHT };
    default:
      return undefined;
  }
}

interface Spot {
  readonly text: string;
  readonly world: World;
  readonly view: View;
  /** px. */
  readonly x: number;
  readonly y: number;
  /** m, that a pixel is. */
  readonly pixel: number;
  /** Of the picture, px. */
  readonly height: number;
  /** Pressed, not pulled there: then it looks for a free place beside. */
  readonly pressed: boolean;
}

/** A tenth of the picture, as a round number, m. */
function unitOf({ height, pixel }: Spot): number {
  return nice(0.1 * height * pixel);
}

/** The text with a new piece at a place of the picture; undefined for those that belong to a body. */
export function put(piece: Piece, spot: Spot): Added | undefined {
  const { text } = spot;
  if (piece === "floor") return withFloor(text);
  if (piece === "ramp") return putRamp(spot);
  const made = shapeOf(piece, unitOf(spot));
  return made === undefined ? undefined : putShape(piece, made.shape, made.orientation, spot);
}

/** A shape resting on what is there. */
export function putShape(name: string, shape: Shape, orientation: Quaternion, spot: Spot): Added {
  const { text, world, view, x, y, pixel, pressed } = spot;
  const entity: Entity = { name: "", kind: "body", shape, position: new Vector3(), orientation, reach: reachOfShape(shape) };
  const decimals = Math.max(2, Math.floor(-Math.log10(pixel)));
  const beside = pressed ? [0, 1, -1, 2, -2, 3, -3, 4, -4] : [0];
  let first: Vector3 | undefined;
  let turned = orientation;
  for (const step of beside) {
    const hit = view.pick(x + (step * 2.4 * entity.reach) / pixel, y) ?? groundBelow(view, x, y);
    if (hit === undefined) continue;
    const rest = laidOn(world, entity, hit, decimals, new Vector3(0, 0, 1));
    first ??= rest.position;
    if (step === 0) turned = rest.orientation;
    const lies = { ...entity, position: rest.position, orientation: rest.orientation };
    const busy = touchesOf(world, lies, 1e-6).some((touch) => world.entities.get(touch.name)?.kind === "body");
    if (busy) continue;
    return withShape(text, name, shape, rest.position.toArray(), rest.orientation);
  }
  const place = first ?? new Vector3(0, 0, rounded(entity.reach, decimals));
  return withShape(text, name, shape, place.toArray(), turned);
}

/** Where a study has no plane: the level of the origin. */
function groundBelow(view: View, x: number, y: number): { point: Vector3; normal: Vector3 } | undefined {
  const normal = new Vector3(0, 0, 1);
  const point = view.onPlane(x, y, new Vector3(), normal);
  return point === undefined ? undefined : { point, normal };
}

function putRamp(spot: Spot): Added {
  const { text, world, view, x, y, pixel } = spot;
  const unit = unitOf(spot);
  const size = [5, 2, 0.25].map((part) => Number((part * unit).toPrecision(3))) as [number, number, number];
  const orientation = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), (SLOPE * Math.PI) / 180);
  const shape: Shape = { type: "box", size };
  const entity: Entity = { name: "", kind: "fixed", shape, position: new Vector3(), orientation, reach: reachOfShape(shape) };
  const hit = groundBelow(view, x, y);
  const point = hit?.point ?? new Vector3();
  const decimals = Math.max(2, Math.floor(-Math.log10(pixel)));
  const place = new Vector3(rounded(point.x, decimals), rounded(point.y, decimals), 0);
  const { position } = dropped(world, entity, place, orientation, 2 * entity.reach);
  return withRamp(text, size, position.toArray(), orientation);
}

/** By the key that follows A. */
export const LETTERS: ReadonlyMap<string, Piece> = new Map(PIECES.map(({ key, piece }) => [key, piece]));
