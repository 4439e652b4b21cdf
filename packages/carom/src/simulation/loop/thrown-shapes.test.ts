import { expect, it } from "vitest";
import { runThrown, thrownShapes } from "../../testing/thrown-scenes.js";
import { systemFromScene } from "../scene/scene.js";

// A small part of the stress campaign `--thrown-shapes`.
it.each(Array.from({ length: 16 }, (_, n) => 1 + n))("all shapes, thrown, keep the rules: scene %i", { timeout: 60_000 }, (seed) => {
  const { complaints, cause } = runThrown(thrownShapes(seed, 2), 0.5);
  expect(cause).toBe(undefined);
  expect(complaints).toEqual([]);
});

it("an inertia that is given is used without judging the shape's own: a thick rod", () => {
  const rod = { shape: { type: "rod", length: 1, radius: 0.2 }, mass: 1, position: [0, 0, 1] } as const;
  const system = systemFromScene({ bodies: { rod: { ...rod, inertia: [0.2, 0.2, 0.1] } } });
  const speeds = new Float64Array([0, 0, 0, 2, 0, 0]);
  expect(system.kineticEnergy(system.initialState().coordinates, speeds)).toBeCloseTo(0.4, 12);
  expect(() => systemFromScene({ bodies: { rod } })).toThrow("use a cylinder");
});
