import { expect, it } from "vitest";
import type { Quaternion } from "../../math/quaternion.js";
import { createStepper } from "./stepper.js";

it.each<[string, Quaternion]>([
  ["upright", [0, 0, 0, 1]],
  ["upside down", [1, 0, 0, 0]],
])("a thin plate, %s, slides on its lower corners, though the upper ones are above the same places", (_, orientation) => {
  // So fast that the upper corners, 4 mm above, are listed too.
  const stepper = createStepper({
    bodies: {
      plate: { shape: { type: "box", size: [0.2, 0.1, 0.004] }, mass: 1, position: [0, 0, 0.002], orientation, velocity: [3, 0, 0] },
      floor: { plane: { normal: [0, 0, 1] } },
    },
    material: { friction: 0.05, restitution: 0 },
  });
  stepper.advance(0.3);
  expect(Math.abs(stepper.coordinates[2] - 0.002)).toBeLessThan(1e-6);
  // 3 t - mu g t^2 / 2.
  expect(Math.abs(stepper.coordinates[0] - (0.9 - 0.5 * 0.05 * 9.81 * 0.09))).toBeLessThan(1e-4);
});
