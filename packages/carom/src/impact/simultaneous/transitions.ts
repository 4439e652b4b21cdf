/**
 * What happens at an event: the table of phases, and what friction makes of it.
 *
 *     open          approached                       compression, x = 0, K = k
 *     compression   approach velocity falls to 0     restitution: E -> e^2 E, x -> e^2 x, K = k / e^(2p), the force stays; e = 0: open
 *     restitution   x falls to 0                     open
 *     restitution   approached again                 compression: K = k, with the energy kept ("phase") or the force ("force")
 *
 * Source: 000 algorithm 2, completed by the last row, about which it says nothing.
 */
import { BREAKING, CLOSING, END_COMPRESSION, type Found, OPENING, RECOMPRESSION, SLIDING, STOPPING, slideRatio, WAKING } from "./find.js";
import type { Motion } from "./motion.js";
import {
  COMPRESSION,
  IDLE,
  NONE,
  normalForce,
  OPEN,
  RESTITUTION,
  SLIP,
  STICK,
  slipSpeed,
  storedEnergy,
  tangentialEnergy,
} from "./state.js";
import { compressionFor } from "./system.js";
import { APPROACHED, TOGETHER, TOUCHING, TURNED } from "./tolerances.js";

/** Is told what happens, after it has. */
export interface Observer {
  readonly event: (
    kind: "compression-end" | "compression-restart" | "contact-open" | "contact-close" | "slip-stop" | "slip-start",
    contact: number,
  ) => void;
  /** A point of the path: before an event, after it, and between. */
  readonly point: () => void;
  /** Whether the state at the next event will be looked at. Absent: always. */
  readonly keeps?: () => boolean;
}

export interface Rules {
  readonly recompression: "phase" | "force";
}

/** Whether a margin that was clearly positive at the start of the step is zero now. */
function together(now: number, start: number, unit: number): boolean {
  return now <= TOGETHER * unit && start >= 20 * TOGETHER * unit;
}

/**
 * Handles the event found and all others that are due with it. Contacts that come to rest are left in mode STICK: whether they stay there
 * is decided afterwards, together. Returns whether any may be.
 */
export function applyEvents(motion: Motion, found: Found, rules: Rules, observer: Observer): void {
  const { system, state, velocityBefore, compressionBefore, tracksGaps } = motion;
  const due = (kind: number, c: number) => found.time < Infinity && found.kind === kind && found.contact === c;
  for (let c = 0; c < system.count; c++) {
    if (state.phase[c] === OPEN) {
      const approached = state.velocity[c] < -APPROACHED;
      const touches = !tracksGaps || state.compression[c] >= -TOUCHING * system.depth[c];
      if (due(CLOSING, c) || (approached && touches)) close(motion, c, observer);
    } else if (state.phase[c] === COMPRESSION) {
      if (due(END_COMPRESSION, c) || together(-state.velocity[c], -velocityBefore[c], 1)) endCompression(motion, c, observer);
    } else if (due(OPENING, c) || together(state.compression[c], compressionBefore[c], system.depth[c])) open(motion, c, observer);
    else if (due(RECOMPRESSION, c) || state.velocity[c] < -TURNED) restart(motion, c, rules, observer);
  }
}

/** Handles one event of a normal spring. */
export function applyEvent(motion: Motion, kind: number, c: number, rules: Rules, observer: Observer): void {
  if (kind === CLOSING) close(motion, c, observer);
  else if (kind === END_COMPRESSION) endCompression(motion, c, observer);
  else if (kind === OPENING) open(motion, c, observer);
  else restart(motion, c, rules, observer);
}

/** Idle contacts this close to the compression or the slip at which they wake, wake together. */
const AWAKE = 1 - 1e-9;

function isAwake({ system, state }: Motion, c: number): boolean {
  return state.compression[c] >= AWAKE * system.idleDepth[c] || slipSpeed(system, state, c) >= AWAKE * system.clearSlip;
}

/** The same for what friction does; returns whether a contact has come to rest. */
export function applyFriction(motion: Motion, found: Found, observer: Observer): boolean {
  const { state } = motion;
  let stopped = false;
  const due = (kind: number, c: number) => found.time < Infinity && found.kind === kind && found.contact === c;
  for (let a = 0; a < motion.activeCount; a++) {
    const c = motion.active[a];
    if (state.phase[c] === OPEN) continue;
    if (state.mode[c] === IDLE) {
      if (due(WAKING, c) || due(SLIDING, c) || isAwake(motion, c)) wake(motion, c);
    } else if (state.mode[c] === SLIP) {
      if (due(STOPPING, c) || together(slidingNow(motion, c), slidingBefore(motion, c), 1))
        stopped = comeToRest(motion, c, observer) || stopped;
    } else if (state.mode[c] === STICK && due(BREAKING, c)) breakLoose(motion, c, observer);
  }
  return stopped;
}

/** Speed along the direction of slip, less what tangential springs take up. */
function slidingNow(motion: Motion, c: number): number {
  const { system, state } = motion;
  let along = 0;
  for (let i = 0; i < system.tangents[c]; i++) along += state.direction[2 * c + i] * state.velocity[system.firstTangent[c] + i];
  return system.tangentialStiffness[c] > 0 ? along + slideRatio(motion, c) * state.velocity[c] : along;
}

function slidingBefore(motion: Motion, c: number): number {
  const { system, state, velocityBefore } = motion;
  let along = 0;
  for (let i = 0; i < system.tangents[c]; i++) along += state.direction[2 * c + i] * velocityBefore[system.firstTangent[c] + i];
  return system.tangentialStiffness[c] > 0 ? along + slideRatio(motion, c) * velocityBefore[c] : along;
}

function endCompression(motion: Motion, c: number, observer: Observer): void {
  const { system, state } = motion;
  const restitution = system.restitution[c];
  const square = restitution * restitution;
  state.restitutionLoss += (1 - square) * storedEnergy(system, state, c);
  state.phase[c] = RESTITUTION;
  state.compression[c] *= square;
  if (restitution > 0) state.stiffness[c] = system.hardStiffness[c];
  observer.event("compression-end", c);
  if (restitution === 0) open(motion, c, observer);
}

function open(motion: Motion, c: number, observer: Observer): void {
  const { system, state } = motion;
  if (system.tangentialStiffness[c] > 0) {
    state.springLoss += tangentialEnergy(system, state, c);
    for (let i = system.firstTangent[c]; i < system.firstTangent[c] + system.tangents[c]; i++) state.stretch[i] = 0;
  }
  state.phase[c] = OPEN;
  state.compression[c] = 0;
  state.stiffness[c] = system.stiffness[c];
  state.lastMode[c] = state.mode[c];
  state.mode[c] = NONE;
  state.stopping[c] = 0;
  observer.event("contact-open", c);
}

function restart(motion: Motion, c: number, { recompression }: Rules, observer: Observer): void {
  const { system, state } = motion;
  const restitution = system.restitution[c];
  const energy = storedEnergy(system, state, c);
  state.stiffness[c] = system.stiffness[c];
  if (recompression === "phase") state.compression[c] = compressionFor(energy, system.stiffness[c], system.exponent);
  else state.compression[c] /= restitution * restitution;
  state.phase[c] = COMPRESSION;
  // Nothing with the energy kept; with the force kept, what was handed back to the spring.
  if (recompression === "force") state.restitutionLoss -= storedEnergy(system, state, c) - energy;
  if (system.tangentialStiffness[c] > 0) slacken(motion, c);
  observer.event("compression-restart", c);
}

/** Tangential springs stretched by more than friction can hold give way, where the normal force has fallen all at once. */
function slacken({ system, state }: Motion, c: number): void {
  const { firstTangent, tangents, friction, tangentialStiffness } = system;
  const before = tangentialEnergy(system, state, c);
  const stretch = Math.sqrt((2 * before) / tangentialStiffness[c]);
  const most = (friction[c] * normalForce(system, state, c)) / tangentialStiffness[c];
  if (!(stretch > most)) return;
  for (let i = firstTangent[c]; i < firstTangent[c] + tangents[c]; i++) state.stretch[i] *= most / stretch;
  state.springLoss += before - tangentialEnergy(system, state, c);
}

function close(motion: Motion, c: number, observer: Observer): void {
  const { system, state } = motion;
  state.phase[c] = COMPRESSION;
  state.compression[c] = 0;
  state.stiffness[c] = system.stiffness[c];
  if (system.tangents[c] > 0) {
    if (system.tangentialStiffness[c] > 0) meetSprings(motion, c);
    else if (slipSpeed(system, state, c) > system.slipRounding) slideAlongSlip(motion, c);
    else state.mode[c] = IDLE;
  }
  observer.event("contact-close", c);
}

/** A contact with tangential springs begins with slip where its slip is fast beside its approach (001 Prop. 1). */
function meetSprings(motion: Motion, c: number): void {
  const { state, system } = motion;
  slideAlongSlip(motion, c);
  const slides = slipSpeed(system, state, c) >= slideRatio(motion, c) * -state.velocity[c];
  state.mode[c] = slides ? SLIP : STICK;
  if (!slides) state.rested[c] = 1;
}

function slideAlongSlip({ system, state }: Motion, c: number): void {
  const speed = slipSpeed(system, state, c);
  state.mode[c] = SLIP;
  for (let i = 0; i < system.tangents[c]; i++)
    state.direction[2 * c + i] = speed > 0 ? state.velocity[system.firstTangent[c] + i] / speed : i === 0 ? 1 : 0;
}

function wake(motion: Motion, c: number): void {
  const { system, state } = motion;
  if (slipSpeed(system, state, c) > system.slipRounding) slideAlongSlip(motion, c);
  else rest(motion, c);
}

/** At rest until decided otherwise. */
function rest({ system, state }: Motion, c: number): void {
  state.mode[c] = STICK;
  state.rested[c] = 1;
  state.stopping[c] = 0;
  state.fresh[c] = 0;
  if (system.tangentialStiffness[c] > 0) return;
  for (let i = system.firstTangent[c]; i < system.firstTangent[c] + system.tangents[c]; i++) state.velocity[i] = 0;
}

/** A slip that is still this fast across its old direction has not stopped but turned. */
const ACROSS = 1e-10;

/** The slip along the direction of a contact has come to zero; returns whether it is at rest. */
function comeToRest(motion: Motion, c: number, observer: Observer): boolean {
  const { system, state } = motion;
  if (system.tangentialStiffness[c] === 0 && slipSpeed(system, state, c) > ACROSS + 100 * system.slipRounding) {
    slideAlongSlip(motion, c);
    state.stopping[c] = 0;
    return false;
  }
  rest(motion, c);
  observer.event("slip-stop", c);
  return true;
}

/** A slip this slow may be one that has stopped with others of the same body, a little late by rounding. */
const LATE = 1e-10;
/** A change of slip below this part of its rounding is none. */
const UNCHANGED = 1e-3;

/**
 * Contacts that hardly slip are listed in `doubtful` and count as at rest, to be asked again whether they slip: those that have only begun
 * to are left out. What they slip is kept until that is known. Where a contact has just come to rest, others may have done so with it.
 */
export function doubt(motion: Motion, doubtful: number[], stopped: boolean): void {
  const { system, state } = motion;
  doubtful.length = 0;
  for (let a = 0; a < motion.activeCount; a++) {
    const c = motion.active[a];
    if (state.mode[c] !== SLIP || system.tangentialStiffness[c] > 0 || state.fresh[c] === 1) continue;
    const late = stopped || isUnchanged(motion, c);
    if (slipSpeed(system, state, c) > (late ? LATE + 100 * system.slipRounding : system.slipRounding)) continue;
    doubtful.push(c);
    state.mode[c] = STICK;
  }
}

/** Whether the last step left the slip of a contact as it was: that of a body which others hold, and so rounding where it is slow. */
function isUnchanged({ system, state, velocityBefore, restingCount }: Motion, c: number): boolean {
  if (restingCount === 0) return false;
  const { firstTangent, tangents, slipRounding } = system;
  for (let row = firstTangent[c]; row < firstTangent[c] + tangents[c]; row++)
    if (Math.abs(state.velocity[row] - velocityBefore[row]) > UNCHANGED * slipRounding) return false;
  return true;
}

/** What was doubtful is known: a contact at rest is, one that slips goes on as it did. */
export function settleDoubt(motion: Motion, c: number, observer: Observer): void {
  const { system, state } = motion;
  if (state.mode[c] === STICK) {
    rest(motion, c);
    observer.event("slip-stop", c);
  } else if (slipSpeed(system, state, c) > system.slipRounding) slideAlongSlip(motion, c);
}

/** The friction of a contact at rest is used up: it slips against the force that held it. */
function breakLoose(motion: Motion, c: number, observer: Observer): void {
  const { system, state, step } = motion;
  const { rows, tangents, firstTangent } = system;
  let square = 0;
  const force = [0, 0];
  for (let i = 0; i < tangents[c]; i++) {
    for (let k = 0; k < step.terms; k++) force[i] += step.forceWeights[k] * step.force[k * rows + firstTangent[c] + i];
    square += force[i] * force[i];
  }
  const size = Math.sqrt(square);
  if (!(size > 0)) return;
  state.mode[c] = SLIP;
  state.fresh[c] = 1;
  for (let i = 0; i < tangents[c]; i++) state.direction[2 * c + i] = -force[i] / size;
  observer.event("slip-start", c);
}
