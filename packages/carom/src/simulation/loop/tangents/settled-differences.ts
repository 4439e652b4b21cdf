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

/** To a quarter of a millionth: of several contacts one may slip a hundred-thousandth as fast as the others, and turns that much sooner. */
const SHORTENINGS = 9;
const SHORTER = 0.25;
/** What shortening takes off an error of fourth order, less one. */
const EXTRAPOLATED = 255;
/** Lengths that agree this well are short enough. */
const AGREED = 1e-8;

/** The derivative at zero of a function of a step, by steps shortened until they agree. `usual`: a derivative of the size at hand. */
export function settle(solve: (h: number) => ArrayLike<number>, length: number, longest: number, usual: number): ImpulseChange {
  let sides: readonly (readonly [number, number])[] = CENTRAL;
  let direction = 1;
  const difference = (h: number): Float64Array => {
    const sum = new Float64Array(length);
    for (const [offset, weight] of sides) {
      const value = solve(direction * offset * h);
      for (let k = 0; k < length; k++) sum[k] += ((direction * weight) / h) * value[k];
    }
    return sum;
  };
  for (const side of [0, 1, -1]) {
    sides = side === 0 ? CENTRAL : FORWARD;
    direction = side === 0 ? 1 : side;
    try {
      return { ...agreeing(difference, longest, usual), oneSided: side !== 0 };
    } catch (error) {
      if (!(error instanceof InvalidInputError || error instanceof SolverError)) throw error;
    }
  }
  return { impulse: new Float64Array(length), uncertainty: Number.POSITIVE_INFINITY, oneSided: false };
}

export function agreeing(difference: (h: number) => Float64Array, longest: number, usual: number): Omit<ImpulseChange, "oneSided"> {
  let h = longest;
  let previous = difference(h);
  let best = { impulse: previous, uncertainty: Number.POSITIVE_INFINITY };
  for (let k = 0; k < SHORTENINGS && best.uncertainty > AGREED; k++) {
    h *= SHORTER;
    const next = difference(h);
    const uncertainty = largest(next.map((value, c) => value - previous[c])) / Math.max(largest(next), usual, Number.MIN_VALUE);
    // What is left of fourth order in both goes by extrapolation.
    const better = next.map((value, c) => value + (value - previous[c]) / EXTRAPOLATED);
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
