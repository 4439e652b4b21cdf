/**
 * Brings overlapping bodies apart by the smallest motion, weighed by mass: min |dq|_M with gap + J_n dq >= -tolerance / 2. That is the
 * problem of a step without friction from rest, with displacements in the place of velocities. What it does to the energy is booked.
 *
 * Source: own study, dense contact section 5.
 */
import { SolverError } from "../../errors.js";
import { mechanismEnergy, takeBack } from "./books.js";
import { moveMembers, readMasses } from "./free-step.js";
import { addRow, beginProblem, readSpeeds } from "./rows.js";
import { type Island, type RunState, reserveRows } from "./run-state.js";
import { solveStep } from "./solver/solve.js";

/** Of the gap tolerance: how exactly gaps are closed. */
const EXACT = 0.01;

/** Needs the contacts ahead to be those of these coordinates. */
export function projectPositions(run: RunState, island: Island, coordinates: Float64Array): void {
  const { system, ahead, free, tolerances, ledger, time, rate, nodes } = run;
  reserveRows(run);
  const { problem } = run;
  readMasses(free, system, island, coordinates);
  for (const body of island.bodies) rate.fill(0, nodes.speeds[body], nodes.speeds[body + 1]);
  beginProblem(run, island.bodies, rate);
  for (let i = 0; i < ahead.count; i += 1) {
    const row = addRow(run, ahead, i);
    problem.friction[row] = 0;
    problem.bound[3 * row + 2] = -ahead.gap[i] - 0.5 * tolerances.gapTolerance;
  }
  problem.tolerance = EXACT * tolerances.gapTolerance;
  const { velocity } = solveStep(problem, run.workspace);
  const energy = () => system.potentialEnergy(time, coordinates) + mechanismEnergy(run, island, coordinates, run.nextSpeeds);
  const before = energy();
  readSpeeds(run, island.bodies, velocity, rate);
  const overlapping = island.linked.length > 0 ? coordinates.slice() : coordinates;
  try {
    moveMembers(free, system, island, coordinates, rate, 1);
  } catch (error) {
    if (island.linked.length === 0 || !(error instanceof SolverError)) throw error;
    // Loops that would not close there: they stay where they are.
    coordinates.set(overlapping);
    return;
  }
  const gain = energy() - before;
  ledger.projectionLoss += takeBack(run, island, coordinates, gain) - gain;
}
