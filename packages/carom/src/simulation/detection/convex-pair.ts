/**
 * Any two convex parts against each other, by the one method of geometry/: pieces of their surfaces and the small system that two pieces
 * make.
 *
 *     separation     the distance of the two shapes, proved (geometry/find-nearest.ts)
 *     gap            of two pieces, where their nearest points lie within both and the plane between them keeps the shapes apart
 *     validity       how far these points are inside their pieces, and how much lower than them what is beside the pieces is
 *     rates          of normal and place, from the same system (geometry/rates.ts)
 *
 * Only pieces that are all but farthest out along the normal of the nearest points are looked at: others cannot touch soon. A contact that
 * is closed is followed by its own pieces; when it leaves them, those beside take over at the same place.
 *
 * A round face that lies flat is stood for by points of its rim that turn with it (as over-plane.ts): a rim that is tilted less than FLAT
 * has no lowest point to be followed. Where it touches first between these points, it is the rim that hits.
 *
 * Source: own study, shapes, sections 3 to 6.
 */
import { findNearest } from "../../geometry/find-nearest.js";
import { finderOfCores, placeFinder, separation } from "../../geometry/finder.js";
import { findOverlap } from "../../geometry/overlap.js";
import { solvePieces } from "../../geometry/piece-system.js";
import { createNearestRates, type NearestRates, ratesOfPieces } from "../../geometry/rates.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type ConvexFeature, type ConvexFeatures, convexFeatures } from "./convex-features.js";
import type { ConvexPart } from "./convex-part.js";
import {
  besideMargin,
  crossingMargin,
  crossingSine,
  FLAT,
  findNear,
  flatTilt,
  isHidden,
  isItsTurn,
  isRimOnFlat,
  outside,
  roundness,
} from "./feature-margins.js";
import { type PlacedPair, solve, solveAnew, start } from "./feature-system.js";
import type { PairGeometry } from "./pair-geometry.js";
import { moveShape, placeShape, samePose } from "./part-poses.js";
import { rounded } from "./rounded-starts.js";
import { type FoundPlace, keepFlattest } from "./same-places.js";
import { tiltedWithin } from "./tilted-places.js";
import { type Carrier, createCarrier, type TouchGeometry } from "./touch-geometry.js";

/** Parts of the smaller extent. How far below the farthest point of a shape, along the normal, pieces are looked at. */
const NEAR = 2e-3;
/** How far a place may be outside of its piece, where a contact may begin, and where one that is closed still goes on. */
const OUTSIDE = 0.5e-9;
const BEYOND = 1e-9;
/** The same for what is beside a piece to be farther out than it. */
const HIGHER = 5e-9;
const MUCH_HIGHER = 1e-8;
/** How far shapes may reach over the plane between two pieces that touch. */
const OVER = 1e-7;
/** In its radii, how much farther than the shapes points that stand for a round face may be: normals turn by sqrt(2 h t), t <= FLAT. */
const BETWEEN = 0.5e-12;
/** Sine of the angle between lines below which they are parallel: what bends away between their ends is less than what counts as a gap. */
const PARALLEL = 3e-5;
/** Part of the size: overlaps that a trial of the integrator may have, and places that are followed though others are nearer by so much. */
const ALMOST = 1e-6;
const LITTLE = 1e-3; // Part of the size: overlaps that may be none along another way out.
/** Overlaps are met only on the way to the time of a hit: their sign matters, not the shortest way out. */
const OVERLAPS = { shallow: ALMOST, followed: 1 };
/** Part of the size by which the same distance may differ with another start. */
const AGREED = 1e-12;
const ROUNDING = 1e-15; // Part of the size: gaps are not known better.

/** Two parts, what is known of them at the present pose, and arrays to work in. */
interface ConvexPair extends ConvexFeatures, PlacedPair {
  /** Poses of the carriers for which everything is computed. */
  readonly pose: Float64Array;
  /** Places and velocities of the two shapes. */
  readonly firstShape: Carrier;
  readonly secondShape: Carrier;
  readonly gaps: Float64Array;
  /** Whether nearest points and gaps are of the present pose, and the feature that was solved last, -1 for none. */
  readonly known: { nearest: boolean; gaps: boolean; feature: number };
  readonly near: { readonly first: number[]; readonly second: number[] };
  /** Features that touch at the present pose. */
  readonly touching: FoundPlace[];
  readonly rates: NearestRates;
}

export function convexPair(first: ConvexPart, second: ConvexPart): PairGeometry {
  const features = convexFeatures(first, second);
  const pair: ConvexPair = {
    first,
    ...features,
    second,
    finder: finderOfCores(first.core, second.core),
    scale: Math.min(first.extent, second.extent),
    pose: new Float64Array(14).fill(Number.NaN),
    firstShape: createCarrier(),
    secondShape: createCarrier(),
    gaps: new Float64Array(features.list.length),
    known: { nearest: false, gaps: false, feature: -1 },
    near: { first: [], second: [] },
    touching: [],
    rates: createNearestRates(),
    local: [0, 0, 0],
    other: [0, 0, 0],
  };
  return {
    count: features.list.length,
    nameOf: (feature) => features.list[feature].name,
    gap: (feature, carrier1, carrier2) => {
      place(pair, carrier1, carrier2);
      findOnce(pair);
      readGaps(pair);
      return pair.gaps[feature];
    },
    evaluate: (feature, carrier1, carrier2, out) => evaluate(pair, feature, carrier1, carrier2, out),
    separation: (carrier1, carrier2) => {
      place(pair, carrier1, carrier2);
      findOnce(pair);
      return pair.finder.gap;
    },
    validity: (feature, carrier1, carrier2) => {
      place(pair, carrier1, carrier2);
      return validity(pair, pair.list[feature]);
    },
    within: (margin, carrier1, carrier2, out, tilt = 0) => {
      place(pair, carrier1, carrier2);
      findOnce(pair);
      if (pair.finder.gap > margin) return;
      if (tilt > 0) {
        tiltedWithin(pair, margin, tilt, out);
        return;
      }
      readGaps(pair);
      for (let feature = 0; feature < pair.gaps.length; feature++) if (pair.gaps[feature] <= margin) out.push(feature);
    },
    clearance: (carrier1, carrier2) =>
      vec3.norm(vec3.subtract(carrier1.position, carrier2.position, pair.local)) - first.reach - second.reach,
  };
}

/** Places the shapes, unless they are there already. */
function place(pair: ConvexPair, carrier1: Carrier, carrier2: Carrier): void {
  const { first, second, finder, pose, firstShape, secondShape, known } = pair;
  if (samePose(pose, carrier1, carrier2)) return;
  placeShape(first, carrier1, firstShape);
  placeShape(second, carrier2, secondShape);
  placeFinder(finder, firstShape, secondShape);
  known.gaps = false;
  known.nearest = false;
}

/** Finds the nearest points at the present pose, unless they are known. */
function findOnce(pair: ConvexPair): void {
  const { first, second, finder, known } = pair;
  if (known.nearest) return;
  known.nearest = true;
  if (finder.firstPiece < 0 && followFeature(pair)) return;
  if (finder.firstPiece >= 0) start(finder, first.core.pieces[finder.firstPiece], second.core.pieces[finder.secondPiece]);
  findNearest(finder, OVERLAPS);
  // One way out is enough to know that they overlap, but of what has no inside not by how little.
  if (second.thin === true && finder.overlapping && finder.gap > -LITTLE * finder.size) findOverlap(finder);
  settle(pair);
}

/**
 * Flat on flat has no single nearest points to go on from; one of its places will do, as long as the bounds prove that nothing is nearer.
 */
function followFeature(pair: ConvexPair): boolean {
  const { known, list, finder } = pair;
  const feature = list[known.feature];
  if (feature === undefined || !solve(pair, feature) || !holdsNearest(pair, feature, AGREED)) return false;
  const { system } = finder;
  roundStart(pair, system.normal, system.first.point, system.second.point, system.distance);
  finder.overlapping = false;
  if (!solveAnew(pair, feature)) return false;
  finder.gap = system.distance - finder.first.core.radius - finder.second.core.radius;
  return true;
}

/** Puts an answer, rounded, where the next is begun. */
function roundStart({ finder, scale }: ConvexPair, normal: Vec3, firstPoint: Vec3, secondPoint: Vec3, distance: number): void {
  for (let c = 0; c < 3; c++) {
    finder.normal[c] = rounded(normal[c], 1);
    finder.firstPoint[c] = rounded(firstPoint[c], scale);
    finder.secondPoint[c] = rounded(secondPoint[c], scale);
  }
  finder.distance = rounded(distance, scale);
}

/**
 * The finder begins where it was before, so that its last bits depend on what was asked before. Answers must not: they are computed anew
 * from starts that are rounded to few digits, the same for all that led there.
 */
function settle(pair: ConvexPair): void {
  const { finder } = pair;
  const { system, normal, firstPoint, secondPoint, first, second, firstPiece, secondPiece, size, distance } = finder;
  roundStart(pair, normal, firstPoint, secondPoint, distance);
  if (firstPiece < 0) return;
  const [a, b] = [first.core.pieces[firstPiece], second.core.pieces[secondPiece]];
  start(finder, a, b);
  if (!solvePieces(system, first, a, second, b, size)) return;
  const side = vec3.dot(system.normal, normal) < 0 ? -1 : 1;
  if (Math.abs(side * system.distance - distance) <= AGREED * size)
    finder.gap = side * system.distance - first.core.radius - second.core.radius;
}

/** Gaps of all features at the present pose. */
function readGaps(pair: ConvexPair): void {
  const { known, gaps, finder, first, second, near, table, list } = pair;
  if (known.gaps) return;
  known.gaps = true;
  gaps.fill(Number.POSITIVE_INFINITY);
  pair.touching.length = 0;
  vec3.copy(finder.normal, pair.other);
  findNear(pair, first, finder.first, NEAR * pair.scale, near.first);
  vec3.scale(finder.normal, -1, pair.other);
  findNear(pair, second, finder.second, NEAR * pair.scale, near.second);
  if (finder.firstPiece >= 0) {
    if (!near.first.includes(finder.firstPiece)) near.first.push(finder.firstPiece);
    if (!near.second.includes(finder.secondPiece)) near.second.push(finder.secondPiece);
  }
  // Sharp corners on corners and edges have no normal of their own: those beside them take over, with more slack.
  if (!readNear(pair, 1) && finder.gap <= OVER * pair.scale && !isHidden(pair)) readNear(pair, 1000);
  // Of a rim that lies flat but for a little, the lowest place may be between the points that stand for it: there it touches first.
  if (gaps[known.feature] > Math.max(0, finder.gap) + Math.max(BETWEEN * roundness(pair, list[known.feature]), ROUNDING * finder.size))
    readNear(pair, 1, (of, feature) => isRimOnFlat(of, feature) && !isItsTurn(of, feature));
  keepFlattest(pair.touching, pair.scale, gaps);

  function readNear({ scale }: ConvexPair, slack: number, isRead = isItsTurn): boolean {
    let some = false;
    for (const a of near.first)
      for (const b of near.second) {
        const start = table[a * second.pieces.length + b];
        if (start < 0) continue;
        for (let f = start; f < list.length && list[f].first === a && list[f].second === b; f++) {
          if (!isRead(pair, list[f])) continue;
          gaps[f] = gapOf(pair, list[f], slack * scale);
          if (!(gaps[f] < Number.POSITIVE_INFINITY)) continue;
          some = true;
          if (gaps[f] <= OVER * scale) pair.touching.push(foundPlace(pair, f));
          if (!(gaps[known.feature] <= gaps[f])) known.feature = f;
        }
      }
    return some;
  }
}

function foundPlace({ finder: { system }, list, first, second }: ConvexPair, feature: number): FoundPlace {
  const flat = first.pieces[list[feature].first].piece.flat + second.pieces[list[feature].second].piece.flat;
  return { feature, flat, point: vec3.copy(system.first.point), normal: vec3.copy(system.normal) };
}

/** The gap of two pieces, m; infinite where they cannot touch. */
function gapOf(pair: ConvexPair, feature: ConvexFeature, slack: number): number {
  const { finder } = pair;
  if (!solve(pair, feature)) return Number.POSITIVE_INFINITY;
  if (crossingSine(pair, feature) < PARALLEL) return Number.POSITIVE_INFINITY;
  if (outside(pair, feature) > OUTSIDE * slack || crossingMargin(pair, feature) < -OUTSIDE * slack) return Number.POSITIVE_INFINITY;
  const radii = finder.first.core.radius + finder.second.core.radius;
  const gap = finder.system.distance - radii;
  // What is not lower than its neighbours is no place to touch; one that is about to come down is higher than them by less than its gap.
  if (besideMargin(pair, feature) < -HIGHER * slack - 2 * Math.max(0, gap)) return Number.POSITIVE_INFINITY;
  const apart = separation(finder, finder.system.normal) - radii;
  if (!(apart >= Math.min(0, finder.gap) - OVER * slack) || !solveAnew(pair, feature)) return Number.POSITIVE_INFINITY;
  return finder.system.distance - radii;
}

/**
 * Solves for a feature that is followed, mostly without looking for the nearest points of the shapes: from where these were last, as long
 * as the bounds prove that it still holds them. So the way there leaves no trace in the answer.
 */
function follow(pair: ConvexPair, feature: ConvexFeature): boolean {
  const { finder, known } = pair;
  const { system } = finder;
  if (!known.nearest && solve(pair, feature) && holdsNearest(pair, feature, ALMOST)) {
    vec3.copy(system.normal, finder.normal);
    vec3.copy(system.first.point, finder.firstPoint);
    vec3.copy(system.second.point, finder.secondPoint);
    finder.distance = system.distance;
    return solveAnew(pair, feature);
  }
  findOnce(pair);
  return solve(pair, feature) && solveAnew(pair, feature);
}

/**
 * Whether the solved places of a feature are proved to be the nearest points of the shapes, or one of several places that touch: then they
 * are where every search ends, whatever it began with.
 */
function holdsNearest(pair: ConvexPair, feature: ConvexFeature, part: number): boolean {
  const { finder, scale } = pair;
  const { system, size } = finder;
  if (outside(pair, feature) > OUTSIDE * scale || !(crossingMargin(pair, feature) > 0)) return false;
  const { distance } = system;
  return distance >= -ALMOST * size && Math.abs(distance - separation(finder, system.normal)) <= part * size;
}

function validity(pair: ConvexPair, feature: ConvexFeature): number {
  const { first, second, scale } = pair;
  if (!follow(pair, feature)) return -1;
  const range = BEYOND - outside(pair, feature) / scale;
  const beside = MUCH_HIGHER + besideMargin(pair, feature) / scale;
  const crossing = BEYOND + crossingMargin(pair, feature) / scale;
  const [a, b] = [first.pieces[feature.first], second.pieces[feature.second]];
  const least = Math.min(range, crossing, crossingSine(pair, feature) / PARALLEL - 0.5);
  if (a.rim !== undefined || b.rim !== undefined) return Math.min(least, 2 - flatTilt(pair, feature) / FLAT);
  return Math.min(least, beside, isRimOnFlat(pair, feature) ? flatTilt(pair, feature) / FLAT - 0.5 : Number.POSITIVE_INFINITY);
}

function evaluate(pair: ConvexPair, feature: number, carrier1: Carrier, carrier2: Carrier, out: TouchGeometry): void {
  const { first, second, finder, firstShape, secondShape, rates, local } = pair;
  const { system } = finder;
  place(pair, carrier1, carrier2);
  moveShape(first, carrier1, firstShape);
  moveShape(second, carrier2, secondShape);
  const [a, b] = [first.pieces[pair.list[feature].first].piece, second.pieces[pair.list[feature].second].piece];
  const isSolved = follow(pair, pair.list[feature]) && ratesOfPieces(finder, [a, b], firstShape, secondShape, rates);
  if (isSolved) pair.known.feature = feature;
  else {
    findOnce(pair);
    takeNearest(pair);
  }
  const { normal, normalRate, point, firstArmRate, secondArmRate } = out;
  vec3.scale(system.normal, -1, normal);
  vec3.scale(rates.normal, -1, normalRate);
  out.gap = system.distance - finder.first.core.radius - finder.second.core.radius;
  // On a flat piece all places lie in it to the last bit, whatever is left of their gaps; others touch midway.
  const share = b.flat === 2 ? 1 : a.flat === 2 ? 0 : 0.5;
  vec3.addScaled(system.first.point, system.normal, finder.first.core.radius, local);
  for (let c = 0; c < 3; c++) {
    point[c] = firstShape.position[c] + local[c] + share * out.gap * system.normal[c];
    const moves = (1 - share) * rates.firstPoint[c] + share * rates.secondPoint[c];
    firstArmRate[c] = moves - carrier1.velocity[c];
    secondArmRate[c] = moves - carrier2.velocity[c];
  }
}

/** Where pieces have no answer of their own: the nearest points of the shapes, as if fixed in the first. */
function takeNearest({ finder, firstShape, rates, local }: ConvexPair): void {
  const { system } = finder;
  vec3.copy(finder.normal, system.normal);
  vec3.copy(finder.firstPoint, system.first.point);
  vec3.copy(finder.secondPoint, system.second.point);
  system.distance = finder.distance;
  vec3.cross(firstShape.angularVelocity, finder.normal, rates.normal);
  vec3.addScaled(finder.firstPoint, finder.normal, finder.first.core.radius, local);
  vec3.cross(firstShape.angularVelocity, local, rates.firstPoint);
  vec3.add(rates.firstPoint, firstShape.velocity, rates.firstPoint);
  vec3.copy(rates.firstPoint, rates.secondPoint);
}
