/**
 * Brings overlapping bodies apart by the smallest motion, weighed by mass: min |dq|_M with gap + J_n dq >= -tolerance / 2. That is the
 * problem of a step without friction from rest, with displacements in the place of velocities. What it does to the energy is booked.
 *
 * Source: own study, dense contact section 5.
 */
import { motionOf } from "./contact-list.js";
import { readMassesAt } from "./energy.js";
import { moveBodies } from "./free-step.js";
import { addRow, beginProblem } from "./rows.js";
import { type Island, type RunState, reserveRows } from "./run-state.js";
import { GROUND } from "./solver/problem.js";
import { solveStep } from "./solver/solve.js";

/** Of the gap tolerance: how exactly gaps are closed. */
const EXACT = 0.01;

/**
 * Needs the contacts ahead to be those of these coordinates. Only those bodies move that have to: those that overlap, and any that they
 * would be moved into.
 */
export function projectPositions(run: RunState, island: Island, coordinates: Float64Array): void {
  const { system, ahead, tolerances, time, rate, chosen, members } = run;
  reserveRows(run);
  const { problem } = run;
  readMassesAt(run, island, coordinates);
  for (const body of island.bodies) {
    chosen[body] = 0;
    rate.fill(0, 6 * body, 6 * body + 6);
  }
  let bodies: number[] = [];
  while (chooseOverlapping(run)) {
    bodies = island.bodies.filter((body) => chosen[body] === 1);
    beginProblem(run, { bodies, parts: [] }, run.standing);
    for (let i = 0; i < ahead.count; i += 1) {
      const second = ahead.bodies[2 * i + 1];
      if (chosen[ahead.bodies[2 * i]] === 0 || (second !== GROUND && chosen[second] === 0)) continue;
      const row = addRow(run, ahead, i);
      problem.friction[row] = 0;
      problem.bound[3 * row] = problem.bound[3 * row + 1] = 0;
      problem.bound[3 * row + 2] = -ahead.gap[i] - 0.5 * tolerances.gapTolerance;
    }
    problem.tolerance = EXACT * tolerances.gapTolerance;
    const { velocity } = solveStep(problem, run.workspace);
    bodies.forEach((body, i) => {
      for (let k = 0; k < 6; k += 1) rate[6 * body + k] = velocity[6 * i + k];
    });
  }
  const before = system.potentialEnergy(time, coordinates);
  moveBodies(coordinates, bodies, rate, 1);
  system.normalise(
    coordinates,
    island.parts.filter((part) => members[part].some((body) => chosen[body] === 1)),
  );
  run.pending.projection = before - system.potentialEnergy(time, coordinates);
}

/** Chooses the bodies of places that overlap after the displacement found, if not all of them are chosen. False where none is new. */
function chooseOverlapping({ ahead, tolerances, rate, chosen }: RunState): boolean {
  let any = false;
  for (let i = 0; i < ahead.count; i += 1) {
    const [first, second] = [ahead.bodies[2 * i], ahead.bodies[2 * i + 1]];
    if (chosen[first] === 1 && (second === GROUND || chosen[second] === 1)) continue;
    if (ahead.gap[i] + motionOf(ahead, i, 2, rate) >= -tolerances.gapTolerance) continue;
    chosen[first] = 1;
    if (second !== GROUND) chosen[second] = 1;
    any = true;
  }
  return any;
}
