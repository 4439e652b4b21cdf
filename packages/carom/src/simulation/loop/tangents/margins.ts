/** How far a contact is from going on in another mode, and how that changes. */
import { HELD } from "../../contact/force-problem.js";
import { type Direction, inMaterials, type Lens } from "./columns.js";
import type { Frozen, FrozenContact } from "./frozen.js";
import type { Cause } from "./hits.js";

/** What a contact is about to do, and its place among those of its cluster. */
export interface MarginOf {
  readonly kind: Cause["kind"];
  readonly contact: FrozenContact;
  readonly i: number;
}

const limitOf = ({ system }: Lens, pair: number) => system.pairs[pair].material.staticFriction ?? system.pairs[pair].material.friction;

const pairOf = ({ features }: Lens, { key }: FrozenContact) => features.withKey(key)?.pair ?? 0;

/**
 * What is zero where a contact leaves or begins to slip: its load; what friction it has left; or, where others hold it, its acceleration
 * along the direction in which it would go.
 */
export function marginAt(base: Lens, at: Frozen, { kind, contact, i }: MarginOf): number {
  const [f1, f2, pressed] = at.forces.subarray(3 * i, 3 * i + 3);
  if (kind === "lift") return pressed;
  if (contact.mode === HELD) return alongPush(at, at.contactRates, i);
  return limitOf(base, pairOf(base, contact)) * pressed - Math.sqrt(f1 * f1 + f2 * f2);
}

/** The change of that, or of the slip that stops; `change` is that of all the cluster, `along` the direction unless it is the flow. */
export function marginChange(base: Lens, at: Frozen, change: Frozen, { kind, contact, i }: MarginOf, along?: Direction): number {
  if (kind === "lift") return change.forces[3 * i + 2];
  if (kind === "stop") return alongPush(at, change.velocities, i);
  if (contact.mode === HELD) return alongPush(at, change.contactRates, i);
  const [f1, f2, pressed] = at.forces.subarray(3 * i, 3 * i + 3);
  const pair = pairOf(base, contact);
  const friction =
    along === undefined ? 0 : inMaterials(along.moved).reduce((sum, { weight, lens }) => sum + weight * limitOf(lens, pair), 0);
  const held = Math.sqrt(f1 * f1 + f2 * f2);
  // Of friction less held/pressed: the limit is found a billionth of the load beyond, and a mass that changes all loads alike moves none.
  return (
    friction * pressed + (held / pressed) * change.forces[3 * i + 2] - (f1 * change.forces[3 * i] + f2 * change.forces[3 * i + 1]) / held
  );
}

function alongPush({ directions }: Frozen, values: Float64Array, i: number): number {
  return values[3 * i] * directions[2 * i] + values[3 * i + 1] * directions[2 * i + 1];
}
