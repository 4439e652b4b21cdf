/** Rod and plate once more in the simulator, which shares nothing with the sequences here but vectors: two programs, one motion. */
import { expect, it } from "vitest";
import * as quaternion from "../math/quaternion.js";
import { createSimulation } from "../simulation/loop/simulation.js";
import { type Scene, systemFromScene } from "../simulation/scene/scene.js";
import { plateOrientation } from "./plate-impact.js";
import { followPlate } from "./plate-sequence.js";
import { followRod } from "./rod-sequence.js";

const DEGREE = Math.PI / 180;
const FLOOR = { plane: { normal: [0, 0, 1] } } as const;

function impactsOf(body: Scene["bodies"][string], restitution: number, gravity: number, until: number, friction = 0) {
  const contacts = [{ between: ["body", "floor"], friction, restitution }] as const;
  const system = systemFromScene({ bodies: { body, floor: FLOOR }, gravity: [0, 0, -gravity], contacts });
  const found: { time: number; impulse: number }[] = [];
  createSimulation(system, system.initialState()).advance(until, {
    event: ({ time, impact }) => {
      if (impact !== undefined) found.push({ time, impulse: impact.outcome.impulse[2] });
    },
  });
  return found;
}

/** A thin rod about to strike the floor with 1 m/s. */
function fallingRod(angle: number): Parameters<typeof impactsOf>[0] {
  const radius = 1e-7;
  return {
    shape: { type: "capsule", radius, length: 1 },
    mass: 1,
    inertia: [1 / 12, 1 / 12, 1e-6],
    position: [0, 0, 0.5 * Math.sin(angle) + radius + 1e-9],
    orientation: quaternion.fromAxisAngle([0, 1, 0], 0.5 * Math.PI - angle)!,
    velocity: [0, 0, -1],
  };
}

it("a rod under gravity", () => {
  const angle = 30 * DEGREE;
  const { impacts } = followRod({ angle, impactSpeed: 1, restitution: 0.5, gravity: 0.5, maximumImpacts: 8 });
  const simulated = impactsOf(fallingRod(angle), 0.5, 0.5, 2.7);
  impacts.forEach(({ time, impulse }, i) => {
    expect(Math.abs(simulated[i].time - time)).toBeLessThan(1e-8);
    expect(Math.abs(simulated[i].impulse - impulse)).toBeLessThan(1e-9);
  });
});

it("a rod with friction, whose slip stops and turns around", () => {
  const angle = 30 * DEGREE;
  const { impacts } = followRod({ angle, impactSpeed: 1, restitution: 0.5, gravity: 0.5, friction: 0.3, maximumImpacts: 6 });
  const simulated = impactsOf(fallingRod(angle), 0.5, 0.5, 2.7, 0.3);
  expect(impacts.length).toBe(6);
  impacts.forEach(({ time, impulse }, i) => {
    expect(Math.abs(simulated[i].time - time)).toBeLessThan(1e-6);
    expect(Math.abs(simulated[i].impulse - impulse)).toBeLessThan(1e-6);
  });
});

it("a plate with friction, corner after corner", () => {
  const [length, width, thickness, mass] = [0.1, 0.05, 1e-7, 0.1];
  const [tilt, roll] = [30 * DEGREE, -45 * DEGREE];
  const { impacts } = followPlate({ mass, length, width, thickness, tilt, roll, impactSpeed: 1, restitution: 0.5, friction: 0.3 });
  const orientation = plateOrientation(0, tilt, roll);
  const corner = quaternion.rotate(orientation, [length / 2, -width / 2, -thickness / 2]);
  const body = { shape: { type: "box", size: [length, width, thickness] }, mass, orientation, velocity: [0, 0, -1] } as const;
  const simulated = impactsOf({ ...body, position: [0, 0, 0.01 - corner[2]] }, 0.5, 0, 1, 0.3);
  expect(impacts.length).toBeGreaterThan(2);
  expect(simulated.length).toBe(impacts.length);
  impacts.forEach(({ time, impulse }, i) => {
    expect(Math.abs(simulated[i].time - 0.01 - time)).toBeLessThan(1e-6);
    expect(Math.abs(simulated[i].impulse - impulse)).toBeLessThan(1e-6);
  });
});

it("a plate, five corners one after the other", () => {
  const [length, width, thickness, mass] = [0.1, 0.05, 1e-7, 0.1];
  const [tilt, roll] = [30 * DEGREE, -45 * DEGREE];
  const { impacts, status } = followPlate({ mass, length, width, thickness, tilt, roll, impactSpeed: 1, restitution: 0.5 });
  const orientation = plateOrientation(0, tilt, roll);
  const corner = quaternion.rotate(orientation, [length / 2, -width / 2, -thickness / 2]);
  const simulated = impactsOf(
    {
      shape: { type: "box", size: [length, width, thickness] },
      mass,
      position: [0, 0, 0.01 - corner[2]],
      orientation,
      velocity: [0, 0, -1],
    },
    0.5,
    0,
    0.3,
  );
  expect(status).toBe("separated");
  expect(simulated).toHaveLength(impacts.length);
  impacts.forEach(({ time, impulse }, i) => {
    expect(Math.abs(simulated[i].time - 0.01 - time)).toBeLessThan(2e-7);
    expect(Math.abs(simulated[i].impulse - impulse)).toBeLessThan(1e-7);
  });
});

it("a plastic plate whose corner is lifted off again", () => {
  const [length, width, thickness, mass] = [0.1, 0.05, 1e-7, 0.1];
  const [tilt, roll] = [70 * DEGREE, -45 * DEGREE];
  const fall = { mass, length, width, thickness, tilt, roll, impactSpeed: 3, restitution: 0, gravity: 9.81, maximumImpacts: 2 };
  const { impacts } = followPlate(fall);
  const orientation = plateOrientation(0, tilt, roll);
  const corner = quaternion.rotate(orientation, [length / 2, -width / 2, -thickness / 2]);
  const body = {
    shape: { type: "box", size: [length, width, thickness] },
    mass,
    position: [0, 0, 1e-9 - corner[2]],
    orientation,
    velocity: [0, 0, -3],
  } as const;
  const simulated = impactsOf(body, 0, 9.81, impacts[1].time * 1.0001).filter(({ impulse }) => impulse > 1e-6);
  expect(simulated).toHaveLength(2);
  impacts.forEach(({ time, impulse }, i) => {
    expect(Math.abs(simulated[i].time - time)).toBeLessThan(1e-6);
    expect(Math.abs(simulated[i].impulse - impulse)).toBeLessThan(1e-6);
  });
});
