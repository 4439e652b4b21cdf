/** What the board says: one row for each competitor in each table, as plain data that can be kept and printed again. */
import type { PoseMotion, Score } from "carom/fit";
import { parseStudyText, type RecordingsFit, startFit } from "carom/study";
import { printHeading, printTable } from "../table.js";
import { openJournal } from "./journal.js";
import { type TouchNumber, withTouch } from "./touch.js";

/** Somebody who computes the motion: a law of Carom, or an engine. */
export interface Competitor {
  readonly name: string;
  readonly law?: string;
  readonly motion?: PoseMotion;
  /** Bounds of its own for parameters by name, where its number means something else than that of the others. */
  readonly bounds?: Readonly<Record<string, readonly [number, number]>>;
  /** Numbers of its contacts besides friction and restitution, free in tables that say so. */
  readonly touch?: readonly TouchNumber[];
}

/**
 * Errors over recordings: e_q, or the misfit of an impact over the speed before it; position in widths and rotation in rad, where whole
 * motions are judged; how many ended otherwise.
 */
export interface BoardScore {
  readonly recordings: number;
  readonly mean: number;
  readonly median: number;
  readonly position?: number;
  readonly rotation?: number;
  readonly flipped: number;
  /** That could not be computed, and are not in the errors. Absent: none. */
  readonly failed?: number;
}

/** A value found over the short time after contact, and, where it was fitted over a longer one too, what motions are judged with. */
export interface BoardValue {
  readonly name: string;
  readonly value: number;
  readonly interval: readonly [number, number] | null;
  readonly later?: number;
}

/** One line of the board. */
export interface BoardRow {
  readonly table: string;
  readonly name: string;
  /** How often fitted without a part that is scored; 1: nothing is left out. */
  readonly folds: number;
  /** Recordings of the set, also those that take no part. */
  readonly given: number;
  /** Why there is nothing else: the engine broke down. */
  readonly failure?: string;
  readonly parameters: readonly BoardValue[];
  readonly fitted?: BoardScore;
  readonly held?: BoardScore;
  /** Of impacts: the least misfit with any impulse at the place that touches, which no law goes below. */
  readonly bound?: Pick<BoardScore, "mean" | "median">;
  /** With values that are best for each recording alone, of so many points: shared values cannot have less on the mean. */
  readonly alone?: BoardScore;
  readonly points?: number;
  /** e_q of each recording in the order of their ids. */
  readonly each?: { readonly fitted: readonly number[]; readonly held?: readonly number[] };
  /** Part of the held labels that are as found by contact. */
  readonly labelsRight?: number;
  readonly noiseFloor?: { readonly start: BoardScore; readonly bias: BoardScore; readonly scatter: BoardScore };
  /** Other laws fitted to the same recordings, and compared recording by recording. */
  readonly laws?: NonNullable<RecordingsFit["comparison"]>;
  /** Processor time, s. */
  readonly seconds: number;
}

/** A study of kind `fit` that all competitors of a table are given. */
export interface BoardTable {
  readonly name: string;
  readonly study: Readonly<Record<string, unknown>>;
  readonly base: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, string>;
  /** How many recordings the files hold. */
  readonly given: number;
  /** Whether the numbers of an engine's contacts are free, too. */
  readonly touch?: boolean;
}

/** Whether a row that is kept says what one would that is asked for. */
export function isSameRow(kept: BoardRow, asked: Pick<BoardRow, "table" | "name" | "folds" | "given">, noiseFloor: boolean): boolean {
  const same = kept.table === asked.table && kept.name === asked.name && kept.folds === asked.folds && kept.given === asked.given;
  return same && (!noiseFloor || kept.noiseFloor !== undefined);
}

/** What a row may use besides its table: folds, the noise floor, and a journal of what was computed before with the time there is. */
export interface RowOptions {
  readonly folds: number;
  readonly noiseFloor?: boolean;
  /** Folder of journals, and whether to stop before the next batch. */
  readonly pieces?: { readonly folder: string; readonly isTimeUp: () => boolean };
}

/** Fits a competitor to the recordings of a table, and scores it on those left out. Undefined: its time was up, the rest another time. */
export function boardRow(
  table: BoardTable,
  { name, law, motion, bounds = {}, touch = [] }: Competitor,
  options: RowOptions,
): BoardRow | undefined {
  const { folds, noiseFloor = false, pieces } = options;
  const whole = withTouch(table, table.touch === true ? touch : []);
  const parameters = (whole.parameters as readonly { readonly name: string }[]).map((parameter) => {
    const own = bounds[parameter.name];
    return own === undefined ? parameter : { ...parameter, from: own[0], to: own[1] };
  });
  const study = {
    ...whole,
    parameters,
    base: { ...(whole.base as object), ...(law === undefined ? {} : { law }) },
    ...(folds > 1 ? { folds } : {}),
    noiseFloor,
  };
  const text = JSON.stringify(study);
  const journal = pieces === undefined ? undefined : openJournal(pieces.folder, `${name} ${text} ${[...table.files.values()].join()}`);
  const head = { table: table.name, name, folds, given: table.given };
  let seconds = 0;
  let place = 0;
  try {
    const run = startFit(parseStudyText(text, "fit", table.files), motion);
    for (let { tasks } = run; tasks !== undefined; { tasks } = run) {
      const started = process.cpuUsage();
      const known = journal?.batches[place++];
      if (known === undefined && pieces?.isTimeUp()) return undefined;
      const answers = known?.answers ?? tasks.map((task) => run.answer(task));
      const { user, system } = process.cpuUsage(started);
      const spent = known?.seconds ?? (user + system) / 1e6;
      if (known === undefined) journal?.add({ seconds: spent, answers });
      seconds += spent;
      run.answered(answers);
    }
    const { fit } = run.result();
    if (fit.data === "bounces" || "curves" in fit) throw new Error("the board has no bounces");
    journal?.remove();
    return { ...head, ...told(fit), ...(fit.data === "impacts" ? { bound: boundOf(run, fit) } : {}), seconds };
  } catch (error) {
    // An engine may break down where it is given more than it is used to: that is a result, too.
    if (motion === undefined) throw error;
    return { ...head, failure: (error as Error).message, parameters: [], seconds };
  }
}

/** What is left of impacts with the values of a fit if their impulses are free. */
function boundOf({ answer }: ReturnType<typeof startFit>, { recordings, parameters }: RecordingsFit): Pick<BoardScore, "mean" | "median"> {
  const values = parameters.map(({ value }) => value);
  const point = { label: 0, law: 0, values, own: [], horizon: null, scales: [1, 1] } as const;
  const bounds = Array.from({ length: recordings }, (_, recording) => answer({ what: "bound", recording, ...point })[0]!);
  bounds.sort((a, b) => a - b);
  const middle = (bounds.length - 1) / 2;
  return {
    mean: bounds.reduce((sum, bound) => sum + bound, 0) / bounds.length,
    median: 0.5 * (bounds[Math.floor(middle)]! + bounds[Math.ceil(middle)]!),
  };
}

function told({
  parameters,
  scores,
  noiseFloor,
  comparison,
}: RecordingsFit): Omit<BoardRow, "table" | "name" | "folds" | "given" | "seconds"> {
  return {
    parameters: parameters.map(({ name, value, early, interval }) =>
      early === undefined ? { name, value, interval } : { name, value: early, interval, later: value },
    ),
    fitted: scoreOf(scores.fitted),
    ...(scores.folds === undefined ? {} : { held: scoreOf(scores.folds) }),
    ...(scores.labelsRight === undefined ? {} : { labelsRight: scores.labelsRight }),
    ...(noiseFloor === undefined
      ? {}
      : { noiseFloor: { start: scoreOf(noiseFloor.start), bias: scoreOf(noiseFloor.bias), scatter: scoreOf(noiseFloor.scatter) } }),
    ...(comparison === undefined ? {} : { laws: comparison }),
  };
}

function scoreOf({ recordings, mean, median, position, rotation, flippers, failed }: Score): BoardScore {
  const judged = Number.isFinite(position[0]) ? { position: position[0], rotation: rotation[0] } : {};
  return { recordings, mean, median, ...judged, flipped: flippers.length, ...(failed === undefined ? {} : { failed: failed.length }) };
}

const HEADINGS = ["", "fitted", "median", "held out", "median", "position, %", "rotation, deg", "ended otherwise", "values (+- 95 %)", "s"];

/** Prints a table; nothing where it has no rows. */
export function printRows(title: string, rows: readonly BoardRow[]): void {
  if (rows.length === 0) return;
  printHeading(title);
  printTable(HEADINGS, rows.map(cellsOf));
  for (const { name, noiseFloor, labelsRight, bound, alone, points, laws = [] } of rows) {
    if (bound !== undefined) console.log(`${name}: any impulse leaves ${digits(bound.mean)} (median ${digits(bound.median)})`);
    if (alone !== undefined)
      console.log(`${name}: ${digits(alone.mean)} (median ${digits(alone.median)}) with the best of ${points} points for each toss alone`);
    for (const { law, cost, costDifference, mean, median } of laws)
      console.log(
        `${law}: cost ${digits(cost)}, ${digits(costDifference.mean)} more [${costDifference.interval.map(digits).join(", ")}], ` +
          `e_q ${digits(mean)} (median ${digits(median)})`,
      );
    if (labelsRight !== undefined) console.log(`${name}: ${(100 * labelsRight).toFixed(0)} % of the labels held out are as by contact`);
    if (noiseFloor === undefined) continue;
    const parts = Object.entries(noiseFloor).map(([cause, { mean, median }]) => `${cause} ${digits(mean)} (median ${digits(median)})`);
    console.log(`${name}, if its fit were true: ${parts.join(", ")}`);
  }
}

const digits = (value: number | undefined) => (value === undefined ? "-" : value.toPrecision(3));

/** A row as it is printed, in the order of the headings. */
export function cellsOf({ name, failure, parameters, fitted, held, seconds }: BoardRow): string[] {
  if (failure !== undefined) return [name, "-", "-", "-", "-", "-", "-", "-", `broke down: ${failure}`, seconds.toFixed(0)];
  const values = parameters.map(({ name: parameter, value, interval, later }) => {
    const error = interval === null ? "" : ` +- ${(0.5 * (interval[1] - interval[0])).toPrecision(1)}`;
    return `${parameter} ${value.toPrecision(3)}${error}${later === undefined ? "" : ` (later ${later.toPrecision(3)})`}`;
  });
  return [
    name,
    digits(fitted?.mean),
    digits(fitted?.median),
    digits(held?.mean),
    digits(held?.median),
    held?.position === undefined ? "-" : (100 * held.position).toFixed(1),
    held?.rotation === undefined ? "-" : ((180 / Math.PI) * held.rotation).toFixed(1),
    held === undefined ? "-" : `${held.flipped} of ${held.recordings}`,
    values.join(", "),
    seconds.toFixed(0),
  ];
}
