import { describe, expect, it } from "vitest";
import { contactLaw } from "./contact-law.js";
import { yieldDepth, yieldPressureRatio } from "./yield-onset.js";

/** von Mises' stress on the axis by the three stresses themselves (Johnson 3.45), in units of the largest pressure. */
function stress(nu: number, u: number): number {
  const along = -1 / (1 + u * u);
  const across = -(1 + nu) * (1 - u * Math.atan(1 / u)) + 0.5 / (1 + u * u);
  return Math.abs(along - across);
}

/** The largest by golden section, another way than a root of the slope. */
function largest(nu: number): readonly [number, number] {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [0, 1];
  while (high - low > 1e-10) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    if (stress(nu, a) > stress(nu, b)) high = b;
    else low = a;
  }
  return [low, stress(nu, low)];
}

describe("exact F(nu) beside the fit", () => {
  it("has the values of the sheet for nu = 0.3", () => {
    expect(yieldDepth(0.3)).toBeCloseTo(0.480864, 6);
    expect(1 / yieldPressureRatio(0.3)).toBeCloseTo(0.620041, 6);
    expect(yieldPressureRatio(0.3) ** -2).toBeCloseTo(0.384451, 6);
  });

  it("is where von Mises' stress on the axis is largest", () => {
    for (const nu of [-0.999, -0.5, -0.2, 0, 0.1, 0.25, 0.3, 0.4, 0.5]) {
      const [u, most] = largest(nu);
      expect(Math.abs(yieldPressureRatio(nu) * most - 1)).toBeLessThan(1e-14);
      expect(Math.abs(yieldDepth(nu) - u)).toBeLessThan(1e-7);
    }
  });

  it("differs from the fit by at most 0.33 % in C, 0.66 % in F, from nu = 0 to 0.5", () => {
    let most = 0;
    for (let nu = 0; nu <= 0.5; nu += 0.01) most = Math.max(most, Math.abs(yieldPressureRatio(nu, "fit") / yieldPressureRatio(nu) - 1));
    expect(most).toBeLessThan(0.0035);
    expect(most).toBeGreaterThan(0.002);
  });

  it("below nu = -0.34 the rim of the patch would yield first", () => {
    const rim = (nu: number) => (1 - 2 * nu) / Math.sqrt(3);
    expect(rim(-0.34)).toBeLessThan(1 / yieldPressureRatio(-0.34));
    expect(rim(-0.35)).toBeGreaterThan(1 / yieldPressureRatio(-0.35));
  });

  it("is what a contact law yields by unless it asks for the fit", () => {
    const soft = { youngsModulus: 1e9, poissonRatio: 0.3, yieldStrength: 1e6 };
    for (const [onset, given] of [
      ["exact", {}],
      ["exact", { yieldOnset: "exact" }],
      ["fit", { yieldOnset: "fit" }],
    ] as const) {
      const { plasticity, modulus } = contactLaw({ materials: [soft, soft], radii: [1, "flat"], ...given });
      const expected = ((yieldPressureRatio(0.3, onset) * Math.PI * 1e6) / (2 * modulus)) ** 2;
      expect(Math.abs((plasticity?.yieldIndentation ?? 0) / expected - 1)).toBeLessThan(1e-14);
    }
  });
});
