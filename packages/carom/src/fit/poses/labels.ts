/**
 * Which body axis a tracker called what: a label for each recording, found from three kinds of evidence, in nats.
 *
 * Flight: the quadratic coefficient A of the centre of mass, p + R o, must be gravity G: 2 sum log(1 + ((A_i - G_i) / s_i)^2 / 3).
 * Contact: half of the robust cost of the recording, less its least, at most 8. Order: a tracker keeps its axes for a while, and while it
 * does the direction of the throws hardly turns. A change between neighbours whose throws differ by d degrees costs
 *
 *     log((N + q) / q)     N = c (0.9 n(d; 5) + 0.1 n(d; 15))     q = (1 - c) / 1440     c = 0.5
 *
 * with n the normal density. The cheapest sequence is found by dynamic programming (Viterbi 1967), posteriors by forward and backward sums.
 */
import { exp, log, log1p } from "../../math/elementary.js";
import type { Quaternion } from "../../math/quaternion.js";
import { rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { bendDeviation } from "./ground-frame.js";
import type { FlightBend } from "./prepare.js";

const SHARE = 0.5;
const NARROW = 5;
const WIDE = 15;
const MOST_CONTACT = 8;

/** What a label costs by the flight, one number for each turn of the body axes. */
export function flightEvidence(bend: FlightBend | undefined, turns: readonly Quaternion[], offset: Vec3, gravity: Vec3): number[] {
  if (bend === undefined) return turns.map(() => 0);
  const deviation = bendDeviation(bend.frames);
  return turns.map((turn) => {
    const arm = rotate(turn, offset);
    return [0, 1, 2].reduce((sum, c) => {
      const own = bend.position[c] + bend.axes[0][c] * arm[0] + bend.axes[1][c] * arm[1] + bend.axes[2][c] * arm[2];
      const away = (own - gravity[c]) / deviation[c];
      return sum + 2 * log1p((away * away) / 3);
    }, 0);
  });
}

/** What a label costs by the contact, from the robust costs of all labels. */
export function contactEvidence(costs: readonly number[]): number[] {
  const least = costs.reduce((low, cost) => Math.min(low, cost), Number.POSITIVE_INFINITY);
  return costs.map((cost) => Math.min(MOST_CONTACT, 0.5 * (cost - least)));
}

/** What a change of label between neighbours costs whose throw directions, rad, differ so much. */
export function changeCost(one: number, other: number): number {
  const turn = Math.abs(((((one - other) / Math.PI) * 180 + 540) % 360) - 180);
  const density = (deviation: number) => exp((-turn * turn) / (2 * deviation * deviation)) / (deviation * Math.sqrt(2 * Math.PI));
  const near = SHARE * (0.9 * density(NARROW) + 0.1 * density(WIDE));
  const far = (1 - SHARE) / 1440;
  return log((near + far) / far);
}

/** A cheapest sequence of labels, and how sure each is. */
export interface LabelSequence {
  readonly labels: readonly number[];
  /** Of the label found, 0 to 1. */
  readonly posteriors: readonly number[];
}

/**
 * @param costs of each label, recording by recording
 * @param changes between a recording and the one before it; the first is not looked at
 */
export function labelSequence(costs: readonly (readonly number[])[], changes: readonly number[]): LabelSequence {
  const count = costs[0]?.length ?? 0;
  let best = [...(costs[0] ?? [])];
  const from: number[][] = [];
  for (let r = 1; r < costs.length; r++) {
    const least = best.reduce((low, cost, label) => (cost < best[low] ? label : low), 0);
    const origin: number[] = [];
    best = costs[r].map((cost, label) => {
      const stays = best[label] <= best[least] + changes[r];
      origin.push(stays ? label : least);
      return cost + (stays ? best[label] : best[least] + changes[r]);
    });
    from.push(origin);
  }
  const labels = costs.map(() => 0);
  if (costs.length === 0) return { labels, posteriors: [] };
  labels[costs.length - 1] = best.reduce((low, cost, label) => (cost < best[low] ? label : low), 0);
  for (let r = costs.length - 1; r > 0; r--) labels[r - 1] = from[r - 1][labels[r]];
  return { labels, posteriors: posteriorsOf(costs, changes, count).map((each, r) => each[labels[r]]) };
}

/** Probabilities of all labels of all recordings. */
export function posteriorsOf(costs: readonly (readonly number[])[], changes: readonly number[], count: number): number[][] {
  const n = costs.length;
  const normalised = (values: readonly number[]) => {
    const sum = values.reduce((all, value) => all + value, 0);
    return values.map((value) => value / sum);
  };
  const likelihood = costs.map((each) => {
    const least = each.reduce((low, cost) => Math.min(low, cost), Number.POSITIVE_INFINITY);
    return each.map((cost) => exp(least - cost));
  });
  const passed = (values: readonly number[], change: number) => {
    const other = exp(-change);
    const sum = values.reduce((all, value) => all + value, 0);
    return values.map((value) => value + other * (sum - value));
  };
  const forward: number[][] = [normalised(likelihood[0])];
  for (let r = 1; r < n; r++)
    forward.push(normalised(passed(forward[r - 1], changes[r]).map((value, label) => value * likelihood[r][label])));
  const backward: number[][] = Array.from({ length: n }, () => Array.from({ length: count }, () => 1 / count));
  for (let r = n - 2; r >= 0; r--)
    backward[r] = normalised(
      passed(
        backward[r + 1].map((value, label) => value * likelihood[r + 1][label]),
        changes[r + 1],
      ),
    );
  return forward.map((values, r) => normalised(values.map((value, label) => value * backward[r][label])));
}

/** Turns of the body axes that take the first of some signed axes to each of them. Names: +x, -x, +y, ... */
export function axisTurns(axes: readonly string[]): Quaternion[] {
  const first = axisOf(axes[0]);
  const across = axes.map(axisOf).find((axis) => Math.abs(dot(axis, first)) < 0.5) ?? ([first[1], first[2], first[0]] as Vec3);
  const about = cross(first, across);
  return axes.map((name) => {
    const axis = axisOf(name);
    const [c, s] = [dot(first, axis), Math.sqrt(0.5)];
    if (c > 0.5) return [0, 0, 0, 1];
    // Half a turn within the plane of the axes offered.
    if (c < -0.5) return [about[0], about[1], about[2], 0];
    const turn = cross(first, axis);
    return [s * turn[0], s * turn[1], s * turn[2], s];
  });
}

function axisOf(name: string): Vec3 {
  const sign = name.startsWith("-") ? -1 : 1;
  const place = "xyz".indexOf(name.slice(-1));
  return [place === 0 ? sign : 0, place === 1 ? sign : 0, place === 2 ? sign : 0];
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
