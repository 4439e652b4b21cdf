/**
 * The next step of the motion: by power series if that is exact, else by collocation.
 */

import { timeToStop } from "./collocation/length.js";
import { type Collocation, createCollocation } from "./collocation/points.js";
import { collocate } from "./collocation.js";
import type { Motion } from "./motion.js";
import { expandSeries, longestStep, slidesStraight } from "./series.js";
import { SLIP, slipSpeed } from "./state.js";
import { NEARLY_STOPPED } from "./tolerances.js";

export interface Stepper {
  /** Absent where every step is a power series: without friction and with linear springs. */
  readonly collocation: Collocation | undefined;
  /** By power series wherever the motion is linear, or by collocation throughout. */
  readonly method: "series" | "runge-kutta";
  /** Time between events lately. */
  pace: number;
  /** Steps until a series is tried again. */
  patience: number;
}

export function createStepper(motion: Motion, method: Stepper["method"]): Stepper {
  const { exponent, rows, count } = motion.system;
  const linear = method === "series" && exponent === 1 && rows === count;
  return { collocation: linear ? undefined : createCollocation(motion), method, pace: Infinity, patience: 0 };
}

/** Steps by collocation between two tries of a series. */
const PATIENCE = 16;
/** Length of a step on which directions that turn are taken to be fixed. */
const MOMENT = 1e-8;

/** Fills the step of the motion. */
export function takeStep(motion: Motion, stepper: Stepper): void {
  const { system, state } = motion;
  const { collocation } = stepper;
  if (collocation === undefined) {
    expandSeries(motion, lengthToTry(motion, stepper));
    return;
  }
  const { turning } = collocation;
  const linear = system.exponent === 1 && stepper.method === "series";
  let turned = false;
  for (let q = 0; q < turning.count; q++) turned ||= state.mode[turning.contacts[q]] === SLIP;
  // While a slip turns, the series is only tried now and then: it costs as much as a step.
  const tries = linear && (!turned || --stepper.patience <= 0);
  if (tries) stepper.patience = PATIENCE;
  forgetTurning(motion, collocation);
  const straight = timeToStop(motion, collocation);
  let longest = linear ? Math.min(straight, lengthToTry(motion, stepper)) : straight;
  if (tries) {
    expandSeries(motion, longest);
    // One that turns pushes the others aside: their straight series no longer count.
    if (allSlideStraight(motion)) return;
    longest = motion.step.length;
  }
  listTurning(motion, collocation);
  if (collocate(motion, collocation, longest)) return;
  // Nothing works at any length: a slip is all but zero. Straight on, for a moment.
  forgetTurning(motion, collocation);
  if (linear) expandSeries(motion, MOMENT);
  else collocate(motion, collocation, MOMENT);
}

function forgetTurning({ turns }: Motion, { turning }: Collocation): void {
  turns.fill(0);
  for (let q = 0; q < turning.count; q++) turning.place[turning.contacts[q]] = -1;
  turning.count = 0;
}

function listTurning(motion: Motion, { turning }: Collocation): void {
  for (let a = 0; a < motion.activeCount; a++) {
    const c = motion.active[a];
    if (!maySlideAside(motion, c)) continue;
    motion.turns[c] = 1;
    turning.place[c] = turning.count;
    turning.contacts[turning.count++] = c;
  }
}

function allSlideStraight(motion: Motion): boolean {
  for (let a = 0; a < motion.activeCount; a++)
    if (maySlideAside(motion, motion.active[a]) && !slidesStraight(motion, motion.active[a])) return false;
  return true;
}

function maySlideAside({ system, state }: Motion, c: number): boolean {
  return state.mode[c] === SLIP && system.tangents[c] === 2 && state.stopping[c] === 0;
}

/** A series reaches this much further than events have lately been apart: terms for what is cut off are wasted. */
const GUESS = 3;
/** But at least this part of the longest step. */
const SHORTEST_GUESS = 0.02;
const FORGETTING = 0.25;

function lengthToTry(motion: Motion, { pace }: Stepper): number {
  const longest = longestStep(motion);
  return Math.min(longest, Math.max(GUESS * pace, SHORTEST_GUESS * longest));
}

/** Learns from a step how far apart events are. */
export function keepPace(stepper: Stepper, advanced: number, event: boolean): void {
  if (!event) stepper.pace *= 2;
  else if (stepper.pace === Infinity) stepper.pace = advanced;
  else stepper.pace += FORGETTING * (advanced - stepper.pace);
}

/** A turning slip that has become very slow, and slower, goes straight from here. */
export function slowDown({ system, state, active, activeCount, velocityBefore }: Motion): void {
  for (let a = 0; a < activeCount; a++) {
    const c = active[a];
    if (state.mode[c] !== SLIP || system.tangents[c] < 2 || system.tangentialStiffness[c] > 0) continue;
    const speed = slipSpeed(system, state, c);
    const row = system.firstTangent[c];
    const before = velocityBefore[row] * velocityBefore[row] + velocityBefore[row + 1] * velocityBefore[row + 1];
    state.stopping[c] = speed * speed < before && speed <= NEARLY_STOPPED + 10 * system.slipRounding ? 1 : 0;
  }
}
