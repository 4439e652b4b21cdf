/**
 * The first zero of a power series between 0 and 1, without missing any.
 *
 * With B a bound of |p''|, p cannot reach zero from a point where it is positive before the parabola p + p' s - B s^2 / 2 does. So one goes
 * from the start to where that parabola ends, and on from there: towards a simple zero this converges like Newton's method, always from the
 * same side; where p only comes near zero, the steps get longer again.
 */

const MOST_STEPS = 400;

/** `series[k]` belongs to the power k; the first is positive. Returns Infinity if there is no zero up to `until`, which is at most 1. */
export function firstZero(series: Float64Array, terms: number, until: number): number {
  let bend = 0;
  for (let k = terms - 1; k >= 2; k--) bend += k * (k - 1) * Math.abs(series[k]);
  let t = 0;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    let value = 0;
    let slope = 0;
    for (let k = terms - 1; k >= 0; k--) {
      slope = slope * t + value;
      value = value * t + series[k];
    }
    if (!(value > 0)) return t;
    if (t >= until) return Infinity;
    const root = Math.sqrt(slope * slope + 2 * bend * value);
    const next = t + (slope < 0 ? (2 * value) / (root - slope) : bend > 0 ? (slope + root) / bend : 1);
    if (next === t) return t;
    t = Math.min(next, until);
  }
  return t;
}
