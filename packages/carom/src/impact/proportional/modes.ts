/**
 * Who pushes, who sticks, who slips from here on: the modes whose rates contradict none of
 *
 *     dP_n >= 0  perp  dv_n - b' >= 0          |dP_t| <= mu_s dP_n at rest, or dP_t = -mu dP_n dv_t/|dv_t|
 *
 * The search begins with all that touch pushing and all at rest sticking, and takes away what is contradicted: pushes that pull, sticks
 * outside their cones, idle contacts that fall behind their bounds. Contacts that are wrong by the same amount change together, so that
 * symmetric data have symmetric modes and no order comes in.
 *
 * Where that goes round in circles, the dashpots are followed from very soft ones, whose answer is the only one, to stiff ones, modes
 * changing on the way.
 */
import { findOnset } from "./onset.js";
import { IDLE, type RateSolver, type Rates, SLIP, STICK } from "./rates.js";
import { type System, slipSpeed } from "./system.js";

/** What the search is asked. */
export interface Question {
  /** 1 for each contact at its bound: it may push. */
  readonly candidate: Uint8Array;
  /** 1 for each contact without slip. */
  readonly resting: Uint8Array;
  readonly velocity: Float64Array;
}

export type Answer = "found" | "not-unique" | "none";

/** A contradiction below this part of the largest rate is rounding. */
const CONTRADICTS = 1e-10;
/** Contradictions that are the same to this part are one. */
const TIE = 1e-6;
/** From the softest dashpots to the stiffest. */
const SOFTEST = 30;
const STIFFEST = 1e-7;
const STIFFENING = 0.3;

/** Leaves modes, directions and rates in `rates`; its slopes and given rates are read. */
export function findModes(system: System, solver: RateSolver, question: Question, rates: Rates): Answer {
  begin(system, question, rates);
  const turns = 12 + 4 * system.count;
  const answer = search(system, solver, question, rates, 0, turns);
  if (answer !== "none") return answer;
  begin(system, question, rates);
  for (let softness = SOFTEST; softness > STIFFEST; softness *= STIFFENING)
    if (search(system, solver, question, rates, softness, turns) === "none") return "none";
  return search(system, solver, question, rates, 0, turns);
}

function begin(system: System, { candidate, resting, velocity }: Question, rates: Rates): void {
  const { count, dimension, tangents, friction } = system;
  const { modes, direction, onset } = rates;
  onset.fill(0);
  for (let i = 0; i < count; i++) {
    if (resting[i] === 0) {
      const speed = Math.max(slipSpeed(system, velocity, i), Number.MIN_VALUE);
      for (let k = 0; k < tangents; k++) direction[i * tangents + k] = velocity[i * dimension + k] / speed;
    }
    modes[i] = candidate[i] === 0 ? IDLE : modeOf(resting, friction, i);
  }
}

const modeOf = (resting: Uint8Array, friction: Float64Array, i: number) => (resting[i] === 1 && friction[i] > 0 ? STICK : SLIP);

function search(system: System, solver: RateSolver, question: Question, rates: Rates, softness: number, turns: number): Answer {
  let joined = softness > 0;
  for (let turn = 0; turn < turns; turn++) {
    const { found, repelling } =
      system.tangents === 2 ? findOnset(system, solver, rates, softness) : { found: solver.solve(rates, softness), repelling: () => false };
    const changed =
      dropPulling(system, rates) || letSlip(system, rates) || letStick(system, rates, softness) || takeBack(system, question, rates);
    if (changed) continue;
    if (!found) return "none";
    if (joined || !joinIdle(system, question, rates)) return repelling() ? "not-unique" : "found";
    joined = true;
  }
  return "none";
}

/**
 * Contacts that are idle and keep to their bounds all the same, as a middle point of an edge does: dashpots would push there too. Which of
 * several such points push is no matter of who was dropped first, so all are tried together once. False: there are none.
 */
function joinIdle(system: System, { candidate, resting }: Question, rates: Rates): boolean {
  const { count, dimension, tangents, friction } = system;
  const { modes, velocity, slope, given } = rates;
  // Without friction only resultants count.
  if (friction.every((mu) => mu === 0)) return false;
  const least = MARGINAL * Math.max(largest(velocity), largest(slope));
  let any = false;
  for (let i = 0; i < count; i++) {
    if (candidate[i] === 0 || modes[i] !== IDLE || !Number.isNaN(given[i])) continue;
    if (Math.abs(velocity[i * dimension + tangents] - slope[i]) > least) continue;
    takeIn(system, resting, rates, i, least);
    any = true;
  }
  return any;
}

/** A contact that comes off its bound more slowly than this part of the fastest rate keeps to it. */
const MARGINAL = 1e-9;

/** Lets an idle contact push: one that rests slips as the others move it, for were it to stick, it would stop them all. */
function takeIn(system: System, resting: Uint8Array, { modes, velocity, direction, onset }: Rates, i: number, least: number): void {
  const { dimension, tangents, friction } = system;
  modes[i] = modeOf(resting, friction, i);
  const speed = slipSpeed(system, velocity, i);
  if (modes[i] === SLIP || !(speed > least)) return;
  modes[i] = SLIP;
  onset[i] = 1;
  for (let k = 0; k < tangents; k++) direction[i * tangents + k] = velocity[i * dimension + k] / speed;
}

/** Applies a change to the contacts that are wrong by the largest amount. False where none is. */
function changeWorst(count: number, least: number, wrong: (i: number) => number, change: (i: number) => void): boolean {
  let worst = least;
  for (let i = 0; i < count; i++) worst = Math.max(worst, wrong(i));
  if (!(worst > least)) return false;
  const chosen: number[] = [];
  for (let i = 0; i < count; i++) if (wrong(i) >= (1 - TIE) * worst) chosen.push(i);
  for (const i of chosen) change(i);
  return true;
}

const largest = (values: Float64Array) => {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
};

function dropPulling({ count, dimension, tangents }: System, { modes, impulse, given, onset }: Rates): boolean {
  return changeWorst(
    count,
    CONTRADICTS * largest(impulse),
    (i) => (modes[i] === IDLE || !Number.isNaN(given[i]) ? 0 : -impulse[i * dimension + tangents]),
    (i) => {
      modes[i] = IDLE;
      onset[i] = 0;
    },
  );
}

function letSlip({ count, dimension, tangents, staticFriction }: System, { modes, impulse, direction, onset }: Rates): boolean {
  const drag = (i: number) => {
    const [first, second] = [impulse[i * dimension], tangents === 2 ? impulse[i * dimension + 1] : 0];
    return Math.sqrt(first * first + second * second);
  };
  return changeWorst(
    count,
    CONTRADICTS * largest(impulse),
    (i) => (modes[i] === STICK ? drag(i) - staticFriction[i] * impulse[i * dimension + tangents] : 0),
    (i) => {
      const force = drag(i);
      for (let k = 0; k < tangents; k++) direction[i * tangents + k] = -impulse[i * dimension + k] / force;
      modes[i] = SLIP;
      onset[i] = 1;
    },
  );
}

/**
 * One that was to begin to slip and goes the other way; before the limit of stiff dashpots, one that yields less than its friction asks
 * for.
 */
function letStick(system: System, { modes, impulse, velocity, direction, onset }: Rates, softness: number): boolean {
  const { count, dimension, tangents, friction, weight } = system;
  const speed = (i: number) => {
    let sum = 0;
    for (let k = 0; k < tangents; k++) sum += velocity[i * dimension + k] * direction[i * tangents + k];
    return sum;
  };
  return changeWorst(
    count,
    CONTRADICTS * largest(velocity),
    (i) =>
      onset[i] === 1 && modes[i] === SLIP && friction[i] > 0
        ? (softness / weight[i]) * friction[i] * impulse[i * dimension + tangents] - speed(i)
        : 0,
    (i) => {
      modes[i] = STICK;
      onset[i] = 0;
    },
  );
}

function takeBack(system: System, { candidate, resting }: Question, rates: Rates): boolean {
  const { count, dimension, tangents } = system;
  const { modes, velocity, slope, given } = rates;
  const least = CONTRADICTS * Math.max(largest(velocity), largest(slope));
  return changeWorst(
    count,
    least,
    (i) => (candidate[i] === 1 && modes[i] === IDLE && Number.isNaN(given[i]) ? slope[i] - velocity[i * dimension + tangents] : 0),
    (i) => takeIn(system, resting, rates, i, least),
  );
}
