/**
 * As the tangential springs become rigid, `compliant` becomes `frictional`.
 */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { solveCompliant } from "../compliant.js";
import { solveFrictional } from "../frictional.js";
import type { ImpactOutcome } from "../outcome.js";
import { randomImpact } from "./campaign.testing.js";
import { ball, pencil, pencilMoment, TABLE } from "./sources.testing.js";

const withRatio = (problem: ContactProblem, stiffnessRatio: number): ContactProblem => ({
  ...problem,
  contacts: [{ ...problem.contacts[0], stiffnessRatio }],
});

/** Relative distance of the impulses of the two laws. */
function distanceAt(problem: ContactProblem, stiffnessRatio: number): number {
  const { stiffnessRatio: _unused, ...material } = problem.contacts[0];
  const rigid = solveFrictional({ ...problem, contacts: [material] }).impulse;
  const { impulse } = solveCompliant(withRatio(problem, stiffnessRatio));
  return Math.hypot(...impulse.map((p, i) => p - rigid[i])) / Math.hypot(...rigid);
}

describe("rigid tangents", () => {
  it("are approached in proportion to the stiffness ratio while slip only turns", () => {
    // The pencil with friction 0.5 slips to the end.
    const problem = pencil(pencilMoment(0.5, "corrected"), { friction: 0.5, restitution: 0.5, stiffnessRatio: 1 });
    const errors = [1e-2, 1e-3, 1e-4].map((ratio) => distanceAt(problem, ratio));
    expect(errors[0]).toBeLessThan(1e-3);
    expect(errors[0] / errors[1]).toBeCloseTo(10, 0);
    expect(errors[1] / errors[2]).toBeCloseTo(10, 1);
  });

  it(
    "are approached at the same rate where the contact sticks: it swings at the speed the springs give back, friction times ratio " +
      "times approach",
    () => {
      // The ball of the source: without springs V_x = -1/7 after impact. How far off it is depends on the phase of the swing, so the worst
      // of many is looked at.
      const problem = ball(TABLE, [-1, 0, -5], [0, 2]);
      const worst = (ratio: number) => Math.max(...Array.from({ length: 60 }, (_, i) => distanceAt(problem, ratio * 1.02 ** (i / 4))));
      const errors = [1e-3, 1e-4, 1e-5].map(worst);
      for (const i of [0, 1]) {
        expect(errors[i] / errors[i + 1]).toBeGreaterThan(7);
        expect(errors[i] / errors[i + 1]).toBeLessThan(14);
      }
      expect(solveCompliant(withRatio(problem, 1e-6)).impulse[0] - 1).toBeCloseTo(-1 / 7, 5);
    },
  );

  it("are approached by random impacts with one compression", () => {
    const random = createRandom(21);
    let slides = 0;
    let compared = 0;
    for (let i = 0; i < 120; i++) {
      const problem = randomImpact(random);
      const rigid = solveFrictional(problem);
      if ([rigid, solveCompliant(withRatio(problem, 1e-4))].some(isPressedAgain)) continue;
      compared++;
      const [far, near] = [distanceAt(problem, 1e-4), distanceAt(problem, 1e-5)];
      expect(far).toBeLessThan(0.05);
      expect(near).toBeLessThan(0.005);
      if (rigid.slip[0] !== "slides") continue;
      slides++;
      // Ten to one, up to the second order and to the rounding of the difference.
      expect(Math.abs(far - 10 * near)).toBeLessThan(0.1 * far + 1e-13);
    }
    expect(compared).toBeGreaterThan(90);
    expect(slides).toBeGreaterThan(20);
  });
});

function isPressedAgain({ warnings }: ImpactOutcome): boolean {
  return warnings.some(({ code }) => code === "repeated-compression");
}
