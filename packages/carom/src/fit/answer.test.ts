import { expect, it } from "vitest";
import { normalEquations } from "./answer.js";
import type { FitSubject, FitTask } from "./tasks.js";

/** Ten rows of one number each whose derivative grows tenfold from row to row. */
const growing: FitSubject = {
  ids: ["one"],
  width: 1,
  lengths: 1,
  labels: 1,
  misfit: () => ({ residuals: new Float64Array(10), events: [] }),
  slopes: (_point, _centre, moves) =>
    moves.map(() => ({ values: Float64Array.from({ length: 10 }, (_, row) => 10 ** row), until: Number.POSITIVE_INFINITY })),
  own: () => ({ start: [], centre: [], precision: [], differences: [] }),
};

const task = (difference: number): FitTask => ({
  what: "normal",
  recording: 0,
  label: 0,
  law: 0,
  values: [1],
  own: [],
  horizon: null,
  scales: [1, 1],
  free: [0],
  differences: [[-difference, difference]],
});

it("an exact column ends where it would carry a residual over a jump within the difference", () => {
  // 10^row x 0.002 is above 3 from the fifth row on, and never where the difference is 1e-10.
  expect(normalEquations(growing, task(0.001)).dropped).toBe(6);
  expect(normalEquations(growing, task(0.001)).matrix[0][0]).toBeCloseTo(1 + 1e2 + 1e4 + 1e6, 6);
  expect(normalEquations(growing, task(1e-10)).dropped).toBe(0);
});
