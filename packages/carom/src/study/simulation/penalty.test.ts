import { describe, expect, it } from "vitest";
import { parseStudy } from "../parse.js";
import { penaltyStiffnesses, runPenalty } from "./penalty.js";
import { runSimulation } from "./run.js";
import type { SimulationStudy } from "./schema.js";

const study = (more: object = {}): SimulationStudy => {
  const given = parseStudy({
    carom: 1,
    kind: "simulation",
    title: "Two balls over a floor",
    duration: 0.5,
    bodies: {
      ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.4], velocity: [0.3, 0, 0] },
      other: { shape: { type: "sphere", radius: 0.1 }, mass: 2, position: [0.5, 0, 0.6] },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    material: { friction: 0, restitution: 0.7 },
    ...more,
  });
  if (given.kind !== "simulation") throw new Error("not a simulation");
  return given;
};

describe("a simulation beside penalty contact", () => {
  it("comes closer as stiffness grows, for stiffnesses of its own choice", () => {
    const result = runSimulation(study());
    const stiffnesses = penaltyStiffnesses(study(), result);
    expect(stiffnesses).toHaveLength(3);
    const rows = stiffnesses.map((stiffness) => runPenalty(study(), result, { stiffness }));
    rows.forEach(({ difference, deepest, endDifference, touches }, i) => {
      // Overlap a hundredth, a thousandth, a ten-thousandth of a ball, at most: not all of the energy is in one contact.
      expect(deepest).toBeLessThan(0.1 * 10 ** -(2 + i));
      expect(deepest).toBeGreaterThan(0.02 * 10 ** -(2 + i));
      expect(difference).toBeGreaterThanOrEqual(endDifference);
      expect(difference).toBeLessThan(10 * deepest);
      expect(touches).toBe(result.laws.frictional);
    });
  });

  it("has nothing to say where nothing moves", () => {
    const still = study({ bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 1] } }, gravity: [0, 0, 0] });
    expect(() => penaltyStiffnesses(still, runSimulation(still))).toThrow("there is nothing to compare");
  });
});
