/**
 * One path of a homotopy, from a root of the start system to one of the equations (homotopy.ts).
 *
 * Along dx/dt = -H_x^-1 H_t a step is predicted by a midpoint rule and corrected by Newton at the new t. It is halved where Newton takes
 * more than four rounds or runs away, and grows by half otherwise. Complex numbers are pairs of real arrays, and all of them are made once:
 * a path takes hundreds of steps.
 */
import { solveComplex } from "./complex-solve.js";
import type { ComplexRoot, Polynomial, StartSystem } from "./homotopy.js";

/** Unknowns beyond this are on the way to infinity. */
const INFINITE = 1e8;
const NEWTON_ROUNDS = 4;
const SHORTEST_STEP = 1e-10;

/** What a path is followed with. */
interface Tracker {
  readonly start: StartSystem;
  /** By which Newton may correct a prediction. */
  readonly most: number;
  readonly size: number;
  readonly targets: readonly Polynomial[];
  /** Values of p and q and the derivative of q; H_x and the right-hand sides to solve for. */
  readonly pRe: Float64Array;
  readonly pIm: Float64Array;
  readonly qRe: Float64Array;
  readonly qIm: Float64Array;
  readonly dqRe: Float64Array;
  readonly dqIm: Float64Array;
  readonly jacobianRe: Float64Array;
  readonly jacobianIm: Float64Array;
  readonly stepRe: Float64Array;
  readonly stepIm: Float64Array;
  readonly tangentRe: Float64Array;
  readonly tangentIm: Float64Array;
}

/**
 * Follows a start root, in place, to a root of the equations.
 *
 * @param most by which Newton may correct a prediction, of the size of the unknowns: a larger correction may lead to another path
 */
export function createTracker(equations: readonly Polynomial[], start: StartSystem, largestStep: number, most: number) {
  const size = equations.length;
  const tangentRe = new Float64Array(size);
  const tangentIm = new Float64Array(size);
  const tracker: Tracker = {
    start,
    most,
    size,
    targets: equations.map((equation) => equation.filter(({ coefficient }) => coefficient !== 0)),
    pRe: new Float64Array(size),
    pIm: new Float64Array(size),
    qRe: new Float64Array(size),
    qIm: new Float64Array(size),
    dqRe: new Float64Array(size),
    dqIm: new Float64Array(size),
    jacobianRe: new Float64Array(size * size),
    jacobianIm: new Float64Array(size * size),
    stepRe: new Float64Array(size),
    stepIm: new Float64Array(size),
    tangentRe,
    tangentIm,
  };
  const trial: ComplexRoot = { re: new Float64Array(size), im: new Float64Array(size) };

  return function follow(x: ComplexRoot): "finite" | "infinity" | "lost" {
    let t = 0;
    let step = largestStep;
    while (t < 1) {
      step = Math.min(step, 1 - t);
      const next = step === 1 - t ? 1 : t + step;
      let good = tangentAt(tracker, x, t);
      if (good) {
        for (let i = 0; i < size; i++) {
          trial.re[i] = x.re[i] + 0.5 * step * tangentRe[i];
          trial.im[i] = x.im[i] + 0.5 * step * tangentIm[i];
        }
        good = tangentAt(tracker, trial, 0.5 * (t + next));
      }
      if (good) {
        for (let i = 0; i < size; i++) {
          trial.re[i] = x.re[i] + step * tangentRe[i];
          trial.im[i] = x.im[i] + step * tangentIm[i];
        }
        good = correct(tracker, trial, next, NEWTON_ROUNDS) <= NEWTON_ROUNDS;
      }
      if (good) {
        x.re.set(trial.re);
        x.im.set(trial.im);
        t = next;
        if (x.re.some((part, i) => Math.abs(part) + Math.abs(x.im[i]) > INFINITE)) return "infinity";
        step = Math.min(1.5 * step, largestStep);
      } else {
        step *= 0.5;
        // The last stretch before a root at infinity or a multiple one cannot be walked in finite steps.
        if (step < SHORTEST_STEP) return x.re.some((part, i) => Math.abs(part) + Math.abs(x.im[i]) > 1e3) ? "infinity" : "lost";
      }
    }
    // Polished with p alone; rounding may keep the last step from shrinking further.
    correct(tracker, x, 1, 20);
    return "finite";
  };
}

/** p and its derivatives (into the matrix) and q at x. */
function evaluate(tracker: Tracker, { re, im }: ComplexRoot): void {
  const { jacobianRe, jacobianIm, size, targets, pRe, pIm } = tracker;
  jacobianRe.fill(0);
  jacobianIm.fill(0);
  for (let i = 0; i < size; i++) {
    let sumRe = 0;
    let sumIm = 0;
    for (const { coefficient, powers } of targets[i]) {
      // The derivative by x_k is the product without one factor x_k, times the power; k = size stands for the product itself.
      for (let k = 0; k <= size; k++) {
        if (k < size && powers[k] === 0) continue;
        let valueRe = coefficient * (k < size ? powers[k] : 1);
        let valueIm = 0;
        for (let j = 0; j < size; j++)
          for (let times = j === k ? 1 : 0; times < powers[j]; times++) {
            const next = valueRe * re[j] - valueIm * im[j];
            valueIm = valueRe * im[j] + valueIm * re[j];
            valueRe = next;
          }
        if (k === size) {
          sumRe += valueRe;
          sumIm += valueIm;
        } else {
          jacobianRe[i * size + k] += valueRe;
          jacobianIm[i * size + k] += valueIm;
        }
      }
    }
    pRe[i] = sumRe;
    pIm[i] = sumIm;
    evaluateStart(tracker, re[i], im[i], i);
  }
}

function evaluateStart(tracker: Tracker, x: number, y: number, i: number): void {
  const { start, qRe, qIm, dqRe, dqIm } = tracker;
  const { re, im } = start.roots[i];
  let valueRe = start.gammaRe[i];
  let valueIm = start.gammaIm[i];
  let slopeRe = 0;
  let slopeIm = 0;
  for (let k = 0; k < re.length; k++) {
    const a = x - re[k];
    const b = y - im[k];
    const nextSlope = slopeRe * a - slopeIm * b + valueRe;
    slopeIm = slopeRe * b + slopeIm * a + valueIm;
    slopeRe = nextSlope;
    const next = valueRe * a - valueIm * b;
    valueIm = valueRe * b + valueIm * a;
    valueRe = next;
  }
  qRe[i] = valueRe;
  qIm[i] = valueIm;
  dqRe[i] = slopeRe;
  dqIm[i] = slopeIm;
}

/** Turns the matrix of p into H_x at t. */
function mix(tracker: Tracker, t: number): void {
  const { jacobianRe, jacobianIm, size, dqRe, dqIm } = tracker;
  const back = (1 - t) * (1 - t);
  for (let i = 0; i < size * size; i++) {
    jacobianRe[i] *= 1 - back;
    jacobianIm[i] *= 1 - back;
  }
  for (let i = 0; i < size; i++) {
    jacobianRe[i * size + i] -= back * dqRe[i];
    jacobianIm[i * size + i] -= back * dqIm[i];
  }
}

/** dx/dt at (x, t) into `tangent`. */
function tangentAt(tracker: Tracker, x: ComplexRoot, t: number): boolean {
  const { jacobianRe, jacobianIm, size, pRe, pIm, qRe, qIm, tangentRe, tangentIm } = tracker;
  evaluate(tracker, x);
  mix(tracker, t);
  for (let i = 0; i < size; i++) {
    tangentRe[i] = -2 * (1 - t) * (pRe[i] + qRe[i]);
    tangentIm[i] = -2 * (1 - t) * (pIm[i] + qIm[i]);
  }
  return solveComplex(jacobianRe, jacobianIm, tangentRe, tangentIm, size);
}

/** Newton at fixed t; the number of rounds, or infinite where it does not settle. */
function correct(tracker: Tracker, x: ComplexRoot, t: number, rounds: number): number {
  const { jacobianRe, jacobianIm, size, pRe, pIm, qRe, qIm, stepRe, stepIm, most } = tracker;
  const back = (1 - t) * (1 - t);
  let last = Infinity;
  for (let round = 1; round <= rounds; round++) {
    evaluate(tracker, x);
    mix(tracker, t);
    for (let i = 0; i < size; i++) {
      stepRe[i] = -((1 - back) * pRe[i] - back * qRe[i]);
      stepIm[i] = -((1 - back) * pIm[i] - back * qIm[i]);
    }
    if (!solveComplex(jacobianRe, jacobianIm, stepRe, stepIm, size)) return Infinity;
    let change = 0;
    let largest = 1;
    for (let i = 0; i < size; i++) {
      x.re[i] += stepRe[i];
      x.im[i] += stepIm[i];
      change = Math.max(change, Math.abs(stepRe[i]) + Math.abs(stepIm[i]));
      largest = Math.max(largest, Math.abs(x.re[i]) + Math.abs(x.im[i]));
    }
    if (round === 1 && change > most * largest) return Infinity;
    if (!(change < 0.5 * last)) return change < 1e-12 * largest ? round : Infinity;
    if (change < 1e-9 * largest) return round;
    last = change;
  }
  return Infinity;
}
