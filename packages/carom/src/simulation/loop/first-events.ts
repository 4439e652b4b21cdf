/**
 * The first event within a step that has been taken, on its dense output.
 *
 * A watch is a function of the state that is positive until its event. All watches are sampled together, from part to part of the step, so
 * that the state is computed once for all of them; a change of sign is closed in to the last bit, and what comes later in the step is not
 * looked at. Where a rate is given, a function that dips and rises again between two samples is looked at in its lowest point, so a graze
 * is found; where also the largest rate is known, only if the values at both ends allow a dip to zero. A departing gap starts at zero and
 * rises: it is watched only after its rate has turned, so that there is no dead time after an impact, and a bounce shorter than a sample is
 * found too.
 *
 * Source: own study, hybrid simulation section 5.
 */
import { findRoot } from "../../math/root-finding.js";

export interface Watch {
  /** Positive until the event. Infinite where the watch has no meaning. */
  readonly value: (time: number) => number;
  /** Derivative of the value by time, where it is known. */
  readonly rate?: (time: number) => number;
  /** The value never falls or rises faster than this. Default: nothing is known. */
  readonly fastest?: number;
  /**
   * The value has kinks, so that it can dip more than once between two samples: they are put closer together where `fastest` allows a dip
   * to zero.
   */
  readonly kinked?: boolean;
  /** The value starts at zero, up to rounding, and is going to rise. Needs a rate. */
  readonly departing?: boolean;
}

export interface FoundEvent {
  readonly time: number;
  /** Place in the list of watches. */
  readonly watch: number;
}

/**
 * The earliest event in [from, to] and all others within `tolerance` of it, earliest first. The step is sampled in `samples` equal parts.
 */
export function firstEvents(watches: readonly Watch[], from: number, to: number, samples: number, tolerance: number): FoundEvent[] {
  if (watches.length === 0 || !(to > from)) return [];
  const followed = watches.map((watch) => begin(watch, from));
  for (let k = 0; k <= samples; k++) {
    const time = k === samples ? to : from + ((to - from) * k) / samples;
    const found: FoundEvent[] = [];
    let end = time;
    followed.forEach((follower, watch) => {
      const root = k === 0 ? rootAtStart(follower, from) : firstRootWithin(follower, end, HALVINGS);
      if (root === undefined) return;
      found.push({ time: root, watch });
      end = Math.min(end, root + tolerance);
    });
    if (found.length > 0) {
      const earliest = found.reduce((least, event) => Math.min(least, event.time), Number.POSITIVE_INFINITY);
      return found.filter((event) => event.time <= earliest + tolerance).sort((a, b) => a.time - b.time);
    }
  }
  return [];
}

interface Follower {
  readonly watch: Watch;
  /** The last sample, with value and rate there; the rate is NaN where it was not needed. */
  time: number;
  value: number;
  rate: number;
  /** Still departing: the rate has not turned yet. */
  rising: boolean;
}

function begin(watch: Watch, from: number): Follower {
  return { watch, time: from, value: Number.NaN, rate: Number.NaN, rising: watch.departing === true && watch.rate !== undefined };
}

function rootAtStart(follower: Follower, from: number): number | undefined {
  if (follower.rising) return undefined;
  follower.value = follower.watch.value(from);
  return follower.value > 0 ? undefined : from;
}

/** How often the time between two samples of a value with kinks is halved. */
const HALVINGS = 5;

/** The first root up to `end`, from the follower's last sample on. `known`: the value at `end`, where that was computed before. */
function firstRootWithin(follower: Follower, end: number, halvings: number, known?: number): number | undefined {
  const { watch, time, value: before } = follower;
  if (watch.kinked !== true || watch.fastest === undefined || halvings === 0) return rootWithin(follower, end, known);
  const value = known ?? watch.value(end);
  if (before + value > watch.fastest * (end - time)) return rootWithin(follower, end, value);
  return firstRootWithin(follower, 0.5 * (time + end), halvings - 1) ?? firstRootWithin(follower, end, halvings - 1, value);
}

/** The same, of a value that dips at most once. */
function rootWithin(follower: Follower, end: number, known?: number): number | undefined {
  const { watch } = follower;
  if (follower.rising && watch.rate !== undefined) {
    const rate = watch.rate(end);
    if (rate > 0) {
      follower.time = end;
      return undefined;
    }
    const { apex, height } = topOf(watch.value, watch.rate, follower.time, end);
    // A bounce below resolution never rose.
    if (!(height > 0)) return apex;
    follower.rising = false;
    follower.time = apex;
    follower.value = height;
    follower.rate = Number.NaN;
    if (apex === end) return undefined;
  }
  const value = known ?? watch.value(end);
  if (!(value > 0))
    return follower.value < Number.POSITIVE_INFINITY ? crossing(watch.value, follower.time, end) : firstMeaning(watch, follower.time, end);
  const root = grazeWithin(follower, end, value);
  follower.time = end;
  follower.value = value;
  return root;
}

/** Part of an interval to which the top of a bounce, or the lowest point of a dip, is found at first. */
const ROUGHLY = 1e-3;

/**
 * Where a value that rises at `from` and falls at `to` is highest: roughly if it is positive there, for that is all that matters; else
 * exactly.
 */
function topOf(
  value: Watch["value"],
  rate: Required<Watch>["rate"],
  from: number,
  to: number,
): { readonly apex: number; readonly height: number } {
  const risen = firstRise(rate, from, to);
  if (risen === undefined) return { apex: from, height: value(from) };
  const roughly = findRoot(rate, risen, to, { xTolerance: ROUGHLY * (to - from) });
  const height = value(roughly);
  if (height > 0) return { apex: roughly, height };
  const apex = findRoot(rate, risen, to);
  return { apex, height: value(apex) };
}

/**
 * A time at which a rate is positive that may begin at zero: the beginning or, by halving, one soon after it. Undefined where it falls from
 * the beginning.
 */
function firstRise(rate: (time: number) => number, from: number, to: number): number | undefined {
  if (rate(from) > 0) return from;
  for (let part = 0.5; part > Number.EPSILON; part *= 0.5) {
    const time = from + part * (to - from);
    if (time === from) return undefined;
    if (rate(time) > 0) return time;
  }
  return undefined;
}

function grazeWithin(follower: Follower, end: number, value: number): number | undefined {
  const { watch, time, value: before } = follower;
  const beforeRate = follower.rate;
  follower.rate = Number.NaN;
  if (watch.rate === undefined || !(before < Number.POSITIVE_INFINITY && value < Number.POSITIVE_INFINITY)) return undefined;
  if (watch.fastest !== undefined && before + value > watch.fastest * (end - time)) return undefined;
  follower.rate = watch.rate(end);
  if (!(follower.rate > 0)) return undefined;
  if (!((Number.isNaN(beforeRate) ? watch.rate(time) : beforeRate) < 0)) return undefined;
  if (watch.fastest !== undefined) {
    // Found roughly, the lowest point says whether it can be as low as zero: mostly not.
    const roughly = findRoot(watch.rate, time, end, { xTolerance: ROUGHLY * (end - time) });
    if (watch.value(roughly) > 2 * ROUGHLY * watch.fastest * (end - time)) return undefined;
  }
  const lowest = findRoot(watch.rate, time, end);
  return watch.value(lowest) > 0 ? undefined : crossing(watch.value, time, lowest);
}

/**
 * Where a value falls through zero; where it jumps there, the far side of the jump, so that whoever looks at the state there sees what has
 * happened.
 */
function crossing(value: (time: number) => number, from: number, to: number): number {
  const root = findRoot(value, from, to);
  if (!(value(root) > 0)) return root;
  const next = root + Number.EPSILON * Math.max(Math.abs(root), Number.MIN_VALUE);
  return next < to && !(value(next) > 0) ? next : root;
}

/** Where a watch without a meaning at `from` gets one, by halving: at `to` it has one and is not positive. */
function firstMeaning({ value }: Watch, from: number, to: number): number {
  let [without, within] = [from, to];
  for (;;) {
    const middle = 0.5 * (without + within);
    if (!(middle > without && middle < within)) return within;
    if (value(middle) > 0) without = middle;
    else within = middle;
  }
}
