import { describe, expect, it } from "vitest";
import { crossing, evaluate, evaluateSlope, firstRise, keepsSign, reach, seriesRows } from "./power-series.js";

function rowOf(...coefficients: number[]): Float64Array {
  const row = seriesRows(1)();
  row.set(coefficients);
  return row;
}

describe("a power series", () => {
  it("has the value and slope of its polynomial", () => {
    const row = rowOf(1, -2, 0, 4);
    expect(evaluate(row, 0.5, 3)).toBe(1 - 1 + 0.5);
    expect(evaluateSlope(row, 0.5, 3)).toBe(-2 + 3);
  });

  it("reaches as far as its last term allows", () => {
    expect(reach(1e-4, 4, 1e-16)).toBeCloseTo(1e-3, 15);
    expect(reach(0, 4, 1e-16)).toBe(Number.POSITIVE_INFINITY);
  });

  it("keeps its sign if its other terms cannot reach the first", () => {
    expect(keepsSign(rowOf(1, -0.4, -0.5), 1, 2)).toBe(true);
    expect(keepsSign(rowOf(1, -0.5, -0.6), 1, 2)).toBe(false);
  });
});

describe("its first rise to zero", () => {
  it("is where it crosses", () => {
    expect(firstRise(rowOf(-1, 0, 4), 1, 0, 1, 2)).toBeCloseTo(0.5, 15);
    expect(firstRise(rowOf(1, 0, -4), -1, 0, 1, 2)).toBeCloseTo(0.5, 15);
    expect(crossing(rowOf(0, 1), 0, 1, 1)).toBe(0);
  });

  it("is found where it crosses twice between the points", () => {
    // -(x - 0.4)(x - 0.6)
    expect(firstRise(rowOf(-0.24, 1, -1), 1, 0, 1, 2)).toBeCloseTo(0.4, 14);
    // Just below zero at its top.
    expect(firstRise(rowOf(-0.26, 1, -1), 1, 0, 1, 2)).toBe(Number.POSITIVE_INFINITY);
  });

  it("is not its start if it falls from there", () => {
    // x (x - 0.5)
    expect(firstRise(rowOf(0, -0.5, 1), 1, 0, 1, 2)).toBeCloseTo(0.5, 15);
    expect(firstRise(rowOf(0, 0.5, 1), 1, 0, 1, 2)).toBe(0);
    // x (x - 0.3)(0.8 - x): rises again at 0.3, and is down at 1.
    expect(firstRise(rowOf(0, -0.24, 1.1, -1), 1, 0, 0.7, 3)).toBeCloseTo(0.3, 14);
  });
});
