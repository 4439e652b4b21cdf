/** The whole of a fit as steps that ask for answers, and the result they lead to. */
import { atHorizons, comparedLaws, flatRange, folded, noiseFloorOf, profileOf, refitted, scatterOf } from "../../fit/beyond.js";
import { pointOf } from "../../fit/optimise/state.js";
import { axisTurns } from "../../fit/poses/labels.js";
import { rotationOf } from "../../fit/poses/rotations.js";
import { type FitEnd, fitted, heldLabels, scored, settingOf } from "../../fit/program.js";
import type { FitSteps, FitTask } from "../../fit/tasks.js";
import { type Uncertainty, uncertaintyOf } from "../../fit/uncertainty/sandwich.js";
import { studentFactor } from "../../fit/uncertainty/student.js";
import { hypot } from "../../math/elementary.js";
import { multiply, type Quaternion } from "../../math/quaternion.js";
import { randomStream, uniformAt } from "../../sweep/sampling/streams.js";
import type { PreparedFit } from "./poses.js";
import type { FittedParameter, NotDetermined, RecordingsFit, ShownRecording } from "./result.js";
import { whatWouldTell } from "./words.js";

const RESAMPLES = 2000;
/** Entries of a combination that are named. */
const NAMED = 0.3;
/** Recordings that are shown. */
const SHOWN = 3;
/** Cost that a value may change before the data tell it, for each unit of cost a recording has at the optimum. */
const TOLD = 3.84;
const FLOOR_BIAS = 0.002;
const FLOOR_ROWS = 8;

const NO_TURN: Quaternion = [0, 0, 0, 1];

/** Computes everything that the study asks for. */
export function* fitSteps(fit: PreparedFit): FitSteps<RecordingsFit> {
  const { study, plan, subject } = fit;
  const all = subject.ids.map((_, i) => i);
  const held = heldRecordings(study.split?.held ?? 0, study.split?.seed ?? 1, subject.ids);
  const own = all.filter((i) => !held.includes(i));
  const end = yield* fitted(plan, own);
  const blocks = blocksOf(fit, end, own);
  const setting = settingOf(plan, own);
  const resamples = study.bootstrap?.resamples ?? RESAMPLES;
  const known = uncertaintyOf(setting, end.early, end.equations, blocks, { resamples, seed: plan.seed });
  const refits = study.bootstrap?.refits ?? 0;
  const whole = refits > 1 ? yield* refitted(plan, end, own, blocks, refits) : undefined;
  const horizons = (study.spread ?? []).map((time) => Math.max(1, Math.round(time * fit.rate)));
  const spread = horizons.length === 0 ? [] : yield* atHorizons(plan, end, own, horizons);
  const parameters = yield* fittedParameters(fit, end, own, { known, spread, ...(whole === undefined ? {} : { whole }) });
  const scores = yield* scoresOf(fit, end, own, held);
  const comparison = study.laws === undefined ? undefined : yield* comparedLaws(plan, end, own, blocks, 1 + study.laws.length);
  const floor = study.noiseFloor === true && subject.apart !== undefined ? yield* floorOf(fit, end, own) : undefined;
  const shown = yield* shownRecordings(fit, end, own);
  const valuesOf = (values: readonly number[]) => Object.fromEntries(plan.parameters.map(({ name }, i) => [name, values[i]]));
  return {
    data: study.impacts === undefined ? "recordings" : "impacts",
    recordings: own.length,
    held: held.length,
    parameters,
    correlation: known.correlation,
    singularValues: known.singular.map(({ value }) => value),
    notDetermined: notDetermined(fit, known, parameters, setting.free),
    ...(study.labels === undefined ? {} : { labels: labelsOf(fit, end, own) }),
    ...(own.every((i) => end.state.own[i].length === 0) ? {} : { own: ownValues(fit, end, own) }),
    blocks: 1 + blocks.reduce((most, block) => Math.max(most, block), 0),
    minima: end.minima.map(({ values, cost, starts }) => ({ values: valuesOf(values), cost, starts })),
    scores,
    ...(floor === undefined ? {} : { noiseFloor: floor }),
    flippers: scores.fitted.flippers,
    ...(comparison === undefined
      ? {}
      : {
          comparison: comparison.map(({ law, values, ...rest }) => ({
            law: [fit.model.studyAt(end.state.values, fit.model.ownBegin, 0).law ?? "default", ...(study.laws ?? [])][law],
            parameters: plan.parameters.length,
            values: valuesOf(values),
            ...rest,
          })),
        }),
    ...(fit.frame === undefined
      ? {}
      : {
          room: {
            ...fit.frame,
            used: { scale: fit.room.scale, gravity: fit.model.modelAt(end.state.values, fit.model.ownBegin, 0).gravity },
          },
        }),
    cost: scores.fitted.cost,
    dropped: end.dropped,
    costs: Object.fromEntries(own.map((i, r) => [subject.ids[i], end.equations[r]?.cost ?? 0])),
    shown,
    study: fit.model.studyAt(end.state.values, fit.model.ownBegin, 0),
  };
}

/** A part of the recordings, drawn by their ids. */
function heldRecordings(part: number, seed: number, ids: readonly string[]): number[] {
  const count = Math.floor(part * ids.length);
  const stream = randomStream(seed, "held");
  const order = ids.map((_, i) => ({ i, key: uniformAt(stream, i) })).sort((a, b) => a.key - b.key);
  return order
    .slice(0, count)
    .map(({ i }) => i)
    .sort((a, b) => a - b);
}

/** Recordings of one block share their errors: runs of one label, impacts of one motion, or every recording alone. */
function blocksOf({ study, sources }: PreparedFit, end: FitEnd, own: readonly number[]): number[] {
  const together = study.bootstrap?.block === "recording" ? undefined : study.labels === undefined ? sources : end.state.labels;
  let block = 0;
  return own.map((recording, i) => {
    const changed = i > 0 && (together === undefined || together[recording] !== together[own[i - 1]]);
    if (changed) block++;
    return block;
  });
}

interface Known {
  readonly known: Uncertainty;
  readonly spread: readonly { readonly values: readonly number[] }[];
  readonly whole?: readonly number[];
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

function* fittedParameters(
  fit: PreparedFit,
  end: FitEnd,
  own: readonly number[],
  { known, spread, whole }: Known,
): FitSteps<FittedParameter[]> {
  const { plan, study } = fit;
  const { free } = settingOf(plan, own);
  const shared = (study.parameters ?? []).filter(({ per }) => per === undefined);
  const list: FittedParameter[] = [];
  for (const [place, { name, from, to, prior }] of plan.parameters.entries()) {
    const i = free.indexOf(place);
    const value = end.state.values[place];
    const { path } = shared[place];
    const atBound = value <= from || value >= to;
    if (i < 0) {
      list.push({
        path,
        name,
        value,
        standardError: null,
        errors: { curvature: null, sandwich: null, bootstrap: null },
        interval: null,
        quoted: null,
        atBound,
        determined: true,
        polished: true,
      });
      continue;
    }
    const error = Math.max(known.sandwich[i], known.bootstrap[i], whole?.[i] ?? 0);
    const half = studentFactor(known.degrees) * error;
    const isKnown = Number.isFinite(half);
    const early = end.early[place];
    const wide = isKnown && 2 * half > Math.min(to - from, prior === undefined ? Number.POSITIVE_INFINITY : 4 * prior[1]);
    const determined = isKnown && !wide && !(atBound && known.sandwich[i] === 0);
    const interval = isKnown ? ([early - half, early + half] as const) : null;
    const others = spread.map(({ values }) => values[place]);
    const range = others.length === 0 ? undefined : ([Math.min(early, ...others), Math.max(early, ...others)] as const);
    const told = [value, ...(interval ?? []), ...(range ?? [])];
    const quoted = interval === null ? null : ([Math.min(...told), Math.max(...told)] as const);
    const threshold = TOLD * Math.max(1e-9, end.cost / unitsOf(known, end));
    const flat = determined ? undefined : yield* flatRange(plan, end, own, place, threshold);
    const points = study.profiles ?? 0;
    const profile = points > 0 && determined ? yield* profileOf(plan, end, own, place, error, points) : undefined;
    list.push({
      path,
      name,
      value,
      standardError: isKnown ? error : null,
      errors: {
        curvature: orNull(known.curvature[i]),
        // One block has nothing to scatter against.
        sandwich: isKnown ? known.sandwich[i] : null,
        bootstrap: isKnown ? known.bootstrap[i] : null,
        ...(whole === undefined ? {} : { refits: whole[i] }),
      },
      interval,
      ...(range === undefined ? {} : { spread: range }),
      quoted,
      atBound,
      determined,
      ...(flat === undefined ? {} : { flat }),
      ...(plan.polish?.places.includes(place) === true ? { early } : {}),
      ...(profile === undefined ? {} : { profile }),
    });
  }
  return list;
}

/** What scatters independently, as far as is known: recordings, or, where there are too few of them, rows. */
function unitsOf({ degrees }: Uncertainty, { equations }: FitEnd): number {
  return Math.max(1, degrees > 0 ? equations.length : equations.reduce((sum, { rows }) => sum + rows, 0));
}

function notDetermined(
  { plan }: PreparedFit,
  known: Uncertainty,
  parameters: readonly FittedParameter[],
  free: readonly number[],
): NotDetermined[] {
  const named = (vector: readonly number[]) =>
    Object.fromEntries(vector.flatMap((part, i) => (Math.abs(part) > NAMED ? [[plan.parameters[free[i]].name, part]] : [])));
  const weak = known.singular.filter(({ value }) => value < 1).map(({ vector }) => named(vector));
  const wide = parameters
    .filter(({ determined, name }) => !determined && !weak.some((combination) => name in combination))
    .map(({ name }) => ({ [name]: 1 }));
  return [...weak, ...wide].map((combination) => ({
    combination,
    whatWouldTell: whatWouldTell(parameters.filter(({ name }) => name in combination)),
  }));
}

function labelsOf({ study, subject }: PreparedFit, end: FitEnd, own: readonly number[]): NonNullable<RecordingsFit["labels"]> {
  const axes = study.labels?.axes ?? [];
  return Object.fromEntries(own.map((i) => [subject.ids[i], { axis: axes[end.state.labels[i]], probability: end.posteriors?.[i] ?? 1 }]));
}

function ownValues({ subject, model }: PreparedFit, end: FitEnd, own: readonly number[]): NonNullable<RecordingsFit["own"]> {
  const names = model.ownParameters.map(({ name }) => name);
  return Object.fromEntries(
    own.map((i) => {
      const numbers = end.state.own[i];
      const three = (at: number) => numbers.slice(names.length + at, names.length + at + 3);
      const start = { position: three(0), velocity: three(3), rotation: three(6), spin: three(9) };
      const values = Object.fromEntries(names.map((name, k) => [name, numbers[k]]));
      return [subject.ids[i], { values, ...(numbers.length > names.length ? { start } : {}) }];
    }),
  );
}

function* scoresOf(fit: PreparedFit, end: FitEnd, own: readonly number[], held: readonly number[]): FitSteps<RecordingsFit["scores"]> {
  const { plan, study } = fit;
  const fittedScore = yield* scored(plan, end.state, own);
  const heldState = held.length === 0 ? end.state : { ...end.state, labels: yield* heldLabels(plan, end.state, own, held) };
  const heldScore = held.length === 0 ? undefined : yield* scored(plan, heldState, held);
  const folds = study.folds === undefined ? undefined : yield* folded(plan, own, study.folds, end.state.labels);
  return {
    fitted: fittedScore,
    ...(heldScore === undefined ? {} : { held: heldScore }),
    ...(folds === undefined ? {} : { folds: folds.score }),
    ...(folds === undefined || study.labels === undefined ? {} : { labelsRight: folds.labelsRight }),
  };
}

/** Priors of the values that scatter from recording to recording. */
const SCATTER = { friction: 0.1, restitution: 0.2 } as const;

function* floorOf(fit: PreparedFit, end: FitEnd, own: readonly number[]): FitSteps<NonNullable<RecordingsFit["noiseFloor"]>> {
  const { plan, study } = fit;
  const shared = (study.parameters ?? []).filter(({ per }) => per === undefined);
  const scattering = shared.flatMap(({ path }, place) => {
    const name = (["friction", "restitution"] as const).find((each) => path.endsWith(`.${each}`));
    return name === undefined ? [] : [{ place, deviation: SCATTER[name] }];
  });
  const places = scattering.slice(0, 2).map(({ place }) => place);
  const deviations =
    places.length === 0
      ? []
      : yield* scatterOf(
          plan,
          end,
          own,
          places,
          scattering.slice(0, 2).map(({ deviation }) => deviation),
          FLOOR_ROWS,
        );
  const floor = yield* noiseFloorOf(plan, end, own, {
    start: fit.startErrors,
    bias: FLOOR_BIAS,
    values: places.map((place, i) => ({ place, deviation: deviations[i] })),
  });
  return { ...floor, deviations: Object.fromEntries(places.map((place, i) => [plan.parameters[place].name, deviations[i]])) };
}

function* shownRecordings(fit: PreparedFit, end: FitEnd, own: readonly number[]): FitSteps<ShownRecording[]> {
  const { recordings, plan, study } = fit;
  if (recordings.length === 0) return [];
  const body = study.recordings?.[0].body ?? "";
  const turns = study.labels === undefined ? [NO_TURN] : axisTurns(study.labels.axes);
  const count = Math.min(SHOWN, own.length);
  const some = Array.from({ length: count }, (_, k) => own[Math.floor((k * own.length) / count)]);
  const setting = settingOf(plan, own);
  const answers = yield some.map(
    (recording): FitTask => ({ what: "rows", ...pointOf(setting, end.state, recording), horizon: null, scales: plan.scales }),
  );
  return some.map((recording, k) => {
    const { id, times, positions, orientations, first } = recordings[recording];
    const rows = answers[k].length / 6;
    const at = (row: number) => answers[k].slice(6 * row, 6 * row + 6);
    const frames = Array.from({ length: rows }, (_, row) => row);
    const turn = turns[end.state.labels[recording]] ?? NO_TURN;
    const measuredOrientation = frames.map((row) => multiply(orientations[first + row], turn));
    const turned = (row: number) => rotationOf([at(row)[3], at(row)[4], at(row)[5]]);
    return {
      id,
      time: frames.map((row) => times[first + row] - times[first]),
      measured: frames.map((row) => positions[first + row]),
      computed: frames.map((row) => positions[first + row].map((value, c) => value + at(row)[c])),
      rotation: frames.map((row) => hypot(at(row)[3], at(row)[4], at(row)[5])),
      body,
      measuredOrientation,
      computedOrientation: frames.map((row) => multiply(turned(row), measuredOrientation[row])),
    };
  });
}
