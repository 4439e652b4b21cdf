/**
 * Preconditioned conjugate gradients: A x = b for A symmetric positive definite, of which only the product with a vector is needed.
 *
 * With a factorisation of a nearby matrix as preconditioner it takes a few steps; with the diagonal alone it needs no factorisation and
 * little memory, and some hundred steps.
 *
 * Source: Hestenes and Stiefel 1952; Saad, Iterative Methods for Sparse Linear Systems, 2003, algorithm 9.1.
 */
import { SolverError } from "../../errors.js";
import type { SparseSymmetric } from "./symmetric.js";

/** out = operator applied to x; the two are different arrays. */
export type LinearMap = (x: Float64Array<ArrayBuffer>, out: Float64Array<ArrayBuffer>) => void;

/** When an iteration ends. */
export interface KrylovOptions {
  /** Approximate inverse. Default: none. */
  readonly preconditioner?: LinearMap;
  /** Residual over right side, both as the preconditioner sees them, at which to stop. Default 1e-14. */
  readonly tolerance?: number;
  /** Default 1000. */
  readonly maximumIterations?: number;
}

/** How an iteration ended. */
export interface KrylovResult {
  /** The solution, or as far as it came. */
  readonly x: Float64Array<ArrayBuffer>;
  /** How many it took. */
  readonly iterations: number;
  /** Relative residual reached. */
  readonly residual: number;
  /** Whether the tolerance was reached. */
  readonly converged: boolean;
}

/** Sum of the products. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += a[i] * b[i];
  return sum;
}

/** Euclidean length. */
export const norm2 = (a: Float64Array): number => Math.sqrt(dot(a, a));

/** Solves A x = b for a symmetric positive definite A, of which only products with vectors are needed. */
export function conjugateGradients(operator: LinearMap, rightSide: Float64Array, options: KrylovOptions = {}): KrylovResult {
  const { preconditioner, tolerance = 1e-14, maximumIterations = 1000 } = options;
  const size = rightSide.length;
  const x = new Float64Array(size);
  const residual = rightSide.slice() as Float64Array<ArrayBuffer>;
  const direction = new Float64Array(size);
  const image = new Float64Array(size);
  const better = new Float64Array(size);
  const improve = (): void => {
    if (preconditioner === undefined) better.set(residual);
    else preconditioner(residual, better);
  };
  improve();
  direction.set(better);
  let product = dot(residual, better);
  const first = product;
  if (first === 0) return { x, iterations: 0, residual: 0, converged: true };
  // The square root of r^T M^-1 r is the residual in the norm of the preconditioner.
  const reached = (): number => Math.sqrt(Math.max(0, product / first));
  for (let iteration = 1; iteration <= maximumIterations; iteration += 1) {
    operator(direction, image);
    const curvature = dot(direction, image);
    if (!(curvature > 0)) throw new SolverError("conjugate gradients met a direction without stiffness", { iterations: iteration });
    const length = product / curvature;
    for (let i = 0; i < size; i += 1) {
      x[i] += length * direction[i];
      residual[i] -= length * image[i];
    }
    improve();
    const next = dot(residual, better);
    const ratio = next / product;
    product = next;
    if (reached() <= tolerance) return { x, iterations: iteration, residual: reached(), converged: true };
    for (let i = 0; i < size; i += 1) direction[i] = better[i] + ratio * direction[i];
  }
  return { x, iterations: maximumIterations, residual: reached(), converged: false };
}

/** The inverse of a matrix's diagonal, as a preconditioner. */
export function diagonalPreconditioner(matrix: SparseSymmetric): LinearMap {
  const inverse = new Float64Array(matrix.size);
  for (let column = 0; column < matrix.size; column += 1)
    for (let at = matrix.columnStarts[column]; at < matrix.columnStarts[column + 1]; at += 1)
      if (matrix.rows[at] === column) inverse[column] = 1 / matrix.values[at];
  return (x, out) => {
    for (let i = 0; i < x.length; i += 1) out[i] = inverse[i] * x[i];
  };
}
