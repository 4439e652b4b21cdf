/**
 * Pairs made of pairs: the other way round, and of bodies that have several parts.
 */
import type { PairGeometry } from "./pair-geometry.js";
import type { Carrier } from "./touch-geometry.js";

/** The same pair with first and second exchanged. */
export function turnedRound({ features, gap, evaluate, separation, validity, clearance }: PairGeometry): PairGeometry {
  return {
    features,
    gap: (feature, first, second) => gap(feature, second, first),
    evaluate: (feature, first, second, out) => {
      evaluate(feature, second, first, out);
      const { normal, normalRate, firstArmRate, secondArmRate } = out;
      for (let c = 0; c < 3; c++) {
        normal[c] = -normal[c];
        normalRate[c] = -normalRate[c];
        const rate = firstArmRate[c];
        firstArmRate[c] = secondArmRate[c];
        secondArmRate[c] = rate;
      }
    },
    ...(separation === undefined ? {} : { separation: (first: Carrier, second: Carrier) => separation(second, first) }),
    ...(validity === undefined ? {} : { validity: (feature: number, first: Carrier, second: Carrier) => validity(feature, second, first) }),
    clearance: (first, second) => clearance(second, first),
  };
}

/** Two parts of two bodies. */
export interface PartPair {
  /** Before the names of its features. */
  readonly name: string;
  readonly geometry: PairGeometry;
}

/** All parts of one body against all of another, one list of features. */
export function severalParts(pairs: readonly PartPair[]): PairGeometry {
  const places = pairs.flatMap(({ geometry }) => geometry.features.map((_, feature) => ({ geometry, feature })));
  const least = (of: (geometry: PairGeometry) => number) => pairs.reduce((low, { geometry }) => Math.min(low, of(geometry)), Infinity);
  return {
    features: pairs.flatMap(({ name, geometry }) => geometry.features.map((feature) => `${name}${feature}`)),
    gap: (place, first, second) => places[place].geometry.gap(places[place].feature, first, second),
    evaluate: (place, first, second, out) => places[place].geometry.evaluate(places[place].feature, first, second, out),
    separation: (first, second) => least((geometry) => separationOf(geometry, first, second)),
    // Always a meaning: as far as it takes.
    validity: (place, first, second) => places[place].geometry.validity?.(places[place].feature, first, second),
    clearance: (first, second) => least((geometry) => geometry.clearance(first, second)),
  };
}

/** Parts whose gaps always have a meaning are as far apart as the nearest of them. Far from each other a bound will do. */
function separationOf({ features, gap, separation, clearance }: PairGeometry, first: Carrier, second: Carrier): number {
  if (separation !== undefined) return separation(first, second);
  let least = Number.POSITIVE_INFINITY;
  for (let feature = 0; feature < features.length; feature++) least = Math.min(least, gap(feature, first, second));
  return least < Number.POSITIVE_INFINITY ? least : clearance(first, second);
}
