/**
 * A step by power series: linear springs, and friction that slides along fixed directions or holds.
 *
 * Then the motion is linear with constant coefficients, and its power series in t converges everywhere. With t from 0 to 1 over the step,
 *
 *     x_(k+1) = -h v_k / (k+1)        v_(k+1) = h W (F_k, f_k) / (k+1)        F_k = K x_k        f_k = -mu F_k d  or  -W_TT^-1 b_k
 *
 * so each order costs one product with the sparse mobility, and the terms fall like (omega h)^k / k!, omega the highest frequency. With
 * omega h of about 2 a polynomial of degree 25 is the motion to the last bit: what an eigen-decomposition would give, without one.
 *
 * A contact in space slides along a fixed direction only if nothing pushes it sideways. Whether that is so shows in the series itself.
 */
import { pow } from "../../math/elementary.js";
import { LINEAR } from "./collocation/radau.js";
import { hold, type Motion } from "./motion.js";
import { SLIP, STICK } from "./state.js";
import { MOST_TERMS } from "./step.js";
import { addColumn } from "./system.js";

/** Highest frequency times the length of the longest step. */
const REACH = 2;
const HIGHEST_ORDER = MOST_TERMS - 1;
/** Terms below this, in units of the approach speed, add nothing. */
const NEGLIGIBLE = 1e-17;

/** How long a step by series may be. */
export function longestStep(motion: Motion): number {
  return REACH / highestFrequency(motion);
}

/** A bound above the highest frequency of the springs that push. */
function highestFrequency({ system, state, active, activeCount }: Motion): number {
  const { start, index, value, friction, tangents, firstTangent, tangentialStiffness } = system;
  let square = 0;
  for (let a = 0; a < activeCount; a++) {
    const c = active[a];
    const root = Math.sqrt(state.stiffness[c]);
    let sum = 0;
    for (let k = start[c]; k < start[c + 1]; k++) {
      const row = index[k];
      if (row < system.count) sum += Math.abs(value[k]) * Math.sqrt(state.stiffness[row]) * (state.phase[row] === 0 ? 0 : 1);
    }
    if (state.mode[c] === SLIP)
      for (let i = 0; i < tangents[c]; i++) {
        const column = firstTangent[c] + i;
        for (let k = start[column]; k < start[column + 1]; k++) {
          const row = index[k];
          if (row < system.count && state.phase[row] !== 0) sum += friction[c] * Math.abs(value[k]) * Math.sqrt(state.stiffness[row]);
        }
      }
    square = Math.max(square, root * sum);
    if (tangentialStiffness[c] > 0)
      for (let i = 0; i < tangents[c]; i++) {
        const column = firstTangent[c] + i;
        let reach = 0;
        for (let k = start[column]; k < start[column + 1]; k++) reach += Math.abs(value[k]);
        square = Math.max(square, 2 * tangentialStiffness[c] * reach);
      }
  }
  return Math.sqrt(square);
}

/** Fills the step with the series from the present state. The step may come out shorter than asked for. */
export function expandSeries(motion: Motion, length: number): void {
  if (motion.system.rows === motion.system.count) expandSmooth(motion, length);
  else expandWithFriction(motion, length);
}

/** Without friction: rows are gathered instead of columns spread, in a third of the time. Rows and columns are the same. */
function expandSmooth(motion: Motion, length: number): void {
  const { system, state, step, active, activeCount, tracked, trackedCount, touched, touchedCount, change } = motion;
  const { count, start, index, value } = system;
  const { compression, velocity, force } = step;
  step.nodal = false;
  step.clock = LINEAR;
  step.at = -1;
  for (let i = 0; i < trackedCount; i++) compression[tracked[i]] = state.compression[tracked[i]];
  for (let i = 0; i < touchedCount; i++) {
    velocity[touched[i]] = state.velocity[touched[i]];
    // Those that do not push keep this.
    change[touched[i]] = 0;
  }
  let small = 0;
  let largest = 0;
  let k = 0;
  for (; k < HIGHEST_ORDER && small < 2; k++) {
    const next = length / (k + 1);
    const from = k * count;
    const to = from + count;
    for (let a = 0; a < activeCount; a++) {
      const c = active[a];
      force[from + c] = change[c] = state.stiffness[c] * compression[from + c];
    }
    largest = 0;
    for (let i = 0; i < touchedCount; i++) {
      const row = touched[i];
      let sum = 0;
      for (let e = start[row]; e < start[row + 1]; e++) sum += value[e] * change[index[e]];
      const term = sum * next;
      velocity[to + row] = term;
      const size = Math.abs(term);
      if (size > largest) largest = size;
    }
    for (let i = 0; i < trackedCount; i++) compression[to + tracked[i]] = -velocity[from + tracked[i]] * next;
    small = largest <= NEGLIGIBLE ? small + 1 : 0;
  }
  step.length = length;
  step.terms = k;
  if (small < 2 && largest > NEGLIGIBLE) shorten(motion, pow(NEGLIGIBLE / largest, 1 / k));
}

function expandWithFriction(motion: Motion, length: number): void {
  const { system, state, step, active, activeCount, tracked, trackedCount, touched, touchedCount, change } = motion;
  const { restingRows, restingRowCount } = motion;
  const { count, rows, friction, tangents, firstTangent, tangentialStiffness, start, index, value } = system;
  const { compression, velocity, force, stretch } = step;
  step.nodal = false;
  step.clock = LINEAR;
  step.at = -1;
  for (let i = 0; i < trackedCount; i++) compression[tracked[i]] = state.compression[tracked[i]];
  for (let i = 0; i < touchedCount; i++) velocity[touched[i]] = state.velocity[touched[i]];
  for (let a = 0; a < activeCount; a++)
    for (let i = firstTangent[active[a]]; i < firstTangent[active[a]] + tangents[active[a]]; i++) stretch[i] = state.stretch[i];

  let small = 0;
  let largest = 0;
  let k = 0;
  for (; k < HIGHEST_ORDER && small < 2; k++) {
    const next = length / (k + 1);
    const x = k * count;
    const v = k * rows;
    for (let i = 0; i < touchedCount; i++) change[touched[i]] = 0;
    for (let a = 0; a < activeCount; a++) {
      const c = active[a];
      const normal = state.stiffness[c] * compression[x + c];
      force[v + c] = normal;
      // As addColumn does: half the cost of frictionless impacts is here.
      for (let e = start[c]; e < start[c + 1]; e++) change[index[e]] += value[e] * normal;
      if (tangents[c] === 0) continue;
      const first = firstTangent[c];
      if (state.mode[c] === SLIP) {
        for (let i = 0; i < tangents[c]; i++) {
          const push = -friction[c] * normal * state.direction[2 * c + i];
          force[v + first + i] = push;
          addColumn(system, first + i, push, change);
        }
      } else if (state.mode[c] === STICK && tangentialStiffness[c] > 0) {
        for (let i = first; i < first + tangents[c]; i++) {
          force[v + i] = -tangentialStiffness[c] * stretch[v + i];
          addColumn(system, i, force[v + i], change);
        }
      } else for (let i = first; i < first + tangents[c]; i++) force[v + i] = 0;
    }
    if (restingRowCount > 0) {
      const holding = hold(motion);
      for (let i = 0; i < restingRowCount; i++) {
        force[v + restingRows[i]] = holding[i];
        addColumn(system, restingRows[i], holding[i], change);
      }
      for (let i = 0; i < restingRowCount; i++) change[restingRows[i]] = 0;
    }
    largest = 0;
    for (let i = 0; i < touchedCount; i++) {
      const row = touched[i];
      const term = change[row] * next;
      velocity[v + rows + row] = term;
      const size = Math.abs(term);
      if (size > largest) largest = size;
    }
    for (let i = 0; i < trackedCount; i++) compression[x + count + tracked[i]] = -velocity[v + tracked[i]] * next;
    for (let a = 0; a < activeCount && rows > count; a++) {
      const c = active[a];
      if (tangentialStiffness[c] > 0)
        for (let i = firstTangent[c]; i < firstTangent[c] + tangents[c]; i++) stretch[v + rows + i] = velocity[v + i] * next;
    }
    small = largest <= NEGLIGIBLE ? small + 1 : 0;
  }
  step.length = length;
  step.terms = k;
  if (small < 2 && largest > NEGLIGIBLE) shorten(motion, pow(NEGLIGIBLE / largest, 1 / k));
}

function shorten({ system, step, tracked, trackedCount, touched, touchedCount }: Motion, factor: number): void {
  const { count, rows } = system;
  const { compression, velocity, force, stretch } = step;
  step.length *= factor;
  let power = 1;
  for (let k = 0; k < step.terms; k++) {
    for (let i = 0; i < trackedCount; i++) compression[k * count + tracked[i]] *= power;
    for (let i = 0; i < touchedCount; i++) velocity[k * rows + touched[i]] *= power;
    for (let row = count; row < rows; row++) stretch[k * rows + row] *= power;
    for (let row = 0; row < rows; row++) force[k * rows + row] *= power;
    power *= factor;
  }
}

/** A slip pushed aside by less than this part of its speed goes straight. */
const STRAIGHT = 1e-13;
/** And so does one pushed aside by less than this part of the approach speed. */
const STRAIGHT_BESIDE_APPROACH = 1e-15;

/** Whether a contact that slides in space is not pushed aside in this step by series. */
export function slidesStraight({ system, state, step }: Motion, c: number): boolean {
  const { rows } = system;
  const row = system.firstTangent[c];
  const d1 = state.direction[2 * c];
  const d2 = state.direction[2 * c + 1];
  let along = 0;
  let aside = 0;
  for (let k = 0; k < step.terms; k++) {
    const s1 = step.velocity[k * rows + row];
    const s2 = step.velocity[k * rows + row + 1];
    along += Math.abs(s1 * d1 + s2 * d2);
    aside += Math.abs(s2 * d1 - s1 * d2);
  }
  return aside <= STRAIGHT * along || aside <= STRAIGHT_BESIDE_APPROACH;
}
