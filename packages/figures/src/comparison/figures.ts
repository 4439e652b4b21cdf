/** Every picture of a comparison of laws. */
import type { ImpactOutcome } from "carom/impact";
import type { Comparison } from "carom/study";
import type { Figure } from "../figure.js";
import { ledgerFigure } from "./ledgers.js";
import { lawTracks, pathsFigure } from "./paths.js";
import { velocitiesFigure } from "./velocities.js";

/** Impulse paths with the laws' ends, their energy ledgers and their velocities, as far as there is anything to show. */
export function comparisonFigures(comparison: Comparison, document: Document): Figure[] {
  const outcomes = appliedLaws(comparison);
  const tracks = lawTracks(comparison.problem, outcomes);
  const figures: Figure[] = [];
  if (tracks.length > 0) figures.push(pathsFigure(comparison.problem, tracks, document));
  if (outcomes.some((outcome) => outcome.events.length > 0 && outcome.energy.before > 0)) figures.push(ledgerFigure(outcomes, document));
  if (tracks.length > 0) figures.push(velocitiesFigure(tracks, document));
  return figures;
}

export function appliedLaws(comparison: Comparison): ImpactOutcome[] {
  return comparison.rows.flatMap((row) => ("outcome" in row ? [row.outcome] : []));
}
