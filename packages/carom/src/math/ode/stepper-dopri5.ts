/**
 * One step of DOPRI5, written out: the sums over the stages are unrolled and skip the zeros of the table, because a step of a small system
 * is nothing but these sums. The coefficients are read from the table into local constants by position (`{ 0: a31, 1: a32 } = row3`, stage
 * and column counted from 1 in the name as in the literature): V8 keeps those in registers, and constants of the module in boxes.
 * `stepper.test.ts` holds all this to a plain double loop over `tableau-dopri5.ts`.
 *
 * The error is the root mean square over the components of |error_i| / (absolute_i + relative_i max(|y_i|, |ynew_i|)). The dense output is
 *
 *     y(t + s h) = y + s (r1 + (1 - s)(r2 + s (r3 + (1 - s) r4)))
 *
 * with r1 = ynew - y and r2, r3 from the slopes at both ends (cubic Hermite), r4 from the stages.
 *
 * Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, 2nd ed., sections II.4 (4.11) and II.6; step control and
 * stiffness test as in their code dopri5 (IV.2 of volume II).
 */
import { allFinite, arrays, type Derivative, type Stepper, slopeRatio, type Tolerances } from "./stepper.js";
import { dopri5Tableau } from "./tableau-dopri5.js";

const { nodes, error: errorWeights, dense: denseWeights } = dopri5Tableau;
const [, row2, row3, row4, row5, row6, row7] = dopri5Tableau.stages;

const MEMORY = 0.04;

export function createDopri5Stepper(dimension: number, derivative: Derivative, tolerances: Tolerances): Stepper {
  const n = dimension;
  const { relative, absolute } = tolerances;
  const [state, newState, oldState, stage, lastStage, k1, k2, k3, k4, k5, k6, k7, r1, r2, r3, r4] = arrays(16, n);

  function attempt(time: number, step: number): number {
    const { 1: c2, 2: c3, 3: c4, 4: c5 } = nodes;
    const { 0: a21 } = row2;
    const { 0: a31, 1: a32 } = row3;
    const { 0: a41, 1: a42, 2: a43 } = row4;
    const { 0: a51, 1: a52, 2: a53, 3: a54 } = row5;
    const { 0: a61, 1: a62, 2: a63, 3: a64, 4: a65 } = row6;
    const { 0: a71, 2: a73, 3: a74, 4: a75, 5: a76 } = row7;
    const { 0: e1, 2: e3, 3: e4, 4: e5, 5: e6, 6: e7 } = errorWeights;

    for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a21 * k1[i]);
    derivative(time + c2 * step, stage, k2);
    for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a31 * k1[i] + a32 * k2[i]);
    derivative(time + c3 * step, stage, k3);
    for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a41 * k1[i] + a42 * k2[i] + a43 * k3[i]);
    derivative(time + c4 * step, stage, k4);
    for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a51 * k1[i] + a52 * k2[i] + a53 * k3[i] + a54 * k4[i]);
    derivative(time + c5 * step, stage, k5);
    for (let i = 0; i < n; i++) lastStage[i] = state[i] + step * (a61 * k1[i] + a62 * k2[i] + a63 * k3[i] + a64 * k4[i] + a65 * k5[i]);
    derivative(time + step, lastStage, k6);
    for (let i = 0; i < n; i++) newState[i] = state[i] + step * (a71 * k1[i] + a73 * k3[i] + a74 * k4[i] + a75 * k5[i] + a76 * k6[i]);
    derivative(time + step, newState, k7);

    let sum = 0;
    for (let i = 0; i < n; i++) {
      const before = Math.abs(state[i]);
      const after = Math.abs(newState[i]);
      const scale = absolute[i] + relative[i] * Math.max(before, after);
      const error = (step * (e1 * k1[i] + e3 * k3[i] + e4 * k4[i] + e5 * k5[i] + e6 * k6[i] + e7 * k7[i])) / scale;
      sum += error * error;
    }
    return Math.sqrt(sum / n);
  }

  return {
    control: { order: 5, exponent: 1 / 5 - 0.75 * MEMORY, memory: MEMORY, smallestFactor: 0.2, largestFactor: 10, stabilityBound: 3.25 },
    evaluations: { attempt: 6, complete: 0, dense: 0 },
    state,
    slope: k7,
    begin() {
      for (let i = 0; i < n; i++) k1[i] = k7[i];
    },
    attempt,
    complete: () => allFinite(newState, k7),
    accept() {
      for (let i = 0; i < n; i++) {
        oldState[i] = state[i];
        state[i] = newState[i];
      }
    },
    stiffness: (step) => Math.abs(step) * slopeRatio(k7, k6, newState, lastStage),
    prepareDense(_time, step) {
      const { 0: d1, 2: d3, 3: d4, 4: d5, 5: d6, 6: d7 } = denseWeights;
      for (let i = 0; i < n; i++) {
        const change = newState[i] - oldState[i];
        const bend = step * k1[i] - change;
        r1[i] = change;
        r2[i] = bend;
        r3[i] = change - step * k7[i] - bend;
        r4[i] = step * (d1 * k1[i] + d3 * k3[i] + d4 * k4[i] + d5 * k5[i] + d6 * k6[i] + d7 * k7[i]);
      }
    },
    interpolate(fraction, out) {
      const rest = 1 - fraction;
      for (let i = 0; i < n; i++) out[i] = oldState[i] + fraction * (r1[i] + rest * (r2[i] + fraction * (r3[i] + rest * r4[i])));
    },
  };
}
