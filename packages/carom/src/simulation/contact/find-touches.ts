/**
 * What touches at one instant.
 *
 * A feature touches where its gap is closed up to the tolerance, where an event has just found it so, or where it was closed before and has
 * not gone far. Two features of a pair at one place, with one normal, are one contact. Parts that touch belong together: whoever asks for
 * some gets also those that touch them, and so on.
 */

import { featureAt, featuresWithin, featureWithKey } from "../system/features.js";
import type { Feature, MechanicalSystem } from "../system/mechanical-system.js";
import { partsOfPair } from "../system/parts.js";
import type { ClosedContact } from "./closed-contact.js";
import type { Findings } from "./findings.js";
import type { Thresholds } from "./tolerances.js";
import { createTouch, NUMBERS_OF_SPEED, refreshTouch, type Touch } from "./touch.js";

/** Of the size, and of one: features this close together, with normals this close, are one. */
const SAME_PLACE = 1e-9;

export interface FeatureTable {
  /** The feature with a key; undefined where the system has none. */
  withKey(key: string): Feature | undefined;
  /** Place of a feature among those of its pair. */
  indexOf(feature: Feature): number;
  touchFor(feature: Feature): Touch;
  /** Forgets touches where they take much memory, but for those with some keys. Only where no others are in use. */
  tidy(used: ReadonlyMap<string, unknown>): void;
  /** Features of a pair whose gaps are at most `margin`, m, and those among some keys, in the order of the system. */
  near(pair: number, margin: number, coordinates: Float64Array, ...keys: readonly Iterable<string>[]): readonly Feature[];
}

/** Numbers that touches may hold in all before those that are not in use are forgotten: 64 MB. */
const MOST_NUMBERS = 8e6;

export function featureTableOf(system: MechanicalSystem): FeatureTable {
  const touches = new Map<string, Touch>();
  const places = new Map<string, ReturnType<typeof featureWithKey>>();
  const placeOf = (key: string) => {
    if (!places.has(key)) places.set(key, featureWithKey(system, key));
    return places.get(key);
  };
  return {
    withKey: (key) => placeOf(key)?.feature,
    indexOf: ({ key }) => placeOf(key)?.index ?? -1,
    touchFor: (feature) => {
      const known = touches.get(feature.key) ?? createTouch(system, feature);
      touches.set(feature.key, known);
      return known;
    },
    tidy: (used) => {
      if (touches.size * NUMBERS_OF_SPEED * system.speedCount < MOST_NUMBERS) return;
      for (const key of touches.keys()) if (!used.has(key)) touches.delete(key);
    },
    near: (pair, margin, coordinates, ...keys) => {
      const found: number[] = [];
      featuresWithin(system, pair, margin, coordinates, found);
      const within = found.length;
      for (const list of keys)
        for (const key of list) {
          const place = placeOf(key);
          if (place?.feature.pair === pair && !found.includes(place.index)) found.push(place.index);
        }
      if (found.length > within) found.sort((a, b) => a - b);
      return found.map((index) => {
        const feature = featureAt(system, pair, index);
        if (!places.has(feature.key)) places.set(feature.key, { feature, index });
        return feature;
      });
    },
  };
}

export interface FoundTouches {
  /** Fresh, in the order of pairs and features. */
  readonly touches: readonly Touch[];
  /** The parts asked for and all that touch them, ascending. */
  readonly parts: readonly number[];
  /** Keys of features that touch at the place of another, by the key of that one. */
  readonly twins: ReadonlyMap<string, readonly string[]>;
}

/** Where and with what touches are looked for. */
export interface TouchSearch {
  readonly system: MechanicalSystem;
  readonly features: FeatureTable;
  readonly thresholds: Thresholds;
  /** Contacts that were closed, by the keys of their features. */
  readonly before: ReadonlyMap<string, ClosedContact>;
  readonly findings: Findings;
  /** Pairs that a part belongs to, ascending. */
  readonly pairsOf: (part: number) => readonly number[];
  /** All parts that move together with one. */
  readonly withPart: (part: number) => readonly number[];
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
}

/** @param asked parts */
export function findTouches(search: TouchSearch, asked: readonly number[]): FoundTouches {
  const { system, pairsOf, withPart } = search;
  const parts = new Set(asked);
  const found = new Map<number, Touch[]>();
  const twins = new Map<string, string[]>();
  const done = new Set<number>();
  // Those that are added on the way are gone through, too.
  for (const part of parts) {
    for (const pair of pairsOf(part)) {
      const met = partsOfPair(system, pair);
      if (met.some((other) => done.has(other))) continue;
      const touches = findTouchesOfPair(search, pair, twins);
      if (touches.length === 0) continue;
      found.set(pair, touches);
      for (const other of met) for (const joined of withPart(other)) parts.add(joined);
    }
    done.add(part);
  }
  const touches = [...found.keys()].sort((a, b) => a - b).flatMap((pair) => found.get(pair) ?? []);
  return { touches, parts: [...parts].sort((a, b) => a - b), twins };
}

function findTouchesOfPair(search: TouchSearch, pair: number, twins: Map<string, string[]>): Touch[] {
  const { system, features, before, findings, coordinates, speeds } = search;
  const { gapTolerance, lenientGap } = search.thresholds;
  const found: Touch[] = [];
  if (system.clearance(pair, coordinates) > lenientGap || (system.separation(pair, coordinates) ?? 0) > lenientGap) return found;
  const margin = findings.expired.size > 0 ? Math.max(gapTolerance, lenientGap) : gapTolerance;
  for (const feature of features.near(pair, margin, coordinates, before.keys(), findings.hits)) {
    const gap = system.gap(feature, coordinates);
    const wasClosed = before.has(feature.key) && !findings.expired.has(feature.key);
    const near = gap <= gapTolerance || findings.hits.has(feature.key) || (findings.expired.size > 0 && gap <= lenientGap);
    if (!near && !wasClosed) continue;
    const touch = features.touchFor(feature);
    refreshTouch(system, touch, coordinates, speeds);
    // A contact that is closed goes on a little beyond where it would begin: its gap is the one evaluated.
    if (!near && touch.state.gap > lenientGap) continue;
    const twin = found.find((other) => isSamePlace(touch, other, system.size));
    if (twin === undefined) found.push(touch);
    else twins.set(twin.feature.key, [...(twins.get(twin.feature.key) ?? []), feature.key]);
  }
  return found;
}

function isSamePlace({ state }: Touch, other: Touch, size: number): boolean {
  let distance = 0;
  let turn = 0;
  for (let c = 0; c < 3; c++) {
    distance = Math.max(distance, Math.abs(state.point[c] - other.state.point[c]));
    turn = Math.max(turn, Math.abs(state.normal[c] - other.state.normal[c]));
  }
  return distance <= SAME_PLACE * size && turn <= SAME_PLACE;
}
