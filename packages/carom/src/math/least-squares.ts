/**
 * The shortest least-squares solution of A x = b for a matrix whose rank is not known beforehand.
 *
 * Columns are taken one after the other, always the one furthest from those before, and turned into axes by reflections: A P = Q [R S; 0
 * 0]. Where columns are left over (rank < columns), the trapezoid [R S] is turned from the right in the same way, [R S] = [T 0] Z, and
 *
 *     x = P Z^T [T^-1 Q^T b; 0]
 *
 * is the one solution with the smallest norm: it does not depend on the order of columns or rows.
 *
 * Source: Golub and Van Loan, Matrix Computations, section 5.5 (complete orthogonal decomposition).
 */

export interface LeastSquares {
  /** Row by row, `rows` x `columns`; the caller writes it, `solve` overwrites it. */
  readonly matrix: Float64Array;
  /**
   * Solves with the first `rows` rows and `columns` columns (row by row with that many columns) of `matrix`. `b` is overwritten. Returns
   * the rank.
   */
  solve(rows: number, columns: number, b: Float64Array, x: Float64Array): number;
  /** The first part of `solve`, which knows nothing of `b`. Returns the rank. */
  factor(rows: number, columns: number): number;
  /** The rest of it, for as many `b` as are asked after `factor`. `b` is overwritten. */
  solveFactored(b: Float64Array, x: Float64Array): void;
}

/** A column closer than this, relative to the longest, to the span of the others adds nothing. */
export const DEPENDENT_COLUMN = 1e-11;

export function createLeastSquares(mostRows: number, mostColumns: number, tolerance = DEPENDENT_COLUMN): LeastSquares {
  const matrix = new Float64Array(mostRows * mostColumns);
  const order = new Int32Array(mostColumns);
  const y = new Float64Array(mostColumns);
  /** Of the reflections from the left: what stands in their heads, where the matrix has its diagonal, and their factors. */
  const heads = new Float64Array(mostColumns);
  const leftFactors = new Float64Array(mostColumns);
  const fromRight: FromRight = { matrix, diagonal: new Float64Array(mostColumns), factors: new Float64Array(mostColumns) };
  /** Of columns. */
  const sums = new Float64Array(mostColumns);
  /** Of the matrix factored last. */
  const last = { rows: 0, columns: 0, rank: 0 };

  function solve(rows: number, columns: number, b: Float64Array, x: Float64Array): number {
    const rank = factor(rows, columns);
    solveFactored(b, x);
    return rank;
  }

  function factor(rows: number, columns: number): number {
    last.rows = rows;
    last.columns = columns;
    last.rank = turnLeft(rows, columns);
    turnRight(fromRight, last.rank, columns);
    return last.rank;
  }

  function solveFactored(b: Float64Array, x: Float64Array): void {
    const { rows, columns, rank } = last;
    for (let k = 0; k < rank; k++) {
      let product = 0;
      for (let i = k; i < rows; i++) product += (i === k ? heads[k] : matrix[i * columns + k]) * b[i];
      product *= leftFactors[k];
      b[k] -= product * heads[k];
      for (let i = k + 1; i < rows; i++) b[i] -= product * matrix[i * columns + k];
    }
    shortest(fromRight, rank, columns, b, y);
    for (let j = 0; j < columns; j++) x[order[j]] = y[j];
  }

  /** Turns columns into axes; returns the rank. */
  function turnLeft(rows: number, columns: number): number {
    for (let j = 0; j < columns; j++) order[j] = j;
    const most = Math.min(rows, columns);
    let rank = 0;
    let longest = 0;
    for (; rank < most; rank++) {
      const length = bringFurthest(rank, rows, columns);
      longest = Math.max(longest, length);
      if (!(length > tolerance * longest) || length === 0) break;
      const diagonal = rank * columns + rank;
      const head = matrix[diagonal];
      const sum = head + (head < 0 ? -length : length);
      matrix[diagonal] = sum;
      heads[rank] = sum;
      leftFactors[rank] = 1 / (Math.abs(sum) * length);
      reflect(rank, rows, columns);
      matrix[diagonal] = head < 0 ? length : -length;
    }
    return rank;
  }

  /** Reflects the columns after this one as it is reflected onto its axis: row by row, as the matrix lies in memory. */
  function reflect(rank: number, rows: number, columns: number): void {
    sums.fill(0, rank + 1, columns);
    for (let i = rank; i < rows; i++) {
      const own = matrix[i * columns + rank];
      for (let j = rank + 1; j < columns; j++) sums[j] += own * matrix[i * columns + j];
    }
    for (let j = rank + 1; j < columns; j++) sums[j] *= leftFactors[rank];
    for (let i = rank; i < rows; i++) {
      const own = matrix[i * columns + rank];
      for (let j = rank + 1; j < columns; j++) matrix[i * columns + j] -= sums[j] * own;
    }
  }

  function bringFurthest(from: number, rows: number, columns: number): number {
    let furthest = from;
    let largest = -1;
    sums.fill(0, from, columns);
    for (let i = from; i < rows; i++) for (let j = from; j < columns; j++) sums[j] += matrix[i * columns + j] * matrix[i * columns + j];
    for (let j = from; j < columns; j++)
      if (sums[j] > largest) {
        largest = sums[j];
        furthest = j;
      }
    if (furthest !== from) {
      for (let i = 0; i < rows; i++) {
        const value = matrix[i * columns + from];
        matrix[i * columns + from] = matrix[i * columns + furthest];
        matrix[i * columns + furthest] = value;
      }
      const name = order[from];
      order[from] = order[furthest];
      order[furthest] = name;
    }
    return Math.sqrt(largest);
  }

  return { matrix, solve, factor, solveFactored };
}

/** What reflections from the right leave. */
interface FromRight {
  /** With their heads on the diagonal. */
  readonly matrix: Float64Array;
  /** What stands there without them. */
  readonly diagonal: Float64Array;
  readonly factors: Float64Array;
}

/** Turns [R S], from the last row up: row k, within columns k and rank.., onto its diagonal. */
function turnRight({ matrix, diagonal, factors }: FromRight, rank: number, columns: number): void {
  for (let k = rank - 1; k >= 0 && rank < columns; k--) {
    let square = matrix[k * columns + k] * matrix[k * columns + k];
    for (let j = rank; j < columns; j++) square += matrix[k * columns + j] * matrix[k * columns + j];
    const length = Math.sqrt(square);
    const head = matrix[k * columns + k];
    const sum = head + (head < 0 ? -length : length);
    factors[k] = 1 / (Math.abs(sum) * length);
    matrix[k * columns + k] = sum;
    for (let i = 0; i < k; i++) {
      let product = matrix[i * columns + k] * sum;
      for (let j = rank; j < columns; j++) product += matrix[i * columns + j] * matrix[k * columns + j];
      product *= factors[k];
      matrix[i * columns + k] -= product * sum;
      for (let j = rank; j < columns; j++) matrix[i * columns + j] -= product * matrix[k * columns + j];
    }
    diagonal[k] = head < 0 ? length : -length;
  }
}

/** The shortest y with [R S] y = b. */
function shortest({ matrix, diagonal, factors }: FromRight, rank: number, columns: number, b: Float64Array, y: Float64Array): void {
  y.fill(0, 0, columns);
  for (let k = rank - 1; k >= 0; k--) {
    let sum = b[k];
    for (let j = k + 1; j < rank; j++) sum -= matrix[k * columns + j] * y[j];
    y[k] = sum / (rank < columns ? diagonal[k] : matrix[k * columns + k]);
  }
  for (let k = 0; k < rank && rank < columns; k++) {
    const sum = matrix[k * columns + k];
    let product = y[k] * sum;
    for (let j = rank; j < columns; j++) product += y[j] * matrix[k * columns + j];
    product *= factors[k];
    y[k] -= product * sum;
    for (let j = rank; j < columns; j++) y[j] -= product * matrix[k * columns + j];
  }
}
