/**
 * What a double is made of, and what its arithmetic leaves out.
 *
 * A double is a 53-bit whole number times a power of two, so multiplying by a power of two is exact. The rounding error of a sum or
 * a product is itself a double and can be computed with the same operations, which gives twice the precision wherever it is needed:
 *
 *     a + b = fl(a + b) + sumError          a b = fl(a b) + productError
 *
 * Source: Dekker, A floating-point technique for extending the available precision, Numer. Math. 18 (1971); Knuth, TAOCP 2, 4.2.2.
 */

// The only way to see the bits of a number is to write it to memory. Shared, because memory of its own would cost each call more than the
// function itself, and safe, because nothing comes between the writing and the reading.
const number = new Float64Array([1]);
const words = new Int32Array(number.buffer);
const HIGH_WORD = words[0] === 0 ? 1 : 0;

export const SMALLEST_NORMAL = 2.2250738585072014e-308;
const SMALLEST_EXPONENT = -1074;
const LARGEST_EXPONENT = 1023;
const POWERS_OF_TWO = powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(LARGEST_EXPONENT - SMALLEST_EXPONENT + 1);
  powers[-SMALLEST_EXPONENT] = 1;
  for (let i = -SMALLEST_EXPONENT + 1; i < powers.length; i++) powers[i] = 2 * powers[i - 1];
  for (let i = -SMALLEST_EXPONENT - 1; i >= 0; i--) powers[i] = powers[i + 1] / 2;
  return powers;
}

/** Sign, exponent and the 20 leading fraction bits of a number, as a signed 32-bit integer. */
export function highWord(x: number): number {
  number[0] = x;
  return words[HIGH_WORD];
}

/** e with 2^e <= |x| < 2^(e + 1), for a normal number. */
export function exponentOf(x: number): number {
  return ((highWord(x) >> 20) & 0x7ff) - 1023;
}

/** 2^exponent, exactly, for an exponent from -1074 to 1023. */
export function powerOfTwo(exponent: number): number {
  return POWERS_OF_TWO[exponent - SMALLEST_EXPONENT];
}

/** y 2^exponent rounded once, for y near 1 and an exponent from -1100 to 1100. */
export function scaled(y: number, exponent: number): number {
  if (exponent > LARGEST_EXPONENT) return y * powerOfTwo(exponent - 128) * powerOfTwo(128);
  if (exponent >= -1021) return y * powerOfTwo(exponent);
  return y * powerOfTwo(exponent + 128) * powerOfTwo(-128); // the result is subnormal: only the last product rounds
}

/** a + b - sum, exactly, where sum is the rounded a + b. */
export function sumError(a: number, b: number, sum: number): number {
  const bRounded = sum - a;
  return a - (sum - bRounded) + (b - bRounded);
}

/** The upper 26 bits of a number below 2^996. */
export function upperHalf(a: number): number {
  const shifted = 134217729 * a;
  return shifted - (shifted - a);
}

/** a b - product, exactly, where product is the rounded a b; for factors below 2^996 and products above 2^-960. */
export function productError(a: number, b: number, product: number): number {
  const aUpper = upperHalf(a);
  const aLower = a - aUpper;
  const bUpper = upperHalf(b);
  const bLower = b - bUpper;
  return aLower * bLower - (product - aUpper * bUpper - aLower * bUpper - aUpper * bLower);
}
