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

export interface Candidates {
  /** The pair to try now. */
  first: number;
  second: number;
  readonly firstPieces: Int32Array;
  readonly secondPieces: Int32Array;
  readonly firstDistances: Float64Array;
  readonly secondDistances: Float64Array;
  firstCount: number;
  secondCount: number;
  /** One for each pair; Infinity where it was tried or cannot be. */
  readonly keys: Float64Array;
  readonly probe: MutableVec3;
}

export function createCandidates(): Candidates {
  return {
    first: 0,
    second: 0,
    firstPieces: new Int32Array(MOST_PIECES),
    secondPieces: new Int32Array(MOST_PIECES),
    firstDistances: new Float64Array(MOST_PIECES),
    secondDistances: new Float64Array(MOST_PIECES),
    firstCount: 0,
    secondCount: 0,
    keys: new Float64Array(MOST_PIECES * MOST_PIECES),
    probe: [0, 0, 0],
  };
}

/** Parts of the reach: a piece farther away than this is none; what a flat direction counts against distance. */
const NEAR = 0.5;
const PER_DIRECTION = 1e-3;

export function collectCandidates(candidates: Candidates, approach: Approach, a: Placed, b: Placed): void {
  const { firstPieces, secondPieces, firstDistances, secondDistances, keys, probe } = candidates;
  const { firstCorners, secondCorners, simplex } = approach;
  toBody(a, approach.firstPoint, probe);
  candidates.firstCount = nearPieces(a.core, probe, firstCorners, simplex.count, firstPieces, firstDistances);
  toBody(b, approach.secondPoint, probe);
  candidates.secondCount = nearPieces(b.core, probe, secondCorners, simplex.count, secondPieces, secondDistances);
  for (let i = 0; i < candidates.firstCount; i++)
    for (let j = 0; j < candidates.secondCount; j++) {
      const flat = a.core.pieces[firstPieces[i]].flat + b.core.pieces[secondPieces[j]].flat;
      const key = firstDistances[i] + secondDistances[j] + PER_DIRECTION * flat;
      keys[i * MOST_PIECES + j] = flat <= 2 ? key : Number.POSITIVE_INFINITY;
    }
}

/** Takes the pair with the smallest key; false where none is left. */
export function nextCandidate(candidates: Candidates): boolean {
  const { keys, firstPieces, secondPieces, firstCount, secondCount } = candidates;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < firstCount; i++)
    for (let j = 0; j < secondCount; j++)
      if (keys[i * MOST_PIECES + j] < least) {
        best = i * MOST_PIECES + j;
        least = keys[best];
      }
  if (best < 0) return false;
  keys[best] = Number.POSITIVE_INFINITY;
  candidates.first = firstPieces[Math.floor(best / MOST_PIECES)];
  candidates.second = secondPieces[best % MOST_PIECES];
  return true;
}

/** Pieces near a point in body axes, with their distances in parts of the reach; of large solids only those at the corners of the simplex. */
function nearPieces(
  { pieces, piecesAt, coreReach }: Core,
  point: MutableVec3,
  corners: Int32Array,
  count: number,
  found: Int32Array,
  distances: Float64Array,
): number {
  const reach = coreReach > 0 ? coreReach : 1;
  let length = 0;
  const look = (piece: number) => {
    if (length >= MOST_PIECES) return;
    for (let k = 0; k < length; k++) if (found[k] === piece) return;
    const distance = distanceFromPiece(pieces[piece], point) / reach;
    if (!(distance <= NEAR)) return;
    found[length] = piece;
    distances[length++] = distance;
  };
  if (piecesAt === undefined) for (let piece = 0; piece < pieces.length; piece++) look(piece);
  else for (let k = 0; k < count; k++) for (const piece of piecesAt[corners[k]]) look(piece);
  return length;
}
