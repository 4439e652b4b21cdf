/**
 * A whole fit: search, labels, Gauss-Newton, late values, errors, scores. All of it asks for answers through tasks, so that it is the same
 * whoever computes them.
 */
import type { NormalEquations } from "./answer.js";
import { costsAt, gaussNewton } from "./optimise/gauss-newton.js";
import { type Minimum, searched } from "./optimise/global.js";
import { nelderMead } from "./optimise/nelder-mead.js";
import type { FitParameter, FitSetting, FitState } from "./optimise/state.js";
import { pointOf } from "./optimise/state.js";
import { type LabelSequence, labelSequence } from "./poses/labels.js";
import { median } from "./poses/recording.js";
import type { FitSteps, FitSubject, FitTask } from "./tasks.js";

/** What is known of labels besides the motion after contact. */
export interface LabelEvidence {
  /** Costs of all labels of a recording by its flight, in nats. */
  readonly flight: (values: readonly number[]) => readonly (readonly number[])[];
  /** Cost of a change between a recording and the one before it. */
  readonly changes: readonly number[];
  /** Half of a robust cost counts as evidence up to this many rows after contact, and for a held recording. */
  readonly horizon: number;
  /** What a held recording's label is found from. */
  readonly held: "flight" | "first" | "contact";
}

/** How values that act late are fitted. */
export interface LatePlan {
  readonly horizon: number | null;
  readonly scales: readonly [number, number];
  readonly places: readonly number[];
  /** Whether they are fitted over the short time, too. */
  readonly again: boolean;
  /** Every so many recordings count, where that leaves enough. */
  readonly every: number;
}

/** What a fit does. */
export interface FitPlan {
  readonly subject: Pick<FitSubject, "ids" | "labels">;
  readonly parameters: readonly FitParameter[];
  /** Values to begin with. */
  readonly begin: readonly number[];
  /** Of each recording alone, to begin with. */
  readonly own: readonly (readonly number[])[];
  readonly horizon: number | null;
  readonly scales: readonly [number, number];
  readonly labels?: LabelEvidence;
  /** Values that act late, fitted once more at the end. */
  readonly polish?: LatePlan;
  readonly seed: number;
  /** Part of the cost that a round must gain. Default: 1e-7. */
  readonly settled?: number;
  /** Points and starts of the search; 0 points: the values to begin with are the start. */
  readonly points: number;
  readonly starts: number;
}

/** A fit that is done. */
export interface FitEnd {
  readonly state: FitState;
  readonly cost: number;
  readonly minima: readonly Minimum[];
  readonly equations: readonly NormalEquations[];
  readonly dropped: number;
  readonly posteriors?: readonly number[];
  /** Values before those that act late were fitted. */
  readonly early: readonly number[];
}

/** Every so many recordings count in the search, where there are enough. */
const COARSE = 7;
const MIDDLE = 5;
const ENOUGH = 8;
const COARSE_ROWS = 6;
const ROUNDS = 40;
/** Part of the cost: further rounds would not move values by a hundredth of their errors. */
const SETTLED = 1e-7;
/** Costs of the simplex for each value that acts late. */
const POLISH_RUNS = 25;

/** Every so many of some recordings, where that leaves enough. */
export function every(recordings: readonly number[], step: number): readonly number[] {
  const some = recordings.filter((_, i) => i % step === 0);
  return some.length >= ENOUGH ? some : recordings;
}

/** The setting of a fit to some recordings under a law. */
export function settingOf(plan: FitPlan, recordings: readonly number[], law = 0): FitSetting {
  const { subject, parameters, horizon, scales, polish } = plan;
  const late = polish === undefined || polish.again ? [] : polish.places;
  const all = parameters.map((_, i) => i);
  const early = all.filter((i) => !late.includes(i));
  return { subject, parameters, free: early.length > 0 ? early : all, recordings, law, horizon, scales };
}

/** The whole fit of some recordings. */
export function* fitted(plan: FitPlan, recordings: readonly number[], law = 0, from?: FitState): FitSteps<FitEnd> {
  const setting = settingOf(plan, recordings, law);
  const begin: FitState = from ?? { values: plan.begin, own: plan.own, labels: plan.subject.ids.map(() => 0) };
  let state = begin;
  let minima: readonly Minimum[] = [];
  if (from === undefined && plan.points > 0) {
    const horizon = plan.horizon === null ? null : Math.min(COARSE_ROWS, plan.horizon);
    const coarse = { recordings: every(recordings, COARSE), horizon };
    const middle = { ...setting, recordings: every(recordings, MIDDLE) };
    minima = yield* searched(middle, begin, { points: plan.points, starts: plan.starts, seed: plan.seed, coarse });
    state = { ...begin, values: minima[0].values, labels: minima[0].labels };
  }
  let posteriors: readonly number[] | undefined;
  const rounds = plan.subject.labels > 1 ? 2 : 1;
  let end = { state, cost: 0, equations: [] as readonly NormalEquations[], dropped: 0 };
  for (let round = 0; round < rounds; round++) {
    if (plan.subject.labels > 1) {
      const found = yield* labelled(plan, setting, state, recordings);
      posteriors = found.posteriors;
      if (round > 0 && found.labels.every((label, i) => label === state.labels[i])) break;
      state = { ...state, labels: found.labels };
    }
    end = yield* gaussNewton(setting, state, { rounds: ROUNDS, settled: plan.settled ?? SETTLED });
    state = end.state;
  }
  const early = state.values;
  if (plan.polish !== undefined && plan.polish.places.length > 0) {
    const { places: free, horizon, scales, every: step } = plan.polish;
    const late: FitSetting = { ...setting, free, horizon, scales, recordings: every(recordings, step) };
    const polished = yield* nelderMead(late, state, POLISH_RUNS * free.length);
    state = polished.state;
  }
  return { ...end, state, minima, early, ...(posteriors === undefined ? {} : { posteriors }) };
}

/** Labels by flight, contact and order; those of recordings that take no part by flight and order alone. */
function* labelled(plan: FitPlan, setting: FitSetting, state: FitState, recordings: readonly number[]): FitSteps<LabelSequence> {
  const { labels: evidence, subject } = plan;
  const ids = subject.ids.map((_, i) => i);
  const contact = yield* contactCosts({ ...setting, horizon: evidence?.horizon ?? setting.horizon }, state, recordings);
  const flight = evidence?.flight(state.values) ?? ids.map(() => Array.from({ length: subject.labels }, () => 0));
  const costs = ids.map((i) => {
    const place = recordings.indexOf(i);
    return flight[i].map((cost, label) => cost + (place < 0 ? 0 : contact[place][label]));
  });
  return labelSequence(costs, evidence?.changes ?? ids.map(() => 0));
}

function* contactCosts(setting: FitSetting, state: FitState, recordings: readonly number[]): FitSteps<number[][]> {
  const { scales } = setting;
  const answers = yield recordings.map(
    (recording): FitTask => ({ what: "cost", ...pointOf(setting, state, recording), label: -1, scales }),
  );
  return answers.map((costs) => {
    const least = costs.reduce((low, cost) => Math.min(low, cost), Number.POSITIVE_INFINITY);
    return costs.map((cost) => Math.min(8, 0.5 * (cost - least)));
  });
}

const FIXED = 1e6;
const FIRST_ROWS = 10;

/** Labels of held recordings, those of the others being known. */
export function* heldLabels(
  plan: FitPlan,
  state: FitState,
  fittedTo: readonly number[],
  held: readonly number[],
  law = 0,
): FitSteps<readonly number[]> {
  const { labels: evidence, subject } = plan;
  if (evidence === undefined || subject.labels < 2) return state.labels;
  const setting = settingOf(plan, fittedTo, law);
  const rows = evidence.held === "flight" ? 0 : evidence.held === "first" ? FIRST_ROWS : evidence.horizon;
  const contact = rows === 0 ? undefined : yield* contactCosts({ ...setting, horizon: rows }, state, held);
  const flight = evidence.flight(state.values);
  const costs = subject.ids.map((_, i) => {
    const place = held.indexOf(i);
    if (place < 0) return flight[i].map((__, label) => (label === state.labels[i] ? 0 : FIXED));
    return flight[i].map((cost, label) => cost + (contact?.[place][label] ?? 0));
  });
  return labelSequence(costs, evidence.changes).labels;
}

/** Errors of whole motions. */
export interface Score {
  /** How many. */
  readonly recordings: number;
  /** e_q: mean over recordings and median. */
  readonly mean: number;
  /** Of e_q over recordings. */
  readonly median: number;
  /** Of a width: mean and median. */
  readonly position: readonly [number, number];
  /** rad. */
  readonly rotation: readonly [number, number];
  /** Recordings whose e_q is above 0.3, by id: the body ended on another side. */
  readonly flippers: readonly string[];
  /**
   * Recordings that could not be computed with these values, by id; the errors are those of the others, and NaN (null in JSON) where there
   * are no others. Absent: none.
   */
  readonly failed?: readonly string[];
  /** Robust cost of a recording, mean. */
  readonly cost: number;
}

const FLIPPED = 0.3;

/** e_q, position and rotation errors of each recording, whole. */
export function* scoresAt(plan: FitPlan, state: FitState, recordings: readonly number[], law = 0): FitSteps<(readonly number[])[]> {
  const setting = settingOf(plan, recordings, law);
  const answers = yield recordings.map(
    (recording): FitTask => ({ what: "score", ...pointOf(setting, state, recording), scales: plan.scales }),
  );
  return [...answers];
}

/** Means and medians over recordings. */
export function* scored(plan: FitPlan, state: FitState, recordings: readonly number[], law = 0): FitSteps<Score> {
  const rows = yield* scoresAt(plan, state, recordings, law);
  const costs = yield* costsAt(settingOf(plan, recordings, law), state);
  return scoreOf(
    recordings.map((i) => plan.subject.ids[i]),
    rows,
    costs,
  );
}

/** From the errors of each recording; those without any could not be computed. */
export function scoreOf(ids: readonly string[], rows: readonly (readonly number[])[], costs: readonly number[]): Score {
  const failed = ids.filter((_, i) => rows[i].length === 0);
  const known = rows.filter((row) => row.length > 0);
  const column = (i: number) => known.map((row) => row[i] ?? Number.NaN);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    recordings: ids.length,
    mean: mean(column(0)),
    median: median(column(0)),
    position: [mean(column(1)), median(column(1))],
    rotation: [mean(column(2)), median(column(2))],
    flippers: ids.filter((_, i) => rows[i][0] > FLIPPED),
    ...(failed.length === 0 ? {} : { failed }),
    cost: mean(costs),
  };
}
