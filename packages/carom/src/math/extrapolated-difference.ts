/**
 * Derivatives by differences: extrapolated to step zero (Ridders), twice from different first steps, whose disagreement tells the error.
 */

/** A derivative by differences. */
export interface ExtrapolatedDifference {
  /** One for each component of the function. */
  readonly value: readonly number[];
  /** By how much two extrapolations from different first steps differ, the largest over the components. */
  readonly spread: number;
  /** The same of each component. */
  readonly spreads: readonly number[];
  /**
   * What the rounding of the function makes of each component: by how much it is seen to jitter over the shortest steps, over the shortest
   * step that `value` is from. Two extrapolations share steps, and may agree on what is rounding.
   */
  readonly jitters: readonly number[];
}

/** Differences of each extrapolation; steps halve, and the finer one begins two later. */
const STEPS = 6;
const LATER = 2;
/** Differences over the shortest steps that tell how much a function jitters. */
const JITTERS = 5;
/** The last step, in the first. */
export const SHORTEST: number = 1 / (1 << (STEPS + LATER - 1));

/**
 * @param evaluate the function at a distance from the place in question; undefined where it is another branch
 * @param first the first step
 * @param sides where to look: central differences, or those to one side
 * @returns undefined if the function goes over to another branch within the first step
 */
export function extrapolatedDifference(
  evaluate: (distance: number) => readonly number[] | undefined,
  first: number,
  sides: "both" | "up" | "down" = "both",
): ExtrapolatedDifference | undefined {
  const here = sides === "both" ? undefined : evaluate(0);
  const rows: (readonly number[])[] = [];
  const lengths: number[] = [];
  for (let i = 0, step = first; i < STEPS + LATER; i++, step /= 2) {
    const distance = sides === "down" ? -step : step;
    const ahead = evaluate(distance);
    if (ahead === undefined) return undefined;
    const behind = sides === "both" ? evaluate(-distance) : here;
    if (behind === undefined) return undefined;
    const length = sides === "both" ? 2 * distance : distance;
    lengths.push(Math.abs(length));
    rows.push(ahead.map((value, k) => (value - behind[k]) / length));
  }
  // Central differences have only even powers of the step.
  const power = sides === "both" ? 4 : 2;
  const coarse = extrapolate(rows.slice(0, STEPS), power);
  const fine = extrapolate(rows.slice(LATER), power);
  return {
    value: fine.value,
    spread: farthest(fine.value, coarse.value),
    spreads: fine.value.map((value, k) => Math.abs(value - coarse.value[k])),
    jitters: jittersOf(rows, lengths, fine.value, power).map((jitter) => jitter / lengths[LATER + fine.last]),
  };
}

/** Of the function itself, component by component: what its differences over the shortest steps, rid of their first power, leave. */
function jittersOf(rows: readonly (readonly number[])[], lengths: readonly number[], value: readonly number[], power: number): number[] {
  const most = value.map(() => 0);
  for (let i = rows.length - JITTERS; i < rows.length; i++)
    for (let k = 0; k < value.length; k++) {
      const better = rows[i][k] + (rows[i][k] - rows[i - 1][k]) / (power - 1);
      most[k] = Math.max(most[k], Math.abs(better - value[k]) * lengths[i]);
    }
  return most;
}

/** The entry of Neville's table that differs least from its neighbours, and the last difference that it is from. */
function extrapolate(rows: readonly (readonly number[])[], power: number): { readonly value: readonly number[]; readonly last: number } {
  let best = { value: rows[0], last: 0 };
  let least = Number.POSITIVE_INFINITY;
  let above: (readonly number[])[] = [];
  rows.forEach((row, last) => {
    const next: (readonly number[])[] = [row];
    let factor = 1;
    for (let j = 1; j <= above.length; j++) {
      factor *= power;
      const [left, diagonal] = [next[j - 1], above[j - 1]];
      const better = left.map((value, k) => value + (value - diagonal[k]) / (factor - 1));
      next.push(better);
      const error = Math.max(farthest(better, left), farthest(better, diagonal));
      if (error < least) {
        least = error;
        best = { value: better, last };
      }
    }
    above = next;
  });
  return best;
}

function farthest(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
}
