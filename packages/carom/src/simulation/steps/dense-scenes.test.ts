/**
 * A seeded part of the campaign of dense scenes (`npm run stress -- --dense N`): 5 to 12 bodies for 0.4 s, so that all of them take half a
 * minute. The campaign itself has up to 60 bodies and 2 s.
 */
import { expect, it } from "vitest";
import { denseScene, runDense } from "../../testing/dense-scenes.js";

it.each(Array.from({ length: 60 }, (_, n) => n))("bodies dropped into a pit pass, seed %d", (seed) => {
  expect(runDense(denseScene(seed, 12), 0.4).complaints).toEqual([]);
});

it("sees solids that begin a step beside each other and end it within", () => {
  expect(runDense(denseScene(100_014), 0.6).complaints).toEqual([]);
});

it("closes its ledger where impacts cost more than the whole step in which they happen", () => {
  expect(runDense(denseScene(100_317), 1.66).complaints).toEqual([]);
});
