import { expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import { createSimulation } from "../loop/simulation.js";
import { systemFromScene } from "../scene/scene.js";
import type { ResolvedImpact } from "./resolve-impacts.js";

it("a box that slides on four corners gets back what restitution says, whatever its velocities contradict each other by", () => {
  const [friction, restitution] = [0.4, 0.3];
  const system = systemFromScene({
    bodies: {
      box: {
        shape: { type: "box", size: [0.2, 0.15, 0.1] },
        mass: 1,
        position: [0, 0, 0.4],
        orientation: quaternion.normalize([0.3, 0.2, 0.1, 0.9274]) ?? quaternion.IDENTITY,
        velocity: [0.5, 0.2, 0],
        angularVelocity: [3, -2, 1],
      },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    material: { friction, restitution },
  });
  const impacts: ResolvedImpact[] = [];
  createSimulation(system, system.initialState()).advance(1, {
    event: ({ impact }) => {
      if (impact !== undefined) impacts.push(impact);
    },
  });
  const onFaces = impacts.filter(({ outcome, last }) => outcome.law === "proportional" && !last && outcome.velocity.length === 12);
  expect(onFaces.length).toBeGreaterThan(0);
  for (const { outcome, problem } of onFaces) {
    expect(outcome.warnings.map(({ code }) => code)).not.toContain("lock");
    const approach = -Math.min(...problem.velocity.filter((_, row) => row % 3 === 2));
    const rebound = Math.max(...outcome.velocity.filter((_, row) => row % 3 === 2));
    expect(rebound / approach).toBeGreaterThan(0.9 * restitution);
    const { after, restitutionLoss, frictionLoss, before } = outcome.energy;
    expect(Math.abs(before - after - restitutionLoss - frictionLoss)).toBeLessThan(1e-12 * before);
  }
});
