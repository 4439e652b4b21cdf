import fc from "fast-check";
import { expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { contactProblem } from "../../testing/problems.js";
import { problemFamilies } from "../../testing/slip-families.js";
import { createSlipContact, type SlipContact } from "./contact.js";
import { createSlipPath } from "./path.js";
import { followSlipBySeries } from "./series.js";
import { slipContactOf } from "./solve.js";
import { followSlipByTaylor } from "./taylor.js";

const series = createSlipPath();
const taylor = createSlipPath();

/** Relative difference of the impulses of the default method and of Taylor polynomials of order 26 at 1e-15. */
function difference(contact: SlipContact): number {
  followSlipBySeries(contact, series);
  followSlipByTaylor(contact, taylor, "energetic", { order: 26, tolerance: 1e-15 });
  const { impulse1, impulse2, normalImpulse } = taylor.state;
  const off = Math.hypot(series.state.impulse1 - impulse1, series.state.impulse2 - impulse2, series.state.normalImpulse - normalImpulse);
  return off / Math.hypot(impulse1, impulse2, normalImpulse);
}

function expectConverged(differences: readonly number[]): void {
  const sorted = [...differences].sort((a, b) => a - b);
  expect(sorted[Math.floor(0.999 * sorted.length)]).toBeLessThanOrEqual(1e-11);
  expect(sorted[sorted.length - 1]).toBeLessThanOrEqual(1e-10);
}

it("the default method is converged on 10,000 problems of the invariant tests", () => {
  const problems = fc.sample(contactProblem, { numRuns: 10_000, seed: 20_261_115 });
  expectConverged(problems.map((problem) => difference(slipContactOf(problem))));
});

it("the default method is converged where a grazing impact jams", () => {
  const random = createRandom(5);
  const contact = createSlipContact();
  const jam = problemFamilies.find(({ name }) => name === "jam")!;
  const differences = Array.from({ length: 10_000 }, () => {
    jam.draw(random, contact);
    contact.normalVelocity *= 10 ** (-6 * random());
    return difference(contact);
  });
  expectConverged(differences);
});

it.each(problemFamilies)("the default method is converged on 2,000 problems: $name", ({ draw }) => {
  const random = createRandom(2026);
  const contact = createSlipContact();
  const differences = Array.from({ length: 2000 }, () => {
    draw(random, contact);
    return difference(contact);
  });
  expectConverged(differences);
});
