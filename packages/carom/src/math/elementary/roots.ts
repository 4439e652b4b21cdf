/**
 * hypot and cbrt, each a first value in plain arithmetic and one correction from the exact residual.
 *
 *     h = sqrt(s),  s = x^2 + y^2 + z^2:    h + (s - h^2) / (2 h)          t = cbrt(m):    t + t (m - t^3) / (2 t^3 + m)
 *
 * The first is Newton's step, the second Halley's, whose error is the cube of the error before it.
 */
import { exponentOf, powerOfTwo, productError, SMALLEST_NORMAL, sumError, upperHalf } from "./floating-point.js";

const SAFE_SMALL = 1e-130; // squares of numbers between the two, and the errors of those squares, are normal numbers
const SAFE_LARGE = 1e130;
const DOWN = powerOfTwo(-700);
const UP = powerOfTwo(700);

/** sqrt(x^2 + y^2 + z^2) without overflow or underflow on the way. Infinite if any argument is, even beside NaN, as in ECMAScript. */
export function hypot(x: number, y: number, z = 0): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest > SAFE_SMALL && largest < SAFE_LARGE) return rootOfSquares(x, y, z);
  if (Math.abs(x) === Infinity || Math.abs(y) === Infinity || Math.abs(z) === Infinity) return Infinity;
  if (largest === 0 || Number.isNaN(largest)) return largest;
  return largest > 1 ? rootOfSquares(x * DOWN, y * DOWN, z * DOWN) * UP : rootOfSquares(x * UP, y * UP, z * UP) * DOWN;
}

function rootOfSquares(x: number, y: number, z: number): number {
  const xx = x * x;
  const yy = y * y;
  const zz = z * z;
  const plane = xx + yy;
  const sum = plane + zz;
  const squareErrors = productError(x, x, xx) + productError(y, y, yy) + productError(z, z, zz);
  const sumLow = sumError(xx, yy, plane) + sumError(plane, zz, sum) + squareErrors;
  const root = Math.sqrt(sum);
  const rootSquare = root * root;
  return root + (sum - rootSquare - productError(root, root, rootSquare) + sumLow) / (2 * root);
}

const CUBE_OF_TWO_18 = 18014398509481984; // 2^54, the cube of 2^18

/** Cube root, of either sign. */
export function cbrt(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0 && size < Infinity)) return x;
  const root = size < SMALLEST_NORMAL ? cubeRoot(size * CUBE_OF_TWO_18) / 262144 : cubeRoot(size);
  return x < 0 ? -root : root;
}

/** For normal positive x = 8^k m, 1 <= m < 8. */
function cubeRoot(x: number): number {
  const k = Math.floor(exponentOf(x) / 3);
  const m = x * powerOfTwo(-3 * k);
  const guess = 0.814 + m * (0.2363 - 0.01116 * m); // within 4 %
  const first = halley(guess, m);
  const t = upperHalf(halley(first, m)); // 26 bits: its square is exact
  const square = t * t;
  const cube = square * t;
  const residual = m - cube - productError(square, t, cube);
  return (t + (t * residual) / (2 * cube + m)) * powerOfTwo(k);
}

function halley(t: number, m: number): number {
  const cube = t * t * t;
  return (t * (cube + 2 * m)) / (2 * cube + m);
}
