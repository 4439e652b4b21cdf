/** What the elements of a URDF hold: children by name, numbers, vectors, origins. Whatever is wrong is named by its line and path. */
import { InvalidInputError } from "../../errors.js";
import { atan2, hypot } from "../../math/elementary.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { lineOf, type XmlElement } from "../../xml.js";
import type { Account } from "./account.js";

export function at(element: XmlElement, path: string): string {
  return `${lineOf(element)}, ${path}`;
}

export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The child of this name, if there is one; of several the first counts, as in other programs, and is told. */
export function childOf(element: XmlElement, name: string, path: string, account: Account): XmlElement | undefined {
  const [first, second] = childrenOf(element, name);
  if (second !== undefined) account.repair(second, path, `<${name}> is given twice: the first counts`);
  return first;
}

export function numberOf(element: XmlElement, name: string, path: string, otherwise?: number): number {
  const text = element.attributes.get(name);
  if (text === undefined && otherwise !== undefined) return otherwise;
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(value))
    throw new InvalidInputError(
      at(element, `${path}@${name}`),
      text,
      text === undefined ? "is given, and it is needed" : "is not a number",
    );
  return value;
}

export function vectorOf(element: XmlElement, name: string, path: string, otherwise?: Vec3): Vec3 {
  const text = element.attributes.get(name);
  if (text === undefined && otherwise !== undefined) return otherwise;
  const values = (text ?? "").trim().split(/\s+/).map(Number);
  if (text === undefined || values.length !== 3 || !values.every(Number.isFinite))
    throw new InvalidInputError(
      at(element, `${path}@${name}`),
      text,
      text === undefined ? "is given, and it is needed" : "are not three numbers",
    );
  return [values[0], values[1], values[2]];
}

export interface Placed {
  readonly position?: Vec3;
  readonly orientation?: Quaternion;
}

/** What is at the origin and not turned is left out. */
export function readOrigin(element: XmlElement, path: string, account: Account): Placed {
  const origin = childOf(element, "origin", path, account);
  if (origin === undefined) return {};
  const own = `${path}/origin`;
  const position = vectorOf(origin, "xyz", own, vec3.ZERO);
  const turn = turnOf(origin, own);
  if (turn !== undefined && origin.attributes.has("rpy"))
    throw new InvalidInputError(at(origin, `${own}@quat_xyzw`), turn, "is a second turn beside rpy");
  return placed(position, turn ?? fromRollPitchYaw(vectorOf(origin, "rpy", own, vec3.ZERO)));
}

/** Of URDF 1.2: four numbers, the last the cosine. */
function turnOf(origin: XmlElement, path: string): Quaternion | undefined {
  const text = origin.attributes.get("quat_xyzw");
  if (text === undefined) return undefined;
  const [x, y, z, w, ...others] = text.trim().split(/\s+/).map(Number);
  const turn = others.length === 0 && [x, y, z, w].every(Number.isFinite) ? quaternion.normalize([x, y, z, w]) : undefined;
  if (turn === undefined) throw new InvalidInputError(at(origin, `${path}@quat_xyzw`), text, "are not four numbers with a direction");
  return turn;
}

/** What is at the origin and not turned is left out. */
export function placed(position: Vec3, orientation: Quaternion): Placed {
  return {
    ...(position.every((value) => value === 0) ? {} : { position }),
    ...(Math.abs(orientation[3]) === 1 ? {} : { orientation }),
  };
}

/** A frame in a frame: the inner as seen from where the outer is. */
export function within(outer: Placed, inner: Placed): Placed {
  const turn = outer.orientation ?? quaternion.IDENTITY;
  const position = vec3.add(outer.position ?? vec3.ZERO, quaternion.rotate(turn, inner.position ?? vec3.ZERO));
  if (inner.orientation === undefined) return placed(position, turn);
  const both = quaternion.multiply(turn, inner.orientation);
  return placed(position, quaternion.normalize(both) ?? both);
}

/** The outer frame as seen from the inner one. */
export function inverse({ position = vec3.ZERO, orientation = quaternion.IDENTITY }: Placed): Placed {
  const back = quaternion.conjugate(orientation);
  return placed(vec3.scale(quaternion.rotate(back, position), -1), back);
}

/** The shortest turn from z to a direction. */
export function fromZ(direction: Vec3): Quaternion {
  const axis = vec3.cross([0, 0, 1], direction);
  const sine = vec3.norm(axis);
  if (sine < 1e-14) return direction[2] > 0 ? quaternion.IDENTITY : [1, 0, 0, 0];
  return quaternion.fromAxisAngle(vec3.scale(axis, 1 / sine), atan2(sine, direction[2])) ?? quaternion.IDENTITY;
}

/** About the fixed axes x, then y, then z. */
export function fromRollPitchYaw([roll, pitch, yaw]: Vec3): Quaternion {
  const about = (axis: Vec3, angle: number) => quaternion.fromAxisAngle(axis, angle) ?? quaternion.IDENTITY;
  return quaternion.multiply(quaternion.multiply(about([0, 0, 1], yaw), about([0, 1, 0], pitch)), about([1, 0, 0], roll));
}

/**
 * The angles that fromRollPitchYaw takes. With half angles, w + y and z - x are cos and sin of (yaw - roll) / 2 times one factor, w - y and
 * z + x those of (yaw + roll) / 2 times another, and the two factors give the pitch: near the poles of the pitch, where roll and yaw are
 * one, what cannot be told does not matter.
 */
export function toRollPitchYaw([x, y, z, w]: Quaternion): Vec3 {
  const difference = atan2(z - x, w + y);
  const sum = atan2(z + x, w - y);
  const pitch = 2 * atan2(hypot(w + y, z - x), hypot(w - y, z + x)) - Math.PI / 2;
  return [withinTurn(sum - difference), pitch, withinTurn(sum + difference)];
}

/** The same angle from -pi to pi. */
function withinTurn(angle: number): number {
  return angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;
}
