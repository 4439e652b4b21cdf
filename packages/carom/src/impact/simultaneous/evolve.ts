/**
 * The whole impact: steps from event to event until no contact pushes and none is approached.
 */
import { advance } from "./advance.js";
import { type Collocation, collocate, createCollocation, largestPush, timeToStop } from "./collocation.js";
import { BREAKING, type Found, findFirst } from "./find.js";
import { type Motion, refresh } from "./motion.js";
import { timeOf } from "./collocation/radau.js";
import { correctImpulses, createDecision, type Decision, decideResting, holdsUntil, releaseAfter } from "./resting.js";
import { expandSeries, longestStep, slidesStraight } from "./series.js";
import { copyOf, OPEN, restore, SLIP, slipSpeed, storedEnergy, tangentialEnergy } from "./state.js";
import { APPROACHED, ENDED, NEARLY_STOPPED } from "./tolerances.js";
import { applyEvents, applyFriction, doubt, type Observer, type Rules, settleDoubt } from "./transitions.js";

export interface EvolveOptions extends Rules {
  /** By power series wherever the motion is linear, or by collocation throughout. */
  readonly method: "series" | "runge-kutta";
  readonly maximumEvents: number;
  /** Whether to show the observer points inside the steps. */
  readonly history: boolean;
}

export interface Ending {
  readonly converged: boolean;
  /** Friction holds bodies against springs that are still compressed. */
  readonly locked?: boolean;
  readonly events: number;
  /** Largest approach speed left, in units of the largest at the start. */
  readonly approach: number;
  readonly steps: number;
}

/** So many steps without motion in a row are rounding's: the next step passes over what friction asks for. */
const MOST_STANDSTILLS = 20;

/** So many steps without an event are a motion without an end: velocities that no bodies with this mobility have. */
const MOST_QUIET_STEPS = 20_000;

export function evolve(motion: Motion, options: EvolveOptions, observer: Observer): Ending {
  const collocation = createCollocation(motion);
  const decision = createDecision();
  const found: Found = { time: Infinity, kind: 0, contact: 0 };
  let events = 0;
  let steps = 0;
  let standstills = 0;
  let quiet = 0;
  let locked = false;
  let rings = false;
  const idle: Idle = { loss: 0, since: 0 };
  const counting: Observer = {
    point: observer.point,
    event: (kind, contact) => {
      events++;
      if (kind !== "compression-end" && kind !== "compression-restart") idle.since = events;
      observer.event(kind, contact);
    },
  };
  observer.point();
  settle(motion, found, options, decision, counting);
  for (;;) {
    if (motion.activeCount === 0 && !flyToContact(motion, counting, options, decision, found)) break;
    if (isOver(motion)) break;
    if (isBalanced(motion, collocation) || swings(motion, idle, events)) {
      // Without friction nothing can hold the bodies: they ring between springs for ever.
      const held = motion.system.rows > motion.system.count;
      locked = held && holdsEnergy(motion);
      rings = !held;
      break;
    }
    if (events >= options.maximumEvents || quiet > MOST_QUIET_STEPS) break;
    takeStep(motion, collocation, options);
    motion.borrowed = false;
    steps++;
    const before = events;
    findFirst(motion, found, standstills < MOST_STANDSTILLS);
    const released = found.kind === BREAKING && found.time < Infinity && !motion.unique && holdOtherwise(motion, found, decision);
    const time = Math.min(1, found.time);
    if (options.history) drawStep(motion, time, observer);
    advance(motion, time);
    if (time > 0) motion.state.fresh.fill(0);
    if (motion.borrowed) correctImpulses(motion, decision, time);
    if (released) letSlip(motion, decision, time, counting);
    observer.point();
    if (time > 0) {
      standstills = 0;
      slowDown(motion);
    } else standstills++;
    keepPace(collocation, timeOf(motion.step.clock, time) * motion.step.length, found.time <= 1);
    settle(motion, found, options, decision, counting);
    quiet = events > before ? 0 : quiet + 1;
  }
  const approach = largestApproach(motion);
  const converged = events < options.maximumEvents && quiet <= MOST_QUIET_STEPS && !rings;
  letGo(motion);
  return { converged, locked, events, approach, steps };
}

/**
 * The forces at rest that the step was computed with exceed the friction of a contact, but they are not the only ones. Puts the time until which others would do in
 * place of the event found, or the next event of another kind; returns whether contacts slip then.
 */
function holdOtherwise(motion: Motion, found: Found, decision: Decision): boolean {
  const exceeded = found.time;
  findFirst(motion, found, true, false);
  const until = holdsUntil(motion, decision, exceeded, Math.min(1, found.time));
  motion.borrowed = true;
  if (until === Infinity) return false;
  found.time = until;
  found.kind = BREAKING;
  found.contact = -1;
  return true;
}

function letSlip(motion: Motion, decision: Decision, time: number, observer: Observer): void {
  const { state, resting, restingCount } = motion;
  releaseAfter(motion, decision, time);
  for (let i = 0; i < restingCount; i++) if (state.mode[resting[i]] === SLIP) observer.event("slip-start", resting[i]);
}

/** All that is due now, and then what friction makes of it. */
function settle(motion: Motion, found: Found, rules: Rules, decision: Decision, observer: Observer): void {
  const { system, state } = motion;
  applyEvents(motion, found, rules, observer);
  doubtful.length = 0;
  if (system.rows > system.count) doubt(motion, doubtful, applyFriction(motion, found, observer));
  refresh(motion);
  if (motion.restingCount > 0) {
    const resting = Array.from(motion.resting.subarray(0, motion.restingCount));
    const slipping = decideResting(motion, decision);
    for (const c of doubtful) settleDoubt(motion, c, observer);
    for (const c of resting) if (state.mode[c] === SLIP && !doubtful.includes(c)) observer.event("slip-start", c);
    if (slipping > 0) refresh(motion);
  }
  motion.velocityBefore.set(state.velocity);
  motion.compressionBefore.set(state.compression);
  observer.point();
}

const doubtful: number[] = [];

/** A turning slip that has become very slow, and slower, goes straight from here. */
function slowDown({ system, state, active, activeCount, velocityBefore }: Motion): void {
  for (let a = 0; a < activeCount; a++) {
    const c = active[a];
    if (state.mode[c] !== SLIP || system.tangents[c] < 2 || system.tangentialStiffness[c] > 0) continue;
    const speed = slipSpeed(system, state, c);
    const row = system.firstTangent[c];
    const before = velocityBefore[row] * velocityBefore[row] + velocityBefore[row + 1] * velocityBefore[row + 1];
    state.stopping[c] = speed * speed < before && speed <= NEARLY_STOPPED + 10 * system.slipRounding ? 1 : 0;
  }
}

function takeStep(motion: Motion, collocation: Collocation, { method }: EvolveOptions): void {
  const { system, state } = motion;
  const linear = system.exponent === 1 && method === "series";
  const { turning } = collocation;
  let turned = false;
  for (let q = 0; q < turning.count; q++) turned ||= state.mode[turning.contacts[q]] === SLIP;
  // While a slip turns, the series is only tried now and then: it costs as much as a step.
  const tries = linear && (!turned || --collocation.patience <= 0);
  if (tries) collocation.patience = PATIENCE;
  motion.turns.fill(0);
  for (let q = 0; q < turning.count; q++) turning.place[turning.contacts[q]] = -1;
  turning.count = 0;
  const straight = timeToStop(motion, collocation);
  let longest = linear ? Math.min(straight, stepToTry(motion, collocation)) : straight;
  if (tries) {
    expandSeries(motion, longest);
    longest = motion.step.length;
  }
  // One that turns pushes the others aside: their straight series no longer count.
  if (tries && allSlideStraight(motion)) return;
  for (let a = 0; a < motion.activeCount; a++) {
    const c = motion.active[a];
    if (!maySlideAside(motion, c)) continue;
    motion.turns[c] = 1;
    turning.place[c] = turning.count;
    turning.contacts[turning.count++] = c;
  }
  if (collocate(motion, collocation, longest)) return;
  // Nothing works at any length: a slip is all but zero. Straight on, for a moment.
  motion.turns.fill(0);
  for (let q = 0; q < turning.count; q++) {
    turning.place[turning.contacts[q]] = -1;
  }
  turning.count = 0;
  if (linear) expandSeries(motion, MOMENT);
  else collocate(motion, collocation, MOMENT);
}

/** A series reaches this much further than events have lately been apart: terms for what is cut off are wasted. */
const GUESS = 3;
const FORGETTING = 0.25;
/** But at least this part of the longest step. */
const SHORTEST_GUESS = 0.02;

function stepToTry(motion: Motion, { pace }: Collocation): number {
  const longest = longestStep(motion);
  return Math.min(longest, Math.max(GUESS * pace, SHORTEST_GUESS * longest));
}

function keepPace(collocation: Collocation, advanced: number, event: boolean): void {
  if (!event) collocation.pace *= 2;
  else if (collocation.pace === Infinity) collocation.pace = advanced;
  else collocation.pace += FORGETTING * (advanced - collocation.pace);
}

function allSlideStraight(motion: Motion): boolean {
  for (let a = 0; a < motion.activeCount; a++)
    if (maySlideAside(motion, motion.active[a]) && !slidesStraight(motion, motion.active[a])) return false;
  return true;
}

function maySlideAside({ system, state }: Motion, c: number): boolean {
  return state.mode[c] === SLIP && system.tangents[c] === 2 && state.stopping[c] === 0;
}

/** Length of a step on which directions that turn are taken to be fixed. */
const MOMENT = 1e-8;
/** Steps by collocation between two tries. */
const PATIENCE = 16;

/** Points drawn inside a step. */
const DRAWN_POINTS = 6;

/** Shows the state at points inside the step, and puts it back. */
function drawStep(motion: Motion, time: number, observer: Observer): void {
  const { state } = motion;
  const kept = copyOf(state);
  for (let i = 1; i < DRAWN_POINTS; i++) {
    advance(motion, (time * i) / DRAWN_POINTS);
    observer.point();
    restore(state, kept);
  }
}

/** No contact pushes: whether one will, and if so the state where it begins to. */
function flyToContact(motion: Motion, observer: Observer, rules: Rules, decision: Decision, found: Found): boolean {
  const { system, state } = motion;
  if (largestApproach(motion) <= ENDED) return false;
  found.time = Infinity;
  if (motion.tracksGaps) {
    let soonest = Infinity;
    for (let c = 0; c < system.count; c++)
      if (state.velocity[c] < -APPROACHED) soonest = Math.min(soonest, Math.max(0, -state.compression[c]) / -state.velocity[c]);
    for (let c = 0; c < system.count; c++) state.compression[c] -= soonest * state.velocity[c];
  }
  settle(motion, found, rules, decision, observer);
  return motion.activeCount > 0;
}

/** Whether what still pushes could change no velocity by more than the tolerance. */
function isOver(motion: Motion): boolean {
  const { system, state } = motion;
  for (let c = 0; c < system.count; c++) {
    if (state.velocity[c] < -ENDED) return false;
    if (state.phase[c] === OPEN) continue;
    if (state.velocity[c] > ENDED || 2 * system.diagonal[c] * storedEnergy(system, state, c) > ENDED * ENDED) return false;
  }
  return true;
}

/** Whether nothing moves and nothing will: the springs that push are balanced by friction. */
function isBalanced(motion: Motion, collocation: Collocation): boolean {
  const { system, state } = motion;
  if (system.rows === system.count) return false;
  for (let c = 0; c < system.count; c++) {
    if (state.velocity[c] < -ENDED) return false;
    if (state.phase[c] !== OPEN && state.velocity[c] > ENDED) return false;
  }
  return largestPush(motion, collocation) <= ENDED;
}

/** Springs that hold less than this, in units of that of the fastest approach, are as good as open. */
const WEDGED = 1e-14;

function holdsEnergy({ system, state }: Motion): boolean {
  for (let c = 0; c < system.count; c++) if (2 * system.diagonal[c] * storedEnergy(system, state, c) > WEDGED) return true;
  return false;
}

/** Energy lost so far, and the number of events when that, or which contacts push and slip, last changed. */
interface Idle {
  loss: number;
  since: number;
}

/** Springs that have swung so often without losing energy, opening or slipping will do so for ever. */
const SWINGS = 2000;

function swings({ system, state }: Motion, idle: Idle, events: number): boolean {
  const loss = state.frictionLoss + state.restitutionLoss;
  if (loss !== idle.loss) idle.since = events;
  idle.loss = loss;
  return events - idle.since > SWINGS + SWINGS_PER_PERIOD * slowestPeriod(system);
}

/** A stiff contact swings as often as its period fits into that of the softest, which may end it all the same. */
const SWINGS_PER_PERIOD = 10;

/** In units of the shortest: the root of the ratio of stiffness times mobility. */
function slowestPeriod({ count, stiffness, diagonal }: Motion["system"]): number {
  let softest = 1;
  for (let c = 0; c < count; c++) softest = Math.min(softest, stiffness[c] * diagonal[c]);
  return 1 / Math.sqrt(softest);
}

/** What the springs still hold is lost. */
function letGo({ system, state }: Motion): void {
  for (let c = 0; c < system.count; c++) {
    state.restitutionLoss += storedEnergy(system, state, c);
    if (state.phase[c] === OPEN) continue;
    state.springLoss += tangentialEnergy(system, state, c);
    state.lastMode[c] = state.mode[c];
    state.phase[c] = OPEN;
  }
}

function largestApproach({ system, state }: Motion): number {
  let most = 0;
  for (let c = 0; c < system.count; c++) if (state.phase[c] === OPEN) most = Math.max(most, -state.velocity[c]);
  return most;
}
