/**
 * When a sequence of bounces ends that was cut short.
 *
 * Bounces whose intervals shrink by one ratio r form a geometric sequence: infinitely many of them end at
 *
 *     t + d r / (1 - r)          t the last bounce that was followed, d the interval before it
 *
 * For a ball that bounces with restitution e in constant gravity r = e, exactly. A pattern of several bounces (a block that rocks from edge
 * to edge) repeats after 2 or 4 of them: then d and r are taken over one period.
 *
 * Source: own study, hybrid simulation section 4.
 */
import type { RecordedEvent } from "./record.js";

export interface Accumulation {
  readonly between: readonly [string, string];
  /** Where the sequence accumulates, s. */
  readonly time: number;
  /** Of the intervals, from one period to the next. */
  readonly ratio: number;
  /** Impacts that make a period: 1, 2 or 4. */
  readonly period: number;
  /** The last impact that was followed, s. */
  readonly lastImpact: number;
}

const PERIODS = [1, 2, 4];
/** Two ratios that differ by less than this part are the same one. */
const SAME_RATIO = 1e-3;
/** Closer to one the motion is periodic: what it loses from one period to the next is not a sequence that ends. */
const LARGEST_RATIO = 0.98;
/** Times the interval that was to be expected: when the next impact has still not come, the sequence was over. */
const OVERDUE = 1.5;

/** @param until the time to which the absence of impacts is known, s; infinite after rest */
export function accumulations(events: readonly RecordedEvent[], until: number): Accumulation[] {
  const pairs = new Map<string, { readonly between: readonly [string, string]; readonly times: number[] }>();
  for (const event of events) {
    if (event.kind !== "impact") continue;
    for (const { between, impulse } of event.contacts) {
      if (!(impulse[2] > 0)) continue;
      const key = between.join("\n");
      const pair = pairs.get(key) ?? { between, times: [] };
      pairs.set(key, pair);
      if (pair.times.at(-1) !== event.time) pair.times.push(event.time);
    }
  }
  return [...pairs.values()]
    .flatMap(({ between, times }) => endsOf(times, until).map((end) => ({ between, ...end })))
    .sort((a, b) => a.time - b.time);
}

function endsOf(times: readonly number[], until: number): Omit<Accumulation, "between">[] {
  return times.flatMap((lastImpact, i) => {
    const found = geometric(times, i);
    if (found === undefined) return [];
    const { ratio, period, interval } = found;
    const next = i + 1 < times.length ? times[i + 1] : until;
    const expected = (times[i - period + 1] - times[i - period]) * ratio;
    if (next - lastImpact <= OVERDUE * expected) return [];
    return [{ time: lastImpact + (interval * ratio) / (1 - ratio), ratio, period, lastImpact }];
  });
}

/** The shortest period whose last three intervals up to impact i shrink by one ratio. */
function geometric(times: readonly number[], i: number) {
  for (const period of PERIODS) {
    if (i < 3 * period) return undefined;
    const [a, b, c] = [1, 2, 3].map((k) => times[i - (k - 1) * period] - times[i - k * period]);
    const ratio = a / b;
    if (ratio < LARGEST_RATIO && Math.abs(ratio - b / c) <= SAME_RATIO * ratio) return { ratio, period, interval: a };
  }
  return undefined;
}
