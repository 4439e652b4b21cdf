/**
 * Starts of searches, rounded to few digits: they are the same then for all that led there, and so are all bits of what is found from them.
 */
import type { Piece } from "../../geometry/pieces.js";

/** Steps to which starts are rounded, in each unit. */
const DIGITS = 16777216;

export function rounded(value: number, unit: number): number {
  return (Math.round((value / unit) * DIGITS) / DIGITS) * unit;
}

export function roundPlaces({ kind }: Piece, places: [number, number], scale: number): void {
  const unit = kind === "rim" ? 1 : scale;
  for (let j = 0; j < 2; j++) places[j] = rounded(places[j], unit);
  if (kind !== "rim") return;
  const length = Math.sqrt(places[0] * places[0] + places[1] * places[1]);
  for (let j = 0; j < 2; j++) places[j] /= length;
}
