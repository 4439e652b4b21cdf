/**
 * Gaps that may close, as functions to be watched along a stretch: of every feature of a pair near enough, or one separation for a pair
 * whose features come and go.
 *
 * The gaps of closed contacts are not watched: rounding would make them cross zero for ever.
 *
 * Source: own study, hybrid simulation section 5.
 */
import { SolverError } from "../../errors.js";
import type { Feature, MechanicalSystem, PlaneApart } from "../system/mechanical-system.js";
import type { Cluster } from "./cluster.js";
import { byDifferences, type ClusterWatch, noFinding, type WatchSources } from "./cluster-watch.js";
import type { Watch } from "./first-events.js";

export interface PairWatches {
  /**
   * Looks at pairs between the parts of some clusters at a time from which on they are to be watched. All at once: a state is computed once
   * for all pairs.
   */
  lookAt(pairs: readonly number[], clusters: readonly Cluster[], from: number): void;
  /**
   * Adds what to watch of a pair between the parts of one or two clusters, over a time within the stretches of both; it was looked at at
   * its beginning.
   */
  add(pair: number, clusters: readonly Cluster[], from: number, to: number, closed: ReadonlySet<string>, list: ClusterWatch[]): void;
}

/** Gap tolerances by which solids in contact may overlap before that is an event. */
const GUARD = 100;
/** The same beyond which something is wrong. */
const MOST_OVERLAP = 500;

/** A pair over a stretch: how its clusters are shown, and how much its gaps can change. */
interface PairStretch {
  readonly pair: number;
  readonly from: number;
  readonly to: number;
  /** No gap changes faster, m/s. */
  readonly fastest: number;
  /** No gap changes by more, m. */
  readonly reach: number;
  readonly clusters: readonly Cluster[];
  show(time: number): void;
  gap(feature: Feature, time: number): number;
  separation(time: number): number | undefined;
}

export function createPairWatches(sources: WatchSources): PairWatches {
  const { system, motion, features, departing } = sources;
  const { gapTolerance } = sources.thresholds;
  const { present } = motion;

  /** Of each pair, when it was looked at last. */
  const clearances = new Float64Array(system.pairs.length);
  const bounds = new Float64Array(system.pairs.length);

  /** No gap of a pair changes faster in the state that is shown, m/s. */
  function closingBound(pair: number): number {
    const { speeds, coordinates } = present;
    return system.closingBound?.(pair, speeds, coordinates) ?? system.approachBound(pair, speeds, coordinates);
  }

  function lookAt(pairs: readonly number[], clusters: readonly Cluster[], from: number): void {
    if (pairs.length === 0) return;
    for (const cluster of clusters) motion.show(cluster, from);
    for (const pair of pairs) {
      clearances[pair] = system.clearance(pair, present.coordinates);
      bounds[pair] = closingBound(pair);
    }
  }

  function add(
    pair: number,
    clusters: readonly Cluster[],
    from: number,
    to: number,
    closed: ReadonlySet<string>,
    list: ClusterWatch[],
  ): void {
    const show = (time: number) => {
      for (let k = 0; k < clusters.length; k++) motion.show(clusters[k], time);
    };
    show(to);
    // Twice what the ends say: between them a speed is hardly ever more.
    const fastest = 2 * Math.max(bounds[pair], closingBound(pair));
    const reach = fastest * (to - from) + gapTolerance;
    if (Math.min(clearances[pair], system.clearance(pair, present.coordinates)) > reach) return;
    if (system.isFarther?.(pair, reach, present.coordinates) === true) return;
    const separation = (time: number) => {
      show(time);
      return system.separation(pair, present.coordinates);
    };
    const gap = (feature: Feature, time: number) => {
      show(time);
      return system.gap(feature, present.coordinates);
    };
    const stretch = { pair, from, to, fastest, reach, clusters, show, gap, separation };
    const isOfPair = (key: string) => features.withKey(key)?.pair === pair;
    for (const key of departing) {
      const feature = features.withKey(key);
      if (feature?.pair === pair && !(gap(feature, from) <= gapTolerance)) departing.delete(key);
    }
    const isClosed = [...closed].some(isOfPair);
    const isApart = !isClosed && ![...departing].some(isOfPair);
    if (isApart && watchSeparation(sources, stretch, list)) return;
    if (!isClosed) watchReturn(stretch, gapTolerance, list);
    guardOverlap(sources, stretch, list);
    watchGaps(sources, stretch, closed, list);
  }

  return { lookAt, add };
}

/** Of a pair none of whose features touches. False where it has no separation to watch. */
function watchSeparation(sources: WatchSources, stretch: PairStretch, list: ClusterWatch[]): boolean {
  const { separation, from, to, reach, fastest } = stretch;
  const first = separation(from);
  if (first === undefined) return false;
  const value = (time: number) => separation(time) ?? Number.POSITIVE_INFINITY;
  if (first + (separation(to) ?? 0) <= reach)
    list.push({
      fastest,
      ...byDifferences(value, from, to),
      kinked: true,
      // Whoever wants to be told of gaps that are missed wants every dip.
      ...(sources.missed === undefined ? keptApartBetween(sources, stretch, value) : {}),
      note: noFinding,
      ...(sources.missed === undefined ? {} : { missed: (time: number) => tellNearest(sources, stretch, time) }),
    });
  return true;
}

/** A bend may be so many times what the speeds at the ends and in the middle of a stretch say. */
const BENDS = 4;

/**
 * Two solids stay apart between two times if the same plane keeps them apart at both: the height of a corner over it bends by no more than
 * c, so between them it is above the lower of both by no less than -c t^2 / 8, and so is the least height of all corners. A separation by
 * several planes in turn has kinks, of which nothing better is known than how fast it can fall.
 */
function keptApartBetween(
  { system, motion: { present } }: WatchSources,
  { pair, from, to, show }: PairStretch,
  separation: Watch["value"],
): Pick<Watch, "staysPositive"> & Partial<Pick<Watch, "value">> {
  const { keptApart } = system;
  if (keptApart === undefined) return {};
  const bend = bendWithin(system, present, { pair, from, to, show });
  if (bend === undefined) return {};
  const planes = new Map<number, PlaneApart>();
  const value = (time: number) => {
    const apart = separation(time);
    const plane = { plane: 0, apart: 0 };
    if (keptApart(pair, present.coordinates, plane)) planes.set(time, plane);
    return apart;
  };
  const staysPositive = (start: number, end: number) => {
    const [before, after] = [planes.get(start), planes.get(end)];
    if (before === undefined || after === undefined || before.plane !== after.plane) return false;
    return Math.min(before.apart, after.apart) > (bend * (end - start) * (end - start)) / 8;
  };
  return { value, staysPositive };
}

/** No height of a point of one of a pair over a plane in the other bends faster over a stretch, m/s^2; undefined where nothing is known. */
function bendWithin(
  { bendBound }: MechanicalSystem,
  { coordinates, speeds }: WatchSources["motion"]["present"],
  { pair, from, to, show }: Pick<PairStretch, "pair" | "from" | "to" | "show">,
): number | undefined {
  if (bendBound === undefined) return undefined;
  let most = 0;
  let earlier: Float64Array | undefined;
  for (const time of [from, 0.5 * (from + to), to]) {
    show(time);
    const rates = new Float64Array(speeds.length);
    if (earlier !== undefined) for (let k = 0; k < rates.length; k++) rates[k] = (speeds[k] - earlier[k]) / (0.5 * (to - from));
    const bend = bendBound(pair, coordinates, speeds, rates);
    if (bend === undefined) return undefined;
    most = Math.max(most, bend);
    earlier = speeds.slice();
  }
  return BENDS * most;
}

/** Part of the smallest gap by which gaps may differ from it that are smallest there too. */
const ALIKE = 0.05;

/**
 * Tells what holds the separation of a pair where it is smallest: the nearest feature; of solids with flat faces, whose separation is the
 * largest of some gaps, one that falls and one that rises there, weighted so that together they do neither.
 */
function tellNearest(sources: WatchSources, { pair, clusters, separation }: PairStretch, time: number): void {
  const { system, motion, features, missed } = sources;
  const { coordinates } = motion.present;
  const smallest = separation(time) ?? 0;
  const near = features
    .near(pair, (1 + ALIKE) * smallest, coordinates)
    .map((feature) => ({ key: feature.key, off: Math.abs(system.gap(feature, coordinates) - smallest), rate: gapRate(sources, feature) }))
    .filter(({ off }) => off <= ALIKE * smallest)
    .sort((a, b) => a.off - b.off);
  if (near.length === 0) return;
  const [first] = near;
  const other = near.find(({ rate }) => rate * first.rate < 0);
  const share = other === undefined ? 1 : other.rate / (other.rate - first.rate);
  missed?.([{ key: first.key, share }, ...(other === undefined ? [] : [{ key: other.key, share: 1 - share }])], clusters, time);
}

/** How fast the gap of a feature grows in the state that is shown, m/s. */
function gapRate({ system, motion, features }: WatchSources, feature: Feature): number {
  const { coordinates, speeds } = motion.present;
  if (system.gapRate !== undefined) return system.gapRate(feature, coordinates, speeds);
  const touch = features.touchFor(feature);
  system.evaluate(feature, coordinates, speeds, touch.state);
  let sum = 0;
  for (const k of touch.speeds) sum += touch.state.jacobian[2 * system.speedCount + k] * speeds[k];
  return sum;
}

/** Parts of a stretch after which what leaves has left, if it does so in good time. */
const LEFT = [1 / 256, 1 / 16] as const;

/**
 * Of a pair that has just touched and is leaving: where it comes back it may touch at features that have no meaning before and none after,
 * such as another triangle of the ground. From where it is clearly apart, its separation is watched as that of others.
 */
function watchReturn({ separation, from, to, fastest }: PairStretch, gapTolerance: number, list: ClusterWatch[]): void {
  const times = LEFT.map((part) => from + part * (to - from));
  const left = times.find((time) => (separation(time) ?? 0) > 2 * gapTolerance);
  if (left === undefined) return;
  const value = (time: number) => (time < left ? Number.POSITIVE_INFINITY : (separation(time) ?? Number.POSITIVE_INFINITY));
  list.push({ value, fastest, kinked: true, note: noFinding });
}

/** Features of a pair in contact can meet and part again between two samples; nothing must go far into anything by that. */
function guardOverlap(sources: WatchSources, { pair, from, show, separation }: PairStretch, list: ClusterWatch[]): void {
  const { system, motion } = sources;
  const { present } = motion;
  const { gapTolerance } = sources.thresholds;
  const overlap = separation(from);
  if (overlap === undefined) return;
  if (overlap < -MOST_OVERLAP * gapTolerance)
    throw new SolverError(
      `${system.pairs[pair].between.join(" and ")} overlap by ${-overlap} m at t = ${from}, and no corner, ` +
        "edge or face of theirs was found to touch",
      { time: from, overlap: -overlap },
    );
  const slack = GUARD * gapTolerance - Math.min(0, overlap);
  const value = (time: number) => {
    show(time);
    // Faces alone say so of solids that hardly overlap, and edges need not be looked at.
    if (system.isFarther?.(pair, -slack, present.coordinates) === true) return slack;
    return slack + (separation(time) ?? Number.POSITIVE_INFINITY);
  };
  // A guard, not an event: what dips between two samples and comes back has done no harm.
  list.push({ value, note: noFinding });
}

function watchGaps(
  sources: WatchSources,
  { pair, from, to, fastest, reach, clusters, show, gap }: PairStretch,
  closed: ReadonlySet<string>,
  list: ClusterWatch[],
): void {
  const { system, motion, features, departing, missed } = sources;
  const { present } = motion;
  // All at one time, then all at the other: whoever computes gaps prepares much for a pose.
  show(from);
  const soon = features.near(pair, reach, present.coordinates, departing).map(({ key }) => key);
  show(to);
  const all = features.near(pair, reach, present.coordinates, departing, soon);
  const after = all.map((feature) => system.gap(feature, present.coordinates));
  show(from);
  const before = all.map((feature) => system.gap(feature, present.coordinates));
  all.forEach((feature, i) => {
    const { key } = feature;
    if (closed.has(key)) return;
    const leaving = departing.has(key);
    if (!leaving && !mayClose(before[i], after[i], reach)) return;
    list.push({
      value: (time) => gap(feature, time),
      rate: (time) => {
        show(time);
        return gapRate(sources, feature);
      },
      fastest,
      departing: leaving,
      note: ({ hits }) => hits.add(key),
      ...(missed === undefined
        ? {}
        : {
            missed: (time: number) => {
              show(time);
              missed([{ key, share: 1 }], clusters, time);
            },
          }),
    });
  });
}

/**
 * Whether a gap can reach zero between two values of it. One that has no meaning at one end, and hence no value, can be closed from where
 * it gets one, or until it loses it.
 */
function mayClose(before: number, after: number, reach: number): boolean {
  if (before < Number.POSITIVE_INFINITY && after < Number.POSITIVE_INFINITY) return before + after <= reach;
  return Math.min(before, after) <= reach;
}
