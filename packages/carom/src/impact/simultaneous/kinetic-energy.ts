/**
 * The kinetic energy that contacts can reach: half v . W^+ . v, with the pseudo-inverse where the mobility is singular.
 *
 * By conjugate gradients on W z = v from zero, which stay in the range of W and so find the solution of least norm if there is one. A
 * velocity that no motion of the bodies could give keeps only the part that one could, to the accuracy to which the gradients get there.
 */
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { createSemidefiniteSolver } from "./semidefinite.js";

/** Beyond this many components the factorisation would take longer than the impact. */
const MOST_DENSE = 400;

export function reachableEnergy(problem: ContactProblem): number {
  if (problem.kineticEnergy !== undefined) return problem.kineticEnergy;
  const { mobility, velocity } = problem;
  const size = velocity.length;
  const solution = new Float64Array(size);
  if (size <= MOST_DENSE) {
    const matrix = new Float64Array(size * size);
    mobility.forEach((row, i) => {
      row.forEach((value, j) => {
        matrix[i * size + j] = 0.5 * (value + mobility[j][i]);
      });
    });
    const solver = createSemidefiniteSolver(size);
    solver.factor(matrix, size);
    solver.solve(Float64Array.from(velocity), solution);
  } else conjugateGradients(mobility, velocity, solution);
  return Math.max(0, 0.5 * solution.reduce((sum, z, i) => sum + z * velocity[i], 0));
}

const ACCURACY = 1e-13;

function conjugateGradients(mobility: ContactProblem["mobility"], velocity: readonly number[], solution: Float64Array): void {
  const size = velocity.length;
  const rest = Float64Array.from(velocity);
  const direction = Float64Array.from(velocity);
  const image = new Float64Array(size);
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const first = dot(rest, rest);
  let square = first;
  for (let step = 0; step < 2 * size && square > ACCURACY * ACCURACY * first; step++) {
    for (let i = 0; i < size; i++) {
      const row = mobility[i];
      let sum = 0;
      for (let j = 0; j < size; j++) sum += row[j] * direction[j];
      image[i] = sum;
    }
    const bend = dot(direction, image);
    if (!(bend > 0)) return;
    const length = square / bend;
    for (let i = 0; i < size; i++) {
      solution[i] += length * direction[i];
      rest[i] -= length * image[i];
    }
    const next = dot(rest, rest);
    for (let i = 0; i < size; i++) direction[i] = rest[i] + (next / square) * direction[i];
    square = next;
  }
}
