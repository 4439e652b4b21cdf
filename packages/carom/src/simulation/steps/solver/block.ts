/**
 * Blocks of numbers inside long arrays. Those of rigid bodies, 6 x 6 and 3 x 6, are written out, because all the time of a large solve is
 * spent here; those of mechanisms have any size. `elimination.test.ts` holds them to dense matrices.
 */
import { GROUND, SPEEDS, type StepProblem } from "./problem.js";

/** c -= a b, all 6 x 6, two rows at a time: what is read of b serves both. */
export function subtractProduct(c: Float64Array, atC: number, a: Float64Array, atA: number, b: Float64Array, atB: number): void {
  for (let i = 0; i < 36; i += 12) {
    const a0 = a[atA + i];
    const a1 = a[atA + i + 1];
    const a2 = a[atA + i + 2];
    const a3 = a[atA + i + 3];
    const a4 = a[atA + i + 4];
    const a5 = a[atA + i + 5];
    const d0 = a[atA + i + 6];
    const d1 = a[atA + i + 7];
    const d2 = a[atA + i + 8];
    const d3 = a[atA + i + 9];
    const d4 = a[atA + i + 10];
    const d5 = a[atA + i + 11];
    for (let j = 0, to = atC + i, k = atB; j < 6; j += 1, to += 1, k += 1) {
      const b0 = b[k];
      const b1 = b[k + 6];
      const b2 = b[k + 12];
      const b3 = b[k + 18];
      const b4 = b[k + 24];
      const b5 = b[k + 30];
      c[to] -= a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3 + a4 * b4 + a5 * b5;
      c[to + 6] -= d0 * b0 + d1 * b1 + d2 * b2 + d3 * b3 + d4 * b4 + d5 * b5;
    }
  }
}

/** a := a b, both 6 x 6. */
export function multiplyInto(a: Float64Array, atA: number, b: Float64Array, atB: number): void {
  for (let i = 0; i < 36; i += 12) {
    const a0 = a[atA + i];
    const a1 = a[atA + i + 1];
    const a2 = a[atA + i + 2];
    const a3 = a[atA + i + 3];
    const a4 = a[atA + i + 4];
    const a5 = a[atA + i + 5];
    const d0 = a[atA + i + 6];
    const d1 = a[atA + i + 7];
    const d2 = a[atA + i + 8];
    const d3 = a[atA + i + 9];
    const d4 = a[atA + i + 10];
    const d5 = a[atA + i + 11];
    for (let j = 0, to = atA + i, k = atB; j < 6; j += 1, to += 1, k += 1) {
      const b0 = b[k];
      const b1 = b[k + 6];
      const b2 = b[k + 12];
      const b3 = b[k + 18];
      const b4 = b[k + 24];
      const b5 = b[k + 30];
      a[to] = a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3 + a4 * b4 + a5 * b5;
      a[to + 6] = d0 * b0 + d1 * b1 + d2 * b2 + d3 * b3 + d4 * b4 + d5 * b5;
    }
  }
}

/** Rows and columns of c = a b: a is m x n, b is n x p. */
export interface ProductShape {
  readonly m: number;
  readonly n: number;
  readonly p: number;
}

/** c -= a b, of any shape. */
export function subtractProductOf(c: Float64Array, a: Float64Array, b: Float64Array, { m, n, p }: ProductShape): void {
  for (let i = 0; i < m; i += 1)
    for (let k = 0; k < n; k += 1) {
      const factor = a[i * n + k];
      if (factor !== 0) for (let j = 0; j < p; j += 1) c[i * p + j] -= factor * b[k * p + j];
    }
}

/** a := a b with a m x n, b n x n; `row` has room for n numbers. */
export function multiplyIntoOf(a: Float64Array, b: Float64Array, m: number, n: number, row: Float64Array): void {
  for (let i = 0; i < m; i += 1) {
    row.fill(0, 0, n);
    for (let k = 0; k < n; k += 1) {
      const factor = a[i * n + k];
      if (factor !== 0) for (let j = 0; j < n; j += 1) row[j] += factor * b[k * n + j];
    }
    for (let j = 0; j < n; j += 1) a[i * n + j] = row[j];
  }
}

/** The product of the row of n numbers at `at` with x. */
export function rowTimes(rows: Float64Array, at: number, x: Float64Array, atX: number, n: number): number {
  if (n === SPEEDS)
    return (
      rows[at] * x[atX] +
      rows[at + 1] * x[atX + 1] +
      rows[at + 2] * x[atX + 2] +
      rows[at + 3] * x[atX + 3] +
      rows[at + 4] * x[atX + 4] +
      rows[at + 5] * x[atX + 5]
    );
  let sum = 0;
  for (let k = 0; k < n; k += 1) sum += rows[at + k] * x[atX + k];
  return sum;
}

/** out += J^T p of contact i, with the three numbers at `atP`; `rows` is J, or J M^-1. */
export function addImpulse(out: Float64Array, problem: StepProblem, rows: Float64Array, i: number, p: Float64Array, atP: number): void {
  const { bodies, sizes, starts, widest } = problem;
  const p0 = p[atP];
  const p1 = p[atP + 1];
  const p2 = p[atP + 2];
  for (let side = 0; side < 2; side += 1) {
    const body = bodies[2 * i + side];
    if (body === GROUND) return;
    const at = 6 * widest * i + 3 * widest * side;
    const to = starts[body];
    const n = sizes[body];
    if (n === SPEEDS) for (let k = 0; k < 6; k += 1) out[to + k] += rows[at + k] * p0 + rows[at + 6 + k] * p1 + rows[at + 12 + k] * p2;
    else for (let k = 0; k < n; k += 1) out[to + k] += rows[at + k] * p0 + rows[at + n + k] * p1 + rows[at + 2 * n + k] * p2;
  }
}

/** Component c of J x at contact i. */
export function contactRow({ bodies, sizes, starts, widest, jacobian }: StepProblem, i: number, c: number, x: Float64Array): number {
  const first = bodies[2 * i];
  const second = bodies[2 * i + 1];
  const rows = 6 * widest * i;
  const value = rowTimes(jacobian, rows + sizes[first] * c, x, starts[first], sizes[first]);
  if (second === GROUND) return value;
  return value + rowTimes(jacobian, rows + 3 * widest + sizes[second] * c, x, starts[second], sizes[second]);
}

/** Inverts an n x n block in place with row exchanges; false where a pivot vanishes (the block is then of no use). */
export function invertBlock(a: Float64Array, at: number, exchanged: Int32Array, n = SPEEDS): boolean {
  for (let k = 0; k < n; k += 1) {
    let pivot = k;
    for (let i = k + 1; i < n; i += 1) if (Math.abs(a[at + n * i + k]) > Math.abs(a[at + n * pivot + k])) pivot = i;
    exchanged[k] = pivot;
    const value = a[at + n * pivot + k];
    if (!(Math.abs(value) > 0)) return false;
    if (pivot !== k)
      for (let j = 0; j < n; j += 1) {
        const kept = a[at + n * k + j];
        a[at + n * k + j] = a[at + n * pivot + j];
        a[at + n * pivot + j] = kept;
      }
    const inverse = 1 / value;
    a[at + n * k + k] = 1;
    for (let j = 0; j < n; j += 1) a[at + n * k + j] *= inverse;
    if (n === SPEEDS) clearColumnOfSix(a, at, k);
    else clearColumn(a, at, k, n);
  }
  for (let k = n - 1; k >= 0; k -= 1) {
    const pivot = exchanged[k];
    if (pivot !== k)
      for (let i = 0; i < n; i += 1) {
        const kept = a[at + n * i + k];
        a[at + n * i + k] = a[at + n * i + pivot];
        a[at + n * i + pivot] = kept;
      }
  }
  return true;
}

/** All other rows less what they have in column k times row k. */
function clearColumn(a: Float64Array, at: number, k: number, n: number): void {
  for (let i = 0; i < n; i += 1) {
    if (i === k) continue;
    const factor = a[at + n * i + k];
    a[at + n * i + k] = 0;
    if (factor !== 0) for (let j = 0; j < n; j += 1) a[at + n * i + j] -= factor * a[at + n * k + j];
  }
}

function clearColumnOfSix(a: Float64Array, at: number, k: number): void {
  const row = at + 6 * k;
  const a0 = a[row];
  const a1 = a[row + 1];
  const a2 = a[row + 2];
  const a3 = a[row + 3];
  const a4 = a[row + 4];
  const a5 = a[row + 5];
  for (let to = at; to < at + 36; to += 6) {
    if (to === row) continue;
    const factor = a[to + k];
    if (factor === 0) continue;
    a[to + k] = 0;
    a[to] -= factor * a0;
    a[to + 1] -= factor * a1;
    a[to + 2] -= factor * a2;
    a[to + 3] -= factor * a3;
    a[to + 4] -= factor * a4;
    a[to + 5] -= factor * a5;
  }
}
