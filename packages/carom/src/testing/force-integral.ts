/**
 * Integrals over time of what is known at rows only, for checks: polynomials through eight neighbours, apart on each side of a jump or
 * kink. In the root of the time since the beginning, for the first stretch, or until the end, for the others: there forces grow and fall as
 * the power 3/2 of the time.
 */

import type { ContactLaw } from "../force/contact-law.js";
import type { ImpactForces } from "../force/forces.js";
import { gaussLegendre } from "../math/quadrature.js";

const NEIGHBOURS = 8;
const { nodes, weights } = gaussLegendre(5);

/** A row is at a kink of the contact law if its indentation is that of the kink to this part. */
const AT_KINK = 1e-9;

/** Times where derivatives of forces jump: where the contact that sets the clock is deepest, and where it begins to yield and to flow. */
export function kinksOf({ time, events, contacts }: ImpactForces, laws: readonly ContactLaw[]): number[] {
  return events.flatMap(({ independent, start, end, deepestTime }) => {
    const { yieldIndentation = Infinity, plasticIndentation = Infinity } = laws[independent].plasticity ?? {};
    const { indentation } = contacts[independent];
    const inside = time.filter(
      (t, row) =>
        t > start &&
        t < end &&
        [yieldIndentation, plasticIndentation].some((kink) => Math.abs(indentation[row] - kink) <= AT_KINK * kink && kink < Infinity),
    );
    return deepestTime === undefined ? inside : [...inside, deepestTime];
  });
}

/**
 * What each row counts in an integral over time: the integral is the sum of weights times values.
 *
 * @param time ascending; twice at a jump
 * @param kinks times of rows where derivatives jump
 */
export function timeWeights(time: readonly number[], kinks: readonly number[]): Float64Array {
  const out = new Float64Array(time.length);
  const jumps = new Set(kinks);
  for (let from = 0; from < time.length; ) {
    let to = from;
    while (to + 1 < time.length && time[to + 1] > time[to] && (to === from || (!jumps.has(time[to]) && isEven(time, to)))) to++;
    const rows = Array.from({ length: to - from + 1 }, (_, i) => (from === 0 ? from + i : to - i));
    const roots = rows.map((row) => Math.sqrt(Math.abs(time[row] - time[rows[0]])));
    for (let i = 0; i + 1 < rows.length; i++) addInterval(roots, i, rows, out);
    from = to + 1 < time.length && time[to + 1] > time[to] ? to : to + 1;
  }
  return out;
}

/** The sum of the values times what timeWeights gives for their rows. */
export function integralOf(ofRows: Float64Array, values: readonly number[]): number {
  let sum = 0;
  for (let row = 0; row < values.length; row++) sum += ofRows[row] * values[row];
  return sum;
}

/** A hair beside a long interval would spoil the polynomial of both. */
function isEven(time: readonly number[], i: number): boolean {
  const ratio = (time[i + 1] - time[i]) / (time[i] - time[i - 1]);
  return ratio < 1000 && ratio > 0.001;
}

/**
 * Adds the weights of the interval from row i to the next, of the polynomial through the nearest rows. In the root x of time, dt = 2 x dx.
 */
function addInterval(x: readonly number[], i: number, rows: readonly number[], out: Float64Array): void {
  const count = Math.min(NEIGHBOURS, x.length);
  const start = Math.min(Math.max(0, i - (count >> 1) + 1), x.length - count);
  const half = 0.5 * (x[i + 1] - x[i]);
  nodes.forEach((node, k) => {
    const at = 0.5 * (x[i] + x[i + 1]) + half * node;
    for (let j = start; j < start + count; j++) {
      let weight = half * weights[k];
      for (let m = start; m < start + count; m++) if (m !== j) weight *= (at - x[m]) / (x[j] - x[m]);
      out[rows[j]] += 2 * x[j] * weight;
    }
  });
}
