import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import { createSemidefiniteSolver } from "./semidefinite.js";

const solver = createSemidefiniteSolver(24);

function leastNorm(matrix: readonly (readonly number[])[], right: readonly number[]): { rank: number; x: number[] } {
  const rank = solver.factor(Float64Array.from(matrix.flat()), matrix.length);
  const x = new Float64Array(matrix.length);
  solver.solve(Float64Array.from(right), x);
  return { rank, x: [...x] };
}

const expectClose = (x: readonly number[], y: readonly number[], tolerance: number) =>
  x.forEach((value, i) => {
    expect(Math.abs(value - y[i])).toBeLessThanOrEqual(tolerance);
  });

describe("closed forms", () => {
  it("solves a regular system", () => {
    const { rank, x } = leastNorm(
      [
        [4, 2],
        [2, 3],
      ],
      [8, 8],
    );
    expect(rank).toBe(2);
    expectClose(x, [1, 2], 1e-15);
  });

  it("shares alike what is joined, and by squares what is joined unequally", () => {
    const twins = leastNorm(
      [
        [1, 1],
        [1, 1],
      ],
      [3, 3],
    );
    expect(twins.rank).toBe(1);
    expectClose(twins.x, [1.5, 1.5], 1e-15);
    // x + 2 y = 5 has its shortest solution along (1, 2).
    expectClose(
      leastNorm(
        [
          [1, 2],
          [2, 4],
        ],
        [5, 10],
      ).x,
      [1, 2],
      1e-15,
    );
  });

  it("leaves alone what the matrix does not reach", () => {
    const { rank, x } = leastNorm(
      [
        [0, 0],
        [0, 2],
      ],
      [0, 1],
    );
    expect(rank).toBe(1);
    expectClose(x, [0, 0.5], 1e-16);
    expect(x[0]).toBe(0);
  });
});

it("gives back any solution that lies in the range of a random matrix of any rank, with units over twelve decades in the rank", () => {
  const random = createRandom(11);
  for (let trial = 0; trial < 500; trial++) {
    const size = 1 + Math.floor(24 * random());
    const rank = Math.floor((size + 1) * random());
    const rows = Array.from({ length: size }, () => Array.from({ length: rank }, () => random() - 0.5));
    const matrix = rows.map((row) => rows.map((other) => row.reduce((sum, value, k) => sum + value * other[k], 0)));
    const times = (x: readonly number[]) => matrix.map((row) => row.reduce((sum, value, j) => sum + value * x[j], 0));
    const wanted = times(rows.map(() => random() - 0.5));
    const found = leastNorm(matrix, times(wanted));
    expect(found.rank).toBe(rank);
    // Rows drawn at random can be nearly dependent: conditions up to some 1e6 occur.
    expectClose(found.x, wanted, 1e-8 * Math.max(...wanted.map(Math.abs), 1e-300));
    const units = rows.map(() => 10 ** (12 * random() - 6));
    const rescaled = matrix.map((row, i) => row.map((value, j) => units[i] * value * units[j]));
    expect(leastNorm(rescaled, units).rank).toBe(rank);
  }
});
