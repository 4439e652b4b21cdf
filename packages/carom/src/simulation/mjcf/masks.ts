/**
 * Which bodies touch by the bits of their shapes: two shapes do where contype of one and conaffinity of the other have a bit in common.
 *
 * Here whole bodies touch or not. Two of which some shapes touch and others do not touch with all of them, and it is told.
 */
import type { XmlElement } from "../../xml.js";
import type { Account } from "../urdf/account.js";
import type { BodyOfLink } from "../urdf/assemble.js";
import type { BodiesApart } from "../urdf/robot.js";

/** Bits of a shape that touches. */
export interface ContactMask {
  readonly type: number;
  readonly affinity: number;
}

/** Sets of bits that are looked at beside each other. */
const MOST_SETS = 100;

/** Bodies that do not touch each other. */
export function bodiesApart(
  masks: ReadonlyMap<string, readonly ContactMask[]>,
  bodyOf: BodyOfLink,
  world: XmlElement,
  account: Account,
): BodiesApart[] {
  const own = new Map<string, Map<string, ContactMask>>();
  for (const [link, list] of masks) {
    const name = bodyOf(link);
    if (name === undefined || list.length === 0) continue;
    const known = own.get(name) ?? new Map<string, ContactMask>();
    for (const mask of list) known.set(`${mask.type} ${mask.affinity}`, mask);
    own.set(name, known);
  }
  const sets = new Map<string, { readonly masks: readonly ContactMask[]; readonly bodies: string[] }>();
  for (const [name, known] of own) {
    const key = [...known.keys()].sort().join(", ");
    const set = sets.get(key) ?? { masks: [...known.values()], bodies: [] };
    set.bodies.push(name);
    sets.set(key, set);
  }
  if (sets.size > MOST_SETS) {
    account.repair(world, "worldbody", `its shapes have ${sets.size} sets of bits (contype, conaffinity), more than are read: all touch`);
    return [];
  }
  const lists = [...sets.values()];
  const apart: BodiesApart[] = [];
  let mixed = false;
  lists.forEach((first, i) => {
    for (const second of lists.slice(i)) {
      const touching = first.masks.flatMap((a) => second.masks.map((b) => doTouch(a, b)));
      if (!touching.includes(true)) apart.push([first.bodies, second.bodies]);
      else if (touching.includes(false) && (first !== second || first.bodies.length > 1)) mixed = true;
    }
  });
  if (mixed) account.repair(world, "worldbody", "of some bodies only some shapes touch (contype, conaffinity): here all of them do");
  return apart.filter(([first, second]) => first !== second || first.length > 1);
}

function doTouch(first: ContactMask, second: ContactMask): boolean {
  return (first.type & second.affinity) !== 0 || (second.type & first.affinity) !== 0;
}
