/** The first events of clusters: each by itself over its stretch, and between clusters from the present time on. */

import { closedKeys } from "../contact/closed-contact.js";
import type { Cluster, NoteFinding } from "./cluster.js";
import type { ClusterWatch, WatchSources } from "./cluster-watch.js";
import type { Clusters } from "./clusters.js";
import { contactWatches } from "./contact-watches.js";
import { type FoundEvent, firstEvents } from "./first-events.js";
import { createNearPairs } from "./near-pairs.js";
import { createPairWatches } from "./pair-watches.js";

/** Events this close together, s, are one. */
export const TIME_TOLERANCE = 1e-9;
const SAMPLES = 5;
const MOST_SAMPLES = 1000;
const NONE: ReadonlySet<string> = new Set();
/**
 * Pairs between clusters are searched this many times further than was asked for, as far as the stretches of both reach: what happens
 * elsewhere meanwhile does not concern them.
 */
const LOOK_AHEAD = 8;
/** The first window in which events between clusters are sought, in pauses between the last two; and each after it in the one before. */
const FIRST_WINDOW = 4;
const WINDOW_FACTOR = 8;

/** What happens, and the parts it concerns. */
export interface ClusterEvent {
  readonly time: number;
  readonly note: NoteFinding;
  readonly parts: readonly number[];
}

export interface NextEvents {
  /** Begins anew, so that a run that is resumed here finds the same. */
  restart(): void;
  /** What first happens within a cluster, over its stretch. */
  within(cluster: Cluster): Cluster["found"];
  /** What happens first between clusters, over a time within the stretches of all. */
  between(from: number, to: number): ClusterEvent[];
}

type PairEvent = FoundEvent & { readonly note: NoteFinding };

/** What is known of a pair between two clusters. */
interface PairSearch {
  readonly clusters: readonly Cluster[];
  /** Which of their motions these were. */
  readonly motions: readonly number[];
  /** Nothing but `found` happens until then, s. */
  until: number;
  found: readonly PairEvent[];
}

/** Whether the clusters of a pair have not been stopped or changed since. */
const goesOn = ({ clusters, motions }: PairSearch, met: readonly Cluster[]) =>
  met.length === clusters.length && met.every((cluster, k) => cluster === clusters[k] && cluster.motion === motions[k]);

export interface EventSources extends WatchSources {
  readonly clusters: Clusters;
}

export function createNextEvents(sources: EventSources): NextEvents {
  const { system, motion, clusters } = sources;
  const pairWatches = createPairWatches(sources);
  const nearPairs = createNearPairs(sources);

  function search(list: readonly ClusterWatch[], from: number, to: number, pairs: readonly number[]): PairEvent[] {
    return firstEvents(list, from, to, samplesFor(pairs, from, to), TIME_TOLERANCE).map((event) => ({
      note: list[event.watch].note,
      ...event,
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

  /** What was found of each pair, while its clusters go on as they did then. */
  const searched: (PairSearch | undefined)[] = [];

  /** The first events of a pair up to `end`, from where it was not searched yet. */
  function eventsOf(pair: number, from: number, to: number, end: number): readonly PairEvent[] {
    const met = clusters.clustersAt(pair);
    let known = searched[pair];
    if (known === undefined || !goesOn(known, met)) {
      known = { clusters: met, motions: met.map(({ motion: count }) => count), until: from, found: [] };
      searched[pair] = known;
    }
    if (known.found.length === 0 && known.until < end) {
      const start = Math.max(from, known.until);
      const horizon = Math.max(end, Math.min(from + LOOK_AHEAD * (to - from), ...met.map((cluster) => cluster.to)));
      const list: ClusterWatch[] = [];
      pairWatches.lookAt([pair], met, start);
      pairWatches.add(pair, met, start, horizon, NONE, list);
      known.until = horizon;
      if (list.length > 0) known.found = search(list, start, horizon, [pair]);
    }
    return known.found;
  }

  /** When it was asked for last, and the last time that passed between two questions, s. */
  const asked = { time: Number.NaN, pause: Number.NaN };

  function restart(): void {
    asked.time = asked.pause = Number.NaN;
  }

  /** Where events follow each other closely, the next is sought close by first. */
  function between(from: number, to: number): ClusterEvent[] {
    if (from > asked.time) asked.pause = from - asked.time;
    asked.time = from;
    for (let ahead = FIRST_WINDOW * asked.pause; WINDOW_FACTOR * ahead < to - from; ahead *= WINDOW_FACTOR) {
      const found = betweenUntil(from, from + ahead);
      if (found.length > 0) return found;
    }
    return betweenUntil(from, to);
  }

  function betweenUntil(from: number, to: number): ClusterEvent[] {
    let first: ClusterEvent[] = [];
    let end = to;
    for (const pair of nearPairs.find(from, from + LOOK_AHEAD * (to - from))) {
      if (!clusters.isBetween(pair)) continue;
      const met = clusters.clustersAt(pair);
      if (met.every(({ asleep }) => asleep) || met.some(({ follow }) => follow !== undefined)) continue;
      const found = eventsOf(pair, from, to, end).filter(({ time }) => time <= end);
      if (found.length === 0) continue;
      const parts = met.flatMap((cluster) => cluster.parts);
      first = [...first, ...found.map(({ time, note }) => ({ time, note, parts }))];
      end = Math.min(end, found[0].time + TIME_TOLERANCE);
    }
    return first.filter((event) => event.time <= end);
  }

  return { restart, within, between };
}
