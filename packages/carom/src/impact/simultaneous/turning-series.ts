/**
 * A step by power series while slips turn: linear springs, and friction along directions that change.
 *
 * Force, slip and direction of a contact that slides in space are analytic as long as it slides. With t from 0 to 1 over the step the terms
 * of order k of slip s and normal force F give those of the speed n, of the direction u and of the friction f,
 *
 *     n^2 = s . s        n_k = ((s . s)_k - sum_(0<i<k) n_i n_(k-i)) / (2 n_0)
 *     n u = s            u_k = (s_k - sum_(0<i<=k) n_i u_(k-i)) / n_0
 *     f = -mu F u        f_k = -mu sum_i F_i u_(k-i)
 *
 * and with f the next order of all velocities follows as in series.ts: an order costs one product with the mobility, where a step by
 * collocation takes fifty. The series of u converges as far as the next zero of s . s in the complex plane, about the time in which the
 * slip would stop. The step stays well within that, and is shortened to where the terms left out are nothing; where this leaves little of
 * it, a slip is about to stop or has just begun, and collocation goes further.
 *
 * Letters: s slip, n its speed, u direction, F normal force, f friction, mu its coefficient.
 */
import { pow } from "../../math/elementary.js";
import { type Collocation, gatherRows } from "./collocation/points.js";
import { LINEAR } from "./collocation/radau.js";
import { hold, type Motion } from "./motion.js";
import { NEGLIGIBLE, shorten } from "./series.js";
import { SLIP } from "./state.js";
import { MOST_TERMS } from "./step.js";

/** Working arrays. */
export interface TurningSeries {
  /** By turning contact and order: slip and direction along both tangents, speed, normal force. */
  readonly slip1: Float64Array;
  readonly slip2: Float64Array;
  readonly direction1: Float64Array;
  readonly direction2: Float64Array;
  readonly speed: Float64Array;
  readonly normal: Float64Array;
  /** By row that pushes: the forces of the order at hand. */
  readonly push: Float64Array;
  /** Rows that are reached and do not push, and their elements of the mobility, from start[i] up to start[i + 1], by row that pushes. */
  readonly reached: Int32Array;
  reachedCount: number;
  readonly start: Int32Array;
  index: Int32Array;
  value: Float64Array;
}

export function createTurningSeries({ system }: Motion): TurningSeries {
  const { count, rows } = system;
  const ofContacts = () => new Float64Array(MOST_TERMS * count);
  return {
    slip1: ofContacts(),
    slip2: ofContacts(),
    direction1: ofContacts(),
    direction2: ofContacts(),
    speed: ofContacts(),
    normal: ofContacts(),
    push: new Float64Array(rows),
    reached: new Int32Array(rows),
    reachedCount: 0,
    start: new Int32Array(rows + 1),
    index: new Int32Array(0),
    value: new Float64Array(0),
  };
}

const HIGHEST_ORDER = MOST_TERMS - 1;
/** Part of the time in which a slip would stop, or change by as much as it is, that a step may last. */
const TOWARDS_STOP = 0.35;
/** Orders at the end by which the radius of convergence is judged: terms of complex singularities swing. */
const LAST_ORDERS = 4;

/** A step that reaches less far than this part of what it might is left for collocation. */
const TOO_SHORT = 0.1;

/**
 * Fills the step from the present state; the turning contacts are listed, all slide, with rigid tangents. The step may come out shorter;
 * false where it would be much shorter.
 */
export function expandTurning(motion: Motion, method: Collocation, series: TurningSeries, longest: number): boolean {
  const { system, state, step, tracked, trackedCount, touched, touchedCount } = motion;
  const { count, rows } = system;
  const { compression, velocity } = step;
  gatherRows(motion, method);
  gatherReached(motion, method, series);
  step.nodal = false;
  step.clock = LINEAR;
  step.at = -1;
  for (let i = 0; i < trackedCount; i++) compression[tracked[i]] = state.compression[tracked[i]];
  for (let i = 0; i < touchedCount; i++) velocity[touched[i]] = state.velocity[touched[i]];
  let length = longest;
  let small = 0;
  let excess = 0;
  let k = 0;
  for (; k < HIGHEST_ORDER && small < 2; k++) {
    const next = length / (k + 1);
    pushOfOrder(motion, method, series, k);
    let largest = Math.max(moveRows(motion, method, series, k, next), moveReached(motion, series, k, next));
    for (let i = 0; i < trackedCount; i++) {
      const c = tracked[i];
      compression[(k + 1) * count + c] = -velocity[k * rows + c] * next;
    }
    if (k === 0) {
      const part = partBeforeStops(motion, method);
      if (part < TOO_SHORT) return false;
      if (part < 1) {
        length *= part;
        largest *= part;
        for (let i = 0; i < touchedCount; i++) velocity[rows + touched[i]] *= part;
        for (let i = 0; i < trackedCount; i++) compression[count + tracked[i]] *= part;
      }
    }
    small = largest <= NEGLIGIBLE ? small + 1 : 0;
    if (k >= HIGHEST_ORDER - LAST_ORDERS && largest > NEGLIGIBLE) excess = Math.max(excess, pow(largest / NEGLIGIBLE, 1 / (k + 1)));
  }
  step.length = length;
  step.terms = k;
  if (small < 2 && excess > 1) shorten(motion, 1 / excess);
  return step.length >= TOO_SHORT * longest;
}

/** The rows that forces reach beside those that push, with their elements of the mobility. */
function gatherReached({ system, touched, touchedCount }: Motion, { placeOf }: Collocation, series: TurningSeries): void {
  const { start, index, value } = system;
  let elements = 0;
  for (let i = 0; i < touchedCount; i++) if (placeOf[touched[i]] < 0) elements += start[touched[i] + 1] - start[touched[i]];
  if (series.index.length < elements) {
    series.index = new Int32Array(2 * elements);
    series.value = new Float64Array(2 * elements);
  }
  series.reachedCount = 0;
  let at = 0;
  for (let i = 0; i < touchedCount; i++) {
    const row = touched[i];
    if (placeOf[row] >= 0) continue;
    series.start[series.reachedCount] = at;
    series.reached[series.reachedCount++] = row;
    for (let k = start[row]; k < start[row + 1]; k++) {
      const place = placeOf[index[k]];
      if (place < 0) continue;
      series.index[at] = place;
      series.value[at++] = value[k];
    }
  }
  series.start[series.reachedCount] = at;
}

/** The forces of order k, of contacts at rest too. */
function pushOfOrder(motion: Motion, method: Collocation, series: TurningSeries, k: number): void {
  const { system, state, step, active, activeCount, restingRows, restingRowCount, change } = motion;
  const { count, rows, friction, tangents } = system;
  const { turning, start, index, value, placeOf, rowOf } = method;
  const { push } = series;
  let a = 0;
  for (let i = 0; i < activeCount; i++) {
    const c = active[i];
    const normal = state.stiffness[c] * step.compression[k * count + c];
    push[a++] = normal;
    const q = turning.place[c];
    if (q >= 0) {
      pushAlongSlip(motion, series, c, q, k, normal);
      push[a++] = step.force[k * rows + system.firstTangent[c]];
      push[a++] = step.force[k * rows + system.firstTangent[c] + 1];
    } else {
      const share = state.mode[c] === SLIP ? -friction[c] * normal : 0;
      for (let j = 0; j < tangents[c]; j++) push[a++] = share * state.direction[2 * c + j];
    }
  }
  if (restingRowCount > 0) {
    for (let r = 0; r < restingRowCount; r++) {
      const at = placeOf[restingRows[r]];
      let sum = 0;
      for (let e = start[at]; e < start[at + 1]; e++) sum += value[e] * push[index[e]];
      change[restingRows[r]] = sum;
    }
    const holding = hold(motion);
    for (let r = 0; r < restingRowCount; r++) push[placeOf[restingRows[r]]] = holding[r];
  }
  for (let b = 0; b < a; b++) step.force[k * rows + rowOf[b]] = push[b];
}

/** The terms of order k of speed and direction of a slip, and of the friction along it. */
function pushAlongSlip({ system, step }: Motion, series: TurningSeries, c: number, q: number, k: number, pressed: number): void {
  const { slip1, slip2, direction1, direction2, speed, normal } = series;
  const { rows } = system;
  const row = k * rows + system.firstTangent[c];
  const first = q * MOST_TERMS;
  const end = first + k;
  slip1[end] = step.velocity[row];
  slip2[end] = step.velocity[row + 1];
  normal[end] = pressed;
  if (k === 0) speed[end] = Math.sqrt(slip1[end] * slip1[end] + slip2[end] * slip2[end]);
  else {
    let square = slip1[first] * slip1[end] + slip2[first] * slip2[end];
    let i = first + 1;
    let j = end - 1;
    for (; i < j; i++, j--) square += slip1[i] * slip1[j] + slip2[i] * slip2[j] - speed[i] * speed[j];
    if (i === j) square += 0.5 * (slip1[i] * slip1[i] + slip2[i] * slip2[i] - speed[i] * speed[i]);
    speed[end] = square / speed[first];
  }
  let along1 = slip1[end];
  let along2 = slip2[end];
  let push1 = 0;
  let push2 = 0;
  for (let i = first + 1, j = end - 1; i <= end; i++, j--) {
    along1 -= speed[i] * direction1[j];
    along2 -= speed[i] * direction2[j];
    push1 += normal[i] * direction1[j];
    push2 += normal[i] * direction2[j];
  }
  direction1[end] = along1 / speed[first];
  direction2[end] = along2 / speed[first];
  step.stretch[row] = direction1[end];
  step.stretch[row + 1] = direction2[end];
  step.force[row] = -system.friction[c] * (push1 + normal[first] * direction1[end]);
  step.force[row + 1] = -system.friction[c] * (push2 + normal[first] * direction2[end]);
}

/** The next order of the velocities of rows that push; returns the largest. */
function moveRows(
  { system, step, restingRows, restingRowCount }: Motion,
  method: Collocation,
  { push }: TurningSeries,
  k: number,
  next: number,
) {
  const { rows: count, start, index, value, rowOf } = method;
  const to = (k + 1) * system.rows;
  let largest = 0;
  for (let a = 0; a < count; a++) {
    let sum = 0;
    for (let e = start[a]; e < start[a + 1]; e++) sum += value[e] * push[index[e]];
    const term = sum * next;
    step.velocity[to + rowOf[a]] = term;
    largest = Math.max(largest, Math.abs(term));
  }
  for (let r = 0; r < restingRowCount; r++) step.velocity[to + restingRows[r]] = 0;
  return largest;
}

/** The same of rows that are reached. */
function moveReached(
  { system, step }: Motion,
  { push, reached, reachedCount, start, index, value }: TurningSeries,
  k: number,
  next: number,
) {
  const to = (k + 1) * system.rows;
  let largest = 0;
  for (let i = 0; i < reachedCount; i++) {
    let sum = 0;
    for (let e = start[i]; e < start[i + 1]; e++) sum += value[e] * push[index[e]];
    const term = sum * next;
    step.velocity[to + reached[i]] = term;
    largest = Math.max(largest, Math.abs(term));
  }
  return largest;
}

/** The part of the step that slips allow, by their first two terms. */
function partBeforeStops({ system, step }: Motion, { turning }: Collocation): number {
  const { rows, firstTangent } = system;
  const { velocity } = step;
  let square = TOWARDS_STOP * TOWARDS_STOP;
  for (let q = 0; q < turning.count; q++) {
    const row = firstTangent[turning.contacts[q]];
    const speed = velocity[row] * velocity[row] + velocity[row + 1] * velocity[row + 1];
    const rate = velocity[rows + row] * velocity[rows + row] + velocity[rows + row + 1] * velocity[rows + row + 1];
    square = Math.max(square, rate / speed);
  }
  return TOWARDS_STOP / Math.sqrt(square);
}
