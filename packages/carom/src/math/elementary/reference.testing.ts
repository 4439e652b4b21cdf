/**
 * Elementary functions in whole-number arithmetic, to as many bits as asked: what the tests hold the fast ones to.
 *
 * A value v is held as the whole number v 2^bits. Every function is its plainest series after its plainest reduction, shares no method,
 * constant or table with the code under test, and is slow. Doubles enter exactly.
 */

export type Reference = (bits: number, ...x: number[]) => bigint;

/** |actual - true value| in units of the last place of the true value (never less than the smallest double). */
export function errorInUlps(actual: number, reference: Reference, ...x: number[]): number {
  const bits = Math.max(64, 150 - exponent(actual));
  const expected = reference(bits, ...x);
  const ulp = Math.max(bitLength(expected) - 1 - bits - 52, -1074);
  const difference = absolute(fixed(actual, bits) - expected);
  return Number(shift(difference, 20 - bits - ulp)) / 2 ** 20;
}

export const references: Record<string, Reference> = {
  exp: (bits, x) => expOf(fixed(x, bits + 1100), bits + 1100, bits),
  expm1: (bits, x) => expOf(fixed(x, bits + 1100), bits + 1100, bits) - one(bits),
  log: (bits, x) => logOf(fixed(x, 1100), 1100, bits),
  log1p: (bits, x) =>
    Math.abs(x) < 0.5 ? logOfRatio(one(bits + 60) + fixed(x, bits + 60), one(bits + 60), bits) : logOf(one(60) + fixed(x, 60), 60, bits),
  pow: (bits, x, y) => {
    // The logarithm's error grows by y, then by the power itself.
    const work = bits + Math.max(0, exponent(y)) + Math.max(0, Math.ceil(y * Math.log2(x))) + 100;
    return expOf((logOf(fixed(x, 1100), 1100, work) * fixed(y, 1100)) >> 1100n, work, bits);
  },
  sin: (bits, x) => sineAndCosine(x, bits)[0],
  cos: (bits, x) => sineAndCosine(x, bits)[1],
  tan: (bits, x) => {
    const [sine, cosine] = sineAndCosine(x, bits + 140);
    return (sine << BigInt(bits)) / cosine;
  },
  atan: (bits, x) => angleOf(fixed(1, bits + 1100), fixed(x, bits + 1100), Math.atan(x), bits),
  atan2: (bits, y, x) => angleOf(fixed(x, 1100), fixed(y, 1100), Math.atan2(y, x), bits),
  asin: (bits, x) => angleOf(otherLeg(x, bits + 80), fixed(x, bits + 80), Math.asin(x), bits),
  acos: (bits, x) => angleOf(fixed(x, bits + 80), otherLeg(x, bits + 80), Math.acos(x), bits),
  sinh: (bits, x) => (exponential(x, bits + 60) - exponential(-x, bits + 60)) >> 61n,
  cosh: (bits, x) => (exponential(x, bits + 60) + exponential(-x, bits + 60)) >> 61n,
  tanh: (bits, x) => {
    const growing = exponential(x, bits + 60);
    const falling = exponential(-x, bits + 60);
    return ((growing - falling) << BigInt(bits)) / (growing + falling);
  },
  cbrt: (bits, x) => cubeRoot(shift(fixed(x, 1100), 3 * (bits + 400) - 1100)) >> 400n,
  hypot: (bits, ...x) => squareRoot(shift(sum(x.map((each) => fixed(each, 1100) ** 2n)), 2 * (bits - 1100))),
};

/** x 2^bits, exact or rounded down. */
export function fixed(x: number, bits: number): bigint {
  if (x === 0) return 0n;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(x));
  const word = view.getBigUint64(0);
  const biased = Number(word >> 52n);
  const fraction = word & ((1n << 52n) - 1n);
  const size = shift(biased === 0 ? fraction : fraction | (1n << 52n), Math.max(biased, 1) - 1075 + bits);
  return x < 0 ? -size : size;
}

function exponent(x: number): number {
  return bitLength(fixed(x, 1074)) - 1 - 1074;
}

function bitLength(value: bigint): number {
  return absolute(value).toString(2).length;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function shift(value: bigint, by: number): bigint {
  return by >= 0 ? value << BigInt(by) : value >> BigInt(-by);
}

function one(bits: number): bigint {
  return 1n << BigInt(bits);
}

function sum(values: bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function remembered(compute: (bits: number) => bigint): (bits: number) => bigint {
  const known = new Map<number, bigint>();
  return (bits) => {
    const rounded = 512 * Math.ceil((bits + 16) / 512);
    if (!known.has(rounded)) known.set(rounded, compute(rounded));
    return shift(known.get(rounded)!, bits - rounded);
  };
}

/** Machin: pi = 16 atan(1/5) - 4 atan(1/239). */
const pi = remembered((bits) => 16n * atanOfInverse(5n, bits) - 4n * atanOfInverse(239n, bits));
const ln2 = remembered((bits) => logOfRatio(2n, 1n, bits));

function atanOfInverse(n: bigint, bits: number): bigint {
  let power = one(bits + 20) / n;
  let total = power;
  for (let k = 3n, sign = -1n; power !== 0n; k += 2n, sign = -sign) {
    power /= n * n;
    total += (sign * power) / k;
  }
  return total >> 20n;
}

/** log(a / b) = 2 atanh((a - b) / (a + b)). */
function logOfRatio(a: bigint, b: bigint, bits: number): bigint {
  const work = bits + 20;
  const s = ((a - b) << BigInt(work)) / (a + b);
  const square = (s * s) >> BigInt(work);
  let power = s;
  let total = 0n;
  for (let k = 1n; absolute(power) > 1n; k += 2n) {
    total += power / k;
    power = (power * square) >> BigInt(work);
  }
  return total >> 19n;
}

function logOf(value: bigint, valueBits: number, bits: number): bigint {
  const power = bitLength(value) - 1;
  return logOfRatio(value, one(power), bits) + BigInt(power - valueBits) * ln2(bits);
}

function exponential(x: number, bits: number): bigint {
  return expOf(fixed(x, bits + 1100), bits + 1100, bits);
}

/** e^value: value = k ln 2 + r, Taylor series of r / 256, squared eight times. */
function expOf(value: bigint, valueBits: number, bits: number): bigint {
  const k = Number(value / ln2(valueBits));
  const work = bits + Math.max(k, 0) + 60;
  const r = shift(value, work - valueBits) - BigInt(k) * ln2(work);
  let term = one(work);
  let total = term;
  for (let n = 1n; absolute(term) > 1n; n += 1n) {
    term = ((term * r) >> BigInt(work + 8)) / n;
    total += term;
  }
  for (let i = 0; i < 8; i++) total = (total * total) >> BigInt(work);
  return shift(total, k + bits - work);
}

function sineAndCosine(x: number, bits: number): [bigint, bigint] {
  const work = bits + 80;
  const reach = work + Math.max(0, exponent(x)) + 60;
  const quarter = pi(reach) / 2n;
  const value = fixed(x, reach);
  const n = (2n * value + (value < 0n ? -quarter : quarter)) / (2n * quarter);
  const r = shift(value - n * quarter, work - reach);
  const square = (r * r) >> BigInt(work);
  let sine = 0n;
  let cosine = 0n;
  for (let k = 1n, even = one(work), odd = r; even !== 0n && k < 1000n; k += 2n) {
    cosine += even;
    sine += odd;
    even = -((even * square) >> BigInt(work)) / (k * (k + 1n));
    odd = -((odd * square) >> BigInt(work)) / ((k + 1n) * (k + 2n));
  }
  const turned: [bigint, bigint][] = [[sine, cosine], [cosine, -sine], [-sine, -cosine], [-cosine, sine]]; // biome-ignore format: one turn
  const [s, c] = turned[Number(((n % 4n) + 4n) % 4n)];
  return [shift(s, bits - work), shift(c, bits - work)];
}

/** Angle of (x, y) from a first guess: turn the point back by the guess and add the small angle that is left. */
function angleOf(x: bigint, y: bigint, guess: number, bits: number): bigint {
  const work = bits + 64;
  const [sine, cosine] = sineAndCosine(guess, work);
  const t = ((y * cosine - x * sine) << BigInt(work)) / (x * cosine + y * sine);
  const cube = (t * t * t) >> BigInt(2 * work);
  const fifth = (cube * t * t) >> BigInt(2 * work);
  return shift(fixed(guess, work) + t - cube / 3n + fifth / 5n, bits - work);
}

function otherLeg(x: number, bits: number): bigint {
  const value = fixed(x, bits);
  return squareRoot(one(2 * bits) - value * value);
}

function squareRoot(value: bigint): bigint {
  if (value === 0n) return 0n;
  let root = one(Math.ceil(bitLength(value) / 2));
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root;
}

function cubeRoot(value: bigint): bigint {
  if (value < 0n) return -cubeRoot(-value);
  let root = one(Math.ceil(bitLength(value) / 3));
  for (let next = (2n * root + value / (root * root)) / 3n; next < root; next = (2n * root + value / (root * root)) / 3n) root = next;
  return root;
}
