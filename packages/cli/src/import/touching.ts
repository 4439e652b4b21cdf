/**
 * What may touch, in the fewest words: pairs one by one, or, of hundreds of bodies that all touch each other, one material for all with
 * those pairs that have another.
 */
import type { SceneContact, SceneLink, ScenePlane } from "carom/simulation";

export interface Touching {
  readonly contacts?: readonly SceneContact[];
  readonly material?: { readonly friction: number; readonly restitution: number };
}

/** Pairs that are listed one by one, however alike they are. */
const MOST_LISTED = 1000;

type Bodies = Readonly<Record<string, SceneLink | ScenePlane>>;

export function touchingIn(bodies: Bodies, contacts: readonly SceneContact[]): Touching {
  if (contacts.length === 0) return {};
  if (contacts.length <= MOST_LISTED || contacts.length < pairsIn(bodies)) return { contacts };
  const counts = new Map<unknown, number>();
  for (const { friction } of contacts) counts.set(friction, (counts.get(friction) ?? 0) + 1);
  const [[most]] = [...counts].sort(([, a], [, b]) => b - a);
  const common = contacts.find(({ friction }) => friction === most) as SceneContact;
  const { friction, restitution } = common as { readonly friction: number; readonly restitution: number };
  const others = contacts.filter((contact) => contact.friction !== friction || contact.restitution !== restitution);
  return { material: { friction, restitution }, ...(others.length === 0 ? {} : { contacts: others }) };
}

/** That touch where a scene has one material for all: what can touch, without those that a joint joins. */
function pairsIn(bodies: Bodies): number {
  const list = Object.entries(bodies);
  const touching = new Map(list.flatMap(([name, body]) => ("joint" in body && body.shape !== undefined ? [[name, body] as const] : [])));
  const grounds = list.length - list.filter(([, body]) => "joint" in body).length;
  const joined = [...touching.values()].filter(({ joint }) => joint.parent !== undefined && touching.has(joint.parent)).length;
  return (touching.size * (touching.size - 1)) / 2 + touching.size * grounds - joined;
}
