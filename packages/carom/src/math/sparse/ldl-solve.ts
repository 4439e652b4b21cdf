/** What is solved with the factors of ldl.ts. */
import type { DenseKernel } from "../dense-kernel.js";
import type { LdlSymbolic } from "./symbolic.js";

/** A factored matrix: L D L^T in the order of its analysis. */
export interface LdlFactor {
  /** The analysis that it was factored by. */
  readonly symbolic: LdlSymbolic;
  /** Of each supernode: rows of its columns and of those below, row-major; unit lower triangle on top. */
  readonly columns: readonly Float64Array[];
  /** Pivots in the order of elimination. */
  readonly pivots: Float64Array;
  /** Schur complement of the kept blocks in the order in which they were given, full and row-major; empty if none is kept. */
  readonly schur: Float64Array;
  /** Its inverse, where something was kept and the whole matrix is to be solved with all the same. */
  readonly keptInverse?: Float64Array;
  /** What the columns are part of. */
  readonly kernel: DenseKernel;
  /** From where on its numbers are free for whatever is solved. */
  readonly spare: number;
}

/** Solves with the factor of a matrix of which nothing was kept, or with the inverse of what was. `out` may be `rightSide`. */
export function solveLdl(
  factor: LdlFactor,
  rightSide: ArrayLike<number>,
  out: Float64Array<ArrayBuffer> = new Float64Array(factor.symbolic.size),
): Float64Array<ArrayBuffer> {
  const { keptInverse } = factor;
  return solveLdlAround(factor, rightSide, (kept) => keptInverse === undefined || solveKept(keptInverse, kept, 0, 1), out);
}

/** The same with what is kept solved for by the caller, who turns the load condensed to it into its part of the solution. */
export function solveLdlAround(
  factor: LdlFactor,
  rightSide: ArrayLike<number>,
  solve: (kept: Float64Array) => void,
  out: Float64Array<ArrayBuffer> = new Float64Array(factor.symbolic.size),
): Float64Array<ArrayBuffer> {
  const ordered = toOrder(factor.symbolic, rightSide);
  forwardLdl(factor, ordered);
  solve(ordered.subarray(factor.pivots.length));
  backwardLdl(factor, ordered);
  return fromOrder(factor.symbolic, ordered, out);
}

/** The kept part of some right sides, which stand together from `first` on, by the inverse of its Schur complement. */
export function solveKept(inverse: Float64Array, x: Float64Array, first: number, sides: number): void {
  const width = Math.round(Math.sqrt(inverse.length));
  const right = x.slice(first, first + width * sides);
  if (sides === 1) {
    // Three rows at once: each has its own sum, and none waits for another.
    for (let row = 0; row < width; row += 3) {
      const [one, two, three] = [row * width, Math.min(row + 1, width - 1) * width, Math.min(row + 2, width - 1) * width];
      let [a, b, c] = [0, 0, 0];
      for (let column = 0; column < width; column += 1) {
        const value = right[column];
        a += inverse[one + column] * value;
        b += inverse[two + column] * value;
        c += inverse[three + column] * value;
      }
      x[first + row] = a;
      if (row + 1 < width) x[first + row + 1] = b;
      if (row + 2 < width) x[first + row + 2] = c;
    }
    return;
  }
  const sums = new Float64Array(sides);
  for (let row = 0; row < width; row += 1) {
    sums.fill(0);
    for (let column = 0; column < width; column += 1) {
      const factor = inverse[row * width + column];
      for (let side = 0; side < sides; side += 1) sums[side] += factor * right[column * sides + side];
    }
    x.set(sums, first + row * sides);
  }
}

/** A vector in the order of the factor. */
export function toOrder({ size, block, order }: LdlSymbolic, vector: ArrayLike<number>): Float64Array {
  const ordered = new Float64Array(size);
  for (let at = 0; at < order.length; at += 1)
    for (let within = 0; within < block; within += 1) ordered[at * block + within] = vector[order[at] * block + within];
  return ordered;
}

/** A vector back from the order of the factor. */
export function fromOrder<T extends Float64Array>({ block, order }: LdlSymbolic, ordered: Float64Array, out: T): T {
  for (let at = 0; at < order.length; at += 1)
    for (let within = 0; within < block; within += 1) out[order[at] * block + within] = ordered[at * block + within];
  return out;
}

/**
 * L^-1 on the eliminated part, in place; the kept part is left with what the elimination makes of it, the load condensed to the kept
 * blocks.
 */
export function forwardLdl({ symbolic, columns }: LdlFactor, ordered: Float64Array): void {
  const { block, starts, below } = symbolic;
  for (let node = 0; node < below.length; node += 1) {
    const first = starts[node] * block;
    const width = (starts[node + 1] - starts[node]) * block;
    // A force at one node reaches only the supernodes above it in the tree.
    if (isZero(ordered, first, width)) continue;
    const lower = columns[node];
    for (let row = 1; row < width; row += 1) {
      let sum = 0;
      for (let k = 0; k < row; k += 1) sum += lower[row * width + k] * ordered[first + k];
      ordered[first + row] -= sum;
    }
    forwardRows(lower, below[node], ordered, first, width, block);
  }
}

/** What a supernode takes from the rows below; four at a time, each with its own sum. */
function forwardRows(lower: Float64Array, rows: Int32Array, x: Float64Array, first: number, width: number, block: number): void {
  const count = rows.length * block;
  const place = (index: number): number => rows[Math.floor(index / block)] * block + (index % block);
  let index = 0;
  let at = width * width;
  for (; index + 3 < count; index += 4, at += 4 * width) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = 0; k < width; k += 1) {
      const value = x[first + k];
      a += lower[at + k] * value;
      b += lower[at + width + k] * value;
      c += lower[at + 2 * width + k] * value;
      d += lower[at + 3 * width + k] * value;
    }
    x[place(index)] -= a;
    x[place(index + 1)] -= b;
    x[place(index + 2)] -= c;
    x[place(index + 3)] -= d;
  }
  for (; index < count; index += 1, at += width) {
    let sum = 0;
    for (let k = 0; k < width; k += 1) sum += lower[at + k] * x[first + k];
    x[place(index)] -= sum;
  }
}

/** Right sides that are solved for at once: L is read once for all of them. Fewer are filled up to a multiple of what the kernel takes. */
export const SIDES = 24;
const FEWEST_SIDES = 6;
/** Columns of a supernode that are solved for number by number. */
const PANEL = 24;

/** Solves for many right sides, one after the other in `rightSides` and in what is returned. */
export function solveLdlMany(factor: LdlFactor, rightSides: Float64Array): Float64Array<ArrayBuffer> {
  const { kernel, spare, symbolic } = factor;
  const { block, order, size } = symbolic;
  const { numbers } = kernel;
  const out = new Float64Array(rightSides.length);
  for (let side = 0; side * size < rightSides.length; side += SIDES) {
    const count = Math.min(SIDES, rightSides.length / size - side);
    const wide = FEWEST_SIDES * Math.ceil(count / FEWEST_SIDES);
    numbers.fill(0, spare, spare + wide * size);
    for (let at = 0; at < size; at += 1) {
      const row = order[Math.floor(at / block)] * block + (at % block);
      for (let k = 0; k < count; k += 1) numbers[spare + wide * at + k] = rightSides[(side + k) * size + row];
    }
    solveSides(factor, wide);
    for (let at = 0; at < size; at += 1) {
      const row = order[Math.floor(at / block)] * block + (at % block);
      for (let k = 0; k < count; k += 1) out[(side + k) * size + row] = numbers[spare + wide * at + k];
    }
  }
  return out;
}

/**
 * The inverse of the matrix, if its factor is one supernode, row-major. Of each column only what stands on and below the diagonal is solved
 * for, which the rows above have nothing to do with; the rest is the same by symmetry: a third of the work.
 */
export function inverseLdl(factor: LdlFactor): Float64Array<ArrayBuffer> {
  const { kernel, spare, symbolic } = factor;
  const { block, order, size, below } = symbolic;
  const { numbers } = kernel;
  const out = new Float64Array(size * size);
  const rowOf = (at: number): number => order[Math.floor(at / block)] * block + (at % block);
  for (let side = 0; side < size; side += PANEL) {
    const first = below.length === 1 ? side : 0;
    const count = Math.min(PANEL, size - side);
    numbers.fill(0, spare, spare + PANEL * size);
    for (let k = 0; k < count; k += 1) numbers[spare + PANEL * (side + k) + k] = 1;
    solveSides(factor, PANEL, first);
    for (let at = side; at < size; at += 1)
      for (let k = 0; k < count; k += 1) {
        const value = numbers[spare + PANEL * at + k];
        out[rowOf(at) * size + rowOf(side + k)] = value;
        out[rowOf(side + k) * size + rowOf(at)] = value;
      }
  }
  return out;
}

/**
 * Solves in place for the `sides` right sides that stand at `spare`, all of an unknown together, unknowns in the order of the factor.
 *
 * @param begin of a single supernode, the unknown before which right sides are zero and nothing is solved for; a multiple of PANEL
 */
function solveSides({ symbolic, columns, pivots, kernel, spare, keptInverse }: LdlFactor, sides: number, begin = 0): void {
  const { block, starts, below, size } = symbolic;
  const { numbers } = kernel;
  const beside = spare + sides * size;
  for (let node = 0; node < below.length; node += 1) {
    const width = (starts[node + 1] - starts[node]) * block;
    const x = spare + sides * starts[node] * block;
    // A force at one node reaches only the supernodes above it in the tree.
    if (isZero(numbers, x, sides * width)) continue;
    const lower = columns[node].byteOffset / 8;
    for (let from = begin; from < width; from += PANEL) {
      const to = Math.min(from + PANEL, width);
      for (let row = from + 1; row < to; row += 1)
        for (let k = from; k < row; k += 1) subtractRow(numbers, x + sides * row, numbers[lower + row * width + k], x + sides * k, sides);
      const rest = { a: lower + to * width + from, rowA: width, stepA: 1, b: x + sides * from, c: x + sides * to };
      subtractSides(kernel, { ...rest, rows: width - to, depth: to - from }, sides);
    }
    const rows = below[node].length * block;
    numbers.fill(0, beside, beside + sides * rows);
    subtractSides(kernel, { a: lower + width * width, rowA: width, stepA: 1, b: x, c: beside, rows, depth: width }, sides);
    below[node].forEach((row, index) => {
      const [to, from] = [spare + sides * row * block, beside + sides * index * block];
      for (let k = 0; k < sides * block; k += 1) numbers[to + k] += numbers[from + k];
    });
  }
  if (keptInverse !== undefined) solveKept(keptInverse, numbers, spare + sides * pivots.length, sides);
  for (let node = below.length - 1; node >= 0; node -= 1) {
    const width = (starts[node + 1] - starts[node]) * block;
    const x = spare + sides * starts[node] * block;
    const lower = columns[node].byteOffset / 8;
    for (let row = begin; row < width; row += 1) {
      const pivot = pivots[starts[node] * block + row];
      for (let k = 0; k < sides; k += 1) numbers[x + sides * row + k] /= pivot;
    }
    below[node].forEach((row, index) => {
      const from = spare + sides * row * block;
      numbers.copyWithin(beside + sides * index * block, from, from + sides * block);
    });
    const depth = below[node].length * block;
    subtractSides(kernel, { a: lower + width * width, rowA: 1, stepA: width, b: beside, c: x, rows: width, depth }, sides);
    for (let to = width; to > begin; to -= ((to - 1) % PANEL) + 1) {
      const from = to - 1 - ((to - 1) % PANEL);
      const rest = { a: lower + to * width + from, rowA: 1, stepA: width, b: x + sides * to, c: x + sides * from };
      subtractSides(kernel, { ...rest, rows: to - from, depth: width - to }, sides);
      for (let row = to - 1; row > from; row -= 1)
        for (let k = from; k < row; k += 1) subtractRow(numbers, x + sides * k, numbers[lower + row * width + k], x + sides * row, sides);
    }
  }
}

function subtractRow(numbers: Float64Array, to: number, factor: number, from: number, sides: number): void {
  for (let k = 0; k < sides; k += 1) numbers[to + k] -= factor * numbers[from + k];
}

/** C -= A B with all sides: by the kernel in threes, and the rows left over one by one. */
function subtractSides(
  kernel: DenseKernel,
  product: Omit<Parameters<DenseKernel["subtractMany"]>[0], "strideB" | "strideC" | "columns">,
  sides: number,
): void {
  const { a, rowA, stepA, b, c, rows, depth } = product;
  const many = rows - (rows % 3);
  kernel.subtractMany({ ...product, strideB: sides, strideC: sides, columns: sides, rows: many });
  for (let row = many; row < rows; row += 1)
    for (let k = 0; k < depth; k += 1)
      subtractRow(kernel.numbers, c + sides * row, kernel.numbers[a + row * rowA + k * stepA], b + sides * k, sides);
}

function isZero(values: Float64Array, first: number, count: number): boolean {
  for (let at = first; at < first + count; at += 1) if (values[at] !== 0) return false;
  return true;
}

/** Rows of a supernode's own triangle that the columns left of them are updated by at once. */
const TRIANGLE = 12;

/** (D L^T)^-1 on the eliminated part, in place, the kept part being given: after the forward pass, the solution. */
export function backwardLdl({ symbolic, columns, pivots, kernel, spare }: LdlFactor, ordered: Float64Array): void {
  const { block, starts, below } = symbolic;
  const { numbers } = kernel;
  for (let node = below.length - 1; node >= 0; node -= 1) {
    const first = starts[node] * block;
    const width = (starts[node + 1] - starts[node]) * block;
    const lower = columns[node].byteOffset / 8;
    for (let k = 0; k < width; k += 1) numbers[spare + k] = ordered[first + k] / pivots[first + k];
    // What stands below, as far as it is known, then the supernode's own rows from the last on.
    const given = spare + width;
    let count = 0;
    for (const row of below[node]) for (let k = 0; k < block; k += 1) numbers[given + count++] = ordered[row * block + k];
    subtractAll(kernel, { x: spare, a: lower + width * width, strideA: width, b: given, rows: count, columns: width });
    for (let to = width; to > 0; to -= TRIANGLE) {
      const from = Math.max(0, to - TRIANGLE);
      for (let row = to - 1; row > from; row -= 1) {
        const value = numbers[spare + row];
        for (let k = from; k < row; k += 1) numbers[spare + k] -= numbers[lower + row * width + k] * value;
      }
      // The last row first, as one after the other: the same bits.
      for (let row = from; row < to; row += 1) numbers[given + to - 1 - row] = numbers[spare + row];
      subtractAll(kernel, { x: spare, a: lower + (to - 1) * width, strideA: -width, b: given, rows: to - from, columns: from });
    }
    for (let k = 0; k < width; k += 1) ordered[first + k] = numbers[spare + k];
  }
}

/** x -= A^T b: by the kernel in fours, and the rows left over one by one. */
function subtractAll(kernel: DenseKernel, block: Parameters<DenseKernel["subtractRows"]>[0]): void {
  const { x, a, strideA, b, rows, columns } = block;
  const many = rows - (rows % 4);
  kernel.subtractRows({ ...block, rows: many });
  for (let row = many; row < rows; row += 1) {
    const factor = kernel.numbers[b + row];
    for (let k = 0; k < columns; k += 1) kernel.numbers[x + k] -= kernel.numbers[a + row * strideA + k] * factor;
  }
}
