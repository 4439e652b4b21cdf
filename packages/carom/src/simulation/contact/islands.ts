/**
 * Contacts that have nothing to do with each other, each island by itself.
 *
 * Two contacts are of one island where a force at one can change the velocity at the other: where both have to do with one speed. Several
 * bodies that lie apart on a floor are then several small problems; the time they take adds up instead of growing with the cube of the
 * number of bodies.
 */
import { createForceProblem, createForceSolution, type ForceProblem, type ForceSolution } from "./force-problem.js";

export interface Islands {
  /** Whether, after `split`, the only island has all speeds: it is the problem itself then, and need not be taken. */
  isWhole(): boolean;
  /** Finds the islands of the problem; returns their number. */
  split(problem: ForceProblem): number;
  /** The contacts of an island with the speeds they have to do with. Overwritten by the next. */
  take(problem: ForceProblem, island: number): ForceProblem;
  /** An empty solution of the size of the island taken last; with `modes` and `direction` of the whole solution. */
  begin(solution: ForceSolution): ForceSolution;
  /** Writes the part of the island taken last into the solution of the whole. */
  put(part: ForceSolution, solution: ForceSolution): void;
}

export function createIslands(size: number, mostContacts: number): Islands {
  /** The island of each contact, and of each speed; -1: none. */
  const ofContact = new Int32Array(mostContacts);
  const ofSpeed = new Int32Array(size);
  const contacts = new Int32Array(mostContacts);
  const speeds = new Int32Array(size);
  let contactCount = 0;
  let speedCount = 0;
  // One pair of arrays for each number of speeds that occurs: what works on them takes the stride from their size.
  const sets = new Map<number, { readonly problem: ForceProblem; readonly solution: ForceSolution }>();

  function split(problem: ForceProblem): number {
    const { count, places } = problem;
    ofSpeed.fill(-1);
    for (let i = 0; i < count; i++) {
      ofContact[i] = i;
      if (places.known) for (let p = places.starts[i]; p < places.starts[i + 1]; p++) join(i, places.columns[p]);
      else for (let k = 0; k < size; k++) if (moves(problem, i, k)) join(i, k);
    }
    return number(count);
  }

  function join(i: number, k: number): void {
    if (ofSpeed[k] === ofContact[i]) return;
    if (ofSpeed[k] >= 0) merge(i, ofSpeed[k], ofContact[i]);
    else ofSpeed[k] = ofContact[i];
  }

  function isWhole(): boolean {
    for (let k = 0; k < size; k++) if (ofSpeed[k] !== 0) return false;
    return true;
  }

  function merge(last: number, from: number, to: number): void {
    for (let i = 0; i <= last; i++) if (ofContact[i] === from) ofContact[i] = to;
    for (let k = 0; k < size; k++) if (ofSpeed[k] === from) ofSpeed[k] = to;
  }

  /** Numbers the islands from zero, in the order of their first contacts. */
  function number(count: number): number {
    let islands = 0;
    for (let i = 0; i < count; i++) {
      const label = ofContact[i];
      if (label < 0) continue;
      // Negative while others still have their old labels.
      const name = -2 - islands++;
      for (let j = i; j < count; j++) if (ofContact[j] === label) ofContact[j] = name;
      for (let k = 0; k < size; k++) if (ofSpeed[k] === label) ofSpeed[k] = name;
    }
    for (let i = 0; i < count; i++) ofContact[i] = -2 - ofContact[i];
    for (let k = 0; k < size; k++) if (ofSpeed[k] < -1) ofSpeed[k] = -2 - ofSpeed[k];
    return islands;
  }

  function take(whole: ForceProblem, island: number): ForceProblem {
    contactCount = 0;
    speedCount = 0;
    for (let i = 0; i < whole.count; i++) if (ofContact[i] === island) contacts[contactCount++] = i;
    for (let k = 0; k < size; k++) if (ofSpeed[k] === island) speeds[speedCount++] = k;
    const { problem } = arrays();
    problem.count = contactCount;
    for (let k = 0; k < speedCount; k++) problem.free[k] = whole.free[speeds[k]];
    for (let i = 0; i < contactCount; i++) {
      const from = contacts[i];
      for (let c = 0; c < 3; c++) {
        const [row, wholeRow] = [(3 * i + c) * speedCount, (3 * from + c) * size];
        for (let k = 0; k < speedCount; k++) {
          problem.jacobian[row + k] = whole.jacobian[wholeRow + speeds[k]];
          problem.response[row + k] = whole.response[wholeRow + speeds[k]];
        }
        problem.bias[3 * i + c] = whole.bias[3 * from + c];
      }
      problem.friction[i] = whole.friction[from];
      problem.staticFriction[i] = whole.staticFriction[from];
      problem.slides[i] = whole.slides[from];
      problem.direction[2 * i] = whole.direction[2 * from];
      problem.direction[2 * i + 1] = whole.direction[2 * from + 1];
    }
    return problem;
  }

  function arrays() {
    let known = sets.get(speedCount);
    if (known === undefined) {
      known = { problem: createForceProblem(speedCount, mostContacts), solution: createForceSolution(speedCount, mostContacts) };
      sets.set(speedCount, known);
    }
    return known;
  }

  function begin({ modes, direction }: ForceSolution): ForceSolution {
    const { solution } = arrays();
    for (let i = 0; i < contactCount; i++) {
      solution.modes[i] = modes[contacts[i]];
      solution.direction[2 * i] = direction[2 * contacts[i]];
      solution.direction[2 * i + 1] = direction[2 * contacts[i] + 1];
    }
    return solution;
  }

  function put(part: ForceSolution, whole: ForceSolution): void {
    for (let k = 0; k < speedCount; k++) whole.accelerations[speeds[k]] = part.accelerations[k];
    for (let i = 0; i < contactCount; i++) {
      const to = contacts[i];
      for (let c = 0; c < 3; c++) {
        whole.forces[3 * to + c] = part.forces[3 * i + c];
        whole.applied[3 * to + c] = part.applied[3 * i + c];
        whole.rates[3 * to + c] = part.rates[3 * i + c];
      }
      whole.modes[to] = part.modes[i];
      whole.load[to] = part.load[i];
      whole.direction[2 * to] = part.direction[2 * i];
      whole.direction[2 * to + 1] = part.direction[2 * i + 1];
    }
  }

  return { split, isWhole, take, begin, put };
}

/** Whether a contact has to do with a speed. */
function moves({ size, jacobian, response }: ForceProblem, i: number, k: number): boolean {
  for (let at = 3 * i * size + k; at < 3 * (i + 1) * size; at += size) if (jacobian[at] !== 0 || response[at] !== 0) return true;
  return false;
}
