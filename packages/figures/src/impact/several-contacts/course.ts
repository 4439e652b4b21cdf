/**
 * The course of an impact with several contacts: its history cut into what each contact does, against the normal impulse of all contacts
 * together.
 *
 * The energy in sight at each row follows from the balance
 *
 *     before = kinetic + stored + friction loss + restitution loss + spring loss,        kinetic = before + I . (v_before + v) / 2,
 *
 * as for a single contact (impact/track.ts); here the law records what is stored, and what is lost is what the balance leaves. A spring's
 * energy that drops while no impulse flows is lost to restitution; what else is lost, tangential springs have lost.
 */
import type { ContactHistory, EventKind, ImpactHistory, ImpactOutcome, ImpactStage } from "carom/impact";
import type { ContactProblem } from "carom/mechanics";
import { contactName } from "carom/study";
import type { EnergySample } from "../energy-band.js";
import { eventName } from "../one-contact/track.js";

export type Phase = ContactHistory["phase"][number];
export type Mode = ContactHistory["mode"][number];

/** Rows between which a contact does the same. */
export interface Stretch {
  readonly phase: Phase;
  readonly mode: Mode;
  /** Rows of the history, both included. */
  readonly first: number;
  readonly last: number;
}

/** An event of one contact. */
export interface Moment {
  readonly kind: EventKind;
  readonly letter: string;
  readonly word: string;
  /** Normal impulse of all contacts, N s. */
  readonly at: number;
}

export interface ContactCourse {
  readonly index: number;
  readonly name: string;
  readonly frictionless: boolean;
  /** Columns of the history for this contact alone. */
  readonly normalImpulse: readonly number[];
  readonly normalVelocity: readonly number[];
  /** Tangential components, one row each. */
  readonly slip: readonly (readonly number[])[];
  readonly storedEnergy?: readonly number[];
  readonly stretches: readonly Stretch[];
  readonly moments: readonly Moment[];
}

/** A stage of the law `multipoint` on the axis of the whole impact. */
export interface StageSpan {
  readonly stage: ImpactStage;
  /** Normal impulse of all contacts where it begins and ends, N s. */
  readonly from: number;
  readonly to: number;
}

export interface Course {
  readonly problem: ContactProblem;
  readonly outcome: ImpactOutcome;
  readonly history: ImpactHistory;
  /** Normal impulse of all contacts, N s: at each row, and at the end. */
  readonly total: readonly number[];
  readonly last: number;
  readonly contacts: readonly ContactCourse[];
  readonly stages: readonly StageSpan[];
  readonly energies: readonly EnergySample[];
}

/** Impulses closer than this fraction of the last one are one place on the axis. */
const SAME_IMPULSE = 1e-11;

/** Undefined where nothing happened, or the outcome has no history of the contacts (with-history.ts). */
export function courseOf(problem: ContactProblem, outcome: ImpactOutcome): Course | undefined {
  if (problem.contacts.length < 2 || outcome.events.length === 0) return undefined;
  const { history } = outcome;
  if (history?.contacts === undefined || history.normalImpulse.length < 2) return undefined;
  const total = history.normalImpulse;
  const last = total[total.length - 1];
  if (!(last > 0)) return undefined;
  const moments = momentsOf(problem, outcome);
  return {
    problem,
    outcome,
    history,
    total,
    last,
    contacts: history.contacts.map((own, i) => contactCourse(problem, history, own, i, moments[i], SAME_IMPULSE * last)),
    stages: stageSpans(outcome.stages ?? []),
    energies: energiesOf(problem, outcome, history),
  };
}

function contactCourse(
  problem: ContactProblem,
  history: ImpactHistory,
  own: ContactHistory,
  index: number,
  moments: readonly Moment[],
  tolerance: number,
): ContactCourse {
  const { dimension } = problem;
  const first = index * dimension;
  const normal = first + dimension - 1;
  return {
    index,
    name: contactName(problem, index),
    frictionless: problem.contacts[index].friction === 0,
    normalImpulse: history.impulse.map((row) => row[normal]),
    normalVelocity: history.velocity.map((row) => row[normal]),
    slip: history.velocity.map((row) => row.slice(first, normal)),
    ...(own.storedEnergy === undefined ? {} : { storedEnergy: own.storedEnergy }),
    stretches: stretchesOf(own, history.normalImpulse, tolerance),
    moments,
  };
}

/** Rows joined while phase and mode stay; between two rows a contact does what the later one says. */
function stretchesOf({ phase, mode }: ContactHistory, total: readonly number[], tolerance: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (let row = 1; row < total.length; row++) {
    const previous = stretches[stretches.length - 1];
    const same = previous !== undefined && previous.phase === phase[row] && previous.mode === mode[row];
    if (same) stretches[stretches.length - 1] = { ...previous, last: row };
    else if (total[row] - total[row - 1] > tolerance) stretches.push({ phase: phase[row], mode: mode[row], first: row - 1, last: row });
  }
  return stretches;
}

/**
 * Events by contact; those of all contacts together (the end, and those of `multipoint`) belong to none. Slip that stops and starts in one
 * instant turns.
 */
function momentsOf(problem: ContactProblem, outcome: ImpactOutcome): Moment[][] {
  const moments: Moment[][] = problem.contacts.map(() => []);
  const same = SAME_IMPULSE * totalNormal(problem, outcome.impulse);
  for (const { kind, contact, impulse } of outcome.events) {
    if (contact === undefined || kind === "end") continue;
    const list = moments[contact];
    const at = totalNormal(problem, impulse);
    const previous = list[list.length - 1];
    if (kind === "slip-start" && previous?.kind === "slip-stop" && at - previous.at <= same)
      list[list.length - 1] = { kind, letter: "t", word: "slip turns", at };
    else list.push({ kind, ...eventName(kind), at });
  }
  return moments;
}

/** Sum of the normal components of all contacts. */
export function totalNormal({ dimension }: ContactProblem, impulse: readonly number[]): number {
  let sum = 0;
  for (let i = dimension - 1; i < impulse.length; i += dimension) sum += impulse[i];
  return sum;
}

function stageSpans(stages: readonly ImpactStage[]): StageSpan[] {
  let from = 0;
  return stages.map((stage) => {
    const span = { stage, from, to: from + stage.finalImpulse };
    from = span.to;
    return span;
  });
}

function energiesOf(problem: ContactProblem, outcome: ImpactOutcome, history: ImpactHistory): EnergySample[] {
  const { energy } = outcome;
  const hasSprings = (energy.springLoss ?? 0) > 0;
  let dropped = 0;
  return history.normalImpulse.map((normalImpulse, row) => {
    const velocity = history.velocity[row];
    const work = history.impulse[row].reduce((sum, value, i) => sum + 0.5 * value * (problem.velocity[i] + velocity[i]), 0);
    const kineticEnergy = energy.before + work;
    const storedEnergy = history.storedEnergy[row] + (history.tangentialEnergy?.[row] ?? 0);
    const frictionLoss = history.frictionLoss[row];
    const lost = energy.before - kineticEnergy - storedEnergy - frictionLoss;
    if (row > 0 && normalImpulse === history.normalImpulse[row - 1]) dropped += history.storedEnergy[row - 1] - history.storedEnergy[row];
    const springLoss = hasSprings ? Math.max(0, lost - Math.max(0, dropped)) : 0;
    return { normalImpulse, kineticEnergy, storedEnergy, frictionLoss, restitutionLoss: lost - springLoss, springLoss };
  });
}

/** Rows enough for a curve: at most about `count` of them, and every row at which something jumps. */
export function thinnedRows(total: readonly number[], count: number): number[] {
  const end = total.length - 1;
  const step = total[end] / count;
  const rows: number[] = [];
  let from = Number.NEGATIVE_INFINITY;
  total.forEach((impulse, row) => {
    const jumps = total[row - 1] === impulse || total[row + 1] === impulse;
    if (row !== end && !jumps && impulse - from < step) return;
    rows.push(row);
    from = impulse;
  });
  return rows;
}
