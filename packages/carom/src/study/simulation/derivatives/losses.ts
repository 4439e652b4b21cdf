/**
 * Derivatives of what a run has lost.
 *
 *     impact     sum over all impacts of -P . (v + v+)/2, P the impulse and v the velocities of its contacts before and after
 *     friction   energy at the beginning - energy at the end - lost in impacts
 *
 * Velocities are relative to the ground, so what moved ground puts in is no part of what an impact loses.
 */
import type { FinishedRun } from "./assemble.js";
import type { Parameter } from "./parameters.js";
import type { Loss, StateNumber } from "./rows.js";
import { stateChanges } from "./state-numbers.js";

const TOTAL: readonly StateNumber[] = [{ kind: "total" }];

/** One for each parameter; NaN where one is not known. */
export function lossChanges(loss: Loss, parameters: readonly Parameter[], run: FinishedRun): number[] {
  const ofImpacts = impactLossChanges(parameters.length, run);
  if (loss === "impactLoss") return ofImpacts;
  const { system, state, tangents } = run;
  const start = system.initialState();
  const first = { time: 0, coordinates: Float64Array.from(start.coordinates), speeds: Float64Array.from(start.speeds) };
  const atStart = parameters.map(({ column: { coordinates = [], speeds = [], moved = [] } }) => ({
    coordinates: Float64Array.from(coordinates),
    speeds: Float64Array.from(speeds),
    moved,
  }));
  const atEnd = parameters.map(({ column: { moved = [] } }, j) => ({
    coordinates: tangents.coordinates[j],
    speeds: tangents.speeds[j],
    moved,
  }));
  const before = stateChanges(system, TOTAL, first, atStart);
  const now = stateChanges(system, TOTAL, state, atEnd);
  return ofImpacts.map((ofImpact, j) => before[j][0] - now[j][0] - ofImpact);
}

function impactLossChanges(columns: number, { events, tangents }: FinishedRun): number[] {
  const sums = new Array<number>(columns).fill(0);
  events.forEach((event, k) => {
    if (event.kind !== "impact") return;
    const known = tangents.events[k]?.impact;
    for (let j = 0; j < columns; j++)
      event.contacts.forEach(({ impulse, velocityBefore, velocityAfter }, i) => {
        for (let axis = 0; axis < 3; axis++) {
          const of = (field: "impulse" | "velocityBefore" | "velocityAfter") => known?.[field][j]?.[3 * i + axis] ?? Number.NaN;
          const mean = 0.5 * (velocityBefore[axis] + velocityAfter[axis]);
          sums[j] -= of("impulse") * mean + 0.5 * impulse[axis] * (of("velocityBefore") + of("velocityAfter"));
        }
      });
  });
  return sums;
}
