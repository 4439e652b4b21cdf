/**
 * Answers to the tasks of a fit.
 *
 * Rows of residuals are divided by their scales, z, and cost log(1 + |z|^2) each: a motion that goes another way costs a bounded amount.
 * With w = 1 / (1 + |z|^2) the normal equations are A = sum w J^T J, g = sum w J^T z; the columns of J are the
 * derivatives of the motion where it has them, else central differences, at a bound one-sided ones.
 *
 * Where the events on the way come in another order at the two ends of a difference, or a residual differs by more than 3 between them,
 * the rows from there on have no derivative: they stay in the cost and have no weight in A and g. A derivative of the motion that would
 * carry a residual over such a jump ends there, too.
 *
 * Numbers of the recording alone (its own parameters, its start) are eliminated: with S their columns and C^-1 their prior precision,
 *
 *     A -= B H^-1 B^T     g -= B H^-1 h     H = S^T S + C^-1     B = J^T S     h = S^T z + C^-1 (u - u_0)
 */
import { log1p } from "../math/elementary.js";
import { choleskyFactor, choleskySolve } from "../math/solve.js";
import {
  type Difference,
  type FitAnswer,
  type FitPoint,
  type FitSubject,
  type FitTask,
  type Misfit,
  type Move,
  movedPoint,
  type Slope,
} from "./tasks.js";

/** Scaled residuals that differ by more than this between the ends of a difference are of two different motions. */
const JUMP = 3;

/** Parts of the answer to `normal`. */
export interface NormalEquations {
  /** Robust. */
  readonly cost: number;
  /** Compared. */
  readonly rows: number;
  /** Rows without a derivative. */
  readonly dropped: number;
  /** g. */
  readonly gradient: readonly number[];
  /** A, rows. */
  readonly matrix: readonly (readonly number[])[];
  /** How the numbers of the recording alone go with the others: u += -h - M dx. */
  readonly ownGradient: readonly number[];
  /** M, rows. */
  readonly ownMatrix: readonly (readonly number[])[];
}

/** Computes one task. */
export function answerTask(subject: FitSubject, task: FitTask): FitAnswer {
  switch (task.what) {
    case "cost":
      return task.label >= 0
        ? [costAt(subject, task)]
        : Array.from({ length: subject.labels }, (_, label) => costAt(subject, { ...task, label }));
    case "normal":
      return packed(normalEquations(subject, task));
    case "score":
      return subject.score?.(task) ?? [];
    case "apart":
      return subject.apart?.(task, { ...task, ...task.other }) ?? [];
    case "rows":
      return [...subject.misfit(task).residuals];
    case "bound":
      return subject.bound === undefined ? [] : [subject.bound(task)];
  }
}

type Scaled = Pick<FitTask, "scales">;

function costAt(subject: FitSubject, task: FitTask): number {
  return rowCosts(subject, scaled(subject, subject.misfit(task).residuals, task)) + ownCost(subject, task);
}

function scaled({ width, lengths }: FitSubject, rows: Float64Array, { scales }: Scaled): Float64Array {
  return rows.map((value, i) => value / scales[i % width < lengths ? 0 : 1]);
}

function rowCosts({ width }: FitSubject, z: Float64Array): number {
  let cost = 0;
  for (let row = 0; row < z.length; row += width) {
    let square = 0;
    for (let c = 0; c < width; c++) square += z[row + c] * z[row + c];
    cost += log1p(square);
  }
  return cost;
}

function ownCost(subject: FitSubject, { recording, own }: FitPoint): number {
  if (own.length === 0) return 0;
  const { centre, precision } = subject.own(recording);
  const away = own.map((value, i) => value - (centre[i] ?? 0));
  return away.reduce((sum, value, i) => sum + value * away.reduce((all, other, j) => all + (precision[i]?.[j] ?? 0) * other, 0), 0);
}

/** Cost and normal equations of one recording. */
export function normalEquations(subject: FitSubject, task: FitTask): NormalEquations {
  const centre = subject.misfit(task);
  const z = scaled(subject, centre.residuals, task);
  const rows = z.length / subject.width;
  const { free = [], differences = [] } = task;
  const alone = task.own.length === 0 ? undefined : subject.own(task.recording);
  const moves: Move[] = [
    ...free.map((place, i): Move => ({ of: "values", place, difference: differences[i] })),
    ...task.own.map((_, place): Move => ({ of: "own", place, difference: bothWays(alone?.differences[place] ?? 1) })),
  ];
  const exact = subject.slopes?.(task, centre, moves) ?? [];
  const columns = moves.map((move, i) => {
    const slope = exact[i];
    return slope === undefined
      ? columnOf(subject, task, centre, move)
      : untilJump(subject, scaled(subject, slope.values, task), slope, move);
  });
  const [shared, own] = [columns.slice(0, free.length), columns.slice(free.length)];
  const until = columns.reduce((least, column) => Math.min(least, column.until), rows);
  const weights = Float64Array.from({ length: rows }, (_, row) => (row < until ? weightOf(subject, z, row) : 0));
  const product = (a: Float64Array, b: Float64Array) => {
    let sum = 0;
    for (let row = 0; row < until; row++) {
      let part = 0;
      for (let c = row * subject.width; c < (row + 1) * subject.width; c++) part += a[c] * b[c];
      sum += weights[row] * part;
    }
    return sum;
  };
  const matrix = shared.map((a) => shared.map((b) => product(a.values, b.values)));
  const gradient = shared.map((a) => product(a.values, z));
  const cost = rowCosts(subject, z) + ownCost(subject, task);
  const plain = { cost, rows, dropped: rows - until, gradient, matrix, ownGradient: [], ownMatrix: [] };
  if (alone === undefined) return plain;
  const away = task.own.map((value, i) => value - alone.centre[i]);
  const h = own.map((a, i) => product(a.values, z) + away.reduce((sum, value, j) => sum + alone.precision[i][j] * value, 0));
  const inner = own.map((a, i) => own.map((b, j) => product(a.values, b.values) + alone.precision[i][j]));
  const factor = choleskyFactor(inner);
  if (factor === undefined) return plain;
  const cross = shared.map((a) => own.map((b) => product(a.values, b.values)));
  const ownGradient = [...choleskySolve(factor, h)];
  const solved = cross.map((row) => choleskySolve(factor, row));
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0);
  return {
    ...plain,
    gradient: gradient.map((value, i) => value - dot(cross[i], ownGradient)),
    matrix: matrix.map((row, i) => row.map((value, j) => value - dot(cross[i], solved[j]))),
    ownGradient,
    ownMatrix: task.own.map((_, k) => shared.map((__, i) => solved[i][k])),
  };
}

function weightOf({ width }: FitSubject, z: Float64Array, row: number): number {
  let square = 0;
  for (let c = row * width; c < (row + 1) * width; c++) square += z[c] * z[c];
  return 1 / (1 + square);
}

const bothWays = (difference: number): Difference => [-difference, difference];

/** By a difference. */
function columnOf(subject: FitSubject, task: FitTask, centre: Misfit, move: Move): Slope {
  const [low, high] = move.difference;
  const [below, above] = [low, high].map((by) => (by === 0 ? centre : subject.misfit(movedPoint(task, move, by))));
  const up = scaled(subject, above.residuals, task);
  const down = scaled(subject, below.residuals, task);
  let until = Math.min(firstChange(above, centre), firstChange(below, centre));
  for (let i = 0; i < up.length; i++) if (Math.abs(up[i] - down[i]) > JUMP) until = Math.min(until, Math.floor(i / subject.width));
  return { values: up.map((value, i) => (value - down[i]) / (high - low)), until };
}

/** An exact column, up to where it would carry residuals over a jump between the ends of the difference. */
function untilJump({ width }: FitSubject, values: Float64Array, { until }: Slope, { difference: [low, high] }: Move): Slope {
  const jump = values.findIndex((value) => Math.abs(value) * (high - low) > JUMP);
  return { values, until: jump < 0 ? until : Math.min(until, Math.floor(jump / width)) };
}

/** The first row after the first event that is another one. */
function firstChange(a: Misfit, b: Misfit): number {
  if (a.failure !== undefined || b.failure !== undefined) return 0;
  const most = Math.max(a.events.length, b.events.length);
  for (let i = 0; i < most; i++) {
    const [one, other] = [a.events[i], b.events[i]];
    if (one?.word !== other?.word) return Math.min(one?.row ?? other.row, other?.row ?? one.row);
  }
  return Number.POSITIVE_INFINITY;
}

function packed({ cost, rows, dropped, gradient, matrix, ownGradient, ownMatrix }: NormalEquations): number[] {
  return [cost, rows, dropped, ...gradient, ...matrix.flat(), ...ownGradient, ...ownMatrix.flat()];
}

/** The parts of an answer to a `normal` with so many values moved and so many numbers of the recording's own. */
export function unpackedNormal(answer: FitAnswer, free: number, own: number): NormalEquations {
  const rowsOf = (from: number, count: number, length: number) =>
    Array.from({ length: count }, (_, i) => answer.slice(from + i * length, from + (i + 1) * length));
  const at = 3 + free + free * free;
  return {
    cost: answer[0],
    rows: answer[1],
    dropped: answer[2],
    gradient: answer.slice(3, 3 + free),
    matrix: rowsOf(3 + free, free, free),
    ownGradient: answer.slice(at, at + own),
    ownMatrix: rowsOf(at + own, own, free),
  };
}
