/**
 * The rows of an event, from the history of a law: impulses and velocities where the path is known to rounding, and the corners where its
 * derivatives jump.
 *
 * Where a single contact slips in space, histories for drawing are too coarse near the place where slip stops, because the direction of
 * slip turns fastest there. There the slip is followed anew from row to row, s' = W C with C = (-mu s/|s|, 1), and more rows are put
 * between.
 */
import type { ImpactHistory, ImpactOutcome } from "../impact/outcome.js";
import { hypot } from "../math/elementary.js";
import { createIntegrator } from "../math/ode/index.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";

/** What is known at one impulse, of the contacts of an event. */
export interface PathRow {
  /** Normal impulse of these contacts since the event began, N s. */
  readonly p: number;
  /** Since the event began, N s. */
  readonly impulse: readonly number[];
  /** m/s. */
  readonly velocity: readonly number[];
  readonly slips: boolean;
}

export interface PathRows {
  readonly rows: readonly PathRow[];
  /** Places of rows where derivatives jump, the first and the last included. */
  readonly corners: readonly number[];
}

/** Impulses closer than this, of that of the impact, are the same. */
const SAME = 1e-13;
/** Rows closer than this part of the impulse of an event, or of the impact, tell nothing more: their differences are rounding. */
const CLOSEST = 1e-7;
const CLOSEST_OF_ALL = 1e-10;
/** Rows closer than this part of the interval before are those of an integration that began anew; the path is not sharper there. */
const ANEW = 0.02;

/** Of the contacts that push from one impulse of the whole impact to another. */
export function readRows(
  problem: ContactProblem,
  { events }: ImpactOutcome,
  history: ImpactHistory,
  contacts: readonly number[],
  from: number,
  to: number,
): PathRows {
  const { dimension } = problem;
  const { normalImpulse, mode } = history;
  const total = normalImpulse[normalImpulse.length - 1];
  const same = SAME * total;
  const closest = Math.max(CLOSEST * (Math.min(to, total) - from), CLOSEST_OF_ALL * total);
  const marks = [...events.map(({ impulse }) => sumOfNormals(impulse, dimension)), ...changesOfMode(history)];
  const components = contacts.flatMap((contact) => Array.from({ length: dimension }, (_, k) => contact * dimension + k));
  const rows: PathRow[] = [];
  const corners: number[] = [];
  let start = Number.NaN;
  let first: readonly number[] = [];
  for (let row = 0; row < normalImpulse.length; row++) {
    if (normalImpulse[row] < from - same || normalImpulse[row] > to + same) continue;
    if (rows.length === 0) {
      start = normalImpulse[row];
      first = history.impulse[row];
    }
    const p = normalImpulse[row] - start;
    const gap = rows.length === 0 ? Infinity : p - rows[rows.length - 1].p;
    const isCorner = rows.length === 0 || marks.some((mark) => Math.abs(mark - normalImpulse[row]) <= same);
    if (gap <= same || (!isCorner && gap < Math.max(closest, ANEW * lastGap(rows, corners)))) continue;
    if (gap < closest && corners[corners.length - 1] !== rows.length - 1) rows.pop();
    rows.push({
      p,
      impulse: components.map((at) => history.impulse[row][at] - first[at]),
      velocity: components.map((at) => history.velocity[row][at]),
      slips: mode[row] === "slip",
    });
    if (isCorner) corners.push(rows.length - 1);
  }
  if (corners[corners.length - 1] !== rows.length - 1) corners.push(rows.length - 1);
  const isTurning = dimension === 3 && contacts.length === 1 && history.stretch === undefined;
  return isTurning
    ? followSlip(blockOf(problem, contacts[0]), problem.contacts[contacts[0]].friction, { rows, corners })
    : { rows, corners };
}

/** The interval before the last row; none where that is a corner. */
function lastGap(rows: readonly PathRow[], corners: readonly number[]): number {
  const last = rows.length - 1;
  return last < 1 || corners[corners.length - 1] === last ? 0 : rows[last].p - rows[last - 1].p;
}

/**
 * Impulses up to which contacts push or slip as they no longer do in the next row. Not all of these are events: a contact that would have
 * to pull drops out in silence.
 */
function changesOfMode({ normalImpulse, contacts = [] }: ImpactHistory): number[] {
  return normalImpulse.filter((_, row) => contacts.some(({ mode }) => row + 1 < mode.length && mode[row] !== mode[row + 1]));
}

function sumOfNormals(impulse: readonly number[], dimension: number): number {
  let sum = 0;
  for (let k = dimension - 1; k < impulse.length; k += dimension) sum += impulse[k];
  return sum;
}

/** Mobility of one contact, by rows. */
export function blockOf({ dimension, mobility }: ContactProblem, contact: number): number[][] {
  const offset = contact * dimension;
  return Array.from({ length: dimension }, (_, i) => mobility[offset + i].slice(offset, offset + dimension));
}

const TOLERANCE = 1e-13;
/** Of the impulse up to where slip stops: no row is further from the one before. */
const FARTHEST = 0.25;
/** In the same measure: nor nearer to the one after, so that rows are even enough for polynomials. */
const UNEVEN = 0.1;
/**
 * Of the last interval: so near to where slip stops its direction is left as it is. Nearer, an unstable direction would turn by rounding.
 */
const STOPPED = 1e-4;
/**
 * Slip below this part of that at the beginning of a stretch is none: at the corner where it stops, some is left by as much as impulses
 * that are the same may differ.
 */
const AT_REST = 1e-9;

/** Turning by more than this between two rows, rad, is too much for one polynomial. */
const SHARPEST = 0.1;
/** Turning by less, slip is straight; to follow it numerically would only add rounding, which grows where the direction is unstable. */
const STRAIGHT = 1e-9;

/** The same rows, with more of them between where slip is about to stop, and where it turns sharply. */
function followSlip(block: Block, friction: number, { rows, corners }: PathRows): PathRows {
  const result: PathRow[] = [rows[0]];
  const ends: number[] = [0];
  for (let c = 0; c + 1 < corners.length; c++) {
    const [low, high] = [corners[c], corners[c + 1]];
    const slides = friction > 0 && high - low > 1 && rows[low + 1].slips && slipSpeed(rows[low]) > 0;
    const stops = slides && slipSpeed(rows[high]) <= AT_REST * slipSpeed(rows[low]);
    for (let i = low; i < high; i++) {
      const [first, last] = [rows[i], rows[i + 1]];
      // Where slip stops there is no direction any more: there the turn before counts.
      const before = i + 1 < high || i === low ? first : rows[i - 1];
      const angle = slides ? angleBetween(before, i + 1 < high ? last : first) : 0;
      const isSharp = slides && i + 1 < high && (stops ? angle : turnBetween(block, friction, first, last)) > SHARPEST;
      if (isSharp) result.push(...stepsBetween(block, friction, first, last));
      else if (stops && angle > STRAIGHT) result.push(...rowsAt(block, friction, first, targetsBefore(first, last, rows[high].p)));
      result.push(last);
    }
    ends.push(result.length - 1);
  }
  return { rows: result, corners: ends };
}

type Block = readonly (readonly number[])[];

const slipSpeed = ({ velocity }: PathRow) => hypot(velocity[0], velocity[1]);

/** How far slip turns from one row to the next, rad, or would at the rate it has at either. */
function turnBetween(block: Block, friction: number, first: PathRow, last: PathRow): number {
  const turnAt = ({ velocity: [x, y] }: PathRow) => {
    const speed = hypot(x, y);
    // s' = W C; the part of it across the slip turns it.
    const rate = (i: number) => (-friction * (block[i][0] * x + block[i][1] * y)) / speed + block[i][2];
    return (Math.abs(x * rate(1) - y * rate(0)) / (speed * speed)) * (last.p - first.p);
  };
  return Math.max(angleBetween(first, last), turnAt(first), turnAt(last));
}

/** Between the directions of slip of two rows, rad (its chord). */
function angleBetween(first: PathRow, last: PathRow): number {
  const [a, b] = [slipSpeed(first), slipSpeed(last)];
  return hypot(first.velocity[0] / a - last.velocity[0] / b, first.velocity[1] / a - last.velocity[1] / b);
}

/** Impulses between two rows of a stretch of slip that stops at an impulse. */
function targetsBefore(first: PathRow, last: PathRow, stop: number): number[] {
  const targets: number[] = [];
  const end = last.p === stop ? stop - STOPPED * (stop - first.p) : last.p;
  for (let p = first.p + FARTHEST * (stop - first.p); p < end - UNEVEN * (stop - p); p += FARTHEST * (stop - p)) targets.push(p);
  return targets;
}

function rowsAt(block: Block, friction: number, first: PathRow, targets: readonly number[]): PathRow[] {
  if (targets.length === 0) return [];
  const { integrator, row } = slipFrom(block, friction, first, targets[targets.length - 1] - first.p);
  return targets.map((p) => {
    integrator.advance(p);
    return row();
  });
}

/** Every step that the integration takes on the way. */
function stepsBetween(block: Block, friction: number, first: PathRow, last: PathRow): PathRow[] {
  const { integrator, row } = slipFrom(block, friction, first, last.p - first.p);
  const rows: PathRow[] = [];
  integrator.advance(last.p, () => {
    if (integrator.time < last.p - SAME * (last.p - first.p)) rows.push(row());
  });
  return rows;
}

/** The slip of a contact, ready to be followed from a row on. */
function slipFrom(block: Block, friction: number, { p: from, velocity: before, impulse }: PathRow, length: number) {
  const velocityAt = (p: number, y: ArrayLike<number>, i: number) =>
    before[i] + block[i][0] * (y[0] - impulse[0]) + block[i][1] * (y[1] - impulse[1]) + block[i][2] * (p - from);
  const absoluteTolerance = TOLERANCE * length * (1 + friction);
  const integrator = createIntegrator({ dimension: 2, relativeTolerance: TOLERANCE, absoluteTolerance }, (p, y, out) => {
    const [slip1, slip2] = [velocityAt(p, y, 0), velocityAt(p, y, 1)];
    const scale = -friction / hypot(slip1, slip2);
    out[0] = scale * slip1;
    out[1] = scale * slip2;
  });
  integrator.start(from, [impulse[0], impulse[1]]);
  const row = (): PathRow => {
    const { time: p, state } = integrator;
    return { p, impulse: [state[0], state[1], p], velocity: [0, 1, 2].map((i) => velocityAt(p, state, i)), slips: true };
  };
  return { integrator, row };
}
