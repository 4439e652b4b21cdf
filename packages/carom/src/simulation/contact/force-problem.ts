/**
 * The contacts that are closed at one instant, as flat arrays: what the solver of forces and accelerations works on.
 *
 *     a = free + sum response_i^T F_i          c_i = J_i a + b_i          response_i = J_i M^-1
 *
 * a accelerations (rates of the speeds), F contact forces on the first bodies, c the rates of the contact velocities, all in contact
 * components tangent 1, tangent 2, normal. Nothing here knows bodies: whoever fills the problem has applied the inverse of the mass matrix.
 */

export interface ForceProblem {
  /** Number of speeds. */
  readonly size: number;
  /** Number of contacts. */
  count: number;
  /** 3 x size for each contact. */
  readonly jacobian: Float64Array;
  /** Rows J M^-1, 3 x size for each contact. */
  readonly response: Float64Array;
  /** b, 3 for each contact. */
  readonly bias: Float64Array;
  /** Accelerations without contact forces. */
  readonly free: Float64Array;
  /** Of a sliding contact. */
  readonly friction: Float64Array;
  /** Of a contact at rest. */
  readonly staticFriction: Float64Array;
  /** 1: slides along `direction`; 0: at rest along the surface. */
  readonly slides: Uint8Array;
  /** Unit direction of the slip, 2 for each contact. */
  readonly direction: Float64Array;
  /** Which elements of the rows are not zero; see `findPlaces`. */
  readonly places: Places;
}

/**
 * Where the rows of each contact are not zero: at the speeds of one or two bodies, of however many there are. Sums over these alone have
 * the same bits.
 */
export interface Places {
  /** False: not known, all are gone through. */
  known: boolean;
  /** Of one contact after the other, ascending, and where those of each begin. */
  readonly columns: Int32Array;
  readonly starts: Int32Array;
}

/** With no more speeds than those of two bodies most rows are full. */
const FEW_SPEEDS = 12;

/** Finds the places of a problem whose rows have changed. */
export function findPlaces({ size: n, count, jacobian, response, places }: ForceProblem): void {
  const { columns, starts } = places;
  places.known = n > FEW_SPEEDS;
  if (!places.known) return;
  let end = 0;
  for (let i = 0; i < count; i++) {
    const [first, second, third] = [3 * i * n, (3 * i + 1) * n, (3 * i + 2) * n];
    for (let k = 0; k < n; k++) {
      const some =
        response[third + k] !== 0 ||
        jacobian[third + k] !== 0 ||
        response[first + k] !== 0 ||
        jacobian[first + k] !== 0 ||
        response[second + k] !== 0 ||
        jacobian[second + k] !== 0;
      if (some) columns[end++] = k;
    }
    starts[i + 1] = end;
  }
}

export function createForceProblem(size: number, mostContacts: number): ForceProblem {
  return {
    size,
    count: 0,
    jacobian: new Float64Array(3 * size * mostContacts),
    response: new Float64Array(3 * size * mostContacts),
    bias: new Float64Array(3 * mostContacts),
    free: new Float64Array(size),
    friction: new Float64Array(mostContacts),
    staticFriction: new Float64Array(mostContacts),
    slides: new Uint8Array(mostContacts),
    direction: new Float64Array(2 * mostContacts),
    places: {
      known: false,
      columns: new Int32Array(size > FEW_SPEEDS ? size * mostContacts : 0),
      starts: new Int32Array(mostContacts + 1),
    },
  };
}

/** No force: leaves, or stays without being pressed. */
export const UNLOADED = 0;
export const STICK = 1;
/** Slides along its slip velocity. */
export const SLIP = 2;
/** At rest and about to slide along `direction` of the solution. */
export const ONSET = 3;
/** At rest on the edge of its friction cone, against `direction` of the solution, and held by other contacts. */
export const HELD = 4;

export interface ForceSolution {
  /** Accelerations, one for each speed. */
  readonly accelerations: Float64Array;
  /** Forces on the first bodies, 3 for each contact, N. */
  readonly forces: Float64Array;
  /** The forces that the accelerations come from: the same, except beside contacts that are held. */
  readonly applied: Float64Array;
  /** Rates of the contact velocities, 3 for each contact, m/s^2. */
  readonly rates: Float64Array;
  /** UNLOADED, STICK, SLIP, ONSET or HELD for each contact. */
  readonly modes: Uint8Array;
  /** Unit direction in which an ONSET contact begins to slide, and a HELD one would, 2 for each contact. */
  readonly direction: Float64Array;
  /** How the foundation would load each contact, in its normal; what is not positive is unloaded. A sign change is an event. */
  readonly load: Float64Array;
}

export function createForceSolution(size: number, mostContacts: number): ForceSolution {
  return {
    accelerations: new Float64Array(size),
    forces: new Float64Array(3 * mostContacts),
    applied: new Float64Array(3 * mostContacts),
    rates: new Float64Array(3 * mostContacts),
    modes: new Uint8Array(mostContacts),
    direction: new Float64Array(2 * mostContacts),
    load: new Float64Array(mostContacts),
  };
}

/** rates = J a + b. */
export function contactRates(
  { size, count, jacobian, bias, places: { known, columns, starts } }: ForceProblem,
  accelerations: Float64Array,
  rates: Float64Array,
): void {
  for (let row = 0; row < 3 * count; row++) {
    let sum = bias[row];
    if (known) {
      const i = Math.floor(row / 3);
      for (let p = starts[i]; p < starts[i + 1]; p++) sum += jacobian[row * size + columns[p]] * accelerations[columns[p]];
    } else for (let k = 0; k < size; k++) sum += jacobian[row * size + k] * accelerations[k];
    rates[row] = sum;
  }
}

/** accelerations = free + sum response^T F. */
export function accelerate(
  { size, count, response, free, places: { known, columns, starts } }: ForceProblem,
  forces: Float64Array,
  accelerations: Float64Array,
): void {
  accelerations.set(free.subarray(0, size));
  for (let row = 0; row < 3 * count; row++) {
    const force = forces[row];
    if (force === 0) continue;
    if (known) {
      const i = Math.floor(row / 3);
      for (let p = starts[i]; p < starts[i + 1]; p++) accelerations[columns[p]] += response[row * size + columns[p]] * force;
    } else for (let k = 0; k < size; k++) accelerations[k] += response[row * size + k] * force;
  }
}

/** One element of the mobility J M^-1 J^T. */
export function mobility({ size, jacobian, response }: ForceProblem, row: number, column: number): number {
  let sum = 0;
  for (let k = 0; k < size; k++) sum += jacobian[row * size + k] * response[column * size + k];
  return sum;
}

/** The same on the diagonal. */
export function ownMobility(problem: ForceProblem, row: number): number {
  const {
    size,
    jacobian,
    response,
    places: { known, columns, starts },
  } = problem;
  if (!known) return mobility(problem, row, row);
  let sum = 0;
  const i = Math.floor(row / 3);
  for (let p = starts[i]; p < starts[i + 1]; p++) sum += jacobian[row * size + columns[p]] * response[row * size + columns[p]];
  return sum;
}

/**
 * The largest rate, along a normal or a surface, that the terms of a contact could add up to without forces. A sum of magnitudes: bodies
 * that fall or turn together have rates that cancel, and what is left of those is rounding.
 */
export function freeRate({ count, size, free, jacobian, bias }: ForceProblem): number {
  let largest = 0;
  for (let row = 0; row < 3 * count; row++) {
    let rate = Math.abs(bias[row]);
    for (let k = 0; k < size; k++) rate += Math.abs(jacobian[row * size + k] * free[k]);
    largest = Math.max(largest, rate);
  }
  return largest;
}
