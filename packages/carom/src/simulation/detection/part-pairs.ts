/**
 * Pairs made of pairs: the other way round, and of bodies that have several parts.
 */
import { featuresWithin, type PairGeometry } from "./pair-geometry.js";
import type { Carrier } from "./touch-geometry.js";

/** The same pair with first and second exchanged. */
export function turnedRound(geometry: PairGeometry): PairGeometry {
  const { count, nameOf, gap, evaluate, separation, validity, clearance, isFarther } = geometry;
  return {
    count,
    nameOf,
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
    ...(isFarther === undefined
      ? {}
      : { isFarther: (distance: number, first: Carrier, second: Carrier) => isFarther(distance, second, first) }),
    within: (margin, first, second, out, tilt) => featuresWithin(geometry, margin, second, first, out, tilt),
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
  const starts = new Int32Array(pairs.length + 1);
  pairs.forEach(({ geometry }, k) => {
    starts[k + 1] = starts[k] + geometry.count;
  });
  /** The last of them that begins at or before a feature. */
  const ownerOf = (feature: number): number => {
    let [low, high] = [0, pairs.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= feature) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const found: number[] = [];
  const clearances = new Float64Array(pairs.length);
  return {
    count: starts[pairs.length],
    nameOf: (place) => {
      const k = ownerOf(place);
      return `${pairs[k].name}${pairs[k].geometry.nameOf(place - starts[k])}`;
    },
    gap: (place, first, second) => {
      const k = ownerOf(place);
      return pairs[k].geometry.gap(place - starts[k], first, second);
    },
    evaluate: (place, first, second, out) => {
      const k = ownerOf(place);
      pairs[k].geometry.evaluate(place - starts[k], first, second, out);
    },
    separation: (first, second) => {
      let nearest = 0;
      pairs.forEach(({ geometry }, k) => {
        clearances[k] = geometry.clearance(first, second);
        if (clearances[k] < clearances[nearest]) nearest = k;
      });
      let least = Math.max(clearances[nearest], separationOf(pairs[nearest].geometry, first, second));
      // Parts that a bound alone keeps farther apart than others are need no closer look.
      pairs.forEach(({ geometry }, k) => {
        if (k === nearest || clearances[k] >= least) return;
        least = Math.min(least, Math.max(clearances[k], separationOf(geometry, first, second)));
      });
      return least;
    },
    // Always a meaning: as far as it takes.
    validity: (place, first, second) => {
      const k = ownerOf(place);
      return pairs[k].geometry.validity?.(place - starts[k], first, second);
    },
    clearance: (first, second) => pairs.reduce((least, { geometry }) => Math.min(least, geometry.clearance(first, second)), Infinity),
    isFarther: (distance, first, second) =>
      pairs.every(({ geometry }) => geometry.clearance(first, second) > distance || geometry.isFarther?.(distance, first, second) === true),
    within: (margin, first, second, out, tilt) => {
      pairs.forEach(({ geometry }, k) => {
        if (geometry.clearance(first, second) > margin) return;
        found.length = 0;
        featuresWithin(geometry, margin, first, second, found, tilt);
        for (const feature of found) out.push(starts[k] + feature);
      });
    },
  };
}

/** Parts whose gaps always have a meaning are as far apart as the nearest of them. Far from each other a bound will do. */
function separationOf({ count, gap, separation, clearance }: PairGeometry, first: Carrier, second: Carrier): number {
  if (separation !== undefined) return separation(first, second);
  let least = Number.POSITIVE_INFINITY;
  for (let feature = 0; feature < count; feature++) least = Math.min(least, gap(feature, first, second));
  return least < Number.POSITIVE_INFINITY ? least : clearance(first, second);
}
