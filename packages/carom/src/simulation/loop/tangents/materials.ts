/** How the materials of the contacts of an impact change along a direction. */
import type { ContactMaterial, ContactProblem } from "../../../mechanics/contact-problem.js";
import { resolvedContacts, restitutionChanges } from "../../../mechanics/restitution.js";
import type { ResolvedImpact } from "../../impacts/resolve-impacts.js";
import { type Direction, inMaterials, type Lens, type WeightedLens } from "./columns.js";
import type { TouchNumbers } from "./touches.js";

export const MATERIALS = ["friction", "staticFriction", "restitution", "stiffnessRatio", "stiffness", "exponent", "weight"] as const;

/** Of one contact, per unit of a parameter. */
export type MaterialRates = Partial<Record<keyof ContactMaterial, number>>;

/** Rates of pairs whose materials do not depend on speeds, by the systems of a column: they stay as they are. */
export type KnownRates = Map<readonly WeightedLens[], Map<number, MaterialRates>>;

/** Whose contacts are asked for. */
interface ContactsOfImpact {
  readonly base: Lens;
  readonly keys: readonly string[];
  readonly impact: ResolvedImpact;
  readonly rates: KnownRates;
}

/**
 * Materials of the contacts per unit of each parameter, column by column; restitution that depends on speed changes with the velocities,
 * too.
 */
export function materialsAlong(
  { base, keys, impact: { problem }, rates }: ContactsOfImpact,
  changes: readonly TouchNumbers[],
  along: readonly Direction[],
): (readonly MaterialRates[])[] {
  const pairs = keys.map((key) => base.features.withKey(key)?.pair ?? 0);
  const given = pairs.map((pair) => base.system.pairs[pair].material);
  const isSteady = given.every(({ restitution }) => typeof restitution === "number");
  const none = pairs.map(() => NO_CHANGE);
  return along.map(({ moved }, j) => {
    const changing = inMaterials(moved);
    if (isSteady && changing.length === 0) return none;
    if (isSteady) {
      const known = rates.get(moved) ?? new Map<number, MaterialRates>();
      rates.set(moved, known);
      return pairs.map((pair) => {
        const own = known.get(pair) ?? ownRates(base, [pair], problem, changing)[0];
        known.set(pair, own);
        return own;
      });
    }
    const bySpeed = restitutionChanges(given, problem.velocity, 3, changes[j].velocities);
    return ownRates(base, pairs, problem, changing).map((own, i) =>
      bySpeed[i] === 0 ? own : { ...own, restitution: (own.restitution ?? 0) + bySpeed[i] },
    );
  });
}

/** The same by the parameter alone. */
export function ownRates(
  base: Lens,
  pairs: readonly number[],
  { velocity }: ContactProblem,
  moved: readonly WeightedLens[],
): MaterialRates[] {
  if (moved.length === 0) return pairs.map(() => NO_CHANGE);
  const materialsOf = ({ system }: Lens) =>
    resolvedContacts(
      pairs.map((pair) => system.pairs[pair].material),
      velocity,
      3,
    );
  const own = materialsOf(base);
  const others = moved.map(({ weight, lens }) => ({ weight, materials: materialsOf(lens) }));
  const most = others.reduce((largest, { weight }) => Math.max(largest, Math.abs(weight)), 0);
  return own.map((material, i) => {
    const change: { -readonly [Field in keyof MaterialRates]: MaterialRates[Field] } = {};
    for (const field of MATERIALS) {
      const value = material[field] ?? 0;
      let sum = 0;
      for (const { weight, materials } of others) sum += weight * ((materials[i][field] ?? 0) - value);
      if (Math.abs(sum) > 1e-11 * most * Math.abs(value)) change[field] = sum;
    }
    return change;
  });
}

const NO_CHANGE: MaterialRates = {};

/** The last impact is without restitution, whatever the material. */
export function movedContact(contact: ContactMaterial, rates: MaterialRates, h: number, last: boolean): ContactMaterial {
  const moved: Record<string, number> = {};
  for (const field of MATERIALS) {
    const step = rates[field];
    if (step === undefined || contact[field] === undefined || (last && field === "restitution")) continue;
    moved[field] = contact[field] + h * step;
  }
  return { ...contact, ...moved };
}
