/**
 * An angle as a whole number of quarter turns and a remainder of at most an eighth of a turn:
 *
 *     x = n pi/2 + r,   |r| <= pi/4 (a little more is harmless),   r in two parts
 *
 * Up to a million quarter turns, n pi/2 is subtracted in parts of 33 bits, whose products with n are exact (Cody and Waite).
 * Beyond, x 2/pi is multiplied out in whole numbers of 24 bits. Only the digits of 2/pi that reach the last two bits of n and the first
 * 190 bits after it are used: higher ones contribute whole turns, lower ones nothing (Payne and Hanek). No double lies closer than
 * about 2^-62 to a multiple of pi/2, so this leaves r more than 70 correct bits for every finite x.
 *
 * Source: Muller, Elementary Functions: Algorithms and Implementation, chapter on range reduction; Payne and Hanek, SIGNUM Newsletter 18
 * (1983).
 */
import { exponentOf, powerOfTwo, productError, sumError } from "./floating-point.js";

const PARTS_OF_QUARTER_TURN = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32] as const;
const [QUARTER_1, QUARTER_2, QUARTER_3, QUARTER_4] = PARTS_OF_QUARTER_TURN;
const LARGEST_SUBTRACTED = 1.6e6; // keeps n below 2^20

/** pi / 2 as a double and what it leaves out. */
export const HALF_PI = 1.5707963267948966;
export const HALF_PI_LOW = 6.123233995736766e-17;

/**
 * The remainder of the last reduction: leading part and the rest. Read it before reducing again. Shared, because an answer of three numbers
 * made anew would cost a sine as much as its series.
 */
export const remainder = new Float64Array(2);

/** Leaves r in `remainder` and returns n modulo 4, for finite x. */
export function reduceToQuarterTurn(x: number): number {
  if (Math.abs(x) > LARGEST_SUBTRACTED) return reduceHuge(x);
  const n = Math.floor(x * (1 / HALF_PI) + 0.5);
  const first = x - n * QUARTER_1;
  const step2 = n * QUARTER_2;
  const second = first - step2;
  const step3 = n * QUARTER_3;
  const third = second - step3;
  const rest = sumError(first, -step2, second) + sumError(second, -step3, third) - n * QUARTER_4;
  remainder[0] = third + rest;
  remainder[1] = rest - (remainder[0] - third);
  return n & 3;
}

const DIGIT = 16777216; // 2^24
const DIGITS = 9; // of the product x 2/pi: 2 bits of n, 22 + 8 x 24 bits after it
const FRACTION_OF_TOP_DIGIT = 0x3fffff;

/**
 * |x| = M 2^(24 skipped + 2), M a whole number of up to four digits. Times the digits of 2/pi that follow the skipped ones, the top digit
 * kept counts in units of 2^-22: its first two bits are n modulo 4, the other 22 begin the fraction.
 */
function reduceHuge(x: number): number {
  const exponent = exponentOf(x) - 52;
  const skipped = Math.floor((exponent - 2) / 24);
  const size = Math.abs(x);
  const factor = splitIntoDigits(size * powerOfTwo(-exponent) * powerOfTwo(exponent - 2 - 24 * skipped));
  const product = multiplyByTwoOverPi(factor, skipped);

  let quarters = Math.floor(product[DIGITS - 1] / (FRACTION_OF_TOP_DIGIT + 1));
  product[DIGITS - 1] -= quarters * (FRACTION_OF_TOP_DIGIT + 1);
  const roundsUp = product[DIGITS - 1] > FRACTION_OF_TOP_DIGIT / 2;
  if (roundsUp) {
    quarters += 1;
    complement(product);
  }
  const negative = roundsUp !== x < 0;
  remainderFromFraction(product, negative ? -1 : 1);
  return (x < 0 ? -quarters : quarters) & 3;
}

function splitIntoDigits(whole: number): Float64Array {
  const factor = new Float64Array(4);
  let left = whole;
  for (let i = 0; i < 4; i++) {
    const higher = Math.floor(left / DIGIT);
    factor[i] = left - higher * DIGIT;
    left = higher;
  }
  return factor;
}

/** The lowest nine digits of factor times nine digits of 2/pi, least significant first. Every sum stays below 2^53. */
function multiplyByTwoOverPi(factor: Float64Array, skipped: number): Float64Array {
  const product = new Float64Array(DIGITS);
  let carry = 0;
  for (let place = 0; place < DIGITS; place++) {
    let sum = carry;
    for (let i = 0; i <= 3 && i <= place; i++) sum += factor[i] * TWO_OVER_PI[skipped + 2 + DIGITS - 1 - (place - i)];
    carry = Math.floor(sum / DIGIT);
    product[place] = sum - carry * DIGIT;
  }
  return product;
}

/** One minus the fraction, short of a unit in the last digit. */
function complement(product: Float64Array): void {
  for (let i = 0; i < DIGITS - 1; i++) product[i] = DIGIT - 1 - product[i];
  product[DIGITS - 1] = FRACTION_OF_TOP_DIGIT - product[DIGITS - 1];
}

/** sign times fraction times pi/2. Summed from the smallest digit up, so that leading zeros cost no precision. */
function remainderFromFraction(product: Float64Array, sign: number): void {
  let fraction = 0;
  let fractionLow = 0;
  for (let i = 0; i < DIGITS; i++) {
    const term = product[i] * powerOfTwo(24 * (i - DIGITS + 1) - 22);
    const sum = fraction + term;
    fractionLow += sumError(fraction, term, sum);
    fraction = sum;
  }
  const angle = fraction * HALF_PI;
  const angleLow = productError(fraction, HALF_PI, angle) + (fraction * HALF_PI_LOW + fractionLow * HALF_PI);
  remainder[0] = sign * (angle + angleLow);
  remainder[1] = sign * angleLow - (remainder[0] - sign * angle);
}

/** 2/pi in digits of 24 bits, after two zeros for the places before the point. */
// biome-ignore format: ten to a line
const TWO_OVER_PI = new Float64Array([
  0, 0,
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb,
  0xc561b7, 0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5,
  0x2ebb44, 0x84e99c, 0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8,
  0x97ffde, 0x05980f, 0xef2f11, 0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d,
  0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7, 0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330,
]);
