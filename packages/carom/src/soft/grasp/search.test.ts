import { expect, it } from "vitest";
import { boxMesh } from "../mesh/generate.js";
import type { GraspSpec } from "./grasp.js";
import type { GraspFinger } from "./hand.js";
import { middleOf, movedHand, searchGrasp } from "./search.js";

const finger = (side: number): GraspFinger => ({
  shape: { type: "pad", size: [0.01, 0.2, 0.2], rounding: 0.002 },
  at: [0.02, 0.03, 0.02],
  direction: [side, 0, 0],
  friction: 0,
});
const spec: GraspSpec = {
  // Half as wide along x as along y.
  mesh: boxMesh({ size: [0.04, 0.08, 0.04], cells: [2, 4, 2] }),
  material: { youngModulus: 1e4, poissonRatio: 0.3 },
  weight: 1e-8,
  tableFriction: 0,
  fingers: [finger(1), finger(-1)],
  close: { push: 0.5 },
  steps: 2,
  lift: false,
};

it("squeezes a box along its short side for the least work: F^2 L / E A, a fourth of that along the other", () => {
  const { places, best } = searchGrasp(spec, {
    goal: "work",
    heights: { from: 0, to: 0, count: 1 },
    turns: { from: 0, to: Math.PI / 2, count: 2 },
    improve: 0,
  });
  expect(best?.turn).toBe(0);
  const [short, long] = places.map(({ work }) => work as number);
  // Of both fingers, 0.5 N at the end.
  expect(short / ((0.5 * 0.5 * 0.04) / (2 * 1e4 * 0.08 * 0.04))).toBeCloseTo(1, 5);
  expect(long / short).toBeCloseTo(4, 5);
  expect(places[0].touches[0][0]).toBeCloseTo(0, 3);
});

it("turns a hand about the middle of the body", () => {
  const [moved] = movedHand(spec.fingers, middleOf(spec), Math.PI / 2, 0.01);
  expect(moved.direction[1]).toBeCloseTo(1, 12);
  // (0.02, 0.03) is 0.01 before the middle (0.02, 0.04) along y: a quarter turn takes that to x.
  expect(moved.at[0]).toBeCloseTo(0.03, 12);
  expect(moved.at[1]).toBeCloseTo(0.04, 12);
  expect(moved.at[2]).toBeCloseTo(0.03, 12);
});
