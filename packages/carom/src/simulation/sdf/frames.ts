/**
 * Frames of an SDF model and where they are: links, joints, frames and nested models, each with a pose relative to another.
 *
 *     link, nested model      relative to the model, unless `relative_to` says otherwise
 *     joint                   relative to its child
 *     frame                   relative to what it is attached to, the model if to nothing
 */
import { InvalidInputError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "../urdf/account.js";
import { at, childrenOf, fromRollPitchYaw, inverse, type Placed, placed, within } from "../urdf/fields.js";

/** The text of a child, undefined where there is none. */
export function textIn(element: XmlElement, name: string): string | undefined {
  const [found] = childrenOf(element, name);
  return found === undefined || found.text.trim() === "" ? undefined : found.text.trim();
}

export function numbersIn(element: XmlElement, path: string, count: number): number[] {
  const values = element.text.trim() === "" ? [] : element.text.trim().split(/\s+/).map(Number);
  if (values.length !== count || !values.every(Number.isFinite))
    throw new InvalidInputError(at(element, path), element.text.trim(), count === 1 ? "is not a number" : `are not ${count} numbers`);
  return values;
}

export function numberIn(element: XmlElement, name: string, path: string, otherwise: number): number {
  const [found] = childrenOf(element, name);
  return found === undefined ? otherwise : numbersIn(found, `${path}/${name}`, 1)[0];
}

/** true or 1, false or 0, as SDF has them; others are refused. */
export function flagIn(element: XmlElement, name: string, path: string, otherwise: boolean): boolean {
  const text = textIn(element, name);
  if (text === undefined) return otherwise;
  return isTrue(text, at(childrenOf(element, name)[0] ?? element, `${path}/${name}`));
}

/** The same of an attribute. */
export function flagOf(element: XmlElement, name: string, path: string): boolean {
  const text = element.attributes.get(name);
  return text === undefined ? false : isTrue(text.trim(), at(element, `${path}@${name}`));
}

function isTrue(text: string, path: string): boolean {
  if (!/^(1|0|true|false)$/i.test(text)) throw new InvalidInputError(path, text, "is neither true nor false");
  return /^(1|true)$/i.test(text);
}

/** <pose> of an element, and what it is relative to. */
export interface Pose {
  readonly place: Placed;
  /** Undefined: as the element has it. */
  readonly relativeTo: string | undefined;
}

export function poseOf(element: XmlElement, path: string): Pose {
  const [pose] = childrenOf(element, "pose");
  if (pose === undefined) return { place: {}, relativeTo: undefined };
  const relativeTo = pose.attributes.get("relative_to") || undefined;
  if (pose.text.trim() === "") return { place: {}, relativeTo };
  const format = pose.attributes.get("rotation_format") ?? "euler_rpy";
  if (format !== "euler_rpy" && format !== "quat_xyzw")
    throw new InvalidInputError(at(pose, `${path}/pose@rotation_format`), format, "is neither euler_rpy nor quat_xyzw");
  const isQuaternion = format === "quat_xyzw";
  const values = numbersIn(pose, `${path}/pose`, isQuaternion ? 7 : 6);
  const [x, y, z, ...turn] = values;
  return {
    place: placed([x, y, z], isQuaternion ? unit(turn, pose, path) : eulerOf(turn, flagOf(pose, "degrees", `${path}/pose`))),
    relativeTo,
  };
}

function unit([x, y, z, w]: readonly number[], pose: XmlElement, path: string): Quaternion {
  const found = quaternion.normalize([x, y, z, w]);
  if (found === undefined) throw new InvalidInputError(at(pose, `${path}/pose`), pose.text.trim(), "has no direction");
  return found;
}

function eulerOf([roll, pitch, yaw]: readonly number[], isDegrees: boolean): Quaternion {
  const rad = isDegrees ? Math.PI / 180 : 1;
  return fromRollPitchYaw([rad * roll, rad * pitch, rad * yaw]);
}

interface Entry {
  readonly element: XmlElement;
  readonly path: string;
  readonly pose: Pose;
  /** What it is relative to where its pose does not say. */
  readonly base: string;
  /** Of a model: the frame in it that its pose places, a full name. Default: its own. */
  readonly placement?: string;
}

export interface Frames {
  /** @param scope that of whoever names it; names begin in it */
  add(scope: string, name: string, entry: Entry): void;
  has(full: string): boolean;
  /** Full name of what a name stands for in a scope. */
  named(scope: string, name: string, element: XmlElement, path: string): string;
  /** In the world. */
  placeOf(full: string): Placed;
  /** Complains where what frames are attached to goes round, or is not there, also of those that nothing uses. */
  checkAttached(attached: ReadonlyMap<string, string>, account: Account): void;
}

export const WORLD = "world";
export const inScope = (scope: string, name: string) => (scope === "" ? name : `${scope}::${name}`);

/** `inner::__model__` is the model `inner` itself. */
export const withoutModel = (name: string) => name.replace(/::__model__$/, "");

/** `__model__` of a scope is the model itself. */
export function createFrames(): Frames {
  const entries = new Map<string, Entry & { readonly scope: string }>();
  const places = new Map<string, Placed>([["", {}]]);

  function named(scope: string, name: string, element: XmlElement, path: string): string {
    if (name === "__model__") return scope;
    if (name === WORLD) return "";
    const full = inScope(scope, withoutModel(name));
    if (entries.has(full)) return full;
    throw new InvalidInputError(at(element, path), name, "is not a link, joint, frame or model here");
  }

  function pathTo(full: string): string {
    const entry = entries.get(full);
    return entry === undefined ? "frame" : at(entry.element, `${entry.path}@attached_to`);
  }

  /** What an entry is relative to. */
  function baseOf({ pose, base, scope, element, path }: Entry & { readonly scope: string }): string {
    return pose.relativeTo === undefined ? base : named(scope, pose.relativeTo, element, `${path}/pose@relative_to`);
  }

  /**
   * Of one frame in another that it is relative to, through others. With a list of its own: chains may be longer than calls can nest.
   * @param placing models whose frame is looked for
   */
  function chained(full: string, outer: (name: string) => Placed | undefined, placing: readonly string[]): Placed {
    const way = new Set<string>();
    let next = full;
    let place = outer(next);
    while (place === undefined) {
      const entry = entries.get(next);
      if (entry === undefined) throw new InvalidInputError("frame", next, "is not there");
      if (way.has(next))
        throw new InvalidInputError(at(entry.element, entry.path), [...way, next].join(" -> "), "go round: poses need an end");
      way.add(next);
      next = baseOf(entry);
      place = outer(next);
    }
    for (const name of [...way].reverse()) {
      place = within(place, ownPlace(name, placing));
      if (placing.length === 0) places.set(name, place);
    }
    return place;
  }

  /** Of an entry in what it is relative to: its pose, of a model whose pose places a frame in it that less where the frame is in it. */
  function ownPlace(name: string, placing: readonly string[]): Placed {
    const { pose, placement, element, path } = entries.get(name) as Entry;
    if (placement === undefined) return pose.place;
    const way = [...placing, name];
    if (placing.includes(name)) throw new InvalidInputError(at(element, `${path}@placement_frame`), way.join(" -> "), "go round");
    if (!entries.has(placement))
      throw new InvalidInputError(at(element, `${path}@placement_frame`), placement, "is not a link, joint, frame or model here");
    return within(pose.place, inverse(chained(placement, (other) => (other === name ? {} : undefined), way)));
  }

  const placeOf = (full: string) => chained(full, (name) => places.get(name), []);

  return {
    add: (scope, name, entry) => {
      const full = inScope(scope, name);
      if (entries.has(full))
        throw new InvalidInputError(at(entry.element, entry.path), name, "is the name of another link, joint or frame too");
      entries.set(full, { ...entry, scope });
    },
    has: (full) => entries.has(full),
    named,
    placeOf,
    checkAttached: (attached, account) => {
      const known = new Set<string>();
      const round = new Set<string>();
      for (const full of attached.keys())
        account.attempt(() => {
          const way = new Set<string>();
          let next: string | undefined = full;
          for (; next !== undefined && !known.has(next) && !way.has(next); next = attached.get(next)) {
            if (next !== "" && !entries.has(next))
              throw new InvalidInputError(pathTo(full), next, "is not a link, joint, frame or model here");
            way.add(next);
          }
          for (const one of way) known.add(one);
          if (next !== undefined && (way.has(next) || round.has(next))) for (const one of way) round.add(one);
          if (next !== undefined && round.has(next) && !way.has(next)) return {};
          if (next !== undefined && way.has(next))
            throw new InvalidInputError(pathTo(full), [...way, next].join(" -> "), "go round: what it is attached to needs an end");
          return placeOf(full);
        }, {});
    },
  };
}
