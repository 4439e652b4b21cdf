import { expect, it } from "vitest";
import { mutatedRobot, ROBOT_FORMATS, tryMutated } from "./mutated-robots.js";

it.each(ROBOT_FORMATS)("%s files with random damage are refused in words, or give a scene that can be built", (format) => {
  const outcomes = Array.from({ length: format === "urdf" ? 200 : 100 }, (_, seed) => tryMutated(mutatedRobot(seed, format)));
  // Both happen often, or the damage would be too small or too great to tell anything.
  expect(outcomes.filter((speeds) => speeds === undefined).length).toBeGreaterThan(10);
  expect(outcomes.filter((speeds) => speeds !== undefined).length).toBeGreaterThan(10);
});
