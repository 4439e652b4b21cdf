/** A projection that takes a noticeable part of the energy is told; those that take out the error of steps are not. */
import { expect, it } from "vitest";
import type { ClosedContact } from "../contact/closed-contact.js";
import { STICK } from "../contact/force-problem.js";
import { refreshTouch } from "../contact/touch.js";
import { systemFromScene } from "../scene/scene.js";
import { project } from "./balance.js";
import { ball, dropped, floor, RADIUS } from "./followed-scenes.testing.js";
import { createRun } from "./run.js";
import { createSimulation } from "./simulation.js";

/** What is warned of when a ball on the floor that leaves with some speed is held there by force. */
function warningsAt(speed: number): string[] {
  const system = systemFromScene({
    bodies: { ball: ball([0, 0, RADIUS], { velocity: [1, 0, speed] }), floor },
    contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0 }],
  });
  const run = createRun(system, system.initialState(), {});
  const [feature] = run.features.byKey.values();
  const touch = run.features.touchFor(feature);
  refreshTouch(system, touch, run.coordinates, run.speeds);
  const closed: ClosedContact = { touch, mode: STICK, direction: [1, 0], locked: false, rested: false, loose: false, twins: [] };
  const told: string[] = [];
  project(run, [0], [closed], () => false, { warning: (code, message) => told.push(`${code}: ${message}`) });
  expect(run.ledger.projectionLoss).toBeCloseTo(0.5 * 0.4 * speed * speed, 12);
  return told;
}

it("a large projection warns and says how much it took", () => {
  const [told, ...more] = warningsAt(0.5);
  expect(told).toContain("large-projection: bringing the state back onto its contacts took out 0.0500 J");
  expect(more).toEqual([]);
});

it("a small one does not, nor does a ball that bounces, slides, rolls and comes to rest", () => {
  expect(warningsAt(1e-4)).toEqual([]);
  const system = systemFromScene(dropped(0.5, { velocity: [1, 0, 0] }, 0.3));
  const told: string[] = [];
  createSimulation(system, system.initialState()).advance(3, { warning: (code) => told.push(code) });
  expect(told).not.toContain("large-projection");
});
