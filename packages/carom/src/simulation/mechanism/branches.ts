/**
 * Systems with the mass matrix of a tree, in which a speed has to do only with those on its way to the root and with those beyond it.
 *
 *     M = L^T L          L lower triangular, L_kj not zero only where j is on the way from k to the root
 *
 * Taken from the last speed to the first this fills nothing in, so the work grows with the number of speeds times the square of the depth.
 *
 * Source: Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5.
 */

import { SPEEDS } from "./links.js";
import type { Tree } from "./tree.js";

/** A pivot below this part of the diagonal it was left over from is rounding. */
const SINGULAR = 1e-14;

/** The speed before each on the way to the root, -1 at its end. */
export function speedsBefore({ links }: Tree): Int32Array {
  const last = links.map(() => -1);
  const before: number[] = [];
  links.forEach(({ parent, type, speed }, i) => {
    let previous = parent < 0 ? -1 : last[parent];
    for (let k = speed; k < speed + SPEEDS[type]; k++) {
      before.push(previous);
      previous = k;
    }
    last[i] = previous;
  });
  return Int32Array.from(before);
}

/** Of the numbers of speeds on the way from each to the root: what factors of the mass matrix cost for each speed. */
export function meanSquareDepth(before: Int32Array): number {
  const depths: number[] = [];
  let sum = 0;
  for (const previous of before) {
    const depth = previous < 0 ? 1 : depths[previous] + 1;
    depths.push(depth);
    sum += depth * depth;
  }
  return depths.length === 0 ? 0 : sum / depths.length;
}

/** Overwrites the mass matrix by L. Returns the place of a pivot that is not positive, or -1. */
export function factorBranches(matrix: Float64Array, before: Int32Array): number {
  const n = before.length;
  for (let k = n - 1; k >= 0; k--) {
    const pivot = matrix[k * n + k];
    if (!(pivot > 0)) return k;
    const root = Math.sqrt(pivot);
    matrix[k * n + k] = root;
    for (let i = before[k]; i >= 0; i = before[i]) matrix[k * n + i] /= root;
    for (let i = before[k]; i >= 0; i = before[i]) {
      const factor = matrix[k * n + i];
      const whole = matrix[i * n + i];
      for (let j = i; j >= 0; j = before[j]) matrix[i * n + j] -= factor * matrix[k * n + j];
      if (!(matrix[i * n + i] > SINGULAR * whole)) return i;
    }
  }
  return -1;
}

/** x = M^-1 x with the factor of `factorBranches`. */
export function solveBranches(factor: Float64Array, before: Int32Array, x: Float64Array): void {
  const n = before.length;
  for (let k = n - 1; k >= 0; k--) {
    x[k] /= factor[k * n + k];
    for (let i = before[k]; i >= 0; i = before[i]) x[i] -= factor[k * n + i] * x[k];
  }
  for (let k = 0; k < n; k++) {
    for (let i = before[k]; i >= 0; i = before[i]) x[k] -= factor[k * n + i] * x[i];
    x[k] /= factor[k * n + k];
  }
}
