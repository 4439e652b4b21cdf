/**
 * Directions of slip that turn, at the points of a step by collocation.
 *
 * A fast slip tells its direction, u = s / |s|. Where friction could stop the slip within a fraction of the step, s depends on u more than
 * u on s, and the angles at all points are corrected together by Newton's method on u' . s = 0 (u' across u),
 *
 *     (u . s)_i a_i + h sum_j S_ij u'_i . W u'_j mu F_j a_j = (u' . s)_i
 *
 * with W the mobility between the tangents, contacts at rest giving way. With tangential springs the direction of the stretch g, |g| = mu F
 * / k_t, follows the slip at a finite rate, |g| a' = u' . v_t: the same equation with one term more, the derivative of the angle.
 *
 * Letters: S integration, h length, mu friction, a angle, k_t tangential stiffness.
 */
import { cos, sin } from "../../../math/elementary.js";

import { hold, type Motion } from "../motion.js";
import { addColumn } from "../system.js";
import type { Collocation } from "./points.js";

export interface Turning {
  /** Contacts that turn; by contact: its place among them, or -1. */
  readonly contacts: Int32Array;
  count: number;
  readonly place: Int32Array;
  /** By turning contact and point: direction, and angle from the direction at the start (of those with springs). */
  readonly direction: Float64Array;
  readonly angle: Float64Array;
  readonly slow: Int32Array;
  matrix: Float64Array;
  right: Float64Array;
  blocks: Float64Array;
}

export function createTurning(count: number, points: number): Turning {
  return {
    contacts: new Int32Array(count),
    count: 0,
    place: new Int32Array(count).fill(-1),
    direction: new Float64Array(2 * points * count),
    angle: new Float64Array(points * count),
    slow: new Int32Array(count),
    matrix: new Float64Array(0),
    right: new Float64Array(0),
    blocks: new Float64Array(0),
  };
}

/** How far friction could change a slip within the step beside its speed, for the direction to follow by repetition. */
const SLOW = 0.2;

/** New directions; returns by how much a slip would change through them. */
export function turn(motion: Motion, method: Collocation, turning: Turning, length: number): number {
  const { system, radau } = motion;
  const { firstTangent, friction, diagonal, tangentialStiffness } = system;
  const { velocity, force, placeOf } = method;
  const points = radau.count;
  let moved = 0;
  let slow = 0;
  for (let q = 0; q < turning.count; q++) {
    const c = turning.contacts[q];
    const row = firstTangent[c];
    const tangent = placeOf[row] * points;
    const normal = placeOf[c] * points;
    const reach = length * friction[c] * Math.max(diagonal[row], diagonal[row + 1]);
    let isSlow = tangentialStiffness[c] > 0;
    for (let i = 0; i < points && !isSlow; i++) {
      const s1 = velocity[tangent + i];
      const s2 = velocity[tangent + points + i];
      isSlow = !(reach * Math.abs(force[normal + i]) < SLOW * Math.sqrt(s1 * s1 + s2 * s2));
    }
    if (isSlow) {
      turning.slow[slow++] = q;
      continue;
    }
    for (let i = 0; i < points; i++) {
      const s1 = velocity[tangent + i];
      const s2 = velocity[tangent + points + i];
      const speed = Math.sqrt(s1 * s1 + s2 * s2);
      const at = 2 * (q * points + i);
      const change = Math.abs(s1 / speed - turning.direction[at]) + Math.abs(s2 / speed - turning.direction[at + 1]);
      moved = Math.max(moved, change * reach * Math.abs(force[normal + i]));
      turning.direction[at] = s1 / speed;
      turning.direction[at + 1] = s2 / speed;
    }
  }
  return slow === 0 ? moved : Math.max(moved, turnSlow(motion, method, turning, length, slow));
}

/** Newton's method on the angles of the slow contacts. */
function turnSlow(motion: Motion, method: Collocation, turning: Turning, length: number, slow: number): number {
  const { system, radau } = motion;
  const { firstTangent, friction, diagonal, tangentialStiffness } = system;
  const { differentiation, count: points } = radau;
  const integration = radau.integration[motion.step.clock];
  const { velocity, force, placeOf } = method;
  const size = slow * points;
  if (turning.matrix.length < size * size) {
    turning.matrix = new Float64Array(2 * size * size);
    turning.right = new Float64Array(2 * size);
  }
  const { matrix, right, direction, angle } = turning;
  const blocks = tangentialBlocks(motion, turning, slow);
  for (let p = 0; p < slow; p++) {
    const c = turning.contacts[turning.slow[p]];
    const tangent = placeOf[firstTangent[c]] * points;
    for (let i = 0; i < points; i++) {
      const at = 2 * (turning.slow[p] * points + i);
      const u1 = direction[at];
      const u2 = direction[at + 1];
      const s1 = velocity[tangent + i];
      const s2 = velocity[tangent + points + i];
      const line = (p * points + i) * size;
      for (let o = 0; o < slow; o++) {
        const other = turning.contacts[turning.slow[o]];
        const normal = placeOf[other] * points;
        const block = 4 * (p * slow + o);
        // u' W, to be multiplied by the other's u'.
        const across1 = friction[other] * length * (-u2 * blocks[block] + u1 * blocks[block + 2]);
        const across2 = friction[other] * length * (-u2 * blocks[block + 1] + u1 * blocks[block + 3]);
        for (let j = 0; j < points; j++) {
          const there = 2 * (turning.slow[o] * points + j);
          const across = across2 * direction[there] - across1 * direction[there + 1];
          matrix[line + o * points + j] = integration[i * points + j] * across * force[normal + j];
        }
      }
      const own = line + p * points;
      matrix[own + i] += u1 * s1 + u2 * s2;
      let off = u1 * s2 - u2 * s1;
      if (tangentialStiffness[c] > 0) {
        const stretch = (friction[c] * force[placeOf[c] * points + i]) / tangentialStiffness[c];
        for (let j = 0; j < points; j++) {
          const rate = (stretch * differentiation[i * points + j]) / length;
          matrix[own + j] += rate;
          off -= rate * angle[turning.slow[p] * points + j];
        }
      }
      right[p * points + i] = off;
    }
  }
  if (!eliminate(matrix, right, size)) return Infinity;
  let moved = 0;
  for (let p = 0; p < slow; p++) {
    const q = turning.slow[p];
    const c = turning.contacts[q];
    const row = firstTangent[c];
    const reach = length * friction[c] * Math.max(diagonal[row], diagonal[row + 1]);
    for (let i = 0; i < points; i++) {
      const by = Math.max(-1, Math.min(1, right[p * points + i]));
      const at = q * points + i;
      angle[at] += by;
      const cosine = cos(by);
      const sine = sin(by);
      const u1 = direction[2 * at];
      const u2 = direction[2 * at + 1];
      direction[2 * at] = cosine * u1 - sine * u2;
      direction[2 * at + 1] = sine * u1 + cosine * u2;
      moved = Math.max(moved, Math.abs(by) * reach * Math.abs(force[placeOf[c] * points + i]));
    }
  }
  return moved;
}

/** Mobilities between the tangents of the slow contacts, with those at rest giving way: four numbers for each pair. */
function tangentialBlocks(motion: Motion, turning: Turning, slow: number): Float64Array {
  const { system, change, touched, touchedCount, restingRows, restingRowCount } = motion;
  const { firstTangent } = system;
  if (turning.blocks.length < 4 * slow * slow) turning.blocks = new Float64Array(8 * slow * slow);
  const { blocks } = turning;
  for (let o = 0; o < slow; o++)
    for (let j = 0; j < 2; j++) {
      for (let r = 0; r < touchedCount; r++) change[touched[r]] = 0;
      addColumn(system, firstTangent[turning.contacts[turning.slow[o]]] + j, 1, change);
      if (restingRowCount > 0) {
        const holding = hold(motion);
        for (let i = 0; i < restingRowCount; i++) addColumn(system, restingRows[i], holding[i], change);
      }
      for (let p = 0; p < slow; p++) {
        const row = firstTangent[turning.contacts[turning.slow[p]]];
        blocks[4 * (p * slow + o) + j] = change[row];
        blocks[4 * (p * slow + o) + 2 + j] = change[row + 1];
      }
    }
  return blocks;
}

/** Solves in place by elimination with pivoting. */
function eliminate(matrix: Float64Array, right: Float64Array, size: number): boolean {
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let i = column + 1; i < size; i++) if (Math.abs(matrix[i * size + column]) > Math.abs(matrix[pivot * size + column])) pivot = i;
    if (!(Math.abs(matrix[pivot * size + column]) > 0)) return false;
    if (pivot !== column) {
      for (let j = column; j < size; j++) {
        const swap = matrix[column * size + j];
        matrix[column * size + j] = matrix[pivot * size + j];
        matrix[pivot * size + j] = swap;
      }
      const swap = right[column];
      right[column] = right[pivot];
      right[pivot] = swap;
    }
    for (let i = column + 1; i < size; i++) {
      const factor = matrix[i * size + column] / matrix[column * size + column];
      if (factor === 0) continue;
      for (let j = column + 1; j < size; j++) matrix[i * size + j] -= factor * matrix[column * size + j];
      right[i] -= factor * right[column];
    }
  }
  for (let i = size - 1; i >= 0; i--) {
    let rest = right[i];
    for (let j = i + 1; j < size; j++) rest -= matrix[i * size + j] * right[j];
    right[i] = rest / matrix[i * size + i];
  }
  return true;
}
