/**
 * log, log1p and pow.
 *
 *     x = 2^k m,   sqrt(1/2) <= m < sqrt(2)          log x = k ln 2 + log m
 *
 * `log` is the quick one: with f = m - 1 and s = f / (2 + f), log m = 2 atanh s = f - f^2 / 2 + s (f^2 / 2 + R(s^2)).
 * log1p and pow need the logarithm to some bits more than a double holds. They take the nearest c = i / 32 to m, so that
 * log m = log c + 2 atanh s with s = (m - c) / (m + c) below 0.012, and keep log c, s and k ln 2 in two parts each. Then
 *
 *     pow(x, y) = exp(y log x)
 *
 * Source: the seven coefficients of log are those of Sun's fdlibm (e_log.c, 1993).
 */
import { exponentialParts, LN2_HIGH, LN2_LOW, parts } from "./exponential.js";
import { highWord, powerOfTwo, productError, SMALLEST_NORMAL, scaled, sumError } from "./floating-point.js";

const TWO_54 = 18014398509481984;
const TO_SQRT_2 = 0x3ff00000 - 0x3fe6a09e; // added to the high word, carries into the exponent when the mantissa is sqrt(2) or more

/** Natural logarithm. */
export function log(x: number): number {
  if (!(x >= SMALLEST_NORMAL && x < Infinity)) return logOfUnusual(x);
  const k = ((highWord(x) + TO_SQRT_2) >> 20) - 1023;
  const f = x * powerOfTwo(-k) - 1;
  const halfSquare = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd = z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  return k * LN2_HIGH - (halfSquare - (s * (halfSquare + (odd + even)) + k * LN2_LOW) - f);
}

function logOfUnusual(x: number): number {
  if (x === 0) return -Infinity;
  if (!(x > 0) || x === Infinity) return x < 0 ? NaN : x;
  logarithmParts(x, 0);
  return parts[0];
}

const LOG1P_SERIES = 0.015625; // below it x - x^2 / 2 + ... up to x^11 is enough

/** Natural logarithm of 1 + x; exact near zero. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return x;
  if (Math.abs(x) < 1.1102230246251565e-16) return x;
  if (Math.abs(x) < LOG1P_SERIES) {
    const cubic = 1 / 3 - x * (1 / 4 - x * (1 / 5 - x * (1 / 6 - x * (1 / 7 - x * (1 / 8 - x * (1 / 9 - x * (1 / 10 - x * (1 / 11))))))));
    return x - x * x * (0.5 - x * cubic);
  }
  const sum = 1 + x;
  logarithmParts(sum, sumError(1, x, sum));
  return parts[0];
}

/** x to the power y. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (y === 1) return x;
  const size = Math.abs(x);
  if (size === 1 && Math.abs(y) === Infinity) return NaN;
  const negative = isOddInteger(y) && (x < 0 || Object.is(x, -0));
  if (x < 0 && x !== -Infinity && Math.floor(y) !== y) return NaN;
  const result = powerOfSize(size, y);
  return negative ? -result : result;
}

const LARGEST_EXPONENT_OF_INTEREST = 2e19; // about 2^64: beyond it every base but 1 overflows or vanishes

/** size^y for size >= 0, y not zero. */
function powerOfSize(size: number, y: number): number {
  if (size === 1) return 1;
  if (size === 0 || size === Infinity || Math.abs(y) > LARGEST_EXPONENT_OF_INTEREST) return size > 1 === y > 0 ? Infinity : 0;
  logarithmParts(size, 0);
  const logarithm = parts[0];
  const product = y * logarithm;
  if (product > 710) return Infinity;
  if (product < -746) return 0;
  if (Math.abs(product) < 1e-17) return 1;
  exponentialParts(product, productError(y, logarithm, product) + y * parts[1]);
  return scaled(parts[0], parts[2]);
}

function isOddInteger(y: number): boolean {
  return Math.floor(y) === y && Math.floor(0.5 * y) !== 0.5 * y;
}

/** log(x + xLow) = leading + rest into `parts`, to about 2^-66 relative, for finite x > 0 and a correction xLow of at most an ulp of x. */
function logarithmParts(x: number, xLow: number): void {
  const normal = x < SMALLEST_NORMAL ? x * TWO_54 : x;
  const shift = ((highWord(normal) + TO_SQRT_2) >> 20) - 1023;
  const m = normal * powerOfTwo(-shift);
  const k = x < SMALLEST_NORMAL ? shift - 54 : shift;
  const i = Math.floor(32 * m + 0.5);
  const c = i / 32;
  const f = m - c;
  const d = m + c;
  const s = f / d;
  const product = s * d;
  const sLow = (f - product - productError(s, d, product) - s * sumError(m, c, d)) / d;
  const z = s * s;
  const remainder = s * z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11)))));

  const whole = k * LN2_HIGH;
  const centre = LOG_OF_CENTRE[2 * (i - FIRST_CENTRE)];
  const coarse = whole + centre;
  const leading = coarse + 2 * s;
  const errors = sumError(whole, centre, coarse) + sumError(coarse, 2 * s, leading);
  const small = LOG_OF_CENTRE[2 * (i - FIRST_CENTRE) + 1] + 2 * sLow + xLow / x;
  const rest = errors + (small + (remainder + k * LN2_LOW));
  parts[0] = leading + rest;
  parts[1] = rest - (parts[0] - leading);
}

const FIRST_CENTRE = 23;
/** log(i / 32) for i = 23 to 45, each as a double and what the double leaves out. */
// biome-ignore format: one pair per line
const LOG_OF_CENTRE = new Float64Array([
  -0.33024168687057687, 1.0828321637483858e-17,
  -0.2876820724517809, -2.607160616442564e-17,
  -0.24686007793152578, -1.361743371748368e-17,
  -0.2076393647782445, -1.2053243216686129e-17,
  -0.16989903679539747, 4.868008764439071e-19,
  -0.13353139262452263, 3.664457663660085e-18,
  -0.09844007281325252, 4.439009633675136e-18,
  -0.06453852113757118, 6.470486661692933e-18,
  -0.0317486983145803, -3.0382263084680858e-18,
  0, 0,
  0.030771658666753687, 1.0431732029005968e-18,
  0.06062462181643484, 2.6424025938726934e-18,
  0.08961215868968714, -5.4268129336647135e-18,
  0.11778303565638346, -1.1971685747593677e-18,
  0.1451820098444979, 8.242418783022475e-18,
  0.17185025692665923, -6.0224538210113705e-18,
  0.19782574332991987, 1.2821194372980142e-17,
  0.22314355131420976, -9.091270597324799e-18,
  0.24783616390458127, -1.2432209578702523e-17,
  0.27193371548364176, 7.83319637697442e-19,
  0.2954642128938359, -2.16461086040599e-17,
  0.3184537311185346, 2.7114779367326236e-17,
  0.3409265869705932, 1.7467136443544747e-17,
]);
