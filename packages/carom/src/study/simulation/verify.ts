/**
 * A run beside one at a tenth of its tolerances: from when on they differ.
 *
 * Two runs that agree up to a time are both right up to there, as far as tolerances go. Heaps are chaotic: what differs later says that
 * places cannot be known there, not that energies, heights and forces are wrong.
 */
import { norm, subtract } from "../../math/vec3.js";
import type { SimulationTolerances } from "../../simulation/contact/tolerances.js";
import type { SimulationResult, Verification } from "./result.js";
import type { SimulationStudy } from "./schema.js";

const FINER = 0.1;
/** No finer than rounding. */
const FINEST = 1e-14;

/** The study at a tenth of the tolerances that its run used. */
export function atFinerTolerances(
  study: SimulationStudy,
  { stepError, longestStep, shortestStep, contactSpeed, gapTolerance, relativeTolerance, mostWork }: SimulationTolerances,
) {
  const { verify: _, ...rest } = study;
  // The error of a step goes with its square: where the longest step is what limits it, that has to shrink too.
  const shorter = Math.sqrt(FINER);
  return {
    ...rest,
    tolerances: {
      ...study.tolerances,
      stepError: FINER * stepError,
      longestStep: shorter * longestStep,
      shortestStep: shorter * shortestStep,
      contactSpeed: FINER * contactSpeed,
      gapTolerance: FINER * gapTolerance,
      relativeTolerance: Math.max(FINEST, FINER * relativeTolerance),
      mostWork: mostWork / FINER,
    },
  } satisfies SimulationStudy;
}

/** Rows that both have at the same time are compared; after rest the last one stays. */
export function verificationOf(result: SimulationResult, beside: SimulationResult, size: number): Verification {
  const within = result.tolerances.stepError * size;
  const { time, bodies } = result.series;
  const last = beside.series.time.length - 1;
  let largest = 0;
  let first: { readonly time: number; readonly body: string } | undefined;
  time.forEach((t, row) => {
    const other = Math.min(row, last);
    // The last row stands where a run ended, and the two may not end together.
    if (beside.series.time[other] !== t && !(beside.status === "rest" && t >= beside.series.time[last])) return;
    for (const [name, { position, orientation }] of Object.entries(bodies)) {
      const twin = beside.series.bodies[name];
      const shift = norm(subtract(position[row], twin.position[other]));
      const apart = Math.max(shift, size * turnBetween(orientation[row], twin.orientation[other]));
      largest = Math.max(largest, apart);
      if (apart > within) first ??= { time: t, body: name };
    }
  });
  return {
    within,
    differsFrom: first?.time ?? null,
    body: first?.body ?? null,
    largest,
    energy: [result.ledger.now, beside.ledger.now],
    tolerances: beside.tolerances,
  };
}

/** Of two orientations, as the length of the difference of their quaternions, doubled: the angle, where it is small. */
function turnBetween(a: readonly number[], b: readonly number[]): number {
  const sign = a.reduce((sum, value, k) => sum + value * b[k], 0) < 0 ? -1 : 1;
  return 2 * Math.sqrt(a.reduce((sum, value, k) => sum + (value - sign * b[k]) * (value - sign * b[k]), 0));
}
