/** What each gesture writes into the text of a study. Every one takes the text and gives the next. */
import type { Shape } from "carom/mechanics";
import type { SimulationStudy } from "carom/study";
import { type Quaternion, Vector3 } from "three";
import { rounded, roundedVector } from "../scene/place.js";
import { type Entity, massOf, type StudyBody, type Triple, type World } from "../scene/world.js";
import { type Path, placeAt, withoutAt, withValueAt } from "./json-edit.js";
import { freeName } from "./names.js";

/** Of every pair, where a study says nothing of its surfaces yet. */
const FIRST_MATERIAL = { friction: 0.4, restitution: 0.5 };
const DENSITY = 1000;
/** Decimals of orientations: a millionth of a pixel. */
const TURN_DIGITS = 12;

export const EMPTY_STUDY = `{
  "carom": 1,
  "kind": "simulation",
  "title": "Untitled",
  "duration": 2,
  "bodies": {
    "floor": {
      "plane": {
        "normal": [0, 0, 1]
      }
    }
  }
}
`;

const read = (text: string) => JSON.parse(text) as SimulationStudy;

export interface Added {
  readonly text: string;
  readonly name: string;
}

/** A new body; the first of a study brings a material for all pairs. */
export function withBody(text: string, wanted: string, body: object): Added {
  const study = read(text);
  const name = freeName(study, wanted);
  const added = withValueAt(text, ["bodies", name], body);
  const bare = study.material === undefined && (study.contacts === undefined || study.contacts.length === 0);
  return { text: bare ? withValueAt(added, ["material"], FIRST_MATERIAL) : added, name };
}

export function withShape(text: string, wanted: string, shape: Shape, position: Triple, orientation: Quaternion): Added {
  return withBody(text, wanted, { shape, density: DENSITY, position, ...orientationField(orientation) });
}

export function withRamp(text: string, size: Triple, position: Triple, orientation: Quaternion): Added {
  return withBody(text, "ramp", { fixed: { type: "box", size }, position, ...orientationField(orientation) });
}

export function withFloor(text: string): Added {
  return withBody(text, "floor", { plane: { normal: [0, 0, 1] } });
}

function orientationField(orientation: Quaternion): { orientation?: number[] } {
  return isTurned(orientation) ? { orientation: orientationOf(orientation) } : {};
}

const isTurned = ({ w }: Quaternion) => Math.abs(Math.abs(w) - 1) > 1e-12;

export function orientationOf(orientation: Quaternion): [number, number, number, number] {
  const { x, y, z, w } = orientation.clone().normalize();
  const sense = w < 0 ? -1 : 1;
  const [a, b, c, d] = [x, y, z, w].map((value) => rounded(sense * value, TURN_DIGITS));
  return [a, b, c, d];
}

/** Where a body is and how it is turned; of a link, where its joint is. */
export function withPose(text: string, world: World, { name, kind }: Entity, position: Triple, orientation?: Quaternion): string {
  if (kind === "plane") return withValueAt(text, ["bodies", name, "plane", "point"], position);
  if (kind === "link") return withLinkMoved(text, world, name, position);
  const moved = withNumbers(text, ["bodies", name, "position"], position);
  return orientation === undefined ? moved : withOrientation(moved, name, orientation);
}

/** Only the numbers that differ are written: digits that were typed stay. */
export function withNumbers(text: string, path: Path, numbers: readonly number[]): string {
  const place = placeAt(text, path);
  if (place === undefined) return withValueAt(text, path, numbers);
  const now = JSON.parse(text.slice(place.from, place.to)) as unknown;
  if (!Array.isArray(now) || now.length !== numbers.length) return withValueAt(text, path, numbers);
  return numbers.reduce((next, value, i) => (now[i] === value ? next : withValueAt(next, [...path, i], value)), text);
}

export function withOrientation(text: string, name: string, orientation: Quaternion): string {
  const path = ["bodies", name, "orientation"];
  if (isTurned(orientation)) return withNumbers(text, path, orientationOf(orientation));
  return placeAt(text, path) === undefined ? text : withNumbers(text, path, [0, 0, 0, 1]);
}

/** A link is moved by its joint, in the axes of its parent. */
function withLinkMoved(text: string, { study, entities, frames }: World, name: string, position: Triple): string {
  const body = study.bodies[name];
  const entity = entities.get(name);
  if (body === undefined || !("joint" in body) || entity === undefined) return text;
  const parent = frames.get(body.joint.parent ?? "world");
  const shift = new Vector3(...position).sub(entity.position);
  if (parent !== undefined) shift.applyQuaternion(parent.orientation.clone().conjugate());
  const [x, y, z] = (body.joint.position ?? [0, 0, 0]) as Triple;
  return withNumbers(text, ["bodies", name, "joint", "position"], roundedVector(shift.add(new Vector3(x, y, z)), 9));
}

/** A velocity or a spin; none takes the field away. */
export function withMotion(text: string, name: string, field: "velocity" | "angularVelocity", value: Triple): string {
  const path = ["bodies", name, field];
  if (value.every((one) => one === 0)) return withoutAt(text, path);
  return withNumbers(text, path, value);
}

/** A size of a shape. @param path inside the shape: `size`, 0 or `radius` */
export function withSize(text: string, name: string, kind: Entity["kind"], path: Path, value: number): string {
  return withValueAt(text, ["bodies", name, kind === "fixed" ? "fixed" : "shape", ...path], value);
}

/** A mass stands instead of a density. */
export function withMass(text: string, name: string, mass: number): string {
  return withValueAt(withoutAt(text, ["bodies", name, "density"]), ["bodies", name, "mass"], mass);
}

export function withDensity(text: string, name: string, density: number): string {
  return withValueAt(withoutAt(text, ["bodies", name, "mass"]), ["bodies", name, "density"], density);
}

/** A copy beside it, with all that is its own; contacts and loads of the first stay the first's. */
export function duplicated(text: string, world: World, name: string): Added {
  const body = world.study.bodies[name];
  const entity = world.entities.get(name);
  if (body === undefined || entity === undefined) return { text, name };
  const copy = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  const by = 2.2 * (entity.reach || 0.1);
  if (Array.isArray(copy.position) && entity.kind !== "link")
    copy.position = [rounded(Number(copy.position[0]) + by, 4), ...copy.position.slice(1)];
  if (entity.kind === "plane") {
    const plane = copy.plane as { point?: number[] };
    plane.point = [0, 0, rounded(entity.position.z - 0.1, 4)];
  }
  if (entity.kind === "link") {
    const joint = copy.joint as { position?: number[] };
    const [x = 0, y = 0, z = 0] = joint.position ?? [];
    joint.position = [rounded(x + by, 4), y, z];
  }
  const next = freeName(world.study, name.replace(/ \d+$/, ""));
  return { text: withValueAt(text, ["bodies", next], copy), name: next };
}

/** Friction and restitution of all pairs, or of one that is listed. */
export function withSurface(text: string, at: Path, field: "friction" | "restitution", value: number): string {
  const study = read(text);
  const known = at[0] === "material" ? study.material !== undefined : true;
  return withValueAt(known ? text : withValueAt(text, ["material"], FIRST_MATERIAL), [...at, field], value);
}

/** A pair with a surface of its own, as all others have it so far. */
export function withPair(text: string, first: string, second: string): string {
  const { material = FIRST_MATERIAL, contacts = [] } = read(text);
  const entry = { between: [first, second], friction: material.friction, restitution: material.restitution };
  return withValueAt(text, contacts.length === 0 ? ["contacts"] : ["contacts", contacts.length], contacts.length === 0 ? [entry] : entry);
}

/** Whether a body has a mass of its own or one by its density. */
export function weighs(body: StudyBody): "mass" | "density" | undefined {
  if (massOf(body) === undefined) return undefined;
  return "mass" in body && body.mass !== undefined ? "mass" : "density";
}
