/**
 * The listed cube with its least e_q, as published comparisons of engines have it, with all numbers of an engine's contacts free.
 *
 * e_q goes in stairs that a descent stops on, so it is only compared. Points come from a grid of frictions and restitutions with contacts
 * as usual; from a sequence that fills the ranges of all numbers evenly; from the ends of the fits of other tables; and then from around
 * the best so far, ever nearer. Every part of the tosses is scored with the point that is best for the others.
 *
 * Errors of each toss at each point also tell the least that any toss can have alone: no choice of shared values comes below its mean.
 */
import type { FitTask } from "carom/fit";
import { parseStudyText, startFit } from "carom/study";
import { sobolAt, sobolDimension } from "carom/sweep";
import type { BoardRow, BoardScore, BoardTable, Competitor, RowOptions } from "./board.js";
import { openJournal } from "./journal.js";
import { withTouch } from "./touch.js";

export const LEAST_ERROR_TABLES = {
  "listed, least e_q": "The cube as listed: least e_q over friction, restitution and what else contacts of an engine have",
} as const;

/** Frictions are spread evenly by their logarithms, over this range or that in which an engine's own number lies. */
const FRICTIONS = 8;
const FRICTION_RANGE = [0.1, 0.35] as const;
const RESTITUTIONS = [0.02, 0.1, 0.2, 0.3, 0.45];
const RESTITUTION_RANGE = [0.02, 0.6] as const;
/** Points over all ranges for each number beyond friction and restitution, and around the best for each number. */
const SPREAD = 15;
const AROUND = 8;
/** Of a range: how far the points around the best lie from it at first, and what is left of that after each that is no better. */
const REACH = 0.2;
const NEARER = 0.96;
const SEED = 1;
/** Of a toss that cannot be computed with some values: far off. */
const LOST = [10, 10, Math.PI];
/** e_q above which a toss ended on another side. */
const FLIPPED = 0.3;
/** Of the errors that are kept. */
const DIGITS = 4;

/** e_q, position and rotation of every toss. */
type TossErrors = readonly (readonly number[])[];

/** A number that is free, where it is looked for. */
interface Range {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly isLog: boolean;
}

/** Undefined: its time was up, the rest another time. @param fits values that other tables found, of some numbers from the first on */
export function leastErrorRow(
  table: BoardTable,
  competitor: Competitor,
  { folds, pieces }: RowOptions,
  fits: readonly (readonly number[])[] = [],
): BoardRow | undefined {
  const { name, motion, bounds, touch = [] } = competitor;
  const head = { table: table.name, name, folds, given: table.given };
  const ranges: Range[] = [
    range("friction", bounds?.friction ?? FRICTION_RANGE, true),
    range("restitution", RESTITUTION_RANGE, false),
    ...touch.map((each) => range(each.name, [each.from, each.to], true)),
  ];
  const usual = touch.map((each) => each.usual);
  const given = [...gridOf(ranges[0]!), ...fits].map((values) => [...values, ...usual.slice(values.length - 2)]);
  const text = JSON.stringify({ ...withTouch(table, touch), search: { points: 0 } });
  const files = [...table.files.values()].join();
  const journal =
    pieces === undefined ? undefined : openJournal(pieces.folder, `least e_q ${name} ${JSON.stringify(given)} ${text} ${files}`);
  let seconds = 0;
  const points: (readonly number[])[] = [];
  const errors: TossErrors[] = [];
  try {
    const run = startFit(parseStudyText(text, "fit", table.files), motion);
    // Without a search the first thing asked is one task for each toss.
    const tosses = run.tasks ?? [];
    for (const values of candidates(ranges, given, points, errors)) {
      const known = journal?.batches[points.length];
      if (known === undefined && pieces?.isTimeUp()) return undefined;
      const started = process.cpuUsage();
      const tasks = tosses.map((task): FitTask => ({ ...task, what: "score", values, horizon: null }));
      const answers = known?.answers ?? tasks.map((task) => run.answer(task));
      const { user, system } = process.cpuUsage(started);
      const spent = known?.seconds ?? (user + system) / 1e6;
      if (known === undefined) journal?.add({ seconds: spent, answers });
      seconds += spent;
      points.push(values);
      errors.push(answers.map((answer) => (answer.length === 0 ? LOST : answer)));
    }
  } catch (error) {
    if (motion === undefined) throw error;
    return { ...head, failure: (error as Error).message, parameters: [], seconds };
  }
  journal?.remove();
  const all = errors[0]!.map((_, i) => i);
  const best = bestPoint(errors, all);
  const chosen = Array.from({ length: folds }, (_, part) =>
    bestPoint(
      errors,
      all.filter((i) => i % folds !== part),
    ),
  );
  const held = all.map((i) => errors[chosen[i % folds]!]![i]!);
  return {
    ...head,
    parameters: ranges.map(({ name: parameter }, i) => ({ name: parameter, value: points[best]![i]!, interval: null })),
    fitted: summary(errors[best]!),
    held: summary(held),
    alone: summary(all.map((i) => errors.reduce((least, some) => (some[i]![0]! < least[0]! ? some[i]! : least), errors[0]![i]!))),
    points: points.length,
    each: { fitted: errors[best]!.map(kept), held: held.map(kept) },
    seconds,
  };
}

const kept = ([error]: readonly number[]) => Number(error!.toPrecision(DIGITS));

const range = (name: string, [from, to]: readonly [number, number], isLog: boolean): Range => ({ name, from, to, isLog });

/** The point of a range at a part of it, and back. */
const valueAt = ({ from, to, isLog }: Range, part: number) => (isLog ? from * (to / from) ** part : from + part * (to - from));
const partOf = ({ from, to, isLog }: Range, value: number) =>
  isLog ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);

/** Points to be tried, the later ones by what came out of the earlier ones. */
function* candidates(
  ranges: readonly Range[],
  given: readonly (readonly number[])[],
  points: readonly (readonly number[])[],
  errors: readonly TossErrors[],
): Generator<readonly number[]> {
  yield* given;
  const even = ranges.map(({ name }, i) => sobolDimension(i, SEED, name));
  for (let place = 0; place < SPREAD * (ranges.length - 2); place++) yield ranges.map((each, i) => valueAt(each, sobolAt(even[i]!, place)));
  const about = ranges.map(({ name }, i) => sobolDimension(i, SEED, `about ${name}`));
  let reach = REACH;
  let least = Number.POSITIVE_INFINITY;
  for (let place = 0; place < AROUND * ranges.length; place++) {
    const costs = errors.map((some) => some.reduce((sum, [error]) => sum + error!, 0));
    const now = Math.min(...costs);
    if (now >= least) reach *= NEARER;
    least = now;
    const best = points[costs.indexOf(now)]!;
    yield ranges.map((each, i) => {
      const part = partOf(each, best[i]!) + reach * (2 * sobolAt(about[i]!, place) - 1);
      return valueAt(each, Math.min(1, Math.max(0, part)));
    });
  }
}

function gridOf(friction: Range): (readonly number[])[] {
  const frictions = Array.from({ length: FRICTIONS }, (_, i) => valueAt(friction, i / (FRICTIONS - 1)));
  return frictions.flatMap((each) => RESTITUTIONS.map((restitution) => [each, restitution]));
}

/** The point with the least mean e_q of some tosses. */
function bestPoint(errors: readonly TossErrors[], tosses: readonly number[]): number {
  const costs = errors.map((some) => tosses.reduce((sum, i) => sum + some[i]![0]!, 0));
  return costs.indexOf(Math.min(...costs));
}

function summary(errors: TossErrors): BoardScore {
  const column = (c: number) => errors.map((row) => row[c]!);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const sorted = column(0).sort((a, b) => a - b);
  return {
    recordings: errors.length,
    mean: mean(column(0)),
    median: 0.5 * (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!),
    position: mean(column(1)),
    rotation: mean(column(2)),
    flipped: column(0).filter((value) => value > FLIPPED).length,
  };
}
