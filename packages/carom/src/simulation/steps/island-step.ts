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
import { SolverError } from "../../errors.js";
import { type ContactList, listContacts, readVelocities, velocityOf } from "./contact-list.js";
import { energyOf, readContactWork, readMassesAt, settle, settleMechanisms } from "./energy.js";
import { moveMembers, type Start, stepFreely } from "./free-step.js";
import { approachAt, expectedLength, firstHit } from "./hits.js";
import { strike } from "./impact.js";
import { longestSwing, missesFriction } from "./mechanism-step.js";
import { turnRows } from "./middle.js";
import { speedOf } from "./nodes.js";
import { seeGains } from "./passed-over.js";
import { projectPositions } from "./project.js";
import { addRow, beginProblem, keepForces, kineticEnergyOf, readSpeeds, solveRows } from "./rows.js";
import { type Island, type RunState, reserveRows, setClock } from "./run-state.js";
import type { StepSolution } from "./solver/solve.js";
import { fallSpeed, slowSpeed, togetherAt } from "./tolerances.js";

/** How often a step is cut to a hit. */
const MOST_CUTS = 5;
/** Solves of one step, caught places included. */
const MOST_SOLVES = 12;
/** How often a step is taken again because of what is found at its end. */
const MOST_REPEATS = 10;
/** The same, going by speeds, before it is halved. */
const MOST_GUESSES = 3;
/** Of g h: what an island at rest may gain in a step, and at most where the solver does not say it better. */
const REST = 1e-4;
const LOOSE_REST = 1e-3;
/** In gap tolerances: an overlap that costs more energy to undo than a shorter step costs time. */
const COSTLY = 5;
/** Of the kinetic energy: what a step may gain. */
const GAIN = 1e-9;
/** A step may grow by this. */
const LONGER = 1.5;
/** Solves for the friction of joints. */
const FRICTION_PASSES = 4;

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
  const { coordinates, tolerances, statistics } = run;
  if (run.listed !== island) look(run, island, nominal);
  readMassesAt(run, island, coordinates);
  const struck = strike(run, island, nominal, together);
  const before = energyOf(run, island);
  clearPending(run);
  let taken = h;
  for (let repeats = 0; ; repeats += 1) {
    const found = attempt(run, island, taken, nominal, together);
    if (found === undefined) {
      taken *= 0.5;
      if (repeats < MOST_REPEATS) continue;
      holdStill(run, island);
      break;
    }
    taken = found;
    const smallest = lookAhead(run, island, nominal);
    const shorter = repeats < MOST_REPEATS ? shortened(run, smallest, taken, together, repeats < MOST_GUESSES) : taken;
    if (shorter === taken) {
      statistics.deepest = Math.max(statistics.deepest, -smallest);
      run.listed = smallest >= -tolerances.gapTolerance ? island : undefined;
      if (settleMechanisms(run, island, taken)) readVelocities(run.ahead, run.nextSpeeds);
      if (run.listed === undefined) projectPositions(run, island, run.nextCoordinates);
      break;
    }
    taken = shorter;
  }
  const tell = run.observe?.step(run, island, taken);
  commit(run, island, taken, nominal);
  settle(run, island, before, taken);
  tell?.();
  return { taken, isCut: taken < (1 - 1e-9) * h, struck };
}

/** A step of at most h of a part that nothing touches. Returns its length. */
export function stepAlone(run: RunState, island: Island, h: number, nominal: number): number {
  const { coordinates, contacts, ahead, free, tolerances } = run;
  readMassesAt(run, island, coordinates);
  const before = energyOf(run, island);
  clearPending(run);
  contacts.count = ahead.count = 0;
  const swing = island.linked.reduce((least, node) => Math.min(least, longestSwing(free, node)), h);
  let taken = Math.min(h, Math.max(swing, tolerances.shortestStep));
  let isDone = false;
  for (let repeats = 0; repeats < MOST_REPEATS && !isDone; repeats += 1) {
    if (repeats > 0) taken *= 0.5;
    isDone = attempt(run, island, taken, nominal, nominal) !== undefined;
  }
  if (isDone) settleMechanisms(run, island, taken);
  else holdStill(run, island);
  const tell = run.observe?.step(run, island, taken);
  commit(run, island, taken, nominal);
  settle(run, island, before, taken);
  tell?.();
  return taken;
}

function clearPending({ pending }: RunState): void {
  pending.friction = pending.projection = pending.applied = pending.ground = 0;
}

/** Solves and moves. Undefined where a mechanism cannot: loops that do not close so far on, or that part. */
function attempt(run: RunState, island: Island, h: number, nominal: number, together: number): number | undefined {
  try {
    const taken = solveToFirstHit(run, island, h, nominal, together);
    move(run, island, taken);
    return taken;
  } catch (error) {
    if (island.linked.length === 0 || !(error instanceof SolverError)) throw error;
    return undefined;
  }
}

/** The end of a step in which nothing moves, because loops of a mechanism lead nowhere; that mechanism stops. */
function holdStill(run: RunState, { bodies }: Island): void {
  const { nodes, speeds, coordinates, nextSpeeds, nextCoordinates, pending, statistics } = run;
  run.listed = undefined;
  clearPending(run);
  for (const node of bodies) {
    const [from, to] = [nodes.speeds[node], nodes.speeds[node + 1]];
    for (let k = nodes.coordinates[node]; k < nodes.coordinates[node + 1]; k += 1) nextCoordinates[k] = coordinates[k];
    for (let k = from; k < to; k += 1) nextSpeeds[k] = speeds[k];
    const mechanism = node < nodes.bodyCount ? undefined : nodes.mechanisms[node - nodes.bodyCount];
    if (mechanism?.isBound !== true) continue;
    pending.projection += mechanism.kineticEnergy(coordinates, speeds);
    nextSpeeds.fill(0, from, to);
    statistics.stuck += 1;
  }
}

/**
 * The step that ends where it should where this one went too far: at the first hit of a place that was not seen at the beginning (corners
 * come to lie over other faces on the way), or with half its length where bodies overlap too much.
 * @param guesses whether speeds are trusted to say when it hit
 */
function shortened({ ahead, tolerances }: RunState, smallest: number, h: number, together: number, guesses: boolean): number {
  if (smallest >= -tolerances.gapTolerance) return h;
  const slow = slowSpeed(tolerances);
  let back = 0;
  let fastest = slow;
  for (let i = 0; i < ahead.count; i += 1) {
    const approach = -ahead.velocity[3 * i + 2];
    if (ahead.gap[i] >= -tolerances.gapTolerance || approach <= slow) continue;
    back = Math.max(back, -ahead.gap[i] / approach);
    fastest = Math.max(fastest, approach);
  }
  const shortest = togetherAt(tolerances, together, fastest);
  const deep = smallest < -0.5 * tolerances.penetration * tolerances.size && h > shortest;
  // A rim that all but lies flat runs around so fast that its speed at the end says little of when it hit.
  if (back > 0 && h - back > 0.25 * shortest && (guesses || !deep)) return h - back;
  const costly = smallest < -COSTLY * tolerances.gapTolerance && h > 2 * tolerances.shortestStep;
  return deep || costly ? 0.5 * h : h;
}

/** Solves until no place without a row hits before the end. Returns the length of the step; the rest is in the run. */
function solveToFirstHit(run: RunState, island: Island, h: number, nominal: number, together: number): number {
  const { contacts, caught, tolerances } = run;
  const slow = slowSpeed(tolerances);
  caught.fill(0, 0, contacts.count);
  let length = expectedLength(run, h, slow);
  let pushes = true;
  for (let cuts = 0, solves = 1; ; solves += 1) {
    const solution = solveLength(run, island, length, nominal, pushes);
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
function solveLength(run: RunState, island: Island, h: number, nominal: number, pushes: boolean): StepSolution {
  const { free, speeds, nextSpeeds } = run;
  let solution = solveOnce(run, island, h, nominal, pushes, false);
  // Friction in joints is a damping that depends on the speeds found.
  for (let pass = 1; pass < FRICTION_PASSES; pass += 1) {
    let misses = false;
    for (const node of island.linked) misses = missesFriction(free, node, speeds, nextSpeeds) || misses;
    if (!misses) break;
    solution = solveOnce(run, island, h, nominal, pushes, true);
  }
  return solution;
}

function solveOnce(run: RunState, island: Island, h: number, nominal: number, pushes: boolean, keeps: boolean): StepSolution {
  const { system, free, time, coordinates, speeds, contacts, rows, caught, tolerances, force, nextSpeeds } = run;
  const slow = slowSpeed(tolerances);
  stepFreely(free, system, island, { time, coordinates, speeds }, h, keeps);
  beginProblem(run, island.bodies, free.velocity, true);
  const { problem } = run;
  for (let i = 0; i < contacts.count; i += 1) {
    rows[i] = -1;
    turnRows(run, contacts, i, 0);
    const v = contacts.velocity[3 * i + 2];
    const gap = contacts.gap[i];
    const closed = gap <= tolerances.gapTolerance;
    if (caught[i] === 0) {
      if (closed && v > slow) continue;
      const end = velocityOf(contacts, i, 2, free.velocity) + h * contacts.bias[3 * i + 2];
      if (!closed && approachAt(gap, v, end, h).speed > slow) continue;
    }
    const bend = closed && turnRows(run, contacts, i, 0.5 * h) ? 0.5 * h : h;
    const row = addRow(run, contacts, i);
    rows[i] = row;
    const follows = closed && pushes;
    const landing = -bend * contacts.bias[3 * i + 2] + (closed && v <= slow ? 0 : Math.min(0, (-2 * Math.max(0, gap)) / h - v));
    problem.bound[3 * row] = follows ? -bend * contacts.bias[3 * i] : 0;
    problem.bound[3 * row + 1] = follows ? -bend * contacts.bias[3 * i + 1] : 0;
    problem.bound[3 * row + 2] = pushes ? landing : Math.min(0, landing);
    for (let c = 0; c < 3; c += 1) problem.warm[3 * row + c] = h * force[3 * contacts.ids[i] + c];
  }
  const solution = solveRows(run, nominal);
  readSpeeds(run, island.bodies, solution.velocity, nextSpeeds);
  // Where the step is solved again, it begins with what was just found.
  keepForces(run, solution.impulse, h);
  return solution;
}

/**
 * The mean rate that leads to the end of the step, and where the energy went. False where contacts put in more than any shift takes out:
 * bounds that push do that where impulses do not get smaller with the step.
 */
function finish(run: RunState, { bodies, linked }: Island, h: number, { impulse, contactVelocity, velocity }: StepSolution): boolean {
  const { contacts, rows, free, speeds, nextSpeeds, rate, pending, nodes } = run;
  let normalWork = 0;
  let frictionWork = 0;
  pending.ground = 0;
  for (let i = 0; i < contacts.count; i += 1) {
    const row = rows[i];
    if (row < 0) continue;
    for (let c = 0; c < 3; c += 1) {
      const work = 0.5 * impulse[3 * row + c] * (velocityOf(contacts, i, c, speeds) + contactVelocity[3 * row + c]);
      pending.ground -= impulse[3 * row + c] * contacts.drift[3 * i + c];
      if (c === 2) normalWork += work;
      else frictionWork += work;
    }
  }
  let fall = 0;
  for (const body of bodies)
    for (let k = nodes.speeds[body]; k < nodes.speeds[body + 1]; k += 1) fall += h * free.force[k] * (nextSpeeds[k] - speeds[k]);
  const work = normalWork + frictionWork;
  const shift = work > 0 && fall > 0 ? Math.min(0.5, work / fall) : 0;
  for (const body of bodies)
    for (let k = nodes.speeds[body]; k < nodes.speeds[body + 1]; k += 1)
      rate[k] = free.mean[k] + shift * (free.velocity[k] - speeds[k]) + (0.5 + shift) * (nextSpeeds[k] - free.velocity[k]);
  if (linked.length > 0) readContactWork(run, linked, impulse, shift * h);
  pending.friction = -frictionWork;
  return work - shift * fall <= GAIN * kineticEnergyOf(run, velocity);
}

/** Where the mean rate leads, in `nextCoordinates`. */
function move(run: RunState, island: Island, h: number): void {
  const { system, free, nodes, coordinates, nextCoordinates, nextSpeeds, rate, time } = run;
  const copy = (node: number, from: Float64Array) => {
    for (let k = nodes.coordinates[node]; k < nodes.coordinates[node + 1]; k += 1) nextCoordinates[k] = from[k];
  };
  for (const node of island.rigid) copy(node, coordinates);
  for (const node of island.linked) copy(node, free.turned);
  moveMembers(free, system, island, nextCoordinates, rate, h);
  setClock(system, nextCoordinates, time + h);
  for (const node of island.linked) system.restore?.(nextCoordinates, nextSpeeds, nodes.parts[node - nodes.bodyCount]);
}

/** Makes the end of the step the state, estimates the error, and chooses the next step. */
function commit(run: RunState, { bodies }: Island, h: number, nominal: number): void {
  const { coordinates, speeds, nextCoordinates, nextSpeeds, acceleration, known, nodes, tolerances, statistics } = run;
  let change = 0;
  let isKnown = false;
  for (const body of bodies) {
    // The old acceleration becomes the change, then the new one.
    for (let k = nodes.speeds[body]; k < nodes.speeds[body + 1]; k += 1)
      acceleration[k] = (nextSpeeds[k] - speeds[k]) / h - acceleration[k];
    if (known[body] === 1) {
      isKnown = true;
      change = Math.max(change, speedOf(nodes, acceleration, body));
    }
    for (let k = nodes.speeds[body]; k < nodes.speeds[body + 1]; k += 1) {
      acceleration[k] = (nextSpeeds[k] - speeds[k]) / h;
      speeds[k] = nextSpeeds[k];
    }
    for (let k = nodes.coordinates[body]; k < nodes.coordinates[body + 1]; k += 1) coordinates[k] = nextCoordinates[k];
    known[body] = 1;
  }
  seeGains(run, bodies);
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
  const { system, free, time, coordinates, contacts, tolerances, nextSpeeds, nodes } = run;
  for (const body of island.bodies) nextSpeeds.fill(0, nodes.speeds[body], nodes.speeds[body + 1]);
  if (run.listed !== island) look(run, island, h);
  run.listed = island;
  readMassesAt(run, island, coordinates);
  stepFreely(free, system, island, { time, coordinates, speeds: nextSpeeds }, h);
  beginProblem(run, island.bodies, free.velocity, true);
  for (let i = 0; i < contacts.count; i += 1) {
    run.rows[i] = -1;
    if (contacts.gap[i] > tolerances.gapTolerance) continue;
    const row = addRow(run, contacts, i);
    run.rows[i] = row;
    for (let c = 0; c < 3; c += 1) run.problem.warm[3 * row + c] = h * run.force[3 * contacts.ids[i] + c];
  }
  const { velocity, residual, impulse } = solveRows(run, h, true);
  const fall = fallSpeed(tolerances, h);
  // What is left at every place adds up from body to body.
  const most = Math.min(LOOSE_REST * fall, Math.max(REST * fall, 3 * residual * island.bodies.length));
  readSpeeds(run, island.bodies, velocity, nextSpeeds);
  const rests = island.bodies.every((body) => speedOf(nodes, nextSpeeds, body) < most);
  if (rests) keepForces(run, impulse, h);
  return rests;
}
