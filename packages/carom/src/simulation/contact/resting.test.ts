import { expect, it } from "vitest";
import { createForceProblem, createForceSolution, ONSET, STICK } from "./force-problem.js";
import { createForceSolver } from "./force-solver.js";

/** Mobility and free rates of three resting contacts of a mechanism on a floor; lower triangle by rows. */
const MOBILITY = [
  [2.708],
  [-0.037936, 1.0551],
  [0.22516, 0.70914, 2.8575],
  [0.37007, -0.82155, -0.95685, 2.7998],
  [-0.37599, 0.36564, -0.18209, 0.26123, 1.5856],
  [-0.80874, -0.42628, -0.068529, 0.75712, 1.3861, 2.5138],
  [0.04142, 0.44072, 0.59267, 1.3991, -2.3355, -2.8003, 8.6702],
  [-0.28114, 0.0013374, -0.62929, 0.66547, 2.3351, 2.4128, -4.434, 3.8068],
  [0.60247, 0.4751, -0.55336, -1.5993, -0.26752, -0.090328, -0.89837, -0.46982, 3.9483],
];
const FREE = [1.7492, -3.7765, -12.622, 13.264, 2.1903, -8.6094, 4.6367, 4.6803, -26.695];
const FRICTION = 0.73579;

it("finds forces of contacts that all rest, two of which are barely about to slip", () => {
  // The contacts' own velocities as speeds: J = 1, so that the response is the mobility.
  const set = createForceProblem(9, 3);
  set.count = 3;
  for (let row = 0; row < 9; row++) {
    set.jacobian[9 * row + row] = 1;
    set.bias[row] = FREE[row];
    for (let k = 0; k < 9; k++) set.response[9 * row + k] = MOBILITY[Math.max(row, k)][Math.min(row, k)];
  }
  set.friction.fill(FRICTION);
  set.staticFriction.fill(FRICTION);
  const solution = createForceSolution(9, 3);
  createForceSolver(9, 3).solve(set, solution);
  const { forces, rates, modes } = solution;
  expect(Array.from(modes)).toEqual([ONSET, ONSET, STICK]);
  for (let i = 0; i < 3; i++) {
    const [a, b, push] = forces.subarray(3 * i);
    expect(push).toBeGreaterThan(1);
    expect(Math.abs(rates[3 * i + 2])).toBeLessThan(1e-6);
    const held = Math.hypot(a, b);
    const slip = Math.hypot(rates[3 * i], rates[3 * i + 1]);
    if (modes[i] === STICK) {
      expect(held).toBeLessThan(FRICTION * push);
      expect(slip).toBeLessThan(1e-6);
    } else {
      expect(Math.abs(held - FRICTION * push)).toBeLessThan(1e-6 * push);
      // Slip begins against the friction.
      expect(slip).toBeGreaterThan(1e-3);
      expect(a * rates[3 * i] + b * rates[3 * i + 1]).toBeLessThan(-0.9999 * held * slip);
    }
  }
});
