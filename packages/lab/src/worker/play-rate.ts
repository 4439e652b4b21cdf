/**
 * Rows of a run that is to be played: many for a short motion, as many as the study asks for in a longer one, and no more than the page can
 * draw without a pause. Files that are exported have the study's own.
 */
import type { SimulationStudy } from "carom/study";

const MOST_ROWS = 40_000;
/** As a study that says nothing. */
const USUAL_RATE = 100;

/** 1/s. */
export function playRate({ duration, output }: SimulationStudy): number {
  const wanted = Math.max(output?.rate ?? USUAL_RATE, Math.min(500, 2000 / duration));
  return Math.min(wanted, MOST_ROWS / duration);
}

/** Whether the study asks for more rows than are played. */
export function isThinned(study: SimulationStudy): boolean {
  return playRate(study) < (study.output?.rate ?? USUAL_RATE);
}
