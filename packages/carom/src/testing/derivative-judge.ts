/**
 * Derivatives of runs held to extrapolated differences.
 *
 * A difference counts where the runs on both sides go through the same events, two extrapolations from different first steps agree, and
 * what the rounding of the runs makes of it is less than what is tolerated. Where it does not with long steps, shorter ones are tried.
 */
import { InvalidInputError } from "../errors.js";
import { extrapolatedDifference } from "../math/extrapolated-difference.js";
import type { StudyDerivatives } from "../study/format/derivative-result.js";
import { numberAt, stepsOf, withNumber } from "../study/simulation/derivatives/path.js";
import type { SimulationResult } from "../study/simulation/result.js";
import { runSimulation } from "../study/simulation/run.js";
import type { SimulationStudy } from "../study/simulation/schema.js";

/** How one parameter of a scene was judged. */
export interface DerivativeVerdict {
  /** Of the parameter. */
  readonly path: string;
  /**
   * `agrees`, `differs`, `none` (no derivative given), `unsettled` (differences do not settle) or `drowned` (the run amplifies its rounding
   * so much that no difference can tell).
   */
  readonly verdict: "agrees" | "differs" | "none" | "unsettled" | "drowned";
  /** Largest difference of the two, relative to the largest derivative of its kind; of `unsettled` that of two extrapolations. */
  readonly error: number;
  /** Nearest edge, in first steps of the difference. */
  readonly edge: number;
  /** What it is. */
  readonly kind: string;
  /** The one that differs most. */
  readonly row?: string;
}

/** First steps of differences, in parts of the scale of a parameter. Shorter ones are tried where longer ones meet other events. */
const REACHES = [1e-2, 1e-3, 1e-4, 1e-5];
/** Part of the derivative by which two extrapolations may differ. */
const SETTLED = 3e-8;
/** What the differences of a row may leave open over their first step, in what is large of it: the rounding of runs over their last. */
const ROUNDED = 1e-10;
/** Events whose times are differentiated too. */
const EVENTS = 6;
/** Parts of the tolerance at which runs are repeated: what differs is rounding and steps. */
const CLOSER = [0.8, 0.6];

/** Holds the derivatives of a scene by each of its parameters to differences. */
export function judgeDerivatives(study: SimulationStudy, within = 1e-7): DerivativeVerdict[] {
  const { derivatives, ...rest } = study;
  const plain = { gravity: [0, 0, -9.81], ...rest } as SimulationStudy;
  const times = runSimulation(plain).events.slice(0, EVENTS);
  const of = ["end", ...times.map((_, k) => `events[${k}].time`)];
  const result = runSimulation({ ...study, derivatives: { of, by: derivatives?.by ?? [] } });
  const judged = { plain, result, events: eventsOf(result), noise: noiseOf(plain, result) };
  return (result.derivatives?.columns ?? []).map((_, j) => judgeColumn(judged, j, within));
}

interface Judged {
  readonly plain: SimulationStudy;
  readonly result: SimulationResult;
  readonly events: string;
  /** By how much each row differs between runs that should be the same. */
  readonly noise: readonly number[];
}

/** By row, in what is large of each; infinite where even the events are others. */
function noiseOf(plain: SimulationStudy, result: SimulationResult): readonly number[] {
  const { rows = [] } = result.derivatives ?? {};
  const here = rowValues(rows, result, result);
  const { relativeTolerance = 1e-10 } = plain.tolerances ?? {};
  const others = CLOSER.map((part) =>
    runSimulation({ ...plain, tolerances: { ...plain.tolerances, relativeTolerance: part * relativeTolerance } }),
  );
  if (others.some((other) => eventsOf(other) !== eventsOf(result))) return rows.map(() => Number.POSITIVE_INFINITY);
  const values = others.map((other) => rowValues(rows, other, result));
  return here.map((value, i) => values.reduce((most, other) => Math.max(most, Math.abs(other[i] - value)), 0));
}

function judgeColumn({ plain, result, events, noise }: Judged, j: number, within: number): DerivativeVerdict {
  const { rows = [], columns = [], matrix = [] } = result.derivatives ?? {};
  const { name } = columns[j];
  const steps = stepsOf(name, Object.keys(plain.bodies)) ?? [];
  const value = numberAt(plain, steps, name, "by");
  const scale = Math.max(Math.abs(value), name.includes("gravity") ? 9.81 : 0.1);
  const nearest = nearestEdge(result.derivatives, j);
  const known = rows.flatMap((_, i) => (matrix[i][j] === null ? [] : [i]));
  let verdict: DerivativeVerdict = { path: name, verdict: "none", error: 0, edge: 0, kind: nearest.kind };
  if (known.length === 0) return verdict;
  for (const reach of REACHES) {
    const base = { path: name, edge: nearest.distance / (reach * scale), kind: nearest.kind };
    const own = rowScales(
      known.map((i) => rows[i]),
      known.map((i) => (matrix[i][j] ?? 0) / unitOf(rows[i])),
      scale,
    );
    const told = known.filter((i, k) => noise[i] <= within * own.scales[k] * reach * scale);
    verdict = { ...base, verdict: told.length === 0 ? "drowned" : "unsettled", error: 0 };
    if (told.length === 0) continue;
    const shown = told.map((i) => rows[i]);
    const difference = extrapolatedDifference((step) => {
      const moved = runWithin(withNumber(plain, steps, value + step));
      return moved !== undefined && eventsOf(moved) === events ? rowValues(shown, moved, result) : undefined;
    }, reach * scale);
    if (difference === undefined) continue;
    const { scales, usual } = rowScales(shown, difference.value, scale);
    verdict = { ...verdict, error: difference.spread / usual };
    if (difference.spreads.some((spread, k) => spread > Math.max(SETTLED * scales[k], ROUNDED / (reach * scale)))) continue;
    const isSettled = difference.spreads.map((spread, k) => spread <= SETTLED * scales[k] && difference.jitters[k] <= within * scales[k]);
    if (!isSettled.includes(true)) {
      verdict = { ...verdict, verdict: "drowned" };
      continue;
    }
    const errors = told.map((i, k) =>
      isSettled[k] ? Math.abs((matrix[i][j] ?? 0) / unitOf(rows[i]) - difference.value[k]) / scales[k] : 0,
    );
    const error = errors.reduce((worst, one) => Math.max(worst, one), 0);
    return { ...base, verdict: error <= within ? "agrees" : "differs", error, row: shown[errors.indexOf(error)]?.name ?? "" };
  }
  return verdict;
}

/** Undefined where a step has left the range of its parameter: shorter ones may not. */
function runWithin(study: SimulationStudy): SimulationResult | undefined {
  try {
    return runSimulation(study);
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}

/** The nearest edge of a column that is told. */
function nearestEdge(derivatives: StudyDerivatives | undefined, j: number): { readonly distance: number; readonly kind: string } {
  const found = { distance: Number.POSITIVE_INFINITY, kind: "" };
  for (const row of derivatives?.entries ?? []) {
    const { status, distance = status === "none" ? 0 : Number.POSITIVE_INFINITY, kind, reason } = row[j];
    if (distance < found.distance) Object.assign(found, { distance, kind: kind ?? reason ?? "" });
  }
  return found;
}

/** The names of what happened, in order. */
function eventsOf({ events, status }: SimulationResult): string {
  const names = events.map((event) =>
    event.kind === "impact" ? `impact ${event.contacts.map(({ contact }) => contact).join(" ")}` : event.kind,
  );
  return `${status} ${names.join("; ")}`;
}

/** What counts as large, by unit: a length, a turn, a speed, a spin, a time. */
const UNITS: Readonly<Record<string, number>> = { m: 0.1, rad: 1, "m/s": 1, "rad/s": 10, s: 0.1 };
const unitOf = ({ unit }: { readonly unit: string }) => UNITS[unit] ?? 1;
/** Of the largest derivative, measured so: below it those of one kind are rounding of the runs. */
const SMALL = 1e-3;
/** Derivatives below this part of what is large over the scale of the parameter are rounding of the runs too: nothing depends on it. */
const NONE = 1e-2;

/** The largest derivative of each kind, and of all, in what is large of it. */
function rowScales(
  rows: readonly { readonly unit: string }[],
  values: readonly number[],
  scale: number,
): { readonly scales: readonly number[]; readonly usual: number } {
  const most = new Map<string, number>();
  rows.forEach(({ unit }, i) => {
    most.set(unit, Math.max(most.get(unit) ?? 0, Math.abs(values[i])));
  });
  const usual = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), NONE / scale);
  return { scales: rows.map(({ unit }) => Math.max(most.get(unit) ?? 0, SMALL * usual, NONE / scale)), usual };
}

/** Values of the rows in a moved run, in what is large of each; turns from where the run was. */
function rowValues(
  rows: readonly { readonly name: string; readonly unit: string }[],
  moved: SimulationResult,
  from: SimulationResult,
): number[] {
  return rows.map((row) => numberOf(row.name, moved, from) / unitOf(row));
}

function numberOf(name: string, moved: SimulationResult, from: SimulationResult): number {
  const [, event] = /^events\[(\d+)\]\.time$/.exec(name) ?? [];
  if (event !== undefined) return moved.events[Number(event)].time;
  const [, body, what, axis] = /^end\.bodies\.(.+)\.(\w+)\[(\d)\]$/.exec(name) ?? [];
  if (body === undefined) {
    const [, joint, field] = /^end\.joints\.(.+)\.(\w+)$/.exec(name) ?? [];
    return (moved.joints?.[joint] as Readonly<Record<string, number>> | undefined)?.[field] ?? Number.NaN;
  }
  if (what !== "rotation") return moved.bodies[body][what as "position"][Number(axis)];
  const [x, y, z, w] = from.bodies[body].orientation;
  const [a, b, c, d] = moved.bodies[body].orientation;
  const sign = a * x + b * y + c * z + d * w < 0 ? -1 : 1;
  const turn = [a * w - d * x - b * z + c * y, b * w - d * y - c * x + a * z, c * w - d * z - a * y + b * x];
  return 2 * sign * turn[Number(axis)];
}
