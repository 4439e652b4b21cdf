import { expect, it } from "vitest";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { frictionalGradients, solveFrictional } from "./frictional.js";

const spatial: ContactProblem = {
  dimension: 3,
  contacts: [{ friction: 0.8, restitution: 0.95 }],
  mobility: [
    [11.5984, -0.910367, 2.44236],
    [-0.910367, 9.90134, 1.95747],
    [2.44236, 1.95747, 2.59042],
  ],
  velocity: [-0.261988168, 0.386328061, -0.0771748],
};
const planar: ContactProblem = {
  dimension: 2,
  contacts: [{ friction: 0.5, restitution: 0.9 }],
  mobility: [
    [2.5861, -1.5424],
    [-1.5424, 2.5],
  ],
  velocity: [0.61697, -1],
};

it.each([spatial, planar])(
  "gradients of a problem are the differences of its impulse, in the problem's own components ($dimension D)",
  (problem) => {
    const gradients = frictionalGradients(problem);
    if (!gradients.available) throw new Error(gradients.reason);
    const step = 1e-5;
    const difference = (change: (by: number) => ContactProblem) => {
      const [up, down] = [solveFrictional(change(step)).impulse, solveFrictional(change(-step)).impulse];
      return up.map((value, i) => (value - down[i]) / (2 * step));
    };
    problem.velocity.forEach((_, j) => {
      const column = difference((by) => ({ ...problem, velocity: problem.velocity.map((v, k) => (k === j ? v + by : v)) }));
      column.forEach((value, i) => {
        expect(gradients.velocity[i][j]).toBeCloseTo(value, 6);
      });
    });
    const byRestitution = difference((by) => ({
      ...problem,
      contacts: [{ ...problem.contacts[0], restitution: problem.contacts[0].restitution + by }],
    }));
    byRestitution.forEach((value, i) => {
      expect(gradients.restitution[i]).toBeCloseTo(value, 6);
    });
  },
);

it("says why there are no gradients", () => {
  expect(frictionalGradients({ ...planar, velocity: [0.1, 0.2] })).toEqual({ available: false, reason: "the bodies are not approaching" });
});
