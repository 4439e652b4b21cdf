import { describe, expect, it } from "vitest";
import { runStudy } from "../kinds.js";
import { parseStudy } from "../parse.js";
import { lookUp } from "../published.js";
import { STANDARD_GRAVITY, shockResponse } from "./shock.js";

describe("shock response", () => {
  it("of a step overshoots by exp(-z pi / sqrt(1 - z^2))", () => {
    const [z, frequency] = [0.05, 100];
    const overshoot = Math.exp((-z * Math.PI) / Math.sqrt(1 - z * z));
    // Absolute acceleration has the damper's part too: its largest is a little above 1 + overshoot of the stretch alone.
    const found = shockResponse([0, 1], [10, 10], frequency);
    expect(found).toBeGreaterThan(10 * (1 + overshoot));
    expect(found).toBeLessThan(10 * (1 + overshoot) * 1.02);
  });

  it("of a short blow is its impulse times the natural rate, and of a slow one the blow itself", () => {
    const frequency = 50;
    const width = 1e-5;
    const impulse = 1000 * width;
    const found = shockResponse([0, width], [1000, 1000], frequency);
    expect(found / (impulse * 2 * Math.PI * frequency)).toBeGreaterThan(0.9);
    expect(found / (impulse * 2 * Math.PI * frequency)).toBeLessThan(1);
    expect(shockResponse([0, 1, 2], [0, 10, 0], 500)).toBeCloseTo(10, 0);
  });
});

describe("the shock of a point", () => {
  const drop = (weight: object = {}) =>
    parseStudy(
      {
        carom: 1,
        kind: "simulation",
        title: "a marble",
        duration: 0.3,
        bodies: {
          marble: {
            shape: { type: "sphere", radius: 0.01 },
            mass: 0.01,
            position: [0, 0, 0.2],
            ...weight,
          },
          floor: { plane: { normal: [0, 0, 1] } },
        },
        contacts: [
          {
            between: ["marble", "floor"],
            friction: 0.2,
            restitution: 0.7,
            contactLaw: { materials: ["soda-lime glass", "soda-lime glass"], radii: [0.01, "flat"] },
          },
        ],
      },
      "simulation",
    );

  it("anywhere on a ball that does not turn is its peak force over its weight", () => {
    const study = drop();
    const result = runStudy(study);
    const force = lookUp(study, result, "peakForce") as number;
    for (const point of ["0 0 0", "0.01 0 0", "0 0.005 -0.003"]) {
      const peak = lookUp(study, result, `shock["marble ${point}"].peak`) as number;
      expect(peak / (force / (0.01 * STANDARD_GRAVITY))).toBeCloseTo(1, 9);
    }
    expect(() => lookUp(study, result, 'shock["ball 0 0 0"].peak')).toThrow("does not name a body that moves freely");
  });

  it("is reckoned from the centre of mass that is given", () => {
    const study = drop({ inertia: [1e-7, 1e-7, 1e-7], centre: [0.004, 0, 0] });
    const result = runStudy(study);
    const at = (point: string) => lookUp(study, result, `shock["marble ${point}"].peak`) as number;
    const force = (lookUp(study, result, "peakForce") as number) / (0.01 * STANDARD_GRAVITY);
    // Struck beside its centre it turns, and slips all along with a friction of 0.2; at the centre there is the force alone.
    expect(at("0.004 0 0") / force).toBeCloseTo(Math.sqrt(1 + 0.2 * 0.2), 6);
    expect(at("0 0 0") / force).toBeGreaterThan(1.5);
  });
});
