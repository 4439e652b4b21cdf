/** The first events of clusters: each by itself over its stretch, and between clusters from the present time on. */

import { closedKeys } from "../contact/closed-contact.js";
import type { MechanicalSystem } from "../system/mechanical-system.js";
import type { Cluster, Clusters, Tell } from "./cluster-motion.js";
import type { Groups } from "./clusters.js";
import { type FoundEvent, firstEvents } from "./first-events.js";
import type { Watched, Watches } from "./watches.js";

/** Events this close together, s, are one. */
export const TIME_TOLERANCE = 1e-9;
const SAMPLES = 5;
const MOST_SAMPLES = 1000;
const NONE: ReadonlySet<string> = new Set();

/** What happens, and the parts it concerns. */
export interface Happening {
  readonly time: number;
  readonly tell: Tell;
  readonly parts: readonly number[];
}

export interface EventFinder {
  /** What first happens within a cluster, over its stretch. */
  within(cluster: Cluster): Cluster["found"];
  /** What happens first between clusters, over a time within the stretches of all. */
  across(from: number, to: number): Happening[];
}

export function createEventFinder(system: MechanicalSystem, clusters: Clusters, groups: Groups, watches: Watches): EventFinder {
  function search(list: readonly Watched[], from: number, to: number, pairs: readonly number[]): (FoundEvent & { readonly tell: Tell })[] {
    return firstEvents(list, from, to, samplesFor(pairs, from, to), TIME_TOLERANCE).map((event) => ({
      ...event,
      tell: list[event.watch].tell,
    }));
  }

  /** So many that no part of a step turns by more than about a radian. */
  function samplesFor(pairs: readonly number[], from: number, to: number): number {
    const { speeds } = clusters.present;
    let fastest = 0;
    for (const pair of pairs)
      fastest = Math.max(fastest, system.turningBound?.(pair, speeds) ?? system.approachBound(pair, speeds) / system.size);
    return Math.max(SAMPLES, Math.min(MOST_SAMPLES, Math.ceil(2 * (to - from) * fastest)));
  }

  function within(cluster: Cluster): Cluster["found"] {
    const { from, to, parts } = cluster;
    const shut = closedKeys(cluster.closed);
    const own = groups.pairsWithin(parts);
    const list: Watched[] = [];
    const alone = [cluster];
    watches.lookAt(own, alone, from);
    for (const pair of own) watches.ofPair(pair, alone, from, to, shut, list);
    list.push(...watches.ofContacts(cluster));
    return search(list, from, to, own);
  }

  function across(from: number, to: number): Happening[] {
    let first: Happening[] = [];
    let end = to;
    watches.lookAt(groups.acrossPairs, groups.moving, from);
    for (const pair of groups.acrossPairs) {
      const met = groups.clustersAt(pair);
      const list: Watched[] = [];
      watches.ofPair(pair, met, from, end, NONE, list);
      if (list.length === 0) continue;
      const parts = met.flatMap((cluster) => cluster.parts);
      const found = search(list, from, end, [pair]).map((event) => ({ time: event.time, tell: event.tell, parts }));
      if (found.length === 0) continue;
      first = [...first, ...found];
      end = Math.min(end, found[0].time + TIME_TOLERANCE);
    }
    return first.filter((event) => event.time <= end);
  }

  return { within, across };
}
