/**
 * Cores that overlap: how deep, and the way out.
 *
 * Every direction gives a way out of the length -s(n); the shortest one is at a pair of pieces, like a distance. There may be several that
 * are shortest nearby, so many directions are looked at and the best of them followed: what is found is a way out, though perhaps not the
 * shortest. Cores that only just touch do so at a known place: there the normals of curved pieces, and those across two edges or rims, are
 * looked at too, because no other direction need lead to them.
 */
import { cos, sin } from "../math/elementary.js";
import * as mat3 from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { collectCandidates } from "./candidates.js";
import { type Finder, middleToMiddle, separation, take } from "./finder.js";
import { flatNormals } from "./flat-pairs.js";
import { distanceFromPiece } from "./pieces.js";
import { type Placed, supportAt, toBody } from "./placed.js";
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
  return [
    vec3.copy(approach.direction),
    ...straight,
    ...touchingNormals(finder),
    ...flatNormals(first, 1),
    ...flatNormals(second, -1),
    ...net,
  ];
}

/** Of the size: pieces this near to the place where simplices met are at it. */
const AT_PLACE = 1e-6;

/** Where the cores only just touch: normals of curved pieces there, and those across an edge or rim of each. */
function touchingNormals({ first, second, approach, size }: Finder): Vec3[] {
  const near = AT_PLACE * size;
  const [one, other] = [piecesAt(first, approach.firstPoint, near), piecesAt(second, approach.secondPoint, near)];
  const across = one.tangents.flatMap((tangent) =>
    other.tangents.flatMap((crossed): Vec3[] => {
      const normal = vec3.normalize(vec3.cross(tangent, crossed));
      return normal === undefined ? [] : [normal, vec3.scale(normal, -1)];
    }),
  );
  return [...one.normals, ...other.normals.map((normal) => vec3.scale(normal, -1)), ...across];
}

interface PlacePieces {
  /** Unit, along edges and rims. */
  readonly tangents: Vec3[];
  /** Unit, out of curved pieces. */
  readonly normals: Vec3[];
}

/** What there is of a core at a place on it, world axes. */
function piecesAt(placed: Placed, point: Vec3, near: number): PlacePieces {
  const local = toBody(placed, point, [0, 0, 0]);
  const across = Math.sqrt(local[0] * local[0] + local[1] * local[1]);
  const [x, y] = across > 0 ? [local[0] / across, local[1] / across] : [1, 0];
  const found: PlacePieces = { tangents: [], normals: [] };
  const add = (list: Vec3[], vector: Vec3 | undefined) => {
    if (vector !== undefined) list.push(mat3.transformVector(placed.rotation, vector));
  };
  for (const piece of placed.core.pieces) {
    const { kind, origin, sine, cosine } = piece;
    if (distanceFromPiece(piece, local) > near) continue;
    if (kind === "edge") add(found.tangents, piece.first);
    else if (kind === "rim") add(found.tangents, [-y, x, 0]);
    else if (kind === "side") add(found.normals, [x, y, 0]);
    else if (kind === "cone side") add(found.normals, [x * cosine, y * cosine, sine]);
    else if (kind === "ellipsoid")
      add(found.normals, vec3.normalize([scaled(local, origin, 0), scaled(local, origin, 1), scaled(local, origin, 2)]));
  }
  return found;
}

/** Component of the gradient of an ellipsoid. */
const scaled = (point: Vec3, halfAxes: Vec3, c: 0 | 1 | 2) => point[c] / (halfAxes[c] * halfAxes[c]);

/** pi (3 - sqrt 5): points on a spiral with this turn spread evenly over a ball. */
const GOLDEN_ANGLE = 2.399963229728653;
