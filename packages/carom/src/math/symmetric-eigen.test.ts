import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import { createRandom } from "./random.js";
import { applyPseudoInverse, pseudoInverse, pseudoInverseForm, rankOf, symmetricEigen } from "./symmetric-eigen.js";

const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => Array.from(a).reduce((sum, value, i) => sum + value * b[i], 0);
const rowOf = (matrix: Float64Array, size: number, i: number) => matrix.subarray(i * size, (i + 1) * size);
const times = (matrix: ArrayLike<number>, vector: ArrayLike<number>) => {
  const size = vector.length;
  return Float64Array.from({ length: size }, (_, i) => dot(Array.from(matrix).slice(i * size, (i + 1) * size), vector));
};

/** B^T B with B of `rank` random rows: positive semidefinite. */
function gram(size: number, rank: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const rows = Array.from({ length: rank }, () => Array.from({ length: size }, () => 2 * random() - 1));
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return rows.reduce((sum, row) => sum + row[i] * row[j], 0);
  });
}

const symmetric = fc
  .integer({ min: 1, max: 12 })
  .chain((size) => fc.tuple(fc.constant(size), fc.array(between(-1, 1), { minLength: size * size, maxLength: size * size })))
  .map(([size, entries]) => ({
    size,
    matrix: entries.map(
      (_, at) => entries[Math.floor(at / size) * size + (at % size)] + entries[(at % size) * size + Math.floor(at / size)],
    ),
  }));

describe("eigenvalues of a symmetric matrix", () => {
  it("are those worked out by hand", () => {
    expect([...symmetricEigen([2, 1, 1, 2], 2).values]).toEqual([1, 3]);
    expect([...symmetricEigen([5, 0, 0, 0, -1, 0, 0, 0, 3], 3).values]).toEqual([-1, 3, 5]);
    expect([...symmetricEigen([0, 0, 0, 0], 2).values]).toEqual([0, 0]);
    expect([...symmetricEigen([7], 1).values]).toEqual([7]);
    expect(symmetricEigen([], 0).values.length).toBe(0);
  });

  it("are 2 - 2 cos(k pi / (n + 1)) for the chain of n springs", () => {
    const size = 15;
    const chain = Array.from({ length: size * size }, (_, at) => {
      const apart = Math.abs(Math.floor(at / size) - (at % size));
      return apart === 0 ? 2 : apart === 1 ? -1 : 0;
    });
    symmetricEigen(chain, size).values.forEach((value, k) => {
      expect(Math.abs(value - (2 - 2 * Math.cos(((k + 1) * Math.PI) / (size + 1))))).toBeLessThan(1e-14);
    });
  });

  it("come with orthonormal vectors that give the matrix back", () => {
    fc.assert(
      fc.property(symmetric, ({ size, matrix }) => {
        const { values, vectors } = symmetricEigen(matrix, size);
        for (let k = 0; k < size; k++) {
          const vector = rowOf(vectors, size, k);
          if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1]);
          times(matrix, vector).forEach((value, i) => {
            expect(Math.abs(value - values[k] * vector[i])).toBeLessThan(4e-15 * size);
          });
          for (let other = 0; other <= k; other++)
            expect(Math.abs(dot(vector, rowOf(vectors, size, other)) - (other === k ? 1 : 0))).toBeLessThan(2e-14);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("keep their relative accuracy in a definite matrix scaled over 40 decades", () => {
    // D (I + J) D with J all ones: the smallest eigenvalue is that of the smallest block up to the square of the ratio of scales.
    const scales = [1e10, 1, 1e-10];
    const matrix = Array.from(
      { length: 9 },
      (_, at) => scales[Math.floor(at / 3)] * scales[at % 3] * (Math.floor(at / 3) === at % 3 ? 2 : 1),
    );
    const { values } = symmetricEigen(matrix, 3);
    // Determinants of the leading minors of I + J are 2, 3, 4: the eigenvalues are their ratios.
    [1e-20 * (4 / 3), 1.5, 2e20].forEach((value, k) => {
      expect(Math.abs(values[k] / value - 1)).toBeLessThan(1e-14);
    });
  });

  it("read the mean of the two triangles, and give the same bits again", () => {
    expect([...symmetricEigen([2, 0, 2, 2], 2).values]).toEqual([1, 3]);
    const matrix = gram(9, 9, 4);
    expect(symmetricEigen(matrix, 9)).toEqual(symmetricEigen(matrix, 9));
  });
});

describe("the pseudo-inverse", () => {
  it("inverts what it can and leaves out the rest", () => {
    const eigen = symmetricEigen([4, 0, 0, 0, 0, 0, 0, 0, 0.5], 3);
    expect(rankOf(eigen)).toBe(2);
    expect([...pseudoInverse(eigen)]).toEqual([0.25, 0, 0, 0, 0, 0, 0, 0, 2]);
    expect([...applyPseudoInverse(eigen, [8, 3, 1])]).toEqual([2, 0, 2]);
    expect(pseudoInverseForm(eigen, [8, 3, 1])).toBe(18);
    expect(rankOf(symmetricEigen([0, 0, 0, 0], 2))).toBe(0);
    expect(pseudoInverseForm(symmetricEigen([0, 0, 0, 0], 2), [1, 1])).toBe(0);
  });

  it("satisfies the four conditions of Penrose at any rank", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.nat(10), fc.nat(), (size, least, seed) => {
        const rank = Math.min(size, least);
        const matrix = gram(size, rank, seed);
        const eigen = symmetricEigen(matrix, size);
        // Random Gram matrices of this size have conditions up to about 1e8.
        fc.pre(rank === 0 || eigen.values[size - rank] > 1e-6 * eigen.values[size - 1]);
        expect(rankOf(eigen)).toBe(rank);
        const inverse = pseudoInverse(eigen);
        const random = createRandom(seed + 1);
        const x = Float64Array.from({ length: size }, () => 2 * random() - 1);
        const largest = Math.max(1, ...inverse.map(Math.abs));
        const close = (a: Float64Array, b: Float64Array, scale: number) => {
          a.forEach((value, i) => {
            expect(Math.abs(value - b[i])).toBeLessThan(1e-12 * scale);
          });
        };
        const image = times(matrix, x);
        close(times(matrix, times(inverse, image)), image, 100 * largest);
        close(times(inverse, times(matrix, times(inverse, x))), times(inverse, x), 100 * largest * largest);
        for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) expect(inverse[i * size + j]).toBe(inverse[j * size + i]);
        close(applyPseudoInverse(eigen, x), times(inverse, x), 100 * largest);
        // x . A x is the form of A^+ at A x: the kinetic energy of an impulse from rest.
        expect(Math.abs(pseudoInverseForm(eigen, image) - dot(x, image))).toBeLessThan(1e-12 * 100 * largest);
      }),
      { numRuns: 100 },
    );
  });
});
