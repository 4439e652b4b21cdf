/**
 * The problem of sticking.ts in units of the limits, where every disk has radius one, and what both of its methods work with.
 *
 *     minimise  g . A g / 2 + a . g      subject to  |g_c| <= 1          slope = A g + a
 *
 * Linear systems of both methods have unknowns that belong to a contact and a direction in its plane; their matrix is A between these
 * directions plus something on the diagonal.
 */
import { createSemidefiniteSolver, type SemidefiniteSolver } from "../semidefinite.js";

export interface Disks {
  contacts: number;
  /** Components for each contact. */
  tangents: 1 | 2;
  /** contacts * tangents. */
  size: number;
  /** A, row by row. */
  readonly matrix: Float64Array;
  /** a. */
  readonly right: Float64Array;
  /** The largest diagonal element of A for each contact. */
  readonly stiffness: Float64Array;
  /** Where a method stands, and the slope there. */
  readonly g: Float64Array;
  readonly slope: Float64Array;
  /** The best that was met, and by how much it misses optimality. */
  readonly best: Float64Array;
  least: number;

  /** A linear system in the making: contact and direction (x, y) of each unknown, lower triangle of the matrix, right side, solution. */
  unknowns: number;
  readonly owner: Int32Array;
  readonly direction: Float64Array;
  readonly system: Float64Array;
  readonly target: Float64Array;
  readonly solution: Float64Array;
  readonly linear: SemidefiniteSolver;
}

export function createDisks(capacity: number): Disks {
  const room = 2 * capacity;
  return {
    contacts: 0,
    tangents: 1,
    size: 0,
    matrix: new Float64Array(room * room),
    right: new Float64Array(room),
    stiffness: new Float64Array(capacity),
    g: new Float64Array(room),
    slope: new Float64Array(room),
    best: new Float64Array(room),
    least: Infinity,
    unknowns: 0,
    owner: new Int32Array(room),
    direction: new Float64Array(2 * room),
    system: new Float64Array(room * room),
    target: new Float64Array(room),
    solution: new Float64Array(room),
    linear: createSemidefiniteSolver(room),
  };
}

/** Inner product of the parts of two vectors that belong to contact c. */
export function dotAt(disks: Disks, a: Float64Array, b: Float64Array, c: number): number {
  return disks.tangents === 1 ? a[c] * b[c] : a[2 * c] * b[2 * c] + a[2 * c + 1] * b[2 * c + 1];
}

export function lengthAt(disks: Disks, vector: Float64Array, c: number): number {
  return disks.tangents === 1 ? Math.abs(vector[c]) : Math.sqrt(dotAt(disks, vector, vector, c));
}

/** The slope at g. */
export function findSlope({ size, matrix, right, g, slope }: Disks): void {
  for (let i = 0; i < size; i++) {
    let sum = right[i];
    for (let j = 0; j < size; j++) sum += matrix[i * size + j] * g[j];
    slope[i] = sum;
  }
}

/** Size of the terms whose sum is the slope of contact c: rounding is relative to this. */
export function termsAt({ size, tangents, matrix, right, g }: Disks, c: number): number {
  let most = 0;
  for (let i = c * tangents; i < (c + 1) * tangents; i++) {
    let sum = Math.abs(right[i]);
    for (let j = 0; j < size; j++) sum += Math.abs(matrix[i * size + j] * g[j]);
    if (sum > most) most = sum;
  }
  return most;
}

/** The slope at g, and by how much g misses optimality; the best g is kept. */
export function judge(disks: Disks): number {
  findSlope(disks);
  const missed = missedOptimality(disks);
  if (missed < disks.least) {
    disks.least = missed;
    for (let i = 0; i < disks.size; i++) disks.best[i] = disks.g[i];
  }
  return missed;
}

/**
 * How far g is from where a step against the slope and back into the disk would bring it, in units of slope; for a contact that belongs on
 * the rim also the slope along the rim. Relative to the terms of the slope.
 */
function missedOptimality(disks: Disks): number {
  const { contacts, tangents, stiffness, g, slope } = disks;
  let worst = 0;
  for (let c = 0; c < contacts; c++) {
    worst = Math.max(worst, lengthAt(disks, g, c) - 1);
    const terms = termsAt(disks, c);
    if (terms === 0) continue;
    const length = stepLength(disks, c);
    const shrink = 1 / Math.max(1, length);
    for (let i = c * tangents; i < (c + 1) * tangents; i++)
      worst = Math.max(worst, Math.abs(stiffness[c] * g[i] - shrink * (stiffness[c] * g[i] - slope[i])) / terms);
    if (length > 1 && tangents === 2) worst = Math.max(worst, Math.abs(g[2 * c] * slope[2 * c + 1] - g[2 * c + 1] * slope[2 * c]) / terms);
  }
  return worst;
}

/** |g - slope / stiffness|: above one where the contact belongs on the rim. */
export function stepLength({ tangents, stiffness, g, slope }: Disks, c: number): number {
  const w = stiffness[c];
  const x = w * g[c * tangents] - slope[c * tangents];
  const y = tangents === 1 ? 0 : w * g[2 * c + 1] - slope[2 * c + 1];
  const length = Math.sqrt(x * x + y * y);
  return length > 0 ? length / w : 0;
}

export function addUnknown(disks: Disks, contact: number, x: number, y: number): void {
  const k = disks.unknowns++;
  disks.owner[k] = contact;
  disks.direction[2 * k] = x;
  disks.direction[2 * k + 1] = y;
}

/** Two unknowns for contact c, along (x, y) and across it; in the plane one, and the sign of x does not matter. */
export function addUnknownsAlong(disks: Disks, c: number, x: number, y: number): void {
  if (disks.tangents === 1) {
    addUnknown(disks, c, 1, 0);
    return;
  }
  const length = Math.sqrt(x * x + y * y);
  const dx = length > 0 ? x / length : 1;
  const dy = length > 0 ? y / length : 0;
  addUnknown(disks, c, dx, dy);
  addUnknown(disks, c, -dy, dx);
}

/** A between the directions of the unknowns. */
export function projectMatrix({ tangents, size, matrix, unknowns, owner, direction, system }: Disks): void {
  for (let k = 0; k < unknowns; k++) {
    const row = owner[k] * tangents * size;
    const x = direction[2 * k];
    const y = direction[2 * k + 1];
    for (let l = 0; l <= k; l++) {
      const at = row + owner[l] * tangents;
      system[k * unknowns + l] =
        tangents === 1
          ? matrix[at]
          : x * (matrix[at] * direction[2 * l] + matrix[at + 1] * direction[2 * l + 1]) +
            y * (matrix[at + size] * direction[2 * l] + matrix[at + size + 1] * direction[2 * l + 1]);
    }
  }
}

export function alongUnknown({ tangents, owner, direction }: Disks, k: number, vector: Float64Array): number {
  return tangents === 1 ? vector[owner[k]] : direction[2 * k] * vector[2 * owner[k]] + direction[2 * k + 1] * vector[2 * owner[k] + 1];
}

/** Adds a multiple of the direction of unknown k to a vector over all contacts. */
export function moveAlong({ tangents, owner, direction }: Disks, k: number, amount: number, vector: Float64Array): void {
  const at = owner[k] * tangents;
  vector[at] += direction[2 * k] * amount;
  if (tangents === 2) vector[at + 1] += direction[2 * k + 1] * amount;
}
