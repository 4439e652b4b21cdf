import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { solveSimultaneous } from "../simultaneous.js";

/** Two balls on a floor that touch each other, all three contacts sliding across what pushes them. */
function threeContacts(slips: readonly number[], friction: number, restitution: number): ContactProblem {
  // Speeds: of both balls along x, y, z and their spins; radius and masses 1.
  const inertia = 2.5;
  const rows = [
    ...contactRows(1, undefined, [0, 0, 1], [0, 0, -1]),
    ...contactRows(2, undefined, [0, 0, 1], [0, 0, -1]),
    ...contactRows(1, 2, [-1, 0, 0], [1, 0, 0]),
  ];
  const inverse = Array.from({ length: 12 }, (_, k) => (k % 6 < 3 ? 1 : inertia));
  const mobility = rows.map((row) => rows.map((other) => row.reduce((sum, value, k) => sum + value * inverse[k] * other[k], 0)));
  const speeds = slips;
  const velocity = rows.map((row) => row.reduce((sum, value, k) => sum + value * speeds[k], 0));
  return { dimension: 3, contacts: [1, 2, 3].map(() => ({ friction, restitution })), mobility, velocity };
}

/** Rows of the relative velocity of a body and another, or the ground, along two tangents and the normal. */
function contactRows(first: number, second: number | undefined, normal: readonly number[], arm: readonly number[]): number[][] {
  const tangent = normal[2] !== 0 ? [1, 0, 0] : [0, 1, 0];
  const other = cross(normal, tangent);
  return [tangent, other, normal].map((axis) => {
    const row = new Array<number>(12).fill(0);
    const put = (body: number, sign: number, lever: readonly number[]) => {
      const turn = cross(lever, axis);
      for (let k = 0; k < 3; k++) {
        row[6 * (body - 1) + k] = sign * axis[k];
        row[6 * (body - 1) + 3 + k] = sign * turn[k];
      }
    };
    put(first, 1, arm);
    if (second !== undefined)
      put(
        second,
        -1,
        arm.map((value) => -value),
      );
    return row;
  });
}

const cross = (a: readonly number[], b: readonly number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

describe("slips that turn", () => {
  const speed = fc.double({ min: -1, max: 1, noNaN: true });

  it("lead by series where they lead by collocation", () => {
    fc.assert(
      fc.property(
        fc.array(speed, { minLength: 12, maxLength: 12 }),
        fc.double({ min: 0.05, max: 0.8, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (slips, friction, restitution) => {
          // Both fall, and the first is faster than the second.
          const speeds = slips.map((value, k) => (k === 2 || k === 8 ? -1 - 0.3 * value : k === 0 ? 1 + 0.5 * value : value));
          const problem = threeContacts(speeds, friction, restitution);
          const series = solveSimultaneous(problem);
          const stages = solveSimultaneous(problem, { method: "runge-kutta" });
          fc.pre(series.events.map(({ kind }) => kind).join() === stages.events.map(({ kind }) => kind).join());
          for (let k = 0; k < 9; k++) expect(Math.abs(series.impulse[k] - stages.impulse[k])).toBeLessThan(1e-9);
          expect(Math.abs(series.energy.residual)).toBeLessThan(1e-11 * series.energy.before);
        },
      ),
      { numRuns: 60 },
    );
  });
});
