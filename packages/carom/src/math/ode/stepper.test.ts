import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../../testing/between.js";
import type { Derivative, Stepper } from "./stepper.js";
import { createDop853Stepper } from "./stepper-dop853.js";
import { createDopri5Stepper } from "./stepper-dopri5.js";
import { dop853Tableau } from "./tableau-dop853.js";
import { dopri5Tableau } from "./tableau-dopri5.js";

/**
 * A rooted tree: its branches. Order conditions of Runge-Kutta methods are indexed by these (Butcher; Hairer, Norsett & Wanner I, II.2).
 */
type Tree = readonly Tree[];

const order = (tree: Tree): number => 1 + tree.reduce((sum, branch) => sum + order(branch), 0);
const density = (tree: Tree): number => order(tree) * tree.reduce((product, branch) => product * density(branch), 1);

/** All trees of orders 1 to n. */
function trees(n: number): Tree[] {
  const all: Tree[] = [[]];
  for (let size = 2; size <= n; size++) all.push(...forests(size - 1, all, all.length - 1));
  return all;
}

/** All multisets of the first `last + 1` trees with `vertices` vertices together. */
function forests(vertices: number, known: readonly Tree[], last: number): Tree[] {
  if (vertices === 0) return [[]];
  const found: Tree[] = [];
  for (let k = last; k >= 0; k--) {
    const left = vertices - order(known[k]);
    if (left >= 0) found.push(...forests(left, known, k).map((forest) => [known[k], ...forest]));
  }
  return found;
}

type Rows = readonly (readonly number[])[];

/** Phi_i(tree): what stage i contributes to the elementary differential of the tree. */
function elementaryWeights(tree: Tree, rows: Rows): number[] {
  const branches = tree.map((branch) => elementaryWeights(branch, rows));
  return rows.map((row) => branches.reduce((product, weights) => product * row.reduce((sum, a, j) => sum + a * weights[j], 0), 1));
}

/** The largest violation of sum_i b_i(s) Phi_i(tree) = s^order / density over all trees up to the order. */
function worstOrderCondition(rows: Rows, weights: readonly number[], upTo: number, fraction = 1): number {
  const violations = trees(upTo).map((tree) => {
    const phi = elementaryWeights(tree, rows);
    return Math.abs(weights.reduce((sum, b, i) => sum + b * phi[i], 0) - fraction ** order(tree) / density(tree));
  });
  return Math.max(...violations);
}

/**
 * b_i(s) of a dense output y + s (r1 + (1-s)(r2 + s (r3 + (1-s)(r4 + s (...))))) for stages counted from 0. `end` is the stage at the new
 * state.
 */
function denseWeights(b: readonly number[], end: number, high: Rows, stages: number, s: number): number[] {
  return Array.from({ length: stages }, (_, i) => {
    const weight = b[i] ?? 0;
    const bend = (i === 0 ? 1 : 0) - weight;
    const coefficients = [weight, bend, weight - (i === end ? 1 : 0) - bend, ...high.map((row) => row[i])];
    return coefficients.reduceRight((sum, r, k) => (r + sum) * (k % 2 === 0 ? s : 1 - s), 0);
  });
}

const minus = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value - (b[i] ?? 0));

describe("the tableaus", () => {
  it("has the right number of rooted trees to be tested against", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map((n) => trees(n).length)).toEqual([1, 2, 4, 8, 17, 37, 85, 200]);
  });

  it.each([
    ["dopri5", dopri5Tableau],
    ["dop853", dop853Tableau],
  ])("%s: every row sums to its node", (_name, { nodes, stages }) => {
    const rows: Rows = stages;
    rows.forEach((row, s) => {
      expect(row.reduce((sum, a) => sum + a, 0)).toBeCloseTo(nodes[s], 13);
    });
  });

  it("dopri5 meets all 17 conditions of order 5, misses order 6, and its companion all of order 4", () => {
    const { stages, error } = dopri5Tableau;
    const b = stages[6];
    expect(worstOrderCondition(stages, b, 5)).toBeLessThan(1e-15);
    expect(worstOrderCondition(stages, b, 6)).toBeGreaterThan(1e-5);
    const companion = minus([...b, 0], error);
    expect(worstOrderCondition(stages, companion, 4)).toBeLessThan(1e-15);
    expect(worstOrderCondition(stages, companion, 5)).toBeGreaterThan(1e-5);
  });

  it("dopri5's dense output meets all conditions of order 4 everywhere in the step", () => {
    for (const s of [0.1, 0.35, 0.5, 0.8, 1]) {
      const weights = denseWeights(dopri5Tableau.stages[6], 6, [dopri5Tableau.dense], 7, s);
      expect(worstOrderCondition(dopri5Tableau.stages, weights, 4, s)).toBeLessThan(1e-14);
    }
  });

  it("dop853 meets all 200 conditions of order 8, and its companions those of order 5 and 3", () => {
    const { stages, error5, third } = dop853Tableau;
    const rows = stages.slice(0, 12);
    const b = stages[12];
    expect(worstOrderCondition(rows, b, 8)).toBeLessThan(1e-14);
    expect(worstOrderCondition(rows, minus(b, error5), 5)).toBeLessThan(1e-14);
    expect(worstOrderCondition(rows, minus(b, error5), 6)).toBeGreaterThan(1e-5);
    expect(worstOrderCondition(rows, third, 3)).toBeLessThan(1e-14);
    expect(worstOrderCondition(rows, third, 4)).toBeGreaterThan(1e-5);
  });

  it("dop853's dense output meets all conditions of order 7 everywhere in the step", () => {
    for (const s of [0.1, 0.35, 0.5, 0.8, 1]) {
      const weights = denseWeights(dop853Tableau.stages[12], 12, dop853Tableau.dense, 16, s);
      expect(worstOrderCondition(dop853Tableau.stages, weights, 7, s)).toBeLessThan(1e-13);
    }
  });
});

/** A step straight from the table, as the books write it: the stages and the new state. */
function plainStep(nodes: readonly number[], rows: Rows, derivative: Derivative, time: number, state: Float64Array, step: number) {
  const slopes: Float64Array[] = [];
  const at = (weights: readonly number[]) =>
    state.map((y, i) => y + step * weights.reduce((sum, a, j) => sum + (a === 0 ? 0 : a * slopes[j][i]), 0));
  rows.forEach((row, s) => {
    const slope = new Float64Array(state.length);
    derivative(time + nodes[s] * step, at(row), slope);
    slopes.push(slope);
  });
  return { at, slopes };
}

const rootMeanSquare = (values: Float64Array | number[]) => Math.sqrt([...values].reduce((sum, v) => sum + v * v, 0) / values.length);

/** Takes one step of the given size with a stepper and returns its error estimate. */
function takeStep(stepper: Stepper, derivative: Derivative, time: number, state: ArrayLike<number>, step: number): number {
  stepper.state.set(state);
  derivative(time, stepper.state, stepper.slope);
  stepper.begin();
  const error = stepper.attempt(time, step);
  expect(stepper.complete(time, step)).toBe(true);
  stepper.accept();
  stepper.prepareDense(time, step);
  return error;
}

/** Not autonomous, not linear, coupled: exercises every coefficient. */
const tangled: Derivative = (t, y, dydt) => {
  dydt[0] = y[1] * y[2] + Math.sin(3 * t);
  dydt[1] = -y[0] * y[2] + Math.cos(t) * y[1];
  dydt[2] = -0.5 * y[0] * y[1] + t * t;
};

const tolerances = { relative: Float64Array.of(1e-3, 1e-5, 1e-4), absolute: Float64Array.of(1e-6, 1e-4, 1e-5) };
const situation = fc.record({
  time: between(-3, 3),
  state: fc.tuple(...[0, 1, 2].map(() => between(-2, 2))).map((y) => Float64Array.from(y)),
  step: fc.oneof(between(0.01, 0.5), between(-0.5, -0.01)),
  fraction: between(0, 1),
});

describe("the unrolled sums", () => {
  it("dopri5: state, error and dense output are those of the table", () => {
    const stepper = createDopri5Stepper(3, tangled, tolerances);
    const { nodes, stages, error, dense } = dopri5Tableau;
    fc.assert(
      fc.property(situation, ({ time, state, step, fraction }) => {
        const estimate = takeStep(stepper, tangled, time, state, step);
        const plain = plainStep(nodes, stages, tangled, time, state, step);
        const newState = plain.at(stages[6]);
        const difference = minus([...plain.at(error)], [...state]);
        const scaled = difference.map(
          (d, i) => d / (tolerances.absolute[i] + tolerances.relative[i] * Math.max(Math.abs(state[i]), Math.abs(newState[i]))),
        );
        const inside = plain.at(denseWeights(stages[6], 6, [dense], 7, fraction));
        const out = new Float64Array(3);
        stepper.interpolate(fraction, out);
        newState.forEach((y, i) => {
          expect(stepper.state[i]).toBeCloseTo(y, 13);
          expect(out[i]).toBeCloseTo(inside[i], 13);
        });
        expect(estimate).toBeCloseTo(rootMeanSquare(scaled), 8);
      }),
    );
  });

  it("dop853: state, error and dense output are those of the table", () => {
    const stepper = createDop853Stepper(3, tangled, tolerances);
    const { nodes, stages, error5, third, dense } = dop853Tableau;
    fc.assert(
      fc.property(situation, ({ time, state, step, fraction }) => {
        const estimate = takeStep(stepper, tangled, time, state, step);
        const plain = plainStep(nodes, stages, tangled, time, state, step);
        const newState = plain.at(stages[12]);
        const scale = (d: number, i: number) =>
          d / (tolerances.absolute[i] + tolerances.relative[i] * Math.max(Math.abs(state[i]), Math.abs(newState[i])));
        const fifth = rootMeanSquare(minus([...plain.at(error5)], [...state]).map(scale));
        const thirdOrder = rootMeanSquare(minus([...newState], [...plain.at(third)]).map(scale));
        const inside = plain.at(denseWeights(stages[12], 12, dense, 16, fraction));
        const out = new Float64Array(3);
        stepper.interpolate(fraction, out);
        newState.forEach((y, i) => {
          expect(stepper.state[i]).toBeCloseTo(y, 12);
          expect(out[i]).toBeCloseTo(inside[i], 12);
        });
        const mixed = Math.hypot(fifth, 0.1 * thirdOrder);
        expect(estimate).toBeCloseTo(mixed === 0 ? 0 : (fifth * fifth) / mixed, 7);
      }),
    );
  });
});

describe("order of convergence on y' = y cos t, y = exp(sin t)", () => {
  const derivative: Derivative = (t, y, dydt) => {
    dydt[0] = y[0] * Math.cos(t);
  };
  const one = { relative: Float64Array.of(1), absolute: Float64Array.of(1) };
  const exact = (t: number) => Math.exp(Math.sin(t));

  function endError(stepper: Stepper, steps: number): number {
    const step = 4 / steps;
    let state = [1];
    for (let k = 0; k < steps; k++) {
      takeStep(stepper, derivative, k * step, state, step);
      state = [...stepper.state];
    }
    return Math.abs(state[0] - exact(4));
  }

  /** Largest error inside one step that starts at t = 0.3. */
  function denseError(stepper: Stepper, step: number): number {
    takeStep(stepper, derivative, 0.3, [exact(0.3)], step);
    const out = new Float64Array(1);
    const errors = Array.from({ length: 49 }, (_, k) => {
      stepper.interpolate((k + 1) / 50, out);
      return Math.abs(out[0] - exact(0.3 + (step * (k + 1)) / 50));
    });
    return Math.max(...errors);
  }

  it.each([
    { name: "dopri5", create: createDopri5Stepper, stateOrder: 5, steps: 40, denseOrder: 4, step: 0.4 },
    { name: "dop853", create: createDop853Stepper, stateOrder: 8, steps: 10, denseOrder: 7, step: 0.6 },
  ])("$name: $stateOrder for the state, $denseOrder for the dense output", ({ create, stateOrder, steps, denseOrder, step }) => {
    const stepper = create(1, derivative, one);
    const stateRate = Math.log2(endError(stepper, steps) / endError(stepper, 2 * steps));
    expect(stateRate).toBeGreaterThan(stateOrder - 0.4);
    expect(stateRate).toBeLessThan(stateOrder + 1);
    // The error inside one step is one order higher than that of the interpolant.
    const denseRate = Math.log2(denseError(stepper, step) / denseError(stepper, step / 2));
    expect(denseRate).toBeGreaterThan(denseOrder + 1 - 0.4);
    expect(denseRate).toBeLessThan(denseOrder + 2);
  });
});
