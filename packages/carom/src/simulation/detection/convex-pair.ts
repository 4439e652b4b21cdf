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
 * has no lowest point.
 *
 * Source: own study, shapes, sections 3 to 6.
 */
import { findNearest } from "../../geometry/find-nearest.js";
import { type Finder, finderOfCores, placeFinder, separation } from "../../geometry/finder.js";
import { placePiece, solvePieces } from "../../geometry/piece-system.js";
import { beyond, type Piece } from "../../geometry/pieces.js";
import type { Placed } from "../../geometry/placed.js";
import { createNearestRates, type NearestRates, ratesOfPieces } from "../../geometry/rates.js";
import { startPlaces } from "../../geometry/try-pieces.js";
import * as mat3 from "../../math/mat3.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type ConvexFeature, type ConvexFeatures, convexFeatures } from "./convex-features.js";
import { type ConvexPart, lowestOf, marginBeside, tiltOf } from "./convex-part.js";
import type { PairGeometry } from "./pair-geometry.js";
import { startOnCrossing } from "./rim-crossings.js";
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
/** Sine of the tilt below which a round face lies flat. */
const FLAT = 1e-6;
/** Sine of the angle between lines below which they are parallel: what bends away between their ends is less than what counts as a gap. */
const PARALLEL = 3e-5;
/** Steps to which starts are rounded, in each unit. */
const DIGITS = 16777216;
/** Part of the size by which the same distance may differ with another start. */
const AGREED = 1e-12;

/** Two parts, what is known of them at the present pose, and arrays to work in. */
interface ConvexPair extends ConvexFeatures {
  readonly first: ConvexPart;
  readonly second: ConvexPart;
  readonly finder: Finder;
  /** The smaller extent, m. */
  readonly scale: number;
  /** Poses of the carriers for which everything is computed. */
  readonly pose: Float64Array;
  /** Places and velocities of the two shapes. */
  readonly firstShape: Carrier;
  readonly secondShape: Carrier;
  readonly gaps: Float64Array;
  readonly known: { gaps: boolean };
  readonly near: { readonly first: number[]; readonly second: number[] };
  readonly rates: NearestRates;
  readonly local: MutableVec3;
  readonly other: MutableVec3;
}

export function convexPair(first: ConvexPart, second: ConvexPart): PairGeometry {
  const features = convexFeatures(first, second);
  const pair: ConvexPair = {
    ...features,
    first,
    second,
    finder: finderOfCores(first.core, second.core),
    scale: Math.min(first.extent, second.extent),
    pose: new Float64Array(14).fill(Number.NaN),
    firstShape: createCarrier(),
    secondShape: createCarrier(),
    gaps: new Float64Array(features.list.length),
    known: { gaps: false },
    near: { first: [], second: [] },
    rates: createNearestRates(),
    local: [0, 0, 0],
    other: [0, 0, 0],
  };
  return {
    features: features.list.map(({ name }) => name),
    gap: (feature, carrier1, carrier2) => {
      place(pair, carrier1, carrier2);
      readGaps(pair);
      return pair.gaps[feature];
    },
    evaluate: (feature, carrier1, carrier2, out) => evaluate(pair, feature, carrier1, carrier2, out),
    separation: (carrier1, carrier2) => {
      place(pair, carrier1, carrier2);
      return pair.finder.gap;
    },
    validity: (feature, carrier1, carrier2) => {
      place(pair, carrier1, carrier2);
      return validity(pair, pair.list[feature]);
    },
    clearance: (carrier1, carrier2) =>
      vec3.norm(vec3.subtract(carrier1.position, carrier2.position, pair.local)) - first.reach - second.reach,
  };
}

/** Places the shapes and finds their nearest points, unless they are there already. */
function place(pair: ConvexPair, carrier1: Carrier, carrier2: Carrier): void {
  const { first, second, finder, pose, firstShape, secondShape, known } = pair;
  if (samePose(pose, carrier1, carrier2)) return;
  placeShape(first, carrier1, firstShape);
  placeShape(second, carrier2, secondShape);
  placeFinder(finder, firstShape, secondShape);
  findNearest(finder);
  known.gaps = false;
  settle(pair);
}

/**
 * The finder begins where it was before, so that its last bits depend on what was asked before. Answers must not: they are computed anew
 * from starts that are rounded to few digits, the same for all that led there.
 */
function settle({ finder, scale }: ConvexPair): void {
  const { system, normal, firstPoint, secondPoint, first, second, firstPiece, secondPiece, size } = finder;
  for (let c = 0; c < 3; c++) {
    normal[c] = rounded(normal[c], 1);
    firstPoint[c] = rounded(firstPoint[c], scale);
    secondPoint[c] = rounded(secondPoint[c], scale);
  }
  const { distance } = finder;
  finder.distance = rounded(distance, scale);
  if (firstPiece < 0) return;
  const [a, b] = [first.core.pieces[firstPiece], second.core.pieces[secondPiece]];
  start(finder, a, b);
  if (!solvePieces(system, first, a, second, b, size)) return;
  const side = vec3.dot(system.normal, normal) < 0 ? -1 : 1;
  if (Math.abs(side * system.distance - distance) <= AGREED * size)
    finder.gap = side * system.distance - first.core.radius - second.core.radius;
}

function rounded(value: number, unit: number): number {
  return (Math.round((value / unit) * DIGITS) / DIGITS) * unit;
}

/** Starts the system of two pieces at the nearest points of the shapes. */
function start(finder: Finder, a: Piece, b: Piece): void {
  const { system, approach } = finder;
  vec3.copy(finder.firstPoint, approach.firstPoint);
  vec3.copy(finder.secondPoint, approach.secondPoint);
  vec3.copy(finder.normal, system.normal);
  vec3.scale(system.normal, 1 / vec3.norm(system.normal), system.normal);
  system.distance = finder.distance;
  startPlaces(finder, a, b);
}

function samePose(pose: Float64Array, carrier1: Carrier, carrier2: Carrier): boolean {
  let same = true;
  for (let c = 0; c < 3; c++) {
    same &&= pose[c] === carrier1.position[c] && pose[7 + c] === carrier2.position[c];
    pose[c] = carrier1.position[c];
    pose[7 + c] = carrier2.position[c];
  }
  for (let c = 0; c < 4; c++) {
    same &&= pose[3 + c] === carrier1.orientation[c] && pose[10 + c] === carrier2.orientation[c];
    pose[3 + c] = carrier1.orientation[c];
    pose[10 + c] = carrier2.orientation[c];
  }
  return same;
}

function placeShape({ position, orientation }: ConvexPart, carrier: Carrier, shape: Carrier): void {
  quaternion.rotate(carrier.orientation, position, shape.position);
  vec3.add(shape.position, carrier.position, shape.position);
  quaternion.multiply(carrier.orientation, orientation, shape.orientation);
}

/** Velocity of the shape's origin, which turns about the centre of mass. */
function moveShape({ position }: ConvexPart, carrier: Carrier, shape: Carrier): void {
  quaternion.rotate(carrier.orientation, position, shape.velocity);
  vec3.cross(carrier.angularVelocity, shape.velocity, shape.velocity);
  vec3.add(shape.velocity, carrier.velocity, shape.velocity);
  vec3.copy(carrier.angularVelocity, shape.angularVelocity);
}

/** Gaps of all features at the present pose. */
function readGaps(pair: ConvexPair): void {
  const { known, gaps, finder, first, second, near, table, list } = pair;
  if (known.gaps) return;
  known.gaps = true;
  gaps.fill(Number.POSITIVE_INFINITY);
  vec3.copy(finder.normal, pair.other);
  findNear(pair, first, finder.first, near.first);
  vec3.scale(finder.normal, -1, pair.other);
  findNear(pair, second, finder.second, near.second);
  if (finder.firstPiece >= 0) {
    if (!near.first.includes(finder.firstPiece)) near.first.push(finder.firstPiece);
    if (!near.second.includes(finder.secondPiece)) near.second.push(finder.secondPiece);
  }
  if (readNear(pair, 1)) return;
  // Sharp corners on corners and edges have no normal of their own: those beside them take over, with more slack.
  if (finder.gap <= OVER * pair.scale) readNear(pair, 1000);

  function readNear({ scale }: ConvexPair, slack: number): boolean {
    let some = false;
    for (const a of near.first)
      for (const b of near.second) {
        const start = table[a * second.pieces.length + b];
        if (start < 0) continue;
        for (let f = start; f < list.length && list[f].first === a && list[f].second === b; f++) {
          gaps[f] = gapOf(pair, list[f], slack * scale);
          some ||= gaps[f] < Number.POSITIVE_INFINITY;
        }
      }
    return some;
  }
}

/** Pieces of a part that are all but farthest out along the normal in `other`. */
function findNear({ scale, local, other }: ConvexPair, part: ConvexPart, { rotation, core }: Placed, out: number[]): void {
  mat3.transformTransposed(rotation, other, local);
  core.support(local, 0, other);
  const least = vec3.dot(local, other) - NEAR * scale;
  out.length = 0;
  for (let k = 0; k < part.pieces.length; k++) if (lowestOf(part.pieces[k], core, local) >= least) out.push(k);
}

/** The gap of two pieces, m; infinite where they cannot touch. */
function gapOf(pair: ConvexPair, feature: ConvexFeature, slack: number): number {
  const { finder } = pair;
  if (!isItsTurn(pair, feature) || !solve(pair, feature)) return Number.POSITIVE_INFINITY;
  if (crossingSine(pair, feature) < PARALLEL) return Number.POSITIVE_INFINITY;
  if (outside(pair, feature) > OUTSIDE * slack || crossingMargin(pair, feature) < -OUTSIDE * slack) return Number.POSITIVE_INFINITY;
  const radii = finder.first.core.radius + finder.second.core.radius;
  const gap = finder.system.distance - radii;
  // What is not lower than its neighbours is no place to touch; one that is about to come down is higher than them by less than its gap.
  if (besideMargin(pair, feature) < -HIGHER * slack - 2 * Math.max(0, gap)) return Number.POSITIVE_INFINITY;
  const apart = separation(finder, finder.system.normal) - radii;
  return apart >= Math.min(0, finder.gap) - OVER * slack ? gap : Number.POSITIVE_INFINITY;
}

/** Of a tilted rim on a flat piece, or of the points that stand for it where it lies flat: whether it is they that count. */
function isItsTurn(pair: ConvexPair, feature: ConvexFeature): boolean {
  const { first, second } = pair;
  const [a, b] = [first.pieces[feature.first], second.pieces[feature.second]];
  if (a.rim !== undefined || b.rim !== undefined) return flatTilt(pair, feature) < FLAT;
  if (a.piece.kind === "rim" && b.piece.flat === 2) return flatTilt(pair, feature) >= FLAT;
  if (b.piece.kind === "rim" && a.piece.flat === 2) return flatTilt(pair, feature) >= FLAT;
  return true;
}

/** Sine of the tilt of a rim, or of the rim that a point stands for, against the flat piece of a feature. */
function flatTilt({ first, second, finder, local }: ConvexPair, feature: ConvexFeature): number {
  const flatFirst = first.pieces[feature.first].piece.flat === 2;
  const { piece } = flatFirst ? first.pieces[feature.first] : second.pieces[feature.second];
  const [flat, round] = flatFirst ? [finder.first, finder.second] : [finder.second, finder.first];
  vec3.cross(piece.first, piece.second, local);
  mat3.transformVector(flat.rotation, local, local);
  return tiltOf(mat3.transformTransposed(round.rotation, local, local));
}

/** Solves for the nearest points of the pieces of a feature, from the nearest points of the shapes on. */
function solve(pair: ConvexPair, feature: ConvexFeature): boolean {
  const { finder, first, second } = pair;
  const { system } = finder;
  const [a, b] = [first.pieces[feature.first].piece, second.pieces[feature.second].piece];
  start(finder, a, b);
  if (feature.turn !== 0) startOnCrossing(finder, a, b, feature.turn);
  if (!solvePieces(system, finder.first, a, finder.second, b, finder.size)) return false;
  // Flat pieces do not know their sides.
  if (vec3.dot(system.normal, finder.normal) < 0) {
    vec3.scale(system.normal, -1, system.normal);
    system.distance = -system.distance;
    placePiece(system, finder.first, a, 1);
    placePiece(system, finder.second, b, -1);
  }
  return true;
}

/** How far the places found are outside of their pieces, m. */
function outside({ first, second, finder: { system } }: ConvexPair, feature: ConvexFeature): number {
  const { firstPlaces, secondPlaces } = system;
  return Math.max(
    beyond(first.pieces[feature.first].piece, firstPlaces[0], firstPlaces[1]),
    beyond(second.pieces[feature.second].piece, secondPlaces[0], secondPlaces[1]),
  );
}

/** How much lower what is beside the pieces is, m. */
function besideMargin({ first, second, finder, local }: ConvexPair, feature: ConvexFeature): number {
  const { system } = finder;
  mat3.transformTransposed(finder.first.rotation, system.normal, local);
  const ofFirst = marginBeside(first, first.pieces[feature.first], local, system.firstPlaces);
  mat3.transformTransposed(finder.second.rotation, system.normal, local);
  vec3.scale(local, -1, local);
  return Math.min(ofFirst, marginBeside(second, second.pieces[feature.second], local, system.secondPlaces));
}

/** Of two lines: the sine of the angle between them. Parallel ones touch at the ends of what they have in common. */
function crossingSine({ first, second, finder: { system }, local }: ConvexPair, feature: ConvexFeature): number {
  if (first.pieces[feature.first].piece.flat !== 1 || second.pieces[feature.second].piece.flat !== 1) return Number.POSITIVE_INFINITY;
  return vec3.norm(vec3.cross(system.first.directions[0], system.second.directions[0], local));
}

/** Of crossings: how far on its side of the line, or of the line between the middles of two rims, the place is, m. */
function crossingMargin({ first, second, finder, local, other }: ConvexPair, feature: ConvexFeature): number {
  if (feature.turn === 0) return Number.POSITIVE_INFINITY;
  const [a, b] = [first.pieces[feature.first].piece, second.pieces[feature.second].piece];
  const { system } = finder;
  const rimFirst = a.kind === "rim";
  const round = rimFirst ? a : b;
  middleOf(rimFirst ? finder.first : finder.second, round.origin, local);
  vec3.subtract(rimFirst ? system.first.point : system.second.point, local, other);
  if (a.kind !== "rim" || b.kind !== "rim") return feature.turn * vec3.dot(other, (rimFirst ? system.second : system.first).directions[0]);
  const middle = middleOf(finder.second, b.origin);
  const across = vec3.normalize(vec3.cross(system.normal, vec3.subtract(middle, local)));
  return across === undefined ? 0 : feature.turn * vec3.dot(other, across);
}

function middleOf({ rotation, position }: Placed, origin: Vec3, out: MutableVec3 = [0, 0, 0]): MutableVec3 {
  return vec3.add(mat3.transformVector(rotation, origin, out), position, out);
}

function validity(pair: ConvexPair, feature: ConvexFeature): number {
  const { first, second, scale } = pair;
  if (!solve(pair, feature)) return -1;
  const range = BEYOND - outside(pair, feature) / scale;
  const beside = MUCH_HIGHER + besideMargin(pair, feature) / scale;
  const crossing = BEYOND + crossingMargin(pair, feature) / scale;
  const [a, b] = [first.pieces[feature.first], second.pieces[feature.second]];
  const least = Math.min(range, crossing, crossingSine(pair, feature) / PARALLEL - 0.5);
  if (a.rim !== undefined || b.rim !== undefined) return Math.min(least, 2 - flatTilt(pair, feature) / FLAT);
  const rimOnFlat = (a.piece.kind === "rim" && b.piece.flat === 2) || (b.piece.kind === "rim" && a.piece.flat === 2);
  return Math.min(least, beside, rimOnFlat ? flatTilt(pair, feature) / FLAT - 0.5 : Number.POSITIVE_INFINITY);
}

function evaluate(pair: ConvexPair, feature: number, carrier1: Carrier, carrier2: Carrier, out: TouchGeometry): void {
  const { first, second, finder, firstShape, secondShape, rates, local } = pair;
  const { system } = finder;
  place(pair, carrier1, carrier2);
  moveShape(first, carrier1, firstShape);
  moveShape(second, carrier2, secondShape);
  const [a, b] = [first.pieces[pair.list[feature].first].piece, second.pieces[pair.list[feature].second].piece];
  const isSolved = solve(pair, pair.list[feature]) && ratesOfPieces(finder, [a, b], firstShape, secondShape, rates);
  if (!isSolved) takeNearest(pair);
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
