/**
 * Straight pieces of a spatial stage: where no slip direction turns the impulse direction C is constant, velocities are straight lines and
 * works parabolas over P, as in planar.ts:
 *
 *     v(d) = v + M C d          W(d) = W + b d + a d^2,     b = sum v_n C_n,   a = sum (M C)_n C_n / 2
 *
 * so the distances to the end of compression, to the end of the stage and to where a slip stops are roots of polynomials.
 *
 * How far off a straight piece of length d ends: a plane that slips at speed s and turns at the rate q changes its direction by the angle q
 * d / s, and the velocities by R d times that, R the size of the terms of M C. If the plane stops on the way, s is what it loses. But a
 * direction that attracts its neighbours is only approached: where Newton's method finds directions nearby along which nothing turns, and
 * these attract, no direction changes by more than its distance from there, and the piece runs along them. Without that, rounding errors of
 * directions would have to be followed through problems that are stiff.
 *
 * Letters of 004: P normalImpulse, C direction, W normalWork.
 */
import { SLIP } from "../direction.js";
import type { SlipGroup } from "../rest-on-plane.js";
import { copyState, finalWork, impulseLeft, type StageRun, type StageState, type StageStop, shareOfStop } from "../stage.js";
import type { Touching } from "../touching.js";
import { spatialDirection } from "./direction.js";
import type { SpatialHeading } from "./modes.js";
import { createSettler } from "./settle.js";

/** C and M C of a straight piece. */
export interface Course {
  readonly direction: Float64Array;
  readonly rate: Float64Array;
}

export function createCourse(size: number): Course {
  return { direction: new Float64Array(size), rate: new Float64Array(size) };
}

/** Slope and curvature of the work over a straight piece: W + slope d + curve d^2. */
export interface Work {
  slope: number;
  curve: number;
}

/** A straight piece from here to the next event, in distances of the sum of normal impulses. */
export interface Piece {
  readonly work: Work;
  readonly turn: number;
  readonly end: number;
  readonly next: number;
  /** The plane that stops, if that is what happens next. */
  readonly stopping: SlipGroup | undefined;
  /** How far off it would end, m/s. */
  readonly error: number;
}

/** A slope of the work below this fraction of the speed is zero. */
const FLAT = 1e-13;
/** The same where no velocity changes any more: what is left of them is error, and no impulse could take anything back with it. */
const STILL = 1e-9;
/** A plane that turns faster than this fraction of the change of its slip has not settled. */
const SETTLING = 1e-4;

/**
 * The straight piece along the course. If only directions nearby make it straight enough, to within `allowed` m/s, the course is changed to
 * them.
 */
export function measure(run: StageRun, stop: StageStop, heading: SpatialHeading, course: Course, speed: number, allowed: number): Piece {
  const work = workOf(run.state.velocity, course);
  if (Math.abs(work.slope) <= (course.rate.every((value) => value === 0) ? STILL : FLAT) * speed) work.slope = 0;
  const plain = pieceAlong(run, stop, heading, course, work, speed);
  if (plain.error <= allowed || !isSettling(run, heading, course)) return plain;
  const settled = settledCourse(run, heading);
  if (settled === undefined) return plain;
  const changed = workOf(run.state.velocity, settled);
  if (Math.abs(changed.slope - work.slope) > allowed) return plain;
  // The slope of the work is what it is, or else a turn of the work could be one on one course and none on the other.
  const piece = pieceAlong(run, stop, heading, settled, { slope: work.slope, curve: changed.curve }, speed);
  const error = largestTerm(run.touching, settled.direction) * piece.next * settled.apart;
  if (!(error <= allowed)) return plain;
  course.direction.set(settled.direction);
  course.rate.set(settled.rate);
  return { ...piece, error };
}

function pieceAlong(run: StageRun, stop: StageStop, heading: SpatialHeading, course: Course, work: Work, speed: number): Piece {
  const turn = distanceToTurn(run, heading, course, work, speed);
  const end = distanceToEnd(run, stop, course.direction, work);
  let stopping: SlipGroup | undefined;
  let next = Math.min(turn, end);
  for (const group of heading.groups) {
    const distance = distanceToRest(group, heading.modes, run.state.velocity, course.rate, speed);
    if (distance < next) [next, stopping] = [distance, group];
  }
  return { work, turn, end, next, stopping, error: errorOf(run, heading, course, next) };
}

function workOf(velocity: Float64Array, { direction, rate }: Course): Work {
  let slope = 0;
  let twice = 0;
  for (let n = 2; n < velocity.length; n += 3) {
    slope += velocity[n] * direction[n];
    twice += rate[n] * direction[n];
  }
  return { slope, curve: 0.5 * twice };
}

/** How far it is to where the work stops falling, or in restitution to where it stops rising. */
function distanceToTurn(run: StageRun, heading: SpatialHeading, course: Course, { slope, curve }: Work, speed: number): number {
  const { compressing } = run;
  const sign = compressing ? -1 : 1;
  if (sign * slope < 0) return 0;
  if (slope === 0) {
    // At a turn what comes next depends on how C turns, too.
    const change = changeOfSlope(run, heading, course, { slope, curve }, speed);
    if (compressing ? change >= 0 : change < 0) return 0;
    if (sign * curve < 0) return Number.POSITIVE_INFINITY;
  }
  return sign * curve < 0 ? -slope / (2 * curve) : Number.POSITIVE_INFINITY;
}

function distanceToEnd(run: StageRun, stop: StageStop, direction: Float64Array, work: Work): number {
  const { state } = run;
  if (stop.at === "impulse") {
    const rest = impulseLeft(stop, state, 3);
    return rest <= 0 ? 0 : rest / shareOfStop(stop, direction, 3);
  }
  // In restitution the work rises to its final value, with "work" it falls to it.
  if (run.compressing !== (stop.at === "work")) return Number.POSITIVE_INFINITY;
  const rest = (stop.at === "work" ? stop.work : finalWork(run, stop.restitution)) - state.normalWork;
  const sign = stop.at === "work" ? -1 : 1;
  if (sign * rest <= 0) return 0;
  const square = work.slope * work.slope + 4 * work.curve * rest;
  return square < 0 ? Number.POSITIVE_INFINITY : (2 * rest) / (work.slope + sign * Math.sqrt(square));
}

/**
 * How far it is, before (negative) or after the state of the run, to where the work turns or the stage is over, both of which are close.
 */
export function distanceTo(
  run: StageRun,
  stop: StageStop,
  heading: SpatialHeading,
  course: Course,
  event: "turn" | "over",
  speed: number,
): { readonly work: Work; readonly miss: number } {
  const { state } = run;
  const work = workOf(state.velocity, course);
  if (event === "turn") return { work, miss: -work.slope / changeOfSlope(run, heading, course, work, speed) };
  if (stop.at === "impulse") return { work, miss: impulseLeft(stop, state, 3) / shareOfStop(stop, course.direction, 3) };
  return { work, miss: ((stop.at === "work" ? stop.work : finalWork(run, stop.restitution)) - state.normalWork) / work.slope };
}

/** Difference over which the change of C is measured, as a fraction of the velocities. */
const NUDGE = 1e-6;

/** Second derivative of the work, with the change of C. */
function changeOfSlope(
  { touching, state }: StageRun,
  { modes, groups }: SpatialHeading,
  course: Course,
  { slope, curve }: Work,
  speed: number,
): number {
  if (!groups.some((group) => slips(group, modes))) return 2 * curve;
  const fastest = course.rate.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (fastest === 0) return 0;
  const length = (NUDGE * speed) / fastest;
  const there = createCourse(touching.size);
  const velocity = state.velocity.map((value, at) => value + length * course.rate[at]);
  spatialDirection(touching, modes, velocity, there.direction);
  return (workOf(velocity, there).slope - slope) / length;
}

/** What is left of a slip, as a fraction of the speed, where it is least and has stopped. */
const STOPPED = 1e-9;

/** Where the slip of a plane stops along the straight piece, infinite if it does not, has done so or sticks. */
function distanceToRest(group: SlipGroup, modes: Uint8Array, velocity: Float64Array, rate: Float64Array, speed: number): number {
  if (!slips(group, modes)) return Number.POSITIVE_INFINITY;
  const { along, across, speed: own } = partsOf(group, velocity, rate);
  if (!(along < 0)) return Number.POSITIVE_INFINITY;
  const square = along * along + across * across;
  return (own * across) / Math.sqrt(square) <= STOPPED * speed ? (-own * along) / square : Number.POSITIVE_INFINITY;
}

export function slips({ contacts }: SlipGroup, modes: Uint8Array): boolean {
  return modes[contacts[0]] === SLIP;
}

/** Root of the sum of squared slips of the contacts of a plane. */
export function speedOf({ contacts }: SlipGroup, velocity: ArrayLike<number>): number {
  let square = 0;
  for (const i of contacts) square += velocity[3 * i] * velocity[3 * i] + velocity[3 * i + 1] * velocity[3 * i + 1];
  return Math.sqrt(square);
}

/** How far off, m/s, a straight piece of this length ends, with every turn going on as it does now. */
export function errorOf({ touching, state }: StageRun, { groups, modes }: SpatialHeading, course: Course, length: number): number {
  let angle = 0;
  for (const group of groups) {
    if (!slips(group, modes)) continue;
    const { along, across, speed } = partsOf(group, state.velocity, course.rate);
    if (across === 0) continue;
    if (length === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
    angle += (across * length) / slowest(speed, along, across, length);
  }
  return angle === 0 || length === 0 ? 0 : largestTerm(touching, course.direction) * length * angle;
}

/** The least speed of a plane on a straight piece; if it stops, what it loses on the way. */
function slowest(speed: number, along: number, across: number, length: number): number {
  if (along >= 0) return speed;
  const closest = (-speed * along) / (along * along + across * across);
  if (length < 0.999 * closest) return speed + along * length;
  const passing = (speed * across) / Math.sqrt(along * along + across * across);
  return length <= 1.001 * closest ? -along * length : passing;
}

/** The largest sum of the sizes of the terms of a row of M C. */
function largestTerm({ size, mobility }: Touching, direction: Float64Array): number {
  let largest = 0;
  for (let row = 0; row < size; row++) {
    let terms = 0;
    for (let column = 0; column < size; column++) terms += Math.abs(mobility[row * size + column] * direction[column]);
    largest = Math.max(largest, terms);
  }
  return largest;
}

/** Change of a plane's slip along and across itself, and its speed; of one at rest all of the change is along. */
function partsOf(
  group: SlipGroup,
  velocity: Float64Array,
  rate: Float64Array,
): { readonly along: number; readonly across: number; readonly speed: number } {
  const speed = speedOf(group, velocity);
  if (speed === 0) return { along: speedOf(group, rate), across: 0, speed };
  let product = 0;
  for (const i of group.contacts) for (let at = 3 * i; at < 3 * i + 2; at++) product += rate[at] * velocity[at];
  const along = product / speed;
  let square = 0;
  for (const i of group.contacts) {
    for (let at = 3 * i; at < 3 * i + 2; at++) {
      const rest = rate[at] - (along * velocity[at]) / speed;
      square += rest * rest;
    }
  }
  return { along, across: Math.sqrt(square), speed };
}

/** Whether every plane that slips, at least one, moves and turns only slowly. */
function isSettling({ state }: StageRun, { groups, modes }: SpatialHeading, { rate }: Course): boolean {
  for (const group of groups) {
    if (!slips(group, modes)) continue;
    const { along, across, speed } = partsOf(group, state.velocity, rate);
    if (speed === 0 || across > SETTLING * (Math.abs(along) + across)) return false;
  }
  return true;
}

/**
 * The course along which no plane turns, near the directions of the run, if these attract. `apart` is the largest distance of a direction
 * from there.
 */
function settledCourse(
  { touching, state }: StageRun,
  { groups, modes }: SpatialHeading,
): (Course & { readonly apart: number }) | undefined {
  const slipping = groups.filter((group) => slips(group, modes));
  const settler = createSettler(touching, modes, slipping);
  settler.read(state.velocity);
  const starts = settler.motions.map((motion) => motion.slice());
  if (!settler.settle(state.velocity) || !settler.attracts(slipping.map((group) => speedOf(group, state.velocity)))) return undefined;
  let apart = 0;
  starts.forEach((start, g) => {
    for (let f = 0; f < start.length; f++) apart = Math.max(apart, Math.abs(settler.motions[g][f] - start[f]));
  });
  return { direction: settler.direction, rate: settler.rate, apart };
}

/** Points drawn between two events. */
const DRAWN_POINTS = 24;

/** Goes along the piece. */
export function advance(run: StageRun, course: Course, work: Work, distance: number): void {
  const { state, observe } = run;
  if (observe !== undefined && distance > 0) {
    for (let k = 1; k < DRAWN_POINTS; k++) {
      const point = copyState(state);
      move(point, course, work, (k * distance) / DRAWN_POINTS);
      observe(point, run);
    }
  }
  move(state, course, work, distance);
}

function move(state: StageState, { direction, rate }: Course, { slope, curve }: Work, distance: number): void {
  for (let at = 0; at < direction.length; at++)
    if (at % 3 !== 2) state.frictionWork += direction[at] * distance * (state.velocity[at] + 0.5 * rate[at] * distance);
  state.normalWork += (slope + curve * distance) * distance;
  state.normalImpulse += distance;
  for (let at = 0; at < direction.length; at++) {
    state.impulse[at] += direction[at] * distance;
    state.velocity[at] += rate[at] * distance;
  }
}
