/**
 * When an impact is over.
 */
import { largestPush } from "./collocation/length.js";
import type { Collocation } from "./collocation/points.js";
import type { Motion } from "./motion.js";
import { OPEN, storedEnergy, tangentialEnergy } from "./state.js";
import { ENDED } from "./tolerances.js";

/** Whether what still pushes could change no velocity by more than the tolerance. */
export function isOver(motion: Motion, ended = ENDED): boolean {
  const { system, state } = motion;
  for (let c = 0; c < system.count; c++) {
    if (state.velocity[c] < -ended) return false;
    if (state.phase[c] === OPEN) continue;
    if (state.velocity[c] > ended || 2 * system.diagonal[c] * storedEnergy(system, state, c) > ended * ended) return false;
  }
  return true;
}

/** Whether nothing moves and nothing will: the springs that push are balanced by friction. */
export function isBalanced(motion: Motion, collocation: Collocation | undefined): boolean {
  const { system, state } = motion;
  if (collocation === undefined || system.rows === system.count) return false;
  for (let c = 0; c < system.count; c++) {
    if (state.velocity[c] < -ENDED) return false;
    if (state.phase[c] !== OPEN && state.velocity[c] > ENDED) return false;
  }
  return largestPush(motion, collocation) <= ENDED;
}

/** Springs that hold less than this, in units of that of the fastest approach, are as good as open. */
const WEDGED = 1e-14;

export function holdsEnergy({ system, state }: Motion): boolean {
  for (let c = 0; c < system.count; c++) if (2 * system.diagonal[c] * storedEnergy(system, state, c) > WEDGED) return true;
  return false;
}

/** Energy lost so far, and the number of events when that, or which contacts push and slip, last changed. */
export interface Idle {
  loss: number;
  since: number;
}

/** Springs that have swung so often, for each contact, without losing energy, opening or slipping will do so for ever. */
const SWINGS = 1000;
/** With friction, which may have wedged the bodies: what rounding adds to the impulses of more swings would show in the ledger. */
const WEDGED_SWINGS = 250;
/** A stiff contact swings as often as its period fits into that of the softest, which may end it all the same. */
const SWINGS_PER_PERIOD = 2;

export function swings({ system, state }: Motion, idle: Idle, events: number): boolean {
  const loss = state.frictionLoss + state.restitutionLoss;
  if (loss !== idle.loss) idle.since = events;
  idle.loss = loss;
  const swung = (events - idle.since) / system.count;
  const most = system.rows > system.count ? WEDGED_SWINGS : SWINGS;
  return swung > most && swung > most + SWINGS_PER_PERIOD * slowestPeriod(system);
}

/** In units of the shortest: the root of the ratio of stiffness times mobility. */
function slowestPeriod({ count, stiffness, diagonal }: Motion["system"]): number {
  let softest = 1;
  for (let c = 0; c < count; c++) softest = Math.min(softest, stiffness[c] * diagonal[c]);
  return 1 / Math.sqrt(softest);
}

/** What the springs still hold is lost. */
export function letGo({ system, state }: Motion): void {
  for (let c = 0; c < system.count; c++) {
    state.restitutionLoss += storedEnergy(system, state, c);
    if (state.phase[c] === OPEN) continue;
    state.springLoss += tangentialEnergy(system, state, c);
    state.lastMode[c] = state.mode[c];
    state.phase[c] = OPEN;
  }
}

export function largestApproach({ system, state }: Motion): number {
  let most = 0;
  for (let c = 0; c < system.count; c++) most = Math.max(most, -state.velocity[c]);
  return most;
}
