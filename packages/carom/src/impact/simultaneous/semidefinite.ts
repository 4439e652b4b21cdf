/**
 * A x = b for a symmetric positive semidefinite matrix A that may well be singular: the solution of least norm.
 *
 * Cholesky with pivoting, A = L L^T, stops where what is left of the diagonal is rounding. With the rows P that were pivots and the others
 * Q,
 *
 *     x_P = A_PP^-1 b_P,  x_Q = 0                    solves A x = b (b in the range of A)
 *     n_j = e_j - A_PP^-1 A_Pj,  j in Q              span the null space
 *
 * and x less its part in that space is the solution of least norm, which does not depend on the order of the pivots. "Rounding" is measured
 * against each diagonal element by itself, so that the units of the unknowns do not matter to the rank.
 */

export interface SemidefiniteSolver {
  /** Takes a matrix of `size` rows, row by row, of which it reads the lower triangle and keeps nothing; returns its rank. */
  readonly factor: (matrix: Float64Array, size: number) => number;
  /** The solution of least norm for the matrix factored last. */
  readonly solve: (right: Float64Array, solution: Float64Array) => void;
}

/** What is left of a diagonal element below this part of it, for each row of the matrix, is rounding. */
const ROUNDING = 32 * Number.EPSILON;

/** For matrices of up to `capacity` rows. Allocates here and never again. */
export function createSemidefiniteSolver(capacity: number): SemidefiniteSolver {
  const lower = new Float64Array(capacity * capacity);
  const left = new Float64Array(capacity);
  const diagonal = new Float64Array(capacity);
  /** Rows in the order of elimination: pivots first, then those without one. */
  const order = new Int32Array(capacity);
  /**
   * Null vectors on the rows with a pivot, one after another in the order of elimination, and the Cholesky factor of their inner products.
   */
  const nullVectors = new Float64Array(capacity * capacity);
  const gram = new Float64Array(capacity * capacity);
  const work = new Float64Array(capacity);
  let size = 0;
  let rank = 0;

  function factor(matrix: Float64Array, rows: number): number {
    size = rows;
    for (let i = 0; i < size; i++) {
      order[i] = i;
      left[i] = diagonal[i] = matrix[i * size + i];
    }
    const tolerance = ROUNDING * size;
    for (rank = 0; rank < size; rank++) {
      let best = -1;
      let most = tolerance;
      for (let m = rank; m < size; m++) {
        const i = order[m];
        if (left[i] > most * diagonal[i]) {
          most = left[i] / diagonal[i];
          best = m;
        }
      }
      if (best < 0) break;
      const pivot = order[best];
      order[best] = order[rank];
      order[rank] = pivot;
      const root = Math.sqrt(left[pivot]);
      lower[pivot * size + rank] = root;
      for (let m = rank + 1; m < size; m++) {
        const i = order[m];
        let rest = i > pivot ? matrix[i * size + pivot] : matrix[pivot * size + i];
        for (let k = 0; k < rank; k++) rest -= lower[i * size + k] * lower[pivot * size + k];
        const element = rest / root;
        lower[i * size + rank] = element;
        left[i] -= element * element;
      }
    }
    if (rank < size) findNullSpace();
    return rank;
  }

  function findNullSpace(): void {
    const nullity = size - rank;
    for (let q = 0; q < nullity; q++) {
      const row = order[rank + q] * size;
      for (let k = 0; k < rank; k++) work[k] = -lower[row + k];
      backward(work);
      for (let k = 0; k < rank; k++) nullVectors[q * rank + k] = work[k];
    }
    for (let q = 0; q < nullity; q++)
      for (let p = 0; p <= q; p++) {
        let sum = p === q ? 1 : 0;
        for (let k = 0; k < rank; k++) sum += nullVectors[p * rank + k] * nullVectors[q * rank + k];
        for (let k = 0; k < p; k++) sum -= gram[q * nullity + k] * gram[p * nullity + k];
        // Never below one for a sum of squares with a one among them, were it not for rounding.
        gram[q * nullity + p] = p < q ? sum / gram[p * nullity + p] : Math.sqrt(Math.max(sum, 1));
      }
  }

  /** L^T y = x over the rows with a pivot, in place and in the order of elimination. */
  function backward(x: Float64Array): void {
    for (let k = rank - 1; k >= 0; k--) {
      let rest = x[k];
      for (let m = k + 1; m < rank; m++) rest -= lower[order[m] * size + k] * x[m];
      x[k] = rest / lower[order[k] * size + k];
    }
  }

  function solve(right: Float64Array, solution: Float64Array): void {
    for (let k = 0; k < rank; k++) {
      const row = order[k] * size;
      let rest = right[order[k]];
      for (let j = 0; j < k; j++) rest -= lower[row + j] * work[j];
      work[k] = rest / lower[row + k];
    }
    backward(work);
    for (let m = 0; m < size; m++) solution[order[m]] = m < rank ? work[m] : 0;
    if (rank < size) leaveNullSpace(solution);
  }

  function leaveNullSpace(x: Float64Array): void {
    const nullity = size - rank;
    for (let q = 0; q < nullity; q++) {
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += nullVectors[q * rank + k] * x[order[k]];
      for (let p = 0; p < q; p++) sum -= gram[q * nullity + p] * work[p];
      work[q] = sum / gram[q * nullity + q];
    }
    for (let q = nullity - 1; q >= 0; q--) {
      let sum = work[q];
      for (let p = q + 1; p < nullity; p++) sum -= gram[p * nullity + q] * work[p];
      work[q] = sum / gram[q * nullity + q];
    }
    for (let q = 0; q < nullity; q++) {
      x[order[rank + q]] -= work[q];
      for (let k = 0; k < rank; k++) x[order[k]] -= work[q] * nullVectors[q * rank + k];
    }
  }

  return { factor, solve };
}
