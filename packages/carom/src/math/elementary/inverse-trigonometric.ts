/**
 * atan2, and atan, asin and acos as special cases of it.
 *
 *     angle of (x, y), 0 <= y <= x:   c = i / 8 nearest to y / x,   t = (y - c x) / (x + c y),   angle = atan c + atan t
 *
 * |t| is at most 1/16, so the Taylor series of atan t is short, and its terms after the first are so small that plain arithmetic is
 * enough for them. atan c, t and pi are kept in two parts. Points elsewhere are folded into this eighth of the plane.
 *
 *     atan x: the point (1, x)          asin x: (sqrt(1 - x^2), x)          acos x: (x, sqrt(1 - x^2))
 */
import { powerOfTwo, productError, sumError } from "./floating-point.js";
import { HALF_PI, HALF_PI_LOW } from "./quarter-turns.js";

const NEGLIGIBLE_RATIO = 8.673617379884035e-19; // 2^-60
const ARGUMENT_IS_RESULT = 7.450580596923828e-9; // 2^-27: the next term is x^2 / 6 or x^2 / 3 relative

/** Arc tangent, rad. */
export function atan(x: number): number {
  const size = Math.abs(x);
  if (!(size > ARGUMENT_IS_RESULT)) return x;
  const angle = size < 1 / NEGLIGIBLE_RATIO ? foldedAngle(1, 0, size, 0, false) : HALF_PI;
  return x < 0 ? -angle : angle;
}

/** Arc sine, rad; NaN beyond -1 and 1. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size > 1) return NaN;
  if (!(size > ARGUMENT_IS_RESULT)) return x;
  const angle = angleByLeg(size, true, false);
  return x < 0 ? -angle : angle;
}

/** Arc cosine, rad; NaN beyond -1 and 1. */
export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  return angleByLeg(Math.abs(x), false, x < 0);
}

/** Angle of the point (x, y) from the x axis, -pi to pi. The signs of zeros count, as in ECMAScript. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const angle = angleOfSizes(Math.abs(x), Math.abs(y), isNegative(x));
  return isNegative(y) ? -angle : angle;
}

function isNegative(x: number): boolean {
  return x < 0 || Object.is(x, -0);
}

const DOWN = powerOfTwo(-700);
const UP = powerOfTwo(700);

/** Angle of (x, y), or of (-x, y) if mirrored; x and y at least zero. */
function angleOfSizes(x: number, y: number, mirrored: boolean): number {
  if (y === Infinity) return x === Infinity ? foldedAngle(1, 0, 1, 0, mirrored) : HALF_PI;
  if (y === 0 || x === Infinity) return mirrored ? Math.PI : 0;
  const ratio = y / x;
  if (ratio < NEGLIGIBLE_RATIO) return mirrored ? Math.PI : ratio;
  if (ratio > 1 / NEGLIGIBLE_RATIO) return HALF_PI;
  const larger = Math.max(x, y);
  if (larger > 1e100) return foldedAngle(x * DOWN, 0, y * DOWN, 0, mirrored);
  if (larger < 1e-100) return foldedAngle(x * UP, 0, y * UP, 0, mirrored);
  return foldedAngle(x, 0, y, 0, mirrored);
}

/** The same for coordinates in two parts, of moderate size and ratio, so that no product here overflows or loses its error to underflow. */
function foldedAngle(x: number, xLow: number, y: number, yLow: number, mirrored: boolean): number {
  if (y <= x) return mirrored ? quartersAndAngle(2, -1, x, xLow, y, yLow) : quartersAndAngle(0, 1, x, xLow, y, yLow);
  return quartersAndAngle(1, mirrored ? 1 : -1, y, yLow, x, xLow);
}

/** quarters pi/2 + sign atan(y / x), 0 <= y <= x. */
function quartersAndAngle(quarters: number, sign: number, x: number, xLow: number, y: number, yLow: number): number {
  const i = Math.floor((8 * y) / x + 0.5);
  const c = i / 8;
  const cx = c * x;
  const top = y - cx;
  const topLow = sumError(y, -cx, top) - productError(c, x, cx) + (yLow - c * xLow);
  const cy = c * y;
  const bottom = x + cy;
  const bottomLow = sumError(x, cy, bottom) + productError(c, y, cy) + (xLow + c * yLow);
  const t = top / bottom;
  const product = t * bottom;
  const tLow = (top - product - productError(t, bottom, product) + (topLow - t * bottomLow)) / bottom;
  const z = t * t;
  const series = t * z * (-1 / 3 + z * (1 / 5 + z * (-1 / 7 + z * (1 / 9 + z * (-1 / 11 + z * (1 / 13 + z * (-1 / 15)))))));

  const whole = quarters * HALF_PI;
  const centre = sign * ATAN_OF_CENTRE[2 * i];
  const coarse = whole + centre;
  const leading = coarse + sign * t;
  const errors = sumError(whole, centre, coarse) + sumError(coarse, sign * t, leading);
  return leading + (errors + (quarters * HALF_PI_LOW + sign * (ATAN_OF_CENTRE[2 * i + 1] + tLow + series)));
}

/** Angle of the point with the coordinates x and sqrt(1 - x^2), which is taken in two parts; x is the height or lies along the axis. */
function angleByLeg(x: number, isHeight: boolean, mirrored: boolean): number {
  const square = x * x;
  const difference = 1 - square;
  const differenceLow = sumError(1, -square, difference) - productError(x, x, square);
  const argument = difference + differenceLow;
  const argumentLow = differenceLow - (argument - difference);
  const root = Math.sqrt(argument);
  const rootSquare = root * root;
  const rootLow = root === 0 ? 0 : (argument - rootSquare - productError(root, root, rootSquare) + argumentLow) / (2 * root);
  return isHeight ? foldedAngle(root, rootLow, x, 0, mirrored) : foldedAngle(x, 0, root, rootLow, mirrored);
}

/** atan(i / 8) for i = 0 to 8, each as a double and what the double leaves out. */
// biome-ignore format: one pair per line
const ATAN_OF_CENTRE = new Float64Array([
  0, 0,
  0.12435499454676144, -3.1253241424539383e-18,
  0.24497866312686414, 1.0698755618734451e-17,
  0.35877067027057225, -2.4623815582638635e-17,
  0.4636476090008061, 2.2698777452961687e-17,
  0.5585993153435624, -5.4556305485916264e-18,
  0.6435011087932844, 1.5834785051444286e-17,
  0.7188299996216245, -2.1478388444456983e-17,
  0.7853981633974483, 3.061616997868383e-17,
]);
