/**
 * Where bodies are on the way through a step: each goes from its last change to the end of the step with one acceleration, so that it can
 * be looked at, and changed, at any time in between without a thought of the others.
 *
 *     u(t) = u + (u+ - u) s / L        q(t) = q (+) [u s + (w - u) s^2 / L]        s = t - since,  L = end - since,  w the mean rate
 *
 * Places of contact are kept by pairs and are those of the time at which they were last looked at.
 */
import { appendContacts, velocityOf } from "./contact-list.js";
import { enqueue } from "./due-queue.js";
import { turnBody } from "./free-step.js";
import { type Island, type RunState, reserveForces, reserveRows, setClock } from "./run-state.js";
import { GROUND } from "./solver/problem.js";

/** Begins a step of length h at the present state, with the contacts of the run. */
export function beginCourses(run: RunState, island: Island, h: number): void {
  const { courses, contacts, speeds } = run;
  courses.end = run.time + h;
  for (const body of island.bodies) {
    courses.since[body] = run.time;
    courses.joined[body] = 1;
  }
  listPairs(run, island);
  makeRoom(run);
  courses.queue.count = 0;
  courses.speeds.set(speeds);
  for (const pair of island.pairs) {
    courses.head[pair] = -1;
    courses.due[pair] = Number.POSITIVE_INFINITY;
  }
  for (let i = contacts.count - 1; i >= 0; i -= 1) {
    courses.next[i] = courses.head[contacts.pairs[i]];
    courses.head[contacts.pairs[i]] = i;
    courses.base[i] = courses.rowTime[i] = run.time;
    courses.rowed[i] = 0;
    run.caught[i] = 0;
  }
}

/** Has a pair looked at at a time, if that is before the end of the step. */
export function setDue({ courses }: RunState, pair: number, time: number): void {
  courses.due[pair] = time;
  if (time < courses.end) enqueue(courses.queue, time, pair);
}

function listPairs({ courses, surfaces, nodes }: RunState, { bodies, pairs }: Island): void {
  const { starts } = courses;
  starts.fill(0);
  const each = (act: (body: number, pair: number) => void) => {
    for (const pair of pairs) {
      act(surfaces.bodies[2 * pair], pair);
      if (surfaces.bodies[2 * pair + 1] !== GROUND) act(surfaces.bodies[2 * pair + 1], pair);
    }
  };
  each((body) => {
    starts[body + 1] += 1;
  });
  for (let body = 0; body < nodes.count; body += 1) starts[body + 1] += starts[body];
  if (courses.pairs.length < starts[nodes.count]) courses.pairs = new Int32Array(2 * starts[nodes.count]);
  const filled = new Int32Array(nodes.count);
  each((body, pair) => {
    courses.pairs[starts[body] + filled[body]] = pair;
    filled[body] += 1;
  });
  for (const body of bodies) filled[body] = 0;
}

/** Room for as many places as there are contacts. */
function makeRoom(run: RunState): void {
  const { courses, contacts } = run;
  const { capacity } = contacts;
  if (run.rows.length < capacity) reserveRows(run);
  reserveForces(run);
  if (courses.next.length >= capacity) return;
  const { next, base, rowTime, rowed, bound } = courses;
  courses.next = new Int32Array(capacity);
  courses.base = new Float64Array(capacity);
  courses.rowTime = new Float64Array(capacity);
  courses.rowed = new Uint8Array(capacity);
  courses.bound = new Float64Array(3 * capacity);
  courses.next.set(next);
  courses.base.set(base);
  courses.rowTime.set(rowTime);
  courses.rowed.set(rowed);
  courses.bound.set(bound);
}

/** Writes where a body is at a time. The arrays may be those of the run: then it is there from then on. */
export function writeCourse(run: RunState, body: number, time: number, coordinates: Float64Array, speeds: Float64Array): void {
  const { courses, nextSpeeds, rate } = run;
  const place = 7 * body;
  const pace = 6 * body;
  const s = time - courses.since[body];
  const span = courses.end - courses.since[body];
  const part = span > 0 ? s / span : 0;
  for (let k = 0; k < 3; k += 1) {
    const way = run.speeds[pace + k] * s + (rate[pace + k] - run.speeds[pace + k]) * s * part;
    courses.turns[pace + 3 + k] = run.speeds[pace + 3 + k] * s + (rate[pace + 3 + k] - run.speeds[pace + 3 + k]) * s * part;
    coordinates[place + k] = run.coordinates[place + k] + way;
  }
  for (let k = 3; k < 7; k += 1) coordinates[place + k] = run.coordinates[place + k];
  turnBody(coordinates, body, courses.turns, 1);
  for (let k = pace; k < pace + 6; k += 1) speeds[k] = run.speeds[k] + part * (nextSpeeds[k] - run.speeds[k]);
}

/** Both bodies of a pair as they are at an instant, in the arrays of the courses. */
export function placePair(run: RunState, pair: number, time: number): void {
  const { courses, surfaces } = run;
  for (let side = 0; side < 2; side += 1) {
    const body = surfaces.bodies[2 * pair + side];
    if (body !== GROUND) writeCourse(run, body, time, courses.coordinates, courses.speeds);
  }
  setClock(run.system, courses.coordinates, time);
}

/** Velocities of the places of a pair at an instant, as they were last looked at. */
export function readPairVelocities(run: RunState, pair: number, time: number): void {
  const { courses, contacts } = run;
  placePair(run, pair, time);
  for (let i = courses.head[pair]; i >= 0; i = courses.next[i])
    for (let c = 0; c < 3; c += 1)
      contacts.velocity[3 * i + c] = velocityOf(contacts, i, c, courses.speeds) + (c === 2 ? bendAt(run, i, time) : 0);
}

/** What is to be added to J u of a place, whose rows may be those of another time, to have its normal velocity at a time. */
export function bendAt({ courses, contacts }: RunState, i: number, time: number): number {
  return (time - courses.rowTime[i]) * contacts.bias[3 * i + 2];
}

/** Looks at a pair anew, at what may touch within a time. */
export function relist(run: RunState, pair: number, time: number, step: number): void {
  const { courses, contacts, surfaces, tolerances } = run;
  placePair(run, pair, time);
  const horizon = { step, gain: 2 * tolerances.gravity * step, near: 2 * tolerances.gapTolerance };
  const from = contacts.count;
  appendContacts(contacts, surfaces, [pair], horizon, courses.coordinates, courses.speeds);
  makeRoom(run);
  courses.head[pair] = -1;
  for (let i = contacts.count - 1; i >= from; i -= 1) {
    courses.next[i] = courses.head[pair];
    courses.head[pair] = i;
    courses.base[i] = courses.rowTime[i] = time;
    courses.rowed[i] = 0;
    run.caught[i] = 0;
  }
}

/** Whether a pair has places that push. */
export function isLoaded({ courses, contacts, force }: RunState, pair: number): boolean {
  for (let i = courses.head[pair]; i >= 0; i = courses.next[i])
    if (courses.rowed[i] === 1 && force[3 * contacts.ids[i] + 2] > 0) return true;
  return false;
}

/** Normal velocity of a place at the end of the step. */
export function endVelocity(run: RunState, i: number): number {
  return velocityOf(run.contacts, i, 2, run.nextSpeeds) + bendAt(run, i, run.courses.end);
}

/** The gap of a place at a time, as its rows say. */
export function gapAhead(run: RunState, i: number, time: number): number {
  const { courses, contacts } = run;
  const s = time - courses.base[i];
  const span = courses.end - courses.base[i];
  if (!(span > 0)) return contacts.gap[i];
  const v = contacts.velocity[3 * i + 2];
  return contacts.gap[i] + s * (v + (0.5 * s * (endVelocity(run, i) - v)) / span);
}

/** Follows the places of a pair to a time, as the bodies go, and books what friction and ground that is moved did on the way. */
export function followPair(run: RunState, pair: number, time: number): void {
  const { courses, contacts, nextSpeeds, force, pending } = run;
  for (let i = courses.head[pair]; i >= 0; i = courses.next[i]) {
    const s = time - courses.base[i];
    if (!(s > 0)) continue;
    const part = s / (courses.end - courses.base[i]);
    const pushes = courses.rowed[i] === 1;
    for (let c = 0; c < 3; c += 1) {
      const k = 3 * i + c;
      const bend = c === 2 ? bendAt(run, i, courses.end) : 0;
      const gain = part * (velocityOf(contacts, i, c, nextSpeeds) + bend - contacts.velocity[k]);
      if (c === 2) contacts.gap[i] += s * (contacts.velocity[k] + 0.5 * gain);
      if (pushes) {
        const push = force[3 * contacts.ids[i] + c];
        const mean = contacts.velocity[k] + 0.5 * (gain - part * bend);
        if (c < 2) pending.friction -= push * s * mean;
        pending.ground -= push * s * contacts.drift[k];
      }
      contacts.velocity[k] += gain;
    }
    courses.base[i] = time;
  }
}
