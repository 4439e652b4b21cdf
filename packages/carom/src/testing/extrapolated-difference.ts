/**
 * Derivatives by differences, for holding others to: central differences extrapolated to step zero (Ridders), with an estimate of their
 * error, twice from different first steps.
 */

/** A derivative by differences. */
export interface ExtrapolatedDifference {
  /** One for each component of the function. */
  readonly value: readonly number[];
  /** By how much two extrapolations from different first steps differ, the largest over the components. */
  readonly spread: number;
}

const SHRINK = 2;
/** Differences of the finer extrapolation; the coarser one begins two earlier. */
const STEPS = 6;
const EARLIER = 2;
/** First step of the coarser one, as a fraction of the scale. */
const FIRST_STEP = 2e-3;

/**
 * @param evaluate the function at a distance from the place in question; undefined where it is another branch
 * @param scale how far is far
 * @returns undefined if the function goes over to another branch within the first step
 */
export function extrapolatedDifference(
  evaluate: (distance: number) => readonly number[] | undefined,
  scale: number,
): ExtrapolatedDifference | undefined {
  const differences: (readonly number[])[] = [];
  for (let i = 0, step = FIRST_STEP * scale; i < STEPS + EARLIER; i++, step /= SHRINK) {
    const up = evaluate(step);
    const down = evaluate(-step);
    if (up === undefined || down === undefined) return undefined;
    const divisor = 2 * step;
    differences.push(up.map((value, k) => (value - down[k]) / divisor));
  }
  const coarse = extrapolate(differences.slice(0, STEPS));
  const fine = extrapolate(differences.slice(EARLIER));
  return { value: fine, spread: farthest(fine, coarse) };
}

/** The entry of Neville's table that differs least from its neighbours. */
function extrapolate(differences: readonly (readonly number[])[]): readonly number[] {
  let best = differences[0];
  let least = Number.POSITIVE_INFINITY;
  let above: (readonly number[])[] = [];
  for (const difference of differences) {
    const row: (readonly number[])[] = [difference];
    let factor = 1;
    for (let j = 1; j <= above.length; j++) {
      factor *= SHRINK * SHRINK;
      const [left, diagonal] = [row[j - 1], above[j - 1]];
      const better = left.map((value, k) => value + (value - diagonal[k]) / (factor - 1));
      row.push(better);
      const error = Math.max(farthest(better, left), farthest(better, diagonal));
      if (error < least) {
        least = error;
        best = better;
      }
    }
    above = row;
  }
  return best;
}

function farthest(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
}
