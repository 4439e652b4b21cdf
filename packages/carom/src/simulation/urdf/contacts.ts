/**
 * What may touch in a scene whose file has rules for it (MJCF, SDF), with which friction: bodies with ground, and bodies with each other.
 *
 *     surfaces      shapes of one body that touch alike; a body is one, and others are fixed to it (bodies.ts)
 *     not listed    what the bits of both, or the file, keep apart; what a joint joins, unless one of the two stands; what stands both
 *     pairs         that the file lists touch whatever else is said, as the file says
 *     overlaps      at the beginning: a scene cannot begin with them. Free bodies are moved out of what they touch (apart.ts); what still
 *                   overlaps does not touch. Both are told
 */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { XmlElement } from "../../xml.js";
import type { SceneLink } from "../mechanism/scene-link.js";
import type { SceneContact, ScenePlane } from "../scene/scene.js";
import type { Account } from "./account.js";
import { type Movable, type Shift, shiftedBodies, shiftsApart } from "./apart.js";
import { bitsTouch, type FrictionRule, frictionBetween, type LinkMaterial, type Skin } from "./materials.js";
import { heightOver, overlapsAmong, roundingOf, solidsOf } from "./solids.js";

/** What touches of a body, or a plane. */
export interface Surface {
  /** Of the body or the plane. */
  readonly name: string;
  readonly material: LinkMaterial;
  /** What the file's rules know it by. */
  readonly tag: string;
  /** Where the body stands in the file. */
  readonly element: XmlElement;
}

/** What a file says of what touches. */
export interface ContactRules {
  readonly friction: FrictionRule;
  /** Whether the file keeps two surfaces apart, by their tags. */
  readonly keepsApart: (first: string, second: string) => boolean;
  /** Of surfaces that touch whatever else is said, by their tags. */
  readonly pairs: readonly ListedPair[];
}

export interface ListedPair {
  readonly element: XmlElement;
  readonly path: string;
  readonly tags: readonly [string, string];
  readonly friction: number;
}

export interface TouchingScene {
  readonly bodies: Readonly<Record<string, SceneLink>>;
  readonly planes: Readonly<Record<string, ScenePlane>>;
  readonly surfaces: ReadonlyMap<string, Surface>;
  readonly rules: ContactRules;
  /** Of contacts whose surfaces do not say their own. */
  readonly otherwise: { readonly friction: number; readonly restitution: number };
  /** m/s^2. */
  readonly gravity: Vec3;
  /** Bodies that loops tie to bodies that are not of their tree: these are not moved. */
  readonly tied: readonly (readonly [string, string])[];
  readonly account: Account;
}

/** Overlapping bodies that are named in one line. */
const MOST_NAMED = 6;

/** A body with a shape, and what is asked of it beside each other one. */
interface Toucher extends Movable {
  readonly surface: Surface;
  /** The body that it is part of. */
  readonly owner: string;
  readonly stands: boolean;
  /** The body that its own hangs on by a joint, if that moves. */
  readonly carrier: string | undefined;
}

/** Bodies as they can begin, and what may touch. */
export interface Touching {
  readonly bodies: Readonly<Record<string, SceneLink>>;
  readonly contacts: readonly SceneContact[];
}

export function contactsOf(scene: TouchingScene): Touching {
  const { planes, surfaces, rules, otherwise, account } = scene;
  const { restitution } = otherwise;
  const listed = listedIn(rules.pairs, surfaces);
  const pairOf = (first: string, second: string) => (listed.size === 0 ? undefined : listed.get(keyOf(first, second)));
  const touch = (first: Surface, second: Surface, pair: ListedPair | undefined): SceneContact | undefined => {
    const friction = pair?.friction ?? frictionIn(first, second, rules, otherwise.friction);
    return friction === undefined ? undefined : { between: [first.name, second.name], friction, restitution };
  };
  const onPlane = ({ surface, stands }: Toucher, name: string) => {
    const ground = stands ? undefined : surfaces.get(name);
    return ground && touch(surface, ground, pairOf(surface.name, name));
  };
  const between = (a: Toucher, b: Toucher) => {
    if (a.owner === b.owner || (a.stands && b.stands)) return undefined;
    const pair = pairOf(a.name, b.name);
    if (pair === undefined && (a.carrier === b.owner || b.carrier === a.owner)) return undefined;
    return touch(a.surface, b.surface, pair);
  };
  const drawn = touchersIn(scene);
  const shifts = shiftsApart(drawn, {
    planes,
    touchesPlane: (toucher, name) => onPlane(toucher, name) !== undefined,
    touches: (a, b) => between(a, b) !== undefined,
    up: vec3.normalize(vec3.scale(scene.gravity, -1)) ?? [0, 0, 1],
    rounding: roundingOf(drawn.map(({ solid }) => solid)),
  });
  tellShifts(shifts, scene);
  const bodies = shiftedBodies(scene.bodies, shifts);
  const touchers = shifts.size === 0 ? drawn : touchersIn({ ...scene, bodies });
  return { bodies, contacts: listContacts(touchers, { planes, onPlane, between, account }) };
}

interface Meetings {
  readonly planes: TouchingScene["planes"];
  readonly onPlane: (toucher: Toucher, plane: string) => SceneContact | undefined;
  readonly between: (first: Toucher, second: Toucher) => SceneContact | undefined;
  readonly account: Account;
}

/** Those of what does not overlap; the others are told. */
function listContacts(touchers: readonly Toucher[], { planes, onPlane, between, account }: Meetings): SceneContact[] {
  const rounding = roundingOf(touchers.map(({ solid }) => solid));
  const contacts: SceneContact[] = [];
  const overlaps = createOverlaps(account);
  for (const toucher of touchers)
    for (const [name, plane] of Object.entries(planes)) {
      const contact = onPlane(toucher, name);
      if (contact === undefined) continue;
      const height = heightOver(toucher.solid, plane);
      if (height < -rounding) overlaps.add(toucher.surface, `${name} (by ${(-height).toPrecision(3)} m)`);
      else contacts.push(contact);
    }
  const overlapping = new Set(
    overlapsAmong(touchers, rounding, (a, b) => between(a, b) !== undefined).map(([first, second]) => keyOf(first.name, second.name)),
  );
  for (let i = 0; i < touchers.length; i++)
    for (let j = i + 1; j < touchers.length; j++) {
      const contact = between(touchers[i], touchers[j]);
      if (contact === undefined) continue;
      if (overlapping.size > 0 && overlapping.has(keyOf(touchers[i].name, touchers[j].name)))
        overlaps.add(touchers[i].surface, touchers[j].name);
      else contacts.push(contact);
    }
  overlaps.tell();
  return contacts;
}

function tellShifts(shifts: ReadonlyMap<string, Shift>, { surfaces, account }: TouchingScene): void {
  for (const [name, { by, cause }] of shifts) {
    const { body, other, depth } = cause;
    const element = (surfaces.get(name) ?? surfaces.get(body))?.element;
    if (element === undefined) continue;
    const way = by.map((value) => Number(value.toPrecision(3))).join(", ");
    const which = body === name ? "it" : body;
    const found = `${which} overlaps ${other} by ${depth.toPrecision(3)} m at the beginning`;
    account.repair(element, `body ${name}`, `${found}: it begins [${way}] m from where it is drawn, with all that hangs on it`);
  }
}

/** Undefined: they do not touch. */
function frictionIn(
  first: Omit<Surface, "name">,
  second: Omit<Surface, "name">,
  rules: ContactRules,
  otherwise: number,
): number | undefined {
  if (!bitsTouch(first.material, second.material) || rules.keepsApart(first.tag, second.tag)) return undefined;
  return frictionBetween(rules.friction, first.material, second.material, otherwise);
}

/** Friction of bodies on a plane that a floor stands for; those that miss it are not there. */
export function frictionsOn(
  ground: Skin,
  { bodies, surfaces, rules, otherwise }: Pick<TouchingScene, "bodies" | "surfaces" | "rules" | "otherwise">,
): Record<string, number> {
  const own: Omit<Surface, "name" | "element"> = { material: ground.material, tag: ground.tag ?? "" };
  return Object.fromEntries(
    Object.keys(bodies).flatMap((name): [string, number][] => {
      const surface = surfaces.get(name);
      if (surface === undefined) return [];
      const pair = [...rules.pairs].reverse().find(({ tags }) => tags.includes(own.tag) && tags.includes(surface.tag));
      const friction = pair?.friction ?? frictionIn(surface, { ...own, element: surface.element }, rules, otherwise.friction);
      return friction === undefined ? [] : [[name, friction]];
    }),
  );
}

function touchersIn({ bodies, surfaces, tied }: TouchingScene): Toucher[] {
  const ownerOf = ownersIn(bodies);
  const treeOf = treesIn(bodies, tied);
  return solidsOf(bodies).flatMap((solid): Toucher[] => {
    const surface = surfaces.get(solid.name);
    const owner = ownerOf(solid.name);
    const stands = bodies[owner].joint.type === "fixed";
    if (surface === undefined) return [];
    return [{ name: solid.name, solid, surface, owner, stands, carrier: carrierOf(owner, bodies), tree: treeOf(owner) }];
  });
}

/** The free body that a body is or hangs on; none of those that a loop ties to what is not part of their tree. */
function treesIn(bodies: TouchingScene["bodies"], tied: TouchingScene["tied"]): (name: string) => string | undefined {
  const trees = new Map<string, string>();
  for (const [name, { joint }] of Object.entries(bodies)) {
    const tree = joint.type === "free" ? name : trees.get(joint.parent ?? "world");
    if (tree !== undefined) trees.set(name, tree);
  }
  const held = new Set(tied.map((ends) => ends.map((name) => trees.get(name))).flatMap(([a, b]) => (a === b ? [] : [a, b])));
  return (name) => {
    const tree = trees.get(name);
    return held.has(tree) ? undefined : tree;
  };
}

const keyOf = (first: string, second: string) => (first < second ? `${first}\n${second}` : `${second}\n${first}`);

/** Pairs of the file by the names of their surfaces; of one that is listed twice the last counts, as in MuJoCo. */
function listedIn(pairs: readonly ListedPair[], surfaces: TouchingScene["surfaces"]): Map<string, ListedPair> {
  if (pairs.length === 0) return new Map();
  const byTag = new Map([...surfaces.values()].map(({ tag, name }) => [tag, name]));
  return new Map(
    pairs.flatMap((pair) => {
      const [first, second] = pair.tags.map((tag) => byTag.get(tag));
      return first === undefined || second === undefined ? [] : [[keyOf(first, second), pair] as const];
    }),
  );
}

/** The body that a surface is fixed to; others are their own. */
export function ownersIn(bodies: TouchingScene["bodies"]): (name: string) => string {
  return (name) => {
    const { type, parent } = bodies[name].joint;
    return type === "fixed" && parent !== undefined && Object.hasOwn(bodies, parent) ? parent : name;
  };
}

/** Links without mass and shape, of bodies with several joints, count as nothing. */
function carrierOf(name: string, bodies: TouchingScene["bodies"]): string | undefined {
  // What is free is joined to nothing, whatever it is counted from.
  let above = bodies[name].joint.type === "free" ? undefined : bodies[name].joint.parent;
  const isThere = (link: string | undefined): link is string => link !== undefined && Object.hasOwn(bodies, link);
  while (isThere(above) && bodies[above].shape === undefined && (bodies[above].mass ?? 0) === 0) above = bodies[above].joint.parent;
  return isThere(above) && bodies[above].joint.type !== "fixed" ? above : undefined;
}

interface Overlaps {
  add(first: Surface, other: string): void;
  /** One line for each body. */
  tell(): void;
}

function createOverlaps(account: Account): Overlaps {
  const found = new Map<Surface, string[]>();
  return {
    add: (first, other) => {
      const others = found.get(first);
      if (others === undefined) found.set(first, [other]);
      else others.push(other);
    },
    tell: () => {
      for (const [{ name, element }, others] of found) {
        const more = others.length - MOST_NAMED;
        const names = `${others.slice(0, MOST_NAMED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
        account.repair(element, `body ${name}`, `it overlaps ${names} at the beginning: they do not touch each other`);
      }
    },
  };
}
