/**
 * A root of a continuous function between two points where its signs differ.
 *
 * The bracket always holds a root. Each step puts a new point into it: where inverse quadratic interpolation through the last three
 * points says, if those points are regular enough for it to be trusted, else in the middle. So smooth functions converge
 * superlinearly and no function takes many more steps than bisection. It ends when no double lies between the ends.
 *
 * Source: Chandrupatla, A new hybrid quadratic/bisection algorithm, Advances in Engineering Software 28 (1997) 145-149.
 */
import { SolverError } from "../errors.js";

/** How closely a root is found. */
export interface RootOptions {
  /** Stop when the bracket is at most this wide, in units of x. Default 0: to the last bit. */
  readonly xTolerance?: number;
  /** Default 2200, enough to bisect any bracket of doubles to the last bit. */
  readonly maxIterations?: number;
  /** f at both ends, where it is known. Default: computed. */
  readonly values?: readonly [number, number];
  /** Returns the end of the last bracket where f has the sign it has at b, and not the one where it is smaller. Default: false. */
  readonly far?: boolean;
}

/** A point between a and b where f is zero or changes sign. Throws SolverError if f has the same sign at both, or is NaN on the way. */
export function findRoot(f: (x: number) => number, a: number, b: number, options: RootOptions = {}): number {
  const { xTolerance = 0, maxIterations = 2200, values, far = false } = options;
  // The bracket is newest..opposite; `previous` is the point given up last, on the side of one of them.
  let newest = b;
  let newestValue = values?.[1] ?? valueAt(f, b);
  let opposite = a;
  let oppositeValue = values?.[0] ?? valueAt(f, a);
  if (oppositeValue === 0) return a;
  if (newestValue === 0) return b;
  if (newestValue > 0 === oppositeValue > 0) {
    throw new SolverError(`no sign change between ${a} and ${b}: the function is ${oppositeValue} and ${newestValue} there`, {
      a,
      b,
      valueAtA: oppositeValue,
      valueAtB: newestValue,
    });
  }

  const rises = newestValue > 0;
  const best = () => {
    if (far) return newestValue > 0 === rises ? newest : opposite;
    return Math.abs(newestValue) < Math.abs(oppositeValue) ? newest : opposite;
  };
  let fraction = 0.5;
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    const x = pointInside(newest, opposite, fraction);
    if (x === newest || x === opposite) return best();
    const value = valueAt(f, x);
    if (value === 0) return x;

    let previous = newest;
    let previousValue = newestValue;
    if (value > 0 !== newestValue > 0) {
      previous = opposite;
      previousValue = oppositeValue;
      opposite = newest;
      oppositeValue = newestValue;
    }
    newest = x;
    newestValue = value;
    if (Math.abs(newest - opposite) <= xTolerance) return best();
    fraction = nextFraction(newest, newestValue, opposite, oppositeValue, previous, previousValue);
  }
  throw new SolverError(`the root was not found in ${maxIterations} steps`, {
    x: newest,
    value: newestValue,
    bracket: Math.abs(newest - opposite),
  });
}

function valueAt(f: (x: number) => number, x: number): number {
  const value = f(x);
  if (Number.isNaN(value)) throw new SolverError(`the function is not a number at ${x}`, { x });
  return value;
}

/** The point at the fraction of the way, but at least one rounding away from the ends; an end itself if nothing lies between. */
function pointInside(newest: number, opposite: number, fraction: number): number {
  const middle = 0.5 * newest + 0.5 * opposite;
  const width = opposite - newest;
  const margin = (Number.EPSILON * Math.abs(middle)) / Math.abs(width);
  if (!(margin < 0.5)) return middle;
  const x = newest + Math.min(Math.max(fraction, margin), 1 - margin) * width;
  return x > Math.min(newest, opposite) && x < Math.max(newest, opposite) ? x : middle;
}

/** Where inverse quadratic interpolation puts the root, from newest (0) to opposite (1); 0.5 where it cannot be trusted to lie inside. */
function nextFraction(
  newest: number,
  newestValue: number,
  opposite: number,
  oppositeValue: number,
  previous: number,
  previousValue: number,
): number {
  const xi = (newest - opposite) / (previous - opposite);
  const phi = (newestValue - oppositeValue) / (previousValue - oppositeValue);
  if (!(phi > 1 - Math.sqrt(1 - xi) && phi < Math.sqrt(xi))) return 0.5;
  const first = (newestValue / (oppositeValue - newestValue)) * (previousValue / (oppositeValue - previousValue));
  const slope = (previous - newest) / (opposite - newest);
  return first + slope * (newestValue / (previousValue - newestValue)) * (oppositeValue / (previousValue - oppositeValue));
}
