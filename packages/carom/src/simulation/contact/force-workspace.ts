/**
 * The arrays in which the contacts of some parts of a system are solved for forces and accelerations: only the speeds of these parts, one
 * after the other.
 */

import type { MechanicalSystem } from "../system/mechanical-system.js";
import { speedsOf } from "../system/parts.js";
import { createForceProblem, createForceSolution, type ForceProblem, type ForceSolution } from "./force-problem.js";
import { createForceSolver, type ForceSolver } from "./force-solver.js";
import type { Touch } from "./touch.js";

export interface ForceWorkspace {
  problem: ForceProblem;
  solution: ForceSolution;
  solver: ForceSolver;
  /** Contacts there is room for. */
  capacity: number;
}

const FIRST_CAPACITY = 8;

/** @param size number of speeds */
export function createForceWorkspace(size: number, capacity = FIRST_CAPACITY): ForceWorkspace {
  return {
    problem: createForceProblem(size, capacity),
    solution: createForceSolution(size, capacity),
    solver: createForceSolver(size, capacity),
    capacity,
  };
}

export function reserveContacts(work: ForceWorkspace, contacts: number): void {
  if (contacts > work.capacity) Object.assign(work, createForceWorkspace(work.problem.size, Math.max(contacts, 2 * work.capacity)));
}

/** Copies a touch to place i. `speeds`: places, in the system, of the speeds that the arrays hold. */
export function putTouch(
  { problem }: ForceWorkspace,
  i: number,
  { state, response, feature }: Touch,
  { pairs, speedCount }: MechanicalSystem,
  speeds: readonly number[],
): void {
  const n = speeds.length;
  for (let c = 0; c < 3; c++) {
    const [to, from] = [(3 * i + c) * n, c * speedCount];
    for (let k = 0; k < n; k++) {
      problem.jacobian[to + k] = state.jacobian[from + speeds[k]];
      problem.response[to + k] = response[from + speeds[k]];
    }
    problem.bias[3 * i + c] = state.bias[c];
  }
  const { material } = pairs[feature.pair];
  problem.friction[i] = material.friction;
  problem.staticFriction[i] = material.staticFriction ?? material.friction;
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

/** The largest rate that the contacts of the problem would have along their normals without forces: the scale of what counts as none. */
export function largestFreeRate({ size, count, bias, jacobian, free }: ForceProblem): number {
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const row = 3 * i + 2;
    let rate = bias[row];
    for (let k = 0; k < size; k++) rate += jacobian[row * size + k] * free[k];
    largest = Math.max(largest, Math.abs(rate));
  }
  return largest;
}

/** Places of speeds, kept for each list of parts that has occurred. */
export function speedsByParts(system: MechanicalSystem): (parts: readonly number[]) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (parts) => {
    const key = parts.join(" ");
    const found = known.get(key) ?? speedsOf(system, parts);
    known.set(key, found);
    return found;
  };
}
