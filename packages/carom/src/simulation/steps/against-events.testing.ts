/** Scenes by steps, the same by events, and how far they are apart. */
import { createSimulation } from "../loop/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { createStepper, type Stepper } from "./stepper.js";
import type { StepOptions } from "./tolerances.js";

export function stepped(scene: Scene, until: number, options: StepOptions = {}): Stepper {
  const stepper = createStepper(scene, options);
  stepper.advance(until);
  return stepper;
}

/** The same by events. */
export function exact(scene: Scene, until: number) {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState());
  simulation.advance(until);
  return simulation;
}

/** Largest difference of a coordinate. */
export function apart(stepper: Stepper, { coordinates }: { readonly coordinates: Float64Array }): number {
  return coordinates.reduce((most, value, k) => Math.max(most, Math.abs(value - stepper.coordinates[k])), 0);
}
