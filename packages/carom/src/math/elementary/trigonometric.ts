/**
 * sin, cos and tan: reduce to an eighth of a turn, then an odd or even polynomial.
 *
 *     sin r = r - r^3 / 6 + ...          cos r = 1 - r^2 / 2 + ...          tan r = sin r / cos r
 *
 * The leading terms are added last, with the rounding error of the reduction. tan divides sine by cosine, each in two parts.
 *
 * Source: the coefficients are those of Sun's fdlibm (k_sin.c, k_cos.c, 1993).
 */
import { productError } from "./floating-point.js";
import { reduceToQuarterTurn, remainder } from "./quarter-turns.js";

const EIGHTH_TURN = 0.7853981633974483;
const ARGUMENT_IS_RESULT = 7.450580596923828e-9; // 2^-27

/** Sine of an angle in rad, of any size. */
export function sin(x: number): number {
  const size = Math.abs(x);
  if (size <= EIGHTH_TURN) return size < ARGUMENT_IS_RESULT ? x : x + sineCorrection(x, 0);
  if (!(size < Infinity)) return NaN;
  const quarters = reduceToQuarterTurn(x);
  const r = remainder[0];
  const rLow = remainder[1];
  const value = quarters & 1 ? cosineNearZero(r, rLow) : r + sineCorrection(r, rLow);
  return quarters & 2 ? -value : value;
}

/** Cosine of an angle in rad, of any size. */
export function cos(x: number): number {
  const size = Math.abs(x);
  if (size <= EIGHTH_TURN) return cosineNearZero(x, 0);
  if (!(size < Infinity)) return NaN;
  const quarters = reduceToQuarterTurn(x);
  const r = remainder[0];
  const rLow = remainder[1];
  const value = quarters & 1 ? r + sineCorrection(r, rLow) : cosineNearZero(r, rLow);
  return (quarters + 1) & 2 ? -value : value;
}

/** Tangent of an angle in rad, of any size. */
export function tan(x: number): number {
  const size = Math.abs(x);
  if (size < ARGUMENT_IS_RESULT) return x;
  if (!(size < Infinity)) return NaN;
  const quarters = reduceToQuarterTurn(x);
  const r = remainder[0];
  const rLow = remainder[1];
  const square = r * r;
  const squareLow = productError(r, r, square);

  const correction = sineCorrection(r, rLow);
  const sine = r + correction;
  const sineLow = correction - (sine - r);
  const half = 0.5 * square;
  const leading = 1 - half;
  const fourth = 1 - leading - half + (cosineRemainder(square) - r * rLow - 0.5 * squareLow);
  const cosine = leading + fourth;
  const cosineLow = fourth - (cosine - leading);
  return quarters & 1 ? -quotient(cosine, cosineLow, sine, sineLow) : quotient(sine, sineLow, cosine, cosineLow);
}

/** sin(r + rLow) - r for |r| up to about pi / 4. */
function sineCorrection(r: number, rLow: number): number {
  const z = r * r;
  const w = z * z;
  const upper = -0.0001984126982985795 + z * 2.7557313707070068e-6 + w * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
  return r * z * (-0.16666666666666632 + z * (0.00833333333332249 + z * upper)) + rLow * (1 - 0.5 * z);
}

/** cos(r + rLow) for |r| up to about pi / 4. */
function cosineNearZero(r: number, rLow: number): number {
  const z = r * r;
  const half = 0.5 * z;
  const leading = 1 - half;
  return leading + (1 - leading - half + (cosineRemainder(z) - r * rLow));
}

/** cos r - 1 + r^2 / 2 from z = r^2. */
function cosineRemainder(z: number): number {
  const w = z * z;
  const upper = -2.7557314351390663e-7 + z * 2.087572321298175e-9 + w * -1.1359647557788195e-11;
  return w * (0.0416666666666666 + z * -0.001388888888887411 + w * (2.480158728947673e-5 + z * upper));
}

function quotient(top: number, topLow: number, bottom: number, bottomLow: number): number {
  const value = top / bottom;
  const product = value * bottom;
  return value + (top - product - productError(value, bottom, product) + (topLow - value * bottomLow)) / bottom;
}
