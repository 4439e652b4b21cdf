import { describe, expect, it } from "vitest";
import { normalQuantile } from "../sampling/normal.js";
import { sobolAt, sobolDimension } from "../sampling/sobol.js";
import { randomStream, uniformAt } from "../sampling/streams.js";
import { binomialProbability, logGamma } from "./binomial.js";
import { runningMeans } from "./convergence.js";
import { density, histogram } from "./histogram.js";
import { moments } from "./moments.js";
import { nearestChanges } from "./nearest-change.js";
import { orderedSample } from "./ordered-sample.js";
import { proportion } from "./proportion.js";
import { quantile } from "./quantiles.js";
import { rankCorrelation, ranksOf } from "./rank-correlation.js";
import { sobolIndices } from "./sobol-indices.js";

const normals = (seed: number, count: number) =>
  Float64Array.from({ length: count }, (_, i) => normalQuantile(uniformAt(randomStream(seed, "normals"), i)));

describe("counts", () => {
  it("the binomial distribution is the sum of its terms", () => {
    const [n, p] = [30, 0.3];
    let [term, sum] = [(1 - p) ** n, 0];
    for (let k = 0; k <= n; k++) {
      sum += term;
      expect(binomialProbability(k, n, p)).toBeCloseTo(sum, 12);
      term *= ((n - k) / (k + 1)) * (p / (1 - p));
    }
    expect(logGamma(0.5)).toBeCloseTo(0.5 * Math.log(Math.PI), 13);
    expect(logGamma(171)).toBeCloseTo(706.573062245787, 9);
  });

  it("Clopper and Pearson's interval: 0 of n ends where 0.025 = (1 - p)^n, and 8 of 20 where the tables have it", () => {
    expect(proportion(0, 50).interval[1]).toBeCloseTo(1 - 0.025 ** (1 / 50), 12);
    // Newcombe, Statistics in Medicine 17 (1998) 857, table I.
    const [low, high] = proportion(81, 263).interval;
    expect(low).toBeCloseTo(0.2527, 4);
    expect(high).toBeCloseTo(0.3676, 4);
    expect(proportion(3, 3).interval[1]).toBe(1);
  });
});

it.each([
  ["normal", (i: number) => normalQuantile(uniformAt(randomStream(3, "normals"), i))],
  ["few values, many times", (i: number) => (i * 7) % 11],
  ["one far away", (i: number) => (i === 17 ? 1e300 : i % 1000)],
  ["with infinite ones and zeros of both signs", (i: number) => [Number.POSITIVE_INFINITY, -0, 0, -1, Number.NEGATIVE_INFINITY][i % 5]!],
] as const)("places in order are those of a full sort: %s", (_, value) => {
  const values = Float64Array.from({ length: 5000 }, (_, i) => value(i));
  const sample = orderedSample(values);
  const sorted = values.slice().sort();
  for (const place of [4999, 0, 1, 2500, 17, 3333]) expect(sample.at(place)).toBe(sorted[place]);
});

describe("quantiles", () => {
  it.each([0.05, 0.5, 0.95])("the interval of the %d quantile covers it at least as often as it says", (part) => {
    const truth = normalQuantile(part);
    let covered = 0;
    for (let trial = 0; trial < 600; trial++) {
      const [low, high] = quantile(orderedSample(normals(trial, 60)), part).interval;
      if ((low === null || low <= truth) && (high === null || high >= truth)) covered++;
    }
    // 600 trials: 0.95 less three deviations.
    expect(covered / 600).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / 600));
  });

  it("a few values cannot tell the ends of extreme ones", () => {
    const { value, interval } = quantile(orderedSample([4, 2, 3, 1]), 0.5);
    expect(value).toBe(2.5);
    expect(interval).toEqual([null, null]);
    expect(quantile(orderedSample(Float64Array.from({ length: 1000 }, (_, i) => 999 - i)), 0.5).interval).toEqual([468, 531]);
  });
});

it("mean and spread, also about a large mean", () => {
  const { mean, deviation } = moments([1e9 + 1, 1e9 + 2, 1e9 + 3]);
  expect([mean, deviation]).toEqual([1e9 + 2, 1]);
});

it("a histogram counts every value once, and a density has the area 1 and the height of the normal one", () => {
  const sample = orderedSample(normals(1, 4000));
  const { counts } = histogram(sample);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4000);
  const { from, to, values } = density(sample, moments(sample.values).deviation)!;
  const area = (values.reduce((sum, value) => sum + value, 0) * (to - from)) / (values.length - 1);
  expect(area).toBeCloseTo(1, 2);
  expect(Math.max(...values)).toBeCloseTo(0.3989, 1);
  expect(histogram(orderedSample([3, 3]))).toEqual({ from: 3, to: 3, counts: [2] });
  expect(density(orderedSample([3, 3]), 0)).toBeUndefined();
});

describe("rank correlation", () => {
  it("is 1 along any curve that rises, shares ranks among equals, and is undefined for a constant", () => {
    expect(rankCorrelation(ranksOf([1, 2, 5, 9, 10]), ranksOf([1, 8, 125, 729, 1000]))?.value).toBe(1);
    expect([...ranksOf([3, 1, 3, 2])]).toEqual([3.5, 1, 3.5, 2]);
    expect(rankCorrelation(ranksOf([1, 2, 3, 4]), ranksOf([5, 5, 5, 5]))).toBeUndefined();
  });

  it("of a published sample: intelligence and hours of television, -29/165", () => {
    const hours = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17];
    const quotient = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110];
    expect(rankCorrelation(ranksOf(quotient), ranksOf(hours))?.value).toBeCloseTo(-29 / 165, 14);
  });

  it("its interval covers that of a normal pair: (6/pi) asin(r/2)", () => {
    const truth = (6 / Math.PI) * Math.asin(0.3);
    let covered = 0;
    for (let trial = 0; trial < 200; trial++) {
      const [x, e] = [normals(2 * trial, 50), normals(2 * trial + 1, 50)];
      const found = rankCorrelation(ranksOf(x), ranksOf(x.map((value, i) => 0.6 * value + 0.8 * e[i])))!;
      if (found.interval[0] <= truth && truth <= found.interval[1]) covered++;
    }
    expect(covered / 200).toBeGreaterThan(0.9);
  });
});

/** sin x + 7 sin^2 y + 0.1 z^4 sin x over (-pi, pi)^3. */
describe("Sobol indices of the Ishigami function", () => {
  const pi4 = Math.PI ** 4;
  const [v1, v2, v13] = [0.5 * (1 + 0.1 * (pi4 / 5)) ** 2, 49 / 8, 0.01 * pi4 * pi4 * (1 / 18 - 1 / 50)];
  const variance = v1 + v2 + v13;
  const exact = { first: [v1, v2, 0], total: [v1 + v13, v2, v13] };
  const count = 2048;
  const columns = Array.from({ length: 6 }, (_, k) => {
    const dimension = sobolDimension(k, 4, `${k}`);
    return Float64Array.from({ length: count }, (_, i) => Math.PI * (2 * sobolAt(dimension, i) - 1));
  });
  const evaluate = (which: readonly number[]) =>
    Float64Array.from({ length: count }, (_, i) => {
      const [x, y, z] = which.map((k) => columns[k][i]) as [number, number, number];
      return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
    });
  const found = sobolIndices(
    evaluate([0, 1, 2]),
    evaluate([3, 4, 5]),
    [
      [3, 1, 2],
      [0, 4, 2],
      [0, 1, 5],
    ].map(evaluate),
    9,
  )!;

  it.each([0, 1, 2])("entry %i: the closed form is within the intervals and within 0.03", (k) => {
    const { first, firstInterval, total, totalInterval } = found[k];
    const [s, t] = [exact.first[k] / variance, exact.total[k] / variance];
    expect(Math.abs(first - s)).toBeLessThan(0.03);
    expect(Math.abs(total - t)).toBeLessThan(0.03);
    expect(firstInterval[0] <= s && s <= firstInterval[1]).toBe(true);
    expect(totalInterval[0] <= t && t <= totalInterval[1]).toBe(true);
  });
});

it("running means end with the mean of all, and their errors fall", () => {
  const values = normals(3, 1000);
  const rows = runningMeans(values);
  expect(rows.at(-1)?.runs).toBe(1000);
  expect(rows.at(-1)?.mean).toBeCloseTo(moments(values).mean, 13);
  expect(rows[0].error).toBeGreaterThan(rows.at(-1)!.error);
});

it("finds the runs on both sides of a boundary", () => {
  const x = Float64Array.from({ length: 50 }, (_, i) => (i + 0.5) / 50);
  const [first] = nearestChanges(
    [x],
    x.map((value) => (value < 0.4 ? 0 : 1)),
  );
  expect(first?.runs).toEqual([19, 20]);
  expect(first?.distance).toBeCloseTo(0.02, 12);
});

it("the runs nearest to a change are those that a look at all pairs finds", () => {
  const points = [0, 1, 2].map((k) =>
    Float64Array.from({ length: 400 }, (_, i) => Math.round(50 * uniformAt(randomStream(5, `p${k}`), i)) / 50),
  );
  const ends = Int32Array.from({ length: 400 }, (_, i) => (i % 17 === 0 ? -1 : points[0]![i]! + points[1]![i]! > 1 ? 1 : 0));
  const distance = (a: number, b: number) => Math.hypot(...points.map((column) => column[a]! - column[b]!));
  let least = Number.POSITIVE_INFINITY;
  for (let a = 0; a < 400; a++)
    for (let b = 0; b < a; b++) if (ends[a]! >= 0 && ends[b]! >= 0 && ends[a] !== ends[b]) least = Math.min(least, distance(a, b));
  const found = nearestChanges(points, ends);
  expect(found).toHaveLength(10);
  expect(found[0]!.distance).toBeCloseTo(least, 14);
  for (const {
    runs: [a, b],
    distance: told,
  } of found) {
    expect(told).toBeCloseTo(distance(a, b), 14);
    expect([ends[a], ends[b]].sort()).toEqual([0, 1]);
    // One of the two has no nearer neighbour of the other sort.
    const nearest = (run: number) =>
      Math.min(...[...ends.keys()].filter((i) => ends[i]! >= 0 && ends[i] !== ends[run]).map((i) => distance(run, i)));
    expect(Math.min(Math.abs(nearest(a) - told), Math.abs(nearest(b) - told))).toBeLessThan(1e-14);
  }
});
