/**
 * Which pairs of pieces may hold the nearest points: those near the points that the simplices show, nearest first, fewer flat directions
 * first.
 */
import type { MutableVec3 } from "../math/vec3.js";
import type { Approach } from "./approach.js";
import type { Core } from "./core.js";
import { distanceFromPiece } from "./pieces.js";
import { type Placed, toBody } from "./placed.js";

/** Pieces of one side that are looked at. */
const MOST_PIECES = 48;

/** The pieces of one side that are near, and how far they are, in parts of the reach. */
interface NearPieces {
  readonly pieces: Int32Array;
  readonly distances: Float64Array;
  count: number;
}

export interface Candidates {
  /** The pair to try now. */
  first: number;
  second: number;
  readonly firstNear: NearPieces;
  readonly secondNear: NearPieces;
  /** One for each pair, those of one piece of the first side together; Infinity where it was tried or cannot be. */
  readonly keys: Float64Array;
  readonly probe: MutableVec3;
}

/** No more room than two shapes need: a robot may have thousands of pairs. */
export function createCandidates(first: Core, second: Core): Candidates {
  const near = (room: number): NearPieces => ({ pieces: new Int32Array(room), distances: new Float64Array(room), count: 0 });
  const rooms = [first, second].map(({ pieces }) => Math.min(MOST_PIECES, pieces.length));
  return {
    first: 0,
    second: 0,
    firstNear: near(rooms[0]),
    secondNear: near(rooms[1]),
    keys: new Float64Array(rooms[0] * rooms[1]),
    probe: [0, 0, 0],
  };
}

/** Part of the reach: what a flat direction counts against distance. */
const PER_DIRECTION = 1e-3;

/** @param near pieces farther away than this, in parts of the reach, are none */
export function collectCandidates(candidates: Candidates, approach: Approach, a: Placed, b: Placed, near: number): void {
  const { firstNear, secondNear, keys, probe } = candidates;
  const row = secondNear.pieces.length;
  const { simplex } = approach;
  toBody(a, approach.firstPoint, probe);
  collectNear(firstNear, a.core, probe, approach.firstCorners, simplex.count, near);
  toBody(b, approach.secondPoint, probe);
  collectNear(secondNear, b.core, probe, approach.secondCorners, simplex.count, near);
  for (let i = 0; i < firstNear.count; i++)
    for (let j = 0; j < secondNear.count; j++) {
      const flat = a.core.pieces[firstNear.pieces[i]].flat + b.core.pieces[secondNear.pieces[j]].flat;
      const key = firstNear.distances[i] + secondNear.distances[j] + PER_DIRECTION * flat;
      keys[i * row + j] = flat <= 2 ? key : Number.POSITIVE_INFINITY;
    }
}

/** Takes the pair with the smallest key; false where none is left. */
export function nextCandidate(candidates: Candidates): boolean {
  const { keys, firstNear, secondNear } = candidates;
  const row = secondNear.pieces.length;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < firstNear.count; i++)
    for (let j = 0; j < secondNear.count; j++)
      if (keys[i * row + j] < least) {
        best = i * row + j;
        least = keys[best];
      }
  if (best < 0) return false;
  keys[best] = Number.POSITIVE_INFINITY;
  candidates.first = firstNear.pieces[Math.floor(best / row)];
  candidates.second = secondNear.pieces[best % row];
  return true;
}

/** Pieces near a point in body axes; of large solids only those at the corners of the simplex. */
function collectNear(out: NearPieces, core: Core, point: MutableVec3, corners: Int32Array, count: number, near: number): void {
  const { pieces, piecesAt } = core;
  out.count = 0;
  if (piecesAt === undefined) {
    for (let piece = 0; piece < pieces.length; piece++) look(out, core, piece, point, near);
    return;
  }
  for (let k = 0; k < count; k++) {
    const there = piecesAt[corners[k]];
    for (let i = 0; i < there.length; i++) look(out, core, there[i], point, near);
  }
}

/** Adds a piece that is near and not yet there; in place of the farthest where there is no room. */
function look(out: NearPieces, { pieces, coreReach }: Core, piece: number, point: MutableVec3, near: number): void {
  for (let k = 0; k < out.count; k++) if (out.pieces[k] === piece) return;
  const distance = distanceFromPiece(pieces[piece], point) / (coreReach > 0 ? coreReach : 1);
  if (!(distance <= near)) return;
  let at = out.count;
  if (at === out.pieces.length) {
    at = 0;
    for (let k = 1; k < out.pieces.length; k++) if (out.distances[k] > out.distances[at]) at = k;
    if (out.distances[at] <= distance) return;
  } else out.count++;
  out.pieces[at] = piece;
  out.distances[at] = distance;
}
