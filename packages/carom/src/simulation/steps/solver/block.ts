/**
 * Blocks of 6 x 6 and 3 x 6 numbers inside long arrays. Written out, because all the time of a large solve is spent here;
 * `elimination.test.ts` holds them to dense matrices.
 */

/** c -= a b, all 6 x 6, row by row. */
export function subtractProduct(c: Float64Array, atC: number, a: Float64Array, atA: number, b: Float64Array, atB: number): void {
  for (let i = 0; i < 36; i += 6) {
    const a0 = a[atA + i];
    const a1 = a[atA + i + 1];
    const a2 = a[atA + i + 2];
    const a3 = a[atA + i + 3];
    const a4 = a[atA + i + 4];
    const a5 = a[atA + i + 5];
    for (let j = 0; j < 6; j += 1) {
      const k = atB + j;
      c[atC + i + j] -= a0 * b[k] + a1 * b[k + 6] + a2 * b[k + 12] + a3 * b[k + 18] + a4 * b[k + 24] + a5 * b[k + 30];
    }
  }
}

/** a := a b, both 6 x 6. */
export function multiplyInto(a: Float64Array, atA: number, b: Float64Array, atB: number): void {
  for (let i = 0; i < 36; i += 6) {
    const a0 = a[atA + i];
    const a1 = a[atA + i + 1];
    const a2 = a[atA + i + 2];
    const a3 = a[atA + i + 3];
    const a4 = a[atA + i + 4];
    const a5 = a[atA + i + 5];
    for (let j = 0; j < 6; j += 1) {
      const k = atB + j;
      a[atA + i + j] = a0 * b[k] + a1 * b[k + 6] + a2 * b[k + 12] + a3 * b[k + 18] + a4 * b[k + 24] + a5 * b[k + 30];
    }
  }
}

/** y := A x with A 6 x 6. */
export function blockTimes(y: Float64Array, atY: number, block: Float64Array, atBlock: number, x: Float64Array, atX: number): void {
  for (let i = 0; i < 6; i += 1) y[atY + i] = rowTimes(block, atBlock + 6 * i, x, atX);
}

/** y -= A x with A 6 x 6. */
export function subtractBlockTimes(y: Float64Array, atY: number, block: Float64Array, atBlock: number, x: Float64Array, atX: number): void {
  for (let i = 0; i < 6; i += 1) y[atY + i] -= rowTimes(block, atBlock + 6 * i, x, atX);
}

/** The product of row `at` of six numbers with x. */
export function rowTimes(rows: Float64Array, at: number, x: Float64Array, atX: number): number {
  return (
    rows[at] * x[atX] +
    rows[at + 1] * x[atX + 1] +
    rows[at + 2] * x[atX + 2] +
    rows[at + 3] * x[atX + 3] +
    rows[at + 4] * x[atX + 4] +
    rows[at + 5] * x[atX + 5]
  );
}

/** y += the three rows at `at`, transposed, times the three numbers at `atP`. */
export function addRowsTransposed(y: Float64Array, atY: number, rows: Float64Array, at: number, p: Float64Array, atP: number): void {
  const p0 = p[atP];
  const p1 = p[atP + 1];
  const p2 = p[atP + 2];
  for (let k = 0; k < 6; k += 1) y[atY + k] += rows[at + k] * p0 + rows[at + 6 + k] * p1 + rows[at + 12 + k] * p2;
}

/** Inverts a 6 x 6 block in place with row exchanges; false where a pivot vanishes (the block is then of no use). */
export function invertBlock(a: Float64Array, at: number, exchanged: Int32Array): boolean {
  for (let k = 0; k < 6; k += 1) {
    let pivot = k;
    for (let i = k + 1; i < 6; i += 1) if (Math.abs(a[at + 6 * i + k]) > Math.abs(a[at + 6 * pivot + k])) pivot = i;
    exchanged[k] = pivot;
    const value = a[at + 6 * pivot + k];
    if (!(Math.abs(value) > 0)) return false;
    if (pivot !== k)
      for (let j = 0; j < 6; j += 1) {
        const kept = a[at + 6 * k + j];
        a[at + 6 * k + j] = a[at + 6 * pivot + j];
        a[at + 6 * pivot + j] = kept;
      }
    const inverse = 1 / value;
    a[at + 6 * k + k] = 1;
    for (let j = 0; j < 6; j += 1) a[at + 6 * k + j] *= inverse;
    for (let i = 0; i < 6; i += 1) {
      if (i === k) continue;
      const factor = a[at + 6 * i + k];
      a[at + 6 * i + k] = 0;
      if (factor !== 0) for (let j = 0; j < 6; j += 1) a[at + 6 * i + j] -= factor * a[at + 6 * k + j];
    }
  }
  for (let k = 5; k >= 0; k -= 1) {
    const pivot = exchanged[k];
    if (pivot !== k)
      for (let i = 0; i < 6; i += 1) {
        const kept = a[at + 6 * i + k];
        a[at + 6 * i + k] = a[at + 6 * i + pivot];
        a[at + 6 * i + pivot] = kept;
      }
  }
  return true;
}
