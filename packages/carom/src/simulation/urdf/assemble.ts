/**
 * Links and joints of a file as bodies of a scene: joints that limits or their leaders hold, or that move nothing, are held (held.ts,
 * movable.ts), what is rigid is merged (groups.ts) with the sum of masses (masses.ts), and bodies with joints are written (bodies.ts).
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ConstantLoad } from "../free-bodies/loads.js";
import type { Link } from "../mechanism/links.js";
import type { SceneGear } from "../mechanism/scene-link.js";
import { GRAVITY } from "../system/gravity.js";
import type { Account } from "./account.js";
import { type Bodies, bodiesOf, withoutGround } from "./bodies.js";
import { type ContactRules, contactsOf, frictionsOn } from "./contacts.js";
import { at, type Placed, placed, within } from "./fields.js";
import { type Group, groupsOf } from "./groups.js";
import { type Held, heldByLimits, holdWeightless, nearestToZero, rigidFrame } from "./held.js";
import { isSingle, type Limits, type UrdfJoint } from "./joint.js";
import { type Density, densityOf, givenMass, type Links, massOf, partsOf, shapesToWeigh } from "./masses.js";
import type { LinkMaterial, Skin } from "./materials.js";
import { limitsOf, type Relations } from "./mimic.js";
import { unmovable } from "./movable.js";
import type { UrdfFrame, UrdfOptions, UrdfRobot } from "./robot.js";

/** A robot whose file has been read. */
export interface RobotParts {
  readonly root: string;
  readonly joints: readonly UrdfJoint[];
  readonly links: Links;
  readonly relations: Relations;
  readonly options: UrdfOptions;
  readonly account: Account;
  /** m/s^2, as the file says it. Absent: it does not. */
  readonly gravity?: Vec3;
  /** What the file says of what touches. Absent: nothing. */
  readonly rules?: ContactRules;
  /** Of contacts that do not say their own, as the format has it. Default: 0.5 and 0.2. */
  readonly surface?: UrdfRobot["surface"];
  /** Links that loops join. Default: none. */
  readonly tied?: readonly (readonly [string, string])[];
  /** Of all, before the place that the options give. Default: the world's frame. */
  readonly place?: Placed;
  /** Of a ground that a floor stands for, where it is no link. Default: the first plane among the links. */
  readonly ground?: Skin | undefined;
}

/** Of contacts of formats that say nothing of it. */
const PLAIN = { friction: 0.5, restitution: 0.2 };

/** Holds what cannot move, merges what is rigid and writes bodies, gears and frames. */
export function assemble(robot: RobotParts): Omit<UrdfRobot, "name"> {
  const { root, joints, links, relations: given, options, account, gravity, rules } = robot;
  const held = heldByLimits(joints, given, account);
  const relations = holdWeightless(root, joints, { links, relations: given, held, account });
  const limits = new Map(
    joints.map((joint) => [joint, relations.has(joint) || held.has(joint) ? undefined : limitsOf(joint, relations, account)]),
  );
  const startOf = startsOf(limits, relations, options, account);
  const free = options.base === "free";
  const groups = movingGroups({ root, joints, links, relations, options, account }, { held, free, startOf });
  const density = densityOf(groups, links, options.density);
  const moves = (group: Group) => group.joint !== undefined || free;
  const first = tellMasses(groups.filter(moves), links, density, account);
  tellPlanes(groups.filter(moves), links, account);
  const {
    bodies: drawn,
    planes,
    surfaces,
  } = bodiesOf({
    groups,
    links,
    massOf: (group) => (moves(group) ? massOf(group, links, density.value) : givenMass(group, links)),
    limitsOf: (joint) => limits.get(joint),
    startOf,
    options: { ...options, at: rootPlace(options, robot.place) },
  });
  const bodyOf = new Map(groups.flatMap((group) => (group.joint === undefined ? [] : [[group.joint, group.name] as const])));
  const gears = [...relations].flatMap(([joint, { leader, ratio, offset }]): SceneGear[] => {
    const between = [bodyOf.get(leader), bodyOf.get(joint)];
    return between[0] === undefined || between[1] === undefined ? [] : [{ between: [between[0], between[1]], ratio, offset }];
  });
  const mass = groups.filter(moves).reduce((sum, group) => sum + (massOf(group, links, density.value)?.mass ?? 0), 0);
  const standing = groups.reduce((sum, group) => sum + (moves(group) ? 0 : (givenMass(group, links)?.mass ?? 0)), 0);
  const loads = loadsOf(groups.filter(moves), links, gravity);
  checkTotal(mass, groups, links);
  tellShapes(groups, links, account);
  const surface = surfaceIn(options, robot.surface ?? PLAIN);
  const { bodies, contacts } = rules
    ? contactsOf({
        bodies: drawn,
        planes,
        surfaces,
        rules,
        otherwise: surface,
        gravity: gravity ?? GRAVITY,
        tied: tiedBodies(robot, groups),
        account,
      })
    : { bodies: drawn };
  const ground = robot.ground ?? [...links.values()].flatMap(({ planes: own, material }) => own.map(({ skin }) => skin ?? { material }))[0];
  const onGround = rules && ground && frictionsOn(ground, { bodies, surfaces, rules, otherwise: surface });
  const merged = groups.reduce((sum, { members }) => sum + members.length - 1, 0);
  const moving = bodyOf.size - gears.length;
  const summary =
    `${count(links.size, "link")}, ${merged} of them merged into others, ${count(moving, "joint")} that move${moving === 1 ? "s" : ""}` +
    `${gears.length === 0 ? "" : ` and ${gears.length} that follow`}, ${kilograms(mass)}${standingText(standing, mass)}, ` +
    count(account.repairs(), "repair");
  return {
    bodies,
    planes,
    gears,
    joints: Object.fromEntries([...bodyOf].map(([joint, body]) => [joint.name, body])),
    frames: framesOf(groups, root),
    materials: materialsOf(surfaces),
    surface,
    ...(rules && { rule: rules.friction }),
    ...(contacts && { contacts }),
    ...(onGround && { onGround }),
    mass,
    ...(gravity === undefined ? {} : { gravity }),
    ...(loads.length === 0 ? {} : { loads }),
    account: [...first, summary, ...account.lines()],
  };
}

/** Bodies that loops join, by the links that these name. */
function tiedBodies({ tied = [] }: RobotParts, groups: readonly Group[]): [string, string][] {
  const bodyOf = new Map(groups.flatMap(({ name, members }) => members.map(({ link }) => [link, name] as const)));
  return tied.map(([first, second]) => [bodyOf.get(first) ?? "world", bodyOf.get(second) ?? "world"]);
}

/** Where the frame that a file counts from is in the world. */
export function rootPlace({ position, orientation }: UrdfOptions, inner: Placed = {}): Placed {
  return within(placed(position ?? vec3.ZERO, orientation ?? quaternion.IDENTITY), inner);
}

/** What carries the weight of links, at their centres of mass; of those that are one body it is one force. */
function loadsOf(groups: readonly Group[], links: Links, gravity: Vec3 = GRAVITY): ConstantLoad[] {
  return groups.flatMap((group): ConstantLoad[] => {
    const whole = givenMass(group, links);
    let [carried, moment] = [0, vec3.ZERO as Vec3];
    for (const { link, at } of group.members) {
      const { mass, lift = 0 } = links.get(link) ?? {};
      if (mass === undefined || lift === 0) continue;
      carried += lift * mass.mass;
      moment = vec3.addScaled(moment, within(at, { position: mass.centre }).position ?? vec3.ZERO, lift * mass.mass);
    }
    if (whole === undefined || carried === 0) return [];
    const point = vec3.subtract(vec3.scale(moment, 1 / carried), whole.centre);
    const isCentre = vec3.norm(point) <= ROUNDING * (vec3.norm(whole.centre) + vec3.norm(moment) / Math.abs(carried));
    return [
      { type: "constant", body: group.name, force: vec3.subtract(vec3.ZERO, vec3.scale(gravity, carried)), ...(isCentre ? {} : { point }) },
    ];
  });
}

const ROUNDING = 1e-14;

const kilograms = (mass: number) => `${mass === 0 ? "0" : mass.toPrecision(6)} kg`;
/** A robot whose base stands has the mass of what moves; one that only stands would seem to have none. */
const standingText = (standing: number, moving: number) =>
  standing > 0 && moving === 0 ? ` that moves, ${kilograms(standing)} that stands` : "";
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Groups without the ground; joints that move nothing are held, one after the other. */
function movingGroups(
  { root, joints, links, relations, options, account }: RobotParts,
  { held, free, startOf }: { readonly held: Held; readonly free: boolean; readonly startOf: (joint: UrdfJoint) => number },
): Group[] {
  for (;;) {
    const groups = groupsOf(root, joints, rigidFrame(held));
    checkMasses(groups, links, account);
    const density = densityOf(groups, links, options.density).value;
    // By number: the world is no link of a tree, but may be one of a robot.
    const numbers = new Map(groups.map((group, i) => [group, `${i}`]));
    const nameOf = (group: Group | undefined) => (group === undefined ? "world" : (numbers.get(group) ?? "world"));
    const tree = groups.map((group): Link => {
      const { joint, parent, frame } = group;
      const hung = {
        type: joint === undefined ? ("fixed" as const) : sceneType(joint),
        axis: joint?.axis ?? ([0, 0, 1] as const),
        ...frame,
      };
      return { name: nameOf(group), parent: nameOf(parent), joint: hung, ...(massOf(group, links, density) ?? { mass: 0 }) };
    });
    const jointed = groups.flatMap((group) => (group.joint === undefined ? [] : [{ name: nameOf(group), joint: group.joint }]));
    const geared = new Set([...relations].flatMap(([follower, { leader }]) => [follower, leader]));
    const excused = new Set(jointed.filter(({ joint }) => geared.has(joint)).map(({ name }) => name));
    const starts = new Map(jointed.map(({ name, joint }) => [name, startOf(joint)]));
    const name = unmovableIn(tree, starts, excused);
    const joint = jointed.find((one) => one.name === name)?.joint;
    if (joint === undefined) return withoutGround(groups, { links, free, account });
    held.set(joint, startOf(joint));
    account.repair(
      joint.element,
      joint.path,
      "nothing resists its motion (what hangs on it moves as freely without it): the joint is fixed",
    );
  }
}

/** Trees that hang on what stands do not move each other: each is looked at by itself, if it is small enough. */
function unmovableIn(links: readonly Link[], starts: ReadonlyMap<string, number>, excused: ReadonlySet<string>): string | undefined {
  const trees = new Map<string, Link[]>();
  const roots = new Map<string, string>();
  const stands = new Map<string, Link>();
  for (const link of links) {
    const root = roots.get(link.parent);
    const isGround = link.joint.type === "fixed" && (link.parent === "world" || stands.has(link.parent));
    if (isGround) stands.set(link.name, link);
    else {
      roots.set(link.name, root ?? link.name);
      const tree = trees.get(root ?? link.name);
      if (tree === undefined) trees.set(link.name, [link]);
      else tree.push(link);
    }
  }
  for (const tree of [...trees.values()].reverse()) {
    const name = tree.length > MOST_CHECKED ? undefined : unmovable([...stands.values(), ...tree], starts, excused);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Masses that are numbers each may be none together. */
function checkMasses(groups: readonly Group[], links: Links, account: Account): void {
  for (const group of groups) {
    const whole = givenMass(group, links);
    if (whole === undefined) continue;
    const names = group.members.map(({ link }) => link).filter((link) => links.get(link)?.mass !== undefined);
    if ([whole.mass, ...whole.centre, ...whole.inertia.flat()].every(Number.isFinite)) continue;
    const element = links.get(names[0])?.element;
    const path = `link${names.length === 1 ? "" : "s"} ${names.slice(0, MOST_NAMED).join(", ")}`;
    if (element !== undefined)
      account.complain(new InvalidInputError(at(element, path), whole.mass, "kg, or their moments, are more than numbers can hold"));
  }
  account.check();
}

/** And those of all bodies together. */
function checkTotal(mass: number, groups: readonly Group[], links: Links): void {
  if (Number.isFinite(mass)) return;
  const heavy = groups.flatMap(({ members }) => members.map(({ link }) => link)).filter((link) => links.get(link)?.mass !== undefined);
  const element = links.get(heavy[0])?.element;
  if (element !== undefined)
    throw new InvalidInputError(at(element, `links ${heavy.slice(0, MOST_NAMED).join(", ")}`), mass, "kg are more than numbers can hold");
}

const MOST_NAMED = 8;

/** Groups whose mass matrix is looked at: its cost grows with their number cubed. */
const MOST_CHECKED = 400;

function sceneType({ type }: UrdfJoint): Link["joint"]["type"] {
  if (type === "continuous" || type === "planar") return "revolute";
  return type === "floating" ? "free" : type;
}

/** Where joints with one coordinate begin: where they are told to, at zero, or at the limit nearest to it; followers as leaders say. */
function startsOf(
  limits: ReadonlyMap<UrdfJoint, Limits | undefined>,
  relations: Relations,
  { positions = {} }: UrdfOptions,
  account: Account,
): (joint: UrdfJoint) => number {
  const starts = new Map<UrdfJoint, number>();
  for (const [joint, own] of limits) {
    if (relations.has(joint) || !isSingle(joint)) continue;
    const asked = Object.hasOwn(positions, joint.name) ? positions[joint.name] : undefined;
    const start = asked ?? nearestToZero(own);
    if (asked === undefined && start !== 0)
      account.repair(joint.element, `${joint.path}/limit`, `zero is outside of it: the joint begins at ${start}`);
    starts.set(joint, start);
  }
  for (const [joint, { leader, ratio, offset }] of relations) starts.set(joint, ratio * (starts.get(leader) ?? 0) + offset);
  return (joint) => starts.get(joint) ?? 0;
}

/** Tells which groups were weighed by their shapes; returns the line that stands before all others where no mass was given. */
function tellMasses(groups: readonly Group[], links: Links, { value, from }: Density, account: Account): string[] {
  const weighed = groups.filter((group) => givenMass(group, links) === undefined && shapesToWeigh(group, links).length > 0);
  const none = weighed.length > 0 && groups.every((group) => givenMass(group, links) === undefined);
  let total = 0;
  for (const group of weighed) {
    const mass = massOf(group, links, value)?.mass ?? 0;
    total += mass;
    const element = links.get(group.name)?.element;
    const shapes = partsOf(group, links).length > 0 ? "shape" : "drawn shape";
    if (element !== undefined)
      account.repair(
        element,
        `link ${group.name}`,
        `no mass is given, and it moves: ${mass.toPrecision(3)} kg from its ${shapes} at ` +
          `${value.toPrecision(4)} kg/m3${from === "mean" ? ", the mean of the links that have a mass" : ""}`,
      );
  }
  if (!none || from === "asked") return [];
  return [`no masses in this file: ${value} kg/m3 assumed from the shapes, ${total.toPrecision(3)} kg in all; --density to change`];
}

function tellPlanes(groups: readonly Group[], links: Links, account: Account): void {
  for (const { members } of groups)
    for (const { link } of members) {
      const found = links.get(link);
      if (found !== undefined && found.planes.length > 0)
        account.repair(found.element, `link ${link}`, "a plane cannot move: it is left out");
    }
}

function tellShapes(groups: readonly Group[], links: Links, account: Account): void {
  const some = [...links.values()].some(({ parts, planes }) => parts.length > 0 || planes.length > 0);
  const element = links.get(groups[0]?.name ?? "")?.element;
  if (!some && element !== undefined)
    account.note(
      element,
      "robot",
      "no link has a collision shape: it falls through everything; --collide visual takes the shapes that are drawn",
    );
}

function framesOf(groups: readonly Group[], root: string): Record<string, UrdfFrame> {
  const frames = groups.flatMap((group) =>
    group.members.filter(({ link }) => link !== group.name).map(({ link, at: place }) => [link, { body: group.name, ...place }] as const),
  );
  const known = new Set([...frames.map(([link]) => link), ...groups.map(({ name }) => name)]);
  return Object.fromEntries([...(known.has(root) ? [] : [[root, { body: "world" }] as const]), ...frames]);
}

function materialsOf(surfaces: Bodies["surfaces"]): Record<string, LinkMaterial> {
  return Object.fromEntries(
    [...surfaces].flatMap(([name, { material }]) => (Object.keys(material).length === 0 ? [] : [[name, material] as const])),
  );
}

function surfaceIn({ friction, restitution }: UrdfOptions, otherwise: UrdfRobot["surface"]): UrdfRobot["surface"] {
  return { friction: friction ?? otherwise.friction, restitution: restitution ?? otherwise.restitution };
}
