/**
 * Real roots of quadratics, cubics and quartics.
 *
 * Between neighbouring roots of its derivative a polynomial is monotone, so each such stretch holds at most one root, and a sign
 * change at its ends tells whether it does. The derivative's roots come the same way, down to the quadratic:
 *
 *     q = -(b + sign(b) sqrt(b^2 - 4 a c)) / 2,     roots q / a and c / q
 *
 * Roots are bracketed first and then refined by Newton steps that may not leave the bracket, with the polynomial evaluated to twice the
 * working precision: a simple root comes out to about the last bit for the coefficients as given.
 *
 * Multiple roots. Coefficients carry rounding errors, which shift the polynomial at x by some 2^-53 (|a0| + |a1 x| + ...). Where
 * an extremum is that close to zero the polynomial touches it, and the extremum is the root. So every distinct root is reported once, and
 * two roots that rounding cannot tell apart (closer than about 1e-8 of their size) are one.
 *
 * A small leading coefficient is not dropped: it belongs to a root far away, which is reported unless it overflows.
 * A constant has no roots: []. The zero polynomial, where every x is a root, also gives []; a caller for whom that matters checks first.
 *
 * Source: for the quadratic, Goldberg, What every computer scientist should know about floating-point arithmetic (1991), Cancellation;
 * for the evaluation, Graillat, Langlois and Louvet, Compensated Horner scheme (2005).
 */
import { InvalidInputError } from "../errors.js";
import { exponentOf, powerOfTwo, productError, sumError } from "./elementary/floating-point.js";

/** Real roots of a x^2 + b x + c, ascending. */
export function quadraticRoots(a: number, b: number, c: number): number[] {
  return realRoots([a, b, c]);
}

/** Real roots of a x^3 + b x^2 + c x + d, ascending. */
export function cubicRoots(a: number, b: number, c: number, d: number): number[] {
  return realRoots([a, b, c, d]);
}

/** Real roots of a x^4 + b x^3 + c x^2 + d x + e, ascending. */
export function quarticRoots(a: number, b: number, c: number, d: number, e: number): number[] {
  return realRoots([a, b, c, d, e]);
}

/** The polynomial at x, coefficients from the highest power down, as if computed with 106 bits and then rounded. */
export function evaluatePolynomial(coefficients: readonly number[], x: number): number {
  let value = coefficients[0];
  let correction = 0;
  for (let i = 1; i < coefficients.length; i++) {
    const product = value * x;
    const next = product + coefficients[i];
    correction = correction * x + (productError(value, x, product) + sumError(product, coefficients[i], next));
    value = next;
  }
  return Number.isFinite(correction) ? value + correction : value; // near overflow the plain value still has the right sign
}

/** What rounding the coefficients, a few units in the last place each, may change about the polynomial at x. */
const COEFFICIENT_ROUNDING = 4.440892098500626e-16; // 4 x 2^-53

function realRoots(coefficients: readonly number[]): number[] {
  if (!coefficients.every(Number.isFinite)) throw new InvalidInputError("coefficients", coefficients, "are not all finite numbers");
  const first = coefficients.findIndex((each) => each !== 0);
  if (first === -1) return [];
  const last = coefficients.length - 1 - [...coefficients].reverse().findIndex((each) => each !== 0);
  const proper = coefficients.slice(first, last + 1);
  const { scaled, shift } = balanced(proper);
  const roots = rootsOfBalanced(scaled).map((root) => timesPowerOfTwo(root, shift));
  if (last < coefficients.length - 1) roots.push(0);
  return roots.filter(Number.isFinite).sort((x, y) => x - y);
}

/**
 * The same polynomial in u = x / 2^shift, times a power of two: first and last coefficient of about the same size, the largest near 1.
 * Then no square or product below overflows, and the answer does not depend on the units of x or of the polynomial.
 */
function balanced(coefficients: readonly number[]): { scaled: number[]; shift: number } {
  const degree = coefficients.length - 1;
  const balancing = degree === 0 ? 0 : Math.round((exponentOf(coefficients[degree]) - exponentOf(coefficients[0])) / degree);
  const sizes = exponentsAfter(coefficients, balancing);
  // Roots so far apart that the first and the last coefficient would underflow: keep x as it is, and those roots that are doubles.
  const shift = Math.max(...sizes) - Math.min(sizes[0], sizes[degree]) < 1000 ? balancing : 0;
  const largest = Math.max(...exponentsAfter(coefficients, shift));
  return { scaled: coefficients.map((each, i) => timesPowerOfTwo(each, shift * (degree - i) - largest)), shift };
}

function exponentsAfter(coefficients: readonly number[], shift: number): number[] {
  return coefficients.map((each, i) => (each === 0 ? -Infinity : exponentOf(each) + shift * (coefficients.length - 1 - i)));
}

function timesPowerOfTwo(x: number, exponent: number): number {
  let result = x;
  let left = exponent;
  for (; left > 1000; left -= 1000) result *= powerOfTwo(1000);
  for (; left < -1000; left += 1000) result *= powerOfTwo(-1000);
  return result * powerOfTwo(left);
}

/** Ascending; for a polynomial as `balanced` leaves it, or the derivative of one. */
function rootsOfBalanced(coefficients: readonly number[]): number[] {
  if (coefficients.length <= 1) return [];
  if (coefficients[0] === 0) return rootsOfBalanced(coefficients.slice(1));
  if (coefficients.length === 2) return [-coefficients[1] / coefficients[0]];
  if (coefficients.length === 3) return rootsOfQuadratic(coefficients[0], coefficients[1], coefficients[2]);
  return rootsBetweenExtrema(coefficients, rootsOfBalanced(derivativeOf(coefficients)));
}

function rootsOfQuadratic(a: number, b: number, c: number): number[] {
  const square = b * b;
  const product = 4 * a * c;
  const plain = square - product;
  const discriminant = plain + (sumError(square, -product, plain) + productError(b, b, square) - productError(4 * a, c, product));
  // At the extremum -b / 2a, where the polynomial is -discriminant / 4a, the sizes of its terms add up to this over 4 |a|.
  if (Math.abs(discriminant) <= COEFFICIENT_ROUNDING * (3 * square + Math.abs(product))) return [-b / (2 * a)];
  if (discriminant < 0) return [];
  const root = Math.sqrt(discriminant);
  const q = b < 0 ? 0.5 * (root - b) : -0.5 * (root + b);
  const [x, y] = [q / a, c / q];
  return x < y ? [x, y] : [y, x];
}

function derivativeOf(coefficients: readonly number[]): number[] {
  const degree = coefficients.length - 1;
  return coefficients.slice(0, degree).map((each, i) => each * (degree - i));
}

/**
 * Roots of a polynomial whose extrema are known, ascending: where it touches zero at an extremum, and where it changes sign between them.
 */
function rootsBetweenExtrema(coefficients: readonly number[], extrema: readonly number[]): number[] {
  const derivative = derivativeOf(coefficients);
  const signs = extrema.map((x) => signAt(coefficients, x));
  const signAtPlusInfinity = Math.sign(coefficients[0]);
  const signAtMinusInfinity = coefficients.length % 2 === 0 ? -signAtPlusInfinity : signAtPlusInfinity;
  const roots: number[] = [];
  const refine = (low: number, high: number) => roots.push(refinedRoot(coefficients, derivative, low, high));

  if (extrema.length === 0) {
    if (signAtMinusInfinity !== signAtPlusInfinity)
      refine(farEnough(coefficients, 0, -1, signAtMinusInfinity), farEnough(coefficients, 0, 1, signAtPlusInfinity));
    return roots;
  }
  const end = extrema.length - 1;
  if (signs[0] === -signAtMinusInfinity) refine(farEnough(coefficients, extrema[0], -1, signAtMinusInfinity), extrema[0]);
  for (let i = 0; i <= end; i++) {
    if (signs[i] === 0) {
      const touching = i;
      while (i < end && signs[i + 1] === 0) i++; // zero at both ends of a monotone stretch is zero all along: one root
      roots.push(0.5 * extrema[touching] + 0.5 * extrema[i]);
    }
    if (i < end && signs[i] * signs[i + 1] < 0) refine(extrema[i], extrema[i + 1]);
  }
  if (signs[end] === -signAtPlusInfinity) refine(extrema[end], farEnough(coefficients, extrema[end], 1, signAtPlusInfinity));
  return roots;
}

/** 0 where the value is no larger than rounding the coefficients could make it. */
function signAt(coefficients: readonly number[], x: number): number {
  const value = evaluatePolynomial(coefficients, x);
  let sizes = 0;
  for (const coefficient of coefficients) sizes = sizes * Math.abs(x) + Math.abs(coefficient);
  return Number.isFinite(sizes) && Math.abs(value) <= COEFFICIENT_ROUNDING * sizes ? 0 : Math.sign(value);
}

/** A point on one side of x where the polynomial has the sign it keeps from there to infinity. */
function farEnough(coefficients: readonly number[], x: number, direction: number, sign: number): number {
  let step = Math.max(Math.abs(x), 1);
  while (step < Number.MAX_VALUE / 16 && Math.sign(evaluatePolynomial(coefficients, x + direction * step)) !== sign) step *= 8;
  return x + direction * step;
}

const MOST_STEPS = 400; // four times what halving a bracket of doubles takes; Newton needs about six

/** The root between two points of opposite sign on a monotone stretch. */
function refinedRoot(coefficients: readonly number[], derivative: readonly number[], from: number, to: number): number {
  let [low, high] = awayFromZero(coefficients, from, to);
  const risesTo = Math.sign(evaluatePolynomial(coefficients, high));
  let x = middleOf(low, high);
  let previousStep = Infinity;
  for (let i = 0; i < MOST_STEPS; i++) {
    const value = evaluatePolynomial(coefficients, x);
    if (value === 0) return x;
    if (Math.sign(value) === risesTo) high = x;
    else low = x;
    const step = value / evaluatePolynomial(derivative, x);
    const newton = x - step;
    const converges = newton > low && newton < high && Math.abs(step) < 0.5 * Math.abs(previousStep);
    const next = converges ? newton : middleOf(low, high);
    if (newton === x || next === low || next === high) return x;
    previousStep = converges ? step : Infinity;
    x = next;
  }
  return x;
}

/** The same bracket on one side of zero, which is never a root here; so that halving it can halve exponents instead of lengths. */
function awayFromZero(coefficients: readonly number[], low: number, high: number): [number, number] {
  if (low > 0 || high < 0) return [low, high];
  const constant = coefficients[coefficients.length - 1];
  // No root is nearer to zero (Cauchy).
  const nearest = (0.5 * Math.abs(constant)) / (Math.abs(constant) + Math.max(...coefficients.map(Math.abs)));
  const rootIsPositive = high > 0 && Math.sign(evaluatePolynomial(coefficients, high)) !== Math.sign(constant);
  return rootIsPositive ? [Math.min(nearest, high), high] : [low, Math.max(-nearest, low)];
}

/** Between the two, which have the same sign: their geometric mean if they are of different size, else their mean. */
function middleOf(low: number, high: number): number {
  const [near, far] = Math.abs(low) < Math.abs(high) ? [low, high] : [high, low];
  if (far / near > 4) return Math.sign(far) * Math.sqrt(Math.abs(near)) * Math.sqrt(Math.abs(far));
  return 0.5 * low + 0.5 * high;
}
