/**
 * What a solve works in: made once, grown when a problem is larger than any before, passed to everything.
 */
import { rowTimes } from "./block.js";
import { type BlockMatrix, createBlockMatrix } from "./elimination.js";
import { BLOCK, GROUND, ROWS, SPEEDS, type StepProblem } from "./problem.js";
import { analyse, type Elimination, isSameGraph } from "./symbolic.js";

/** Differences that the acceleration of `splitting.ts` remembers. */
export const MEMORY = 8;
/** Of the largest in the problem: a mobility below this is that of a direction in which nothing can move. */
const IMMOBILE = 1e-12;

export interface Workspace {
  bodyCapacity: number;
  contactCapacity: number;
  /** P, three for each contact. */
  impulse: Float64Array;
  /** u = u* + M^-1 J^T P. */
  velocity: Float64Array;
  /** v = J u. */
  contactVelocity: Float64Array;
  /** The impulses of the smallest residual so far. */
  best: Float64Array;
  /** Q, what the foundation already carries. */
  multiplier: Float64Array;
  /** J M^-1: ROWS for each contact. */
  response: Float64Array;
  /** S_i = J_i M^-1 J_i^T: nine for each contact. */
  own: Float64Array;
  /** S_n, not below IMMOBILE. */
  normal: Float64Array;
  /** What rho_i is `eps` times of. */
  softness: Float64Array;
  /** Of N: K, f or e, dP, dv, du. */
  slope: Float64Array;
  force: Float64Array;
  impulseStep: Float64Array;
  velocityStep: Float64Array;
  speedStep: Float64Array;
  /** Of C: u before a sweep. */
  speedBefore: Float64Array;
  trialImpulse: Float64Array;
  trialVelocity: Float64Array;
  /** Of D: x and its image, each scaled. */
  place: Float64Array;
  image: Float64Array;
  lastPlace: Float64Array;
  lastImage: Float64Array;
  placeSteps: Float64Array;
  imageSteps: Float64Array;
  readonly gram: Float64Array;
  readonly small: Float64Array;
  readonly weights: Float64Array;
  /** Kept while the same bodies touch. */
  elimination: Elimination | undefined;
  matrix: BlockMatrix | undefined;
  factorisations: number;
}

export function createWorkspace(): Workspace {
  const none = new Float64Array(0);
  return {
    bodyCapacity: 0,
    contactCapacity: 0,
    impulse: none,
    velocity: none,
    contactVelocity: none,
    best: none,
    multiplier: none,
    response: none,
    own: none,
    normal: none,
    softness: none,
    slope: none,
    force: none,
    impulseStep: none,
    velocityStep: none,
    speedStep: none,
    speedBefore: none,
    trialImpulse: none,
    trialVelocity: none,
    place: none,
    image: none,
    lastPlace: none,
    lastImage: none,
    placeSteps: none,
    imageSteps: none,
    gram: new Float64Array(MEMORY * MEMORY),
    small: new Float64Array(MEMORY * MEMORY),
    weights: new Float64Array(MEMORY),
    elimination: undefined,
    matrix: undefined,
    factorisations: 0,
  };
}

/** Makes room for a problem; nothing is allocated where there is enough. */
export function reserve(work: Workspace, { bodyCount, contactCount }: StepProblem): void {
  if (work.bodyCapacity < bodyCount) {
    work.bodyCapacity = Math.max(bodyCount, 2 * work.bodyCapacity);
    work.velocity = new Float64Array(SPEEDS * work.bodyCapacity);
    work.speedStep = new Float64Array(SPEEDS * work.bodyCapacity);
    work.speedBefore = new Float64Array(SPEEDS * work.bodyCapacity);
  }
  if (work.contactCapacity >= contactCount) return;
  work.contactCapacity = Math.max(contactCount, 2 * work.contactCapacity);
  const each = (numbers: number) => new Float64Array(numbers * work.contactCapacity);
  Object.assign(work, {
    impulse: each(3),
    contactVelocity: each(3),
    best: each(3),
    multiplier: each(3),
    response: each(ROWS),
    own: each(9),
    normal: each(1),
    softness: each(1),
    slope: each(9),
    force: each(3),
    impulseStep: each(3),
    velocityStep: each(3),
    trialImpulse: each(3),
    trialVelocity: each(3),
    place: each(3),
    image: each(3),
    lastPlace: each(3),
    lastImage: each(3),
    placeSteps: each(3 * MEMORY),
    imageSteps: each(3 * MEMORY),
  });
}

/** J M^-1, S_i, and the scales of every contact. */
export function prepare(work: Workspace, problem: StepProblem): void {
  const { own, normal, softness } = work;
  const { contactCount, bodies, inverseMass } = problem;
  let largest = 0;
  for (let i = 0; i < contactCount; i += 1) {
    const rows = ROWS * i;
    const first = BLOCK * bodies[2 * i];
    const second = bodies[2 * i + 1];
    for (let c = 0; c < 9; c += 1) own[9 * i + c] = 0;
    respond(work, problem, i, rows, first);
    softness[i] = (inverseMass[first] + inverseMass[first + 7] + inverseMass[first + 14]) / 3;
    if (second !== GROUND) {
      const block = BLOCK * second;
      respond(work, problem, i, rows + 18, block);
      softness[i] += (inverseMass[block] + inverseMass[block + 7] + inverseMass[block + 14]) / 3;
    }
    largest = Math.max(largest, own[9 * i + 8]);
  }
  for (let i = 0; i < contactCount; i += 1) normal[i] = Math.max(own[9 * i + 8], IMMOBILE * largest, Number.MIN_VALUE);
}

/** Three rows J M^-1 of one body, and their share of S. */
function respond({ response, own }: Workspace, { jacobian, inverseMass }: StepProblem, contact: number, rows: number, block: number): void {
  // M^-1 is symmetric: its rows are its columns.
  for (let c = 0; c < 3; c += 1)
    for (let k = 0; k < 6; k += 1) response[rows + 6 * c + k] = rowTimes(jacobian, rows + 6 * c, inverseMass, block + 6 * k);
  for (let c = 0; c < 3; c += 1)
    for (let d = 0; d < 3; d += 1) own[9 * contact + 3 * c + d] += rowTimes(jacobian, rows + 6 * c, response, rows + 6 * d);
}

/** The elimination of a problem and a matrix of its shape, as they were or made anew. */
export function eliminationOf(work: Workspace, { bodyCount, contactCount, bodies }: StepProblem): [Elimination, BlockMatrix] {
  const { elimination, matrix } = work;
  if (elimination !== undefined && matrix !== undefined && isSameGraph(elimination, bodyCount, contactCount, bodies))
    return [elimination, matrix];
  const made = analyse(bodyCount, contactCount, bodies);
  const empty = createBlockMatrix(made);
  work.elimination = made;
  work.matrix = empty;
  return [made, empty];
}
