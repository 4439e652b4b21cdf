import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { problemFamilies } from "../../testing/slip-families.js";
import { solveFrictionalBy } from "../methods.js";
import { createSlipContact } from "./contact.js";
import { createSlipPath, type SlipPath } from "./path.js";
import { contactOf, icosaTetra, pinBall, problemOf } from "./published.test.data.js";
import { followSlipByRungeKutta } from "./runge-kutta.js";
import { followSlipByTaylor } from "./taylor.js";

const path = createSlipPath();
const reference = createSlipPath();

function error(): number {
  const [a, b] = [path, reference].map(({ state }: SlipPath) => [state.impulse1, state.impulse2, state.normalImpulse] as const);
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / Math.hypot(...b);
}

/** Relative errors of the impulse, ascending, over random contacts of a family. */
function errorsOf(method: "dopri5" | "dop853", tolerance: number, family = 0, count = 200): number[] {
  const random = createRandom(31);
  const contact = createSlipContact();
  const errors: number[] = [];
  for (let i = 0; i < count; i++) {
    problemFamilies[family].draw(random, contact);
    followSlipByTaylor(contact, reference);
    followSlipByRungeKutta(contact, path, "energetic", { method, tolerance });
    errors.push(error());
  }
  return errors.sort((a, b) => a - b);
}

describe("Runge-Kutta in the stretched variable", () => {
  it.each([
    { method: "dop853", tolerance: 1e-13, median: 5e-13, largest: 1e-10 },
    { method: "dop853", tolerance: 1e-9, median: 1e-9, largest: 1e-6 },
    { method: "dopri5", tolerance: 1e-10, median: 1e-9, largest: 1e-7 },
  ] as const)("$method at $tolerance is as accurate as it says", ({ method, tolerance, median, largest }) => {
    const errors = errorsOf(method, tolerance);
    expect(errors[100]).toBeLessThan(median);
    expect(errors[199]).toBeLessThan(largest);
  });

  it.each(["dopri5", "dop853"] as const)("%s: a smaller tolerance makes a smaller error", (method) => {
    const medians = [1e-5, 1e-8, 1e-11].map((tolerance) => errorsOf(method, tolerance, 0, 60)[30]);
    expect(medians[1]).toBeLessThan(medians[0] / 50);
    expect(medians[2]).toBeLessThan(medians[1] / 50);
  });

  it.each(["energetic", "poisson", "newton"] as const)("ends by the rule %s as Taylor series do, jams included", (rule) => {
    for (const family of [0, 4]) {
      const random = createRandom(77);
      const contact = createSlipContact();
      for (let i = 0; i < 150; i++) {
        problemFamilies[family].draw(random, contact);
        followSlipByTaylor(contact, reference, rule);
        followSlipByRungeKutta(contact, path, rule, { method: "dop853", tolerance: 1e-12 });
        expect([...path.kinds.subarray(0, path.count)]).toEqual([...reference.kinds.subarray(0, reference.count)]);
        expect(error()).toBeLessThan(1e-8);
        expect(path.stuck).toBe(reference.stuck);
        expect(path.compressions).toBe(reference.compressions);
      }
    }
  });

  it("returns its steps: some tens at order 8, several times that at order 5; none without a curve", () => {
    for (const impact of [icosaTetra, pinBall]) {
      const eight = followSlipByRungeKutta(contactOf(impact), path, "energetic", { method: "dop853", tolerance: 1e-12 });
      const five = followSlipByRungeKutta(contactOf(impact), path, "energetic", { method: "dopri5", tolerance: 1e-12 });
      expect(eight).toBeGreaterThan(20);
      expect(eight).toBeLessThan(150);
      expect(five).toBeGreaterThan(2 * eight);
    }
    expect(followSlipByRungeKutta(contactOf({ ...icosaTetra, friction: 0 }), path)).toBe(0);
    expect(followSlipByRungeKutta(contactOf({ ...icosaTetra, velocity: [0, 0, -1] }), path)).toBe(0);
  });

  it("starts each impact afresh: the same bits whatever came before", () => {
    const run = () => {
      followSlipByRungeKutta(contactOf(icosaTetra), path, "energetic");
      return { ...path.state };
    };
    const first = run();
    followSlipByRungeKutta(contactOf(pinBall), path, "poisson");
    expect(run()).toEqual(first);
  });

  it("is a method of the law frictional and agrees with the default", () => {
    const ours = solveFrictionalBy(problemOf(icosaTetra), { method: "runge-kutta" });
    const standard = solveFrictionalBy(problemOf(icosaTetra));
    expect(ours.warnings).toEqual([]);
    expect(ours.slip).toEqual(standard.slip);
    ours.impulse.forEach((value, i) => {
      expect(value).toBeCloseTo(standard.impulse[i], 11);
    });
    expect(Math.abs(ours.energy.residual)).toBeLessThan(1e-10 * ours.energy.before);
  });
});
