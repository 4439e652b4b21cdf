import { describe, expect, it } from "vitest";
import { rotate } from "../../math/quaternion.js";
import { directionAbout, directionFrom, orientationFrom, orientationWithin } from "./directions.js";
import { type Distribution, momentsOf, quantileOf } from "./distributions.js";
import { normalProbability, normalQuantile } from "./normal.js";
import { permuted } from "./permutation.js";
import { MOST_SOBOL_DIMENSIONS, sobolAt, sobolDimension, sobolFrom } from "./sobol.js";
import { randomStream, uniformAt, wordsAt } from "./streams.js";

const hex = (words: Uint32Array) => [...words].map((word) => word.toString(16).padStart(8, "0")).join(" ");

describe("streams", () => {
  it("are Threefry-2x32 with 20 rounds: known answers of its authors (Random123, kat_vectors)", () => {
    expect(hex(wordsAt({ key0: 0, key1: 0 }, 0))).toBe("6b200159 99ba4efe");
    // Counter 243f6a88 85a308d3: the second word is that of the draw and of the place's high part.
    const place = 0x08d3 * 2 ** 32 + 0x243f6a88;
    expect(hex(wordsAt({ key0: 0x13198a2e, key1: 0x03707344 }, place, 0x85a3))).toBe("c4923a9c 483df7a0");
  });

  it("have uniform numbers, and other streams other ones", () => {
    const draw = (name: string) => Array.from({ length: 4000 }, (_, i) => uniformAt(randomStream(7, name), i));
    const [a, b] = [draw("a"), draw("b")];
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean(a) - 0.5)).toBeLessThan(4 / Math.sqrt(12 * 4000));
    expect(Math.abs(mean(a.map((value, i) => (value - 0.5) * (b[i] - 0.5))))).toBeLessThan(4 / (12 * Math.sqrt(4000)));
    expect(Math.abs(mean(a.slice(1).map((value, i) => (value - 0.5) * (a[i] - 0.5))))).toBeLessThan(4 / (12 * Math.sqrt(4000)));
    expect(draw("a")).toEqual(a);
  });

  it("reach beyond 2^32 places", () => {
    const stream = randomStream(2 ** 40 + 3, "x");
    expect(uniformAt(stream, 5)).not.toBe(uniformAt(stream, 5 + 2 ** 32));
    expect(uniformAt(randomStream(3, "x"), 5)).not.toBe(uniformAt(stream, 5));
  });
});

it.each([1, 2, 7, 64, 1000])("a random order of %i has every place once", (count) => {
  const order = Array.from({ length: count }, (_, i) => permuted(randomStream(1, "order"), i, count));
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => i));
  if (count > 60) expect(order).not.toEqual([...order].sort((a, b) => a - b));
});

describe("Sobol points", () => {
  const points = (dimension: number, count: number) => {
    const sobol = sobolDimension(dimension, 11, `d${dimension}`);
    return Array.from({ length: count }, (_, i) => sobolAt(sobol, i));
  };

  it("lie one in each of 2^m equal parts, in every dimension and after every power of two", () => {
    for (let dimension = 0; dimension < MOST_SOBOL_DIMENSIONS; dimension++)
      for (const start of [0, 256, 512]) {
        const sobol = sobolDimension(dimension, 3, String(dimension));
        const parts = Array.from({ length: 256 }, (_, i) => Math.floor(256 * sobolAt(sobol, start + i)));
        expect(new Set(parts).size).toBe(256);
      }
  });

  it("lie one in each box of 2^-a by 2^-b in the first two dimensions, a (0,2)-sequence", () => {
    const [x, y] = [points(0, 256), points(1, 256)];
    for (let a = 0; a <= 8; a++) {
      const boxes = x.map((u, i) => `${Math.floor(2 ** a * u)} ${Math.floor(2 ** (8 - a) * y[i])}`);
      expect(new Set(boxes).size).toBe(256);
    }
  });

  it("integrate a smooth function far better than chance does", () => {
    const columns = [0, 1, 2, 3, 4].map((dimension) => points(dimension, 4096));
    const mean =
      columns[0].reduce((sum, _, i) => sum + columns.reduce((product, column) => product * (1 + 0.5 * (column[i] - 0.5)), 1), 0) / 4096;
    // By chance the error would be about 0.005.
    expect(Math.abs(mean - 1)).toBeLessThan(2e-4);
  });
});

describe("distributions", () => {
  it("the normal one agrees with tabulated values (Abramowitz and Stegun, table 26.1), and its inverse with it", () => {
    expect(normalProbability(1)).toBeCloseTo(0.841344746068543, 14);
    expect(normalProbability(-3)).toBeCloseTo(0.00134989803163009, 15);
    expect(normalProbability(-6) / 9.86587645037698e-10).toBeCloseTo(1, 12);
    for (const p of [1e-300, 1e-20, 1e-6, 0.01, 0.07, 0.3, 0.5, 0.9, 0.99, 1 - 1e-9])
      expect(normalProbability(normalQuantile(p)) / p).toBeCloseTo(1, 11);
  });

  it.each<[Distribution, number, number]>([
    [{ type: "uniform", from: 2, to: 5 }, 3.5, 0.75],
    [{ type: "normal", mean: -1, deviation: 0.5 }, -1, 0.25],
    // Mean exp(s^2 / 2), variance (exp(s^2) - 1) exp(s^2) times the median squared.
    [{ type: "log-normal", median: 2, deviation: 0.4 }, 2.1665741353, 0.8144675734],
    // (b - a) / ln(b / a), and (b^2 - a^2) / (2 ln(b / a)) less its square.
    [{ type: "log-uniform", from: 1, to: 10 }, 3.9086503371, 6.2200293963],
    // Standard normal above 1: mean phi(1) / (1 - P(1)) = 1.525135276, variance 1 + mean - mean^2.
    [{ type: "truncated-normal", mean: 0, deviation: 1, from: 1, to: 40 }, 1.5251352762, 0.1990977],
    [{ type: "values", values: [1, 2, 6] }, 3, 14 / 3],
  ])("%o has its mean and variance", (distribution, mean, variance) => {
    const count = 50_000;
    let [sum, squares] = [0, 0];
    for (let i = 0; i < count; i++) {
      const value = quantileOf(distribution, (i + 0.5) / count);
      sum += value;
      squares += value * value;
    }
    expect(sum / count).toBeCloseTo(mean, 3);
    expect(squares / count - (sum / count) ** 2).toBeCloseTo(variance, 2);
    const told = momentsOf(distribution);
    expect([told.mean - mean, told.variance - variance].every((off) => Math.abs(off) < 1e-7)).toBe(true);
  });
});

describe("directions and orientations", () => {
  const count = 20_000;
  const draw = (i: number, k: number) => uniformAt(randomStream(5, `u${k}`), i);

  it("directions are uniform: mean 0, second moments 1/3, fourth 1/5", () => {
    const sums = new Float64Array(5);
    for (let i = 0; i < count; i++) {
      const [x, y, z] = directionFrom(draw(i, 0), draw(i, 1));
      for (const [k, value] of [x, z, x * x, x * y, z ** 4].entries()) sums[k] += value / count;
    }
    for (const [k, expected] of [0, 0, 1 / 3, 0, 1 / 5].entries()) expect(Math.abs(sums[k] - expected)).toBeLessThan(0.02);
  });

  it("a cone holds its directions, with the mean height of a cap", () => {
    let height = 0;
    for (let i = 0; i < 2000; i++) {
      const [x] = directionAbout([1, 0, 0], draw(i, 0), draw(i, 1), 0.3);
      expect(x).toBeGreaterThanOrEqual(Math.cos(0.3) - 1e-12);
      height += x / 2000;
    }
    expect(height).toBeCloseTo((1 + Math.cos(0.3)) / 2, 3);
  });

  it("orientations are uniform: turned axes have the moments of directions, quaternions E[q_i q_j] = 1/4", () => {
    const sums = new Float64Array(6);
    for (let i = 0; i < count; i++) {
      const q = orientationFrom(draw(i, 0), draw(i, 1), draw(i, 2));
      expect(Math.abs(q[0] ** 2 + q[1] ** 2 + q[2] ** 2 + q[3] ** 2 - 1)).toBeLessThan(1e-14);
      const turned = rotate(q, [1, 0, 0]);
      for (const [k, value] of [turned[0], turned[2] ** 2, turned[1] ** 4, q[3] ** 2, q[0] ** 2, q[0] * q[3]].entries())
        sums[k] += value / count;
    }
    for (const [k, expected] of [0, 1 / 3, 1 / 5, 1 / 4, 1 / 4, 0].entries()) expect(Math.abs(sums[k] - expected)).toBeLessThan(0.02);
  });

  it("orientations in a cone lean from the given one by less than its half-angle, about any vertical turn", () => {
    const about = orientationFrom(0.3, 0.2, 0.9);
    const inverse = (q: readonly [number, number, number, number]) => [-q[0], -q[1], -q[2], q[3]] as const;
    const down = rotate(inverse(about), [0, 0, -1]);
    for (let i = 0; i < 500; i++) {
      const q = orientationWithin(about, draw(i, 0), draw(i, 1), draw(i, 2), 0.4);
      const own = rotate(inverse(q), [0, 0, -1]);
      expect(own[0] * down[0] + own[1] * down[1] + own[2] * down[2]).toBeGreaterThanOrEqual(Math.cos(0.4) - 1e-12);
    }
  });
});

it.each([0, 1, 5, 4095, 2 ** 20 - 3, 2 ** 32 - 40])(
  "points of the Sobol sequence one after the other from %d on are those by their places",
  (from) => {
    const dimension = sobolDimension(7, 3, "x");
    const out = new Float64Array(40);
    sobolFrom(dimension, from, out);
    expect([...out]).toEqual(Array.from(out, (_, i) => sobolAt(dimension, from + i)));
  },
);
