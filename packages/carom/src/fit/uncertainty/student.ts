/**
 * Quantiles of Student's distribution, by bisection of its distribution function
 *
 *     P(T <= t) = 1 - I_x(n / 2, 1 / 2) / 2          x = n / (n + t^2), t >= 0
 *
 * Source: Abramowitz and Stegun 26.7.1.
 */
import { incompleteBeta } from "../../sweep/statistics/binomial.js";

/** Halvings after which the two ends are neighbours. */
const HALVINGS = 200;

/** The t that is exceeded with half of 1 - level on either side. */
export function studentFactor(degrees: number, level = 0.95): number {
  if (!(degrees > 0)) return Number.POSITIVE_INFINITY;
  const target = 1 - level;
  const beyond = (t: number) => incompleteBeta(degrees / 2, 0.5, degrees / (degrees + t * t));
  let high = 1;
  while (beyond(high) > target) high *= 2;
  let low = 0;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = 0.5 * (low + high);
    if (middle === low || middle === high) break;
    if (beyond(middle) > target) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}
