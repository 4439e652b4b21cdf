/**
 * Slip directions along which nothing turns: where they are, whether they attract, and how slip follows them when they move.
 *
 * Planes slip along the unit motions y_g, and the impulse direction this causes changes their motions at the rates F_g. A motion at speed s
 * turns by what F has across it, s u' = F_across(u). Where F_across = 0 in all planes nothing turns; Newton's method finds such directions
 * a from directions nearby, with the slopes J of F_across by differences. They attract if all eigenvalues of J, each row over its speed,
 * have negative real parts.
 *
 * A plane that has hardly any speed turns at once to where it is attracted. If something else moves that direction, slip lags behind by
 *
 *     u = a + e,     (J - lambda) e = s a',     J a' = -(F_across)' at fixed directions
 *
 * up to terms with s^2, because e grows with the speed at the rate lambda = s' of F along u. Where J - lambda has no negative real parts
 * the direction does not settle before the slip has stopped. So slow planes need not be integrated, which explicit methods could not do:
 * their equations are stiff.
 *
 * with ' the derivative with respect to P, the sum of normal impulses. Not in 004.
 */
import { eigenvalues } from "../../../math/eigenvalues.js";
import { rateOf } from "../rate.js";
import { readMotion, type SlipGroup, writeMotion } from "../rest-on-plane.js";
import type { Touching } from "../touching.js";
import { spatialDirection } from "./direction.js";

export interface Settler {
  readonly groups: readonly SlipGroup[];
  /** Unit motion of each group. */
  readonly motions: readonly Float64Array[];
  /** C and M C at the motions. */
  readonly direction: Float64Array;
  readonly rate: Float64Array;
  /** Takes the motions from contact velocities in which all groups move. */
  read(velocity: Float64Array): void;
  /** Takes the motions from the rates of contacts that are let go. */
  readGroup(group: number, velocity: Float64Array): void;
  /** Moves the motions to the nearest directions without a turn, with everything else as in `velocity`. False if that does not succeed. */
  settle(velocity: Float64Array): boolean;
  /** The same from far away: may end anywhere. */
  search(velocity: Float64Array): boolean;
  /** Whether the directions found last attract slip of the given speeds. */
  attracts(speeds: readonly number[]): boolean;
  /** Whether directions settle faster than slip stops. */
  keepsUp(): boolean;
  /**
   * Moves the motions from where `settle` found them to where slip of these speeds follows them. False where no impulse direction exists.
   */
  follow(velocity: Float64Array, speeds: readonly number[]): boolean;
}

const NEWTON_STEPS = 12;
/** Difference for slopes, on the unit spheres of the motions. */
const NUDGE = 1e-6;
/** Newton steps this small are rounding. */
const ARRIVED = 1e-13;
/** Directions further away than this are others. */
const NEARBY = 0.1;
/** Newton steps from far away, and how long they may be. */
const SEARCH_STEPS = 10;
const LONGEST_STEP = 0.5;

/** Behind a `Settler`. */
interface SettlerState {
  readonly touching: Touching;
  readonly modes: Uint8Array;
  readonly groups: readonly SlipGroup[];
  readonly size: number;
  readonly motions: Float64Array[];
  readonly nudged: Float64Array[];
  readonly responses: Float64Array[];
  readonly axes: Float64Array[][];
  /** The group of each unknown angle, and which of its axes. */
  readonly owners: { g: number; axis: number }[];
  readonly angles: number;
  readonly work: Float64Array;
  readonly direction: Float64Array;
  readonly rate: Float64Array;
  readonly here: Float64Array;
  readonly there: Float64Array;
  readonly step: Float64Array;
  readonly slopes: Float64Array;
  /** J - lambda. */
  readonly lagging: Float64Array;
  readonly system: Float64Array;
}

export function createSettler(touching: Touching, modes: Uint8Array, groups: readonly SlipGroup[]): Settler {
  const { size } = touching;
  const motions = groups.map(({ freedoms }) => new Float64Array(freedoms));
  const owners = groups.flatMap(({ freedoms }, g) => Array.from({ length: freedoms - 1 }, (_, axis) => ({ g, axis })));
  const angles = owners.length;
  const direction = new Float64Array(size);
  const rate = new Float64Array(size);
  const settler: SettlerState = {
    touching,
    modes,
    groups,
    size,
    motions,
    nudged: groups.map(({ freedoms }) => new Float64Array(freedoms)),
    responses: groups.map(({ freedoms }) => new Float64Array(freedoms)),
    axes: groups.map(({ freedoms }) => Array.from({ length: freedoms - 1 }, () => new Float64Array(freedoms))),
    owners,
    angles,
    work: new Float64Array(size),
    direction,
    rate,
    here: new Float64Array(angles),
    there: new Float64Array(angles),
    step: new Float64Array(angles),
    slopes: new Float64Array(angles * angles),
    lagging: new Float64Array(angles * angles),
    system: new Float64Array(angles * (angles + 1)),
  };

  return {
    groups,
    motions,
    direction,
    rate,
    read: (velocity) => read(settler, velocity),
    readGroup: (g, velocity) => readGroup(settler, g, velocity),
    settle: (velocity) => settle(settler, velocity),
    search: (velocity) => search(settler, velocity),
    attracts: (speeds) => attracts(settler, speeds),
    keepsUp: () => keepsUp(settler),
    follow: (velocity, speeds) => follow(settler, velocity, speeds),
  };
}

/** F_across at the motions given, in the axes of the present ones, to `out`. */
function turns(settler: SettlerState, trial: readonly Float64Array[], out: Float64Array): boolean {
  const { groups, work, touching, modes, direction, rate, responses, angles, owners, axes } = settler;
  for (let g = 0; g < groups.length; g++) writeMotion(groups[g], trial[g], work);
  if (!spatialDirection(touching, modes, work, direction)) return false;
  rateOf(touching, modes, direction, rate);
  for (let g = 0; g < groups.length; g++) readMotion(groups[g], rate, responses[g]);
  for (let k = 0; k < angles; k++) {
    const { g, axis } = owners[k];
    out[k] = dot(axes[g][axis], responses[g]) - dot(responses[g], trial[g]) * dot(axes[g][axis], trial[g]);
  }
  return true;
}

function readGroup(settler: SettlerState, g: number, velocity: Float64Array): void {
  const { groups, motions } = settler;
  readMotion(groups[g], velocity, motions[g]);
  normalise(motions[g]);
}

function read(settler: SettlerState, velocity: Float64Array): void {
  const { groups } = settler;
  for (let g = 0; g < groups.length; g++) readGroup(settler, g, velocity);
}

function settle(settler: SettlerState, velocity: Float64Array): boolean {
  const { groups, work, angles, axes, motions, here, slopes, step } = settler;
  work.set(velocity);
  let last = Number.POSITIVE_INFINITY;
  for (let k = 0; k < NEWTON_STEPS; k++) {
    for (let g = 0; g < groups.length; g++) spanAcross(motions[g], axes[g]);
    if (!turns(settler, motions, here)) return false;
    // The slopes change little on the way: those of the first place do for all steps.
    if (k === 0 && !differentiate(settler)) return false;
    if (!solve(settler, slopes, here, step)) return false;
    let largest = 0;
    for (let a = 0; a < angles; a++) largest = Math.max(largest, Math.abs(step[a]));
    if (largest > NEARBY || (k > 4 && largest > 0.5 * last)) return false;
    last = largest;
    turnBy(settler, step, motions);
    if (largest <= ARRIVED) break;
  }
  return last <= 1e3 * ARRIVED && turns(settler, motions, here);
}

function search(settler: SettlerState, velocity: Float64Array): boolean {
  const { groups, work, angles, axes, motions, here, slopes, step } = settler;
  work.set(velocity);
  for (let k = 0; k < SEARCH_STEPS; k++) {
    for (let g = 0; g < groups.length; g++) spanAcross(motions[g], axes[g]);
    if (!turns(settler, motions, here) || !differentiate(settler) || !solve(settler, slopes, here, step)) return false;
    let largest = 0;
    for (let a = 0; a < angles; a++) largest = Math.max(largest, Math.abs(step[a]));
    if (largest <= NEARBY) return settle(settler, velocity);
    for (let a = 0; a < angles; a++) step[a] *= Math.min(1, LONGEST_STEP / largest);
    turnBy(settler, step, motions);
  }
  return false;
}

function differentiate(settler: SettlerState): boolean {
  const { groups, angles, owners, axes, motions, here, slopes, nudged, there } = settler;
  for (let a = 0; a < angles; a++) {
    for (let g = 0; g < groups.length; g++) nudged[g].set(motions[g]);
    const { g, axis } = owners[a];
    for (let f = 0; f < nudged[g].length; f++) nudged[g][f] += NUDGE * axes[g][axis][f];
    normalise(nudged[g]);
    if (!turns(settler, nudged, there)) return false;
    for (let row = 0; row < angles; row++) slopes[row * angles + a] = (there[row] - here[row]) / NUDGE;
  }
  return true;
}

function turnBy(settler: SettlerState, by: Float64Array, which: readonly Float64Array[]): void {
  const { angles, owners, axes } = settler;
  for (let a = 0; a < angles; a++) {
    const { g, axis } = owners[a];
    for (let f = 0; f < which[g].length; f++) which[g][f] += by[a] * axes[g][axis][f];
  }
  for (const motion of which) normalise(motion);
}

/** x of A x = -b by elimination with pivoting; false where A is singular. `x` may be `b`. */
function solve(settler: SettlerState, matrix: Float64Array, b: Float64Array, x: Float64Array): boolean {
  const { angles, system } = settler;
  const columns = angles + 1;
  for (let i = 0; i < angles; i++) {
    for (let j = 0; j < angles; j++) system[i * columns + j] = matrix[i * angles + j];
    system[i * columns + angles] = -b[i];
  }
  for (let k = 0; k < angles; k++) {
    let best = k;
    for (let i = k + 1; i < angles; i++) if (Math.abs(system[i * columns + k]) > Math.abs(system[best * columns + k])) best = i;
    for (let j = k; j < columns; j++) {
      const swap = system[k * columns + j];
      system[k * columns + j] = system[best * columns + j];
      system[best * columns + j] = swap;
    }
    for (let i = 0; i < angles; i++) {
      if (i === k) continue;
      const factor = system[i * columns + k] / system[k * columns + k];
      for (let j = k; j < columns; j++) system[i * columns + j] -= factor * system[k * columns + j];
    }
  }
  let finite = true;
  for (let k = 0; k < angles; k++) {
    x[k] = system[k * columns + angles] / system[k * columns + k];
    finite &&= Number.isFinite(x[k]);
  }
  return finite;
}

function attracts(settler: SettlerState, speeds: readonly number[]): boolean {
  const { angles, owners, slopes } = settler;
  const rates = slopes.map((value, at) => value / speeds[owners[Math.floor(at / angles)].g]);
  return eigenvalues(rates, angles).real.every((value) => value < 0);
}

function subtractGrowth(settler: SettlerState): void {
  const { responses, angles, owners, motions, slopes, lagging } = settler;
  lagging.set(slopes);
  for (let a = 0; a < angles; a++) lagging[a * angles + a] -= dot(motions[owners[a].g], responses[owners[a].g]);
}

function keepsUp(settler: SettlerState): boolean {
  const { angles, lagging } = settler;
  subtractGrowth(settler);
  return eigenvalues(lagging, angles).real.every((value) => value < 0);
}

function follow(settler: SettlerState, velocity: Float64Array, speeds: readonly number[]): boolean {
  const { work, rate, angles, owners, motions, here, slopes, there, lagging, size } = settler;
  subtractGrowth(settler);
  let fastest = 0;
  let largest = 0;
  for (let at = 0; at < size; at++) {
    fastest = Math.max(fastest, Math.abs(rate[at]));
    largest = Math.max(largest, Math.abs(velocity[at]));
  }
  if (fastest === 0) return true;
  const length = (NUDGE * largest) / fastest;
  for (let at = 0; at < size; at++) work[at] = velocity[at] + length * rate[at];
  if (!turns(settler, motions, there)) return false;
  for (let a = 0; a < angles; a++) there[a] = (there[a] - here[a]) / length;
  if (!solve(settler, slopes, there, there)) return false;
  for (let a = 0; a < angles; a++) there[a] *= -speeds[owners[a].g];
  if (!solve(settler, lagging, there, there)) return false;
  turnBy(settler, there, motions);
  work.set(velocity);
  return turns(settler, motions, here);
}

/** Unit vectors at right angles to a unit vector of 2 or 3 components and to each other. */
function spanAcross(y: Float64Array, axes: readonly Float64Array[]): void {
  const [first, second] = axes;
  if (y.length === 2) {
    first[0] = -y[1];
    first[1] = y[0];
    return;
  }
  const [p, q, r] = [Math.abs(y[0]), Math.abs(y[1]), Math.abs(y[2])];
  const smallest = p <= q && p <= r ? 0 : q <= r ? 1 : 2;
  first[smallest] = 0;
  first[(smallest + 1) % 3] = y[(smallest + 2) % 3];
  first[(smallest + 2) % 3] = -y[(smallest + 1) % 3];
  normalise(first);
  second[0] = y[1] * first[2] - y[2] * first[1];
  second[1] = y[2] * first[0] - y[0] * first[2];
  second[2] = y[0] * first[1] - y[1] * first[0];
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function normalise(vector: Float64Array): void {
  const length = Math.sqrt(dot(vector, vector));
  for (let k = 0; k < vector.length; k++) vector[k] /= length;
}
