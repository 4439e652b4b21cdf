/**
 * What is asked of a fit once it is done: whole refits of resamples, other horizons, profiles, the range in which a value does not matter,
 * folds, laws, and how well the fitted model could predict at all.
 */
import { normalQuantile } from "../sweep/sampling/normal.js";
import { randomStream, uniformAt } from "../sweep/sampling/streams.js";
import { costAt, costsAt, gaussNewton } from "./optimise/gauss-newton.js";
import type { FitState } from "./optimise/state.js";
import { differenceAt, pointOf } from "./optimise/state.js";
import { median } from "./poses/recording.js";
import { type FitEnd, type FitPlan, fitted, heldLabels, type Score, scoreOf, scoresAt, settingOf } from "./program.js";
import type { FitSteps, FitTask } from "./tasks.js";
import { type PairedDifference, pairedDifference } from "./uncertainty/paired.js";
import { drawnCounts } from "./uncertainty/sandwich.js";

const REFIT = { rounds: 4, settled: 1e-4 };

/** Standard deviations of values over whole fits of resampled blocks. @param blocks of the recordings, by number from 0 */
export function* refitted(
  plan: FitPlan,
  end: FitEnd,
  recordings: readonly number[],
  blocks: readonly number[],
  refits: number,
): FitSteps<number[]> {
  const setting = settingOf(plan, recordings);
  const count = 1 + blocks.reduce((most, block) => Math.max(most, block), 0);
  const found: (readonly number[])[] = [];
  for (let k = 0; k < refits; k++) {
    const drawn = drawnCounts(count, plan.seed, k);
    const places = recordings.map((_, i) => i).filter((i) => drawn[blocks[i]] > 0);
    const resampled = { ...setting, recordings: places.map((i) => recordings[i]), counts: places.map((i) => drawn[blocks[i]]) };
    const { state } = yield* gaussNewton(resampled, { ...end.state, values: end.early }, REFIT);
    found.push(state.values);
  }
  return setting.free.map((place) => deviation(found.map((values) => values[place])));
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / Math.max(1, values.length - 1));
}

/** Values at other horizons, each followed down from the optimum. */
export function* atHorizons(
  plan: FitPlan,
  end: FitEnd,
  recordings: readonly number[],
  horizons: readonly number[],
): FitSteps<{ readonly horizon: number; readonly values: readonly number[]; readonly dropped: number }[]> {
  const list: { readonly horizon: number; readonly values: readonly number[]; readonly dropped: number }[] = [];
  for (const horizon of horizons) {
    const { state, dropped } = yield* gaussNewton(
      { ...settingOf(plan, recordings), horizon },
      { ...end.state, values: end.early },
      { rounds: 6, settled: 1e-4 },
    );
    list.push({ horizon, values: state.values, dropped });
  }
  return list;
}

/** Least cost with one value held, over three standard errors on either side. */
export function* profileOf(
  plan: FitPlan,
  end: FitEnd,
  recordings: readonly number[],
  place: number,
  error: number,
  points: number,
): FitSteps<{ readonly value: number; readonly cost: number }[]> {
  const setting = settingOf(plan, recordings);
  const { from, to } = plan.parameters[place];
  const rest = { ...setting, free: setting.free.filter((other) => other !== place) };
  const list: { readonly value: number; readonly cost: number }[] = [];
  for (let k = 0; k < points; k++) {
    const value = Math.min(to, Math.max(from, end.early[place] + error * (points === 1 ? 0 : -3 + (6 * k) / (points - 1))));
    const begin: FitState = { ...end.state, values: end.early.map((other, i) => (i === place ? value : other)) };
    const { cost } = yield* gaussNewton(rest, begin, { rounds: 2, settled: 0 });
    list.push({ value, cost });
  }
  return list;
}

const HALVINGS = 14;

/** Between which values of a parameter the cost rises by less than a threshold, the others as they are. */
export function* flatRange(
  plan: FitPlan,
  end: FitEnd,
  recordings: readonly number[],
  place: number,
  threshold: number,
): FitSteps<readonly [number, number]> {
  const setting = settingOf(plan, recordings);
  const { from, to } = plan.parameters[place];
  const centre = end.early[place];
  const best = yield* costAt(setting, { ...end.state, values: end.early });
  const ends: number[] = [];
  for (const bound of [from, to]) {
    const rises = function* (value: number): FitSteps<boolean> {
      const cost = yield* costAt(setting, { ...end.state, values: end.early.map((other, i) => (i === place ? value : other)) });
      return cost > best + threshold;
    };
    let [inside, outside] = [centre, bound];
    if (!(yield* rises(bound))) {
      ends.push(bound);
      continue;
    }
    for (let k = 0; k < HALVINGS; k++) {
      const middle = 0.5 * (inside + outside);
      if (yield* rises(middle)) outside = middle;
      else inside = middle;
    }
    ends.push(inside);
  }
  return [ends[0], ends[1]];
}

/** A fold is only scored: its values need not be known to a hundredth of their errors, a tenth is enough. */
const FOLD_SETTLED = 1e-5;

/** Fits without one part of the recordings after the other, each scored on that part. */
export function* folded(
  plan: FitPlan,
  recordings: readonly number[],
  folds: number,
  known: readonly number[],
): FitSteps<{ readonly score: Score; readonly values: readonly (readonly number[])[]; readonly labelsRight: number }> {
  const rows: (readonly number[])[] = [];
  const costs: number[] = [];
  const ids: string[] = [];
  const values: (readonly number[])[] = [];
  let right = 0;
  for (let fold = 0; fold < folds; fold++) {
    const held = recordings.filter((_, i) => i % folds === fold);
    const rest = recordings.filter((_, i) => i % folds !== fold);
    const end = yield* fitted({ ...plan, starts: Math.min(2, plan.starts), settled: FOLD_SETTLED }, rest);
    const labels = yield* heldLabels(plan, end.state, rest, held);
    const state = { ...end.state, labels };
    rows.push(...(yield* scoresAt(plan, state, held)));
    costs.push(...(yield* costsAt(settingOf(plan, held), state)));
    ids.push(...held.map((i) => plan.subject.ids[i]));
    right += held.filter((i) => labels[i] === known[i]).length;
    values.push(end.state.values);
  }
  return { score: scoreOf(ids, rows, costs), values, labelsRight: right / recordings.length };
}

/** A law beside the first. */
export interface ComparedLaw {
  readonly law: number;
  readonly values: readonly number[];
  /** Robust cost of a recording, mean; and its difference from the first law. */
  readonly cost: number;
  readonly costDifference: PairedDifference;
  /** e_q of a recording, mean and median; absent: nothing is judged whole. */
  readonly mean?: number;
  readonly median?: number;
  readonly scoreDifference?: PairedDifference;
}

/** Each law fitted from the optimum of the first, and compared recording by recording. */
export function* comparedLaws(
  plan: FitPlan,
  end: FitEnd,
  recordings: readonly number[],
  blocks: readonly number[],
  laws: number,
): FitSteps<ComparedLaw[]> {
  const list: ComparedLaw[] = [];
  let first: { readonly costs: readonly number[]; readonly rows: readonly (readonly number[])[] } | undefined;
  for (let law = 0; law < laws; law++) {
    const own = law === 0 ? end : yield* fitted(plan, recordings, law, end.state);
    const costs = yield* costsAt(settingOf(plan, recordings, law), own.state);
    const rows = yield* scoresAt(plan, own.state, recordings, law);
    first ??= { costs, rows };
    const before = first.rows;
    // What one of the two could not compute is not compared.
    const both = rows.map((_, i) => i).filter((i) => rows[i].length > 0 && before[i].length > 0);
    const scoresOf = (of: readonly (readonly number[])[]) => both.map((i) => of[i][0]);
    const scores = scoresOf(rows);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    list.push({
      law,
      values: own.state.values,
      cost: mean(costs),
      costDifference: pairedDifference(first.costs, costs, blocks, plan.seed),
      ...(scores.length === 0
        ? {}
        : {
            mean: mean(scores),
            median: median(scores),
            scoreDifference: pairedDifference(
              scoresOf(before),
              scores,
              both.map((i) => blocks[i]),
              plan.seed,
            ),
          }),
    });
  }
  return list;
}

/** How the start and the contacts of a recording scatter. */
export interface Scatter {
  /** Standard deviations of the twelve numbers of the start. */
  readonly start: (recording: number) => readonly number[];
  /** Bias of orientations, rad. */
  readonly bias: number;
  /** Places of values that differ from recording to recording, with their deviations. */
  readonly values: readonly { readonly place: number; readonly deviation: number }[];
}

/** e_q and errors of a model that is true, from starts that are only known so well. */
export interface NoiseFloor {
  /** Start noise alone; with a bias of orientations; with contacts that scatter, too. */
  readonly start: Score;
  readonly bias: Score;
  readonly scatter: Score;
}

/** The fitted model against itself. */
export function* noiseFloorOf(plan: FitPlan, end: FitEnd, recordings: readonly number[], scatter: Scatter): FitSteps<NoiseFloor> {
  const setting = settingOf(plan, recordings);
  const scores: Score[] = [];
  for (const level of [0, 1, 2]) {
    const tasks = recordings.map((recording): FitTask => {
      const stream = randomStream(plan.seed, `floor ${plan.subject.ids[recording]}`);
      const normal = (place: number) => normalQuantile(uniformAt(stream, place));
      const start = scatter.start(recording).map((each, i) => {
        const bias = level >= 1 && i >= 6 && i < 9 ? scatter.bias * normal(20 + i) : 0;
        return each * normal(i) + bias;
      });
      const values = end.state.values.map((value, place) => {
        const own = level === 2 ? scatter.values.find((each) => each.place === place) : undefined;
        if (own === undefined) return value;
        const { from, to } = plan.parameters[place];
        return Math.min(to, Math.max(from, value + own.deviation * normal(40 + place)));
      });
      const point = pointOf(setting, end.state, recording);
      const still = point.own.slice(0, point.own.length >= 12 ? point.own.length - 12 : point.own.length);
      return {
        what: "apart",
        ...point,
        own: [...still, ...start.map(() => 0)],
        horizon: null,
        scales: plan.scales,
        other: { values, own: [...still, ...start] },
      };
    });
    const answers = yield tasks;
    scores.push(
      scoreOf(
        recordings.map((i) => plan.subject.ids[i]),
        answers,
        [0],
      ),
    );
  }
  return { start: scores[0], bias: scores[1], scatter: scores[2] };
}

const SCATTER_ROUNDS = 4;

/** How much some values differ between recordings: each fitted to one recording's first frames, with wide priors about the optimum. */
export function* scatterOf(
  plan: FitPlan,
  end: FitEnd,
  recordings: readonly number[],
  places: readonly number[],
  deviations: readonly number[],
  horizon: number,
): FitSteps<number[]> {
  const setting = { ...settingOf(plan, recordings), free: places, horizon };
  let values = recordings.map(() => [...end.state.values]);
  for (let round = 0; round < SCATTER_ROUNDS; round++) {
    const tasks = recordings.map(
      (recording, r): FitTask => ({
        what: "normal",
        ...pointOf(setting, { ...end.state, values: values[r] }, recording),
        scales: plan.scales,
        free: places,
        differences: places.map((place) => differenceAt(plan.parameters[place], values[r][place])),
      }),
    );
    const answers = yield tasks;
    values = answers.map((answer, r) => stepped(plan, end, values[r], answer, places, deviations));
  }
  return places.map((place) => {
    const all = values.map((each) => each[place]);
    const middle = median(all);
    return 1.4826 * median(all.map((value) => Math.abs(value - middle)));
  });
}

function stepped(
  plan: FitPlan,
  end: FitEnd,
  values: readonly number[],
  answer: readonly number[],
  places: readonly number[],
  deviations: readonly number[],
): number[] {
  const n = places.length;
  const gradient = places.map((place, i) => answer[3 + i] + (values[place] - end.state.values[place]) / (deviations[i] * deviations[i]));
  const matrix = places.map((_, i) =>
    places.map((__, j) => answer[3 + n + i * n + j] + (i === j ? 1 / (deviations[i] * deviations[i]) : 0)),
  );
  // Two values at most: by hand, with the prior it is never singular.
  const determinant = n === 1 ? matrix[0][0] : matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0];
  const step =
    n === 1
      ? [-gradient[0] / determinant]
      : [
          -(matrix[1][1] * gradient[0] - matrix[0][1] * gradient[1]) / determinant,
          -(matrix[0][0] * gradient[1] - matrix[1][0] * gradient[0]) / determinant,
        ];
  return values.map((value, place) => {
    const i = places.indexOf(place);
    if (i < 0) return value;
    const { from, to, step: own } = plan.parameters[place];
    return Math.min(to, Math.max(from, value + Math.max(-4 * own, Math.min(4 * own, step[i]))));
  });
}
