/**
 * Where friction pushes at contacts that others hold at the edge of their cones, as the load has it now.
 *
 * A run keeps the direction of such a push for a step; nothing moves for it, but what the other contacts bear depends on it. In the limit
 * of the foundation (contact/foundation.ts) contacts creep by y = W x and bear F(y): what sticks y itself, what is held all its friction
 * along its creep, and together they make the accelerations there are:
 *
 *     W F(W x) = J (a - free)          by Newton's method, by least squares because contacts share what they hold
 *
 * Letters: W mobility J M^-1 J^T, F forces, a accelerations, which are those of contacts that all stick.
 * Source: own study, derivatives of runs, section 1.
 */
import { createLeastSquares } from "../../../math/least-squares.js";
import { type ForceProblem, type ForceSolution, HELD, mobility, STICK, UNLOADED } from "../../contact/force-problem.js";

const MOST_TURNS = 60;
const LEAST_PART = 1 / 1024;
/** Of the rates that the forces make: what may be left of them, and what is rounding. */
const LEFT_OVER = 1e-10;
const ROUNDING = 1e-15;

/**
 * Writes the directions of contacts that are held; the solution is that of its modes and of any directions. False: none are found that hold
 * them.
 */
export function turnHeldPushes(problem: ForceProblem, solution: ForceSolution): boolean {
  const rows = 3 * problem.count;
  const mobilities = Float64Array.from({ length: rows * rows }, (_, k) => mobility(problem, Math.floor(k / rows), k % rows));
  const wanted = Float64Array.from({ length: rows }, (_, row) => rateMade(problem, solution, row));
  const squares = createLeastSquares(rows, rows);
  const x = new Float64Array(rows);
  const step = new Float64Array(rows);
  // From where all stick.
  squares.matrix.set(mobilities);
  squares.solve(rows, rows, solution.applied.slice(0, rows), x);
  const scale = wanted.reduce((most, rate) => Math.max(most, Math.abs(rate)), 0);
  let creep = times(mobilities, x);
  let left = missing(mobilities, pushes(problem, solution, creep), wanted);
  for (let k = 0; k < MOST_TURNS && norm(left) > ROUNDING * scale; k++) {
    squares.matrix.set(product(mobilities, product(stiffness(problem, solution, creep), mobilities)));
    squares.solve(rows, rows, left.slice(), step);
    let part = 1;
    let next = left;
    let moved = creep;
    for (; part >= LEAST_PART; part *= 0.5) {
      moved = times(
        mobilities,
        x.map((value, row) => value + part * step[row]),
      );
      next = missing(mobilities, pushes(problem, solution, moved), wanted);
      if (norm(next) < (1 - 0.1 * part) * norm(left)) break;
    }
    if (part < LEAST_PART) break;
    for (let row = 0; row < rows; row++) x[row] += part * step[row];
    creep = moved;
    left = next;
  }
  if (!(norm(left) <= LEFT_OVER * scale)) return false;
  for (let i = 0; i < problem.count; i++) {
    const along = Math.sqrt(creep[3 * i] * creep[3 * i] + creep[3 * i + 1] * creep[3 * i + 1]);
    if (solution.modes[i] !== HELD || along === 0) continue;
    solution.direction[2 * i] = -creep[3 * i] / along;
    solution.direction[2 * i + 1] = -creep[3 * i + 1] / along;
  }
  return true;
}

/** What the forces make of the rate of a contact. */
function rateMade({ size: n, jacobian, free }: ForceProblem, { accelerations }: ForceSolution, row: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += jacobian[row * n + k] * (accelerations[k] - free[k]);
  return sum;
}

/** F(y) */
function pushes({ count, friction, staticFriction }: ForceProblem, { modes, direction }: ForceSolution, creep: Float64Array): Float64Array {
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const [y1, y2, normal] = creep.subarray(3 * i, 3 * i + 3);
    if (modes[i] === UNLOADED) continue;
    const along = Math.sqrt(y1 * y1 + y2 * y2);
    const part = modes[i] === STICK ? 1 : (staticFriction[i] * normal) / along;
    out[3 * i] = modes[i] === STICK || modes[i] === HELD ? part * y1 : -friction[i] * normal * direction[2 * i];
    out[3 * i + 1] = modes[i] === STICK || modes[i] === HELD ? part * y2 : -friction[i] * normal * direction[2 * i + 1];
    out[3 * i + 2] = normal;
  }
  return out;
}

/** F'(y), row by row. */
function stiffness(
  { count, friction, staticFriction }: ForceProblem,
  { modes, direction }: ForceSolution,
  creep: Float64Array,
): Float64Array {
  const rows = 3 * count;
  const out = new Float64Array(rows * rows);
  for (let i = 0; i < count; i++) {
    if (modes[i] === UNLOADED) continue;
    const [y1, y2, normal] = creep.subarray(3 * i, 3 * i + 3);
    const along = Math.sqrt(y1 * y1 + y2 * y2);
    const [u1, u2] = [y1 / along, y2 / along];
    const at = (row: number, column: number) => (3 * i + row) * rows + 3 * i + column;
    out[at(2, 2)] = 1;
    if (modes[i] === STICK) out[at(0, 0)] = out[at(1, 1)] = 1;
    else if (modes[i] === HELD) {
      const turn = (staticFriction[i] * normal) / along;
      out[at(0, 0)] = turn * u2 * u2;
      out[at(0, 1)] = out[at(1, 0)] = -turn * u1 * u2;
      out[at(1, 1)] = turn * u1 * u1;
      out[at(0, 2)] = staticFriction[i] * u1;
      out[at(1, 2)] = staticFriction[i] * u2;
    } else for (let c = 0; c < 2; c++) out[at(c, 2)] = -friction[i] * direction[2 * i + c];
  }
  return out;
}

function missing(mobilities: Float64Array, forces: Float64Array, wanted: Float64Array): Float64Array {
  return times(mobilities, forces).map((made, row) => wanted[row] - made);
}

function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const rows = vector.length;
  return Float64Array.from({ length: rows }, (_, row) => vector.reduce((sum, value, k) => sum + matrix[row * rows + k] * value, 0));
}

function product(left: Float64Array, right: Float64Array): Float64Array {
  const rows = Math.round(Math.sqrt(left.length));
  const out = new Float64Array(left.length);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < rows; k++) {
      const factor = left[i * rows + k];
      if (factor !== 0) for (let j = 0; j < rows; j++) out[i * rows + j] += factor * right[k * rows + j];
    }
  return out;
}

const norm = (values: Float64Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
