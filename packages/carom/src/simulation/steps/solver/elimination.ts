/**
 * L U of a matrix of 6 x 6 blocks with a symmetric pattern, and what is solved with it: A = M + sum J_i^T K_i J_i.
 *
 *     D_k := D_k^-1,   L_ik := A_ik D_k^-1,   A_ij -= L_ik A_kj        for every two blocks of column k
 *
 * Rows are exchanged inside a block only: the matrix is a mass matrix plus what contacts add, and a pivot that vanishes is reported.
 * Source: own study, dense contact section 4.
 */
import { blockTimes, invertBlock, multiplyInto, subtractBlockTimes, subtractProduct } from "./block.js";
import { BLOCK, GROUND, ROWS, SPEEDS, type StepProblem } from "./problem.js";
import type { Elimination } from "./symbolic.js";

/** Blocks of a matrix, then of its factors; rows and columns stand in the order of the elimination. */
export interface BlockMatrix {
  readonly diagonal: Float64Array;
  /** Below the diagonal, by the blocks of the elimination. */
  readonly lower: Float64Array;
  /** Above it: the mirror image of each of these. */
  readonly upper: Float64Array;
  /** To work in. */
  readonly exchanged: Int32Array;
  readonly right: Float64Array;
  readonly product: Float64Array;
}

export function createBlockMatrix({ bodyCount, rows }: Elimination): BlockMatrix {
  return {
    diagonal: new Float64Array(BLOCK * bodyCount),
    lower: new Float64Array(BLOCK * rows.length),
    upper: new Float64Array(BLOCK * rows.length),
    exchanged: new Int32Array(SPEEDS),
    right: new Float64Array(SPEEDS * bodyCount),
    product: new Float64Array(3 * SPEEDS),
  };
}

/** M + sum J^T K J, with nine numbers of K for each contact, row by row. */
export function assemble(matrix: BlockMatrix, { place, contactBlocks, order }: Elimination, problem: StepProblem, k: Float64Array): void {
  const { diagonal, lower, upper, product } = matrix;
  const { bodies, jacobian, mass, contactCount, bodyCount } = problem;
  lower.fill(0);
  upper.fill(0);
  for (let at = 0; at < bodyCount; at += 1) {
    const from = BLOCK * order[at];
    for (let c = 0; c < BLOCK; c += 1) diagonal[BLOCK * at + c] = mass[from + c];
  }
  for (let i = 0; i < contactCount; i += 1) {
    const first = bodies[2 * i];
    const second = bodies[2 * i + 1];
    const rows = ROWS * i;
    const block = BLOCK * contactBlocks[i];
    const firstIsLater = place[first] > place[second];
    multiplyRows(product, k, 9 * i, jacobian, rows);
    addTransposedProduct(diagonal, BLOCK * place[first], jacobian, rows, product);
    if (second === GROUND) continue;
    addTransposedProduct(firstIsLater ? upper : lower, block, jacobian, rows + 18, product);
    multiplyRows(product, k, 9 * i, jacobian, rows + 18);
    addTransposedProduct(diagonal, BLOCK * place[second], jacobian, rows + 18, product);
    addTransposedProduct(firstIsLater ? lower : upper, block, jacobian, rows, product);
  }
}

/** out := K times three rows. */
function multiplyRows(out: Float64Array, k: Float64Array, atK: number, rows: Float64Array, at: number): void {
  for (let c = 0; c < 3; c += 1) {
    const k0 = k[atK + 3 * c];
    const k1 = k[atK + 3 * c + 1];
    const k2 = k[atK + 3 * c + 2];
    for (let j = 0; j < 6; j += 1) out[6 * c + j] = k0 * rows[at + j] + k1 * rows[at + 6 + j] + k2 * rows[at + 12 + j];
  }
}

/** out += the three rows at `at`, transposed, times a product of three rows. */
function addTransposedProduct(out: Float64Array, atOut: number, rows: Float64Array, at: number, product: Float64Array): void {
  for (let i = 0; i < 6; i += 1) {
    const r0 = rows[at + i];
    const r1 = rows[at + 6 + i];
    const r2 = rows[at + 12 + i];
    const to = atOut + 6 * i;
    for (let j = 0; j < 6; j += 1) out[to + j] += r0 * product[j] + r1 * product[6 + j] + r2 * product[12 + j];
  }
}

/** Factors in place; false where a pivot vanishes. */
export function factor({ diagonal, lower, upper, exchanged }: BlockMatrix, elimination: Elimination): boolean {
  const { bodyCount, starts, rows, targetStarts, targets } = elimination;
  for (let k = 0; k < bodyCount; k += 1) {
    if (!invertBlock(diagonal, BLOCK * k, exchanged)) return false;
    const from = starts[k];
    const to = starts[k + 1];
    for (let i = from; i < to; i += 1) multiplyInto(lower, BLOCK * i, diagonal, BLOCK * k);
    let target = targetStarts[k];
    for (let i = from; i < to; i += 1) {
      subtractProduct(diagonal, BLOCK * rows[i], lower, BLOCK * i, upper, BLOCK * i);
      for (let j = from; j < i; j += 1) {
        const block = BLOCK * targets[target];
        target += 1;
        subtractProduct(lower, block, lower, BLOCK * i, upper, BLOCK * j);
        subtractProduct(upper, block, lower, BLOCK * j, upper, BLOCK * i);
      }
    }
  }
  return true;
}

/** x := A^-1 x, six numbers for each body, with a matrix that has been factored. */
export function solveFactored({ diagonal, lower, upper, right }: BlockMatrix, elimination: Elimination, x: Float64Array): void {
  const { bodyCount, starts, rows, order } = elimination;
  for (let k = 0; k < bodyCount; k += 1) for (let c = 0; c < SPEEDS; c += 1) right[SPEEDS * k + c] = x[SPEEDS * order[k] + c];
  for (let k = 0; k < bodyCount; k += 1)
    for (let i = starts[k]; i < starts[k + 1]; i += 1) subtractBlockTimes(right, SPEEDS * rows[i], lower, BLOCK * i, right, SPEEDS * k);
  for (let k = bodyCount - 1; k >= 0; k -= 1) {
    for (let i = starts[k]; i < starts[k + 1]; i += 1) subtractBlockTimes(right, SPEEDS * k, upper, BLOCK * i, right, SPEEDS * rows[i]);
    const out = SPEEDS * order[k];
    blockTimes(x, out, diagonal, BLOCK * k, right, SPEEDS * k);
    for (let c = 0; c < SPEEDS; c += 1) right[SPEEDS * k + c] = x[out + c];
  }
}
