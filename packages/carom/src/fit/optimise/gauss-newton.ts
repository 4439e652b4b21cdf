/**
 * Damped Gauss-Newton on the robust cost: (A + lambda diag A) dx = -g, steps at most four times the parameter's own and inside its bounds.
 * Where the cost falls lambda is divided by 5, else multiplied, six trials; it ends where the cost falls by less than 1e-4 of itself.
 *
 * A value at a bound that the gradient pushes further out stays there.
 */
import { choleskyFactor, choleskySolve } from "../../math/solve.js";
import { type NormalEquations, unpackedNormal } from "../answer.js";
import type { FitSteps, FitTask } from "../tasks.js";
import { differenceAt, type FitSetting, type FitState, pointOf, priorCost, within } from "./state.js";

/** What the optimiser may do. */
export interface GaussNewtonOptions {
  readonly rounds: number;
  /** Part of the cost. */
  readonly settled: number;
}

/** Where it ended. */
export interface GaussNewtonEnd {
  readonly state: FitState;
  readonly cost: number;
  /** Of each recording at the beginning of the last round that moved. */
  readonly equations: readonly NormalEquations[];
  readonly rounds: number;
  /** Part of the rows without a derivative. */
  readonly dropped: number;
}

/** Part of the largest effect on the cost: what does less over its whole range is rounding, and stays where it is. */
const NO_EFFECT = 1e-9;
const TRIALS = 6;
/** Steps of a parameter that one round may move it. */
const MOST_STEPS = 4;

/** The end of the way down from a state. */
export function* gaussNewton(setting: FitSetting, start: FitState, { rounds, settled }: GaussNewtonOptions): FitSteps<GaussNewtonEnd> {
  let state = start;
  let equations = yield* linearised(setting, state);
  let cost = totalCost(setting, state, equations);
  let lambda = 1e-3;
  let done = 0;
  while (done < rounds) {
    done++;
    let fell = 0;
    for (let trial = 0; trial < TRIALS; trial++) {
      const next = stepFrom(setting, state, equations, lambda);
      if (next === undefined) {
        lambda *= 5;
        continue;
      }
      const after = yield* costAt(setting, next);
      if (after <= cost) {
        fell = cost - after;
        state = next;
        cost = after;
        lambda /= 5;
        break;
      }
      lambda *= 5;
    }
    if (fell === 0) break;
    equations = yield* linearised(setting, state);
    if (fell < settled * cost) break;
  }
  const rows = equations.reduce((sum, each) => sum + each.rows, 0);
  const dropped = equations.reduce((sum, each) => sum + each.dropped, 0) / Math.max(1, rows);
  return { state, cost, equations, rounds: done, dropped };
}

/** The normal equations of every recording of the setting. */
export function* linearised(setting: FitSetting, state: FitState): FitSteps<NormalEquations[]> {
  const { parameters, free, recordings, scales } = setting;
  const differences = free.map((place) => differenceAt(parameters[place], state.values[place]));
  const tasks = recordings.map(
    (recording): FitTask => ({ what: "normal", ...pointOf(setting, state, recording), scales, free, differences }),
  );
  const answers = yield tasks;
  return answers.map((answer, i) => unpackedNormal(answer, free.length, state.own[recordings[i]].length));
}

/** The robust cost of every recording of the setting. */
export function* costsAt(setting: FitSetting, state: FitState): FitSteps<number[]> {
  const { recordings, scales } = setting;
  const answers = yield recordings.map((recording): FitTask => ({ what: "cost", ...pointOf(setting, state, recording), scales }));
  return answers.map(([cost]) => cost);
}

/** The whole cost, priors included. */
export function* costAt(setting: FitSetting, state: FitState): FitSteps<number> {
  const costs = yield* costsAt(setting, state);
  return summed(setting, costs) + priorCost(setting.parameters, state.values);
}

function summed({ counts }: FitSetting, costs: readonly number[]): number {
  return costs.reduce((sum, cost, i) => sum + (counts?.[i] ?? 1) * cost, 0);
}

function totalCost(setting: FitSetting, { values }: FitState, equations: readonly NormalEquations[]): number {
  return (
    summed(
      setting,
      equations.map(({ cost }) => cost),
    ) + priorCost(setting.parameters, values)
  );
}

/** A and g of all recordings with the priors, among the free values. */
export function assembled(
  { parameters, free, counts }: Pick<FitSetting, "parameters" | "free" | "counts">,
  values: readonly number[],
  equations: readonly NormalEquations[],
): { readonly matrix: number[][]; readonly gradient: number[] } {
  const matrix = free.map(() => free.map(() => 0));
  const gradient = free.map(() => 0);
  equations.forEach((each, r) => {
    const count = counts?.[r] ?? 1;
    free.forEach((_, i) => {
      gradient[i] += count * each.gradient[i];
      free.forEach((__, j) => {
        matrix[i][j] += count * each.matrix[i][j];
      });
    });
  });
  free.forEach((place, i) => {
    const { prior } = parameters[place];
    if (prior === undefined) return;
    matrix[i][i] += 1 / (prior[1] * prior[1]);
    gradient[i] += (values[place] - prior[0]) / (prior[1] * prior[1]);
  });
  return { matrix, gradient };
}

function stepFrom(setting: FitSetting, state: FitState, equations: readonly NormalEquations[], lambda: number): FitState | undefined {
  const { parameters, free, recordings } = setting;
  const { matrix, gradient } = assembled(setting, state.values, equations);
  const effects = free.map((place, i) => {
    const range = parameters[place].to - parameters[place].from;
    return matrix[i][i] * range * range;
  });
  const least = NO_EFFECT * effects.reduce((most, effect) => Math.max(most, effect), 0);
  const movable = free.map((place, i) => {
    const [value, { from, to }] = [state.values[place], parameters[place]];
    return effects[i] > least && !(value <= from && gradient[i] > 0) && !(value >= to && gradient[i] < 0);
  });
  const places = free.map((_, i) => i).filter((i) => movable[i]);
  const step = free.map(() => 0);
  if (places.length > 0) {
    const factor = choleskyFactor(places.map((i) => places.map((j) => matrix[i][j] * (i === j ? 1 + lambda : 1))));
    if (factor === undefined) return undefined;
    const solved = choleskySolve(
      factor,
      places.map((i) => -gradient[i]),
    );
    // Shortened as a whole, so that its direction stays.
    const part = places.reduce((least, i, k) => {
      const most = MOST_STEPS * parameters[free[i]].step;
      return Math.min(least, most / Math.max(most, Math.abs(solved[k])));
    }, 1);
    places.forEach((i, k) => {
      const place = free[i];
      step[i] = within(parameters[place], state.values[place] + part * solved[k]) - state.values[place];
    });
  }
  const values = state.values.map((value, place) => {
    const i = free.indexOf(place);
    return i < 0 ? value : value + step[i];
  });
  const own = [...state.own];
  equations.forEach(({ ownGradient, ownMatrix }, r) => {
    const recording = recordings[r];
    own[recording] = state.own[recording].map(
      (value, k) => value - (ownGradient[k] ?? 0) - (ownMatrix[k] ?? []).reduce((sum, each, i) => sum + each * step[i], 0),
    );
  });
  const still = step.every((each) => each === 0) && own.every((each, r) => each.every((value, k) => value === state.own[r][k]));
  return still ? undefined : { ...state, values, own };
}
