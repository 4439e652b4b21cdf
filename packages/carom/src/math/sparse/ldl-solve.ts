/** What is solved with the factors of ldl.ts. */
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
}

/** Solves with the factor of a matrix of which nothing was kept. `out` may be `rightSide`. */
export function solveLdl(
  factor: LdlFactor,
  rightSide: ArrayLike<number>,
  out: Float64Array<ArrayBuffer> = new Float64Array(factor.symbolic.size),
): Float64Array<ArrayBuffer> {
  const ordered = toOrder(factor.symbolic, rightSide);
  forwardLdl(factor, ordered);
  backwardLdl(factor, ordered);
  return fromOrder(factor.symbolic, ordered, out);
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
    const rows = below[node];
    let at = width * width;
    for (let index = 0; index < rows.length; index += 1)
      for (let within = 0; within < block; within += 1) {
        let sum = 0;
        for (let k = 0; k < width; k += 1) sum += lower[at + k] * ordered[first + k];
        ordered[rows[index] * block + within] -= sum;
        at += width;
      }
  }
}

/** Solves for three right sides at once, one after the other in `rightSides` and in what is returned: each entry of L is read once. */
export function solveLdlThree(factor: LdlFactor, rightSides: Float64Array): Float64Array<ArrayBuffer> {
  const { symbolic, columns, pivots } = factor;
  const { block, starts, below, order, size } = symbolic;
  // Three numbers for each unknown in the order of the factor.
  const x = new Float64Array(3 * size);
  for (let at = 0; at < size; at += 1) {
    const row = order[Math.floor(at / block)] * block + (at % block);
    for (let side = 0; side < 3; side += 1) x[3 * at + side] = rightSides[side * size + row];
  }
  for (let node = 0; node < below.length; node += 1) {
    const first = starts[node] * block;
    const width = (starts[node + 1] - starts[node]) * block;
    if (isZero(x, 3 * first, 3 * width)) continue;
    forwardThree(columns[node], below[node], x, first, width, block);
  }
  for (let node = below.length - 1; node >= 0; node -= 1) {
    const first = starts[node] * block;
    const width = (starts[node + 1] - starts[node]) * block;
    for (let k = 0; k < width; k += 1) for (let side = 0; side < 3; side += 1) x[3 * (first + k) + side] /= pivots[first + k];
    backwardThree(columns[node], below[node], x, first, width, block);
  }
  const out = new Float64Array(3 * size);
  for (let at = 0; at < size; at += 1) {
    const row = order[Math.floor(at / block)] * block + (at % block);
    for (let side = 0; side < 3; side += 1) out[side * size + row] = x[3 * at + side];
  }
  return out;
}

function forwardThree(lower: Float64Array, rows: Int32Array, x: Float64Array, first: number, width: number, block: number): void {
  const height = width + rows.length * block;
  const place = (row: number): number =>
    row < width ? first + row : rows[Math.floor((row - width) / block)] * block + ((row - width) % block);
  const take = (row: number): void => {
    const at = row * width;
    let [p, q, r] = [0, 0, 0];
    for (let k = 0; k < Math.min(row, width); k += 1) {
      const value = lower[at + k];
      const from = 3 * (first + k);
      p += value * x[from];
      q += value * x[from + 1];
      r += value * x[from + 2];
    }
    const to = 3 * place(row);
    x[to] -= p;
    x[to + 1] -= q;
    x[to + 2] -= r;
  };
  for (let row = 1; row < width; row += 1) take(row);
  // Rows below do not touch what they read: two at a time, each with its own sums.
  let below = width;
  for (; below + 1 < height; below += 2) {
    const at = below * width;
    let [p, q, r, s, t, u] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < width; k += 1) {
      const one = lower[at + k];
      const other = lower[at + width + k];
      const from = 3 * (first + k);
      p += one * x[from];
      q += one * x[from + 1];
      r += one * x[from + 2];
      s += other * x[from];
      t += other * x[from + 1];
      u += other * x[from + 2];
    }
    const [to, next] = [3 * place(below), 3 * place(below + 1)];
    x[to] -= p;
    x[to + 1] -= q;
    x[to + 2] -= r;
    x[next] -= s;
    x[next + 1] -= t;
    x[next + 2] -= u;
  }
  if (below < height) take(below);
}

function backwardThree(lower: Float64Array, rows: Int32Array, x: Float64Array, first: number, width: number, block: number): void {
  const take = (row: number, from: number, most: number): void => {
    const [p, q, r] = [x[3 * from], x[3 * from + 1], x[3 * from + 2]];
    const at = row * width;
    for (let k = 0; k < most; k += 1) {
      const value = lower[at + k];
      const to = 3 * (first + k);
      x[to] -= value * p;
      x[to + 1] -= value * q;
      x[to + 2] -= value * r;
    }
  };
  const count = rows.length * block;
  const place = (index: number): number => 3 * (rows[Math.floor(index / block)] * block + (index % block));
  let index = 0;
  // Four rows at a time, in the order of one after the other: the same bits for a quarter of the traffic.
  for (; index + 3 < count; index += 4) {
    const [a, b, c, d] = [place(index), place(index + 1), place(index + 2), place(index + 3)];
    const [pa, qa, ra] = [x[a], x[a + 1], x[a + 2]];
    const [pb, qb, rb] = [x[b], x[b + 1], x[b + 2]];
    const [pc, qc, rc] = [x[c], x[c + 1], x[c + 2]];
    const [pd, qd, rd] = [x[d], x[d + 1], x[d + 2]];
    const at = (width + index) * width;
    for (let k = 0; k < width; k += 1) {
      const va = lower[at + k];
      const vb = lower[at + width + k];
      const vc = lower[at + 2 * width + k];
      const vd = lower[at + 3 * width + k];
      const to = 3 * (first + k);
      x[to] = x[to] - va * pa - vb * pb - vc * pc - vd * pd;
      x[to + 1] = x[to + 1] - va * qa - vb * qb - vc * qc - vd * qd;
      x[to + 2] = x[to + 2] - va * ra - vb * rb - vc * rc - vd * rd;
    }
  }
  for (; index < count; index += 1) take(width + index, place(index) / 3, width);
  for (let row = width - 1; row > 0; row -= 1) take(row, first + row, row);
}

function isZero(values: Float64Array, first: number, count: number): boolean {
  for (let at = first; at < first + count; at += 1) if (values[at] !== 0) return false;
  return true;
}

/** (D L^T)^-1 on the eliminated part, in place, the kept part being given: after the forward pass, the solution. */
export function backwardLdl({ symbolic, columns, pivots }: LdlFactor, ordered: Float64Array): void {
  const { block, starts, below } = symbolic;
  for (let node = below.length - 1; node >= 0; node -= 1) {
    const first = starts[node] * block;
    const width = (starts[node + 1] - starts[node]) * block;
    const lower = columns[node];
    for (let k = 0; k < width; k += 1) ordered[first + k] /= pivots[first + k];
    backwardRows(lower, below[node], ordered, first, width, block);
    for (let row = width - 1; row > 0; row -= 1) {
      const value = ordered[first + row];
      for (let k = 0; k < row; k += 1) ordered[first + k] -= lower[row * width + k] * value;
    }
  }
}

/** What the rows below a supernode take from it; four at a time, in the order of one after the other. */
function backwardRows(lower: Float64Array, rows: Int32Array, x: Float64Array, first: number, width: number, block: number): void {
  const count = rows.length * block;
  const value = (index: number): number => x[rows[Math.floor(index / block)] * block + (index % block)];
  let index = 0;
  let at = width * width;
  for (; index + 3 < count; index += 4, at += 4 * width) {
    const [a, b, c, d] = [value(index), value(index + 1), value(index + 2), value(index + 3)];
    for (let k = 0; k < width; k += 1)
      x[first + k] =
        x[first + k] - lower[at + k] * a - lower[at + width + k] * b - lower[at + 2 * width + k] * c - lower[at + 3 * width + k] * d;
  }
  for (; index < count; index += 1, at += width) {
    const only = value(index);
    for (let k = 0; k < width; k += 1) x[first + k] -= lower[at + k] * only;
  }
}
