/**
 * The nearest points of two placed shapes, with a proof of the distance.
 *
 *     s(n) = -h_B(-n) - h_A(n)     for every unit n a lower bound of the distance of the cores, h the farthest extent along a direction
 *     |x_B - x_A|                  for every pair of their points an upper bound
 *
 * Which pieces are nearest is found from simplices (approach.ts), or known from the last time; the pieces' own system (piece-system.ts) gives
 * the digits; the two bounds decide. Nothing else is trusted: a candidate may converge to a point of another piece.
 *
 * A finder holds the memory for one pair and keeps the pieces from one pose to the next.
 */
import * as mat3 from "../math/mat3.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type Approach, createApproach, refineApproach, startApproach } from "./approach.js";
import { type Candidates, collectCandidates, createCandidates, nextCandidate } from "./candidates.js";
import { type Core, coreOf } from "./core.js";
import { createPieceSystem, type PieceSystem, placePiece, solvePieces } from "./piece-system.js";
import { beyond, distanceFromPiece } from "./pieces.js";
import { createPlaced, type Placed, supportAt, toBody } from "./placed.js";
import type { GeometricShape } from "./shapes.js";

/** Poses are given from outside and the answer stays until the next is asked for. Points are from the first shape's origin. */
export interface Finder {
  readonly first: Placed;
  readonly second: Placed;
  readonly system: PieceSystem;
  readonly approach: Approach;
  readonly candidates: Candidates;
  /** Sum of the reaches and the distance of the middles: what rounding is a part of, m. */
  size: number;
  /** Pieces of the answer, by number; -1 where there is none yet. */
  firstPiece: number;
  secondPiece: number;
  /** Unit, from the first to the second. */
  readonly normal: MutableVec3;
  /** Nearest points of the cores. */
  readonly firstPoint: MutableVec3;
  readonly secondPoint: MutableVec3;
  /** Of the cores, m; negative where they overlap. */
  distance: number;
  /** Of the shapes, m. */
  gap: number;
  /** Upper less lower bound, m: the proved error of the gap. */
  accuracy: number;
  /** The cores overlap: gap and normal are of no use. */
  overlapping: boolean;
  /** Counts of work since it was made. */
  tries: number;
  readonly probe: MutableVec3;
  readonly opposite: MutableVec3;
  firstHint: number;
  secondHint: number;
}

export function createFinder(first: GeometricShape, second: GeometricShape): Finder {
  return finderOfCores(coreOf(first, "first"), coreOf(second, "second"));
}

export function finderOfCores(first: Core, second: Core): Finder {
  return {
    first: createPlaced(first),
    second: createPlaced(second),
    system: createPieceSystem(),
    approach: createApproach(),
    candidates: createCandidates(),
    size: 0,
    firstPiece: -1,
    secondPiece: -1,
    normal: [0, 0, 1],
    firstPoint: [0, 0, 0],
    secondPoint: [0, 0, 0],
    distance: 0,
    gap: 0,
    accuracy: 0,
    overlapping: false,
    tries: 0,
    probe: [0, 0, 0],
    opposite: [0, 0, 0],
    firstHint: 0,
    secondHint: 0,
  };
}

/** A pose: position of the shape's origin and orientation, body to world. */
export interface Pose {
  readonly position: Vec3;
  readonly orientation: Quaternion;
}

export function placeFinder(finder: Finder, first: Pose, second: Pose): void {
  const { first: a, second: b, probe, opposite } = finder;
  quaternion.toMatrix(first.orientation, a.rotation);
  quaternion.toMatrix(second.orientation, b.rotation);
  vec3.subtract(second.position, first.position, b.position);
  mat3.transformVector(a.rotation, a.core.middle, probe);
  mat3.transformVector(b.rotation, b.core.middle, opposite);
  vec3.add(opposite, b.position, opposite);
  const apart = vec3.norm(vec3.subtract(opposite, probe, probe));
  finder.size = reachOf(a.core) + reachOf(b.core) + apart;
}

function reachOf({ coreReach, radius }: Core): number {
  return coreReach < Infinity ? coreReach + radius : radius;
}

/** Lower bound of the distance of the cores along the unit vector n from the first to the second. */
export function separation(finder: Finder, n: Vec3): number {
  const { first, second, probe, opposite } = finder;
  finder.firstHint = supportAt(first, n, finder.firstHint, probe);
  const extent = vec3.dot(n, probe);
  vec3.scale(n, -1, opposite);
  finder.secondHint = supportAt(second, opposite, finder.secondHint, probe);
  return vec3.dot(n, probe) - extent;
}

/** Parts of the size: bounds this close prove an answer; places may be this much outside of their piece. */
const PROVED = 1e-12;
const SLACK = 1e-9;
/** Parts of the smaller reach, to which simplices go before pieces are tried. */
const ROUGHLY = [1e-4, 1e-7, 1e-10, 1e-14];
/** Pairs of pieces tried each time but the last. */
const FEW_TRIES = 10;
const MANY_TRIES = 400;
/** Part of the size: cores nearer than this have no direction of their own. */
const TOUCHING = 1e-14;

/** Nearest points at the poses placed before. */
export function findNearest(finder: Finder): void {
  const { first: a, second: b, approach } = finder;
  if (a.core.reach === Infinity || b.core.reach === Infinity) {
    overPlane(finder);
    return;
  }
  finder.overlapping = false;
  if (finder.firstPiece >= 0 && tryPieces(finder, finder.firstPiece, finder.secondPiece, false)) return;
  middleToMiddle(finder);
  startApproach(approach, a, b, finder.probe);
  const smaller = Math.min(reachOf(a.core), reachOf(b.core));
  for (let level = 0; level < ROUGHLY.length; level++) {
    refineApproach(approach, a, b, Math.max(ROUGHLY[level] * smaller, ROUNDING * finder.size), TOUCHING * finder.size);
    collectCandidates(finder.candidates, approach, a, b);
    const most = level === ROUGHLY.length - 1 ? MANY_TRIES : FEW_TRIES;
    const touching = approach.upper <= TOUCHING * finder.size;
    if (tryCandidates(finder, most, touching)) return;
    if (touching) break;
  }
  takeApproach(finder);
}

const ROUNDING = 1e-16;

function middleToMiddle({ first, second, probe, opposite }: Finder): void {
  mat3.transformVector(first.rotation, first.core.middle, probe);
  mat3.transformVector(second.rotation, second.core.middle, opposite);
  vec3.add(opposite, second.position, opposite);
  vec3.subtract(opposite, probe, probe);
}

/** Nearest candidates first. Where the cores touch every one is tried and the largest separation wins. */
function tryCandidates(finder: Finder, most: number, touching: boolean): boolean {
  const { candidates, approach, system } = finder;
  for (let k = 0; k < most; k++) {
    if (!nextCandidate(candidates)) break;
    vec3.copy(approach.direction, system.normal);
    system.distance = approach.upper;
    startPlaces(finder, candidates.first, candidates.second);
    if (tryPieces(finder, candidates.first, candidates.second, touching)) return true;
  }
  return false;
}

/** Starts along the flat directions where the simplices are nearest. */
function startPlaces({ system, first, second, approach, probe }: Finder, firstPiece: number, secondPiece: number): void {
  system.firstPlaces.fill(0);
  system.secondPlaces.fill(0);
  const pieceA = first.core.pieces[firstPiece];
  const pieceB = second.core.pieces[secondPiece];
  placePiece(system, first, pieceA, 1);
  placePiece(system, second, pieceB, -1);
  vec3.subtract(approach.firstPoint, system.first.point, probe);
  for (let j = 0; j < pieceA.flat; j++) system.firstPlaces[j] = vec3.dot(probe, system.first.directions[j]);
  vec3.subtract(approach.secondPoint, system.second.point, probe);
  for (let j = 0; j < pieceB.flat; j++) system.secondPlaces[j] = vec3.dot(probe, system.second.directions[j]);
}

/** Solves for two pieces and takes the answer if the bounds prove it. */
function tryPieces(finder: Finder, firstPiece: number, secondPiece: number, touching: boolean): boolean {
  const { system, first, second, size } = finder;
  const pieceA = first.core.pieces[firstPiece];
  const pieceB = second.core.pieces[secondPiece];
  finder.tries++;
  if (!solvePieces(system, first, pieceA, second, pieceB, size)) return false;
  const { firstPlaces, secondPlaces, normal } = system;
  const slack = SLACK * size;
  if (beyond(pieceA, firstPlaces[0], firstPlaces[1]) > slack || beyond(pieceB, secondPlaces[0], secondPlaces[1]) > slack) return false;
  let lower = separation(finder, normal);
  if (!(Math.abs(system.distance - lower) <= PROVED * size)) {
    // The same points along the opposite normal: flat pieces do not know their sides.
    vec3.scale(normal, -1, normal);
    system.distance = -system.distance;
    lower = separation(finder, normal);
    if (!(Math.abs(system.distance - lower) <= PROVED * size)) return false;
  }
  if (system.distance < -PROVED * size && !touching) return false;
  vec3.copy(normal, finder.normal);
  vec3.copy(system.first.point, finder.firstPoint);
  vec3.copy(system.second.point, finder.secondPoint);
  finder.firstPiece = firstPiece;
  finder.secondPiece = secondPiece;
  take(finder, system.distance, Math.abs(system.distance - lower));
  return true;
}

function take(finder: Finder, distance: number, accuracy: number): void {
  finder.distance = distance;
  finder.gap = distance - finder.first.core.radius - finder.second.core.radius;
  finder.accuracy = accuracy;
}

/** What the simplices know, with what is proved of it. */
function takeApproach(finder: Finder): void {
  const { approach, normal, firstPoint, secondPoint } = finder;
  vec3.copy(approach.direction, normal);
  vec3.copy(approach.firstPoint, firstPoint);
  vec3.copy(approach.secondPoint, secondPoint);
  finder.firstPiece = -1;
  finder.secondPiece = -1;
  finder.overlapping = approach.upper <= TOUCHING * finder.size;
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
