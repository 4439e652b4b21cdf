/**
 * Robots from URDF: links, inertias, joints and collision shapes, as links of a scene (mechanism/scene-link.ts).
 *
 *     link frame      = the child joint's frame moved by the joint, in both
 *     joint origin    xyz, rpy: turned by R = Rz(yaw) Ry(pitch) Rx(roll)
 *     links, joints   link.ts, joint.ts
 *     planar          two prismatic joints and a revolute one about the normal, with links without mass between them
 *
 * Collision geometry is what touches: boxes, spheres, cylinders, and the convex hulls of meshes whose texts the caller gives (the library
 * reads no files). What has no part in the motion (visual, material, transmission, gazebo) is passed over; what would change it and is not
 * known (mimic) is refused.
 *
 * Source: the URDF/XML specification (wiki.ros.org/urdf/XML).
 */
import { InvalidInputError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { SceneJoint, SceneLink } from "../mechanism/scene-link.js";
import { at, childrenOf, readOrigin } from "./fields.js";
import { type JointOptions, readAxis, readJoint, readJointEnds, type UrdfJoint } from "./joint.js";
import { type MeshTexts, readLink } from "./link.js";
import { readXml, type XmlElement } from "./xml.js";

export interface UrdfOptions extends JointOptions {
  /** Texts of mesh files (OBJ, or STL as text) by the names the file has for them. */
  readonly meshes?: MeshTexts;
  /** What the root link does: stand still, or move freely. Default: "fixed". */
  readonly base?: "fixed" | "free";
  /** Of the root link. Default: the world's frame. */
  readonly position?: Vec3;
  readonly orientation?: Quaternion;
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

/** The robot of a URDF text. Throws InvalidInputError naming the line. */
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
  // Depth first with a stack of its own: chains may be longer than calls can nest. The last in is the next out, so children go in
  // backwards.
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
    bodies.set(name, { joint, ...readLink(element, name, stands, options.meshes ?? new Map(), warnings) });
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
      `the planar joint ${name} (line ${element.line}) became two prismatic joints and a revolute one, ` +
        `with the links ${first} and ${second} without mass`,
    );
    return { type: "revolute", parent: second, axis };
  }
}

function rootOf(text: string): XmlElement {
  const root = readXml(text);
  if (root.name !== "robot") throw new InvalidInputError(`line ${root.line}`, `<${root.name}>`, "is not <robot>: this is not a URDF");
  return root;
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

/** Two directions in the plane of a planar joint. */
function perpendicular(axis: Vec3): [Vec3, Vec3] {
  const normal = vec3.normalize(axis) ?? [0, 0, 1];
  const first = vec3.normalize(vec3.cross(Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], normal)) ?? [1, 0, 0];
  return [first, vec3.cross(normal, first)];
}
