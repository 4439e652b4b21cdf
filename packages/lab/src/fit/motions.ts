/** Measured and computed motions of a fit as curves in an upright plane and as differences in time. */
import type { BouncesFit, CurvesFit, RecordingsFit, ShownRecording } from "carom/study";

export type Spot = readonly [number, number];

/** One difference in time. */
export interface Difference {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  /** Twice the noise, where it is known. */
  readonly band?: number;
}

export interface Motion {
  /** What it is chosen by. */
  readonly name: string;
  readonly times: readonly number[];
  /** Along the ground and up, m; of a sound time, s, and up. */
  readonly measured: readonly Spot[];
  /** A curve. */
  readonly computed: readonly Spot[];
  /** Where the body is drawn, at even times. */
  readonly strobe: readonly Spot[];
  /** Across and up are of one kind: a metre is as long in both. */
  readonly even: boolean;
  readonly differences: readonly Difference[];
}

const GRAVITY = 9.81;
/** Of an arc. */
const POINTS = 24;
const STROBES = 16;

export function motionsOf(fit: RecordingsFit | BouncesFit | CurvesFit): readonly Motion[] {
  // Curves are no motions: their figures are shown.
  if ("curves" in fit) return [];
  return fit.data === "bounces" ? [bouncing(fit)] : fit.shown.map(recorded);
}

/** A ball that is heard, not seen: between two hits it flies as high as the time tells. */
function bouncing({ times, scatter }: BouncesFit): Motion {
  const arcs = times.slice(1).map(({ fitted: to }, k) => ({ from: times[k].fitted, to }));
  const height = (time: number) => {
    const arc = arcs.find(({ from, to }) => time >= from && time <= to);
    return arc === undefined ? 0 : 0.5 * GRAVITY * (time - arc.from) * (arc.to - time);
  };
  const computed = arcs.flatMap(({ from, to }) =>
    Array.from({ length: POINTS + 1 }, (_, i): Spot => {
      const time = from + ((to - from) * i) / POINTS;
      return [time, 0.5 * GRAVITY * (time - from) * (to - time)];
    }),
  );
  const [first, last] = [times[0].fitted, times[times.length - 1].fitted];
  return {
    name: "bounces",
    times: times.map(({ measured }) => measured),
    measured: times.map(({ measured }): Spot => [measured, 0]),
    computed,
    strobe: Array.from({ length: 3 * STROBES }, (_, i): Spot => {
      const time = first + ((last - first) * i) / (3 * STROBES - 1);
      return [time, height(time)];
    }),
    even: false,
    differences: [
      {
        name: "Hit",
        unit: "ms",
        values: times.map(({ measured, fitted }) => 1e3 * (measured - fitted)),
        ...(scatter === undefined ? {} : { band: 2e3 * scatter }),
      },
    ],
  };
}

function recorded({ id, time, measured, computed, rotation }: ShownRecording): Motion {
  const along = widest(measured);
  const flat = (point: readonly number[]): Spot => [along[0] * point[0] + along[1] * point[1], point[2]];
  const [seen, made] = [measured.map(flat), computed.map(flat)];
  const every = Math.max(1, Math.round(made.length / STROBES));
  const apart = (axis: 0 | 1) => seen.map((point, k) => 1e3 * (point[axis] - made[k][axis]));
  return {
    name: id,
    times: time,
    measured: seen,
    computed: made,
    strobe: made.filter((_, i) => i % every === 0),
    even: true,
    differences: [
      { name: "Across", unit: "mm", values: apart(0) },
      { name: "Up", unit: "mm", values: apart(1) },
      { name: "Turn", unit: "degrees", values: rotation.map((angle) => (180 / Math.PI) * angle) },
    ],
  };
}

/** The horizontal direction along which places are spread most. */
function widest(places: readonly (readonly number[])[]): Spot {
  const mean = [0, 1].map((axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length);
  const [xx, xy, yy] = places.reduce(
    ([a, b, c], place) => {
      const [x, y] = [place[0] - mean[0], place[1] - mean[1]];
      return [a + x * x, b + x * y, c + y * y];
    },
    [0, 0, 0],
  );
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  return [Math.cos(angle), Math.sin(angle)];
}
