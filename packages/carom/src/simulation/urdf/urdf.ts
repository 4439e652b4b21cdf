/**
 * Robots from URDF, as people write it: links, inertias, joints and collision shapes, as bodies of a scene (mechanism/scene-link.ts).
 *
 *     read       every link (links.ts, shapes.ts, inertia.ts) and joint (joint.ts, tree.ts, mimic.ts); complaints are gathered (account.ts)
 *     hold       joints that limits or their leaders hold, or that move nothing (held.ts, movable.ts)
 *     merge      what fixed joints hold together (groups.ts), with the sum of masses (masses.ts)
 *     write      bodies with joints, gears of joints that follow others, frames of links that are no bodies (bodies.ts)
 *
 * What has no part in the motion (visual, material, transmission, sensor) is passed over. What no robot can have is mended where it is
 * clear how, and the account says what was found and what was done; with `strict` it is an error instead.
 *
 * Source: the URDF/XML specification (wiki.ros.org/urdf/XML).
 */
import { InvalidInputError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { readXml, type XmlElement } from "../../xml.js";
import type { Link } from "../mechanism/links.js";
import type { SceneGear, SceneLink } from "../mechanism/scene-link.js";
import type { ScenePlane } from "../scene/scene.js";
import { type Account, createAccount } from "./account.js";
import { bodiesOf, planarNames, withoutGround } from "./bodies.js";
import { at, childrenOf, placed } from "./fields.js";
import { type Group, groupsOf } from "./groups.js";
import { type Held, heldByLimits, holdWeightless, nearestToZero, rigidFrame } from "./held.js";
import { isSingle, type JointOptions, type Limits, readJoint, type UrdfJoint } from "./joint.js";
import { type LinkMaterial, type LinkOptions, readLinks } from "./links.js";
import { type Density, densityOf, givenMass, type Links, massOf, partsOf, shapesToWeigh } from "./masses.js";
import { limitsOf, type Relations, relationsOf } from "./mimic.js";
import { unmovable } from "./movable.js";
import { named, rootOf } from "./tree.js";

/** How a robot is made of its file. */
export interface UrdfOptions extends JointOptions, LinkOptions {
  /** What the root link does: stand still, or move freely. Default: "fixed". */
  readonly base?: "fixed" | "free";
  /** Of the root link. Default: the world's frame. */
  readonly position?: Vec3;
  /** Of its root, root to world. Default: the world's axes. */
  readonly orientation?: Quaternion;
  /** Of links that move and have no mass, kg/m^3. Default: the mean of those that have one and a shape; without such 1000. */
  readonly density?: number;
  /** True: what would be mended is an error. Default: false. */
  readonly strict?: boolean;
}

/** Where a link that is part of a body is. */
export interface UrdfFrame {
  /** The body that the link is part of; "world" where it is part of the ground. */
  readonly body: string;
  /** Of its origin, axes of the body's frame, m. Default: the body's origin. */
  readonly position?: Vec3;
  /** Link to body. Default: not turned. */
  readonly orientation?: Quaternion;
}

/** A robot as bodies of a scene. */
export interface UrdfRobot {
  /** As its file says. */
  readonly name: string;
  /** Bodies of a scene, parents first; each has the joint that moves it. */
  readonly bodies: Readonly<Record<string, SceneLink>>;
  /** Bodies of a scene too: planes that links which stand have for shapes. */
  readonly planes: Readonly<Record<string, ScenePlane>>;
  /** Joints that follow others. */
  readonly gears: readonly SceneGear[];
  /** Bodies by the joints that move them. */
  readonly joints: Readonly<Record<string, string>>;
  /** Links that became parts of bodies. */
  readonly frames: Readonly<Record<string, UrdfFrame>>;
  /** Of bodies whose files say what they are like where they touch. */
  readonly materials: Readonly<Record<string, LinkMaterial>>;
  /** kg, of all that moves. */
  readonly mass: number;
  /** What was found, changed or passed over: a summary, then one sentence each in the order of the file. */
  readonly account: readonly string[];
}

/** Names of the mesh files that a robot needs, each once: those of shapes that touch, and what is drawn of links that have nothing else. */
export function meshFilesOf(text: string, collide: "collision" | "visual" = "collision"): string[] {
  const meshesIn = (link: XmlElement, kind: string) =>
    childrenOf(link, kind)
      .flatMap((element) => childrenOf(element, "geometry"))
      .flatMap((geometry) => childrenOf(geometry, "mesh"))
      .flatMap((mesh) => mesh.attributes.get("filename") ?? []);
  const names = childrenOf(robotOf(text), "link").flatMap((link) => {
    const touching = meshesIn(link, collide);
    return touching.length > 0 || childrenOf(link, "inertial").length > 0 ? touching : meshesIn(link, "visual");
  });
  return [...new Set(names)];
}

const PASSED_OVER = new Set(["link", "joint", "material", "transmission", "gazebo", "visual", "sensor", "verbose", "ros2_control"]);

/** The robot of a URDF text. Throws UrdfError with every complaint and its line. */
export function readUrdf(text: string, options: UrdfOptions = {}): UrdfRobot {
  const robot = robotOf(text);
  const account = createAccount(options.strict === true);
  const unknown = new Map(robot.children.filter(({ name }) => !PASSED_OVER.has(name)).map((child) => [child.name, child]));
  for (const [name, element] of unknown)
    if (name.startsWith("xacro:")) account.repair(element, `<${name}>`, "this macro was not expanded: what it stands for is missing");
    else account.note(element, `<${name}>`, "it is not known and was passed over");
  const elements = withWorld(robot, named(robot, "link", account), account);
  const joints = [...named(robot, "joint", account)].flatMap(([name, element]) => readJoint(name, element, elements, account) ?? []);
  const root = rootOf(elements, joints, account);
  const links = readLinks(robot, elements, options, account);
  const relations = relationsOf(joints, account);
  account.attempt(() => checkOptions(options, joints), undefined);
  checkPlanarNames(joints, elements, account);
  account.check();
  const made = assemble({ root, joints, links, relations, options, account });
  account.check();
  return { name: robot.attributes.get("name") ?? "robot", ...made };
}

/** Some tools hang robots on a world that is no link of theirs. */
function withWorld(robot: XmlElement, links: ReadonlyMap<string, XmlElement>, account: Account): ReadonlyMap<string, XmlElement> {
  const hung = childrenOf(robot, "joint").find((joint) => childrenOf(joint, "parent")[0]?.attributes.get("link") === "world");
  if (hung === undefined || links.has("world")) return links;
  account.note(hung, `joint ${hung.attributes.get("name") ?? ""}/parent@link`, "world is no link of this robot: it is the ground");
  return new Map([["world", { ...hung, name: "link", attributes: new Map(), children: [] }], ...links]);
}

function robotOf(text: string): XmlElement {
  const root = readXml(text);
  if (root.name !== "robot") throw new InvalidInputError(`line ${root.line}`, `<${root.name}>`, "is not <robot>: this is not a URDF");
  const macro = childrenOf(root, "link").length === 0 ? (leftOver(root) ?? macroIn(root)) : leftOver(root);
  if (macro !== undefined)
    throw new InvalidInputError(
      at(macro.element, macro.element.name),
      macro.what,
      "is not expanded: this is a xacro file; expand it first with `xacro robot.xacro > robot.urdf`",
    );
  return root;
}

interface LeftOver {
  readonly element: XmlElement;
  readonly what: string;
}

/** A value that xacro would have computed, in links and joints and beside them. */
function leftOver(element: XmlElement): LeftOver | undefined {
  for (const value of element.attributes.values()) if (value.includes("${")) return { element, what: value };
  for (const child of element.children) {
    if (PASSED_OVER.has(child.name) && child.name !== "link" && child.name !== "joint") continue;
    const found = leftOver(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

function macroIn({ children }: XmlElement): LeftOver | undefined {
  const element = children.find(({ name }) => name.startsWith("xacro:"));
  return element && { element, what: `<${element.name}>` };
}

interface Parts {
  readonly root: string;
  readonly joints: readonly UrdfJoint[];
  readonly links: Links;
  readonly relations: Relations;
  readonly options: UrdfOptions;
  readonly account: Account;
}

function assemble({ root, joints, links, relations: given, options, account }: Parts): Omit<UrdfRobot, "name"> {
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
  const { bodies, planes } = bodiesOf({
    groups,
    links,
    massOf: (group) => (moves(group) ? massOf(group, links, density.value) : givenMass(group, links)),
    limitsOf: (joint) => limits.get(joint),
    startOf,
    options: { ...options, at: placed(options.position ?? vec3.ZERO, options.orientation ?? quaternion.IDENTITY) },
  });
  const bodyOf = new Map(groups.flatMap((group) => (group.joint === undefined ? [] : [[group.joint, group.name] as const])));
  const gears = [...relations].flatMap(([joint, { leader, ratio, offset }]): SceneGear[] => {
    const between = [bodyOf.get(leader), bodyOf.get(joint)];
    return between[0] === undefined || between[1] === undefined ? [] : [{ between: [between[0], between[1]], ratio, offset }];
  });
  const mass = groups.filter(moves).reduce((sum, group) => sum + (massOf(group, links, density.value)?.mass ?? 0), 0);
  tellShapes(groups, links, account);
  const merged = groups.reduce((sum, { members }) => sum + members.length - 1, 0);
  const moving = bodyOf.size - gears.length;
  const summary =
    `${count(links.size, "link")}, ${merged} of them merged into others, ${count(moving, "joint")} that move${moving === 1 ? "s" : ""}` +
    `${gears.length === 0 ? "" : ` and ${gears.length} that follow`}, ${mass.toPrecision(6)} kg, ${count(account.repairs(), "repair")}`;
  return {
    bodies,
    planes,
    gears,
    joints: Object.fromEntries([...bodyOf].map(([joint, body]) => [joint.name, body])),
    frames: framesOf(groups, root),
    materials: materialsOf(groups, links),
    mass,
    account: [...first, summary, ...account.lines()],
  };
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** Groups without the ground; joints that move nothing are held, one after the other. */
function movingGroups(
  { root, joints, links, relations, options, account }: Parts,
  { held, free, startOf }: { readonly held: Held; readonly free: boolean; readonly startOf: (joint: UrdfJoint) => number },
): Group[] {
  for (;;) {
    const groups = groupsOf(root, joints, rigidFrame(held));
    const density = densityOf(groups, links, options.density).value;
    // By number: the world is no link of a tree, but may be one of a robot.
    const nameOf = (group: Group | undefined) => (group === undefined ? "world" : `${groups.indexOf(group)}`);
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
    const name = groups.length > MOST_CHECKED ? undefined : unmovable(tree, starts, excused);
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
      account.note(joint.element, `${joint.path}/limit`, `zero is outside of it: the joint begins at ${start}`);
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

function materialsOf(groups: readonly Group[], links: Links): Record<string, LinkMaterial> {
  return Object.fromEntries(
    groups.flatMap(({ name, members }) => {
      const material = members.map(({ link }) => links.get(link)?.material ?? {}).find((own) => Object.keys(own).length > 0);
      return material === undefined ? [] : [[name, material] as const];
    }),
  );
}

function checkPlanarNames(joints: readonly UrdfJoint[], links: ReadonlyMap<string, XmlElement>, account: Account): void {
  for (const joint of joints) {
    if (joint.type !== "planar") continue;
    const [first, second] = planarNames(joint.child);
    account.note(
      joint.element,
      joint.path,
      `planar: it became two prismatic joints and a revolute one, with the links ${first} and ${second} without mass`,
    );
    for (const name of [first, second]) {
      const taken = links.get(name);
      if (taken !== undefined)
        account.complain(
          new InvalidInputError(
            at(taken, `link ${name}`),
            name,
            `is the name of a link that the planar joint ${joint.name} (line ${joint.element.line}) makes: it needs another`,
          ),
        );
    }
  }
}

function checkOptions({ positions = {}, density }: UrdfOptions, joints: readonly UrdfJoint[]): undefined {
  if (density !== undefined && !(density > 0 && Number.isFinite(density)))
    throw new InvalidInputError("density", density, "is not positive");
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  for (const [name, value] of Object.entries(positions)) {
    const joint = byName.get(name);
    if (joint === undefined || !isSingle(joint))
      throw new InvalidInputError(`positions.${name}`, value, "is given for a joint that is not revolute, continuous or prismatic here");
    if (!Number.isFinite(value)) throw new InvalidInputError(`positions.${name}`, value, "is not a number");
  }
  return undefined;
}
