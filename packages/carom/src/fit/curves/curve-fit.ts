/**
 * Values that make computed curves pass through measured points: least squares within bounds, with Student's intervals.
 *
 * Each curve is compared in units of its own scatter, which is not known beforehand: first of its largest value, then, once more, of what
 * the first fit leaves of it. Variance RSS / (n - unknowns). A value whose interval is as wide as its bounds is not determined.
 */
import { exp, log } from "../../math/elementary.js";
import { smallLeastSquares } from "../optimise/small-least-squares.js";
import { studentFactor } from "../uncertainty/student.js";

/** A value that is sought. */
export interface CurveUnknown {
  /** What tables call it. */
  readonly name: string;
  /** Where the search begins. */
  readonly start: number;
  /** Least value. */
  readonly from: number;
  /** Largest value. */
  readonly to: number;
  /** By its logarithm: for values above 0 over decades. */
  readonly scale: "linear" | "log";
}

/** What was found of one value. */
export interface CurveValue {
  /** As fitted. */
  readonly value: number;
  /** null: the data say nothing, or are too few. */
  readonly standardError: number | null;
  /** Of 95 %. */
  readonly interval: readonly [number, number] | null;
  /** Whether it stands at one of its bounds. */
  readonly atBound: boolean;
  /** Whether the data tell it. */
  readonly determined: boolean;
}

/** Curves that pass as near to the points as they can. */
export interface CurveFound {
  /** In the order of the unknowns. */
  readonly values: readonly CurveValue[];
  /** Of the values fitted together, rows. */
  readonly correlation: readonly (readonly number[])[];
  /** Measured points less values. */
  readonly degrees: number;
  /** Curves at the values, by curve and point. */
  readonly fitted: readonly (readonly number[])[];
  /** Of each curve: root of the mean square that is left, per degree of freedom. */
  readonly scatter: readonly number[];
}

/** At which a value has settled, over its range. */
const SETTLED = 1e-6;
/** A value whose interval is wider than this part of its range is told by its bounds, not by the data. */
const WIDE = 0.9;

/** @param curvesAt computed values by curve and point; undefined where there are none @param measured the same, as measured */
export function fitCurves(
  curvesAt: (values: readonly number[]) => readonly (readonly number[])[] | undefined,
  measured: readonly (readonly number[])[],
  unknowns: readonly CurveUnknown[],
): CurveFound {
  const inner = unknowns.map(({ scale, start, from, to }) => bounded(scale, start, from, to));
  const outer = (values: readonly number[]) => values.map((value, i) => inner[i].outer(value));
  const count = measured.reduce((sum, curve) => sum + curve.length, 0);
  const degrees = count - unknowns.length;
  const misfit = (sizes: readonly number[]) => (values: readonly number[]) => {
    const curves = curvesAt(outer(values));
    return measured.flatMap((curve, c) => curve.map((value, k) => ((curves?.[c]?.[k] ?? Infinity) - value) / sizes[c]));
  };
  const fitWith = (sizes: readonly number[], start: readonly number[]) =>
    smallLeastSquares(
      misfit(sizes),
      start,
      inner.map(({ size }) => size),
      SETTLED,
    );
  const leftOf = (values: readonly number[]) => {
    const fitted = curvesAt(outer(values)) ?? measured;
    return { fitted, scatter: measured.map((curve, c) => scatterOf(curve, fitted[c], degrees / count)) };
  };
  const largest = measured.map((curve) => curve.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1);
  const first = fitWith(
    largest,
    inner.map(({ start }) => start),
  );
  // One curve needs no second round; a curve that is met to rounding counts as if it scattered by a millionth.
  const sizes = measured.length === 1 ? largest : leftOf(first.values).scatter.map((left, c) => Math.max(left, 1e-6 * largest[c]));
  const found = measured.length === 1 ? first : fitWith(sizes, first.values);
  const { fitted, scatter } = leftOf(found.values);
  const variance = degrees > 0 ? found.sum / degrees : Number.NaN;
  const factor = degrees > 0 ? studentFactor(degrees) : Number.NaN;
  const { inverse } = found;
  const errorOf = (i: number) => (inverse === undefined ? Number.NaN : Math.sqrt(variance * inverse[i][i]));
  return {
    values: found.values.map((value, i) => foundValue(unknowns[i], inner[i], value, errorOf(i), factor)),
    correlation: unknowns.map((_, i) =>
      unknowns.map((__, j) => (inverse === undefined ? Number(i === j) : inverse[i][j] / Math.sqrt(inverse[i][i] * inverse[j][j]))),
    ),
    degrees,
    fitted,
    scatter,
  };
}

interface Bounded {
  readonly start: number;
  /** Of the range, in which steps of differences are counted. */
  readonly size: number;
  outer(value: number): number;
}

/** Of the range: a search does not begin at a bound, where one side tells nothing. */
const INSIDE = 0.05;

/** A value as the search sees it: its logarithm where asked, and mirrored at its bounds, so that beyond them there is no plateau. */
function bounded(scale: CurveUnknown["scale"], start: number, from: number, to: number): Bounded {
  const turned = (value: number) => (scale === "log" ? log(value) : value);
  const [low, high] = [turned(from), turned(to)];
  const range = high - low;
  return {
    start: Math.min(high - INSIDE * range, Math.max(low + INSIDE * range, turned(Math.min(to, Math.max(from, start))))),
    size: scale === "log" ? 1 : range,
    outer: (value) => {
      const along = (value - low) / range;
      const within = along - 2 * Math.floor(along / 2);
      const cut = low + range * (within > 1 ? 2 - within : within);
      return scale === "log" ? Math.min(to, Math.max(from, exp(cut))) : cut;
    },
  };
}

function foundValue(unknown: CurveUnknown, { outer, size }: Bounded, at: number, error: number, factor: number): CurveValue {
  const { from, to, scale } = unknown;
  const value = outer(at);
  const atBound = !(value > from + 1e-6 * (to - from)) || !(value < to - 1e-6 * (to - from));
  if (!Number.isFinite(error)) return { value, standardError: null, interval: null, atBound, determined: false };
  const half = factor * error;
  const range = scale === "log" ? log(to / from) : size;
  const place = scale === "log" ? log(value) : value;
  const interval = [place - half, place + half].map((end) => (scale === "log" ? exp(end) : end)) as [number, number];
  const determined = 2 * half < WIDE * range;
  return { value, standardError: scale === "log" ? value * error : error, interval: determined ? interval : null, atBound, determined };
}

function scatterOf(measured: readonly number[], fitted: readonly number[], part: number): number {
  const sum = measured.reduce((all, value, k) => all + (value - fitted[k]) * (value - fitted[k]), 0);
  return Math.sqrt(sum / Math.max(1, measured.length * part));
}
