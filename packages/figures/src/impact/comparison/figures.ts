/** Every picture of a comparison of laws. */
import type { ImpactOutcome } from "carom/impact";
import { appliedLaws, type Comparison } from "carom/study";
import type { Figure } from "../../draw/figure.js";
import { ledgerFigure } from "../ledgers.js";
import { contactEndsFigure, lawImpulsesFigure } from "./contact-ends.js";
import { lawTracks, pathsFigure } from "./paths.js";
import { velocitiesFigure } from "./velocities.js";

/**
 * Impulse paths with the laws' ends (several contacts: the impulse of each), their energy ledgers and their velocities, as far as there is
 * anything to show.
 */
export function comparisonFigures(comparison: Comparison): Figure[] {
  const { problem } = comparison;
  const outcomes = drawnLaws(comparison);
  const happened = outcomes.some((outcome) => outcome.events.length > 0);
  const figures: Figure[] = [];
  if (problem.contacts.length > 1 && happened) {
    if (outcomes[0].energy.before > 0) figures.push(ledgerFigure(outcomes));
    figures.push(lawImpulsesFigure(problem, outcomes), contactEndsFigure(problem, outcomes));
    return figures;
  }
  const tracks = lawTracks(problem, outcomes);
  if (tracks.length > 0) figures.push(pathsFigure(problem, tracks));
  if (happened && outcomes.some((outcome) => outcome.energy.before > 0)) figures.push(ledgerFigure(outcomes));
  if (tracks.length > 0) figures.push(velocitiesFigure(tracks));
  return figures;
}

/** Laws made for several contacts. */
const FOR_SEVERAL: ReadonlySet<string> = new Set(["proportional", "simultaneous", "multipoint"]);
/** Impulses that agree to this fraction end in one place on any picture. */
const SAME_END = 1e-6;

/**
 * The laws that pictures show. With one contact those made for several mostly end where another law does, and their marks would only cover
 * its mark.
 */
export function drawnLaws(comparison: Comparison): ImpactOutcome[] {
  const outcomes = appliedLaws(comparison);
  if (comparison.problem.contacts.length > 1) return outcomes;
  const others = outcomes.filter(({ law }) => !FOR_SEVERAL.has(law));
  return outcomes.filter((outcome) => !FOR_SEVERAL.has(outcome.law) || !others.some((other) => endsLike(other, outcome)));
}

function endsLike({ impulse }: ImpactOutcome, other: ImpactOutcome): boolean {
  const size = Math.hypot(...impulse);
  return impulse.every((value, i) => Math.abs(value - other.impulse[i]) <= SAME_END * size);
}
