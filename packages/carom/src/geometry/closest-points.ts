/**
 * The nearest points of two shapes, for a person with two shapes and two poses.
 */
import { InvalidInputError } from "../errors.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { findNearest } from "./find-nearest.js";
import { createFinder, type Finder, type Pose, placeFinder } from "./finder.js";
import type { GeometricShape, PlacedShape } from "./shapes.js";
import type { PieceName } from "./support-set.js";

/** Where two shapes are nearest; world axes. Where several places are equally near it is one of them, or the middle of them. */
export interface ClosestPoints {
  /** m; negative where the shapes overlap: how far they must move apart along the normal. */
  readonly gap: number;
  /** Unit, into the first shape. */
  readonly normal: Vec3;
  /** On the surface of the first shape, m. */
  readonly firstPoint: Vec3;
  /** On the surface of the second shape, m. */
  readonly secondPoint: Vec3;
  /** Proved error of the gap, m: a lower and an upper bound of it differ by this. */
  readonly accuracy: number;
  /** True: even without their roundings the shapes overlap. The gap is then of the shortest way out that was found. */
  readonly overlapping: boolean;
  /** Which piece of the first shape is nearest, where it is one. */
  readonly firstPiece?: PieceName;
  /** Which piece of the second shape is nearest, where it is one. */
  readonly secondPiece?: PieceName;
}

/** Gap, normal and nearest points of two shapes, with a proof of the gap. Everything from 1e-12 of the size on is right. */
export function closestPoints(first: PlacedShape, second: PlacedShape): ClosestPoints {
  const finder = placedFinder(first, second);
  findNearest(finder);
  return answerOf(finder, first.position ?? vec3.ZERO);
}

/**
 * The gap of two shapes as a function of their poses, for many poses: shapes are read once, and what was nearest is looked at first the
 * next time. m; negative where they overlap.
 */
export function gapBetween(first: GeometricShape, second: GeometricShape): (firstPose: Pose, secondPose: Pose) => number {
  const finder = placedFinder({ shape: first }, { shape: second });
  return (firstPose, secondPose) => {
    placeFinder(finder, firstPose, secondPose);
    findNearest(finder);
    return finder.gap;
  };
}

/** A finder for two shapes, checked and placed. */
export function placedFinder(first: PlacedShape, second: PlacedShape): Finder {
  if (first.shape.type === "plane" && second.shape.type === "plane")
    throw new InvalidInputError("second.shape", "plane", "has no distance from another plane");
  const finder = createFinder(first.shape, second.shape);
  placeFinder(finder, poseOf(first, "first"), poseOf(second, "second"));
  return finder;
}

export function poseOf({ position = vec3.ZERO, orientation = quaternion.IDENTITY }: Omit<PlacedShape, "shape">, path: string): Pose {
  if (!position.every((value) => Number.isFinite(value))) throw new InvalidInputError(`${path}.position`, position, "is not a point");
  const unit = quaternion.normalize(orientation);
  if (unit === undefined) throw new InvalidInputError(`${path}.orientation`, orientation, "is not an orientation");
  return { position, orientation: unit };
}

/** What a finder found, in world axes. */
export function answerOf(finder: Finder, origin: Vec3): ClosestPoints {
  const { normal, first, second, firstPoint, secondPoint, firstPiece, secondPiece } = finder;
  const pieces =
    firstPiece < 0 ? {} : { firstPiece: nameOf(first.core.pieces[firstPiece]), secondPiece: nameOf(second.core.pieces[secondPiece]) };
  return {
    gap: finder.gap,
    normal: vec3.scale(normal, -1),
    firstPoint: vec3.add(origin, vec3.addScaled(firstPoint, normal, first.core.radius)),
    secondPoint: vec3.add(origin, vec3.addScaled(secondPoint, normal, -second.core.radius)),
    accuracy: finder.accuracy,
    overlapping: finder.overlapping,
    ...pieces,
  };
}

function nameOf({ kind, index }: PieceName): PieceName {
  return { kind, index };
}
