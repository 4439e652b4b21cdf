import { expect, it } from "vitest";
import { boxMesh } from "../mesh/generate.js";
import type { FingerShape } from "./finger-shape.js";
import { grasp } from "./grasp.js";
import { isCoarse } from "./resolution.js";

const material = { youngModulus: 6000, poissonRatio: 0.3 };
const effective = material.youngModulus / (1 - 0.09);

/** Two of a shape that press a box of so many cells. */
function pressed(shape: FingerShape, cells: number) {
  const { resolution, records } = grasp({
    mesh: boxMesh({ size: [0.06, 0.06, 0.06], cells: [2, cells, cells] }),
    material,
    weight: 0.1,
    tableFriction: 0.5,
    fingers: [1, -1].map((side) => ({ shape, at: [0.03, 0.03, 0.03], direction: [side, 0, 0], friction: 0.5 })),
    close: { distance: 0.002 },
    steps: 2,
    lift: false,
  });
  return { finger: resolution![0], push: records.at(-1)!.pushes[0], contacts: records.at(-1)!.contacts[1] };
}

it("the contact of a ball and of a cylinder is as wide as Hertz says, that of a pad as the pad", () => {
  const ball = pressed({ type: "ball", radius: 0.04 }, 4);
  expect(ball.finger.contactRadius ** 3).toBeCloseTo((0.75 * ball.push * 0.04) / effective, 12);
  const cylinder = pressed({ type: "cylinder", radius: 0.01, length: 0.05 }, 4);
  expect(cylinder.finger.contactRadius ** 2).toBeCloseTo((4 * cylinder.push * 0.01) / (Math.PI * 0.05 * effective), 12);
  expect(pressed({ type: "pad", size: [0.01, 0.04, 0.03], rounding: 0.002 }, 4).finger.contactRadius).toBeCloseTo(0.015, 12);
});

it("a pad on long edges is coarse with as many nodes as it takes, and fine on short ones", () => {
  const pad: FingerShape = { type: "pad", size: [0.01, 0.05, 0.05], rounding: 0.002 };
  const [coarse, fine] = [pressed(pad, 4), pressed(pad, 8)];
  expect(coarse.finger.nodes).toBe(coarse.contacts.stick + coarse.contacts.slip);
  expect(coarse.finger.nodes).toBeGreaterThanOrEqual(7);
  expect(isCoarse(coarse.finger)).toBe(true);
  expect(isCoarse(fine.finger)).toBe(false);
});
