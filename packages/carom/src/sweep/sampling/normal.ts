/**
 * The normal distribution: its distribution function to rounding, and its inverse.
 *
 *     P(z) = erfc(-z / sqrt 2) / 2        erf(x) = 2 / sqrt(pi) exp(-x^2) sum 2^n x^(2n+1) / (2n+1)!!
 *     erfc(x) = exp(-x^2) / sqrt(pi) / (x + (1/2) / (x + 1 / (x + (3/2) / (x + ...))))
 *
 * Sources: Abramowitz and Stegun 7.1.6 and 7.1.14; inverse: Wichura, Algorithm AS 241 (PPND16), Applied Statistics 37 (1988) 477.
 */
import { exp, log } from "../../math/elementary.js";

const ROOT_PI = Math.sqrt(Math.PI);
/** From here on the continued fraction takes fewer terms than the series. */
const FAR = 2;
const FRACTION_TERMS = 60;

/** Probability of a standard normal number below z. */
export function normalProbability(z: number): number {
  const x = Math.abs(z) * Math.SQRT1_2;
  const upper = x < FAR ? 0.5 - 0.5 * erfNear(x) : 0.5 * erfcFar(x);
  return z > 0 ? 1 - upper : upper;
}

function erfNear(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-18 * sum; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / ROOT_PI) * exp(-x * x) * sum;
}

function erfcFar(x: number): number {
  let tail = x;
  for (let n = FRACTION_TERMS; n >= 1; n--) tail = x + (0.5 * n) / tail;
  return exp(-x * x) / (ROOT_PI * tail);
}

/** The number below which a standard normal number is with this probability, 0 to 1, the ends infinite. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0)) return Number.NEGATIVE_INFINITY;
  if (!(probability < 1)) return Number.POSITIVE_INFINITY;
  const q = probability - 0.5;
  if (Math.abs(q) <= CENTRAL) return centralQuantile(q);
  const tail = q < 0 ? probability : 1 - probability;
  const r = Math.sqrt(-log(tail));
  const z =
    r <= 5 ? polynomial(MIDDLE, r - 1.6) / polynomial(MIDDLE_BELOW, r - 1.6) : polynomial(FAR_TAIL, r - 5) / polynomial(FAR_BELOW, r - 5);
  return q < 0 ? -z : z;
}

/** Puts in the place of each probability the number that `normalQuantile` has for it; most without a call. */
export function takeNormalQuantiles(probabilities: Float64Array): void {
  for (let i = 0; i < probabilities.length; i++) {
    const q = probabilities[i] - 0.5;
    probabilities[i] = Math.abs(q) <= CENTRAL ? centralQuantile(q) : normalQuantile(probabilities[i]);
  }
}

const CENTRAL = 0.425;

function centralQuantile(q: number): number {
  const r = 0.180625 - q * q;
  return (q * polynomial(CENTRE, r)) / polynomial(CENTRE_BELOW, r);
}

type Coefficients = readonly [number, number, number, number, number, number, number, number];

/** The value of a polynomial of degree 7 whose coefficients stand from the highest power down. */
function polynomial(c: Coefficients, x: number): number {
  return ((((((c[0] * x + c[1]) * x + c[2]) * x + c[3]) * x + c[4]) * x + c[5]) * x + c[6]) * x + c[7];
}

const CENTRE: Coefficients = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513, 133.14166789178438,
  3.3871328727963665,
];
const CENTRE_BELOW: Coefficients = [
  5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579, 42.31333070160091, 1,
];
const MIDDLE: Coefficients = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045, 5.769497221460691,
  4.630337846156546, 1.4234371107496835,
];
const MIDDLE_BELOW: Coefficients = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851, 1.6763848301838038,
  2.053191626637759, 1,
];
const FAR_TAIL: Coefficients = [
  2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487, 1.7848265399172913,
  5.463784911164114, 6.657904643501103,
];
const FAR_BELOW: Coefficients = [
  2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133, 0.014875361290850615, 0.1369298809227358,
  0.599832206555888, 1,
];
