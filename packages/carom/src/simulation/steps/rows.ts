/**
 * The places of a contact list as rows of the problem that `solver/` solves.
 */
import type { ContactList } from "./contact-list.js";
import type { Members } from "./free-step.js";
import type { RunState } from "./run-state.js";
import { GROUND, ROWS } from "./solver/problem.js";
import { type StepSolution, solveStep } from "./solver/solve.js";
import { solverTolerance } from "./tolerances.js";

/** Begins a problem: bodies with their masses and the speeds they would have, no rows. */
export function beginProblem({ problem, numbers, free }: RunState, { bodies }: Members, velocity: Float64Array): void {
  problem.bodyCount = bodies.length;
  problem.contactCount = 0;
  bodies.forEach((body, i) => {
    numbers[body] = i;
    for (let k = 0; k < 36; k += 1) {
      problem.mass[36 * i + k] = free.mass[36 * body + k];
      problem.inverseMass[36 * i + k] = free.inverseMass[36 * body + k];
    }
    for (let k = 0; k < 6; k += 1) problem.freeVelocity[6 * i + k] = velocity[6 * body + k];
  });
}

/** Adds place i of the list, with the bound that stops it and nothing to begin with. Returns its row. */
export function addRow({ problem, numbers, surfaces }: RunState, contacts: ContactList, i: number): number {
  const row = problem.contactCount;
  problem.contactCount += 1;
  for (let side = 0; side < 2; side += 1) {
    const body = contacts.bodies[2 * i + side];
    problem.bodies[2 * row + side] = body === GROUND ? GROUND : numbers[body];
  }
  problem.surfaces[row] = contacts.pairs[i];
  problem.friction[row] = surfaces.friction[contacts.pairs[i]];
  for (let k = 0; k < ROWS; k += 1) problem.jacobian[ROWS * row + k] = contacts.jacobian[ROWS * i + k];
  for (let c = 0; c < 3; c += 1) {
    problem.bound[3 * row + c] = -contacts.drift[3 * i + c];
    problem.warm[3 * row + c] = 0;
  }
  return row;
}

/** Solves what has been put together, for a step of length h, and counts. */
export function solveRows({ problem, workspace, statistics, tolerances }: RunState, h: number): StepSolution {
  problem.tolerance = solverTolerance(tolerances, h);
  const solution = solveStep(problem, workspace);
  statistics.solves += 1;
  if (!solution.converged) statistics.notConverged += 1;
  statistics.largestResidual = Math.max(statistics.largestResidual, solution.residual);
  return solution;
}

/** Kinetic energy of the bodies of the problem at given speeds, J. */
export function kineticEnergyOf({ problem: { bodyCount, mass } }: RunState, velocity: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < bodyCount; i += 1)
    for (let c = 0; c < 6; c += 1) {
      let momentum = 0;
      for (let k = 0; k < 6; k += 1) momentum += mass[36 * i + 6 * c + k] * velocity[6 * i + k];
      sum += 0.5 * momentum * velocity[6 * i + c];
    }
  return sum;
}
