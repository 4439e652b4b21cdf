/**
 * All roots, real and complex, of a square system of polynomials, by homotopy continuation.
 *
 * A start system q with known roots is turned into the wanted one p, and every start root followed along its path from t = 0 to t = 1:
 *
 *     H(x, t) = (1 - (1 - t)^2) p(x) - (1 - t)^2 q(x) = 0,      q_i(x_i) = g_i (x_i - r_i1) (x_i - r_i2) ...  (as many factors as the degree of p_i)
 *     dx/dt = -H_x^-1 H_t,      H_t = 2 (1 - t) (p + q)
 *
 * The product of the degrees is the number of paths and of roots, those at infinity counted (Bezout). A step is predicted by a midpoint rule along the
 * tangent and corrected by Newton at the new t; it is halved where Newton takes more than four rounds or runs away, and grows by half otherwise.
 * A path that leaves for infinity has no finite root. At t = 1 roots are polished with p alone.
 *
 * The numbers g and r must be complex. With real ones the paths of two real roots can meet on the way and neither can be followed further; with random
 * complex ones no two paths meet, but for a set of choices of measure zero. They are drawn from a seed, so a system always gives the same roots.
 *
 * The cost is the product of the degrees: a cross-check for small systems, not a solver for large ones. Unknowns should be of size one (scale them first).
 *
 * Letters: H homotopy, p target, q start, g (gamma) and r its constants.
 * Source: 000 Algorithm 8, eq. (6.8)-(6.13); Sommese and Wampler, The numerical solution of systems of polynomials (2005), for the complex constants.
 */
import { InvalidInputError } from "../errors.js";
import { solveComplex } from "./complex-solve.js";
import { cos, sin } from "./elementary.js";
import { createRandom } from "./random.js";

/** coefficient * x_0^powers[0] * x_1^powers[1] * ... */
export interface Monomial {
  readonly coefficient: number;
  /** One power for each unknown, whole and >= 0. */
  readonly powers: readonly number[];
}

/** The sum of its terms, to be zero. */
export type Polynomial = readonly Monomial[];

export interface ComplexRoot {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export interface HomotopyOptions {
  /** Of the start system. Default 1. */
  readonly seed?: number;
  /** Largest step along a path, of its length 1. Default 0.05. */
  readonly largestStep?: number;
}

export interface HomotopyRoots {
  /** Different ones, in the order in which their paths end. */
  readonly roots: readonly ComplexRoot[];
  /** Real parts of those whose imaginary part is rounding. */
  readonly real: readonly Float64Array[];
  /** Product of the degrees. */
  readonly paths: number;
  /** Paths that left for infinity. */
  readonly atInfinity: number;
  /** Paths that could not be followed to their end. */
  readonly lost: number;
}

/** Unknowns beyond this are on the way to infinity. */
const INFINITE = 1e8;
/** More paths than anybody waits for. */
const MOST_PATHS = 1 << 16;
const NEWTON_ROUNDS = 4;
const SHORTEST_STEP = 1e-10;

export function homotopyRoots(equations: readonly Polynomial[], options: HomotopyOptions = {}): HomotopyRoots {
  const degrees = equations.map((equation, i) => checked(equation, i, equations.length));
  const paths = degrees.reduce((product, degree) => product * degree, 1);
  if (paths > MOST_PATHS) throw new InvalidInputError("equations", paths, `paths are more than ${MOST_PATHS}`);

  const start = startSystem(degrees, options.seed ?? 1);
  let best: HomotopyRoots | undefined;
  let largestStep = options.largestStep ?? 0.05;
  let correction = 0.1;
  for (let round = 0; round < ROUNDS; round++) {
    const found = followAll(createTracker(equations, start, largestStep, correction), start, paths);
    if (best === undefined || found.roots.length > best.roots.length) best = found;
    // No two paths meet before their end: where two bring the same root, one has jumped to the other, or the root is a multiple one.
    if (found.roots.length + found.atInfinity + found.lost === paths) break;
    largestStep /= 4;
    correction /= 10;
  }
  return best as HomotopyRoots;
}

/** Times that all paths are followed, each more carefully than the one before, until no two of them bring the same root. */
const ROUNDS = 3;

function followAll(follow: ReturnType<typeof createTracker>, start: StartSystem, paths: number): HomotopyRoots {
  const roots: ComplexRoot[] = [];
  let atInfinity = 0;
  let lost = 0;
  for (let path = 0; path < paths; path++) {
    const root = startPoint(start, path);
    const end = follow(root);
    if (end === "infinity") atInfinity++;
    else if (end === "lost") lost++;
    else if (!roots.some((other) => same(other, root))) roots.push(root);
  }
  return { roots, real: roots.filter(isReal).map(({ re }) => re), paths, atInfinity, lost };
}

function checked(equation: Polynomial, index: number, size: number): number {
  let degree = 0;
  for (const { coefficient, powers } of equation) {
    if (!Number.isFinite(coefficient)) throw new InvalidInputError(`equations[${index}]`, coefficient, "is not a finite coefficient");
    if (powers.length !== size) throw new InvalidInputError(`equations[${index}]`, powers, `are not ${size} powers, one for each equation`);
    if (coefficient !== 0)
      degree = Math.max(
        degree,
        powers.reduce((sum, power) => sum + power, 0),
      );
  }
  if (degree === 0) throw new InvalidInputError(`equations[${index}]`, equation, "has no unknown");
  return degree;
}

function same(a: ComplexRoot, b: ComplexRoot): boolean {
  return a.re.every((_, i) => {
    const size = 1 + Math.abs(a.re[i]) + Math.abs(a.im[i]);
    return Math.abs(a.re[i] - b.re[i]) + Math.abs(a.im[i] - b.im[i]) < 1e-7 * size;
  });
}

const isReal = ({ re, im }: ComplexRoot): boolean => im.every((part, i) => Math.abs(part) < 1e-8 * (1 + Math.abs(re[i])));

/** q_i = gamma_i (x_i - r_i1) (x_i - r_i2) ... */
interface StartSystem {
  readonly gammaRe: Float64Array;
  readonly gammaIm: Float64Array;
  /** Per equation, the roots of its factor. */
  readonly roots: readonly ComplexRoot[];
}

function startSystem(degrees: readonly number[], seed: number): StartSystem {
  const random = createRandom(seed);
  const unit = () => 2 * Math.PI * random();
  const gamma = degrees.map(unit);
  return {
    gammaRe: Float64Array.from(gamma, cos),
    gammaIm: Float64Array.from(gamma, sin),
    // About evenly round a circle, so that no two are near each other.
    roots: degrees.map((degree) => {
      const first = unit();
      const angles = Array.from({ length: degree }, (_, k) => first + (2 * Math.PI * (k + 0.3 * random())) / degree);
      const radii = angles.map(() => 0.7 + 0.6 * random());
      return {
        re: Float64Array.from(angles, (angle, k) => radii[k] * cos(angle)),
        im: Float64Array.from(angles, (angle, k) => radii[k] * sin(angle)),
      };
    }),
  };
}

function startPoint({ roots }: StartSystem, path: number): ComplexRoot {
  const re = new Float64Array(roots.length);
  const im = new Float64Array(roots.length);
  let rest = path;
  roots.forEach((root, i) => {
    const which = rest % root.re.length;
    rest = (rest - which) / root.re.length;
    re[i] = root.re[which];
    im[i] = root.im[which];
  });
  return { re, im };
}

/**
 * Follows a start root, in place, to a root of the equations.
 *
 * @param most by which Newton may correct a prediction, of the size of the unknowns: a larger correction may lead to another path
 */
function createTracker(equations: readonly Polynomial[], start: StartSystem, largestStep: number, most: number) {
  const size = equations.length;
  const targets = equations.map((equation) => equation.filter(({ coefficient }) => coefficient !== 0));
  // Values and derivatives of p and q; H and the system to solve.
  const pRe = new Float64Array(size);
  const pIm = new Float64Array(size);
  const qRe = new Float64Array(size);
  const qIm = new Float64Array(size);
  const dqRe = new Float64Array(size);
  const dqIm = new Float64Array(size);
  const jacobianRe = new Float64Array(size * size);
  const jacobianIm = new Float64Array(size * size);
  const stepRe = new Float64Array(size);
  const stepIm = new Float64Array(size);
  const tangentRe = new Float64Array(size);
  const tangentIm = new Float64Array(size);
  const trial: ComplexRoot = { re: new Float64Array(size), im: new Float64Array(size) };

  /** p and its derivatives (into the matrix) and q at x. */
  function evaluate({ re, im }: ComplexRoot): void {
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
      evaluateStart(re[i], im[i], i);
    }
  }

  function evaluateStart(x: number, y: number, i: number): void {
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
  function mix(t: number): void {
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
  function tangentAt(x: ComplexRoot, t: number): boolean {
    evaluate(x);
    mix(t);
    for (let i = 0; i < size; i++) {
      tangentRe[i] = -2 * (1 - t) * (pRe[i] + qRe[i]);
      tangentIm[i] = -2 * (1 - t) * (pIm[i] + qIm[i]);
    }
    return solveComplex(jacobianRe, jacobianIm, tangentRe, tangentIm, size);
  }

  /** Newton at fixed t; the number of rounds, or infinite where it does not settle. */
  function correct(x: ComplexRoot, t: number, rounds: number): number {
    const back = (1 - t) * (1 - t);
    let last = Infinity;
    for (let round = 1; round <= rounds; round++) {
      evaluate(x);
      mix(t);
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

  return function follow(x: ComplexRoot): "finite" | "infinity" | "lost" {
    let t = 0;
    let step = largestStep;
    while (t < 1) {
      step = Math.min(step, 1 - t);
      const next = step === 1 - t ? 1 : t + step;
      let good = tangentAt(x, t);
      if (good) {
        for (let i = 0; i < size; i++) {
          trial.re[i] = x.re[i] + 0.5 * step * tangentRe[i];
          trial.im[i] = x.im[i] + 0.5 * step * tangentIm[i];
        }
        good = tangentAt(trial, 0.5 * (t + next));
      }
      if (good) {
        for (let i = 0; i < size; i++) {
          trial.re[i] = x.re[i] + step * tangentRe[i];
          trial.im[i] = x.im[i] + step * tangentIm[i];
        }
        good = correct(trial, next, NEWTON_ROUNDS) <= NEWTON_ROUNDS;
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
    correct(x, 1, 20);
    return "finite";
  };
}
