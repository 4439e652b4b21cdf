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
import { evaluateClusters, flowOf } from "./clusters-at.js";
import type { Column } from "./columns.js";
import { type FrozenCluster, frozenCluster, type State } from "./frozen.js";
import type { RunEdge } from "./interface.js";
import type { SettleSources } from "./seen-touches.js";
import { changesOfTouches, ROOM, readTouches } from "./touches.js";

/** Gaps beyond this part of the size of the scene are no misses; those below the other may be of bodies that touch all along. */
const NEAR = 1e-2;
const TOUCHING = 1e-8;
/** Part of the size by which a gap is made smaller to see whether bodies would hit then. */
const SMALLER = 1e-4;

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

export interface MissSources extends SettleSources {
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
  if (!(gap <= NEAR * system.size)) return;
  if (!(gap > TOUCHING * system.size || opensFast(sources, shares, clusters.map(frozenCluster), state))) return;
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
  addChanges(sources, miss, ({ moved, masses }) => ({ ...still(sources), moved, masses }));
  misses.push(miss);
}

/**
 * Whether a gap opens again so fast that bodies a little nearer would approach faster than what counts as contact. Of bodies that rest,
 * roll or slide on each other it does not: a gap of theirs is smallest by rounding.
 */
export function opensFast(sources: SettleSources, shares: readonly GapShare[], clusters: readonly FrozenCluster[], state: State): boolean {
  const { base, evaluator, rooms, contactSpeed } = sources;
  const keys = shares.map(({ key }) => key);
  const here = rooms.numbers(keys.length, ROOM.first);
  readTouches(base, keys, state, here);
  const course = rooms.numbers(keys.length, ROOM.second);
  changesOfTouches(sources, keys, state).all(flowOf(base, evaluateClusters(evaluator, clusters, state)), course);
  const opening = shares.reduce((sum, { share }, i) => sum + share * course.velocities[3 * i + 2], 0);
  const leaving = shares.reduce((least, _, i) => Math.min(least, here.velocities[3 * i + 2]), Number.POSITIVE_INFINITY);
  const approach = Math.min(0, leaving);
  const would = approach * approach + 2 * opening * SMALLER * base.system.size;
  return leaving <= contactSpeed && would > contactSpeed * contactSpeed;
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
    const moved = { ...still(sources), moved: [], masses: undefined };
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
