/** Integrals piece by piece: what is gone between one place and the next, added up. */
import { gaussLegendre } from "../../math/quadrature.js";

const POINTS = 12;

/** The integral of f from the first of the places to each of them. */
export function cumulative(f: (x: number) => number, places: readonly number[]): number[] {
  const { nodes, weights } = gaussLegendre(POINTS);
  const sums = [0];
  for (let i = 0; i + 1 < places.length; i++) {
    const half = 0.5 * (places[i + 1] - places[i]);
    const middle = 0.5 * (places[i + 1] + places[i]);
    let sum = 0;
    for (let k = 0; k < POINTS; k++) sum += weights[k] * f(middle + half * nodes[k]);
    sums.push(sums[i] + half * sum);
  }
  return sums;
}

/** Roots of 0, 1/n, 2/n ... 1: places that get even in time where time goes as the square of the place. */
export const rootsOfParts = (n: number): number[] => Array.from({ length: n + 1 }, (_, i) => Math.sqrt(i / n));
