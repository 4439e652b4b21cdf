/**
 * Rigid groups as links of a scene.
 *
 *     root       stands, or is free; a root called `world`, or one without mass and shape that is to be free, is the ground itself, and
 *                what hangs on it stands or is free instead
 *     planar     two prismatic joints and a revolute one about the normal, with links without mass between them
 */

import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Part } from "../../mechanics/shapes/index.js";
import type { XmlElement } from "../../xml.js";
import type { JointStart, SceneJoint, SceneLink } from "../mechanism/scene-link.js";
import type { ScenePlane } from "../scene/scene.js";
import type { Account } from "./account.js";
import type { Surface } from "./contacts.js";
import { type Placed, within } from "./fields.js";
import { type Group, renamed } from "./groups.js";
import { type LinkMass, shapeOf } from "./inertia.js";
import type { JointOptions, Limits, UrdfJoint } from "./joint.js";
import type { Links } from "./masses.js";
import { type Skin, skinKey } from "./materials.js";

export interface BodyPlan {
  readonly groups: readonly Group[];
  readonly links: Links;
  /** Group axes; undefined: none. */
  readonly massOf: (group: Group) => LinkMass | undefined;
  /** Of joints that lead. */
  readonly limitsOf: (joint: UrdfJoint) => Limits | undefined;
  /** Where joints with one coordinate begin. */
  readonly startOf: (joint: UrdfJoint) => number;
  readonly options: JointOptions & { readonly base?: "fixed" | "free"; readonly at: Placed };
}

export interface Bodies {
  readonly bodies: Record<string, SceneLink>;
  readonly planes: Record<string, ScenePlane>;
  /** Of bodies and planes that can touch, by name. */
  readonly surfaces: Map<string, Surface>;
}

/** Groups that stand for a robot when the ground is taken away: with a root that is the ground, what hangs on it. */
export function withoutGround(
  groups: readonly Group[],
  { links, free, account }: { links: Links; free: boolean; account: Account },
): Group[] {
  let result = [...groups];
  for (;;) {
    const ground = result.find((group) => group.joint === undefined && isGround(group, links, free));
    if (ground === undefined) return result;
    const [first, ...others] = ground.members.filter(({ link }) => link !== "world" && links.get(link) !== undefined);
    const stays = (link: string) => isSubstantial(link, links) || (!free && (links.get(link)?.planes.length ?? 0) > 0);
    const substantial = [first, ...others].find((member) => member !== undefined && stays(member.link));
    if (substantial !== undefined) {
      if (free) {
        const element = links.get(substantial.link)?.element;
        if (element !== undefined)
          account.note(element, `link ${substantial.link}`, `the root is the ground: with --free this link is free instead`);
      }
      result = renamed(result, ground, substantial.link);
      continue;
    }
    // Nothing of it is there; what hangs on it hangs on the world, or flies.
    result = result.flatMap((group) => {
      if (group === ground) return [];
      if (group.parent !== ground) return [group];
      const frame = within(ground.frame, group.frame);
      if (!free || group.joint === undefined) return [{ ...group, parent: undefined, frame }];
      // What was free before stays so; other joints are lost.
      const tell = group.joint.type === "floating" ? account.note : account.repair;
      tell(group.joint.element, group.joint.path, `the root is the ground: with --free the link ${group.name} is free instead`);
      return [{ ...group, joint: undefined, parent: undefined, frame }];
    });
    // Groups know their parents: those below have to know the new ones.
    result = relinked(result);
  }
}

function relinked(groups: readonly Group[]): Group[] {
  const byName = new Map<string, Group>();
  return groups.map((group) => {
    const made = group.parent === undefined ? group : { ...group, parent: byName.get(group.parent.name) };
    byName.set(made.name, made);
    return made;
  });
}

function isGround(group: Group, links: Links, free: boolean): boolean {
  if (group.name === "world") return true;
  return free && !group.members.some(({ link }) => isSubstantial(link, links)) && group.members.length > 0;
}

function isSubstantial(link: string, links: Links): boolean {
  const found = links.get(link);
  return found !== undefined && (found.mass !== undefined || found.parts.length > 0 || found.drawn.length > 0);
}

/** Bodies of a scene, parents first. */
export function bodiesOf(plan: BodyPlan): Bodies {
  const made: Bodies = { bodies: {}, planes: {}, surfaces: new Map() };
  const taken = new Set(plan.groups.flatMap(({ name, joint }) => (joint?.type === "planar" ? [name, ...planarNames(name)] : [name])));
  for (const group of plan.groups) {
    const joint = jointOf(group, plan, made.bodies);
    const stands = joint.type === "fixed";
    const [surface, ...others] = surfacesOf(group, plan.links);
    const shape = surface && shapeOf(surface.parts);
    const mass = plan.massOf(group);
    // Nothing moves what stands, so its mass is never asked for.
    const weight = mass ?? (stands && shape !== undefined ? { mass: 1 } : {});
    made.bodies[group.name] = { joint, ...(shape ?? {}), ...weight };
    if (surface !== undefined) made.surfaces.set(group.name, { ...surface.of, name: group.name });
    for (const [i, other] of others.entries()) {
      const own = other.name ?? (other.of.name === group.name ? i + 2 : other.of.name);
      const name = freeName(`${group.name}/${own}`, taken);
      // What stands weighs nothing that counts; what moves is fixed to its body, which has all of the mass.
      made.bodies[name] = {
        joint: stands ? joint : { type: "fixed", parent: group.name },
        ...shapeOf(other.parts),
        ...(stands ? { mass: 1 } : {}),
      };
      made.surfaces.set(name, { ...other.of, name });
    }
    if (stands) addPlanes(group, plan, { made, taken });
  }
  return made;
}

/** A name that nothing has yet; it is taken from then on. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  taken.add(name);
  return name;
}

/** Shapes that touch alike. */
interface AlikeParts {
  readonly parts: Part[];
  /** Of the first of them that has one. */
  readonly name: string | undefined;
  /** Called as its link. */
  readonly of: Surface;
}

/** Shapes of a group, those together that touch alike. */
function surfacesOf(group: Group, links: Links): AlikeParts[] {
  const found = new Map<string, AlikeParts>();
  for (const { link, at } of group.members) {
    const own = links.get(link);
    own?.parts.forEach(({ shape, ...place }, i) => {
      const skin = own.skins?.[i] ?? { material: own.material };
      const part: Part = { shape, ...within(at, place) };
      const alike = found.get(skinKey(skin));
      if (alike !== undefined) alike.parts.push(part);
      else found.set(skinKey(skin), { parts: [part], name: skin.name, of: surfaceOf(link, skin, own.element) });
    });
  }
  return [...found.values()];
}

const surfaceOf = (name: string, { material, tag = "" }: Skin, element: XmlElement): Surface => ({ name, material, tag, element });

/** Planes of what stands; those of links that move are told by whoever reads them. */
function addPlanes(group: Group, { links, options }: BodyPlan, { made, taken }: { made: Bodies; taken: Set<string> }): void {
  for (const { link, at } of group.members) {
    const found = links.get(link);
    for (const { normal, at: own, skin } of found?.planes ?? []) {
      const { position = vec3.ZERO, orientation = quaternion.IDENTITY } = within(within(options.at, group.frame), within(at, own));
      const name = freeName(`${group.name} plane`, taken);
      made.planes[name] = { plane: { normal: quaternion.rotate(orientation, normal), point: position } };
      if (found !== undefined) made.surfaces.set(name, surfaceOf(name, skin ?? { material: found.material }, found.element));
    }
  }
}

function jointOf(group: Group, plan: BodyPlan, bodies: Bodies["bodies"]): SceneJoint {
  const { options } = plan;
  const { joint, parent } = group;
  if (joint === undefined) {
    const place = within(options.at, group.frame);
    if (options.base !== "free") return { type: "fixed", ...place };
    return { type: "free", start: place };
  }
  const hung = { parent: parent?.name ?? "world", ...(parent === undefined ? within(options.at, group.frame) : group.frame) };
  const resisting = joint.damping === 0 ? {} : { damping: joint.damping };
  if (joint.type === "floating") return { type: "free", ...hung, ...resisting };
  if (joint.type === "spherical") return { type: "spherical", ...hung, ...resisting };
  if (joint.type === "planar") return addPlanar(group, joint, hung, bodies);
  const limits = plan.limitsOf(joint);
  const { limitRestitution } = options;
  const position = plan.startOf(joint);
  const start: JointStart | undefined = position === 0 ? undefined : { position };
  return {
    type: joint.type === "prismatic" ? "prismatic" : "revolute",
    ...hung,
    axis: joint.axis,
    ...resisting,
    ...(joint.friction === 0 ? {} : { friction: { effort: joint.friction } }),
    ...(joint.spring === undefined ? {} : { spring: joint.spring }),
    ...(joint.motor === undefined ? {} : { motor: joint.motor }),
    ...(limits === undefined
      ? {}
      : { limits: { ...limits, ...(limitRestitution === undefined ? {} : { restitution: limitRestitution }) } }),
    ...(start === undefined ? {} : { start }),
  };
}

/** The two links between, and the joint that is left. */
function addPlanar({ name }: Group, { axis }: UrdfJoint, hung: Pick<SceneJoint, "parent"> & Placed, bodies: Bodies["bodies"]): SceneJoint {
  const [along, across] = perpendicular(axis);
  const [first, second] = planarNames(name);
  bodies[first] = { joint: { type: "prismatic", ...hung, axis: along } };
  bodies[second] = { joint: { type: "prismatic", parent: first, axis: across } };
  return { type: "revolute", parent: second, axis };
}

/** Of the links between, which a planar joint makes. */
export function planarNames(child: string): [string, string] {
  return [`${child}/x`, `${child}/y`];
}

/** Two directions in the plane of a planar joint. */
function perpendicular(axis: Vec3): [Vec3, Vec3] {
  const normal = vec3.normalize(axis) ?? [0, 0, 1];
  const first = vec3.normalize(vec3.cross(Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], normal)) ?? [1, 0, 0];
  return [first, vec3.cross(normal, first)];
}
