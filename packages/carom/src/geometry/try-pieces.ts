/**
 * Pairs of pieces, one after the other, until the two bounds prove an answer. Nothing else is trusted: a pair of pieces may converge to a
 * point of another.
 */
import * as mat3 from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { nextCandidate } from "./candidates.js";
import { type Finder, separation, take } from "./finder.js";
import { placePiece, solvePieces } from "./piece-system.js";
import { beyond, type Piece } from "./pieces.js";
import { type Placed, toBody } from "./placed.js";

/** Part of the size: bounds this close prove an answer. */
export const PROVED = 1e-13;
/** Part of the size: an overlap of the cores that rounding or a step of time explains. */
export const SHALLOW = 1e-9;
/** Part of the size: places may be this much outside of their piece, where it does not matter to the distance. */
const SLACK = 1e-9;

/** Nearest candidates first. */
export function tryCandidates(finder: Finder, most: number, deepest = -SHALLOW * finder.size): boolean {
  const { candidates, approach, system } = finder;
  for (let k = 0; k < most; k++) {
    if (!nextCandidate(candidates)) break;
    vec3.copy(approach.direction, system.normal);
    system.distance = approach.upper;
    startPlaces(finder, finder.first.core.pieces[candidates.first], finder.second.core.pieces[candidates.second]);
    if (tryPieces(finder, candidates.first, candidates.second, deepest)) return true;
  }
  return false;
}

/** Starts along the flat directions where the simplices are nearest. */
export function startPlaces({ system, first, second, approach, probe }: Finder, pieceA: Piece, pieceB: Piece): void {
  const { firstPlaces, secondPlaces } = system;
  firstPlaces.fill(0);
  secondPlaces.fill(0);
  vec3.copy(system.normal, probe);
  if (pieceA.kind === "rim") startOnRim(first, probe, approach.firstPoint, firstPlaces);
  vec3.scale(system.normal, -1, probe);
  if (pieceB.kind === "rim") startOnRim(second, probe, approach.secondPoint, secondPlaces);
  placePiece(system, first, pieceA, 1);
  placePiece(system, second, pieceB, -1);
  vec3.subtract(approach.firstPoint, system.first.point, probe);
  for (let j = 0; j < pieceA.flat; j++) firstPlaces[j] = vec3.dot(probe, system.first.directions[j]);
  vec3.subtract(approach.secondPoint, system.second.point, probe);
  for (let j = 0; j < pieceB.flat; j++) secondPlaces[j] = vec3.dot(probe, system.second.directions[j]);
}
/** Tilt of a rim below which the normal does not say which way it leans. */
const LEANING = 0.05;

/** Where the rim leans to, or where it lies almost flat, below the point; `normal` is overwritten. */
function startOnRim(placed: Placed, normal: MutableVec3, point: Vec3, out: [number, number]): void {
  mat3.transformTransposed(placed.rotation, normal, normal);
  let length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  if (length < LEANING) {
    const tilt = length;
    toBody(placed, point, placed.local);
    const across = Math.sqrt(placed.local[0] * placed.local[0] + placed.local[1] * placed.local[1]);
    if (across > tilt * placed.core.reach) {
      vec3.copy(placed.local, normal);
      length = across;
    }
  }
  out[0] = length > 0 ? normal[0] / length : 1;
  out[1] = length > 0 ? normal[1] / length : 0;
}

/** Solves for two pieces and takes the answer if the bounds prove it and it is not deeper than that. */
export function tryPieces(finder: Finder, firstPiece: number, secondPiece: number, deepest: number): boolean {
  const { system, first, second, size } = finder;
  const pieceA = first.core.pieces[firstPiece];
  const pieceB = second.core.pieces[secondPiece];
  finder.tries++;
  if (!solvePieces(system, first, pieceA, second, pieceB, size)) return false;
  const { firstPlaces, secondPlaces, normal } = system;
  const excess =
    Math.max(0, beyond(pieceA, firstPlaces[0], firstPlaces[1])) + Math.max(0, beyond(pieceB, secondPlaces[0], secondPlaces[1]));
  // Points of the pieces themselves are at most this much farther from each other.
  const { distance } = system;
  const farther = excess > 0 ? Math.sqrt(distance * distance + excess * excess) - Math.abs(distance) : 0;
  if (!(farther <= PROVED * size && excess <= SLACK * size)) return false;
  let accuracy = Math.abs(system.distance - separation(finder, normal)) + farther;
  if (!(accuracy <= PROVED * size)) {
    // The same points along the opposite normal: flat pieces do not know their sides.
    vec3.scale(normal, -1, normal);
    system.distance = -system.distance;
    accuracy = Math.abs(system.distance - separation(finder, normal)) + farther;
    if (!(accuracy <= PROVED * size)) return false;
  }
  if (!(system.distance >= deepest)) return false;
  vec3.copy(normal, finder.normal);
  vec3.copy(system.first.point, finder.firstPoint);
  vec3.copy(system.second.point, finder.secondPoint);
  finder.firstPiece = firstPiece;
  finder.secondPiece = secondPiece;
  take(finder, system.distance, accuracy);
  return true;
}
