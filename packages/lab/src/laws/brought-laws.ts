/**
 * The laws themselves, each brought when it is first needed: the three that follow one slip path are here, any other carries as much as the
 * rest of a view.
 */
import { frictional, type ImpactLaw, newton, poisson } from "carom/impact";
import { useEffect, useState } from "react";

/** The law of a name; undefined where there is none, or where it is still on its way. */
export type LawAt = (name: string) => ImpactLaw | undefined;

/** In the order of the library, which a test holds. */
const BROUGHT: Readonly<Record<string, () => ImpactLaw | Promise<ImpactLaw>>> = {
  frictional: () => frictional,
  compliant: () => import("./each/compliant.js").then(({ law }) => law),
  planar: () => import("./each/planar.js").then(({ law }) => law),
  proportional: () => import("./each/proportional.js").then(({ law }) => law),
  simultaneous: () => import("./each/simultaneous.js").then(({ law }) => law),
  multipoint: () => import("./each/multipoint.js").then(({ law }) => law),
  poisson: () => poisson,
  newton: () => newton,
};

export const lawNames: readonly string[] = Object.keys(BROUGHT);

/** Every law that is there without waiting: for what compares rules on one slip path. */
export const lawAtHand: LawAt = (name) => AT_HAND.get(name);
const AT_HAND: ReadonlyMap<string, ImpactLaw> = new Map([frictional, poisson, newton].map((law) => [law.name, law]));

/** All that are named and there; names that are no law's are passed over. */
export async function bringLaws(names: readonly string[]): Promise<ReadonlyMap<string, ImpactLaw>> {
  const known = names.filter((name) => Object.hasOwn(BROUGHT, name));
  return new Map(await Promise.all(known.map(async (name) => [name, await BROUGHT[name]!()] as const)));
}

/**
 * The laws of these names, as they come.
 * @param names in any order; undefined or empty: none is needed yet
 */
export function useLaws(names: readonly string[]): LawAt {
  const key = [...new Set(names)].sort().join(" ");
  const [laws, setLaws] = useState<LawAt>(() => lawAtHand);
  useEffect(() => {
    const missing = key.split(" ").filter((name) => lawAtHand(name) === undefined);
    if (missing.every((name) => !Object.hasOwn(BROUGHT, name))) return;
    let current = true;
    void bringLaws(missing).then((found) => current && setLaws(() => (name: string) => lawAtHand(name) ?? found.get(name)));
    return () => {
      current = false;
    };
  }, [key]);
  return laws;
}
