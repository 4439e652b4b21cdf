/**
 * Gauss's rules for a piece of a panel, with the integrals from each node to the end: exact for the polynomial through the nodes. A sum
 * over the nodes of something times such an integral has all 2 n orders of Gauss's rule, as collocation has them.
 */
import { exp, log } from "../../../math/elementary.js";
import { gaussLegendre } from "../../../math/quadrature.js";

/** - log of what a rule may leave of an integrand of size 1. */
const DIGITS = 33;

/** One rule on [0, 1]. */
export interface PieceRule {
  readonly count: number;
  /** Symmetric about 1/2. */
  readonly places: Float64Array;
  readonly weights: Float64Array;
  /** Row j: weights of the integral from node j to 1. */
  readonly toEnd: Float64Array;
  /** What `growth` may be for the rule to be good where no root is near. */
  readonly growth: number;
}

/** Numbers of nodes that are chosen from. */
const COUNTS = [4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20];
export const MOST_NODES: number = COUNTS[COUNTS.length - 1];
const LAST = COUNTS.length - 1;
const RULES: readonly PieceRule[] = COUNTS.map(createRule);
const GROWTHS: Float64Array = Float64Array.from(RULES, ({ growth }) => growth);

function createRule(count: number): PieceRule {
  const { nodes, weights } = gaussLegendre(count);
  return {
    count,
    places: Float64Array.from(nodes, (node) => 0.5 * (1 + node)),
    weights: Float64Array.from(weights, (weight) => 0.5 * weight),
    toEnd: integralsToEnd(nodes, weights),
    growth: 4 * count * exp(-1 - (0.5 * DIGITS) / count),
  };
}

/**
 * With Legendre's polynomials P_m, the polynomial that is 1 at node l and 0 at the others is w_l sum of (2 m + 1)/2 P_m(x_l) P_m, and the
 * integral of (2 m + 1) P_m from x to 1 is P_(m-1)(x) - P_(m+1)(x), of P_0 it is 1 - x.
 */
function integralsToEnd(nodes: readonly number[], weights: readonly number[]): Float64Array {
  const n = nodes.length;
  const values = nodes.map((x) => {
    const row = [1, x];
    for (let m = 1; m < n; m++) row.push(((2 * m + 1) * x * row[m] - m * row[m - 1]) / (m + 1));
    return row;
  });
  const matrix = new Float64Array(n * n);
  for (let j = 0; j < n; j++)
    for (let l = 0; l < n; l++) {
      let sum = 1 - nodes[j];
      for (let m = 1; m < n; m++) sum += values[l][m] * (values[j][m - 1] - values[j][m + 1]);
      // Half for the polynomials, half for [0, 1].
      matrix[j * n + l] = 0.25 * weights[l] * sum;
    }
  return matrix;
}

/**
 * The rule for a piece whose nearest root is `distance` halves of it from its middle, and on half of which the fastest factor of what is
 * integrated changes by e^growth. An integrand that is regular in the ellipse of axes' sum r about the piece, and there at most
 * e^(growth r/2), leaves r^(-2 n) of that; the best r is 4 n/growth or the ellipse through the root.
 */
export function chooseRule(distance: number, growth: number): PieceRule {
  const reach = distance > 1 ? distance + Math.sqrt(distance * distance - 1) : 1;
  const spread = growth * reach;
  const least = (0.5 * (DIGITS + 0.5 * spread)) / log(reach);
  let i = 0;
  while (i < LAST && !(4 * COUNTS[i] < spread ? growth <= GROWTHS[i] : COUNTS[i] >= least)) i++;
  return RULES[i];
}
