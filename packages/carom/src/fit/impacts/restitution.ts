/**
 * Restitution from speeds of approach and separation that were both measured, with the same noise.
 *
 * The line y = e x that passes nearest to the points, distances taken across the line (Deming 1943, equal variances), has
 *
 *     e = (S_yy - S_xx + sqrt((S_yy - S_xx)^2 + 4 S_xy^2)) / (2 S_xy)
 *
 * with sums of squares about the origin, because no approach gives no separation. S_xy / S_xx would be too low, the more the noisier the
 * speeds of approach are. The error is that of the jackknife: from the values with one impact left out after the other.
 *
 * Source: own study, fits section 11.
 */
import { InvalidInputError } from "../../errors.js";
import type { Estimate } from "../bounces/bounces.js";
import { studentFactor } from "../uncertainty/student.js";

/**
 * e of single impacts, with its error and interval of 95 %.
 * @param approach normal speeds before, m/s, positive
 * @param separation normal speeds after, m/s, in the same order
 */
export function restitutionOfImpacts(approach: readonly number[], separation: readonly number[]): Estimate {
  if (approach.length !== separation.length)
    throw new InvalidInputError("separation", separation.length, `speeds are not as many as those of approach (${approach.length})`);
  if (approach.length < 3) throw new InvalidInputError("approach", approach.length, "impacts are fewer than three, which an error needs");
  approach.forEach((speed, i) => {
    if (!(speed > 0 && Number.isFinite(speed))) throw new InvalidInputError(`approach[${i}]`, speed, "is not a positive speed");
    if (!Number.isFinite(separation[i])) throw new InvalidInputError(`separation[${i}]`, separation[i], "is not a speed");
  });
  const n = approach.length;
  const sums = (without: number) => {
    let [xx, xy, yy] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      if (i === without) continue;
      xx += approach[i] * approach[i];
      xy += approach[i] * separation[i];
      yy += separation[i] * separation[i];
    }
    return slope(xx, xy, yy);
  };
  const value = sums(-1);
  const others = approach.map((_, i) => sums(i));
  const mean = others.reduce((sum, other) => sum + other, 0) / n;
  const standardError = Math.sqrt(((n - 1) / n) * others.reduce((sum, other) => sum + (other - mean) * (other - mean), 0));
  const half = studentFactor(n - 1) * standardError;
  return { value, standardError, interval: [value - half, value + half] };
}

function slope(xx: number, xy: number, yy: number): number {
  const apart = yy - xx;
  const root = Math.sqrt(apart * apart + 4 * xy * xy);
  // Two forms of the same: the one without cancellation.
  return apart > 0 ? (apart + root) / (2 * xy) : (2 * xy) / (root - apart);
}
