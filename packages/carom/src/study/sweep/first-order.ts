/**
 * How uncertain what is measured is, by derivatives: to first order a measure y of varied numbers x with means m and covariance C has
 *
 *     mean y(m)        variance J C J^T,  J = dy/dx at m
 *
 * from one run at the means with its derivatives. It is exact where y is linear in x; where the means lie near a change of sequence, or
 * where x is spread widely, the runs say more.
 *
 * Source: Joint Committee for Guides in Metrology, Guide to the expression of uncertainty in measurement (2008), section 5.
 */
import { InvalidInputError } from "../../errors.js";
import type { DerivativeEntry, StudyDerivatives } from "../format/derivative-result.js";
import { parseAmong } from "../format/parse.js";
import { pathText } from "../format/read-json.js";
import { type PlannedEntry, withValues } from "./entries.js";
import { type BaseStudy, measureName, type SweepPlan } from "./plan.js";
import type { FirstOrder } from "./result.js";
import { measured } from "./runs.js";
import type { SweepMeasure } from "./schema.js";
import { type Spread, spreadOf } from "./spread.js";

/** By the name of the measure; measures without derivatives have none. */
export function firstOrder(plan: SweepPlan): ReadonlyMap<string, FirstOrder> {
  const { study, entries, base } = plan;
  if (study.firstOrder !== true) return new Map();
  const spreads = entries.map((entry) => spreadOf(entry) as Spread);
  const atMeans = entries.reduce((written, { targets }, i) => withValues(written, targets, spreads[i].mean), base);
  const by = entries.flatMap(({ targets }) => targets.map(pathText));
  const measures = (study.measure ?? []).filter(({ classes }) => classes === undefined);
  const operands = [...new Set(measures.flatMap(({ what }) => operandsOf(what)))];
  const found = derivativesOf(plan, atMeans, operands, by);
  if (found === undefined) return new Map();
  return new Map(
    measures.flatMap((measure) => {
      const gradient = gradientOf(found.derivatives, operandsOf(measure.what));
      if (gradient === undefined || !isSame(gradient.value, found.valueOf(measure))) return [];
      return [[measureName(measure), propagated(gradient, entries, spreads)] as const];
    }),
  );
}

/** What is differentiated must be what is measured. */
function isSame(differentiated: number, measured: unknown): boolean {
  return typeof measured === "number" && Math.abs(differentiated - measured) <= 1e-9 * Math.max(1, Math.abs(measured));
}

/** Derivatives of a run have the bodies at the end under that name. */
function rowName(operand: string): string {
  return operand.startsWith("bodies.") ? `end.${operand}` : operand;
}

interface AtMeans {
  readonly derivatives: StudyDerivatives;
  readonly valueOf: (measure: SweepMeasure) => unknown;
}

function operandsOf(what: string): string[] {
  return what.split(" / ").map((operand) => operand.trim());
}

/** Of those operands that have any; undefined where none has. */
function derivativesOf(plan: SweepPlan, study: unknown, operands: readonly string[], by: readonly string[]): AtMeans | undefined {
  const names = plan.parsed.kind === "simulation" ? operands.map(rowName) : operands;
  let of = [...names];
  while (of.length > 0) {
    try {
      const parsed = parseAmong<BaseStudy>({ ...(study as object), derivatives: { of, by } }, plan.kinds);
      const result = plan.kinds[parsed.kind].run(parsed) as { readonly derivatives?: StudyDerivatives };
      if (result.derivatives === undefined) return undefined;
      return { derivatives: result.derivatives, valueOf: (measure) => measured(plan, parsed, result, measure) };
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      const place = /^derivatives\.of\[(\d+)\]/.exec(error.path)?.[1];
      if (place === undefined) throw new InvalidInputError("firstOrder", true, `is not possible at the means: ${error.message}`);
      of = of.filter((_, i) => i !== Number(place));
    }
  }
  return undefined;
}

interface Gradient {
  readonly value: number;
  readonly slopes: readonly number[];
  /** How far each of the varied numbers may change before the events do, or 0 where the derivative is not known to hold. */
  readonly reaches: readonly number[];
}

/** Of a number, or of the quotient of two; undefined where a derivative is missing. */
function gradientOf({ rows, matrix, entries }: StudyDerivatives, operands: readonly string[]): Gradient | undefined {
  const parts = operands.map((operand): Gradient | undefined => {
    const place = rows.findIndex(({ name }) => name === operand || name === rowName(operand));
    const slopes = matrix[place];
    const value = rows[place]?.value;
    if (slopes === undefined || value === undefined || value === null || slopes.includes(null)) return undefined;
    return { value, slopes: slopes as readonly number[], reaches: entries[place].map(reachOf) };
  });
  const [first, second] = parts;
  if (first === undefined || operands.length === 1 || second === undefined) return operands.length === 1 ? first : undefined;
  const value = first.value / second.value;
  const slopes = first.slopes.map((slope, i) => (slope - value * second.slopes[i]) / second.value);
  return { value, slopes, reaches: first.reaches.map((reach, i) => Math.min(reach, second.reaches[i])) };
}

function reachOf({ status, distance = Number.POSITIVE_INFINITY }: DerivativeEntry): number {
  return status === "exact" || status === "near" ? Math.abs(distance) : 0;
}

/** A change of the events within so many deviations is near. */
const NEAR = 2;

function propagated({ value, slopes, reaches }: Gradient, entries: readonly PlannedEntry[], spreads: readonly Spread[]): FirstOrder {
  const deviations = spreads.flatMap(({ mean, covariance }) => mean.map((_, i) => Math.sqrt(covariance[i][i])));
  let at = 0;
  const variances = spreads.map(({ mean, covariance }) => {
    const own = slopes.slice(at, at + mean.length);
    at += mean.length;
    return own.reduce((sum, a, i) => sum + own.reduce((inner, b, j) => inner + a * covariance[i][j] * b, 0), 0);
  });
  const variance = variances.reduce((sum, each) => sum + each, 0);
  return {
    mean: value,
    deviation: Math.sqrt(variance),
    shares: Object.fromEntries(entries.map(({ name }, i) => [name, variance > 0 ? variances[i] / variance : 0])),
    nearChange: reaches.some((reach, i) => reach < NEAR * deviations[i]),
  };
}
