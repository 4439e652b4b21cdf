/**
 * Small dense linear systems: 2 x 2 and 3 x 3 by elimination with pivoting, n x n symmetric positive definite by Cholesky.
 * Whether a symmetric matrix is never negative, by elimination that always takes the largest pivot.
 *
 * A system without a unique finite solution gives undefined. "Singular" means that a pivot is no larger than the rounding of the terms it
 * was left over from, a test that does not depend on units; a badly scaled but regular matrix is solved.
 * As in vec3.ts the result goes into the optional last argument `out`.
 */
import type { Mat3 } from "./mat3.js";
import type { MutableVec3, Vec3 } from "./vec3.js";

/** Two numbers. */
export type Vec2 = readonly [number, number];
/** Two numbers to be written to. */
export type MutableVec2 = [number, number];
/** Row by row. */
export type Mat2 = readonly [number, number, number, number];

/** A pivot below this fraction of the terms that cancelled in it is rounding. */
const SINGULAR = 4 * Number.EPSILON;

// The two functions below are written out in scalars because impact laws call them at every step; solve.test.ts holds them to the residual.

/** Solves a x = b with the larger pivot first; undefined where a is singular. */
export function solve2(a: Mat2, b: Vec2, out: MutableVec2 = [0, 0]): MutableVec2 | undefined {
  return Math.abs(a[0]) >= Math.abs(a[2]) ? eliminate2(a, b, 0, out) : eliminate2(a, b, 1, out);
}

/** Solves p0 x + p1 y = p, q0 x + q1 y = q, pivoting on p0; the first row is the one named. */
function eliminate2(a: Mat2, b: Vec2, first: 0 | 1, out: MutableVec2): MutableVec2 | undefined {
  const other = 1 - first;
  const p0 = a[2 * first];
  const p1 = a[2 * first + 1];
  const p = b[first];
  const q0 = a[2 * other];
  const q1 = a[2 * other + 1];
  const q = b[other];
  if (p0 === 0) return undefined;
  const factor = q0 / p0;
  const pivot = q1 - factor * p1;
  if (!(Math.abs(pivot) > SINGULAR * (Math.abs(q1) + Math.abs(factor * p1)))) return undefined;
  const y = (q - factor * p) / pivot;
  const x = (p - p1 * y) / p0;
  if (!(Math.abs(x) < Infinity && Math.abs(y) < Infinity)) return undefined;
  out[0] = x;
  out[1] = y;
  return out;
}

/** Solves a x = b with partial pivoting; undefined where a is singular. */
export function solve3(a: Mat3, b: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 | undefined {
  // Offsets of the rows in the order of elimination.
  let first = Math.abs(a[3]) > Math.abs(a[0]) ? 3 : 0;
  if (Math.abs(a[6]) > Math.abs(a[first])) first = 6;
  let second = first === 0 ? 3 : 0;
  let third = first === 6 ? 3 : 6;
  const p0 = a[first];
  if (p0 === 0) return undefined;
  const p1 = a[first + 1];
  const p2 = a[first + 2];
  const p = b[first / 3];

  if (Math.abs(a[third + 1] - (a[third] / p0) * p1) > Math.abs(a[second + 1] - (a[second] / p0) * p1)) {
    const swap = second;
    second = third;
    third = swap;
  }
  const secondFactor = a[second] / p0;
  const q1 = a[second + 1] - secondFactor * p1;
  if (!(Math.abs(q1) > SINGULAR * (Math.abs(a[second + 1]) + Math.abs(secondFactor * p1)))) return undefined;
  const q2 = a[second + 2] - secondFactor * p2;
  const q = b[second / 3] - secondFactor * p;

  const thirdFactor = a[third] / p0;
  const lastFactor = (a[third + 1] - thirdFactor * p1) / q1;
  const pivot = a[third + 2] - thirdFactor * p2 - lastFactor * q2;
  const cancelled =
    Math.abs(a[third + 2]) + Math.abs(thirdFactor * p2) + Math.abs(lastFactor) * (Math.abs(a[second + 2]) + Math.abs(secondFactor * p2));
  if (!(Math.abs(pivot) > SINGULAR * cancelled)) return undefined;

  const z = (b[third / 3] - thirdFactor * p - lastFactor * q) / pivot;
  const y = (q - q2 * z) / q1;
  const x = (p - p1 * y - p2 * z) / p0;
  if (!(Math.abs(x) < Infinity && Math.abs(y) < Infinity && Math.abs(z) < Infinity)) return undefined;
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}

/** A = L L^T with L lower triangular. */
export interface CholeskyFactor {
  /** Rows of the matrix. */
  readonly size: number;
  /** L row by row, size * size numbers; what stands above the diagonal is zero. */
  readonly lower: Float64Array;
}

/** Of a symmetric matrix given by rows (its lower triangle is read); undefined where it is not positive definite to working precision. */
export function choleskyFactor(matrix: readonly (readonly number[])[]): CholeskyFactor | undefined {
  const size = matrix.length;
  const lower = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i][j];
      for (let k = 0; k < j; k++) rest -= lower[i * size + k] * lower[j * size + k];
      if (j < i) lower[i * size + j] = rest / lower[j * size + j];
      else if (rest > SINGULAR * size * matrix[i][i] && rest < Infinity) lower[i * size + i] = Math.sqrt(rest);
      else return undefined;
    }
  }
  return { size, lower };
}

/** L^-1 b: half a solve. A^-1 in an inner product is b . A^-1 c = (L^-1 b) . (L^-1 c), symmetric and never negative for b = c. */
export function choleskyForward(factor: CholeskyFactor, b: ArrayLike<number>, out = new Float64Array(factor.size)): Float64Array {
  const { size, lower } = factor;
  for (let i = 0; i < size; i++) {
    let rest = b[i];
    for (let k = 0; k < i; k++) rest -= lower[i * size + k] * out[k];
    out[i] = rest / lower[i * size + i];
  }
  return out;
}

/** A^-1 b. */
export function choleskySolve(factor: CholeskyFactor, b: ArrayLike<number>, out = new Float64Array(factor.size)): Float64Array {
  const { size, lower } = factor;
  choleskyForward(factor, b, out);
  for (let i = size - 1; i >= 0; i--) {
    let rest = out[i];
    for (let k = i + 1; k < size; k++) rest -= lower[k * size + i] * out[k];
    out[i] = rest / lower[i * size + i];
  }
  return out;
}

/**
 * Whether a symmetric matrix given by rows has no direction x with x . A x clearly below zero. Singular matrices pass.
 *
 * The matrix is scaled to a diagonal of ones and eliminated from the largest diagonal element on, A = L D L^T. What is left after each
 * step, the Schur complement, is the least of x . A x over the unknowns eliminated: it has an eigenvalue at least as negative as any of A,
 * and none if A has none. Once its diagonal is down to the tolerance its other elements must be, too. Costs n^3 / 3 for full rank, n^2 r
 * for rank r.
 *
 * @param tolerance of eigenvalues, relative to the diagonal: what a matrix known to nine digits may be off
 */
export function isPositiveSemidefinite(matrix: readonly (readonly number[])[], tolerance = 1e-9): boolean {
  const size = matrix.length;
  const scale = matrix.map((row, i) => (row[i] > 0 ? 1 / Math.sqrt(row[i]) : 0));
  const rest = matrix.map((row, i) => Float64Array.from(row, (value, j) => value * scale[i] * scale[j]));
  // A variable without weight of its own may have none at all.
  for (let i = 0; i < size; i++) if (scale[i] === 0 && !matrix[i].every((value) => value === 0)) return false;

  const left = matrix.map((_, i) => i).filter((i) => scale[i] > 0);
  while (left.length > 0) {
    let best = 0;
    for (let k = 1; k < left.length; k++) if (rest[left[k]][left[k]] > rest[left[best]][left[best]]) best = k;
    const pivot = left[best];
    const row = rest[pivot];
    if (!(row[pivot] > tolerance)) return left.every((i) => left.every((j) => Math.abs(rest[i][j]) <= 2 * tolerance));
    left.splice(best, 1);
    for (const i of left) {
      const factor = row[i] / row[pivot];
      if (factor === 0) continue;
      const other = rest[i];
      for (const j of left) other[j] -= factor * row[j];
      if (!(other[i] >= -tolerance)) return false;
    }
  }
  return true;
}
