import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { distance, norm, times } from "../testing/agreement.js";
import { gentle, oneBodyFamilies } from "../testing/scenes.js";
import { impulseAccuracy } from "./accuracy.js";
import { solveFrictional } from "./frictional.js";
import { solveFrictionalBy } from "./methods.js";
import { solvePlanar } from "./planar.js";
import { solveProportional } from "./proportional.js";
import { icosaTetra } from "./slip/published.test.data.js";

const planarProblem = (a: number, b: number, c: number, velocity: readonly number[], friction: number): ContactProblem => ({
  dimension: 2,
  contacts: [{ friction, restitution: 0.5 }],
  mobility: [
    [a, b],
    [b, c],
  ],
  velocity,
});

describe("the condition number", () => {
  it("is that of the mobility with its diagonal scaled to one: (1 + r)/(1 - r), r = |b|/sqrt(a c)", () => {
    for (const [a, b, c] of [
      [3, 0, 1],
      [3, 1, 1],
      [1e-6, 0.5e-3, 1],
      [1, 1 - 1e-9, 1],
    ]) {
      const problem = planarProblem(a, b, c, [0.3, -1], 0.2);
      const r = b / Math.sqrt(a * c);
      expect(impulseAccuracy(problem, solvePlanar(problem)).condition / ((1 + r) / (1 - r))).toBeCloseTo(1, 6);
    }
  });

  it("does not depend on units, and is the most there is for a singular mobility", () => {
    const problem = planarProblem(3, 1, 1, [0.3, -1], 0.2);
    const light = { ...problem, mobility: problem.mobility.map((row) => times(row, 1e12)) };
    expect(impulseAccuracy(light, solvePlanar(light)).condition).toBeCloseTo(impulseAccuracy(problem, solvePlanar(problem)).condition, 9);
    const locked = planarProblem(1, 1, 1, [-1, -1], 0.2);
    expect(impulseAccuracy(locked, solvePlanar(locked)).condition).toBe(2 ** 52);
  });

  it("does not count what several contacts of one body hold among themselves", () => {
    const random = createRandom(3);
    for (const { draw } of gentle(oneBodyFamilies))
      for (let n = 0; n < 2; n++) {
        const { problem } = draw(random);
        const { condition, error } = impulseAccuracy(problem, solveProportional(problem));
        expect(condition).toBeLessThan(1e7);
        expect(error).toBeLessThan(1e-9);
      }
  });
});

describe("the error estimate", () => {
  it("covers what the rounding of the data does to the impulse, however singular the mobility", () => {
    const random = createRandom(7);
    for (let n = 0; n < 300; n++) {
      const [a, c] = [0.5 + random(), 0.5 + random()];
      const b = Math.sqrt(a * c) * (1 - 10 ** (-12 * random())) * (n % 2 === 0 ? 1 : -1);
      const problem = planarProblem(a, b, c, [2 * random() - 1, -1], random());
      const outcome = solvePlanar(problem);
      const { error } = impulseAccuracy(problem, outcome);
      const nudge = 1 + 2 ** -52;
      for (const other of [
        planarProblem(a * nudge, b, c, problem.velocity, problem.contacts[0].friction),
        planarProblem(a, b, c * nudge, problem.velocity, problem.contacts[0].friction),
      ]) {
        const again = solvePlanar(other);
        if (again.branch !== outcome.branch) continue;
        expect(distance(again.impulse, outcome.impulse)).toBeLessThanOrEqual(4 * error * norm(outcome.impulse));
      }
    }
  });

  it("shows the steps of a first-order method, and finds next to nothing where there are none", () => {
    const random = createRandom(9);
    for (let n = 0; n < 30; n++) {
      const problem: ContactProblem = {
        dimension: 3,
        contacts: [{ friction: 0.1 + 0.4 * random(), restitution: 0.6 }],
        mobility: [
          [3, 0, 0.8],
          [0, 2, -0.4],
          [0.8, -0.4, 1.5],
        ],
        velocity: [random(), random(), -1],
      };
      const exact = solveFrictional(problem);
      const stepped = solveFrictionalBy(problem, { method: "fixed-step", step: 1e-3 });
      expect(impulseAccuracy(problem, exact).error).toBeLessThan(1e-13);
      const off = distance(stepped.impulse, exact.impulse) / norm(exact.impulse);
      expect(impulseAccuracy(problem, stepped).error).toBeGreaterThan(off / 30);
    }
  });

  it("is zero where nothing approaches", () => {
    const problem = planarProblem(3, 1, 1, [0.3, 1], 0.2);
    expect(impulseAccuracy(problem, solvePlanar(problem)).error).toBe(0);
  });
});

it("of a method with steps of its own is its distance from the law, though its energies close", () => {
  const { friction, restitution, mobility, velocity } = icosaTetra;
  const problem: ContactProblem = { dimension: 3, contacts: [{ friction, restitution }], mobility, velocity };
  const { impulse } = solveFrictional(problem);
  const outcome = solveFrictionalBy(problem, { method: "curvature-step" });
  const error = distance(outcome.impulse, impulse) / norm(impulse);
  expect(error).toBeGreaterThan(1e-6);
  expect(impulseAccuracy(problem, outcome).error).toBeCloseTo(error, 12);
});
