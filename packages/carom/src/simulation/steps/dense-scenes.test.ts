/**
 * A seeded part of the campaign of dense scenes (`npm run stress -- --dense N`): 5 to 12 bodies for 0.4 s, so that all of them take half a
 * minute. The campaign itself has up to 60 bodies and 2 s.
 */
import { expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { denseScene, runDense } from "../../testing/dense-scenes.js";
import type { Scene, SceneBody } from "../scene/scene.js";

it.each(Array.from({ length: 60 }, (_, n) => n))("bodies dropped into a pit pass, seed %d", (seed) => {
  expect(runDense(denseScene(seed, 12), 0.4).complaints).toEqual([]);
});

it("sees solids that begin a step beside each other and end it within", () => {
  expect(runDense(denseScene(100_014), 0.6).complaints).toEqual([]);
});

it("closes its ledger where impacts cost more than the whole step in which they happen", () => {
  expect(runDense(denseScene(100_317), 1.66).complaints).toEqual([]);
});

it.each([
  ["an edge that turns fast across another", 100_182, 0.72],
  ["an edge that pushes on another while both turn", 100_604, 0.34],
  ["an edge that goes along below a ball", 100_607, 0.39],
  ["a rim that all but lies flat and runs around", 100_311, 0.7],
] as const)("keeps %s from sinking in", (_, seed, duration) => {
  expect(runDense(denseScene(seed), duration).complaints).toEqual([]);
});

/** Boxes, cylinders and cones over a pit. */
function boxesAndRounds(seed: number): Scene {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const shapes = [
    () => {
      const size = [between(0.03, 0.07), between(0.03, 0.06), between(0.02, 0.05)] as const;
      return { type: "box", size, rounding: random() < 0.3 ? 0.003 : 0 } as const;
    },
    () => {
      const [radius, height] = [between(0.015, 0.03), between(0.01, 0.07)];
      return { type: "cylinder", radius, height, rounding: random() < 0.2 ? 0.003 : 0 } as const;
    },
    () => ({ type: "cone", radius: between(0.02, 0.03), height: between(0.03, 0.06) }) as const,
  ];
  const bodies: Record<string, SceneBody> = {};
  for (let i = 0; i < 18; i += 1) {
    const shape = shapes[Math.floor(3 * random())]();
    const density = between(300, 2000);
    const [x, y, z, w] = [between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)];
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    bodies[`body${i}`] = {
      shape,
      density,
      position: [0.11 * ((i % 3) - 1), 0.11 * ((Math.floor(i / 3) % 3) - 1), 0.1 + 0.11 * Math.floor(i / 9)],
      orientation: [x / length, y / length, z / length, w / length],
    };
  }
  const wall = (x: number, y: number) => ({ plane: { normal: [x, y, 0], point: [-0.16 * x, -0.16 * y, 0] } }) as const;
  const ground = {
    floor: { plane: { normal: [0, 0, 1] } },
    left: wall(1, 0),
    right: wall(-1, 0),
    front: wall(0, 1),
    back: wall(0, -1),
  } as const;
  return { bodies: { ...bodies, ...ground }, material: { friction: between(0, 1), restitution: between(0, 0.6) } };
}

// The corner of a box and the rim of a cylinder have no normal of their own: none of their places is listed until they are upon each other.
it.each([
  [0, 0.16],
  [27, 0.3],
])("sees a corner that begins a step beside a rim and ends it within, seed %d", (seed, duration) => {
  expect(runDense(boxesAndRounds(seed), duration, { stepError: 1e-3 }).complaints).toEqual([]);
});
