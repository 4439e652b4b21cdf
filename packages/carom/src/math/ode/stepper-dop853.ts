/**
 * One step of DOP853, written out: the sums over the stages are unrolled and skip the zeros of the table, because a step of a small system
 * is nothing but these sums. The coefficients are read from the table into local constants by position (`{ 0: a31, 1: a32 } = row3`, stage
 * and column counted from 1 in the name as in the literature): V8 keeps those in registers, and constants of the module in boxes.
 * `stepper.test.ts` holds all this to a plain double loop over `tableau-dop853.ts`.
 *
 * Two estimates are mixed, so that the error behaves like h^8 and is not fooled where one of them vanishes: with E5 and E3 the root mean
 * squares of h err5_i and h err3_i over (absolute_i + relative_i max(|y_i|, |ynew_i|)),
 *
 *     error = E5^2 / sqrt(E5^2 + 0.01 E3^2)
 *
 * The dense output is
 *
 *     y(t + s h) = y + s (r1 + (1 - s)(r2 + s (r3 + (1 - s)(r4 + s (r5 + (1 - s)(r6 + s r7))))))
 *
 * with r1 to r3 from the states and slopes at both ends and r4 to r7 from sixteen stages, three of them its own.
 *
 * Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, 2nd ed., sections II.5 (5.17) and II.6; step control and
 * stiffness test as in their code dop853 (IV.2 of volume II).
 */
import { allFinite, arrays, type Derivative, type Stepper, slopeRatio, type Tolerances } from "./stepper.js";
import { dop853Tableau } from "./tableau-dop853.js";

const { nodes, error5: fifthWeights, third: thirdWeights } = dop853Tableau;
const [, row2, row3, row4, row5, row6, row7, row8, row9, row10, row11, row12, row13, row14, row15, row16] = dop853Tableau.stages;
const [dense4, dense5, dense6, dense7] = dop853Tableau.dense;

/** The states of a step, the coefficients of its dense output (r) and its stages (k). */
type Dop853Array = "state" | "newState" | "oldState" | "stage" | "lastStage" | `r${1 | 2 | 3 | 4 | 5 | 6 | 7}` | `k${StageNumber}`;
type StageNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16;

interface Dop853Step extends Readonly<Record<Dop853Array, Float64Array>>, Tolerances {
  readonly derivative: Derivative;
  /** Dimension of the system. */
  readonly n: number;
}

export function createDop853Stepper(dimension: number, derivative: Derivative, tolerances: Tolerances): Stepper {
  const n = dimension;
  const { relative, absolute } = tolerances;
  const [state, newState, oldState, stage, lastStage, r1, r2, r3, r4, r5, r6, r7] = arrays(12, n);
  const [k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16] = arrays(16, n);
  const stepper: Dop853Step = {
    derivative,
    n,
    relative,
    absolute,
    state,
    newState,
    oldState,
    stage,
    lastStage,
    r1,
    r2,
    r3,
    r4,
    r5,
    r6,
    r7,
    k1,
    k2,
    k3,
    k4,
    k5,
    k6,
    k7,
    k8,
    k9,
    k10,
    k11,
    k12,
    k13,
    k14,
    k15,
    k16,
  };

  return {
    control: { order: 8, exponent: 1 / 8, memory: 0, smallestFactor: 0.333, largestFactor: 6, stabilityBound: 6.1 },
    evaluations: { attempt: 11, complete: 1, dense: 3 },
    state,
    slope: k13,
    begin() {
      for (let i = 0; i < n; i++) k1[i] = k13[i];
    },
    attempt: (time, step) => attempt(stepper, time, step),
    complete(time, step) {
      derivative(time + step, newState, k13);
      return allFinite(newState, k13);
    },
    accept() {
      for (let i = 0; i < n; i++) {
        oldState[i] = state[i];
        state[i] = newState[i];
      }
    },
    stiffness: (step) => Math.abs(step) * slopeRatio(k13, k12, newState, lastStage),
    prepareDense: (time, step) => prepareDense(stepper, time, step),
    interpolate(fraction, out) {
      const s = fraction;
      const rest = 1 - fraction;
      for (let i = 0; i < n; i++) {
        const tail = r4[i] + s * (r5[i] + rest * (r6[i] + s * r7[i]));
        out[i] = oldState[i] + s * (r1[i] + rest * (r2[i] + s * (r3[i] + rest * tail)));
      }
    },
  };
}

function attempt(stepper: Dop853Step, time: number, step: number): number {
  const { n, stage, state, k1, derivative, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, lastStage, k12, newState, absolute, relative } =
    stepper;
  const { 1: c2, 2: c3, 3: c4, 4: c5, 5: c6, 6: c7, 7: c8, 8: c9, 9: c10, 10: c11 } = nodes;
  const { 0: a2_1 } = row2;
  const { 0: a3_1, 1: a3_2 } = row3;
  const { 0: a4_1, 2: a4_3 } = row4;
  const { 0: a5_1, 2: a5_3, 3: a5_4 } = row5;
  const { 0: a6_1, 3: a6_4, 4: a6_5 } = row6;
  const { 0: a7_1, 3: a7_4, 4: a7_5, 5: a7_6 } = row7;
  const { 0: a8_1, 3: a8_4, 4: a8_5, 5: a8_6, 6: a8_7 } = row8;
  const { 0: a9_1, 3: a9_4, 4: a9_5, 5: a9_6, 6: a9_7, 7: a9_8 } = row9;
  const { 0: a10_1, 3: a10_4, 4: a10_5, 5: a10_6, 6: a10_7, 7: a10_8, 8: a10_9 } = row10;
  const { 0: a11_1, 3: a11_4, 4: a11_5, 5: a11_6, 6: a11_7, 7: a11_8, 8: a11_9, 9: a11_10 } = row11;
  const { 0: a12_1, 3: a12_4, 4: a12_5, 5: a12_6, 6: a12_7, 7: a12_8, 8: a12_9, 9: a12_10, 10: a12_11 } = row12;
  const { 0: a13_1, 5: a13_6, 6: a13_7, 7: a13_8, 8: a13_9, 9: a13_10, 10: a13_11, 11: a13_12 } = row13;
  const { 0: e1, 5: e6, 6: e7, 7: e8, 8: e9, 9: e10, 10: e11, 11: e12 } = fifthWeights;
  const { 0: t1, 8: t9, 11: t12 } = thirdWeights;

  for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a2_1 * k1[i]);
  derivative(time + c2 * step, stage, k2);
  for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a3_1 * k1[i] + a3_2 * k2[i]);
  derivative(time + c3 * step, stage, k3);
  for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a4_1 * k1[i] + a4_3 * k3[i]);
  derivative(time + c4 * step, stage, k4);
  for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a5_1 * k1[i] + a5_3 * k3[i] + a5_4 * k4[i]);
  derivative(time + c5 * step, stage, k5);
  for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a6_1 * k1[i] + a6_4 * k4[i] + a6_5 * k5[i]);
  derivative(time + c6 * step, stage, k6);
  for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a7_1 * k1[i] + a7_4 * k4[i] + a7_5 * k5[i] + a7_6 * k6[i]);
  derivative(time + c7 * step, stage, k7);
  for (let i = 0; i < n; i++) stage[i] = state[i] + step * (a8_1 * k1[i] + a8_4 * k4[i] + a8_5 * k5[i] + a8_6 * k6[i] + a8_7 * k7[i]);
  derivative(time + c8 * step, stage, k8);
  for (let i = 0; i < n; i++)
    stage[i] = state[i] + step * (a9_1 * k1[i] + a9_4 * k4[i] + a9_5 * k5[i] + a9_6 * k6[i] + a9_7 * k7[i] + a9_8 * k8[i]);
  derivative(time + c9 * step, stage, k9);
  for (let i = 0; i < n; i++)
    stage[i] =
      state[i] + step * (a10_1 * k1[i] + a10_4 * k4[i] + a10_5 * k5[i] + a10_6 * k6[i] + a10_7 * k7[i] + a10_8 * k8[i] + a10_9 * k9[i]);
  derivative(time + c10 * step, stage, k10);
  for (let i = 0; i < n; i++)
    stage[i] =
      state[i] +
      step *
        (a11_1 * k1[i] + a11_4 * k4[i] + a11_5 * k5[i] + a11_6 * k6[i] + a11_7 * k7[i] + a11_8 * k8[i] + a11_9 * k9[i] + a11_10 * k10[i]);
  derivative(time + c11 * step, stage, k11);
  for (let i = 0; i < n; i++)
    lastStage[i] =
      state[i] +
      step *
        (a12_1 * k1[i] +
          a12_4 * k4[i] +
          a12_5 * k5[i] +
          a12_6 * k6[i] +
          a12_7 * k7[i] +
          a12_8 * k8[i] +
          a12_9 * k9[i] +
          a12_10 * k10[i] +
          a12_11 * k11[i]);
  derivative(time + step, lastStage, k12);

  let fifth = 0;
  let third = 0;
  for (let i = 0; i < n; i++) {
    const slope =
      a13_1 * k1[i] + a13_6 * k6[i] + a13_7 * k7[i] + a13_8 * k8[i] + a13_9 * k9[i] + a13_10 * k10[i] + a13_11 * k11[i] + a13_12 * k12[i];
    newState[i] = state[i] + step * slope;
    const before = Math.abs(state[i]);
    const after = Math.abs(newState[i]);
    const scale = absolute[i] + relative[i] * Math.max(before, after);
    const error5 = (e1 * k1[i] + e6 * k6[i] + e7 * k7[i] + e8 * k8[i] + e9 * k9[i] + e10 * k10[i] + e11 * k11[i] + e12 * k12[i]) / scale;
    const error3 = (slope - t1 * k1[i] - t9 * k9[i] - t12 * k12[i]) / scale;
    fifth += error5 * error5;
    third += error3 * error3;
  }
  const mixed = fifth + 0.01 * third;
  return mixed === 0 ? 0 : (Math.abs(step) * fifth) / Math.sqrt(n * mixed);
}

function prepareDense(stepper: Dop853Step, time: number, step: number): void {
  const { n, stage, k1, derivative, k6, k7, k8, k9, k10, k11, k12, oldState, k13, k14, k15, k16 } = stepper;
  const { 13: c14, 14: c15, 15: c16 } = nodes;
  const { 0: a14_1, 6: a14_7, 7: a14_8, 8: a14_9, 9: a14_10, 10: a14_11, 11: a14_12, 12: a14_13 } = row14;
  const { 0: a15_1, 5: a15_6, 6: a15_7, 7: a15_8, 10: a15_11, 11: a15_12, 12: a15_13, 13: a15_14 } = row15;
  const { 0: a16_1, 5: a16_6, 6: a16_7, 7: a16_8, 8: a16_9, 12: a16_13, 13: a16_14, 14: a16_15 } = row16;

  for (let i = 0; i < n; i++)
    stage[i] =
      oldState[i] +
      step *
        (a14_1 * k1[i] +
          a14_7 * k7[i] +
          a14_8 * k8[i] +
          a14_9 * k9[i] +
          a14_10 * k10[i] +
          a14_11 * k11[i] +
          a14_12 * k12[i] +
          a14_13 * k13[i]);
  derivative(time + c14 * step, stage, k14);
  for (let i = 0; i < n; i++)
    stage[i] =
      oldState[i] +
      step *
        (a15_1 * k1[i] +
          a15_6 * k6[i] +
          a15_7 * k7[i] +
          a15_8 * k8[i] +
          a15_11 * k11[i] +
          a15_12 * k12[i] +
          a15_13 * k13[i] +
          a15_14 * k14[i]);
  derivative(time + c15 * step, stage, k15);
  for (let i = 0; i < n; i++)
    stage[i] =
      oldState[i] +
      step *
        (a16_1 * k1[i] +
          a16_6 * k6[i] +
          a16_7 * k7[i] +
          a16_8 * k8[i] +
          a16_9 * k9[i] +
          a16_13 * k13[i] +
          a16_14 * k14[i] +
          a16_15 * k15[i]);
  derivative(time + c16 * step, stage, k16);
  const { newState, r1, r2, r3 } = stepper;
  for (let i = 0; i < n; i++) {
    const change = newState[i] - oldState[i];
    const bend = step * k1[i] - change;
    r1[i] = change;
    r2[i] = bend;
    r3[i] = change - step * k13[i] - bend;
  }
  sumStages(stepper, step, dense4, stepper.r4);
  sumStages(stepper, step, dense5, stepper.r5);
  sumStages(stepper, step, dense6, stepper.r6);
  sumStages(stepper, step, dense7, stepper.r7);
}

/** One coefficient of the dense output, from all stages that it has a weight for. */
function sumStages(stepper: Dop853Step, step: number, weights: readonly number[], out: Float64Array): void {
  const { n, k1, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16 } = stepper;
  const { 0: d1, 5: d6, 6: d7, 7: d8, 8: d9, 9: d10, 10: d11, 11: d12, 12: d13, 13: d14, 14: d15, 15: d16 } = weights;
  for (let i = 0; i < n; i++) {
    const early = d1 * k1[i] + d6 * k6[i] + d7 * k7[i] + d8 * k8[i] + d9 * k9[i] + d10 * k10[i] + d11 * k11[i];
    out[i] = step * (early + d12 * k12[i] + d13 * k13[i] + d14 * k14[i] + d15 * k15[i] + d16 * k16[i]);
  }
}
