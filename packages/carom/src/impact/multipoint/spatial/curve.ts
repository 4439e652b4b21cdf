/**
 * Slip that turns, for several contacts in space: the impulse direction C follows the slip directions, and
 *
 *     dp = C(v) dP,     v = v0 + M p,     dW_n = sum v_n C_n dP,     dW_t = sum v_t . C_t dP
 *
 * is a differential equation for the impulses. In P it is singular where the slip of a plane stops: the direction turns at a rate that
 * grows like 1/speed. So it is integrated over t, dP = rho dt with 1/rho = sum over the groups that slip of 1/speed, where it is regular; a
 * group would take for ever to stop, but long before that its direction has settled, and the rest of the way is straight. When that is so
 * is for the caller to say, after every step. A group that leaves rest, or creeps, while others turn is not integrated: its direction is
 * the one that attracts it (settle.ts).
 *
 * Velocities, impulses and works are in units of the largest contact speed and of one contact's normal mobility, so that one tolerance fits
 * all problems. Steps allocate nothing unless a group is slow.
 *
 * Letters of 004: P sum of normal impulses, C direction, W_n normalWork, W_t frictionWork. Source: 004 eq. (5.4)-(5.8), (5.48), (5.49); 004
 * integrates (speed, angle) in P; the variable t is that of slip/taylor.ts.
 */
import { SolverError } from "../../../errors.js";
import type { FiredEvent } from "../../../math/ode/events.js";
import { createIntegrator, type Integrator } from "../../../math/ode/integrator.js";
import { STICK } from "../direction.js";
import type { SlipGroup } from "../rest-on-plane.js";
import type { StageRun, StageState, StageStop } from "../stage.js";
import { coneMargin, type SpatialHeading } from "./modes.js";
import { createSettler } from "./settle.js";
import {
  coneLeft,
  createSight,
  derivative,
  leastShare,
  look,
  margin,
  motionOf,
  NO_SHARE,
  pullingAt,
  type Sight,
  slowest,
  turning,
} from "./sight.js";
import { type Course, slips, speedOf } from "./straight.js";

/** Error allowed in a step, in the units of the header. */
const TOLERANCE = 1e-13;
/** Some thousand times what an impact lasts; steps grow until they reach it where nothing happens any more. */
const LONGEST = 1e7;
const MOST_STEPS = 20_000;
/** A slope of the work of the wrong sign beyond this, in the units of the header, is no rounding error. */
const TURNED_BACK = 1e-9;
/** A contact that leaves its friction cone by this much can be seen to slip; at the edge itself it does not move. */
const LEAVES = 1e-9;
const FURTHER_OUT = 1e-4;
/** Points drawn in each step. */
const DRAWN_POINTS = 4;

/**
 * How a stretch of turning slip ended: the work stops falling or rising; the stage is over; a contact leaves its friction cone; contacts
 * would have to pull; a plane stopped; `isStraight` said so.
 */
export type CurveEnd = "turn" | "over" | "mode" | "pull" | "stop" | "straight";

export interface Curve {
  /**
   * Follows the run from its state and leaves it at the end. `course` is the one it begins with: of a plane that is let go it tells the
   * direction.
   */
  follow(heading: SpatialHeading, course: Course, isStraight: () => boolean): CurveEnd;
  /** The plane that stopped, after "stop". */
  stopped(): SlipGroup | undefined;
  /** Contacts that would have to pull from here on, after "pull". */
  pulling(): readonly number[];
}

const TURN = 0;
const OVER = 1;
const STOP = 2;
const PULL = 3;

/**
 * A plane slower than this, in the units of the header, follows the direction that attracts it. What that leaves out is of the order of the
 * square.
 */
const SLOW = 1e-5;
/** A plane that has become slow is taken over once its direction is this close to where it should be. */
const TAKEN_OVER = 1e-6;

/** What follows turning slip on the way of a stage; `speed` is its unit of velocity. */
export function createCurve(run: StageRun, stop: StageStop, speed: number): Curve {
  const sight = createSight(run, stop, speed);
  const { size } = sight;
  const curve: CurveWork = {
    sight,
    integrator: integratorOf(sight),
    start: new Float64Array(size + 2),
    before: new Float64Array(size + 2),
    pulling: [],
  };
  return {
    follow: (heading, course, isStraight) => follow(curve, heading, course, isStraight),
    stopped: () => sight.stopped,
    pulling: () => curve.pulling,
  };
}

/** Behind a `Curve`. */
interface CurveWork {
  readonly sight: Sight;
  readonly integrator: Integrator;
  /** The state that a stretch begins with, zero, and the one before the last step. */
  readonly start: Float64Array;
  readonly before: Float64Array;
  pulling: readonly number[];
}

function integratorOf(sight: Sight): Integrator {
  return createIntegrator(
    {
      dimension: sight.size + 2,
      method: "dop853",
      relativeTolerance: TOLERANCE,
      absoluteTolerance: TOLERANCE,
      events: [
        { name: "turn of the work", value: (_t, y) => turning(sight, y), direction: 1, terminal: true },
        { name: "end of the stage", value: (_t, y) => margin(sight, y), direction: -1, terminal: true },
        { name: "stop of a slow plane", value: (_t, y) => slowest(sight, y), direction: -1, terminal: true },
        { name: "end of a share", value: (_t, y) => leastShare(sight, y), direction: -1, terminal: true },
        { name: "edge of a friction cone", value: (_t, y) => coneLeft(sight, y), direction: -1, terminal: true },
      ],
    },
    (_t, y, slope) => derivative(sight, y, slope),
  );
}

function follow(curve: CurveWork, heading: SpatialHeading, course: Course, isStraight: () => boolean): CurveEnd {
  const { sight, integrator, start, before } = curve;
  const { run } = sight;
  prepare(sight, heading, course);
  integrator.start(0, start);
  for (let step = 0; step < MOST_STEPS; step++) {
    before.set(integrator.state);
    const status = integrator.step(LONGEST);
    if (status === "end") break;
    if (run.observe !== undefined) draw(sight, integrator);
    if (status === "event") return stopAt(curve, integrator.firedEvents);
    store(sight, run.state, integrator.state);
    // Where the work turns back as soon as it has turned, or a share that was zero from the beginning is lost, there is no sign to change.
    if (turning(sight, integrator.state) > TURNED_BACK) return "turn";
    if (leastShare(sight, integrator.state) < -NO_SHARE) {
      curve.pulling = pullingAt(sight, integrator.state);
      return "pull";
    }
    if (isStraight()) return "straight";
    if (changesPace(sight, integrator.state)) {
      // A plane that has left rest as a whole falls apart into its contacts.
      if (sight.slow.groups.some(({ contacts }) => contacts.length > 1)) return "mode";
      prepare(sight, heading, course);
      integrator.start(0, start);
    }
  }
  throw new SolverError("the bodies never separate: friction presses them together without end", {
    normalImpulse: run.state.normalImpulse,
    normalWork: run.state.normalWork,
  });
}

/**
 * An event lies within a step, where the interpolated state is not as good as the ends of steps: the step is taken again, and only up to
 * there.
 */
function stopAt(curve: CurveWork, fired: readonly FiredEvent[]): CurveEnd {
  const { sight, integrator, before } = curve;
  const { run } = sight;
  const { stepStart, time } = integrator;
  integrator.start(stepStart, before);
  integrator.advance(time);
  store(sight, run.state, integrator.state);
  if (fired.some(({ index }) => index === OVER)) return "over";
  if (fired.some(({ index }) => index === TURN)) return "turn";
  if (fired.some(({ index }) => index === STOP)) {
    slowest(sight, integrator.state);
    return "stop";
  }
  if (!fired.some(({ index }) => index === PULL)) return "mode";
  curve.pulling = pullingAt(sight, integrator.state);
  return "pull";
}

/** Whether a slow plane has become fast, or a fast one slow and settled. */
function changesPace(sight: Sight, y: Float64Array): boolean {
  look(sight, y);
  const { v, modes, fast, slow } = sight;
  if (slow.groups.length > 0 && sight.lost) return true;
  if (slow.groups.some((group) => speedOf(group, v) > 2 * SLOW)) return true;
  return fast.some((group) => speedOf(group, v) < SLOW && isTakenOver(sight, modes, group, v));
}

function isTakenOver(sight: Sight, modes: Uint8Array, group: SlipGroup, velocity: Float64Array): boolean {
  const settler = createSettler(sight.run.touching, modes, [group]);
  settler.read(velocity);
  const [now] = settler.motions.map((each) => each.slice());
  const speed = motionOf(sight, group, velocity);
  if (!settler.settle(velocity) || !settler.attracts([speed]) || !settler.keepsUp() || !settler.follow(velocity, [speed])) return false;
  return now.every((value, f) => Math.abs(value - settler.motions[0][f]) < TAKEN_OVER);
}

/** Begins a stretch where the run is. */
function prepare(sight: Sight, { modes, groups, direction }: SpatialHeading, course: Course): void {
  const { size, seen, v0, base, unit, count, allowance } = sight;
  const { state, touching } = sight.run;
  for (let k = 0; k < size; k++) v0[k] = state.velocity[k] / unit.speed;
  const slipping = groups.filter((group) => slips(group, modes));
  const slow = slipping.filter((group) => {
    const own = speedOf(group, v0);
    return own === 0 || (own < SLOW && isTakenOver(sight, modes, group, v0));
  });
  sight.modes = modes;
  sight.fast = slipping.filter((group) => !slow.includes(group));
  sight.slow = createSettler(touching, modes, slow);
  sight.speeds = slow.map(() => 0);
  slow.forEach((group, g) => {
    sight.slow.readGroup(g, speedOf(group, v0) === 0 ? course.rate : v0);
  });
  // What is outside its cone from the beginning was left there on purpose, and is looked at again once it is clearly further out.
  for (let i = 0; i < count; i++) {
    const outside = -coneMargin(direction, i, touching.staticFriction[i]);
    allowance[i] = outside > 0 ? 4 * outside + FURTHER_OUT : LEAVES;
  }
  base.normalImpulse = state.normalImpulse;
  base.normalWork = state.normalWork;
  base.frictionWork = state.frictionWork;
  base.impulse.set(state.impulse);
  seen.fill(Number.NaN);
}

/** A state of the integrator in units of the problem. */
function store(sight: Sight, state: StageState, y: Float64Array): void {
  const { size, v, base, unit } = sight;
  look(sight, y);
  let sum = 0;
  for (let at = 0; at < size; at++) {
    const held = at % 3 !== 2 && sight.modes[(at - (at % 3)) / 3] === STICK;
    state.velocity[at] = held ? 0 : v[at] * unit.speed;
    state.impulse[at] = base.impulse[at] + y[at] * unit.impulse;
    if (at % 3 === 2) sum += y[at];
  }
  state.normalImpulse = base.normalImpulse + sum * unit.impulse;
  state.normalWork = base.normalWork + y[size] * unit.work;
  state.frictionWork = base.frictionWork + y[size + 1] * unit.work;
}

/** Shows points of the last step. Slow groups look for their directions from where they were last, so those are put back. */
function draw(sight: Sight, integrator: Integrator): void {
  const { size, run } = sight;
  const point = new Float64Array(size + 2);
  const { stepStart, time } = integrator;
  const { motions } = sight.slow;
  const kept = motions.map((each) => each.slice());
  for (let k = 1; k <= DRAWN_POINTS; k++) {
    integrator.interpolate(k === DRAWN_POINTS ? time : stepStart + ((time - stepStart) * k) / DRAWN_POINTS, point);
    const state: StageState = { ...run.state, impulse: new Float64Array(size), velocity: new Float64Array(size) };
    store(sight, state, point);
    run.observe?.(state, run);
  }
  motions.forEach((each, g) => {
    each.set(kept[g]);
  });
}
