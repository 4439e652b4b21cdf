/**
 * L D L^T of a sparse symmetric matrix by the multifrontal method, and what is solved with it.
 *
 * Each supernode gathers its part of the matrix and what its children left in a dense front, eliminates its own columns there and passes
 * the rest, the Schur complement of those columns, on to its parent. All the work is in dense loops over contiguous rows, which is what
 * makes a factorisation in this language fast. Nothing is pivoted: the matrices of elasticity with their supports are positive definite,
 * for which the order of elimination is free; a pivot that is not positive is reported.
 *
 * With blocks kept, the last front holds their Schur complement A_kk - A_ke A_ee^-1 A_ek: the stiffness condensed to the kept nodes.
 *
 * Source: Duff and Reid, The multifrontal solution of indefinite sparse symmetric linear equations, 1983; Liu 1992.
 */
import { SolverError } from "../../errors.js";
import { createKernel, type DenseKernel } from "../dense-kernel.js";
import type { LdlFactor } from "./ldl-solve.js";
import { type LdlOptions, type LdlSymbolic, ldlSymbolic } from "./symbolic.js";
import type { SparseSymmetric } from "./symmetric.js";

/** A pivot below this share of its diagonal entry is rounding, not stiffness. */
const VANISHING_PIVOT = 1e-13;
/** Columns eliminated at once in a front: short enough for the cache, long enough for the loops. */
const PANEL = 48;

export { backwardLdl, forwardLdl, fromOrder, type LdlFactor, solveLdl, solveLdlThree, toOrder } from "./ldl-solve.js";

/** Factorises a positive definite matrix (on the eliminated blocks). */
export function factorLdl(matrix: SparseSymmetric, options: LdlOptions = {}): LdlFactor {
  return factorLdlNumeric(matrix, ldlSymbolic(matrix, options));
}

/** The same with the symbolic part of an earlier matrix of the same pattern. */
export function factorLdlNumeric(matrix: SparseSymmetric, symbolic: LdlSymbolic): LdlFactor {
  const { block, starts, below, parents, eliminated, place, order } = symbolic;
  const count = below.length;
  const bucket = entriesByColumn(matrix, symbolic);
  const columns: Float64Array[] = new Array(count);
  const pivots = new Float64Array(eliminated * block);
  const diagonal = diagonalInOrder(matrix, symbolic);
  const left: (Float64Array | undefined)[] = new Array(count);
  const childrenOf: number[][] = Array.from({ length: count + 1 }, () => []);
  for (let node = 0; node < count; node += 1) if (parents[node] >= 0) childrenOf[parents[node]].push(node);

  let largest = order.length - eliminated;
  for (let node = 0; node < count; node += 1) largest = Math.max(largest, starts[node + 1] - starts[node] + below[node].length);
  const area = largest * block * largest * block;
  const kernel = createKernel(area + largest * block * PANEL);
  const front = kernel.numbers.subarray(0, area);
  const scaled = kernel.numbers.subarray(area);
  const room: FrontRoom = { kernel, front, scaled, area, isTriple: block % 3 === 0 };
  const local = new Int32Array(order.length);

  const gather = (node: number, first: number, own: number, rows: Int32Array): number => {
    const height = (own + rows.length) * block;
    front.fill(0, 0, height * height);
    for (let at = 0; at < own; at += 1) local[first + at] = at;
    for (let at = 0; at < rows.length; at += 1) local[rows[at]] = own + at;
    for (let column = first; column < first + own; column += 1)
      for (let at = bucket.starts[column]; at < bucket.starts[column + 1]; at += 1) {
        const entry = bucket.entries[at];
        const a = localRow(matrix.rows[entry], block, place, local);
        const b = localRow(bucket.columnOf[entry], block, place, local);
        front[Math.max(a, b) * height + Math.min(a, b)] += matrix.values[entry];
      }
    for (const child of childrenOf[node]) {
      addFront(front, height, left[child] as Float64Array, below[child], local, block);
      left[child] = undefined;
    }
    return height;
  };

  for (let node = 0; node < count; node += 1) {
    const own = starts[node + 1] - starts[node];
    const height = gather(node, starts[node], own, below[node]);
    const width = own * block;
    const failed = eliminate(room, height, width, pivots, starts[node] * block, diagonal);
    if (failed >= 0) {
      const unknown = order[Math.floor(failed / block)] * block + (failed % block);
      throw new SolverError("the matrix is not positive definite: nothing holds one of its unknowns", { unknown });
    }
    const kept = new Float64Array(height * width);
    for (let row = 0; row < height; row += 1) kept.set(front.subarray(row * height, row * height + Math.min(row, width)), row * width);
    columns[node] = kept;
    if (parents[node] >= 0) left[node] = lowerRight(front, height, width);
  }

  const keptBlocks = order.length - eliminated;
  if (keptBlocks === 0) return { symbolic, columns, pivots, schur: new Float64Array(0) };
  const height = gather(count, eliminated, keptBlocks, new Int32Array(0));
  const schur = Float64Array.from(front.subarray(0, height * height));
  for (let row = 0; row < height; row += 1)
    for (let column = row + 1; column < height; column += 1) schur[row * height + column] = schur[column * height + row];
  return { symbolic, columns, pivots, schur };
}

function localRow(unknown: number, block: number, place: Int32Array, local: Int32Array): number {
  const within = unknown % block;
  return local[place[(unknown - within) / block]] * block + within;
}

interface EntriesByColumn {
  /** Matrix entries in the order of the block column in which they are eliminated. */
  readonly entries: Int32Array;
  readonly starts: Int32Array;
  readonly columnOf: Int32Array;
}

function entriesByColumn(matrix: SparseSymmetric, { block, place }: LdlSymbolic): EntriesByColumn {
  const count = matrix.rows.length;
  const columnOf = new Int32Array(count);
  const home = new Int32Array(count);
  const starts = new Int32Array(place.length + 1);
  for (let column = 0; column < matrix.size; column += 1) {
    const mine = place[Math.floor(column / block)];
    for (let at = matrix.columnStarts[column]; at < matrix.columnStarts[column + 1]; at += 1) {
      columnOf[at] = column;
      home[at] = Math.min(mine, place[Math.floor(matrix.rows[at] / block)]);
      starts[home[at] + 1] += 1;
    }
  }
  for (let at = 0; at < place.length; at += 1) starts[at + 1] += starts[at];
  const next = starts.slice();
  const entries = new Int32Array(count);
  for (let at = 0; at < count; at += 1) entries[next[home[at]]++] = at;
  return { entries, starts, columnOf };
}

function diagonalInOrder(matrix: SparseSymmetric, { block, place }: LdlSymbolic): Float64Array {
  const diagonal = new Float64Array(matrix.size);
  for (let column = 0; column < matrix.size; column += 1)
    for (let at = matrix.columnStarts[column]; at < matrix.columnStarts[column + 1]; at += 1)
      if (matrix.rows[at] === column) diagonal[place[Math.floor(column / block)] * block + (column % block)] = matrix.values[at];
  return diagonal;
}

/** Adds what a child left (lower triangle, row-major) to the front of its parent. */
function addFront(front: Float64Array, height: number, child: Float64Array, rows: Int32Array, local: Int32Array, block: number): void {
  const size = rows.length * block;
  for (let a = 0; a < rows.length; a += 1) {
    const to = local[rows[a]] * block;
    for (let within = 0; within < block; within += 1) {
      const source = (a * block + within) * size;
      const target = (to + within) * height;
      // Rows are ascending and so are their places in the front: everything stays in the lower triangle.
      for (let b = 0; b <= a; b += 1) {
        const column = target + local[rows[b]] * block;
        const from = source + b * block;
        for (let part = 0; part < block; part += 1) front[column + part] += child[from + part];
      }
    }
  }
}

function lowerRight(front: Float64Array, height: number, width: number): Float64Array {
  const size = height - width;
  const rest = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const from = (row + width) * height + width;
    rest.set(front.subarray(from, from + row + 1), row * size);
  }
  return rest;
}

/**
 * Eliminates the first `width` columns of a dense front (lower triangle, row-major). Returns the place of a pivot that is not positive, or
 * -1. By panels: within one, rows are finished one after the other, L_ij = (F_ij - sum_k L_ik d_k L_jk) / d_j; then everything to its right
 * is updated at once.
 */
function eliminate(
  room: FrontRoom,
  height: number,
  width: number,
  pivots: Float64Array,
  firstPivot: number,
  diagonal: Float64Array,
): number {
  const { front, scaled } = room;
  for (let from = 0; from < width; from += PANEL) {
    const to = Math.min(from + PANEL, width);
    const wide = to - from;
    for (let row = from; row < height; row += 1) {
      const here = row * height + from;
      const there = row * PANEL;
      const last = Math.min(row - from, wide - 1);
      for (let column = 0; column <= last; column += 1) {
        let sum = front[here + column];
        const other = (from + column) * PANEL;
        for (let k = 0; k < column; k += 1) sum -= front[here + k] * scaled[other + k];
        if (from + column === row) {
          const pivot = firstPivot + row;
          if (!(sum > VANISHING_PIVOT * diagonal[pivot])) return pivot;
          pivots[pivot] = sum;
        } else {
          scaled[there + column] = sum;
          front[here + column] = sum / pivots[firstPivot + from + column];
        }
      }
    }
    if (room.isTriple) updateInThrees(room, height, from, to);
    else updateRight(front, height, from, to, scaled);
  }
  return -1;
}

/** Where fronts are eliminated. */
interface FrontRoom {
  readonly kernel: DenseKernel;
  /** Parts of the kernel's numbers: the front, and behind its `area` the columns of a panel times their pivots. */
  readonly front: Float64Array;
  readonly scaled: Float64Array;
  readonly area: number;
  /** Whether unknowns come in threes, as the kernel takes them. */
  readonly isTriple: boolean;
}

/** Rows that the kernel updates at once, up to the last column of their diagonal: what lies above it is never looked at. */
const BAND = 48;

/** The update of `updateRight`, by the kernel. */
function updateInThrees({ kernel, scaled, area }: FrontRoom, height: number, from: number, to: number): void {
  const wide = to - from;
  const depth = wide + (wide % 2);
  // The numbers beside an odd panel are multiplied by nothing.
  if (depth > wide) for (let row = to; row < height; row += 1) scaled[row * PANEL + wide] = 0;
  for (let row = to; row < height; row += BAND) {
    const last = Math.min(row + BAND, height);
    kernel.subtract({
      a: row * height + from,
      strideA: height,
      b: area + to * PANEL,
      strideB: PANEL,
      c: row * height + to,
      strideC: height,
      rows: last - row,
      columns: last - to,
      depth,
    });
  }
}

/**
 * F_ij -= sum over the panel of L_ik (d L)_jk for to <= j <= i. Four rows by four columns at a time: sixteen sums live in registers, for
 * eight numbers that are read. At the diagonal and at the last rows a tile reaches beyond the lower triangle: there rows and columns are
 * repeated, and what they give is thrown away.
 */
function updateRight(front: Float64Array, height: number, from: number, to: number, scaled: Float64Array): void {
  const wide = to - from;
  const last = height - 1;
  for (let row = to; row < height; row += 4) {
    const lowest = Math.min(row + 3, last);
    const a = row * height + from;
    const b = Math.min(row + 1, last) * height + from;
    const c = Math.min(row + 2, last) * height + from;
    const d = lowest * height + from;
    for (let column = to; column <= lowest; column += 4) {
      const w = column * PANEL;
      const x = Math.min(column + 1, last) * PANEL;
      const y = Math.min(column + 2, last) * PANEL;
      const z = Math.min(column + 3, last) * PANEL;
      let s00 = 0;
      let s01 = 0;
      let s02 = 0;
      let s03 = 0;
      let s10 = 0;
      let s11 = 0;
      let s12 = 0;
      let s13 = 0;
      let s20 = 0;
      let s21 = 0;
      let s22 = 0;
      let s23 = 0;
      let s30 = 0;
      let s31 = 0;
      let s32 = 0;
      let s33 = 0;
      for (let k = 0; k < wide; k += 1) {
        const w0 = scaled[w + k];
        const w1 = scaled[x + k];
        const w2 = scaled[y + k];
        const w3 = scaled[z + k];
        const p = front[a + k];
        s00 += p * w0;
        s01 += p * w1;
        s02 += p * w2;
        s03 += p * w3;
        const q = front[b + k];
        s10 += q * w0;
        s11 += q * w1;
        s12 += q * w2;
        s13 += q * w3;
        const r = front[c + k];
        s20 += r * w0;
        s21 += r * w1;
        s22 += r * w2;
        s23 += r * w3;
        const t = front[d + k];
        s30 += t * w0;
        s31 += t * w1;
        s32 += t * w2;
        s33 += t * w3;
      }
      take(front, height, row, column, s00, s01, s02, s03);
      take(front, height, row + 1, column, s10, s11, s12, s13);
      take(front, height, row + 2, column, s20, s21, s22, s23);
      take(front, height, row + 3, column, s30, s31, s32, s33);
    }
  }
}

/** Takes four sums from a row, as far as it lies in the lower triangle. */
function take(front: Float64Array, height: number, row: number, column: number, s0: number, s1: number, s2: number, s3: number): void {
  if (row >= height) return;
  const at = row * height + column;
  if (column <= row) front[at] -= s0;
  if (column + 1 <= row) front[at + 1] -= s1;
  if (column + 2 <= row) front[at + 2] -= s2;
  if (column + 3 <= row) front[at + 3] -= s3;
}
