/**
 * The impulse direction where every contact shares with every other: there are more sharing rows S than directions to satisfy them, and of
 * all C that friction allows, with the normal parts adding up to one, the one with the least |S C|^2 is taken, the shortest where several
 * have the least.
 *
 * Friction leaves C = N y, N the null space of the rows of what sticks. Then
 *
 *     min |S N y|^2     h . y = 1,     h = N^T g
 *
 * which may have many solutions (sticking contacts hold each other in many ways). Rounds of
 *
 *     (Q + delta) y' = delta y + lambda h,     Q = N^T S^T S N
 *
 * from the shortest y that has h . y = 1 never leave it along what Q and h do not see, so they end at the shortest solution, without a
 * decision about ranks. Where the rows are those of opposing normals S has |c_r|, -|c_i| in each: Q has no positive entry off its diagonal,
 * and no share is negative.
 *
 * Letters: C direction, S sharing rows, g one at the normals. Source: ours.
 */
import type { NullSpace } from "../../math/null-space.js";

/** Scratch for problems of a number of columns. */
export interface AllPairs {
  readonly basis: Float64Array[];
  /** Q, then the Cholesky factor of Q + delta. */
  readonly square: Float64Array;
  readonly row: Float64Array;
  readonly seen: Float64Array;
  readonly h: Float64Array;
  readonly b: Float64Array;
  readonly y: Float64Array;
  readonly next: Float64Array;
}

export function createAllPairs(columns: number): AllPairs {
  const vector = () => new Float64Array(columns);
  return {
    basis: Array.from({ length: columns }, vector),
    square: new Float64Array(columns * columns),
    row: vector(),
    seen: vector(),
    h: vector(),
    b: vector(),
    y: vector(),
    next: vector(),
  };
}

/** delta, as a fraction of the mean of Q's diagonal. */
const DELTA = 1e-6;
/** Rounds take away what is left of anything that Q sees clearly by a factor of delta each. */
const MOST_ROUNDS = 8;
const SETTLED = 1e-15;

/**
 * Writes the direction in terms of the columns to `answer`. `space` has been factored with the rows of what sticks; `writeRow` writes
 * sharing row k over the columns to `work.row`; `normals` is g. False where no direction has a normal part.
 */
export function closestToAllPairs(
  work: AllPairs,
  space: NullSpace,
  normals: Float64Array,
  pairs: number,
  writeRow: (k: number) => void,
  answer: Float64Array,
): boolean {
  const { columns } = space;
  const free = columns - space.rank;
  for (let k = 0; k < free; k++) space.basisVector(k, work.basis[k]);
  const { basis, h, b, y, next, square } = work;
  let length = 0;
  let whole = 0;
  for (let k = 0; k < free; k++) {
    h[k] = dot(basis[k], normals, columns);
    length += h[k] * h[k];
  }
  for (let c = 0; c < columns; c++) whole += normals[c] * normals[c];
  if (!(length > NO_NORMAL * whole)) return false;

  measurePairs(work, columns, free, pairs, writeRow);
  let trace = 0;
  for (let k = 0; k < free; k++) trace += square[k * free + k];
  const delta = trace > 0 ? (DELTA * trace) / free : 1;
  factor(square, free, delta);
  for (let k = 0; k < free; k++) {
    b[k] = h[k];
    y[k] = h[k] / length;
  }
  solve(square, free, b);
  const along = dot(h, b, free);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (let k = 0; k < free; k++) next[k] = delta * y[k];
    solve(square, free, next);
    const lambda = (1 - dot(h, next, free)) / along;
    let change = 0;
    let largest = 0;
    for (let k = 0; k < free; k++) {
      const value = next[k] + lambda * b[k];
      change = Math.max(change, Math.abs(value - y[k]));
      largest = Math.max(largest, Math.abs(value));
      y[k] = value;
    }
    if (change <= SETTLED * largest) break;
  }
  for (let c = 0; c < columns; c++) {
    let sum = 0;
    for (let k = 0; k < free; k++) sum += basis[k][c] * y[k];
    answer[c] = sum;
  }
  return true;
}

/** Square of the normal part of a direction that has none. */
const NO_NORMAL = 1e-18;

/** Q = N^T S^T S N, row by row of S. */
function measurePairs(
  { basis, square, row, seen }: AllPairs,
  columns: number,
  free: number,
  pairs: number,
  writeRow: (k: number) => void,
): void {
  square.fill(0, 0, free * free);
  for (let p = 0; p < pairs; p++) {
    writeRow(p);
    for (let k = 0; k < free; k++) seen[k] = dot(basis[k], row, columns);
    for (let k = 0; k < free; k++) for (let l = 0; l <= k; l++) square[k * free + l] += seen[k] * seen[l];
  }
}

/** The lower Cholesky factor of the matrix plus delta, in place. */
function factor(matrix: Float64Array, size: number, delta: number): void {
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j] + (i === j ? delta : 0);
      for (let k = 0; k < j; k++) sum -= matrix[i * size + k] * matrix[j * size + k];
      matrix[i * size + j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / matrix[j * size + j];
    }
}

function solve(lower: Float64Array, size: number, x: Float64Array): void {
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] -= lower[i * size + k] * x[k];
    x[i] /= lower[i * size + i];
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] -= lower[k * size + i] * x[k];
    x[i] /= lower[i * size + i];
  }
}

function dot(one: Float64Array, other: Float64Array, length: number): number {
  let sum = 0;
  for (let k = 0; k < length; k++) sum += one[k] * other[k];
  return sum;
}
