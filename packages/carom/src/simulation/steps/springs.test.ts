/** Springs by steps: what they store comes back. */
import { expect, it } from "vitest";
import { createSimulation } from "../regime/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";

const [mass, stiffness, start] = [0.2, 8, 0.1];
const period = 2 * Math.PI * Math.sqrt(mass / stiffness);

function followed(scene: Scene) {
  const system = systemFromScene(scene);
  return createSimulation(system, system.initialState(), { method: "steps", stepError: 1e-3 });
}

it("a ball on a spring swings thirty times without gaining or losing", () => {
  const simulation = followed({
    bodies: { ball: { shape: { type: "sphere", radius: 0.02 }, mass, position: [start, 0, 0] } },
    gravity: [0, 0, 0],
    loads: [
      {
        type: "spring",
        between: ["ball", "world"],
        points: [
          [0, 0, 0],
          [0, 0, 0],
        ],
        stiffness,
      },
    ],
  });
  const before = simulation.ledger().before;
  expect(before).toBeCloseTo(0.5 * stiffness * start * start, 12);
  for (let swing = 1; swing <= 30; swing++) {
    simulation.advance(swing * period);
    const { now, residual } = simulation.ledger();
    expect(now).toBeLessThanOrEqual(before * (1 + 1e-9));
    expect(now).toBeGreaterThan((1 - 1e-6) * before);
    expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
  }
});

it("bodies that swing together on springs gain nothing", () => {
  const places = [0, 1, 2, 3, 4].map((i) => 0.04 * i);
  const simulation = followed({
    bodies: Object.fromEntries(
      places.map((x, i) => [`ball ${i}`, { shape: { type: "sphere" as const, radius: 0.02 }, mass, position: [x + start, 0, 0] as const }]),
    ),
    gravity: [0, 0, 0],
    material: { friction: 0, restitution: 0 },
    loads: places.map((x, i) => ({
      type: "spring" as const,
      between: [`ball ${i}`, "world"] as const,
      points: [
        [0, 0, 0],
        [x, 0, 0],
      ] as const,
      stiffness,
    })),
  });
  const before = simulation.ledger().before;
  simulation.advance(20 * period);
  const { now, residual } = simulation.ledger();
  expect(now).toBeLessThanOrEqual(before * (1 + 1e-9));
  expect(now).toBeGreaterThan((1 - 1e-4) * before);
  expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
});

it("a bar that spins on a spring at its end keeps its energy to the order of the step", () => {
  const simulation = followed({
    bodies: {
      bar: { shape: { type: "box", size: [0.3, 0.04, 0.02] }, mass, position: [0, 0, 0], angularVelocity: [1, 2, 6] },
    },
    gravity: [0, 0, 0],
    loads: [
      {
        type: "spring",
        between: ["bar", "world"],
        points: [
          [0.15, 0, 0],
          [0.3, 0.1, 0],
        ],
        stiffness,
      },
    ],
  });
  const before = simulation.ledger().before;
  simulation.advance(5);
  const { now, residual } = simulation.ledger();
  expect(now).toBeLessThanOrEqual(before * (1 + 1e-9));
  expect(now).toBeGreaterThan(0.995 * before);
  expect(Math.abs(residual)).toBeLessThan(1e-9 * before);
});
