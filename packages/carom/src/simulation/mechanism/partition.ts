/**
 * Speeds bound by J u = r, split into dependent and independent ones.
 *
 *     J = [J_D J_I]          u_D = J_D^-1 r - J_D^-1 J_I u_I          so u = G u_I + T r          J G = 0
 *
 * By elimination with complete pivoting: each step takes the largest number that is left, in any row and any column, so that the dependent
 * speeds are those which the constraints determine best, and the rank is the number of steps before nothing but rounding is left. Rows that
 * say the same as others are left over; T tells what their right-hand sides must be.
 *
 * Source: 004 chapter 2, eq. (2.7) to (2.12).
 */

/** What is left of a matrix, relative to its largest number, that is rounding. */
const RANK_TOLERANCE = 1e-9;

export interface Partition {
  /** J by rows, written before `factor`, which overwrites it. */
  readonly matrix: Float64Array;
  /** Number of constraints that say something of their own. */
  readonly rank: number;
  /** The smallest number divided by: small where the constraints nearly say the same. */
  readonly weakest: number;
  /**
   * Places of the dependent speeds, `rank` of them, in the order in which they were found; then those of the independent ones, ascending.
   */
  readonly order: Int32Array;
  /** Splits; `mayDepend` says which speeds may be dependent. Default: all. Returns the rank. */
  factor(mayDepend?: (speed: number) => boolean): number;
  /** u = G u_I for independent speeds, in the order of `order`. */
  expand(independent: Float64Array, out: Float64Array): void;
  /** G^T x. */
  reduce(x: Float64Array, out: Float64Array): void;
  /** T r: speeds with J u = r whose independent ones are zero. `out` is not `right`. */
  particular(right: Float64Array, out: Float64Array): void;
  /** The largest right-hand side that no speeds have, among those of the rows left over. */
  contradiction(right: Float64Array): number;
}

export function createPartition(rows: number, columns: number): Partition {
  const matrix = new Float64Array(rows * columns);
  /** The row operations: made of J, `matrix` is transform J. */
  const transform = new Float64Array(rows * rows);
  const rowOrder = new Int32Array(rows);
  const order = new Int32Array(columns);
  let rank = 0;
  let weakest = 0;

  function factor(mayDepend: (speed: number) => boolean = () => true): number {
    transform.fill(0);
    for (let i = 0; i < rows; i++) {
      transform[i * rows + i] = 1;
      rowOrder[i] = i;
    }
    for (let k = 0; k < columns; k++) order[k] = k;
    let largest = 0;
    for (const value of matrix) largest = Math.max(largest, Math.abs(value));
    for (rank = 0; rank < Math.min(rows, columns); rank++) {
      const pivot = findPivot(mayDepend);
      if (!(pivot > RANK_TOLERANCE * largest)) break;
      weakest = pivot;
      eliminate();
    }
    order.subarray(rank).sort();
    return rank;
  }

  /** Brings the largest number that is left to place `rank`, and returns its size. */
  function findPivot(mayDepend: (speed: number) => boolean): number {
    let [best, bestRow, bestColumn] = [0, rank, rank];
    for (let i = rank; i < rows; i++)
      for (let k = rank; k < columns; k++) {
        const value = Math.abs(matrix[rowOrder[i] * columns + order[k]]);
        if (value > best && mayDepend(order[k])) [best, bestRow, bestColumn] = [value, i, k];
      }
    [rowOrder[rank], rowOrder[bestRow]] = [rowOrder[bestRow], rowOrder[rank]];
    [order[rank], order[bestColumn]] = [order[bestColumn], order[rank]];
    return best;
  }

  /** Makes the pivot one and clears its column in all other rows. */
  function eliminate(): void {
    const row = rowOrder[rank];
    const column = order[rank];
    const scale = 1 / matrix[row * columns + column];
    for (let k = 0; k < columns; k++) matrix[row * columns + k] *= scale;
    for (let k = 0; k < rows; k++) transform[row * rows + k] *= scale;
    matrix[row * columns + column] = 1;
    for (let i = 0; i < rows; i++) {
      const part = matrix[i * columns + column];
      if (i === row || part === 0) continue;
      for (let k = 0; k < columns; k++) matrix[i * columns + k] -= part * matrix[row * columns + k];
      for (let k = 0; k < rows; k++) transform[i * rows + k] -= part * transform[row * rows + k];
      matrix[i * columns + column] = 0;
    }
  }

  function transformed(i: number, right: Float64Array): number {
    let sum = 0;
    for (let k = 0; k < rows; k++) sum += transform[rowOrder[i] * rows + k] * right[k];
    return sum;
  }

  return {
    matrix,
    get rank() {
      return rank;
    },
    get weakest() {
      return weakest;
    },
    order,
    factor,
    expand: (independent, out) => {
      for (let k = rank; k < columns; k++) out[order[k]] = independent[k - rank];
      for (let d = 0; d < rank; d++) {
        let sum = 0;
        for (let k = rank; k < columns; k++) sum -= matrix[rowOrder[d] * columns + order[k]] * independent[k - rank];
        out[order[d]] = sum;
      }
    },
    reduce: (x, out) => {
      for (let k = rank; k < columns; k++) {
        let sum = x[order[k]];
        for (let d = 0; d < rank; d++) sum -= matrix[rowOrder[d] * columns + order[k]] * x[order[d]];
        out[k - rank] = sum;
      }
    },
    particular: (right, out) => {
      out.fill(0);
      for (let d = 0; d < rank; d++) out[order[d]] = transformed(d, right);
    },
    contradiction: (right) => {
      let most = 0;
      for (let i = rank; i < rows; i++) most = Math.max(most, Math.abs(transformed(i, right)));
      return most;
    },
  };
}
