/**
 * Where friction pushes at contacts that others hold at the edge of their cones, as loads turn.
 *
 * Such a contact does not move, c = 0, and pushes with all its friction along a direction u that makes it so: the one that its modes were
 * chosen with has that property, and keeps it only as long as the load does. Turned with the load it is what the next choice of modes would
 * find, so that nothing need be chosen anew while u is all that changes. Nothing moves otherwise for it: what is held moves as if it stuck.
 *
 * Newton's method for the angles of all u, by least squares, with the derivative from differences at the beginning. Where that finds none
 * that leaves them still, the directions stay as they were: the contacts hold no longer.
 */
import { createLeastSquares } from "../../math/least-squares.js";
import { turnSlip } from "./follow-onsets.js";
import { type ForceProblem, type ForceSolution, freeRate, HELD } from "./force-problem.js";

/** Contacts held at once beyond which they are not followed: each costs a solve. */
const MOST = 8;
/** Of the largest rate without forces: what is less is rounding. */
const ROUNDING = 1e-12;
/** Tangent of the angle by which a direction is turned to see what that does, and of the largest turn in one go. */
const TURN = 1e-4;
const MOST_TURN = 0.5;
/** Of the largest column: turns together that change less than this are left. */
const DEPENDENT = 1e-6;
const MOST_TURNS = 12;

/**
 * Turns the directions of held contacts that move by more than `still` of the largest rate without forces. The solution is that of its
 * directions, and is so again; `solve` solves for its directions.
 */
export function followHeld(problem: ForceProblem, solution: ForceSolution, still: number, solve: () => void): void {
  const held: number[] = [];
  for (let i = 0; i < problem.count; i++) if (solution.modes[i] === HELD && problem.staticFriction[i] > 0) held.push(i);
  if (held.length === 0 || held.length > MOST) return;
  const scale = freeRate(problem);
  if (movedMost(solution, held) <= still * scale) return;
  const first = solution.direction.slice(0, 2 * problem.count);
  if (turnUntilStill(solution, held, still * scale, ROUNDING * scale, solve)) return;
  solution.direction.set(first);
  solve();
}

function turnUntilStill(solution: ForceSolution, held: readonly number[], still: number, rounding: number, solve: () => void): boolean {
  const [rows, columns] = [2 * held.length, held.length];
  const matrix = derivativeOf(solution, held, solve);
  const squares = createLeastSquares(rows, columns, DEPENDENT);
  const turns = new Float64Array(columns);
  solve();
  for (let k = 0; k < MOST_TURNS; k++) {
    const before = movedMost(solution, held);
    const left = ratesOf(solution, held).map((rate) => -rate);
    squares.matrix.set(matrix);
    squares.solve(rows, columns, left, turns);
    const largest = turns.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
    const part = Math.min(1, MOST_TURN / largest);
    held.forEach((i, column) => {
      turnSlip(solution, i, part * turns[column]);
    });
    solve();
    const moved = movedMost(solution, held);
    if (moved <= rounding || !(moved < before)) break;
  }
  return movedMost(solution, held) <= still;
}

/** How the rates change with each direction, two rows a contact. Leaves the directions as they are, and nothing solved for them. */
function derivativeOf(solution: ForceSolution, held: readonly number[], solve: () => void): Float64Array {
  const { direction } = solution;
  const before = ratesOf(solution, held);
  const matrix = new Float64Array(before.length * held.length);
  held.forEach((i, column) => {
    const [u1, u2] = [direction[2 * i], direction[2 * i + 1]];
    turnSlip(solution, i, TURN);
    solve();
    ratesOf(solution, held).forEach((rate, row) => {
      matrix[row * held.length + column] = (rate - before[row]) / TURN;
    });
    direction[2 * i] = u1;
    direction[2 * i + 1] = u2;
  });
  return matrix;
}

/** Along both tangents of each contact. */
const ratesOf = ({ rates }: ForceSolution, held: readonly number[]) =>
  Float64Array.from(held.flatMap((i) => [rates[3 * i], rates[3 * i + 1]]));

function movedMost({ rates }: ForceSolution, held: readonly number[]): number {
  return held.reduce((most, i) => Math.max(most, Math.abs(rates[3 * i]), Math.abs(rates[3 * i + 1])), 0);
}
