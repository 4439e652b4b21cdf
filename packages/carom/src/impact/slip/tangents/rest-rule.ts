/**
 * A rule for integrals of t^(q - 1) F(t) over [0, 1], F smooth and q > 0 any number: the nodes are Gauss's, so the same for all q, and the
 * weights integrate the polynomial through F at the nodes. (Whole powers of t go to F: beside t = 0 its values would be rounding; for large
 * q all is smooth, and the weights are Gauss's too.) With the Legendre polynomials P_n of [0, 1],
 *
 *     weight_j = w_j sum over n of (2 n + 1) P_n(t_j) m_n
 *     m_n = integral of t^(q - 1) P_n,     m_0 = 1/q,     m_n = m_(n-1) (q - n)/(q + n)
 *
 * Source: product integration; the moments follow from Rodrigues' formula.
 */
import { gaussLegendre } from "../../../math/quadrature.js";

/** Nodes of the rule. */
export const REST_NODES: number = 16;
const rule = gaussLegendre(REST_NODES);
/** Places of the nodes on [0, 1]. */
export const REST_PLACES: Float64Array = Float64Array.from(rule.nodes, (node) => 0.5 * (1 + node));
/** Row j: the factors of the moments in weight j. */
const FACTORS = restFactors();

function restFactors(): Float64Array {
  const factors = new Float64Array(REST_NODES * REST_NODES);
  for (let j = 0; j < REST_NODES; j++) {
    const x = rule.nodes[j];
    let before = 0;
    let value = 1;
    for (let n = 0; n < REST_NODES; n++) {
      factors[j * REST_NODES + n] = 0.5 * rule.weights[j] * (2 * n + 1) * value;
      const next = ((2 * n + 1) * x * value - n * before) / (n + 1);
      before = value;
      value = next;
    }
  }
  return factors;
}

/** A larger exponent is smooth enough for Gauss's rule. */
export const SMOOTH = 5;

/**
 * Writes to `out` what the integrand at each node is multiplied with, besides by t^-q unless q is above SMOOTH. `moments`: room for
 * REST_NODES, overwritten.
 */
export function restWeights(q: number, out: Float64Array, moments: Float64Array): void {
  if (q > SMOOTH) {
    for (let j = 0; j < REST_NODES; j++) out[j] = 0.5 * rule.weights[j];
    return;
  }
  const whole = Math.max(0, Math.floor(q) - 1);
  const rest = q - whole;
  let moment = 1 / rest;
  for (let n = 0; n < REST_NODES; n++) {
    if (n > 0) moment *= (rest - n) / (rest + n);
    moments[n] = moment;
  }
  for (let j = 0; j < REST_NODES; j++) {
    let sum = 0;
    for (let n = 0; n < REST_NODES; n++) sum += FACTORS[j * REST_NODES + n] * moments[n];
    let power = REST_PLACES[j];
    for (let k = 0; k < whole; k++) power *= REST_PLACES[j];
    out[j] = sum * power;
  }
}
