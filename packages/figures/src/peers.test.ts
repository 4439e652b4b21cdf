import { describe, expect, it } from "vitest";
import { recordedPeers } from "./peers.js";

describe("recordedPeers", () => {
  it("has a day, and a figure for each restitution of each engine", () => {
    const { rows, date } = recordedPeers;
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Set(rows.map(({ engine }) => engine))).toEqual(new Set(["Jolt", "Rapier", "cannon-es"]));
    for (const { results, version } of rows) {
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(results.map(({ restitution }) => restitution)).toEqual([1, 0.9, 0.5]);
      for (const { energyRatio, slipAfter } of results) {
        expect(energyRatio).toBeGreaterThan(0.5);
        expect(energyRatio).toBeLessThan(1.5);
        expect(Number.isFinite(slipAfter)).toBe(true);
      }
    }
  });
});
