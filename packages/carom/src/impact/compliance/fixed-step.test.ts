import { expect, it } from "vitest";
import { solveCompliant } from "../compliant.js";
import { ball, TABLE } from "./sources.testing.js";

const problem = ball(TABLE, [-1, 0, -5], [0, 2]);

it.each([
  { step: 5e-4, changes: 3494, vx: 0.59434 },
  { step: 5e-5, changes: 34_910, vx: 0.59421 },
])(
  "chatters as the sheet measured (section 0), $changes times at a step of $step, on its way to a wrong answer",
  ({ step, changes, vx }) => {
    const { impulse, warnings } = solveCompliant(problem, { method: "fixed-step", step });
    expect(impulse[0] - 1).toBeCloseTo(vx, 5);
    expect(warnings).toHaveLength(1);
    expect(warnings[0].code).toBe("fixed-step");
    const [steps, counted] = warnings[0].message.match(/\d+(?= steps|(?= changes))/g)!.map(Number);
    expect(steps).toBe(Math.round(7.5 / step));
    // How a change is counted at start and end differs by a few.
    expect(Math.abs(counted - changes)).toBeLessThanOrEqual(4);
  },
);

it("is wrong by the factor 2/sqrt(pi), whatever the step, even where the contact only slips", () => {
  // From its start at one step, E_n = k and G' = G / (2 E_n) in units of the step give G_n = product of (1 + 1/(2k)), and that is 2
  // sqrt(n/pi) instead of sqrt(n).
  const sliding = ball(TABLE, [-30, 0, -5], [0, 0]);
  for (const step of [1e-3, 1e-4]) {
    const { impulse } = solveCompliant(sliding, { method: "fixed-step", step });
    expect(impulse[2]).toBeCloseTo(7.5, 2);
    expect(impulse[0] / 3).toBeCloseTo(2 / Math.sqrt(Math.PI), 3);
  }
});

it("ends a plastic impact at the end of compression, and records its path", () => {
  const { impulse, energy, history, events } = solveCompliant(ball({ ...TABLE, restitution: 0 }, [1, 0, -5], [0, 0]), {
    method: "fixed-step",
    step: 1e-3,
    history: true,
  });
  expect(impulse[2]).toBeCloseTo(5, 2);
  expect(energy.springLoss).toBeGreaterThan(0);
  expect(events.map(({ kind }) => kind)).toEqual(["compression-end", "end"]);
  expect(history!.normalImpulse.length).toBeGreaterThan(500);
});
