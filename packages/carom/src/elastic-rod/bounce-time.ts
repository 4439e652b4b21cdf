/**
 * When the rod leaves the floor: the first time after which the strain at the floor would be positive.
 *
 * The strain stays negative until the first wave is back, then jumps up: if it jumps past zero, the rod leaves there (a closed form).
 * Without damping the other case is in closed form as well. Else the strain is followed from transit to transit, where it is smooth, until
 * it passes zero or can no longer:
 *
 * - z = r t1 >= pi: every mode is overdamped and the strain keeps its sign;
 * - with gravity, it tends to -g L / c^2 and what is left of the impact decays like e^(-rt), so it stops when four times its largest part
 *   so far, decayed, is below that;
 * - without gravity the lowest mode alone decides late, and turns at t1 pi / sqrt(pi^2 - z^2): the transits until shortly before are left
 *   out. That time grows without bound as z nears pi. Where e^(-rt) would by then be too small for a number to hold, the search ends:
 *   whatever speed the rod leaves with is nothing.
 *
 * Source: 000 theorem 13 and corollary 14, (5.28)-(5.33). The source leaves open whether the rod always bounces: with damping and gravity
 * it often does not.
 */
import { exp } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import { thresholdSpeed, undampedBounce } from "./closed-forms.js";
import { floorStrain } from "./contact.js";
import { checkRod, dampingNumber, type ElasticRod, transitTime } from "./rod.js";

/** How the time of a bounce was found. */
export type BounceBranch =
  /** The rod leaves with the first returning wave: a closed form. */
  | "first-return"
  /** Later, without damping: a closed form. */
  | "undamped"
  /** Later, where the strain at the floor was found to turn. */
  | "search";

/** Why a rod stays on the floor. */
export type NoBounceReason =
  /** Every mode is overdamped: the strain at the floor never turns. */
  | "overdamped"
  /** What vibrates is too weak to lift the rod against its weight. */
  | "weight"
  /** None within tolerance: before the strain at the floor can turn, the impact has died down to below the smallest numbers. */
  | "faded"
  /** Open: none was found up to the horizon of the search. */
  | "horizon";

/** A rod that does not leave the floor. */
export interface NoBounce {
  readonly bounces: false;
  /** Why. */
  readonly reason: NoBounceReason;
  /** How far the strain was followed, s. */
  readonly followed: number;
}

/** When the rod leaves the floor, or why it does not. */
export type BounceTime =
  | {
      readonly bounces: true;
      /** s since the impact. */
      readonly time: number;
      /** Which of the closed forms or searches found it. */
      readonly branch: BounceBranch;
    }
  | NoBounce;

/** How closely the time of the bounce is found. */
export interface BounceTimeOptions {
  /** Transit times after which an open search ends. Default: 2000. */
  readonly horizon?: number;
}

/** Samples between two jumps; a rise past zero between two samples is looked for where the strain has a maximum. */
const SAMPLES = 24;
/** Safety on the largest vibration seen so far. */
const SAFETY = 4;
/**
 * Transits in which the higher modes can matter around the turn of the lowest. Over e^(-rt) mu/c the lowest passes zero with the slope 4
 * per transit, and the others together are of size 1/2.
 */
const AROUND_TURN = 3;
/**
 * What is left of the impact, e^(-rt), from which on no bounce is looked for: times the rounding of a double, this is still a normal
 * number.
 */
const FADED = 1e-290;

/** When the rod leaves the floor, or why it does not. */
export function bounceTime(rod: ElasticRod, { horizon = 2000 }: BounceTimeOptions = {}): BounceTime {
  checkRod(rod);
  const transit = transitTime(rod);
  const z = dampingNumber(rod);
  if (z === 0) {
    const time = undampedBounce(rod).bounceTime;
    return { bounces: true, time, branch: time === transit ? "first-return" : "undamped" };
  }
  const threshold = thresholdSpeed(rod);
  if (threshold !== undefined && rod.impactSpeed > threshold) return { bounces: true, time: transit, branch: "first-return" };
  if (z >= Math.PI) return { bounces: false, reason: "overdamped", followed: 0 };
  return search(rod, horizon);
}

function search(rod: ElasticRod, horizon: number): BounceTime {
  const transit = transitTime(rod);
  const { damping, gravity, length, waveSpeed } = rod;
  const rest = (gravity * length) / (waveSpeed * waveSpeed);
  const turn = Math.PI / Math.sqrt((Math.PI - dampingNumber(rod)) * (Math.PI + dampingNumber(rod)));
  let largest = rod.impactSpeed / waveSpeed + rest;
  const near = Math.floor(turn - AROUND_TURN);
  for (let k = 1; k <= horizon; k++) {
    if (gravity === 0 && k > AROUND_TURN && k < near) {
      if (exp(-damping * (turn + AROUND_TURN) * transit) < FADED) return { bounces: false, reason: "faded", followed: k * transit };
      if (near > horizon) break;
      k = near;
    }
    const from = k * transit;
    const values = new Array<number>(SAMPLES + 1);
    const times = values.slice();
    for (let i = 0; i <= SAMPLES; i++) {
      times[i] = i === SAMPLES ? (k + 1) * transit : from + (i * transit) / SAMPLES;
      values[i] = floorStrain(rod, times[i], i === SAMPLES ? "before" : "after");
      largest = Math.max(largest, Math.abs(values[i] + rest) * exp(Math.min(damping * times[i], 700)));
    }
    if (values[0] > 0) return { bounces: true, time: from, branch: "search" };
    const crossing = firstCrossing(rod, times, values);
    if (crossing !== undefined) return { bounces: true, time: crossing, branch: "search" };
    if (gravity > 0 && k >= 3 && SAFETY * largest * exp(-damping * times[SAMPLES]) < rest)
      return { bounces: false, reason: "weight", followed: times[SAMPLES] };
  }
  return { bounces: false, reason: "horizon", followed: (horizon + 1) * transit };
}

/** Where the strain passes zero upwards between two samples, or around a maximum between them. */
function firstCrossing(rod: ElasticRod, times: readonly number[], values: readonly number[]): number | undefined {
  const last = values.length - 1;
  const strain = (time: number) => floorStrain(rod, time, time === times[last] ? "before" : "after");
  for (let i = 1; i <= last; i++) {
    if (values[i] > 0) return findRoot(strain, times[i - 1], times[i]);
    const rises = values[i] > values[i - 1];
    if (i === last || !rises || values[i + 1] > values[i]) continue;
    // The parabola through three samples tells whether a maximum between them can reach zero.
    const curvature = values[i - 1] - 2 * values[i] + values[i + 1];
    const slope = 0.5 * (values[i + 1] - values[i - 1]);
    const peak = curvature < 0 ? values[i] - (0.5 * slope * slope) / curvature : values[i];
    if (peak + 0.5 * Math.abs(curvature) <= 0) continue;
    const top = maximum(strain, times[i - 1], times[i + 1]);
    if (strain(top) > 0) return findRoot(strain, times[i - 1], top);
  }
  return undefined;
}

const GOLDEN = 0.5 * (Math.sqrt(5) - 1);

function maximum(f: (time: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let step = 0; step < 40; step++) {
    const [left, right] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (f(left) < f(right)) low = left;
    else high = right;
  }
  return 0.5 * (low + high);
}
