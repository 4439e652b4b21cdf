/**
 * Many contacts without friction: an event changes the motion nearby, and only that is worked out anew.
 *
 * Between events the motion is linear, x'' = -W K x, and each contact has its own power series from a time of its own. At an event, the
 * difference it makes reaches a contact d neighbours away as
 *
 *     (omega t)^(2 d) / (2 d)!        omega the highest frequency
 *
 * so within a window of omega t = 1/4 it is lost in rounding beyond five neighbours. Those five ways are expanded again about the time of
 * the event, with the series of their neighbours outside moved there; all others stay as they are. At the end of a window all are expanded
 * again. So an event costs the same however many contacts there are. Contacts that nothing reaches drift, and have no window.
 *
 * The same motion as series.ts and find.ts step through, which a test holds this to.
 */

import { CLOSING, END_COMPRESSION, OPENING, RECOMPRESSION } from "./find.js";
import { firstZero } from "./first-zero.js";
import type { Motion } from "./motion.js";
import { COMPRESSION, OPEN } from "./state.js";
import { APPROACHED, TOUCHING, TURNED } from "./tolerances.js";

/** Highest frequency times the length of a window. */
const REACH = 0.25;
/** Orders of a series: the last is a 10^-18 of the first at the end of a window. */
const TERMS = 14;
const NEIGHBOURS = 5;

export interface Nearby {
  readonly motion: Motion;
  /** Length of a window. */
  readonly length: number;
  end: number;
  /** Contacts within five neighbours of each; made when asked for. */
  readonly around: (Int32Array | undefined)[];
  /** By contact: the time its series count from, and their coefficients. */
  readonly base: Float64Array;
  readonly compression: Float64Array;
  readonly velocity: Float64Array;
  /** Series of the forces of a group and of those next to it, while it is expanded. */
  readonly force: Float64Array;
  readonly group: Uint32Array;
  groups: number;
  /** By contact: when its next event is due, and which. */
  readonly next: Float64Array;
  readonly kind: Uint8Array;
  readonly series: Float64Array;
}

export function createNearby(motion: Motion): Nearby {
  const { count } = motion.system;
  return {
    motion,
    length: REACH / highestFrequency(motion),
    end: 0,
    around: new Array<Int32Array | undefined>(count).fill(undefined),
    base: new Float64Array(count),
    compression: new Float64Array(count * TERMS),
    velocity: new Float64Array(count * TERMS),
    force: new Float64Array(count * TERMS),
    group: new Uint32Array(count),
    groups: 0,
    next: new Float64Array(count),
    kind: new Uint8Array(count),
    series: new Float64Array(TERMS),
  };
}

/** A bound above it, with every contact at its hardest. */
function highestFrequency({ system: { count, start, index, value, hardStiffness } }: Motion): number {
  let square = 0;
  for (let c = 0; c < count; c++) {
    let sum = 0;
    for (let k = start[c]; k < start[c + 1]; k++) sum += Math.abs(value[k]) * Math.sqrt(hardStiffness[index[k]]);
    square = Math.max(square, Math.sqrt(hardStiffness[c]) * sum);
  }
  return Math.sqrt(square);
}

/** The contacts that an event at this one reaches within a window. */
export function aroundContact(nearby: Nearby, contact: number): Int32Array {
  const known = nearby.around[contact];
  if (known !== undefined) return known;
  const { start, index } = nearby.motion.system;
  const found = new Set([contact]);
  let rim = [contact];
  for (let distance = 0; distance < NEIGHBOURS; distance++) {
    const reached: number[] = [];
    for (const c of rim)
      for (let k = start[c]; k < start[c + 1]; k++) {
        if (found.has(index[k])) continue;
        found.add(index[k]);
        reached.push(index[k]);
      }
    rim = reached;
  }
  const around = Int32Array.from(found).sort();
  nearby.around[contact] = around;
  return around;
}

/** Brings the state of a contact to a time; its series then must be expanded anew. */
export function settleContact({ motion, base, compression, velocity }: Nearby, c: number, time: number): void {
  const { state } = motion;
  const t = time - base[c];
  base[c] = time;
  if (t === 0) return;
  let x = 0;
  let v = 0;
  let sum = 0;
  for (let k = TERMS - 1, at = c * TERMS + k; k >= 0; k--, at--) {
    x = x * t + compression[at];
    v = v * t + velocity[at];
    sum = sum * t + compression[at] / (k + 1);
  }
  state.compression[c] = x;
  state.velocity[c] = v;
  if (state.phase[c] !== OPEN) state.impulse[c] += state.stiffness[c] * sum * t;
}

/** New series for a group of contacts from the time given, and their next events. */
export function expandGroup(nearby: Nearby, contacts: Int32Array, size: number, time: number): void {
  const { motion, group, force, compression, velocity } = nearby;
  const { system, state } = motion;
  const { start, index, value } = system;
  const mark = ++nearby.groups;
  for (let i = 0; i < size; i++) {
    const c = contacts[i];
    settleContact(nearby, c, time);
    group[c] = mark;
    compression[c * TERMS] = state.compression[c];
    velocity[c * TERMS] = state.velocity[c];
    if (state.phase[c] === OPEN) force.fill(0, c * TERMS, (c + 1) * TERMS);
  }
  for (let i = 0; i < size; i++)
    for (let e = start[contacts[i]]; e < start[contacts[i] + 1]; e++) if (group[index[e]] !== mark) moveForce(nearby, index[e], time);
  for (let k = 0; k + 1 < TERMS; k++) {
    for (let i = 0; i < size; i++) {
      const c = contacts[i];
      const at = c * TERMS + k;
      if (state.phase[c] !== OPEN) force[at] = state.stiffness[c] * compression[at];
      compression[at + 1] = -velocity[at] / (k + 1);
    }
    for (let i = 0; i < size; i++) {
      const c = contacts[i];
      let sum = 0;
      for (let e = start[c]; e < start[c + 1]; e++) sum += value[e] * force[index[e] * TERMS + k];
      velocity[c * TERMS + k + 1] = sum / (k + 1);
    }
  }
  for (let i = 0; i < size; i++) foresee(nearby, contacts[i], time);
}

/** The force of a contact outside the group as a series from the time given: Horner's scheme for a polynomial moved. */
function moveForce({ motion, base, compression, force }: Nearby, c: number, time: number): void {
  const { state } = motion;
  const first = c * TERMS;
  if (state.phase[c] === OPEN) {
    force.fill(0, first, first + TERMS);
    return;
  }
  for (let k = 0; k < TERMS; k++) force[first + k] = state.stiffness[c] * compression[first + k];
  const t = time - base[c];
  if (t === 0) return;
  for (let low = 0; low + 1 < TERMS; low++) for (let k = TERMS - 2; k >= low; k--) force[first + k] += t * force[first + k + 1];
}

/** When the next event of a contact is due if nothing else happens. */
function foresee(nearby: Nearby, c: number, time: number): void {
  const { motion, next, kind, compression, velocity, end } = nearby;
  const { state, system } = motion;
  const reach = end - time;
  if (state.phase[c] === COMPRESSION) {
    kind[c] = END_COMPRESSION;
    next[c] = time + fall(nearby, velocity, c, -1, 0, reach);
  } else if (state.phase[c] !== OPEN) {
    const opening = fall(nearby, compression, c, 1, 0, reach);
    const pressed = fall(nearby, velocity, c, 1, TURNED, reach);
    kind[c] = opening <= pressed ? OPENING : RECOMPRESSION;
    next[c] = time + Math.min(opening, pressed);
  } else {
    const slack = TOUCHING * system.depth[c];
    const [x, v] = [state.compression[c], state.velocity[c]];
    kind[c] = CLOSING;
    if (v < -APPROACHED && x >= -slack) next[c] = time;
    else if (isReached(motion, c)) next[c] = time + fall(nearby, compression, c, -1, slack, reach);
    else next[c] = v < 0 ? time + Math.max(0, slack - x) / -v : Infinity;
  }
}

/** Whether one that pushes reaches a contact. */
function isReached({ system: { start, index }, state }: Motion, c: number): boolean {
  for (let e = start[c]; e < start[c + 1]; e++) if (state.phase[index[e]] !== OPEN) return true;
  return false;
}

/** How long until sign times a series plus a shift has fallen to zero; Infinity if not before the window ends. */
function fall({ series }: Nearby, data: Float64Array, c: number, sign: number, shift: number, reach: number): number {
  const first = sign * data[c * TERMS] + shift;
  if (!(first > 0)) return 0;
  if (!(reach > 0)) return Infinity;
  series[0] = first;
  let power = sign;
  let others = 0;
  for (let k = 1; k < TERMS; k++) {
    power *= reach;
    const term = power * data[c * TERMS + k];
    series[k] = term;
    if (term < 0) others -= term;
  }
  return first > others ? Infinity : reach * firstZero(series, TERMS, 1);
}

/** Begins a window at this time, for all contacts that forces reach. The lists of the motion are up to date. */
export function beginWindow(nearby: Nearby, time: number): void {
  nearby.end = time + nearby.length;
  expandGroup(nearby, nearby.motion.touched, nearby.motion.touchedCount, time);
}

/** The contact whose event comes first. */
export function firstDue({ next }: Nearby): number {
  let first = 0;
  for (let c = 1; c < next.length; c++) if (next[c] < next[first]) first = c;
  return first;
}
