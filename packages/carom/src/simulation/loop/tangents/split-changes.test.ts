/** What of changes of a contact is a multiple of the impulse, or of another change. */
import { expect, it } from "vitest";
import { splitChanges } from "./split-changes.js";

const problem = {
  dimension: 3,
  contacts: [{ friction: 0.3, restitution: 0.6 }],
  mobility: [
    [3.5, 0, 0],
    [0, 3.5, 0],
    [0, 0, 1],
  ],
  velocity: [0.4, 0, -1],
} as const;

const change = (velocities: readonly number[], mobility = 0) => ({
  velocities: Float64Array.from(velocities),
  mobility: Float64Array.from(problem.mobility.flat(), (value) => mobility * value),
});

it("leaves one difference to the speeds, spin, mass and gravity of a ball, and one to its friction", () => {
  const changes = [change([2, 0, 0]), change([0.2, 0, 0.5]), change([0, 0, 0], -0.25), change([-0.1, 0, 0]), change([0.3, 0, 0])];
  const split = splitChanges(problem, changes, [{}, {}, {}, {}, { friction: 1 }]);
  expect(split.map(({ degree }) => degree)).toEqual([-0, -0.5, 0.25, -0, -0]);
  expect(split.map(({ like }) => like)).toEqual([undefined, { of: 0, factor: 0.2 }, undefined, { of: 0, factor: -0.05 }, undefined]);
  expect(Array.from(split[2].rest.mobility)).toEqual(new Array(9).fill(0));
  expect(split[4].rest.velocities[0]).toBe(0.3);
});
