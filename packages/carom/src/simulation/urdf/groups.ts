/**
 * Links that fixed joints hold together, as one rigid group each: what becomes a body. Every link keeps its place in it as a frame.
 */
import { inverse, type Placed, within } from "./fields.js";
import type { UrdfJoint } from "./joint.js";

export interface Member {
  readonly link: string;
  /** In the group's frame. */
  readonly at: Placed;
}

export interface Group {
  /** That of the link whose frame it has. */
  readonly name: string;
  /** The joint that moves it; undefined for the root's. */
  readonly joint: UrdfJoint | undefined;
  readonly parent: Group | undefined;
  /** Of the joint's frame in the parent's; of the root, in the world. */
  readonly frame: Placed;
  readonly members: readonly Member[];
}

/**
 * Parents first, otherwise in the order of the file.
 *
 * @param rigidFrame the child's frame in the parent of a joint that does not move, undefined of those that do
 */
export function groupsOf(
  root: string,
  joints: readonly UrdfJoint[],
  rigidFrame: (joint: UrdfJoint) => Placed | undefined,
): readonly Group[] {
  const byParent = new Map<string, UrdfJoint[]>();
  for (const joint of joints) {
    const others = byParent.get(joint.parent);
    if (others === undefined) byParent.set(joint.parent, [joint]);
    else others.push(joint);
  }
  interface Growing extends Group {
    readonly members: Member[];
  }
  const first: Growing = { name: root, joint: undefined, parent: undefined, frame: {}, members: [] };
  const groups: Growing[] = [];
  // Depth first with a stack of its own: chains may be longer than calls can nest. The last in is the next out, so children go in
  // backwards.
  const waiting: { readonly link: string; readonly at: Placed; readonly group: Growing }[] = [{ link: root, at: {}, group: first }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { link, at, group } = next;
    if (group.members.length === 0) groups.push(group);
    group.members.push({ link, at });
    for (const joint of [...(byParent.get(link) ?? [])].reverse()) {
      const rigid = rigidFrame(joint);
      if (rigid !== undefined) waiting.push({ link: joint.child, at: within(at, rigid), group });
      else {
        const made: Growing = { name: joint.child, joint, parent: group, frame: within(at, joint.frame), members: [] };
        waiting.push({ link: joint.child, at: {}, group: made });
      }
    }
  }
  return groups;
}

/** The same groups where one has the frame and the name of another of its links. Only of groups that no joint moves. */
export function renamed(groups: readonly Group[], group: Group, link: string): Group[] {
  const place = group.members.find((member) => member.link === link)?.at ?? {};
  const back = inverse(place);
  const made: Group = {
    ...group,
    name: link,
    frame: within(group.frame, place),
    members: group.members.map((member) => ({ ...member, at: member.link === link ? {} : within(back, member.at) })),
  };
  return groups.map((other) =>
    other === group ? made : other.parent === group ? { ...other, parent: made, frame: within(back, other.frame) } : other,
  );
}
