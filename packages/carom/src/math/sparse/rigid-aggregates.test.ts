import { describe, expect, it } from "vitest";
import { freeRows } from "../../soft/fem/quadratic-solution.js";
import { stiffnessMatrix } from "../../soft/fem/stiffness.js";
import { baseNodes, boxMesh } from "../../soft/mesh/generate.js";
import { conjugateGradients, diagonalPreconditioner } from "./conjugate-gradients.js";
import { factorLdl, solveLdl } from "./ldl.js";
import { rigidAggregates } from "./rigid-aggregates.js";
import { fromDense, multiplySymmetric, submatrix } from "./symmetric.js";
import { twoLevelPreconditioner } from "./two-level.js";

/** Stiffness of a block that stands on its base, its free unknowns and their places. */
function block(cells: number, poissonRatio: number) {
  const mesh = boxMesh({ size: [0.1, 0.1, 0.1], cells: [cells, cells, cells] });
  const rows = freeRows(mesh.nodes.length / 3, baseNodes(mesh));
  const matrix = submatrix(stiffnessMatrix(mesh, { youngModulus: 1e5, poissonRatio }), rows);
  return { matrix, places: Float64Array.from(rows, (row) => mesh.nodes[row]) };
}

function stepsOf({ matrix, places }: ReturnType<typeof block>, right: Float64Array, groups: boolean) {
  return conjugateGradients((x, out) => void multiplySymmetric(matrix, x, out), right, {
    preconditioner: groups ? twoLevelPreconditioner(matrix, rigidAggregates(matrix, places)) : diagonalPreconditioner(matrix),
    tolerance: 1e-10,
  });
}

describe("groups of nodes that move as rigid bodies", () => {
  const right = (size: number): Float64Array => Float64Array.from({ length: size }, (_, i) => Math.sin(i));

  it.each([0.3, 0.49])("with Poisson's ratio %f find what the factorisation finds", (poissonRatio) => {
    const system = block(7, poissonRatio);
    const load = right(system.matrix.size);
    const exact = solveLdl(factorLdl(system.matrix, { block: 3, coordinates: system.places }), load);
    const { x, converged } = stepsOf(system, load, true);
    expect(converged).toBe(true);
    const largest = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (let i = 0; i < x.length; i += 1) expect(Math.abs(x[i] - exact[i])).toBeLessThan(1e-8 * largest);
  });

  it("keep the steps few where those of the diagonal alone grow with the mesh", () => {
    const [small, large] = [block(6, 0.3), block(12, 0.3)];
    const counts = [small, large].map((system) =>
      [true, false].map((groups) => stepsOf(system, right(system.matrix.size), groups).iterations),
    );
    expect(counts[1][0]).toBeLessThan(1.3 * counts[0][0]);
    expect(counts[1][1]).toBeGreaterThan(1.4 * counts[0][1]);
    expect(4 * counts[1][0]).toBeLessThan(counts[1][1]);
  });

  it("share forces out as they take motions over: one map is the transpose of the other", () => {
    const { matrix, places } = block(4, 0.3);
    const level = rigidAggregates(matrix, places);
    const force = right(matrix.size);
    const below = level.restrict(force);
    const some = Float64Array.from({ length: below.length }, (_, i) => Math.cos(3 * i));
    const above = new Float64Array(matrix.size);
    level.prolong(some, above);
    const product = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i], 0);
    expect(product(above, force)).toBeCloseTo(product(some, below), 10);
  });

  it("stand one node, and nodes on a line, which nothing keeps from turning", () => {
    for (const nodes of [1, 2, 3]) {
      const size = 3 * nodes;
      const dense = Float64Array.from({ length: size * size }, (_, i) => {
        const [row, column] = [Math.floor(i / size), i % size];
        return row === column ? 4 : Math.abs(row - column) === 3 ? -1 : 0;
      });
      const matrix = fromDense(dense, size);
      const places = Float64Array.from({ length: size }, (_, i) => (i % 3 === 0 ? i : 0));
      const { x, converged } = stepsOf({ matrix, places }, right(size), true);
      expect(converged).toBe(true);
      const image = multiplySymmetric(matrix, x);
      for (let i = 0; i < size; i += 1) expect(image[i]).toBeCloseTo(Math.sin(i), 8);
    }
  });
});
