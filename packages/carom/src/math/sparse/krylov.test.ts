import { describe, expect, it } from "vitest";
import { eigenvalues } from "../eigenvalues.js";
import { luFactor, luSolve } from "../lu.js";
import { createRandom } from "../random.js";
import { conjugateGradients, diagonalPreconditioner, type LinearMap } from "./conjugate-gradients.js";
import { arnoldiEigenvalues, gmres } from "./gmres.js";
import { factorLdl, solveLdl } from "./ldl.js";
import { multiplySymmetric, type SparseSymmetric } from "./symmetric.js";

/** The Laplacian of a line of nodes, slightly shifted: its condition number is about 4 size^2 / pi^2. */
function line(size: number): SparseSymmetric {
  const columnStarts = Int32Array.from({ length: size + 1 }, (_, i) => Math.min(2 * i, 2 * size - 1));
  const rows = Int32Array.from({ length: 2 * size - 1 }, (_, i) => Math.ceil(i / 2));
  const values = Float64Array.from({ length: 2 * size - 1 }, (_, i) => (i % 2 === 0 ? 2 + 1e-6 : -1));
  return { size, columnStarts, rows, values };
}

const matrix = line(200);
const apply: LinearMap = (x, out) => void multiplySymmetric(matrix, x, out);
const right = Float64Array.from({ length: 200 }, (_, i) => Math.sin(i));
const exact = solveLdl(factorLdl(matrix), right);

describe("conjugate gradients", () => {
  it("end after as many steps as there are unknowns, with the solution", () => {
    const { x, converged, iterations } = conjugateGradients(apply, right, {
      tolerance: 1e-13,
      preconditioner: diagonalPreconditioner(matrix),
    });
    expect(converged).toBe(true);
    expect(iterations).toBeLessThanOrEqual(210);
    for (let i = 0; i < 200; i += 1) expect(x[i]).toBeCloseTo(exact[i], 7);
  });

  it("end after one step with the exact inverse as preconditioner", () => {
    const factor = factorLdl(matrix);
    const { iterations } = conjugateGradients(apply, right, { preconditioner: (x, out) => void solveLdl(factor, x, out), tolerance: 1e-9 });
    expect(iterations).toBe(1);
  });

  it("say that a matrix is not positive definite", () => {
    expect(() => conjugateGradients((x, out) => void out.set(x.map((value, i) => (i % 2 === 0 ? value : -value))), right)).toThrow(
      "without stiffness",
    );
  });
});

describe("a matrix that is not symmetric", () => {
  const size = 40;
  const random = createRandom(7);
  const dense = Float64Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? 3 : 0) + (2 * random() - 1) * 0.4);
  const times: LinearMap = (x, out) => {
    for (let i = 0; i < size; i += 1) {
      out[i] = 0;
      for (let j = 0; j < size; j += 1) out[i] += dense[i * size + j] * x[j];
    }
  };

  it.each([60, 10])("is solved by GMRES started again after %d vectors", (restart) => {
    const b = Float64Array.from({ length: size }, () => random());
    const { x, converged } = gmres(times, b, { restart, tolerance: 1e-12 });
    expect(converged).toBe(true);
    const expected = b.slice();
    const lu = dense.slice();
    const pivots = new Int32Array(size);
    expect(luFactor(lu, size, pivots)).toBe(true);
    luSolve(lu, size, pivots, expected);
    for (let i = 0; i < size; i += 1) expect(x[i]).toBeCloseTo(expected[i], 10);
  });

  it("has the eigenvalues that Arnoldi finds in the whole space", () => {
    const sorted = (values: Float64Array): number[] => [...values].sort((a, b) => a - b);
    const found = sorted(arnoldiEigenvalues(times, size, size, 0).real);
    const expected = sorted(eigenvalues(dense, size).real);
    for (let i = 0; i < size; i += 1) expect(found[i]).toBeCloseTo(expected[i], 9);
  });
});
