import { describe, expect, it } from "vitest";
import { createSimulation } from "../loop/simulation.js";
import { systemFromScene } from "../scene/scene.js";
import type { ResolvedImpact } from "./resolve-impacts.js";

const [thickness, height, spin] = [0.0075, 0.048, 4];

/** Two smooth dominoes; the first falls against the second. */
function fall(friction: number, law?: string): { speeds: Float64Array; impacts: ResolvedImpact[] } {
  const domino = { shape: { type: "box", size: [thickness, 0.024, height] }, density: 1000 } as const;
  const system = systemFromScene({
    bodies: {
      first: {
        ...domino,
        position: [0, 0, height / 2],
        velocity: [(spin * height) / 2, 0, (spin * thickness) / 2],
        angularVelocity: [0, spin, 0],
      },
      second: { ...domino, position: [0.02, 0, height / 2] },
      table: { plane: { normal: [0, 0, 1] } },
    },
    contacts: [
      { between: ["first", "table"], friction, restitution: 0 },
      { between: ["second", "table"], friction, restitution: 0 },
      { between: ["first", "second"], friction: 0, restitution: 0 },
    ],
  });
  const simulation = createSimulation(system, system.initialState(), law === undefined ? {} : { impact: { law } });
  const impacts: ResolvedImpact[] = [];
  simulation.advance(0.082, {
    event: ({ impact }) => {
      if (impact !== undefined) impacts.push(impact);
    },
  });
  return { speeds: simulation.speeds, impacts };
}

describe("a plastic impact of several bodies", () => {
  it("gives at once what the law gives that follows it, where no foot slips", () => {
    const [atOnce, followed] = [fall(3), fall(3, "simultaneous")];
    expect(atOnce.impacts.map(({ outcome }) => outcome.branch)).toEqual(["plastic"]);
    expect(followed.impacts[0].outcome.events.length).toBeGreaterThan(50);
    atOnce.speeds.forEach((speed, k) => {
      expect(Math.abs(speed - followed.speeds[k])).toBeLessThan(1e-8);
    });
    const { energyBefore, energyAfter, outcome } = atOnce.impacts[0];
    const { restitutionLoss, frictionLoss } = outcome.energy;
    expect(energyBefore - energyAfter).toBeCloseTo(restitutionLoss + frictionLoss, 14);
  });

  it("is followed by the law where a foot begins to slip", () => {
    const { impacts } = fall(0.5);
    expect(impacts[0].outcome.branch).toBeUndefined();
    expect(impacts[0].outcome.law).toBe("proportional");
    expect(impacts[0].outcome.events.some(({ kind }) => kind === "slip-start")).toBe(true);
  });
});
