/**
 * From a sweep to its runs: how many there are, and the values of each. A run's values are a function of the study and of the run's number
 * alone, so any part of a sweep can be computed anywhere.
 *
 * With `sensitivity` each point is run entries + 2 times: from sample A, from sample B, and for each entry from A with that entry from B.
 */
import { InvalidInputError } from "../../errors.js";
import { takeQuantiles } from "../../sweep/sampling/distributions.js";
import { permuted } from "../../sweep/sampling/permutation.js";
import { MOST_SOBOL_DIMENSIONS, sobolAt, sobolDimension, sobolFrom } from "../../sweep/sampling/sobol.js";
import { randomStream, uniformAt } from "../../sweep/sampling/streams.js";
import type { RunOptions, StudyFiles, WordOptions } from "../format/kind.js";
import { parseAmong, type ReadableKind } from "../format/parse.js";
import { type NumberColumn, type SweepColumn, textColumn } from "./columns.js";
import { dropSweep } from "./drop.js";
import type { DropStudy } from "./drop-schema.js";
import { type EntryValue, type PlannedEntry, plannedEntries, withValues } from "./entries.js";
import type { SweepStudy } from "./schema.js";
import { checkFirstOrder } from "./spread.js";

/** A row of the registry as a sweep needs it: it runs studies of any kind and looks into none. */
export interface BaseKind extends ReadableKind<BaseStudy> {
  /** As in StudyKind, and so on. */
  readonly files?: StudyFiles;
  /** Throws InvalidInputError where `run` would. */
  check(study: BaseStudy): void;
  /** Runs a study to its end. */
  run(study: BaseStudy, options?: RunOptions): unknown;
  /** What may be measured besides the fields of the result. */
  quantity?(name: string, study: BaseStudy, key: string | number | undefined, result: unknown): unknown;
  /** What happened, in which order. */
  word?(result: unknown, options?: WordOptions): string;
  /** Why a result is not all that was asked for. */
  shortfall?(result: unknown): string | undefined;
}

/** What a sweep may run: the kinds besides itself. */
export type BaseKinds = Readonly<Record<string, BaseKind>>;

/** A study of any kind, of which only this is known. */
export interface BaseStudy {
  /** Name of its kind. */
  readonly kind: string;
  /** What reports call it. */
  readonly title: string;
}

/** A sweep, ready to be run. */
export interface SweepPlan {
  /** What is planned. */
  readonly study: SweepStudy;
  /** What it may run. */
  readonly kinds: BaseKinds;
  /** The base as it stands in the sweep. */
  readonly base: unknown;
  /** The base as its kind reads it. */
  readonly parsed: BaseStudy;
  /** What is varied, in the order of the study. */
  readonly entries: readonly PlannedEntry[];
  /** Points that are drawn. */
  readonly points: number;
  /** Runs for each point. */
  readonly variants: number;
  /** All runs. */
  readonly runs: number;
  /** Uniform numbers of a run, entry by entry; of a grid the middles of its cells. */
  readonly uniforms: (run: number, out: Float64Array) => void;
  /** One of these numbers for the runs from one on, as many as there is room for. Undefined in grids and with `sensitivity`. */
  readonly uniformColumn: ((dimension: number, from: number, out: Float64Array) => void) | undefined;
}

/** More runs than these have no number of their own in some samplers. */
export const MOST_RUNS = 4_294_967_296;

/** Throws InvalidInputError naming the first field that is wrong; runs nothing. */
export function planSweep(given: SweepStudy | DropStudy, kinds: BaseKinds): SweepPlan {
  const study = "drop" in given ? dropSweep(given) : given;
  const { base, vary, sampler } = study;
  if (typeof base === "string")
    throw new InvalidInputError(
      "base",
      base,
      "is a file that was not read: the command reads it from beside the study; elsewhere give the study itself",
    );
  const parsed = inBase(() => parseAmong<BaseStudy>(base, kinds));
  const entries = plannedEntries(base, vary);
  checkMeasures(study);
  checkFirstOrder(study, entries);
  const points = sampler.type === "grid" ? gridRuns(entries) : sampler.runs;
  const variants = sampler.type !== "grid" && sampler.sensitivity === true ? entries.length + 2 : 1;
  const runs = points * variants;
  if (runs > MOST_RUNS) throw new InvalidInputError("sampler", sampler.type, `gives ${runs} runs, more than ${MOST_RUNS}`);
  return { study, kinds, base, parsed, entries, points, variants, runs, ...uniformsOf(study, entries, points, variants) };
}

/** Errors inside the base say so. */
export function inBase<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(error.path === "" ? "base" : `base.${error.path}`, error.value, error.expected);
  }
}

/** What tables call a measure. */
export function measureName({ name, what }: { readonly name?: string; readonly what: string }): string {
  return name ?? what;
}

function checkMeasures({ measure = [], keep = [] }: SweepStudy): void {
  const names = measure.map(measureName);
  names.forEach((name, i) => {
    const other = names.indexOf(name);
    if (other < i) throw new InvalidInputError(`measure[${i}].name`, name, `is the name of measure[${other}] already`);
  });
  measure.forEach(({ classes }, i) => {
    if (classes === undefined) return;
    if (classes.names.length !== classes.at.length + 1)
      throw new InvalidInputError(`measure[${i}].classes.names`, classes.names, `does not have ${classes.at.length + 1} names`);
    if (classes.at.some((end, k) => k > 0 && end <= classes.at[k - 1]))
      throw new InvalidInputError(`measure[${i}].classes.at`, classes.at, "does not ascend");
  });
  keep.forEach((each, i) => {
    const place = names.indexOf(each.measure);
    if (place < 0) throw new InvalidInputError(`keep[${i}].measure`, each.measure, `is not one of the measures (${names.join(", ")})`);
    if (measure[place].classes !== undefined)
      throw new InvalidInputError(`keep[${i}].measure`, each.measure, "has classes, and is no number to order runs by");
  });
}

function gridRuns(entries: readonly PlannedEntry[]): number {
  entries.forEach(({ levels, single }, i) => {
    if (levels !== undefined) return;
    if (single?.type === "uniform" || single?.type === "log-uniform")
      throw new InvalidInputError(`vary[${i}].count`, undefined, "is given, and the sampler grid needs it");
    throw new InvalidInputError(
      `vary[${i}].distribution`,
      entries[i].name,
      "is drawn from, and a grid has values; use sobol, latin-hypercube or random",
    );
  });
  return entries.reduce((product, { levels = 0 }) => product * levels, 1);
}

interface Uniform {
  /** At a point. */
  readonly at: (point: number) => number;
  /** At a point and those after it. */
  readonly from: (point: number, out: Float64Array) => void;
}

function oneByOne(at: Uniform["at"]): Uniform {
  return {
    at,
    from: (point, out) => {
      for (let i = 0; i < out.length; i++) out[i] = at(point + i);
    },
  };
}

function uniformsOf(
  { sampler, seed = 1 }: SweepStudy,
  entries: readonly PlannedEntry[],
  points: number,
  variants: number,
): Pick<SweepPlan, "uniforms" | "uniformColumn"> {
  const starts = entries.map((_, i) => entries.slice(0, i).reduce((sum, { dimensions }) => sum + dimensions, 0));
  const all = entries.reduce((sum, { dimensions }) => sum + dimensions, 0);
  if (sampler.type === "grid") return { uniforms: gridUniforms(entries), uniformColumn: undefined };
  if (sampler.type === "sobol" && all * (variants > 1 ? 2 : 1) > MOST_SOBOL_DIMENSIONS)
    throw new InvalidInputError(
      "vary",
      all,
      `numbers for a run are more than the Sobol sequence has here (${MOST_SOBOL_DIMENSIONS}; half with sensitivity)`,
    );
  const sources = (sample: 0 | 1): Uniform[] =>
    entries.flatMap(({ name, dimensions }, i) =>
      Array.from({ length: dimensions }, (_, k): Uniform => {
        const stream = `${name} ${k}${sample === 0 ? "" : " B"}`;
        if (sampler.type === "sobol") {
          const dimension = sobolDimension(sample * all + starts[i] + k, seed, stream);
          return { at: (point) => sobolAt(dimension, point), from: (point, out) => sobolFrom(dimension, point, out) };
        }
        const words = new Uint32Array(2);
        const random = randomStream(seed, stream);
        if (sampler.type === "random") return oneByOne((point) => uniformAt(random, point, 0, words));
        const order = randomStream(seed, `${stream} order`);
        return oneByOne((point) => (permuted(order, point, points, words) + uniformAt(random, point, 0, words)) / points);
      }),
    );
  const [first, second] = [sources(0), variants > 1 ? sources(1) : []];
  const uniforms = (run: number, out: Float64Array) => {
    const variant = variants === 1 ? 0 : run % variants;
    const point = variants === 1 ? run : Math.floor(run / variants);
    for (let i = 0; i < entries.length; i++) {
      const fromSecond = variant === 1 || variant === i + 2;
      for (let k = starts[i]; k < starts[i] + entries[i].dimensions; k++) out[k] = (fromSecond ? second : first)[k].at(point);
    }
  };
  const uniformColumn = (dimension: number, from: number, out: Float64Array) => first[dimension].from(from, out);
  return { uniforms, uniformColumn: variants === 1 ? uniformColumn : undefined };
}

/** The last entry changes fastest. */
function gridUniforms(entries: readonly PlannedEntry[]): SweepPlan["uniforms"] {
  return (run, out) => {
    let rest = run;
    for (let i = entries.length - 1; i >= 0; i--) {
      const { levels = 1 } = entries[i];
      out[i] = ((rest % levels) + 0.5) / levels;
      rest = Math.floor(rest / levels);
    }
  };
}

/** Uniform numbers that a run takes. */
export function dimensionsOf({ entries }: Pick<SweepPlan, "entries">): number {
  return entries.reduce((sum, { dimensions }) => sum + dimensions, 0);
}

/** The values of the varied fields in the runs from one to before another, column by column. */
export function inputColumns(plan: SweepPlan, from: number, to: number): SweepColumn[] {
  const isGrid = plan.study.sampler.type === "grid";
  const uniforms = uniformColumns(plan, from, to);
  let at = 0;
  return plan.entries.flatMap((entry): SweepColumn[] => {
    const own = uniforms.slice(at, at + entry.dimensions);
    at += entry.dimensions;
    if (entry.single === undefined || isGrid) return drawnColumns(entry, own, isGrid);
    const [values] = own;
    takeQuantiles(entry.single, values);
    return [{ type: "number", name: entry.columns[0], values }];
  });
}

/** Uniform numbers of the runs, one list for each dimension. */
function uniformColumns(plan: SweepPlan, from: number, to: number): Float64Array[] {
  const columns = Array.from({ length: dimensionsOf(plan) }, () => new Float64Array(to - from));
  const { uniformColumn } = plan;
  if (uniformColumn !== undefined) {
    for (let k = 0; k < columns.length; k++) uniformColumn(k, from, columns[k]);
    return columns;
  }
  const u = new Float64Array(columns.length);
  for (let run = from; run < to; run++) {
    plan.uniforms(run, u);
    for (let k = 0; k < columns.length; k++) columns[k][run - from] = u[k];
  }
  return columns;
}

function drawnColumns(entry: PlannedEntry, uniforms: readonly Float64Array[], isGrid: boolean): SweepColumn[] {
  const { columns, levels = 1, atLevel, drawn } = entry;
  const count = uniforms[0].length;
  const numbers = columns.map(() => new Float64Array(count));
  const texts: string[] = [];
  const u = new Float64Array(uniforms.length);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < u.length; k++) u[k] = uniforms[k][row];
    writeCells(isGrid ? atLevel(Math.floor(u[0] * levels)) : drawn(u), numbers, texts, row);
  }
  if (texts.length > 0) return [textColumn(columns[0], texts)];
  return columns.map((name, k): NumberColumn => ({ type: "number", name, values: numbers[k] }));
}

function writeCells(values: readonly EntryValue[], numbers: readonly Float64Array[], texts: string[], row: number): void {
  let column = 0;
  for (const value of values) {
    if (typeof value === "number") numbers[column++][row] = value;
    else if (typeof value === "object") for (const component of value) numbers[column++][row] = component;
    else texts.push(String(value));
  }
}

/** The study of one run, as it would be written in a file. */
export function studyOfRun(plan: SweepPlan, run: number): unknown {
  const u = new Float64Array(dimensionsOf(plan));
  plan.uniforms(run, u);
  let at = 0;
  let written = plan.base;
  for (const { targets, dimensions, levels = 1, atLevel, drawn } of plan.entries) {
    const values = plan.study.sampler.type === "grid" ? atLevel(Math.floor(u[at] * levels)) : drawn(u.subarray(at, at + dimensions));
    written = withValues(written, targets, values);
    at += dimensions;
  }
  return written;
}
