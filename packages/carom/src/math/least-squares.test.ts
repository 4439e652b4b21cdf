import { describe, expect, it } from "vitest";
import { createLeastSquares } from "./least-squares.js";
import { luFactor, luSolve } from "./lu.js";
import { createRandom } from "./random.js";

const random = createRandom(7);
const uniform = () => 2 * random() - 1;

/** rows x columns of the given rank. */
function matrixOf(rows: number, columns: number, rank: number): number[][] {
  const left = Array.from({ length: rows }, () => Array.from({ length: rank }, uniform));
  const right = Array.from({ length: rank }, () => Array.from({ length: columns }, uniform));
  return left.map((row) => right[0].map((_, j) => row.reduce((sum, value, k) => sum + value * right[k][j], 0)));
}

const times = (a: number[][], x: ArrayLike<number>) => a.map((row) => row.reduce((sum, value, j) => sum + value * x[j], 0));
const transposed = (a: number[][]) => a[0].map((_, j) => a.map((row) => row[j]));
const largest = (v: ArrayLike<number>) => Array.from(v).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

describe("least squares", () => {
  it.each([
    [5, 5, 5],
    [8, 4, 4],
    [4, 8, 4],
    [7, 6, 3],
    [6, 9, 2],
    [3, 3, 1],
  ])("of a %i x %i matrix of rank %i leaves a residual across its columns and a solution along its rows", (rows, columns, rank) => {
    const solver = createLeastSquares(rows, columns);
    for (let trial = 0; trial < 50; trial++) {
      const a = matrixOf(rows, columns, rank);
      const b = Array.from({ length: rows }, uniform);
      const x = new Float64Array(columns);
      solver.matrix.set(a.flat());
      expect(solver.solve(rows, columns, Float64Array.from(b), x)).toBe(rank);
      const residual = times(a, x).map((value, i) => value - b[i]);
      const scale = 1 + largest(x);
      expect(largest(times(transposed(a), residual))).toBeLessThan(1e-9 * scale);
      // Shortest: x is A^T of something, so taking away its own projection on the rows leaves nothing.
      const along = new Float64Array(rows);
      const back = createLeastSquares(columns, rows);
      back.matrix.set(transposed(a).flat());
      back.solve(columns, rows, Float64Array.from(x), along);
      const left = times(transposed(a), along).map((value, j) => value - x[j]);
      expect(largest(left)).toBeLessThan(1e-9 * scale);
    }
  });

  it("takes a matrix of zeros", () => {
    const solver = createLeastSquares(2, 2);
    const x = new Float64Array(2);
    expect(solver.solve(2, 2, Float64Array.of(1, 2), x)).toBe(0);
    expect(Array.from(x)).toEqual([0, 0]);
  });

  it("factored once solve for any right side as if for it alone, to the same bits", () => {
    for (const [rows, columns, rank] of [
      [8, 4, 4],
      [6, 9, 2],
      [12, 18, 6],
    ]) {
      const [once, anew] = [createLeastSquares(rows, columns), createLeastSquares(rows, columns)];
      const a = matrixOf(rows, columns, rank).flat();
      once.matrix.set(a);
      expect(once.factor(rows, columns)).toBe(rank);
      for (let trial = 0; trial < 5; trial++) {
        const b = Float64Array.from({ length: rows }, uniform);
        const [x, alone] = [new Float64Array(columns), new Float64Array(columns)];
        once.solveFactored(b.slice(), x);
        anew.matrix.set(a);
        anew.solve(rows, columns, b, alone);
        expect(x).toEqual(alone);
      }
    }
  });
});

describe("triangular factors", () => {
  it("solve random systems to rounding", () => {
    for (const size of [1, 2, 3, 6, 12, 30]) {
      for (let trial = 0; trial < 20; trial++) {
        const a = matrixOf(size, size, size);
        const x = Array.from({ length: size }, uniform);
        const factors = Float64Array.from(a.flat());
        const pivots = new Int32Array(size);
        expect(luFactor(factors, size, pivots)).toBe(true);
        const solution = Float64Array.from(times(a, x));
        luSolve(factors, size, pivots, solution);
        const residual = times(a, solution).map((value, i) => value - times(a, x)[i]);
        expect(largest(residual)).toBeLessThan(1e-12 * (1 + largest(solution)) * size);
      }
    }
  });

  it("say so where there is no solution", () => {
    expect(luFactor(Float64Array.of(1, 2, 2, 4), 2, new Int32Array(2))).toBe(false);
    expect(luFactor(Float64Array.of(0, 1, 0, 2), 2, new Int32Array(2))).toBe(false);
  });
});
