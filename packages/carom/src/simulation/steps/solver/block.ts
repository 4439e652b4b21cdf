/**
 * Blocks of numbers inside long arrays. Those of rigid bodies, 6 x 6 and 3 x 6, are written out, because all the time of a large solve is
 * spent here; those of mechanisms have any size. `elimination.test.ts` holds them to dense matrices.
 */
import { GROUND, SPEEDS, type StepProblem } from "./problem.js";

/** c -= a b, all 6 x 6, row by row. */
export function subtractProduct(c: Float64Array, atC: number, a: Float64Array, atA: number, b: Float64Array, atB: number): void {
  for (let i = 0; i < 36; i += 6) {
    const a0 = a[atA + i];
    const a1 = a[atA + i + 1];
    const a2 = a[atA + i + 2];
    const a3 = a[atA + i + 3];
    const a4 = a[atA + i + 4];
    const a5 = a[atA + i + 5];
    for (let j = 0; j < 6; j += 1) {
      const k = atB + j;
      c[atC + i + j] -= a0 * b[k] + a1 * b[k + 6] + a2 * b[k + 12] + a3 * b[k + 18] + a4 * b[k + 24] + a5 * b[k + 30];
    }
  }
}

/** a := a b, both 6 x 6. */
export function multiplyInto(a: Float64Array, atA: number, b: Float64Array, atB: number): void {
  for (let i = 0; i < 36; i += 6) {
    const a0 = a[atA + i];
    const a1 = a[atA + i + 1];
    const a2 = a[atA + i + 2];
    const a3 = a[atA + i + 3];
    const a4 = a[atA + i + 4];
    const a5 = a[atA + i + 5];
    for (let j = 0; j < 6; j += 1) {
      const k = atB + j;
      a[atA + i + j] = a0 * b[k] + a1 * b[k + 6] + a2 * b[k + 12] + a3 * b[k + 18] + a4 * b[k + 24] + a5 * b[k + 30];
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
    for (let i = 0; i < n; i += 1) {
      if (i === k) continue;
      const factor = a[at + n * i + k];
      a[at + n * i + k] = 0;
      if (factor !== 0) for (let j = 0; j < n; j += 1) a[at + n * i + j] -= factor * a[at + n * k + j];
    }
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
