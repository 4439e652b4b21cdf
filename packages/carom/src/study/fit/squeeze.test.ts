import { describe, expect, it } from "vitest";
import { fitSlips } from "../../fit/curves/slips.js";
import { createRandom } from "../../math/random.js";
import { squeezeCurve } from "../../soft/grasp/squeeze-curve.js";
import { oneBodyOf } from "../format/soft-mesh.js";
import { specOf } from "../grasp/run.js";
import type { GraspStudy } from "../grasp/schema.js";
import type { CurvesFit } from "./result.js";
import { runFit } from "./run.js";
import { type FitStudy, fitStudySchema } from "./schema.js";

const base = (youngModulus: number, poissonRatio: number): GraspStudy => ({
  carom: 1,
  kind: "grasp",
  title: "jelly",
  mesh: { type: "box", size: [0.06, 0.06, 0.06], cells: [3, 3, 3] },
  material: { youngModulus, poissonRatio },
  weight: 0.2,
  table: { friction: 0.3 },
  fingers: [1, -1].map((side) => ({
    shape: { type: "pad" as const, size: [0.01, 0.08, 0.05] as [number, number, number], rounding: 0.002 },
    at: [0.03, 0.03, 0.03] as [number, number, number],
    direction: [side, 0, 0] as [number, number, number],
    friction: 0.6,
  })),
  close: { distance: 0.002 },
  lift: false,
});

const DISTANCES = [0.0005, 0.001, 0.0015, 0.002];

/** A curve made with these values; by a share of scatter, and with distances that run ahead. */
function measured(youngModulus: number, poissonRatio: number, { scatter = 0, ahead = 0, bulge = true } = {}): string {
  const made = base(youngModulus, poissonRatio);
  const random = createRandom(7);
  const noisy = (value: number, size: number) => value + scatter * size * (2 * random() - 1);
  const curve = squeezeCurve(specOf(made, oneBodyOf(made.mesh)), DISTANCES);
  const [most, widest] = [Math.max(...curve.map(({ push }) => push)), Math.max(...curve.map((point) => point.bulge))];
  const rows = curve.map((point) =>
    [point.distance + ahead, noisy(point.push, most), ...(bulge ? [noisy(point.bulge, widest)] : [])].join(),
  );
  return [`distance,push${bulge ? ",bulge" : ""}`, ...rows].join("\n");
}

const fitted = (csv: string, change: Partial<FitStudy> = {}): CurvesFit =>
  runFit({ carom: 1, kind: "fit", title: "squeeze", base: base(10_000, 0.3), squeeze: { csv }, ...change }).fit as CurvesFit;

describe("a squeeze tells what a body is made of", () => {
  it("gives back modulus and Poisson's ratio that a curve was made with, to 1e-5", () => {
    const { parameters, study } = fitted(measured(23_000, 0.41));
    expect(parameters[0].value / 23_000).toBeCloseTo(1, 5);
    expect(parameters[1].value).toBeCloseTo(0.41, 5);
    expect((study as GraspStudy).material.youngModulus).toBe(parameters[0].value);
  });

  it("has them within its intervals where the curve scatters by half a per cent", () => {
    const { parameters, curves } = fitted(measured(23_000, 0.41, { scatter: 0.005 }));
    [23_000, 0.41].forEach((truth, i) => {
      const { interval } = parameters[i];
      expect(interval?.[0]).toBeLessThan(truth);
      expect(interval?.[1]).toBeGreaterThan(truth);
    });
    expect(curves[0].scatter).toBeGreaterThan(0);
  });

  it("finds by how much the machine runs ahead", () => {
    const csv = measured(23_000, 0.3, { ahead: 0.0002, bulge: false });
    const { parameters } = fitted(csv, {
      parameters: [
        { path: "material.youngModulus", from: 1000, to: 1e6, scale: "log" },
        { path: "squeeze.start", from: 0, to: 0.0004 },
      ],
    });
    expect(parameters[0].value / 23_000).toBeCloseTo(1, 4);
    expect(parameters[1].value).toBeCloseTo(0.0002, 7);
  });

  it.each([
    [{ squeeze: { csv: "distance,push\n0.001,x\n" } }, "squeeze.columns.push"],
    [{ squeeze: { csv: "distance\n0.001\n" } }, "squeeze.columns.push"],
    [{ squeeze: { csv: "distance,push\n-0.001,1\n" } }, "squeeze.columns.distance"],
    [{ base: { kind: "pickup" } }, "base.kind"],
    [{ parameters: [{ path: "material.colour", from: 0, to: 1 }] }, "parameters[0].path"],
    [{ parameters: [{ path: "material.youngModulus", from: 2, to: 1 }] }, "parameters[0].to"],
  ] as const)("%j is refused by its field", (change, path) => {
    const csv = "distance,push\n0.001,1\n0.002,2\n";
    expect(() => fitted(csv, change as unknown as Partial<FitStudy>)).toThrow(expect.objectContaining({ path }));
  });

  it("needs a base, and slips take no parameters", () => {
    const study = { carom: 1, kind: "fit", title: "t" };
    expect(fitStudySchema.safeParse({ ...study, squeeze: { csv: "" } }).success).toBe(false);
    expect(fitStudySchema.safeParse({ ...study, slips: { csv: "" }, parameters: [{ path: "a", from: 0, to: 1 }] }).success).toBe(false);
    expect(fitStudySchema.safeParse({ ...study, slips: { csv: "push,pull\n1,1" } }).success).toBe(true);
  });
});

describe("slip tests tell friction", () => {
  const tests = (friction: number, holds: number) =>
    [1, 2, 3, 4].map((push, i) => ({ push, pull: 2 * friction * push + holds + 0.01 * (i % 2) }));

  it("as the slope through zero", () => {
    const { friction, interval } = fitSlips(tests(0.5, 0), 2);
    // Sums by hand: push pull 30 + 0.01 (2 + 4), push squared 30.
    expect(friction).toBeCloseTo((30 + 0.06) / 30 / 2, 14);
    expect(interval?.[0]).toBeLessThan(0.5);
    expect(interval?.[1]).toBeGreaterThan(0.5);
  });

  it("and say when something holds without a push", () => {
    const csv = ["push,pull", ...tests(0.5, 0.4).map(({ push, pull }) => `${push},${pull}`)].join("\n");
    const { warnings, parameters, study } = runFit({ carom: 1, kind: "fit", title: "s", base: base(1e4, 0.3), slips: { csv } })
      .fit as CurvesFit;
    expect(warnings.join()).toContain("sticks besides friction");
    expect((study as GraspStudy).fingers.map(({ friction }) => friction)).toEqual([parameters[0].value, parameters[0].value]);
  });

  it("one test has no interval; a push of nothing is refused", () => {
    expect(fitSlips([{ push: 2, pull: 1 }], 2)).toEqual({ friction: 0.25, standardError: null, interval: null, scatter: null });
    expect(() => fitSlips([{ push: 0, pull: 1 }], 2)).toThrow(expect.objectContaining({ path: "slips[0].push" }));
  });
});
