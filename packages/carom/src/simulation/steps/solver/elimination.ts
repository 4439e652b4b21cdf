/**
 * L U of a matrix of blocks with a symmetric pattern, and what is solved with it: A = M + sum J_i^T K_i J_i.
 *
 *     D_k := D_k^-1,   L_ik := A_ik D_k^-1,   A_ij -= L_ik A_kj        for every two blocks of column k
 *
 * Blocks are as large as the bodies have speeds; between rigid bodies they are 6 x 6, for which the products are written out. Rows are
 * exchanged inside a block only: the matrix is a mass matrix plus what contacts add, and a pivot that vanishes is reported.
 * Source: own study, dense contact section 4.
 */
import { invertBlock, multiplyInto, multiplyIntoOf, rowTimes, subtractProduct, subtractProductOf } from "./block.js";
import { GROUND, isOfBodies, SPEEDS, type StepProblem } from "./problem.js";
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
  readonly row: Float64Array;
}

export function createBlockMatrix({ bodyCount, rows, sizes, speeds, diagonals, offsets }: Elimination): BlockMatrix {
  const widest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return {
    diagonal: new Float64Array(diagonals[bodyCount]),
    lower: new Float64Array(offsets[rows.length]),
    upper: new Float64Array(offsets[rows.length]),
    exchanged: new Int32Array(widest),
    right: new Float64Array(speeds[bodyCount]),
    product: new Float64Array(3 * widest),
    row: new Float64Array(widest),
  };
}

/** M + sum J^T K J, with nine numbers of K for each contact, row by row. */
export function assemble(matrix: BlockMatrix, elimination: Elimination, problem: StepProblem, k: Float64Array): void {
  const { diagonal, lower, upper } = matrix;
  const { place, contactBlocks, order, sizes: ordered, diagonals, offsets } = elimination;
  const { bodies, mass, contactCount, bodyCount, blocks, sizes, widest } = problem;
  lower.fill(0);
  upper.fill(0);
  for (let at = 0; at < bodyCount; at += 1) {
    const from = blocks[order[at]];
    for (let c = 0; c < ordered[at] * ordered[at]; c += 1) diagonal[diagonals[at] + c] = mass[from + c];
  }
  const alike = isOfBodies(problem);
  for (let i = 0; i < contactCount; i += 1) {
    // Where a contact is open, K is zero.
    if (k[9 * i] === 0 && k[9 * i + 4] === 0 && k[9 * i + 8] === 0) continue;
    if (alike) {
      addContact(matrix, elimination, problem, k, i);
      continue;
    }
    const first = bodies[2 * i];
    const second = bodies[2 * i + 1];
    const rows = 6 * widest * i;
    multiplyRows(matrix, k, 9 * i, problem, rows, sizes[first]);
    addTransposed(diagonal, diagonals[place[first]], matrix, problem, rows, [sizes[first], sizes[first]]);
    if (second === GROUND) continue;
    const block = offsets[contactBlocks[i]];
    const firstIsLater = place[first] > place[second];
    const others = rows + 3 * widest;
    addTransposed(firstIsLater ? upper : lower, block, matrix, problem, others, [sizes[second], sizes[first]]);
    multiplyRows(matrix, k, 9 * i, problem, others, sizes[second]);
    addTransposed(diagonal, diagonals[place[second]], matrix, problem, others, [sizes[second], sizes[second]]);
    addTransposed(firstIsLater ? lower : upper, block, matrix, problem, rows, [sizes[first], sizes[second]]);
  }
}

/** What a contact of rigid bodies adds to the matrix: J^T K J, its blocks of 6 x 6. */
function addContact(matrix: BlockMatrix, elimination: Elimination, problem: StepProblem, k: Float64Array, i: number): void {
  const { diagonal, lower, upper, product } = matrix;
  const { place, contactBlocks, diagonals, offsets } = elimination;
  const { bodies, jacobian } = problem;
  const first = place[bodies[2 * i]];
  const rows = 36 * i;
  multiplyRowsOfSix(product, k, 9 * i, jacobian, rows);
  addProduct(diagonal, diagonals[first], jacobian, rows, product);
  if (bodies[2 * i + 1] === GROUND) return;
  const second = place[bodies[2 * i + 1]];
  const block = offsets[contactBlocks[i]];
  addProduct(first > second ? upper : lower, block, jacobian, rows + 18, product);
  multiplyRowsOfSix(product, k, 9 * i, jacobian, rows + 18);
  addProduct(diagonal, diagonals[second], jacobian, rows + 18, product);
  addProduct(first > second ? lower : upper, block, jacobian, rows, product);
}

/**
 * out += the three rows of six numbers at `at`, transposed, times three more: written out, because most of a matrix comes from here; three
 * columns at a time, whose nine factors stay at hand.
 */
function addProduct(out: Float64Array, atOut: number, rows: Float64Array, at: number, product: Float64Array): void {
  for (let j = 0; j < 6; j += 3) {
    const a0 = product[j];
    const a1 = product[j + 1];
    const a2 = product[j + 2];
    const b0 = product[j + 6];
    const b1 = product[j + 7];
    const b2 = product[j + 8];
    const c0 = product[j + 12];
    const c1 = product[j + 13];
    const c2 = product[j + 14];
    for (let i = 0, to = atOut + j; i < 6; i += 1, to += 6) {
      const r0 = rows[at + i];
      const r1 = rows[at + 6 + i];
      const r2 = rows[at + 12 + i];
      out[to] += r0 * a0 + r1 * b0 + r2 * c0;
      out[to + 1] += r0 * a1 + r1 * b1 + r2 * c1;
      out[to + 2] += r0 * a2 + r1 * b2 + r2 * c2;
    }
  }
}

/** The product := K times the three rows of J at `at`, n numbers each. */
function multiplyRows({ product }: BlockMatrix, k: Float64Array, atK: number, { jacobian }: StepProblem, at: number, n: number): void {
  for (let c = 0; c < 3; c += 1) {
    const k0 = k[atK + 3 * c];
    const k1 = k[atK + 3 * c + 1];
    const k2 = k[atK + 3 * c + 2];
    for (let j = 0; j < n; j += 1) product[n * c + j] = k0 * jacobian[at + j] + k1 * jacobian[at + n + j] + k2 * jacobian[at + 2 * n + j];
  }
}

/** The same for rows of six numbers. */
function multiplyRowsOfSix(product: Float64Array, k: Float64Array, atK: number, jacobian: Float64Array, at: number): void {
  const k0 = k[atK];
  const k1 = k[atK + 1];
  const k2 = k[atK + 2];
  const k3 = k[atK + 3];
  const k4 = k[atK + 4];
  const k5 = k[atK + 5];
  const k6 = k[atK + 6];
  const k7 = k[atK + 7];
  const k8 = k[atK + 8];
  for (let j = 0; j < 6; j += 1) {
    const r0 = jacobian[at + j];
    const r1 = jacobian[at + 6 + j];
    const r2 = jacobian[at + 12 + j];
    product[j] = k0 * r0 + k1 * r1 + k2 * r2;
    product[6 + j] = k3 * r0 + k4 * r1 + k5 * r2;
    product[12 + j] = k6 * r0 + k7 * r1 + k8 * r2;
  }
}

/** out += the three rows of J at `at`, transposed, times the product. `shape`: rows and columns of what is added. */
function addTransposed(
  out: Float64Array,
  atOut: number,
  { product }: BlockMatrix,
  { jacobian }: StepProblem,
  at: number,
  [m, n]: readonly [number, number],
): void {
  for (let i = 0; i < m; i += 1) {
    const r0 = jacobian[at + i];
    const r1 = jacobian[at + m + i];
    const r2 = jacobian[at + 2 * m + i];
    const to = atOut + n * i;
    for (let j = 0; j < n; j += 1) out[to + j] += r0 * product[j] + r1 * product[n + j] + r2 * product[2 * n + j];
  }
}

/** Factors in place; false where a pivot vanishes. */
export function factor(matrix: BlockMatrix, elimination: Elimination): boolean {
  const { diagonal, lower, upper, exchanged, row } = matrix;
  const { bodyCount, starts, rows, targetStarts, targets, sizes, diagonals, offsets } = elimination;
  for (let k = 0; k < bodyCount; k += 1) {
    const n = sizes[k];
    if (!invertBlock(diagonal, diagonals[k], exchanged, n)) return false;
    const from = starts[k];
    const to = starts[k + 1];
    for (let i = from; i < to; i += 1) {
      if (n === SPEEDS && sizes[rows[i]] === SPEEDS) multiplyInto(lower, offsets[i], diagonal, diagonals[k]);
      else multiplyIntoOf(blockAt(lower, offsets, i), diagonal.subarray(diagonals[k], diagonals[k + 1]), sizes[rows[i]], n, row);
    }
    let target = targetStarts[k];
    for (let i = from; i < to; i += 1) {
      const m = sizes[rows[i]];
      if (n === SPEEDS && m === SPEEDS) subtractProduct(diagonal, diagonals[rows[i]], lower, offsets[i], upper, offsets[i]);
      else {
        const own = diagonal.subarray(diagonals[rows[i]], diagonals[rows[i] + 1]);
        subtractProductOf(own, blockAt(lower, offsets, i), blockAt(upper, offsets, i), { m, n, p: m });
      }
      for (let j = from; j < i; j += 1) {
        const block = targets[target];
        const p = sizes[rows[j]];
        target += 1;
        if (n === SPEEDS && m === SPEEDS && p === SPEEDS) {
          subtractProduct(lower, offsets[block], lower, offsets[i], upper, offsets[j]);
          subtractProduct(upper, offsets[block], lower, offsets[j], upper, offsets[i]);
          continue;
        }
        subtractProductOf(blockAt(lower, offsets, block), blockAt(lower, offsets, i), blockAt(upper, offsets, j), { m, n, p });
        subtractProductOf(blockAt(upper, offsets, block), blockAt(lower, offsets, j), blockAt(upper, offsets, i), { m: p, n, p: m });
      }
    }
  }
  return true;
}

function blockAt(values: Float64Array, offsets: Int32Array, block: number): Float64Array {
  return values.subarray(offsets[block], offsets[block + 1]);
}

/** x := A^-1 x, with a matrix that has been factored. */
export function solveFactored(matrix: BlockMatrix, elimination: Elimination, problem: StepProblem, x: Float64Array): void {
  const { diagonal, lower, upper, right } = matrix;
  const { bodyCount, starts, rows, order, sizes, speeds, diagonals, offsets } = elimination;
  if (isOfBodies(problem)) {
    solveBodies(matrix, elimination, problem, x);
    return;
  }
  for (let k = 0; k < bodyCount; k += 1) {
    const from = problem.starts[order[k]];
    for (let c = 0; c < sizes[k]; c += 1) right[speeds[k] + c] = x[from + c];
  }
  for (let k = 0; k < bodyCount; k += 1)
    for (let i = starts[k]; i < starts[k + 1]; i += 1) {
      const to = speeds[rows[i]];
      const n = sizes[k];
      for (let c = 0; c < sizes[rows[i]]; c += 1) right[to + c] -= rowTimes(lower, offsets[i] + n * c, right, speeds[k], n);
    }
  for (let k = bodyCount - 1; k >= 0; k -= 1) {
    const n = sizes[k];
    for (let i = starts[k]; i < starts[k + 1]; i += 1) {
      const m = sizes[rows[i]];
      for (let c = 0; c < n; c += 1) right[speeds[k] + c] -= rowTimes(upper, offsets[i] + m * c, right, speeds[rows[i]], m);
    }
    const out = problem.starts[order[k]];
    for (let c = 0; c < n; c += 1) x[out + c] = rowTimes(diagonal, diagonals[k] + n * c, right, speeds[k], n);
    for (let c = 0; c < n; c += 1) right[speeds[k] + c] = x[out + c];
  }
}

/** The same for rigid bodies alone: their blocks are 6 x 6, one after the other. */
function solveBodies(
  { diagonal, lower, upper, right }: BlockMatrix,
  elimination: Elimination,
  problem: StepProblem,
  x: Float64Array,
): void {
  const { bodyCount, starts, rows, order } = elimination;
  for (let k = 0; k < bodyCount; k += 1) {
    const from = problem.starts[order[k]];
    for (let c = 0; c < 6; c += 1) right[6 * k + c] = x[from + c];
  }
  for (let k = 0; k < bodyCount; k += 1)
    for (let i = starts[k]; i < starts[k + 1]; i += 1) subtractRows(right, 6 * rows[i], lower, 36 * i, 6 * k);
  for (let k = bodyCount - 1; k >= 0; k -= 1) {
    for (let i = starts[k]; i < starts[k + 1]; i += 1) subtractRows(right, 6 * k, upper, 36 * i, 6 * rows[i]);
    const out = problem.starts[order[k]];
    for (let c = 0; c < 6; c += 1) x[out + c] = rowTimes(diagonal, 36 * k + 6 * c, right, 6 * k, 6);
    for (let c = 0; c < 6; c += 1) right[6 * k + c] = x[out + c];
  }
}

/** Six numbers of x at `to` -= the 6 x 6 block times six numbers of x at `from`. */
function subtractRows(x: Float64Array, to: number, block: Float64Array, at: number, from: number): void {
  const x0 = x[from];
  const x1 = x[from + 1];
  const x2 = x[from + 2];
  const x3 = x[from + 3];
  const x4 = x[from + 4];
  const x5 = x[from + 5];
  for (let c = 0, j = at; c < 6; c += 1, j += 6)
    x[to + c] -= block[j] * x0 + block[j + 1] * x1 + block[j + 2] * x2 + block[j + 3] * x3 + block[j + 4] * x4 + block[j + 5] * x5;
}
