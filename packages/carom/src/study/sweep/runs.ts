/**
 * Running a part of a sweep, run by run: the study of each run, its result, and what is kept of it.
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { checkSignal, type RunSignal } from "../format/kind.js";
import { parseAmong } from "../format/parse.js";
import { lookUpIn } from "../format/path.js";
import { cellOf, columnOf, type SweepColumn, type SweepRows, textColumn } from "./columns.js";
import { fastImpacts } from "./fast-impacts.js";
import { type BaseStudy, inBase, inputColumns, measureName, type SweepPlan, studyOfRun } from "./plan.js";
import type { SweepMeasure } from "./schema.js";

/** What may be told to the runs of a sweep. */
export interface SweepRunOptions {
  /** Called after every run with how many are done. */
  readonly progress?: (done: number) => void;
  /** Stops between runs where it is aborted. */
  readonly signal?: RunSignal;
  /** Seconds since some moment, for `limits.seconds`; default: no run takes too long. */
  readonly clock?: () => number;
}

type Measured = number | string | boolean | undefined;

/** The runs from one to before another. The same bits however a sweep is cut. */
export function runPart(plan: SweepPlan, from: number, to: number, options: SweepRunOptions = {}): SweepRows {
  const inputs = inputColumns(plan, from, to);
  const fast = fastImpacts(plan, inputs, to - from);
  if (fast !== undefined) {
    checkSignal(options.signal);
    const rows = withFailures(plan, { from, count: to - from, inputs, ...fast }, fast.failed);
    options.progress?.(to - from);
    return rows;
  }
  const { measure = [] } = plan.study;
  const measured = measure.map((): Measured[] => []);
  const words: string[] = [];
  const failures: string[] = [];
  for (let run = from; run < to; run++) {
    checkSignal(options.signal);
    const { values, word, failure } = oneRun(plan, run, options);
    for (const [i, column] of measured.entries()) column.push(values[i]);
    words.push(word);
    failures.push(failure);
    options.progress?.(run - from + 1);
  }
  return {
    from,
    count: to - from,
    inputs,
    measures: measure.map((each, i) => columnOf(measureName(each), measured[i])),
    word: textColumn("word", words),
    failure: textColumn("failure", failures),
  };
}

/** Runs that arrays could not solve go the long way, which says why. */
function withFailures(plan: SweepPlan, rows: Omit<SweepRows, "failure">, failed: Uint8Array): SweepRows {
  const { from, count, inputs, measures, word } = rows;
  if (!failed.includes(1)) {
    const failure = { type: "text", name: "failure", codes: new Uint32Array(count), texts: count === 0 ? [] : [""] } as const;
    return { from, count, inputs, measures, word, failure };
  }
  const again = Array.from(failed, (each, i) => (each === 1 ? oneRun(plan, from + i, {}) : undefined));
  const taken = (column: SweepColumn, other: (row: RunRow) => Measured) =>
    columnOf(
      column.name,
      Array.from({ length: count }, (_, i) => {
        const row = again[i];
        return row === undefined ? (cellOf(column, i) ?? undefined) : other(row);
      }),
    );
  return {
    from,
    count,
    inputs,
    measures: measures.map((column, k) => taken(column, ({ values }) => values[k])),
    word: textColumn(
      "word",
      again.map((row, i) => row?.word ?? word.texts[word.codes[i]]),
    ),
    failure: textColumn(
      "failure",
      again.map((row) => row?.failure ?? ""),
    ),
  };
}

interface RunRow {
  readonly values: readonly Measured[];
  readonly word: string;
  readonly failure: string;
}

function oneRun(plan: SweepPlan, run: number, { clock, signal }: SweepRunOptions): RunRow {
  const { measure = [], word: wordOptions } = plan.study;
  try {
    const study = parseAmong<BaseStudy>(studyOfRun(plan, run), plan.kinds);
    const row = plan.kinds[study.kind];
    const result: unknown = row.run(study, limited(plan, clock, signal));
    const values = measure.map((each) => measured(plan, study, result, each));
    return { values, word: row.word?.(result, wordOptions) ?? "", failure: row.shortfall?.(result) ?? "" };
  } catch (error) {
    checkSignal(signal);
    return { values: measure.map(() => undefined), word: "", failure: reasonOf(error) };
  }
}

/** Why a run has no result, in words that many runs share: without the value that was wrong. */
function reasonOf(error: unknown): string {
  if (error instanceof LimitExceeded) return error.message;
  if (error instanceof InvalidInputError) return `${error.path === "" ? "" : `${error.path} `}${error.expected}`;
  if (error instanceof SolverError) return error.message;
  throw error;
}

class LimitExceeded extends Error {}

/** Tells a run to stop where it takes longer, or has more events, than it may. */
function limited({ study: { limits } }: SweepPlan, clock: SweepRunOptions["clock"], signal: RunSignal | undefined) {
  const { seconds = Number.POSITIVE_INFINITY, events = Number.POSITIVE_INFINITY } = limits ?? {};
  const limit = new RunLimit(seconds, events, clock, signal);
  return {
    signal: limit,
    // Looked at within a run, not only between its stretches.
    ...(Number.isFinite(seconds) ? { progress: () => limit.check() } : {}),
    ...(Number.isFinite(events) ? { event: () => limit.count() } : {}),
  };
}

/** A class, as is what a simulation is seen as (simulation/loop/simulation.ts). */
class RunLimit implements RunSignal {
  readonly #seconds: number;
  readonly #events: number;
  readonly #clock: SweepRunOptions["clock"];
  readonly #signal: RunSignal | undefined;
  readonly #started: number;
  #happened = 0;

  constructor(seconds: number, events: number, clock: SweepRunOptions["clock"], signal: RunSignal | undefined) {
    this.#seconds = seconds;
    this.#events = events;
    this.#clock = clock;
    this.#signal = signal;
    this.#started = clock?.() ?? 0;
  }

  get aborted() {
    return this.#signal?.aborted === true || this.#exceeded() !== undefined;
  }

  get reason() {
    return this.#signal?.aborted === true ? this.#signal.reason : this.#exceeded();
  }

  /** Throws where there is a reason to stop. */
  check(): void {
    const reason = this.#exceeded();
    if (reason !== undefined) throw reason;
  }

  /** Of one more event. */
  count(): void {
    this.#happened++;
    this.check();
  }

  #exceeded(): LimitExceeded | undefined {
    if (this.#happened > this.#events) return new LimitExceeded(`has more than ${this.#events} events`);
    const spent = (this.#clock?.() ?? this.#started) - this.#started;
    return spent > this.#seconds ? new LimitExceeded(`takes longer than ${this.#seconds} s`) : undefined;
  }
}

/** Undefined where this run has no such value. */
export function measured(plan: SweepPlan, study: BaseStudy, result: unknown, measure: SweepMeasure): Measured {
  try {
    return measuredBy(plan, study, result, measure, "what");
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}

function measuredBy(plan: SweepPlan, study: BaseStudy, result: unknown, { what, classes }: SweepMeasure, path: string): Measured {
  const { quantity } = plan.kinds[study.kind];
  const value = lookUpIn(result, (name, key) => quantity?.(name, study, key, result), what, path);
  if (classes === undefined) return value;
  if (typeof value !== "number") throw new InvalidInputError(path, what, "is not a number, which classes are made of");
  return classOf(value, classes);
}

/** The name of the class that a number falls into. */
export function classOf(value: number, { at, names }: NonNullable<SweepMeasure["classes"]>): string {
  const place = at.findIndex((end) => value < end);
  return names[place < 0 ? at.length : place];
}

/** Runs the base as it is and looks at every measure: throws InvalidInputError where the kind does not have it. */
export function checkMeasuresOfBase(plan: SweepPlan): void {
  const { measure = [], word } = plan.study;
  const row = plan.kinds[plan.parsed.kind];
  if (word !== undefined && row.word === undefined)
    throw new InvalidInputError("word", word, `is given, and a study of kind ${plan.parsed.kind} has no sequence of events`);
  if (measure.length === 0 && row.word === undefined)
    throw new InvalidInputError(
      "measure",
      measure,
      `is empty, and a study of kind ${plan.parsed.kind} has no sequence of events: nothing is kept of a run`,
    );
  const required = measure.map((each, i) => ({ each, i })).filter(({ each }) => each.optional !== true);
  if (required.length === 0) return;
  const result: unknown = inBase(() => row.run(plan.parsed, {}));
  for (const { each, i } of required) measuredBy(plan, plan.parsed, result, each, `measure[${i}].what`);
}

/** The row of a run that could not be run at all, and why. */
export function failedRun(plan: SweepPlan, run: number, reason: string): SweepRows {
  return {
    from: run,
    count: 1,
    inputs: inputColumns(plan, run, run + 1),
    measures: (plan.study.measure ?? []).map((each) => columnOf(measureName(each), [undefined])),
    word: textColumn("word", [""]),
    failure: textColumn("failure", [reason]),
  };
}
