/**
 * The binomial distribution by way of the incomplete beta function, for intervals that hold whatever is counted.
 *
 *     P(X <= k) = I_{1-p}(n - k, k + 1)        I_x(a, b) = x^a (1-x)^b / (a B(a, b)) / (1 + d_1 / (1 + d_2 / (1 + ...)))
 *
 * Sources: Abramowitz and Stegun 26.5.24 and 26.5.8; log gamma by Stirling's series 6.1.41 after shifting the argument above 10.
 */
import { exp, log, log1p } from "../../math/elementary.js";

const TINY = 1e-300;
const CONVERGED = 1e-15;
const MOST_TERMS = 20_000;

/** The regularised incomplete beta function, a and b positive, 0 <= x <= 1. */
export function incompleteBeta(a: number, b: number, x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast on this side of the mean.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, 1 - x);
  const front = exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log1p(-x));
  return (front * fraction(a, b, x)) / a;
}

/** Lentz's way through the continued fraction. */
function fraction(a: number, b: number, x: number): number {
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MOST_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < CONVERGED) break;
  }
  return value;
}

const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];

/** Of a positive number. */
export function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  while (at < 10) {
    shift -= log(at);
    at += 1;
  }
  let power = 1 / at;
  let sum = 0;
  for (const coefficient of STIRLING) {
    sum += coefficient * power;
    power /= at * at;
  }
  return shift + (at - 0.5) * log(at) - at + 0.5 * log(2 * Math.PI) + sum;
}

/** Probability of at most so many successes of `trials`, each with this probability. */
export function binomialProbability(successes: number, trials: number, probability: number): number {
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  return incompleteBeta(trials - successes, successes + 1, 1 - probability);
}
