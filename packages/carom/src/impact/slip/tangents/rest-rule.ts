/**
 * Rules for integrals of t^(q - 1) F(t) over [0, 1], F smooth and q > 0 any number: the nodes are Gauss's, so the same for all q, and the
 * weights integrate the polynomial through F at the nodes. (Whole powers of t go to F: beside t = 0 its values would be rounding; for large
 * q all is smooth, and the weights are Gauss's too.) With the Legendre polynomials P_n of [0, 1],
 *
 *     weight_j = w_j sum over n of (2 n + 1) P_n(t_j) m_n
 *     m_n = integral of t^(q - 1) P_n,     m_0 = 1/q,     m_n = m_(n-1) (q - n)/(q + n)
 *
 * Source: product integration; the moments follow from Rodrigues' formula.
 */
import { log, pow } from "../../../math/elementary.js";
import { gaussLegendre } from "../../../math/quadrature.js";

/** One rule. */
export interface RestRule {
  /** Nodes, an even number. */
  readonly count: number;
  /** Places of the nodes on [0, 1], symmetric about 1/2. */
  readonly places: Float64Array;
  /** Gauss's weights. */
  readonly weights: Float64Array;
  /** Row j: the factors of the moments in weight j. In that of the place across 1/2 those of odd n have the other sign. */
  readonly factors: Float64Array;
  /** The distance from 0 of the nearest place where F is singular that leaves the rule twelve digits. */
  readonly distance: number;
}

/** The polynomial through n nodes leaves e^-n of the ellipse through the singular place, of axes' sum e. */
const DIGITS = 1e-12;

function createRule(count: number): RestRule {
  const { nodes, weights } = gaussLegendre(count);
  const factors = new Float64Array((count * count) / 2);
  for (let j = 0; 2 * j < count; j++) {
    const x = nodes[j];
    let before = 0;
    let value = 1;
    for (let n = 0; n < count; n++) {
      factors[j * count + n] = 0.5 * weights[j] * (2 * n + 1) * value;
      const next = ((2 * n + 1) * x * value - n * before) / (n + 1);
      before = value;
      value = next;
    }
  }
  const axes = pow(DIGITS, -1 / count);
  return {
    count,
    places: Float64Array.from(nodes, (node) => 0.5 * (1 + node)),
    weights: Float64Array.from(weights, (weight) => 0.5 * weight),
    factors,
    distance: 0.5 + 0.25 * (axes + 1 / axes),
  };
}

/** From the shortest on. */
const RULES = [12, 16, 20].map(createRule);
export const MOST_REST_NODES: number = RULES[RULES.length - 1].count;
/** Distance of the nearest singular place that a rule needs. */
export const LEAST_DISTANCE: number = RULES[RULES.length - 1].distance;
export const LOG_LEAST_DISTANCE: number = log(LEAST_DISTANCE);

/** A larger exponent is smooth enough for Gauss's rule. */
export const SMOOTH = 5;

/** The shortest rule for a place so far, and for the exponents q and 2 q: the powers that Gauss's rule is left with take many nodes. */
export function chooseRestRule(distance: number, q: number): RestRule {
  if (2 * q <= SMOOTH) for (let i = 0; i < RULES.length - 1; i++) if (distance >= RULES[i].distance) return RULES[i];
  return RULES[RULES.length - 1];
}

/**
 * Writes to `out` what F times a power of t is multiplied with at each node, that power being t^0 or, for q above SMOOTH, t^(q - 1).
 * `moments`: room for as many numbers as nodes, overwritten.
 */
export function restWeights({ count, places, weights, factors }: RestRule, q: number, out: Float64Array, moments: Float64Array): void {
  if (q > SMOOTH) {
    for (let j = 0; j < count; j++) out[j] = weights[j];
    return;
  }
  const whole = Math.max(0, Math.floor(q) - 1);
  const rest = q - whole;
  let moment = 1 / rest;
  moments[0] = moment;
  for (let n = 1; n < count; n++) {
    moment *= (rest - n) / (rest + n);
    moments[n] = moment;
  }
  for (let j = 0; 2 * j < count; j++) {
    const at = j * count;
    let even = 0;
    let odd = 0;
    for (let n = 0; n < count; n += 2) {
      even += factors[at + n] * moments[n];
      odd += factors[at + n + 1] * moments[n + 1];
    }
    out[j] = even + odd;
    out[count - 1 - j] = even - odd;
  }
  for (let k = 0; k < whole; k++) for (let j = 0; j < count; j++) out[j] *= places[j];
}
