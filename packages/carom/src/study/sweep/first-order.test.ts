import { describe, expect, it } from "vitest";
import { runStudy } from "../kinds.js";
import { parseStudy } from "../parse.js";
import type { NumberSummary } from "./result.js";

const W = 2;
/** Without friction and coupling the impulse is (1 + e) v / W. */
const IMPACT = {
  carom: 1,
  kind: "impact",
  title: "one contact",
  problem: {
    mobility: [
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, W],
    ],
    velocity: [0.5, 0.1, -1],
  },
  contacts: [{ friction: 0, restitution: 0.6 }],
};

const run = (change: Record<string, unknown> = {}) =>
  runStudy(
    parseStudy(
      {
        carom: 1,
        kind: "sweep",
        title: "t",
        base: IMPACT,
        vary: [
          { path: "contacts[0].restitution", name: "e", distribution: { type: "normal", mean: 0.5, deviation: 0.02 } },
          { path: "problem.velocity[2]", name: "v", distribution: { type: "normal", mean: -1.5, deviation: 0.06 } },
        ],
        sampler: { type: "sobol", runs: 4096 },
        measure: [
          { what: "outcome.impulse[2]", name: "impulse" },
          { what: "outcome.impulse[2] / problem.velocity[2]", name: "quotient" },
          { what: "outcome.impulse[2] / outcome.velocity[2]", name: "of two outcomes" },
          { what: "outcome.slip[0]", name: "slip" },
        ],
        firstOrder: true,
        ...change,
      },
      "sweep",
    ),
  );
const summaryOf = (change: Record<string, unknown>, name: string) => run(change).measures[name] as NumberSummary;

describe("to first order", () => {
  it("an impulse (1 + e) v / W has the deviation of its two factors, and the runs have it to second order", () => {
    const { firstOrder, deviation, mean } = summaryOf({}, "impulse");
    const [byE, byV] = [(1.5 / W) * 0.02, (1.5 / W) * 0.06];
    expect(firstOrder!.mean).toBeCloseTo((1.5 * 1.5) / W, 12);
    expect(firstOrder!.deviation).toBeCloseTo(Math.hypot(byE, byV), 12);
    expect(firstOrder!.shares.e).toBeCloseTo(0.1, 12);
    expect(firstOrder!.shares.v).toBeCloseTo(0.9, 12);
    expect(firstOrder!.nearChange).toBe(false);
    expect(deviation / firstOrder!.deviation).toBeCloseTo(1, 2);
    expect(mean / firstOrder!.mean).toBeCloseTo(1, 3);
  });

  it("a quotient of two numbers of the result has the derivative of one: P / v_after = -(1 + e) / (e W)", () => {
    const { firstOrder } = summaryOf({}, "of two outcomes");
    expect(firstOrder!.deviation).toBeCloseTo(0.02 / (0.25 * W), 12);
    expect(firstOrder!.shares.v).toBeCloseTo(0, 12);
  });

  it("numbers that are normal together keep their covariance", () => {
    const covariance = [
      [4e-4, 6e-4],
      [6e-4, 36e-4],
    ];
    const vary = [{ paths: ["contacts[0].restitution", "problem.velocity[2]"], name: "both", mean: [0.5, -1.5], covariance }];
    const [a, b] = [1.5 / W, -1.5 / W];
    const { firstOrder } = summaryOf({ vary }, "impulse");
    expect(firstOrder!.deviation ** 2).toBeCloseTo(a * a * 4e-4 + 2 * a * b * 6e-4 + b * b * 36e-4, 14);
  });

  it("what has no derivatives has none, and what is near a change says so", () => {
    const { measures } = run();
    expect(measures.slip).not.toHaveProperty("firstOrder");
    // Slip stops within the impact where friction exceeds (1 / 3) * 0.5 / ((1 + e) v / W): two deviations reach there.
    const vary = [{ path: "contacts[0].friction", name: "mu", distribution: { type: "normal", mean: 0.2, deviation: 0.02 } }];
    const base = { ...IMPACT, contacts: [{ friction: 0.2, restitution: 0.6 }] };
    const near = summaryOf({ base, vary, measure: [{ what: "outcome.impulse[0]", name: "p" }] }, "p");
    expect(near.firstOrder!.nearChange).toBe(true);
    const far = { ...vary[0], distribution: { type: "normal", mean: 0.1, deviation: 0.005 } };
    expect(summaryOf({ base, vary: [far], measure: [{ what: "outcome.impulse[0]", name: "p" }] }, "p").firstOrder!.nearChange).toBe(false);
  });

  it("a run: the height after a bounce changes with e by v (T - t)", () => {
    const [g, drop, radius, end] = [9.81, 1, 0.1, 0.6];
    const base = {
      carom: 1,
      kind: "simulation",
      title: "ball",
      duration: end,
      gravity: [0, 0, -g],
      bodies: {
        ball: { shape: { type: "sphere", radius }, mass: 1, position: [0, 0, drop + radius] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0.7 }],
    };
    const vary = [{ path: "contacts[0].restitution", name: "e", from: 0.68, to: 0.72 }];
    const measure = [{ what: "bodies.ball.position[2]", name: "height" }];
    const { firstOrder, deviation } = summaryOf({ base, vary, measure, sampler: { type: "sobol", runs: 64 } }, "height");
    const fall = Math.sqrt((2 * drop) / g);
    const slope = g * fall * (end - fall);
    expect(firstOrder!.deviation).toBeCloseTo((slope * 0.04) / Math.sqrt(12), 9);
    expect(deviation / firstOrder!.deviation).toBeCloseTo(1, 1);
  });

  it.each([
    [{ sampler: { type: "grid" }, vary: [{ path: "contacts[0].restitution", from: 0, to: 1, count: 3 }] }, "needs a sampler that draws"],
    [{ vary: [{ path: "contacts[0].restitution", values: [0.2, 0.4] }] }, "has no mean and covariance, which firstOrder needs"],
  ])("is refused where there is nothing to propagate: %o", (change, message) => {
    expect(() => run(change)).toThrow(message);
  });
});
