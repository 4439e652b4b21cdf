import { expect, it } from "vitest";
import { solveFrictional } from "../../impact/frictional.js";
import { solvePlanar } from "../../impact/planar.js";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { flattenProblem, giveMobility } from "./flatten.js";

/** A planar contact as one in space whose tangents are turned by an angle and whose direction across cannot move. */
function inSpace(flat: ContactProblem, angle: number): ContactProblem {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [[wtt, wtn], [, wnn]] = flat.mobility;
  const [vt, vn] = flat.velocity;
  return {
    dimension: 3,
    contacts: flat.contacts,
    mobility: [
      [wtt * c * c, wtt * c * s, wtn * c],
      [wtt * c * s, wtt * s * s, wtn * s],
      [wtn * c, wtn * s, wnn],
    ],
    velocity: [vt * c, vt * s, vn],
  };
}

it("solves contacts that cannot move across a plane in that plane, whichever way their tangents point", () => {
  const random = createRandom(3);
  for (let n = 0; n < 200; n++) {
    const [wtt, wnn] = [0.5 + random(), 0.5 + random()];
    const flat: ContactProblem = {
      dimension: 2,
      contacts: [{ friction: random(), restitution: random() }],
      mobility: [
        [wtt, 0.4 * (2 * random() - 1)],
        [0, wnn],
      ],
      velocity: [2 * random() - 1, -random()],
    };
    (flat.mobility as number[][])[1][0] = flat.mobility[0][1];
    const angle = 6.28 * random();
    const found = flattenProblem(inSpace(flat, angle))!;
    const { impulse, velocity } = found.expand(solvePlanar(found.problem));
    const expected = solveFrictional(flat);
    const along = impulse[0] * Math.cos(angle) + impulse[1] * Math.sin(angle);
    expect(Math.abs(along - expected.impulse[0])).toBeLessThan(1e-9);
    expect(Math.abs(impulse[2] - expected.impulse[1])).toBeLessThan(1e-9);
    expect(Math.abs(impulse[0] * Math.sin(angle) - impulse[1] * Math.cos(angle))).toBeLessThan(1e-12);
    expect(Math.abs(velocity[2] - expected.velocity[1])).toBeLessThan(1e-9);
  }
});

it("leaves contacts alone that can move in space", () => {
  const problem: ContactProblem = {
    dimension: 3,
    contacts: [{ friction: 0.3, restitution: 0.5 }],
    mobility: [
      [1, 0, 0.1],
      [0, 1e-3, 0],
      [0.1, 0, 1],
    ],
    velocity: [1, 0, -1],
  };
  expect(flattenProblem(problem)).toBeUndefined();
  expect(giveMobility(problem)).toBe(problem);
});

it("gives a mobility to contacts that cannot move along their surface, which changes nothing along the normal", () => {
  const problem: ContactProblem = {
    dimension: 3,
    contacts: [{ friction: 0.3, restitution: 0.5 }],
    mobility: [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 2],
    ],
    velocity: [0, 0, -1],
  };
  expect(flattenProblem(problem)).toBeUndefined();
  const { impulse, velocity } = solveFrictional(giveMobility(problem));
  expect(impulse[0]).toBe(0);
  expect(impulse[1]).toBe(0);
  expect(impulse[2]).toBeCloseTo(0.75, 14);
  expect(velocity[2]).toBeCloseTo(0.5, 14);
});
