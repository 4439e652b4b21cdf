import { describe, expect, it } from "vitest";
import { runStudy } from "../kinds.js";
import { parseStudy } from "../parse.js";
import type { NumberSummary, TextSummary } from "./result.js";

const drop = (change: object = {}) =>
  parseStudy(
    {
      carom: 1,
      kind: "sweep",
      title: "A block that falls",
      drop: {
        body: { shape: { type: "box", size: [0.1, 0.06, 0.02] }, mass: 0.2 },
        height: 0.5,
        floor: {
          friction: 0.3,
          restitution: 0.3,
          contactLaw: { materials: ["soda-lime glass", "soda-lime glass"], radii: [0.003, "flat"] },
        },
        points: { middle: [0, 0, 0], corner: [0.05, 0.03, 0.01] },
        impacts: 2,
        ...change,
      },
      runs: 8,
    },
    "sweep",
  );

describe("a drop test", () => {
  const { measures, entries, failed, words, kept } = runStudy(drop());

  it("runs all drops, and tells impulses, forces, shocks and what strikes first", () => {
    expect(failed).toBe(0);
    expect(entries.map(({ name }) => name)).toEqual(["orientation"]);
    expect((measures["peak force"] as NumberSummary).count).toBe(8);
    expect(Object.keys((measures["strikes first"] as TextSummary).shares).every((name) => name.startsWith("body/floor: "))).toBe(true);
    expect(words?.count).toBe(8);
    expect(kept.map(({ which }) => which)).toEqual(["largest", "smallest", "median"]);
  });

  it("the middle is shaken by force over mass, a corner differently", () => {
    const [middle, corner] = ["middle", "corner"].map((name) => measures[`peak at ${name}`] as NumberSummary);
    // Forces of the corner that strikes and friction: never less than the normal part alone over all runs.
    const force = measures["peak force"] as NumberSummary;
    expect(middle.most.value).toBeGreaterThanOrEqual((force.most.value / 0.2 / 9.80665) * (1 - 1e-6));
    expect(corner.mean).not.toBeCloseTo(middle.mean, 3);
    expect((measures["response at middle, 100 Hz"] as NumberSummary).mean).toBeLessThan(
      (measures["response at middle, 1000 Hz"] as NumberSummary).mean,
    );
  });

  it("without a contact law has impulses and no forces; a cone keeps what points down", () => {
    const floor = { friction: 0, restitution: 0 };
    const flat = runStudy(drop({ floor, orientations: { about: [0, 0, 0, 1], within: 1e-6 }, height: 0.51 }));
    expect(Object.keys(flat.measures)).toEqual(["first impulse", "second impulse", "strikes first"]);
    // All but flat: the first corner that touches takes what a corner of a falling block takes, m v / (1 + m (x^2 / Jy + y^2 / Jx)).
    const [x, y, z, m] = [0.05, 0.03, 0.01, 0.2];
    const [jx, jy] = [(m * (4 * y * y + 4 * z * z)) / 12, (m * (4 * x * x + 4 * z * z)) / 12];
    const speed = Math.sqrt(2 * 9.81 * 0.5);
    const { mean } = flat.measures["first impulse"] as NumberSummary;
    expect(mean / ((m * speed) / (1 + m * ((x * x) / jy + (y * y) / jx)))).toBeCloseTo(1, 2);
  });

  it("has clear errors", () => {
    expect(() => drop({ height: 0 })).toThrow("drop.height: 0 is not positive");
    expect(() => drop({ orientations: { within: 1 } })).toThrow("drop.orientations.about: nothing is given (it is required)");
  });
});
