import { expect, it } from "vitest";
import { createSimulation } from "../loop/simulation.js";
import { systemFromScene } from "../scene/scene.js";

it("a ball that rolls against a constant torque stops after v^2 / (2 a), a = 5/7 T / (m r)", () => {
  const [mass, radius, torque, speed] = [0.17, 0.03, 5e-4, 0.3];
  const system = systemFromScene({
    bodies: {
      ball: {
        shape: { type: "sphere", radius },
        mass,
        position: [0, 0, radius],
        velocity: [speed, 0, 0],
        angularVelocity: [0, speed / radius, 0],
      },
      table: { plane: { normal: [0, 0, 1] } },
    },
    material: { friction: 0.2, restitution: 0.5 },
    loads: [{ type: "rolling", body: "ball", torque, creep: 1e-3 }],
  });
  const simulation = createSimulation(system, system.initialState());
  let rest = Number.NaN;
  simulation.advance(60, {
    event: ({ kind, time }) => {
      if (kind === "rest") rest = time;
    },
  });
  const slowing = (5 * torque) / (7 * mass * radius);
  expect(simulation.status).toBe("rest");
  // Only below the creep it goes on a little: 1e-3 rad/s for hundredths of a second.
  expect(Math.abs(simulation.coordinates[0] - (speed * speed) / (2 * slowing))).toBeLessThan(1e-6);
  expect(rest - speed / slowing).toBeGreaterThan(0);
  expect(rest - speed / slowing).toBeLessThan(0.02);
  const { before, now, appliedWork, residual } = simulation.ledger();
  expect(Math.abs(before - now + appliedWork)).toBeLessThan(1e-9);
  expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
});
