/**
 * A spatial stage: contacts of one rigid body in space push together, and their slips turn.
 *
 * A stretch without a change of mode alternates between two ways of going on. Where nothing turns, because everything sticks, slips the way
 * it is pushed, or leaves rest, and for the last way before a slip stops, the next event is reached in one straight piece
 * (spatial/straight.ts). Elsewhere the slip is integrated (spatial/curve.ts), until the rest of the way is straight. When a slip stops, or
 * a contact would have to pull or leaves its friction cone, modes are chosen anew (spatial/modes.ts).
 *
 * Letters of 004: theta velocity, p impulse, P normalImpulse, C direction, W normalWork. Source: 004 chapter 5; the straight pieces are
 * ours.
 */
import { SolverError } from "../../errors.js";
import { SLIP } from "./direction.js";
import { rateOf } from "./rate.js";
import type { SlipGroup } from "./rest-on-plane.js";
import { bringToRest } from "./spatial/bring-to-rest.js";
import { type Curve, createCurve } from "./spatial/curve.js";
import { spatialDirection } from "./spatial/direction.js";
import { chooseSpatialHeading, type SpatialHeading } from "./spatial/modes.js";
import { advance, type Course, createCourse, distanceTo, measure, slips, speedOf } from "./spatial/straight.js";
import {
  AT_REST,
  beginPhase,
  beginStage,
  endCompression,
  endStage,
  type FollowStage,
  happen,
  lock,
  restartCompression,
  type StageRun,
  type StageStop,
} from "./stage.js";
import { approachingLeast, dropContacts } from "./touching.js";

/** A group stops a few times in an impact. */
const MOST_PHASES = 1000;
/** Bodies are pressed together once, rarely twice. */
const MOST_COMPRESSIONS = 1000;
/** Error of a straight piece, as a fraction of the speed, that is taken for none: some ten times that of the integration. */
const EXACT = 1e-11;
/** What is further from an event than this, as a fraction of the speed, has not met it by an error of the integration. */
const MISSED = 1e-8;
const MEETING_STEPS = 3;
/** Groups that stop within this fraction of the speed stop together. */
const TOGETHER = 1e-11;

export const followSpatial: FollowStage = (touching, velocity, stop, speed, observe) => {
  const run = beginStage(touching, velocity, observe);
  const course = createCourse(touching.size);
  // Most stages have no turning slip; to make what follows it takes longer than to follow them.
  let curve: Curve | undefined;
  const curveOf = () => {
    curve ??= createCurve(run, stop, speed);
    return curve;
  };
  for (let phase = 0; phase < MOST_PHASES; phase++) {
    settle(run, AT_REST * speed);
    const heading = chooseSpatialHeading(run);
    enter(run, heading);
    course.direction.set(heading.direction);
    course.rate.set(heading.rate);
    if (followPhase(run, stop, heading, speed, course, curveOf)) return endStage(run);
  }
  throw new SolverError("the contacts never settle", { phases: MOST_PHASES, normalImpulse: run.state.normalImpulse });
};

/** Takes slips that are none for what they are. The plane of the reference rests as a whole, if there is one. */
function settle({ touching, state }: StageRun, least: number): void {
  const { count, plane, pushing, reference } = touching;
  const { velocity } = state;
  const slipOf = (i: number) => Math.max(Math.abs(velocity[3 * i]), Math.abs(velocity[3 * i + 1]));
  let ofReference = 0;
  for (let i = 0; i < count; i++) if (pushing[i] === 1 && plane[i] === plane[reference]) ofReference = Math.max(ofReference, slipOf(i));
  for (let i = 0; i < count; i++)
    if (pushing[i] === 1 && (plane[i] === plane[reference] ? ofReference : slipOf(i)) <= least) velocity.fill(0, 3 * i, 3 * i + 2);
}

function enter(run: StageRun, { modes, groups, needed, forced }: SpatialHeading): void {
  const { state, rested } = run;
  for (const group of groups) {
    if (speedOf(group, state.velocity) > 0) continue;
    for (const i of group.contacts) {
      rested[i] = 1;
      if (modes[i] === SLIP) happen(run, "slip-start", i);
    }
  }
  for (const i of forced) run.forced[i] = 1;
  // Groups may change where modes do not.
  const goesOn = run.phases.length > 0 && modes.every((mode, i) => mode === run.modes[i]) && run.phases.at(-1)?.from === lastChange(run);
  run.modes.set(modes);
  if (!goesOn) beginPhase(run, needed);
}

/** Where a slip last stopped or started. */
function lastChange({ events }: StageRun): number {
  for (let k = events.length - 1; k >= 0; k--) {
    const { kind, state } = events[k];
    if (kind === "slip-stop" || kind === "slip-start") return state.normalImpulse;
  }
  return 0;
}

/** Follows the run until a mode changes (false) or the stage is over (true). `course` is the one it begins with. */
function followPhase(
  run: StageRun,
  stop: StageStop,
  heading: SpatialHeading,
  speed: number,
  course: Course,
  curveOf: () => Curve,
): boolean {
  const allowed = EXACT * speed;
  for (;;) {
    const { work, turn, end, next, stopping, error } = measure(run, stop, heading, course, speed, allowed);
    if (error <= allowed) {
      if (next === Number.POSITIVE_INFINITY) return lock(run, stop, course, work);
      advance(run, course, work, next);
      if (end === next) return true;
      if (turn > next) {
        stopSlips(run, heading, course, stopping, speed);
        return false;
      }
      if (turnWork(run, stop)) return true;
    } else {
      const curve = curveOf();
      const ending = curve.follow(heading, course, () => {
        look(run, heading, course);
        return measure(run, stop, heading, course, speed, allowed).error <= allowed;
      });
      if (ending === "mode") return false;
      if (ending === "pull") {
        if (curve.pulling().length < run.touching.pushingCount) dropContacts(run.touching, curve.pulling());
        else dropContacts(run.touching, approachingLeast(run.touching, run.state.velocity));
        return false;
      }
      if (ending === "stop") {
        stopSlips(run, heading, course, curve.stopped(), speed);
        return false;
      }
      look(run, heading, course);
      if (ending !== "straight") meet(run, stop, heading, course, speed, ending);
      if (ending === "over") return true;
      if (ending === "turn" && turnWork(run, stop)) return true;
    }
    look(run, heading, course);
  }
}

/** The work has stopped falling or rising. True if that ends the stage. */
function turnWork(run: StageRun, stop: StageStop): boolean {
  if (run.compressing) return endCompression(run, stop) || stop.at === "work";
  restartCompression(run);
  if (run.compressions > MOST_COMPRESSIONS)
    throw new SolverError("the bodies are pressed together again and again", { normalImpulse: run.state.normalImpulse });
  return false;
}

/** An event of the integration is known to its tolerance; straight pieces of that length, to either side, make it exact. */
function meet(run: StageRun, stop: StageStop, heading: SpatialHeading, course: Course, speed: number, event: "turn" | "over"): void {
  for (let k = 0; k < MEETING_STEPS; k++) {
    const { work, miss } = distanceTo(run, stop, heading, course, event, speed);
    const fastest = course.rate.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (!(Math.abs(miss) * fastest <= MISSED * speed)) return;
    advance(run, course, work, miss);
    look(run, heading, course);
  }
}

/** C and M C where the run is. */
function look({ touching, state }: StageRun, { modes, groups }: SpatialHeading, { direction, rate }: Course): void {
  // What has only just been let go keeps those it was let go with; and where all stick they were chosen, and nothing changes them.
  if (groups.some((group) => isLetGo(group, modes, state.velocity)) || !groups.some((group) => slips(group, modes))) return;
  if (!spatialDirection(touching, modes, state.velocity, direction))
    throw new SolverError("no impulse direction is admissible", { normalImpulse: state.normalImpulse });
  rateOf(touching, modes, direction, rate);
}

function isLetGo(group: SlipGroup, modes: Uint8Array, velocity: Float64Array): boolean {
  return slips(group, modes) && speedOf(group, velocity) === 0;
}

/** A group has stopped, and others with it: by chance, or because they are on one plane. */
function stopSlips(
  run: StageRun,
  { groups, modes }: SpatialHeading,
  { rate }: Course,
  stopping: SlipGroup | undefined,
  speed: number,
): void {
  const { state } = run;
  for (const group of groups) {
    if (!slips(group, modes) || speedOf(group, rate) === 0) continue;
    if (group !== stopping && speedOf(group, state.velocity) > TOGETHER * speed) continue;
    state.frictionWork += bringToRest(run.touching, group, state.impulse, state.velocity);
    for (const i of group.contacts) happen(run, "slip-stop", i);
  }
  run.observe?.(state, run);
}
