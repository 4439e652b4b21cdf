/**
 * The system that the two pieces of a feature make, begun at the nearest points of the shapes.
 */
import type { Finder } from "../../geometry/finder.js";
import { placePiece, solvePieces } from "../../geometry/piece-system.js";
import type { Piece } from "../../geometry/pieces.js";
import { startPlaces } from "../../geometry/try-pieces.js";
import * as vec3 from "../../math/vec3.js";
import type { ConvexFeature } from "./convex-features.js";
import { aimAcrossFlat, isRimOnFlat, type SolvedPair } from "./feature-margins.js";
import { startOnCrossing } from "./rim-crossings.js";
import { rounded, roundPlaces } from "./rounded-starts.js";

export interface PlacedPair extends SolvedPair {
  /** The smaller extent, m. */
  readonly scale: number;
}

/** Starts the system of two pieces at the nearest points of the shapes. */
export function start(finder: Finder, a: Piece, b: Piece): void {
  const { system, approach } = finder;
  vec3.copy(finder.firstPoint, approach.firstPoint);
  vec3.copy(finder.secondPoint, approach.secondPoint);
  vec3.copy(finder.normal, system.normal);
  vec3.scale(system.normal, 1 / vec3.norm(system.normal), system.normal);
  system.distance = finder.distance;
  startPlaces(finder, a, b);
}

/** Solves for the nearest points of the pieces of a feature, from the nearest points of the shapes on. */
export function solve(pair: PlacedPair, feature: ConvexFeature): boolean {
  const { finder, first, second } = pair;
  const { system } = finder;
  const [a, b] = [first.pieces[feature.first].piece, second.pieces[feature.second].piece];
  const isSolved = () => solvePieces(system, finder.first, a, finder.second, b, finder.size);
  start(finder, a, b);
  if (isRimOnFlat(pair, feature)) aimAcrossFlat(pair, feature);
  if (feature.turn !== 0) startOnCrossing(finder, a, b, feature.turn);
  if (!isSolved()) {
    // A crossing that is not found from where it should be may be where the shapes are nearest.
    start(finder, a, b);
    if (feature.turn === 0 || !isSolved()) return false;
  }
  // Flat pieces do not know their sides.
  if (vec3.dot(system.normal, finder.normal) < 0) {
    vec3.scale(system.normal, -1, system.normal);
    system.distance = -system.distance;
    placePiece(system, finder.first, a, 1);
    placePiece(system, finder.second, b, -1);
  }
  return true;
}

/** Solves once more from the answer rounded to few digits, which is the same wherever the first search began: so are all bits then. */
export function solveAnew(pair: PlacedPair, feature: ConvexFeature): boolean {
  const { finder, first, second, scale } = pair;
  const { system } = finder;
  const [a, b] = [first.pieces[feature.first].piece, second.pieces[feature.second].piece];
  if (isRimOnFlat(pair, feature)) aimAcrossFlat(pair, feature);
  else for (let c = 0; c < 3; c++) system.normal[c] = rounded(system.normal[c], 1);
  vec3.scale(system.normal, 1 / vec3.norm(system.normal), system.normal);
  system.distance = rounded(system.distance, scale);
  roundPlaces(a, system.firstPlaces, scale);
  roundPlaces(b, system.secondPlaces, scale);
  return solvePieces(system, finder.first, a, finder.second, b, finder.size);
}
