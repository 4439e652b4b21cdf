/**
 * The nearest points of two placed shapes, with a proof of the distance.
 *
 * Which pieces are nearest is known from the last time, or found from simplices (approach.ts); the pieces' own system (piece-system.ts)
 * gives the digits; bounds from both sides decide.
 */
import * as mat3 from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { refineApproach, startApproach } from "./approach.js";
import { collectCandidates } from "./candidates.js";
import { commonPlaces } from "./common-places.js";
import type { Core } from "./core.js";
import { type Finder, middleToMiddle, reachOf, separation, take } from "./finder.js";
import { alignedNormals, flatPair } from "./flat-pairs.js";
import { findOverlap } from "./overlap.js";
import { distanceFromPiece } from "./pieces.js";
import { type Placed, supportAt, toBody } from "./placed.js";
import type { PieceName } from "./support-set.js";
import { PROVED, SHALLOW, startPlaces, tryCandidates, tryPieces } from "./try-pieces.js";

/** Parts of the smaller reach, to which simplices go before pieces are tried. */
const ROUGHLY = [1e-4, 1e-7, 1e-10, 1e-14];
/** Part of the size below which simplices see only rounding. */
const ROUNDING = 1e-16;
/** Pairs of pieces tried each time but the last. */
const FEW_TRIES = 10;
const MANY_TRIES = 400;
/** Parts of the reach within which pieces are looked for, each time. */
const NEAR = [0.05, 0.05, 0.2, Number.POSITIVE_INFINITY];
/** Part of the size: cores this near may hide their normal from the simplices, which know points to the root of rounding only. */
const HARD_TO_SEE = 1e-4;
/** Part of the size: cores nearer than this have no direction of their own. */
const TOUCHING = 1e-14;

/** Part of the size to which simplices go where the last answer tells an overlap. */
const UNSEEN = 1e-9;

/** How overlaps of the cores are looked at. */
export interface OverlapSearch {
  /** Part of the size: those that are told by the pieces of the answer before, if these prove it. */
  readonly shallow: number;
  /** Ways out that are followed, at most. */
  readonly followed?: number;
}

/** Nearest points at the poses placed before. */
export function findNearest(finder: Finder, { shallow, followed }: OverlapSearch = { shallow: SHALLOW }): void {
  const { first: a, second: b, approach } = finder;
  if (a.core.reach === Infinity || b.core.reach === Infinity) {
    overPlane(finder);
    return;
  }
  finder.overlapping = false;
  const kept = finder.firstPiece >= 0 && tryPieces(finder, finder.firstPiece, finder.secondPiece, -shallow * finder.size);
  if (kept && (finder.distance >= 0 || !seemsApart(finder))) return;
  middleToMiddle(finder);
  startApproach(approach, a, b, finder.probe);
  const smaller = Math.min(reachOf(a.core), reachOf(b.core));
  for (let level = 0; level < ROUGHLY.length; level++) {
    refineApproach(approach, a, b, Math.max(ROUGHLY[level] * smaller, ROUNDING * finder.size), TOUCHING * finder.size);
    const last = level === ROUGHLY.length - 1;
    collectCandidates(finder.candidates, approach, a, b, NEAR[level]);
    const touching = approach.upper <= TOUCHING * finder.size;
    if (touching) {
      findOverlap(finder, followed);
      return;
    }
    if (tryCandidates(finder, last ? MANY_TRIES : FEW_TRIES) || tryFlat(finder, last ? 1 : 2)) return;
  }
  const direction = vec3.copy(approach.direction);
  if (tryCorners(finder)) return;
  // So near that simplices see no direction: look at all of them, and where few ways out prove nothing, at more.
  if (approach.upper < HARD_TO_SEE * finder.size && (findOverlap(finder, followed) || (followed !== undefined && findOverlap(finder))))
    return;
  startApproach(approach, a, b, direction);
  refineApproach(approach, a, b, ROUNDING * finder.size, TOUCHING * finder.size);
  takeApproach(finder);
}

/**
 * Whether simplices find a direction that keeps the cores apart, where the pieces of the answer before tell an overlap: a way out is proved
 * to be one, not to be needed. Nearer than simplices see, pieces beside them that are proved to be apart become the answer.
 */
function seemsApart(finder: Finder): boolean {
  const { first: a, second: b, approach, size } = finder;
  middleToMiddle(finder);
  startApproach(approach, a, b, finder.probe);
  refineApproach(approach, a, b, UNSEEN * size, TOUCHING * size);
  if (separation(finder, approach.direction) > 0) return true;
  if (approach.upper > TOUCHING * size) {
    collectCandidates(finder.candidates, approach, a, b, NEAR[0]);
    tryCandidates(finder, FEW_TRIES, 0);
  }
  return false;
}

/** Flat pieces over each other, where no single pair of points is nearest; with at least so many corners in common. */
function tryFlat(finder: Finder, corners: number): boolean {
  const { first, second, approach, size } = finder;
  const answer = flatPair(first, second, approach.direction, PROVED * size, corners);
  if (answer === undefined || !(answer.distance >= approach.lower - PROVED * size)) return false;
  vec3.copy(answer.normal, finder.normal);
  vec3.copy(answer.firstPoint, finder.firstPoint);
  vec3.copy(answer.secondPoint, finder.secondPoint);
  finder.firstPiece = -1;
  finder.secondPiece = -1;
  const accuracy = Math.abs(answer.distance - separation(finder, answer.normal));
  take(finder, answer.distance, accuracy);
  return accuracy <= PROVED * size;
}

/** Part of the size: pieces that are parallel to this, and leave simplices undecided which end of them is nearer. */
const NEARLY_PARALLEL = 1e-6;

/** Pieces almost parallel to each other: the nearest points are at a corner of what they have in common, so each of them is a start. */
function tryCorners(finder: Finder): boolean {
  const { first: a, second: b, approach, system, size } = finder;
  const direction = vec3.copy(approach.direction);
  for (const normal of [direction, ...alignedNormals(a, b, direction)])
    for (const place of commonPlaces(a, b, normal, NEARLY_PARALLEL * size)) {
      const firstPiece = pieceNamed(a.core, place.first);
      const secondPiece = pieceNamed(b.core, place.second);
      if (a.core.pieces[firstPiece].flat + b.core.pieces[secondPiece].flat > 2) continue;
      vec3.copy(normal, system.normal);
      vec3.copy(place.firstPoint, approach.firstPoint);
      vec3.copy(place.secondPoint, approach.secondPoint);
      system.distance = approach.upper;
      startPlaces(finder, a.core.pieces[firstPiece], b.core.pieces[secondPiece]);
      if (tryPieces(finder, firstPiece, secondPiece, -SHALLOW * size)) return true;
    }
  return false;
}

function pieceNamed({ pieces }: Core, { kind, index }: PieceName): number {
  return Math.max(
    0,
    pieces.findIndex((piece) => piece.kind === kind && piece.index === index),
  );
}

/** What the simplices know, with what is proved of it. */
function takeApproach(finder: Finder): void {
  const { approach, normal, firstPoint, secondPoint } = finder;
  vec3.copy(approach.direction, normal);
  vec3.copy(approach.firstPoint, firstPoint);
  vec3.copy(approach.secondPoint, secondPoint);
  finder.firstPiece = -1;
  finder.secondPiece = -1;
  finder.overlapping = false;
  take(finder, approach.upper, approach.upper - separation(finder, normal));
}

/** A plane's normal is known; the nearest point is the farthest against it. */
function overPlane(finder: Finder): void {
  const { first: a, second: b, normal, firstPoint, secondPoint, probe } = finder;
  const planeFirst = a.core.reach === Infinity;
  const plane = planeFirst ? a : b;
  const other = planeFirst ? b : a;
  mat3.column(plane.rotation, 2, normal);
  vec3.scale(normal, -1, probe);
  const point = planeFirst ? secondPoint : firstPoint;
  const below = planeFirst ? firstPoint : secondPoint;
  supportAt(other, probe, 0, point);
  const height = vec3.dot(normal, vec3.subtract(point, plane.position, probe));
  vec3.addScaled(point, normal, -height, below);
  if (!planeFirst) vec3.scale(normal, -1, normal);
  finder.overlapping = false;
  finder.firstPiece = planeFirst ? 0 : nearestPiece(other, point, probe);
  finder.secondPiece = planeFirst ? nearestPiece(other, point, probe) : 0;
  take(finder, height, 0);
}

/** The piece without flat directions that the point is nearest to. */
function nearestPiece(placed: Placed, point: Vec3, probe: MutableVec3): number {
  toBody(placed, point, probe);
  const { pieces } = placed.core;
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < pieces.length; k++) {
    if (pieces[k].flat > 0) continue;
    const distance = distanceFromPiece(pieces[k], probe);
    if (distance >= least) continue;
    least = distance;
    best = k;
  }
  return best;
}
