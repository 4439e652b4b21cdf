/**
 * Contacts of one plane that are all at rest and cannot be held: in which ways can they start to slip?
 *
 * The slips of contacts on one plane of a rigid body are one planar motion, y = (a1, a2, L omega): contact i slips at a + omega n x r_i,
 * r_i seen from the middle of the contacts and L the largest |r_i|. Slip along y fixes friction and shares and so the impulse direction
 * C(y), which depends on the direction of y only, and C changes the motion at the rate F(y). Rest is left along y if the motion it causes
 * is that motion again:
 *
 *     F(y) = lambda y,     lambda > 0
 *
 * All contacts are then faster in proportion, so nothing turns and C stays as it is. Solutions are looked for on the unit sphere from a net
 * of starts: steps y <- normalise(y + F/|F| / 2) run into those that attract, Newton's method on the part of F at right angles to y into
 * the others, and ends both.
 *
 * A contact alone on its plane has no omega; its directions come from a quartic (isoclines.ts), and the search below is the way out where
 * the other contacts do not follow it linearly.
 *
 * Source: 004 section 5.4 (eq. 5.35-5.47), whose four equations contain no friction coefficient and whose matrices are singular on a common
 * plane; the equation solved here and the search are ours.
 */
import { cos, sin } from "../../math/elementary.js";
import { spatialDirection } from "./spatial/direction.js";
import type { Touching } from "./touching.js";

/** Contacts that can only move together along their tangents, and how: their common degrees of freedom. */
export interface SlipGroup {
  /** Places among the contacts of the stage. */
  readonly contacts: readonly number[];
  /** 3; 2 for a contact alone. */
  readonly freedoms: 2 | 3;
  /**
   * Tangential velocity of contact k per unit of each freedom: component c of contact k along freedom f at (2 k + c) * freedoms + f. The
   * freedoms are orthogonal.
   */
  readonly fields: Float64Array;
  /** Squared length of each freedom's field. */
  readonly squares: Float64Array;
}

/** One way to leave rest. */
export interface SlipStart {
  /** Unit vector in the freedoms of the group. */
  readonly motion: Float64Array;
  /** C. */
  readonly direction: Float64Array;
  /** M C. */
  readonly rate: Float64Array;
  /** lambda: change of the motion per unit of the sum of normal impulses. */
  readonly growth: number;
}

/** The motion of contacts of one plane, or of a single one. */
export function slipGroup(touching: Touching, contacts: readonly number[]): SlipGroup {
  const { points, axes } = touching;
  const freedoms = contacts.length > 1 ? 3 : 2;
  const fields = new Float64Array(2 * contacts.length * freedoms);
  const first = contacts[0];
  const middle = [0, 1, 2].map((k) => contacts.reduce((sum, i) => sum + points[3 * i + k] / contacts.length, 0));
  const arms = contacts.map((i) => [0, 1, 2].map((k) => points[3 * i + k] - middle[k]));
  const spread = Math.max(...arms.map(([x, y, z]) => Math.sqrt(x * x + y * y + z * z)));
  const axis = (i: number, component: number) => axes.subarray((3 * i + component) * 3, (3 * i + component) * 3 + 3);
  const [n1, n2, n3] = axis(first, 2);
  contacts.forEach((i, k) => {
    const [x, y, z] = arms[k];
    const turn = [n2 * z - n3 * y, n3 * x - n1 * z, n1 * y - n2 * x];
    for (let c = 0; c < 2; c++) {
      const own = axis(i, c);
      const at = (2 * k + c) * freedoms;
      // Without places (a single contact) there are no axes; the contact's own components are the freedoms.
      if (freedoms === 2) fields[at + c] = 1;
      else {
        for (let f = 0; f < 2; f++) fields[at + f] = dot(own, axis(first, f));
        fields[at + 2] = dot(own, turn) / spread;
      }
    }
  });
  const squares = new Float64Array(freedoms);
  for (let at = 0; at < fields.length; at++) squares[at % freedoms] += fields[at] * fields[at];
  return { contacts, freedoms, fields, squares };
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Writes the tangential velocities of a motion of the group into contact velocities. */
export function writeMotion({ contacts, freedoms, fields }: SlipGroup, motion: ArrayLike<number>, velocity: Float64Array): void {
  for (let k = 0; k < contacts.length; k++) {
    for (let c = 0; c < 2; c++) {
      let sum = 0;
      for (let f = 0; f < freedoms; f++) sum += fields[(2 * k + c) * freedoms + f] * motion[f];
      velocity[3 * contacts[k] + c] = sum;
    }
  }
}

/** The motion of the group in contact velocities; of something that is none, the nearest. */
export function readMotion({ contacts, freedoms, fields, squares }: SlipGroup, velocity: ArrayLike<number>, out: Float64Array): void {
  for (let f = 0; f < freedoms; f++) {
    let sum = 0;
    for (let k = 0; k < contacts.length; k++)
      for (let c = 0; c < 2; c++) sum += fields[(2 * k + c) * freedoms + f] * velocity[3 * contacts[k] + c];
    out[f] = sum / squares[f];
  }
}

/** Steps of the first kind before Newton's method takes over. */
const APPROACH_STEPS = 12;
const NEWTON_STEPS = 30;
/** Newton's method that has not come near a solution by then goes round in circles. */
const HOPELESS_STEPS = 6;
const HOPELESS = 0.1;
/** Difference for the slopes of F, on the unit sphere. */
const NUDGE = 1e-7;
/** |F at right angles to y| of a solution, over |F| or over the terms of F: what rounding leaves, not less. */
const SOLVED = 1e-11;
const ROUNDING = 1e-14;
const SETTLED = 1e-15;
/** Distance of two solutions that are one. */
const SAME = 1e-6;
/** A growth below this fraction of the response is none. */
const GROWS = 1e-10;

/**
 * All ways found in which the group leaves rest. `modes` and `velocity` are those of all contacts of the stage; the group's own modes have
 * to be SLIP and its tangential velocities are overwritten. Other contacts may come out pulling or outside their friction cones: that is
 * for the caller to judge.
 */
export function slipStarts(touching: Touching, modes: Uint8Array, velocity: Float64Array, group: SlipGroup): SlipStart[] {
  const search = createSearch(touching, modes, velocity, group);
  const found: SlipStart[] = [];
  for (const start of netOfStarts(group.freedoms)) {
    for (const approach of [APPROACH_STEPS, 0]) {
      const solution = solve(search, start, approach);
      if (solution === undefined || found.some((known) => isSame(known.motion, solution.motion))) continue;
      found.push(solution);
    }
  }
  return found;
}

/** The response to a given motion, for starts that come from elsewhere: a solution if Newton's method has nothing to add. */
export function refineStart(
  touching: Touching,
  modes: Uint8Array,
  velocity: Float64Array,
  group: SlipGroup,
  motion: ArrayLike<number>,
): SlipStart | undefined {
  return solve(createSearch(touching, modes, velocity, group), Float64Array.from(motion), 0);
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.every((value, f) => Math.abs(value - b[f]) < SAME);
}

/** Directions spread over the sphere (the 26 neighbours of a cube's middle) or the circle (16). */
export function netOfStarts(freedoms: 2 | 3): Float64Array[] {
  if (freedoms === 2) {
    const angle = (k: number) => ((k + 0.5) * Math.PI) / 8;
    return Array.from({ length: 16 }, (_, k) => Float64Array.of(cos(angle(k)), sin(angle(k))));
  }
  const starts: Float64Array[] = [];
  for (const x of [1, 0, -1]) {
    for (const y of [1, 0, -1]) {
      for (const z of [0, 1, -1]) {
        const length = Math.sqrt(x * x + y * y + z * z);
        if (length > 0) starts.push(Float64Array.of(x / length, y / length, z / length));
      }
    }
  }
  return starts;
}

/** What ways to leave rest are looked for with. */
interface StartSearch {
  readonly touching: Touching;
  readonly modes: Uint8Array;
  readonly velocity: Float64Array;
  readonly group: SlipGroup;
  readonly size: number;
  readonly mobility: Float64Array;
  readonly freedoms: 2 | 3;
  readonly contacts: readonly number[];
  /** C, M C and the motion it causes, F. */
  readonly direction: Float64Array;
  readonly rate: Float64Array;
  readonly response: Float64Array;
  readonly nudged: Float64Array;
  /** Axes at right angles to the motion, and how many of them there are. */
  readonly across: readonly [Float64Array, Float64Array];
  readonly ways: number;
}

function createSearch(touching: Touching, modes: Uint8Array, velocity: Float64Array, group: SlipGroup): StartSearch {
  const { size, mobility } = touching;
  const { freedoms, contacts } = group;
  return {
    touching,
    modes,
    velocity,
    group,
    size,
    mobility,
    freedoms,
    contacts,
    direction: new Float64Array(size),
    rate: new Float64Array(size),
    response: new Float64Array(freedoms),
    nudged: new Float64Array(freedoms),
    across: [new Float64Array(freedoms), new Float64Array(freedoms)],
    ways: freedoms - 1,
  };
}

/** F(y) to `response`; false where no impulse direction exists or nothing responds. */
function respond(search: StartSearch, motion: Float64Array): boolean {
  const { group, velocity, touching, modes, direction, contacts, size, mobility, rate, response } = search;
  writeMotion(group, motion, velocity);
  if (!spatialDirection(touching, modes, velocity, direction)) return false;
  for (const i of contacts) {
    for (let c = 0; c < 2; c++) {
      const row = (3 * i + c) * size;
      let sum = 0;
      for (let column = 0; column < size; column++) sum += mobility[row + column] * direction[column];
      rate[3 * i + c] = sum;
    }
  }
  readMotion(group, rate, response);
  return lengthOf(response) > 0;
}

/** Size of what adds up to the response. */
function terms(search: StartSearch): number {
  const { direction, contacts, size, mobility } = search;
  let largest = 0;
  for (const i of contacts) {
    for (let row = 3 * i; row < 3 * i + 2; row++) {
      let sum = 0;
      for (let column = 0; column < size; column++) sum += Math.abs(mobility[row * size + column] * direction[column]);
      largest = Math.max(largest, sum);
    }
  }
  return largest;
}

/** Unit vectors at right angles to the motion and to each other. */
function spanAcross(search: StartSearch, y: Float64Array): void {
  const { freedoms, across } = search;
  if (freedoms === 2) {
    across[0].set([-y[1], y[0]]);
    return;
  }
  const smallest = Math.abs(y[0]) <= Math.abs(y[1]) && Math.abs(y[0]) <= Math.abs(y[2]) ? 0 : Math.abs(y[1]) <= Math.abs(y[2]) ? 1 : 2;
  const axis = [0, 0, 0];
  axis[smallest] = 1;
  const [a, b] = across;
  a.set([y[1] * axis[2] - y[2] * axis[1], y[2] * axis[0] - y[0] * axis[2], y[0] * axis[1] - y[1] * axis[0]]);
  normalise(a);
  b.set([y[1] * a[2] - y[2] * a[1], y[2] * a[0] - y[0] * a[2], y[0] * a[1] - y[1] * a[0]]);
}

/** What F has across the motion that causes it, over |F|, in the axes across another motion nearby. */
function residual(search: StartSearch, motion: Float64Array, out: number[]): number {
  const { response, freedoms, across, ways } = search;
  const whole = lengthOf(response);
  let along = 0;
  for (let f = 0; f < freedoms; f++) along += motion[f] * response[f];
  let square = 0;
  for (let w = 0; w < ways; w++) {
    let sum = 0;
    for (let f = 0; f < freedoms; f++) sum += across[w][f] * (response[f] - along * motion[f]);
    out[w] = sum / whole;
    square += out[w] * out[w];
  }
  return Math.sqrt(square);
}

function solve(search: StartSearch, start: Float64Array, approachSteps: number): SlipStart | undefined {
  const { direction, size, mobility, rate, response, freedoms } = search;
  const y = start.slice();
  for (let k = 0; k < approachSteps; k++) {
    if (!respond(search, y)) return undefined;
    const whole = lengthOf(response);
    for (let f = 0; f < freedoms; f++) y[f] += (0.5 * response[f]) / whole;
    if (!normalise(y)) return undefined;
  }
  const error = newton(search, y);
  if (error === undefined || !respond(search, y)) return undefined;
  const whole = lengthOf(response);
  if (!(error <= SOLVED || error * whole <= ROUNDING * terms(search))) return undefined;
  let growth = 0;
  for (let f = 0; f < freedoms; f++) growth += response[f] * y[f];
  if (!(growth > GROWS * whole)) return undefined;
  for (let row = 0; row < size; row++) {
    let sum = 0;
    for (let column = 0; column < size; column++) sum += mobility[row * size + column] * direction[column];
    rate[row] = sum;
  }
  return { motion: y, direction: direction.slice(), rate: rate.slice(), growth };
}

/** Moves y to where F has no part across it, and returns what is left of that part; undefined where F does not exist. */
function newton(search: StartSearch, y: Float64Array): number | undefined {
  const { ways, nudged } = search;
  const here = [0, 0];
  const there = [0, 0];
  const slopes = [0, 0, 0, 0];
  if (!respond(search, y)) return undefined;
  spanAcross(search, y);
  let error = residual(search, y, here);
  for (let k = 0; k < NEWTON_STEPS && error > SETTLED; k++) {
    if (k === HOPELESS_STEPS && error > HOPELESS) return error;
    for (let w = 0; w < ways; w++) {
      move(search, y, w === 0 ? NUDGE : 0, w === 1 ? NUDGE : 0);
      if (!respond(search, nudged)) return undefined;
      residual(search, nudged, there);
      for (let v = 0; v < ways; v++) slopes[v * ways + w] = (there[v] - here[v]) / NUDGE;
    }
    const step = ways === 1 ? [-here[0] / slopes[0], 0] : solve2x2(slopes, here);
    if (step === undefined) return error;
    const next = lineSearch(search, y, step, error);
    if (next === undefined) return error;
    y.set(nudged);
    spanAcross(search, y);
    error = next;
    residual(search, y, here);
  }
  return error;
}

/** Leaves the first of ever shorter steps that brings the residual down in `nudged`. */
function lineSearch(search: StartSearch, y: Float64Array, step: readonly number[], error: number): number | undefined {
  const { nudged } = search;
  const there = [0, 0];
  const length = Math.sqrt(step[0] * step[0] + step[1] * step[1]);
  for (let part = Math.min(1, 0.5 / length); part > 1e-3; part *= 0.5) {
    move(search, y, part * step[0], part * step[1]);
    if (!respond(search, nudged)) return undefined;
    const next = residual(search, nudged, there);
    if (next < error) return next;
  }
  return undefined;
}

function move(search: StartSearch, y: Float64Array, first: number, second: number): void {
  const { freedoms, across, ways, nudged } = search;
  for (let f = 0; f < freedoms; f++) nudged[f] = y[f] + first * across[0][f] + (ways === 2 ? second * across[1][f] : 0);
  normalise(nudged);
}

function solve2x2(a: readonly number[], b: readonly number[]): readonly number[] | undefined {
  const determinant = a[0] * a[3] - a[1] * a[2];
  const x = (a[1] * b[1] - a[3] * b[0]) / determinant;
  const y = (a[2] * b[0] - a[0] * b[1]) / determinant;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
}

function lengthOf(vector: Float64Array): number {
  let square = 0;
  for (const value of vector) square += value * value;
  return Math.sqrt(square);
}

function normalise(vector: Float64Array): boolean {
  const length = lengthOf(vector);
  if (!(length > 0)) return false;
  for (let f = 0; f < vector.length; f++) vector[f] /= length;
  return true;
}
