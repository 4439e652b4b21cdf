/**
 * The features of a system, as it says itself, or by asking all.
 */
import type { Feature, MechanicalSystem } from "./mechanical-system.js";

export function featureCount(system: MechanicalSystem, pair: number): number {
  return system.featureCount?.(pair) ?? system.features(pair).length;
}

export function featureAt(system: MechanicalSystem, pair: number, index: number): Feature {
  return system.featureAt?.(pair, index) ?? system.features(pair)[index];
}

/** Adds to `out` the places, ascending, of the features of a pair whose gaps are at most `margin`, m. `tilt`: see MechanicalSystem. */
export function featuresWithin(
  system: MechanicalSystem,
  pair: number,
  margin: number,
  coordinates: Float64Array,
  out: number[],
  tilt?: number,
): void {
  if (system.featuresWithin !== undefined) {
    system.featuresWithin(pair, margin, coordinates, out, tilt);
    return;
  }
  system.features(pair).forEach((feature, index) => {
    if (system.gap(feature, coordinates) <= margin) out.push(index);
  });
}

/** The feature with a key and its place among those of its pair; undefined where there is none. */
export function featureWithKey(system: MechanicalSystem, key: string): { readonly feature: Feature; readonly index: number } | undefined {
  // Keys of scenes begin with the names of the pair; of others any may be it.
  const likely = system.pairs.flatMap(({ between }, pair) => (key.startsWith(`${between.join("/")}: `) ? [pair] : []));
  for (const pair of likely.length > 0 ? likely : system.pairs.keys()) {
    const index = system.features(pair).findIndex((feature) => feature.key === key);
    if (index >= 0) return { feature: system.features(pair)[index], index };
  }
  return undefined;
}
