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
const TRANSITS = 1.3;
const FLIGHT = 0.3;
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

/** By how much displacements are enlarged so that the rod moves by a tenth of its length. */
export function enlargement({ displacement }: RodFilm, length: number): number {
  let largest = 0;
  for (const value of displacement) largest = Math.max(largest, Math.abs(value));
  return largest === 0 ? 1 : (0.1 * length) / largest;
}

export interface RodScene {
  readonly film: RodFilm;
  readonly length: number;
  readonly waveSpeed: number;
  /** When the bottom leaves the floor, s, where that is shown. */
  readonly leaves?: number;
  /** Mass of a metre, kg; absent where the study does not tell it. */
  readonly density?: number;
  readonly largestStrain: number;
  readonly fastest: number;
  /** Duration of the film, s. */
  readonly end: number;
  readonly enlarged: number;
}

export function sceneOf(film: RodFilm, { rod, bounce, forces }: ElasticRodResult): RodScene {
  const end = film.step * (film.frames - 1);
  const largest = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return {
    film,
    length: rod.length,
    waveSpeed: rod.waveSpeed,
    end,
    enlarged: enlargement(film, rod.length),
    largestStrain: largest(film.strain),
    fastest: largest(film.velocity),
    ...(bounce === undefined || bounce.bounceTime > end ? {} : { leaves: bounce.bounceTime }),
    ...(forces === undefined ? {} : { density: forces.mass / rod.length }),
  };
}

/** Push of the floor by frame: N, or for every kilogram of a metre. */
export function floorForces({ film, waveSpeed, density = 1 }: RodScene): Float64Array {
  return Float64Array.from({ length: film.frames }, (_, frame) =>
    Math.max(0, -density * waveSpeed * waveSpeed * film.strain[frame * film.cells]),
  );
}

/** Elastic energy by frame, as a part of all that there was; and the rest that is left: motion and height. */
export function energyShares({ film, length, waveSpeed }: RodScene): { readonly stored: Float64Array; readonly left: Float64Array } {
  const { cells, frames, strain, energyTotal } = film;
  const before = energyTotal[0];
  const stored = Float64Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let i = 0; i < cells; i++) sum += strain[frame * cells + i] ** 2;
    return (0.5 * waveSpeed * waveSpeed * sum * length) / cells / before;
  });
  return { stored, left: energyTotal.map((value) => value / before) };
}

/** Where the first front is, from the floor, m; it goes up and down as long as the rod stands. */
export function frontAt({ length, waveSpeed, leaves = Number.POSITIVE_INFINITY }: RodScene, time: number): number | undefined {
  if (time <= 0 || time >= leaves) return undefined;
  const gone = (waveSpeed * time) % (2 * length);
  return gone < length ? gone : 2 * length - gone;
}
