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
 * A push at a contact of S changes v and I but not v + W I, the velocities they lead to. So from time to time these are worked out: once
 * they have stayed the same and the energy above them has fallen so far that no motion it could still make would show, the rest is not
 * followed. That the decay has been steady for long does not do: just above a critical ratio of masses it is, until the light body is
 * thrown out after all.
 *
 * Letters: W mobility of the normals, v normal velocity, I impulse.
 * Source: Judice and Pires, Computers & Operations Research 21 (1994) 587-596 (the exchange).
 */
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

const MOST_EXCHANGES = 200;
/** Exchanges of all at once that may fail to make them fewer. */
const PATIENCE = 3;
/** An impulse below zero by less than this part of the largest is rounding. */
const PULL = 1e-14;

/** Undefined if none is found. */
export function findLastPush(motion: Motion): LastPush | undefined {
  const { system, state } = motion;
  const { count } = system;
  const begins = (c: number) => state.phase[c] !== OPEN || state.velocity[c] < -APPROACHED;
  const pushes = Uint8Array.from({ length: count }, (_, c) => (begins(c) ? 1 : 0));
  const wrong: number[] = [];
  let fewest = Infinity;
  let patience = PATIENCE;
  for (let exchanges = 0; exchanges < MOST_EXCHANGES; exchanges++) {
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
    } else if (--patience < 0) wrong.splice(0, wrong.length - 1);
    for (const c of wrong) pushes[c] = 1 - pushes[c];
  }
  return undefined;
}

/** Impulses of the contacts that push, by contact, after which these are not approached. */
function stop({ system, state }: Motion, pushes: Uint8Array): Float64Array {
  const { start, index, value, count } = system;
  const pushing = Array.from({ length: count }, (_, c) => c).filter((c) => pushes[c] === 1);
  const size = pushing.length;
  const place = new Int32Array(count).fill(-1);
  pushing.forEach((c, i) => {
    place[c] = i;
  });
  const block = new Float64Array(size * size);
  pushing.forEach((c, j) => {
    for (let k = start[c]; k < start[c + 1]; k++) {
      const i = index[k] < count ? place[index[k]] : -1;
      if (i >= 0) block[i * size + j] = value[k];
    }
  });
  const solver = createSemidefiniteSolver(size);
  solver.factor(block, size);
  const solution = new Float64Array(size);
  solver.solve(
    Float64Array.from(pushing, (c) => -state.velocity[c]),
    solution,
  );
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

/** Events between two looks: enough for the cost of a look not to matter. */
const intervalOf = ({ system }: Motion) => 200 + system.count * system.count;
/** Velocities in sight that differ by less than this are the same, in units of the fastest approach. */
const SAME = 1e-10;
/** What is left of the energy when the rest is not followed: speeds a billionth of those there were. */
const FADED = 1e-18;

/** Whether pushes that get ever weaker have come close to the last push they lead to. */
export function fades(motion: Motion, fading: Fading, events: number): boolean {
  if (events < fading.next) return false;
  fading.next = events + intervalOf(motion);
  const push = findLastPush(motion);
  if (push === undefined) return false;
  const energy = energyAbove(motion, push);
  const last = fading.velocity;
  fading.velocity = push.velocity;
  if (last === undefined) {
    fading.energy = energy;
    return false;
  }
  return energy <= FADED * fading.energy && last.every((v, row) => Math.abs(v - push.velocity[row]) <= SAME);
}

/** Kinetic energy that the last push takes, and what the springs hold. */
function energyAbove({ system, state }: Motion, { impulse, velocity }: LastPush): number {
  let energy = 0;
  for (let c = 0; c < system.count; c++) energy += storedEnergy(system, state, c) - 0.5 * impulse[c] * (state.velocity[c] + velocity[c]);
  return energy;
}
