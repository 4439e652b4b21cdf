import { describe, expect, it } from "vitest";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { solveSimultaneous } from "../simultaneous.js";

/** A light disk between two heavy ones of 1 kg: the left one comes at 1 m/s, and the light one rattles between them. */
function lightBetweenHeavy(light: number, friction: number): ContactProblem {
  const own = 1 + 1 / light;
  const shared = -1 / light;
  return {
    dimension: 2,
    contacts: [
      { friction, restitution: 0.5 },
      { friction, restitution: 0.5 },
    ],
    mobility: [
      [3 * own, 0, 2 * shared, 0],
      [0, own, 0, shared],
      [2 * shared, 0, 3 * own, 0],
      [0, shared, 0, own],
    ],
    velocity: [0.5, -1, 0.1, 0],
  };
}

describe("a rattle that is left where it is slow", () => {
  const slow = 1e-5;
  const rattle = { events: 16, speed: slow };

  it.each([
    [0.03, 0],
    [0.03, 0.3],
    [0.01, 0],
    [0.01, 0.3],
  ])("takes fewer events, leaves no more than that speed, and its ledger closes: %f kg, friction %f", (light, friction) => {
    const problem = lightBetweenHeavy(light, friction);
    const whole = solveSimultaneous(problem);
    const left = solveSimultaneous(problem, { rattle });
    expect(left.events.length).toBeLessThan(0.6 * whole.events.length);
    for (const [i, v] of left.velocity.entries()) expect(Math.abs(v - whole.velocity[i])).toBeLessThan(slow);
    for (const normal of [1, 3]) expect(left.velocity[normal]).toBeGreaterThan(-slow);
    expect(Math.abs(left.energy.residual)).toBeLessThan(1e-12);
    expect(left.warnings.map(({ code }) => code)).not.toContain("not-converged");
  });

  it("is followed to its end where it is short", () => {
    const problem = lightBetweenHeavy(0.3, 0.3);
    expect(solveSimultaneous(problem, { rattle }).velocity).toEqual(solveSimultaneous(problem).velocity);
  });
});
