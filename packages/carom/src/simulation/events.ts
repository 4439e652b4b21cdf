/**
 * The first event within a step that has been taken, on its dense output.
 *
 * A watch is a function of the state that is positive until its event. It is sampled along the step; a change of sign is closed in to the last bit. Where a rate
 * is given, a function that dips and rises again between two samples is looked at in its lowest point, so a graze is found. A departing gap starts at zero and
 * rises: it is watched only after its rate has turned, so that there is no dead time after an impact, and a bounce shorter than a sample is found too.
 *
 * Source: own study, hybrid simulation section 5.
 */
import { findRoot } from "../math/root-finding.js";

export interface Watch {
  /** Positive until the event. */
  readonly value: (time: number) => number;
  /** Derivative of the value by time, where it is known. */
  readonly rate?: (time: number) => number;
  /** The value starts at zero, up to rounding, and is going to rise. Needs a rate. */
  readonly departing?: boolean;
}

export interface FoundEvent {
  readonly time: number;
  /** Place in the list of watches. */
  readonly watch: number;
}

/** The earliest event in [from, to] and all others within `tolerance` of it, earliest first. The step is sampled in `samples` equal parts. */
export function firstEvents(watches: readonly Watch[], from: number, to: number, samples: number, tolerance: number): FoundEvent[] {
  const found: FoundEvent[] = [];
  let end = to;
  watches.forEach((watch, i) => {
    const time = firstRoot(watch, from, end, samples);
    if (time === undefined) return;
    found.push({ time, watch: i });
    end = Math.min(end, time + tolerance);
  });
  const earliest = found.reduce((least, { time }) => Math.min(least, time), Number.POSITIVE_INFINITY);
  return found.filter(({ time }) => time <= earliest + tolerance).sort((a, b) => a.time - b.time);
}

function firstRoot({ value, rate, departing = false }: Watch, from: number, to: number, samples: number): number | undefined {
  if (!(to > from)) return undefined;
  let start = from;
  if (departing && rate !== undefined) {
    const apex = firstFall(rate, from, to, samples);
    if (apex === undefined) return undefined;
    // A bounce below resolution never rose.
    if (!(value(apex) > 0)) return apex;
    start = apex;
  }
  let before = start;
  let beforeRate = rate?.(start) ?? 0;
  if (!(value(start) > 0)) return start;
  for (let k = 1; k <= samples; k++) {
    const time = k === samples ? to : start + ((to - start) * k) / samples;
    if (!(value(time) > 0)) return findRoot(value, before, time);
    if (rate !== undefined) {
      const timeRate = rate(time);
      if (beforeRate < 0 && timeRate > 0) {
        const lowest = findRoot(rate, before, time);
        if (!(value(lowest) > 0)) return findRoot(value, before, lowest);
      }
      beforeRate = timeRate;
    }
    before = time;
  }
  return undefined;
}

/** Where a rate that begins positive first falls through zero; the beginning where it is not positive there already. */
function firstFall(rate: (time: number) => number, from: number, to: number, samples: number): number | undefined {
  let before = from;
  for (let k = 1; k <= samples; k++) {
    const time = k === samples ? to : from + ((to - from) * k) / samples;
    if (!(rate(time) > 0)) return rate(before) > 0 ? findRoot(rate, before, time) : before;
    before = time;
  }
  return undefined;
}
