/**
 * How the values of a sample are spread: counts in equal bins, and a smooth density.
 *
 * Bins are 2 (quartile range) / n^(1/3) wide (Freedman and Diaconis, 1981). The density is the mean of normal curves of the width
 * 0.9 min(s, quartile range / 1.34) n^(-1/5) about each value (Silverman, Density estimation, 1986, eq. 3.31), taken over fine bins.
 */
import { cbrt, exp } from "../../math/elementary.js";
import type { OrderedSample } from "./ordered-sample.js";

/** Counts in bins of equal width. */
export interface Histogram {
  /** Where the first bin begins. */
  readonly from: number;
  /** Where the last bin ends. */
  readonly to: number;
  /** One for each bin. */
  readonly counts: readonly number[];
}

/** A smooth density, at equal steps. */
export interface Density {
  /** Place of the first value. */
  readonly from: number;
  /** Place of the last value. */
  readonly to: number;
  /** One over the unit of the values. */
  readonly values: readonly number[];
}

const FEWEST_BINS = 5;
const MOST_BINS = 60;
const DENSITY_POINTS = 81;
const FINE_BINS = 400;
/** Beyond so many widths a normal curve is nothing. */
const REACH = 6;

/** @param sample at least one value */
export function histogram(sample: OrderedSample): Histogram {
  const count = sample.values.length;
  const [from, to] = [sample.at(0), sample.at(count - 1)];
  if (!(to > from)) return { from, to, counts: [count] };
  const width = (2 * quartileRange(sample)) / cbrt(count);
  const wanted = width > 0 ? Math.ceil((to - from) / width) : MOST_BINS;
  return { from, to, counts: binned(sample.values, from, to, Math.min(MOST_BINS, Math.max(FEWEST_BINS, wanted))) };
}

function binned(values: ArrayLike<number>, from: number, to: number, bins: number): number[] {
  const counts = new Uint32Array(bins);
  countInBins(values, from, bins / (to - from), counts);
  return Array.from(counts);
}

function countInBins(values: ArrayLike<number>, from: number, scale: number, counts: Uint32Array): void {
  const last = counts.length - 1;
  for (let i = 0; i < values.length; i++) counts[Math.min(last, Math.floor((values[i] - from) * scale))]++;
}

function quartileRange({ values, at }: OrderedSample): number {
  const valueAt = (part: number) => at(Math.floor(part * (values.length - 1)));
  return valueAt(0.75) - valueAt(0.25);
}

/** Undefined where all values are the same. */
export function density(sample: OrderedSample, deviation: number): Density | undefined {
  const count = sample.values.length;
  const [least, most] = [sample.at(0), sample.at(count - 1)];
  const range = quartileRange(sample) / 1.34;
  const spread = range > 0 ? Math.min(deviation, range) : deviation;
  const width = (0.9 * spread) / fifthRoot(count);
  if (!(most > least && width > 0)) return undefined;
  const [from, to] = [least - 3 * width, most + 3 * width];
  const bins = binned(sample.values, from, to, FINE_BINS);
  const step = (to - from) / FINE_BINS;
  const values = Array.from({ length: DENSITY_POINTS }, (_, k) => {
    const at = from + ((to - from) * k) / (DENSITY_POINTS - 1);
    let sum = 0;
    for (let bin = 0; bin < FINE_BINS; bin++) {
      if (bins[bin] === 0) continue;
      const off = (from + (bin + 0.5) * step - at) / width;
      if (Math.abs(off) < REACH) sum += bins[bin] * exp(-0.5 * off * off);
    }
    return sum / (count * width * Math.sqrt(2 * Math.PI));
  });
  return { from, to, values };
}

function fifthRoot(count: number): number {
  let root = 1;
  for (let i = 0; i < 60; i++) root = (4 * root + count / (root * root * root * root)) / 5;
  return root;
}
