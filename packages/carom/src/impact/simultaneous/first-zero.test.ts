import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../../testing/between.js";
import { firstZero } from "./first-zero.js";

/** Coefficients of the product of (1 - t / root) over the roots. */
function fromRoots(roots: readonly number[]): Float64Array {
  let series = [1];
  for (const root of roots) series = [...series, 0].map((x, k) => x - (k > 0 ? series[k - 1] / root : 0));
  return Float64Array.from(series);
}

describe("the first zero of a power series", () => {
  it("is the smallest of its roots", () => {
    fc.assert(
      fc.property(fc.array(between(0.05, 3), { minLength: 1, maxLength: 6 }), (roots) => {
        const sorted = [...roots].sort((a, b) => a - b);
        // Roots close together are not told apart in double precision.
        fc.pre(sorted.every((root, i) => i === 0 || root > 1.1 * sorted[i - 1]));
        const found = firstZero(fromRoots(roots), roots.length + 1, 1);
        if (sorted[0] > 1) expect(found).toBe(Infinity);
        else expect(Math.abs(found - sorted[0])).toBeLessThanOrEqual(1e-11 * sorted[0]);
      }),
      { numRuns: 400 },
    );
  });

  it("is found where the series dips below zero between any samples, and passed where it does not", () => {
    const dip = (depth: number) => Float64Array.of((0.37 * 0.37 - depth) / 0.2, -0.74 / 0.2, 1 / 0.2);
    expect(firstZero(dip(1e-10), 3, 1)).toBeCloseTo(0.37 - 1e-5, 9);
    expect(firstZero(dip(-1e-10), 3, 1)).toBe(Infinity);
    expect(firstZero(dip(1e-10), 3, 0.3)).toBe(Infinity);
  });

  it("is found of a straight line and not of a constant", () => {
    expect(firstZero(Float64Array.of(1, -2), 2, 1)).toBe(0.5);
    expect(firstZero(Float64Array.of(1, -2), 2, 0.4)).toBe(Infinity);
    expect(firstZero(Float64Array.of(1, 2), 2, 1)).toBe(Infinity);
    expect(firstZero(Float64Array.of(1), 1, 1)).toBe(Infinity);
  });
});
