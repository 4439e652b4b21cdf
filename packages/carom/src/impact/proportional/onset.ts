/**
 * Which way contacts begin to slip that friction cannot hold at rest.
 *
 * Friction acts against the slip it starts: dP_t = -mu dP_n z with z = dv_t/|dv_t|, and dv_t depends on z of all contacts that start. In
 * the plane z is one of two signs. In space this is a system for the angles, solved by Newton's method from the directions against the
 * forces that would have held the contacts: these have every symmetry of the data, and Newton keeps it, where an iteration z <- dv_t/|dv_t|
 * runs away from it by rounding. An eigenvalue above 1 of that iteration says that dashpots would leave this answer too (`not-unique`).
 */
import { eigenvalues } from "../../math/eigenvalues.js";
import { luFactor, luSolve } from "../../math/lu.js";
import { type RateSolver, type Rates, SLIP } from "./rates.js";
import type { System } from "./system.js";

const MOST_STEPS = 40;
const LONGEST_TURN = 0.5;
/** Part of dv_t across z, of the fastest rate: a slip that only just starts has a direction only as far as that. */
const ALIGNED = 1e-14;
const NEARLY_ALIGNED = 1e-11;
const PROBE = 1e-6;
/** Slips that start slower than this part of the fastest rate have no say in whether another answer is near. */
const SLOW = 1e-6;
/** Beyond 1 by this an eigenvalue is no rounding. */
const REPELS = 1e-4;

export interface Onset {
  /** Whether the directions are those in which the contacts start. */
  readonly found: boolean;
  /** Whether other directions may do as well; to be asked before anything of the rates is changed, and leaves them as they are. */
  readonly repelling: () => boolean;
}

/** What is solved for which contacts. */
interface Task {
  readonly solver: RateSolver;
  readonly rates: Rates;
  readonly softness: number;
  readonly starting: readonly number[];
}

/**
 * Turns the directions of the contacts that begin to slip until each is the one in which it starts; the rates are those there. Space only.
 */
export function findOnset(system: System, solver: RateSolver, rates: Rates, softness: number): Onset {
  const { count, friction } = system;
  const starting: number[] = [];
  for (let i = 0; i < count; i++) if (rates.onset[i] === 1 && rates.modes[i] === SLIP && friction[i] > 0) starting.push(i);
  const n = starting.length;
  if (n === 0) return { found: solver.solve(rates, softness), repelling: NEVER };
  const task: Task = { solver, rates, softness, starting };
  const first = rates.direction.slice();
  let off = misses(task);
  let left = false;
  for (let step = 0; off !== undefined && largest(off) > ALIGNED && step < MOST_STEPS; step++) {
    const jacobian = slopes(task, off);
    const turn = jacobian === undefined ? undefined : newtonTurn(jacobian, off);
    const next = turn === undefined ? undefined : turnedCloser(task, turn, off);
    left = next === undefined;
    if (next === undefined) break;
    off = next;
  }
  const found = off !== undefined && largest(off) <= NEARLY_ALIGNED;
  if (!found) {
    rates.direction.set(first);
    solver.solve(rates, softness);
    return { found, repelling: NEVER };
  }
  // Where the last step was a good one the rates are those of its directions.
  if (left) solver.solve(rates, softness);
  const arrived = off!;
  const repelling = () => {
    const jacobian = slopes(task, arrived);
    solver.solve(rates, 0);
    return jacobian !== undefined && repels(task, jacobian);
  };
  return { found, repelling: softness === 0 ? repelling : NEVER };
}

const NEVER = () => false;

const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** For each starting contact the part of dv_t across z, in the fastest rate; beyond a right angle it goes on growing. */
function misses({ solver, rates, softness, starting }: Task): Float64Array | undefined {
  if (!solver.solve(rates, softness)) return undefined;
  const { direction, velocity } = rates;
  const fastest = largest(velocity);
  if (fastest === 0) return new Float64Array(starting.length);
  return Float64Array.from(starting, (i) => {
    const [zx, zy, x, y] = [direction[2 * i], direction[2 * i + 1], velocity[3 * i], velocity[3 * i + 1]];
    const across = zx * y - zy * x;
    if (zx * x + zy * y >= 0) return across / fastest;
    const speed = Math.sqrt(x * x + y * y);
    return (across < 0 ? -2 * speed - across : 2 * speed - across) / fastest;
  });
}

function turn({ direction }: Rates, i: number, angle: number): void {
  const [x, y] = [direction[2 * i] - angle * direction[2 * i + 1], direction[2 * i + 1] + angle * direction[2 * i]];
  const length = Math.sqrt(x * x + y * y);
  direction[2 * i] = x / length;
  direction[2 * i + 1] = y / length;
}

function slopes(task: Task, off: Float64Array): Float64Array | undefined {
  const { rates, starting } = task;
  const n = starting.length;
  const jacobian = new Float64Array(n * n);
  const before = rates.direction.slice();
  for (let k = 0; k < n; k++) {
    turn(rates, starting[k], PROBE);
    const other = misses(task);
    rates.direction.set(before);
    if (other === undefined) return undefined;
    for (let r = 0; r < n; r++) jacobian[r * n + k] = (other[r] - off[r]) / PROBE;
  }
  return jacobian;
}

function newtonTurn(jacobian: Float64Array, off: Float64Array): Float64Array | undefined {
  const n = off.length;
  const factors = jacobian.slice();
  const pivots = new Int32Array(n);
  if (!luFactor(factors, n, pivots)) return undefined;
  const step = off.map((value) => -value);
  luSolve(factors, n, pivots, step);
  const most = largest(step);
  if (!Number.isFinite(most)) return undefined;
  return most > LONGEST_TURN ? step.map((value) => (value * LONGEST_TURN) / most) : step;
}

const HALVINGS = 10;

/** Goes by the step, or by as much of it as brings the directions closer: where only rounding is left, no part of it would. */
function turnedCloser(task: Task, step: Float64Array, off: Float64Array): Float64Array | undefined {
  const { rates, starting } = task;
  const before = rates.direction.slice();
  const most = largest(off) > NEARLY_ALIGNED ? HALVINGS : 1;
  for (let halving = 0, part = 1; halving < most; halving++, part /= 2) {
    starting.forEach((i, k) => {
      turn(rates, i, part * step[k]);
    });
    const next = misses(task);
    if (next !== undefined && largest(next) < largest(off)) return next;
    rates.direction.set(before);
  }
  return undefined;
}

/** Whether the iteration z <- dv_t/|dv_t| leaves the directions found. */
function repels({ rates, starting }: Task, jacobian: Float64Array): boolean {
  const n = starting.length;
  const fastest = largest(rates.velocity);
  const speeds = starting.map((i) => {
    const [x, y] = [rates.velocity[3 * i], rates.velocity[3 * i + 1]];
    return Math.sqrt(x * x + y * y) / fastest;
  });
  if (speeds.some((speed) => !(speed > SLOW))) return false;
  const map = jacobian.map((value, at) => value / speeds[Math.floor(at / n)] + (at % (n + 1) === 0 ? 1 : 0));
  return eigenvalues(map, n).real.some((value) => value > 1 + REPELS);
}
