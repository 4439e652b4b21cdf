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
import { readMotion, type SlipGroup } from "../rest-on-plane.js";
import { finalWork, type StageRun, type StageState, type StageStop } from "../stage.js";
import { spatialDirection } from "./direction.js";
import { coneMargin, ROUNDING, type SpatialHeading } from "./modes.js";
import { createSettler, type Settler } from "./settle.js";
import { type Course, slips, speedOf } from "./straight.js";

/** Error allowed in a step, in the units of the header. */
const TOLERANCE = 1e-13;
/** Some thousand times what an impact lasts; steps grow until they reach it where nothing happens any more. */
const LONGEST = 1e7;
const MOST_STEPS = 20_000;
/** A slope of the work of the wrong sign beyond this, in the units of the header, is no rounding error. */
const TURNED_BACK = 1e-9;
/** A share below this is none. */
const NO_SHARE = 1e-9;
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
  follow(run: StageRun, heading: SpatialHeading, course: Course, stop: StageStop, speed: number, isStraight: () => boolean): CurveEnd;
  /** The plane that stopped, after "stop". */
  readonly stopped: SlipGroup | undefined;
  /** Contacts that would have to pull from here on, after "pull". */
  readonly pulling: readonly number[];
}

/** Curves made so far, by number of contacts: a stage makes none that is known. */
const curves: (Curve | undefined)[] = [];

export function curveFor(count: number): Curve {
  curves[count] ??= createCurve(count);
  return curves[count];
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

function createCurve(count: number): Curve {
  const size = 3 * count;
  /** Impulses, then normal work, then friction work. */
  const NORMAL_WORK = size;
  const FRICTION_WORK = size + 1;
  const start = new Float64Array(size + 2);
  const v0 = new Float64Array(size);
  const v = new Float64Array(size);
  const mobility = new Float64Array(size * size);
  const direction = new Float64Array(size);
  const point = new Float64Array(size + 2);
  const before = new Float64Array(size + 2);
  const motion = new Float64Array(3);
  let followed: { run: StageRun; modes: Uint8Array; fast: SlipGroup[]; slow: Settler; speeds: number[] };
  /** Whether the slow groups have lost the directions they followed. */
  let lost = false;
  let stopped: SlipGroup | undefined;
  let pulling: readonly number[] = [];
  /** How far outside its friction cone each sticking contact may come. */
  const allowance = new Float64Array(count);
  let stop: StageStop;
  const unit = { speed: 1, impulse: 1, work: 1 };
  /** The state where the stretch began, in units of the problem. */
  const base = { normalImpulse: 0, normalWork: 0, frictionWork: 0, impulse: new Float64Array(size) };

  /** The impulses looked at last, and what came of it: several events look at one state. */
  const seen = new Float64Array(size).fill(Number.NaN);
  let sight = false;

  /** Velocities and C at impulses y. Slow groups go on from the directions they were last in: for them every look is a new one. */
  function look(y: Float64Array): boolean {
    let same = followed.slow.groups.length === 0;
    for (let at = 0; at < size; at++) {
      same &&= seen[at] === y[at];
      seen[at] = y[at];
    }
    if (!same) sight = lookAnew(y);
    return sight;
  }

  function lookAnew(y: Float64Array): boolean {
    for (let row = 0; row < size; row++) {
      let sum = v0[row];
      for (let column = 0; column < size; column++) sum += mobility[row * size + column] * y[column];
      v[row] = sum;
    }
    const { run, modes, slow } = followed;
    return slow.groups.length === 0 ? spatialDirection(run.touching, modes, v, direction) : lookSlowly();
  }

  /** The same where planes are slow: their directions are those they settle in. */
  function lookSlowly(): boolean {
    const { slow, speeds } = followed;
    slow.groups.forEach((group, g) => {
      speeds[g] = motionOf(group, v);
    });
    lost = !(slow.settle(v) && slow.follow(v, speeds));
    if (lost) return spatialDirection(followed.run.touching, followed.modes, v, direction);
    direction.set(slow.direction);
    return true;
  }

  /** Speed of a plane in terms of its motion. */
  function motionOf(group: SlipGroup, velocity: Float64Array): number {
    readMotion(group, velocity, motion);
    let square = 0;
    for (let f = 0; f < group.freedoms; f++) square += motion[f] * motion[f];
    return Math.sqrt(square);
  }

  function derivative(_t: number, y: Float64Array, slope: Float64Array): void {
    if (!look(y)) {
      slope.fill(Number.NaN);
      return;
    }
    let inverse = 0;
    for (const group of followed.fast) inverse += 1 / speedOf(group, v);
    const rho = inverse > 0 ? 1 / inverse : 1;
    let normal = 0;
    let tangential = 0;
    for (let at = 0; at < size; at++) {
      slope[at] = rho * direction[at];
      if (at % 3 === 2) normal += v[at] * direction[at];
      else if (followed.modes[(at - (at % 3)) / 3] !== STICK) tangential += v[at] * direction[at];
    }
    slope[NORMAL_WORK] = rho * normal;
    slope[FRICTION_WORK] = rho * tangential;
  }

  /** Rises through zero where the work turns: where it stops falling in compression, and where it stops rising after that. */
  function turning(y: Float64Array): number {
    look(y);
    let sum = 0;
    for (let n = 2; n < size; n += 3) sum += v[n] * direction[n];
    return followed.run.compressing ? sum : -sum;
  }

  /** Slip of the slow planes along the directions they were let go in or taken over in; falls through zero where one stops. */
  function slowest(y: Float64Array): number {
    const { slow } = followed;
    if (slow.groups.length === 0 || !look(y)) return 1;
    let least = 1;
    slow.groups.forEach((group, g) => {
      readMotion(group, v, motion);
      let along = 0;
      for (let f = 0; f < group.freedoms; f++) along += motion[f] * slow.motions[g][f];
      if (along < least) {
        least = along;
        stopped = group;
      }
    });
    return least;
  }

  /** What is left until the stage is over; falls through zero there. */
  function margin(y: Float64Array): number {
    const { run } = followed;
    if (stop.at === "impulse") {
      const n = 3 * stop.contact + 2;
      return (stop.normalImpulse - base.impulse[n]) / unit.impulse - y[n];
    }
    const work = base.normalWork / unit.work + y[NORMAL_WORK];
    if (stop.at === "work") return run.compressing ? work - stop.work / unit.work : 1;
    return run.compressing ? 1 : finalWork(run, stop.restitution) / unit.work - work;
  }

  /** The smallest share of a contact, which must not be negative. On one plane it never is while everything slips. */
  function leastShare(y: Float64Array): number {
    const { run, modes } = followed;
    const { pushing, onePlane } = run.touching;
    if (onePlane && !modes.includes(STICK)) return 1;
    if (!look(y)) return -1;
    let least = 1;
    for (let i = 0; i < count; i++) if (pushing[i] === 1) least = Math.min(least, direction[3 * i + 2] + ROUNDING);
    return least;
  }

  /** How far the sticking contact that is nearest to it is inside the edge of its friction cone. */
  function coneLeft(y: Float64Array): number {
    const { run, modes } = followed;
    const { pushing, staticFriction } = run.touching;
    if (!modes.includes(STICK) || !look(y)) return 1;
    let least = 1;
    for (let i = 0; i < count; i++)
      if (pushing[i] === 1 && modes[i] === STICK) least = Math.min(least, coneMargin(direction, i, staticFriction[i]) + allowance[i]);
    return least;
  }

  /** Contacts whose shares have come to an end, and all that have with them. */
  function pullingAt(y: Float64Array): number[] {
    look(y);
    const { pushing } = followed.run.touching;
    return Array.from(direction.keys()).flatMap((at) =>
      at % 3 === 2 && pushing[(at - 2) / 3] === 1 && direction[at] < NO_SHARE ? [(at - 2) / 3] : [],
    );
  }

  const integrator: Integrator = createIntegrator(
    {
      dimension: size + 2,
      method: "dop853",
      relativeTolerance: TOLERANCE,
      absoluteTolerance: TOLERANCE,
      events: [
        { name: "turn of the work", value: (_t, y) => turning(y), direction: 1, terminal: true },
        { name: "end of the stage", value: (_t, y) => margin(y), direction: -1, terminal: true },
        { name: "stop of a slow plane", value: (_t, y) => slowest(y), direction: -1, terminal: true },
        { name: "end of a share", value: (_t, y) => leastShare(y), direction: -1, terminal: true },
        { name: "edge of a friction cone", value: (_t, y) => coneLeft(y), direction: -1, terminal: true },
      ],
    },
    derivative,
  );

  function follow(
    run: StageRun,
    heading: SpatialHeading,
    course: Course,
    end: StageStop,
    speed: number,
    isStraight: () => boolean,
  ): CurveEnd {
    prepare(run, heading, course, end, speed);
    integrator.start(0, start);
    for (let step = 0; step < MOST_STEPS; step++) {
      before.set(integrator.state);
      const status = integrator.step(LONGEST);
      if (status === "end") break;
      if (run.observe !== undefined) draw(run);
      if (status === "event") return stopAt(run, integrator.firedEvents);
      store(run.state, integrator.state);
      // Where the work turns back as soon as it has turned, or a share that was zero from the beginning is lost, there is no sign to
      // change.
      if (turning(integrator.state) > TURNED_BACK) return "turn";
      if (leastShare(integrator.state) < -NO_SHARE) {
        pulling = pullingAt(integrator.state);
        return "pull";
      }
      if (isStraight()) return "straight";
      if (changesPace(integrator.state)) {
        // A plane that has left rest as a whole falls apart into its contacts.
        if (followed.slow.groups.some(({ contacts }) => contacts.length > 1)) return "mode";
        prepare(run, heading, course, end, speed);
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
  function stopAt(run: StageRun, fired: readonly FiredEvent[]): CurveEnd {
    const { stepStart, time } = integrator;
    integrator.start(stepStart, before);
    integrator.advance(time);
    store(run.state, integrator.state);
    if (fired.some(({ index }) => index === OVER)) return "over";
    if (fired.some(({ index }) => index === TURN)) return "turn";
    if (fired.some(({ index }) => index === STOP)) {
      slowest(integrator.state);
      return "stop";
    }
    if (!fired.some(({ index }) => index === PULL)) return "mode";
    pulling = pullingAt(integrator.state);
    return "pull";
  }

  /** Whether a slow plane has become fast, or a fast one slow and settled. */
  function changesPace(y: Float64Array): boolean {
    look(y);
    const { run, modes, fast, slow } = followed;
    if (slow.groups.length > 0 && lost) return true;
    if (slow.groups.some((group) => speedOf(group, v) > 2 * SLOW)) return true;
    return fast.some((group) => speedOf(group, v) < SLOW && isTakenOver(run, modes, group, v));
  }

  function isTakenOver({ touching }: StageRun, modes: Uint8Array, group: SlipGroup, velocity: Float64Array): boolean {
    const settler = createSettler(touching, modes, [group]);
    settler.read(velocity);
    const [now] = settler.motions.map((each) => each.slice());
    const speed = motionOf(group, velocity);
    if (!settler.settle(velocity) || !settler.attracts([speed]) || !settler.keepsUp() || !settler.follow(velocity, [speed])) return false;
    return now.every((value, f) => Math.abs(value - settler.motions[0][f]) < TAKEN_OVER);
  }

  function prepare(
    run: StageRun,
    { modes, groups, direction: first }: SpatialHeading,
    course: Course,
    end: StageStop,
    speed: number,
  ): void {
    const { state, touching } = run;
    for (let k = 0; k < size; k++) v0[k] = state.velocity[k] / speed;
    const slipping = groups.filter((group) => slips(group, modes));
    const slow = slipping.filter((group) => {
      const own = speedOf(group, v0);
      return own === 0 || (own < SLOW && isTakenOver(run, modes, group, v0));
    });
    const settler = createSettler(touching, modes, slow);
    slow.forEach((group, g) => {
      settler.readGroup(g, speedOf(group, v0) === 0 ? course.rate : v0);
    });
    followed = { run, modes, fast: slipping.filter((group) => !slow.includes(group)), slow: settler, speeds: slow.map(() => 0) };
    // What is outside its cone from the beginning was left there on purpose, and is looked at again once it is clearly further out.
    for (let i = 0; i < count; i++) {
      const outside = -coneMargin(first, i, touching.staticFriction[i]);
      allowance[i] = outside > 0 ? 4 * outside + FURTHER_OUT : LEAVES;
    }
    stop = end;
    let largest = 0;
    for (let n = 2; n < size; n += 3) largest = Math.max(largest, touching.mobility[n * size + n]);
    unit.speed = speed;
    unit.impulse = speed / largest;
    unit.work = unit.impulse * speed;
    for (let k = 0; k < size * size; k++) mobility[k] = touching.mobility[k] / largest;
    base.normalImpulse = state.normalImpulse;
    base.normalWork = state.normalWork;
    base.frictionWork = state.frictionWork;
    base.impulse.set(state.impulse);
    start.fill(0);
    seen.fill(Number.NaN);
  }

  /** A state of the integrator in units of the problem. */
  function store(state: StageState, y: Float64Array): void {
    look(y);
    let sum = 0;
    for (let at = 0; at < size; at++) {
      const held = at % 3 !== 2 && followed.modes[(at - (at % 3)) / 3] === STICK;
      state.velocity[at] = held ? 0 : v[at] * unit.speed;
      state.impulse[at] = base.impulse[at] + y[at] * unit.impulse;
      if (at % 3 === 2) sum += y[at];
    }
    state.normalImpulse = base.normalImpulse + sum * unit.impulse;
    state.normalWork = base.normalWork + y[NORMAL_WORK] * unit.work;
    state.frictionWork = base.frictionWork + y[FRICTION_WORK] * unit.work;
  }

  /** Shows points of the last step. Slow groups look for their directions from where they were last, so those are put back. */
  function draw(run: StageRun): void {
    const { stepStart, time } = integrator;
    const { motions } = followed.slow;
    const kept = motions.map((each) => each.slice());
    for (let k = 1; k <= DRAWN_POINTS; k++) {
      integrator.interpolate(k === DRAWN_POINTS ? time : stepStart + ((time - stepStart) * k) / DRAWN_POINTS, point);
      const state: StageState = { ...run.state, impulse: new Float64Array(size), velocity: new Float64Array(size) };
      store(state, point);
      run.observe?.(state, run);
    }
    motions.forEach((each, g) => {
      each.set(kept[g]);
    });
  }

  return {
    follow,
    get stopped() {
      return stopped;
    },
    get pulling() {
      return pulling;
    },
  };
}
