/**
 * The beginning of a fit: scrambled Sobol points over the bounds, each recording with its best label; from the best of them Gauss-Newton
 * with scales that start wide and get narrow, labels chosen anew in between. Ends that differ are minima of their own and are all told.
 */
import { exp, log } from "../../math/elementary.js";
import { sobolAt, sobolDimension } from "../../sweep/sampling/sobol.js";
import type { FitSteps, FitTask } from "../tasks.js";
import { gaussNewton } from "./gauss-newton.js";
import { type FitParameter, type FitSetting, type FitState, pointOf, priorCost } from "./state.js";

/** A minimum of the cost. */
export interface Minimum {
  readonly values: readonly number[];
  readonly cost: number;
  readonly labels: readonly number[];
  /** Starts that led here. */
  readonly starts: number;
}

/** How wide scales are at first, and then. */
const LADDER = [9, 3, 1];
const LADDER_ROUNDS = 5;
/** Part of the cost that a round must gain on the way. */
const SETTLED = 1e-4;

/** A point of the Sobol sequence in the bounds. */
export function sobolPoint(parameters: readonly FitParameter[], seed: number, place: number): number[] {
  return parameters.map(({ name, from, to, scale }, i) => {
    const part = sobolAt(sobolDimension(i, seed, name), place);
    return scale === "log" ? from * exp(part * log(to / from)) : from + part * (to - from);
  });
}

/** The labels that cost least, each recording for itself. */
export function* bestLabels(setting: FitSetting, state: FitState): FitSteps<{ readonly labels: number[]; readonly cost: number }> {
  const { recordings, scales, subject } = setting;
  const labels = [...state.labels];
  const answers = yield recordings.map((recording): FitTask => {
    const point = pointOf(setting, state, recording);
    return { what: "cost", ...point, label: subject.labels > 1 ? -1 : point.label, scales };
  });
  let cost = priorCost(setting.parameters, state.values);
  answers.forEach((costs, i) => {
    const best = costs.reduce((least, value, label) => (value < costs[least] ? label : least), 0);
    if (subject.labels > 1) labels[recordings[i]] = best;
    cost += costs[best];
  });
  return { labels, cost };
}

/** What the search for a start may use. */
export interface GlobalOptions {
  readonly points: number;
  readonly starts: number;
  readonly seed: number;
  /** Recordings and rows for the points, cheaper than those of the fit. */
  readonly coarse: Pick<FitSetting, "recordings" | "horizon">;
}

/** Minima from the best starts, the lowest first. */
export function* searched(setting: FitSetting, begin: FitState, { points, starts, seed, coarse }: GlobalOptions): FitSteps<Minimum[]> {
  const { parameters, free } = setting;
  const rough: FitSetting = { ...setting, ...coarse };
  const candidates: { readonly values: readonly number[]; readonly cost: number }[] = [];
  for (let place = -1; place < points; place++) {
    const drawn = place < 0 ? begin.values : sobolPoint(parameters, seed, place);
    const values = begin.values.map((value, i) => (free.includes(i) ? drawn[i] : value));
    const { cost } = yield* bestLabels(rough, { ...begin, values });
    candidates.push({ values, cost });
  }
  candidates.sort((a, b) => a.cost - b.cost);
  const ends: Minimum[] = [];
  for (const { values } of candidates.slice(0, starts)) {
    let state: FitState = { ...begin, values };
    let cost = 0;
    for (const factor of LADDER) {
      const wide: FitSetting = { ...setting, scales: [factor * setting.scales[0], factor * setting.scales[1]] };
      const { labels } = yield* bestLabels(wide, state);
      const end = yield* gaussNewton(wide, { ...state, labels }, { rounds: LADDER_ROUNDS, settled: SETTLED });
      state = end.state;
      cost = end.cost;
    }
    const found = yield* bestLabels(setting, state);
    ends.push({ values: state.values, cost: Math.min(cost, found.cost), labels: found.labels, starts: 1 });
  }
  return distinct(ends, parameters, free);
}

/** Ends closer than a step in every value are one minimum. */
function distinct(ends: readonly Minimum[], parameters: readonly FitParameter[], free: readonly number[]): Minimum[] {
  const minima: Minimum[] = [];
  for (const end of [...ends].sort((a, b) => a.cost - b.cost)) {
    const same = minima.findIndex(({ values }) => free.every((i) => Math.abs(values[i] - end.values[i]) <= parameters[i].step));
    if (same < 0) minima.push(end);
    else minima[same] = { ...minima[same], starts: minima[same].starts + 1 };
  }
  return minima;
}
