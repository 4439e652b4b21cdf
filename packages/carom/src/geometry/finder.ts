/**
 * The memory for one pair of shapes, its poses and the answer: nearest points, distance, and a proof of it.
 *
 *     s(n) = -h_B(-n) - h_A(n)     for every unit n a lower bound of the distance of the cores, h the farthest extent along a direction
 *     |x_B - x_A|                  for every pair of their points an upper bound
 */
import * as mat3 from "../math/mat3.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type Approach, createApproach } from "./approach.js";
import { type Candidates, createCandidates } from "./candidates.js";
import { type Core, coreOf } from "./core.js";
import { createPieceSystem, type PieceSystem } from "./piece-system.js";
import { createPlaced, type Placed, supportAt } from "./placed.js";
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
    candidates: createCandidates(first, second),
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
  /** Of the shape's origin, m, world axes. */
  readonly position: Vec3;
  /** Unit quaternion, shape to world. */
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

/** Of the shape from the middle of its core; of a plane what is added to it. */
export function reachOf({ coreReach, radius }: Core): number {
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

/** Writes the way from middle to middle to `probe`. */
export function middleToMiddle({ first, second, probe, opposite }: Finder): void {
  mat3.transformVector(first.rotation, first.core.middle, probe);
  mat3.transformVector(second.rotation, second.core.middle, opposite);
  vec3.add(opposite, second.position, opposite);
  vec3.subtract(opposite, probe, probe);
}

/** Sets the answer's numbers: distance of the cores, and the proved error of it. */
export function take(finder: Finder, distance: number, accuracy: number): void {
  finder.distance = distance;
  finder.gap = distance - finder.first.core.radius - finder.second.core.radius;
  finder.accuracy = accuracy;
}
