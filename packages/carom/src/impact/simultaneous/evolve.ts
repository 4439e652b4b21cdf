/**
 * The whole impact: steps from event to event until no contact pushes and none is approached.
 */
import { advance } from "./advance.js";
import { createFading, fades } from "./closing.js";
import { timeOf } from "./collocation/radau.js";
import { holdsEnergy, type Idle, isBalanced, isOver, largestApproach, swings } from "./ending.js";
import { evolveMany, isLocal } from "./evolve-many.js";
import { BREAKING, createFound, type Found, findFirst } from "./find.js";
import { type Ending, endOf, lossOf } from "./finish.js";
import { type Motion, refresh } from "./motion.js";
import { correctImpulses, createDecision, type Decision, decideResting, holdsUntil, releaseAfter } from "./resting.js";
import { copyOf, restore, SLIP } from "./state.js";
import { createStepper, keepPace, slowDown, takeStep } from "./take-step.js";
import { APPROACHED, ENDED } from "./tolerances.js";
import { applyEvents, applyFriction, doubt, type Observer, type Rules, settleDoubt } from "./transitions.js";

export interface EvolveOptions extends Rules {
  /** By power series wherever the motion is linear, or by collocation throughout. */
  readonly method: "series" | "runge-kutta";
  readonly maximumEvents: number;
  /** So many steps without an event are a motion without an end. Default: 20,000. */
  readonly quietSteps?: number;
  /** From so many events on, an impact is over that could change no velocity by more than `speed`, in units of the fastest approach. */
  readonly rattle?: { readonly events: number; readonly speed: number };
  /** Whether to show the observer points inside the steps. */
  readonly history: boolean;
}

/** So many steps without motion in a row are rounding's: the next step passes over what friction asks for. */
const MOST_STANDSTILLS = 20;

/** So many steps without an event are a motion without an end: velocities that no bodies with this mobility have. */
const MOST_QUIET_STEPS = 20_000;

const NO_RATTLE = { events: Infinity, speed: 0 };

export function evolve(motion: Motion, options: EvolveOptions, observer: Observer): Ending {
  return isLocal(motion, options) ? evolveMany(motion, options, observer) : evolveTogether(motion, options, observer);
}

function evolveTogether(motion: Motion, options: EvolveOptions, observer: Observer): Ending {
  const stepper = createStepper(motion, options.method);
  const decision = createDecision();
  const found = createFound(motion);
  const { quietSteps: mostQuiet = MOST_QUIET_STEPS, rattle = NO_RATTLE } = options;
  let events = 0;
  let steps = 0;
  let standstills = 0;
  let quiet = 0;
  let locked = false;
  let rings = false;
  let lossHalfWay = Infinity;
  let faded = false;
  const fading = createFading(motion);
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
    if (isOver(motion) || (events >= rattle.events && isOver(motion, rattle.speed))) break;
    if (isBalanced(motion, stepper.collocation) || swings(motion, idle, events)) {
      // Without friction nothing can hold the bodies: they ring between springs for ever.
      const held = motion.system.rows > motion.system.count;
      locked = held && holdsEnergy(motion);
      rings = !held;
      break;
    }
    if (events >= options.maximumEvents || quiet > mostQuiet) break;
    faded = fades(motion, fading, events);
    if (faded) break;
    if (lossHalfWay === Infinity && 2 * events >= options.maximumEvents) lossHalfWay = lossOf(motion);
    takeStep(motion, stepper);
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
    keepPace(stepper, timeOf(motion.step.clock, time) * motion.step.length, found.time <= 1);
    settle(motion, found, options, decision, counting);
    quiet = events > before ? 0 : quiet + 1;
  }
  const converged = events < options.maximumEvents && quiet <= mostQuiet && !rings;
  const weakens = events >= options.maximumEvents && lossOf(motion) > lossHalfWay;
  return endOf(motion, { converged, locked, events, steps, faded, weakens });
}

/**
 * The forces at rest that the step was computed with exceed the friction of a contact, but they are not the only ones. Puts the time until
 * which others would do in place of the event found, or the next event of another kind; returns whether contacts slip then.
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
  const doubtful: number[] = [];
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
