import { expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { cornerFamilies, planarFamilies } from "../../testing/scenes.js";
import { lastPush } from "./last-push.js";
import { ballInCorner, block, planarProblem } from "./planar-body.test.data.js";

const smooth = { friction: 0, restitution: 0 };

it.each([...cornerFamilies, ...planarFamilies])(
  "leaves no contact approaching, pushes only, and only where a contact is at rest: $name",
  ({ draw }) => {
    const random = createRandom(21);
    for (let n = 0; n < 40; n++) {
      const { problem } = draw(random);
      const { dimension, mobility } = problem;
      const speed = Math.max(...problem.velocity.map(Math.abs));
      const { run, compressionWork } = lastPush(problem, Float64Array.from(problem.velocity), 1e-12 * speed);
      const { contacts } = run.touching;
      const impulse = problem.velocity.map(() => 0);
      contacts.forEach((contact, i) => {
        impulse[(contact + 1) * dimension - 1] = run.state.impulse[(i + 1) * dimension - 1];
      });
      const total = Math.max(...impulse);
      expect(Math.min(...impulse)).toBe(0);
      for (let at = dimension - 1; at < impulse.length; at += dimension) {
        const size = speed + mobility[at].reduce((sum, w, k) => sum + Math.abs(w * impulse[k]), 0);
        const after = problem.velocity[at] + mobility[at].reduce((sum, w, k) => sum + w * impulse[k], 0);
        expect(after).toBeGreaterThanOrEqual(-1e-11 * size);
        expect(Math.abs(impulse[at] * after)).toBeLessThanOrEqual(1e-11 * total * size);
      }
      // A straight path to rest: the work is half of what the impulse does against the velocity it meets.
      const work = 0.5 * impulse.reduce((sum, p, k) => sum + p * problem.velocity[k], 0);
      expect(compressionWork).toBeLessThan(0);
      expect(Math.abs(compressionWork - work)).toBeLessThanOrEqual(1e-12 * Math.abs(work));
      expect(run.state.normalWork).toBe(compressionWork);
    }
  },
);

it("stops a falling block with what its weight asks of each of two corners", () => {
  // Turning as it falls: normal velocities -1 - w and -1 + w at the corners x = -1/2, 1/2 with w = 1/4.
  const body = block(2, [0, -1, 0.5]);
  const { run } = lastPush(planarProblem(body, smooth), Float64Array.from(planarProblem(body, smooth).velocity), 1e-12);
  // p1 + p2 = m, (p2 - p1)/2 = -I w with w = 0.5.
  expect(run.state.impulse[1]).toBeCloseTo(1 + 0.2 * 0.5, 14);
  expect(run.state.impulse[3]).toBeCloseTo(1 - 0.2 * 0.5, 14);
});

it("shows the way there when somebody looks, without another end", () => {
  const problem = planarProblem(ballInCorner, smooth);
  const velocity = Float64Array.from(problem.velocity);
  const works: number[] = [];
  const { run } = lastPush(problem, velocity, 1e-12, (state) => works.push(state.normalWork));
  expect(run.state).toEqual(lastPush(problem, velocity, 1e-12).run.state);
  expect(works[0]).toBe(0);
  expect(works.every((work, k) => k === 0 || work <= works[k - 1])).toBe(true);
  expect(works.length).toBeGreaterThan(20);
});
