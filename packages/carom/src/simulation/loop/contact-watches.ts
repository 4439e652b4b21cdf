/**
 * What may end the frozen modes of closed contacts, as functions to be watched along a stretch.
 *
 *     load ends, load begins        F_n; what the foundation would put on a closed contact without load; or, where nothing holds that, its
 *                                   rate
 *     sticking slips                mu_s F_n - |F_t|
 *     slipping stops                v_t . d, or |v_t| below what counts as slip
 *     a beginning slip is over      |v_t| reaches contactSpeed
 *     a feature loses its meaning   validity
 *
 * Source: own study, hybrid simulation section 5.
 */
import { type ClosedContact, STILL } from "../contact/closed-contact.js";
import { EDGE_MARGIN } from "../contact/findings.js";
import { HELD, mobility, ONSET, SLIP, STICK, UNLOADED } from "../contact/force-problem.js";
import { largestFreeRate } from "../contact/force-workspace.js";
import { type Cluster, contactsOf } from "./cluster.js";
import { byDifferences, type ClusterWatch, noFinding, type WatchSources } from "./cluster-watch.js";

/** Part of the largest normal force: below it no load. */
const NO_LOAD = 1e-10;
/** Part of the largest normal force by which a sticking contact may pass the edge of its cone. */
const CONE_SLACK = 1e-9;
/**
 * What a contact that is held would be accelerated by, relative to what its friction can do, before that is looked at again; and relative
 * to the largest free rate.
 */
const UNBALANCED = 1e-3;
const NEARLY_STILL = 1e-4;
/**
 * How closely the end of a mode is found, s: far below where two events are one. Closer than that forces are rounding, and each look at
 * them costs a solve.
 */
const RESOLUTION = 1e-12;

/** Of the contacts of a cluster that are closed, over its stretch. */
export function contactWatches(sources: WatchSources, cluster: Cluster): ClusterWatch[] {
  const list: ClusterWatch[] = [];
  if (cluster.closed.length === 0) return list;
  const solved = rememberSolved(sources, cluster);
  solved(cluster.from);
  const push = largestNormalForce(cluster);
  cluster.closed.forEach((contact, i) => {
    watchMeaning(sources, cluster, contact, list);
    watchContact(sources, { cluster, contact, i, push, solved }, list);
  });
  return list;
}

/** Forces, rates and contact velocities at a time, three numbers for each contact, and the load that the foundation would put on each. */
interface Solved {
  readonly forces: Float64Array;
  readonly rates: Float64Array;
  readonly velocities: Float64Array;
  readonly load: Float64Array;
}

/** What was solved for once is not solved for again: all watches of all contacts look at the same times. */
function rememberSolved({ motion }: WatchSources, cluster: Cluster): (time: number) => Solved {
  const known = new Map<number, Solved>();
  const count = cluster.closed.length;
  return (time) => {
    const found = known.get(time);
    if (found !== undefined) return found;
    motion.solve(cluster, time);
    const { forces, rates, load } = contactsOf(cluster.workspace).solution;
    const velocities = new Float64Array(3 * count);
    cluster.closed.forEach(({ touch }, i) => {
      velocities.set(touch.velocity, 3 * i);
    });
    const solved = { forces: forces.slice(0, 3 * count), rates: rates.slice(0, 3 * count), velocities, load: load.slice(0, count) };
    known.set(time, solved);
    return solved;
  };
}

/** One closed contact along the stretch of its cluster. */
interface WatchedContact {
  readonly cluster: Cluster;
  readonly contact: ClosedContact;
  /** Its place among the contacts of the cluster. */
  readonly i: number;
  /** The largest normal force at the beginning, N. */
  readonly push: number;
  readonly solved: (time: number) => Solved;
}

function watchMeaning({ system, motion }: WatchSources, cluster: Cluster, { touch }: ClosedContact, list: ClusterWatch[]): void {
  const { from, to } = cluster;
  const validity = (time: number) => {
    motion.show(cluster, time);
    return system.validity?.(touch.feature, motion.present.coordinates);
  };
  const gapAt = (time: number) => {
    motion.show(cluster, time);
    return system.gap(touch.feature, motion.present.coordinates);
  };
  const first = validity(from);
  if (first === undefined) return;
  const watch = byDifferences((time) => validity(time) ?? Number.POSITIVE_INFINITY, from, to);
  list.push({
    // One that may begin where it would end goes on if it moves away from there: a rim that all but lies flat, and rises.
    departing: first <= 0 && gapAt(from) < Number.POSITIVE_INFINITY && watch.rate(from) > 0,
    note: ({ expired }) => expired.add(touch.feature.key),
    ...watch,
  });
}

function watchContact(sources: WatchSources, watched: WatchedContact, list: ClusterWatch[]): void {
  const { cluster, contact, i, push, solved } = watched;
  const { mode, touch } = contact;
  const { key } = touch.feature;
  const { problem } = contactsOf(cluster.workspace);
  const resolution = RESOLUTION;
  if (contact.loose) {
    const still = (1 + EDGE_MARGIN) * STILL * largestFreeRate(problem);
    list.push({ value: (time) => still - solved(time).rates[3 * i + 2], resolution, note: ({ lifts }) => lifts.add(key) });
    list.push({ value: (time) => still + solved(time).rates[3 * i + 2], resolution, note: ({ loads }) => loads.add(key) });
    return;
  }
  if (mode === UNLOADED) {
    list.push({ value: (time) => NO_LOAD * push - solved(time).load[i], resolution, note: ({ loads }) => loads.add(key) });
    return;
  }
  list.push({ value: (time) => solved(time).forces[3 * i + 2] + NO_LOAD * push, resolution, note: ({ lifts }) => lifts.add(key) });
  if (mode === STICK && !contact.locked) watchStick(watched, list);
  if (mode === SLIP && problem.friction[i] > 0) watchSlip(sources, watched, list);
  if (mode === ONSET) watchOnset(sources, watched, list);
  if (mode === HELD && !contact.locked) watchHeld(watched, list);
}

function watchStick({ cluster, contact, i, push, solved }: WatchedContact, list: ClusterWatch[]): void {
  const { staticFriction } = contactsOf(cluster.workspace).problem;
  list.push({
    value: (time) => {
      const { forces } = solved(time);
      const [f1, f2, fn] = [forces[3 * i], forces[3 * i + 1], forces[3 * i + 2]];
      return staticFriction[i] * fn - Math.sqrt(f1 * f1 + f2 * f2) + CONE_SLACK * push;
    },
    resolution: RESOLUTION,
    note: ({ slips }) => slips.add(contact.touch.feature.key),
  });
}

function watchSlip({ thresholds: { restSlip } }: WatchSources, watched: WatchedContact, list: ClusterWatch[]): void {
  const { from, to } = watched.cluster;
  const { slip, advance, stops } = slipOf(watched);
  list.push({ value: advance, resolution: RESOLUTION, note: stops });
  // One that passes close by zero turns round ever faster: below what counts as slip it has stopped. One that goes straight through zero is
  // found above, exactly.
  if (slip(from) > restSlip && advance(to) > 0)
    list.push({ value: (time) => slip(time) - restSlip * (1 - EDGE_MARGIN), resolution: RESOLUTION, note: stops });
}

function watchOnset({ thresholds: { restSlip, contactSpeed } }: WatchSources, watched: WatchedContact, list: ClusterWatch[]): void {
  const { slip, advance, stops } = slipOf(watched);
  const resolution = RESOLUTION;
  list.push({ value: (time) => contactSpeed * (1 + EDGE_MARGIN) - slip(time), resolution, note: noFinding });
  // One that slows down in a direction it keeps can stop; one that was not yet moving can be carried the other way.
  if (advance(watched.cluster.from) > restSlip) list.push({ value: advance, resolution, note: stops });
  else list.push({ value: (time) => advance(time) + restSlip * (1 + EDGE_MARGIN), resolution, note: noFinding });
}

/** What others hold pushes with friction in a direction that is no longer right when the load has turned, or holds no longer. */
function watchHeld({ cluster, i, solved }: WatchedContact, list: ClusterWatch[]): void {
  const { problem, solution } = contactsOf(cluster.workspace);
  const able =
    0.5 *
    problem.staticFriction[i] *
    solution.forces[3 * i + 2] *
    (mobility(problem, 3 * i, 3 * i) + mobility(problem, 3 * i + 1, 3 * i + 1));
  const most = Math.max(UNBALANCED * able, NEARLY_STILL * largestFreeRate(problem));
  const rate = (time: number) => {
    const { rates } = solved(time);
    return Math.sqrt(rates[3 * i] * rates[3 * i] + rates[3 * i + 1] * rates[3 * i + 1]);
  };
  list.push({ value: (time) => most - rate(time), resolution: RESOLUTION, note: noFinding });
}

/** The speed of slip, its part along the direction that the contact keeps, and what to note when it stops. */
function slipOf({ contact: { touch, direction }, i, solved }: WatchedContact) {
  return {
    slip: (time: number) => {
      const { velocities } = solved(time);
      return Math.sqrt(velocities[3 * i] * velocities[3 * i] + velocities[3 * i + 1] * velocities[3 * i + 1]);
    },
    advance: (time: number) => {
      const { velocities } = solved(time);
      return velocities[3 * i] * direction[0] + velocities[3 * i + 1] * direction[1];
    },
    stops: ({ stops }: { readonly stops: Set<string> }) => {
      stops.add(touch.feature.key);
    },
  };
}

function largestNormalForce({ workspace }: Cluster): number {
  const contacts = contactsOf(workspace);
  let largest = 0;
  for (let i = 0; i < contacts.problem.count; i++) largest = Math.max(largest, Math.abs(contacts.solution.forces[3 * i + 2]));
  return largest > 0 ? largest : 1;
}
