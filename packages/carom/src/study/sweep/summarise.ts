/**
 * From the rows of a sweep to what they tell. Everything here is a function of the rows in their order, so that a sweep gives the same
 * summary however it was cut.
 *
 * With `sensitivity` only the samples A and B are independent; the runs with exchanged entries go into the Sobol indices alone.
 */
import { runningMeans } from "../../sweep/statistics/convergence.js";
import { density, histogram } from "../../sweep/statistics/histogram.js";
import { moments } from "../../sweep/statistics/moments.js";
import { MOST_COMPARED, nearestChanges } from "../../sweep/statistics/nearest-change.js";
import { type OrderedSample, orderedSample } from "../../sweep/statistics/ordered-sample.js";
import { proportion } from "../../sweep/statistics/proportion.js";
import { PARTS, quantile } from "../../sweep/statistics/quantiles.js";
import { rangeOfValues } from "../../sweep/statistics/range.js";
import { type RankCorrelation, rankCorrelation, ranksOf } from "../../sweep/statistics/rank-correlation.js";
import { type SobolIndex, sobolIndices } from "../../sweep/statistics/sobol-indices.js";
import { cellOf, type NumberColumn, type SweepColumn, type SweepRows, type TextColumn } from "./columns.js";
import { firstOrder } from "./first-order.js";
import { sweepMaps } from "./maps.js";
import { dimensionsOf, type SweepPlan, studyOfRun } from "./plan.js";
import type { KeptRun, NumberSummary, Share, SweepResult, TextSummary } from "./result.js";

/** Rank correlations are of no more runs than these: more would take longer than the runs, and say the same. */
const MOST_RANKED = 16_384;
/** Runs shown in scatter plots. */
const SHOWN = 1000;
/** Failed runs that are listed for each reason. */
const LISTED = 10;
/** Texts that are told of one column; the rest is counted together. */
const MOST_TEXTS = 200;

/** @param rows of all runs */
export function summarise(plan: SweepPlan, rows: SweepRows): SweepResult {
  const { study, entries } = plan;
  const { title, seed = 1, sampler, measure = [] } = study;
  const independent = independentRuns(plan);
  const ranked = rankedInputs(rows, independent);
  const samples = new Map<SweepColumn, Present>();
  for (const column of rows.measures) if (column.type === "number") samples.set(column, present(column, undefined));
  const units = new Map(measure.map(({ unit }, i) => [rows.measures[i].name, unit]));
  // Where all runs are independent, what is kept is of the same sample.
  const sampleOf = (column: NumberColumn, of: Uint32Array | undefined) =>
    of === undefined ? (samples.get(column) as Present) : present(column, of);
  const summaryOf = (column: SweepColumn) =>
    column.type === "number"
      ? numberSummary(plan, column, sampleOf(column, independent), ranked, units.get(column.name))
      : textSummary(plan, column, independent);
  const linear = firstOrder(plan);
  const failed = countOf(rows.failure);
  const isWorded = rows.word.texts.some((text) => text !== "");
  return {
    carom: 1,
    kind: "sweep",
    title,
    baseKind: plan.parsed.kind,
    sampler: sampler.type,
    seed,
    runs: plan.runs,
    points: plan.points,
    entries: entries.map(({ name, columns }) => ({
      name,
      columns,
      ranges: columns.map((column) => rangeOf(rows.inputs.find((input) => input.name === column))),
    })),
    measures: Object.fromEntries(
      rows.measures.flatMap((column) => {
        const summary = summaryOf(column);
        const told = linear.get(column.name);
        if (summary === undefined) return [];
        return [[column.name, told === undefined || summary.type === "text" ? summary : { ...summary, firstOrder: told }]];
      }),
    ),
    ...(isWorded ? { words: textSummary(plan, rows.word, independent) } : {}),
    failed,
    failures: failed === 0 ? {} : failuresOf(rows.failure),
    maps: sweepMaps(plan, rows, isWorded),
    sample: tableOf(rows, Math.min(rows.count, SHOWN)),
    kept: keptRuns(plan, rows, samples),
  };
}

/** Runs of the samples A and B: all, where there is no exchange. */
function independentRuns({ runs, variants }: SweepPlan): Uint32Array | undefined {
  if (variants === 1) return undefined;
  const points = runs / variants;
  return Uint32Array.from({ length: 2 * points }, (_, i) => Math.floor(i / 2) * variants + (i % 2));
}

/** Values that are there, in the order of the runs, with the runs they are of (undefined: all). */
interface Present {
  readonly values: Float64Array;
  readonly runs: Uint32Array | undefined;
  /** The same values by their places in order. */
  readonly ordered: OrderedSample;
}

function present({ values }: NumberColumn, runs: Uint32Array | undefined): Present {
  const all = runs === undefined ? values : Float64Array.from(runs, (run) => values[run]);
  const missing = countMissing(all);
  if (missing === 0) return { values: all, runs, ordered: orderedSample(all) };
  const kept = new Uint32Array(all.length - missing);
  for (let i = 0, at = 0; i < all.length; i++) if (!Number.isNaN(all[i])) kept[at++] = i;
  const own = Float64Array.from(kept, (i) => all[i]);
  return { values: own, runs: Uint32Array.from(kept, (i) => (runs === undefined ? i : runs[i])), ordered: orderedSample(own) };
}

function countMissing(values: Float64Array): number {
  let missing = 0;
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) missing++;
  return missing;
}

interface RankedInput {
  readonly column: NumberColumn;
  readonly ranks: Float64Array;
}

/** Runs that rank correlations are taken over, and the places of the varied numbers among them. */
interface Ranked {
  readonly runs: Uint32Array;
  readonly inputs: readonly RankedInput[];
}

function rankedInputs({ inputs, count }: SweepRows, independent: Uint32Array | undefined): Ranked {
  const runs = (independent ?? Uint32Array.from({ length: Math.min(count, MOST_RANKED) }, (_, i) => i)).subarray(0, MOST_RANKED);
  const columns = inputs.filter((column): column is NumberColumn => column.type === "number");
  return { runs, inputs: columns.map((column) => ({ column, ranks: ranksOf(Float64Array.from(runs, (run) => column.values[run])) })) };
}

/** Undefined where no run has a value. */
function numberSummary(
  plan: SweepPlan,
  column: NumberColumn,
  { values, runs, ordered }: Present,
  ranked: Ranked,
  unit: string | undefined,
): NumberSummary | undefined {
  if (values.length === 0) return undefined;
  const { count, mean, deviation, interval } = moments(values);
  const smooth = density(ordered, deviation);
  const [least, most] = [ordered.at(0), ordered.at(count - 1)];
  const runOf = (value: number) => {
    const at = values.indexOf(value);
    return runs === undefined ? at : runs[at];
  };
  const sobol = indicesOf(plan, column);
  return {
    type: "number",
    ...(unit === undefined ? {} : { unit }),
    count,
    mean,
    deviation,
    interval,
    least: { value: least, run: runOf(least) },
    most: { value: most, run: runOf(most) },
    quantiles: PARTS.map((part) => quantile(ordered, part)),
    histogram: histogram(ordered),
    ...(smooth === undefined ? {} : { density: smooth }),
    rankCorrelation: correlations(column, ranked),
    ...(sobol === undefined ? {} : { sobol }),
    convergence: runningMeans(values),
  };
}

function correlations(column: NumberColumn, { runs, inputs }: Ranked): Record<string, RankCorrelation> {
  const own = Float64Array.from(runs, (run) => column.values[run]);
  const missing = own.some(Number.isNaN);
  const places = missing ? Uint32Array.from(own.keys()).filter((i) => !Number.isNaN(own[i])) : undefined;
  const only = (values: Float64Array) => (places === undefined ? values : Float64Array.from(places, (i) => values[i]));
  const ranks = ranksOf(only(own));
  return Object.fromEntries(
    inputs.flatMap(({ column: { name }, ranks: known }) => {
      const found = rankCorrelation(places === undefined ? known : ranksOf(only(known)), ranks);
      return found === undefined ? [] : [[name, found] as const];
    }),
  );
}

/** Points all of whose runs have a value. */
function indicesOf(
  { variants, points, entries, study: { seed = 1 } }: SweepPlan,
  { values }: NumberColumn,
): Record<string, SobolIndex> | undefined {
  if (variants === 1) return undefined;
  const whole: number[] = [];
  for (let point = 0; point < points; point++) {
    const from = point * variants;
    if (!values.subarray(from, from + variants).some(Number.isNaN)) whole.push(from);
  }
  const sample = (variant: number) => Float64Array.from(whole, (from) => values[from + variant]);
  const found = sobolIndices(
    sample(0),
    sample(1),
    entries.map((_, i) => sample(i + 2)),
    seed,
  );
  return found === undefined ? undefined : Object.fromEntries(entries.map(({ name }, i) => [name, found[i]]));
}

function textSummary(plan: SweepPlan, { codes, texts }: TextColumn, independent: Uint32Array | undefined): TextSummary {
  const own = independent === undefined ? codes : Uint32Array.from(independent, (run) => codes[run]);
  const empty = texts.indexOf("");
  const counts = new Uint32Array(texts.length);
  const firsts = new Int32Array(texts.length).fill(-1);
  countTexts(own, counts, firsts);
  const count = own.length - (empty < 0 ? 0 : counts[empty]);
  const order = [...texts.keys()]
    .filter((code) => code !== empty && counts[code] > 0)
    .sort((a, b) => counts[b] - counts[a] || firsts[a] - firsts[b]);
  const firstRun = (code: number) => (independent === undefined ? firsts[code] : independent[firsts[code]]);
  const share = (code: number): Share => ({ ...proportion(counts[code], count), firstRun: firstRun(code) });
  const rest = order.slice(MOST_TEXTS).reduce((sum, code) => sum + counts[code], 0);
  const shares = order.slice(0, MOST_TEXTS).map((code) => [texts[code], share(code)] as const);
  const others =
    rest === 0
      ? []
      : [[`(${order.length - MOST_TEXTS} others)`, { ...proportion(rest, count), firstRun: firstRun(order[MOST_TEXTS]) }] as const];
  const [frequent] = order;
  const told = new Float64Array(count);
  markOne(own, empty, frequent, told);
  return {
    type: "text",
    count,
    shares: Object.fromEntries([...shares, ...others]),
    convergence: runningMeans(told),
    ...changesOf(plan, codes, texts, empty, independent),
  };
}

/** How often each text comes, and where first. */
function countTexts(codes: Uint32Array, counts: Uint32Array, firsts: Int32Array): void {
  for (let i = 0; i < codes.length; i++) {
    if (counts[codes[i]] === 0) firsts[codes[i]] = i;
    counts[codes[i]]++;
  }
}

/** 1 where a row that has a text has this one, else 0. */
function markOne(codes: Uint32Array, empty: number, one: number, out: Float64Array): void {
  for (let i = 0, at = 0; i < codes.length; i++) if (codes[i] !== empty) out[at++] = codes[i] === one ? 1 : 0;
}

function changesOf(plan: SweepPlan, codes: Uint32Array, texts: readonly string[], empty: number, independent: Uint32Array | undefined) {
  const runs = (independent ?? Uint32Array.from({ length: Math.min(codes.length, MOST_COMPARED) }, (_, i) => i)).subarray(0, MOST_COMPARED);
  const u = new Float64Array(dimensionsOf(plan));
  const points = Array.from(u, () => new Float64Array(runs.length));
  runs.forEach((run, i) => {
    plan.uniforms(run, u);
    u.forEach((value, k) => {
      points[k][i] = value;
    });
  });
  const ends = Int32Array.from(runs, (run) => (codes[run] === empty ? -1 : codes[run]));
  const changes = nearestChanges(points, ends).map(({ runs: [a, b], distance }) => ({
    runs: [runs[a], runs[b]] as const,
    distance,
    texts: [texts[codes[runs[a]]], texts[codes[runs[b]]]] as const,
  }));
  return { changes, compared: runs.length };
}

function rangeOf(column: SweepColumn | undefined): readonly [number, number] | null {
  return column?.type === "number" ? rangeOfValues(column.values) : null;
}

function countOf({ codes, texts }: TextColumn): number {
  const empty = texts.indexOf("");
  let count = 0;
  for (let i = 0; i < codes.length; i++) if (codes[i] !== empty) count++;
  return count;
}

function failuresOf({ codes, texts }: TextColumn): SweepResult["failures"] {
  const found = new Map<number, { count: number; runs: number[] }>();
  const empty = texts.indexOf("");
  for (let run = 0; run < codes.length; run++) {
    if (codes[run] === empty) continue;
    const reason = found.get(codes[run]) ?? { count: 0, runs: [] };
    found.set(codes[run], reason);
    reason.count++;
    if (reason.runs.length < LISTED) reason.runs.push(run);
  }
  const sorted = [...found].sort(([a, first], [b, second]) => second.count - first.count || a - b);
  return Object.fromEntries(sorted.map(([code, reason]) => [texts[code], reason]));
}

/** The first rows as plain lists, by column. */
export function tableOf({ inputs, measures, word, failure, from }: SweepRows, count: number): NonNullable<SweepResult["table"]> {
  const columns = [...inputs, ...measures, word, failure];
  const cells = (column: SweepColumn) => Array.from({ length: count }, (_, row) => cellOf(column, row));
  return {
    run: Array.from({ length: count }, (_, row) => from + row),
    ...Object.fromEntries(columns.map((column) => [column.name, cells(column)])),
  };
}

/** The runs that are asked for; by default three of the first measure that is a number. */
function keptRuns(plan: SweepPlan, { measures }: SweepRows, samples: ReadonlyMap<SweepColumn, Present>): KeptRun[] {
  const first = measures.find(({ type }) => type === "number");
  const wanted: readonly Pick<KeptRun, "which" | "measure">[] =
    plan.study.keep ??
    (first === undefined ? [] : (["largest", "smallest", "median"] as const).map((which) => ({ which, measure: first.name })));
  return wanted.flatMap(({ which, measure }) => {
    const column = measures.find(({ name }) => name === measure);
    if (column?.type !== "number") return [];
    const run = chosenRun(samples.get(column) as Present, which);
    return run === undefined
      ? []
      : [{ which, measure, run, value: column.values[run], study: titled(studyOfRun(plan, run), plan, which, measure, run) }];
  });
}

function chosenRun({ values, runs, ordered }: Present, which: KeptRun["which"]): number | undefined {
  if (values.length === 0) return undefined;
  const last = values.length - 1;
  const value = ordered.at(which === "smallest" ? 0 : which === "largest" ? last : Math.floor(last / 2));
  const at = values.indexOf(value);
  return runs === undefined ? at : runs[at];
}

function titled(study: unknown, { study: { title } }: SweepPlan, which: string, measure: string, run: number): unknown {
  const { published: _, ...own } = study as Readonly<Record<string, unknown>>;
  return { ...own, title: `${title}: run ${run}, ${which} ${measure}` };
}
