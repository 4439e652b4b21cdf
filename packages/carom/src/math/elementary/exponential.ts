/**
 * exp and what is made of it: expm1, sinh, cosh, tanh.
 *
 *     x = k ln 2 + r,   |r| <= ln 2 / 2          e^x = 2^k e^r
 *
 * `exp` is the quick one: e^r = 1 + 2 r / (R - r) with R = r (e^r + 1) / (e^r - 1) = 2 + r^2 / 6 - ..., an even function that needs five
 * coefficients. The others, and pow, need e^r to some bits more than a double holds. They sum 1 + r + r^2 / 2 with its rounding errors and
 * only the small remainder r^3 / 6 + ... in plain arithmetic:
 *
 *     expm1 = e^x - 1     2 sinh = expm1(x) - expm1(-x)     2 cosh = e^x + e^-x     tanh = expm1(2 x) / (expm1(2 x) + 2)
 *
 * Source: the five coefficients of exp and ln 2 in two parts are those of Sun's fdlibm (e_exp.c, 1993).
 */
import { productError, scaled, sumError } from "./floating-point.js";

/** ln 2 in two parts; the first has 21 trailing zero bits, so that k times it is exact for every exponent k. */
export const LN2_HIGH = 0.6931471803691238;
export const LN2_LOW = 1.9082149292705877e-10;

const EXP_OVERFLOW = 709.782712893384; // the largest x whose exponential is finite
const EXP_UNDERFLOW = -745.1332191019412; // below it e^x is less than half the smallest double
const NO_REDUCTION = 0.34657359; // |x| below ln 2 / 2 is its own r
const ONE_IS_LOST = 40; // e^-40 < 2^-57: neither the -1 in expm1 nor e^-x beside e^x matters
const ARGUMENT_IS_RESULT = 7.450580596923828e-9; // 2^-27: the next term, x^2 / 6 relative, is below half a unit in the last place

/** e to the power x. */
export function exp(x: number): number {
  if (Number.isNaN(x) || x > EXP_OVERFLOW) return x + Infinity;
  if (x < EXP_UNDERFLOW) return 0;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const z = r * r;
  const c =
    r -
    z *
      (0.16666666666666602 +
        z * (-0.0027777777777015593 + z * (6.613756321437934e-5 + z * (-1.6533902205465252e-6 + z * 4.1381367970572385e-8))));
  return scaled(1 + (high - (low - (r * c) / (2 - c))), k);
}

/** e to the power x, less one; exact near zero. */
export function expm1(x: number): number {
  if (Number.isNaN(x) || x > EXP_OVERFLOW) return x + Infinity;
  if (Math.abs(x) < 1.1102230246251565e-16) return x;
  if (x > ONE_IS_LOST) return scaledExponential(x, 0);
  if (x < -ONE_IS_LOST) return -1;
  expm1Parts(x);
  return parts[0];
}

/** Hyperbolic sine. */
export function sinh(x: number): number {
  const size = Math.abs(x);
  if (!(size > ARGUMENT_IS_RESULT)) return x;
  const result = size < ONE_IS_LOST ? halfDifference(size) : scaledExponential(size, -1);
  return x < 0 ? -result : result;
}

/** Hyperbolic cosine. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  if (!(size < ONE_IS_LOST)) return scaledExponential(size, -1);
  exponentialParts(size, 0);
  const growing = scaled(parts[0], parts[2]);
  const growingLow = scaled(parts[1], parts[2]);
  exponentialParts(-size, 0);
  const falling = scaled(parts[0], parts[2]);
  const fallingLow = scaled(parts[1], parts[2]);
  const sum = growing + falling;
  return 0.5 * (sum + (sumError(growing, falling, sum) + (growingLow + fallingLow)));
}

/** Hyperbolic tangent. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (!(size > ARGUMENT_IS_RESULT)) return x;
  if (size > 0.5 * ONE_IS_LOST) return x < 0 ? -1 : 1;
  expm1Parts(2 * size);
  const top = parts[0];
  const topLow = parts[1];
  const bottom = top + 2;
  const bottomLow = sumError(top, 2, bottom) + topLow;
  const quotient = top / bottom;
  const product = quotient * bottom;
  const result = quotient + (top - product - productError(quotient, bottom, product) + (topLow - quotient * bottomLow)) / bottom;
  return x < 0 ? -result : result;
}

/** (expm1(x) - expm1(-x)) / 2 for 0 < x < 40. */
function halfDifference(x: number): number {
  expm1Parts(x);
  const growing = parts[0];
  const growingLow = parts[1];
  expm1Parts(-x);
  const difference = growing - parts[0];
  return 0.5 * (difference + (sumError(growing, -parts[0], difference) + (growingLow - parts[1])));
}

/** e^x 2^shift, which may be finite where e^x is not. */
function scaledExponential(x: number, shift: number): number {
  if (!(x < 711)) return x + Infinity;
  exponentialParts(x, 0);
  return scaled(parts[0], parts[2] + shift);
}

/**
 * The answer of the two functions below: leading part, the rest, and the power of two that multiplies both. Read it before calling again.
 * Shared for the reason of `remainder` in quarter-turns.ts.
 */
export const parts = new Float64Array(3);

/** e^(x + xLow) = 2^k (leading + rest) into `parts`, to about 2^-58, for |x| < 750 and a correction xLow of at most an ulp of x. */
export function exponentialParts(x: number, xLow: number): void {
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW - xLow;
  const r = high - low;
  const rLow = high - r - low;
  const square = r * r;
  const one = 1 + r;
  const two = one + 0.5 * square;
  const errors = r - (one - 1) + (0.5 * square - (two - one)) + 0.5 * productError(r, r, square) + rLow * two;
  const remainder = r * square * cubicRemainder(r) + errors;
  parts[0] = two + remainder;
  parts[1] = remainder - (parts[0] - two);
  parts[2] = k;
}

/** e^x - 1 = leading + rest into `parts`, to about 2^-57 relative, for 2^-53 < |x| <= 80. */
function expm1Parts(x: number): void {
  if (Math.abs(x) < NO_REDUCTION) {
    const square = x * x;
    const two = x + 0.5 * square;
    const remainder = x * square * cubicRemainder(x) + (0.5 * square - (two - x) + 0.5 * productError(x, x, square));
    parts[0] = two + remainder;
    parts[1] = remainder - (parts[0] - two);
    return;
  }
  exponentialParts(x, 0);
  const power = scaled(parts[0], parts[2]);
  const powerLow = scaled(parts[1], parts[2]);
  const difference = power - 1;
  const rest = sumError(power, -1, difference) + powerLow;
  parts[0] = difference + rest;
  parts[1] = rest - (parts[0] - difference);
}

/** (e^r - 1 - r - r^2 / 2) / r^3 by its Taylor series: the first term left out, r^15 / 15!, is 2^-63 at |r| = ln 2 / 2. */
function cubicRemainder(r: number): number {
  const z = r * r;
  const even = 1 / 6 + z * (1 / 120 + z * (1 / 5040 + z * (1 / 362880 + z * (1 / 39916800 + z * (1 / 6227020800)))));
  const odd = 1 / 24 + z * (1 / 720 + z * (1 / 40320 + z * (1 / 3628800 + z * (1 / 479001600 + z * (1 / 87178291200)))));
  return even + r * odd;
}
