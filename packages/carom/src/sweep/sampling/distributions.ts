/**
 * From a number u uniform in (0, 1) to one of a distribution: the value below which a part u of it lies.
 */
import { exp, log } from "../../math/elementary.js";
import { normalProbability, takeNormalQuantiles } from "./normal.js";

/** What one number may be drawn from. Lengths, times and so on in SI units. */
export type Distribution =
  /** Equally likely between two numbers. */
  | { readonly type: "uniform"; readonly from: number; readonly to: number }
  /** The logarithm is equally likely: as often between 1 and 10 as between 10 and 100. */
  | { readonly type: "log-uniform"; readonly from: number; readonly to: number }
  /** About the mean. */
  | { readonly type: "normal"; readonly mean: number; readonly deviation: number }
  /** Normal, given that it lies between two numbers; `mean` and `deviation` are those of the whole. */
  | { readonly type: "truncated-normal"; readonly mean: number; readonly deviation: number; readonly from: number; readonly to: number }
  /** The logarithm is normal about that of the median; `deviation` is that of the natural logarithm. */
  | { readonly type: "log-normal"; readonly median: number; readonly deviation: number }
  /** Each of these is equally likely. */
  | { readonly type: "values"; readonly values: readonly number[] };

/** The value below which the part u of a distribution lies, 0 < u < 1. */
export function quantileOf(distribution: Distribution, u: number): number {
  const one = Float64Array.of(u);
  takeQuantiles(distribution, one);
  return one[0];
}

/** Puts in the place of each u the value below which that part of the distribution lies: what does not hang on u is found once. */
export function takeQuantiles(distribution: Distribution, u: Float64Array): void {
  // A loop for each kind, in a function of its own: a call of one function or another would allocate every number that goes in or comes
  // out, and V8 compiles a loop that another kind comes to anew.
  switch (distribution.type) {
    case "uniform":
      takeUniform(distribution, u);
      break;
    case "log-uniform":
      takeLogUniform(distribution, u);
      break;
    case "normal":
      takeNormal(distribution, u);
      break;
    case "truncated-normal":
      takeTruncated(distribution, u);
      break;
    case "log-normal":
      takeLogNormal(distribution, u);
      break;
    case "values":
      takeValues(distribution.values, u);
  }
}

type Of<Type extends Distribution["type"]> = Extract<Distribution, { readonly type: Type }>;

function takeUniform({ from, to }: Of<"uniform">, u: Float64Array): void {
  for (let i = 0; i < u.length; i++) u[i] = from + (to - from) * u[i];
}

function takeLogUniform({ from, to }: Of<"log-uniform">, u: Float64Array): void {
  const factor = log(to / from);
  for (let i = 0; i < u.length; i++) u[i] = from * exp(factor * u[i]);
}

function takeNormal({ mean, deviation }: Of<"normal">, u: Float64Array): void {
  takeNormalQuantiles(u);
  for (let i = 0; i < u.length; i++) u[i] = mean + deviation * u[i];
}

function takeLogNormal({ median, deviation }: Of<"log-normal">, u: Float64Array): void {
  takeNormalQuantiles(u);
  for (let i = 0; i < u.length; i++) u[i] = median * exp(deviation * u[i]);
}

function takeValues(values: readonly number[], u: Float64Array): void {
  for (let i = 0; i < u.length; i++) u[i] = values[placeAmong(values.length, u[i])];
}

/** Which of so many equally likely places. */
export function placeAmong(count: number, u: number): number {
  return Math.min(count - 1, Math.floor(count * u));
}

type Truncated = Of<"truncated-normal">;

/** Probability that the whole normal distribution falls between the ends. */
export function massWithin({ mean, deviation, from, to }: Truncated): number {
  const [low, high] = [(from - mean) / deviation, (to - mean) / deviation];
  // In the upper tail the probabilities above are small numbers, those below all but 1.
  return low > 0 ? normalProbability(-low) - normalProbability(-high) : normalProbability(high) - normalProbability(low);
}

function takeTruncated(distribution: Truncated, u: Float64Array): void {
  const { mean, deviation, from, to } = distribution;
  const low = (from - mean) / deviation;
  const mass = massWithin(distribution);
  const below = low > 0 ? normalProbability(-low) : normalProbability(low);
  // Above the mean by the probabilities above, and turned over.
  const sign = low > 0 ? -1 : 1;
  for (let i = 0; i < u.length; i++) u[i] = below + sign * (u[i] * mass);
  takeNormalQuantiles(u);
  for (let i = 0; i < u.length; i++) u[i] = Math.min(to, Math.max(from, mean + deviation * (sign * u[i])));
}

/** Mean and variance of a distribution, in closed form. */
export function momentsOf(distribution: Distribution): { readonly mean: number; readonly variance: number } {
  switch (distribution.type) {
    case "uniform": {
      const { from, to } = distribution;
      return { mean: 0.5 * (from + to), variance: ((to - from) * (to - from)) / 12 };
    }
    case "log-uniform": {
      const { from, to } = distribution;
      const factor = log(to / from);
      const mean = (to - from) / factor;
      return { mean, variance: (to * to - from * from) / (2 * factor) - mean * mean };
    }
    case "normal":
      return { mean: distribution.mean, variance: distribution.deviation * distribution.deviation };
    case "truncated-normal":
      return truncatedMoments(distribution);
    case "log-normal": {
      const { median, deviation } = distribution;
      const growth = exp(deviation * deviation);
      return { mean: median * Math.sqrt(growth), variance: (growth - 1) * median * median * growth };
    }
    case "values": {
      const { values } = distribution;
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return { mean, variance: values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / values.length };
    }
  }
}

function truncatedMoments(distribution: Truncated): { readonly mean: number; readonly variance: number } {
  const { mean, deviation, from, to } = distribution;
  const [low, high] = [(from - mean) / deviation, (to - mean) / deviation];
  const mass = massWithin(distribution);
  const height = (z: number) => exp(-0.5 * z * z) / (Math.sqrt(2 * Math.PI) * mass);
  const shift = height(low) - height(high);
  return {
    mean: mean + deviation * shift,
    variance: deviation * deviation * (1 + low * height(low) - high * height(high) - shift * shift),
  };
}
