/**
 * A light ball is squeezed out between one that lies on the floor and one a million times as heavy, ten times as fast as anything was
 * before. What it then flies at was passed over when the frame began.
 */
import { expect, it } from "vitest";
import { norm, subtract, type Vec3 } from "../../math/vec3.js";
import type { SimulationObserver } from "../loop/interface.js";
import { createRun } from "../loop/run.js";
import { eventDrive } from "../loop/simulation.js";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { takeOver } from "./hand-over.js";
import { createSimulation } from "./simulation.js";
import { nodeTableOf } from "./stepped-set.js";
import { beginSteps, canStep, createStepping } from "./stepping.js";
import { frameTogether, lendNodes } from "./together.js";

const RADIUS = 0.05;
const ball = (position: Vec3, velocity: Vec3 = [0, 0, 0], mass = 1e-3) =>
  ({ shape: { type: "sphere", radius: RADIUS }, mass, position, velocity }) as const;

/** `away`: how far the ball at the side is from the one in the middle, m. */
function squeezed(away: number): Scene {
  const rise = Math.sqrt(4 * RADIUS * RADIUS - 0.012 * 0.012);
  return {
    bodies: {
      low: ball([0, 0, RADIUS]),
      middle: ball([0.012, 0, RADIUS + rise + 1e-5]),
      heavy: ball([0.024, 0, RADIUS + 2 * rise + 1e-4], [0, 0, -0.8], 1000),
      side: ball([0.012 - 2 * RADIUS - away, 0, RADIUS + rise]),
      floor: { plane: { normal: [0, 0, 1] } },
    },
    gravity: [0, 0, 0],
    material: { friction: 0.5, restitution: 0.2 },
  };
}

/** Looks at many times how deep the four balls overlap, and how fast the one in the middle is. */
function looking() {
  const [q, u] = [new Float64Array(28), new Float64Array(24)];
  const at = (k: number): Vec3 => [q[7 * k], q[7 * k + 1], q[7 * k + 2]];
  const seen = { deepest: 0, fastest: 0 };
  const observe: SimulationObserver = {
    motion: (from, to, stateAt) => {
      for (let part = 0; part <= 20; part += 1) {
        stateAt(from + ((to - from) * part) / 20, q, u);
        seen.fastest = Math.max(seen.fastest, Math.abs(u[6]));
        for (let a = 0; a < 4; a += 1)
          for (let b = a + 1; b < 4; b += 1) seen.deepest = Math.max(seen.deepest, 2 * RADIUS - norm(subtract(at(a), at(b))));
      }
    },
  };
  return { seen, observe };
}

it.each([0.003, 0.014, 0.02, 0.03, 0.05])("by steps hits what is %f m beside it", (away) => {
  const system = systemFromScene(squeezed(away));
  const simulation = createSimulation(system, system.initialState(), { method: "steps" });
  const { seen, observe } = looking();
  simulation.advance(0.02, observe);
  expect(seen.fastest).toBeGreaterThan(4);
  expect(seen.deepest).toBeLessThan(1e-3 * RADIUS);
  expect(Math.abs(simulation.ledger().residual)).toBeLessThan(1e-9 * simulation.ledger().before);
});

it.each([0.014, 0.02, 0.03])("takes what goes by events %f m beside it along, by steps", (away) => {
  const system = systemFromScene(squeezed(away));
  if (!canStep(system)) throw new Error("a scene can be stepped");
  const run = createRun(system, system.initialState(), {});
  const stepping = createStepping(system, {});
  const table = nodeTableOf(system, stepping.run);
  const both = { run, events: eventDrive(run), stepping, table, nodes: new Set([0, 1, 2]) };
  beginSteps(stepping, run);
  takeOver(stepping, run, both.nodes);
  lendNodes(both);
  const { seen, observe } = looking();
  const met: number[] = [];
  frameTogether(both, 0.01, observe, { joined: () => {}, met: (nodes) => met.push(...nodes) });
  expect(met).toEqual([3]);
  expect(seen.fastest).toBeGreaterThan(4);
  expect(seen.deepest).toBeLessThan(1e-3 * RADIUS);
});
