import { expect, it } from "vitest";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { beginCourses } from "./courses.js";
import { emptyDomain, join, solveDomain, wholeDomain } from "./domain.js";
import { readMassesAt } from "./energy.js";
import { stepFreely } from "./free-step.js";
import { createRunState } from "./run-state.js";
import { solidsOf } from "./solids.js";

const STEP = 0.004;

/** Two plates that tumble, far from each other and from a pendulum. */
const scene: Scene = {
  bodies: {
    one: { shape: { type: "box", size: [0.1, 0.2, 0.02] }, mass: 1, position: [0, 0, 1], angularVelocity: [3, 1, 2] },
    other: { shape: { type: "box", size: [0.3, 0.1, 0.02] }, mass: 2, position: [2, 0, 1], angularVelocity: [1, -4, 2] },
    rod: {
      shape: { type: "box", size: [0.05, 0.05, 0.2] },
      mass: 1,
      position: [0, 0, -0.1],
      joint: { type: "revolute", axis: [0, 1, 0], position: [4, 0, 1] },
    },
  },
  material: { friction: 0, restitution: 0 },
};

it("bodies that a domain takes in after it was solved fall and turn as all others", () => {
  const system = systemFromScene(scene);
  const run = createRunState(system, {}, solidsOf(scene));
  const { rigid, parts } = run.everything;
  const island = { bodies: rigid, rigid, parts, linked: [], pairs: [] };
  readMassesAt(run, island, run.coordinates);
  beginCourses(run, island, STEP);
  solveDomain(run, wholeDomain(island), 0, STEP, 1e-4);
  const expected = run.free.velocity.slice(0, 12);
  expect(expected[2]).toBeCloseTo(-9.81 * STEP, 12);
  expect(expected[8]).toBeCloseTo(-9.81 * STEP, 12);

  run.courses.joined.fill(0);
  const domain = emptyDomain();
  const start = { time: 0, coordinates: run.coordinates, speeds: run.speeds };
  for (const body of rigid) {
    join(run, domain, [body], 0);
    stepFreely(run.free, system, domain.members, start, STEP);
  }
  expect([...run.free.velocity.slice(0, 12)]).toEqual([...expected]);
});
