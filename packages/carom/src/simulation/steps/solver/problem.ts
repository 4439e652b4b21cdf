/**
 * The contacts of one implicit step, or of one impact, as numbers and nothing else: no shapes, no time.
 *
 *     M (u - u*) = sum J_i^T P_i                                momentum
 *     0 <= P_n  perp  v_n - b_n >= 0                            v = J u
 *     |P_t| <= mu P_n,   P_t against v_t - b_t if that is not zero
 *
 * Bodies are blocks of speeds: six of a rigid body, as many as it has of a mechanism. Rows of a contact are tangent 1, tangent 2, normal;
 * the normal points into the first body, the impulse acts on it. Arrays may be longer than the counts say, so that one problem serves many
 * steps.
 *
 * Letters: M mass, u speeds, u* speeds without contacts, J Jacobian, P impulse, v contact velocity, b bound, mu friction.
 * Source: own study, dense contact sections 2 and 4.
 */

/** Speeds of a rigid body. */
export const SPEEDS = 6;
/** In `bodies`: what does not move. */
export const GROUND = -1;

export interface StepProblem {
  bodyCount: number;
  contactCount: number;
  /** Speeds of the largest body that there is room for. */
  readonly widest: number;
  /** Speeds of each body, where they begin, and where its block of the mass matrix begins. See `placeBody`. */
  readonly sizes: Int32Array;
  readonly starts: Int32Array;
  readonly blocks: Int32Array;
  /** Of each body: 1 where its speeds are those of a rigid body, velocity and turning. */
  readonly rigid: Uint8Array;
  /** Of each body, symmetric: block after block. */
  readonly mass: Float64Array;
  readonly inverseMass: Float64Array;
  /** u*. */
  readonly freeVelocity: Float64Array;
  /** First and second body of each contact; GROUND for what does not move (the second only). */
  readonly bodies: Int32Array;
  /** Of each contact: which two surfaces meet there. Contacts of one face on another have one number. */
  readonly surfaces: Int32Array;
  /** J: `rowsOf` for each contact. Those of the ground are not read. */
  readonly jacobian: Float64Array;
  /** Three for each contact, m/s: v = J u + offset. What moves whatever happens, such as joints that are driven. */
  readonly offset: Float64Array;
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
  /** Passes of Gauss and Seidel. Default 120. */
  readonly sweeps?: number;
  /** Matrices that are factored. Default 150, and up to 50 before them on a quick way. */
  readonly factorisations?: number;
  /** Whether to end where the residual is within ten tolerances and has stopped getting smaller. Default false. */
  readonly briefly?: boolean;
  /** In tolerances: the residual that will do where passes of Gauss and Seidel get no nearer. Default 1. */
  readonly enough?: number;
}

/** Room for bodies: how many, their speeds in all, the numbers of their blocks, and the speeds of the largest. */
export interface BodyRoom {
  readonly bodies: number;
  readonly speeds: number;
  readonly blocks: number;
  readonly widest: number;
}

/** Room for so many rigid bodies. */
export function roomForBodies(bodies: number): BodyRoom {
  return { bodies, speeds: SPEEDS * bodies, blocks: SPEEDS * SPEEDS * bodies, widest: SPEEDS };
}

/** A problem with room for bodies and contacts, empty. */
export function createStepProblem({ bodies, speeds, blocks, widest }: BodyRoom, contacts: number): StepProblem {
  return {
    bodyCount: 0,
    contactCount: 0,
    widest,
    sizes: new Int32Array(bodies),
    starts: new Int32Array(bodies + 1),
    blocks: new Int32Array(bodies + 1),
    rigid: new Uint8Array(bodies),
    mass: new Float64Array(blocks),
    inverseMass: new Float64Array(blocks),
    freeVelocity: new Float64Array(speeds),
    bodies: new Int32Array(2 * contacts),
    surfaces: new Int32Array(contacts),
    jacobian: new Float64Array(6 * widest * contacts),
    offset: new Float64Array(3 * contacts),
    bound: new Float64Array(3 * contacts),
    friction: new Float64Array(contacts),
    warm: new Float64Array(3 * contacts),
    tolerance: 0,
  };
}

/** Numbers of J of a contact: three rows as long as its first body has speeds; from the middle on three for its second. */
export function rowsOf({ widest }: StepProblem): number {
  return 6 * widest;
}

/** Adds a rigid body, or a mechanism of so many speeds. Returns its place. */
export function placeBody(problem: StepProblem, mechanism?: number): number {
  const { sizes, starts, blocks, rigid, bodyCount } = problem;
  const size = mechanism ?? SPEEDS;
  sizes[bodyCount] = size;
  rigid[bodyCount] = mechanism === undefined ? 1 : 0;
  starts[bodyCount + 1] = starts[bodyCount] + size;
  blocks[bodyCount + 1] = blocks[bodyCount] + size * size;
  problem.bodyCount += 1;
  return bodyCount;
}

/** How many speeds there are. */
export function speedCountOf({ starts, bodyCount }: StepProblem): number {
  return starts[bodyCount];
}

/** Whether all rows are as long as those of rigid bodies. */
export function isOfBodies({ widest, sizes, bodyCount }: StepProblem): boolean {
  if (widest !== SPEEDS) return false;
  for (let body = 0; body < bodyCount; body += 1) if (sizes[body] !== SPEEDS) return false;
  return true;
}
