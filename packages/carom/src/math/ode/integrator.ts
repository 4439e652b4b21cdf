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
import { createEventFinder, type EventFinder, type FiredEvent, type OdeEvent, restartFinder, searchStep } from "./events.js";
import { chooseFirstStep, NOT_FINITE_FACTOR } from "./first-step.js";
import { checkOptions, type IntegratorOptions, readTolerances } from "./options.js";
import { allFinite, type Derivative, type StepControl, type Stepper, type Tolerances } from "./stepper.js";
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

/** Behind an `Integrator`: what it was made with, and where it is. */
interface IntegratorState {
  readonly derivative: Derivative;
  readonly dimension: number;
  readonly maxStep: number;
  readonly maxSteps: number;
  readonly onStiff: "refuse" | "go-on";
  readonly events: readonly OdeEvent[];
  readonly tolerances: Tolerances;
  readonly stepper: Stepper;
  readonly state: Float64Array;
  readonly control: StepControl;
  readonly work: IntegrationWork;
  readonly finder: EventFinder;
  readonly scratch: readonly [Float64Array, Float64Array];
  /** What others see; its fields are written here alone. */
  readonly shown: Omit<Integrator, "time" | "stepStart" | "firedEvents"> & { time: number; stepStart: number; firedEvents: FiredEvent[] };
  readonly pace: {
    /** How long the last step would have been without a terminal event. */
    stepSize: number;
    /** Length of the next step; NaN: still to be chosen. */
    planned: number;
    logError: number;
  };
  slopeIsCurrent: boolean;
  denseIsReady: boolean;
  readonly stiffness: { steps: number; suspicions: number; acquittals: number };
}

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
  const finder = createEventFinder(events, dimension, (time, out) => interpolate(run, time, out));
  const run: IntegratorState = {
    derivative,
    dimension,
    maxStep,
    maxSteps,
    onStiff,
    events,
    tolerances,
    stepper,
    state,
    control,
    work,
    finder,
    scratch: [new Float64Array(dimension), new Float64Array(dimension)],
    shown: {
      time: Number.NaN,
      stepStart: Number.NaN,
      firedEvents: [],
      state,
      work,
      start: (time, initial) => start(run, time, initial),
      advance: (end, afterStep) => advance(run, end, afterStep),
      step: (end) => step(run, end),
      interpolate: (time, out) => interpolate(run, time, out),
    },
    pace: { stepSize: Number.NaN, planned: Number.NaN, logError: Number.NaN },
    slopeIsCurrent: false,
    denseIsReady: false,
    stiffness: { steps: 0, suspicions: 0, acquittals: 0 },
  };

  return run.shown;
}

function start(run: IntegratorState, time: number, initial: ArrayLike<number>): void {
  const { dimension, state, shown, pace, stiffness, finder } = run;
  if (!Number.isFinite(time)) throw new InvalidInputError("time", time, "is not a finite number");
  if (initial.length !== dimension) throw new InvalidInputError("state.length", initial.length, `is not the dimension, ${dimension}`);
  for (let i = 0; i < dimension; i++) {
    if (!Number.isFinite(initial[i])) throw new InvalidInputError(`state[${i}]`, initial[i], "is not a finite number");
  }
  for (let i = 0; i < dimension; i++) state[i] = initial[i];
  shown.time = time;
  shown.stepStart = time;
  pace.planned = Number.NaN;
  pace.logError = log(SMALLEST_REMEMBERED_ERROR);
  run.slopeIsCurrent = false;
  stiffness.steps = 0;
  stiffness.suspicions = 0;
  restartFinder(finder, time, state);
}

function advance(run: IntegratorState, end: number, afterStep?: () => void): "end" | "event" {
  const { shown, work, maxSteps } = run;
  forgetFired(run);
  if (shown.time === end) return "end";
  const stepsBefore = work.acceptedSteps + work.rejectedSteps;
  for (;;) {
    const status = takeStep(run, end);
    afterStep?.();
    if (status !== "step") return status;
    if (work.acceptedSteps + work.rejectedSteps - stepsBefore >= maxSteps) throw tooManySteps(run, end);
  }
}

function step(run: IntegratorState, end: number): "step" | "end" | "event" {
  forgetFired(run);
  return takeStep(run, end);
}

function takeStep(run: IntegratorState, end: number): "step" | "end" | "event" {
  const { shown, pace, finder, work, stepper, tolerances, derivative, scratch, maxStep, events } = run;
  if (!Number.isFinite(end)) throw new InvalidInputError("end", end, "is not a finite time");
  if (Number.isNaN(shown.time)) throw new InvalidInputError("time", undefined, "was set: call start first");
  if (shown.time === end) return "end";

  if (!run.slopeIsCurrent) computeSlope(run);
  if (Number.isNaN(pace.planned)) {
    const farthest = Math.max(-maxStep, Math.min(maxStep, end - shown.time));
    pace.planned = chooseFirstStep(stepper, tolerances, derivative, scratch, shown.time, farthest);
    work.evaluations++;
  }
  const step = findAcceptableStep(run, end);
  acceptStep(run, step, end);
  if (events.length > 0) cutAtTerminalEvent(run);
  if (finder.stopped) return "event";
  detectStiffness(run, step, end);
  return shown.time === end ? "end" : "step";
}

function computeSlope(run: IntegratorState): void {
  const { state, shown, work, stepper, derivative } = run;
  derivative(shown.time, state, stepper.slope);
  work.evaluations++;
  if (!allFinite(state, stepper.slope)) {
    throw new SolverError(`the derivative is not finite at t = ${shown.time}, where the step begins`, { time: shown.time });
  }
  run.slopeIsCurrent = true;
}

/** Tries shorter and shorter steps until one is within the tolerances; returns it and plans the next. */
function findAcceptableStep(run: IntegratorState, end: number): number {
  const { shown, pace, work, stepper, maxStep, control } = run;
  const { time } = shown;
  const remaining = Math.abs(end - time);
  const smallest = 10 * Number.EPSILON * Math.abs(time) + Number.MIN_VALUE;
  let length = Math.max(pace.planned, smallest);
  let rejected = false;
  let finite = true;
  stepper.begin();
  // From here on the stages belong to no accepted step, should an error leave this function.
  run.slopeIsCurrent = false;
  shown.stepStart = time;
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
        planNext(run, Math.abs(step), logError, rejected, last);
        return step;
      }
    } else finite = error < Number.POSITIVE_INFINITY;

    work.rejectedSteps++;
    rejected = true;
    const factor = finite ? Math.max(control.smallestFactor, SAFETY * exp(-control.exponent * logError)) : NOT_FINITE_FACTOR;
    length = Math.abs(step) * factor;
    if (length < smallest) throw finite ? stepTooSmall(run, length) : notFinite(run, length);
  }
}

function planNext(run: IntegratorState, length: number, logError: number, rejected: boolean, last: boolean): void {
  const { pace, maxStep, control } = run;
  const factor = SAFETY * exp(control.memory * pace.logError - control.exponent * logError);
  let next = length * Math.min(Math.max(factor, control.smallestFactor), rejected ? 1 : control.largestFactor);
  // A step cut short by the end says little: the plan from before it still holds.
  if (last && !rejected) next = Math.max(next, pace.planned);
  pace.planned = Math.min(next, maxStep);
  pace.logError = Math.max(logError, log(SMALLEST_REMEMBERED_ERROR));
}

function acceptStep(run: IntegratorState, step: number, end: number): void {
  const { shown, pace, work, stepper } = run;
  stepper.accept();
  work.acceptedSteps++;
  const time = shown.stepStart + step;
  shown.time = step === end - shown.stepStart ? end : time;
  pace.stepSize = step;
  run.slopeIsCurrent = true;
  run.denseIsReady = false;
}

function cutAtTerminalEvent(run: IntegratorState): void {
  const { state, shown, finder } = run;
  const { time, stepStart } = shown;
  const eventTime = searchStep(finder, stepStart, time, state, shown.firedEvents);
  if (!finder.stopped || eventTime === time) return;
  interpolate(run, eventTime, state);
  shown.time = eventTime;
  run.slopeIsCurrent = false;
}

function interpolate(run: IntegratorState, time: number, out: Float64Array): void {
  const { state, shown, pace, work, stepper } = run;
  if (!((time - shown.stepStart) * (shown.time - time) >= 0)) {
    throw new InvalidInputError("time", time, `is not within the last step, ${shown.stepStart} to ${shown.time}`);
  }
  if (time === shown.time) {
    out.set(state);
    return;
  }
  if (!run.denseIsReady) {
    stepper.prepareDense(shown.stepStart, pace.stepSize);
    work.evaluations += stepper.evaluations.dense;
    run.denseIsReady = true;
  }
  stepper.interpolate((time - shown.stepStart) / pace.stepSize, out);
}

function detectStiffness(run: IntegratorState, step: number, end: number): void {
  const { stiffness, stepper, control, onStiff } = run;
  if (onStiff === "go-on") return;
  stiffness.steps++;
  if (stiffness.suspicions === 0 && stiffness.steps % STIFFNESS_INTERVAL !== 0) return;
  const bound = stepper.stiffness(step);
  if (bound > control.stabilityBound) {
    stiffness.acquittals = 0;
    stiffness.suspicions++;
    if (stiffness.suspicions === STIFFNESS_SUSPICIONS) throw stiff(run, step, bound, end);
  } else if (stiffness.suspicions > 0) {
    stiffness.acquittals++;
    if (stiffness.acquittals === STIFFNESS_ACQUITTALS) stiffness.suspicions = 0;
  }
}

function forgetFired(run: IntegratorState): void {
  if (run.shown.firedEvents.length > 0) run.shown.firedEvents = [];
}

function reached(run: IntegratorState, step: number): Record<string, number> {
  const { shown, work } = run;
  return { time: shown.time, step, acceptedSteps: work.acceptedSteps, rejectedSteps: work.rejectedSteps };
}

function stiff(run: IntegratorState, step: number, bound: number, end: number): Stiffness {
  const { shown } = run;
  const left = Math.ceil(Math.abs((end - shown.time) / step));
  return new Stiffness(
    `the problem looks stiff at t = ${shown.time}: stability and not accuracy holds the step at ${Math.abs(step)} (|step * ` +
      `eigenvalue| = ${bound.toFixed(1)}), ` +
      `and reaching t = ${end} would take about ${left} steps more`,
    { ...reached(run, step), stepsLeft: left },
  );
}

function stepTooSmall(run: IntegratorState, length: number): StepCollapse {
  const { shown } = run;
  return new StepCollapse(
    `the step fell to ${length} at t = ${shown.time}, below the resolution of t: the solution is singular or jumps there, the ` +
      `problem is stiff, ` +
      "or the tolerances are below rounding",
    reached(run, length),
  );
}

function notFinite(run: IntegratorState, length: number): StepCollapse {
  const { shown } = run;
  return new StepCollapse(
    `the derivative is not finite just after t = ${shown.time}, even with steps down to ${length}`,
    reached(run, length),
  );
}

function tooManySteps(run: IntegratorState, end: number): SolverError {
  const { shown, pace, maxSteps } = run;
  return new SolverError(
    `${maxSteps} steps were not enough to reach t = ${end}: stopped at t = ${shown.time} with steps of ${pace.planned}`,
    reached(run, pace.planned),
  );
}
