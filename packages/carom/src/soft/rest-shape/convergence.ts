/**
 * Whether the fixed-point iteration converges, how fast, and with what relaxation: from the Jacobian J of beta at the solution.
 *
 * The iteration with relaxation r has the Jacobian (1 - r) I + r J. Its asymptotic rate is the spectral radius, max |1 - r + r lambda| over
 * the eigenvalues of J, which need not be real. For real extreme eigenvalues low and high:
 *
 *     1   high >= 1                     no r in (0, 1] converges
 *     2   0 <= high < 1, low >= -high   best r = 1, rate high; every r converges
 *     3   low < -high                   best r = 2 / (2 - low - high), rate (high - low) / (2 - low - high)
 *         3a  low > -1   every r        3b  low <= -1   only r < 2 / (1 - low)
 *
 * and for any eigenvalue r < 2 (1 - Re lambda) / |1 - lambda|^2, which needs Re lambda < 1. Norms below 1 are sufficient, not necessary: in
 * the 1- and infinity-norm, with k_i the sum of magnitudes off the diagonal of column (row) i, a = max(k_i + J_ii) and b = max over J_jj <
 * 0 of (k_j - J_jj), the norm is max(1 + r (a - 1), r (b + 1) - 1).
 *
 * The source takes the first for the 2-norm, which it is not: J is far from symmetric. The 2-norm here is the largest singular value.
 *
 * Letters: J jacobian of beta (with s = rho / E in it), r relaxation.  Source: 000 (6.49)-(6.60), corrected.
 */
import { eigenvalues } from "../../math/eigenvalues.js";
import type { LinearMap } from "../../math/sparse/conjugate-gradients.js";
import { arnoldiEigenvalues } from "../../math/sparse/gmres.js";
import { shapeDerivative, shapeDerivativeTransposed } from "./forces.js";
import { onAllNodes, onFree, restNodes, type SagProblem, weightAt } from "./problem.js";
import { type LinearSolver, stiffnessSolver } from "./stiffness-solver.js";

/** The source's cases of the spectrum, by its numbers. */
export type RelaxationCase = "1" | "2" | "3a" | "3b";

/** What a rate or a norm, as a function of the relaxation, says. */
export interface RelaxationVerdict {
  /** Of the tables above. */
  readonly case: RelaxationCase;
  /** Every relaxation below this (and at most 1) converges; 0: none does. */
  readonly admissible: number;
  /** The best relaxation, and the rate or norm there; absent in case 1. */
  readonly best?: { readonly relaxation: number; readonly rate: number };
  /** The rate or norm without relaxation, r = 1. */
  readonly plain: number;
}

/** What a norm says of the convergence. */
export interface NormBound extends RelaxationVerdict {
  /** The largest k_i + J_ii. */
  readonly a: number;
  /** Absent where no diagonal entry is negative. */
  readonly b?: number;
}

/** Rate and norms of (1 - r) I + r J at one relaxation r. */
export interface AtRelaxation {
  /** r. */
  readonly relaxation: number;
  /** The spectral radius: what decides. */
  readonly rate: number;
  /** Largest singular value; absent, as the others, above the size at which J is formed. */
  readonly norm2?: number;
  /** Largest sum over a column. */
  readonly norm1?: number;
  /** Largest sum over a row. */
  readonly normInfinity?: number;
}

/** Whether and how fast the source's iteration converges. */
export interface ConvergenceAnalysis {
  /** Extreme real parts and largest modulus of the eigenvalues of J. */
  readonly highest: number;
  /** Lowest real part. */
  readonly lowest: number;
  /** Largest modulus. */
  readonly spectralRadius: number;
  /** Whether some have an imaginary part that counts. */
  readonly isComplex: boolean;
  /** Whether they are all there are, or the outer ones, found by Arnoldi. */
  readonly isComplete: boolean;
  /** The asymptotic rate, from the eigenvalues. */
  readonly rate: RelaxationVerdict;
  /** Largest singular value of J. */
  readonly norm2: number;
  /** Bounds by norms; absent above the size at which J is formed. */
  readonly norm1?: NormBound;
  /** The same by the largest sum over a row. */
  readonly normInfinity?: NormBound;
  /** Rate and norms at relaxations from 0.05 to 1. */
  readonly relaxations: readonly AtRelaxation[];
}

/** How closely the spectrum is looked at. */
export interface AnalysisOptions {
  /** Most unknowns for which J is formed and all its eigenvalues are computed. Default 240. */
  readonly mostFormed?: number;
  /** Vectors of Arnoldi's process above that. Most of them; default 60. */
  readonly arnoldiSteps?: number;
  /** Default `factorisation`. */
  readonly linearSolver?: LinearSolver;
}

/** J at a displacement of the free unknowns, as a map, and its transpose. */
export interface BetaJacobian {
  /** Unknowns. */
  readonly size: number;
  /** J times a vector. */
  readonly map: LinearMap;
  /** J^T times a vector. */
  readonly transposed: LinearMap;
}

/** J, the derivative of the source's iteration, at a displacement of the free unknowns. */
export function betaJacobian(problem: SagProblem, displacement: Float64Array, linearSolver?: LinearSolver): BetaJacobian {
  const nodes = restNodes(problem, displacement);
  const solve = stiffnessSolver(problem, nodes, linearSolver);
  const image = onAllNodes(problem, solve.solve(onFree(problem, weightAt(problem, nodes))));
  const all = new Float64Array(nodes.length);
  return {
    size: problem.free.length,
    map(x, out) {
      shapeDerivative(problem, nodes, image, onAllNodes(problem, x), all);
      solve.nearby(onFree(problem, all), out);
    },
    transposed(y, out) {
      solve.nearby(y, out);
      shapeDerivativeTransposed(problem, nodes, image, onAllNodes(problem, out), all);
      onFree(problem, all, out);
    },
  };
}

/** Looks at the derivative of the source's iteration at a displacement of the free unknowns. */
export function analyseConvergence(problem: SagProblem, displacement: Float64Array, options: AnalysisOptions = {}): ConvergenceAnalysis {
  const { mostFormed = 240, arnoldiSteps = 60, linearSolver } = options;
  const jacobian = betaJacobian(problem, displacement, linearSolver);
  const { size } = jacobian;
  const isComplete = size <= mostFormed;
  const dense = isComplete ? formed(jacobian) : undefined;
  const values = dense === undefined ? arnoldiEigenvalues(jacobian.map, size, arnoldiSteps) : eigenvalues(dense, size);
  let highest = -Infinity;
  let lowest = Infinity;
  let spectralRadius = 0;
  let widest = 0;
  for (let i = 0; i < values.real.length; i += 1) {
    highest = Math.max(highest, values.real[i]);
    lowest = Math.min(lowest, values.real[i]);
    widest = Math.max(widest, Math.abs(values.imaginary[i]));
    spectralRadius = Math.max(spectralRadius, Math.sqrt(values.real[i] * values.real[i] + values.imaginary[i] * values.imaginary[i]));
  }
  return {
    highest,
    lowest,
    spectralRadius,
    isComplex: widest > 1e-6 * spectralRadius,
    isComplete,
    rate: rateVerdict(values.real, values.imaginary),
    norm2: largestSingularValue(jacobian, arnoldiSteps),
    ...(dense === undefined ? {} : { norm1: normBound(dense, size, "columns"), normInfinity: normBound(dense, size, "rows") }),
    relaxations: Array.from({ length: RELAXATIONS }, (_, i) => {
      const relaxation = (i + 1) / RELAXATIONS;
      const rate = rateAt(values.real, values.imaginary, relaxation);
      return { relaxation, rate, ...(dense === undefined ? {} : normsAt(dense, size, relaxation, arnoldiSteps)) };
    }),
  };
}

/** How many relaxations are looked at. */
const RELAXATIONS = 20;

/** The norms of (1 - r) I + r J from their definitions. */
function normsAt(dense: Float64Array, size: number, r: number, steps: number): Required<Omit<AtRelaxation, "relaxation" | "rate">> {
  const relaxed = dense.map((value, at) => r * value + (at % (size + 1) === 0 ? 1 - r : 0));
  const columns = new Float64Array(size);
  const rows = new Float64Array(size);
  for (let at = 0; at < relaxed.length; at += 1) {
    columns[at % size] += Math.abs(relaxed[at]);
    rows[Math.floor(at / size)] += Math.abs(relaxed[at]);
  }
  const map: LinearMap = (x, out) => {
    for (let i = 0; i < size; i += 1) {
      let sum = 0;
      for (let j = 0; j < size; j += 1) sum += relaxed[i * size + j] * x[j];
      out[i] = sum;
    }
  };
  const transposed: LinearMap = (x, out) => {
    out.fill(0);
    for (let i = 0; i < size; i += 1) for (let j = 0; j < size; j += 1) out[j] += relaxed[i * size + j] * x[i];
  };
  const largest = (sums: Float64Array): number => sums.reduce((most, value) => Math.max(most, value), 0);
  return { norm2: largestSingularValue({ size, map, transposed }, steps), norm1: largest(columns), normInfinity: largest(rows) };
}

/** Spectral radius of (1 - r) I + r J, from the eigenvalues of J. */
function rateAt(real: ArrayLike<number>, imaginary: ArrayLike<number>, r: number): number {
  let most = 0;
  for (let i = 0; i < real.length; i += 1) {
    const x = 1 - r + r * real[i];
    const y = r * imaginary[i];
    most = Math.max(most, Math.sqrt(x * x + y * y));
  }
  return most;
}

function formed({ size, map }: BetaJacobian): Float64Array {
  const dense = new Float64Array(size * size);
  const unit = new Float64Array(size);
  const column = new Float64Array(size);
  for (let j = 0; j < size; j += 1) {
    unit[j] = 1;
    map(unit, column);
    unit[j] = 0;
    for (let i = 0; i < size; i += 1) dense[i * size + j] = column[i];
  }
  return dense;
}

/**
 * The case table for eigenvalues. Complex ones narrow what is admissible, the best rate is searched, and cases 2 and 3a tell whether it is
 * that of r = 1.
 */
export function rateVerdict(real: ArrayLike<number>, imaginary: ArrayLike<number>): RelaxationVerdict {
  const rate = (r: number): number => rateAt(real, imaginary, r);
  let high = -Infinity;
  let low = Infinity;
  let limit = Infinity;
  let isReal = true;
  for (let i = 0; i < real.length; i += 1) {
    high = Math.max(high, real[i]);
    low = Math.min(low, real[i]);
    if (imaginary[i] !== 0) isReal = false;
    const gap = 1 - real[i];
    limit = Math.min(limit, (2 * gap) / (gap * gap + imaginary[i] * imaginary[i]));
  }
  const plain = rate(1);
  if (high >= 1) return { case: "1", admissible: 0, plain };
  const admissible = Math.min(1, limit);
  const relaxation = isReal ? Math.min(1, 2 / (2 - low - high)) : bestRelaxation(rate);
  const which: RelaxationCase = limit <= 1 ? "3b" : relaxation < 1 ? "3a" : "2";
  return { case: which, admissible, best: { relaxation, rate: rate(relaxation) }, plain };
}

/** A maximum of convex functions of r is convex: taking a third away again and again finds its least value. */
function bestRelaxation(rate: (relaxation: number) => number): number {
  let from = 0;
  let to = 1;
  for (let round = 0; round < 100; round += 1) {
    const a = from + (to - from) / 3;
    const b = to - (to - from) / 3;
    if (rate(a) < rate(b)) to = b;
    else from = a;
  }
  const found = (from + to) / 2;
  return rate(1) <= rate(found) ? 1 : found;
}

/** The case table for the 1-norm (columns) or the infinity-norm (rows) of (1 - r) I + r J. */
export function normBound(dense: ArrayLike<number>, size: number, sums: "rows" | "columns"): NormBound {
  let a = -Infinity;
  let b = -Infinity;
  for (let i = 0; i < size; i += 1) {
    let off = 0;
    for (let j = 0; j < size; j += 1) if (j !== i) off += Math.abs(sums === "rows" ? dense[i * size + j] : dense[j * size + i]);
    const own = dense[i * size + i];
    a = Math.max(a, off + own);
    if (own < 0) b = Math.max(b, off - own);
  }
  const hasB = b > -Infinity;
  const plain = Math.max(a, hasB ? b : -Infinity);
  const shared = { a, ...(hasB ? { b } : {}), plain };
  if (a >= 1) return { ...shared, case: "1", admissible: 0 };
  if (!hasB || b <= a) return { ...shared, case: "2", admissible: 1, best: { relaxation: 1, rate: a } };
  const best = { relaxation: 2 / (b - a + 2), rate: (a + b) / (b - a + 2) };
  return b < 1 ? { ...shared, case: "3a", admissible: 1, best } : { ...shared, case: "3b", admissible: 2 / (b + 1), best };
}

/** The root of the largest eigenvalue of J^T J. */
function largestSingularValue({ size, map, transposed }: BetaJacobian, steps: number): number {
  const image = new Float64Array(size);
  const { real } = arnoldiEigenvalues(
    (x, out) => {
      map(x, image);
      transposed(image, out);
    },
    size,
    steps,
  );
  return Math.sqrt(real.reduce((most, value) => Math.max(most, value), 0));
}
