/**
 * The bodies of an island that change at an instant, and their motion from then to the end of the step.
 *
 * What a hit changes at once is few bodies. They are solved for by themselves, while all that touch them go on as they did and push as they
 * did. Where a place between the two would then break its law by so much that it gets farther than a part of the error of a step before all
 * is solved together again, the other body is taken in too. Impulses on both sides of such a place are equal: momentum is exact.
 */

import { velocityOf } from "./contact-list.js";
import { endVelocity, followPair, isLoaded, readPairVelocities, relist, setDue, writeCourse } from "./courses.js";
import { readMassesAt } from "./energy.js";
import { moveBodies, stepFreely } from "./free-step.js";
import { approachAt } from "./hits.js";
import { islandOf } from "./island-of.js";
import { turnRows } from "./middle.js";
import { seeGains } from "./passed-over.js";
import { addRow, beginProblem, kineticEnergyOf, readSpeeds, solveRoughly, solveRows } from "./rows.js";
import { type Island, type RunState, setClock } from "./run-state.js";
import { projectOnCone } from "./solver/cone.js";
import { GROUND } from "./solver/problem.js";
import type { StepSolution } from "./solver/solve.js";
import { depthLeft, isCatchable, slowSpeed, togetherAt } from "./tolerances.js";

/** Rounds in which bodies are taken in and slow places caught; the last is as it is. */
const MOST_ROUNDS = 24;
/** Of the error of a step: how far a place between the domain and others may get, by its broken law, before the step ends. */
const LET_GO = 0.3;
/** Of the kinetic energy: what a step may gain. */
const GAIN = 1e-9;

/** Bodies that change, in the order of the scene, and the places at which they do. */
export interface Domain {
  readonly bodies: number[];
  /** The same, in lists that are new each time: systems know one they were asked about (createSelect of mechanism/linked-system.ts). */
  members: Island;
  /** Places within it and with the ground; those with bodies outside. */
  readonly inner: number[];
  readonly outer: number[];
}

export function emptyDomain(): Domain {
  return { bodies: [], members: rigidBodies([], []), inner: [], outer: [] };
}

/** All of an island. */
export function wholeDomain({ bodies, parts }: Island): Domain {
  return { bodies: [...bodies], members: rigidBodies([...bodies], parts), inner: [], outer: [] };
}

function rigidBodies(bodies: readonly number[], parts: readonly number[]): Island {
  return islandOf({ bodies, rigid: bodies, linked: [], parts }, []);
}

function partsOf({ courses }: RunState, bodies: readonly number[]): number[] {
  return bodies.map((body) => courses.parts[body]);
}

/** Takes bodies in at an instant: they are cut off there, and seen as they are then, as far as nothing outside pushes them. */
export function join(run: RunState, domain: Domain, bodies: readonly number[], time: number): void {
  const { courses, coordinates, speeds } = run;
  const added = bodies.filter((body) => courses.joined[body] === 0);
  if (added.length === 0) return;
  for (const body of added) {
    courses.joined[body] = 1;
    for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1) followPair(run, courses.pairs[at], time);
  }
  for (const body of added) {
    const tell = run.observe?.course(run, body);
    writeCourse(run, body, time, coordinates, speeds);
    courses.since[body] = time;
    tell?.(time);
    domain.bodies.push(body);
  }
  seeGains(run, added);
  // One order, whoever came first.
  domain.bodies.sort((a, b) => a - b);
  domain.members = rigidBodies([...domain.bodies], partsOf(run, domain.bodies));
  readMassesAt(run, rigidBodies(added, partsOf(run, added)), coordinates);
}

/** Looks anew at what bodies of the domain may touch within a time from this instant on, where nothing outside it pushes. */
export function lookAround(run: RunState, bodies: readonly number[], time: number, step = run.courses.end - time): void {
  const { courses, surfaces } = run;
  for (const body of bodies)
    for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1) {
      const pair = courses.pairs[at];
      const first = surfaces.bodies[2 * pair];
      const second = surfaces.bodies[2 * pair + 1];
      const other = first === body ? second : first;
      const isInner = other === GROUND || courses.joined[other] === 1;
      // Of two that both look, the first does.
      if (isInner && other !== GROUND && other < body && bodies.includes(other)) continue;
      if (!isInner && isLoaded(run, pair)) readPairVelocities(run, pair, time);
      else relist(run, pair, time, step);
    }
}

/** Solves the domain from an instant to the end of the step. Fast hits on the way are left to their time (`due`). */
export function solveDomain(run: RunState, domain: Domain, time: number, nominal: number, together: number): void {
  const { courses } = run;
  const h = courses.end - time;
  const mode = { pushes: true, roughly: true };
  for (let round = 0; ; round += 1) {
    listPlaces(run, domain);
    // Whom the change reaches is found roughly first.
    mode.roughly &&= domain.outer.length > 0;
    const solution = solveOnce(run, domain, h, nominal, mode);
    const isLast = round >= MOST_ROUNDS;
    const affected = isLast ? [] : affectedBodies(run, domain, h, together);
    const caught = !isLast && catchSlow(run, domain, together);
    if (affected.length > 0) {
      join(run, domain, affected, time);
      lookAround(run, affected, time);
    }
    if (caught || affected.length > 0) continue;
    if (mode.roughly) mode.roughly = false;
    else if (finish(run, domain, h, solution) || !mode.pushes) break;
    else mode.pushes = false;
  }
  moveToEnd(run, domain, h);
  predict(run, domain);
}

function listPlaces({ courses, surfaces }: RunState, { bodies, inner, outer }: Domain): void {
  inner.length = outer.length = 0;
  for (const body of bodies)
    for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1) {
      const pair = courses.pairs[at];
      const first = surfaces.bodies[2 * pair];
      const second = surfaces.bodies[2 * pair + 1];
      const other = first === body ? second : first;
      const isInner = other === GROUND || courses.joined[other] === 1;
      if (isInner && other !== GROUND && other < body) continue;
      for (let i = courses.head[pair]; i >= 0; i = courses.next[i]) (isInner ? inner : outer).push(i);
    }
}

/** `pushes`: whether bounds may ask for more than to stop. */
interface SolveMode {
  pushes: boolean;
  roughly: boolean;
}

function solveOnce(run: RunState, domain: Domain, h: number, nominal: number, { pushes, roughly }: SolveMode): StepSolution {
  const { system, free, coordinates, speeds, contacts, courses, rows, caught, tolerances, force, nextSpeeds } = run;
  const { inner, outer, bodies } = domain;
  const slow = slowSpeed(tolerances);
  stepFreely(free, system, domain.members, { time: courses.end - h, coordinates, speeds }, h);
  for (const i of outer) if (courses.rowed[i] === 1) pushFromOutside(run, i, h);
  beginProblem(run, bodies, free.velocity);
  const { problem } = run;
  for (const i of inner) {
    rows[i] = -1;
    courses.rowed[i] = 0;
    const v = contacts.velocity[3 * i + 2];
    const gap = contacts.gap[i];
    straighten(run, i, courses.end - h);
    const closed = gap <= tolerances.gapTolerance;
    if (caught[i] === 0) {
      if (closed && v > slow) continue;
      const { speed } = approachAt(gap, v, velocityOf(contacts, i, 2, free.velocity) + h * contacts.bias[3 * i + 2], h);
      if (!closed && !isCatchable(tolerances, gap, v, speed, h)) continue;
    }
    const bend = closed && turnRows(run, contacts, i, 0.5 * h) ? 0.5 * h : h;
    if (contacts.turned[i] === 1) courses.rowTime[i] = courses.end - 0.5 * h;
    const row = addRow(run, contacts, i);
    rows[i] = row;
    courses.rowed[i] = 1;
    const follows = closed && pushes;
    const landing = -bend * contacts.bias[3 * i + 2] + (closed && v <= slow ? 0 : Math.min(0, (-2 * Math.max(0, gap)) / h - v));
    problem.bound[3 * row] = follows ? -bend * contacts.bias[3 * i] : 0;
    problem.bound[3 * row + 1] = follows ? -bend * contacts.bias[3 * i + 1] : 0;
    problem.bound[3 * row + 2] = pushes ? landing : Math.min(0, landing);
    for (let c = 0; c < 3; c += 1) {
      problem.warm[3 * row + c] = h * force[3 * contacts.ids[i] + c];
      courses.bound[3 * i + c] = problem.bound[3 * row + c];
    }
  }
  const solution = roughly ? solveRoughly(run, nominal) : solveRows(run, nominal);
  readSpeeds(run, bodies, solution.velocity, nextSpeeds);
  for (const i of inner)
    for (let c = 0; c < 3; c += 1) force[3 * contacts.ids[i] + c] = rows[i] < 0 ? 0 : solution.impulse[3 * rows[i] + c] / h;
  return solution;
}

/** Makes the rows of a place within the domain those of an instant at which its bodies are. */
export function straighten(run: RunState, i: number, time: number): void {
  if (run.contacts.turned[i] === 0) return;
  turnRows(run, run.contacts, i, 0);
  run.courses.rowTime[i] = time;
}

/** Adds to u* what a place pushes at whose other body is outside. */
function pushFromOutside({ contacts, courses, force, free }: RunState, i: number, h: number): void {
  const side = courses.joined[contacts.bodies[2 * i]] === 1 ? 0 : 1;
  const body = contacts.bodies[2 * i + side];
  const rows = contacts.width * (i + 0.5 * side);
  const at = 3 * contacts.ids[i];
  for (let k = 0; k < 6; k += 1) {
    const push =
      contacts.jacobian[rows + k] * force[at] +
      contacts.jacobian[rows + 6 + k] * force[at + 1] +
      contacts.jacobian[rows + 12 + k] * force[at + 2];
    free.force[6 * body + k] += push;
    for (let c = 0; c < 6; c += 1) {
      const gain = h * free.inverseMass[36 * body + 6 * c + k] * push;
      free.velocity[6 * body + c] += gain;
      free.mean[6 * body + c] += 0.5 * gain;
    }
  }
}

/** Bodies outside whose places with the domain would break their law, or be hit too slowly to be a hit. */
function affectedBodies(run: RunState, { outer }: Domain, h: number, together: number): number[] {
  const { contacts, courses, tolerances, problem } = run;
  const affected = new Set<number>();
  for (const i of outer) {
    const other = contacts.bodies[2 * i + (courses.joined[contacts.bodies[2 * i]] === 1 ? 1 : 0)];
    if (affected.has(other)) continue;
    // Until the end of the step, where all is solved again, that is a way well within the error of a step.
    const way = Math.min(LET_GO * tolerances.stepError * tolerances.size, depthLeft(tolerances, contacts.gap[i]));
    const breaks = courses.rowed[i] === 1 ? residualAt(run, i, h) > Math.max(problem.tolerance, way / h) : isCaught(run, i, together);
    if (breaks) affected.add(other);
  }
  return [...affected];
}

/** How far a place with the force that it has is from its law, with the speeds at the end, m/s. */
function residualAt({ contacts, courses, force, nextSpeeds, surfaces, workspace, free }: RunState, i: number, h: number): number {
  const mobility = normalMobility(contacts.jacobian, free.inverseMass, contacts, i);
  if (!(mobility > 0)) return 0;
  const friction = surfaces.friction[contacts.pairs[i]];
  const { weights } = workspace;
  const at = 3 * contacts.ids[i];
  const v0 = velocityOf(contacts, i, 0, nextSpeeds) - courses.bound[3 * i];
  const v1 = velocityOf(contacts, i, 1, nextSpeeds) - courses.bound[3 * i + 1];
  const v2 = velocityOf(contacts, i, 2, nextSpeeds) - courses.bound[3 * i + 2] + friction * Math.sqrt(v0 * v0 + v1 * v1);
  const p0 = h * force[at];
  const p1 = h * force[at + 1];
  const p2 = h * force[at + 2];
  weights[0] = p0 - v0 / mobility;
  weights[1] = p1 - v1 / mobility;
  weights[2] = p2 - v2 / mobility;
  projectOnCone(weights, 0, friction);
  const d0 = p0 - weights[0];
  const d1 = p1 - weights[1];
  const d2 = p2 - weights[2];
  return mobility * Math.sqrt(d0 * d0 + d1 * d1 + d2 * d2);
}

/** n^T J M^-1 J^T n of a place. */
function normalMobility(
  jacobian: Float64Array,
  inverseMass: Float64Array,
  { bodies, width }: { readonly bodies: Int32Array; readonly width: number },
  i: number,
): number {
  let sum = 0;
  for (let side = 0; side < 2; side += 1) {
    const body = bodies[2 * i + side];
    if (body === GROUND) break;
    const row = width * (i + 0.5 * side) + 12;
    for (let k = 0; k < 6; k += 1)
      for (let c = 0; c < 6; c += 1) sum += jacobian[row + k] * inverseMass[36 * body + 6 * k + c] * jacobian[row + c];
  }
  return sum;
}

/** Whether a pair has a place that closes too slowly to be a hit. */
export function waitsToBeCaught(run: RunState, pair: number, together: number): boolean {
  const { courses } = run;
  for (let i = courses.head[pair]; i >= 0; i = courses.next[i]) if (courses.rowed[i] === 0 && isCaught(run, i, together)) return true;
  return false;
}

/** Whether a place without a row closes too slowly to be a hit. */
function isCaught(run: RunState, i: number, together: number): boolean {
  const { contacts, courses, tolerances } = run;
  const span = courses.end - courses.base[i];
  const { time, speed } = approachAt(contacts.gap[i], contacts.velocity[3 * i + 2], endVelocity(run, i), span);
  if (!(time < span)) return false;
  // A bounce shorter than hits are told apart is none; what comes as fast without one is a hit.
  const v = contacts.velocity[3 * i + 2];
  return isCatchable(tolerances, contacts.gap[i], v, speed, span) || (v > 0 && time <= 0.25 * togetherAt(tolerances, together, speed));
}

function catchSlow(run: RunState, { inner }: Domain, together: number): boolean {
  let any = false;
  for (const i of inner) {
    if (run.rows[i] >= 0 || run.caught[i] === 1 || !isCaught(run, i, together)) continue;
    run.caught[i] = 1;
    any = true;
  }
  return any;
}

/** The mean rate to the end of the step, shifted where contacts would put energy in. False where that is not enough. */
function finish(run: RunState, { bodies, inner }: Domain, h: number, { impulse, contactVelocity, velocity }: StepSolution): boolean {
  const { contacts, rows, free, speeds, nextSpeeds, rate } = run;
  let work = 0;
  for (const i of inner)
    if (rows[i] >= 0)
      for (let c = 0; c < 3; c += 1) {
        const row = 3 * rows[i] + c;
        work += 0.5 * impulse[row] * (velocityOf(contacts, i, c, speeds) + contactVelocity[row]);
      }
  let fall = 0;
  for (const body of bodies) for (let k = 6 * body; k < 6 * body + 6; k += 1) fall += h * free.force[k] * (nextSpeeds[k] - speeds[k]);
  const shift = work > 0 && fall > 0 ? Math.min(0.5, work / fall) : 0;
  for (const body of bodies)
    for (let k = 6 * body; k < 6 * body + 6; k += 1)
      rate[k] = free.mean[k] + shift * (free.velocity[k] - speeds[k]) + (0.5 + shift) * (nextSpeeds[k] - free.velocity[k]);
  return work - shift * fall <= GAIN * kineticEnergyOf(run, velocity);
}

function moveToEnd(run: RunState, { bodies, members }: Domain, h: number): void {
  const { system, coordinates, nextCoordinates, rate, courses } = run;
  for (const body of bodies) for (let k = 7 * body; k < 7 * body + 7; k += 1) nextCoordinates[k] = coordinates[k];
  moveBodies(nextCoordinates, bodies, rate, h);
  system.normalise(nextCoordinates, members.parts);
  setClock(system, nextCoordinates, courses.end);
}

/** When pairs of the domain are to be looked at, if everything goes on as it does. */
function predict(run: RunState, { bodies }: Domain): void {
  const { courses } = run;
  for (const body of bodies)
    for (let at = courses.starts[body]; at < courses.starts[body + 1]; at += 1) {
      const pair = courses.pairs[at];
      setDue(run, pair, hitTimeOf(run, pair));
    }
}

/** In sizes: way within which a hit is foreseen exactly enough. */
const NEAR_WAY = 0.02;
/** Of a longer one: the part after which it is looked at again. */
const FIRST_PART = 0.9;

/** The time at which a pair is to be looked at for a hit, or infinity. */
export function hitTimeOf(run: RunState, pair: number): number {
  const { courses, contacts, tolerances } = run;
  let first = Number.POSITIVE_INFINITY;
  for (let i = courses.head[pair]; i >= 0; i = courses.next[i]) {
    if (courses.rowed[i] === 1) continue;
    const span = courses.end - courses.base[i];
    const { time, speed } = approachAt(contacts.gap[i], contacts.velocity[3 * i + 2], endVelocity(run, i), span);
    if (!(time < span) || isCatchable(tolerances, contacts.gap[i], contacts.velocity[3 * i + 2], speed, span)) continue;
    // What overlaps by less than the tolerance at the end stands there.
    if (speed * (span - time) <= 0.5 * tolerances.gapTolerance) continue;
    const way = time * Math.max(speed, Math.abs(contacts.velocity[3 * i]), Math.abs(contacts.velocity[3 * i + 1]));
    first = Math.min(first, courses.base[i] + (way > NEAR_WAY * tolerances.size ? FIRST_PART : 1) * time);
  }
  return first;
}
