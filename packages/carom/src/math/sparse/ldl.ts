/**
 * L D L^T of a sparse symmetric matrix by the multifrontal method, and what is solved with it.
 *
 * Each supernode gathers its part of the matrix and what its children left, eliminates its own columns and passes the rest, the Schur
 * complement of those columns, on to its parent. All the work is in dense products (dense-kernel.ts). Columns are finished where they are
 * kept, and what is left for parents stands on a stack (children before parents, so that those of a supernode are always on top): nothing
 * is copied but what goes down the stack. Nothing is pivoted: the matrices of elasticity with their supports are positive definite, for
 * which the order of elimination is free; a pivot that is not positive is reported.
 *
 * With blocks kept, the last front holds their Schur complement A_kk - A_ke A_ee^-1 A_ek: the stiffness condensed to the kept nodes.
 *
 * Source: Duff and Reid, The multifrontal solution of indefinite sparse symmetric linear equations, 1983; Liu 1992.
 */
import { SolverError } from "../../errors.js";
import { createKernel, type DenseKernel } from "../dense-kernel.js";
import { type LdlFactor, SIDES } from "./ldl-solve.js";
import { type LdlOptions, type LdlSymbolic, ldlSymbolic } from "./symbolic.js";
import type { SparseSymmetric } from "./symmetric.js";

/** A pivot below this share of its diagonal entry is rounding, not stiffness. */
const VANISHING_PIVOT = 1e-13;
/** Columns eliminated before what is right of them is updated: short enough for the cache, long enough for the loops. */
const PANEL = 48;
/** Columns of a panel that are finished number by number. */
const STRIP = 12;
/** Columns that a product updates at once: what multiplies them stays in the cache. */
const BAND = 192;

export {
  backwardLdl,
  forwardLdl,
  fromOrder,
  inverseLdl,
  type LdlFactor,
  solveKept,
  solveLdl,
  solveLdlAround,
  solveLdlMany,
  toOrder,
} from "./ldl-solve.js";

/** Factorises a positive definite matrix (on the eliminated blocks). */
export function factorLdl(matrix: SparseSymmetric, options: LdlOptions = {}): LdlFactor {
  return factorLdlNumeric(matrix, ldlSymbolic(matrix, options));
}

/** The same with the symbolic part of an earlier matrix of the same pattern. */
export function factorLdlNumeric(matrix: SparseSymmetric, symbolic: LdlSymbolic): LdlFactor {
  const { block, starts, below, eliminated, order } = symbolic;
  const count = below.length;
  const bucket = entriesByColumn(matrix, symbolic);
  const pivots = new Float64Array(eliminated * block);
  const diagonal = diagonalInOrder(matrix, symbolic);
  const room = roomFor(symbolic);
  const { numbers, lowerOf, stack } = room;
  const local = new Int32Array(order.length);
  /** Where what each supernode left stands, and where the stack ends. */
  const left = new Float64Array(count);
  let top = stack;

  /** Gathers the front of a supernode: its own columns at `lower`, the rest on top of the stack. */
  const gather = (node: number, first: number, own: number, rows: Int32Array, lower: number): Front => {
    const width = own * block;
    const rest = rows.length * block;
    const front: Front = { lower, width, update: top, rest };
    for (let row = 0; row < rest; row += 1) numbers.fill(0, top + row * rest, top + row * rest + row + 1);
    for (let at = 0; at < own; at += 1) local[first + at] = at;
    for (let at = 0; at < rows.length; at += 1) local[rows[at]] = own + at;
    for (let column = first; column < first + own; column += 1)
      for (let at = bucket.starts[column]; at < bucket.starts[column + 1]; at += 1) {
        const entry = bucket.entries[at];
        const a = localRow(matrix.rows[entry], block, symbolic.place, local);
        const b = localRow(bucket.columnOf[entry], block, symbolic.place, local);
        numbers[lower + Math.max(a, b) * width + Math.min(a, b)] += matrix.values[entry];
      }
    for (const child of room.childrenOf[node]) addChild(numbers, front, left[child], below[child], local, block);
    return front;
  };

  for (let node = 0; node < count; node += 1) {
    const front = gather(node, starts[node], starts[node + 1] - starts[node], below[node], lowerOf[node]);
    const failed = eliminate(room, front, { pivots, first: starts[node] * block, diagonal });
    if (failed >= 0) {
      const unknown = order[Math.floor(failed / block)] * block + (failed % block);
      throw new SolverError("the matrix is not positive definite: nothing holds one of its unknowns", { unknown });
    }
    const [youngest] = room.childrenOf[node];
    left[node] = youngest === undefined ? top : left[youngest];
    top = left[node];
    // Down the stack, over what the children left, without what is above the diagonal.
    for (let row = 0; row < front.rest; row += 1) {
      const from = front.update + row * front.rest;
      numbers.copyWithin(top, from, from + row + 1);
      top += row + 1;
    }
  }

  const columns = Array.from(below, (rows, node) => {
    const own = starts[node + 1] - starts[node];
    return numbers.subarray(lowerOf[node], lowerOf[node] + (own + rows.length) * own * block * block);
  });
  const keptBlocks = order.length - eliminated;
  const factor = { symbolic, columns, pivots, kernel: room.kernel, spare: stack };
  if (keptBlocks === 0) return { ...factor, schur: new Float64Array(0) };
  const { lower, width } = gather(count, eliminated, keptBlocks, new Int32Array(0), lowerOf[count]);
  const schur = numbers.slice(lower, lower + width * width);
  for (let row = 0; row < width; row += 1)
    for (let column = row + 1; column < width; column += 1) schur[row * width + column] = schur[column * width + row];
  return { ...factor, schur };
}

/**
 * A supernode's own columns over all of its rows, and the square that is left for its parent; of both the lower triangle, row-major. On the
 * stack the triangle alone is kept.
 */
interface Front {
  /** Where the columns begin, and how many they are. */
  readonly lower: number;
  readonly width: number;
  /** Where the square begins, and its rows. */
  readonly update: number;
  readonly rest: number;
}

/**
 * The numbers of a factorisation, all in one array: columns of L, then those of a panel once more and times their pivots (close together,
 * where products read them twice as fast), then the stack.
 */
interface Room {
  readonly kernel: DenseKernel;
  readonly numbers: Float64Array;
  /** Where the columns of each supernode begin; the last is the front of what is kept. */
  readonly lowerOf: Float64Array;
  readonly panel: number;
  readonly scaled: number;
  readonly stack: number;
  /** The last are those of what is kept. */
  readonly childrenOf: readonly (readonly number[])[];
}

/** All pivots, of which a front makes those from `first` on, and what the diagonal was before. */
interface Pivots {
  readonly pivots: Float64Array;
  readonly first: number;
  readonly diagonal: Float64Array;
}

/** Numbers of the lower half of a square. */
const triangle = (rows: number): number => (rows * (rows + 1)) / 2;

function roomFor({ block, starts, below, parents, eliminated, order }: LdlSymbolic): Room {
  const count = below.length;
  const childrenOf: number[][] = Array.from({ length: count + 1 }, () => []);
  for (let node = 0; node < count; node += 1) if (parents[node] >= 0) childrenOf[parents[node]].push(node);
  const lowerOf = new Float64Array(count + 1);
  const bottoms = new Float64Array(count);
  let size = 0;
  let tallest = 0;
  let top = 0;
  let highest = 0;
  for (let node = 0; node < count; node += 1) {
    const width = (starts[node + 1] - starts[node]) * block;
    const rest = below[node].length * block;
    lowerOf[node] = size;
    size += (width + rest) * width;
    tallest = Math.max(tallest, width + rest);
    highest = Math.max(highest, top + rest * rest);
    const [youngest] = childrenOf[node];
    bottoms[node] = youngest === undefined ? top : bottoms[youngest];
    top = bottoms[node] + triangle(rest);
  }
  const kept = (order.length - eliminated) * block;
  lowerOf[count] = size;
  // Even places: pairs of numbers are read fastest there.
  const panel = 2 * Math.ceil((size + kept * kept) / 2);
  const scaled = panel + tallest * PANEL;
  const stack = scaled + tallest * PANEL;
  // Where the stack was there is room for right sides afterwards.
  const kernel = createKernel(stack + Math.max(highest, SIDES * (order.length * block + tallest)));
  return { kernel, numbers: kernel.numbers, lowerOf, panel, scaled, stack, childrenOf };
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

/**
 * Adds what a child left to the front of its parent. Rows are ascending and so are their places in the front: everything stays in the lower
 * triangle, and runs of neighbours stay runs.
 */
function addChild(numbers: Float64Array, front: Front, left: number, rows: Int32Array, local: Int32Array, block: number): void {
  const { lower, width, update, rest } = front;
  const own = width / block;
  /** First of each run of rows that are neighbours in the parent's columns, or in its square, and at last the end. */
  const runs: number[] = [];
  for (let a = 0; a < rows.length; a += 1) if (a === 0 || local[rows[a]] !== local[rows[a - 1]] + 1 || local[rows[a]] === own) runs.push(a);
  runs.push(rows.length);
  for (let a = 0; a < rows.length; a += 1) {
    const row = local[rows[a]] * block;
    for (let within = 0; within < block; within += 1) {
      const source = left + triangle(a * block + within);
      for (let run = 0; runs[run] <= a; run += 1) {
        const place = local[rows[runs[run]]];
        const to =
          place < own ? lower + (row + within) * width + place * block : update + (row + within - width) * rest + place * block - width;
        const first = runs[run] * block;
        const last = Math.min(runs[run + 1], a + 1) * block;
        for (let at = first; at < last; at += 1) numbers[to + at - first] += numbers[source + at];
      }
    }
  }
}

/**
 * Eliminates the columns of a front. Returns the place of a pivot that is not positive, or -1. By panels: within one, strips of a few
 * columns are finished row by row, L_ij = (F_ij - sum_k L_ik d_k L_jk) / d_j, then the rest of the panel is updated by the strip, and what
 * is right of the panel by the panel.
 */
function eliminate(room: Room, front: Front, pivots: Pivots): number {
  const { lower, width, update, rest } = front;
  const height = width + rest;
  for (let from = 0; from < width; from += PANEL) {
    const to = Math.min(from + PANEL, width);
    for (let start = from; start < to; start += STRIP) {
      const end = Math.min(start + STRIP, to);
      const failed = finishStrip(room, front, from, start, end, pivots);
      if (failed >= 0) return failed;
      const c = lower + end * width + end;
      subtract(room, {
        row: end,
        column: end,
        from: start - from,
        depth: end - start,
        rows: height - end,
        columns: to - end,
        c,
        strideC: width,
      });
    }
    const depth = to - from;
    updateTriangle(room, { row: to, from: 0, depth, rows: height - to, columns: width - to, c: lower + to * (width + 1), strideC: width });
    updateTriangle(room, { row: width, from: 0, depth, rows: rest, columns: rest, c: update, strideC: rest });
  }
  return -1;
}

/** The lower trapezoid below and right of a panel, by bands of columns; across the diagonal by panels, for little is needed there. */
function updateTriangle(room: Room, { row, from, depth, rows, columns, c, strideC }: Omit<Product, "column">): void {
  for (let band = 0; band < columns; band += BAND) {
    const wide = Math.min(BAND, columns - band);
    for (let at = band; at < band + wide; at += PANEL) {
      const high = Math.min(PANEL, band + wide - at);
      const across = { row: row + at, column: row + band, from, depth, rows: high, columns: at + high - band };
      subtract(room, { ...across, c: c + at * strideC + band, strideC });
    }
    const start = band + wide;
    const under = { row: row + start, column: row + band, from, depth, rows: rows - start, columns: wide };
    subtract(room, { ...under, c: c + start * strideC + band, strideC });
  }
}

/** Finishes the columns of a strip, of which what is left of the strip was taken before; the numbers before division go to `scaled`. */
function finishStrip(
  { numbers, panel, scaled }: Room,
  { lower, width, rest }: Front,
  from: number,
  start: number,
  end: number,
  { pivots, first, diagonal }: Pivots,
): number {
  const wide = end - start;
  const height = width + rest;
  const beside = scaled + start - from;
  for (let row = start; row < height; row += 1) {
    const here = lower + row * width + start;
    const there = beside + row * PANEL;
    const copy = panel + start - from + row * PANEL;
    const last = Math.min(row - start, wide - 1);
    for (let column = 0; column <= last; column += 1) {
      let sum = numbers[here + column];
      const other = beside + (start + column) * PANEL;
      for (let k = 0; k < column; k += 1) sum -= numbers[here + k] * numbers[other + k];
      if (start + column === row) {
        const pivot = first + row;
        if (!(sum > VANISHING_PIVOT * diagonal[pivot])) return pivot;
        pivots[pivot] = sum;
      } else {
        numbers[there + column] = sum;
        const value = sum / pivots[first + start + column];
        numbers[here + column] = value;
        numbers[copy + column] = value;
      }
    }
    // The numbers beside an odd strip are multiplied by nothing.
    if (wide % 2 === 1) numbers[there + wide] = 0;
  }
  return -1;
}

/** C -= A B^T for rows of a panel and rows of it times their pivots. */
interface Product {
  /** First row of A, and of B. */
  readonly row: number;
  readonly column: number;
  /** First column of the panel, and how many. */
  readonly from: number;
  readonly depth: number;
  readonly rows: number;
  readonly columns: number;
  /** Where C begins. */
  readonly c: number;
  readonly strideC: number;
}

/** By the kernel in threes, and what is left over number by number. */
function subtract({ kernel, numbers, panel, scaled }: Room, { row, column, from, depth, rows, columns, c, strideC }: Product): void {
  const a = panel + row * PANEL + from;
  const b = scaled + column * PANEL + from;
  const [manyRows, manyColumns] = [rows - (rows % 3), columns - (columns % 3)];
  // An odd panel has zeros beside it.
  const even = depth + (depth % 2);
  kernel.subtract({ a, strideA: PANEL, b, strideB: PANEL, c, strideC, rows: manyRows, columns: manyColumns, depth: even });
  if (manyRows === rows && manyColumns === columns) return;
  for (let i = 0; i < rows; i += 1)
    for (let j = i < manyRows ? manyColumns : 0; j < columns; j += 1) {
      let sum = 0;
      for (let k = 0; k < depth; k += 1) sum += numbers[a + i * PANEL + k] * numbers[b + j * PANEL + k];
      numbers[c + i * strideC + j] -= sum;
    }
}
