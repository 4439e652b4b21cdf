/**
 * Joints that cannot move, whatever their type: held by their limits, by a leader that stands, or because nothing on them has a mass.
 */
import type { Account } from "./account.js";
import type { Placed } from "./fields.js";
import { type Group, groupsOf } from "./groups.js";
import { frameAt, type Limits, type UrdfJoint } from "./joint.js";
import type { Links } from "./masses.js";
import { ledByOthers, type Relations } from "./mimic.js";

/** Where joints are held, rad or m. */
export type Held = Map<UrdfJoint, number>;

/** By limits that leave no way, and by leaders that stand. */
export function heldByLimits(joints: readonly UrdfJoint[], relations: Relations, account: Account): Held {
  const held: Held = new Map();
  for (const joint of joints) {
    const { limits } = joint;
    if (relations.has(joint) || limits === undefined || limits.lower < limits.upper) continue;
    held.set(joint, limits.lower);
    account.repair(joint.element, `${joint.path}/limit`, `lower and upper are both ${limits.lower}: the joint is fixed`);
  }
  for (const [joint, { leader, ratio, offset }] of relations) {
    const stands = held.get(leader) ?? (leader.type === "fixed" ? 0 : undefined);
    if (stands === undefined && ratio !== 0) continue;
    held.set(joint, ratio * (stands ?? 0) + offset);
    account.repair(
      joint.element,
      `${joint.path}/mimic`,
      `${leader.name} does not move it: the joint is fixed at ${ratio * (stands ?? 0) + offset}`,
    );
  }
  return held;
}

/** The child's frame in the parent of a joint that does not move. */
export function rigidFrame(held: Held): (joint: UrdfJoint) => Placed | undefined {
  return (joint) => {
    const position = joint.type === "fixed" ? 0 : held.get(joint);
    return position === undefined ? undefined : frameAt(joint, position);
  };
}

/** Zero, or the limit nearest to it. */
export function nearestToZero(limits: Limits | undefined): number {
  return limits === undefined ? 0 : Math.min(limits.upper, Math.max(limits.lower, 0));
}

/** Holds every joint beyond which nothing has mass or shape, and lets others lead in place of those. */
export function holdWeightless(
  root: string,
  joints: readonly UrdfJoint[],
  state: { readonly links: Links; readonly relations: Relations; readonly held: Held; readonly account: Account },
): Relations {
  const { links, relations, held, account } = state;
  const groups = groupsOf(root, joints, rigidFrame(held));
  const heavy = new Set<Group>();
  for (const group of [...groups].reverse())
    if (heavy.has(group) || group.members.some(({ link }) => hasSubstance(link, links))) {
      heavy.add(group);
      if (group.parent !== undefined) heavy.add(group.parent);
    }
  for (const group of groups) {
    const { joint } = group;
    if (joint === undefined || heavy.has(group)) continue;
    held.set(joint, nearestToZero(joint.limits));
    account.repair(joint.element, joint.path, `nothing beyond it has a mass or a shape: the joint is fixed`);
  }
  return ledByOthers(relations, held);
}

function hasSubstance(link: string, links: Links): boolean {
  const found = links.get(link);
  return found !== undefined && (found.mass !== undefined || found.parts.length > 0 || found.drawn.length > 0);
}
