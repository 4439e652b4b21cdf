/** The matrix of derivatives, from the columns of a finished run. */
import { InvalidInputError } from "../../../errors.js";
import { eigenvalues } from "../../../math/eigenvalues.js";
import type { RunLedger } from "../../../simulation/loop/interface.js";
import type { RunEdge, RunTangents } from "../../../simulation/loop/tangents/interface.js";
import type { Accumulation } from "../../../simulation/record/accumulation.js";
import type { RecordedEvent } from "../../../simulation/record/record.js";
import type { SceneSystem } from "../../../simulation/system/scene-system.js";
import type { DerivativeEntry, Multiplier, RunDerivatives } from "../../format/derivative-result.js";
import type { SimulationResult } from "../result.js";
import { lossChanges } from "./losses.js";
import type { Parameter } from "./parameters.js";
import type { DerivativePlan } from "./plan.js";
import type { AccumulationRow, EventRow, LedgerRow, Row, StateRow } from "./rows.js";
import { type FlatState, stateChanges, stateNumber } from "./state-numbers.js";

/** A run that is over. */
export interface FinishedRun {
  readonly status: SimulationResult["status"];
  readonly system: SceneSystem;
  readonly tangents: RunTangents;
  readonly events: readonly RecordedEvent[];
  readonly accumulations: readonly Accumulation[];
  readonly ledger: RunLedger;
  /** At the end. */
  readonly state: FlatState;
  /** At the times asked for. */
  readonly samples: readonly FlatState[];
}

/** A row of the matrix before it is looked at: values, when they are known, and the last event that counts for them. */
interface Line {
  readonly value: number | null;
  readonly changes: readonly number[];
  /** s. */
  readonly time: number;
  readonly unit: string;
}

/** Distances below these parts of what counts as large are one-sided, and near. */
const ONE_SIDED = 1e-9;
const NEAR = 1e-4;

export function assembleDerivatives(plan: DerivativePlan, run: FinishedRun): RunDerivatives {
  const { parameters, rows, times } = plan;
  const lines = linesOf(plan, run);
  const isStopped = run.status === "too-many-events" || run.status === "work-limit";
  // What is near depends on the time alone: rows at the same time share it.
  const byTime = new Map<number, readonly DerivativeEntry[]>();
  const entries = lines.map((line, i) => {
    // Where a run is stopped is no time of its own: the neighbouring run is stopped elsewhere.
    if (isStopped && isUnreached(rows[i], times, run.state.time)) return parameters.map(() => STOPPED);
    const known = byTime.get(line.time) ?? entriesAt(plan, run, line.time);
    byTime.set(line.time, known);
    return known;
  });
  const matrix = lines.map(({ changes }, i) =>
    changes.map((value, j) => (entries[i][j].status === "none" || !Number.isFinite(value) ? null : value)),
  );
  return {
    rows: rows.map(({ name, unit }, i) => ({ name, unit, value: lines[i].value })),
    columns: parameters.map(({ path, unit, value, column: { scale = 1 } }) => ({ name: path, unit, value, scale })),
    matrix,
    entries: entries.map((row, i) =>
      row.map(
        (entry, j): DerivativeEntry =>
          matrix[i][j] === null && entry.status !== "none" ? { status: "none", reason: "no finite number came out" } : entry,
      ),
    ),
    ...(plan.isTransition ? { multipliers: multipliersOf(matrix) } : {}),
  };
}

const STOPPED: DerivativeEntry = { status: "none", reason: "the run was stopped before" };

function isUnreached(row: Row, times: readonly number[], reached: number): boolean {
  return row.of === "ledger" || (row.of === "state" && (row.sample === undefined || times[row.sample] > reached));
}

function linesOf({ parameters, rows }: DerivativePlan, run: FinishedRun): Line[] {
  const { system, tangents, state, samples } = run;
  const moments = new Map<
    number | undefined,
    { readonly at: FlatState; readonly changes: readonly (readonly number[])[]; readonly rows: readonly StateRow[] }
  >();
  for (const sample of new Set(rows.flatMap((row) => (row.of === "state" ? [row.sample] : [])))) {
    const own = rows.filter((row): row is StateRow => row.of === "state" && row.sample === sample);
    const at = sample === undefined ? state : samples[sample];
    const { coordinates, speeds } = sample === undefined ? tangents : tangents.samples[sample];
    const numbers = own.map(({ what }) => what);
    const along = parameters.map(({ column: { moved = [] } }, j) => ({ coordinates: coordinates[j], speeds: speeds[j], moved }));
    const changes = stateChanges(system, numbers, at, along);
    moments.set(sample, { at, changes, rows: own });
  }
  return rows.map((row): Line => {
    if (row.of === "event") return eventLine(row, parameters.length, run);
    if (row.of === "accumulation") return accumulationLine(row, parameters.length, run);
    if (row.of === "ledger") return ledgerLine(row, parameters, run);
    const moment = moments.get(row.sample);
    const place = moment?.rows.indexOf(row) ?? 0;
    const at = moment?.at ?? state;
    return {
      value: stateNumber(system, row.what, at),
      changes: parameters.map((_, j) => moment?.changes[j][place] ?? Number.NaN),
      time: at.time,
      unit: row.unit,
    };
  });
}

function eventLine(row: EventRow, columns: number, { events, tangents }: FinishedRun): Line {
  const event = events[row.event];
  const path = "derivatives.of";
  if (event === undefined) throw new InvalidInputError(path, row.name, `is of an event that does not happen: there are ${events.length}`);
  const known = tangents.events[row.event];
  const own = (j: number) => known?.shift[j] ?? Number.NaN;
  if (row.impact === undefined)
    return { value: event.time, changes: Array.from({ length: columns }, (_, j) => own(j)), time: event.time, unit: row.unit };
  if (event.kind !== "impact")
    throw new InvalidInputError(path, row.name, `is of an impact, and event ${row.event} is of kind ${event.kind}`);
  const { contact, field, axis } = row.impact;
  if (event.contacts[contact] === undefined)
    throw new InvalidInputError(path, row.name, `is of a contact that is not there: the impact has ${event.contacts.length}`);
  return {
    value: event.contacts[contact][field][axis],
    changes: Array.from({ length: columns }, (_, j) => known?.impact?.[field][j]?.[3 * contact + axis] ?? Number.NaN),
    time: event.time,
    unit: row.unit,
  };
}

/** From the times of the last impacts: T = t + a^2/(b - a), a and b the last two periods. */
function accumulationLine(row: AccumulationRow, columns: number, { events, accumulations, tangents }: FinishedRun): Line {
  const found = accumulations[row.accumulation];
  if (found === undefined)
    throw new InvalidInputError(
      "derivatives.of",
      row.name,
      `is of a sequence of bounces that is not there: there are ${accumulations.length}`,
    );
  const places: number[] = [];
  events.forEach((event, k) => {
    if (event.kind !== "impact" || event.time > found.lastImpact) return;
    if (!event.contacts.some(({ between, impulse }) => between.join("\n") === found.between.join("\n") && impulse[2] > 0)) return;
    if (places.length === 0 || events[places[places.length - 1]].time !== event.time) places.push(k);
  });
  const times = places.map((k) => events[k].time);
  const end = (i: number) => {
    const [a, b] = [times[i] - times[i - found.period], times[i - found.period] - times[i - 2 * found.period]];
    return { time: times[i] + (a * a) / (b - a), a, b };
  };
  // The earliest that tells the same end: later ones lose digits to ever shorter intervals.
  let i = times.length - 1;
  while (i > 2 * found.period && Math.abs(end(i - 1).time - found.time) <= SAME_END * found.time) i--;
  const { a, b } = end(i);
  const [last, before, first] = [places[i], places[i - found.period], places[i - 2 * found.period]];
  const changes = Array.from({ length: columns }, (_, j) => {
    const [dLast, dBefore, dFirst] = [last, before, first].map((k) => tangents.events[k]?.shift[j] ?? Number.NaN);
    const [da, db] = [dLast - dBefore, dBefore - dFirst];
    return dLast + (2 * a * da) / (b - a) - (a * a * (db - da)) / ((b - a) * (b - a));
  });
  return { value: found.time, changes, time: found.lastImpact, unit: row.unit };
}

function ledgerLine({ loss, unit }: LedgerRow, parameters: readonly Parameter[], run: FinishedRun): Line {
  return { value: run.ledger[loss], changes: lossChanges(loss, parameters, run), time: run.state.time, unit };
}

/** Part of the time by which two computations of it may differ. */
const SAME_END = 1e-11;

const WORDS: Readonly<Partial<Record<RunEdge["kind"], string>>> = {
  grazing: "the bodies graze",
  tie: "several things happen at once, and a small change of the parameter tears them apart",
  "friction-limit": "a contact is at the limit between sticking and slipping",
  "last-bounce": "one bounce more or fewer is followed",
  "impact-limit": "the impact is at the limit between two ways",
  "end-of-range": "the parameter is at the end of its range",
  "no-derivative": "contacts changed in a way that does not tell when",
};

/** One for each parameter, of what is known at a time. */
function entriesAt({ parameters }: DerivativePlan, { tangents }: FinishedRun, time: number): DerivativeEntry[] {
  const { broken, edges } = tangents;
  if (broken !== undefined && broken.time < time) {
    const entry: DerivativeEntry = { status: "none", reason: `from t = ${broken.time} s on: ${broken.reason}` };
    return parameters.map(() => entry);
  }
  const before = edges.filter((edge) => edge.time <= time);
  return parameters.map((parameter, j) => entryOf(parameter, before, j));
}

function entryOf({ oneSided, column }: Parameter, before: readonly RunEdge[], j: number): DerivativeEntry {
  const torn = before.find(({ none }) => none?.[j]);
  if (torn !== undefined)
    return { status: "none", event: torn.event, kind: torn.kind, reason: WORDS[torn.kind] ?? "the law of an impact has none there" };
  const nearest = before.reduce<RunEdge | undefined>(
    (least, edge) => (edge.distances[j] < (least?.distances[j] ?? Number.POSITIVE_INFINITY) ? edge : least),
    undefined,
  );
  if (oneSided) return { status: "one-sided", kind: "end-of-range", distance: 0 };
  if (nearest === undefined) return { status: "exact" };
  const { event, kind, distances, smooth } = nearest;
  const part = distances[j] / (column.scale ?? 1);
  const status = part < ONE_SIDED && smooth !== true ? "one-sided" : part < NEAR ? "near" : "exact";
  return { status, event, kind, distance: distances[j] };
}

function multipliersOf(matrix: readonly (readonly (number | null)[])[]): Multiplier[] {
  const size = matrix.length;
  if (matrix.some((row) => row.length !== size || row.includes(null))) return [];
  const { real, imaginary } = eigenvalues(
    matrix.flatMap((row) => row.map((value) => value ?? 0)),
    size,
  );
  return Array.from(real, (value, k) => ({
    real: value,
    imaginary: imaginary[k],
    magnitude: Math.sqrt(value * value + imaginary[k] * imaginary[k]),
  })).sort((a, b) => b.magnitude - a.magnitude);
}

export type { Row };
