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
  /** Whether a value with kinks certainly stays positive between two times at which it is, of which it has been asked for. */
  readonly staysPositive?: (from: number, to: number) => boolean;
  /** The value starts at zero, up to rounding, and is going to rise. Needs a rate. */
  readonly departing?: boolean;
  /** How closely in time, s, the event has to be found. Default: to the last bit. */
  readonly resolution?: number;
  /** Told where the value is lowest in a dip that does not reach zero. */
  readonly missed?: (time: number) => void;
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
      const root =
        k === 0 ? rootAtStart(follower, from) : (firstRootWithin(follower, end) ?? (end === to ? rootBeforeEnd(follower) : undefined));
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
  /** The sample before the last, of a value with kinks. */
  readonly earlier: { time: number; value: number };
}

function begin(watch: Watch, from: number): Follower {
  const rising = watch.departing === true && watch.rate !== undefined;
  return { watch, time: from, value: Number.NaN, rate: Number.NaN, rising, earlier: { time: from, value: Number.NaN } };
}

function rootAtStart(follower: Follower, from: number): number | undefined {
  if (follower.rising) return undefined;
  follower.value = follower.watch.value(from);
  return follower.value > 0 ? undefined : from;
}

/** How often the time between two samples of a value with kinks is halved. */
const HALVINGS = 5;

/** The first root up to `end`, from the follower's last sample on. */
function firstRootWithin(follower: Follower, end: number): number | undefined {
  const { watch } = follower;
  if (watch.kinked !== true || watch.fastest === undefined || watch.rate === undefined) return rootWithin(follower, end);
  return rootBetweenKinks(follower, watch as Kinked, end, HALVINGS);
}

type Kinked = Watch & Required<Pick<Watch, "fastest" | "rate">>;

/**
 * The same of a value with kinks. A rate of it costs two values, so a dip is seen by three samples in a row, of which the one in the middle
 * is the lowest; the rate is asked only where there is no sample before.
 */
function rootBetweenKinks(follower: Follower, watch: Kinked, end: number, halvings: number, known?: number): number | undefined {
  const { time, value: before } = follower;
  const value = known ?? watch.value(end);
  const mayDip = before < Number.POSITIVE_INFINITY && before + value <= watch.fastest * (end - time);
  const canDip = mayDip && !(before > 0 && value > 0 && watch.staysPositive?.(time, end) === true);
  if (canDip && halvings > 0)
    return (
      rootBetweenKinks(follower, watch, 0.5 * (time + end), halvings - 1) ?? rootBetweenKinks(follower, watch, end, halvings - 1, value)
    );
  const dip = dipAround(follower, watch, end, value, canDip);
  follower.earlier.time = time;
  follower.earlier.value = before;
  follower.time = end;
  follower.value = value;
  const root = dip === undefined ? undefined : rootInDip(watch, dip);
  if (root !== undefined) return root;
  if (value > 0) return undefined;
  return before < Number.POSITIVE_INFINITY ? crossing(watch, time, end, [before, value]) : firstMeaning(watch, time, end);
}

/** A value between two times at which it is higher. */
interface Dip {
  readonly from: number;
  readonly to: number;
  readonly lowest: number;
  readonly value: number;
}

/**
 * Around the follower's last sample, if that is lower than its neighbours and these say that it may be much lower between them: beyond a
 * kink it goes on as it did before.
 */
function dipAround({ time, value, earlier }: Follower, watch: Kinked, end: number, next: number, canDip: boolean): Dip | undefined {
  if (!(value < next)) return undefined;
  if (Number.isNaN(earlier.value)) return canDip && watch.rate(time) < 0 ? { from: time, to: end, lowest: time, value } : undefined;
  if (!(value < earlier.value) || value > FLAT * (Math.max(earlier.value, next) - value)) return undefined;
  return { from: earlier.time, to: end, lowest: time, value };
}

/** A value this many times larger than what its neighbours are above it does not reach zero between them. */
const FLAT = 3;

/** Before the end of a stretch, after which there is no sample: where the value rises there, having fallen. */
function rootBeforeEnd({ watch, time, value, earlier }: Follower): number | undefined {
  if (watch.kinked !== true || watch.fastest === undefined || watch.rate === undefined) return undefined;
  if (!(value < earlier.value && value + earlier.value <= watch.fastest * (time - earlier.time))) return undefined;
  return watch.rate(time) > 0 ? rootInDip(watch as Kinked, { from: earlier.time, to: time, lowest: time, value }) : undefined;
}

function rootInDip(watch: Kinked, dip: Dip): number | undefined {
  const lowest = lowestWithin(watch, dip, 1);
  if (!(lowest.value > 0)) return crossing(watch, dip.from, lowest.time, [watch.value(dip.from), lowest.value]);
  watch.missed?.(lowestWithin(watch, dip, CLOSELY).time);
  return undefined;
}

/** Part by which the longer side of a dip is cut: the golden section. */
const GOLDEN = 0.38196601125010515;

/** How much closer the lowest point of a dip that stays above zero is found for those who are told of it. */
const CLOSELY = 100;

/**
 * Where a value with a dip between two times is not positive; or where it is lowest, if it stays above zero: to as much of the time in
 * which it could fall there as `closely` is.
 */
function lowestWithin({ value, fastest }: Kinked, dip: Dip, closely: number): { readonly time: number; readonly value: number } {
  let { from, to, lowest, value: least } = dip;
  // So close to the lowest point, whatever is left is above zero.
  while (least > 0 && least <= closely * fastest * Math.max(lowest - from, to - lowest)) {
    const later = to - lowest > lowest - from;
    const time = later ? lowest + GOLDEN * (to - lowest) : lowest - GOLDEN * (lowest - from);
    if (!(time > from && time < to) || time === lowest) break;
    const here = value(time);
    if (here < least) {
      if (later) from = lowest;
      else to = lowest;
      [lowest, least] = [time, here];
    } else if (later) to = time;
    else from = time;
  }
  return { time: lowest, value: least };
}

/** The same, of a value that dips at most once. */
function rootWithin(follower: Follower, end: number): number | undefined {
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
  const value = watch.value(end);
  if (!(value > 0))
    return follower.value < Number.POSITIVE_INFINITY
      ? crossing(watch, follower.time, end, [follower.value, value])
      : firstMeaning(watch, follower.time, end);
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
    if (watch.value(roughly) > 2 * ROUGHLY * watch.fastest * (end - time)) {
      watch.missed?.(findRoot(watch.rate, time, end));
      return undefined;
    }
  }
  const lowest = findRoot(watch.rate, time, end);
  const depth = watch.value(lowest);
  if (!(depth > 0)) return crossing(watch, time, lowest, [before, depth]);
  watch.missed?.(lowest);
  return undefined;
}

/** s: of two crossings this close only one is seen. */
const SHORTLY = 1e-11;

/**
 * Where a value falls through zero; where it jumps there, or is found roughly, the far side, so that whoever looks at the state there sees
 * what has happened.
 */
function crossing(watch: Watch, from: number, to: number, values: readonly [number, number]): number {
  const { value, resolution } = watch;
  if (resolution !== undefined) return findRoot(value, from, to, { values, xTolerance: resolution, far: true });
  const root = findRoot(value, from, to, { values });
  // Below zero already before it: there the value has jumped back to zero, after it had fallen through.
  const before = watch.kinked === true ? root - SHORTLY : from;
  const earlier = before > from ? value(before) : 0;
  if (earlier < 0) return crossing(watch, from, before, [values[0], earlier]);
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
