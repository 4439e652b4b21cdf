/**
 * Accelerations and forces while every contact keeps its mode.
 *
 * A sliding contact keeps its normal velocity, a sticking one all three components; R are their rows of the Jacobian, C the directions in
 * which they push (slip: normal and friction together; stick: each component by itself). One virtual indentation twist z loads them as a
 * foundation would, lambda = R z:
 *
 *     (R M^-1 C^T R) z = -b_R - R free,          a = free + M^-1 C^T lambda
 *
 * Several points of one face say the same thing more than once. So rows I are chosen that say all of it, the others are combinations of
 * them, R_other = T R_I, and what the foundation puts on them is the same combination of what it puts on the chosen:
 *
 *     (R_I M^-1 (C_I^T + C_other^T T)) lambda_I = -b_I - R_I free          lambda_other = T lambda_I
 *
 * The accelerations do not depend on the number of points. Where this leaves rates that should be zero (rows all but dependent, a motion
 * that has drifted, friction that makes the matrix singular), the first equation is solved by least squares.
 *
 * Letters: R rows, C^T force columns, lambda independent forces, z twist, I chosen rows, T combination.
 * Source: own study, hybrid simulation section 3.4.
 */
import { createLeastSquares, type LeastSquares } from "../../math/least-squares.js";
import { luFactor, luSolve } from "../../math/lu.js";
import { accelerate, contactRates, type ForceProblem, type ForceSolution, HELD, STICK, UNLOADED } from "./force-problem.js";
import { createIndependentRows, type IndependentRows } from "./independent-rows.js";

export interface FrozenSolver {
  /**
   * Uses `modes` and `direction` of the solution, and overwrites the rest. Returns the largest rate that should be zero and is not, m/s^2.
   */
  solve(problem: ForceProblem, solution: ForceSolution): number;
  /** Of the last solve, where it was by factors; overwritten by the next. */
  factors(): FrozenFactors | undefined;
}

/** The matrix of a solve, ready for other right sides. */
export interface FrozenFactors {
  /** Kept components, and how many of them are chosen. */
  readonly kept: number;
  readonly rank: number;
  /** Row of the Jacobian of each kept component. */
  readonly rows: Int32Array;
  /** R M^-1 C^T, row by row. */
  readonly product: Float64Array;
  /** Factors of what is left for the chosen components. */
  readonly matrix: Float64Array;
  readonly pivots: Int32Array;
  /** The chosen first; the others as combinations of them. */
  readonly independent: IndependentRows;
}

/** Of the rates without forces: what factors may leave of a rate that should be zero. */
const LEFT_OVER = 1e-11;
/** Smallest pivot over the largest, below which factors are not trusted. */
const SINGULAR = 1e-9;

/** Arrays for one solve after the other. */
type Workspace = ReturnType<typeof createWorkspace>;

function createWorkspace(size: number, mostContacts: number) {
  const most = 3 * mostContacts;
  let squares: LeastSquares | undefined;
  return {
    /** R M^-1 C^T, and R M^-1 R^T, row by row. */
    product: new Float64Array(most * most),
    plain: new Float64Array(most * most),
    right: new Float64Array(most),
    /** lambda. */
    pressed: new Float64Array(most),
    twist: new Float64Array(size),
    /** Row of the Jacobian of each kept component. */
    rows: new Int32Array(most),
    push: new Float64Array(size),
    /** Columns of the kept rows that are not zero, one row after the other, and where each row begins. */
    columns: new Int32Array(most * size),
    ends: new Int32Array(most + 1),
    /** Of each kept row: the blocks of speeds of its columns and of its response. Rows without a common bit have no common speed. */
    reach: new Int32Array(most),
    pushReach: new Int32Array(most),
    independent: createIndependentRows(most),
    matrix: new Float64Array(most * most),
    pivots: new Int32Array(most),
    /** How many components are kept, and how many of them say all of it. */
    kept: 0,
    rank: 0,
    known: new Float64Array(most),
    /** Made when first needed: mostly it is not. */
    squares: () => {
      squares ??= createLeastSquares(most, size);
      return squares;
    },
  };
}

export function createFrozenSolver(size: number, mostContacts: number): FrozenSolver {
  const work = createWorkspace(size, mostContacts);
  let isFactored = false;
  return {
    factors: () => (isFactored ? work : undefined),
    solve: (problem, solution) => {
      isFactored = false;
      const kept = keptRows(work, problem.count, solution.modes);
      readColumns(work, problem, kept);
      multiply(work, problem, solution, kept);
      const usual = readRight(work, problem, kept);
      if (kept > 0 && byFactors(work, problem, solution, kept)) {
        const worst = finish(work, problem, solution, kept);
        if (worst <= LEFT_OVER * usual) {
          isFactored = true;
          return worst;
        }
      }
      bySquares(work, problem, kept);
      return finish(work, problem, solution, kept);
    },
  };
}

/** Minus the rates without forces; returns the largest that their terms could add up to. */
function readRight(work: Workspace, { size: n, jacobian, bias, free }: ForceProblem, kept: number): number {
  const { right, rows, columns, ends } = work;
  let usual = 0;
  for (let r = 0; r < kept; r++) {
    let sum = bias[rows[r]];
    let most = Math.abs(sum);
    for (let p = ends[r]; p < ends[r + 1]; p++) {
      const part = jacobian[rows[r] * n + columns[p]] * free[columns[p]];
      sum += part;
      most += Math.abs(part);
    }
    right[r] = -sum;
    usual = Math.max(usual, most);
  }
  return usual;
}

function multiply(work: Workspace, problem: ForceProblem, solution: ForceSolution, kept: number): void {
  const { product, plain, rows, push, columns, ends, reach, pushReach } = work;
  const { size: n, jacobian, response } = problem;
  for (let r = 0; r < kept; r++) {
    const friction = frictionOf(problem, solution.modes, Math.floor(rows[r] / 3));
    const own = rows[r] * n;
    for (let q = r; q < kept; q++) {
      let sum = 0;
      const end = (reach[q] & pushReach[r]) === 0 ? 0 : ends[q + 1];
      for (let p = ends[q]; p < end; p++) sum += jacobian[rows[q] * n + columns[p]] * response[own + columns[p]];
      plain[q * kept + r] = sum;
      if (friction === 0) product[q * kept + r] = sum;
    }
    if (friction === 0) {
      for (let q = 0; q < r; q++) product[q * kept + r] = plain[r * kept + q];
      continue;
    }
    pushOf(work, problem, solution, rows[r], friction);
    for (let q = 0; q < kept; q++) {
      let sum = 0;
      const end = (reach[q] & pushReach[r]) === 0 ? 0 : ends[q + 1];
      for (let p = ends[q]; p < end; p++) sum += jacobian[rows[q] * n + columns[p]] * push[columns[p]];
      product[q * kept + r] = sum;
    }
  }
}

/** Leaves lambda and the twist; false where the matrix is all but singular. */
function byFactors(work: Workspace, problem: ForceProblem, { modes }: ForceSolution, kept: number): boolean {
  const { independent, matrix, plain, product, right, known, pivots, pressed } = work;
  const { order, combination } = independent;
  const rank = independent.choose(plain, kept);
  work.kept = kept;
  work.rank = rank;
  for (let i = 0; i < rank; i++) {
    const row = order[i] * kept;
    for (let j = 0; j < rank; j++) matrix[i * rank + j] = product[row + order[j]];
    for (let k = rank; k < kept; k++) {
      const factor = product[row + order[k]];
      if (factor === 0) continue;
      const at = (k - rank) * rank;
      for (let j = 0; j < rank; j++) matrix[i * rank + j] += factor * combination[at + j];
    }
    known[i] = right[order[i]];
  }
  if (!luFactor(matrix, rank, pivots) || !isRegular(work, rank)) return false;
  luSolve(matrix, rank, pivots, known);
  for (let i = 0; i < rank; i++) pressed[order[i]] = known[i];
  for (let k = rank; k < kept; k++) {
    let sum = 0;
    for (let j = 0; j < rank; j++) sum += combination[(k - rank) * rank + j] * known[j];
    pressed[order[k]] = sum;
  }
  if (modes.subarray(0, problem.count).includes(UNLOADED)) readTwist(work, problem, rank);
  return true;
}

function isRegular(work: Workspace, rank: number): boolean {
  const { matrix } = work;
  let [least, largest] = [Number.POSITIVE_INFINITY, 0];
  for (let i = 0; i < rank; i++) {
    const pivot = Math.abs(matrix[i * rank + i]);
    least = Math.min(least, pivot);
    largest = Math.max(largest, pivot);
  }
  return least > SINGULAR * largest;
}

/** z = M^-1 R_I^T y with R_I z = lambda_I: contacts without load see what the foundation would put on them. */
function readTwist(work: Workspace, { size: n, response }: ForceProblem, rank: number): void {
  const { independent, known, twist, rows } = work;
  independent.solve(rank, known);
  twist.fill(0);
  for (let i = 0; i < rank; i++) {
    const from = rows[independent.order[i]] * n;
    for (let k = 0; k < n; k++) twist[k] += known[i] * response[from + k];
  }
}

/** The shortest twist of all, and lambda. */
function bySquares(work: Workspace, { size: n, jacobian }: ForceProblem, kept: number): void {
  const { twist, product, rows, columns, ends, right, pressed } = work;
  twist.fill(0);
  if (kept === 0) return;
  const squares = work.squares();
  squares.matrix.fill(0, 0, kept * n);
  for (let q = 0; q < kept; q++)
    for (let r = 0; r < kept; r++) {
      const factor = product[q * kept + r];
      if (factor === 0) continue;
      for (let p = ends[r]; p < ends[r + 1]; p++) squares.matrix[q * n + columns[p]] += factor * jacobian[rows[r] * n + columns[p]];
    }
  squares.solve(kept, n, right, twist);
  for (let r = 0; r < kept; r++) {
    let value = 0;
    for (let p = ends[r]; p < ends[r + 1]; p++) value += jacobian[rows[r] * n + columns[p]] * twist[columns[p]];
    pressed[r] = value;
  }
}

/** Forces, accelerations and rates of lambda and the twist; returns the largest rate that should be zero. */
function finish(work: Workspace, problem: ForceProblem, solution: ForceSolution, kept: number): number {
  const { rows, pressed, twist } = work;
  const { size: n, count, jacobian } = problem;
  const { modes, forces, accelerations, load, rates } = solution;
  forces.fill(0, 0, 3 * count);
  for (let r = 0; r < kept; r++) {
    addForce(problem, solution, rows[r], pressed[r]);
    if (rows[r] % 3 === 2) load[(rows[r] - 2) / 3] = pressed[r];
  }
  for (let i = 0; i < count; i++) {
    if (modes[i] !== UNLOADED) continue;
    let value = 0;
    for (let k = 0; k < n; k++) value += jacobian[(3 * i + 2) * n + k] * twist[k];
    load[i] = value;
  }
  accelerate(problem, forces, accelerations);
  contactRates(problem, accelerations, rates);
  let worst = 0;
  for (let r = 0; r < kept; r++) worst = Math.max(worst, Math.abs(rates[rows[r]]));
  return worst;
}

/** A contact has to do with the speeds of one or two bodies, however many there are. */
function readColumns(work: Workspace, { size: n, jacobian, response, places }: ForceProblem, kept: number): void {
  const { rows, columns, ends, reach, pushReach } = work;
  let end = 0;
  for (let r = 0; r < kept; r++) {
    ends[r] = end;
    reach[r] = 0;
    if (places.known) {
      const i = Math.floor(rows[r] / 3);
      for (let p = places.starts[i]; p < places.starts[i + 1]; p++) {
        const k = places.columns[p];
        reach[r] |= blockOf(k);
        if (jacobian[rows[r] * n + k] !== 0) columns[end++] = k;
      }
      pushReach[r] = reach[r];
      continue;
    }
    for (let k = 0; k < n; k++)
      if (jacobian[rows[r] * n + k] !== 0) {
        columns[end++] = k;
        reach[r] |= blockOf(k);
      }
    // Friction pushes by the rows of the tangents, too.
    pushReach[r] = 0;
    const first = 3 * Math.floor(rows[r] / 3) * n;
    for (let k = 0; k < n; k++)
      if (response[first + k] !== 0 || response[first + n + k] !== 0 || response[first + 2 * n + k] !== 0) pushReach[r] |= blockOf(k);
  }
  ends[kept] = end;
}

function keptRows(work: Workspace, count: number, modes: Uint8Array): number {
  const { rows } = work;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (modes[i] === UNLOADED) continue;
    if (modes[i] === STICK) {
      rows[kept++] = 3 * i;
      rows[kept++] = 3 * i + 1;
    }
    rows[kept++] = 3 * i + 2;
  }
  return kept;
}

/** What a unit of the independent force of a row does to the accelerations. */
function pushOf(work: Workspace, { size: n, response }: ForceProblem, { direction }: ForceSolution, row: number, friction: number): void {
  const { push } = work;
  const i = Math.floor(row / 3);
  const along1 = friction * direction[2 * i];
  const along2 = friction * direction[2 * i + 1];
  for (let k = 0; k < n; k++) push[k] = response[row * n + k] - along1 * response[3 * i * n + k] - along2 * response[(3 * i + 1) * n + k];
}

function addForce(problem: ForceProblem, { modes, direction, forces }: ForceSolution, row: number, value: number): void {
  const i = Math.floor(row / 3);
  const friction = frictionOf(problem, modes, i);
  forces[row] += value;
  forces[3 * i] -= friction * direction[2 * i] * value;
  forces[3 * i + 1] -= friction * direction[2 * i + 1] * value;
}

/** A bit for the speeds of a body, six in a row; several bodies share one where there are many. */
const blockOf = (speed: number) => 1 << (Math.floor(speed / 6) % 31);

/** Friction per normal force against the contact's direction; a sticking contact has its own unknowns for that. */
function frictionOf({ friction, staticFriction }: ForceProblem, modes: Uint8Array, i: number): number {
  return modes[i] === STICK ? 0 : modes[i] === HELD ? staticFriction[i] : friction[i];
}
