/**
 * A x = b for a symmetric positive definite matrix with few elements near its diagonal, such as the mobility of a row of balls.
 *
 *     A = L D L^T,    row i of L begins where row i of A does
 *
 * so a row of n balls costs n operations where a full matrix costs n^3 / 6. No pivoting: a matrix that is singular, as that of contacts of
 * which one more holds a body than need be, is told apart and left to semidefinite.ts.
 */

/** Rows that begin at some column and end on the diagonal, one after another. */
export interface Envelope {
  /** Column of the first element of each row. */
  readonly first: Int32Array;
  /** Where each row begins in `value`: row i holds the columns first[i] to i. */
  readonly start: Int32Array;
  readonly value: Float64Array;
}

/** What is left of a diagonal element below this part of it is rounding, or too close to it. */
const SINGULAR = 1e-11;

/** An envelope of zeros with the given first columns. */
export function createEnvelope(first: Int32Array): Envelope {
  const start = new Int32Array(first.length + 1);
  for (let i = 0; i < first.length; i++) start[i + 1] = start[i] + i - first[i] + 1;
  return { first, start, value: new Float64Array(start[first.length]) };
}

/** Puts L and D in the place of A; false if A is singular. */
export function factorEnvelope({ first, start, value }: Envelope): boolean {
  for (let i = 0; i < first.length; i++) {
    const row = start[i] - first[i];
    const whole = value[row + i];
    let left = whole;
    for (let j = first[i]; j < i; j++) {
      const other = start[j] - first[j];
      let sum = value[row + j];
      for (let k = Math.max(first[i], first[j]); k < j; k++) sum -= value[row + k] * value[other + k];
      value[row + j] = sum;
    }
    for (let j = first[i]; j < i; j++) {
      const scaled = value[row + j] / value[start[j] - first[j] + j];
      left -= scaled * value[row + j];
      value[row + j] = scaled;
    }
    if (!(left > SINGULAR * whole)) return false;
    value[row + i] = left;
  }
  return true;
}

/** The solution, in place of the right side. */
export function solveEnvelope({ first, start, value }: Envelope, x: Float64Array): void {
  const size = first.length;
  for (let i = 0; i < size; i++) {
    const row = start[i] - first[i];
    for (let k = first[i]; k < i; k++) x[i] -= value[row + k] * x[k];
  }
  for (let i = 0; i < size; i++) x[i] /= value[start[i] - first[i] + i];
  for (let i = size - 1; i >= 0; i--) {
    const row = start[i] - first[i];
    for (let k = first[i]; k < i; k++) x[k] -= value[row + k] * x[i];
  }
}
