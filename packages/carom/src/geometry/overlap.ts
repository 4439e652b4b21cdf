/**
 * Cores that overlap: how deep, and the way out.
 *
 * Every direction gives a way out of the length -s(n); the shortest one is at a pair of pieces, like a distance. There may be several that
 * are shortest nearby, so many directions are looked at and the best of them followed: what is found is a way out, though perhaps not the
 * shortest.
 */
import { cos, sin } from "../math/elementary.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { collectCandidates } from "./candidates.js";
import { type Finder, middleToMiddle, separation, take } from "./finder.js";
import { flatNormals } from "./flat-pairs.js";
import { supportAt } from "./placed.js";
import { PROVED, SHALLOW, tryCandidates } from "./try-pieces.js";

/** Starts that are followed, and pairs of pieces tried for each. */
const FOLLOWED = 12;
const TRIES = 40;
/** Directions of the net. */
const NET = 64;

/**
 * Cores that overlap: of the directions along which the one can be moved out of the other, the shortest way that is found. Directions to
 * start from: a regular net, the normals of flat pieces, and the last one before they met. False where no pair of pieces proves it; then it
 * is the best of the directions.
 * @param followed how many of the starts, the most promising ones first
 */
export function findOverlap(finder: Finder, followed = FOLLOWED): boolean {
  const { first, second, approach, normal, firstPoint, secondPoint } = finder;
  const starts = directionsOut(finder);
  const sorted = starts.map((start) => ({ start, distance: separation(finder, start) })).sort((p, q) => q.distance - p.distance);
  let best = Number.NEGATIVE_INFINITY;
  let kept: [number, number] = [-1, -1];
  const answer: [MutableVec3, MutableVec3, MutableVec3] = [[...sorted[0].start], [0, 0, 0], [0, 0, 0]];
  for (const { start, distance } of sorted.slice(0, followed)) {
    vec3.copy(start, approach.direction);
    approach.upper = distance;
    approach.firstCorners[0] = supportAt(first, start, 0, approach.firstPoint);
    approach.secondCorners[0] = supportAt(second, vec3.scale(start, -1), 0, approach.secondPoint);
    approach.simplex.count = 1;
    collectCandidates(finder.candidates, approach, first, second, Number.POSITIVE_INFINITY);
    if (!tryCandidates(finder, TRIES, Math.max(best, distance - PROVED * finder.size)) || !(finder.distance > best)) continue;
    best = finder.distance;
    kept = [finder.firstPiece, finder.secondPiece];
    vec3.copy(normal, answer[0]);
    vec3.copy(firstPoint, answer[1]);
    vec3.copy(secondPoint, answer[2]);
  }
  const proved = best >= sorted[0].distance - PROVED * finder.size;
  if (!proved) {
    best = sorted[0].distance;
    kept = [-1, -1];
    vec3.copy(sorted[0].start, answer[0]);
    supportAt(first, sorted[0].start, 0, answer[1]);
    vec3.addScaled(answer[1], sorted[0].start, best, answer[2]);
  }
  [finder.firstPiece, finder.secondPiece] = kept;
  vec3.copy(answer[0], normal);
  vec3.copy(answer[1], firstPoint);
  vec3.copy(answer[2], secondPoint);
  finder.overlapping = best < -SHALLOW * finder.size;
  take(finder, best, Math.abs(best - separation(finder, normal)));
  return proved;
}

function directionsOut(finder: Finder): Vec3[] {
  const { first, second, approach, probe } = finder;
  middleToMiddle(finder);
  const way = vec3.normalize(probe);
  const net = Array.from({ length: NET }, (_, i): Vec3 => {
    const height = 1 - (2 * i + 1) / NET;
    const across = Math.sqrt(1 - height * height);
    return [across * cos(i * GOLDEN_ANGLE), across * sin(i * GOLDEN_ANGLE), height];
  });
  const straight = way === undefined ? [] : [way];
  return [vec3.copy(approach.direction), ...straight, ...flatNormals(first, 1), ...flatNormals(second, -1), ...net];
}

/** pi (3 - sqrt 5): points on a spiral with this turn spread evenly over a ball. */
const GOLDEN_ANGLE = 2.399963229728653;
