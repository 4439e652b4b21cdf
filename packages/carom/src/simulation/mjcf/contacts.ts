/**
 * What <contact> says: pairs of shapes that touch whatever their bits say, with a friction of their own, and bodies that do not.
 *
 * Surfaces (urdf/contacts.ts) are known by tags: the body, where an <exclude> names it, and all that pairs say of a shape, where one does.
 * Shapes of a body that touch the same others in the same way are one surface.
 */
import { InvalidInputError } from "../../errors.js";
import type { XmlElement } from "../../xml.js";
import type { Account } from "../urdf/account.js";
import type { ContactRules, ListedPair } from "../urdf/contacts.js";
import { at, childrenOf } from "../urdf/fields.js";
import { numberOf, numbersOf, type Styled } from "./fields.js";
import type { Walked } from "./walk.js";

/** Names of bodies and shapes that have a part in <contact>. */
export interface ContactNames {
  isPaired(geom: string | undefined): boolean;
  tagOf(body: string, geom: string | undefined): string;
}

/** Of a pair that does not say it: shapes have no part in it. */
const PAIR_FRICTION = 1;

export function contactNames(root: XmlElement): ContactNames {
  const listed = (kind: string) => childrenOf(root, "contact").flatMap((contact) => childrenOf(contact, kind));
  const ends = ({ attributes }: XmlElement, names: readonly string[]) => names.flatMap((name) => attributes.get(name) ?? []);
  const bodies = new Set(listed("exclude").flatMap((element) => ends(element, ["body1", "body2"])));
  const pairs = new Map<string, string[]>();
  for (const element of listed("pair")) {
    const [first, second] = ends(element, ["geom1", "geom2"]);
    const said = [...element.attributes].filter(([name]) => !name.startsWith("geom") && name !== "name").join(" ");
    const say = (own: string | undefined, other: string | undefined) => {
      if (own === undefined) return;
      const before = pairs.get(own);
      if (before === undefined) pairs.set(own, [`${other} ${said}`]);
      else before.push(`${other} ${said}`);
    };
    say(first, second);
    say(second, first);
  }
  return {
    isPaired: (geom) => geom !== undefined && pairs.has(geom),
    tagOf: (body, geom) => {
      const own = geom === undefined ? undefined : pairs.get(geom);
      if (own === undefined) return bodies.has(body) ? body : "";
      return [body, ...own].join("\n");
    },
  };
}

const bodyIn = (tag: string) => tag.split("\n", 1)[0];

/** What was read so far. */
export interface Contacts {
  readonly walked: Walked;
  /** Names of bodies, both ways round. */
  readonly excluded: Set<string>;
  readonly pairs: (Omit<ListedPair, "tags"> & { readonly geoms: readonly [string, string] })[];
  readonly account: Account;
}

export function createContacts(walked: Walked, account: Account): Contacts {
  return { walked, excluded: new Set(), pairs: [], account };
}

export function readContact(of: Styled, { walked, excluded, pairs, account }: Contacts): void {
  const { element, path } = of;
  if (element.name === "exclude") {
    const [first, second] = [of.text("body1"), of.text("body2")];
    for (const name of [first, second])
      if (name === undefined || !walked.offsets.has(name))
        throw new InvalidInputError(at(element, path), name, "is not a body of this file");
    excluded.add(`${first}\n${second}`).add(`${second}\n${first}`);
  } else if (element.name === "pair") {
    const [first, second] = [of.text("geom1"), of.text("geom2")];
    for (const name of [first, second])
      if (name === undefined || !walked.geomBodies.has(name))
        throw new InvalidInputError(at(element, path), name, "is not a shape of this file");
    pairs.push({ element, path, geoms: [first as string, second as string], friction: pairFriction(of, account) });
  } else account.repair(element, path, `<${element.name}> is left out`);
}

function pairFriction(of: Styled, account: Account): number {
  const [along = PAIR_FRICTION, across = along] = numbersOf(of, "friction") ?? [];
  if (along < 0) throw new InvalidInputError(at(of.element, `${of.path}@friction`), along, "is negative");
  if (numberOf(of, "condim", 3) === 1) return 0;
  if (along !== across)
    account.repair(of.element, `${of.path}@friction`, `friction is ${along} in all directions, not ${across} across the first`);
  return along;
}

/** @param names of the same file */
export function rulesOf({ walked, excluded, pairs }: Contacts, names: ContactNames, root: XmlElement): ContactRules {
  if (flagsOf(root, "contact").includes("disable")) return { friction: "greater", keepsApart: () => true, pairs: [] };
  return {
    friction: "greater",
    keepsApart: (first, second) => excluded.size > 0 && excluded.has(`${bodyIn(first)}\n${bodyIn(second)}`),
    pairs: pairs.map(({ geoms, ...pair }) => {
      const [first, second] = geoms.map((geom) => names.tagOf(walked.geomBodies.get(geom) ?? "", geom));
      return { ...pair, tags: [first, second] };
    }),
  };
}

const flagsOf = (root: XmlElement, name: string) =>
  childrenOf(root, "option").flatMap((option) => childrenOf(option, "flag").flatMap((flag) => flag.attributes.get(name) ?? []));
