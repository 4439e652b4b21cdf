import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorInUlps, references } from "./elementary/reference.testing.js";
import * as elementary from "./elementary.js";

type NumberFunction = (...x: number[]) => number;
const functions = elementary as unknown as Record<string, NumberFunction>;
const engine = Math as unknown as Record<string, NumberFunction>;

/** Numbers of every size between two powers of two: the exponent is uniform. */
const sized = (from: number, to: number) =>
  fc
    .tuple(fc.double({ min: from, max: to, noNaN: true }), fc.double({ min: 1, max: 2, noNaN: true }))
    .map(([power, m]) => 2 ** power * (m / 1.5));
const signed = (sizes: fc.Arbitrary<number>) => fc.tuple(fc.boolean(), sizes).map(([negative, size]) => (negative ? -size : size));
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const alone = (...choices: fc.Arbitrary<number>[]) => fc.tuple(fc.oneof(...choices));
const nearOne = sized(-52, -0.6).map((gap) => 1 - gap);

const angles = alone(between(-10, 10), signed(sized(-1070, 20)), signed(sized(20, 50)), signed(sized(50, 1023)));
const sines = alone(between(-1, 1), signed(sized(-1070, -1)), signed(nearOne));
const hyperbolics = alone(between(-2, 2), between(-710.47, 710.47), signed(sized(-1070, 8)));
const anyPair = (spread: number) =>
  fc
    .tuple(between(-1060, 1010), between(-spread, spread), between(0.5, 1), between(0.5, 1), fc.boolean(), fc.boolean())
    .map(([power, apart, y, x, down, left]) => [
      (down ? -y : y) * 2 ** power,
      (left ? -x : x) * 2 ** Math.max(-1070, Math.min(1020, power + apart)),
    ]);
/** A base and an exponent whose power is anywhere in the range of doubles. */
const powerWithin = (base: fc.Arbitrary<number>) =>
  fc
    .tuple(base, between(-744, 709))
    .filter(([x]) => x !== 1)
    .map(([x, logarithm]) => [x, logarithm / Math.log(x)]);

/** The largest error allowed, in units of the last place, and where to look for it. */
const claims: [string, number, fc.Arbitrary<number[]>][] = [
  ["exp", 0.96, alone(between(-2, 2), between(-745, 709.78), signed(sized(-1070, 9)))],
  ["expm1", 0.6, alone(between(-2, 2), between(-60, 709.78), signed(sized(-1070, 5)))],
  ["log", 0.9, alone(between(0.4, 2.5), nearOne, sized(-1073, 1023))],
  [
    "log1p",
    0.6,
    alone(
      between(-0.999, 2),
      signed(sized(-1070, -1)),
      sized(-1, 1023),
      nearOne.map((x) => -x),
    ),
  ],
  [
    "pow",
    0.8,
    fc.oneof(
      fc.tuple(between(1e-3, 30), between(-30, 30)),
      powerWithin(nearOne),
      powerWithin(sized(-1073, 1023)),
      powerWithin(sized(0, 4)),
    ),
  ],
  ["sin", 0.85, angles],
  ["cos", 0.85, angles],
  ["tan", 0.85, angles],
  ["asin", 0.6, sines],
  ["acos", 0.6, sines],
  ["atan", 0.6, alone(between(-3, 3), signed(sized(-1070, 1023)))],
  ["atan2", 0.6, fc.oneof(fc.tuple(between(-1, 1), between(-1, 1)), anyPair(4), anyPair(70))],
  ["sinh", 0.6, hyperbolics],
  ["cosh", 0.6, hyperbolics],
  ["tanh", 0.6, hyperbolics],
  ["cbrt", 0.6, alone(between(-8, 8), signed(sized(-1074, 1023)))],
  ["hypot", 0.8, fc.oneof(fc.tuple(between(-1, 1), between(-1, 1)), fc.tuple(between(-1, 1), between(-1, 1), between(-1, 1)), anyPair(30))],
];

describe("accuracy against whole-number arithmetic", () => {
  it.each(claims)("%s is within %d ulp", (name, bound, inputs) => {
    const property = fc.property(inputs, (x) => {
      fc.pre(Number.isFinite(engine[name](...x)) && x.every((each) => each !== 0));
      const actual = functions[name](...x);
      expect(actual).toSatisfy(Number.isFinite);
      expect(errorInUlps(actual, references[name], ...x)).toBeLessThan(bound);
    });
    fc.assert(property, { numRuns: 3000, seed: 20240601 });
  });

  it("sees an error of one unit in the last place", () => {
    const here = errorInUlps(Math.E, references.exp, 1);
    const next = errorInUlps(Math.E + 2 ** -51, references.exp, 1);
    expect(here).toBeLessThan(0.5);
    expect(here + next).toBeCloseTo(1, 5);
  });

  it("reduces the double closest to a multiple of pi/2 (Kahan's example)", () => {
    const x = 6381956970095103 * 2 ** 797;
    expect(Math.abs(elementary.cos(x))).toBeLessThan(2 ** -60);
    for (const name of ["sin", "cos", "tan"]) expect(errorInUlps(functions[name](x), references[name], x)).toBeLessThan(0.8);
  });

  it.each(["sin", "cos", "tan"])("%s holds at the doubles around multiples of pi/2", (name) => {
    for (let n = 1; n < 4e6; n = Math.ceil(1.3 * n)) {
      const x = n * (Math.PI / 2);
      expect(errorInUlps(functions[name](x), references[name], x)).toBeLessThan(0.8);
    }
  });
});

describe("special values, as ECMAScript says", () => {
  const special = [
    NaN,
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    -2,
    3,
    -3,
    Infinity,
    -Infinity,
    5e-324,
    -5e-324,
    Number.MAX_VALUE,
    -Number.MAX_VALUE,
    2 ** 53,
    710,
    -746,
  ];
  const pairs = special.flatMap((first) => special.map((second) => [first, second]));
  const isExact = (x: number) => Number.isNaN(x) || x === 0 || Math.abs(x) === Infinity;

  it.each(claims)("%s", (name) => {
    for (const x of ["pow", "atan2", "hypot"].includes(name) ? pairs : special.map((each) => [each])) {
      const expected = engine[name](...x);
      const actual = functions[name](...x);
      if (isExact(expected) || isExact(actual)) expect([x, actual]).toEqual([x, expected]);
      else expect(Math.abs(actual / expected - 1)).toBeLessThan(1e-15);
    }
  });

  it("hypot takes three, and an infinite one wins over NaN", () => {
    expect(elementary.hypot(NaN, 1, -Infinity)).toBe(Infinity);
    expect(elementary.hypot(1, 2, NaN)).toBeNaN();
    expect(elementary.hypot(-0, 0, -0)).toBe(0);
    expect(elementary.hypot(2e307, 3e307, 6e307)).toBeCloseTo(7e307, -295);
    expect(elementary.hypot(Number.MAX_VALUE, Number.MAX_VALUE)).toBe(Infinity);
  });
});

describe("identities that hold to the bit", () => {
  it.each(["sin", "tan", "asin", "atan", "sinh", "tanh", "cbrt"])("%s is odd", (name) => {
    fc.assert(fc.property(fc.double({ noNaN: true }), (x) => Object.is(functions[name](-x), -functions[name](x))));
  });

  it.each(["cos", "cosh"])("%s is even", (name) => {
    fc.assert(fc.property(fc.double({ noNaN: true }), (x) => Object.is(functions[name](-x), functions[name](x))));
  });

  it("results that are doubles come out exactly", () => {
    expect(elementary.exp(0)).toBe(1);
    expect(elementary.log(1)).toBe(0);
    for (let n = 1; n <= 200; n++) {
      expect(elementary.cbrt(n * n * n)).toBe(n);
      expect(elementary.pow(n, 2)).toBe(n * n);
      expect(elementary.pow(n, 3)).toBe(n * n * n);
      expect(elementary.pow(n * n, 0.5)).toBe(n);
      expect(elementary.hypot(3 * n, 4 * n)).toBe(5 * n);
      expect(elementary.hypot(2 * n, 3 * n, 6 * n)).toBe(7 * n);
    }
    for (let n = -1074; n <= 1023; n++) expect(elementary.pow(2, n)).toBe(2 ** n);
  });
});
