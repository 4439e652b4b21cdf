import { expect, it } from "vitest";
import { answerTask } from "../answer.js";
import { answeredInTurn, type FitSubject } from "../tasks.js";
import { nelderMead } from "./nelder-mead.js";
import type { FitParameter, FitSetting } from "./state.js";

/** One recording that measures x, x + y and x - 2 y: the least cost is 0, where all of them agree. */
const TRUTH = [0.37, 0.64] as const;
const subject: FitSubject = {
  ids: ["a"],
  width: 1,
  lengths: 1,
  labels: 1,
  own: () => ({ start: [], centre: [], precision: [], differences: [] }),
  misfit: ({ values: [x, y] }) => {
    const [dx, dy] = [x - TRUTH[0], y - TRUTH[1]];
    return { residuals: Float64Array.of(1 + dx, 1 + dx + dy, dx - 2 * dy), events: [] };
  },
};
const parameter = (name: string): FitParameter => ({ name, from: 0, to: 1, scale: "linear", step: 0.05, difference: 0.01 });
const setting: FitSetting = {
  subject,
  parameters: [parameter("x"), parameter("y")],
  free: [0, 1],
  recordings: [0],
  law: 0,
  horizon: null,
  scales: [1, 1],
};
const start = { values: [0.5, 0.5], own: [[]], labels: [0] };

function searched(runs: number, free: readonly number[] = [0, 1]) {
  let computed = 0;
  const end = answeredInTurn(nelderMead({ ...setting, free }, start, runs), (task) => {
    computed++;
    return answerTask(subject, task);
  });
  return { ...end, computed };
}

it("stops where the simplex is small and flat, at the bound that the cost falls to", () => {
  // log(2 + ...) falls with dx and dx + dy until they are -1: beyond the bound x = 0, from where y follows by a cubic equation.
  const { state, computed } = searched(1000);
  expect(computed).toBeLessThan(120);
  expect(state.values[0]).toBeCloseTo(0, 3);
  // At x = 0, u = 0.63 + dy, v = -0.37 - 2 dy: 2 u / (1 + u^2) = 4 v / (1 + v^2), whose root by bisection is u.
  const slope = (dy: number) => (0.63 + dy) / (1 + (0.63 + dy) ** 2) - (2 * (-0.37 - 2 * dy)) / (1 + (-0.37 - 2 * dy) ** 2);
  let [low, high] = [-0.64, 0.36];
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (slope(middle) > 0) high = middle;
    else low = middle;
  }
  expect(state.values[1]).toBeCloseTo(TRUTH[1] + low, 2);
});

it("moves what is free, and computes no more than it may", () => {
  const { state, computed } = searched(30, [1]);
  expect(state.values[0]).toBe(0.5);
  expect(computed).toBeLessThanOrEqual(31);
  const few = searched(6);
  expect(few.computed).toBeLessThanOrEqual(8);
  expect(few.cost).toBeLessThanOrEqual(answerTask(subject, { ...task(), values: start.values })[0]);
});

function task() {
  return { what: "cost", recording: 0, label: 0, law: 0, own: [], horizon: null, scales: [1, 1] } as const;
}
