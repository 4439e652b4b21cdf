/**
 * Published figures against ours.
 *
 * A study may carry what its source printed: `what` is a path into the result, one of the quantities of quantities.ts, the events of a simulation by
 * kind (`impact[0].time`), or the quotient of two,
 * `value` the printed figure, `tolerance` how far ours may be from it, `verdict` what we found when we compared them. A verdict is a claim and is held
 * to: a figure called reproduced must agree within its tolerance, and one called not reproduced must not.
 *
 *     { "what": "outcome.impulse[2]", "value": 0.1007, "tolerance": 5e-5, "source": "000 eq. (2.14)", "verdict": "not reproduced",
 *       "note": "explicit Euler with steps of 0.00095 N s; the converged value is 0.10121" }
 */
import { InvalidInputError } from "../errors.js";
import { quantities } from "./quantities.js";
import type { PathStep } from "./read-json.js";
import type { ImpactResult } from "./result.js";
import { chooseLaw, runStudy } from "./run.js";
import { type BattingResult, battingQuantity, runBatting } from "./run-batting.js";
import { type ClatterResult, clatterQuantity, runClatter } from "./run-clatter.js";
import { type ElasticRodResult, elasticRodQuantity, runElasticRod } from "./run-elastic-rod.js";
import { type PickupResult, pickupQuantity, runPickup } from "./run-pickup.js";
import { type RestShapeResult, restShapeQuantity, runRestShape } from "./run-rest-shape.js";
import { runSimulation } from "./run-simulation.js";
import type { PublishedFigure, Study, Verdict } from "./schema.js";
import type { SimulationResult } from "./simulation-result.js";

export interface PublishedRow {
  /** Path into the result, or the quotient of two. */
  readonly what: string;
  readonly source: string;
  /** As printed, SI units. */
  readonly published: number | string | boolean;
  readonly ours: number | string | boolean;
  /** ours - published, for numbers. */
  readonly difference?: number;
  /** For numbers. */
  readonly tolerance?: number;
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

/** One row for each published figure of a study, in its order; none if it has none. */
export function evaluatePublished(study: Study): PublishedRow[] {
  const results = new Map<string, StudyResult>();
  return (study.published ?? []).map((figure, i) => {
    const variant = chooseLaw(study, figure);
    const key =
      variant.kind === "clatter" ||
      variant.kind === "elastic-rod" ||
      variant.kind === "batting" ||
      variant.kind === "rest-shape" ||
      variant.kind === "pickup"
        ? ""
        : JSON.stringify([variant.law, variant.options]);
    const result = results.get(key) ?? resultOf(variant);
    results.set(key, result);
    return compare(figure, lookUp(variant, result, figure.what, `published[${i}].what`));
  });
}

type StudyResult = ImpactResult | SimulationResult | ClatterResult | ElasticRodResult | BattingResult | RestShapeResult | PickupResult;

function resultOf(study: Study): StudyResult {
  if (study.kind === "simulation") return runSimulation(study);
  if (study.kind === "elastic-rod") return runElasticRod(study);
  if (study.kind === "batting") return runBatting(study);
  if (study.kind === "rest-shape") return runRestShape(study);
  if (study.kind === "pickup") return runPickup(study);
  return study.kind === "clatter" ? runClatter(study) : runStudy(study);
}

function compare(figure: PublishedFigure, ours: PublishedRow["ours"]): PublishedRow {
  const { what, source, value, tolerance, verdict, note = "", computed = false } = figure;
  const numeric = typeof ours === "number" && typeof value === "number" && tolerance !== undefined;
  const agrees = numeric ? Math.abs(ours - value) <= tolerance : ours === value;
  const row = { what, source, published: value, ours, verdict, agrees, holds: agrees === (verdict !== "not reproduced"), computed, note };
  return numeric ? { ...row, difference: ours - value, tolerance } : row;
}

/** The value that `what` names in the result of a study, or among its quantities; throws InvalidInputError at `path` where it names none. */
export function lookUp(study: Study, result: StudyResult, what: string, path = "what"): number | string | boolean {
  const [numerator, denominator, ...more] = what.split(" / ").map((operand) => {
    const [first, ...rest] = stepsOf(operand.trim(), what, path);
    if (study.kind === "simulation" || result.kind === "simulation")
      return valueAt(result.kind === "simulation" ? { ...result, ...byKind(result) } : result, [first!, ...rest], what, path);
    if (study.kind === "batting" || result.kind === "batting") {
      const quantity = study.kind === "batting" ? battingQuantity(String(first), study, rest[0]) : undefined;
      return quantity === undefined ? valueAt(result, [first!, ...rest], what, path) : valueAt(quantity, rest, what, path);
    }
    if (study.kind === "rest-shape" || result.kind === "rest-shape") {
      const quantity = study.kind === "rest-shape" ? restShapeQuantity(String(first), study, rest[0]) : undefined;
      return quantity === undefined ? valueAt(result, [first!, ...rest], what, path) : valueAt(quantity, rest, what, path);
    }
    if (study.kind === "pickup" || result.kind === "pickup") {
      const quantity = study.kind === "pickup" ? pickupQuantity(String(first), study, rest[0]) : undefined;
      return quantity === undefined ? valueAt(result, [first!, ...rest], what, path) : valueAt(quantity, rest, what, path);
    }
    if (study.kind === "elastic-rod" || result.kind === "elastic-rod") {
      const quantity = study.kind === "elastic-rod" ? elasticRodQuantity(String(first), study, rest[0]) : undefined;
      return quantity === undefined ? valueAt(result, [first!, ...rest], what, path) : valueAt(quantity, rest, what, path);
    }
    if (study.kind === "clatter" || result.kind === "clatter") {
      const tabulated = study.kind === "clatter" ? clatterQuantity(String(first), study, rest[0]) : undefined;
      return tabulated === undefined ? valueAt(result, [first!, ...rest], what, path) : valueAt(tabulated, rest, what, path);
    }
    const quantity = first !== undefined && Object.hasOwn(quantities, first) ? quantities[first] : undefined;
    return quantity === undefined
      ? valueAt(result, [first!, ...rest], what, path)
      : valueAt(quantity.evaluate(study, result), rest, what, path);
  });
  if (denominator === undefined) return numerator!;
  if (more.length > 0 || typeof numerator !== "number" || typeof denominator !== "number")
    throw new InvalidInputError(path, what, "is not the quotient of two numbers of the result");
  return numerator / denominator;
}

/** The events of a simulation by kind, so that a figure can ask for `impact[3].time`. */
function byKind({ events }: SimulationResult): Record<string, readonly unknown[]> {
  const lists: Record<string, unknown[]> = {};
  for (const event of events) {
    lists[event.kind] ??= [];
    lists[event.kind].push(event);
  }
  return lists;
}

const STEP = /(?:^|\.)([^.[\]"\s]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

function stepsOf(operand: string, what: string, path: string): PathStep[] {
  const steps: PathStep[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < operand.length; ) {
    const match = STEP.exec(operand);
    if (match === null) throw new InvalidInputError(path, what, "is not a path such as outcome.impulse[2]");
    steps.push(match[1] ?? (match[2] === undefined ? (JSON.parse(match[3]) as string) : Number(match[2])));
  }
  return steps;
}

function valueAt(root: unknown, steps: readonly PathStep[], what: string, path: string): number | string | boolean {
  let value = root;
  for (const step of steps) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      throw new InvalidInputError(path, what, `is not in the result (no ${step})`);
    value = (value as Record<PathStep, unknown>)[step];
  }
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  throw new InvalidInputError(path, what, "names a list or an object of the result, not one value");
}
