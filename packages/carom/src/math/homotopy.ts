/**
 * All roots, real and complex, of a square system of polynomials, by homotopy continuation.
 *
 * A start system q with known roots is turned into the wanted one p, and every start root followed along its path from t = 0 to t = 1:
 *
 *     H(x, t) = (1 - (1 - t)^2) p(x) - (1 - t)^2 q(x) = 0,      q_i(x_i) = g_i (x_i - r_i1) (x_i - r_i2) ...
 *     dx/dt = -H_x^-1 H_t,      H_t = 2 (1 - t) (p + q)
 *
 * with as many factors of q_i as the degree of p_i.
 *
 * The product of the degrees is the number of paths and of roots, those at infinity counted (Bezout). A step is predicted by a midpoint
 * rule along the tangent and corrected by Newton at the new t (homotopy-path.ts).
 * A path that leaves for infinity has no finite root. At t = 1 roots are polished with p alone.
 *
 * The numbers g and r must be complex. With real ones the paths of two real roots can meet on the way and neither can be followed further;
 * with random complex ones no two paths meet, but for a set of choices of measure zero. They are drawn from a seed, so a system always
 * gives the same roots.
 *
 * The cost is the product of the degrees: a cross-check for small systems, not a solver for large ones. Unknowns should be of size one
 * (scale them first).
 *
 * Letters: H homotopy, p target, q start, g (gamma) and r its constants.
 * Source: 000 Algorithm 8, eq. (6.8)-(6.13); Sommese and Wampler, The numerical solution of systems of polynomials (2005), for the complex
 * constants.
 */
import { InvalidInputError } from "../errors.js";
import { cos, sin } from "./elementary.js";
import { createTracker } from "./homotopy-path.js";
import { createRandom } from "./random.js";

/** coefficient * x_0^powers[0] * x_1^powers[1] * ... */
export interface Monomial {
  /** What the powers are multiplied by. */
  readonly coefficient: number;
  /** One power for each unknown, whole and >= 0. */
  readonly powers: readonly number[];
}

/** The sum of its terms, to be zero. */
export type Polynomial = readonly Monomial[];

/** A root of a system of equations, one complex number for each unknown. */
export interface ComplexRoot {
  /** Real parts. */
  readonly re: Float64Array;
  /** Imaginary parts. */
  readonly im: Float64Array;
}

/** How closely paths are followed. */
export interface HomotopyOptions {
  /** Of the start system. Default 1. */
  readonly seed?: number;
  /** Largest step along a path, of its length 1. Default 0.05. */
  readonly largestStep?: number;
}

/** The roots that paths have ended in, and what became of the other paths. */
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

/** More paths than anybody waits for. */
const MOST_PATHS = 1 << 16;

/** All isolated complex roots of a system of polynomials, with as many equations as unknowns. */
export function homotopyRoots(equations: readonly Polynomial[], options: HomotopyOptions = {}): HomotopyRoots {
  const { largestStep: asked = 0.05 } = options;
  if (!(asked > 0 && asked <= 1)) throw new InvalidInputError("largestStep", asked, "is not above 0 and at most 1");
  const degrees = equations.map((equation, i) => checked(equation, i, equations.length));
  const paths = degrees.reduce((product, degree) => product * degree, 1);
  if (paths > MOST_PATHS) throw new InvalidInputError("equations", paths, `paths are more than ${MOST_PATHS}`);

  const start = startSystem(degrees, options.seed ?? 1);
  let best: HomotopyRoots | undefined;
  let largestStep = asked;
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
    if (!powers.every((power) => Number.isInteger(power) && power >= 0))
      throw new InvalidInputError(`equations[${index}]`, powers, "are not whole powers from 0 up");
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
export interface StartSystem {
  /** Real parts of the random factors, one for each equation. */
  readonly gammaRe: Float64Array;
  /** Imaginary parts of them. */
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
