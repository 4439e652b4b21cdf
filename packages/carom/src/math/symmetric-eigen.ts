/**
 * Eigenvalues and eigenvectors of a small dense symmetric matrix by Jacobi rotations, and the pseudo-inverse they give.
 *
 * A rotation in the plane of rows i and j makes the element between them zero:
 *
 *     theta = (a_jj - a_ii) / (2 a_ij),     t = sign(theta) / (|theta| + sqrt(theta^2 + 1)),     a_ii -= t a_ij,   a_jj += t a_ij
 *
 * Sweeping over all pairs row by row converges quadratically. An element counts as zero when it is below the rounding of the geometric mean
 * of the two diagonal elements, not of the whole matrix: so small eigenvalues of a badly scaled definite matrix keep their relative
 * accuracy.
 *
 * With A = V diag(l) V^T the pseudo-inverse is A^+ = V diag(1/l) V^T without the eigenvalues that are zero up to a tolerance relative to
 * the largest.
 *
 * Matrices are size * size numbers, row by row. The cost grows as size^3, about 10 sweeps of 3 size^3 multiplications each: meant for up to
 * about 100. Source: Jacobi (1846) in the form of Rutishauser, Handbook for Automatic Computation II/1 (1971); the stopping rule is that of
 * Demmel and Veselic (1992).
 */
import { SolverError } from "../errors.js";

/** Eigenvalues and eigenvectors of a symmetric matrix. */
export interface SymmetricEigen {
  /** Rows of the matrix. */
  readonly size: number;
  /** Ascending. */
  readonly values: Float64Array;
  /** Orthonormal; the one of values[k] stands at k * size. */
  readonly vectors: Float64Array;
}

/** Ten are usual; a matrix of size 100 takes about twelve. */
const MOST_SWEEPS = 60;
/** An element this far below its diagonal elements is rounding. */
const NEGLIGIBLE = 0.25 * Number.EPSILON;

/** Of the symmetric part of `matrix`. */
export function symmetricEigen(matrix: ArrayLike<number>, size: number): SymmetricEigen {
  const a = new Float64Array(size * size);
  const rotated = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    rotated[i * size + i] = 1;
    for (let j = 0; j < size; j++) a[i * size + j] = 0.5 * matrix[i * size + j] + 0.5 * matrix[j * size + i];
  }
  for (let sweep = 0; sweepOnce(a, rotated, size); sweep++) {
    if (sweep === MOST_SWEEPS) throw new SolverError("the eigenvalues of a symmetric matrix do not settle", { size, sweeps: MOST_SWEEPS });
  }
  return sorted(a, rotated, size);
}

/** One rotation for every pair that needs it; false when none did. */
function sweepOnce(a: Float64Array, vectors: Float64Array, size: number): boolean {
  let changed = false;
  for (let i = 0; i < size - 1; i++) {
    for (let j = i + 1; j < size; j++) {
      const between = a[i * size + j];
      if (between === 0) continue;
      const first = a[i * size + i];
      const second = a[j * size + j];
      if (Math.abs(between) <= NEGLIGIBLE * Math.sqrt(Math.abs(first)) * Math.sqrt(Math.abs(second))) {
        a[i * size + j] = a[j * size + i] = 0;
        continue;
      }
      changed = true;
      rotate(a, vectors, size, i, j, tangentOf(first, second, between));
    }
  }
  return changed;
}

function tangentOf(first: number, second: number, between: number): number {
  const difference = 0.5 * (second - first);
  if (difference === 0) return between < 0 ? -1 : 1;
  const theta = difference / between;
  // Beyond this the square overflows or swamps the 1.
  if (!(Math.abs(theta) < 1e10)) return between / (2 * difference);
  const tangent = 1 / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  return theta < 0 ? -tangent : tangent;
}

function rotate(a: Float64Array, vectors: Float64Array, size: number, i: number, j: number, tangent: number): void {
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const shift = tangent * a[i * size + j];
  // x - s (y + r x) is c x - s y with less rounding.
  const ratio = sine / (1 + cosine);
  a[i * size + i] -= shift;
  a[j * size + j] += shift;
  a[i * size + j] = a[j * size + i] = 0;
  for (let k = 0; k < size; k++) {
    if (k !== i && k !== j) {
      const x = a[i * size + k];
      const y = a[j * size + k];
      a[i * size + k] = a[k * size + i] = x - sine * (y + ratio * x);
      a[j * size + k] = a[k * size + j] = y + sine * (x - ratio * y);
    }
    const u = vectors[i * size + k];
    const v = vectors[j * size + k];
    vectors[i * size + k] = u - sine * (v + ratio * u);
    vectors[j * size + k] = v + sine * (u - ratio * v);
  }
}

function sorted(a: Float64Array, rotated: Float64Array, size: number): SymmetricEigen {
  const order = Array.from({ length: size }, (_, k) => k).sort((p, q) => a[p * size + p] - a[q * size + q] || p - q);
  const values = new Float64Array(size);
  const vectors = new Float64Array(size * size);
  order.forEach((from, to) => {
    values[to] = a[from * size + from];
    vectors.set(rotated.subarray(from * size, (from + 1) * size), to * size);
  });
  return { size, values, vectors };
}

/** Eigenvalues no larger than this fraction of the largest one are taken for zero. */
export const ZERO_EIGENVALUE = 1e-12;

/** What every eigenvalue has to exceed in size to count. */
function threshold({ size, values }: SymmetricEigen, tolerance: number): number {
  return size === 0 ? 0 : tolerance * Math.max(Math.abs(values[0]), Math.abs(values[size - 1]));
}

/** How many eigenvalues are not zero up to the tolerance. */
export function rankOf(eigen: SymmetricEigen, tolerance = ZERO_EIGENVALUE): number {
  const least = threshold(eigen, tolerance);
  return eigen.values.reduce((rank, value) => (Math.abs(value) > least ? rank + 1 : rank), 0);
}

/**
 * v . A^+ . v; twice the kinetic energy that contact velocities v stand for, when A is their mobility. The part of v outside the range of A
 * does not count.
 */
export function pseudoInverseForm(eigen: SymmetricEigen, vector: ArrayLike<number>, tolerance = ZERO_EIGENVALUE): number {
  const { size, values } = eigen;
  const least = threshold(eigen, tolerance);
  let form = 0;
  for (let k = 0; k < size; k++) {
    if (!(Math.abs(values[k]) > least)) continue;
    const component = componentAlong(eigen, k, vector);
    form += (component / values[k]) * component;
  }
  return form;
}

/** A^+ v: of all x for which A x is as close to v as can be, the shortest. `out` must not be `vector`. */
export function applyPseudoInverse(
  eigen: SymmetricEigen,
  vector: ArrayLike<number>,
  tolerance = ZERO_EIGENVALUE,
  out = new Float64Array(eigen.size),
): Float64Array {
  const { size, values, vectors } = eigen;
  const least = threshold(eigen, tolerance);
  out.fill(0);
  for (let k = 0; k < size; k++) {
    if (!(Math.abs(values[k]) > least)) continue;
    const part = componentAlong(eigen, k, vector) / values[k];
    for (let i = 0; i < size; i++) out[i] += part * vectors[k * size + i];
  }
  return out;
}

/** A^+, symmetric to the last bit. */
export function pseudoInverse(eigen: SymmetricEigen, tolerance = ZERO_EIGENVALUE): Float64Array {
  const { size, values, vectors } = eigen;
  const least = threshold(eigen, tolerance);
  const inverse = new Float64Array(size * size);
  for (let k = 0; k < size; k++) {
    if (!(Math.abs(values[k]) > least)) continue;
    const vector = vectors.subarray(k * size, (k + 1) * size);
    for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) inverse[i * size + j] += (vector[i] * vector[j]) / values[k];
  }
  return inverse;
}

function componentAlong({ size, vectors }: SymmetricEigen, k: number, vector: ArrayLike<number>): number {
  let component = 0;
  for (let i = 0; i < size; i++) component += vectors[k * size + i] * vector[i];
  return component;
}
