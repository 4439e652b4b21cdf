/**
 * The first event within a step: where one of the conditions that the present phases and modes rest on is used up.
 *
 * Every condition is a margin that is positive while it holds and falls to zero at the event. A margin built of one row (a velocity, a
 * compression) is a power series in a step by series, whose first zero is found for certain (first-zero.ts). The others are sampled, and a
 * fall, or a dip between samples, is located to the last bit.
 *
 * Strict margins are positive from the start; where one is not, its event is due at once. Others begin at zero: the speed of a slip that
 * starts, the reserve of a contact that has just come to rest. They count from where they have left zero, and if they leave it downwards,
 * at once.
 */
import { findRoot } from "../../math/root-finding.js";
import { atTime } from "./collocation/radau.js";
import { firstZero } from "./first-zero.js";
import type { Motion } from "./motion.js";
import { COMPRESSION, IDLE, RESTITUTION, SLIP, STICK } from "./state.js";
import { combine, lookAt, MOST_TERMS } from "./step.js";
import { springForce } from "./system.js";
import { APPROACHED, TOUCHING, TURNED } from "./tolerances.js";

export const END_COMPRESSION = 0;
export const OPENING = 1;
export const RECOMPRESSION = 2;
export const CLOSING = 3;
export const WAKING = 4;
export const STOPPING = 5;
export const BREAKING = 6;
export const SLIDING = 7;

export interface Found {
  /** From 0 to 1 over the step; Infinity: none. */
  time: number;
  kind: number;
  contact: number;
  readonly search: Search;
}

/** What is looked at in search of an event. */
interface Search {
  /** The margin of one row: `sign` times its value, plus `shift`. */
  byCompression: boolean;
  sign: number;
  shift: number;
  /** Its power series. */
  readonly series: Float64Array;
  kind: number;
  contact: number;
  /** The margin of this kind at this contact: one function for all searches, since a new one for each would be much of their cost. */
  readonly margin: (t: number) => number;
}

export function createFound(motion: Motion): Found {
  const search: Search = {
    byCompression: false,
    sign: 1,
    shift: 0,
    series: new Float64Array(MOST_TERMS),
    kind: 0,
    contact: 0,
    margin: (t) => marginAt(motion, search.kind, search.contact, t),
  };
  return { time: Infinity, kind: 0, contact: 0, search };
}

/** Samples of a step by series; one by collocation has its own points. */
const SAMPLES = 8;

/** Looks through the step; `friction` false looks only at the normal springs, `breaking` false passes over contacts at rest. */
export function findFirst(motion: Motion, found: Found, friction: boolean, breaking = true): void {
  const { system, state, active, activeCount, approachable, approachableCount } = motion;
  found.time = Infinity;
  for (let a = 0; a < activeCount; a++) {
    const c = active[a];
    if (state.phase[c] === COMPRESSION) consider(motion, found, END_COMPRESSION, c);
    else if (state.phase[c] === RESTITUTION) {
      consider(motion, found, OPENING, c);
      consider(motion, found, RECOMPRESSION, c);
    }
    if (!friction) continue;
    if (state.mode[c] === IDLE) {
      consider(motion, found, WAKING, c);
      consider(motion, found, SLIDING, c);
    }
    // A rigid slip that turns within the step was seen not to stop in it.
    else if (state.mode[c] === SLIP) {
      if (motion.turns[c] === 0 || system.tangentialStiffness[c] > 0) consider(motion, found, STOPPING, c);
    } else if (state.mode[c] === STICK && (breaking || system.tangentialStiffness[c] > 0)) consider(motion, found, BREAKING, c);
  }
  if (motion.tracksGaps) {
    // Those that push stand before the open ones.
    for (let i = activeCount; i < motion.trackedCount; i++) consider(motion, found, CLOSING, motion.tracked[i]);
    for (let i = 0; i < motion.driftingCount; i++) considerDrifting(motion, found, motion.drifting[i]);
  } else for (let i = 0; i < approachableCount; i++) consider(motion, found, CLOSING, approachable[i]);
}

function consider(motion: Motion, found: Found, kind: number, c: number): void {
  const until = Math.min(1, found.time);
  let time: number;
  if (kind < STOPPING && !motion.step.nodal) time = firstFallOfRow(motion, found.search, kind, c, until);
  else if (kind < STOPPING ? staysPositive(motion, found.search, kind, c) : kind === BREAKING && holdsNothing(motion, c)) return;
  else time = firstFall(motion, found.search, kind, c, until);
  if (time < found.time) {
    found.time = time;
    found.kind = kind;
    found.contact = c;
  }
}

/** The gap of a contact that nothing reaches closes evenly. */
function considerDrifting({ system, state, step }: Motion, found: Found, c: number): void {
  const approach = -state.velocity[c] * step.length;
  if (!(approach > 0)) return;
  const gap = TOUCHING * system.depth[c] - state.compression[c];
  if (gap >= approach) return;
  const time = atTime(step.clock, Math.max(0, gap / approach));
  if (time >= found.time) return;
  found.time = time;
  found.kind = CLOSING;
  found.contact = c;
}

function readRow({ system, tracksGaps }: Motion, row: Search, kind: number, c: number): void {
  row.byCompression = kind === OPENING || kind === WAKING || (kind === CLOSING && tracksGaps);
  row.sign = kind === OPENING || kind === RECOMPRESSION || (kind === CLOSING && !tracksGaps) ? 1 : -1;
  if (kind === RECOMPRESSION) row.shift = TURNED;
  else if (kind === WAKING) row.shift = system.idleDepth[c];
  else if (kind === CLOSING) row.shift = tracksGaps ? TOUCHING * system.depth[c] : APPROACHED;
  else row.shift = 0;
}

/** The time up to `until` at which the margin of one row falls to zero in a step by power series; Infinity if it does not. */
function firstFallOfRow(motion: Motion, row: Search, kind: number, c: number, until: number): number {
  const { system, step } = motion;
  readRow(motion, row, kind, c);
  const data = row.byCompression ? step.compression : step.velocity;
  const stride = row.byCompression ? system.count : system.rows;
  const { sign, series } = row;
  const first = sign * data[c] + row.shift;
  if (!(first > 0)) return 0;
  series[0] = first;
  // It cannot fall to zero where the first term outweighs all others up to then.
  let others = 0;
  for (let k = 1, at = stride + c; k < step.terms; k++, at += stride) {
    const term = sign * data[at];
    series[k] = term;
    if (term < 0) others -= term;
  }
  return first > until * others ? Infinity : firstZero(series, step.terms, until);
}

/** A function at the points of a step does not fall below its least value there by more than this part of its range. */
const OVERSHOOT = 0.2;

/** Whether the margin of one row is clearly not used up in a step by collocation: at its points it stays away from zero. */
function staysPositive(motion: Motion, row: Search, kind: number, c: number): boolean {
  const { system, step } = motion;
  readRow(motion, row, kind, c);
  const data = row.byCompression ? step.compression : step.velocity;
  const stride = row.byCompression ? system.count : system.rows;
  const { sign, shift } = row;
  let least = sign * data[c] + shift;
  let most = least;
  for (let k = 1, at = stride + c; k < step.terms; k++, at += stride) {
    const value = sign * data[at] + shift;
    if (value < least) least = value;
    else if (value > most) most = value;
  }
  return least > OVERSHOOT * (most - least);
}

/** Whether there is no tangential force at all on a contact at rest. */
function holdsNothing({ system, step }: Motion, c: number): boolean {
  const { rows, tangents, firstTangent } = system;
  for (let row = firstTangent[c]; row < firstTangent[c] + tangents[c]; row++)
    for (let k = 0; k < step.terms; k++) if (step.force[k * rows + row] !== 0) return false;
  return true;
}

/** The margin of an event at a time within the step. */
export function marginAt(motion: Motion, kind: number, c: number, t: number): number {
  const { system, state, step, radau } = motion;
  const { count, rows } = system;
  lookAt(step, radau, t);
  const { weights, terms } = step;
  switch (kind) {
    case END_COMPRESSION:
      return -combine(step.velocity, rows, c, weights, terms);
    case OPENING:
      return combine(step.compression, count, c, weights, terms);
    case RECOMPRESSION:
      return combine(step.velocity, rows, c, weights, terms) + TURNED;
    case CLOSING:
      return motion.tracksGaps
        ? TOUCHING * system.depth[c] - combine(step.compression, count, c, weights, terms)
        : combine(step.velocity, rows, c, weights, terms) + APPROACHED;
    case WAKING:
      return system.idleDepth[c] - combine(step.compression, count, c, weights, terms);
    case STOPPING: {
      if (motion.turns[c] === 1) return slidingWhileTurning(motion, c);
      const row = system.firstTangent[c];
      let along = 0;
      for (let i = 0; i < system.tangents[c]; i++)
        along += state.direction[2 * c + i] * combine(step.velocity, rows, row + i, weights, terms);
      if (system.tangentialStiffness[c] > 0) along += slideRatio(motion, c) * combine(step.velocity, rows, c, weights, terms);
      return along;
    }
    case SLIDING: {
      let square = 0;
      for (let i = system.firstTangent[c]; i < system.firstTangent[c] + system.tangents[c]; i++) {
        const slip = combine(step.velocity, rows, i, weights, terms);
        square += slip * slip;
      }
      return system.clearSlip * system.clearSlip - square;
    }
    default:
      return reserveAt(motion, c);
  }
}

/** Sliding speed of a contact with tangential springs that turns, at the time looked at. */
function slidingWhileTurning(motion: Motion, c: number): number {
  const { system, step } = motion;
  const { weights, terms } = step;
  const row = system.firstTangent[c];
  const d1 = combine(step.stretch, system.rows, row, weights, terms);
  const d2 = combine(step.stretch, system.rows, row + 1, weights, terms);
  const along =
    d1 * combine(step.velocity, system.rows, row, weights, terms) + d2 * combine(step.velocity, system.rows, row + 1, weights, terms);
  return along / Math.sqrt(d1 * d1 + d2 * d2) + slideRatio(motion, c) * combine(step.velocity, system.rows, c, weights, terms);
}

/** How much the slip of a stretched contact lags behind: friction times normal over tangential stiffness. */
export function slideRatio({ system, state }: Motion, c: number): number {
  return (system.friction[c] * state.stiffness[c]) / system.tangentialStiffness[c];
}

/** A contact at rest may exceed its friction by this part: rounding of the forces that hold it. */
const SLACK = 4e-12;

/** What is left of the friction of a contact at rest, as a difference of squares, at the time looked at. */
function reserveAt(motion: Motion, c: number): number {
  const { system, step } = motion;
  const { rows, tangents, firstTangent, tangentialStiffness } = system;
  const rigid = tangentialStiffness[c] === 0;
  const limit = rigid ? system.staticFriction[c] * pressureAt(motion, c) : system.friction[c] * springForceAt(motion, c);
  let square = 0;
  for (let i = firstTangent[c]; i < firstTangent[c] + tangents[c]; i++) {
    const force = rigid
      ? combine(step.force, rows, i, step.forceWeights, step.terms)
      : tangentialStiffness[c] * combine(step.stretch, rows, i, step.weights, step.terms);
    square += force * force;
  }
  return limit * limit * (1 + (rigid ? SLACK : 0)) - square;
}

/**
 * The normal force that holds a contact with rigid tangents: interpolated like the friction beside it, so that the error of that, which
 * near the tip of a force law is larger than the force, is the same in both; and no less than the least that counts.
 */
function pressureAt({ system, state, step }: Motion, c: number): number {
  const least = springForce(state.stiffness[c], system.idleDepth[c], system.exponent);
  return Math.max(Math.abs(combine(step.force, system.rows, c, step.forceWeights, step.terms)), least);
}

function springForceAt({ system, state, step }: Motion, c: number): number {
  const x = combine(step.compression, system.count, c, step.weights, step.terms);
  return springForce(state.stiffness[c], Math.max(0, x), system.exponent);
}

/** The time up to `until` at which a margin falls to zero; Infinity if it does not. */
function firstFall(motion: Motion, search: Search, kind: number, c: number, until: number): number {
  search.kind = kind;
  search.contact = c;
  const { margin } = search;
  let from = 0;
  let value = margin(0);
  if (kind < STOPPING || kind === SLIDING) {
    if (!(value > 0)) return 0;
  } else {
    const left = leaveZero(motion, search, value, until);
    if (left <= 0) return left < 0 ? 0 : Infinity;
    if (left > 0 && value <= noiseOf(motion, kind, c)) {
      from = left;
      value = margin(from);
    }
  }
  const { nodal } = motion.step;
  const { points, count } = motion.radau;
  const parts = nodal ? count : SAMPLES;
  for (let i = 1; i <= parts; i++) {
    const to = Math.min(until, nodal ? points[i - 1] : i / parts);
    if (to <= from) continue;
    const next = margin(to);
    if (next <= 0) return findRoot(margin, from, to);
    const dip = findDip(margin, from, value, to, next, until);
    if (dip < Infinity) return findRoot(margin, from, dip);
    if (to >= until) return Infinity;
    from = to;
    value = next;
  }
  return Infinity;
}

/**
 * A margin dips to zero between two samples only where one of them is small beside the other, or its slope is steep; the first is cheap to
 * see.
 */
const SMALL = 0.5;

function findDip(margin: Search["margin"], from: number, value: number, to: number, next: number, until: number): number {
  const slope = slopeAt(margin, from, until);
  if (!(slope < 0)) return Infinity;
  // Where it falls slowly enough to reach the second sample unbent, it need not be looked at there.
  if (value + slope * (to - from) > SMALL * Math.min(value, next)) return Infinity;
  const nextSlope = slopeAt(margin, to, until);
  return nextSlope > 0 ? bottom(margin, { at: from, value, slope }, { at: to, value: next, slope: nextSlope }) : Infinity;
}

/** Over which slopes are taken. */
const DIFFERENCE = 1e-6;

function slopeAt(margin: Search["margin"], t: number, until: number): number {
  const after = Math.min(until, t + DIFFERENCE);
  const before = Math.max(0, t - DIFFERENCE);
  return after > before ? (margin(after) - margin(before)) / (after - before) : 0;
}

const MOST_HALVINGS = 40;

/** A margin at one time. */
interface Sample {
  readonly at: number;
  readonly value: number;
  readonly slope: number;
}

/** A time between two at which the margin is not positive, if it falls from the first and rises to the second and has one. */
function bottom(margin: Search["margin"], from: Sample, { at: to, value: next, slope: nextSlope }: Sample): number {
  let a = from.at;
  let b = to;
  let [ga, sa, gb, sb] = [from.value, from.slope, next, nextSlope];
  for (let i = 0; i < MOST_HALVINGS; i++) {
    // Where the tangents meet; a margin that bends upwards is nowhere below that.
    const meeting = (gb - ga + sa * a - sb * b) / (sa - sb);
    if (!(ga + sa * (meeting - a) <= 0)) return Infinity;
    const t = meeting > a && meeting < b ? meeting : 0.5 * (a + b);
    const g = margin(t);
    if (g <= 0) return t;
    const s = slopeAt(margin, t, to);
    if (s < 0) [a, ga, sa] = [t, g, s];
    else [b, gb, sb] = [t, g, s];
  }
  return Infinity;
}

/** How close to its start a margin that begins at zero is looked at, as halvings of a sample. */
const HALVINGS = 20;

/** Rounding of what is interpolated between the points of a step by collocation. */
const INTERPOLATION = 1e-13;

/** Size of a margin that is rounding. */
function noiseOf({ system, state, step }: Motion, kind: number, c: number): number {
  const { rows, firstTangent, tangents } = system;
  let size = 0;
  if (kind === STOPPING) {
    for (let i = firstTangent[c]; i < firstTangent[c] + tangents[c]; i++)
      for (let k = 0; k < step.terms; k++) size = Math.max(size, Math.abs(step.velocity[k * rows + i]));
    return (step.nodal ? INTERPOLATION : 4 * Number.EPSILON) * size;
  }
  const limit = system.staticFriction[c] * Math.abs(springForce(state.stiffness[c], state.compression[c], system.exponent));
  return (step.nodal ? INTERPOLATION : 8 * Number.EPSILON) * limit * limit;
}

/**
 * For a margin that may begin at zero: the time at which it is seen to be positive, -1 if it is seen to be negative first, 0 if it does not
 * leave zero before `until`.
 */
function leaveZero(motion: Motion, { margin, kind, contact: c }: Search, value: number, until: number): number {
  const noise = noiseOf(motion, kind, c);
  if (value > noise) return until;
  if (value < -1e6 * noise) return -1;
  const first = Math.min(until, 1 / SAMPLES);
  let part = 1;
  for (let i = 0; i < HALVINGS; i++) part /= 2;
  for (; part <= 1; part *= 2) {
    const g = margin(part * first);
    if (g > noise) return part * first;
    if (g < -noise) return -1;
  }
  for (let i = 2; i <= SAMPLES && i / SAMPLES <= until; i++) {
    const g = margin(i / SAMPLES);
    if (g > noise) return i / SAMPLES;
    if (g < -noise) return -1;
  }
  return 0;
}
