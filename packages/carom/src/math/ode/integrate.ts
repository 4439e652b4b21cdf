/**
 * A whole integration in one call, recorded as plain arrays: at the times asked for (interpolated, so that they do not disturb the steps),
 * or at every step.
 */
import { InvalidInputError } from "../../errors.js";
import type { FiredEvent } from "./events.js";
import { createIntegrator, type IntegrationWork } from "./integrator.js";
import type { IntegratorOptions } from "./options.js";
import type { Derivative } from "./stepper.js";

/** From where to where a problem is integrated. */
export interface OdeSpan {
  /** Time at the beginning. */
  readonly start: number;
  /** May lie before `start`. */
  readonly end: number;
  /** The state at `start`. */
  readonly state: ArrayLike<number>;
  /** Times to record, from `start` towards `end`. Default: the start and the end of every step. */
  readonly outputTimes?: readonly number[];
}

/** How an integration ended, and what was asked for on the way. */
export interface OdeSolution {
  /** "event": a terminal event stopped it before the end. */
  readonly status: "end" | "event";
  /** Where it stopped. */
  readonly time: number;
  /** The state at the end. */
  readonly state: readonly number[];
  /** The recorded times; without those asked for that lie beyond a terminal event. */
  readonly times: readonly number[];
  /** The states at the times that were asked for. */
  readonly states: readonly (readonly number[])[];
  /** Zeros that were found, in order. */
  readonly events: readonly FiredEvent[];
  /** What it took. */
  readonly work: Readonly<IntegrationWork>;
}

/** The solution at some times in one call; `createIntegrator` is for those who go step by step. */
export function integrateOde(
  options: Omit<IntegratorOptions, "dimension">,
  derivative: Derivative,
  { start, end, state, outputTimes }: OdeSpan,
): OdeSolution {
  if (outputTimes !== undefined) checkOutputTimes(outputTimes, start, end);
  const integrator = createIntegrator({ ...options, dimension: state.length }, derivative);
  const times: number[] = [];
  const states: number[][] = [];
  const point = new Float64Array(state.length);

  function record(time: number): void {
    integrator.interpolate(time, point);
    times.push(time);
    states.push(Array.from(point));
  }

  function recordStep(): void {
    if (outputTimes === undefined) {
      record(integrator.time);
      return;
    }
    const isPast = (time: number) => (end - start) * (integrator.time - time) >= 0;
    while (times.length < outputTimes.length && isPast(outputTimes[times.length])) record(outputTimes[times.length]);
  }

  integrator.start(start, state);
  recordStep();
  const status = integrator.advance(end, recordStep);
  const { time, firedEvents, work } = integrator;
  return { status, time, state: Array.from(integrator.state), times, states, events: firedEvents, work: { ...work } };
}

function checkOutputTimes(outputTimes: readonly number[], start: number, end: number): void {
  const forward = end < start ? -1 : 1;
  outputTimes.forEach((time, i) => {
    const previous = i === 0 ? start : outputTimes[i - 1];
    if (!(forward * (time - previous) >= 0 && forward * (end - time) >= 0)) {
      throw new InvalidInputError(`outputTimes[${i}]`, time, `is not between ${previous} and ${end}`);
    }
  });
}
