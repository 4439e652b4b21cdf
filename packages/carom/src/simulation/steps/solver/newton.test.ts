import { expect, it } from "vitest";
import { cutToCones, moveBy } from "./cone.js";
import { problemOf } from "./fixtures.testing.js";
import { newton } from "./newton.js";
import { createWorkspace, prepare, reserve } from "./workspace.js";

/** A box of 1 kg, 0.2 x 0.15 x 0.1 m, that rocks on an edge and slides: two corners on the floor, the impulses of the step before. */
const rocking = () =>
  problemOf({
    gh: 0.0981,
    bodies: [
      [1, 329.617, 73.8344, -0.011578, 231.6137, -0.0246733, 240, -0.0502053, 0.0477922, -0.0353287, -0.46845, -0.663512, -0.0751197],
    ],
    contacts: [
      [0, -1, 0, 0, 1, -0.0644255, -0.0913748, -0.0750002, 0, 0, 0, -7.69629e-5, 0.4, -0.00288747, -0.00136715, 0.0139214],
      [0, -1, 0, 0, 1, 0.0645585, 0.091281, -0.0750002, 0, 0, 0, -1.0136e-4, 0.4, -0.00692192, 0.00491848, 0.0212476],
    ],
  });

/** The worst misfit that is left, in tolerances. */
function leftAfter(leaps: boolean): number {
  const problem = rocking();
  const work = createWorkspace();
  reserve(work, problem);
  prepare(work, problem);
  work.impulse.set(problem.warm.subarray(0, 6));
  cutToCones(work, problem);
  moveBy(work, problem);
  return newton(work, problem, { eps: 1e-3, accuracy: 0.03 * problem.tolerance }, { steps: 24, leaps }) / problem.tolerance;
}

it("gets out of a hollow of the size of its misfit by a leap", () => {
  expect(leftAfter(false)).toBeGreaterThan(0.1);
  expect(leftAfter(true)).toBeLessThan(0.03);
});
