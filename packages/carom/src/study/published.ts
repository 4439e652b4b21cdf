/**
 * Published figures against ours.
 *
 * A study may carry what its source printed: `what` is a path into the result, one of the quantities of quantities.ts, the events of a
 * simulation by kind (`impact[0].time`), or the quotient of two,
 * `value` the printed figure, `tolerance` how far ours may be from it, `verdict` what we found when we compared them. A verdict is a claim
 * and is held to: a figure called reproduced must agree within its tolerance, and one called not reproduced must not.
 *
 *     { "what": "outcome.impulse[2]", "value": 0.1007, "tolerance": 5e-5, "source": "000 eq. (2.14)", "verdict": "not reproduced",
 *       "note": "explicit Euler with steps of 0.00095 N s; the converged value is 0.10121" }
 */
import { chooseLaw, usesLaw } from "./choose-law.js";
import type { PublishedFigure, Verdict } from "./format/head.js";
import { lookUpIn } from "./format/path.js";
import { kindNamed, runStudy, type Study, type StudyResult } from "./kinds.js";

/** A published figure beside ours. */
export interface PublishedRow {
  /** Path into the result, or the quotient of two. */
  readonly what: string;
  /** Where it is printed. */
  readonly source: string;
  /** As printed, SI units. */
  readonly published: number | string | boolean;
  /** What Carom computes. */
  readonly ours: number | string | boolean;
  /** ours - published, for numbers. */
  readonly difference?: number;
  /** For numbers. */
  readonly tolerance?: number;
  /** What is claimed. */
  readonly verdict: Verdict;
  /** Whether ours is within the tolerance (a text: the same). */
  readonly agrees: boolean;
  /** Whether the verdict says so too. */
  readonly holds: boolean;
  /** The value is one of our own by a second method, not a printed one. */
  readonly computed: boolean;
  /** Why they differ, or under which rule they agree. Empty: nothing to add. */
  readonly note: string;
}

/**
 * One row for each published figure of a study, in its order; none if it has none. `result` is what the study itself gives, where it has
 * been run already; it is run otherwise.
 */
export function evaluatePublished(study: Study, result?: StudyResult): PublishedRow[] {
  const keyOf = (variant: Study) => (usesLaw(variant) ? JSON.stringify([variant.law, variant.options]) : "");
  const results = new Map<string, StudyResult>(result === undefined ? [] : [[keyOf(study), result]]);
  return (study.published ?? []).map((figure, i) => {
    const variant = chooseLaw(study, figure);
    const key = keyOf(variant);
    const result = results.get(key) ?? runStudy(variant);
    results.set(key, result);
    return compare(figure, lookUp(variant, result, figure.what, `published[${i}].what`));
  });
}

function compare(figure: PublishedFigure, ours: PublishedRow["ours"]): PublishedRow {
  const { what, source, value, tolerance, verdict, note = "", computed = false } = figure;
  const numeric = typeof ours === "number" && typeof value === "number" && tolerance !== undefined;
  const agrees = numeric ? Math.abs(ours - value) <= tolerance : ours === value;
  const row = { what, source, published: value, ours, verdict, agrees, holds: agrees === (verdict !== "not reproduced"), computed, note };
  return numeric ? { ...row, difference: ours - value, tolerance } : row;
}

/**
 * The value that `what` names in the result of a study, or among its quantities; throws InvalidInputError at `path` where it names none.
 */
export function lookUp(study: Study, result: StudyResult, what: string, path = "what"): number | string | boolean {
  const { quantity } = kindNamed(study.kind);
  return lookUpIn(result, (name, key) => quantity?.(name, study, key, result), what, path);
}
