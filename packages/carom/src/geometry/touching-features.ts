/**
 * All places where two shapes touch: one point, the ends of a line, or the corners of an area, each with the pieces that meet there.
 *
 * At the normal of the nearest points everything farthest of either shape is taken, to a tolerance, and what the two have in common.
 */
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { placedFinder } from "./closest-points.js";
import { commonPlaces } from "./common-places.js";
import { findNearest } from "./find-nearest.js";
import type { Finder } from "./finder.js";
import { FIXES } from "./pieces.js";
import type { PlacedShape } from "./shapes.js";
import type { PieceName } from "./support-set.js";

/** One place where two shapes touch; world axes. */
export interface TouchingFeature {
  /** Midway between the two surfaces, m. */
  readonly point: Vec3;
  /** On the surface of the first shape, m. */
  readonly firstPoint: Vec3;
  /** On the surface of the second shape, m. */
  readonly secondPoint: Vec3;
  /** What of the first shape touches here. */
  readonly first: PieceName;
  /** What of the second shape touches here. */
  readonly second: PieceName;
  /** Share of the place in the contact: 1 for a point, m for an end of a line, m^2 for a corner of an area. */
  readonly weight: number;
}

/** How two shapes touch. */
export interface TouchingFeatures {
  /** m. */
  readonly gap: number;
  /** Unit, into the first shape; the same for all features. */
  readonly normal: Vec3;
  /** Whether the shapes touch in a point, along a line, or over an area; undefined where they do not touch. */
  readonly extent?: "point" | "line" | "area";
  /** A sharp corner on a corner, an edge or a rim: the shapes have no common normal there, and the one given is one of many. */
  readonly sharp: boolean;
  /** In order around an area; none where the shapes do not touch. */
  readonly features: readonly TouchingFeature[];
}

/** How close counts as touching. */
export interface TouchingOptions {
  /** m. Default: 1e-9 of the size of the two shapes together. */
  readonly tolerance?: number;
}

/** Default tolerance, part of the size. */
const CLOSE = 1e-9;

/** All features of two shapes that touch, with their points and the common normal. */
export function touchingFeatures(first: PlacedShape, second: PlacedShape, options: TouchingOptions = {}): TouchingFeatures {
  const finder = placedFinder(first, second);
  findNearest(finder);
  const { normal, gap, size } = finder;
  const tolerance = options.tolerance ?? CLOSE * size;
  const into = vec3.scale(normal, -1);
  if (gap > tolerance) return { gap, normal: into, sharp: false, features: [] };
  const features = featuresOf(finder, first.position ?? vec3.ZERO, tolerance);
  const extent = features.length === 1 ? "point" : features.length === 2 ? "line" : "area";
  return { gap, normal: into, extent, sharp: isSharp(finder, features, tolerance), features };
}

function featuresOf(finder: Finder, origin: Vec3, tolerance: number): TouchingFeature[] {
  const { first, second, normal } = finder;
  const places = commonPlaces(first, second, normal, tolerance);
  return places.map((place): TouchingFeature => {
    const firstPoint = vec3.add(origin, vec3.addScaled(place.firstPoint, normal, first.core.radius));
    const secondPoint = vec3.add(origin, vec3.addScaled(place.secondPoint, normal, -second.core.radius));
    const point = vec3.scale(vec3.add(firstPoint, secondPoint), 0.5);
    return { point, firstPoint, secondPoint, first: place.first, second: place.second, weight: place.weight };
  });
}

function isSharp({ first, second }: Finder, features: readonly TouchingFeature[], tolerance: number): boolean {
  if (features.length !== 1 || first.core.radius + second.core.radius > tolerance) return false;
  return FIXES[features[0].first.kind] + FIXES[features[0].second.kind] < 2;
}
