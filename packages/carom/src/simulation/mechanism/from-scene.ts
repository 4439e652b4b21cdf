/**
 * From the links of a scene to the linkages that move: masses from shapes, parents before children, and together what joints, loops and
 * springs join.
 */
import { InvalidInputError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { checkFinite } from "../../mechanics/contact-problem.js";
import { checkOrientation, checkVector, type RigidBody } from "../../mechanics/rigid-body.js";
import { type Surface, surfaceOf } from "../detection/surface.js";
import type { Load } from "../free-bodies/loads.js";
import { checkGears, checkMotion } from "./bindings.js";
import { checkJoint } from "./joint-forces.js";
import { massOfLink, tensorOf } from "./link-mass.js";
import type { LinkageInput, LinkageLink } from "./linkage.js";
import { type Link, SPEEDS } from "./links.js";
import { LOOP_TYPES } from "./loops.js";
import type { JointStart, SceneGear, SceneJoint, SceneLink, SceneLoop } from "./scene-link.js";

/** What the linkages are made of. */
export interface SceneMechanisms {
  readonly links: Readonly<Record<string, SceneLink>>;
  readonly loops: readonly SceneLoop[];
  readonly gears: readonly SceneGear[];
  /** Bodies without joints. */
  readonly bodies: Readonly<Record<string, SceneBase>>;
  readonly loads: readonly Load[];
}

/** A body without a joint. */
export interface SceneBase {
  readonly body: RigidBody;
  /** Of mass, axes of the shape. */
  readonly centre: Vec3;
  /** Whether its velocity is given: if not, loops that it belongs to say how it moves. */
  readonly isPushed: boolean;
}

export interface SceneLinkages {
  readonly linkages: readonly Omit<LinkageInput, "gravity">[];
  /** Names of bodies without joints that belong to linkages, because links hang on them or springs join them to some. */
  readonly taken: ReadonlySet<string>;
  /** On bodies that do not belong to linkages. */
  readonly loads: readonly Load[];
}

/** A link with what its shape tells of it. */
export interface WeighedLink {
  readonly link: Omit<LinkageLink, "name" | "parent">;
  /** Undefined where it has no shape. */
  readonly surface: Surface | undefined;
}

export function weighLink(given: SceneLink, path: string): WeighedLink {
  const { joint, shape, position = vec3.ZERO, orientation = quaternion.IDENTITY, points } = given;
  checkVector(position, `${path}.position`);
  checkOrientation(orientation, `${path}.orientation`);
  if (joint.position !== undefined) checkVector(joint.position, `${path}.joint.position`);
  if (joint.orientation !== undefined) checkOrientation(joint.orientation, `${path}.joint.orientation`);
  if (joint.axis !== undefined) {
    checkVector(joint.axis, `${path}.joint.axis`);
    if (vec3.normalize(joint.axis) === undefined) throw new InvalidInputError(`${path}.joint.axis`, joint.axis, "has no direction");
  }
  if (!Object.hasOwn(SPEEDS, joint.type))
    throw new InvalidInputError(`${path}.joint.type`, joint.type, `is not one of ${Object.keys(SPEEDS).join(", ")}`);
  checkJoint(joint, `${path}.joint`);
  checkMotion(joint, `${path}.joint`);
  if (joint.start !== undefined) checkStart(joint, joint.start, `${path}.joint.start`);
  const turn = quaternion.normalize(orientation) ?? quaternion.IDENTITY;
  const own = massOfLink(given, turn, path);
  const link = { joint, data: joint, turn, ...own };
  if (shape === undefined) {
    for (const field of ["position", "orientation", "points", "density"] as const)
      if (given[field] !== undefined) throw new InvalidInputError(`${path}.${field}`, given[field], "is given, but no shape to have it");
    return { link, surface: undefined };
  }
  // Surfaces are placed from the centre of mass, in the shape's axes.
  const inShape = quaternion.rotate(quaternion.conjugate(turn), vec3.subtract(own.centre, position));
  return { link, surface: surfaceOf(shape, inShape, points, `${path}.shape`) };
}

function checkStart({ type }: SceneJoint, start: JointStart, path: string): void {
  const allowed: readonly (keyof JointStart)[] =
    SPEEDS[type] === 1
      ? ["position", "near", "speed"]
      : type === "spherical"
        ? ["orientation", "angularVelocity"]
        : type === "free"
          ? ["position", "orientation", "velocity", "angularVelocity"]
          : [];
  for (const [field, value] of Object.entries(start))
    if (!allowed.includes(field as keyof JointStart))
      throw new InvalidInputError(`${path}.${field}`, value, `is given for a ${type} joint, which has ${allowed.join(", ") || "none"}`);
  const { position, near, speed, orientation, velocity, angularVelocity } = start;
  if (position !== undefined && near !== undefined) throw new InvalidInputError(`${path}.near`, near, "is given besides position");
  if (SPEEDS[type] === 1 && position !== undefined) checkNumber(position, `${path}.position`);
  if (type === "free" && position !== undefined) checkVector(position as Vec3, `${path}.position`);
  for (const [field, value] of Object.entries({ near, speed })) if (value !== undefined) checkFinite(value, `${path}.${field}`);
  if (orientation !== undefined) checkOrientation(orientation, `${path}.orientation`);
  for (const [field, value] of Object.entries({ velocity, angularVelocity }))
    if (value !== undefined) checkVector(value, `${path}.${field}`);
}

function checkNumber(value: number | Vec3, path: string): void {
  if (typeof value !== "number") throw new InvalidInputError(path, value, "is not a number");
  checkFinite(value, path);
}

// --- linkages
// -----------------------------------------------------------------------------------------------------------------------------------

/** @param weighed links by name */
export function linkagesOf(
  { links, loops, gears, bodies, loads }: SceneMechanisms,
  weighed: Readonly<Record<string, WeighedLink>>,
): SceneLinkages {
  const order = parentsFirst(links, bodies);
  checkLoops(loops, links, bodies);
  checkGears(gears, links);
  const label = new Map<string, string>();
  const names = [...Object.keys(bodies), ...order];
  for (const name of names) label.set(name, name);
  const join = (a: string, b: string) => {
    const [from, to] = [label.get(a), label.get(b)];
    if (from === undefined || to === undefined || from === to) return;
    for (const [name, value] of label) if (value === from) label.set(name, to);
  };
  for (const name of order) join(name, parentOf(links[name].joint));
  for (const { between } of [...loops, ...gears]) join(...between);
  for (const load of loads) if (load.type === "spring") join(...load.between);
  const bound = [...order, ...loops.flatMap(({ between }) => between).filter((name) => name !== "world")];
  const linked = new Set(bound.map((name) => label.get(name)));
  const taken = new Set(Object.keys(bodies).filter((name) => linked.has(label.get(name))));
  const isIn = (linkage: string | undefined) => (name: string) => label.get(name) === linkage;
  const linkages = [...linked].map((linkage): Omit<LinkageInput, "gravity"> => {
    const members = names.filter(isIn(linkage));
    const made = members.map((name) =>
      Object.hasOwn(links, name) ? linkNamed(name, links[name].joint, weighed[name]) : bodyAsLink(name, bodies[name]),
    );
    for (const { name, mass } of made)
      if (mass === 0 && Object.hasOwn(links, name) && SPEEDS[links[name].joint.type] > 0 && !carriesMass(name, made))
        throw new InvalidInputError(
          `bodies.${name}.mass`,
          undefined,
          "is given, and nothing with a mass hangs on it: its joint moves nothing",
        );
    return {
      links: made,
      loops: loops.filter(({ between }) => between.some(isIn(linkage))),
      gears: gears.filter(({ between }) => between.some(isIn(linkage))),
      loads: loads.filter((load) => isIn(linkage)(load.type === "spring" ? load.between[0] : load.body)),
    };
  });
  return {
    linkages,
    taken,
    loads: loads.filter((load) => !linked.has(label.get(load.type === "spring" ? load.between[0] : load.body))),
  };
}

export function parentOf({ parent = "world" }: SceneJoint): string {
  return parent;
}

function carriesMass(name: string, links: readonly Link[]): boolean {
  return links.some((link) => link.parent === name && (link.mass > 0 || carriesMass(link.name, links)));
}

function linkNamed(name: string, joint: SceneJoint, { link }: WeighedLink): LinkageLink {
  return { ...link, name, parent: parentOf(joint) };
}

/** A body without a joint as a link that is free: its frame is that of its shape. */
function bodyAsLink(name: string, { body, centre, isPushed }: SceneBase): LinkageLink {
  const { mass, inertia, position, orientation = quaternion.IDENTITY, velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = body;
  const arm = quaternion.rotate(orientation, centre);
  const start: JointStart = {
    position: vec3.subtract(position, arm),
    orientation,
    ...(isPushed ? { velocity: vec3.subtract(velocity, vec3.cross(angularVelocity, arm)), angularVelocity } : {}),
  };
  const joint: SceneJoint = { type: "free", start };
  return { name, parent: "world", joint, data: joint, turn: quaternion.IDENTITY, mass, centre, inertia: tensorOf(inertia) };
}

function parentsFirst(links: SceneMechanisms["links"], bodies: SceneMechanisms["bodies"]): string[] {
  const order: string[] = [];
  const done = new Set<string>(["world", ...Object.keys(bodies)]);
  const names = Object.keys(links);
  if (Object.hasOwn(links, "world") || Object.hasOwn(bodies, "world"))
    throw new InvalidInputError("bodies.world", "world", "is the name of what does not move");
  for (const name of names) {
    const parent = parentOf(links[name].joint);
    if (!done.has(parent) && !Object.hasOwn(links, parent))
      throw new InvalidInputError(
        `bodies.${name}.joint.parent`,
        parent,
        `is neither "world" nor a body that moves (${[...Object.keys(bodies), ...names].filter((other) => other !== name).join(", ")})`,
      );
  }
  while (order.length < names.length) {
    const next = names.filter((name) => !done.has(name) && done.has(parentOf(links[name].joint)));
    if (next.length === 0) {
      const left = names.find((name) => !done.has(name)) ?? "";
      throw new InvalidInputError(
        `bodies.${left}.joint.parent`,
        parentOf(links[left].joint),
        "hangs, through others, on this link: parents form a tree, and `loops` close it",
      );
    }
    order.push(...next);
    for (const name of next) done.add(name);
  }
  return order;
}

function checkLoops(loops: readonly SceneLoop[], links: SceneMechanisms["links"], bodies: SceneMechanisms["bodies"]): void {
  loops.forEach(({ between, type, frames, axis }, i) => {
    const path = `loops[${i}]`;
    if (!LOOP_TYPES.includes(type)) throw new InvalidInputError(`${path}.type`, type, `is not one of ${LOOP_TYPES.join(", ")}`);
    between.forEach((name, side) => {
      if (name !== "world" && !Object.hasOwn(links, name) && !Object.hasOwn(bodies, name))
        throw new InvalidInputError(`${path}.between[${side}]`, name, 'is neither "world" nor a body that moves');
    });
    if (between[0] === between[1]) throw new InvalidInputError(`${path}.between[1]`, between[1], "cannot be joined to itself");
    if (axis !== undefined) {
      checkVector(axis, `${path}.axis`);
      if (vec3.normalize(axis) === undefined) throw new InvalidInputError(`${path}.axis`, axis, "has no direction");
    }
    frames?.forEach((frame, side) => {
      if (frame.position !== undefined) checkVector(frame.position, `${path}.frames[${side}].position`);
      if (frame.orientation !== undefined) checkOrientation(frame.orientation, `${path}.frames[${side}].orientation`);
    });
  });
}
