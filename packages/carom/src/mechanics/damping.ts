/**
 * What coefficient of restitution a damped contact gives, and the damping for a given one.
 *
 *     F = (k + c x') x^n     with d = c v / k:     ln[(1 + d)/(1 - e d)] = d (1 + e), for any exponent n
 *     F = k x + b x'         with z = b/(2 sqrt(k m)), over once the force is zero:     e = exp(-z T)
 *                            T = [pi - atan2(2 z s, s^2 - z^2)]/s, s = sqrt(1 - z^2);
 *                            z > 1: T = ln[(z + S)/(z - S)]/S, S = sqrt(z^2 - 1)
 *
 * The first is solved in y = -ln(1 - e d), which runs over all positive numbers while e d comes up to one: with q = 1 - exp(-y) = e d it
 * says d - ln(1 + d) = y - q. Both sides grow from zero like squares, so below d = 0.02 they lose digits and a series is used, e = 1 - 2
 * d/3 + 4 d^2/9 - 44 d^3/135 + ....
 *
 * Letters: k stiffness, c and b damping, v approach speed, m mass, x indentation.
 * Source: 003 eq. (1.9) to (1.11) for the laws; the restitution is ours (the first known since Hunt and Crossley 1975 for small d).
 */
import { InvalidInputError } from "../errors.js";
import { atan2, exp, expm1, log, log1p } from "../math/elementary.js";
import { findRoot } from "../math/root-finding.js";

/** Of the law (k + c x') x^n; d = c v / k, at least zero. */
export function restitutionFromDamping(damping: number): number {
  if (!(damping >= 0 && damping < Number.POSITIVE_INFINITY)) throw new InvalidInputError("damping", damping, "is negative or not a number");
  if (damping < SMALL) return seriesAt(damping);
  const given = damping - log1p(damping);
  const y = findRoot((x) => x + expm1(-x) - given, 0, 2 * given + 2 * Math.sqrt(given));
  return -expm1(-y) / damping;
}

/** The d = c v / k that gives a coefficient of restitution, above 0 and at most 1. */
export function dampingFromRestitution(restitution: number): number {
  if (!(restitution > 0 && restitution <= 1))
    throw new InvalidInputError("restitution", restitution, "is not above 0 and at most 1: no damping takes all");
  if (restitution === 1) return 0;
  // d is at most 1/e, where what is left to the logarithm is endless.
  let high = 1;
  while (restitutionFromDamping(high) > restitution) high *= 2;
  return findRoot((damping) => restitutionFromDamping(damping) - restitution, 0, high);
}

const SMALL = 0.02;

/** The first terms of e as a power series in d. */
function seriesAt(d: number): number {
  return 1 - d * (2 / 3 - d * (4 / 9 - d * (44 / 135 - d * (104 / 405 - d * (40 / 189 - (d * 7648) / 42525)))));
}

/** Of a linear spring and dashpot; z = b / (2 sqrt(k m)), at least zero. */
export function restitutionFromDampingRatio(ratio: number): number {
  if (!(ratio >= 0 && ratio < Number.POSITIVE_INFINITY)) throw new InvalidInputError("ratio", ratio, "is negative or not a number");
  if (ratio === 1) return exp(-2);
  if (ratio < 1) {
    const s = Math.sqrt((1 - ratio) * (1 + ratio));
    return exp((-ratio * (Math.PI - atan2(2 * ratio * s, s * s - ratio * ratio))) / s);
  }
  const s = Math.sqrt((ratio - 1) * (ratio + 1));
  return exp((-ratio * log((ratio + s) / (ratio - s))) / s);
}
