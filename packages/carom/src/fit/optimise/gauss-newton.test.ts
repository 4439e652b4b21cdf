import { expect, it } from "vitest";
import { answerTask } from "../answer.js";
import { answeredInTurn, type FitSubject } from "../tasks.js";
import { gaussNewton } from "./gauss-newton.js";
import type { FitParameter, FitSetting } from "./state.js";

/** Rows that measure two values, and can be computed between their bounds only. */
function measured(truth: readonly [number, number]): FitSubject {
  return {
    ids: ["a", "b"],
    width: 2,
    lengths: 2,
    labels: 1,
    own: () => ({ start: [], centre: [], precision: [], differences: [] }),
    misfit: ({ values: [x, y], recording }) => {
      if (x < 0 || y > 1) return { residuals: new Float64Array(2).fill(1000), events: [], failure: "out of bounds" };
      const factor = 1 + recording;
      return { residuals: Float64Array.of(factor * (x - truth[0]), factor * (y * y - truth[1] * truth[1])), events: [] };
    },
  };
}

const parameter = (name: string): FitParameter => ({ name, from: 0, to: 1, scale: "linear", step: 0.1, difference: 0.01 });

it.each([[[0.3, 0.6]], [[0, 1]]] as const)("goes on from bounds beyond which nothing can be computed, to %j", (truth) => {
  const subject = measured(truth);
  const setting: FitSetting = {
    subject,
    parameters: [parameter("x"), parameter("y")],
    free: [0, 1],
    recordings: [0, 1],
    law: 0,
    horizon: null,
    scales: [0.1, 0.1],
  };
  const start = { values: [0, 1], own: [[], []], labels: [0, 0] };
  const { state } = answeredInTurn(gaussNewton(setting, start, { rounds: 40, settled: 1e-12 }), (task) => answerTask(subject, task));
  expect(state.values[0]).toBeCloseTo(truth[0], 9);
  expect(state.values[1]).toBeCloseTo(truth[1], 9);
});
