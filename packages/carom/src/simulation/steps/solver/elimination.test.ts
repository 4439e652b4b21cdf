import fc from "fast-check";
import { expect, it } from "vitest";
import { luFactor, luSolve } from "../../../math/lu.js";
import { createRandom } from "../../../math/random.js";
import { assemble, createBlockMatrix, factor, solveFactored } from "./elimination.js";
import { type BodyRow, boxRow, type ContactRow, problemOf } from "./fixtures.testing.js";
import type { StepProblem } from "./problem.js";
import { analyse } from "./symbolic.js";

function randomProblem(random: () => number): StepProblem {
  const within = () => 2 * random() - 1;
  const bodies = Array.from(
    { length: 2 + Math.floor(9 * random()) },
    (): BodyRow => boxRow(1 + random(), [0.1, 0.2, 0.3], [0, 0, 0, 0, 0, 0]),
  );
  const contacts = Array.from({ length: Math.floor(25 * random()) }, (): ContactRow => {
    const first = Math.floor(bodies.length * random());
    const second = Math.floor((bodies.length + 1) * random()) - 1;
    return [first, second === first ? -1 : second, within(), within(), 1, ...Array.from({ length: 6 }, within), 0, 0.5, 0, 0, 0];
  });
  return problemOf({ gh: 1, bodies, contacts });
}

/** M + sum J^T K J, dense. */
function dense({ bodyCount, contactCount, mass, bodies, jacobian }: StepProblem, k: Float64Array): Float64Array {
  const size = 6 * bodyCount;
  const matrix = new Float64Array(size * size);
  for (let b = 0; b < bodyCount; b += 1)
    for (let c = 0; c < 6; c += 1) for (let d = 0; d < 6; d += 1) matrix[(6 * b + c) * size + 6 * b + d] = mass[36 * b + 6 * c + d];
  for (let i = 0; i < contactCount; i += 1) {
    const row = (c: number) => {
      const out = new Float64Array(size);
      for (let side = 0; side < 2; side += 1)
        if (bodies[2 * i + side] >= 0)
          for (let d = 0; d < 6; d += 1) out[6 * bodies[2 * i + side] + d] = jacobian[36 * i + 18 * side + 6 * c + d];
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

it("solves as a dense factorisation does", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
      const random = createRandom(seed);
      const problem = randomProblem(random);
      const k = new Float64Array(9 * problem.contactCount);
      for (let i = 0; i < problem.contactCount; i += 1) {
        k[9 * i] = k[9 * i + 4] = random();
        k[9 * i + 8] = 100 * random();
        k[9 * i + 2] = 30 * random();
      }
      const size = 6 * problem.bodyCount;
      const right = Float64Array.from({ length: size }, () => random() - 0.5);
      const expected = right.slice();
      const matrix = dense(problem, k);
      const pivots = new Int32Array(size);
      expect(luFactor(matrix, size, pivots)).toBe(true);
      luSolve(matrix, size, pivots, expected);

      const elimination = analyse(problem.bodyCount, problem.contactCount, problem.bodies);
      const blocks = createBlockMatrix(elimination);
      assemble(blocks, elimination, problem, k);
      expect(factor(blocks, elimination)).toBe(true);
      solveFactored(blocks, elimination, right);
      const scale = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (let c = 0; c < size; c += 1) expect(Math.abs(right[c] - expected[c])).toBeLessThan(1e-8 * scale);
    }),
    { numRuns: 50, seed: 3 },
  );
});
