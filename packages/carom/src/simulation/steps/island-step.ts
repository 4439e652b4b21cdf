/**
 * One implicit step of an island.
 *
 *     u* without contacts; u+ = u* + M^-1 J^T P by `solver/`, with bounds on the normal velocities
 *         closed        b = -h beta                              beta = J' u: the velocity is that of the place at the end of the step
 *         open, slow    b = -h beta + min(0, -2 g / h - v)       lands on gap 0; never asked to stop early, never pushed out
 *         open, fast    no row: it is located and resolved as an impact; nor has a place that has just bounced
 *     q+ by the trapezoid rule, shifted just enough where contacts would put energy in
 *
 * Every place without a row is followed with the motion found: g + v t + (v+ - v) t^2 / (2 h). A fast hit before the end makes the step end
 * there; a slow one is caught by a row.
 *
 * Source: Moreau 1988 and Jean 1999 (time stepping); own study, dense contact sections 2, 3, 5 and 6.
 */
import { type ContactList, listContacts, velocityOf } from "./contact-list.js";
import { moveBodies, readMasses, type Start, stepFreely } from "./free-step.js";
import { strike } from "./impact.js";
import { projectPositions } from "./project.js";
import { addRow, beginProblem, kineticEnergyOf, solveRows } from "./rows.js";
import { type Island, type RunState, reserveRows } from "./run-state.js";
import type { StepSolution } from "./solver/solve.js";
import { fallSpeed, slowSpeed } from "./tolerances.js";

/** How often a step is cut to a hit. */
const MOST_CUTS = 5;
/** Solves of one step, caught places included. */
const MOST_SOLVES = 12;
/** How often a step is taken again because of what is found at its end. */
const MOST_REPEATS = 6;
/** Of g h: what an island at rest may gain in a step, and at most where the solver does not say it better. */
const REST = 1e-4;
const LOOSE_REST = 1e-3;
/** In gap tolerances: an overlap that costs more energy to undo than a shorter step costs time. */
const COSTLY = 5;
/** Of the kinetic energy: what a step may gain. */
const GAIN = 1e-9;
/** A step may grow by this. */
const LONGER = 1.5;

/** What a step came to. */
export interface StepOutcome {
  /** s: as asked for, or up to the first hit. */
  readonly taken: number;
  readonly isCut: boolean;
  readonly struck: boolean;
}

/** Lists what touches at the present state or may within a step. */
function look(run: RunState, island: Island, h: number): void {
  listWithin(run, run.contacts, island, h, run);
}

/** The same at the end of a step. Returns the smallest gap. */
function lookAhead(run: RunState, island: Island, h: number): number {
  return listWithin(run, run.ahead, island, h, { coordinates: run.nextCoordinates, speeds: run.nextSpeeds });
}

function listWithin(run: RunState, list: ContactList, island: Island, h: number, state: Pick<Start, "coordinates" | "speeds">): number {
  const { surfaces, tolerances } = run;
  // The next step may be longer than this one.
  const step = LONGER * h;
  const horizon = { step, gain: 2 * tolerances.gravity * step, near: 2 * tolerances.gapTolerance };
  const smallest = listContacts(list, surfaces, island.pairs, horizon, state.coordinates, state.speeds);
  reserveRows(run);
  return smallest;
}

/** A step of at most h; the state is that at its end. `nominal`: the step that the error allows, of which h may be a part. */
export function stepIsland(run: RunState, island: Island, h: number, nominal: number, together: number): StepOutcome {
  const { system, coordinates, free, tolerances, statistics } = run;
  if (!run.isListed) look(run, island, nominal);
  readMasses(free, system, island, coordinates);
  const struck = strike(run, island, nominal, together);
  let taken = h;
  for (let repeats = 0; ; repeats += 1) {
    taken = solveToFirstHit(run, island, taken, nominal, together);
    move(run, island, taken);
    const smallest = lookAhead(run, island, nominal);
    const shorter = repeats < MOST_REPEATS ? shortened(run, smallest, taken, nominal, together) : taken;
    if (shorter === taken) {
      statistics.deepest = Math.max(statistics.deepest, -smallest);
      run.isListed = smallest >= -tolerances.gapTolerance;
      if (!run.isListed) projectPositions(run, island, run.nextCoordinates);
      break;
    }
    taken = shorter;
  }
  commit(run, island, taken, nominal);
  return { taken, isCut: taken < (1 - 1e-9) * h, struck };
}

/**
 * The step that ends where it should where this one went too far: at the first hit of a place that was not seen at the beginning (corners
 * come to lie over other faces on the way), or with half its length where bodies overlap too much.
 */
function shortened({ ahead, tolerances }: RunState, smallest: number, h: number, nominal: number, together: number): number {
  if (smallest >= -tolerances.gapTolerance) return h;
  const slow = slowSpeed(tolerances, nominal);
  let back = 0;
  for (let i = 0; i < ahead.count; i += 1) {
    const approach = -ahead.velocity[3 * i + 2];
    if (ahead.gap[i] < -tolerances.gapTolerance && approach > slow) back = Math.max(back, -ahead.gap[i] / approach);
  }
  if (back > 0 && h - back > 0.25 * together) return h - back;
  const deep = smallest < -tolerances.penetration * tolerances.size && h > together;
  const costly = smallest < -COSTLY * tolerances.gapTolerance && h > 2 * tolerances.shortestStep;
  return deep || costly ? 0.5 * h : h;
}

/** Solves until no place without a row hits before the end. Returns the length of the step; the rest is in the run. */
function solveToFirstHit(run: RunState, island: Island, h: number, nominal: number, together: number): number {
  const { contacts, caught, tolerances } = run;
  const slow = slowSpeed(tolerances, nominal);
  caught.fill(0, 0, contacts.count);
  let length = h;
  let pushes = true;
  for (let cuts = 0, solves = 1; ; solves += 1) {
    const solution = solveLength(run, island, length, slow, pushes);
    const hit = firstHit(run, length, slow, together);
    const isLast = cuts >= MOST_CUTS || solves >= MOST_SOLVES;
    const cutsShort = hit.time < length && !isLast;
    if (!cutsShort && (!hit.caught || isLast)) {
      if (finish(run, island, length, solution) || !pushes) return length;
      pushes = false;
      continue;
    }
    if (!cutsShort) continue;
    cuts += 1;
    length = hit.time;
  }
}

/** u+ of a step of this length, in `nextSpeeds`, with P in the workspace. `pushes`: whether bounds may ask for more than to stop. */
function solveLength(run: RunState, island: Island, h: number, slow: number, pushes: boolean): StepSolution {
  const { system, free, time, coordinates, speeds, contacts, rows, caught, tolerances, force, nextSpeeds } = run;
  stepFreely(free, system, island, { time, coordinates, speeds }, h);
  beginProblem(run, island, free.velocity);
  const { problem } = run;
  for (let i = 0; i < contacts.count; i += 1) {
    rows[i] = -1;
    const v = contacts.velocity[3 * i + 2];
    const gap = contacts.gap[i];
    const bend = h * contacts.bias[3 * i + 2];
    const closed = gap <= tolerances.gapTolerance;
    if (caught[i] === 0) {
      if (closed && v > slow) continue;
      if (!closed && approachAt(gap, v, velocityOf(contacts, i, 2, free.velocity) + bend, h).speed > slow) continue;
    }
    const row = addRow(run, contacts, i);
    rows[i] = row;
    const follows = closed && pushes;
    const landing = -bend + (closed && v <= slow ? 0 : Math.min(0, (-2 * Math.max(0, gap)) / h - v));
    problem.bound[3 * row] = follows ? -h * contacts.bias[3 * i] : 0;
    problem.bound[3 * row + 1] = follows ? -h * contacts.bias[3 * i + 1] : 0;
    problem.bound[3 * row + 2] = pushes ? landing : Math.min(0, landing);
    for (let c = 0; c < 3; c += 1) problem.warm[3 * row + c] = h * force[3 * contacts.ids[i] + c];
  }
  const solution = solveRows(run, h);
  island.bodies.forEach((body, k) => {
    for (let c = 0; c < 6; c += 1) nextSpeeds[6 * body + c] = solution.velocity[6 * k + c];
  });
  // Where the step is solved again, it begins with what was just found.
  for (let i = 0; i < contacts.count; i += 1)
    for (let c = 0; c < 3; c += 1) force[3 * contacts.ids[i] + c] = rows[i] < 0 ? 0 : solution.impulse[3 * rows[i] + c] / h;
  return solution;
}

/** When a gap closes, s, and how fast, m/s; speed 0 where it does not within h. */
function approachAt(gap: number, v: number, vEnd: number, h: number): { readonly time: number; readonly speed: number } {
  const a = (vEnd - v) / h;
  const g = Math.max(0, gap);
  const square = v * v - 2 * a * g;
  if (square < 0) return NEVER;
  const speed = Math.sqrt(square);
  const time =
    v > 0 ? (a < 0 ? (v + speed) / -a : Number.POSITIVE_INFINITY) : speed - v > 0 ? (2 * g) / (speed - v) : Number.POSITIVE_INFINITY;
  return time < h ? { time, speed } : NEVER;
}

const NEVER = { time: Number.POSITIVE_INFINITY, speed: 0 } as const;

/** The first fast hit among places without a row; slow ones are marked to be caught. */
function firstHit(run: RunState, h: number, slow: number, together: number): { readonly time: number; readonly caught: boolean } {
  const { contacts, rows, caught, nextSpeeds, tolerances } = run;
  let first = Number.POSITIVE_INFINITY;
  let anyCaught = false;
  for (let i = 0; i < contacts.count; i += 1) {
    if (rows[i] >= 0) continue;
    const end = velocityOf(contacts, i, 2, nextSpeeds) + h * contacts.bias[3 * i + 2];
    const { time, speed } = approachAt(contacts.gap[i], contacts.velocity[3 * i + 2], end, h);
    if (time >= h) continue;
    // A bounce shorter than hits are told apart is none.
    if (speed > slow && time > 0.25 * together) {
      // What overlaps by less than the tolerance at the end stands there.
      if (speed * (h - time) > 0.5 * tolerances.gapTolerance) first = Math.min(first, time);
    } else {
      caught[i] = 1;
      anyCaught = true;
    }
  }
  return { time: first, caught: anyCaught };
}

/**
 * The mean rate that leads to the end of the step, and where the energy went. False where contacts put in more than any shift takes out:
 * bounds that push do that where impulses do not get smaller with the step.
 */
function finish(run: RunState, { bodies }: Island, h: number, { impulse, contactVelocity, velocity }: StepSolution): boolean {
  const { contacts, rows, free, speeds, nextSpeeds, rate, pending } = run;
  let normalWork = 0;
  let frictionWork = 0;
  for (let i = 0; i < contacts.count; i += 1) {
    const row = rows[i];
    if (row < 0) continue;
    for (let c = 0; c < 3; c += 1) {
      const work = 0.5 * impulse[3 * row + c] * (contacts.velocity[3 * i + c] + contactVelocity[3 * row + c]);
      if (c === 2) normalWork += work;
      else frictionWork += work;
    }
  }
  let fall = 0;
  for (const body of bodies) for (let k = 6 * body; k < 6 * body + 6; k += 1) fall += h * free.force[k] * (nextSpeeds[k] - speeds[k]);
  const work = normalWork + frictionWork;
  const shift = work > 0 && fall > 0 ? Math.min(0.5, work / fall) : 0;
  for (const body of bodies)
    for (let k = 6 * body; k < 6 * body + 6; k += 1)
      rate[k] = free.mean[k] + shift * (free.velocity[k] - speeds[k]) + (0.5 + shift) * (nextSpeeds[k] - free.velocity[k]);
  pending.friction = -frictionWork;
  pending.stepping = shift * fall - normalWork;
  return work - shift * fall <= GAIN * kineticEnergyOf(run, velocity);
}

/** Where the mean rate leads, in `nextCoordinates`. */
function move({ system, coordinates, nextCoordinates, rate }: RunState, { bodies, parts }: Island, h: number): void {
  for (const body of bodies) for (let k = 7 * body; k < 7 * body + 7; k += 1) nextCoordinates[k] = coordinates[k];
  moveBodies(nextCoordinates, bodies, rate, h);
  system.normalise(nextCoordinates, parts);
}

/** Makes the end of the step the state, estimates the error, and chooses the next step. */
function commit(run: RunState, island: Island, h: number, nominal: number): void {
  run.observe?.step(run, island, h);
  const { bodies } = island;
  const { coordinates, speeds, nextCoordinates, nextSpeeds, acceleration, known, tolerances, statistics } = run;
  let change = 0;
  let isKnown = false;
  for (const body of bodies) {
    let [linear, angular] = [0, 0];
    for (let c = 0; c < 6; c += 1) {
      const k = 6 * body + c;
      const now = (nextSpeeds[k] - speeds[k]) / h;
      const difference = now - acceleration[k];
      if (c < 3) linear += difference * difference;
      else angular += difference * difference;
      acceleration[k] = now;
      speeds[k] = nextSpeeds[k];
    }
    for (let k = 7 * body; k < 7 * body + 7; k += 1) coordinates[k] = nextCoordinates[k];
    if (known[body] === 1) {
      isKnown = true;
      change = Math.max(change, Math.sqrt(linear), tolerances.size * Math.sqrt(angular));
    }
    known[body] = 1;
  }
  run.ledger.frictionLoss += run.pending.friction;
  run.ledger.steppingLoss += run.pending.stepping;
  const error = isKnown ? 0.25 * h * h * change : 0;
  statistics.estimatedError += error;
  statistics.steps += 1;
  statistics.shortest = Math.min(statistics.shortest, h);
  statistics.longest = Math.max(statistics.longest, h);
  // What was seen at the end is where the next step begins.
  [run.contacts, run.ahead] = [run.ahead, run.contacts];
  if (tolerances.fixedStep) return;
  if (!isKnown) return;
  // The error grows with the square of the step.
  const wanted = error > 0 ? 0.9 * h * Math.sqrt((tolerances.stepError * tolerances.size) / error) : Number.POSITIVE_INFINITY;
  const next = Math.min(LONGER * nominal, Math.max(0.4 * nominal, wanted));
  for (const body of bodies) run.step[body] = Math.min(tolerances.longestStep, Math.max(tolerances.shortestStep, next));
}

/** Whether forces hold an island where it is: the step from rest with what touches and nothing else goes nowhere. */
export function canRest(run: RunState, island: Island, h: number): boolean {
  const { system, free, time, coordinates, contacts, tolerances, nextSpeeds } = run;
  for (const body of island.bodies) nextSpeeds.fill(0, 6 * body, 6 * body + 6);
  if (!run.isListed) look(run, island, h);
  run.isListed = true;
  readMasses(free, system, island, coordinates);
  stepFreely(free, system, island, { time, coordinates, speeds: nextSpeeds }, h);
  beginProblem(run, island, free.velocity);
  for (let i = 0; i < contacts.count; i += 1) {
    run.rows[i] = -1;
    if (contacts.gap[i] > tolerances.gapTolerance) continue;
    const row = addRow(run, contacts, i);
    run.rows[i] = row;
    for (let c = 0; c < 3; c += 1) run.problem.warm[3 * row + c] = h * run.force[3 * contacts.ids[i] + c];
  }
  const { velocity, residual, impulse } = solveRows(run, h);
  const fall = fallSpeed(tolerances, h);
  const most = Math.min(LOOSE_REST * fall, Math.max(REST * fall, 3 * residual));
  const rests = island.bodies.every((_, i) => {
    let [linear, angular] = [0, 0];
    for (let c = 0; c < 3; c += 1) {
      linear += velocity[6 * i + c] * velocity[6 * i + c];
      angular += velocity[6 * i + 3 + c] * velocity[6 * i + 3 + c];
    }
    return Math.max(Math.sqrt(linear), tolerances.size * Math.sqrt(angular)) < most;
  });
  if (rests)
    for (let i = 0; i < contacts.count; i += 1)
      for (let c = 0; c < 3; c += 1) run.force[3 * contacts.ids[i] + c] = run.rows[i] < 0 ? 0 : impulse[3 * run.rows[i] + c] / h;
  return rests;
}
