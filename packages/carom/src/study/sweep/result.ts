/**
 * What a sweep returns: plain data, the content of result.json and, without `table`, of summary.json.
 */
import type { RunningMean } from "../../sweep/statistics/convergence.js";
import type { Density, Histogram } from "../../sweep/statistics/histogram.js";
import type { NearestChange } from "../../sweep/statistics/nearest-change.js";
import type { Proportion } from "../../sweep/statistics/proportion.js";
import type { Quantile } from "../../sweep/statistics/quantiles.js";
import type { RankCorrelation } from "../../sweep/statistics/rank-correlation.js";
import type { SobolIndex } from "../../sweep/statistics/sobol-indices.js";

/** A number that was measured in every run. */
export interface NumberSummary {
  readonly type: "number";
  /** As the study gives it. */
  readonly unit?: string;
  /** Runs that have it. */
  readonly count: number;
  /** Over the runs that have it. */
  readonly mean: number;
  /** Standard deviation of the runs. */
  readonly deviation: number;
  /** 95 % interval of the mean, by the normal approximation. */
  readonly interval: readonly [number, number];
  /** The smallest, and the run that has it. */
  readonly least: { readonly value: number; readonly run: number };
  /** The largest, and the run that has it. */
  readonly most: { readonly value: number; readonly run: number };
  /** At 1, 5, 25, 50, 75, 95 and 99 %. */
  readonly quantiles: readonly Quantile[];
  /** Counts in equal bins. */
  readonly histogram: Histogram;
  /** Absent where all runs have the same number. */
  readonly density?: Density;
  /** With each varied number, by the name of its column. */
  readonly rankCorrelation: Readonly<Record<string, RankCorrelation>>;
  /** By the name of the entry. Only of sweeps with `sensitivity`. */
  readonly sobol?: Readonly<Record<string, SobolIndex>>;
  /** The mean of the first runs. */
  readonly convergence: readonly RunningMean[];
  /** What derivatives say. Only of sweeps with `firstOrder`, of measures that have derivatives. */
  readonly firstOrder?: FirstOrder;
}

/** What follows from one run at the means of the varied numbers and its derivatives, to first order. */
export interface FirstOrder {
  /** Of the measure at the means. */
  readonly mean: number;
  /** Standard deviation. */
  readonly deviation: number;
  /** Part of the variance that each entry makes, by its name. */
  readonly shares: Readonly<Record<string, number>>;
  /** Whether, to first order, the events change within two deviations of a varied number: the derivatives do not hold over the spread. */
  readonly nearChange: boolean;
}

/** Something that was counted in every run. */
export interface TextSummary {
  readonly type: "text";
  /** Runs that have it. */
  readonly count: number;
  /** How often each text came, most often first. */
  readonly shares: Readonly<Record<string, Share>>;
  /** The share of the most frequent text among the first runs. */
  readonly convergence: readonly RunningMean[];
  /** Close runs that ended differently. */
  readonly changes: readonly (NearestChange & { readonly texts: readonly [string, string] })[];
  /** Runs that were looked at for `changes`. */
  readonly compared: number;
}

/** How often a text came. */
export interface Share extends Proportion {
  /** The first run that has it. */
  readonly firstRun: number;
}

/** A measure over two varied numbers, cell by cell. */
export interface SweepMap {
  /** Name of the column along x. */
  readonly x: string;
  /** Name of the column along y. */
  readonly y: string;
  /** Name of what is mapped. */
  readonly measure: string;
  /** Ends of the cells along x. */
  readonly xEdges: readonly number[];
  /** Ends of the cells along y. */
  readonly yEdges: readonly number[];
  /** Mean of the runs in each cell, or their most frequent text; rows along y from the lowest; null: no run. */
  readonly cells: readonly (readonly (number | string | null)[])[];
}

/** A run whose study is kept. */
export interface KeptRun {
  /** Why it is kept. */
  readonly which: "largest" | "smallest" | "median";
  /** Name of the measure. */
  readonly measure: string;
  /** Its number, from 0. */
  readonly run: number;
  /** Of the measure. */
  readonly value: number;
  /** As it can be written to a file and run. */
  readonly study: unknown;
}

/** What a sweep returns. */
export interface SweepResult {
  /** Format version. */
  readonly carom: 1;
  readonly kind: "sweep";
  /** Of the study. */
  readonly title: string;
  /** Kind of the study that was run. */
  readonly baseKind: string;
  /** How points were chosen. */
  readonly sampler: string;
  /** Master seed. */
  readonly seed: number;
  /** All runs. */
  readonly runs: number;
  /** Points drawn; fewer than runs with `sensitivity`. */
  readonly points: number;
  /** What was varied. */
  readonly entries: readonly {
    /** As the study names it. */
    readonly name: string;
    /** Names of its columns. */
    readonly columns: readonly string[];
    /** Least and largest value of each column that is a number. */
    readonly ranges: readonly (readonly [number, number] | null)[];
  }[];
  /** By name. */
  readonly measures: Readonly<Record<string, NumberSummary | TextSummary>>;
  /** Which way runs went. Only for kinds with a sequence of events. */
  readonly words?: TextSummary;
  /** Runs without a result. */
  readonly failed: number;
  /** Why, by reason: how many, and the first of them. */
  readonly failures: Readonly<Record<string, { readonly count: number; readonly runs: readonly number[] }>>;
  /** Measures over two varied numbers. */
  readonly maps: readonly SweepMap[];
  /** The first runs, column by column, for scatter plots; null: none. */
  readonly sample: Readonly<Record<string, readonly (number | string | null)[]>>;
  /** Runs whose studies are kept. */
  readonly kept: readonly KeptRun[];
  /** All runs, column by column: `run`, varied fields, measures, `word`, `failure`. Absent in summary.json, where runs.parquet has them. */
  readonly table?: Readonly<Record<string, readonly (number | string | null)[]>>;
}
