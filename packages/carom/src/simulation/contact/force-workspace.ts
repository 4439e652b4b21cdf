/**
 * The arrays in which the contacts of some parts of a system are solved for forces and accelerations: only the speeds of these parts, one after the other.
 */

import type { MechanicalSystem } from "../system/mechanical-system.js";
import { speedsOf } from "../system/parts.js";
import { type ContactSet, type ContactSolution, createContactSet, createContactSolution } from "./force-problem.js";
import { type ContactSolver, createContactSolver } from "./force-solver.js";
import type { Touch } from "./touch.js";

export interface ContactWork {
  set: ContactSet;
  solution: ContactSolution;
  solver: ContactSolver;
  /** Contacts there is room for. */
  capacity: number;
}

const FIRST_CAPACITY = 8;

/** @param size number of speeds */
export function createContactWork(size: number, capacity = FIRST_CAPACITY): ContactWork {
  return {
    set: createContactSet(size, capacity),
    solution: createContactSolution(size, capacity),
    solver: createContactSolver(size, capacity),
    capacity,
  };
}

export function reserveContacts(work: ContactWork, contacts: number): void {
  if (contacts > work.capacity) Object.assign(work, createContactWork(work.set.size, Math.max(contacts, 2 * work.capacity)));
}

/** Copies a touch to place i. `speeds`: places, in the system, of the speeds that the arrays hold. */
export function putTouch(
  { set }: ContactWork,
  i: number,
  { state, response, feature }: Touch,
  { pairs, speedCount }: MechanicalSystem,
  speeds: readonly number[],
): void {
  const n = speeds.length;
  for (let c = 0; c < 3; c++) {
    const [to, from] = [(3 * i + c) * n, c * speedCount];
    for (let k = 0; k < n; k++) {
      set.jacobian[to + k] = state.jacobian[from + speeds[k]];
      set.response[to + k] = response[from + speeds[k]];
    }
    set.bias[3 * i + c] = state.bias[c];
  }
  const { material } = pairs[feature.pair];
  set.friction[i] = material.friction;
  set.staticFriction[i] = material.staticFriction ?? material.friction;
}

/** Writes the accelerations of some parts without contact forces into `out`. */
export function freeAccelerations(
  system: MechanicalSystem,
  parts: readonly number[],
  time: number,
  coordinates: Float64Array,
  speeds: Float64Array,
  out: Float64Array,
): void {
  system.forces(time, coordinates, speeds, out, parts);
  system.solveMass(coordinates, out, out, parts);
  system.impressed?.(time, coordinates, speeds, out, parts);
}

/** The largest rate that the contacts of the set would have along their normals without forces: the scale of what counts as none. */
export function largestFreeRate({ size, count, bias, jacobian, free }: ContactSet): number {
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const row = 3 * i + 2;
    let rate = bias[row];
    for (let k = 0; k < size; k++) rate += jacobian[row * size + k] * free[k];
    largest = Math.max(largest, Math.abs(rate));
  }
  return largest;
}

/** Parts that contacts join, each group ascending, the groups by their first parts. */
export function joinedParts(parts: readonly number[], touches: readonly Touch[]): number[][] {
  const label = new Map(parts.map((part) => [part, part]));
  for (const touch of touches) {
    const labels = touch.parts.map((part) => label.get(part) ?? part);
    const least = labels.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    for (const [part, value] of label) if (labels.includes(value)) label.set(part, least);
  }
  const groups = new Map<number, number[]>();
  for (const part of parts) {
    const name = label.get(part) ?? part;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a - b));
}

/** Places of speeds, kept for each group of parts that has occurred. */
export function speedsByParts(system: MechanicalSystem): (parts: readonly number[]) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (parts) => {
    const key = parts.join(" ");
    const found = known.get(key) ?? speedsOf(system, parts);
    known.set(key, found);
    return found;
  };
}
