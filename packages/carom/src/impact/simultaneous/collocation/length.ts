/**
 * How long a step by collocation may be, before it is tried.
 *
 * It must resolve the fastest oscillation, end short of the stop of a slip that turns (where its direction has no polynomial), and with a
 * force law that has no power series at zero compression it begins or ends where a contact closes or opens, on a clock that suits it.
 */
import type { Motion } from "../motion.js";
import { COMPRESSION, IDLE, OPEN, RESTITUTION, SLIP } from "../state.js";
import { compressionFor, springEnergy, springForce } from "../system.js";
import { accelerateAtStart, type Collocation, gatherRows } from "./points.js";
import { FROM_TIP, TO_TIP } from "./radau.js";

/** Frequency times length. */
const REACH = 0.7;
/** Of the time in which a contact at rest begins to be asked for its friction. */
const BEYOND_WAKING = 1.5;
/** Part of the depth of a contact below which it no longer matters that its force law is not smooth. */
const NEGLIGIBLE_DEPTH = 1e-6;

/** Rows are gathered. Also leaves the accelerations at the start of the step in `first`. */
export function lengthAllowed(motion: Motion, method: Collocation): number {
  const { system, state, active, activeCount } = motion;
  const { firstTangent, idleDepth } = system;
  let square = 0;
  let length = Infinity;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    square = Math.max(square, steepest(motion, c) * couplings(motion, c));
    // What a contact at rest does when it wakes must not drown in the rounding of a long step.
    if (state.mode[c] === IDLE && state.velocity[c] < 0)
      length = Math.min(length, (BEYOND_WAKING * (idleDepth[c] - state.compression[c])) / -state.velocity[c]);
  }
  if (square > 0) length = Math.min(length, REACH / Math.sqrt(square));

  const { turning } = method;
  accelerateAtStart(motion, method);
  for (let q = 0; q < turning.count; q++) {
    // Tangential springs turn smoothly whatever the slip does.
    if (system.tangentialStiffness[turning.contacts[q]] > 0) continue;
    const row = firstTangent[turning.contacts[q]];
    const at = method.placeOf[row];
    const s1 = state.velocity[row];
    const s2 = state.velocity[row + 1];
    const rate = s1 * method.first[at] + s2 * method.first[at + 1];
    if (rate < 0) length = Math.min(length, (method.towards * (s1 * s1 + s2 * s2)) / -rate);
  }
  return length;
}

/** A slip that goes straight until it stops does so no longer than this many times the time it should take. */
const OVERTIME = 2;

/** How long slips that are about to stop may be followed straight on; those that get faster again are so no longer. */
export function timeToStop(motion: Motion, method: Collocation): number {
  const { system, state, active, activeCount } = motion;
  let time = Infinity;
  let known = false;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    if (state.stopping[c] === 0 || state.mode[c] !== SLIP) continue;
    if (!known) {
      gatherRows(motion, method);
      accelerateAtStart(motion, method);
      known = true;
    }
    const row = system.firstTangent[c];
    const at = method.placeOf[row];
    const s1 = state.velocity[row];
    const s2 = state.velocity[row + 1];
    const rate = s1 * method.first[at] + s2 * method.first[at + 1];
    if (rate < 0) time = Math.min(time, (OVERTIME * (s1 * s1 + s2 * s2)) / -rate);
    else state.stopping[c] = 0;
  }
  return time;
}

/** Sum of the normal mobilities of a contact with those that push. */
function couplings({ system, state }: Motion, c: number): number {
  const { start, index, value, count } = system;
  let sum = 0;
  for (let k = start[c]; k < start[c + 1]; k++) if (index[k] < count && state.phase[index[k]] !== OPEN) sum += Math.abs(value[k]);
  return sum;
}

/**
 * The largest push: how fast the contacts that push could become, their accelerations along all rows times the time in which their springs
 * answer.
 */
export function largestPush(motion: Motion, method: Collocation): number {
  const { system, active, activeCount } = motion;
  gatherRows(motion, method);
  accelerateAtStart(motion, method);
  let most = 0;
  let a = 0;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    const time = 1 / Math.sqrt(springSlope(motion, c) * system.diagonal[c]);
    for (let j = -1; j < system.tangents[c]; j++) most = Math.max(most, time * Math.abs(method.first[a++]));
  }
  return most;
}

/** Stiffness of a spring at its present compression. */
function springSlope({ system, state }: Motion, c: number): number {
  const { exponent } = system;
  const x = state.compression[c];
  return exponent === 1 ? state.stiffness[c] : (exponent * springForce(state.stiffness[c], x, exponent)) / Math.max(x, 1e-300);
}

/** Stiffness of a spring where its contact alone would be compressed most, with the energy it has and the speed it is approached at. */
function steepest({ system, state }: Motion, c: number): number {
  const { exponent, diagonal } = system;
  const stiffness = state.stiffness[c];
  if (exponent === 1) return stiffness;
  const energy = springEnergy(stiffness, state.compression[c], exponent) + (0.5 * state.velocity[c] * state.velocity[c]) / diagonal[c];
  const x = compressionFor(energy, stiffness, exponent);
  return (exponent * springForce(stiffness, x, exponent)) / Math.max(x, 1e-300);
}

/**
 * Force of an opening contact falls with the power 3/2 or so of the time left: then the velocity gains this part of its first acceleration.
 */
const OPENING_GAIN = 2 / 7;
const TOWARDS_OPENING = 0.6;
/** A contact pressed less than this part of what the step will add is at its tip. */
const AT_TIP = 0.3;

/**
 * The clock of a step with a force law that has no power series at zero compression: from the tip where a contact has just closed, to the
 * tip where one will open, with the length adjusted to end there.
 */
export function chooseClock(motion: Motion, { first, placeOf, tip }: Collocation, length: number): number {
  const { system, state, step, active, activeCount } = motion;
  let opening = Infinity;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    const x = state.compression[c];
    const v = state.velocity[c];
    if (state.phase[c] === COMPRESSION && x < -AT_TIP * v * length) {
      step.clock = FROM_TIP;
      return Math.min(length, tip[FROM_TIP]);
    }
    if (state.phase[c] !== RESTITUTION || !(v > 0) || x <= NEGLIGIBLE_DEPTH * system.depth[c]) continue;
    const gain = Math.max(0, OPENING_GAIN * first[placeOf[c]]);
    opening = Math.min(opening, (2 * x) / (v + Math.sqrt(v * v + 4 * gain * x)));
  }
  if (length < 0.5 * opening) return length;
  // Short of the tip the force law is smooth, but not at it.
  if (opening > tip[TO_TIP]) return Math.min(length, TOWARDS_OPENING * opening);
  step.clock = TO_TIP;
  return opening;
}
