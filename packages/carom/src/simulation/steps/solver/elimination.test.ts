import fc from "fast-check";
import { expect, it } from "vitest";
import { luFactor, luSolve } from "../../../math/lu.js";
import { createRandom } from "../../../math/random.js";
import { assemble, createBlockMatrix, factor, solveFactored } from "./elimination.js";
import { mixedProblem } from "./fixtures.testing.js";
import { rowsOf, type StepProblem, speedCountOf } from "./problem.js";
import { analyse } from "./symbolic.js";

/** M + sum J^T K J, dense. */
function dense(problem: StepProblem, k: Float64Array): Float64Array {
  const { bodyCount, contactCount, mass, bodies, jacobian, sizes, starts, blocks, widest } = problem;
  const size = speedCountOf(problem);
  const matrix = new Float64Array(size * size);
  for (let b = 0; b < bodyCount; b += 1)
    for (let c = 0; c < sizes[b]; c += 1)
      for (let d = 0; d < sizes[b]; d += 1) matrix[(starts[b] + c) * size + starts[b] + d] = mass[blocks[b] + sizes[b] * c + d];
  for (let i = 0; i < contactCount; i += 1) {
    const row = (c: number) => {
      const out = new Float64Array(size);
      for (let side = 0; side < 2; side += 1) {
        const body = bodies[2 * i + side];
        if (body < 0) continue;
        const at = rowsOf(problem) * i + 3 * widest * side + sizes[body] * c;
        for (let d = 0; d < sizes[body]; d += 1) out[starts[body] + d] = jacobian[at + d];
      }
      return out;
    };
    const rows = [row(0), row(1), row(2)];
    for (let p = 0; p < size; p += 1)
      for (let q = 0; q < size; q += 1)
        for (let c = 0; c < 3; c += 1)
          for (let d = 0; d < 3; d += 1) matrix[p * size + q] += rows[c][p] * k[9 * i + 3 * c + d] * rows[d][q];
  }
  return matrix;
}

it.each([
  ["rigid bodies", () => 6],
  ["bodies and mechanisms of 1 to 20 speeds", (random: () => number) => (random() < 0.3 ? 6 : 1 + Math.floor(20 * random()))],
])("solves as a dense factorisation does: %s", (_, sizeOf) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const random = createRandom(seed);
      const problem = mixedProblem(random, sizeOf);
      const k = new Float64Array(9 * problem.contactCount);
      for (let i = 0; i < problem.contactCount; i += 1) {
        k[9 * i] = k[9 * i + 4] = random();
        k[9 * i + 8] = 100 * random();
        k[9 * i + 2] = 30 * random();
      }
      const size = speedCountOf(problem);
      const right = Float64Array.from({ length: size }, () => random() - 0.5);
      const expected = right.slice();
      const matrix = dense(problem, k);
      const pivots = new Int32Array(size);
      expect(luFactor(matrix, size, pivots)).toBe(true);
      luSolve(matrix, size, pivots, expected);

      const elimination = analyse(problem);
      const blocks = createBlockMatrix(elimination);
      assemble(blocks, elimination, problem, k);
      expect(factor(blocks, elimination)).toBe(true);
      solveFactored(blocks, elimination, problem, right);
      const scale = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (let c = 0; c < size; c += 1) expect(Math.abs(right[c] - expected[c])).toBeLessThan(1e-8 * scale);
    }),
    { numRuns: 50, seed: 3 },
  );
});
