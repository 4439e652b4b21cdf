/**
 * Gauss-Legendre quadrature: n points that integrate every polynomial of degree 2 n - 1 exactly.
 *
 *     integral of f over [-1, 1] = sum of w_i f(x_i),     P_n(x_i) = 0,     w_i = 2 / ((1 - x_i^2) P_n'(x_i)^2)
 *
 * The Legendre polynomials follow from (k + 1) P_(k+1) = (2 k + 1) x P_k - k P_(k-1), and (1 - x^2) P_n' = n (P_(n-1) - x P_n).
 * Newton's method from x_i = cos(pi (i - 1/4) / (n + 1/2)) finds each node. Everything is in pairs of doubles, because the weight magnifies
 * an error of its node by 2 x / (1 - x^2), which grows as n^2 at the ends.
 *
 * Source: Abramowitz and Stegun, Handbook of Mathematical Functions, chapters 22 (Legendre polynomials) and 25.4 (Gauss' formula).
 */
import { InvalidInputError } from "../errors.js";
import { productError, sumError } from "./elementary/floating-point.js";
import { cos } from "./elementary.js";

/** Places and weights of a rule on [-1, 1]. */
export interface QuadratureRule {
  /** Ascending, inside (-1, 1), symmetric about 0. */
  readonly nodes: readonly number[];
  /** Positive, summing to 2. */
  readonly weights: readonly number[];
}

/** The rules computed so far. They are constants, frozen, so that nothing can be told from whether one is here. */
const rules = new Map<number, QuadratureRule>();

/** Nodes and weights for the interval [-1, 1], correct to the last bit or its neighbour. Computed once per n. */
export function gaussLegendre(points: number): QuadratureRule {
  const known = rules.get(points);
  if (known) return known;
  if (!(Number.isInteger(points) && points >= 1)) throw new InvalidInputError("points", points, "is not a whole number of at least 1");
  const rule = computeRule(points);
  rules.set(points, rule);
  return rule;
}

/** The integral of f from a to b by one Gauss-Legendre rule. For smooth f the error falls geometrically with the number of points. */
export function integrate(f: (x: number) => number, a: number, b: number, points: number): number {
  const { nodes, weights } = gaussLegendre(points);
  const middle = 0.5 * a + 0.5 * b;
  const half = 0.5 * b - 0.5 * a;
  let sum = 0;
  for (let i = 0; i < points; i++) sum += weights[i] * f(middle + half * nodes[i]);
  return half * sum;
}

function computeRule(n: number): QuadratureRule {
  const nodes = new Array<number>(n);
  const weights = new Array<number>(n);
  for (let i = 0; 2 * i < n; i++) {
    const { node, weight } = nodeAndWeight(n, i);
    nodes[i] = 2 * i + 1 === n ? 0 : -node;
    nodes[n - 1 - i] = 2 * i + 1 === n ? 0 : node;
    weights[i] = weight;
    weights[n - 1 - i] = weight;
  }
  return Object.freeze({ nodes: Object.freeze(nodes), weights: Object.freeze(weights) });
}

const NEWTON_STEPS = 5; // the starting value is good to 2 digits or more: 4, 8, 16, 32, and one to spare

/** The i-th node from the right, and its weight. */
function nodeAndWeight(n: number, i: number): { node: number; weight: number } {
  let x: Pair = [cos((Math.PI * (i + 0.75)) / (n + 0.5)), 0];
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const { value, slope } = legendre(n, x);
    x = add(x, negative(divide(value, slope)));
  }
  const { slope } = legendre(n, x);
  const weight = divide([2, 0], multiply(oneMinusSquare(x), multiply(slope, slope)));
  return { node: x[0], weight: weight[0] };
}

/** P_n and P_n' at x. */
function legendre(n: number, x: Pair): { value: Pair; slope: Pair } {
  let before: Pair = [1, 0];
  let value = x;
  for (let k = 1; k < n; k++) {
    const next = divide(add(multiply([2 * k + 1, 0], multiply(x, value)), multiply([-k, 0], before)), [k + 1, 0]);
    before = value;
    value = next;
  }
  const slope = divide(multiply([n, 0], add(before, negative(multiply(x, value)))), oneMinusSquare(x));
  return { value, slope };
}

function oneMinusSquare(x: Pair): Pair {
  return multiply(add([1, 0], x), add([1, 0], negative(x)));
}

/** A number as the sum of a double and a much smaller one. */
type Pair = readonly [number, number];

function pair(leading: number, rest: number): Pair {
  const sum = leading + rest;
  return [sum, rest - (sum - leading)];
}

function negative(a: Pair): Pair {
  return [-a[0], -a[1]];
}

function add(a: Pair, b: Pair): Pair {
  const sum = a[0] + b[0];
  return pair(sum, sumError(a[0], b[0], sum) + (a[1] + b[1]));
}

function multiply(a: Pair, b: Pair): Pair {
  const product = a[0] * b[0];
  return pair(product, productError(a[0], b[0], product) + (a[0] * b[1] + a[1] * b[0]));
}

function divide(a: Pair, b: Pair): Pair {
  const quotient = a[0] / b[0];
  const product = quotient * b[0];
  return pair(quotient, (a[0] - product - productError(quotient, b[0], product) + a[1] - quotient * b[1]) / b[0]);
}
