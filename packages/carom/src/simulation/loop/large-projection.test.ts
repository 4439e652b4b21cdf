/** A projection that takes a noticeable part of the energy is told; those that take out the error of steps are not. */
import { expect, it } from "vitest";
import type { ClosedContact } from "../contact/closed-contact.js";
import { STICK } from "../contact/force-problem.js";
import { refreshTouch } from "../contact/touch.js";
import { systemFromScene } from "../scene/scene.js";
import { project } from "./balance.js";
import { ball, dropped, floor, G, RADIUS } from "./followed-scenes.testing.js";
import { createRun } from "./run.js";
import { createSimulation } from "./simulation.js";

/** What is warned of when a ball on the floor that leaves with some speed is held there by force. */
function warningsAt(speed: number): string[] {
  const system = systemFromScene({
    bodies: { ball: ball([0, 0, RADIUS], { velocity: [1, 0, speed] }), floor },
    contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0 }],
  });
  const run = createRun(system, system.initialState(), {});
  const [feature] = run.system.features(0);
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

it("steps after a large projection are shorter, and grow again", () => {
  const system = systemFromScene({
    bodies: { ball: ball([0, 0, RADIUS], { velocity: [1, 0, 0.5] }), floor },
    contacts: [{ between: ["ball", "floor"], friction: 0, restitution: 0 }],
  });
  const run = createRun(system, system.initialState(), {});
  expect(run.longestStep).toBe(Number.POSITIVE_INFINITY);
  run.lastStep = 0.01;
  const [feature] = run.system.features(0);
  const touch = run.features.touchFor(feature);
  refreshTouch(system, touch, run.coordinates, run.speeds);
  project(run, [0], [{ touch, mode: STICK, direction: [1, 0], locked: false, rested: false, loose: false, twins: [] }], () => false, {});
  expect(run.longestStep).toBeCloseTo(0.001, 12);
});

it("Euler's disk rolls down to rest, and projections take less than a ten-thousandth of its energy", () => {
  const [radius, mass, tilt] = [0.0375, 0.4, 0.02];
  const rate = Math.sqrt((4 * G) / (radius * Math.sin(tilt)));
  const system = systemFromScene({
    bodies: {
      disk: {
        shape: { type: "cylinder", radius, height: 1e-3 },
        mass,
        inertia: [(mass * radius * radius) / 4, (mass * radius * radius) / 4, (mass * radius * radius) / 2],
        position: [0, 0, radius * Math.sin(tilt) + 5e-4 * Math.cos(tilt)],
        orientation: [0, Math.sin(tilt / 2), 0, Math.cos(tilt / 2)],
        angularVelocity: [-rate * Math.cos(tilt) * Math.sin(tilt), 0, rate * Math.sin(tilt) * Math.sin(tilt)],
      },
      floor,
    },
    contacts: [{ between: ["disk", "floor"], friction: 0.9, restitution: 0 }],
    loads: [{ type: "damper", body: "disk", angular: 0.005 }],
  });
  const told: string[] = [];
  const simulation = createSimulation(system, system.initialState(), { mostWork: 50_000 });
  expect(simulation.advance(1, { warning: (code) => told.push(code) })).toBe("rest");
  const { before, projectionLoss } = simulation.ledger();
  expect(Math.abs(projectionLoss)).toBeLessThan(1e-4 * before);
  expect(told).not.toContain("large-projection");
});
