/**
 * Divided differences of the exponential function, e[x_0, ..., x_n], to rounding for any points, equal ones among them.
 *
 *     e[x_0, ..., x_n] = (e[x_1, ..., x_n] - e[x_0, ..., x_(n-1)])/(x_n - x_0)          x ascending
 *
 * loses next to nothing where the points are apart: the exponential grows. Points that are close have the series about the largest of them,
 * sum over k of h_k/(n + k)!, h_k the sum of all products of k of the points.
 *
 * Source: own; the series is that of e^x term by term, the difference of x^(n + k) being h_k.
 */
import { exp } from "./elementary.js";

/** Points within this distance go by the series. */
const CLOSE = 1;
/** Terms of the series: beyond them 1/k! is rounding. */
const TERMS = 20;

/** The difference over these points, divided by the exponential of the largest: so that none overflows. */
export function scaledExponentialDifference(points: readonly number[]): number {
  const largest = points.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY);
  const sorted = points.map((x) => x - largest).sort((a, b) => a - b);
  return between(sorted, 0, sorted.length - 1);
}

function between(points: readonly number[], first: number, last: number): number {
  const distance = points[last] - points[first];
  if (first === last) return exp(points[first]);
  if (distance <= CLOSE) return series(points, first, last);
  return (between(points, first + 1, last) - between(points, first, last - 1)) / distance;
}

function series(points: readonly number[], first: number, last: number): number {
  const order = last - first;
  // Products of k points among the first i of them, for each i: those of k - 1 give those of k.
  const products = Array.from({ length: order + 1 }, () => 1);
  let factorial = 1;
  for (let k = 2; k <= order; k++) factorial *= k;
  let sum = 1 / factorial;
  for (let k = 1; k <= TERMS; k++) {
    let product = 0;
    for (let i = 0; i <= order; i++) {
      product += (points[first + i] - points[last]) * products[i];
      products[i] = product;
    }
    factorial *= order + k;
    sum += product / factorial;
  }
  return exp(points[last]) * sum;
}
