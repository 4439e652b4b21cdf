/**
 * How fast the impulses grow while every contact keeps its mode.
 *
 * A contact that pushes keeps to its bound, dv_n = b'. One that slips has dP_t = -mu dP_n d, one that sticks dv_t = 0; one that is idle
 * gives nothing. With x the normal rates of what slips and all rates of what sticks, dP = G x, these are as many equations as unknowns:
 *
 *     A x = rhs,        A = rows W G
 *
 * Several contacts of one body make A singular, and a rigid body does not say how they share. The dashpots of the law do: x = D^-1 A z for
 * some z, D = 1/weight. That is what
 *
 *     (A + eps D) x' = rhs + eps D x        from x = 0
 *
 * tends to, in 3 to 5 rounds, whatever eps: exact where A is regular, and the shares of an even foundation where it is not.
 */
import { luFactor, luSolve } from "../../math/lu.js";
import { addResponse, type System } from "./system.js";

export const IDLE = 0;
export const STICK = 1;
export const SLIP = 2;

/** Modes, and the rates that go with them. */
export interface Rates {
  /** One of IDLE, STICK, SLIP for each contact. */
  readonly modes: Uint8Array;
  /** Unit vectors of slip, `tangents` numbers for each contact that slips. */
  readonly direction: Float64Array;
  /** 1 for each contact that begins to slip from rest. */
  readonly onset: Uint8Array;
  /** b' of each contact. */
  readonly slope: Float64Array;
  /** Rates of the normal impulses that are given and not sought (in a jump); NaN for those that are sought. */
  readonly given: Float64Array;
  /** dP and dv, in components. */
  readonly impulse: Float64Array;
  readonly velocity: Float64Array;
}

export interface RateSolver {
  /**
   * Fills in dP and dv. With `softness` > 0 one round with that eps, the dashpots before their limit. False: no rates satisfy these modes
   * (dP is then where impulse runs off to).
   */
  readonly solve: (rates: Rates, softness: number) => boolean;
  /** The same without softness and dv, which is left as it is. */
  readonly solveImpulse: (rates: Rates) => boolean;
}

export function createRates({ count, size, tangents }: System): Rates {
  return {
    modes: new Uint8Array(count),
    direction: new Float64Array(count * tangents),
    onset: new Uint8Array(count),
    slope: new Float64Array(count),
    given: new Float64Array(count).fill(Number.NaN),
    impulse: new Float64Array(size),
    velocity: new Float64Array(size),
  };
}

/**
 * In units of the mean normal mobility. Where A is singular the rounding of a round is multiplied by 1/eps, so eps is no smaller than it
 * must be: smaller ones only go on where light bodies have made the rounds slow.
 */
const SOFTNESSES = [1e-3, 1e-6, 1e-9];
const MOST_ROUNDS = 30;
/**
 * What is left of the right side is rounding, as a part of the largest sum of magnitudes that it was taken from; and what is no solution,
 * as a part of the right side. To go on where rounding is left would share it out by 1/eps.
 */
const EXACT = 2e-15;
/**
 * The same of the right side itself, which is of velocities in units of the fastest: those of contacts that approach far more slowly than
 * they slip contradict each other by so much.
 */
const ROUNDED = 4e-16;
const SOLVED = 1e-11;
/**
 * What is left contradicts itself where A D^-1 makes no more than this part of it, in units of the mean normal mobility. Stiffer rounds
 * take nothing of that away, and share it out by 1/eps.
 */
const REACHED = 1e-6;
/** A round that leaves more than this part of what the round before left gains too little. */
const GAINS = 0.3;

/** How much work an impact may still take, of about a microsecond each on a machine of 2026. What is done is taken off. */
export interface Patience {
  left: number;
}

/** Thrown where patience has come to an end. Not a SolverError: nothing on the way is to take it for a way that leads nowhere. */
export class OutOfPatience extends Error {}

/** Of a solve of n unknowns, a whole number. */
const workOf = (n: number) => 5 + Math.floor(0.05 * n * n);

/** A workspace for problems of one size. */
export function createRateSolver(system: System, patience: Patience = { left: Number.POSITIVE_INFINITY }): RateSolver {
  const { size, dimension, tangents, count, mobility, friction, weight } = system;
  /** Contact and component of each unknown; the component of a slipping contact is its normal. */
  const contactOf = new Int32Array(size);
  const component = new Int32Array(size);
  const rounds = createRounds(size, (u) => weight[contactOf[u]]);
  const { matrix, right, x } = rounds;
  const known = new Float64Array(size);

  function numberUnknowns({ modes, given }: Rates): number {
    let n = 0;
    for (let i = 0; i < count; i++) {
      if (modes[i] === IDLE) continue;
      const sought = Number.isNaN(given[i]);
      if (modes[i] === STICK)
        for (let k = 0; k < tangents; k++) {
          contactOf[n] = i;
          component[n++] = i * dimension + k;
        }
      if (!sought) continue;
      contactOf[n] = i;
      component[n++] = i * dimension + tangents;
    }
    return n;
  }

  /** Adds `amount` of the unknown that stands at this component to an impulse. */
  function push({ modes, direction }: Rates, i: number, at: number, amount: number, impulse: Float64Array): void {
    impulse[at] += amount;
    if (modes[i] !== SLIP || at !== i * dimension + tangents) return;
    for (let k = 0; k < tangents; k++) impulse[i * dimension + k] -= friction[i] * amount * direction[i * tangents + k];
  }

  /** A: what each unknown does to the component of each. */
  function writeMatrix({ modes, direction }: Rates, n: number): void {
    for (let u = 0; u < n; u++) {
      const [i, at] = [contactOf[u], component[u]];
      const tangent = i * dimension;
      const slips = modes[i] === SLIP && friction[i] > 0;
      const first = slips ? friction[i] * direction[i * tangents] : 0;
      const second = slips && tangents === 2 ? friction[i] * direction[2 * i + 1] : 0;
      for (let r = 0; r < n; r++) {
        const row = component[r] * size;
        let sum = mobility[row + at];
        if (slips) {
          sum -= first * mobility[row + tangent];
          if (tangents === 2) sum -= second * mobility[row + tangent + 1];
        }
        matrix[r * n + u] = sum;
      }
    }
  }

  /** Whether anything is known. */
  function writeKnown(rates: Rates): boolean {
    let any = false;
    for (let k = 0; k < size; k++) known[k] = 0;
    for (let i = 0; i < count; i++) {
      if (rates.modes[i] === IDLE || Number.isNaN(rates.given[i])) continue;
      push(rates, i, i * dimension + tangents, rates.given[i], known);
      any = true;
    }
    return any;
  }

  /** The right sides; the largest of them. */
  function writeRight({ slope }: Rates, n: number, knows: boolean): number {
    let largest = 0;
    for (let r = 0; r < n; r++) {
      const row = component[r];
      let sum = row % dimension === tangents ? slope[contactOf[r]] : 0;
      if (knows) for (let j = 0; j < size; j++) if (known[j] !== 0) sum -= mobility[row * size + j] * known[j];
      right[r] = sum;
      largest = Math.max(largest, Math.abs(sum));
    }
    return largest;
  }

  function writeImpulse(rates: Rates, softness: number): boolean {
    const n = numberUnknowns(rates);
    patience.left -= workOf(n);
    if (patience.left < 0) throw new OutOfPatience();
    writeMatrix(rates, n);
    const largest = writeRight(rates, n, writeKnown(rates));
    const solved = largest === 0 || n === 0 ? zero(n) : rounds.solve(n, softness, largest);
    for (let k = 0; k < size; k++) rates.impulse[k] = known[k];
    for (let u = 0; u < n; u++) push(rates, contactOf[u], component[u], x[u], rates.impulse);
    return solved;
  }

  function solve(rates: Rates, softness: number): boolean {
    const solved = writeImpulse(rates, softness);
    rates.velocity.fill(0);
    addResponse(system, rates.impulse, rates.velocity);
    return solved;
  }

  function zero(n: number): true {
    x.fill(0, 0, n);
    return true;
  }

  return { solve, solveImpulse: (rates) => writeImpulse(rates, 0) };
}

const LEFT = 0;
const MAGNITUDE = 1;

/** The rounds of the header on A x = rhs, whose arrays it owns. */
function createRounds(size: number, weightOf: (unknown: number) => number) {
  /** A and rhs, to be filled in, and x. */
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  const x = new Float64Array(size);
  const factors = new Float64Array(size * size);
  const pivots = new Int32Array(size);
  const rest = new Float64Array(size);
  /** What is left of the right side, and the largest sum of magnitudes that it was taken from. */
  const reached = new Float64Array(2);

  function begin(n: number): void {
    for (let u = 0; u < n; u++) {
      x[u] = 0;
      rest[u] = right[u];
    }
  }

  function factor(n: number, softness: number): boolean {
    for (let k = 0; k < n * n; k++) factors[k] = matrix[k];
    for (let u = 0; u < n; u++) factors[u * n + u] += softness / weightOf(u);
    return luFactor(factors, n, pivots);
  }

  /** One round on what is left of the right side. */
  function round(n: number): void {
    luSolve(factors, n, pivots, rest);
    for (let u = 0; u < n; u++) x[u] += rest[u];
    let left = 0;
    let magnitude = 0;
    for (let r = 0; r < n; r++) {
      let sum = right[r];
      let size = Math.abs(sum);
      for (let u = 0; u < n; u++) {
        const term = matrix[r * n + u] * x[u];
        sum -= term;
        size += Math.abs(term);
      }
      rest[r] = sum;
      left = Math.max(left, Math.abs(sum));
      magnitude = Math.max(magnitude, size);
    }
    reached[LEFT] = left;
    reached[MAGNITUDE] = magnitude;
  }

  const isExact = () => reached[LEFT] <= Math.max(EXACT * reached[MAGNITUDE], ROUNDED);

  /** Whether rounds take nothing of what is left: what they add to x is in proportion to D^-1 of it, and A makes nothing of that. */
  function isContradiction(n: number): boolean {
    const most = Math.max(REACHED * reached[LEFT], EXACT * reached[MAGNITUDE]);
    for (let r = 0; r < n; r++) {
      let sum = 0;
      for (let u = 0; u < n; u++) sum += matrix[r * n + u] * weightOf(u) * rest[u];
      if (Math.abs(sum) > most) return false;
    }
    return true;
  }

  function solve(n: number, softness: number, largest: number): boolean {
    if (softness > 0) return solveSoftly(n, softness);
    begin(n);
    reached[LEFT] = largest;
    reached[MAGNITUDE] = largest;
    for (let stage = 0; stage < SOFTNESSES.length; stage++) {
      if (!factor(n, SOFTNESSES[stage])) return false;
      for (let k = 0; k < MOST_ROUNDS && !isExact(); k++) {
        const before = reached[LEFT];
        round(n);
        if (!(reached[LEFT] <= GAINS * before)) break;
      }
      if (isExact()) return true;
      if (reached[LEFT] <= SOLVED * largest && isContradiction(n)) return true;
    }
    if (reached[LEFT] <= SOLVED * largest) return true;
    // What the stiff ones run off to is the rounding's; soft ones say as well who is wrong, and to all digits.
    solveSoftly(n, SOFTNESSES[0]);
    return false;
  }

  function solveSoftly(n: number, softness: number): boolean {
    begin(n);
    if (!factor(n, softness)) return false;
    round(n);
    return true;
  }

  return { matrix, right, x, solve };
}
