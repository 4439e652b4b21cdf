import { expect, it } from "vitest";
import { contactProblemFromBodies } from "../../../mechanics/from-bodies.js";
import { slipGroup, writeMotion } from "../rest-on-plane.js";
import { touchingOf } from "../touching.js";
import { bringToRest } from "./bring-to-rest.js";

const body = { mass: 1.2, inertia: [0.05, 0.08, 0.06] as const, position: [0.05, -0.02, 0.3] as const };
const points = [
  [0.2, 0.1],
  [-0.2, 0.15],
  [0.1, -0.2],
  [-0.15, -0.1],
] as const;
const { problem } = contactProblemFromBodies(
  { body, floor: "fixed" },
  points.map(([x, y]) => ({
    between: ["body", "floor"] as const,
    point: [x, y, 0] as const,
    normal: [0, 0, 1] as const,
    friction: 0.3,
    restitution: 0,
  })),
);

it.each([[[0, 1, 2, 3]], [[2]]])("contacts %j are brought to rest by an impulse of their own, which all velocities follow", (contacts) => {
  const touching = touchingOf(problem, [0, 1, 2, 3]);
  const { size, mobility } = touching;
  const group = slipGroup(touching, contacts);
  const velocity = new Float64Array(size);
  writeMotion(group, [1e-3, 2e-3, -1e-3], velocity);
  for (let n = 2; n < size; n += 3) velocity[n] = -1;
  const before = velocity.slice();
  const impulse = new Float64Array(size);
  const work = bringToRest(touching, group, impulse, velocity);
  let change = 0;
  for (let row = 0; row < size; row++) {
    let expected = before[row];
    for (let c = 0; c < size; c++) expected += mobility[row * size + c] * impulse[c];
    expect(Math.abs(velocity[row] - expected)).toBeLessThan(5e-16);
    change += 0.5 * impulse[row] * (before[row] + velocity[row]);
  }
  for (const i of contacts) expect([velocity[3 * i], velocity[3 * i + 1]]).toEqual([0, 0]);
  expect(work).toBeLessThan(0);
  expect(Math.abs(work - change)).toBeLessThan(1e-20);
});
