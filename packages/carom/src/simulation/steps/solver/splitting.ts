/**
 * Douglas-Rachford splitting with Anderson acceleration: slower than Newton's method and surer. One matrix, symmetric and positive
 * definite, serves all iterations.
 *
 *     P = proj_K(x)        z = R (P - x)        target = z - mu |z_t| n + b
 *     (M + J^T J / D) u = M u* + J^T y,   y = (target + R P + rho Q) / D,   D = R + rho
 *     F = 1.6 (y - J u / D - P),   x := x + F
 *
 * A fixed point obeys momentum (right) and the law (left) together. The acceleration takes the combination of the last differences that
 * makes F smallest, in X = sqrt(R) x; where F grows it forgets them.
 *
 * Source: Anderson, Iterative procedures for nonlinear integral equations, 1965; own study, dense contact section 4.
 */
import { addImpulse, rowTimes } from "./block.js";
import { contactVelocities, cutToCones, moveBy, projectOnCone } from "./cone.js";
import { assemble, type BlockMatrix, factor, solveFactored } from "./elimination.js";
import type { Foundation } from "./newton.js";
import { type StepProblem, speedCountOf } from "./problem.js";
import type { Elimination } from "./symbolic.js";
import { eliminationOf, MEMORY, type Workspace } from "./workspace.js";

/** R in S_n. */
const SCALE = 0.1;
const RELAXATION = 1.6;
/** F may grow by this before the differences are forgotten. */
const GROWTH = 1.5;
/** Of the trace of the Gram matrix: added to its diagonal. */
const REGULAR = 1e-10;

/** Iterations until the worst contact is as accurate as asked for. Returns the worst, m/s; leaves P in its cones. */
export function split(work: Workspace, problem: StepProblem, { eps, accuracy }: Foundation, iterations: number): number {
  const { slope, softness, normal, immobile, place, image, lastPlace, lastImage, impulse } = work;
  const size = 3 * problem.contactCount;
  const [elimination, matrix] = eliminationOf(work, problem);
  slope.fill(0, 0, 9 * problem.contactCount);
  for (let i = 0; i < problem.contactCount; i += 1)
    if (immobile[i] === 0) slope[9 * i] = slope[9 * i + 4] = slope[9 * i + 8] = 1 / (SCALE * normal[i] + eps * softness[i]);
  assemble(matrix, elimination, problem, slope);
  work.factorisations += 1;
  if (!factor(matrix, elimination)) return Number.POSITIVE_INFINITY;
  begin(work, problem, eps);
  momentumOf(work.momentum, problem);
  let known = 0;
  let next = 0;
  let lastSize = Number.POSITIVE_INFINITY;
  let worst = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    worst = iterate(work, problem, eps, elimination, matrix);
    if (worst <= accuracy) break;
    let square = 0;
    for (let k = 0; k < size; k += 1) square += image[k] * image[k];
    if (square > GROWTH * GROWTH * lastSize) known = 0;
    else if (iteration > 0) {
      remember(work, size, next, known);
      next = (next + 1) % MEMORY;
      known = Math.min(known + 1, MEMORY);
    }
    if (known === 0) next = 0;
    lastSize = square;
    for (let k = 0; k < size; k += 1) {
      lastPlace[k] = place[k];
      lastImage[k] = image[k];
      place[k] += image[k];
    }
    if (known > 0) accelerate(work, size, known);
  }
  for (let i = 0; i < problem.contactCount; i += 1) {
    if (immobile[i] === 1) continue;
    const root = Math.sqrt(SCALE * normal[i]);
    for (let k = 3 * i; k < 3 * i + 3; k += 1) impulse[k] = place[k] / root;
    projectOnCone(impulse, 3 * i, problem.friction[i]);
  }
  cutToCones(work, problem);
  moveBy(work, problem);
  return Number.isNaN(worst) ? Number.POSITIVE_INFINITY : worst;
}

/** X = sqrt(R) (P - (w + mu |w_t| n) / R) of the present P. */
function begin(work: Workspace, problem: StepProblem, eps: number): void {
  const { place, normal, softness, immobile, impulse: p, multiplier } = work;
  const { bound, friction, contactCount } = problem;
  moveBy(work, problem);
  const v = work.contactVelocity;
  for (let at = 0, i = 0; i < contactCount; i += 1, at += 3) {
    if (immobile[i] === 1) {
      place[at] = place[at + 1] = place[at + 2] = 0;
      continue;
    }
    const scale = SCALE * normal[i];
    const rho = eps * softness[i];
    const root = Math.sqrt(scale);
    const w0 = v[at] - bound[at] + rho * (p[at] - multiplier[at]);
    const w1 = v[at + 1] - bound[at + 1] + rho * (p[at + 1] - multiplier[at + 1]);
    const w2 = v[at + 2] - bound[at + 2] + rho * (p[at + 2] - multiplier[at + 2]) + friction[i] * Math.sqrt(w0 * w0 + w1 * w1);
    place[at] = root * (p[at] - w0 / scale);
    place[at + 1] = root * (p[at + 1] - w1 / scale);
    place[at + 2] = root * (p[at + 2] - w2 / scale);
  }
}

/** F of the present x, scaled, in `image`. Returns the largest R |F / 1.6|, m/s. */
function iterate(work: Workspace, problem: StepProblem, eps: number, elimination: Elimination, matrix: BlockMatrix): number {
  const { place, image, normal, softness, immobile, impulse: p, multiplier, force: y, momentum, speedStep, velocityStep } = work;
  const { bound, offset, friction, contactCount, jacobian } = problem;
  const width = speedCountOf(problem);
  for (let k = 0; k < width; k += 1) speedStep[k] = momentum[k];
  for (let at = 0, i = 0; i < contactCount; i += 1, at += 3) {
    if (immobile[i] === 1) {
      p[at] = p[at + 1] = p[at + 2] = 0;
      continue;
    }
    const scale = SCALE * normal[i];
    const rho = eps * softness[i];
    const root = Math.sqrt(scale);
    const x0 = place[at] / root;
    const x1 = place[at + 1] / root;
    const x2 = place[at + 2] / root;
    p[at] = x0;
    p[at + 1] = x1;
    p[at + 2] = x2;
    projectOnCone(p, at, friction[i]);
    const z0 = scale * (p[at] - x0);
    const z1 = scale * (p[at + 1] - x1);
    const z2 = scale * (p[at + 2] - x2) - friction[i] * Math.sqrt(z0 * z0 + z1 * z1);
    // Of v = J u + offset the solve knows J u.
    y[at] = (z0 + bound[at] - offset[at] + scale * p[at] + rho * multiplier[at]) / (scale + rho);
    y[at + 1] = (z1 + bound[at + 1] - offset[at + 1] + scale * p[at + 1] + rho * multiplier[at + 1]) / (scale + rho);
    y[at + 2] = (z2 + bound[at + 2] - offset[at + 2] + scale * p[at + 2] + rho * multiplier[at + 2]) / (scale + rho);
    addImpulse(speedStep, problem, jacobian, i, y, at);
  }
  solveFactored(matrix, elimination, problem, speedStep);
  contactVelocities(velocityStep, problem, speedStep);
  let worst = 0;
  for (let i = 0; i < contactCount; i += 1) {
    if (immobile[i] === 1) {
      image[3 * i] = image[3 * i + 1] = image[3 * i + 2] = 0;
      continue;
    }
    const scale = SCALE * normal[i];
    const root = Math.sqrt(scale);
    let square = 0;
    for (let k = 3 * i; k < 3 * i + 3; k += 1) {
      const miss = y[k] - velocityStep[k] / (scale + eps * softness[i]) - p[k];
      image[k] = RELAXATION * root * miss;
      square += miss * miss;
    }
    const error = scale * Math.sqrt(square);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/** out := M u*. */
function momentumOf(out: Float64Array, { bodyCount, sizes, starts, blocks, mass, freeVelocity }: StepProblem): void {
  for (let k = 0; k < bodyCount; k += 1) {
    const n = sizes[k];
    for (let c = 0; c < n; c += 1) out[starts[k] + c] = rowTimes(mass, blocks[k] + n * c, freeVelocity, starts[k], n);
  }
}

/** Keeps the differences dX + dF and dF to the last iteration in slot `next`, and the products of dF with the others. */
function remember(work: Workspace, size: number, next: number, known: number): void {
  const { place, image, lastPlace, lastImage, sumSteps, imageSteps, gram, weights } = work;
  const at = next * size;
  for (let k = 0; k < size; k += 1) {
    const step = image[k] - lastImage[k];
    imageSteps[at + k] = step;
    sumSteps[at + k] = place[k] - lastPlace[k] + step;
  }
  const columns = Math.max(known, next + 1);
  columnProducts(imageSteps, size, columns, imageSteps, at, weights);
  for (let column = 0; column < columns; column += 1) gram[next * MEMORY + column] = gram[column * MEMORY + next] = weights[column];
}

/**
 * out[c] := column c times the numbers of x from `at` on. Four columns at once: a sum waits for each of its terms, four sums do not wait
 * for each other, and each is the same as alone.
 */
function columnProducts(columns: Float64Array, size: number, count: number, x: Float64Array, at: number, out: Float64Array): void {
  let c = 0;
  for (; c + 4 <= count; c += 4) {
    const a = c * size;
    const b = (c + 1) * size;
    const d = (c + 2) * size;
    const e = (c + 3) * size;
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let k = 0; k < size; k += 1) {
      const value = x[at + k];
      first += columns[a + k] * value;
      second += columns[b + k] * value;
      third += columns[d + k] * value;
      fourth += columns[e + k] * value;
    }
    out[c] = first;
    out[c + 1] = second;
    out[c + 2] = third;
    out[c + 3] = fourth;
  }
  for (; c < count; c += 1) {
    let sum = 0;
    for (let k = 0; k < size; k += 1) sum += columns[c * size + k] * x[at + k];
    out[c] = sum;
  }
}

/** x -= the columns, each times its weight, in their order: four in one pass. */
function subtractColumns(x: Float64Array, columns: Float64Array, size: number, count: number, weights: Float64Array): void {
  let c = 0;
  for (; c + 4 <= count; c += 4) {
    const a = c * size;
    const b = (c + 1) * size;
    const d = (c + 2) * size;
    const e = (c + 3) * size;
    const first = weights[c];
    const second = weights[c + 1];
    const third = weights[c + 2];
    const fourth = weights[c + 3];
    for (let k = 0; k < size; k += 1)
      x[k] = x[k] - columns[a + k] * first - columns[b + k] * second - columns[d + k] * third - columns[e + k] * fourth;
  }
  for (; c < count; c += 1) for (let k = 0; k < size; k += 1) x[k] -= columns[c * size + k] * weights[c];
}

/** X -= (dX + dF) gamma, where gamma is the least squares solution of dF gamma = F. */
function accelerate(work: Workspace, size: number, known: number): void {
  const { place, image, sumSteps, imageSteps, gram, small, weights } = work;
  let trace = 0;
  for (let c = 0; c < known; c += 1) trace += gram[c * MEMORY + c];
  columnProducts(imageSteps, size, known, image, 0, weights);
  for (let c = 0; c < known; c += 1) {
    for (let d = 0; d < known; d += 1) small[c * MEMORY + d] = gram[c * MEMORY + d] + (c === d ? REGULAR * trace : 0);
  }
  if (!solveCholesky(small, known, weights)) return;
  subtractColumns(place, sumSteps, size, known, weights);
}

/** x := A^-1 x for the leading part of a MEMORY x MEMORY matrix, which is overwritten; false where it is not positive definite. */
function solveCholesky(a: Float64Array, count: number, x: Float64Array): boolean {
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = a[i * MEMORY + j];
      for (let k = 0; k < j; k += 1) sum -= a[i * MEMORY + k] * a[j * MEMORY + k];
      if (i === j && !(sum > 0)) return false;
      a[i * MEMORY + j] = i === j ? Math.sqrt(sum) : sum / a[j * MEMORY + j];
    }
    for (let k = 0; k < i; k += 1) x[i] -= a[i * MEMORY + k] * x[k];
    x[i] /= a[i * MEMORY + i];
  }
  for (let i = count - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < count; k += 1) x[i] -= a[k * MEMORY + i] * x[k];
    x[i] /= a[i * MEMORY + i];
  }
  return true;
}
