import { expect, it } from "vitest";
import type { Scene } from "../scene/scene.js";
import { systemFromScene } from "../scene/scene.js";
import { islandOf } from "./island-of.js";
import { splitIsland } from "./islands.js";
import { createRunState } from "./run-state.js";
import { solidsOf } from "./solids.js";

const GAP = 0.0125;
const THICKNESS = 0.0075;

/** Dominoes in a row, of which the first turns about its front edge. */
function row(count: number, turning: number): Scene {
  const height = 0.048;
  const bodies = Array.from({ length: count }, (_, i): [string, Scene["bodies"][string]] => [
    `domino ${i}`,
    {
      mass: 0.01,
      shape: { type: "box", size: [THICKNESS, 0.024, height] },
      position: [(GAP + THICKNESS) * i, 0, height / 2],
      ...(i === 0
        ? { angularVelocity: [0, turning, 0] as const, velocity: [(turning * height) / 2, 0, (turning * THICKNESS) / 2] as const }
        : {}),
    },
  ]);
  return {
    bodies: { ...Object.fromEntries(bodies), floor: { plane: { normal: [0, 0, 1] } } },
    material: { friction: 0.3, restitution: 0 },
  };
}

/** How many bodies each island has. */
function islandsOf(scene: Scene, span: number): number[] {
  const run = createRunState(systemFromScene(scene), {}, solidsOf(scene));
  const pairs = run.system.pairs.map((_, pair) => pair);
  return splitIsland(run, islandOf(run.everything, pairs), span).map(({ bodies }) => bodies.length);
}

it("takes a row of dominoes apart as far as the fall of the first cannot come in time", () => {
  // Balls around dominoes overlap; their faces are 12.5 mm apart.
  expect(islandsOf(row(6, 0), 0.01)).toEqual([1, 1, 1, 1, 1, 1]);
  // The upper edge of the first goes 1.9 mm in 10 ms. Four times as fast it may hit the second, and in 20 ms that may hit others.
  expect(islandsOf(row(6, 4), 0.01)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(islandsOf(row(6, 16), 0.01)).toEqual([2, 1, 1, 1, 1]);
  expect(islandsOf(row(6, 16), 0.02)[0]).toBeGreaterThan(2);
});

it("lets a hit go through bodies that touch at once", () => {
  const ball = (x: number, speed: number) =>
    ({ mass: 1, shape: { type: "sphere", radius: 0.1 }, position: [x, 0, 0], velocity: [speed, 0, 0] }) as const;
  const scene: Scene = {
    bodies: { cue: ball(0, 10), first: ball(0.21, 0), second: ball(0.41, 0), third: ball(0.61, 0), far: ball(0.9, 0) },
    gravity: [0, 0, 0],
    material: { friction: 0, restitution: 1 },
  };
  // The first is 10 mm away, 1 ms; the last is 90 mm from the third.
  expect(islandsOf(scene, 0.002)).toEqual([4, 1]);
  expect(islandsOf(scene, 0.01)).toEqual([5]);
  expect(islandsOf(scene, 0.0005)).toEqual([1, 3, 1]);
});
