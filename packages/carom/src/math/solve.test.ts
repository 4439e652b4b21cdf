import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import type { MutableMat3 } from "./mat3.js";
import * as mat3 from "./mat3.js";
import type { Mat2 } from "./solve.js";
import { choleskyFactor, choleskyForward, choleskySolve, isPositiveSemidefinite, solve2, solve3 } from "./solve.js";
import type { MutableVec3 } from "./vec3.js";

const entry = between(-10, 10).map((value) => (Math.abs(value) < 1e-9 ? 0 : value));
const vector = fc.tuple(entry, entry, entry);

describe("2 x 2 and 3 x 3", () => {
  it("solve systems worked out by hand", () => {
    expect(solve2([2, 1, 1, 3], [5, 10])).toEqual([1, 3]);
    const x = solve3([2, 1, -1, -3, -1, 2, -2, 1, 2], [8, -11, -3])!;
    [2, 3, -1].forEach((value, i) => {
      expect(x[i]).toBeCloseTo(value, 14);
    });
  });

  it("need pivoting and get it", () => {
    expect(solve2([1e-20, 1, 1, 1], [1, 2])).toEqual([1, 1]);
    expect(solve2([0, 2, 4, 0], [6, 8])).toEqual([2, 3]);
    expect(solve3([0, 0, 2, 3, 0, 0, 0, 4, 0], [2, 3, 4])).toEqual([1, 1, 1]);
    expect(solve3([1e-20, 1, 0, 1, 1, 0, 0, 0, 1], [1, 2, 7])).toEqual([1, 1, 7]);
  });

  it("have no answer where the matrix is singular, in any units", () => {
    for (const unit of [1, 1e-40, 1e40, 1 / 3]) {
      expect(solve2([unit, 2 * unit, 2 * unit, 4 * unit], [1, 1])).toBeUndefined();
      expect(solve3(mat3.scale([1, 2, 3, 4, 5, 6, 7, 8, 9], unit), [1, 1, 1])).toBeUndefined();
    }
    expect(solve2([0, 0, 0, 0], [0, 0])).toBeUndefined();
    expect(solve2([0, 1, 0, 2], [1, 1])).toBeUndefined();
    expect(solve3([1, 1, 1, 2, 2, 2, 3, 3, 3], [1, 2, 3])).toBeUndefined();
    expect(solve3([0, 1, 2, 0, 3, 4, 0, 5, 6], [1, 2, 3])).toBeUndefined();
    expect(solve2([1e-300, 0, 0, 1], [1e300, 1])).toBeUndefined();
    expect(solve2([Number.NaN, 1, 1, 1], [1, 1])).toBeUndefined();
  });

  it("solve what is badly scaled but regular", () => {
    expect(solve2([1e-200, 0, 0, 1e200], [1e-200, 1e200])).toEqual([1, 1]);
    expect(solve3(mat3.diagonal([1e-100, 1, 1e100]), [1e-100, 1, 1e100])).toEqual([1, 1, 1]);
  });

  it("leave a residual of rounding size", () => {
    fc.assert(
      fc.property(fc.tuple(entry, entry, entry, entry), fc.tuple(entry, entry), (a: Mat2, b) => {
        const x = solve2(a, b);
        if (x === undefined) return;
        for (const i of [0, 1]) {
          const size = Math.abs(a[2 * i] * x[0]) + Math.abs(a[2 * i + 1] * x[1]) + Math.abs(b[i]);
          const whole = 20 * (Math.abs(x[0]) + Math.abs(x[1]));
          expect(Math.abs(a[2 * i] * x[0] + a[2 * i + 1] * x[1] - b[i])).toBeLessThanOrEqual(1e-15 * (size + whole));
        }
      }),
    );
    fc.assert(
      fc.property(fc.tuple(vector, vector, vector), vector, (rows, b) => {
        const a: MutableMat3 = mat3.fromRows(rows);
        const x = solve3(a, b);
        if (x === undefined) return;
        const target: MutableVec3 = [...b];
        expect(solve3(a, target, target)).toEqual(x);
        const size = 40 * (Math.abs(x[0]) + Math.abs(x[1]) + Math.abs(x[2])) + 10;
        mat3.transformVector(a, x).forEach((value, i) => {
          expect(Math.abs(value - b[i])).toBeLessThanOrEqual(2e-15 * size);
        });
      }),
    );
  });
});

describe("Cholesky", () => {
  it("factors a matrix worked out by hand", () => {
    const factor = choleskyFactor([
      [4, 12, -16],
      [12, 37, -43],
      [-16, -43, 98],
    ])!;
    expect([...factor.lower]).toEqual([2, 0, 0, 6, 1, 0, -8, 5, 3]);
  });

  it("refuses what is not positive definite", () => {
    expect(choleskyFactor([[0]])).toBeUndefined();
    expect(choleskyFactor([[-1]])).toBeUndefined();
    expect(choleskyFactor([[Number.NaN]])).toBeUndefined();
    const indefinite = [
      [1, 2],
      [2, 1],
    ];
    expect(choleskyFactor(indefinite)).toBeUndefined();
    const singular = [
      [1 / 3, 1 / 7],
      [1 / 7, 3 / 49],
    ];
    expect(choleskyFactor(singular)).toBeUndefined();
  });

  it("solves A x = b and halves the inverse", () => {
    const system = fc
      .integer({ min: 1, max: 7 })
      .chain((n) =>
        fc.tuple(
          fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
          fc.array(entry, { minLength: n, maxLength: n }),
        ),
      );
    fc.assert(
      fc.property(system, ([root, b]) => {
        const n = b.length;
        const a = root.map((row, i) => root.map((other, j) => row.reduce((sum, value, k) => sum + value * other[k], i === j ? 1 : 0)));
        const factor = choleskyFactor(a)!;
        const x = choleskySolve(factor, b);
        const size = Math.max(1, ...x.map(Math.abs)) * 100 * n * n;
        a.forEach((row, i) => {
          expect(Math.abs(row.reduce((sum, value, k) => sum + value * x[k], 0) - b[i])).toBeLessThan(1e-14 * size);
        });
        const half = choleskyForward(factor, b);
        const energy = half.reduce((sum, value) => sum + value * value, 0);
        const direct = b.reduce((sum, value, i) => sum + value * x[i], 0);
        expect(Math.abs(energy - direct)).toBeLessThanOrEqual(1e-11 * Math.max(1, energy));
      }),
    );
  });
});

describe("never negative", () => {
  it("on matrices that can be seen through", () => {
    expect(
      isPositiveSemidefinite([
        [1, 1],
        [1, 1],
      ]),
    ).toBe(true);
    expect(
      isPositiveSemidefinite([
        [1, 1.001],
        [1.001, 1],
      ]),
    ).toBe(false);
    expect(
      isPositiveSemidefinite([
        [0, 0],
        [0, 1],
      ]),
    ).toBe(true);
    expect(
      isPositiveSemidefinite([
        [0, 1],
        [1, 1],
      ]),
    ).toBe(false);
    expect(isPositiveSemidefinite([[0]])).toBe(true);
    expect(isPositiveSemidefinite([[-1e-30]])).toBe(false);
    expect(isPositiveSemidefinite([[Number.NaN]])).toBe(false);
    // Each pair is in order, the three together are not: eigenvalues 1.9, 1.9 and -0.8.
    expect(
      isPositiveSemidefinite([
        [1, -0.9, -0.9],
        [-0.9, 1, -0.9],
        [-0.9, -0.9, 1],
      ]),
    ).toBe(false);
    expect(
      isPositiveSemidefinite([
        [1, -0.5, -0.5],
        [-0.5, 1, -0.5],
        [-0.5, -0.5, 1],
      ]),
    ).toBe(true);
  });

  const square = (n: number) => fc.array(fc.array(between(-1, 1), { minLength: n, maxLength: n }), { minLength: n, maxLength: n });
  const powers = fc.array(between(-6, 6), { minLength: 9, maxLength: 9 });
  const product = (a: readonly (readonly number[])[]) => a.map((row) => a.map((other) => row.reduce((sum, x, k) => sum + x * other[k], 0)));

  it("accepts products A A^T of any rank in any units", () => {
    fc.assert(
      fc.property(square(9), fc.nat(9), powers, (rows, rank, units) => {
        const half = rows.map((row, i) => row.slice(0, rank).map((x) => x * 10 ** units[i]));
        expect(isPositiveSemidefinite(product(half))).toBe(true);
      }),
    );
  });

  it("refuses what is negative along one direction, and accepts it when that is taken away", () => {
    fc.assert(
      fc.property(square(9), fc.integer({ min: 1, max: 9 }), powers, between(-7, 0), (rows, rank, units, power) => {
        const matrix = product(rows.map((row) => row.slice(0, rank)));
        // Along x, matrix - (1 + excess) (matrix x) (matrix x)^T / (x . matrix x) is worth -excess (x . matrix x).
        const x = rows.map((row) => row[0]);
        const image = matrix.map((row) => row.reduce((sum, value, k) => sum + value * x[k], 0));
        const along = image.reduce((sum, value, k) => sum + value * x[k], 0);
        const without = (part: number) => matrix.map((row, i) => row.map((value, j) => value - (part * image[i] * image[j]) / along));
        const size = without(1).reduce((sum, row, i) => sum + Math.max(0, row[i]) * x[i] * x[i], 0);
        const excess = 10 ** power;
        fc.pre(excess * along > 1e-7 * size);
        const inUnits = (a: number[][]) => a.map((row, i) => row.map((value, j) => value * 10 ** (units[i] + units[j])));
        expect(isPositiveSemidefinite(inUnits(without(1 + excess)))).toBe(false);
        // A diagonal element that is left as rounding of zero has no digits to be judged by.
        fc.pre(without(1).every((row, i) => row[i] > 1e-6 * matrix[i][i]));
        expect(isPositiveSemidefinite(inUnits(without(1)))).toBe(true);
      }),
    );
  });
});
