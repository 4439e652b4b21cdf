/** Friction so small that it changes next to nothing: its impulse has all its digits all the same, and stays in the cone. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { solveFrictional } from "./frictional.js";
import { solveFrictionalBy } from "./methods.js";
import { solvePlanar } from "./planar.js";

const FRICTIONS = [1e-4, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12];

function randomProblem(random: () => number, friction: number): ContactProblem {
  const root = [0, 1, 2].map(() => [random() - 0.5, random() - 0.5, random() - 0.5]);
  const mobility = root.map((row, i) => root.map((other, j) => row.reduce((sum, value, k) => sum + value * other[k], i === j ? 0.3 : 0)));
  return {
    dimension: 3,
    contacts: [{ friction, restitution: 0.6 }],
    mobility,
    velocity: [2 * random() - 1, 2 * random() - 1, -1],
  };
}

/**
 * The tangential impulse over friction in the limit of none: slip goes along a straight line, s = v + d p, and friction against it,
 *
 *     -int_0^P s/|s| dp = -( (|s(P)| - |s(0)|) e + h (asinh(x(P)/|h|) - asinh(x(0)/|h|)) h/|h| ) / |d|
 *
 * with e along d, x = s . e and h the part of s across it.
 */
function limit({ mobility, velocity }: ContactProblem, normal: number): [number, number] {
  const [d1, d2] = [mobility[0][2], mobility[1][2]];
  const rate = Math.hypot(d1, d2);
  const [e1, e2] = [d1 / rate, d2 / rate];
  const from = velocity[0] * e1 + velocity[1] * e2;
  const to = from + rate * normal;
  const across = -velocity[0] * e2 + velocity[1] * e1;
  const along = (Math.hypot(to, across) - Math.hypot(from, across)) / rate;
  const aside = (across * (Math.asinh(to / Math.abs(across)) - Math.asinh(from / Math.abs(across)))) / rate;
  return [-(along * e1 - aside * e2), -(along * e2 + aside * e1)];
}

describe.each(FRICTIONS)("friction %s", (friction) => {
  it("in space: the closed form of its limit, the digits of Taylor's method, never outside the cone", () => {
    const random = createRandom(3);
    for (let n = 0; n < 50; n++) {
      const problem = randomProblem(random, friction);
      const [first, second, normal] = solveFrictional(problem).impulse;
      expect(Math.hypot(first, second)).toBeLessThanOrEqual(friction * normal * (1 + 4e-16));
      const [taylor1, taylor2] = solveFrictionalBy(problem, { method: "taylor" }).impulse;
      expect(Math.hypot(first - taylor1, second - taylor2)).toBeLessThanOrEqual(1e-14 * friction * normal);
      const [limit1, limit2] = limit(problem, normal);
      expect(Math.hypot(first / friction - limit1, second / friction - limit2)).toBeLessThanOrEqual((20 * friction + 1e-13) * normal);
    }
  });

  it("in the plane: the closed form", () => {
    const random = createRandom(5);
    for (let n = 0; n < 50; n++) {
      const { contacts, mobility, velocity } = randomProblem(random, friction);
      const problem: ContactProblem = {
        dimension: 2,
        contacts,
        mobility: [
          [mobility[0][0], mobility[0][2]],
          [mobility[2][0], mobility[2][2]],
        ],
        velocity: [velocity[0], -1],
      };
      const [closed, normal] = solvePlanar(problem).impulse;
      expect(Math.abs(solveFrictional(problem).impulse[0] - closed)).toBeLessThanOrEqual(1e-14 * friction * normal);
    }
  });
});
