import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eigenvalues, generalisedEigenvalues, nearestNullVector } from "./eigenvalues.js";
import { createRandom } from "./random.js";
import { symmetricEigen } from "./symmetric-eigen.js";

type Complex = readonly [number, number];

const asComplex = ({ real, imaginary }: { real: Float64Array; imaginary: Float64Array }): Complex[] =>
  Array.from(real, (value, k) => [value, imaginary[k]] as const);
const apart = (a: Complex, b: Complex) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Largest distance after pairing each wanted eigenvalue with the nearest found one that is still free. */
function mismatch(found: readonly Complex[], wanted: readonly Complex[]): number {
  const free = [...found];
  let worst = found.length === wanted.length ? 0 : Number.POSITIVE_INFINITY;
  for (const value of wanted) {
    free.sort((a, b) => apart(a, value) - apart(b, value));
    worst = Math.max(worst, apart(free.shift()!, value));
  }
  return worst;
}

/** Companion matrix of the monic polynomial with the given roots. */
function companion(roots: readonly Complex[]): Float64Array {
  let coefficients: Complex[] = [[1, 0]];
  for (const [p, q] of roots) {
    const next: [number, number][] = coefficients.map(([a, b]) => [a, b]);
    next.push([0, 0]);
    coefficients.forEach(([a, b], k) => {
      next[k + 1][0] -= a * p - b * q;
      next[k + 1][1] -= a * q + b * p;
    });
    coefficients = next;
  }
  const size = roots.length;
  return Float64Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return i === 0 ? -coefficients[j + 1][0] : i === j + 1 ? 1 : 0;
  });
}

const randomMatrix = (size: number, seed: number) => {
  const random = createRandom(seed);
  return Float64Array.from({ length: size * size }, () => 2 * random() - 1);
};

/** |det(A - z I)| over the product of the lengths of the rows: zero to rounding at an eigenvalue. By elimination in complex numbers. */
function relativeDeterminant(matrix: Float64Array, size: number, [p, q]: Complex): number {
  const a = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j): [number, number] => [matrix[i * size + j] - (i === j ? p : 0), i === j ? -q : 0]),
  );
  let smallest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < size; k++) {
    // Full pivoting, so that the smallest pivot shows the distance from singular.
    let [bi, bj, best] = [k, k, -1];
    for (let i = k; i < size; i++)
      for (let j = k; j < size; j++) if (Math.hypot(...a[i][j]) > best) [bi, bj, best] = [i, j, Math.hypot(...a[i][j])];
    [a[k], a[bi]] = [a[bi], a[k]];
    for (const row of a) [row[k], row[bj]] = [row[bj], row[k]];
    smallest = Math.min(smallest, best);
    if (best === 0) return 0;
    const [x, y] = a[k][k];
    for (let i = k + 1; i < size; i++) {
      const [c, d] = a[i][k];
      const [fr, fi] = [(c * x + d * y) / (best * best), (d * x - c * y) / (best * best)];
      for (let j = k; j < size; j++) {
        const [u, v] = a[k][j];
        a[i][j] = [a[i][j][0] - (fr * u - fi * v), a[i][j][1] - (fr * v + fi * u)];
      }
    }
  }
  return smallest;
}

describe("eigenvalues", () => {
  it("are those worked out by hand", () => {
    expect(asComplex(eigenvalues([0, 1, -1, 0], 2))).toEqual([
      [0, 1],
      [0, -1],
    ]);
    expect(asComplex(eigenvalues([3], 1))).toEqual([[3, 0]]);
    expect(eigenvalues([], 0).real.length).toBe(0);
    expect(
      mismatch(asComplex(eigenvalues([1, 2, 3, 0, 4, 5, 0, 0, 6], 3)), [
        [1, 0],
        [4, 0],
        [6, 0],
      ]),
    ).toBeLessThan(1e-15);
    // A cyclic permutation: the roots of unity, on which shifts taken from the last block stand still.
    const size = 5;
    const cycle = Float64Array.from({ length: 25 }, (_, at) => (((at % size) + 1) % size === Math.floor(at / size) ? 1 : 0));
    const unity = Array.from({ length: size }, (_, k): Complex => [Math.cos((2 * Math.PI * k) / size), Math.sin((2 * Math.PI * k) / size)]);
    expect(mismatch(asComplex(eigenvalues(cycle, size)), unity)).toBeLessThan(1e-14);
    expect(asComplex(eigenvalues(new Float64Array(9), 3))).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it("are the roots of the polynomial of a companion matrix", () => {
    const roots: Complex[] = [
      [1, 0],
      [-2, 0],
      [3, 0],
      [0.5, 2],
      [0.5, -2],
      [-1, 0.25],
      [-1, -0.25],
      [4, 0],
    ];
    expect(mismatch(asComplex(eigenvalues(companion(roots), 8)), roots)).toBeLessThan(1e-11);
    // Wilkinson's, to 10: the condition of the middle roots is about 1e8 times their size.
    const ten = Array.from({ length: 10 }, (_, k): Complex => [k + 1, 0]);
    expect(mismatch(asComplex(eigenvalues(companion(ten), 10)), ten)).toBeLessThan(1e-7);
  });

  it("make A - lambda I singular to rounding, add up to the trace and multiply to the determinant", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), fc.nat(), (size, seed) => {
        const matrix = randomMatrix(size, seed);
        const found = asComplex(eigenvalues(matrix, size));
        for (const value of found) expect(relativeDeterminant(matrix, size, value)).toBeLessThan(3e-13);
        let trace = 0;
        for (let i = 0; i < size; i++) trace += matrix[i * size + i];
        expect(Math.abs(found.reduce((sum, [p]) => sum + p, 0) - trace)).toBeLessThan(1e-12);
        expect(found.reduce((sum, [, q]) => sum + q, 0)).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it("agree with the Jacobi method where the matrix is symmetric", () => {
    const size = 20;
    const half = randomMatrix(size, 7);
    const matrix = half.map((value, at) => value + half[(at % size) * size + Math.floor(at / size)]);
    const { real, imaginary } = eigenvalues(matrix, size);
    const wanted = symmetricEigen(matrix, size).values;
    expect(imaginary.every((value) => Math.abs(value) < 1e-7)).toBe(true);
    real.sort().forEach((value, k) => {
      expect(Math.abs(value - wanted[k])).toBeLessThan(1e-12);
    });
  });

  it("settle where they are equal to rounding", () => {
    const noise = [1.9977378576789962e-17, -1.429998094123045e-17, 4.4170488397185006e-18, 1.3422681947261356e-17, 1.6161359228262287e-17];
    const { real } = eigenvalues([0.002, noise[0], noise[1], noise[2], 0.002, noise[3], 0, noise[4], 0.002], 3);
    for (const value of real) expect(Math.abs(value - 0.002)).toBeLessThan(1e-15);
  });

  it("survive scales of many decades", () => {
    const size = 6;
    const matrix = randomMatrix(size, 3);
    const scaled = matrix.map((value, at) => value * 2 ** (20 * (Math.floor(at / size) - (at % size))));
    expect(mismatch(asComplex(eigenvalues(scaled, size)), asComplex(eigenvalues(matrix, size)))).toBeLessThan(1e-13);
  });

  it("of a defective matrix form a ring as wide as the root of rounding says", () => {
    const block = [2, 1, 0, 0, 2, 1, 0, 0, 2];
    expect(
      mismatch(asComplex(eigenvalues(block, 3)), [
        [2, 0],
        [2, 0],
        [2, 0],
      ]),
    ).toBe(0);
    // The same block in other axes: no longer triangular, and the three are one only to about eps^(1/3).
    const turned = [1, 1, 0, -1, 2, 1, -1, 0, 3];
    const found = asComplex(eigenvalues(turned, 3));
    const mean = found.reduce((sum, [p]) => sum + p, 0) / 3;
    expect(Math.abs(mean - 2)).toBeLessThan(1e-14);
    for (const value of found) expect(apart(value, [mean, 0])).toBeLessThan(1e-4);
  });
});

describe("the nearest null vector", () => {
  it("is the eigenvector of a known eigenvalue", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), fc.nat(), (size, seed) => {
        const matrix = randomMatrix(size, seed);
        for (const [value, imaginary] of asComplex(eigenvalues(matrix, size))) {
          if (imaginary !== 0) continue;
          const shifted = matrix.map((entry, at) => (Math.floor(at / size) === at % size ? entry - value : entry));
          const x = nearestNullVector(shifted, size);
          expect(Math.abs(x.reduce((sum, each) => sum + each * each, 0) - 1)).toBeLessThan(1e-14);
          for (let i = 0; i < size; i++)
            expect(Math.abs(x.reduce((sum, each, j) => sum + shifted[i * size + j] * each, 0))).toBeLessThan(1e-12);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe("the eigenvalues of a pair", () => {
  it("are the ratios of two diagonals, the infinite ones counted apart", () => {
    const diagonal = (values: number[]) =>
      Float64Array.from({ length: 16 }, (_, at) => (Math.floor(at / 4) === at % 4 ? values[at % 4] : 0));
    const found = generalisedEigenvalues(diagonal([1, 6, -3, 5]), diagonal([1, 2, 1, 0]), 4, 0.3)!;
    expect(found.infinite).toBe(1);
    expect(
      mismatch(asComplex(found), [
        [1, 0],
        [3, 0],
        [-3, 0],
      ]),
    ).toBeLessThan(1e-14);
    // The shift is an eigenvalue; and a pair with a common null vector, for which every number is.
    expect(generalisedEigenvalues(diagonal([1, 6, -3, 5]), diagonal([1, 2, 1, 0]), 4, 3)).toBeUndefined();
    expect(generalisedEigenvalues(diagonal([1, 6, -3, 0]), diagonal([1, 2, 1, 0]), 4, 0.3)).toBeUndefined();
  });

  it("are those of B^-1 A where B is regular, whatever the shift, and conjugates keep their order", () => {
    const size = 6;
    const b = randomMatrix(size, 1);
    const product = randomMatrix(size, 2);
    const a = Float64Array.from({ length: size * size }, (_, at) => {
      const [i, j] = [Math.floor(at / size), at % size];
      return Array.from({ length: size }, (_, k) => b[i * size + k] * product[k * size + j]).reduce((sum, value) => sum + value, 0);
    });
    const wanted = asComplex(eigenvalues(product, size));
    for (const shift of [0.1234, -2.7]) {
      const found = generalisedEigenvalues(a, b, size, shift)!;
      expect(found.infinite).toBe(0);
      expect(mismatch(asComplex(found), wanted)).toBeLessThan(1e-12);
      found.imaginary.forEach((value, k) => {
        if (value < 0) expect(found.imaginary[k - 1]).toBe(-value);
      });
    }
  });
});
