/**
 * The contacts that push at the points of a step by collocation: forces, velocities, compressions, and how each follows from the others.
 *
 * Only these contacts take part in the repetition; the velocities of others that are reached follow once it has converged.
 */
import { hold, type Motion } from "../motion.js";
import { SLIP, STICK } from "../state.js";
import { springForce } from "../system.js";
import { timeOf } from "./radau.js";
import { createTurning, type Turning } from "./turning.js";

/** Working arrays. Rows here are those of the contacts that push, in the order of the active contacts: normal, tangents. */
export interface Collocation {
  readonly turning: Turning;
  /** For each clock: how long a step to or from a tip may be. */
  readonly tip: Float64Array;
  /** Length the last step would have allowed the next. */
  planned: number;
  /** How far towards the stop of a slip the next step may go. */
  towards: number;
  rows: number;
  /** By row here: the row of the system; by row of the system: the row here, or -1. */
  readonly rowOf: Int32Array;
  readonly placeOf: Int32Array;
  /** The mobility between the rows here: elements of row a from start[a] up to start[a + 1]. */
  readonly start: Int32Array;
  index: Int32Array;
  value: Float64Array;
  /** By row here and point. */
  readonly force: Float64Array;
  readonly acceleration: Float64Array;
  readonly velocity: Float64Array;
  /** By active contact and point. */
  readonly compression: Float64Array;
  /** By row of the system and point: accelerations of rows that do not push. */
  readonly reached: Float64Array;
  /** By point: what is just being integrated. */
  readonly sums: Float64Array;
  /** By row here: accelerations at the start of the step. */
  readonly first: Float64Array;
}

/** Length of the first step from or to a tip. */
export const FIRST_TIP = 0.1;
/** Of the time in which a turning slip would stop, to begin with: as its direction settles, steps go closer to the stop. */
export const TOWARDS_STOP = 0.7;

export function createCollocation({ system, radau }: Motion): Collocation {
  const { count, rows } = system;
  return {
    turning: createTurning(count, radau.count),
    tip: Float64Array.of(Infinity, FIRST_TIP, FIRST_TIP),
    planned: Infinity,
    towards: TOWARDS_STOP,
    rows: 0,
    rowOf: new Int32Array(rows),
    placeOf: new Int32Array(rows).fill(-1),
    start: new Int32Array(rows + 1),
    index: new Int32Array(0),
    value: new Float64Array(0),
    force: new Float64Array(radau.count * rows),
    acceleration: new Float64Array(radau.count * rows),
    velocity: new Float64Array(radau.count * rows),
    compression: new Float64Array(radau.count * count),
    reached: new Float64Array(radau.count * rows),
    sums: new Float64Array(radau.count),
    first: new Float64Array(rows),
  };
}

/** The rows that push and the mobility between them. */
export function gatherRows({ system, active, activeCount }: Motion, method: Collocation): void {
  const { tangents, firstTangent, start, index, value } = system;
  const { rowOf, placeOf } = method;
  for (let a = 0; a < method.rows; a++) placeOf[rowOf[a]] = -1;
  method.rows = 0;
  let elements = 0;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    for (let j = -1; j < tangents[c]; j++) {
      const row = j < 0 ? c : firstTangent[c] + j;
      placeOf[row] = method.rows;
      rowOf[method.rows++] = row;
      elements += start[row + 1] - start[row];
    }
  }
  if (method.index.length < elements) {
    method.index = new Int32Array(2 * elements);
    method.value = new Float64Array(2 * elements);
  }
  let at = 0;
  for (let a = 0; a < method.rows; a++) {
    method.start[a] = at;
    for (let k = start[rowOf[a]]; k < start[rowOf[a] + 1]; k++) {
      const place = placeOf[index[k]];
      if (place < 0) continue;
      method.index[at] = place;
      method.value[at++] = value[k];
    }
  }
  method.start[method.rows] = at;
}

/** Accelerations at the start of the step, into `first`. Rows are gathered. */
export function accelerateAtStart(motion: Motion, method: Collocation): void {
  const { system, state, active, activeCount } = motion;
  const { exponent, friction, tangents, firstTangent, tangentialStiffness } = system;
  const { force, first } = method;
  let a = 0;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    const normal = springForce(state.stiffness[c], state.compression[c], exponent);
    force[a++] = normal;
    for (let j = 0; j < tangents[c]; j++) {
      if (state.mode[c] === SLIP) force[a++] = -friction[c] * normal * state.direction[2 * c + j];
      else force[a++] = state.mode[c] === STICK ? -tangentialStiffness[c] * state.stretch[firstTangent[c] + j] : 0;
    }
  }
  accelerate(motion, method, first, 1);
}

/** Accelerations due to the forces, at all points of which there are `points`, with the forces of the contacts at rest filled in. */
function accelerate(motion: Motion, { rows, start, index, value, force, placeOf }: Collocation, out: Float64Array, points: number): void {
  if (points === 9) multiplyNine(rows, start, index, value, force, out);
  else
    for (let a = 0; a < rows; a++) {
      const to = a * points;
      for (let i = 0; i < points; i++) out[to + i] = 0;
      for (let k = start[a]; k < start[a + 1]; k++) {
        const from = index[k] * points;
        const element = value[k];
        for (let i = 0; i < points; i++) out[to + i] += element * force[from + i];
      }
    }
  const { restingRowCount, restingRows, change } = motion;
  if (restingRowCount === 0) return;
  for (let i = 0; i < points; i++) {
    for (let r = 0; r < restingRowCount; r++) change[restingRows[r]] = out[placeOf[restingRows[r]] * points + i];
    const holding = hold(motion);
    for (let r = 0; r < restingRowCount; r++) force[placeOf[restingRows[r]] * points + i] = holding[r];
  }
  for (let r = 0; r < restingRowCount; r++) {
    const a = placeOf[restingRows[r]];
    const from = a * points;
    for (let k = start[a]; k < start[a + 1]; k++) {
      const to = index[k] * points;
      const element = value[k];
      for (let i = 0; i < points; i++) out[to + i] += element * force[from + i];
    }
  }
  for (let r = 0; r < restingRowCount; r++) out.fill(0, placeOf[restingRows[r]] * points, (placeOf[restingRows[r]] + 1) * points);
}

/** The same sums in the same order for the usual number of points, kept in registers: much of the time of an impact goes here. */
function multiplyNine(
  rows: number,
  start: Int32Array,
  index: Int32Array,
  value: Float64Array,
  force: Float64Array,
  out: Float64Array,
): void {
  for (let a = 0; a < rows; a++) {
    let [s0, s1, s2, s3, s4, s5, s6, s7, s8] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let k = start[a]; k < start[a + 1]; k++) {
      const from = index[k] * 9;
      const element = value[k];
      s0 += element * force[from];
      s1 += element * force[from + 1];
      s2 += element * force[from + 2];
      s3 += element * force[from + 3];
      s4 += element * force[from + 4];
      s5 += element * force[from + 5];
      s6 += element * force[from + 6];
      s7 += element * force[from + 7];
      s8 += element * force[from + 8];
    }
    const to = a * 9;
    out[to] = s0;
    out[to + 1] = s1;
    out[to + 2] = s2;
    out[to + 3] = s3;
    out[to + 4] = s4;
    out[to + 5] = s5;
    out[to + 6] = s6;
    out[to + 7] = s7;
    out[to + 8] = s8;
  }
}

/** First guess: velocities that change as they do at the start, and what follows from them. */
export function beginPoints(motion: Motion, { turning, rows, rowOf, velocity, compression, first }: Collocation, length: number): void {
  const { system, state, step, radau, active, activeCount } = motion;
  const points = radau.count;
  for (let i = 0; i < points; i++) {
    const time = length * timeOf(step.clock, radau.points[i]);
    for (let a = 0; a < rows; a++) velocity[a * points + i] = state.velocity[rowOf[a]] + time * first[a];
    let a = 0;
    for (let k = 0; k < activeCount; k++) {
      const c = active[k];
      compression[k * points + i] = state.compression[c] - time * (state.velocity[c] + 0.5 * time * first[a]);
      a += 1 + system.tangents[c];
    }
    for (let q = 0; q < turning.count; q++) {
      const c = turning.contacts[q];
      const at = q * points + i;
      turning.angle[at] = 0;
      turning.direction[2 * at] = state.direction[2 * c];
      turning.direction[2 * at + 1] = state.direction[2 * c + 1];
    }
  }
  for (let k = 0; k < activeCount; k++) {
    const c = active[k];
    for (let row = system.firstTangent[c]; row < system.firstTangent[c] + system.tangents[c]; row++)
      for (let i = 1; i <= points; i++) step.stretch[i * system.rows + row] = state.stretch[row];
  }
}

/** Forces and accelerations at the points from compressions and directions there. */
export function findForces(motion: Motion, method: Collocation): void {
  const { system, state, step, radau, active, activeCount } = motion;
  const { exponent, friction, tangents, firstTangent, tangentialStiffness } = system;
  const { force, compression, turning } = method;
  const points = radau.count;
  let at = 0;
  for (let k = 0; k < activeCount; k++) {
    const c = active[k];
    const stiffness = state.stiffness[c];
    const normal = at;
    for (let i = 0; i < points; i++) force[at++] = springForce(stiffness, compression[k * points + i], exponent);
    const mode = state.mode[c];
    const q = turning.place[c];
    for (let j = 0; j < tangents[c]; j++) {
      if (mode === SLIP && q < 0) {
        const share = -friction[c] * state.direction[2 * c + j];
        for (let i = 0; i < points; i++) force[at++] = share * force[normal + i];
      } else if (mode === SLIP)
        for (let i = 0; i < points; i++) force[at++] = -friction[c] * force[normal + i] * turning.direction[2 * (q * points + i) + j];
      else if (mode === STICK && tangentialStiffness[c] > 0)
        for (let i = 1; i <= points; i++) force[at++] = -tangentialStiffness[c] * step.stretch[i * system.rows + firstTangent[c] + j];
      else for (let i = 0; i < points; i++) force[at++] = 0;
    }
  }
  accelerate(motion, method, method.acceleration, points);
}

/** Velocities and compressions at the points from the accelerations; returns by how much velocities changed. */
export function integratePoints(motion: Motion, method: Collocation, length: number): number {
  const { system, state, step, radau, active, activeCount } = motion;
  const { tangents, firstTangent, tangentialStiffness } = system;
  const { rows, rowOf, acceleration, velocity, compression, sums } = method;
  const { count: points } = radau;
  const integration = radau.integration[step.clock];
  let moved = 0;
  for (let a = 0; a < rows; a++) {
    const before = state.velocity[rowOf[a]];
    const from = a * points;
    integrate(integration, acceleration, from, points, sums);
    for (let i = 0; i < points; i++) {
      const value = before + length * sums[i];
      const change = Math.abs(value - velocity[from + i]);
      if (!(change <= moved)) moved = change;
      velocity[from + i] = value;
    }
  }
  let a = 0;
  for (let k = 0; k < activeCount; k++) {
    const c = active[k];
    integrate(integration, velocity, a * points, points, sums);
    for (let i = 0; i < points; i++) compression[k * points + i] = state.compression[c] - length * sums[i];
    a++;
    for (let t = 0; t < tangents[c]; t++, a++) {
      if (tangentialStiffness[c] === 0 || state.mode[c] !== STICK) continue;
      const row = firstTangent[c] + t;
      integrate(integration, velocity, a * points, points, sums);
      for (let i = 0; i < points; i++) step.stretch[(i + 1) * system.rows + row] = state.stretch[row] + length * sums[i];
    }
  }
  return moved;
}

/**
 * Integrals from the start of the step to each point. Most of the time goes here: the usual number of values, nine, is read once, and its
 * products are written out, in the order of the loop.
 */
function integrate(weights: Float64Array, values: Float64Array, from: number, points: number, out: Float64Array): void {
  if (points !== 9) {
    for (let i = 0; i < points; i++) {
      let sum = 0;
      for (let j = 0; j < points; j++) sum += weights[i * points + j] * values[from + j];
      out[i] = sum;
    }
    return;
  }
  const v0 = values[from];
  const v1 = values[from + 1];
  const v2 = values[from + 2];
  const v3 = values[from + 3];
  const v4 = values[from + 4];
  const v5 = values[from + 5];
  const v6 = values[from + 6];
  const v7 = values[from + 7];
  const v8 = values[from + 8];
  for (let i = 0, at = 0; i < 9; i++, at += 9)
    out[i] =
      weights[at] * v0 +
      weights[at + 1] * v1 +
      weights[at + 2] * v2 +
      weights[at + 3] * v3 +
      weights[at + 4] * v4 +
      weights[at + 5] * v5 +
      weights[at + 6] * v6 +
      weights[at + 7] * v7 +
      weights[at + 8] * v8;
}

/** Puts the solution into the step, with what moves besides the contacts that push. */
export function completeStep(motion: Motion, method: Collocation): void {
  const { system, state, step, radau, active, activeCount, tracked, trackedCount, touched, touchedCount } = motion;
  const { count, rows: all } = system;
  const { rows, rowOf, force, velocity, compression, turning } = method;
  const { count: points } = radau;
  step.nodal = true;
  step.at = -1;
  step.terms = points + 1;
  for (let i = 0; i < points; i++) {
    const v = (i + 1) * all;
    for (let a = 0; a < rows; a++) step.force[v + rowOf[a]] = force[a * points + i];
    for (let a = 0; a < rows; a++) step.velocity[v + rowOf[a]] = velocity[a * points + i];
    for (let k = 0; k < activeCount; k++) step.compression[(i + 1) * count + active[k]] = compression[k * points + i];
  }
  for (let r = 0; r < touchedCount; r++) step.velocity[touched[r]] = state.velocity[touched[r]];
  for (let i = 0; i < trackedCount; i++) step.compression[tracked[i]] = state.compression[tracked[i]];
  for (let a = 0; a < rows; a++) step.stretch[rowOf[a]] = state.stretch[rowOf[a]];
  for (let q = 0; q < turning.count; q++) {
    const c = turning.contacts[q];
    for (let j = 0; j < 2; j++) {
      const row = system.firstTangent[c] + j;
      step.stretch[row] = state.direction[2 * c + j];
      for (let i = 0; i < points; i++) step.stretch[(i + 1) * all + row] = turning.direction[2 * (q * points + i) + j];
    }
  }

  if (rows < touchedCount || trackedCount > activeCount) followReached(motion, method);
}

/**
 * Rows that do not push but are reached: their accelerations at all points together, then their velocities, then the compressions of those
 * whose gaps are known.
 */
function followReached(motion: Motion, method: Collocation): void {
  const { system, state, step, radau, tracked, trackedCount, touched, touchedCount } = motion;
  const { count, rows: all, start, index, value } = system;
  const { rows, rowOf, placeOf, force, reached, sums } = method;
  const { count: points } = radau;
  const integration = radau.integration[step.clock];
  const { length } = step;
  for (let r = 0; r < touchedCount; r++) {
    const at = touched[r] * points;
    for (let i = 0; i < points; i++) reached[at + i] = 0;
  }
  for (let a = 0; a < rows; a++) {
    const from = a * points;
    for (let k = start[rowOf[a]]; k < start[rowOf[a] + 1]; k++) {
      if (placeOf[index[k]] >= 0) continue;
      const to = index[k] * points;
      const element = value[k];
      for (let i = 0; i < points; i++) reached[to + i] += element * force[from + i];
    }
  }
  for (let r = 0; r < touchedCount; r++) {
    const row = touched[r];
    if (placeOf[row] >= 0) continue;
    integrate(integration, reached, row * points, points, sums);
    for (let i = 0; i < points; i++) step.velocity[(i + 1) * all + row] = state.velocity[row] + length * sums[i];
  }
  for (let k = 0; k < trackedCount; k++) {
    const c = tracked[k];
    if (placeOf[c] >= 0) continue;
    for (let i = 0; i < points; i++) reached[c * points + i] = step.velocity[(i + 1) * all + c];
    integrate(integration, reached, c * points, points, sums);
    for (let i = 0; i < points; i++) step.compression[(i + 1) * count + c] = state.compression[c] - length * sums[i];
  }
}
