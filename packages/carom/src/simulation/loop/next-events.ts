/** The first events of clusters: each by itself over its stretch, and between clusters from the present time on. */

import { closedKeys } from "../contact/closed-contact.js";
import type { Cluster, NoteFinding } from "./cluster.js";
import type { ClusterWatch, WatchSources } from "./cluster-watch.js";
import type { Clusters } from "./clusters.js";
import { contactWatches } from "./contact-watches.js";
import { type FoundEvent, firstEvents } from "./first-events.js";
import { createPairWatches } from "./pair-watches.js";

/** Events this close together, s, are one. */
export const TIME_TOLERANCE = 1e-9;
const SAMPLES = 5;
const MOST_SAMPLES = 1000;
const NONE: ReadonlySet<string> = new Set();

/** What happens, and the parts it concerns. */
export interface ClusterEvent {
  readonly time: number;
  readonly note: NoteFinding;
  readonly parts: readonly number[];
}

export interface NextEvents {
  /** What first happens within a cluster, over its stretch. */
  within(cluster: Cluster): Cluster["found"];
  /** What happens first between clusters, over a time within the stretches of all. */
  between(from: number, to: number): ClusterEvent[];
}

export interface EventSources extends WatchSources {
  readonly clusters: Clusters;
}

export function createNextEvents(sources: EventSources): NextEvents {
  const { system, motion, clusters } = sources;
  const pairWatches = createPairWatches(sources);

  function search(
    list: readonly ClusterWatch[],
    from: number,
    to: number,
    pairs: readonly number[],
  ): (FoundEvent & { readonly note: NoteFinding })[] {
    return firstEvents(list, from, to, samplesFor(pairs, from, to), TIME_TOLERANCE).map((event) => ({
      ...event,
      note: list[event.watch].note,
    }));
  }

  /** So many that no part of a step turns by more than about a radian. */
  function samplesFor(pairs: readonly number[], from: number, to: number): number {
    const { speeds, coordinates } = motion.present;
    let fastest = 0;
    for (const pair of pairs)
      fastest = Math.max(fastest, system.turningBound?.(pair, speeds) ?? system.approachBound(pair, speeds, coordinates) / system.size);
    return Math.max(SAMPLES, Math.min(MOST_SAMPLES, Math.ceil(2 * (to - from) * fastest)));
  }

  function within(cluster: Cluster): Cluster["found"] {
    const { from, to, parts } = cluster;
    const closed = closedKeys(cluster.closed);
    const own = clusters.pairsWithin(parts);
    const list: ClusterWatch[] = [];
    const alone = [cluster];
    pairWatches.lookAt(own, alone, from);
    for (const pair of own) pairWatches.add(pair, alone, from, to, closed, list);
    list.push(...contactWatches(sources, cluster));
    return search(list, from, to, own);
  }

  function between(from: number, to: number): ClusterEvent[] {
    let first: ClusterEvent[] = [];
    let end = to;
    pairWatches.lookAt(clusters.pairsBetween, clusters.all, from);
    for (const pair of clusters.pairsBetween) {
      const met = clusters.clustersAt(pair);
      const list: ClusterWatch[] = [];
      pairWatches.add(pair, met, from, end, NONE, list);
      if (list.length === 0) continue;
      const parts = met.flatMap((cluster) => cluster.parts);
      const found = search(list, from, end, [pair]).map((event) => ({ time: event.time, note: event.note, parts }));
      if (found.length === 0) continue;
      first = [...first, ...found];
      end = Math.min(end, found[0].time + TIME_TOLERANCE);
    }
    return first.filter((event) => event.time <= end);
  }

  return { within, between };
}
