import { describe, expect, it } from "vitest";
import { exp, expm1 } from "./elementary.js";
import { scaledExponentialDifference } from "./exponential-difference.js";
import { integrate } from "./quadrature.js";

describe("divided differences of the exponential", () => {
  it.each([0, 1e-9, 0.3, 1, 1.0001, 7, 300])("of two points %f apart is expm1 over their distance", (distance) => {
    const expected = distance === 0 ? 1 : -expm1(-distance) / distance;
    expect(scaledExponentialDifference([2, 2 - distance])).toBeCloseTo(expected, 14);
  });

  it("of equal points is that derivative over its factorial", () => {
    expect(scaledExponentialDifference([5, 5, 5, 5])).toBeCloseTo(1 / 6, 15);
  });

  // e[a, a, b] is the integral of s e^(b + (a - b) s) over [0, 1].
  it.each([1e-3, 0.9, 1.1, 4, 12])("of a double point and one %f below it is an integral", (distance) => {
    const expected = integrate((s) => s * exp(distance * (s - 1)), 0, 1, 40);
    expect(scaledExponentialDifference([0, -distance, 0]) / expected).toBeCloseTo(1, 13);
  });

  it("does not depend on the order of the points and does not overflow", () => {
    const value = scaledExponentialDifference([1e4, 9e3, -1e7, 0]);
    expect(scaledExponentialDifference([0, -1e7, 9e3, 1e4])).toBe(value);
    expect(value * 1e3 * 1e4 * (1e7 + 1e4)).toBeCloseTo(1, 12);
  });
});
