/**
 * Eigenvalues of general real matrices, of pairs A x = lambda B x, and the vector that belongs to a known real eigenvalue.
 *
 * Three steps, all similarities. Balancing scales rows and columns by powers of two until they are of about the same size. Reflections make
 * the matrix zero below the first subdiagonal (Hessenberg). Then Francis's QR steps: the two eigenvalues of the last 2 x 2 block, with
 * trace t and determinant d, are shifts; the first column of H^2 - t H + d, real even where the shifts are complex, starts a bulge that
 * reflections chase down the matrix; the last subdiagonals go to zero quadratically, and blocks of one row (a real eigenvalue) or two (two
 * real or a conjugate pair) split off at the end.
 *
 * The computed eigenvalues are those of a matrix that differs by a few roundings of its norm: a simple one is as good as its condition, a
 * k-fold defective one splits into a ring of radius about the k-th root of rounding.
 *
 * A pair with singular B has infinite eigenvalues. With a shift s that is no eigenvalue, (A - s B)^-1 B x = theta x has lambda = s +
 * 1/theta, and theta = 0 stands for infinity.
 *
 * Matrices are size * size numbers, row by row; none is changed.
 * Source: Francis (1961); Golub and Van Loan, Matrix Computations, sections 7.4, 7.5 and 7.7; Parlett and Reinsch (1969) for balancing.
 */
import { SolverError } from "../errors.js";

/** Eigenvalues of a general matrix, as pairs of numbers. */
export interface Eigenvalues {
  /** Real parts. */
  readonly real: Float64Array;
  /** Conjugate pairs stand together, the one with the positive imaginary part first. */
  readonly imaginary: Float64Array;
}

/** All of them, each as often as it counts. */
export function eigenvalues(matrix: ArrayLike<number>, size: number): Eigenvalues {
  const a = Float64Array.from(matrix);
  balance(a, size, 0, size - 1);
  reduceToHessenberg(a, size);
  return splitOff(a, size);
}

/** Below this fraction of the gain a power of two would bring, a row is balanced. */
const BALANCED = 0.95;

/** Scales the rows and columns from `first` to `last`, which belong to a block of their own. */
function balance(a: Float64Array, size: number, first: number, last: number): void {
  for (let done = false; !done; ) {
    done = true;
    for (let i = first; i <= last; i++) {
      let row = 0;
      let column = 0;
      for (let j = first; j <= last; j++) {
        if (j === i) continue;
        row += Math.abs(a[i * size + j]);
        column += Math.abs(a[j * size + i]);
      }
      if (!(row > 0 && column > 0)) continue;
      const before = row + column;
      let scale = 1;
      for (; column < row / 2; column *= 4) scale *= 2;
      for (; column > row * 2; column /= 4) scale /= 2;
      // The column has been scaled by scale^2 and the row not at all: the sum comes out scale times too large.
      if (scale === 1 || !(column + row < BALANCED * before * scale)) continue;
      done = false;
      for (let j = first; j <= last; j++) a[i * size + j] /= scale;
      for (let j = first; j <= last; j++) a[j * size + i] *= scale;
    }
  }
}

function reduceToHessenberg(a: Float64Array, size: number): void {
  const u = new Float64Array(size);
  for (let k = 0; k < size - 2; k++) {
    let largest = 0;
    for (let i = k + 1; i < size; i++) largest = Math.max(largest, Math.abs(a[i * size + k]));
    if (largest === 0) continue;
    let square = 0;
    for (let i = k + 1; i < size; i++) {
      u[i] = a[i * size + k] / largest;
      square += u[i] * u[i];
    }
    const length = Math.sqrt(square);
    const sign = u[k + 1] < 0 ? -1 : 1;
    u[k + 1] += sign * length;
    const factor = 1 / (length * Math.abs(u[k + 1]));
    for (let j = k; j < size; j++) {
      let product = 0;
      for (let i = k + 1; i < size; i++) product += u[i] * a[i * size + j];
      product *= factor;
      for (let i = k + 1; i < size; i++) a[i * size + j] -= product * u[i];
    }
    for (let i = 0; i < size; i++) {
      let product = 0;
      for (let j = k + 1; j < size; j++) product += a[i * size + j] * u[j];
      product *= factor;
      for (let j = k + 1; j < size; j++) a[i * size + j] -= product * u[j];
    }
    a[(k + 1) * size + k] = -sign * length * largest;
    for (let i = k + 2; i < size; i++) a[i * size + k] = 0;
  }
}

/** Per eigenvalue; three are usual. */
const MOST_STEPS = 200;
/**
 * Now and then a step with other shifts breaks the rare cycles, and the block is balanced by itself: eigenvalues much smaller than the
 * matrix need that.
 */
const UNUSUAL_STEP = 10;
/**
 * From so many steps on a block may end where its subdiagonal is so many roundings of the whole matrix: between eigenvalues that are equal
 * to rounding it goes no further down.
 */
const MANY_STEPS = 100;
const ROUNDINGS = 64;

/** The eigenvalues of a Hessenberg matrix, from its end to its beginning. */
function splitOff(h: Float64Array, size: number): Eigenvalues {
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  let whole = 0;
  for (let i = 0; i < size; i++) for (let j = Math.max(0, i - 1); j < size; j++) whole += Math.abs(h[i * size + j]);
  let last = size - 1;
  let steps = 0;
  while (last >= 0) {
    const first = startOfBlock(h, size, last, whole, steps > MANY_STEPS);
    if (first === last) {
      real[last] = h[last * size + last];
      last -= 1;
      steps = 0;
    } else if (first === last - 1) {
      pairOf(h, size, first, real, imaginary);
      last -= 2;
      steps = 0;
    } else {
      if (steps++ === MOST_STEPS) throw new SolverError("the eigenvalues of a matrix do not settle", { size, steps: MOST_STEPS });
      if (steps % UNUSUAL_STEP === 0) balance(h, size, first, last);
      francisStep(h, size, first, last, steps % UNUSUAL_STEP === 0);
    }
  }
  return { real, imaginary };
}

/** The first row of the block that ends in `last`: where the subdiagonal before it is rounding. */
function startOfBlock(h: Float64Array, size: number, last: number, whole: number, isStuck: boolean): number {
  for (let k = last; k > 0; k--) {
    const neighbours = Math.abs(h[k * size + k]) + Math.abs(h[(k - 1) * size + k - 1]);
    const enough = isStuck ? ROUNDINGS * whole : neighbours > 0 ? neighbours : whole;
    if (Math.abs(h[k * size + k - 1]) <= Number.EPSILON * enough) {
      h[k * size + k - 1] = 0;
      return k;
    }
  }
  return 0;
}

/** Eigenvalues of the 2 x 2 block that begins in row k: both real without cancellation, or a conjugate pair. */
function pairOf(h: Float64Array, size: number, k: number, real: Float64Array, imaginary: Float64Array): void {
  const a = h[k * size + k];
  const d = h[(k + 1) * size + k + 1];
  const product = h[k * size + k + 1] * h[(k + 1) * size + k];
  const half = 0.5 * (a - d);
  const discriminant = half * half + product;
  if (discriminant >= 0) {
    const root = half < 0 ? half - Math.sqrt(discriminant) : half + Math.sqrt(discriminant);
    real[k] = d + root;
    real[k + 1] = root === 0 ? d : d - product / root;
    return;
  }
  real[k] = real[k + 1] = d + half;
  imaginary[k] = Math.sqrt(-discriminant);
  imaginary[k + 1] = -imaginary[k];
}

/** One double step of the QR algorithm on rows `first` to `last`, at least three of them. */
function francisStep(h: Float64Array, size: number, first: number, last: number, unusual: boolean): void {
  const at = (i: number, j: number) => h[i * size + j];
  let trace = at(last - 1, last - 1) + at(last, last);
  let determinant = at(last - 1, last - 1) * at(last, last) - at(last - 1, last) * at(last, last - 1);
  if (unusual) {
    const size2 = Math.abs(at(last, last - 1)) + Math.abs(at(last - 1, last - 2));
    trace = 1.5 * size2;
    determinant = size2 * size2;
  }
  const a = at(first, first);
  const below = at(first + 1, first);
  let x = a * a + at(first, first + 1) * below - trace * a + determinant;
  let y = below * (a + at(first + 1, first + 1) - trace);
  let z = below * at(first + 2, first + 1);
  for (let k = first; k < last; k++) {
    const isThree = k + 2 <= last;
    if (k > first) {
      x = at(k, k - 1);
      y = at(k + 1, k - 1);
      z = isThree ? at(k + 2, k - 1) : 0;
    }
    chase(h, size, first, last, k, isThree, x, y, z);
  }
}

/**
 * Reflects rows and columns k, k + 1 (and k + 2) so that (x, y, z) falls on its first component. Written in scalars: it is the inner loop.
 */
function chase(
  h: Float64Array,
  size: number,
  first: number,
  last: number,
  k: number,
  isThree: boolean,
  x: number,
  y: number,
  z: number,
): void {
  const scale = Math.abs(x) + Math.abs(y) + Math.abs(z);
  if (scale === 0) return;
  const [u, v, w] = [x / scale, y / scale, z / scale];
  const length = Math.sqrt(u * u + v * v + w * w) * (u < 0 ? -1 : 1);
  const head = u + length;
  const second = v / head;
  const third = w / head;
  const factor = head / length;
  if (k > first) {
    h[k * size + k - 1] = -length * scale;
    h[(k + 1) * size + k - 1] = 0;
    if (isThree) h[(k + 2) * size + k - 1] = 0;
  }
  const r0 = k * size;
  const r1 = r0 + size;
  const r2 = r1 + size;
  for (let j = k; j <= last; j++) {
    const product = factor * (h[r0 + j] + second * h[r1 + j] + (isThree ? third * h[r2 + j] : 0));
    h[r0 + j] -= product;
    h[r1 + j] -= product * second;
    if (isThree) h[r2 + j] -= product * third;
  }
  for (let i = first; i <= Math.min(last, k + 3); i++) {
    const row = i * size + k;
    const product = factor * (h[row] + second * h[row + 1] + (isThree ? third * h[row + 2] : 0));
    h[row] -= product;
    h[row + 1] -= product * second;
    if (isThree) h[row + 2] -= product * third;
  }
}

/** P A = L U by rows, with the larger pivot first. A pivot of zero is replaced by rounding, as inverse iteration wants it. */
interface Elimination {
  readonly size: number;
  readonly factors: Float64Array;
  readonly order: Int32Array;
  /** The smallest pivot over the largest entry of the matrix. */
  readonly smallestPivot: number;
}

function eliminate(matrix: Float64Array, size: number): Elimination {
  const a = matrix;
  const order = Int32Array.from({ length: size }, (_, i) => i);
  const largest = a.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  let smallestPivot = Number.POSITIVE_INFINITY;
  for (let k = 0; k < size; k++) {
    let best = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(a[i * size + k]) > Math.abs(a[best * size + k])) best = i;
    if (best !== k) swapRows(a, order, size, k, best);
    smallestPivot = Math.min(smallestPivot, Math.abs(a[k * size + k]));
    if (Math.abs(a[k * size + k]) <= Number.EPSILON * largest) a[k * size + k] = Number.EPSILON * (largest > 0 ? largest : 1);
    for (let i = k + 1; i < size; i++) {
      const factor = a[i * size + k] / a[k * size + k];
      a[i * size + k] = factor;
      if (factor !== 0) for (let j = k + 1; j < size; j++) a[i * size + j] -= factor * a[k * size + j];
    }
  }
  return { size, factors: a, order, smallestPivot: largest > 0 ? smallestPivot / largest : 0 };
}

function swapRows(a: Float64Array, order: Int32Array, size: number, i: number, j: number): void {
  for (let c = 0; c < size; c++) {
    const swap = a[i * size + c];
    a[i * size + c] = a[j * size + c];
    a[j * size + c] = swap;
  }
  const swap = order[i];
  order[i] = order[j];
  order[j] = swap;
}

/** A^-1 b; `out` must not be `b`. */
function backSubstitute({ size, factors, order }: Elimination, b: Float64Array, out: Float64Array): void {
  for (let i = 0; i < size; i++) {
    let rest = b[order[i]];
    for (let j = 0; j < i; j++) rest -= factors[i * size + j] * out[j];
    out[i] = rest;
  }
  for (let i = size - 1; i >= 0; i--) {
    let rest = out[i];
    for (let j = i + 1; j < size; j++) rest -= factors[i * size + j] * out[j];
    out[i] = rest / factors[i * size + i];
  }
}

/** Solves that make a start without a preference into the vector; the second is for starts that miss it. */
const INVERSE_ITERATIONS = 3;

/**
 * The unit vector x that A x leaves nearest to zero, by inverse iteration: the eigenvector of lambda where `matrix` is A - lambda I, the
 * null vector of a matrix polynomial where it is its value at a root. Where several vectors fit, one of them.
 */
export function nearestNullVector(matrix: ArrayLike<number>, size: number): Float64Array {
  const elimination = eliminate(Float64Array.from(matrix), size);
  let x = new Float64Array(size);
  let next = new Float64Array(size);
  // No direction in particular, and none with a pattern that a vector could be orthogonal to.
  for (let i = 0; i < size; i++) x[i] = 1 + 0.37 * ((i * 0.6180339887) % 1);
  for (let k = 0; k < INVERSE_ITERATIONS; k++) {
    backSubstitute(elimination, x, next);
    const largest = next.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    let square = 0;
    for (let i = 0; i < size; i++) {
      next[i] /= largest;
      square += next[i] * next[i];
    }
    const length = Math.sqrt(square);
    for (let i = 0; i < size; i++) next[i] /= length;
    [x, next] = [next, x];
  }
  return x;
}

/** Eigenvalues of a pencil, those at infinity counted apart. */
export interface FiniteEigenvalues extends Eigenvalues {
  /** How many eigenvalues are infinite, as far as rounding can tell: a k-fold infinite one may come out as k very large ones instead. */
  readonly infinite: number;
}

/** Below this fraction of the largest, the inverse of an eigenvalue's distance from the shift is zero. */
const INFINITE = 1e-14;
/** A smallest pivot below this means that the shift is an eigenvalue, or that A - s B is singular for every s. */
const SINGULAR = 1e-14;

/**
 * The finite eigenvalues of A x = lambda B x; undefined where A - shift B is singular: then try another shift, and if no shift helps every
 * number is an eigenvalue.
 */
export function generalisedEigenvalues(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  size: number,
  shift: number,
): FiniteEigenvalues | undefined {
  const elimination = eliminate(
    Float64Array.from({ length: size * size }, (_, i) => a[i] - shift * b[i]),
    size,
  );
  if (!(elimination.smallestPivot > SINGULAR)) return undefined;
  const product = new Float64Array(size * size);
  const column = new Float64Array(size);
  const solved = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) column[i] = b[i * size + j];
    backSubstitute(elimination, column, solved);
    for (let i = 0; i < size; i++) product[i * size + j] = solved[i];
  }
  const theta = eigenvalues(product, size);
  const squares = theta.real.map((value, k) => value * value + theta.imaginary[k] * theta.imaginary[k]);
  const least = INFINITE * INFINITE * squares.reduce((most, value) => Math.max(most, value), 0);
  const finite = Array.from(squares.keys()).filter((k) => squares[k] > least);
  // 1 / (p + iq) = (p - iq) / (p^2 + q^2) swaps the two of a conjugate pair; leaving out the minus swaps them back.
  return {
    real: Float64Array.from(finite, (k) => shift + theta.real[k] / squares[k]),
    imaginary: Float64Array.from(finite, (k) => theta.imaginary[k] / squares[k]),
    infinite: size - finite.length,
  };
}
