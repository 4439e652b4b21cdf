/**
 * What may end the motion with frozen modes, as functions to be watched along a stretch (first-events.ts).
 *
 *     gap closes                    g, of every feature of a pair near enough, or one separation for a pair whose features come and go
 *     load ends, load begins        F_n; what the foundation would put on a closed contact without load; or, where nothing holds that, its rate
 *     sticking slips                mu_s F_n - |F_t|
 *     slipping stops                v_t . d, or |v_t| below what counts as slip
 *     a beginning slip is over      |v_t| reaches contactSpeed
 *     a feature loses its meaning   validity
 *
 * The gaps of closed contacts are not watched: rounding would make them cross zero for ever.
 *
 * Source: own study, hybrid simulation section 5.
 */
import { SolverError } from "../../errors.js";
import { type Closed, STILL, type Thresholds, VERDICT_MARGIN } from "../contact/closed-contact.js";
import type { Features } from "../contact/find-touches.js";
import { HELD, mobility, ONSET, SLIP, STICK, UNLOADED } from "../contact/force-problem.js";
import { largestFreeRate } from "../contact/force-workspace.js";
import { slipSpeed } from "../contact/touch.js";
import type { Feature, MechanicalSystem } from "../system/mechanical-system.js";
import type { Cluster, Clusters, Tell } from "./cluster-motion.js";
import type { Watch } from "./first-events.js";

export interface Watched extends Watch {
  readonly tell: Tell;
}

export interface Watches {
  /** Looks at pairs between the parts of some clusters at a time from which on they are to be watched. All at once: a state is computed once for all pairs. */
  lookAt(pairs: readonly number[], clusters: readonly Cluster[], from: number): void;
  /** Adds what to watch of a pair between the parts of one or two clusters, over a time within the stretches of both; it was looked at at its beginning. */
  ofPair(pair: number, clusters: readonly Cluster[], from: number, to: number, closed: ReadonlySet<string>, list: Watched[]): void;
  /** Of the contacts of a cluster that are closed, over its stretch. */
  ofContacts(cluster: Cluster): Watched[];
}

/** Part of the largest normal force: below it no load. */
const NO_LOAD = 1e-10;
/** Part of the largest normal force by which a sticking contact may pass the edge of its cone. */
const CONE_SLACK = 1e-9;
/** What a contact that is held would be accelerated by, relative to what its friction can do, before that is looked at again; and relative to the largest free rate. */
const UNBALANCED = 1e-3;
const NEARLY_STILL = 1e-4;
/** Gap tolerances by which solids in contact may overlap before that is an event. */
const GUARD = 100;
/** The same beyond which something is wrong. */
const MOST_OVERLAP = 500;
/** Of the stretch, for rates by differences. */
const DIFFERENCE = 1e-6;

const nothingTold: Tell = () => {};

/** @param departing keys of features that touch and are going to leave; those that have left are taken out */
export function createWatches(
  system: MechanicalSystem,
  features: Features,
  clusters: Clusters,
  departing: Set<string>,
  { gapTolerance, restSlip, contactSpeed }: Thresholds,
): Watches {
  const { present } = clusters;

  /** Of each pair, when it was looked at last. */
  const clearances = new Float64Array(system.pairs.length);
  const bounds = new Float64Array(system.pairs.length);

  function lookAt(pairs: readonly number[], moving: readonly Cluster[], from: number): void {
    if (pairs.length === 0) return;
    for (const cluster of moving) clusters.show(cluster, from);
    for (const pair of pairs) {
      clearances[pair] = system.clearance(pair, present.coordinates);
      bounds[pair] = system.approachBound(pair, present.speeds);
    }
  }

  function ofPair(pair: number, moving: readonly Cluster[], from: number, to: number, closed: ReadonlySet<string>, list: Watched[]): void {
    const show = (time: number) => {
      for (let k = 0; k < moving.length; k++) clusters.show(moving[k], time);
    };
    show(to);
    // Twice what the ends say: between them a speed is hardly ever more.
    const fastest = 2 * Math.max(bounds[pair], system.approachBound(pair, present.speeds));
    const reach = fastest * (to - from) + gapTolerance;
    if (Math.min(clearances[pair], system.clearance(pair, present.coordinates)) > reach) return;
    const all = features.ofPairs[pair];
    const separation = (time: number) => {
      show(time);
      return system.separation(pair, present.coordinates);
    };
    const gap = (feature: Feature, time: number) => {
      show(time);
      return system.gap(feature, present.coordinates);
    };
    for (const { key } of all) {
      if (!departing.has(key)) continue;
      const feature = features.byKey.get(key);
      if (feature === undefined || !(gap(feature, from) <= gapTolerance)) departing.delete(key);
    }
    const apart = !all.some(({ key }) => closed.has(key) || departing.has(key));
    const first = apart ? separation(from) : undefined;
    if (first !== undefined) {
      if (first + (separation(to) ?? 0) <= reach)
        list.push({
          ...byDifferences((time) => separation(time) ?? Number.POSITIVE_INFINITY, from, to),
          fastest,
          kinked: true,
          tell: nothingTold,
        });
      return;
    }
    // Features of a pair in contact can meet and part again between two samples; nothing must go far into anything by that.
    const overlap = separation(from);
    if (overlap !== undefined) {
      if (overlap < -MOST_OVERLAP * gapTolerance)
        throw new SolverError(
          `${system.pairs[pair].between.join(" and ")} overlap by ${-overlap} m at t = ${from}, and no corner, edge or face of theirs was found to touch`,
          { time: from, overlap: -overlap },
        );
      const slack = GUARD * gapTolerance - Math.min(0, overlap);
      // A guard, not an event: what dips between two samples and comes back has done no harm.
      list.push({ value: (time) => slack + (separation(time) ?? Number.POSITIVE_INFINITY), tell: nothingTold });
    }
    // All at one time, then all at the other: whoever computes gaps prepares much for a pose.
    show(from);
    const before = all.map((feature) => system.gap(feature, present.coordinates));
    show(to);
    const after = all.map((feature) => system.gap(feature, present.coordinates));
    all.forEach((feature, i) => {
      const { key } = feature;
      if (closed.has(key)) return;
      const leaving = departing.has(key);
      if (!leaving && !mayClose(before[i], after[i], reach)) return;
      const touch = features.touchFor(feature);
      list.push({
        value: (time) => gap(feature, time),
        rate: (time) => {
          show(time);
          if (system.gapRate !== undefined) return system.gapRate(feature, present.coordinates, present.speeds);
          system.evaluate(feature, present.coordinates, present.speeds, touch.state);
          let sum = 0;
          for (const k of touch.speeds) sum += touch.state.jacobian[2 * system.speedCount + k] * present.speeds[k];
          return sum;
        },
        fastest,
        departing: leaving,
        tell: ({ hits }) => hits.add(key),
      });
    });
  }

  function ofContacts(cluster: Cluster): Watched[] {
    const list: Watched[] = [];
    const { from } = cluster;
    if (cluster.closed.length === 0) return list;
    clusters.solve(cluster, from);
    const push = largestNormalForce(cluster);
    cluster.closed.forEach((contact, i) => {
      watchContact(cluster, contact, i, push, list);
    });
    return list;
  }

  function watchContact(cluster: Cluster, contact: Closed, i: number, push: number, list: Watched[]): void {
    const { from, to } = cluster;
    const { touch, mode, direction } = contact;
    const { key } = touch.feature;
    const { friction, staticFriction } = cluster.seat.work.set;
    const solved = (time: number) => {
      clusters.solve(cluster, time);
      return cluster.seat.work.solution;
    };
    const slip = (time: number) => {
      solved(time);
      return slipSpeed(touch);
    };
    /** Along the direction that the contact keeps. */
    const advance = (time: number) => {
      solved(time);
      return touch.velocity[0] * direction[0] + touch.velocity[1] * direction[1];
    };
    const validity = (time: number) => {
      clusters.show(cluster, time);
      return system.validity?.(touch.feature, present.coordinates);
    };
    const stops: Tell = (verdict) => verdict.stops.add(key);
    if (validity(from) !== undefined)
      list.push({
        ...byDifferences((time) => validity(time) ?? Number.POSITIVE_INFINITY, from, to),
        tell: ({ expired }) => expired.add(key),
      });
    if (contact.loose) {
      const still = (1 + VERDICT_MARGIN) * STILL * largestFreeRate(cluster.seat.work.set);
      list.push({ value: (time) => still - solved(time).rates[3 * i + 2], tell: ({ lifts }) => lifts.add(key) });
      list.push({ value: (time) => still + solved(time).rates[3 * i + 2], tell: ({ loads }) => loads.add(key) });
      return;
    }
    if (mode === UNLOADED) {
      list.push({ value: (time) => NO_LOAD * push - solved(time).load[i], tell: ({ loads }) => loads.add(key) });
      return;
    }
    list.push({ value: (time) => solved(time).forces[3 * i + 2] + NO_LOAD * push, tell: ({ lifts }) => lifts.add(key) });
    if (mode === STICK && !contact.locked)
      list.push({
        value: (time) => {
          const { forces } = solved(time);
          const [f1, f2, fn] = [forces[3 * i], forces[3 * i + 1], forces[3 * i + 2]];
          return staticFriction[i] * fn - Math.sqrt(f1 * f1 + f2 * f2) + CONE_SLACK * push;
        },
        tell: ({ slips }) => slips.add(key),
      });
    if (mode === SLIP && friction[i] > 0) {
      list.push({ value: advance, tell: stops });
      // One that passes close by zero turns round ever faster: below what counts as slip it has stopped. One that goes straight through zero is found above, exactly.
      if (slip(from) > restSlip && advance(to) > 0)
        list.push({ value: (time) => slip(time) - restSlip * (1 - VERDICT_MARGIN), tell: stops });
    }
    if (mode === ONSET) {
      list.push({ value: (time) => contactSpeed * (1 + VERDICT_MARGIN) - slip(time), tell: nothingTold });
      // One that slows down in a direction it keeps can stop; one that was not yet moving can be carried the other way.
      if (advance(from) > restSlip) list.push({ value: advance, tell: stops });
      else list.push({ value: (time) => advance(time) + restSlip * (1 + VERDICT_MARGIN), tell: nothingTold });
    }
    // What others hold pushes with friction in a direction that is no longer right when the load has turned, or holds no longer.
    if (mode === HELD) {
      const { set, solution } = cluster.seat.work;
      const able =
        0.5 * staticFriction[i] * solution.forces[3 * i + 2] * (mobility(set, 3 * i, 3 * i) + mobility(set, 3 * i + 1, 3 * i + 1));
      const most = Math.max(UNBALANCED * able, NEARLY_STILL * largestFreeRate(set));
      const rate = (time: number) => {
        const { rates } = solved(time);
        return Math.sqrt(rates[3 * i] * rates[3 * i] + rates[3 * i + 1] * rates[3 * i + 1]);
      };
      list.push({ value: (time) => most - rate(time), tell: nothingTold });
    }
  }

  return { lookAt, ofPair, ofContacts };
}

/** Whether a gap can reach zero between two values of it. One that has no meaning at one end, and hence no value, can be closed from where it gets one, or until it loses it. */
function mayClose(before: number, after: number, reach: number): boolean {
  if (before < Number.POSITIVE_INFINITY && after < Number.POSITIVE_INFINITY) return before + after <= reach;
  return Math.min(before, after) <= reach;
}

function largestNormalForce({ seat: { work } }: Cluster): number {
  let largest = 0;
  for (let i = 0; i < work.set.count; i++) largest = Math.max(largest, Math.abs(work.solution.forces[3 * i + 2]));
  return largest > 0 ? largest : 1;
}

function byDifferences(value: (time: number) => number, from: number, to: number): Required<Pick<Watch, "value" | "rate">> {
  const difference = DIFFERENCE * (to - from);
  return { value, rate: (time) => value(Math.min(to, time + difference)) - value(Math.max(from, time - difference)) };
}
