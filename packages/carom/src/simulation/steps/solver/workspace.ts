/**
 * What a solve works in: made once, grown when a problem is larger than any before, passed to everything.
 */
import { rowTimes } from "./block.js";
import { type BlockMatrix, createBlockMatrix } from "./elimination.js";
import { GROUND, rowsOf, type StepProblem, speedCountOf } from "./problem.js";
import { analyse, type Elimination, findBlocks, isOfContacts, isSameGraph } from "./symbolic.js";

/** Differences that the acceleration of `splitting.ts` remembers. */
export const MEMORY = 8;
/** Eliminations that are kept. */
const KEPT = 8;
/** Of the largest in the problem: a mobility below this is that of a direction in which nothing can move. */
const IMMOBILE = 1e-12;

export interface Workspace {
  speedCapacity: number;
  contactCapacity: number;
  rowCapacity: number;
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
  /** J M^-1, as J is laid out. */
  response: Float64Array;
  /** S_i = J_i M^-1 J_i^T: nine for each contact. */
  own: Float64Array;
  /** S_n. */
  normal: Float64Array;
  /** 1 where that is nothing: the contact is left out. */
  immobile: Uint8Array;
  /** What rho_i is `eps` times of. */
  softness: Float64Array;
  /** Of N: K, f or e, dP, dv, du. */
  slope: Float64Array;
  force: Float64Array;
  impulseStep: Float64Array;
  velocityStep: Float64Array;
  speedStep: Float64Array;
  /** Of C: P before a sweep; P, u and the change of P by the last one; two differences each of these. */
  before: Float64Array;
  lastImpulse: Float64Array;
  lastSpeed: Float64Array;
  lastChange: Float64Array;
  impulseSteps: Float64Array;
  speedSteps: Float64Array;
  changeSteps: Float64Array;
  /** Of D: M u*. */
  momentum: Float64Array;
  trialImpulse: Float64Array;
  trialVelocity: Float64Array;
  /** Of D: x and its image, each scaled. */
  place: Float64Array;
  image: Float64Array;
  lastPlace: Float64Array;
  lastImage: Float64Array;
  sumSteps: Float64Array;
  imageSteps: Float64Array;
  readonly gram: Float64Array;
  readonly small: Float64Array;
  readonly weights: Float64Array;
  /** Of the last problems, latest first: steps, impacts and what hits change take turns. */
  readonly eliminations: [Elimination, BlockMatrix][];
  factorisations: number;
}

export function createWorkspace(): Workspace {
  const none = new Float64Array(0);
  return {
    speedCapacity: 0,
    contactCapacity: 0,
    rowCapacity: 0,
    impulse: none,
    velocity: none,
    contactVelocity: none,
    best: none,
    multiplier: none,
    response: none,
    own: none,
    normal: none,
    immobile: new Uint8Array(0),
    softness: none,
    slope: none,
    force: none,
    impulseStep: none,
    velocityStep: none,
    speedStep: none,
    before: none,
    lastImpulse: none,
    lastSpeed: none,
    lastChange: none,
    impulseSteps: none,
    speedSteps: none,
    changeSteps: none,
    momentum: none,
    trialImpulse: none,
    trialVelocity: none,
    place: none,
    image: none,
    lastPlace: none,
    lastImage: none,
    sumSteps: none,
    imageSteps: none,
    gram: new Float64Array(MEMORY * MEMORY),
    small: new Float64Array(MEMORY * MEMORY),
    weights: new Float64Array(MEMORY),
    eliminations: [],
    factorisations: 0,
  };
}

/** Makes room for a problem; nothing is allocated where there is enough. */
export function reserve(work: Workspace, problem: StepProblem): void {
  const { contactCount } = problem;
  const speeds = speedCountOf(problem);
  const rows = rowsOf(problem) * contactCount;
  if (work.speedCapacity < speeds) {
    work.speedCapacity = Math.max(speeds, 2 * work.speedCapacity);
    work.velocity = new Float64Array(work.speedCapacity);
    work.speedStep = new Float64Array(work.speedCapacity);
    work.lastSpeed = new Float64Array(work.speedCapacity);
    work.speedSteps = new Float64Array(2 * work.speedCapacity);
    work.momentum = new Float64Array(work.speedCapacity);
  }
  if (work.rowCapacity < rows) {
    work.rowCapacity = Math.max(rows, 2 * work.rowCapacity);
    work.response = new Float64Array(work.rowCapacity);
  }
  if (work.contactCapacity >= contactCount) return;
  work.contactCapacity = Math.max(contactCount, 2 * work.contactCapacity);
  const each = (numbers: number) => new Float64Array(numbers * work.contactCapacity);
  Object.assign(work, {
    impulse: each(3),
    contactVelocity: each(3),
    best: each(3),
    multiplier: each(3),
    own: each(9),
    normal: each(1),
    immobile: new Uint8Array(work.contactCapacity),
    softness: each(1),
    slope: each(9),
    force: each(3),
    impulseStep: each(3),
    velocityStep: each(3),
    trialImpulse: each(3),
    trialVelocity: each(3),
    before: each(3),
    lastImpulse: each(3),
    lastChange: each(3),
    impulseSteps: each(6),
    changeSteps: each(6),
    place: each(3),
    image: each(3),
    lastPlace: each(3),
    lastImage: each(3),
    sumSteps: each(3 * MEMORY),
    imageSteps: each(3 * MEMORY),
  });
}

/** J M^-1, S_i, and the scales of every contact. */
export function prepare(work: Workspace, problem: StepProblem): void {
  const { own, normal, softness, immobile } = work;
  const { contactCount, bodies, inverseMass, blocks, rigid } = problem;
  let largest = 0;
  for (let i = 0; i < contactCount; i += 1) {
    const at = 9 * i;
    for (let c = 0; c < 9; c += 1) own[at + c] = 0;
    softness[i] = 0;
    for (let side = 0; side < 2; side += 1) {
      const body = bodies[2 * i + side];
      if (body === GROUND) break;
      const before = own[at] + own[at + 4] + own[at + 8];
      respond(work, problem, i, side);
      const block = blocks[body];
      // The mobility of a rigid body's centre; what a mechanism has at this place.
      softness[i] +=
        rigid[body] === 1
          ? (inverseMass[block] + inverseMass[block + 7] + inverseMass[block + 14]) / 3
          : (own[at] + own[at + 4] + own[at + 8] - before) / 3;
    }
    largest = Math.max(largest, own[at + 8]);
  }
  for (let i = 0; i < contactCount; i += 1) {
    immobile[i] = own[9 * i + 8] > IMMOBILE * largest ? 0 : 1;
    normal[i] = own[9 * i + 8];
  }
}

/** Three rows J M^-1 of one body, and their share of S. */
function respond({ response, own }: Workspace, problem: StepProblem, contact: number, side: number): void {
  const { jacobian, inverseMass, bodies, sizes, blocks, widest, rigid } = problem;
  const body = bodies[2 * contact + side];
  const rows = 6 * widest * contact + 3 * widest * side;
  const n = sizes[body];
  const block = blocks[body];
  if (rigid[body] === 1) for (let c = 0; c < 3; c += 1) respondRigid(response, jacobian, rows + 6 * c, inverseMass, block);
  else
    for (let c = 0; c < 3; c += 1)
      // M^-1 is symmetric: its rows are its columns.
      for (let k = 0; k < n; k += 1) response[rows + n * c + k] = rowTimes(jacobian, rows + n * c, inverseMass, block + n * k, n);
  for (let c = 0; c < 3; c += 1)
    for (let d = 0; d < 3; d += 1) own[9 * contact + 3 * c + d] += rowTimes(jacobian, rows + n * c, response, rows + n * d, n);
}

/** One row J M^-1 of a rigid body: its speeds are those of its centre of mass, so M^-1 is 1/m and the inverse inertia, nothing between. */
function respondRigid(out: Float64Array, jacobian: Float64Array, row: number, inverseMass: Float64Array, block: number): void {
  const x = jacobian[row + 3];
  const y = jacobian[row + 4];
  const z = jacobian[row + 5];
  out[row] = inverseMass[block] * jacobian[row];
  out[row + 1] = inverseMass[block + 7] * jacobian[row + 1];
  out[row + 2] = inverseMass[block + 14] * jacobian[row + 2];
  out[row + 3] = inverseMass[block + 21] * x + inverseMass[block + 22] * y + inverseMass[block + 23] * z;
  out[row + 4] = inverseMass[block + 27] * x + inverseMass[block + 28] * y + inverseMass[block + 29] * z;
  out[row + 5] = inverseMass[block + 33] * x + inverseMass[block + 34] * y + inverseMass[block + 35] * z;
}

/** The elimination of a problem and a matrix of its shape, as they were or made anew. */
export function eliminationOf({ eliminations }: Workspace, problem: StepProblem): [Elimination, BlockMatrix] {
  if (eliminations.length > 0 && isOfContacts(eliminations[0][0], problem)) return eliminations[0];
  const at = eliminations.findIndex(([known]) => isSameGraph(known, problem));
  const found = at < 0 ? eliminated(problem) : eliminations.splice(at, 1)[0];
  if (at >= 0) findBlocks(found[0], problem);
  eliminations.unshift(found);
  if (eliminations.length > KEPT) eliminations.pop();
  return found;
}

function eliminated(problem: StepProblem): [Elimination, BlockMatrix] {
  const made = analyse(problem);
  return [made, createBlockMatrix(made)];
}
