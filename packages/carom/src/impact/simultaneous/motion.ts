/**
 * The motion between two events: which contacts push, which rows they reach, and the forces that hold those at rest.
 *
 *     x' = -v_n        F = K x^p        v' = W (F, f)        sliding: f = -mu F d        at rest: f such that the slip stays zero
 *
 * At rest f solves W_TT f = -b, with b the slip acceleration due to all other forces. Where W_TT is singular (a box on four corners) f is
 * not unique though the motion is; the solution taken is the smallest when each force is measured by what its contact can hold.
 */

import type { Radau } from "./collocation/radau.js";
import { createSemidefiniteSolver, type SemidefiniteSolver } from "./semidefinite.js";
import { NONE, normalForce, OPEN, STICK, type State } from "./state.js";
import { createStep, type Step } from "./step.js";
import type { System } from "./system.js";

export interface Motion {
  readonly system: System;
  readonly state: State;
  readonly step: Step;
  readonly radau: Radau;
  /** Whether the gaps of open contacts are tracked. */
  readonly tracksGaps: boolean;
  /** Velocities and compressions at the start of the last step. */
  readonly velocityBefore: Float64Array;
  readonly compressionBefore: Float64Array;
  /** Contacts that push. */
  readonly active: Int32Array;
  activeCount: number;
  /** Contacts whose compression (or gap) is changed by forces. */
  readonly tracked: Int32Array;
  trackedCount: number;
  /** Open contacts whose gap changes evenly, since nothing that pushes reaches them. */
  readonly drifting: Int32Array;
  driftingCount: number;
  /** Rows whose velocity changes, and open contacts among them. */
  readonly touched: Int32Array;
  touchedCount: number;
  readonly isTouched: Uint8Array;
  readonly approachable: Int32Array;
  approachableCount: number;
  /** Contacts with rigid tangents that are at rest, and their rows. */
  readonly resting: Int32Array;
  restingCount: number;
  readonly restingRows: Int32Array;
  restingRowCount: number;
  /** Of the rows at rest: what each force is measured by. */
  measure: Float64Array;
  /** Whether the forces at rest are unique; known once they have been asked for. */
  unique: boolean;
  factored: boolean;
  /** Whether the step goes on where these forces exceed friction, because others would do. */
  borrowed: boolean;
  holder: SemidefiniteSolver;
  holderCapacity: number;
  /** By row: one more than its place among the rows at rest while their block is read; else zero. */
  readonly place: Int32Array;
  /** By contact: whether it slides in space along a direction that turns within the step. */
  readonly turns: Uint8Array;
  /** By row: a place to add up velocity changes. */
  readonly change: Float64Array;
  /** Of the rows at rest: right-hand side and forces. */
  held: Float64Array;
  holding: Float64Array;
}

/** For no rows, and so the same for all. */
const NO_HOLDER = createSemidefiniteSolver(0);

export function createMotion(system: System, state: State, radau: Radau, tracksGaps: boolean): Motion {
  const { count, rows } = system;
  return {
    system,
    state,
    step: createStep(system),
    radau,
    tracksGaps,
    velocityBefore: new Float64Array(rows),
    compressionBefore: new Float64Array(count),
    active: new Int32Array(count),
    activeCount: 0,
    tracked: new Int32Array(count),
    trackedCount: 0,
    drifting: new Int32Array(count),
    driftingCount: 0,
    touched: new Int32Array(rows),
    touchedCount: 0,
    isTouched: new Uint8Array(rows),
    approachable: new Int32Array(count),
    approachableCount: 0,
    resting: new Int32Array(count),
    restingCount: 0,
    restingRows: new Int32Array(rows),
    restingRowCount: 0,
    measure: new Float64Array(0),
    unique: true,
    factored: false,
    borrowed: false,
    holder: NO_HOLDER,
    holderCapacity: 0,
    place: new Int32Array(rows),
    turns: new Uint8Array(count),
    change: new Float64Array(rows),
    held: new Float64Array(0),
    holding: new Float64Array(0),
  };
}

/** Brings the lists up to date with phases and modes. */
export function refresh(motion: Motion): void {
  const { system, state, active, tracked, drifting, touched, isTouched, approachable, resting, restingRows } = motion;
  const { count, firstTangent, tangents, tangentialStiffness } = system;
  for (let i = 0; i < motion.touchedCount; i++) isTouched[touched[i]] = 0;
  motion.activeCount = motion.trackedCount = motion.driftingCount = motion.touchedCount = motion.approachableCount = 0;
  motion.restingCount = motion.restingRowCount = 0;
  for (let c = 0; c < count; c++) {
    if (state.phase[c] === OPEN) continue;
    active[motion.activeCount++] = c;
    tracked[motion.trackedCount++] = c;
    touch(motion, c);
    if (state.mode[c] === NONE) continue;
    for (let i = 0; i < tangents[c]; i++) touch(motion, firstTangent[c] + i);
    if (state.mode[c] !== STICK || tangentialStiffness[c] > 0) continue;
    resting[motion.restingCount++] = c;
    for (let i = 0; i < tangents[c]; i++) restingRows[motion.restingRowCount++] = firstTangent[c] + i;
  }
  for (let i = 0; i < motion.touchedCount; i++)
    if (touched[i] < count && state.phase[touched[i]] === OPEN) approachable[motion.approachableCount++] = touched[i];
  if (motion.tracksGaps)
    for (let c = 0; c < count; c++) {
      if (state.phase[c] !== OPEN) continue;
      if (isTouched[c] === 1) tracked[motion.trackedCount++] = c;
      else drifting[motion.driftingCount++] = c;
    }
  motion.unique = true;
  motion.factored = false;
}

function touch(motion: Motion, column: number): void {
  const { system, touched, isTouched } = motion;
  const { start, index } = system;
  for (let k = start[column]; k < start[column + 1]; k++) {
    const row = index[k];
    if (isTouched[row] === 1) continue;
    isTouched[row] = 1;
    touched[motion.touchedCount++] = row;
  }
}

/** A contact at rest is measured by no less than this part of what the strongest can hold. */
const WEAKEST = 1e-3;

/** The block of the rows at rest, row by row, without units of force. */
export function restingBlock({ system, restingRows, restingRowCount: size, place }: Motion, out: Float64Array): void {
  const { start, index, value } = system;
  out.fill(0, 0, size * size);
  for (let i = 0; i < size; i++) place[restingRows[i]] = i + 1;
  for (let j = 0; j < size; j++) {
    const column = restingRows[j];
    for (let k = start[column]; k < start[column + 1]; k++) {
      const i = place[index[k]] - 1;
      if (i >= 0) out[i * size + j] = value[k];
    }
  }
  for (let i = 0; i < size; i++) place[restingRows[i]] = 0;
}

function factorResting(motion: Motion): void {
  motion.factored = true;
  const { system, state, resting, restingRowCount: size } = motion;
  if (motion.holderCapacity < size) {
    motion.holderCapacity = 2 * size;
    motion.holder = createSemidefiniteSolver(2 * size);
    motion.measure = new Float64Array(2 * size);
    motion.held = new Float64Array(2 * size);
    motion.holding = new Float64Array(2 * size);
  }
  let strongest = 0;
  for (let i = 0; i < motion.restingCount; i++) strongest = Math.max(strongest, limitOf(system, state, resting[i]));
  let row = 0;
  for (let i = 0; i < motion.restingCount; i++) {
    const limit = strongest > 0 ? Math.max(WEAKEST, limitOf(system, state, resting[i]) / strongest) : 1;
    for (let j = 0; j < system.tangents[resting[i]]; j++) motion.measure[row++] = limit;
  }
  const block = new Float64Array(size * size);
  restingBlock(motion, block);
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) block[i * size + j] *= motion.measure[i] * motion.measure[j];
  motion.unique = motion.holder.factor(block, size) === size;
}

/** Most friction a contact at rest can have. */
function limitOf(system: System, state: State, c: number): number {
  return system.staticFriction[c] * normalForce(system, state, c);
}

/** From the slip accelerations in `change` to the forces that undo them, by row at rest. */
export function hold(motion: Motion): Float64Array {
  const { change, restingRows, restingRowCount } = motion;
  let any = false;
  for (let i = 0; i < restingRowCount; i++) any ||= change[restingRows[i]] !== 0;
  if (!any && motion.holding.length >= restingRowCount) {
    // Balls in a row: nothing to hold, and much to be saved.
    return motion.holding.fill(0, 0, restingRowCount);
  }
  if (!motion.factored) factorResting(motion);
  const { held, holding, measure, holder } = motion;
  for (let i = 0; i < restingRowCount; i++) held[i] = -change[restingRows[i]] * measure[i];
  holder.solve(held, holding);
  for (let i = 0; i < restingRowCount; i++) holding[i] *= measure[i];
  return holding;
}
