/**
 * Which way the impulse of several contacts grows: dp = C dP, with P the sum of the normal impulses, so the normal parts of C add up to
 * one.
 *
 * C is where friction and the sharing of the load leave it, H C = 0:
 *
 *     a contact that slips     C_t + mu C_n v_t/|v_t| = 0
 *     a contact that sticks    (M C)_t = 0
 *     every other contact      its sharing row (touching.ts)
 *
 * On one plane with all contacts slipping the sharing rows say, because the body is rigid, that C_n is proportional to |v_t| / mu: C_t,i =
 * -k v_t,i at every contact, in closed form. Contacts without friction there take the whole load in equal parts.
 *
 * Elsewhere H may have any rank: four sticking corners of a block leave six directions free. Of all directions with normal sum one the
 * shortest is taken, C = N N^T g / (g . N N^T g) with N the null space of H and g one at the normals: unique, and the same under any
 * numbering of contacts on one plane. A slipping contact has one unknown, the length along its own edge of the friction cone, so that H has
 * few columns. Without a reference the sharing rows are too many to hold, and C is the direction that comes closest (all-pairs.ts).
 *
 * Source: 004 eq. (3.18)-(3.25), (5.11)-(5.17); the closed form and the choice of the shortest direction are ours.
 */
import { createNullSpace, DEPENDENT_ROW, type NullSpace } from "../../math/null-space.js";
import { type AllPairs, closestToAllPairs, createAllPairs } from "./all-pairs.js";
import type { Touching } from "./touching.js";

/** Modes of a contact. One without friction counts as slipping. */
export const SLIP = 0;
export const STICK = 1;

/** Scratch of `impulseDirection`, which allocates nothing once it has met a number of sticking contacts. */
export interface DirectionWork {
  /** First column of each contact. */
  readonly column: Int32Array;
  /** Unit vector along the impulse of each slipping contact. */
  readonly edge: Float64Array;
  /** By number of columns. */
  readonly systems: (System | undefined)[];
}

interface System {
  readonly space: NullSpace;
  /** One at the normals, in terms of the columns. */
  readonly normals: Float64Array;
  readonly answer: Float64Array;
  /** Made when it is needed first. */
  pairs: AllPairs | undefined;
}

export function createDirectionWork(dimension: number, count: number): DirectionWork {
  const size = dimension * count;
  return {
    column: new Int32Array(count),
    edge: new Float64Array(size),
    systems: new Array<System | undefined>(size + 1).fill(undefined),
  };
}

function systemOf({ size, work }: Touching, columns: number): System {
  const known = work.systems[columns];
  if (known !== undefined) return known;
  const system = {
    space: createNullSpace(size, columns),
    normals: new Float64Array(columns),
    answer: new Float64Array(columns),
    pairs: undefined,
  };
  work.systems[columns] = system;
  return system;
}

/**
 * Writes C (touching.size numbers) to `out`. `modes` has one number for each contact; `velocity` holds the contact velocities in the layout
 * of the problem, of which only the tangents of slipping contacts are read (planar: only their sign). Contacts that do not push get zero.
 * Returns false where no direction is admissible; the normal parts may be negative, which is for the caller to judge.
 */
export function impulseDirection(touching: Touching, modes: Uint8Array, velocity: ArrayLike<number>, out: Float64Array): boolean {
  out.fill(0);
  const sticking = countSticking(touching, modes);
  if (touching.pushingCount === 1) return sticking === 0 ? slideAlone(touching, velocity, out) : stickAlone(touching, out);
  if (sticking === 0 && touching.onePlane && (touching.dimension === 3 || slipsOneWay(touching, velocity)))
    return slideOnPlane(touching, velocity, out);
  if (sticking === 0 && touching.reference < 0 && haveNoTangents(touching)) return slideByShares(touching, modes, velocity, out);
  return shortest(touching, modes, velocity, out, touching.pushingCount + sticking * (touching.dimension - 1));
}

/** Whether a contact is held by friction in this mode. */
function isHeld({ friction, pushing }: Touching, modes: Uint8Array, i: number): boolean {
  return modes[i] === STICK && friction[i] > 0 && pushing[i] === 1;
}

function countSticking(touching: Touching, modes: Uint8Array): number {
  let sticking = 0;
  for (let i = 0; i < touching.count; i++) if (isHeld(touching, modes, i)) sticking++;
  return sticking;
}

function slipSpeed({ dimension }: Touching, velocity: ArrayLike<number>, i: number): number {
  const first = velocity[i * dimension];
  if (dimension === 2) return Math.abs(first);
  const second = velocity[i * dimension + 1];
  return Math.sqrt(first * first + second * second);
}

function slideAlone(touching: Touching, velocity: ArrayLike<number>, out: Float64Array): true {
  const { dimension, friction } = touching;
  const i = touching.pushing.indexOf(1);
  const speed = slipSpeed(touching, velocity, i);
  for (let k = 0; k < dimension - 1; k++) out[i * dimension + k] = speed > 0 ? (-friction[i] * velocity[i * dimension + k]) / speed : 0;
  out[i * dimension + dimension - 1] = 1;
  return true;
}

/** The tangential impulse per normal impulse that leaves the slip of the only contact that pushes unchanged: -B^-1 d. */
function stickAlone({ dimension, size, mobility, pushing }: Touching, out: Float64Array): boolean {
  const at = pushing.indexOf(1) * dimension;
  const n = at + dimension - 1;
  const entry = (row: number, column: number) => mobility[row * size + column];
  out[n] = 1;
  if (dimension === 2) {
    out[at] = -entry(at, n) / entry(at, at);
    return entry(at, at) > 0;
  }
  // The larger diagonal entry as pivot loses no digits of a positive definite block.
  const [p, q] = entry(at, at) >= entry(at + 1, at + 1) ? [at, at + 1] : [at + 1, at];
  const ratio = entry(p, q) / entry(p, p);
  const rest = entry(q, q) - ratio * entry(p, q);
  if (!(rest > 0)) return false;
  out[q] = -(entry(q, n) - ratio * entry(p, n)) / rest;
  out[p] = -(entry(p, n) + entry(p, q) * out[q]) / entry(p, p);
  return true;
}

/** Whether all planar contacts with friction slip to the same side, as those of a rigid body on one line do. */
function slipsOneWay({ count, friction, pushing }: Touching, velocity: ArrayLike<number>): boolean {
  let side = 0;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0 || friction[i] === 0) continue;
    const own = Math.sign(velocity[2 * i]);
    if (own === 0 || own === -side) return false;
    side = own;
  }
  return true;
}

function slideOnPlane(touching: Touching, velocity: ArrayLike<number>, out: Float64Array): boolean {
  const { dimension, count, friction, pushing } = touching;
  const n = dimension - 1;
  let smooth = 0;
  for (let i = 0; i < count; i++) if (pushing[i] === 1 && friction[i] === 0) smooth++;
  if (smooth > 0) {
    for (let i = 0; i < count; i++) if (pushing[i] === 1 && friction[i] === 0) out[i * dimension + n] = 1 / smooth;
    return true;
  }

  // In the plane all slip speeds are one; written as such, equal contacts have equal shares to the last bit.
  const speedOf = (i: number) => (dimension === 2 ? 1 : slipSpeed(touching, velocity, i));
  let sum = 0;
  for (let i = 0; i < count; i++) if (pushing[i] === 1) sum += speedOf(i) / friction[i];
  if (!(sum > 0)) return false;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0) continue;
    out[i * dimension + n] = speedOf(i) / friction[i] / sum;
    for (let k = 0; k < n; k++)
      out[i * dimension + k] = -(dimension === 2 ? Math.sign(velocity[2 * i]) : velocity[i * dimension + k]) / sum;
  }
  return true;
}

function haveNoTangents({ sharing, pairs, size, dimension }: Touching): boolean {
  for (let k = 0; k < pairs * size; k++) if (sharing[k] !== 0 && (k % size) % dimension !== dimension - 1) return false;
  return true;
}

/** Everything slips, with shares that do not depend on how. */
function slideByShares(touching: Touching, modes: Uint8Array, velocity: ArrayLike<number>, out: Float64Array): boolean {
  const { count, dimension, size, friction, pushingCount } = touching;
  const n = dimension - 1;
  if (touching.shares === undefined) {
    const still = new Float64Array(size);
    if (!shortest(touching, modes, still, out, pushingCount)) return false;
    touching.shares = Float64Array.from({ length: count }, (_, i) => out[i * dimension + n]);
  }
  for (let i = 0; i < count; i++) {
    const speed = slipSpeed(touching, velocity, i);
    const share = touching.shares[i];
    for (let k = 0; k < n; k++) out[i * dimension + k] = speed > 0 ? (-friction[i] * share * velocity[i * dimension + k]) / speed : 0;
    out[i * dimension + n] = share;
  }
  return true;
}

/** C = N N^T g / (g . N N^T g). */
function shortest(touching: Touching, modes: Uint8Array, velocity: ArrayLike<number>, out: Float64Array, columns: number): boolean {
  const { count, dimension, size, pushing, reference, work, sharing, mobility } = touching;
  const n = dimension - 1;
  const { space, normals, answer } = systemOf(touching, columns);
  layColumns(touching, modes, velocity, normals);
  let rows = 0;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0) continue;
    if (reference >= 0 && i !== reference) writeRow(touching, modes, sharing, i * size, space, rows++);
    if (isHeld(touching, modes, i))
      for (let k = 0; k < n; k++) writeRow(touching, modes, mobility, (i * dimension + k) * size, space, rows++);
  }
  space.factor(rows);
  if (reference >= 0 ? !space.shortestWithUnit(normals, answer) : !closest(touching, modes, columns)) return false;

  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0) continue;
    const from = work.column[i];
    const held = isHeld(touching, modes, i);
    for (let k = 0; k < dimension; k++) {
      const c = i * dimension + k;
      out[c] = held ? answer[from + k] : work.edge[c] * answer[from];
    }
  }
  return true;
}

/** The answer of the system of so many columns, whose space has been factored, without a reference. */
function closest(touching: Touching, modes: Uint8Array, columns: number): boolean {
  const { size, sharing, pairs } = touching;
  const system = systemOf(touching, columns);
  system.pairs ??= createAllPairs(columns);
  const to = { matrix: system.pairs.row, columns };
  const writePair = (k: number) => writeRow(touching, modes, sharing, k * size, to, 0);
  return closestToAllPairs(system.pairs, system.space, system.normals, pairs, writePair, system.answer);
}

/** Gives every contact its columns and writes what the columns add to the normal sum. */
function layColumns(touching: Touching, modes: Uint8Array, velocity: ArrayLike<number>, normals: Float64Array): void {
  const { count, dimension, pushing, friction, work } = touching;
  const n = dimension - 1;
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0) continue;
    work.column[i] = next;
    if (isHeld(touching, modes, i)) {
      for (let k = 0; k < n; k++) normals[next++] = 0;
      normals[next++] = 1;
      continue;
    }
    const speed = slipSpeed(touching, velocity, i);
    const ratio = speed > 0 ? friction[i] : 0;
    const length = Math.sqrt(1 + ratio * ratio);
    for (let k = 0; k < n; k++) work.edge[i * dimension + k] = speed > 0 ? (-ratio * velocity[i * dimension + k]) / speed / length : 0;
    work.edge[i * dimension + n] = 1 / length;
    normals[next++] = 1 / length;
  }
}

/** Writes a row over the components of the contacts as row `row` of the space, over its columns. */
function writeRow(
  touching: Touching,
  modes: Uint8Array,
  from: Float64Array,
  at: number,
  { matrix: to, columns }: Pick<NullSpace, "matrix" | "columns">,
  row: number,
): void {
  const start = row * columns;
  const { count, dimension, pushing, work } = touching;
  let square = 0;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    if (pushing[i] === 0) continue;
    const held = isHeld(touching, modes, i);
    let along = 0;
    for (let k = 0; k < dimension; k++) {
      const c = i * dimension + k;
      const value = from[at + c];
      square += value * value;
      if (held) {
        to[start + work.column[i] + k] = value;
        largest = Math.max(largest, Math.abs(value));
      } else {
        along += value * work.edge[c];
      }
    }
    if (!held) {
      to[start + work.column[i]] = along;
      largest = Math.max(largest, Math.abs(along));
    }
  }
  // What friction leaves of a row may be nothing but rounding, and must not be scaled up.
  if (largest * largest <= DEPENDENT_ROW * DEPENDENT_ROW * square) to.fill(0, start, start + columns);
}
