/**
 * Joints that follow others: q = k q0 + c, through chains to the joint that leads.
 *
 *     a follows b, b follows c       q_a = k_a k_b q_c + k_a c_b + c_a
 *     k = 0, or a leader that stands      the follower stands too
 *     limits of a follower           limits of its leader, through the relation: one joint moves, so one pair of stops is enough
 */
import { InvalidInputError } from "../../errors.js";
import type { Account } from "./account.js";
import { at } from "./fields.js";
import { isSingle, type Limits, type UrdfJoint } from "./joint.js";

/** How a joint follows another that does not follow. */
export interface Relation {
  readonly leader: UrdfJoint;
  readonly ratio: number;
  readonly offset: number;
}

export type Relations = ReadonlyMap<UrdfJoint, Relation>;

/** Of the joints that follow others. Complains about those that follow nobody or go round. */
export function relationsOf(joints: readonly UrdfJoint[], account: Account): Relations {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const relations = new Map<UrdfJoint, Relation>();
  for (const joint of joints) {
    if (joint.mimic === undefined || !isSingle(joint)) continue;
    const relation = account.attempt(() => follow(joint, byName), undefined);
    if (relation !== undefined) relations.set(joint, relation);
  }
  return relations;
}

function follow(joint: UrdfJoint, byName: ReadonlyMap<string, UrdfJoint>): Relation | undefined {
  const way = [joint.name];
  let [leader, ratio, offset] = [joint, 1, 0];
  for (let mimic = joint.mimic; mimic !== undefined; mimic = leader.mimic) {
    const next = byName.get(mimic.joint);
    const path = at(mimic.element, `${leader.path}/mimic@joint`);
    if (next === undefined) throw new InvalidInputError(path, mimic.joint, "is not a joint of this robot");
    if (way.includes(next.name)) throw new InvalidInputError(path, [...way, next.name].join(" -> "), "go round: nobody leads");
    if (next.type !== "fixed" && !isSingle(next))
      throw new InvalidInputError(path, mimic.joint, `is a ${next.type} joint, and only revolute, continuous and prismatic ones can lead`);
    offset += ratio * mimic.offset;
    ratio *= mimic.multiplier;
    way.push(next.name);
    leader = next;
  }
  return { leader, ratio, offset };
}

/** The same where a leader is held for want of mass, and its first follower leads instead. */
export function ledByOthers(relations: Relations, held: ReadonlyMap<UrdfJoint, number>): Relations {
  const heirs = new Map<UrdfJoint, { readonly joint: UrdfJoint } & Relation>();
  for (const [joint, relation] of relations)
    if (held.has(relation.leader) && !held.has(joint) && relation.ratio !== 0 && !heirs.has(relation.leader))
      heirs.set(relation.leader, { joint, ...relation });
  const result = new Map<UrdfJoint, Relation>();
  for (const [joint, relation] of relations) {
    const heir = heirs.get(relation.leader);
    if (heir === undefined) result.set(joint, relation);
    else if (heir.joint !== joint) {
      const ratio = relation.ratio / heir.ratio;
      result.set(joint, { leader: heir.joint, ratio, offset: relation.offset - ratio * heir.offset });
    }
  }
  return result;
}

/** Limits of joints that do not follow, with those of their followers. */
export function limitsOf(joint: UrdfJoint, relations: Relations, account: Account): Limits | undefined {
  let limits = joint.limits;
  for (const [follower, { leader, ratio, offset }] of relations) {
    if (leader !== joint || follower.limits === undefined || ratio === 0) continue;
    const [a, b] = [(follower.limits.lower - offset) / ratio, (follower.limits.upper - offset) / ratio];
    const own = {
      lower: Math.max(limits?.lower ?? Number.NEGATIVE_INFINITY, Math.min(a, b)),
      upper: Math.min(limits?.upper ?? Number.POSITIVE_INFINITY, Math.max(a, b)),
    };
    const slack = 1e-6 * (1 + Math.abs(own.upper - own.lower));
    if (limits !== undefined && own.lower <= limits.lower + slack && own.upper >= limits.upper - slack) continue;
    if (own.lower < own.upper) {
      account.repair(
        follower.element,
        `${follower.path}/limit`,
        `it follows ${joint.name}, whose stops become those of both: ${own.lower.toPrecision(4)} to ${own.upper.toPrecision(4)}`,
      );
      limits = own;
    } else
      account.repair(
        follower.element,
        `${follower.path}/limit`,
        `it follows ${joint.name} and cannot keep to it: its stops are passed over`,
      );
  }
  return limits;
}
