import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import type { Mat3, MutableMat3 } from "./mat3.js";
import * as mat3 from "./mat3.js";
import * as quaternion from "./quaternion.js";
import type { Vec3 } from "./vec3.js";
import * as vec3 from "./vec3.js";

const coordinate = between(-10, 10);
const vector = fc.tuple(coordinate, coordinate, coordinate);
const matrix = fc.tuple(vector, vector, vector).map((rows) => mat3.fromRows(rows));
const rotation = fc
  .tuple(vector, between(-4, 4))
  .map(([axis, angle]) => quaternion.toMatrix(quaternion.fromAxisAngle(axis, angle) ?? [0, 0, 0, 1]));

function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(tolerance);
  });
}

describe("mat3", () => {
  const a = mat3.fromRows([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 10],
  ]);

  it("keeps rows as rows", () => {
    expect(a).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 10]);
    expect(mat3.toRows(a)[1]).toEqual([4, 5, 6]);
    expect(mat3.column(a, 1)).toEqual([2, 5, 8]);
    expect(mat3.fromColumns([1, 4, 7], [2, 5, 8], [3, 6, 10])).toEqual(a);
    expect(mat3.transformVector(a, [1, 0, 0])).toEqual([1, 4, 7]);
    expect(mat3.transformTransposed(a, [1, 0, 0])).toEqual([1, 2, 3]);
  });

  it("has the determinant and inverse worked out by hand", () => {
    expect(mat3.determinant(a)).toBeCloseTo(-3, 13);
    expectClose(mat3.inverse(a)!, [-2 / 3, -4 / 3, 1, -2 / 3, 11 / 3, -2, 1, -2, 1], 1e-14);
  });

  it("has no inverse where it is singular, in any units", () => {
    expect(mat3.inverse([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeUndefined();
    expect(mat3.inverse([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])).toBeUndefined();
    expect(mat3.inverse(mat3.scale([1, 2, 3, 4, 5, 6, 7, 8, 9], 1e-30))).toBeUndefined();
    expectClose(mat3.inverse(mat3.diagonal([1e-30, 1, 1e30]))!, mat3.diagonal([1e30, 1, 1e-30]), 1e15);
  });

  it("turns the cross product into a matrix", () => {
    fc.assert(
      fc.property(vector, vector, (p, q) => {
        expectClose(mat3.transformVector(mat3.crossProduct(p), q), vec3.cross(p, q), 1e-13);
      }),
    );
  });

  it("multiplies as one transformation after the other, also into an operand", () => {
    fc.assert(
      fc.property(matrix, matrix, vector, (p, q, v) => {
        const product = mat3.multiply(p, q);
        expectClose(mat3.transformVector(product, v), mat3.transformVector(p, mat3.transformVector(q, v)), 1e-10);
        const target: MutableMat3 = [...p];
        expect(mat3.multiply(target, q, target)).toEqual(product);
        expect(mat3.multiply(mat3.transpose(q), mat3.transpose(p))).toEqual(mat3.transpose(product));
      }),
    );
  });

  it("rotates a tensor so that quadratic forms do not notice", () => {
    fc.assert(
      fc.property(rotation, matrix, vector, (r, m, v) => {
        const tensor = mat3.add(m, mat3.transpose(m));
        const rotated = mat3.rotateTensor(r, tensor);
        const w = mat3.transformVector(r, v);
        expect(Math.abs(vec3.dot(w, mat3.transformVector(rotated, w)) - vec3.dot(v, mat3.transformVector(tensor, v)))).toBeLessThan(1e-10);
        expect(rotated).toEqual(mat3.transpose(rotated));
      }),
    );
  });
});

describe("symmetric eigenvalues", () => {
  const check = (s: Mat3) => {
    const { values, vectors } = mat3.symmetricEigen(s);
    const size = Math.max(...s.map(Math.abs));
    expect(values[0] <= values[1] && values[1] <= values[2]).toBe(true);
    expect(mat3.determinant(vectors)).toBeCloseTo(1, 13);
    expectClose(mat3.multiply(mat3.transpose(vectors), vectors), mat3.IDENTITY, 1e-14);
    for (const i of [0, 1, 2] as const) {
      const v = mat3.column(vectors, i);
      expectClose(mat3.transformVector(s, v), vec3.scale(v, values[i]), 4e-15 * size);
    }
  };

  it("finds those of a matrix worked out by hand", () => {
    // Characteristic polynomial (x - 2)(x^2 - 4 x + 2).
    const { values } = mat3.symmetricEigen([2, -1, 0, -1, 2, -1, 0, -1, 2]);
    expectClose(values, [2 - Math.SQRT2, 2, 2 + Math.SQRT2], 1e-15);
  });

  it("returns a diagonal matrix's own entries exactly", () => {
    expect(mat3.symmetricEigen(mat3.diagonal([3, 1, 2])).values).toEqual([1, 2, 3]);
    expect(mat3.symmetricEigen(mat3.diagonal([1, 2, 3])).vectors).toEqual(mat3.IDENTITY);
  });

  it("satisfies its definition, right-handed, for any symmetric matrix", () => {
    fc.assert(fc.property(matrix, (m) => check(mat3.add(m, mat3.transpose(m)))));
  });

  it("is not troubled by equal or graded eigenvalues", () => {
    const spread: Vec3[] = [
      [1, 1, 1],
      [1, 1, 2],
      [1, 1 + 1e-15, 1],
      [1e-12, 1, 1e12],
      [0, 0, 5],
      [-1, 0, 1],
    ];
    fc.assert(
      fc.property(rotation, fc.constantFrom(...spread), (r, values) => {
        const s = mat3.rotateTensor(r, mat3.diagonal(values));
        check(s);
        expectClose(
          mat3.symmetricEigen(s).values,
          [...values].sort((x, y) => x - y),
          2e-15 * Math.max(...values.map(Math.abs)),
        );
      }),
    );
  });
});
