/**
 * What the integrator asks of a Runge-Kutta method: try a step, say how wrong it is, and interpolate inside it.
 *
 * A stepper owns every array a step needs, so that steps allocate nothing. A step goes: `begin`, then `attempt` (again with a smaller step
 * when it is rejected), `complete`, `accept`. The dense output belongs to the step accepted last and must be prepared before the next
 * `begin`.
 */

/** The right-hand side of y' = f(t, y): writes f(t, y) into `slope`. Must neither change `state` nor keep either array. */
export type Derivative = (time: number, state: Float64Array, slope: Float64Array) => void;

export interface Tolerances {
  /** One per component. */
  readonly relative: Float64Array;
  readonly absolute: Float64Array;
}

/** How the error of one step sets the size of the next: factor = safety * previousError^memory / error^exponent, kept within limits. */
export interface StepControl {
  /** Order of the method, which sets the size of the very first step. */
  readonly order: number;
  readonly exponent: number;
  /** Weight of the error before (the integral part of a PI controller); 0 switches it off. */
  readonly memory: number;
  readonly smallestFactor: number;
  readonly largestFactor: number;
  /** |step * eigenvalue| beyond which stability and not accuracy limits the step. */
  readonly stabilityBound: number;
}

export interface Stepper {
  readonly control: StepControl;
  /** The state accepted last. Changes only in `accept` and from outside. */
  readonly state: Float64Array;
  /** The slope at `state`; it is the first stage of the next step. */
  readonly slope: Float64Array;
  /** Takes over `slope` as first stage. Once per step, before the attempts. */
  begin(): void;
  /**
   * Tries a step from `state` and returns the error relative to the tolerances: at most 1 is good; not finite when a stage was not finite.
   */
  attempt(time: number, step: number): number;
  /** Makes `slope` the slope at the new state of the attempt, and says whether both are finite. */
  complete(time: number, step: number): boolean;
  /** Moves `state` to the new state of the attempt. */
  accept(): void;
  /** |step * dominant eigenvalue|, estimated from the last two stages of the accepted step, which both lie at its end. */
  stiffness(step: number): number;
  /** Computes the dense output of the accepted step, which went from `time` to `time + step`. */
  prepareDense(time: number, step: number): void;
  /** The dense output at `fraction` (0 to 1) of that step. */
  interpolate(fraction: number, out: Float64Array): void;
  /** Evaluations of the right-hand side: by an attempt, by `complete`, and by `prepareDense`. */
  readonly evaluations: { readonly attempt: number; readonly complete: number; readonly dense: number };
}

/** Whether all components of both arrays are finite. x - x is 0 for finite x and NaN otherwise. */
export function allFinite(first: Float64Array, second: Float64Array): boolean {
  let zero = 0;
  for (let i = 0; i < first.length; i++) zero += first[i] - first[i] + (second[i] - second[i]);
  return zero === 0;
}

/** Size of the difference of two slopes over the difference of the two states they belong to: an estimate of the dominant eigenvalue. */
export function slopeRatio(slopeA: Float64Array, slopeB: Float64Array, stateA: Float64Array, stateB: Float64Array): number {
  let slopes = 0;
  let states = 0;
  for (let i = 0; i < slopeA.length; i++) {
    const slope = slopeA[i] - slopeB[i];
    const state = stateA[i] - stateB[i];
    slopes += slope * slope;
    states += state * state;
  }
  return states > 0 ? Math.sqrt(slopes / states) : 0;
}

export function arrays(count: number, length: number): Float64Array[] {
  return Array.from({ length: count }, () => new Float64Array(length));
}
