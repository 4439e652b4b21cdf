/**
 * Speeds of a mechanism in which its mass matrix is one.
 *
 *     M^-1 = L L^T        u = L x + rest        kinetic energy |x|^2 / 2 + that of the rest
 *
 * M^-1 is what the system solves with, so loops, gears and joints that are moved are in it: it has as many independent columns as there
 * are ways to move. L comes from Cholesky's method with the largest pivot first, in parts of what the diagonal was, so that units do not
 * matter. The rest is what nothing changes: the motion of joints that are moved.
 */
import type { SceneSystem } from "../system/scene-system.js";

/** Of what the diagonal was: a pivot that is rounding. */
const SINGULAR = 1e-10;

export interface Mobility {
  /** Speeds of the mechanism. */
  readonly size: number;
  /** Ways to move. */
  rank: number;
  /** L by rows: `rank` numbers for each speed. */
  readonly basis: Float64Array;
  /** The speed of each pivot. */
  readonly pivots: Int32Array;
  /** x of some speeds, and what is left of these. */
  readonly local: Float64Array;
  readonly rest: Float64Array;
  /** To work in. */
  readonly matrix: Float64Array;
  readonly columns: Float64Array;
  readonly left: Float64Array;
  readonly first: Float64Array;
  readonly taken: Uint8Array;
}

export function createMobility(size: number): Mobility {
  return {
    size,
    rank: 0,
    basis: new Float64Array(size * size),
    pivots: new Int32Array(size),
    local: new Float64Array(size),
    rest: new Float64Array(size),
    matrix: new Float64Array(size * size),
    columns: new Float64Array(size * size),
    left: new Float64Array(size),
    first: new Float64Array(size),
    taken: new Uint8Array(size),
  };
}

/** Where a mechanism has its speeds, and its part. */
export interface MobilityPlace {
  readonly speed: number;
  readonly part: readonly number[];
}

/** L at some coordinates. `column` has room for the speeds of the system. */
export function readMobility(
  mobility: Mobility,
  system: SceneSystem,
  { speed, part }: MobilityPlace,
  coordinates: Float64Array,
  column: Float64Array,
): void {
  const { size, matrix } = mobility;
  for (let c = 0; c < size; c += 1) {
    column.fill(0, speed, speed + size);
    column[speed + c] = 1;
    system.solveMass(coordinates, column, column, part);
    for (let k = 0; k < size; k += 1) matrix[size * k + c] = column[speed + k];
  }
  factorMobility(mobility);
}

/** L of the matrix, which is left as it was below the diagonal. */
function factorMobility(mobility: Mobility): void {
  const { size: n, matrix, columns, left, first, taken, pivots, basis } = mobility;
  for (let k = 0; k < n; k += 1) left[k] = first[k] = Math.max(0, matrix[n * k + k]);
  taken.fill(0);
  columns.fill(0);
  let rank = 0;
  for (; rank < n; rank += 1) {
    let pivot = -1;
    for (let k = 0; k < n; k += 1)
      if (taken[k] === 0 && left[k] > SINGULAR * first[k] && (pivot < 0 || left[k] * first[pivot] > left[pivot] * first[k])) pivot = k;
    if (pivot < 0) break;
    taken[pivot] = 1;
    pivots[rank] = pivot;
    const root = Math.sqrt(left[pivot]);
    for (let k = 0; k < n; k += 1) {
      if (taken[k] === 1 && k !== pivot) continue;
      let value = 0.5 * (matrix[n * k + pivot] + matrix[n * pivot + k]);
      for (let j = 0; j < rank; j += 1) value -= columns[n * j + k] * columns[n * j + pivot];
      const entry = k === pivot ? root : value / root;
      columns[n * rank + k] = entry;
      left[k] -= entry * entry;
    }
  }
  mobility.rank = rank;
  for (let k = 0; k < n; k += 1) for (let j = 0; j < rank; j += 1) basis[rank * k + j] = columns[n * j + k];
}

/** x, in `local`, and the rest of speeds that begin at a place. */
export function splitSpeeds(mobility: Mobility, speeds: Float64Array, at: number): void {
  const { size, rank, basis, pivots, local, rest } = mobility;
  for (let j = 0; j < rank; j += 1) {
    const row = rank * pivots[j];
    let value = speeds[at + pivots[j]];
    for (let i = 0; i < j; i += 1) value -= basis[row + i] * local[i];
    local[j] = value / basis[row + j];
  }
  rest.fill(0);
  // Of full rank nothing is left but rounding.
  if (rank === size) return;
  for (let k = 0; k < size; k += 1) rest[k] = speeds[at + k] - basisTimes(mobility, k, local, 0);
}

/** Row k of L times x. */
export function basisTimes({ rank, basis }: Mobility, k: number, x: Float64Array, at: number): number {
  let sum = 0;
  for (let j = 0; j < rank; j += 1) sum += basis[rank * k + j] * x[at + j];
  return sum;
}
