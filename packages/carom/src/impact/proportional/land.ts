/**
 * The state at an event, integrated up to it.
 *
 * Where slips turn faster than everything else changes, stability and not accuracy holds the steps: their ends are exact, but between them
 * the interpolation that found the event is off by far more. So the last step is taken again, to the event and no further, and the event
 * is sought among such ends.
 */
import { createIntegrator } from "../../math/ode/integrator.js";
import type { Derivative } from "../../math/ode/stepper.js";

export interface Landing {
  /** A state before the event, where the interpolated step began. */
  readonly time: number;
  readonly state: Float64Array;
  /** Where the interpolation has the event. */
  readonly event: number;
  /** Zero at the event. */
  readonly value: (state: Float64Array) => number;
}

/** So often the time is mended: each time the error left is about squared. */
const MOST_TRIES = 4;
/** A value like this is rounding. */
const ZERO = 1e-14;
/** Nor is the interpolation off by more than this part of the step: further away is another zero. */
const CLOSE = 1e-3;

/** The state at the event. */
export function land({ time, state, event, value }: Landing, tolerance: number, derivative: Derivative): Float64Array {
  const tolerances = { relativeTolerance: tolerance, absoluteTolerance: tolerance };
  const integrator = createIntegrator({ dimension: state.length, ...tolerances, stiff: "go-on" }, derivative);
  const reach = (at: number) => {
    integrator.start(time, state);
    integrator.advance(at);
    return value(integrator.state);
  };
  let [before, valueBefore] = [time, value(state)];
  let [at, left] = [event, reach(event)];
  const best = { state: integrator.state.slice(), left: Math.abs(left) };
  for (let k = 0; k < MOST_TRIES && best.left > ZERO; k++) {
    const next = at - (left * (at - before)) / (left - valueBefore);
    if (!(Math.abs(next - event) <= CLOSE * (event - time)) || next === at) break;
    [before, valueBefore] = [at, left];
    [at, left] = [next, reach(next)];
    if (!(Math.abs(left) < best.left)) break;
    best.left = Math.abs(left);
    best.state.set(integrator.state);
  }
  return best.state;
}
