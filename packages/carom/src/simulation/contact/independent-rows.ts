/**
 * Which of several rows say something that the others do not, and how the others follow from them.
 *
 *     G = R M^-1 R^T = L L^T          the row furthest from those before it next, until nothing is left of any
 *     R_other = T R_chosen            T = L_other L_chosen^-1
 *
 * Letters: R rows, M mass matrix, L triangular factor.
 * Source: Golub and Van Loan, Matrix Computations, section 4.2.8 (Cholesky factors of semidefinite matrices, with exchanges).
 */

export interface IndependentRows {
  /** Of how many rows; the first `rank` of `order` are the chosen ones. */
  readonly order: Int32Array;
  /** Of the rows after them in `order`, one after the other: `rank` numbers each. */
  readonly combination: Float64Array;
  /** Chooses by a matrix of products, `count` x `count`, of which the lower triangle is read; returns the rank. */
  choose(products: Float64Array, count: number): number;
  /** Solves G y = x among the chosen rows; `x` is overwritten. */
  solve(rank: number, x: Float64Array): void;
}

/** Square of the sine between a row and those before it, below which it is one of their combinations. */
const DEPENDENT = 1e-9;

export function createIndependentRows(most: number): IndependentRows {
  const order = new Int32Array(most);
  const combination = new Float64Array(most * most);
  /** Rows of L in the order of the rows, each with room for all. */
  const factor = new Float64Array(most * most);
  const left = new Float64Array(most);

  function choose(products: Float64Array, count: number): number {
    for (let i = 0; i < count; i++) {
      order[i] = i;
      left[i] = products[i * count + i];
    }
    let rank = 0;
    for (; rank < count; rank++) {
      const pivot = furthest(products, count, rank);
      if (pivot < 0) break;
      const row = order[pivot];
      order[pivot] = order[rank];
      order[rank] = row;
      const length = Math.sqrt(left[row]);
      factor[row * most + rank] = length;
      for (let k = rank + 1; k < count; k++) {
        const other = order[k];
        let sum = products[Math.max(row, other) * count + Math.min(row, other)];
        for (let j = 0; j < rank; j++) sum -= factor[row * most + j] * factor[other * most + j];
        const entry = sum / length;
        factor[other * most + rank] = entry;
        left[other] -= entry * entry;
      }
    }
    combine(count, rank);
    return rank;
  }

  /** Place in `order`; -1: what is left are combinations. */
  function furthest(products: Float64Array, count: number, rank: number): number {
    let found = -1;
    let largest = DEPENDENT;
    for (let k = rank; k < count; k++) {
      const row = order[k];
      const part = left[row] / products[row * count + row];
      if (part > largest) {
        largest = part;
        found = k;
      }
    }
    return found;
  }

  function combine(count: number, rank: number): void {
    for (let k = rank; k < count; k++) {
      const at = (k - rank) * rank;
      const from = order[k] * most;
      for (let j = rank - 1; j >= 0; j--) {
        let sum = factor[from + j];
        for (let i = j + 1; i < rank; i++) sum -= combination[at + i] * factor[order[i] * most + j];
        combination[at + j] = sum / factor[order[j] * most + j];
      }
    }
  }

  function solve(rank: number, x: Float64Array): void {
    for (let j = 0; j < rank; j++) {
      const row = order[j] * most;
      let sum = x[j];
      for (let i = 0; i < j; i++) sum -= factor[row + i] * x[i];
      x[j] = sum / factor[row + j];
    }
    for (let j = rank - 1; j >= 0; j--) {
      let sum = x[j];
      for (let i = j + 1; i < rank; i++) sum -= factor[order[i] * most + j] * x[i];
      x[j] = sum / factor[order[j] * most + j];
    }
  }

  return { order, combination, choose, solve };
}
