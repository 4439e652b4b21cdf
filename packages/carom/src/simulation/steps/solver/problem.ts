/**
 * The contacts of one implicit step, or of one impact, as numbers and nothing else: no shapes, no time.
 *
 *     M (u - u*) = sum J_i^T P_i                                momentum
 *     0 <= P_n  perp  v_n - b_n >= 0                            v = J u
 *     |P_t| <= mu P_n,   P_t against v_t - b_t if that is not zero
 *
 * Bodies are blocks of six speeds. Rows of a contact are tangent 1, tangent 2, normal; the normal points into the first body, the impulse
 * acts on it. Arrays may be longer than the counts say, so that one problem serves many steps.
 *
 * Letters: M mass, u speeds, u* speeds without contacts, J Jacobian, P impulse, v contact velocity, b bound, mu friction.
 * Source: own study, dense contact sections 2 and 4.
 */

/** Speeds of a body. */
export const SPEEDS = 6;
/** Numbers of a block of the mass matrix. */
export const BLOCK = SPEEDS * SPEEDS;
/** Numbers of the Jacobian of a contact: three rows for its first body, then three for its second. */
export const ROWS = 2 * 3 * SPEEDS;
/** In `bodies`: what does not move. */
export const GROUND = -1;

export interface StepProblem {
  bodyCount: number;
  contactCount: number;
  /** Of each body: 6 x 6, symmetric. */
  readonly mass: Float64Array;
  readonly inverseMass: Float64Array;
  /** u*: six for each body. */
  readonly freeVelocity: Float64Array;
  /** First and second body of each contact; GROUND for what does not move (the second only). */
  readonly bodies: Int32Array;
  /** Of each contact: which two surfaces meet there. Contacts of one face on another have one number. */
  readonly surfaces: Int32Array;
  /** J: ROWS for each contact. Those of the ground are not read. */
  readonly jacobian: Float64Array;
  /** b: three for each contact, m/s. */
  readonly bound: Float64Array;
  readonly friction: Float64Array;
  /** Three for each contact, N s: where to begin. */
  readonly warm: Float64Array;
  /** Residual that is small enough, m/s. */
  tolerance: number;
}

/** How much work a solve may take; what it reaches with that it returns. */
export interface StepBudget {
  /** Passes of Gauss and Seidel. Default 40. */
  readonly sweeps?: number;
  /** Matrices that are factored. Default 150. */
  readonly factorisations?: number;
}

/** A problem for up to so many bodies and contacts, empty. */
export function createStepProblem(bodies: number, contacts: number): StepProblem {
  return {
    bodyCount: 0,
    contactCount: 0,
    mass: new Float64Array(BLOCK * bodies),
    inverseMass: new Float64Array(BLOCK * bodies),
    freeVelocity: new Float64Array(SPEEDS * bodies),
    bodies: new Int32Array(2 * contacts),
    surfaces: new Int32Array(contacts),
    jacobian: new Float64Array(ROWS * contacts),
    bound: new Float64Array(3 * contacts),
    friction: new Float64Array(contacts),
    warm: new Float64Array(3 * contacts),
    tolerance: 0,
  };
}
