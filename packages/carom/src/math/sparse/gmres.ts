/**
 * GMRES and Arnoldi: linear systems and eigenvalues of a matrix that is not symmetric and of which only products with vectors are known.
 *
 * Arnoldi's process builds an orthonormal basis V of v, A v, A^2 v, ... with A V_m = V_(m+1) H, H upper Hessenberg. GMRES takes the
 * combination of the basis with the least residual (rotations turn H into a triangle); the eigenvalues of the square part of H approach
 * those of A from the outside in.
 *
 * Source: Saad, Iterative Methods for Sparse Linear Systems, 2003, algorithms 6.3 and 9.5 (preconditioned from the right, so that residuals
 * are the true ones).
 */
import { type Eigenvalues, eigenvalues } from "../eigenvalues.js";
import { createRandom } from "../random.js";
import { dot, type KrylovOptions, type KrylovResult, type LinearMap, norm2 } from "./conjugate-gradients.js";

/** When GMRES ends, and how long its memory is. */
export interface GmresOptions extends KrylovOptions {
  /** Vectors kept before it starts again from what it has. Default 60. */
  readonly restart?: number;
}

/** Solves A x = b for any regular A, of which only products with vectors are needed. */
export function gmres(operator: LinearMap, rightSide: Float64Array, options: GmresOptions = {}): KrylovResult {
  const { preconditioner, tolerance = 1e-13, maximumIterations = 600, restart = 60 } = options;
  const size = rightSide.length;
  const x = new Float64Array(size);
  const scale = norm2(rightSide);
  if (scale === 0) return { x, iterations: 0, residual: 0, converged: true };
  const residual = rightSide.slice() as Float64Array<ArrayBuffer>;
  const image = new Float64Array(size);
  const step = new Float64Array(size);
  let iterations = 0;
  let length = scale;
  while (iterations < maximumIterations) {
    const before = length;
    const basis: Float64Array<ArrayBuffer>[] = [residual.map((value) => value / length)];
    const columns: number[][] = [];
    const cosines: number[] = [];
    const sines: number[] = [];
    const right: number[] = [length];
    while (columns.length < restart && iterations < maximumIterations) {
      const j = columns.length;
      const next = new Float64Array(size);
      if (preconditioner === undefined) operator(basis[j], next);
      else {
        preconditioner(basis[j], step);
        operator(step, next);
      }
      iterations += 1;
      const { column, rest } = orthogonalise(basis, next);
      for (let i = 0; i < j; i += 1) {
        const upper = cosines[i] * column[i] + sines[i] * column[i + 1];
        column[i + 1] = cosines[i] * column[i + 1] - sines[i] * column[i];
        column[i] = upper;
      }
      const hypotenuse = Math.sqrt(column[j] * column[j] + rest * rest);
      cosines.push(hypotenuse === 0 ? 1 : column[j] / hypotenuse);
      sines.push(hypotenuse === 0 ? 0 : rest / hypotenuse);
      column[j] = hypotenuse;
      right.push(-sines[j] * right[j]);
      right[j] *= cosines[j];
      columns.push(column);
      if (Math.abs(right[j + 1]) <= tolerance * scale || rest === 0) break;
      for (let i = 0; i < size; i += 1) next[i] /= rest;
      basis.push(next);
    }
    addCombination(basis, columns, right, step);
    if (preconditioner === undefined) for (let i = 0; i < size; i += 1) x[i] += step[i];
    else {
      preconditioner(step, image);
      for (let i = 0; i < size; i += 1) x[i] += image[i];
    }
    operator(x, image);
    for (let i = 0; i < size; i += 1) residual[i] = rightSide[i] - image[i];
    length = norm2(residual);
    if (length <= tolerance * scale) return { x, iterations, residual: length / scale, converged: true };
    // A cycle that gains nothing has reached the rounding of the operator, or will never.
    if (!(length < 0.5 * before)) break;
  }
  return { x, iterations, residual: length / scale, converged: false };
}

/** Takes the basis out of a vector, twice (once leaves rounding behind); returns the coefficients and what is left of its length. */
function orthogonalise(basis: readonly Float64Array[], vector: Float64Array): { column: number[]; rest: number } {
  const column: number[] = new Array(basis.length).fill(0);
  for (let pass = 0; pass < 2; pass += 1)
    for (let i = 0; i < basis.length; i += 1) {
      const along = dot(basis[i], vector);
      column[i] += along;
      for (let k = 0; k < vector.length; k += 1) vector[k] -= along * basis[i][k];
    }
  const rest = norm2(vector);
  column.push(rest);
  return { column, rest };
}

function addCombination(basis: readonly Float64Array[], columns: readonly number[][], right: readonly number[], out: Float64Array): void {
  const count = columns.length;
  const y = new Float64Array(count);
  for (let i = count - 1; i >= 0; i -= 1) {
    let sum = right[i];
    for (let j = i + 1; j < count; j += 1) sum -= columns[j][i] * y[j];
    y[i] = columns[i][i] === 0 ? 0 : sum / columns[i][i];
  }
  out.fill(0);
  for (let i = 0; i < count; i += 1) for (let k = 0; k < out.length; k += 1) out[k] += y[i] * basis[i][k];
}

/** How often the eigenvalues found so far are looked at. */
const LOOK_EVERY = 6;

/**
 * Eigenvalues of an operator's restriction to a Krylov space of at most `steps` vectors: the outer ones are close to its own. All of them
 * if the space is the whole. It ends early where the outermost (left, right, largest) have stood still, to `settled` of the largest, since
 * the last look.
 */
export function arnoldiEigenvalues(operator: LinearMap, size: number, steps: number, settled = 1e-9, seed = 1): Eigenvalues {
  const random = createRandom(seed);
  const start = Float64Array.from({ length: size }, () => 2 * random() - 1) as Float64Array<ArrayBuffer>;
  const length = norm2(start);
  const basis: Float64Array<ArrayBuffer>[] = [start.map((value) => value / length)];
  const columns: number[][] = [];
  const most = Math.min(steps, size);
  let outer: readonly number[] | undefined;
  while (columns.length < most) {
    const next = new Float64Array(size);
    operator(basis[columns.length], next);
    const before = norm2(next);
    const { column, rest } = orthogonalise(basis, next);
    columns.push(column);
    // The space is closed under the operator: it holds whole eigenvectors.
    if (rest <= 1e-14 * before) break;
    for (let i = 0; i < size; i += 1) next[i] /= rest;
    basis.push(next);
    if (columns.length % LOOK_EVERY === 0) {
      const found = outermost(ritzValues(columns));
      const largest = found[2];
      if (outer?.every((value, i) => Math.abs(value - found[i]) <= settled * largest)) break;
      outer = found;
    }
  }
  return ritzValues(columns);
}

function ritzValues(columns: readonly number[][]): Eigenvalues {
  const count = columns.length;
  const hessenberg = new Float64Array(count * count);
  for (let j = 0; j < count; j += 1) for (let i = 0; i <= Math.min(j + 1, count - 1); i += 1) hessenberg[i * count + j] = columns[j][i];
  return eigenvalues(hessenberg, count);
}

/** Lowest and highest real part, and largest modulus. */
function outermost({ real, imaginary }: Eigenvalues): [number, number, number] {
  let low = Infinity;
  let high = -Infinity;
  let most = 0;
  for (let i = 0; i < real.length; i += 1) {
    low = Math.min(low, real[i]);
    high = Math.max(high, real[i]);
    most = Math.max(most, Math.sqrt(real[i] * real[i] + imaginary[i] * imaginary[i]));
  }
  return [low, high, most];
}
