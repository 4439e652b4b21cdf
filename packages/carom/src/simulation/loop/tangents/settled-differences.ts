/**
 * Derivatives of impulses by differences whose steps are shortened until two lengths agree; at the end of a range they look to the side
 * that exists.
 */
import { InvalidInputError, SolverError } from "../../../errors.js";
import { CENTRAL, FORWARD } from "../../../math/difference-weights.js";

export interface ImpulseChange {
  readonly impulse: ArrayLike<number>;
  /** Largest difference between the last two lengths of steps, relative to the derivative. */
  readonly uncertainty: number;
  /** The material is at the end of its range. */
  readonly oneSided: boolean;
}

/** How steps are shortened. */
interface Shortening {
  readonly by: number;
  /** How often at most. */
  readonly most: number;
  /** What that takes off an error of fourth order, less one. */
  readonly extrapolated: number;
}

/** To a quarter of a millionth: of several contacts one may slip a hundred-thousandth as fast as the others, and turns that much sooner. */
const BY_FOUR: Shortening = { by: 4, most: 9, extrapolated: 255 };
/** As far. Half of what a difference over half the steps needs is known from the one before, so that two of them cost no more than one. */
const BY_TWO: Shortening = { by: 2, most: 18, extrapolated: 15 };
/** Lengths that agree this well are short enough. */
const AGREED = 1e-8;

/** The derivative at zero of a function of a step, by steps shortened until they agree. `usual`: a derivative of the size at hand. */
export function settle(solve: (h: number) => ArrayLike<number>, length: number, longest: number, usual: number): ImpulseChange {
  for (const side of [0, 1, -1]) {
    const difference = halvedDifference(solve, length, side === 0 ? CENTRAL : FORWARD, side === 0 ? 1 : side);
    try {
      return { ...agreeing(difference, longest, usual, BY_TWO), oneSided: side !== 0 };
    } catch (error) {
      if (!(error instanceof InvalidInputError || error instanceof SolverError)) throw error;
    }
  }
  return { impulse: new Float64Array(length), uncertainty: Number.POSITIVE_INFINITY, oneSided: false };
}

/** A difference over steps each of which is half of the one before: what that one solved is not solved again. */
function halvedDifference(
  solve: (h: number) => ArrayLike<number>,
  length: number,
  sides: readonly (readonly [number, number])[],
  direction: number,
): (h: number) => Float64Array {
  /** Of each place, that which is where it is with steps twice as long. */
  const before = sides.map(([offset]) => sides.findIndex(([other]) => 2 * other === offset));
  let known: readonly ArrayLike<number>[] = [];
  return (h) => {
    known = sides.map(([offset], i) => known[before[i]] ?? solve(direction * offset * h));
    const sum = new Float64Array(length);
    for (let i = 0; i < sides.length; i++) {
      const share = (direction * sides[i][1]) / h;
      for (let k = 0; k < length; k++) sum[k] += share * known[i][k];
    }
    return sum;
  };
}

/** @param difference of fourth order over steps of a length */
export function agreeing(
  difference: (h: number) => Float64Array,
  longest: number,
  usual: number,
  { by, most, extrapolated }: Shortening = BY_FOUR,
): Omit<ImpulseChange, "oneSided"> {
  let h = longest;
  let previous = difference(h);
  let best = { impulse: previous, uncertainty: Number.POSITIVE_INFINITY };
  for (let k = 0; k < most && best.uncertainty > AGREED; k++) {
    h /= by;
    const next = difference(h);
    const uncertainty = largest(next.map((value, c) => value - previous[c])) / Math.max(largest(next), usual, Number.MIN_VALUE);
    // What is left of fourth order in both goes by extrapolation.
    const better = next.map((value, c) => value + (value - previous[c]) / extrapolated);
    if (uncertainty < best.uncertainty) best = { impulse: better, uncertainty };
    previous = next;
  }
  return best.uncertainty < Number.POSITIVE_INFINITY ? best : { impulse: new Float64Array(previous.length), uncertainty: best.uncertainty };
}

export function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let k = 0; k < values.length; k++) most = Math.max(most, Math.abs(values[k]));
  return most;
}
