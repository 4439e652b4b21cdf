import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { normalQuantile } from "../../sweep/sampling/normal.js";
import { restitutionOfImpacts } from "./restitution.js";

describe("restitution of single impacts", () => {
  it("is the slope of speeds on a line through the origin, without error", () => {
    for (const e of [0, 0.3, 1, 1.4]) {
      const approach = [0.5, 1, 2.5];
      const { value, standardError } = restitutionOfImpacts(
        approach,
        approach.map((speed) => e * speed),
      );
      expect(value).toBeCloseTo(e, 14);
      expect(standardError).toBeLessThan(1e-14);
    }
  });

  it("changes to its inverse where before and after change places", () => {
    const [before, after] = [
      [1, 1.4, 2.1, 3],
      [0.62, 0.8, 1.33, 1.79],
    ];
    expect(restitutionOfImpacts(before, after).value * restitutionOfImpacts(after, before).value).toBeCloseTo(1, 14);
  });

  it("has no bias by noise of the approach, which the plain regression has, and covers the truth 95 times of 100", () => {
    const random = createRandom(3);
    const normal = () => normalQuantile(Math.min(1 - 1e-15, Math.max(1e-15, random())));
    const [cases, impacts, e, noise] = [1000, 20, 0.6, 0.15];
    let [sum, plain, covered] = [0, 0, 0];
    for (let i = 0; i < cases; i++) {
      const truth = Array.from({ length: impacts }, (_, k) => 0.5 + 0.1 * k);
      const before = truth.map((speed) => speed + noise * normal());
      const after = truth.map((speed) => e * speed + noise * normal());
      const { value, interval = [0, 0] } = restitutionOfImpacts(
        before.map((speed) => Math.max(0.01, speed)),
        after,
      );
      sum += value / cases;
      plain += before.reduce((all, x, k) => all + x * after[k], 0) / before.reduce((all, x) => all + x * x, 0) / cases;
      if (interval[0] <= e && e <= interval[1]) covered++;
    }
    // S_xx is larger by n noise^2, 1.0 % of it: the plain slope is as much too low. The mean of 1,000 cases is known to 0.001.
    expect(Math.abs(sum - e)).toBeLessThan(0.003);
    expect(plain - e).toBeLessThan(-0.004);
    expect(covered / cases).toBeGreaterThan(0.93);
    expect(covered / cases).toBeLessThan(0.97);
  });

  it("says what it cannot use", () => {
    expect(() => restitutionOfImpacts([1, 2, 3], [1, 2])).toThrow(/as many/);
    expect(() => restitutionOfImpacts([1, 2], [1, 2])).toThrow(/fewer than three/);
    expect(() => restitutionOfImpacts([1, -2, 3], [1, 2, 3])).toThrow(/approach\[1\]/);
    expect(() => restitutionOfImpacts([1, 2, 3], [1, Number.NaN, 3])).toThrow(/separation\[1\]/);
  });
});
