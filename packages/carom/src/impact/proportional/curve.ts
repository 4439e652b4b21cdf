/**
 * A stretch on which slips turn, or a jump: integrated.
 *
 * In s the equations are singular where a slip stops: its direction turns at a rate that grows like 1/speed. So they are integrated over t,
 * ds = rho dt, 1/rho = sum of 1/speed over what slips, where they are smooth; a slip would take for ever to stop, but long before that its
 * direction has settled, and the rest of the way is straight. A slip that has only just begun goes the way that attracts it, z =
 * dv_t/|dv_t| (onset.ts), until it is fast enough to be integrated: what that leaves out is below 1e-8 of the speed.
 *
 * In a jump s stays, and the dashpots say who pushes: dP_n,i in proportion to w_i (b_i + tiny - v_n,i)_+, until nothing is below its bound.
 */
import { SolverError } from "../../errors.js";
import type { OdeEvent } from "../../math/ode/events.js";
import { createIntegrator } from "../../math/ode/integrator.js";
import { land } from "./land.js";
import { findOnset } from "./onset.js";
import { IDLE, type Rates, SLIP, STICK } from "./rates.js";
import { AT_REST, boundOf, ghostOf, normalOf, normalVelocityOf, type Run, returnTo, toGiveBack } from "./run.js";
import type { StretchEnd } from "./straight.js";
import { addResponse, slipSpeed, writeVelocity } from "./system.js";

export type CurveEnd = StretchEnd | "jumped" | "stuck";

const TOLERANCE = 1e-13;
/** Far longer than an impact in t. */
const LONGEST = 1e7;
const MOST_STEPS = 1000;
/** A slip that has fallen to this is taken to its stop in straight pieces: the integration would see the rounding of its direction. */
export const SLOW = 1e-8;
/** Rates beyond this are those of a fold. */
const FOLDS = 1e6;
/** Rates from which on the integration goes by impulse and no longer by s. */
const STEEP = 10;
/** A slip that has begun and reached this is integrated. */
export const STARTED = 1e-5;
/** Beyond this part of the largest rate a contact is seen to pull, or to leave its cone: wider than the search for modes looks. */
const SEEN = 1e-9;
/** What the bound of a jump is set higher, so that the jump ends. */
const TINY = 1e-8;

/** Follows the modes of the run to the next event and leaves it there. `jump`: s stays. */
export function followCurve(run: Run, jump: boolean): CurveEnd {
  const { system, rates, solver } = run;
  const { count, size, tangents } = system;
  const PROGRESS = size;
  const WORK = size + 1;
  const GIVEN_BACK = WORK + count;
  const LOSS = GIVEN_BACK + 1;
  const ghost = ghostOf(run);
  const seen = new Float64Array(LOSS + 1).fill(Number.NaN);
  const starts = tangents === 2 && rates.onset.includes(1);
  const turning = turningOf(run);
  let solved = false;
  /** rho, of the point seen. In an array: a number that a closure keeps would be a new object each time. */
  const pace = new Float64Array(1);

  /** Puts the ghost at a point of the integration and solves its rates there; several events look at one point. */
  function look(y: Float64Array): boolean {
    if (isSame(y, seen)) return solved;
    for (let k = 0; k < seen.length; k++) seen[k] = y[k];
    for (let k = 0; k < size; k++) ghost.impulse[k] = y[k];
    ghost.progress = y[PROGRESS];
    for (let i = 0; i < count; i++) ghost.compressionWork[i] = y[WORK + i];
    ghost.restitutionWork = y[GIVEN_BACK];
    ghost.frictionLoss = y[LOSS];
    writeVelocity(system, ghost.impulse, ghost.velocity);
    if (jump) writeShares(ghost);
    let slowness = 0;
    for (let k = 0; k < turning.length; k++) {
      const i = turning[k];
      const speed = slipSpeed(system, ghost.velocity, i);
      rates.direction[2 * i] = ghost.velocity[3 * i] / speed;
      rates.direction[2 * i + 1] = ghost.velocity[3 * i + 1] / speed;
      slowness += 1 / speed;
    }
    solved = starts ? findOnset(system, solver, rates, 0).found : solver.solveImpulse(rates);
    pace[0] = (slowness > 0 ? 1 / slowness : 1) / (1 + largestOf(rates.impulse) / STEEP);
    return solved;
  }

  function derivative(_time: number, y: Float64Array, out: Float64Array): void {
    for (let k = 0; k < out.length; k++) out[k] = 0;
    if (!look(y)) {
      out.fill(Number.NaN);
      return;
    }
    const rho = pace[0];
    for (let k = 0; k < size; k++) out[k] = rho * rates.impulse[k];
    if (!jump) out[PROGRESS] = rho;
    for (let i = 0; i < count; i++) {
      const n = normalOf(run, i);
      const velocity = normalVelocityOf(ghost, i);
      const power = rho * velocity * rates.impulse[n];
      if (run.compressing || velocity < 0) out[WORK + i] = -power;
      else out[GIVEN_BACK] += power;
      if (rates.modes[i] !== SLIP) continue;
      for (let k = n - tangents; k < n; k++) out[LOSS] -= rho * ghost.velocity[k] * rates.impulse[k];
    }
  }

  const start = new Float64Array(LOSS + 1);
  start.set(run.impulse);
  start[PROGRESS] = run.progress;
  start.set(run.compressionWork, WORK);
  start[GIVEN_BACK] = run.restitutionWork;
  start[LOSS] = run.frictionLoss;
  look(start);
  const watches = watchesOf(run, ghost, jump).map(lifted);
  const nearest = () => nearestOf(watches);
  // One event for all that ends a stretch but the end of a jump, which may begin at zero: each sample is solved once.
  const event = (value: () => number): OdeEvent => ({ value: (_time, y) => (look(y) ? value() : 1), direction: -1, terminal: true });
  const events = [event(() => nearest().value), ...(jump ? [event(() => deepest(ghost) + JUMPED)] : [])];

  const options = {
    dimension: LOSS + 1,
    relativeTolerance: TOLERANCE,
    absoluteTolerance: TOLERANCE,
    maxSteps: jump ? Math.max(MOST_STEPS, run.jumpSteps) : MOST_STEPS,
    // A jump begins at a fold, where what carries it away is slow beside the dashpots.
    stiff: jump ? "go-on" : "refuse",
    events,
  } as const;
  const integrator = createIntegrator(options, derivative);
  integrator.start(0, start);
  let result: CurveEnd = "stuck";
  let end = integrator.state;
  const last = { time: 0, state: start };
  try {
    const status = integrator.advance(LONGEST, () => {
      if (integrator.firedEvents.length > 0) return;
      last.time = integrator.time;
      last.state.set(integrator.state);
      if (run.observer.point === undefined) return;
      look(integrator.state);
      run.observer.point(ghost);
    });
    look(integrator.state);
    if (status === "event") {
      const jumped = integrator.firedEvents.at(-1)!.index === 1;
      const watch = jumped ? undefined : nearest().watch;
      result = watch?.end ?? "jumped";
      const value = (y: Float64Array) => (look(y) ? (watch?.value() ?? deepest(ghost) + JUMPED) : Number.NaN);
      end = land({ ...last, event: integrator.time, value }, TOLERANCE, derivative);
    }
  } catch (error) {
    if (!(error instanceof SolverError)) throw error;
  }
  if (jump) run.jumpSteps -= integrator.work.acceptedSteps + integrator.work.rejectedSteps;
  look(end);
  writeRateOfVelocity(run);
  returnTo(run, ghost);
  if (result === "compressed") run.progress = 1;
  return result;
}

/** The slips whose direction is that of their velocity. Space only. */
function turningOf({ system: { count, tangents, friction }, rates: { modes, onset } }: Run): readonly number[] {
  const turning: number[] = [];
  for (let i = 0; i < count; i++) if (tangents === 2 && modes[i] === SLIP && friction[i] !== 0 && onset[i] !== 1) turning.push(i);
  return turning;
}

/** dv: on the way only slips that begin are asked for it. */
function writeRateOfVelocity({ system, rates }: Run): void {
  rates.velocity.fill(0);
  addResponse(system, rates.impulse, rates.velocity);
}

function isSame(one: Float64Array, other: Float64Array): boolean {
  for (let k = 0; k < one.length; k++) if (one[k] !== other[k]) return false;
  return true;
}

/** Impulse beyond which a jump runs off. */
const FARTHEST = 1e3;
/** A jump is over when everything is above its bound, but for this. */
const JUMPED = -1e-12;

/** How far the contact furthest below its bound is below it; negative where none is. */
function deepest(run: Run): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < run.system.count; i++) most = Math.max(most, boundOf(run, i) - run.velocity[normalOf(run, i)]);
  return most;
}

/** Shares of the dashpots, of sum 1, as the given rates of a jump. */
export function writeShares(run: Run): void {
  const { system, rates, velocity } = run;
  let sum = 0;
  for (let i = 0; i < system.count; i++) {
    rates.given[i] = system.weight[i] * Math.max(0, boundOf(run, i) + TINY - velocity[normalOf(run, i)]);
    sum += rates.given[i];
  }
  if (sum > 0) for (let i = 0; i < system.count; i++) rates.given[i] /= sum;
}

/** How fast a contact that begins to slip goes along its direction. Space only. */
export const along = ({ velocity, direction }: Rates, i: number) =>
  velocity[3 * i] * direction[2 * i] + velocity[3 * i + 1] * direction[2 * i + 1];

interface Watch {
  readonly end: CurveEnd;
  /** Falls through zero where the stretch ends. */
  readonly value: () => number;
}

/** What is below zero already, by rounding, ends the stretch where it has fallen as far again: it must not hide the others. */
function lifted({ end, value }: Watch): Watch {
  const first = value();
  return first > 0 ? { end, value } : { end, value: () => value() - first + AT_REST };
}

/** The watch that has least left, and how much that is. */
function nearestOf(watches: readonly Watch[]): { readonly watch: Watch; readonly value: number } {
  let watch = watches[0];
  let value = watch.value();
  for (let i = 1; i < watches.length; i++) {
    const next = watches[i].value();
    if (!(next < value)) continue;
    watch = watches[i];
    value = next;
  }
  return { watch, value };
}

/** What may end the stretch. */
function watchesOf(run: Run, ghost: Run, jump: boolean): Watch[] {
  const { system, rates } = run;
  const { dimension, tangents, friction, staticFriction } = system;
  const watches: Watch[] = [];
  const watch = (value: () => number, end: CurveEnd = "mode") => watches.push({ end, value });
  if (jump) watch(() => FARTHEST - largestOf(ghost.impulse), "stuck");
  else if (run.compressing) watch(() => 1 - ghost.progress, "compressed");
  if (!jump) watch(() => FOLDS - largestOf(rates.impulse), "stuck");
  if (!run.compressing) watch(() => toGiveBack(ghost) - ghost.restitutionWork, "spent");
  for (let i = 0; i < system.count; i++) {
    const n = normalOf(run, i);
    const mode = rates.modes[i];
    if (mode === SLIP && friction[i] > 0) {
      if (tangents === 1) watch(() => rates.direction[i] * ghost.velocity[n - 1]);
      else if (rates.onset[i] === 0) watch(() => slipSpeed(system, ghost.velocity, i) - SLOW);
      else {
        watch(() => STARTED - slipSpeed(system, ghost.velocity, i));
        watch(() => along(rates, i) + SEEN * largestOf(rates.velocity));
      }
    }
    if (mode === STICK)
      watch(() => {
        const drag = slipSpeed(system, rates.impulse, i);
        return staticFriction[i] * rates.impulse[i * dimension + tangents] - drag + SEEN * largestOf(rates.impulse);
      });
    if (jump) {
      if (mode === IDLE) watch(() => ghost.velocity[n] - boundOf(ghost, i) - TINY);
      continue;
    }
    if (mode !== IDLE) watch(() => rates.impulse[n] + SEEN * largestOf(rates.impulse));
    else {
      const gap = run.velocity[n] - boundOf(run, i);
      // One that others carry along beside its bound must not seem to fall by rounding.
      const offset = gap > AT_REST ? 0 : AT_REST - Math.min(0, gap);
      watch(() => ghost.velocity[n] - boundOf(ghost, i) + offset);
    }
  }
  return watches;
}

function largestOf(values: Float64Array): number {
  let most = 0;
  for (let k = 0; k < values.length; k++) most = Math.max(most, Math.abs(values[k]));
  return most;
}
