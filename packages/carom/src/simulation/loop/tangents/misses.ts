/**
 * Bodies that all but touch as they pass: beyond a small change of a parameter they hit.
 *
 * Where a gap g is smallest it changes by g_x X + g_p at a fixed time, and so does its smallest value: g over that is how far the hit is.
 * Where one gap gives way to another they are taken together, so that their rates cancel.
 * The columns of the clusters on both sides travel apart, and each adds its own part as it passes that time.
 *
 * Source: own study, derivatives of runs, section 5.
 */
import type { Cluster } from "../cluster.js";
import type { GapShare } from "../cluster-watch.js";
import type { Column } from "./columns.js";
import type { FrozenCluster, State } from "./frozen.js";
import type { RunEdge } from "./interface.js";
import { changesOfTouches, type TouchSources } from "./touches.js";

/** Gaps beyond this part of the size of the scene are no misses, and those below the other touch. */
const NEAR = 1e-2;
const TOUCHING = 1e-8;

/** A gap that has been small. */
export interface Miss {
  readonly shares: readonly GapShare[];
  /** Where it is smallest. */
  readonly state: State;
  /** m. */
  readonly gap: number;
  /** Clusters whose motion to there has not ended. */
  readonly moving: Set<Cluster>;
  /** How many have not added their part. */
  left: number;
  /** Of the gap, by each column. */
  readonly changes: Float64Array;
}

export interface MissSources extends TouchSources {
  readonly columns: readonly Column[];
  /** Those that some cluster has not come to. */
  readonly misses: Miss[];
  readonly edges: RunEdge[];
  /** Times of the events that were told, s. */
  readonly clock: readonly number[];
}

/** A gap that is smallest at a state which clusters are about to pass. */
export function expectMiss(sources: MissSources, shares: readonly GapShare[], clusters: readonly Cluster[], state: State): void {
  const { base, columns, misses } = sources;
  const { system, features } = base;
  let gap = 0;
  for (const { key, share } of shares) {
    const feature = features.withKey(key);
    if (feature === undefined) return;
    gap += share * system.gap(feature, state.coordinates);
  }
  if (!(gap > TOUCHING * system.size && gap <= NEAR * system.size)) return;
  const { time, coordinates, speeds } = state;
  const miss: Miss = {
    shares,
    state: { time, coordinates: coordinates.slice(), speeds: speeds.slice() },
    gap,
    moving: new Set(clusters),
    left: clusters.length,
    changes: new Float64Array(columns.length),
  };
  // What the parameters do by themselves, as sizes of shapes.
  addChanges(sources, miss, ({ moved }) => ({ ...still(sources), moved }));
  misses.push(miss);
}

/** Those that a cluster has passed whose motion ends at a time; what it would have come to later it does not. */
export function missesOf({ misses }: MissSources, cluster: Cluster, time: number): Miss[] {
  const own = misses.filter(({ moving }) => moving.has(cluster));
  for (const miss of own) {
    miss.moving.delete(cluster);
    if (miss.state.time > time || miss.moving.size === 0) misses.splice(misses.indexOf(miss), 1);
  }
  return own.filter(({ state }) => state.time <= time);
}

/** A cluster whose columns are at the time of the miss adds its part. */
export function passMiss(sources: MissSources, miss: Miss, cluster: FrozenCluster): void {
  addChanges(sources, miss, (column) => {
    const moved = { ...still(sources), moved: [] };
    for (const k of cluster.coordinates) moved.coordinates[k] = column.coordinates[k];
    return moved;
  });
  miss.left -= 1;
  if (miss.left > 0) return;
  const { time } = miss.state;
  const distances = miss.changes.map((change) => (change === 0 ? Number.POSITIVE_INFINITY : miss.gap / Math.abs(change)));
  sources.edges.push({ event: sources.clock.filter((told) => told < time).length, time, kind: "grazing", distances });
}

function still({ base: { system } }: MissSources) {
  return { coordinates: new Float64Array(system.coordinateCount), speeds: new Float64Array(system.speedCount), time: 0 };
}

function addChanges(
  sources: MissSources,
  { shares, state, changes }: Miss,
  directionOf: (column: Column) => Parameters<ReturnType<typeof changesOfTouches>["gaps"]>[0],
): void {
  const along = changesOfTouches(
    sources,
    shares.map(({ key }) => key),
    state,
  );
  const change = new Float64Array(shares.length);
  sources.columns.forEach((column, j) => {
    along.gaps(directionOf(column), change);
    shares.forEach(({ share }, i) => {
      changes[j] += share * change[i];
    });
  });
}
