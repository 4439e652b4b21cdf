/**
 * An impact event as smooth functions of its impulse: what the rigid law has found, between the rows of its history.
 *
 * The parameter p is the normal impulse of all contacts that push together. Where no contact begins or ends to slip, impulses are smooth
 * functions of it, so each stretch between events is interpolated: polynomials of degree seven from row to row, with three derivatives at
 * the rows, by the law of friction where a single contact slips, else by polynomials through up to eight rows. Impulses that are straight
 * lines (no friction, sticking, a constant direction of slip) stay so to rounding. Velocities are linear in impulses and are interpolated
 * by the same rule, so that
 *
 *     v(p) = v(0) + W I(p)         C = dI/dp         w_i(p) = integral of C_n,i v_n,i dp
 *
 * hold between them exactly. Works are integrals of polynomials, in closed form.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import type { ImpactOutcome, ImpactStage } from "../impact/outcome.js";
import { islandsOf } from "../impact/proportional/islands.js";
import { hypot } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { createColumns, differences, type Slopes } from "./differences.js";
import { blockOf, type PathRow, readRows } from "./rows.js";

/** The path of one event: from its first impulse to its last. */
export interface EventPath {
  /** Components of each contact, 2 or 3. */
  readonly dimension: 2 | 3;
  /** Places in the problem's list of the contacts that push. */
  readonly contacts: readonly number[];
  /** Coefficient of restitution. Absent: the law has none for the event as a whole. */
  readonly restitution?: number;
  /** Impulses p where one polynomial ends and the next begins, from 0 to the end, N s. */
  readonly breaks: Float64Array;
  /** Places in `breaks` where derivatives jump. */
  readonly corners: readonly number[];
  /**
   * For interval i: polynomials of impulses (components of all contacts), then of normal velocities, in (p - breaks[i]) / (breaks[i + 1] -
   * breaks[i]); eight numbers each.
   */
  readonly coefficients: Float64Array;
  /** Normal impulse of all contacts before this event, N s. */
  readonly before: number;
  /** Work that restitution would still give back at the end, J: friction holds the bodies, pressed together. Absent: none. */
  readonly held?: number;
}

const TERMS = 8;
export const columnsOf = ({ dimension, contacts }: EventPath): number => (dimension + 1) * contacts.length;
export const lastImpulse = ({ breaks }: EventPath): number => breaks[breaks.length - 1];

/** The events of an outcome: the stages of `multipoint`, or the one of `proportional` or of a law for a single contact. */
export function eventPaths(problem: ContactProblem, outcome: ImpactOutcome): EventPath[] {
  const { history, stages } = outcome;
  if (outcome.events.length === 0) return [];
  if (history === undefined) throw new InvalidInputError("outcome.history", history, "is missing: solve with the option history");
  if (problem.contacts.length > 1 && outcome.law === "proportional") return [proportionalPath(problem, outcome)];
  if (problem.contacts.length > 1 && stages === undefined)
    throw new InvalidInputError(
      "outcome.law",
      outcome.law,
      "gives no events of several contacts that push together: forces follow from the laws for one contact, from proportional and from " +
        "multipoint",
    );
  if (stages === undefined || problem.contacts.length === 1)
    return [eventPath(problem, outcome, [0], 0, Infinity, problem.contacts[0].restitution)];
  let before = 0;
  return stages.map((stage) => {
    const { contacts, finalImpulse, restitution } = stage;
    const path = eventPath(problem, outcome, contacts, before, before + finalImpulse, restitution);
    before += finalImpulse;
    const held = heldWork(stage);
    return held > 0 ? { ...path, held } : path;
  });
}

/** A contact with less than this part of all impulse does not push. */
const IDLE = 1e-9;

/** One event: all contacts that push, brought to rest and back in one proportion. */
function proportionalPath(problem: ContactProblem, outcome: ImpactOutcome): EventPath {
  const { dimension, contacts } = problem;
  if (islandsOf(problem).length > 1)
    throw new SolverError("contacts that do not reach each other strike each for itself: they have no common clock", {
      contacts: contacts.length,
    });
  const normals = contacts.map((_, i) => outcome.impulse[(i + 1) * dimension - 1]);
  const all = normals.reduce((sum, normal) => sum + normal, 0);
  const pushing = normals.flatMap((normal, i) => (normal > IDLE * all ? [i] : []));
  return eventPath(problem, outcome, pushing, 0, Number.POSITIVE_INFINITY);
}

/** Less than this part of the work of compression is rounding. */
const NOTHING_HELD = 1e-9;

function heldWork({ restitution, compressionWork, finalWork }: ImpactStage): number {
  const held = (1 - restitution * restitution) * compressionWork - finalWork;
  return restitution > 0 && held > -NOTHING_HELD * compressionWork ? held : 0;
}

function eventPath(
  problem: ContactProblem,
  outcome: ImpactOutcome,
  contacts: readonly number[],
  from: number,
  to: number,
  restitution?: number,
): EventPath {
  const { history } = outcome;
  if (history === undefined) throw new InvalidInputError("outcome.history", history, "is missing: solve with the option history");
  const { dimension } = problem;
  const { rows, corners } = readRows(problem, outcome, history, contacts, from, to);
  const width = (dimension + 1) * contacts.length;
  const values = new Float64Array(rows.length * width);
  rows.forEach(({ impulse, velocity }, r) => {
    values.set(impulse, r * width);
    contacts.forEach((_, i) => {
      values[r * width + dimension * contacts.length + i] = velocity[(i + 1) * dimension - 1];
    });
  });
  const breaks = Float64Array.from(rows, ({ p }) => p);
  const exact =
    contacts.length === 1 && history.stretch === undefined
      ? slidingDerivatives(blockOf(problem, contacts[0]), problem.contacts[contacts[0]].friction, rows)
      : () => false;
  return {
    dimension,
    contacts,
    ...(restitution === undefined ? {} : { restitution }),
    breaks,
    corners,
    coefficients: interpolate(breaks, corners, values, width, exact),
    before: from,
  };
}

/** Writes them for a row, from an offset on. False: not known there. */
type Derivatives = (row: number, out: Slopes, at: number) => boolean;

/** A slip below this part of the fastest velocity has no direction to rely on. */
const SLIPPING = 1e-9;

/** Of a contact that slips: C = (-mu s/|s|, 1), v' = W C, and their derivatives, s the slip. */
function slidingDerivatives(block: readonly (readonly number[])[], friction: number, rows: readonly PathRow[]): Derivatives {
  const dimension = block.length;
  const tangents = dimension - 1;
  const fastest = rows.reduce((most, { velocity }) => Math.max(most, ...velocity.map(Math.abs)), 0);
  const times = (row: readonly number[], x: ArrayLike<number>, at: number) => row.reduce((sum, value, k) => sum + value * x[at + k], 0);
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, k) => sum + value * b[k], 0);
  return (row, [first, second, third], at) => {
    const { velocity, slips } = rows[row];
    const slip = velocity.slice(0, tangents);
    const speed = hypot(slip[0], slip[1] ?? 0);
    if (!slips || !(speed > SLIPPING * fastest)) return false;
    const unit = slip.map((value) => value / speed);
    for (let k = 0; k < tangents; k++) first[at + k] = -friction * unit[k];
    first[at + tangents] = 1;
    // u = s/|s|, |s|' = u . s':   u' = (s' - u |s|') / |s|,   u'' = (s'' - 2 u' |s|' - u |s|'') / |s|.
    const rate = slip.map((_, k) => times(block[k], first, at));
    const speedRate = dot(unit, rate);
    const turn = unit.map((value, k) => (rate[k] - value * speedRate) / speed);
    for (let k = 0; k < tangents; k++) second[at + k] = -friction * turn[k];
    second[at + tangents] = 0;
    const bend = slip.map((_, k) => times(block[k], second, at));
    const speedBend = dot(turn, rate) + dot(unit, bend);
    for (let k = 0; k < tangents; k++) third[at + k] = (-friction * (bend[k] - 2 * turn[k] * speedRate - unit[k] * speedBend)) / speed;
    third[at + tangents] = 0;
    for (const out of [first, second, third]) out[at + dimension] = times(block[tangents], out, at);
    return true;
  };
}

/** Polynomials of degree seven from row to row. */
function interpolate(
  breaks: Float64Array,
  corners: readonly number[],
  values: Float64Array,
  width: number,
  known: Derivatives,
): Float64Array {
  const intervals = breaks.length - 1;
  const out = new Float64Array(Math.max(0, intervals) * width * TERMS);
  const columns = createColumns(breaks, values, width);
  const slopes: Slopes = [new Float64Array(2 * width), new Float64Array(2 * width), new Float64Array(2 * width)];
  for (let c = 0; c + 1 < corners.length; c++) {
    const [low, high] = [corners[c], corners[c + 1]];
    // At a corner, the next row says whether what is known holds in this stretch.
    let slips = high - low > 1 && known(low + 1, slopes, 0) && known(low, slopes, 0);
    if (!slips) differences(columns, { low, high }, low, slopes, 0);
    for (let i = low; i < high; i++) {
      const ends = i + 1 === high;
      if ((!ends || slips) && known(i + 1, slopes, width)) slips = true;
      else if (ends && slips) goOn(slopes, width);
      else differences(columns, { low, high }, i + 1, slopes, width);
      const h = breaks[i + 1] - breaks[i];
      for (let k = 0; k < width; k++) {
        const [a1, a2, a3] = [h * slopes[0][k], 0.5 * h * h * slopes[1][k], (h * h * h * slopes[2][k]) / 6];
        const y = values[i * width + k];
        // What is left for the powers 4 to 7: value, slope, half the second and a sixth of the third derivative at the end.
        const r0 = values[(i + 1) * width + k] - y - a1 - a2 - a3;
        const r1 = h * slopes[0][width + k] - a1 - 2 * a2 - 3 * a3;
        const r2 = 0.5 * h * h * slopes[1][width + k] - a2 - 3 * a3;
        const r3 = (h * h * h * slopes[2][width + k]) / 6 - a3;
        const at = (i * width + k) * TERMS;
        out[at] = y;
        out[at + 1] = a1;
        out[at + 2] = a2;
        out[at + 3] = a3;
        out[at + 4] = 35 * r0 - 15 * r1 + 5 * r2 - r3;
        out[at + 5] = -84 * r0 + 39 * r1 - 14 * r2 + 3 * r3;
        out[at + 6] = 70 * r0 - 34 * r1 + 13 * r2 - 3 * r3;
        out[at + 7] = -20 * r0 + 10 * r1 - 4 * r2 + r3;
      }
      for (const slope of slopes) slope.copyWithin(0, width);
    }
  }
  return out;
}

/** Slip stops at the end of the stretch, a hair after the last row that knows its direction: straight on. */
function goOn([first, second, third]: Slopes, width: number): void {
  first.copyWithin(width, 0, width);
  second.fill(0, width);
  third.fill(0, width);
}

/** The interval that holds an impulse, looked for from a guess on. */
export function intervalOf({ breaks }: EventPath, p: number, guess = 0): number {
  let i = Math.min(Math.max(guess, 0), breaks.length - 2);
  while (i > 0 && p < breaks[i]) i--;
  while (i < breaks.length - 2 && p > breaks[i + 1]) i++;
  return i;
}

/** A column at an impulse inside interval i. */
export function valueAt(path: EventPath, column: number, i: number, p: number): number {
  const { breaks, coefficients: c } = path;
  const x = (p - breaks[i]) / (breaks[i + 1] - breaks[i]);
  const at = (i * columnsOf(path) + column) * TERMS;
  return c[at] + x * (c[at + 1] + x * (c[at + 2] + x * (c[at + 3] + x * (c[at + 4] + x * (c[at + 5] + x * (c[at + 6] + x * c[at + 7]))))));
}

/** Its derivative by the impulse. */
export function slopeAt(path: EventPath, column: number, i: number, p: number): number {
  const { breaks, coefficients: c } = path;
  const h = breaks[i + 1] - breaks[i];
  const x = (p - breaks[i]) / h;
  const at = (i * columnsOf(path) + column) * TERMS;
  const tail = 4 * c[at + 4] + x * (5 * c[at + 5] + x * (6 * c[at + 6] + x * 7 * c[at + 7]));
  return (c[at + 1] + x * (2 * c[at + 2] + x * (3 * c[at + 3] + x * tail))) / h;
}

/** Column of the normal impulse of contact i of the event, and of its normal velocity. */
export const impulseColumn = ({ dimension }: EventPath, i: number): number => (i + 1) * dimension - 1;
export const velocityColumn = ({ dimension, contacts }: EventPath, i: number): number => dimension * contacts.length + i;

/** Rate of the work of the normal impulses of some contacts at an impulse inside interval i: sum of C_n v_n, m/s. */
export function workRate(path: EventPath, of: readonly number[], i: number, p: number): number {
  let rate = 0;
  for (const contact of of) rate += slopeAt(path, impulseColumn(path, contact), i, p) * valueAt(path, velocityColumn(path, contact), i, p);
  return rate;
}

/** Work of the normal impulses of some contacts from an impulse to the end, without loss of digits where little is left. */
export interface WorkLeft {
  /** @param z impulse from there to the end of the event, N s, in interval i */
  from(i: number, z: number): number;
}

/** Powers of a product of two polynomials of degree six and seven, integrated. */
const PRODUCT = 2 * TERMS - 1;

export function workLeft(path: EventPath, of: readonly number[]): WorkLeft {
  const { breaks, coefficients } = path;
  const intervals = breaks.length - 1;
  const columns = columnsOf(path);
  // Of each interval: coefficients of the work from y before its end to its end, in powers 1, 2, ... of y.
  const tails = new Float64Array(intervals * PRODUCT);
  const after = new Float64Array(intervals);
  const impulse = new Float64Array(TERMS);
  const velocity = new Float64Array(TERMS);
  for (let i = intervals - 1; i >= 0; i--) {
    const at = i * PRODUCT;
    for (const contact of of) {
      seenFromTheEnd(coefficients, (i * columns + impulseColumn(path, contact)) * TERMS, impulse);
      seenFromTheEnd(coefficients, (i * columns + velocityColumn(path, contact)) * TERMS, velocity);
      for (let j = 1; j < TERMS; j++) for (let k = 0; k < TERMS; k++) tails[at + j + k - 1] -= (j * impulse[j] * velocity[k]) / (j + k);
    }
    if (i > 0) {
      let whole = 0;
      for (let k = 0; k < PRODUCT; k++) whole += tails[at + k];
      after[i - 1] = after[i] + whole;
    }
  }
  const end = breaks[intervals];
  return {
    from(i, z) {
      const y = (z - (end - breaks[i + 1])) / (breaks[i + 1] - breaks[i]);
      let sum = 0;
      for (let k = PRODUCT - 1; k >= 0; k--) sum = y * (sum + tails[i * PRODUCT + k]);
      return after[i] + sum;
    },
  };
}

/** The polynomial in y = 1 - x. */
function seenFromTheEnd(coefficients: Float64Array, at: number, out: Float64Array): void {
  for (let k = 0; k < TERMS; k++) out[k] = coefficients[at + k];
  for (let round = 0; round < TERMS; round++) for (let k = TERMS - 2; k >= round; k--) out[k] += out[k + 1];
  for (let k = 1; k < TERMS; k += 2) out[k] = -out[k];
}

/** Impulses where the work of some contacts has a minimum inside the event: its rate rises through zero. Ascending. */
export function workMinima(path: EventPath, of: readonly number[]): number[] {
  return risesThroughZero(path, (i, p) => workRate(path, of, i, p));
}

/** Impulses where the normal velocity of a contact rises through zero inside the event. Ascending. */
export function stops(path: EventPath, contact: number): number[] {
  const column = velocityColumn(path, contact);
  return risesThroughZero(path, (i, p) => valueAt(path, column, i, p));
}

function risesThroughZero({ breaks }: EventPath, f: (i: number, p: number) => number): number[] {
  const found: number[] = [];
  let below = breaks.length < 2 ? 0 : f(0, 0);
  for (let i = 0; i + 1 < breaks.length; i++) {
    const above = f(i, breaks[i + 1]);
    // What was below zero at the end of an interval may by rounding not be so at the beginning of the next.
    if (below < 0 && above >= 0) found.push(f(i, breaks[i]) >= 0 ? breaks[i] : findRoot((p) => f(i, p), breaks[i], breaks[i + 1]));
    below = above;
  }
  return found;
}
