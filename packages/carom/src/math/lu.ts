/**
 * Dense systems A x = b with any regular A: triangular factors with row exchanges, in place, without allocation.
 *
 * Row by row storage. The largest element of a column is the pivot; a column whose pivot is no larger than the rounding of the matrix makes
 * it singular.
 */

/** Factors `a` (size x size) in place and writes the exchanged rows to `pivots`. False: singular to rounding; `a` is then of no use. */
export function luFactor(a: Float64Array, size: number, pivots: Int32Array): boolean {
  let largest = 0;
  for (let i = 0; i < size * size; i++) largest = Math.max(largest, Math.abs(a[i]));
  for (let from = 0; from < size; from += PANEL) {
    const to = Math.min(from + PANEL, size);
    if (!factorPanel(a, size, from, to, pivots, largest)) return false;
    // The rows of the panel, right of it.
    for (let i = from + 1; i < to; i++)
      for (let k = from; k < i; k++) {
        const factor = a[i * size + k];
        for (let j = to; j < size; j++) a[i * size + j] -= factor * a[k * size + j];
      }
    if (to === from + PANEL) updateByPanel(a, size, from, to);
  }
  return true;
}

/**
 * Columns that are eliminated before the rest of the matrix is touched, which then takes one pass for all of them. Every element sees the
 * same operations in the same order as column by column.
 */
const PANEL = 4;

/** Eliminates the columns from `from` to `to`, in all rows below; false: singular to rounding. */
export function factorPanel(a: Float64Array, size: number, from: number, to: number, pivots: Int32Array, largest: number): boolean {
  for (let k = from; k < to; k++) {
    let pivot = k;
    for (let i = k + 1; i < size; i++) if (Math.abs(a[i * size + k]) > Math.abs(a[pivot * size + k])) pivot = i;
    pivots[k] = pivot;
    if (!(Math.abs(a[pivot * size + k]) > SINGULAR * largest)) return false;
    if (pivot !== k) swapRows(a, size, k, pivot);
    const inverse = 1 / a[k * size + k];
    for (let i = k + 1; i < size; i++) {
      const factor = a[i * size + k] * inverse;
      a[i * size + k] = factor;
      for (let j = k + 1; j < to; j++) a[i * size + j] -= factor * a[k * size + j];
    }
  }
  return true;
}

/** Rows below and columns right of a whole panel. */
function updateByPanel(a: Float64Array, size: number, from: number, to: number): void {
  const [first, second, third, fourth] = [from * size, (from + 1) * size, (from + 2) * size, (from + 3) * size];
  for (let i = to; i < size; i++) {
    const row = i * size;
    const f0 = a[row + from];
    const f1 = a[row + from + 1];
    const f2 = a[row + from + 2];
    const f3 = a[row + from + 3];
    if (f0 === 0 && f1 === 0 && f2 === 0 && f3 === 0) continue;
    for (let j = to; j < size; j++)
      a[row + j] = a[row + j] - f0 * a[first + j] - f1 * a[second + j] - f2 * a[third + j] - f3 * a[fourth + j];
  }
}

/** A pivot below this fraction of the largest element is rounding. */
const SINGULAR = 1e-300;

function swapRows(a: Float64Array, size: number, first: number, second: number): void {
  for (let j = 0; j < size; j++) {
    const value = a[first * size + j];
    a[first * size + j] = a[second * size + j];
    a[second * size + j] = value;
  }
}

/** Solves in place: `x` holds b and then the solution. */
export function luSolve(a: Float64Array, size: number, pivots: Int32Array, x: Float64Array): void {
  // Whole rows were exchanged, so the factors below the diagonal are those of the exchanged rows.
  for (let k = 0; k < size; k++) {
    const pivot = pivots[k];
    if (pivot !== k) {
      const value = x[k];
      x[k] = x[pivot];
      x[pivot] = value;
    }
  }
  for (let i = 1; i < size; i++) {
    let sum = x[i];
    for (let j = 0; j < i; j++) sum -= a[i * size + j] * x[j];
    x[i] = sum;
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = x[i];
    for (let j = i + 1; j < size; j++) sum -= a[i * size + j] * x[j];
    x[i] = sum / a[i * size + i];
  }
}
