/**
 * Integration of y' = f(t, y) with automatic steps, events and interpolation.
 *
 * Each step is tried, its error estimated, and accepted when the error is within the tolerances; the error also sets the size of the next
 * step:
 *
 *     next = step * safety * previousError^memory / error^exponent
 *
 * (Gustafsson's PI controller as tuned by Hairer; memory = 0 for dop853). The very first step after `start` is chosen apart
 * (first-step.ts). Explicit methods cannot solve stiff problems, so the integrator looks for them: when |step * eigenvalue| stays at the
 * edge of the stability region, stability and not accuracy sets the step, and the integration is refused with an error instead of taking
 * for ever.
 *
 * The integrator is a workspace with a state that moves: `start` sets it, `step` and `advance` move it, and after an event the caller
 * changes the state and starts again from there. Steps allocate nothing; only what fires is recorded.
 *
 * Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, 2nd ed., section II.4 (steps); Hairer & Wanner, volume II,
 * section IV.2 (PI control and stiffness detection).
 */
import { InvalidInputError, SolverError } from "../../errors.js";
import { exp, log } from "../elementary.js";
import { createEventFinder, type FiredEvent } from "./events.js";
import { chooseFirstStep, NOT_FINITE_FACTOR } from "./first-step.js";
import { checkOptions, type IntegratorOptions, readTolerances } from "./options.js";
import { allFinite, type Derivative } from "./stepper.js";
import { createDop853Stepper } from "./stepper-dop853.js";
import { createDopri5Stepper } from "./stepper-dopri5.js";

/** A problem on its way: advanced by steps, asked for states within the last one. */
export interface Integrator {
  /** Where it is. */
  readonly time: number;
  /** The state at `time`. The same array always; the next step overwrites it. Change the state through `start`. */
  readonly state: Float64Array;
  /** What fired during the last `step` or `advance`, in the order it happened. */
  readonly firedEvents: readonly FiredEvent[];
  /** Work since the integrator was created. */
  readonly work: Readonly<IntegrationWork>;
  /**
   * Sets time and state (copied) and chooses the size of the first step anew. An event function that is zero there does not fire before it
   * has left zero.
   */
  start(time: number, state: ArrayLike<number>): void;
  /**
   * Goes on to `end`, before or after `time`, or to the first terminal event. `afterStep` is called after every accepted step, e.g. to
   * record it.
   */
  advance(end: number, afterStep?: () => void): "end" | "event";
  /** Takes one accepted step, not past `end`. "step": not there yet. */
  step(end: number): "step" | "end" | "event";
  /** Where the last step began: `interpolate` is valid from there to `time`. */
  readonly stepStart: number;
  /** Writes the state at a time within the last step into `out`. */
  interpolate(time: number, out: Float64Array): void;
}

/** What an integration took. */
export interface IntegrationWork {
  /** Of the derivative. */
  evaluations: number;
  /** Steps that went on. */
  acceptedSteps: number;
  /** Steps that were too long and were taken again. */
  rejectedSteps: number;
}

/**
 * No step is short enough, down to the resolution of time: the solution grows without bound or jumps there. Other failures have other
 * causes.
 */
export class StepCollapse extends SolverError {}

/**
 * Stability and not accuracy holds the steps short. The step after which this was found is taken: whoever goes on is not told again.
 * `reached.stepsLeft`: to the end.
 */
export class Stiffness extends SolverError {}

const DEFAULT_MAX_STEPS = 100_000;

const SAFETY = 0.9;
/** The controller does not trust luckier steps than this. */
const SMALLEST_REMEMBERED_ERROR = 1e-4;
/** Keeps the logarithm finite; far below where the largest growth is reached. */
const SMALLEST_ERROR = 1e-30;
/** A last step may be this much longer than planned, so that no sliver remains. */
const STRETCH = 1.01;

/** Hairer's rhythm: look every 1000 steps; suspicious 15 times without 6 innocent steps in a row is stiff. */
const STIFFNESS_INTERVAL = 1000;
const STIFFNESS_SUSPICIONS = 15;
const STIFFNESS_ACQUITTALS = 6;

/** An integrator without a state: `start` gives it one. */
export function createIntegrator(options: IntegratorOptions, derivative: Derivative): Integrator {
  const {
    dimension,
    method = "dop853",
    maxStep = Number.POSITIVE_INFINITY,
    maxSteps = DEFAULT_MAX_STEPS,
    stiff: onStiff = "refuse",
    events = [],
  } = options;
  checkOptions(options);
  const tolerances = readTolerances(options);
  const stepper = (method === "dopri5" ? createDopri5Stepper : createDop853Stepper)(dimension, derivative, tolerances);
  const { state, control } = stepper;
  const work: IntegrationWork = { evaluations: 0, acceptedSteps: 0, rejectedSteps: 0 };
  const finder = createEventFinder(events, dimension, interpolate);
  const scratch = [new Float64Array(dimension), new Float64Array(dimension)] as const;

  // Numbers that change every step live in an object and not in variables of the closure, which V8 would box anew at every change.
  const clock = {
    time: Number.NaN,
    /** Where the last step began, and how long it would have been without a terminal event. */
    stepStart: Number.NaN,
    stepSize: Number.NaN,
    /** Length of the next step; NaN: still to be chosen. */
    planned: Number.NaN,
    logError: Number.NaN,
  };
  let slopeIsCurrent = false;
  let denseIsReady = false;
  let fired: FiredEvent[] = [];
  const stiffness = { steps: 0, suspicions: 0, acquittals: 0 };

  function start(time: number, initial: ArrayLike<number>): void {
    if (!Number.isFinite(time)) throw new InvalidInputError("time", time, "is not a finite number");
    if (initial.length !== dimension) throw new InvalidInputError("state.length", initial.length, `is not the dimension, ${dimension}`);
    for (let i = 0; i < dimension; i++) {
      if (!Number.isFinite(initial[i])) throw new InvalidInputError(`state[${i}]`, initial[i], "is not a finite number");
    }
    for (let i = 0; i < dimension; i++) state[i] = initial[i];
    clock.time = time;
    clock.stepStart = time;
    clock.planned = Number.NaN;
    clock.logError = log(SMALLEST_REMEMBERED_ERROR);
    slopeIsCurrent = false;
    stiffness.steps = 0;
    stiffness.suspicions = 0;
    finder.restart(time, state);
  }

  function advance(end: number, afterStep?: () => void): "end" | "event" {
    forgetFired();
    if (clock.time === end) return "end";
    const stepsBefore = work.acceptedSteps + work.rejectedSteps;
    for (;;) {
      const status = takeStep(end);
      afterStep?.();
      if (status !== "step") return status;
      if (work.acceptedSteps + work.rejectedSteps - stepsBefore >= maxSteps) throw tooManySteps(end);
    }
  }

  function step(end: number): "step" | "end" | "event" {
    forgetFired();
    return takeStep(end);
  }

  function takeStep(end: number): "step" | "end" | "event" {
    if (!Number.isFinite(end)) throw new InvalidInputError("end", end, "is not a finite time");
    if (Number.isNaN(clock.time)) throw new InvalidInputError("time", undefined, "was set: call start first");
    if (clock.time === end) return "end";

    if (!slopeIsCurrent) computeSlope();
    if (Number.isNaN(clock.planned)) {
      clock.planned = chooseFirstStep(stepper, tolerances, derivative, scratch, clock.time, end, maxStep);
      work.evaluations++;
    }
    const step = findAcceptableStep(end);
    acceptStep(step, end);
    if (events.length > 0) cutAtTerminalEvent();
    if (finder.stopped) return "event";
    detectStiffness(step, end);
    return clock.time === end ? "end" : "step";
  }

  function computeSlope(): void {
    derivative(clock.time, state, stepper.slope);
    work.evaluations++;
    if (!allFinite(state, stepper.slope)) {
      throw new SolverError(`the derivative is not finite at t = ${clock.time}, where the step begins`, { time: clock.time });
    }
    slopeIsCurrent = true;
  }

  /** Tries shorter and shorter steps until one is within the tolerances; returns it and plans the next. */
  function findAcceptableStep(end: number): number {
    const { time } = clock;
    const remaining = Math.abs(end - time);
    const smallest = 10 * Number.EPSILON * Math.abs(time) + Number.MIN_VALUE;
    let length = Math.max(clock.planned, smallest);
    let rejected = false;
    let finite = true;
    stepper.begin();
    // From here on the stages belong to no accepted step, should an error leave this function.
    slopeIsCurrent = false;
    clock.stepStart = time;
    for (;;) {
      const last = remaining <= Math.min(STRETCH * length, maxStep);
      const step = last ? end - time : end > time ? length : -length;
      const error = stepper.attempt(time, step);
      work.evaluations += stepper.evaluations.attempt;
      const logError = log(Math.max(error, SMALLEST_ERROR));
      if (error <= 1) {
        finite = stepper.complete(time, step);
        work.evaluations += stepper.evaluations.complete;
        if (finite) {
          planNext(Math.abs(step), logError, rejected, last);
          return step;
        }
      } else finite = error < Number.POSITIVE_INFINITY;

      work.rejectedSteps++;
      rejected = true;
      const factor = finite ? Math.max(control.smallestFactor, SAFETY * exp(-control.exponent * logError)) : NOT_FINITE_FACTOR;
      length = Math.abs(step) * factor;
      if (length < smallest) throw finite ? stepTooSmall(length) : notFinite(length);
    }
  }

  function planNext(length: number, logError: number, rejected: boolean, last: boolean): void {
    const factor = SAFETY * exp(control.memory * clock.logError - control.exponent * logError);
    let next = length * Math.min(Math.max(factor, control.smallestFactor), rejected ? 1 : control.largestFactor);
    // A step cut short by the end says little: the plan from before it still holds.
    if (last && !rejected) next = Math.max(next, clock.planned);
    clock.planned = Math.min(next, maxStep);
    clock.logError = Math.max(logError, log(SMALLEST_REMEMBERED_ERROR));
  }

  function acceptStep(step: number, end: number): void {
    stepper.accept();
    work.acceptedSteps++;
    const time = clock.stepStart + step;
    clock.time = step === end - clock.stepStart ? end : time;
    clock.stepSize = step;
    slopeIsCurrent = true;
    denseIsReady = false;
  }

  function cutAtTerminalEvent(): void {
    const { time, stepStart } = clock;
    const eventTime = finder.search(stepStart, time, state, fired);
    if (!finder.stopped || eventTime === time) return;
    interpolate(eventTime, state);
    clock.time = eventTime;
    slopeIsCurrent = false;
  }

  function interpolate(time: number, out: Float64Array): void {
    if (!((time - clock.stepStart) * (clock.time - time) >= 0)) {
      throw new InvalidInputError("time", time, `is not within the last step, ${clock.stepStart} to ${clock.time}`);
    }
    if (time === clock.time) {
      out.set(state);
      return;
    }
    if (!denseIsReady) {
      stepper.prepareDense(clock.stepStart, clock.stepSize);
      work.evaluations += stepper.evaluations.dense;
      denseIsReady = true;
    }
    stepper.interpolate((time - clock.stepStart) / clock.stepSize, out);
  }

  function detectStiffness(step: number, end: number): void {
    if (onStiff === "go-on") return;
    stiffness.steps++;
    if (stiffness.suspicions === 0 && stiffness.steps % STIFFNESS_INTERVAL !== 0) return;
    const bound = stepper.stiffness(step);
    if (bound > control.stabilityBound) {
      stiffness.acquittals = 0;
      stiffness.suspicions++;
      if (stiffness.suspicions === STIFFNESS_SUSPICIONS) throw stiff(step, bound, end);
    } else if (stiffness.suspicions > 0) {
      stiffness.acquittals++;
      if (stiffness.acquittals === STIFFNESS_ACQUITTALS) stiffness.suspicions = 0;
    }
  }

  function forgetFired(): void {
    if (fired.length > 0) fired = [];
  }

  function reached(step: number): Record<string, number> {
    return { time: clock.time, step, acceptedSteps: work.acceptedSteps, rejectedSteps: work.rejectedSteps };
  }

  function stiff(step: number, bound: number, end: number): Stiffness {
    const left = Math.ceil(Math.abs((end - clock.time) / step));
    return new Stiffness(
      `the problem looks stiff at t = ${clock.time}: stability and not accuracy holds the step at ${Math.abs(step)} (|step * ` +
        `eigenvalue| = ${bound.toFixed(1)}), ` +
        `and reaching t = ${end} would take about ${left} steps more`,
      { ...reached(step), stepsLeft: left },
    );
  }

  function stepTooSmall(length: number): StepCollapse {
    return new StepCollapse(
      `the step fell to ${length} at t = ${clock.time}, below the resolution of t: the solution is singular or jumps there, the ` +
        `problem is stiff, ` +
        "or the tolerances are below rounding",
      reached(length),
    );
  }

  function notFinite(length: number): StepCollapse {
    return new StepCollapse(
      `the derivative is not finite just after t = ${clock.time}, even with steps down to ${length}`,
      reached(length),
    );
  }

  function tooManySteps(end: number): SolverError {
    return new SolverError(
      `${maxSteps} steps were not enough to reach t = ${end}: stopped at t = ${clock.time} with steps of ${clock.planned}`,
      reached(clock.planned),
    );
  }

  return {
    get time() {
      return clock.time;
    },
    get stepStart() {
      return clock.stepStart;
    },
    get firedEvents() {
      return fired;
    },
    state,
    work,
    start,
    advance,
    step,
    interpolate,
  };
}
