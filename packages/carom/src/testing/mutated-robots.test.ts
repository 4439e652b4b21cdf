import { expect, it } from "vitest";
import { mutatedRobot, tryMutated } from "./mutated-robots.js";

it("robots with random damage are refused in words, or give a scene that can be built", () => {
  const outcomes = Array.from({ length: 200 }, (_, seed) => tryMutated(mutatedRobot(seed)));
  // Both happen often, or the damage would be too small or too great to tell anything.
  expect(outcomes.filter((speeds) => speeds === undefined).length).toBeGreaterThan(20);
  expect(outcomes.filter((speeds) => speeds !== undefined).length).toBeGreaterThan(20);
});
