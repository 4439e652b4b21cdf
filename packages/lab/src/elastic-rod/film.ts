/** What the view of the elastic rod shows: the result, and a film of the rod that goes on after it has left the floor. */
import { type ElasticRod, type RodFilm, rodFilm } from "carom/elastic-rod";
import { type ElasticRodResult, type ElasticRodStudy, InvalidInputError, runElasticRod } from "carom/study";

export interface Shown {
  readonly result?: ElasticRodResult;
  /** None with structural damping, which has no fronts, and with damping too strong for waves. */
  readonly film?: RodFilm;
  readonly failure?: string;
}

/** Transits that are shown at least, and how many of the flight. */
const TRANSITS = 3;
const FLIGHT = 1.5;
const MOST_TRANSITS = 12;

export function compute(study: ElasticRodStudy): Shown {
  try {
    const result = runElasticRod(study);
    return { result, ...filmOf(result) };
  } catch (error) {
    if (error instanceof InvalidInputError) return { failure: error.message };
    throw error;
  }
}

function filmOf({ rod, groups, bounce }: ElasticRodResult): { film?: RodFilm } {
  if (rod.damping === undefined) return {};
  const elastic: ElasticRod = { ...rod, damping: rod.damping };
  const transits = Math.min(MOST_TRANSITS, Math.max(TRANSITS, (bounce?.bounceTime ?? 0) / groups.transitTime + FLIGHT));
  try {
    return { film: rodFilm(elastic, { duration: transits * groups.transitTime }) };
  } catch (error) {
    if (error instanceof InvalidInputError) return {};
    throw error;
  }
}

/** By how much displacements are enlarged so that the rod moves by a quarter of its length. */
export function enlargement({ displacement }: RodFilm, length: number): number {
  let largest = 0;
  for (const value of displacement) largest = Math.max(largest, Math.abs(value));
  return largest === 0 ? 1 : (0.25 * length) / largest;
}
