/**
 * Clicks in a sound, and the chain of bounces among them.
 *
 * Two one-pole high-passes at 600 Hz take hum and voices away. A click is where the power of the last 0.8 ms rises above 16 times the
 * background (the median over +-0.4 s) and above 4 times what it was 4 to 8 ms before, which ringing and echoes are not; then nothing for
 * 12 ms. Its onset is the first sample of that window above 0.3 of its peak.
 *
 * The chain: two intervals of early clicks propose the first interval T and the restitution e; each next bounce is looked for e T later,
 * within 4 ms; e is fitted anew to all so far; it ends where intervals get shorter than 12 ms. The longest chain wins.
 */
import { InvalidInputError } from "../../errors.js";
import { exp } from "../../math/elementary.js";
import type { Sound } from "./wav.js";

const HIGH_PASS = 600;
const WINDOW = 0.0008;
const BACKGROUND = 0.4;
const OVER_BACKGROUND = 16;
const OVER_BEFORE = 4;
const BEFORE: readonly [number, number] = [0.004, 0.008];
const DEAD = 0.012;
const ONSET = 0.3;
/** Powers of the background are looked at so often, s, and their median is taken so often, s. */
const POWER_EVERY = 0.0008;
const MEDIAN_EVERY = 0.05;

const NEAR = 0.004;
const SHORTEST = 0.012;
/** Clicks among which chains begin. */
const EARLY = 12;

/** Onsets of clicks, s from the first sample. */
export function clicksIn({ rate, samples }: Sound): number[] {
  const y = highPassed(highPassed(samples, rate), rate);
  const power = powers(y, Math.max(1, Math.round(WINDOW * rate)));
  const floorAt = backgroundOf(power, rate);
  const window = Math.max(1, Math.round(WINDOW * rate));
  const [near, far] = BEFORE.map((time) => Math.round(time * rate));
  const clicks: number[] = [];
  const sums = new Float64Array(power.length + 1);
  for (let i = 0; i < power.length; i++) sums[i + 1] = sums[i] + power[i];
  for (let i = 0; i < power.length; i++) {
    if (!(power[i] > OVER_BACKGROUND * floorAt(i))) continue;
    const to = Math.max(0, i - near);
    const from = Math.max(0, i - far);
    const before = to > from ? (sums[to] - sums[from]) / (to - from) : 0;
    if (!(power[i] > OVER_BEFORE * before)) continue;
    clicks.push(onset(y, i, window) / rate);
    i += Math.round(DEAD * rate);
  }
  return clicks;
}

function highPassed(x: Float64Array, rate: number): Float64Array {
  const keep = exp((-2 * Math.PI * HIGH_PASS) / rate);
  const y = new Float64Array(x.length);
  for (let i = 1; i < x.length; i++) y[i] = keep * (y[i - 1] + x[i] - x[i - 1]);
  return y;
}

/** Mean square of the last `window` samples. */
function powers(y: Float64Array, window: number): Float64Array {
  const sums = new Float64Array(y.length + 1);
  for (let i = 0; i < y.length; i++) sums[i + 1] = sums[i] + y[i] * y[i];
  return Float64Array.from(y, (_, i) => (sums[i + 1] - sums[Math.max(0, i + 1 - window)]) / Math.min(window, i + 1));
}

function backgroundOf(power: Float64Array, rate: number): (sample: number) => number {
  const every = Math.max(1, Math.round(POWER_EVERY * rate));
  const block = Math.max(every, Math.round(MEDIAN_EVERY * rate));
  const reach = Math.round(BACKGROUND * rate);
  const medians: number[] = [];
  for (let middle = 0; middle < power.length + block; middle += block) {
    const values: number[] = [];
    for (let i = Math.max(0, middle - reach); i < Math.min(power.length, middle + reach); i += every) values.push(power[i]);
    values.sort((a, b) => a - b);
    medians.push(values.length === 0 ? 0 : values[values.length >> 1]);
  }
  return (sample) => medians[Math.round(sample / block)];
}

function onset(y: Float64Array, at: number, window: number): number {
  const from = Math.max(0, at - window + 1);
  const to = Math.min(y.length, at + window);
  let peak = 0;
  for (let i = from; i < to; i++) peak = Math.max(peak, Math.abs(y[i]));
  for (let i = from; i < to; i++) if (Math.abs(y[i]) > ONSET * peak) return i;
  return at;
}

/** The bounces among clicks, s; throws InvalidInputError at `path` where no three follow each other. */
export function chainOfBounces(clicks: readonly number[], path = "bounces.file"): number[] {
  let best: number[] = [];
  const early = Math.min(clicks.length, EARLY);
  for (let i = 0; i < early; i++)
    for (let j = i + 1; j < early; j++)
      for (let k = j + 1; k < early; k++) {
        const e = (clicks[k] - clicks[j]) / (clicks[j] - clicks[i]);
        if (!(e > 0.1 && e < 1)) continue;
        const chain = followed(clicks, [i, j, k]);
        if (chain.length > best.length) best = chain;
      }
  if (best.length < 3)
    throw new InvalidInputError(
      path,
      `${clicks.length} clicks`,
      "hold no three that could be bounces of one ball, each interval shorter than the one before",
    );
  return best;
}

function followed(clicks: readonly number[], begin: readonly number[]): number[] {
  const chain = begin.map((place) => clicks[place]);
  let place = begin[2];
  for (;;) {
    const n = chain.length;
    const interval = chain[n - 1] - chain[n - 2];
    // All so far: e = (t_n - t_1) / (t_(n-1) - t_0) of a geometric sequence.
    const e = (chain[n - 1] - chain[1]) / (chain[n - 2] - chain[0]);
    if (e * interval < SHORTEST) return chain;
    const expected = chain[n - 1] + e * interval;
    let nearest = -1;
    for (let i = place + 1; i < clicks.length && clicks[i] < expected + NEAR; i++)
      if (Math.abs(clicks[i] - expected) < NEAR && (nearest < 0 || Math.abs(clicks[i] - expected) < Math.abs(clicks[nearest] - expected)))
        nearest = i;
    if (nearest < 0) return chain;
    chain.push(clicks[nearest]);
    place = nearest;
  }
}
