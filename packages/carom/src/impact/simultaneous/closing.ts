/**
 * The end of pushes that go on and on, ever weaker: a light body between heavy ones rattles thousands of times, and each time they come
 * together a little more slowly.
 *
 * If the contacts S that push so do it without end, their approach velocities go to zero, and then the impulse still to come is known
 * without following it: with no more friction,
 *
 *     W_SS I = -v_S        I >= 0        v + W I >= 0 at all other contacts
 *
 * whichever way the pushes take. These are the conditions for the least of I . W I / 2 + v . I over I >= 0, so a solution loses energy and
 * none is gained. It is found by guessing S, solving, and exchanging those contacts that pull or are still approached, all at once as long
 * as that makes them fewer, then one by one.
 *
 * How far can that be off, whatever the contacts do? Without friction the bodies end with u + M^-1 J^T I', I' >= 0, with no contact
 * approached and no more energy than the E that motion and springs have now. The last push ends with u* = u + M^-1 J^T I, and there
 * I . J u* = 0 and J u* >= 0. So
 *
 *     |u' - u*|^2 = |u'|^2 - |u*|^2 - 2 (I' - I) . J u* <= |u'|^2 - |u*|^2 <= 2 (E - E*)        |u|^2 = u . M u
 *
 * and no contact velocity is off by more than the root of 2 W_cc (E - E*). From time to time this is worked out, and once it is small the
 * rest is not followed. Also, a push at a contact of S changes v and I but not v + W I: where these have stayed the same and E - E* has
 * fallen to nothing beside what it was, the rest is not followed either. That the decay has been steady for long does not do: just above a
 * critical ratio of masses it is, until the light body is thrown out after all.
 *
 * Letters: W mobility of the normals, v normal velocity, I impulse, u velocities and M masses of the bodies, J u contact velocities.
 * Source: Judice and Pires, Computers & Operations Research 21 (1994) 587-596 (the exchange).
 */
import { createEnvelope, factorEnvelope, solveEnvelope } from "./envelope.js";
import type { Motion } from "./motion.js";
import { createSemidefiniteSolver } from "./semidefinite.js";
import { OPEN, storedEnergy } from "./state.js";
import { addColumn } from "./system.js";
import { APPROACHED } from "./tolerances.js";

/** A push of several contacts without restitution and friction after which none is approached. */
export interface LastPush {
  /** By contact. */
  readonly impulse: Float64Array;
  /** Velocities after it, by row. */
  readonly velocity: Float64Array;
}

/** Exchanges for each contact, and at least. */
const EXCHANGES = 2;
const FEWEST_EXCHANGES = 200;
/** Exchanges of all at once that may fail to make them fewer. */
const PATIENCE = 3;
/** An impulse below zero by less than this part of the largest is rounding. */
const PULL = 1e-14;

/** Undefined if none is found. */
export function findLastPush(motion: Motion): LastPush | undefined {
  const { system, state } = motion;
  const { count } = system;
  // A push at one contact brings on the others of a row of balls: those that push are then among those found, and none is taken back.
  const grows = bringsOnOthers(motion);
  const begins = (c: number) => state.velocity[c] < -APPROACHED || (!grows && state.phase[c] !== OPEN);
  const pushes = Uint8Array.from({ length: count }, (_, c) => (begins(c) ? 1 : 0));
  const wrong: number[] = [];
  let fewest = Infinity;
  let patience = PATIENCE;
  for (let exchanges = Math.max(FEWEST_EXCHANGES, EXCHANGES * count); exchanges > 0; exchanges--) {
    const impulse = stop(motion, pushes);
    const velocity = state.velocity.slice();
    let most = 0;
    for (let c = 0; c < count; c++) {
      addColumn(system, c, impulse[c], velocity);
      most = Math.max(most, Math.abs(impulse[c]));
    }
    wrong.length = 0;
    for (let c = 0; c < count; c++) if (pushes[c] === 1 ? impulse[c] < -PULL * most : velocity[c] < -APPROACHED) wrong.push(c);
    if (wrong.length === 0) return { impulse: impulse.map((push) => Math.max(0, push)), velocity };
    if (wrong.length < fewest) {
      fewest = wrong.length;
      patience = PATIENCE;
    } else if (!grows && --patience < 0) wrong.splice(0, wrong.length - 1);
    for (const c of wrong) pushes[c] = 1 - pushes[c];
  }
  return undefined;
}

/** Whether a push at any contact makes no other separate. */
function bringsOnOthers({ system: { count, start, index, value } }: Motion): boolean {
  for (let c = 0; c < count; c++)
    for (let k = start[c]; k < start[c + 1]; k++) if (index[k] < count && index[k] !== c && value[k] > 0) return false;
  return true;
}

/** Impulses of the contacts that push, by contact, after which these are not approached. */
function stop({ system, state }: Motion, pushes: Uint8Array): Float64Array {
  const { start, index, value, count } = system;
  const pushing = Array.from({ length: count }, (_, c) => c).filter((c) => pushes[c] === 1);
  const place = new Int32Array(count).fill(-1);
  pushing.forEach((c, i) => {
    place[c] = i;
  });
  const elements = (visit: (i: number, j: number, element: number) => void) => {
    pushing.forEach((c, i) => {
      for (let k = start[c]; k < start[c + 1]; k++) {
        const j = index[k] < count ? place[index[k]] : -1;
        if (j >= 0 && j <= i) visit(i, j, value[k]);
      }
    });
  };
  const first = Int32Array.from(pushing, (_, i) => i);
  elements((i, j) => {
    first[i] = Math.min(first[i], j);
  });
  const right = Float64Array.from(pushing, (c) => -state.velocity[c]);
  const envelope = createEnvelope(first);
  elements((i, j, element) => {
    envelope.value[envelope.start[i] - first[i] + j] = element;
  });
  let solution = right;
  if (factorEnvelope(envelope)) solveEnvelope(envelope, right);
  else {
    const size = pushing.length;
    const block = new Float64Array(size * size);
    elements((i, j, element) => {
      block[i * size + j] = element;
    });
    const solver = createSemidefiniteSolver(size);
    solver.factor(block, size);
    solution = new Float64Array(size);
    solver.solve(right, solution);
  }
  const impulse = new Float64Array(count);
  pushing.forEach((c, i) => {
    impulse[c] = solution[i];
  });
  return impulse;
}

/** Gives the last push. All contacts are open. */
export function giveLastPush({ system, state }: Motion, { impulse, velocity }: LastPush): void {
  for (let c = 0; c < system.count; c++) {
    if (!(impulse[c] > 0)) continue;
    state.restitutionLoss -= 0.5 * impulse[c] * (state.velocity[c] + velocity[c]);
    state.impulse[c] += impulse[c];
  }
  state.velocity.set(velocity);
}

/** What has been seen of pushes that get weaker. */
export interface Fading {
  /** Number of events at which to look again. */
  next: number;
  /** The end in sight at the last look. */
  velocity: Float64Array | undefined;
  /** The energy above it at the first look. */
  energy: number;
}

export const createFading = (motion: Motion): Fading => ({ next: intervalOf(motion), velocity: undefined, energy: 0 });

/** Events between two looks, enough for the cost of a look not to matter: so many, or this part of those there were. */
const intervalOf = ({ system }: Motion, events = 0) => Math.max(200 + 10 * system.count, LATER * events);
const LATER = 1 / 8;
/** Velocities in sight that differ by less than this are the same, in units of the fastest approach. */
const SAME = 1e-10;
/** What is left of the energy when the rest is not followed: speeds a billionth of those there were. */
const FADED = 1e-18;
/** No velocity can be off by more than this when the rest is not followed, in units of the fastest approach. */
const CLOSE = 1e-9;

/** Whether pushes that get ever weaker have come close to the last push they lead to. */
export function fades(motion: Motion, fading: Fading, events: number): boolean {
  if (events < fading.next) return false;
  fading.next = events + intervalOf(motion, events);
  const push = findLastPush(motion);
  if (push === undefined) return false;
  if (boundOf(motion, push) <= CLOSE) return true;
  const energy = energyAbove(motion, push);
  const last = fading.velocity;
  fading.velocity = push.velocity;
  if (last === undefined) {
    fading.energy = energy;
    return false;
  }
  return energy <= FADED * fading.energy && last.every((v, row) => Math.abs(v - push.velocity[row]) <= SAME);
}

/** By how much the last push can be off at any contact, in units of the fastest approach; with friction nothing is known. */
export function boundOf(motion: Motion, push: LastPush): number {
  const { count, rows, diagonal } = motion.system;
  if (rows > count) return Infinity;
  const most = diagonal.reduce((largest, mobility) => Math.max(largest, mobility), 0);
  return Math.sqrt(2 * most * Math.max(0, energyAbove(motion, push)));
}

/** Kinetic energy that the last push takes, and what the springs hold. */
function energyAbove({ system, state }: Motion, { impulse, velocity }: LastPush): number {
  let energy = 0;
  for (let c = 0; c < system.count; c++) energy += storedEnergy(system, state, c) - 0.5 * impulse[c] * (state.velocity[c] + velocity[c]);
  return energy;
}
