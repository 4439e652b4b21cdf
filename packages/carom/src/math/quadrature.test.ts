import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { gaussLegendre, integrate } from "./quadrature.js";

const near = (actual: number, expected: number, tolerance: number) =>
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(tolerance * Math.abs(expected));

describe("gaussLegendre", () => {
  it("has the closed forms for 1, 2, 3 and 5 points", () => {
    expect(gaussLegendre(1)).toEqual({ nodes: [0], weights: [2] });
    expect(gaussLegendre(2).weights).toEqual([1, 1]);
    near(gaussLegendre(2).nodes[1], 1 / Math.sqrt(3), 2e-16);
    near(gaussLegendre(3).nodes[2], Math.sqrt(3 / 5), 2e-16);
    near(gaussLegendre(3).weights[0], 5 / 9, 2e-16);
    near(gaussLegendre(3).weights[1], 8 / 9, 2e-16);
    near(gaussLegendre(5).nodes[3], Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, 3e-16);
    near(gaussLegendre(5).nodes[4], Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, 3e-16);
    near(gaussLegendre(5).weights[2], 128 / 225, 2e-16);
    near(gaussLegendre(5).weights[3], (322 + 13 * Math.sqrt(70)) / 900, 3e-16);
    near(gaussLegendre(5).weights[4], (322 - 13 * Math.sqrt(70)) / 900, 3e-16);
  });

  it.each([1, 2, 3, 4, 7, 10, 25, 64])("%d points integrate every power up to degree 2 n - 1 and not the next", (n) => {
    const { nodes, weights } = gaussLegendre(n);
    const moment = (degree: number) => nodes.reduce((sum, x, i) => sum + weights[i] * x ** degree, 0);
    for (let degree = 0; degree <= 2 * n - 1; degree++) {
      expect(Math.abs(moment(degree) - (degree % 2 === 0 ? 2 / (degree + 1) : 0))).toBeLessThan(1e-15 * 4);
    }
    if (n <= 10) expect(Math.abs(moment(2 * n) - 2 / (2 * n + 1))).toBeGreaterThan(1e-8);
  });

  it.each([8, 33, 200])("the %d nodes ascend and mirror each other, the weights are positive", (n) => {
    const { nodes, weights } = gaussLegendre(n);
    for (let i = 0; i < n; i++) {
      expect(nodes[i]).toBe(-nodes[n - 1 - i] + 0);
      expect(weights[i]).toBe(weights[n - 1 - i]);
      expect(weights[i]).toBeGreaterThan(0);
      expect(nodes[i]).toBeGreaterThan(i === 0 ? -1 : nodes[i - 1]);
    }
  });

  it("keeps full precision at the ends: the sum of w / (1 - x^2) is twice the harmonic number of n", () => {
    // Each w_i / (1 - x_i^2) weighs the end node most. The identity: integrate (1 - P_n^2) / (1 - x^2), a polynomial of degree 2 n - 2.
    for (const n of [5, 20, 100, 300]) {
      const { nodes, weights } = gaussLegendre(n);
      const sum = nodes.reduce((total, x, i) => total + weights[i] / ((1 - x) * (1 + x)), 0);
      let harmonic = 0;
      for (let k = 1; k <= n; k++) harmonic += 1 / k;
      near(sum, 2 * harmonic, 2e-13);
    }
  });

  it("gives the same rule every time, and nobody can change it", () => {
    expect(gaussLegendre(6)).toBe(gaussLegendre(6));
    expect(() => (gaussLegendre(6).nodes as number[]).fill(0)).toThrow(TypeError);
  });

  it.each([0, -1, 2.5, NaN])("refuses %d points", (n) => {
    expect(() => gaussLegendre(n)).toThrow(InvalidInputError);
  });
});

describe("integrate", () => {
  it("known integrals", () => {
    near(integrate(Math.exp, 0, 1, 10), Math.E - 1, 4e-16);
    near(integrate(Math.sin, 0, Math.PI, 12), 2, 1e-15);
    near(
      integrate((x) => 1 / (1 + x * x), -1, 1, 30),
      Math.PI / 2,
      1e-15,
    );
    near(
      integrate((x) => 1 / x, 1, 2, 14),
      Math.LN2,
      1e-15,
    );
  });

  it("changes sign with the direction", () => {
    expect(integrate(Math.exp, 1, 0, 8)).toBe(-integrate(Math.exp, 0, 1, 8));
  });
});
