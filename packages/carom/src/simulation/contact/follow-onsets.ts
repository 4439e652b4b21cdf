/**
 * Where slips that have hardly begun go by now.
 *
 * A slow slip turns to where it is accelerated in less time than matters: z . q = 0 and q . c = 0, z its direction, q across it and c the
 * rate of its velocity, which depends on z by friction. The first direction is that of the force that held it. Where the load turns, a slip
 * that kept it would be driven elsewhere from its first instant on, because all that accelerates it is what the load has changed by.
 *
 * Newton's method, with the derivative by all directions from differences at the beginning. Contacts that slow down keep their directions,
 * and so do those for which nothing is found.
 */
import { createLeastSquares } from "../../math/least-squares.js";
import { type ForceProblem, type ForceSolution, freeRate, ONSET } from "./force-problem.js";

/** Slips that begin at once beyond which they are not followed: each costs a solve. */
const MOST = 8;
/** Of the largest rate without forces: what is less across a slip is rounding; and what may be left of it. */
const ROUNDING = 1e-12;
const LEFT_OVER = 1e-9;
/** Tangent of the angle by which a direction is turned to see what that does. */
const TURN = 1e-4;
/** Of the largest column: turns together that change less than this are left. */
const DEPENDENT = 1e-6;
/** Tangent of the largest turn in one go. */
const MOST_TURN = 0.5;
const MOST_TURNS = 12;

/**
 * Turns the directions of contacts that begin to slip to where they are accelerated. The solution is that of its directions, and is so
 * again; `solve` solves for its directions. Returns whether they go where they are accelerated.
 */
export function followOnsets(problem: ForceProblem, solution: ForceSolution, solve: () => void): boolean {
  const begins = onsetsOf(problem, solution);
  if (begins.length === 0 || begins.length > MOST || begins.some((i) => !(alongOf(solution, i) > 0))) return false;
  const scale = freeRate(problem);
  const across = () => Float64Array.from(begins, (i) => acrossOf(solution, i));
  const first = solution.direction.slice(0, 2 * problem.count);
  let left = across();
  if (largest(left) <= ROUNDING * scale) return true;
  const matrix = derivativeOf(solution, begins, left, solve);
  const squares = createLeastSquares(begins.length, begins.length, DEPENDENT);
  const turns = new Float64Array(begins.length);
  solution.direction.set(first);
  for (let k = 0; k < MOST_TURNS; k++) {
    const before = largest(left);
    squares.matrix.set(matrix);
    squares.solve(
      begins.length,
      begins.length,
      left.map((value) => -value),
      turns,
    );
    const part = Math.min(1, MOST_TURN / Math.max(largest(turns), Number.MIN_VALUE));
    begins.forEach((i, row) => {
      turn(solution, i, part * turns[row]);
    });
    solve();
    left = across();
    if (largest(left) <= ROUNDING * scale || !(largest(left) < before)) break;
  }
  if (largest(left) <= LEFT_OVER * scale && begins.every((i) => alongOf(solution, i) > 0)) return true;
  solution.direction.set(first);
  solve();
  return false;
}

/** Contacts that begin to slip against friction. */
function onsetsOf({ count, friction }: ForceProblem, { modes }: ForceSolution): number[] {
  const begins: number[] = [];
  for (let i = 0; i < count; i++) if (modes[i] === ONSET && friction[i] > 0) begins.push(i);
  return begins;
}

/** How what is across changes with each direction, one row a contact. Leaves the directions as they are, and nothing solved for them. */
function derivativeOf(solution: ForceSolution, begins: readonly number[], left: Float64Array, solve: () => void): Float64Array {
  const matrix = new Float64Array(begins.length * begins.length);
  const { direction } = solution;
  begins.forEach((k, column) => {
    const [z1, z2] = [direction[2 * k], direction[2 * k + 1]];
    turn(solution, k, TURN);
    solve();
    begins.forEach((i, row) => {
      matrix[row * begins.length + column] = (acrossOf(solution, i) - left[row]) / TURN;
    });
    direction[2 * k] = z1;
    direction[2 * k + 1] = z2;
  });
  return matrix;
}

function turn({ direction }: ForceSolution, i: number, tangent: number): void {
  const [z1, z2] = [direction[2 * i], direction[2 * i + 1]];
  const length = Math.sqrt(1 + tangent * tangent);
  direction[2 * i] = (z1 - tangent * z2) / length;
  direction[2 * i + 1] = (z2 + tangent * z1) / length;
}

function acrossOf({ direction, rates }: ForceSolution, i: number): number {
  return direction[2 * i] * rates[3 * i + 1] - direction[2 * i + 1] * rates[3 * i];
}

function alongOf({ direction, rates }: ForceSolution, i: number): number {
  return direction[2 * i] * rates[3 * i] + direction[2 * i + 1] * rates[3 * i + 1];
}

function largest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
