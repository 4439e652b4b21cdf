/**
 * Robots from URDF: links, inertias, joints and collision shapes, as links of a scene (mechanism/scene-link.ts).
 *
 *     link frame      = the child joint's frame moved by the joint, in both
 *     joint origin    xyz, rpy: turned by R = Rz(yaw) Ry(pitch) Rx(roll)
 *     inertia         about the centre of mass, in the axes of its origin: R I R^T in link axes
 *     fixed, revolute, continuous, prismatic, floating     fixed, revolute with stops, revolute, prismatic with stops, free
 *     planar          two prismatic joints and a revolute one about the normal, with links without mass between them
 *
 * Collision geometry is what touches: boxes, spheres, cylinders, and the convex hulls of meshes whose texts the caller gives (the library reads no files). What has no part in the motion (visual, material, transmission,
 * gazebo) is passed over; what would change it and is not known (mimic) is refused.
 *
 * Source: the URDF/XML specification (wiki.ros.org/urdf/XML).
 */
import { InvalidInputError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkInertia } from "../../mechanics/rigid-body.js";
import type { Part, Shape } from "../../mechanics/shapes/index.js";
import type { JointStart, SceneJoint, SceneLink } from "../mechanism/scene-link.js";
import { convexHull } from "./convex-hull.js";
import { meshPoints } from "./mesh-text.js";
import { readXml, type XmlElement } from "./xml.js";

export interface UrdfOptions {
  /** Texts of mesh files (OBJ, or STL as text) by the names the file has for them. */
  readonly meshes?: ReadonlyMap<string, string>;
  /** What the root link does: stand still, or move freely. Default: "fixed". */
  readonly base?: "fixed" | "free";
  /** Of the root link. Default: the world's frame. */
  readonly position?: Vec3;
  readonly orientation?: Quaternion;
  /** Of what strikes a joint limit. Default: 0. */
  readonly limitRestitution?: number;
  /** Where joints are at the beginning, by name: rad or m. Default: 0, or the limit nearest to it. */
  readonly positions?: Readonly<Record<string, number>>;
}

export interface UrdfRobot {
  readonly name: string;
  /** Bodies of a scene, parents first. A link has the joint that moves it. */
  readonly bodies: Readonly<Record<string, SceneLink>>;
  /** Links by the joints that move them. */
  readonly joints: Readonly<Record<string, string>>;
  /** What was passed over or changed, one sentence each. */
  readonly warnings: readonly string[];
}

/** Names of the mesh files that the collision shapes of a robot need, each once. */
export function meshFilesOf(text: string): string[] {
  const robot = rootOf(text);
  const meshes = robot.children
    .filter(({ name }) => name === "link")
    .flatMap((link) => childrenOf(link, "collision"))
    .flatMap((collision) => childrenOf(collision, "geometry"))
    .flatMap((geometry) => childrenOf(geometry, "mesh"));
  return [...new Set(meshes.flatMap((mesh) => mesh.attributes.get("filename") ?? []))];
}

const PASSED_OVER = new Set(["material", "transmission", "gazebo", "visual", "sensor", "verbose"]);
/** Against other solids no more corners are tested. */
const MOST_CORNERS = 64;

interface UrdfJoint {
  readonly element: XmlElement;
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly parent: string;
  readonly child: string;
}

export function readUrdf(text: string, options: UrdfOptions = {}): UrdfRobot {
  const robot = rootOf(text);
  const warnings = new Set<string>();
  for (const child of robot.children)
    if (child.name !== "link" && child.name !== "joint") {
      if (!PASSED_OVER.has(child.name)) warnings.add(`<${child.name}> (line ${child.line}) is not known and was passed over`);
    }
  const links = named(robot, "link");
  const joints = [...named(robot, "joint")].map(([name, element]) => readJointEnds(name, element, links));
  const root = rootLink(links, joints);
  const byParent = new Map<string, UrdfJoint[]>();
  for (const joint of joints) {
    const others = byParent.get(joint.parent);
    if (others === undefined) byParent.set(joint.parent, [joint]);
    else others.push(joint);
  }
  checkPositions(options.positions ?? {}, joints);

  const bodies = new Map<string, SceneLink>();
  const moving = new Map<string, string>();
  const isFixed = options.base !== "free";
  const { position, orientation } = options;
  const placed = { ...(position === undefined ? {} : { position }), ...(orientation === undefined ? {} : { orientation }) };
  const base: SceneJoint = isFixed ? { type: "fixed", ...placed } : { type: "free", start: placed };
  if (root === "world" && !isFixed) throw new InvalidInputError("base", options.base, "is given, but the root of this robot is the world");
  // Depth first with a stack of its own: chains may be longer than calls can nest. The last in is the next out, so children go in backwards.
  const waiting: { readonly name: string; readonly joint: UrdfJoint | undefined }[] = [{ name: root, joint: undefined }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    add(next.name, next.joint);
    for (const joint of [...(byParent.get(next.name) ?? [])].reverse()) waiting.push({ name: joint.child, joint });
  }
  return {
    name: robot.attributes.get("name") ?? "robot",
    bodies: Object.fromEntries(bodies),
    joints: Object.fromEntries(moving),
    warnings: [...warnings],
  };

  function add(name: string, moved: UrdfJoint | undefined): void {
    const element = links.get(name);
    if (moved !== undefined) moving.set(moved.name, name);
    // A root of this name is the world itself.
    if (element === undefined || name === "world") return;
    const joint = moved === undefined ? base : moved.type === "planar" ? addPlanar(moved) : readJoint(moved, options, warnings);
    const stands = joint.type === "fixed" && (joint.parent === undefined || joint.parent === "world");
    bodies.set(name, { joint, ...readLink(element, name, stands, options, warnings) });
  }

  /** The two links between, and the joint that is left. */
  function addPlanar(joint: UrdfJoint): SceneJoint {
    const { element, path, name, parent, child } = joint;
    const axis = readAxis(joint);
    const [along, across] = perpendicular(axis);
    const [first, second] = ["x", "y"].map((direction) => {
      const between = `${child}/${direction}`;
      const taken = links.get(between);
      if (taken !== undefined)
        throw new InvalidInputError(
          at(taken, `link ${between}`),
          between,
          `is the name of a link that the planar joint ${name} (line ${element.line}) makes: it needs another`,
        );
      return between;
    });
    bodies.set(first, { joint: { type: "prismatic", parent, ...readOrigin(element, path), axis: along } });
    bodies.set(second, { joint: { type: "prismatic", parent: first, axis: across } });
    warnings.add(
      `the planar joint ${name} (line ${element.line}) became two prismatic joints and a revolute one, with the links ${first} and ${second} without mass`,
    );
    return { type: "revolute", parent: second, axis };
  }
}

function rootOf(text: string): XmlElement {
  const root = readXml(text);
  if (root.name !== "robot") throw new InvalidInputError(`line ${root.line}`, `<${root.name}>`, "is not <robot>: this is not a URDF");
  return root;
}

function at(element: XmlElement, path: string): string {
  return `line ${element.line}, ${path}`;
}

function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The only child of this name, if there is one. */
function childOf(element: XmlElement, name: string, path: string): XmlElement | undefined {
  const [first, second] = childrenOf(element, name);
  if (second !== undefined) throw new InvalidInputError(at(second, path), `<${name}>`, "is given twice");
  return first;
}

function named(robot: XmlElement, kind: "link" | "joint"): Map<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const element of childrenOf(robot, kind)) {
    const name = element.attributes.get("name");
    if (name === undefined || name === "") throw new InvalidInputError(at(element, kind), name, "is its name: a link or joint needs one");
    // Links become fields of a study, and no study may have this one.
    if (kind === "link" && name === "__proto__")
      throw new InvalidInputError(at(element, `link ${name}`), name, "cannot be used as a name: rename the link");
    const other = found.get(name);
    if (other !== undefined) throw new InvalidInputError(at(element, `${kind} ${name}`), name, `is the name of line ${other.line} too`);
    if (kind === "link" && name === "world" && element.children.length > 0)
      throw new InvalidInputError(at(element, `link ${name}`), name, "is what stands still here, and cannot have mass or shape");
    found.set(name, element);
  }
  if (kind === "link" && found.size === 0) throw new InvalidInputError(at(robot, "robot"), 0, "links: a robot needs one");
  return found;
}

const JOINT_TYPES = ["fixed", "revolute", "continuous", "prismatic", "floating", "planar"];

function readJointEnds(name: string, element: XmlElement, links: ReadonlyMap<string, XmlElement>): UrdfJoint {
  const path = `joint ${name}`;
  const type = element.attributes.get("type");
  if (type === undefined || !JOINT_TYPES.includes(type))
    throw new InvalidInputError(at(element, `${path}@type`), type, `is not one of ${JOINT_TYPES.join(", ")}`);
  const mimic = childOf(element, "mimic", path);
  if (mimic !== undefined)
    throw new InvalidInputError(at(mimic, `${path}/mimic`), "<mimic>", "is not supported: joints that follow others");
  const [parent, child] = (["parent", "child"] as const).map((end) => {
    const link = childOf(element, end, path)?.attributes.get("link");
    if (link === undefined) throw new InvalidInputError(at(element, `${path}/${end}@link`), link, "is given, and every joint needs it");
    if (!links.has(link)) throw new InvalidInputError(at(element, `${path}/${end}@link`), link, "is not a link of this robot");
    return link;
  });
  if (parent === child) throw new InvalidInputError(at(element, path), child, "is joined to itself");
  return { element, path, name, type, parent, child };
}

/** The link that no joint moves. Throws where there is none, or several, or where joints go round. */
function rootLink(links: ReadonlyMap<string, XmlElement>, joints: readonly UrdfJoint[]): string {
  const moved = new Map<string, UrdfJoint>();
  for (const joint of joints) {
    const other = moved.get(joint.child);
    if (other !== undefined)
      throw new InvalidInputError(
        at(joint.element, joint.path),
        joint.child,
        `is the child of joint ${other.name} too: URDF has trees, no loops`,
      );
    moved.set(joint.child, joint);
  }
  const roots = [...links.keys()].filter((name) => !moved.has(name));
  const [root, second] = roots;
  if (root === undefined) throw new InvalidInputError("robot", [...links.keys()].join(", "), "go round: no link is a root");
  if (second !== undefined)
    throw new InvalidInputError(
      at(links.get(second) as XmlElement, `link ${second}`),
      second,
      `is not joined to ${root}: a robot has one root`,
    );
  // Each link is walked over once: a way up that comes to one that is known to hang on the root need not go on.
  const hanging = new Set<string>([root]);
  for (const start of links.keys()) {
    const way = new Set<string>();
    for (let link = start; !hanging.has(link); link = moved.get(link)?.parent ?? root) {
      if (way.has(link))
        throw new InvalidInputError(at(links.get(start) as XmlElement, `link ${start}`), start, "hangs on itself: joints go round");
      way.add(link);
    }
    for (const link of way) hanging.add(link);
  }
  return root;
}

function checkPositions(positions: Readonly<Record<string, number>>, joints: readonly UrdfJoint[]): void {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  for (const [name, value] of Object.entries(positions)) {
    const joint = byName.get(name);
    if (joint === undefined || !["revolute", "continuous", "prismatic"].includes(joint.type))
      throw new InvalidInputError(`positions.${name}`, value, "is given for a joint that is not revolute, continuous or prismatic here");
    if (!Number.isFinite(value)) throw new InvalidInputError(`positions.${name}`, value, "is not a number");
  }
}

function readJoint(joint: UrdfJoint, { positions = {}, limitRestitution }: UrdfOptions, warnings: Set<string>): SceneJoint {
  const { element, path, type, parent, name } = joint;
  const common = { parent, ...readOrigin(element, path) };
  if (type === "fixed") return { type, ...common };
  const damping = readDynamics(joint, "damping");
  const resisting = { ...(damping === 0 ? {} : { damping }) };
  if (type === "floating") return { type: "free", ...common, ...resisting };
  const friction = readDynamics(joint, "friction");
  const limits = type === "continuous" ? {} : readLimits(joint);
  if (childOf(element, "safety_controller", path) !== undefined) warnings.add(`the safety controller of joint ${name} was passed over`);
  const start = startOf(Object.hasOwn(positions, name) ? positions[name] : undefined, limits);
  return {
    type: type === "prismatic" ? "prismatic" : "revolute",
    ...common,
    axis: readAxis(joint),
    ...resisting,
    ...(friction === 0 ? {} : { friction: { effort: friction } }),
    ...(type === "continuous"
      ? {}
      : { limits: { ...limits, ...(limitRestitution === undefined ? {} : { restitution: limitRestitution }) } }),
    ...(start === undefined ? {} : { start }),
  };
}

/** Zero, where the limits allow it, is where joints begin anyway. */
function startOf(
  given: number | undefined,
  { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY }: Limits,
): JointStart | undefined {
  const position = given ?? Math.min(upper, Math.max(lower, 0));
  return position === 0 ? undefined : { position };
}

interface Limits {
  readonly lower?: number;
  readonly upper?: number;
}

function readLimits({ element, path, type }: UrdfJoint): Limits {
  const limit = childOf(element, "limit", path);
  if (limit === undefined) throw new InvalidInputError(at(element, `${path}/limit`), undefined, `is given, and a ${type} joint needs it`);
  const lower = numberOf(limit, "lower", `${path}/limit`, 0);
  const upper = numberOf(limit, "upper", `${path}/limit`, 0);
  if (!(lower <= upper)) throw new InvalidInputError(at(limit, `${path}/limit`), [lower, upper], "are not in order: lower <= upper");
  return { lower, upper };
}

function readDynamics({ element, path }: UrdfJoint, what: "damping" | "friction"): number {
  const dynamics = childOf(element, "dynamics", path);
  if (dynamics === undefined) return 0;
  const value = numberOf(dynamics, what, `${path}/dynamics`, 0);
  if (value < 0) throw new InvalidInputError(at(dynamics, `${path}/dynamics@${what}`), value, "is negative");
  return value;
}

function readAxis({ element, path }: UrdfJoint): Vec3 {
  const given = childOf(element, "axis", path);
  const axis = given === undefined ? ([1, 0, 0] as const) : vectorOf(given, "xyz", `${path}/axis`, [1, 0, 0]);
  if (vec3.normalize(axis) === undefined) throw new InvalidInputError(at(given ?? element, `${path}/axis@xyz`), axis, "has no direction");
  return axis;
}

function perpendicular(axis: Vec3): [Vec3, Vec3] {
  const normal = vec3.normalize(axis) ?? [0, 0, 1];
  const first = vec3.normalize(vec3.cross(Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], normal)) ?? [1, 0, 0];
  return [first, vec3.cross(normal, first)];
}

interface Placed {
  readonly position?: Vec3;
  readonly orientation?: Quaternion;
}

/** What is at the origin and not turned is left out. */
function readOrigin(element: XmlElement, path: string): Placed {
  const origin = childOf(element, "origin", path);
  if (origin === undefined) return {};
  const position = vectorOf(origin, "xyz", `${path}/origin`, vec3.ZERO);
  const orientation = fromRollPitchYaw(vectorOf(origin, "rpy", `${path}/origin`, vec3.ZERO));
  return {
    ...(position.every((value) => value === 0) ? {} : { position }),
    ...(orientation[3] === 1 ? {} : { orientation }),
  };
}

/** About the fixed axes x, then y, then z. */
export function fromRollPitchYaw([roll, pitch, yaw]: Vec3): Quaternion {
  const about = (axis: Vec3, angle: number) => quaternion.fromAxisAngle(axis, angle) ?? quaternion.IDENTITY;
  return quaternion.multiply(quaternion.multiply(about([0, 0, 1], yaw), about([0, 1, 0], pitch)), about([1, 0, 0], roll));
}

function readLink(
  element: XmlElement,
  name: string,
  stands: boolean,
  options: UrdfOptions,
  warnings: Set<string>,
): Omit<SceneLink, "joint"> {
  const path = `link ${name}`;
  const inertial = childOf(element, "inertial", path);
  const collisions = childrenOf(element, "collision").map((collision, i) =>
    readCollision(collision, `${path}/collision${i === 0 ? "" : `[${i}]`}`, options, warnings),
  );
  const surface = surfaceOf(collisions);
  if (inertial !== undefined) return { ...surface, ...readInertial(inertial, `${path}/inertial`) };
  if (collisions.length === 0) return {};
  // Nothing moves it, so its mass is never asked for.
  if (stands) return { ...surface, mass: 1 };
  throw new InvalidInputError(at(element, `${path}/inertial`), undefined, "is given, and a link that can be struck needs a mass");
}

/** One shape as it is, several as a compound. */
function surfaceOf(collisions: readonly Part[]): Omit<SceneLink, "joint"> {
  const [first, ...others] = collisions;
  if (first === undefined) return {};
  return others.length === 0 ? first : { shape: { type: "compound", parts: collisions } };
}

function readInertial(inertial: XmlElement, path: string): Pick<SceneLink, "mass" | "centre" | "inertia"> {
  const massElement = childOf(inertial, "mass", path);
  if (massElement === undefined)
    throw new InvalidInputError(at(inertial, `${path}/mass`), undefined, "is given, and an inertial needs one");
  const mass = numberOf(massElement, "value", `${path}/mass`);
  if (!(mass > 0)) throw new InvalidInputError(at(massElement, `${path}/mass@value`), mass, "is not positive");
  const given = childOf(inertial, "inertia", path);
  if (given === undefined) throw new InvalidInputError(at(inertial, `${path}/inertia`), undefined, "is given, and an inertial needs one");
  const of = (what: string) => numberOf(given, what, `${path}/inertia`);
  const [xy, xz, yz] = [of("ixy"), of("ixz"), of("iyz")];
  const tensor: Tensor = [
    [of("ixx"), xy, xz],
    [xy, of("iyy"), yz],
    [xz, yz, of("izz")],
  ];
  try {
    checkInertia(tensor, path);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(at(given, `${path}/inertia`), error.value, error.expected);
  }
  const { position = vec3.ZERO, orientation } = readOrigin(inertial, path);
  return { mass, centre: position, inertia: orientation === undefined ? tensor : turned(tensor, orientation) };
}

type Tensor = readonly [Vec3, Vec3, Vec3];

/** R I R^T, symmetric to the last bit. */
function turned(tensor: Tensor, orientation: Quaternion): Tensor {
  const columns = [0, 1, 2].map((k) => quaternion.rotate(orientation, tensor[k]));
  const rows = [0, 1, 2].map((k) => quaternion.rotate(orientation, [columns[0][k], columns[1][k], columns[2][k]]));
  const even = (i: number, j: number) => 0.5 * (rows[i][j] + rows[j][i]);
  return [
    [rows[0][0], even(0, 1), even(0, 2)],
    [even(0, 1), rows[1][1], even(1, 2)],
    [even(0, 2), even(1, 2), rows[2][2]],
  ];
}

function readCollision(collision: XmlElement, path: string, options: UrdfOptions, warnings: Set<string>): Part {
  const geometry = childOf(collision, "geometry", path);
  const [shape, second] = geometry?.children ?? [];
  if (geometry === undefined || shape === undefined)
    throw new InvalidInputError(at(collision, `${path}/geometry`), undefined, "holds a shape, and a collision needs one");
  if (second !== undefined)
    throw new InvalidInputError(at(second, `${path}/geometry`), `<${second.name}>`, "is a second shape: a geometry has one");
  return { shape: readShape(shape, `${path}/geometry/${shape.name}`, options, warnings), ...readOrigin(collision, path) };
}

function readShape(element: XmlElement, path: string, { meshes = new Map() }: UrdfOptions, warnings: Set<string>): Shape {
  const positive = (name: string) => {
    const value = numberOf(element, name, path);
    if (!(value > 0)) throw new InvalidInputError(at(element, `${path}@${name}`), value, "is not positive");
    return value;
  };
  switch (element.name) {
    case "box": {
      const size = vectorOf(element, "size", path);
      if (!size.every((value) => value > 0))
        throw new InvalidInputError(at(element, `${path}@size`), size, "are not three positive numbers");
      return { type: "box", size };
    }
    case "sphere":
      return { type: "sphere", radius: positive("radius") };
    case "cylinder":
      return { type: "cylinder", radius: positive("radius"), height: positive("length") };
    case "capsule":
      return { type: "capsule", radius: positive("radius"), length: positive("length") };
    case "mesh":
      return readMesh(element, path, meshes, warnings);
    default:
      throw new InvalidInputError(at(element, path), `<${element.name}>`, "is not a shape: box, sphere, cylinder, capsule or mesh");
  }
}

function readMesh(element: XmlElement, path: string, meshes: ReadonlyMap<string, string>, warnings: Set<string>): Shape {
  const file = element.attributes.get("filename");
  if (file === undefined) throw new InvalidInputError(at(element, `${path}@filename`), file, "is given, and a mesh needs one");
  const text = meshes.get(file);
  if (text === undefined) throw new InvalidInputError(at(element, `${path}@filename`), file, "is a mesh whose text was not given");
  const scale = vectorOf(element, "scale", path, [1, 1, 1]);
  if (!scale.every((value) => value !== 0)) throw new InvalidInputError(at(element, `${path}@scale`), scale, "flattens the mesh");
  const points = meshPoints(text, file).map((point): Vec3 => [scale[0] * point[0], scale[1] * point[1], scale[2] * point[2]]);
  const hull = convexHull(points, MOST_CORNERS);
  if (hull === undefined) throw new InvalidInputError(at(element, `${path}@filename`), file, "is flat: it holds no volume");
  if (hull.outside > 0)
    warnings.add(
      `the convex hull of ${file} was cut down to ${MOST_CORNERS} corners; it was at most ${hull.outside.toPrecision(2)} m larger`,
    );
  return { type: "mesh", vertices: hull.vertices, triangles: hull.triangles };
}

function numberOf(element: XmlElement, name: string, path: string, otherwise?: number): number {
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

function vectorOf(element: XmlElement, name: string, path: string, otherwise?: Vec3): Vec3 {
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
