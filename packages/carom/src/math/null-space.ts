/**
 * The null space of a rectangular matrix whose rank is not known beforehand.
 *
 * The rows are scaled to unit length, so that the answer does not depend on their units. Householder reflections turn them one after the
 * other, always the one that is furthest from those before, into the axes:
 *
 *     H^T P = Q R,     |r_kk| = distance of row k from the span of the rows before it
 *
 * The rank is the number of distances above the tolerance; the last columns of Q are an orthonormal basis N of the null space, and N N^T g,
 * the part of a vector g in it, takes two passes of reflections and no basis.
 *
 * `createNullSpace` owns its arrays: fill `matrix`, call `factor`, ask. Nothing is allocated after that, so that it can stand in the
 * right-hand side of a differential equation.
 *
 * Source: QR with column pivoting, Businger and Golub (1965). Distances are computed anew in every step, which for small matrices costs no
 * more than updating them safely.
 */

/** A row closer than this to the span of the others says nothing that they do not say. */
export const DEPENDENT_ROW = 1e-9;

/** The null space of a matrix, with the arrays that it is found in. */
export interface NullSpace {
  /** Of the matrix. */
  readonly columns: number;
  /** Row by row; the caller writes it before `factor`, which overwrites it. */
  readonly matrix: Float64Array;
  /** Factors the first `rows` rows of `matrix` and returns their rank. Rows of zeros do not count. */
  factor(rows: number): number;
  /** Of the matrix factored last. */
  readonly rank: number;
  /** N N^T g, the part of g in the null space. `out` may be `g`. */
  project(g: Float64Array, out: Float64Array): void;
  /**
   * The shortest vector C of the null space with g . C = 1: C = N N^T g / (g . N N^T g). False where no vector of the null space has
   * a component along g; `out` is then zero. `out` must not be `g`.
   */
  shortestWithUnit(g: Float64Array, out: Float64Array): boolean;
  /** Column k of the basis, 0 <= k < columns - rank. */
  basisVector(k: number, out: Float64Array): void;
}

/** The arrays behind a `NullSpace`, and how far the matrix was factored. */
interface NullSpaceArrays {
  readonly columns: number;
  readonly tolerance: number;
  readonly matrix: Float64Array;
  /** Place in `matrix` of the rows, in the order in which they were taken. */
  readonly order: Int32Array;
  /** Reflection k is x -= factors[k] u (u . x) with u in row order[k] of `matrix`, from component k on. */
  readonly factors: Float64Array;
  readonly work: Float64Array;
  rank: number;
}

/** For matrices of up to so many rows. Rows nearer than the tolerance to the span of others count as dependent. */
export function createNullSpace(mostRows: number, columns: number, tolerance = DEPENDENT_ROW): NullSpace {
  const matrix = new Float64Array(mostRows * columns);
  const space: NullSpaceArrays = {
    columns,
    tolerance,
    matrix,
    order: new Int32Array(mostRows),
    factors: new Float64Array(Math.min(mostRows, columns)),
    work: new Float64Array(columns),
    rank: 0,
  };

  const shown = {
    columns,
    matrix,
    rank: 0,
    factor: (rows: number) => {
      shown.rank = factor(space, rows);
      return shown.rank;
    },
    project: (g: Float64Array, out: Float64Array) => project(space, g, out),
    shortestWithUnit: (g: Float64Array, out: Float64Array) => shortestWithUnit(space, g, out),
    basisVector: (k: number, out: Float64Array) => basisVector(space, k, out),
  };
  return shown;
}

function factor(space: NullSpaceArrays, rows: number): number {
  const { columns, tolerance, matrix, order } = space;
  const usable = normaliseRows(space, rows);
  space.rank = 0;
  while (space.rank < usable && space.rank < columns) {
    const distance = bringFurthestToFront(space, usable);
    if (!(distance > tolerance)) break;
    makeReflection(space, space.rank, distance);
    for (let r = space.rank + 1; r < usable; r++) reflect(space, space.rank, matrix, order[r] * columns);
    space.rank++;
  }
  return space.rank;
}

function normaliseRows(space: NullSpaceArrays, rows: number): number {
  const { columns, matrix, order } = space;
  let usable = 0;
  for (let r = 0; r < rows; r++) {
    const first = r * columns;
    let largest = 0;
    for (let c = 0; c < columns; c++) largest = Math.max(largest, Math.abs(matrix[first + c]));
    if (!(largest > 0)) continue;
    // Divided twice, because the squares of very small or large numbers leave the range of doubles.
    let square = 0;
    for (let c = 0; c < columns; c++) {
      matrix[first + c] /= largest;
      square += matrix[first + c] * matrix[first + c];
    }
    const length = Math.sqrt(square);
    for (let c = 0; c < columns; c++) matrix[first + c] /= length;
    order[usable++] = r;
  }
  return usable;
}

/** Swaps the row furthest from the span of those taken into place `rank` of the order; the first one of equals. Returns its distance. */
function bringFurthestToFront(space: NullSpaceArrays, usable: number): number {
  const { columns, matrix, order } = space;
  let furthest = space.rank;
  let largest = -1;
  for (let r = space.rank; r < usable; r++) {
    const first = order[r] * columns;
    let square = 0;
    for (let c = space.rank; c < columns; c++) square += matrix[first + c] * matrix[first + c];
    // A later row has to be clearly further: rounding must not decide between equals.
    if (square > largest * CLEARLY_FURTHER) {
      largest = square;
      furthest = r;
    }
  }
  const swap = order[space.rank];
  order[space.rank] = order[furthest];
  order[furthest] = swap;
  return Math.sqrt(largest);
}

function makeReflection(space: NullSpaceArrays, k: number, length: number): void {
  const { columns, matrix, order, factors } = space;
  const first = order[k] * columns;
  const head = matrix[first + k];
  const sum = head + (head < 0 ? -length : length);
  matrix[first + k] = sum;
  factors[k] = 1 / (Math.abs(sum) * length);
}

function reflect(space: NullSpaceArrays, k: number, vectors: Float64Array, at: number): void {
  const { columns, matrix, order, factors } = space;
  const first = order[k] * columns;
  let product = 0;
  for (let c = k; c < columns; c++) product += matrix[first + c] * vectors[at + c];
  product *= factors[k];
  for (let c = k; c < columns; c++) vectors[at + c] -= product * matrix[first + c];
}

function project(space: NullSpaceArrays, g: Float64Array, out: Float64Array): void {
  if (out !== g) out.set(g);
  for (let k = 0; k < space.rank; k++) reflect(space, k, out, 0);
  for (let k = 0; k < space.rank; k++) out[k] = 0;
  for (let k = space.rank - 1; k >= 0; k--) reflect(space, k, out, 0);
}

function shortestWithUnit(space: NullSpaceArrays, g: Float64Array, out: Float64Array): boolean {
  const { columns, tolerance } = space;
  project(space, g, out);
  let inside = 0;
  let whole = 0;
  for (let c = 0; c < columns; c++) {
    inside += g[c] * out[c];
    whole += g[c] * g[c];
  }
  if (!(inside > tolerance * tolerance * whole)) {
    out.fill(0);
    return false;
  }
  for (let c = 0; c < columns; c++) out[c] /= inside;
  return true;
}

function basisVector(space: NullSpaceArrays, k: number, out: Float64Array): void {
  const { work } = space;
  work.fill(0);
  work[space.rank + k] = 1;
  for (let r = space.rank - 1; r >= 0; r--) reflect(space, r, work, 0);
  out.set(work);
}

/** Ratio of squared distances. */
const CLEARLY_FURTHER = 1 + 1e-10;

/** An orthonormal basis of the null space of a matrix given by its rows: columns - rank vectors. */
export function nullSpaceOf(rows: readonly (readonly number[])[], columns: number, tolerance = DEPENDENT_ROW): Float64Array[] {
  const space = createNullSpace(rows.length, columns, tolerance);
  rows.forEach((row, r) => {
    space.matrix.set(row, r * columns);
  });
  const rank = space.factor(rows.length);
  return Array.from({ length: columns - rank }, (_, k) => {
    const vector = new Float64Array(columns);
    space.basisVector(k, vector);
    return vector;
  });
}
