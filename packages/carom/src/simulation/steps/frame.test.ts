import { expect, it } from "vitest";
import { systemFromScene } from "../scene/scene.js";
import type { StepObserver } from "./observe.js";
import { createRunState, type RunState } from "./run-state.js";
import { solidsOf } from "./solids.js";
import { stepperOf } from "./stepper.js";
import { createTrail } from "./trail.js";

const scene = {
  bodies: { ball: { mass: 1, shape: { type: "sphere", radius: 0.1 }, position: [0, 0, 1] } },
  material: { friction: 0, restitution: 0 },
} as const;

/** A run in which bodies turn out to have been too fast each time that a frame is taken, as long as that is asked for. */
function hasty(times: number): RunState {
  const system = systemFromScene(scene);
  const run = createRunState(system, {}, solidsOf(scene));
  const trail = createTrail(run);
  let taken = 0;
  const flight: StepObserver["flight"] = (...told) => {
    trail.flight(...told);
    taken += 1;
    run.passed.haveMet = run.passed.isAsked && taken <= times;
  };
  run.observe = { ...trail, flight };
  return run;
}

it.each([
  [0, 0],
  [3, 0],
  [10, 0],
  [11, 1],
  [100, 1],
])("of frames that are too fast %i times %i stand unexamined", (times, unexamined) => {
  const run = hasty(times);
  const stepper = stepperOf(run);
  stepper.advance(0.01);
  expect(run.statistics.unexamined).toBe(unexamined);
  expect(run.coordinates[2]).toBeCloseTo(1 - 0.5 * 9.81 * 1e-4, 12);
});
