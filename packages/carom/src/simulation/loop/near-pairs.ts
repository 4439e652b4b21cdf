/**
 * Which pairs between clusters could meet within a time, without looking at each (broad phase, by sweep and prune).
 *
 * A body stays in a ball around its centre of mass. Over a span of time its centre goes through three places; in flight it is on the
 * parabola through them, else close to it. The box that the ball sweeps on its way is kept until the motion of the body changes or the span
 * is over; boxes are sorted by where they begin along one axis, so that a new one is compared with those beside it alone. Of bodies whose
 * boxes overlap, the way of one as the other sees it is looked at over the time that both spans have: bodies that fall side by side do not
 * meet, however far they fall.
 *
 * What is found are pairs in the order of the system; those that are left out cannot meet.
 */
import type { BodyBalls, MechanicalSystem } from "../system/mechanical-system.js";
import { numbersTo, partsOfPair } from "../system/parts.js";
import { type BodyPaths, createBodyPaths, mayMeet } from "./body-paths.js";
import type { Cluster } from "./cluster.js";
import type { ClusterMotion } from "./cluster-motion.js";
import type { Clusters } from "./clusters.js";

export interface NearPairs {
  /** Pairs that could meet from a time on until another, s, or until the stretch of one of them ends; ascending. */
  find(from: number, until: number): readonly number[];
}

/** So few pairs are looked at one by one. */
export const FEW_PAIRS = 1000;
/** Boxes are made this many times longer than was asked for: what goes on as it did is not looked at again soon. */
const SPAN = 4;

export interface NearSources {
  readonly system: MechanicalSystem;
  readonly motion: Pick<ClusterMotion, "show" | "present">;
  readonly clusters: Pick<Clusters, "clusterOf">;
}

/** @param few up to so many pairs are all found, always */
export function createNearPairs({ system, motion, clusters }: NearSources, few = FEW_PAIRS): NearPairs {
  const { balls, pairs } = system;
  const every = numbersTo(pairs.length);
  if (balls === undefined || pairs.length <= few) return { find: () => every };
  const unbound = every.filter((pair) => isUnbound(balls, pair) && partsOfPair(system, pair).length > 1);
  const partners = partnersOf(balls, pairs.length);
  const paths = createBodyPaths(balls);
  const ofParts: number[][] = [];
  balls.parts.forEach((part, body) => {
    ofParts[part] = [...(ofParts[part] ?? []), body];
  });
  const order = createOrder(paths);
  const isNew = new Uint8Array(balls.parts.length);
  let near: number[] = unbound;

  /** Bodies whose ways are not known until then. */
  function outdated(until: number): Set<Cluster> {
    const found = new Set<Cluster>();
    for (let body = 0; body < balls!.parts.length; body++) {
      const cluster = clusters.clusterOf[balls!.parts[body]];
      if (!paths.isKnown(body, cluster, until)) found.add(cluster);
    }
    return found;
  }

  function renew(cluster: Cluster, from: number, until: number): number[] {
    const bodies = cluster.parts.flatMap((part) => ofParts[part] ?? []);
    if (cluster.follow !== undefined) for (const body of bodies) paths.leave(body, cluster);
    else {
      const end = cluster.asleep ? Number.POSITIVE_INFINITY : Math.min(cluster.to, from + SPAN * (until - from));
      const times = cluster.asleep ? [from, from, from] : [from, 0.5 * (from + end), end];
      times.forEach((time, k) => {
        motion.show(cluster, time);
        for (const body of bodies) paths.see(body, k, motion.present.coordinates);
      });
      for (const body of bodies) paths.keep(body, cluster, from, end);
    }
    return bodies;
  }

  /** Pairs of bodies with new ways, in place of those they had. */
  function update(bodies: readonly number[]): void {
    for (const body of bodies) isNew[body] = 1;
    order.sort();
    const isOld = (pair: number) => isUnbound(balls!, pair) || !(isNew[balls!.ofPairs[2 * pair]] || isNew[balls!.ofPairs[2 * pair + 1]]);
    const added: number[] = [];
    for (const body of bodies)
      order.besides(body, (other) => {
        if (isNew[other] === 1 && other < body) return;
        const pair = partners(body, other);
        if (pair !== undefined && mayMeet(paths, body, other)) added.push(pair);
      });
    near = merged(
      near.filter(isOld),
      added.sort((a, b) => a - b),
    );
    for (const body of bodies) isNew[body] = 0;
  }

  return {
    find: (from, until) => {
      const renewed = [...outdated(until)].flatMap((cluster) => renew(cluster, from, until));
      if (renewed.length > 0) update(renewed);
      return near;
    },
  };
}

const isUnbound = ({ ofPairs }: BodyBalls, pair: number) => ofPairs[2 * pair] < 0 || ofPairs[2 * pair + 1] < 0;

/** The pair of two bodies, if they are one. */
function partnersOf({ ofPairs, parts }: BodyBalls, pairs: number): (first: number, second: number) => number | undefined {
  const others: Map<number, number>[] = Array.from(parts, () => new Map());
  for (let pair = 0; pair < pairs; pair++) {
    const [first, second] = [ofPairs[2 * pair], ofPairs[2 * pair + 1]];
    if (first >= 0 && second >= 0) others[Math.min(first, second)].set(Math.max(first, second), pair);
  }
  return (first, second) => others[Math.min(first, second)].get(Math.max(first, second));
}

interface Order {
  sort(): void;
  /** Those whose boxes overlap that of a body. */
  besides(body: number, found: (other: number) => void): void;
}

/** Bodies by where their boxes begin along the axis on which they are most spread at first. */
function createOrder({ boxes }: BodyPaths): Order {
  const count = boxes.length / 6;
  const order = Int32Array.from({ length: count }, (_, body) => body);
  const places = new Int32Array(count);
  let axis = -1;
  /** No box is longer along the axis, m. */
  let longest = 0;

  function sort(): void {
    if (axis < 0) {
      axis = widestAxis(boxes);
      order.sort((a, b) => boxes[6 * a + axis] - boxes[6 * b + axis] || a - b);
    }
    longest = 0;
    for (let i = 0; i < count; i++) {
      const body = order[i];
      const begin = boxes[6 * body + axis];
      longest = Math.max(longest, boxes[6 * body + 3 + axis] - begin);
      let k = i - 1;
      for (; k >= 0 && boxes[6 * order[k] + axis] > begin; k--) order[k + 1] = order[k];
      order[k + 1] = body;
    }
    for (let i = 0; i < count; i++) places[order[i]] = i;
  }

  function besides(body: number, found: (other: number) => void): void {
    const [begin, end] = [boxes[6 * body + axis], boxes[6 * body + 3 + axis]];
    for (let i = places[body] - 1; i >= 0 && boxes[6 * order[i] + axis] + longest >= begin; i--)
      if (overlap(boxes, body, order[i])) found(order[i]);
    for (let i = places[body] + 1; i < count && boxes[6 * order[i] + axis] <= end; i++) if (overlap(boxes, body, order[i])) found(order[i]);
  }

  return { sort, besides };
}

function overlap(boxes: Float64Array, first: number, second: number): boolean {
  const [a, b] = [6 * first, 6 * second];
  for (let k = 0; k < 3; k++) if (boxes[a + k] > boxes[b + 3 + k] || boxes[b + k] > boxes[a + 3 + k]) return false;
  return true;
}

function widestAxis(boxes: Float64Array): number {
  const spread = [0, 1, 2].map((axis) => {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = axis; at < boxes.length; at += 6) {
      if (boxes[at] === Number.POSITIVE_INFINITY) continue;
      least = Math.min(least, boxes[at]);
      most = Math.max(most, boxes[at]);
    }
    return most - least;
  });
  return spread.indexOf(Math.max(...spread));
}

/** Two ascending lists as one. */
function merged(first: readonly number[], second: readonly number[]): number[] {
  const all: number[] = [];
  for (let i = 0, k = 0; i < first.length || k < second.length; )
    all.push(k === second.length || (i < first.length && first[i] < second[k]) ? first[i++] : second[k++]);
  return all;
}
