/**
 * A planar stage, exactly: between changes of mode the impulse direction C is constant, so velocities are straight lines and works
 * parabolas over P,
 *
 *     v(d) = v + M C d          W(d) = W + b d + a d^2,     b = sum v_n C_n,   a = sum (M C)_n C_n / 2
 *
 * and the next change of mode, the end of compression (b + 2 a d = 0) and the end of the stage are roots of polynomials of first and second
 * degree. Contacts whose slip stops at the same P stop together. If friction makes a <= 0 the work may never come back (Painleve); that is
 * an error which says so.
 *
 * The work that ends the stage is the work of the normal impulses. The source's planar formula is not: it books all of the energy in which
 * tangential and normal velocities meet as normal,
 *
 *     f(v) - f(v0),     f = v_t . K_tn v_n + v_n . K_nn v_n / 2,     K = M^+
 *
 * and is here because its published corner needs it.
 * Letters of 004: theta velocity, p impulse, P normalImpulse, C direction, W normalWork. Source: 004 eq. (3.4)-(3.15).
 */
import { SolverError } from "../../errors.js";
import { pseudoInverse, symmetricEigen } from "../../math/symmetric-eigen.js";
import { SLIP } from "./direction.js";
import { chooseHeading, type Heading } from "./planar-modes.js";
import {
  AT_REST,
  beginPhase,
  beginStage,
  copyState,
  endCompression,
  endStage,
  type FollowStage,
  finalWork,
  happen,
  impulseLeft,
  lock,
  restartCompression,
  type StageRun,
  type StageStop,
  shareOfStop,
} from "./stage.js";
import type { Touching } from "./touching.js";

/** Slip stops in at most a few changes of mode for each contact. */
const MOST_PHASES = 1000;
/** A slope of the work below this fraction of the speed is zero. */
const FLAT = 1e-13;
/** The same where no velocity changes any more: what is left of them is error, and no impulse could take anything back with it. */
const STILL = 1e-9;
/** Contacts on one line have one slip; what differs by less than this fraction of the speed is rounding. */
const ONE_SLIP = 1e-9;
/** Points drawn between two events; the curves there are at most quadratic. */
const DRAWN_POINTS = 24;

/** Slope and curvature of the work over the stretch: W + slope d + curve d^2. */
interface Work {
  slope: number;
  curve: number;
}

type MeasureWork = (velocity: Float64Array, heading: Heading) => Work;

export const followPlanar: FollowStage = (touching, velocity, stop, speed, observe) =>
  follow(beginStage(touching, velocity, observe), stop, speed, normalWork);

/** The same with the source's planar formula for the normal work. */
export const followPlanarPublished: FollowStage = (touching, velocity, stop, speed, observe) =>
  follow(beginStage(touching, velocity, observe), stop, speed, publishedWork(touching));

function follow(run: StageRun, stop: StageStop, speed: number, measure: MeasureWork): StageRun {
  settle(run, AT_REST * speed);
  for (let phase = 0; phase < MOST_PHASES; phase++) {
    const heading = chooseHeading(run);
    enter(run, heading);
    const work = measure(run.state.velocity, heading);
    if (Math.abs(work.slope) <= (heading.rate.every((value) => value === 0) ? STILL : FLAT) * speed) work.slope = 0;
    const stopping = nextToStop(run, heading);
    if (followPhase(run, stop, heading, work, stopping === undefined ? Number.POSITIVE_INFINITY : stopping.distance)) return endStage(run);
    stopSlip(run, heading, stopping?.contact ?? 0, speed);
  }
  throw new SolverError("the contacts never settle", { phases: MOST_PHASES, normalImpulse: run.state.normalImpulse });
}

/** Takes slips that are none for what they are. */
function settle({ touching, state }: StageRun, least: number): void {
  for (let i = 0; i < touching.count; i++) if (Math.abs(state.velocity[2 * i]) <= least) state.velocity[2 * i] = 0;
}

function enter(run: StageRun, { modes, needed, forced }: Heading): void {
  const { touching, state, rested } = run;
  for (let i = 0; i < touching.count; i++) {
    if (touching.pushing[i] === 0 || touching.friction[i] === 0 || state.velocity[2 * i] !== 0) continue;
    rested[i] = 1;
    if (modes[i] === SLIP) happen(run, "slip-start", i);
  }
  for (const i of forced) run.forced[i] = 1;
  run.modes.set(modes);
  beginPhase(run, needed);
}

/** Follows the stretch over the given sum of normal impulses. Returns true if the stage ended on it. */
function followPhase(run: StageRun, stop: StageStop, heading: Heading, work: Work, length: number): boolean {
  let left = length;
  for (;;) {
    const turn = distanceToTurn(run, work);
    const end = distanceToEnd(run, stop, heading, work);
    const next = Math.min(turn, end, left);
    if (next === Number.POSITIVE_INFINITY) return lock(run, stop, heading, work);
    advance(run, heading, work, next);
    left -= next;
    if (end === next) return true;
    if (turn > next) return false;
    // At a turn inside the stretch the slope is zero but for rounding; at the beginning of one it may have jumped.
    if (turn > 0) work.slope = 0;
    if (!run.compressing) restartCompression(run);
    else if (endCompression(run, stop) || stop.at === "work") return true;
  }
}

/** How far it is to where the work stops falling, or in restitution to where it stops rising. */
function distanceToTurn({ compressing }: StageRun, { slope, curve }: Work): number {
  const sign = compressing ? -1 : 1;
  const goesOn = sign * slope > 0 || (slope === 0 && (compressing ? curve < 0 : curve >= 0));
  if (!goesOn) return 0;
  return sign * curve < 0 ? -slope / (2 * curve) : Number.POSITIVE_INFINITY;
}

function distanceToEnd(run: StageRun, stop: StageStop, { direction }: Heading, work: Work): number {
  const { state } = run;
  if (stop.at === "impulse") {
    const rest = impulseLeft(stop, state, 2);
    return rest <= 0 ? 0 : rest / shareOfStop(stop, direction, 2);
  }
  // In restitution the work rises to its final value, with "work" it falls to it.
  if (run.compressing !== (stop.at === "work")) return Number.POSITIVE_INFINITY;
  const rest = (stop.at === "work" ? stop.work : finalWork(run, stop.restitution)) - state.normalWork;
  const sign = stop.at === "work" ? -1 : 1;
  if (sign * rest <= 0) return 0;
  // After a change of mode the work may go the other way: it turns first.
  if (sign * work.slope < 0) return Number.POSITIVE_INFINITY;
  const square = work.slope * work.slope + 4 * work.curve * rest;
  return square < 0 ? Number.POSITIVE_INFINITY : (2 * rest) / (work.slope + sign * Math.sqrt(square));
}

function advance(run: StageRun, heading: Heading, work: Work, distance: number): void {
  const { state, observe } = run;
  if (observe !== undefined && distance > 0) {
    for (let k = 1; k < DRAWN_POINTS; k++) {
      const point = copyState(state);
      move(run.touching, point, heading, { ...work }, (k * distance) / DRAWN_POINTS);
      observe(point, run);
    }
  }
  move(run.touching, state, heading, work, distance);
}

function move({ count, size }: Touching, state: StageRun["state"], { direction, rate }: Heading, work: Work, distance: number): void {
  for (let i = 0; i < count; i++)
    state.frictionWork += direction[2 * i] * distance * (state.velocity[2 * i] + 0.5 * rate[2 * i] * distance);
  state.normalWork += (work.slope + work.curve * distance) * distance;
  work.slope += 2 * work.curve * distance;
  state.normalImpulse += distance;
  for (let c = 0; c < size; c++) {
    state.impulse[c] += direction[c] * distance;
    state.velocity[c] += rate[c] * distance;
  }
}

/** The first slipping contact to stop; undefined if none does. */
function nextToStop({ touching, state }: StageRun, { rate }: Heading): { readonly contact: number; readonly distance: number } | undefined {
  let contact = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i < touching.count; i++) {
    const slip = state.velocity[2 * i];
    if (touching.pushing[i] === 0 || touching.friction[i] === 0 || !(slip * rate[2 * i] < 0)) continue;
    const own = -slip / rate[2 * i];
    if (own < distance) [contact, distance] = [i, own];
  }
  return contact < 0 ? undefined : { contact, distance };
}

/** The slip of a contact has stopped, and with it that of all contacts on its line, and of others by chance. */
function stopSlip(run: StageRun, { rate }: Heading, contact: number, speed: number): void {
  const { touching, state } = run;
  const { count, pushing, friction, plane } = touching;
  const stopped: number[] = [];
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0 || friction[i] === 0 || rate[2 * i] === 0) continue;
    const least = plane[i] === plane[contact] ? ONE_SLIP : AT_REST;
    if (i !== contact && Math.abs(state.velocity[2 * i]) > least * speed) continue;
    state.velocity[2 * i] = 0;
    stopped.push(i);
  }
  for (const i of stopped) happen(run, "slip-stop", i);
  run.observe?.(state, run);
}

function normalWork(velocity: Float64Array, { direction, rate }: Heading): Work {
  let slope = 0;
  let twice = 0;
  for (let n = 1; n < velocity.length; n += 2) {
    slope += velocity[n] * direction[n];
    twice += rate[n] * direction[n];
  }
  return { slope, curve: 0.5 * twice };
}

function publishedWork({ size, mobility }: Touching): MeasureWork {
  const inverse = pseudoInverse(symmetricEigen(mobility, size));
  /** Tangents of one vector and normals of another. */
  const mixed = (tangents: Float64Array, normals: Float64Array) => form(tangents, 0, normals);
  const normal = (one: Float64Array, other: Float64Array) => form(one, 1, other);
  const form = (one: Float64Array, first: number, other: Float64Array) => {
    let sum = 0;
    for (let i = first; i < size; i += 2) for (let j = 1; j < size; j += 2) sum += one[i] * inverse[i * size + j] * other[j];
    return sum;
  };
  return (velocity, { rate }) => ({
    slope: mixed(rate, velocity) + mixed(velocity, rate) + normal(velocity, rate),
    curve: mixed(rate, rate) + 0.5 * normal(rate, rate),
  });
}
