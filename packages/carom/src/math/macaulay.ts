/**
 * All isolated real roots of n quadratic equations in n unknowns, n = 2 or 3, without starting points.
 *
 * The first unknown is hidden in the coefficients and the others are made homogeneous with one unknown more, x = (u2, ..., un, 1): n forms
 * of degree 2 in n unknowns, whose coefficients are polynomials in u1. Take all monomials of degree n + 1 in x (4 of them for n = 2, 15 for
 * n = 3). Each belongs to the first unknown whose square divides it, x_k say; its row is form k times monomial / x_k^2, written out in the
 * same monomials. At a root of the system the vector of all monomials is a null vector of the matrix of these rows:
 *
 *     (lambda^2 M2 + lambda M1 + M0) nu = 0,     u1 = lambda,     x_i : x_j = nu[x_i x_j^n] : nu[x_j^(n+1)]
 *
 * a quadratic eigenvalue problem, solved as a linear one of twice the size. Besides the roots it has infinite and spurious eigenvalues, so
 * every candidate is refined by Newton's method on the equations themselves and kept only if it solves them.
 *
 * Roots with the same u1 would share an eigenvalue and mix their vectors, and special coefficients can make the matrix singular for every
 * u1: unknowns and equations are turned by fixed pseudo-random rotations first, so that neither happens but by design.
 *
 * There are at most 2^n isolated roots. A double root is reported once, to about half the digits. Roots at infinity are not reported. Where
 * the roots form a curve the matrix is singular for every u1, and the answer is undefined.
 *
 * Letters: u unknowns, F equations, M2 M1 M0 the matrix by powers of u1, nu vector of monomials.
 * Source: 004 appendix B (eq. B.1-B.20); Macaulay (1902); the rotations and the shift are ours.
 */
import { InvalidInputError } from "../errors.js";
import { type FiniteEigenvalues, generalisedEigenvalues, nearestNullVector } from "./eigenvalues.js";
import { createRandom } from "./random.js";
import { solve2, solve3 } from "./solve.js";

/** u . square u + linear . u + constant. */
export interface Quadratic {
  /** By rows; only its symmetric part counts. */
  readonly square: readonly (readonly number[])[];
  /** Coefficients of x, y, ... in the order of the unknowns. */
  readonly linear: readonly number[];
  /** The term without unknowns. */
  readonly constant: number;
}

/** Rotations that are tried: the roots of all of them are put together. */
const TURNS = 2;
const SEED = 20_240;
/** Shifts tried before a matrix is called singular for all of them. */
const SHIFTS = 4;

/**
 * Every isolated real solution of the system, in ascending order of the first unknown that tells them apart; undefined where the roots are
 * not isolated.
 */
export function quadraticSystemRoots(equations: readonly Quadratic[]): number[][] | undefined {
  const count = equations.length;
  check(equations);
  const scaled = equations.map(scaledToOne);
  const random = createRandom(SEED);
  const roots: number[][] = [];
  let regular = false;
  for (let turn = 0; turn < TURNS; turn++) {
    const axes = randomRotation(count, random);
    const mixed = mix(
      randomRotation(count, random),
      scaled.map((equation) => hideFirst(turned(equation, axes))),
    );
    const candidates = candidatesOf(mixed, random);
    if (candidates === undefined) continue;
    regular = true;
    for (const { lambda, vector } of candidates) {
      const hidden = [lambda, ...vector.slice(0, count - 1).map((value) => value / vector[count - 1])];
      const start = axes.map((row) => row.reduce((sum, value, k) => sum + value * hidden[k], 0));
      if (!start.every(Number.isFinite)) continue;
      const root = refine((u) => evaluateSystem(scaled, u), start);
      if (root !== undefined && !roots.some((known) => isSame(known, root))) roots.push(root);
    }
  }
  return regular ? roots.sort(byFirstDifference) : undefined;
}

function check(equations: readonly Quadratic[]): void {
  const count = equations.length;
  if (count !== 2 && count !== 3) throw new InvalidInputError("equations", count, "is not 2 or 3");
  equations.forEach(({ square, linear, constant }, k) => {
    const numbers = [...square.flat(), ...linear, constant];
    if (square.length !== count || square.some((row) => row.length !== count) || linear.length !== count)
      throw new InvalidInputError(`equations[${k}]`, numbers, `is not a quadratic in ${count} unknowns`);
    if (!numbers.every(Number.isFinite)) throw new InvalidInputError(`equations[${k}]`, numbers, "does not hold finite numbers only");
    if (numbers.every((value) => value === 0))
      throw new InvalidInputError(`equations[${k}]`, numbers, "is zero for every value of the unknowns");
  });
}

/** With the largest coefficient 1 and a symmetric square. */
function scaledToOne({ square, linear, constant }: Quadratic): Quadratic {
  const halved = symmetric(square);
  const largest = Math.max(...halved.flat().map(Math.abs), ...linear.map(Math.abs), Math.abs(constant));
  return {
    square: halved.map((row) => row.map((value) => value / largest)),
    linear: linear.map((value) => value / largest),
    constant: constant / largest,
  };
}

function symmetric(rows: Rows): number[][] {
  return rows.map((row, i) => row.map((value, j) => 0.5 * value + 0.5 * rows[j][i]));
}

/** An orthogonal matrix by rows, from vectors with uniform components. */
function randomRotation(size: number, random: () => number): number[][] {
  const rows: number[][] = [];
  while (rows.length < size) {
    const row = Array.from({ length: size }, () => 2 * random() - 1);
    for (const other of rows) {
      const along = other.reduce((sum, value, k) => sum + value * row[k], 0);
      for (let k = 0; k < size; k++) row[k] -= along * other[k];
    }
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    // A short remainder would be a poor direction.
    if (length > 0.3) rows.push(row.map((value) => value / length));
  }
  return rows;
}

/** The equation in the unknowns w, u = axes w. */
function turned({ square, linear, constant }: Quadratic, axes: Rows): Quadratic {
  return { square: turnedSquare(square, axes), linear: linear.map((_, j) => along(axes, linear, j)), constant };
}

function turnedSquare(square: Rows, axes: Rows): number[][] {
  const half = square.map((row) => row.map((_, j) => along(axes, row, j)));
  return square.map((_, i) =>
    square.map((_, j) =>
      along(
        axes,
        half.map((row) => row[j]),
        i,
      ),
    ),
  );
}

/** Column j of the axes times the vector. */
function along(axes: Rows, vector: readonly number[], j: number): number {
  return axes.reduce((sum, row, i) => sum + row[j] * vector[i], 0);
}

type Rows = readonly (readonly number[])[];

/**
 * A quadratic form x . F x whose coefficients depend on the hidden unknown: F = powers[0] + u1 powers[1] + u1^2 powers[2], all symmetric.
 */
interface HiddenForm {
  readonly powers: readonly Rows[];
}

/** The equation as a form in x = (u2, ..., un, 1). */
function hideFirst({ square, linear, constant }: Quadratic): HiddenForm {
  const count = linear.length;
  const powers = [0, 1, 2].map(() => linear.map(() => linear.map(() => 0)));
  const one = count - 1;
  powers[2][one][one] = square[0][0];
  powers[1][one][one] = linear[0];
  powers[0][one][one] = constant;
  for (let i = 1; i < count; i++) {
    powers[1][i - 1][one] = powers[1][one][i - 1] = square[0][i];
    powers[0][i - 1][one] = powers[0][one][i - 1] = 0.5 * linear[i];
    for (let j = 1; j < count; j++) powers[0][i - 1][j - 1] = square[i][j];
  }
  return { powers: powers };
}

function mix(weights: Rows, forms: readonly HiddenForm[]): HiddenForm[] {
  return weights.map((row) => ({
    powers: forms[0].powers.map((rows, power) =>
      rows.map((line, i) => line.map((_, j) => row.reduce((sum, weight, k) => sum + weight * forms[k].powers[power][i][j], 0))),
    ),
  }));
}

/** Powers of the unknowns x. */
type Monomial = readonly number[];

function monomials(unknowns: number, degree: number): Monomial[] {
  if (unknowns === 1) return [[degree]];
  const all: Monomial[] = [];
  for (let power = degree; power >= 0; power--) for (const rest of monomials(unknowns - 1, degree - power)) all.push([power, ...rest]);
  return all;
}

/** Macaulay's matrix by powers of the hidden unknown: M0, M1, M2. */
interface Macaulay {
  readonly size: number;
  readonly columns: readonly Monomial[];
  readonly powers: readonly [Float64Array, Float64Array, Float64Array];
}

function macaulayMatrix(forms: readonly HiddenForm[]): Macaulay {
  const count = forms.length;
  const columns = monomials(count, count + 1);
  const size = columns.length;
  const place = new Map(columns.map((monomial, at) => [monomial.join(), at]));
  const powers = [new Float64Array(size * size), new Float64Array(size * size), new Float64Array(size * size)] as const;
  columns.forEach((monomial, row) => {
    const owner = monomial.findIndex((power) => power >= 2);
    const factor = monomial.map((power, k) => (k === owner ? power - 2 : power));
    forms[owner].powers.forEach((rows, power) => {
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          const product = [...factor];
          product[i]++;
          product[j]++;
          powers[power][row * size + place.get(product.join())!] += rows[i][j];
        }
      }
    });
  });
  return { size, columns, powers };
}

/** An eigenvalue whose imaginary part is below this, relative to its size plus one, may belong to a multiple real root. */
const NEARLY_REAL = 1e-3;

/** A hidden unknown and, up to a factor, the homogeneous ones. */
interface Candidate {
  readonly lambda: number;
  readonly vector: readonly number[];
}

/** Places where a root may be; undefined if the matrix is singular everywhere. */
function candidatesOf(forms: readonly HiddenForm[], random: () => number): Candidate[] | undefined {
  const matrix = macaulayMatrix(forms);
  const found = eigenvaluesOf(matrix, random);
  if (found === undefined) return undefined;
  const { size, powers } = matrix;
  const candidates: Candidate[] = [];
  found.real.forEach((value, k) => {
    if (Math.abs(found.imaginary[k]) > NEARLY_REAL * (1 + Math.abs(value)) || found.imaginary[k] < 0) return;
    const monomial = nearestNullVector(
      powers[0].map((entry, at) => entry + value * (powers[1][at] + value * powers[2][at])),
      size,
    );
    candidates.push({ lambda: value, vector: unknownsOf(matrix, monomial) });
  });
  return candidates;
}

/** The unknowns from their monomials of highest degree, compared with the largest pure power. */
function unknownsOf({ columns }: Macaulay, vector: Float64Array): number[] {
  const count = columns[0].length;
  const unknowns = Array.from({ length: count }, (_, k) => k);
  const place = (i: number, j: number) =>
    columns.findIndex((monomial) => monomial.every((power, k) => power === (k === j ? count : 0) + (k === i ? 1 : 0)));
  const largest = unknowns.reduce((best, k) => (Math.abs(vector[place(k, k)]) > Math.abs(vector[place(best, best)]) ? k : best), 0);
  return unknowns.map((k) => vector[place(k, largest)] / vector[place(largest, largest)]);
}

/** The eigenvalues of the quadratic problem, from the pair [0 I; -M0 -M1], [I 0; 0 M2] that acts on (nu, lambda nu). */
function eigenvaluesOf({ size, powers }: Macaulay, random: () => number): FiniteEigenvalues | undefined {
  const twice = 2 * size;
  const a = new Float64Array(twice * twice);
  const b = new Float64Array(twice * twice);
  for (let i = 0; i < size; i++) {
    a[i * twice + size + i] = 1;
    b[i * twice + i] = 1;
    for (let j = 0; j < size; j++) {
      a[(size + i) * twice + j] = -powers[0][i * size + j];
      a[(size + i) * twice + size + j] = -powers[1][i * size + j];
      b[(size + i) * twice + size + j] = powers[2][i * size + j];
    }
  }
  for (let attempt = 0; attempt < SHIFTS; attempt++) {
    const found = generalisedEigenvalues(a, b, twice, 2 * random() - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Newton halves the distance to a double root in each step. */
const MOST_NEWTON_STEPS = 60;
/** A step this small, relative to the unknowns plus one, ends the refinement. */
const SETTLED = 1e-15;
/** A residual below this fraction of its terms is a root: at the place of a double root found to 1e-8, it is 1e-16. */
const SOLVED = 1e-13;

/** Values and gradients of all equations, and the largest value relative to what its terms come to for unknowns of this size. */
interface Evaluation {
  readonly residuals: readonly number[];
  readonly gradients: readonly (readonly number[])[];
  readonly relative: number;
}

function refine(evaluate: (u: readonly number[]) => Evaluation, start: readonly number[]): number[] | undefined {
  let u = [...start];
  let best: number[] | undefined;
  let least = SOLVED;
  for (let k = 0; k < MOST_NEWTON_STEPS; k++) {
    const { residuals, gradients, relative } = evaluate(u);
    if (relative < least || (best === undefined && relative <= least)) {
      best = u;
      least = relative;
    } else if (best !== undefined) break;
    const step = solveSmall(gradients, residuals);
    if (step === undefined) break;
    u = u.map((value, i) => value - step[i]);
    if (!u.every(Number.isFinite)) return best;
    const moved = Math.max(...step.map(Math.abs)) / (1 + Math.max(...u.map(Math.abs)));
    if (moved < SETTLED) {
      const last = evaluate(u).relative;
      return last <= least ? u : best;
    }
  }
  return best;
}

function evaluateSystem(equations: readonly Quadratic[], u: readonly number[]): Evaluation {
  const size = Math.max(...u.map(Math.abs));
  let relative = 0;
  const residuals: number[] = [];
  const gradients = equations.map(({ square, linear, constant }) => {
    let value = constant;
    let terms = Math.abs(constant);
    const gradient = square.map((row, i) => {
      const product = row.reduce((sum, entry, j) => sum + entry * u[j], 0);
      value += (product + linear[i]) * u[i];
      terms += (row.reduce((sum, entry) => sum + Math.abs(entry), 0) * size + Math.abs(linear[i])) * size;
      return 2 * product + linear[i];
    });
    residuals.push(value);
    if (terms > 0) relative = Math.max(relative, Math.abs(value) / terms);
    return gradient;
  });
  return { residuals, gradients, relative };
}

function solveSmall(rows: readonly (readonly number[])[], b: readonly number[]): readonly number[] | undefined {
  if (rows.length === 2) return solve2([rows[0][0], rows[0][1], rows[1][0], rows[1][1]], [b[0], b[1]]);
  const [r, s, t] = rows;
  return solve3([r[0], r[1], r[2], s[0], s[1], s[2], t[0], t[1], t[2]], [b[0], b[1], b[2]]);
}

/** Distance, relative to the size plus one, at which two roots are one: what is left of a double root, not less. */
const SAME = 1e-6;

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, i) => Math.abs(value - b[i]) <= SAME * (1 + Math.max(...a.map(Math.abs))));
}

function byFirstDifference(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    if (Math.abs(a[i] - b[i]) > SAME * (1 + Math.abs(a[i]))) return a[i] - b[i];
  }
  return 0;
}
