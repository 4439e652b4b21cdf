/**
 * One impact as plain numbers without units: speeds in the largest speed of a contact before, mobilities in the mean normal mobility,
 * energies to match.
 *
 * So no tolerance below depends on the units of the problem. Contacts keep their order; nothing here depends on it.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";

export interface System {
  readonly dimension: 2 | 3;
  /** Tangential components of a contact. */
  readonly tangents: 1 | 2;
  readonly count: number;
  readonly size: number;
  /** size x size, row by row, symmetric. */
  readonly mobility: Float64Array;
  /** Contact velocities before. */
  readonly start: Float64Array;
  readonly friction: Float64Array;
  readonly staticFriction: Float64Array;
  readonly restitution: Float64Array;
  /** Mean 1. */
  readonly weight: Float64Array;
  /** m/s, N s, J. */
  readonly speedUnit: number;
  readonly impulseUnit: number;
  readonly energyUnit: number;
}

/** Beyond this friction a slip stops in too little impulse to be followed; what sticks at it sticks at any. */
const LARGEST_FRICTION = 1e4;
/** Below it a contact is smooth: what it changes is rounding. */
const SMOOTH = 1e-14;

/**
 * A normal velocity below this part of the fastest velocity is rounding, and none: of several contacts that push, one with so small an
 * approach would bounce with its root.
 */
export const NO_APPROACH = 1e-13;

/** Of a checked problem. */
export function readSystem({ dimension, contacts, mobility, velocity }: ContactProblem): System {
  const count = contacts.length;
  const size = velocity.length;
  const speedUnit = contacts.reduce((most, _, i) => Math.max(most, speedOf(velocity, dimension, i)), 0);
  const mean = contacts.reduce((sum, _, i) => sum + normalMobility(mobility, dimension, i) / count, 0);
  const weights = contacts.map(({ weight = 1 }) => weight);
  const heaviest = Math.max(...weights);
  const usual = weights.reduce((sum, weight) => sum + weight / heaviest, 0) / count;
  const matrix = new Float64Array(size * size);
  mobility.forEach((row, i) => {
    for (let j = 0; j < size; j++) matrix[i * size + j] = (0.5 * (row[j] + mobility[j][i])) / mean;
  });
  return {
    dimension,
    tangents: dimension === 3 ? 2 : 1,
    count,
    size,
    mobility: matrix,
    start: Float64Array.from(velocity, (v, i) => ((i + 1) % dimension === 0 && Math.abs(v) < NO_APPROACH * speedUnit ? 0 : v / speedUnit)),
    friction: Float64Array.from(contacts, ({ friction }) => readFriction(friction)),
    staticFriction: Float64Array.from(contacts, ({ friction, staticFriction = friction }) => readFriction(staticFriction)),
    restitution: Float64Array.from(contacts, ({ restitution }) => restitution),
    weight: Float64Array.from(weights, (weight) => weight / heaviest / usual),
    speedUnit,
    impulseUnit: speedUnit / mean,
    energyUnit: (speedUnit * speedUnit) / mean,
  };
}

const normalMobility = (mobility: ContactProblem["mobility"], dimension: number, i: number) => {
  const n = (i + 1) * dimension - 1;
  return mobility[n][n];
};

/** Scaled, so that no square underflows. Whatever axes the contact has. */
function speedOf(velocity: readonly number[], dimension: number, i: number): number {
  const own = velocity.slice(i * dimension, (i + 1) * dimension);
  const largest = own.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  return largest === 0 ? 0 : largest * Math.sqrt(own.reduce((sum, v) => sum + (v / largest) * (v / largest), 0));
}

const readFriction = (friction: number) => (friction < SMOOTH ? 0 : Math.min(friction, LARGEST_FRICTION));

/** velocity = start + mobility * impulse. */
export function writeVelocity(system: System, impulse: Float64Array, velocity: Float64Array): void {
  for (let i = 0; i < system.size; i++) velocity[i] = system.start[i];
  addResponse(system, impulse, velocity);
}

/**
 * velocity += mobility * impulse. Column by column, which the symmetric matrix has as rows: no sum waits for the one before, and what does
 * not push costs nothing. Columns of a contact in space that slips go together, each sum in the same order.
 */
export function addResponse({ size, dimension, mobility }: System, impulse: Float64Array, velocity: Float64Array): void {
  for (let j = 0; j < size; j += dimension) {
    const [first, second, third] = [impulse[j], impulse[j + 1], dimension === 3 ? impulse[j + 2] : 0];
    if (first !== 0 && second !== 0 && third !== 0) {
      const from = j * size;
      for (let i = 0; i < size; i++)
        velocity[i] = velocity[i] + mobility[from + i] * first + mobility[from + size + i] * second + mobility[from + 2 * size + i] * third;
    } else for (let k = j; k < j + dimension; k++) addColumn(size, mobility, k, impulse[k], velocity);
  }
}

function addColumn(size: number, mobility: Float64Array, j: number, push: number, velocity: Float64Array): void {
  if (push === 0) return;
  const from = j * size;
  for (let i = 0; i < size; i++) velocity[i] += mobility[from + i] * push;
}

/** Speed of slip of a contact. */
export function slipSpeed({ dimension, tangents }: System, velocity: Float64Array, i: number): number {
  const [first, second] = [velocity[i * dimension], tangents === 2 ? velocity[i * dimension + 1] : 0];
  return Math.sqrt(first * first + second * second);
}
