/**
 * Sticking: the particle is at rest on the second body and all three springs are stretched by the motion of the first.
 *
 * In the stretched time t (real time times the root of the normal stiffness) this is an undamped oscillator with three degrees of freedom,
 *
 *     g' = v_t     f' = -c v_n     I_t' = -g/eta0^2     I_n' = f     v = v0 + W I
 *
 * linear with constant coefficients. Its power series converges everywhere, with terms that fall like (omega t)^k / k!, omega the highest
 * frequency, so a polynomial over omega t <= 2 is exact to rounding. (For a ball the tangents are a harmonic motion of the frequency
 * sqrt(W_tt)/eta0.)
 *
 * The contact slips where the margin to the friction cone, friction eta0^2 f - |g|, falls to zero. Its rate is minus the speed at which the
 * particle would slide, s = v_t . g/|g| + friction eta0^2 c v_n. At the start (f = g = 0) the margin is zero although the contact sticks,
 * and after slip that has stopped margin and rate both are: rounding must not decide there. At the tip the margin over t is looked at
 * instead; coming from slip, the margin may only be left after it has been entered.
 *
 * Letters: f force, g stretch, c hardness, I impulse, v velocity, W mobility, s sliding speed; see path.ts.
 * Source: 001 eq. (38), (39), (42), (51) to (53), in the regular form of the sheet (compliant-impact, section 4).
 */
import { findRoot } from "../../math/root-finding.js";
import { SLIP_START } from "../slip/path.js";
import type { ComplianceContact } from "./contact.js";
import {
  type CompliancePath,
  type ComplianceState,
  endImpact,
  endless,
  recordEvent,
  slipFriction,
  stretchToSlip,
  tangentialEnergy,
  turnAround,
} from "./path.js";
import { evaluate, firstRise, motionRows, seriesRows } from "./power-series.js";

/** Where a stretch of sticking begins. */
export type StickStart =
  /** Of the friction cone: the impact begins. */
  | "tip"
  /** On the friction cone: slip has stopped. */
  | "cone"
  /** Anywhere inside. */
  | "inside";

/** 2^24 / 24! is below rounding. */
const ORDER = 24;
const STEP = 2;
/** Parts of a step in which an event is looked for; the square of the stretch turns by less than 2/3 in each. */
const PARTS = 6;
/** Thirty thousand swings: the springs are that rigid. */
const MOST_STEPS = 100_000;
const DRAWN_POINTS = 12;
/** Stretch below this fraction of the largest is rounding: its energy is 1e-26 of what the springs held. */
const UNSTRETCHED = 1e-13;

/** The series of a step of sticking and what is found on it. */
export type Sticking = ReturnType<typeof createSticking>;

function createSticking() {
  const row = seriesRows(9);
  return {
    force: row(),
    stretch1: row(),
    stretch2: row(),
    ...motionRows(row),
    /** What the margin needs to know of the contact: friction eta0^2, and that times the hardness. */
    cone: 0,
    closing: 0,
    atTip: false,
    /** Where the first event of the step is. */
    eventAt: 0,
    /** Whether the step ended on the cone it came from, not having entered it. */
    enters: false,
  };
}

/**
 * Sticks from the present state until the contact slips (returns true) or the impact ends (false).
 * `forced` passes the first part of a step whatever the margin is, and puts the contact back on the cone there.
 */
export function stick(contact: ComplianceContact, path: CompliancePath, start: StickStart, forced = false): boolean {
  const { state } = path;
  path.sticking ??= createSticking();
  const { sticking } = path;
  let from = start;
  let pass = forced;
  let largest = 0;
  path.observe?.(state, "stick");
  for (let step = 0; step < MOST_STEPS; step++) {
    const frequency = highestFrequency(contact, state.hardness);
    expand(sticking, contact, state, frequency);
    largest = Math.max(largest, Math.sqrt(state.stretch1 * state.stretch1 + state.stretch2 * state.stretch2), state.force);
    sticking.cone = contact.friction * contact.stiffnessRatio;
    sticking.closing = sticking.cone * state.hardness;
    sticking.atTip = from === "tip";
    const event = locateEvent(sticking, state, from, pass, largest);
    const at = event === "none" ? STEP : sticking.eventAt;
    if (path.observe !== undefined) draw(sticking, path, at);
    advance(sticking, state, at);
    if (event === "passed") returnToCone(contact, state);
    if (at > 0) pass = false;
    from = sticking.enters ? "cone" : "inside";
    if (event === "turn") {
      if (turnAround(path, contact, "stick")) return false;
    } else if (event === "slip") {
      startSlip(contact, path);
      return true;
    } else if (event === "end") {
      state.normalEnergy = 0;
      state.force = 0;
      endImpact(path, contact, "stick");
      return false;
    }
  }
  throw endless(path, contact);
}

/**
 * A bound above the highest frequency of the oscillator, and close to it: its square is at most the sum over the blocks of the mobility.
 */
function highestFrequency({ b11, b12, b22, stiffnessRatio, planar }: ComplianceContact, hardness: number): number {
  const half = 0.5 * (b11 - b22);
  const tangential = planar ? b11 : 0.5 * (b11 + b22) + Math.sqrt(half * half + b12 * b12);
  return Math.sqrt(tangential / stiffnessRatio + hardness);
}

/** Coefficients of everything in x = frequency times stretched time. */
function expand(sticking: Sticking, contact: ComplianceContact, state: ComplianceState, frequency: number): void {
  const { force, stretch1, stretch2, normalImpulse, impulse1, impulse2, velocity1, velocity2, normalVelocity } = sticking;
  const { b11, b12, b22, d1, d2, stiffnessRatio } = contact;
  const { hardness } = state;
  force[0] = state.force;
  stretch1[0] = state.stretch1;
  stretch2[0] = state.stretch2;
  normalImpulse[0] = 0;
  impulse1[0] = 0;
  impulse2[0] = 0;
  velocity1[0] = state.velocity1;
  velocity2[0] = state.velocity2;
  normalVelocity[0] = state.normalVelocity;
  for (let k = 0; k < ORDER; k++) {
    const next = 1 / (frequency * (k + 1));
    const n = force[k] * next;
    const i1 = (-stretch1[k] / stiffnessRatio) * next;
    const i2 = (-stretch2[k] / stiffnessRatio) * next;
    stretch1[k + 1] = velocity1[k] * next;
    stretch2[k + 1] = velocity2[k] * next;
    force[k + 1] = -hardness * normalVelocity[k] * next;
    normalImpulse[k + 1] = n;
    impulse1[k + 1] = i1;
    impulse2[k + 1] = i2;
    velocity1[k + 1] = b11 * i1 + b12 * i2 + d1 * n;
    velocity2[k + 1] = b12 * i1 + b22 * i2 + d2 * n;
    normalVelocity[k + 1] = d1 * i1 + d2 * i2 + n;
  }
}

/** The first event of the step, its place in `eventAt`. */
function locateEvent(
  sticking: Sticking,
  state: ComplianceState,
  start: StickStart,
  forced: boolean,
  largest: number,
): "none" | "turn" | "slip" | "end" | "passed" {
  const { force, normalVelocity } = sticking;
  const sign = state.approaching ? 1 : -1;
  const forceAt = (x: number) => evaluate(force, x, ORDER);
  const slidingAt = (x: number) => slidingSpeed(sticking, x);
  const margin = (x: number) => marginAt(sticking, x);
  // Where the margin over t is positive at the tip, sticking has begun for good; where rounding decides it, as on the cone.
  sticking.enters = start === "cone" || (start === "tip" && margin(0) <= 0);
  let from = 0;
  let slides = slidingAt(0);
  for (let part = 1; part <= PARTS; part++) {
    const to = (STEP * part) / PARTS;
    const turn = firstRise(normalVelocity, sign, from, to, ORDER);
    const end = !state.compressing && evaluate(force, to, ORDER) <= 0 ? findRoot(forceAt, from, to) : Number.POSITIVE_INFINITY;
    const until = Math.min(to, end);
    const slidesNext = slidingAt(until);
    let slip = Number.POSITIVE_INFINITY;
    if (sticking.enters && forced && part === 1) {
      if (turn > to && end > to) {
        sticking.eventAt = to;
        return "passed";
      }
    } else if (sticking.enters) {
      if (margin(until) > 0) sticking.enters = false;
      else if (slidesNext > 0) {
        // Either the margin was never entered, or so briefly that it is left again: it was widest where the sliding speed changes sign.
        const narrowing = slides < 0 ? from : lastNegative(slidingAt, from, until);
        const widest = narrowing === from && slides >= 0 ? from : findRoot(slidingAt, narrowing, until);
        slip = margin(widest) > 0 ? findRoot(margin, widest, until) : widest;
      }
    } else if (margin(until) <= 0) {
      slip = margin(from) > 0 ? findRoot(margin, from, until) : from;
    } else if (slides > 0 && slidesNext < 0) {
      const narrowest = findRoot(slidingAt, from, until);
      if (margin(narrowest) < 0) slip = margin(from) > 0 ? findRoot(margin, from, narrowest) : from;
    }
    const first = Math.min(turn, slip, end);
    if (first <= to) {
      sticking.eventAt = first;
      if (turn === first && turn < end) return "turn";
      if (end < Number.POSITIVE_INFINITY && stretchAt(sticking, end) <= UNSTRETCHED * largest) {
        sticking.eventAt = end;
        return "end";
      }
      return "slip";
    }
    from = to;
    slides = slidesNext;
  }
  return "none";
}

/** How often the first part of a step is halved in search of a margin that opens. */
const HALVINGS = 30;

/**
 * A place after the first point at which the sliding speed, zero at that point up to rounding, is negative; the first point if there is
 * none.
 */
function lastNegative(slidingAt: (x: number) => number, from: number, to: number): number {
  let x = to;
  for (let i = 0; i < HALVINGS; i++) {
    x = from + 0.5 * (x - from);
    if (slidingAt(x) < 0) return x;
  }
  return from;
}

function stretchAt({ stretch1, stretch2 }: Sticking, x: number): number {
  const g1 = evaluate(stretch1, x, ORDER);
  const g2 = evaluate(stretch2, x, ORDER);
  return Math.sqrt(g1 * g1 + g2 * g2);
}

/** How far the stretch is from what friction can hold; at the tip, over x. */
function marginAt(sticking: Sticking, x: number): number {
  const { force, stretch1, stretch2, cone, atTip } = sticking;
  if (!atTip) return cone * evaluate(force, x, ORDER) - stretchAt(sticking, x);
  if (x > 0) return (cone * evaluate(force, x, ORDER) - stretchAt(sticking, x)) / x;
  return cone * force[1] - Math.sqrt(stretch1[1] * stretch1[1] + stretch2[1] * stretch2[1]);
}

/** The speed at which the particle would slide if the contact slipped: minus the rate of the margin. */
function slidingSpeed({ velocity1, velocity2, normalVelocity, stretch1, stretch2, closing }: Sticking, x: number): number {
  const v1 = evaluate(velocity1, x, ORDER);
  const v2 = evaluate(velocity2, x, ORDER);
  const vn = evaluate(normalVelocity, x, ORDER);
  const g1 = evaluate(stretch1, x, ORDER);
  const g2 = evaluate(stretch2, x, ORDER);
  const g = Math.sqrt(g1 * g1 + g2 * g2);
  return (g > 0 ? (v1 * g1 + v2 * g2) / g : Math.sqrt(v1 * v1 + v2 * v2)) + closing * vn;
}

function advance(sticking: Sticking, state: ComplianceState, x: number): void {
  const { force, stretch1, stretch2, normalImpulse, impulse1, impulse2, velocity1, velocity2, normalVelocity } = sticking;
  state.normalImpulse += evaluate(normalImpulse, x, ORDER);
  state.impulse1 += evaluate(impulse1, x, ORDER);
  state.impulse2 += evaluate(impulse2, x, ORDER);
  state.velocity1 = evaluate(velocity1, x, ORDER);
  state.velocity2 = evaluate(velocity2, x, ORDER);
  state.normalVelocity = evaluate(normalVelocity, x, ORDER);
  state.force = Math.max(0, evaluate(force, x, ORDER));
  state.stretch1 = evaluate(stretch1, x, ORDER);
  state.stretch2 = evaluate(stretch2, x, ORDER);
  state.normalEnergy = (state.force * state.force) / (2 * state.hardness);
}

/** The contact slips along its stretch. */
function startSlip(contact: ComplianceContact, path: CompliancePath): void {
  const { state } = path;
  const stretch = Math.sqrt(state.stretch1 * state.stretch1 + state.stretch2 * state.stretch2);
  if (stretch > 0) {
    state.direction1 = state.stretch1 / stretch;
    state.direction2 = state.stretch2 / stretch;
  }
  if (slipFriction(contact, state) !== contact.friction) {
    const before = tangentialEnergy(contact, state);
    stretchToSlip(contact, state);
    state.springLoss += before - tangentialEnergy(contact, state);
  }
  recordEvent(path, contact, SLIP_START);
}

/** Only after a forced part, where the stretch is outside by rounding. */
function returnToCone(contact: ComplianceContact, state: ComplianceState): void {
  const stretch = Math.sqrt(state.stretch1 * state.stretch1 + state.stretch2 * state.stretch2);
  const most = contact.friction * contact.stiffnessRatio * state.force;
  if (!(stretch > most)) return;
  state.stretch1 *= most / stretch;
  state.stretch2 *= most / stretch;
}

function draw(sticking: Sticking, path: CompliancePath, length: number): void {
  for (let i = 1; i <= DRAWN_POINTS; i++) {
    const point = { ...path.state };
    advance(sticking, point, (i / DRAWN_POINTS) * length);
    path.observe?.(point, "stick");
  }
}
