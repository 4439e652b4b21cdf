/**
 * 3 x 3 matrices, as plain tuples of nine doubles, row by row: element (row, column) stands at 3 * row + column.
 *
 * As in vec3.ts the result goes into the optional last argument `out`, which may be one of the operands, and a kernel without an
 * answer returns undefined.
 */
import type { MutableVec3, Vec3 } from "./vec3.js";

/** A 3x3 matrix, row by row. */
export type Mat3 = readonly [number, number, number, number, number, number, number, number, number];
/** A 3x3 matrix to be written to, row by row. */
export type MutableMat3 = [number, number, number, number, number, number, number, number, number];
/** The same matrix as people write it: three rows. */
export type Rows3 = readonly [Vec3, Vec3, Vec3];

/** The identity. */
export const IDENTITY: Mat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

const zero = (): MutableMat3 => [0, 0, 0, 0, 0, 0, 0, 0, 0];

/** A matrix from its three rows. */
export function fromRows(rows: readonly (readonly number[])[], out: MutableMat3 = zero()): MutableMat3 {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out[3 * i + j] = rows[i][j];
  return out;
}

/** The three rows of a matrix. */
export function toRows(a: Mat3): Rows3 {
  return [
    [a[0], a[1], a[2]],
    [a[3], a[4], a[5]],
    [a[6], a[7], a[8]],
  ];
}

/** A matrix from its three columns. */
export function fromColumns(x: Vec3, y: Vec3, z: Vec3, out: MutableMat3 = zero()): MutableMat3 {
  return set(out, x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]);
}

/** A matrix with these on its diagonal. */
export function diagonal(d: Vec3, out: MutableMat3 = zero()): MutableMat3 {
  return set(out, d[0], 0, 0, 0, d[1], 0, 0, 0, d[2]);
}

/** A column of a matrix. */
export function column(a: Mat3, index: 0 | 1 | 2, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  out[0] = a[index];
  out[1] = a[3 + index];
  out[2] = a[6 + index];
  return out;
}

/** The matrix P of the cross product: P b = a x b. */
export function crossProduct(a: Vec3, out: MutableMat3 = zero()): MutableMat3 {
  return set(out, 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0);
}

/** a + b. */
export function add(a: Mat3, b: Mat3, out: MutableMat3 = zero()): MutableMat3 {
  for (let i = 0; i < 9; i++) out[i] = a[i] + b[i];
  return out;
}

/** A matrix times a number. */
export function scale(a: Mat3, factor: number, out: MutableMat3 = zero()): MutableMat3 {
  for (let i = 0; i < 9; i++) out[i] = a[i] * factor;
  return out;
}

/** Rows become columns. */
export function transpose(a: Mat3, out: MutableMat3 = zero()): MutableMat3 {
  return set(out, a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]);
}

/** The product a b. */
export function multiply(a: Mat3, b: Mat3, out: MutableMat3 = zero()): MutableMat3 {
  return set(
    out,
    a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
    a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
    a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
    a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
    a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
    a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
    a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
    a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
    a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
  );
}

/** The product of a matrix and a vector. */
export function transformVector(a: Mat3, b: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  const x = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const y = a[3] * b[0] + a[4] * b[1] + a[5] * b[2];
  out[2] = a[6] * b[0] + a[7] * b[1] + a[8] * b[2];
  out[0] = x;
  out[1] = y;
  return out;
}

/** Transpose of `a` times `b`: a rotation's way back. */
export function transformTransposed(a: Mat3, b: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  const x = a[0] * b[0] + a[3] * b[1] + a[6] * b[2];
  const y = a[1] * b[0] + a[4] * b[1] + a[7] * b[2];
  out[2] = a[2] * b[0] + a[5] * b[1] + a[8] * b[2];
  out[0] = x;
  out[1] = y;
  return out;
}

/** A symmetric tensor seen from other axes, R S R^T; symmetric to the last bit. */
export function rotateTensor(rotation: Mat3, tensor: Mat3, out: MutableMat3 = zero()): MutableMat3 {
  const half = multiply(rotation, tensor);
  const element = (i: number, j: number) =>
    half[3 * i] * rotation[3 * j] + half[3 * i + 1] * rotation[3 * j + 1] + half[3 * i + 2] * rotation[3 * j + 2];
  const xy = element(0, 1);
  const xz = element(0, 2);
  const yz = element(1, 2);
  return set(out, element(0, 0), xy, xz, xy, element(1, 1), yz, xz, yz, element(2, 2));
}

/** The determinant. */
export function determinant(a: Mat3): number {
  return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
}

/** A determinant this small against the sum of its terms' sizes is rounding: the matrix is singular. Does not depend on units. */
const SINGULAR = 8 * Number.EPSILON;

/** Undefined where the matrix is singular to working precision. */
export function inverse(a: Mat3, out: MutableMat3 = zero()): MutableMat3 | undefined {
  const det = determinant(a);
  const sizes =
    Math.abs(a[0]) * (Math.abs(a[4] * a[8]) + Math.abs(a[5] * a[7])) +
    Math.abs(a[1]) * (Math.abs(a[3] * a[8]) + Math.abs(a[5] * a[6])) +
    Math.abs(a[2]) * (Math.abs(a[3] * a[7]) + Math.abs(a[4] * a[6]));
  if (!(Math.abs(det) > SINGULAR * sizes && Math.abs(det) < Infinity)) return undefined;
  return set(
    out,
    (a[4] * a[8] - a[5] * a[7]) / det,
    (a[2] * a[7] - a[1] * a[8]) / det,
    (a[1] * a[5] - a[2] * a[4]) / det,
    (a[5] * a[6] - a[3] * a[8]) / det,
    (a[0] * a[8] - a[2] * a[6]) / det,
    (a[2] * a[3] - a[0] * a[5]) / det,
    (a[3] * a[7] - a[4] * a[6]) / det,
    (a[1] * a[6] - a[0] * a[7]) / det,
    (a[0] * a[4] - a[1] * a[3]) / det,
  );
}

/** Eigenvalues and eigenvectors of a symmetric 3x3 matrix. */
export interface SymmetricEigen {
  /** Ascending. */
  readonly values: Vec3;
  /** Unit eigenvectors as COLUMNS, in the order of the values; right-handed, so the matrix is a rotation. */
  readonly vectors: Mat3;
}

/** Cyclic Jacobi converges quadratically; six sweeps do for any 3 x 3, the rest is margin. */
const MOST_SWEEPS = 40;

/**
 * Eigenvalues and eigenvectors of a symmetric matrix (its upper triangle is read) by cyclic Jacobi rotations: slower than a closed form,
 * and accurate to rounding also where eigenvalues coincide. Golub, Van Loan, Matrix Computations, section 8.5.
 */
export function symmetricEigen(a: Mat3): SymmetricEigen {
  const m: MutableMat3 = [a[0], a[1], a[2], a[1], a[4], a[5], a[2], a[5], a[8]];
  const v: MutableMat3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const rotated = [rotateAway(m, v, 0, 1), rotateAway(m, v, 0, 2), rotateAway(m, v, 1, 2)];
    if (!rotated.includes(true)) break;
  }
  return ascending([m[0], m[4], m[8]], v);
}

/** One Jacobi rotation that makes element (p, q) zero; false where it is already nothing against its diagonal elements. */
function rotateAway(m: MutableMat3, v: MutableMat3, p: number, q: number): boolean {
  const pq = m[3 * p + q];
  const pp = m[4 * p];
  const qq = m[4 * q];
  if (Math.abs(pp) + Math.abs(pq) === Math.abs(pp) && Math.abs(qq) + Math.abs(pq) === Math.abs(qq)) {
    m[3 * p + q] = 0;
    m[3 * q + p] = 0;
    return false;
  }
  const theta = (qq - pp) / (2 * pq);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  const r = 3 - p - q;
  const rp = m[3 * r + p];
  const rq = m[3 * r + q];
  m[4 * p] = pp - tangent * pq;
  m[4 * q] = qq + tangent * pq;
  m[3 * p + q] = 0;
  m[3 * q + p] = 0;
  m[3 * r + p] = m[3 * p + r] = cosine * rp - sine * rq;
  m[3 * r + q] = m[3 * q + r] = sine * rp + cosine * rq;
  for (let i = 0; i < 3; i++) {
    const ip = v[3 * i + p];
    const iq = v[3 * i + q];
    v[3 * i + p] = cosine * ip - sine * iq;
    v[3 * i + q] = sine * ip + cosine * iq;
  }
  return true;
}

/** Sorts by eigenvalue, points the first two vectors along their largest components and the third so that the three are right-handed. */
function ascending(values: Vec3, vectors: Mat3): SymmetricEigen {
  const order: [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2] = [0, 1, 2];
  order.sort((i, j) => values[i] - values[j]);
  const [x, y] = [column(vectors, order[0]), column(vectors, order[1])].map(pointForward);
  const z = column(vectors, order[2]);
  const handed = fromColumns(x, y, z);
  return {
    values: [values[order[0]], values[order[1]], values[order[2]]],
    vectors: determinant(handed) > 0 ? handed : fromColumns(x, y, [-z[0], -z[1], -z[2]]),
  };
}

function pointForward(a: MutableVec3): MutableVec3 {
  const largest = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  const leading = a.find((value) => Math.abs(value) === largest) ?? 1;
  return leading < 0 ? [-a[0], -a[1], -a[2]] : a;
}

function set(
  out: MutableMat3,
  xx: number,
  xy: number,
  xz: number,
  yx: number,
  yy: number,
  yz: number,
  zx: number,
  zy: number,
  zz: number,
): MutableMat3 {
  out[0] = xx;
  out[1] = xy;
  out[2] = xz;
  out[3] = yx;
  out[4] = yy;
  out[5] = yz;
  out[6] = zx;
  out[7] = zy;
  out[8] = zz;
  return out;
}
