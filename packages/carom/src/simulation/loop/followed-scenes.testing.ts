/**
 * Scenes followed to their ends, and balls to drop in them, for tests of whole runs.
 */
import type { Vec3 } from "../../math/vec3.js";
import { createRecorder, type RecordedImpact } from "../record/record.js";
import { type Scene, type SceneBody, systemFromScene } from "../scene/scene.js";
import { createSimulation, type SimulationOptions } from "./simulation.js";

export const G = 9.81;
export const floor = { plane: { normal: [0, 0, 1] as const } };

export function follow(scene: Scene, duration: number, options: SimulationOptions = {}, rate = 20) {
  const system = systemFromScene(scene);
  const simulation = createSimulation(system, system.initialState(), options);
  const recorder = createRecorder(system, simulation, { rate });
  const status = simulation.advance(duration, recorder.observer);
  recorder.finish();
  const { series, events } = recorder.record;
  const impacts = events.filter((event): event is RecordedImpact => event.kind === "impact");
  const at = (name: string) => {
    const { position, velocity, angularVelocity, orientation } = series.bodies[name];
    return {
      position: position.at(-1)!,
      velocity: velocity.at(-1)!,
      angularVelocity: angularVelocity.at(-1)!,
      orientation: orientation.at(-1)!,
    };
  };
  return { status, simulation, series, events, impacts, at, ledger: simulation.ledger() };
}

export const RADIUS = 0.1;
export const ball = (position: Vec3, more: Partial<SceneBody> = {}): SceneBody => ({
  shape: { type: "sphere", radius: RADIUS },
  mass: 0.4,
  position,
  ...more,
});

/** A ball let go 1 m above the floor. */
export function dropped(restitution: number, more: Partial<SceneBody> = {}, friction = 0): Scene {
  return {
    bodies: { ball: ball([0, 0, 1 + RADIUS], more), floor },
    contacts: [{ between: ["ball", "floor"], friction, restitution }],
  };
}

/** The speed with which it leaves the floor, over that with which it arrives. */
export const ratioOf = ({ contacts: [{ velocityBefore, velocityAfter }] }: RecordedImpact) => -velocityAfter[2] / velocityBefore[2];
