/**
 * One axis with two scales: seconds outside; inside impacts that are open their own time where surfaces are known, else the normal impulse.
 * In the run an impact takes no time; open, it takes room.
 */
import type { ImpactClock } from "./impact-clock.js";

export interface TimeSegment {
  readonly kind: "time";
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

export interface ImpactSegment {
  readonly kind: "impact";
  /** Place among the impacts of the run. */
  readonly impact: number;
  readonly time: number;
  readonly left: number;
  readonly right: number;
  readonly clock?: ImpactClock;
}

/** px of a part of the normal impulse, 0 to 1, inside an open impact. */
export function xInside({ left, right, clock }: ImpactSegment, part: number): number {
  return left + (clock === undefined ? part : clock.timeAt(part)) * (right - left);
}

export type Segment = TimeSegment | ImpactSegment;

/** Where the playhead is: a time, and how far inside an impact that is open. */
export interface Moment {
  readonly time: number;
  readonly inside?: { readonly impact: number /** Part of its normal impulse, 0 to 1. */; readonly part: number };
}

export interface Axis {
  readonly segments: readonly Segment[];
  readonly left: number;
  readonly right: number;
  /** px of a time; at an open impact, of its beginning. */
  readonly x: (time: number) => number;
  readonly momentAt: (x: number) => Moment;
  readonly xOf: (moment: Moment) => number;
}

export interface OpenImpact {
  readonly impact: number;
  readonly time: number;
  /** Where the surfaces are known: then the room of an open impact is its time. Else it is its impulse. */
  readonly clock?: ImpactClock;
}

/** Part of the axis that one open impact takes, and that all of them may take together. */
const ONE = 0.4;
const ALL = 0.72;

/** @param open in the order of time */
export function axisOf(end: number, open: readonly OpenImpact[], left: number, right: number): Axis {
  const width = right - left;
  const opened = open.length === 0 ? 0 : (Math.min(ALL, ONE + 0.05 * (open.length - 1)) * width) / open.length;
  const perSecond = (width - opened * open.length) / (end || 1);
  const segments: Segment[] = [];
  let at = left;
  let time = 0;
  for (const { impact, time: when, clock } of open) {
    const to = at + (when - time) * perSecond;
    segments.push({ kind: "time", from: time, to: when, left: at, right: to });
    segments.push({ kind: "impact", impact, time: when, left: to, right: to + opened, ...(clock === undefined ? {} : { clock }) });
    at = to + opened;
    time = when;
  }
  segments.push({ kind: "time", from: time, to: end, left: at, right });

  const x = (when: number) => {
    const segment = segments.find((one) => one.kind === "time" && when <= one.to) as TimeSegment | undefined;
    if (segment === undefined) return right;
    const width = segment.to - segment.from;
    return width > 0 ? segment.left + ((when - segment.from) / width) * (segment.right - segment.left) : segment.left;
  };

  return {
    segments,
    left,
    right,
    x,
    momentAt: (place) => {
      const at = Math.min(right, Math.max(left, place));
      const segment = segments.find((one) => at <= one.right) ?? segments[segments.length - 1];
      const part = segment.right > segment.left ? (at - segment.left) / (segment.right - segment.left) : 0;
      if (segment.kind === "impact")
        return { time: segment.time, inside: { impact: segment.impact, part: segment.clock?.impulseAt(part) ?? part } };
      return { time: segment.from + part * (segment.to - segment.from) };
    },
    xOf: ({ time: when, inside }) => {
      const segment =
        inside === undefined
          ? undefined
          : segments.find((one): one is ImpactSegment => one.kind === "impact" && one.impact === inside.impact);
      if (segment === undefined || inside === undefined) return x(when);
      return xInside(segment, inside.part);
    },
  };
}
