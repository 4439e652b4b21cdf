/**
 * Brings overlapping bodies apart by the smallest motion, weighed by mass: min |dq|_M with gap + J_n dq >= 0. That is the
 * problem of a step without friction from rest, with displacements in the place of velocities. What it does to the energy is booked.
 *
 * Source: own study, dense contact section 5.
 */
import { SolverError } from "../../errors.js";
import { motionOf } from "./contact-list.js";
import { kineticEnergyAt, potentialEnergyAt, readMassesAt } from "./energy.js";
import { moveMembers } from "./free-step.js";
import { islandOf } from "./island-of.js";
import { addRow, beginProblem, readSpeeds } from "./rows.js";
import { type Island, type RunState, reserveRows } from "./run-state.js";
import { GROUND } from "./solver/problem.js";
import { solveStep } from "./solver/solve.js";

/** Of the gap tolerance: how exactly gaps are closed. */
const EXACT = 0.1;

/**
 * Needs the contacts ahead to be those of these coordinates. Only those nodes move that have to: those that overlap, and any that they
 * would be moved into.
 */
export function projectPositions(run: RunState, island: Island, coordinates: Float64Array): void {
  const { system, ahead, free, tolerances, rate, chosen, members, nodes, nextSpeeds } = run;
  reserveRows(run);
  const { problem } = run;
  readMassesAt(run, island, coordinates);
  for (const body of island.bodies) {
    chosen[body] = 0;
    rate.fill(0, nodes.speeds[body], nodes.speeds[body + 1]);
  }
  const isChosen = (body: number) => chosen[body] === 1;
  for (let count = 0; chooseOverlapping(run, count); ) {
    const bodies = island.bodies.filter(isChosen);
    count = bodies.length;
    beginProblem(run, bodies, run.standing);
    for (let i = 0; i < ahead.count; i += 1) {
      const second = ahead.bodies[2 * i + 1];
      if (chosen[ahead.bodies[2 * i]] === 0 || (second !== GROUND && chosen[second] === 0)) continue;
      const row = addRow(run, ahead, i);
      problem.friction[row] = 0;
      problem.offset.fill(0, 3 * row, 3 * row + 3);
      // Not a part of the tolerance in: what is left under one body is under all that it carries.
      problem.bound[3 * row + 2] = -ahead.gap[i];
    }
    problem.tolerance = EXACT * tolerances.gapTolerance;
    const { velocity } = solveStep(problem, run.workspace);
    readSpeeds(run, bodies, velocity, rate);
  }
  const moved = islandOf(
    {
      bodies: island.bodies.filter(isChosen),
      rigid: island.rigid.filter(isChosen),
      linked: island.linked.filter(isChosen),
      parts: island.parts.filter((part) => members[part].some(isChosen)),
    },
    [],
  );
  // The masses of mechanisms change with where they are.
  const energy = () => potentialEnergyAt(run, moved, coordinates) + kineticEnergyAt(run, moved.linked, coordinates, nextSpeeds);
  const before = energy();
  const overlapping = moved.linked.length > 0 ? coordinates.slice() : coordinates;
  try {
    moveMembers(free, system, moved, coordinates, rate, 1);
  } catch (error) {
    if (moved.linked.length === 0 || !(error instanceof SolverError)) throw error;
    // Loops that would not close there: they stay where they are.
    coordinates.set(overlapping);
    return;
  }
  run.pending.projection += before - energy();
}

/**
 * Chooses the nodes of places that overlap after the displacement found, if not all of them are chosen. False where none is new. What
 * touches those is next as a rule, and is chosen with them as long as there are no more than there were.
 */
function chooseOverlapping({ ahead, tolerances, rate, chosen }: RunState, count: number): boolean {
  let added = 0;
  const choose = (node: number) => {
    if (node === GROUND || chosen[node] === 1) return;
    chosen[node] = 1;
    added += 1;
  };
  for (let i = 0; i < ahead.count; i += 1) {
    const first = ahead.bodies[2 * i];
    const second = ahead.bodies[2 * i + 1];
    if (chosen[first] === 1 && (second === GROUND || chosen[second] === 1)) continue;
    if (ahead.gap[i] + motionOf(ahead, i, 2, rate) >= -tolerances.gapTolerance) continue;
    choose(first);
    choose(second);
  }
  for (let known = 0; added > known && added < count; ) {
    known = added;
    const edge: number[] = [];
    for (let i = 0; i < ahead.count; i += 1) {
      const second = ahead.bodies[2 * i + 1];
      const isEdge = second !== GROUND && chosen[ahead.bodies[2 * i]] !== chosen[second];
      if (isEdge && ahead.gap[i] <= tolerances.gapTolerance) edge.push(i);
    }
    for (const i of edge) for (let side = 0; side < 2; side += 1) choose(ahead.bodies[2 * i + side]);
  }
  return added > 0;
}
