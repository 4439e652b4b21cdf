/**
 * How far the solved places of a feature are from where they would lose their meaning: the ends of their pieces, what is beside these, the
 * lines that cross there.
 */
import type { Finder } from "../../geometry/finder.js";
import { beyond } from "../../geometry/pieces.js";
import type { Placed } from "../../geometry/placed.js";
import * as mat3 from "../../math/mat3.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ConvexFeature } from "./convex-features.js";
import { type ConvexPart, lowestOf, marginBeside, tiltOf } from "./convex-part.js";

/** Two parts with the places of a feature of theirs in the finder's system, and vectors to work in. */
export interface SolvedPair {
  readonly first: ConvexPart;
  readonly second: ConvexPart;
  readonly finder: Finder;
  readonly local: MutableVec3;
  readonly other: MutableVec3;
}

/** Sine of the tilt below which a round face lies flat. */
export const FLAT = 1e-6;

/** Sine of the tilt of a rim, or of the rim that a point stands for, against the flat piece of a feature. */
export function flatTilt(pair: SolvedPair, feature: ConvexFeature): number {
  const { finder, local } = pair;
  const round = acrossFlat(pair, feature) ? finder.second : finder.first;
  return tiltOf(mat3.transformTransposed(round.rotation, local, local));
}

/**
 * Lays the normal of the system across the flat piece that a rim is on: rounded, it would leave nothing of a small tilt. The place on a rim
 * that all but lies flat is put where it leans to: one that rocks may have been nearest on its other side just before, and its highest
 * point solves the system as well as its lowest. What has no inside does not say which is which.
 */
export function aimAcrossFlat(pair: SolvedPair, feature: ConvexFeature): void {
  const { first, second, finder, local } = pair;
  const { normal, firstPlaces, secondPlaces } = finder.system;
  const isSecond = acrossFlat(pair, feature);
  vec3.scale(local, vec3.dot(local, normal) < 0 ? -1 : 1, normal);
  if (first.thin === true || second.thin === true) return;
  mat3.transformTransposed((isSecond ? finder.second : finder.first).rotation, normal, local);
  const tilt = tiltOf(local);
  if (!(tilt > LEAST_TILT && tilt < LEANING)) return;
  const places = isSecond ? secondPlaces : firstPlaces;
  for (let c = 0; c < 2; c++) places[c] = (isSecond ? -local[c] : local[c]) / tilt;
}

/** Tilts below which rounding says where a rim leans to, and from which on the system finds that by itself. */
const LEAST_TILT = 1e-14;
const LEANING = 0.05;

/** Leaves the direction across the flat piece of a feature in `local`, world axes; true where that is the first. */
function acrossFlat({ first, second, finder, local }: SolvedPair, feature: ConvexFeature): boolean {
  const isFirst = first.pieces[feature.first].piece.flat === 2;
  const { piece } = isFirst ? first.pieces[feature.first] : second.pieces[feature.second];
  vec3.cross(piece.first, piece.second, local);
  mat3.transformVector((isFirst ? finder.first : finder.second).rotation, local, local);
  return isFirst;
}

/** Of a tilted rim on a flat piece, or of the points that stand for it where it lies flat: whether it is they that count. */
export function isItsTurn(pair: SolvedPair, feature: ConvexFeature): boolean {
  const { first, second } = pair;
  const [a, b] = [first.pieces[feature.first], second.pieces[feature.second]];
  if (a.rim !== undefined || b.rim !== undefined) return flatTilt(pair, feature) < FLAT;
  return !isRimOnFlat(pair, feature) || flatTilt(pair, feature) >= FLAT;
}

/** Whether it is a rim on a flat piece. */
export function isRimOnFlat({ first, second }: SolvedPair, feature: ConvexFeature): boolean {
  const [a, b] = [first.pieces[feature.first].piece, second.pieces[feature.second].piece];
  return (a.kind === "rim" && b.flat === 2) || (b.kind === "rim" && a.flat === 2);
}

/** Radius of the rim that a feature stands for, m; where it stands for none, or there is none, the smaller extent. */
export function roundness({ first, second }: SolvedPair, feature: ConvexFeature | undefined): number {
  const extent = Math.min(first.extent, second.extent);
  const rim = feature === undefined ? undefined : (first.pieces[feature.first].rim ?? second.pieces[feature.second].rim);
  return Math.min(extent, rim?.radius ?? extent);
}

/** Pieces of a part that reach to less than a depth below its farthest point along the normal in `other`. */
export function findNear({ local, other }: SolvedPair, part: ConvexPart, { rotation, core }: Placed, depth: number, out: number[]): void {
  mat3.transformTransposed(rotation, other, local);
  core.support(local, 0, other);
  const least = vec3.dot(local, other) - depth;
  out.length = 0;
  for (let k = 0; k < part.pieces.length; k++) if (lowestOf(part.pieces[k], core, local) >= least) out.push(k);
}

/** How far the places found are outside of their pieces, m. */
export function outside({ first, second, finder: { system } }: SolvedPair, feature: ConvexFeature): number {
  const { firstPlaces, secondPlaces } = system;
  return Math.max(
    beyond(first.pieces[feature.first].piece, firstPlaces[0], firstPlaces[1]),
    beyond(second.pieces[feature.second].piece, secondPlaces[0], secondPlaces[1]),
  );
}

/** How much lower what is beside the pieces is, m. */
export function besideMargin({ first, second, finder, local }: SolvedPair, feature: ConvexFeature): number {
  const { system } = finder;
  mat3.transformTransposed(finder.first.rotation, system.normal, local);
  const ofFirst = marginBeside(first, first.pieces[feature.first], local, system.firstPlaces);
  mat3.transformTransposed(finder.second.rotation, system.normal, local);
  vec3.scale(local, -1, local);
  return Math.min(ofFirst, marginBeside(second, second.pieces[feature.second], local, system.secondPlaces));
}

/** Of two lines: the sine of the angle between them. Parallel ones touch at the ends of what they have in common. */
export function crossingSine({ first, second, finder: { system }, local }: SolvedPair, feature: ConvexFeature): number {
  if (first.pieces[feature.first].piece.flat !== 1 || second.pieces[feature.second].piece.flat !== 1) return Number.POSITIVE_INFINITY;
  return vec3.norm(vec3.cross(system.first.directions[0], system.second.directions[0], local));
}

/** Of crossings: how far on its side of the line, or of the line between the middles of two rims, the place is, m. */
export function crossingMargin({ first, second, finder, local, other }: SolvedPair, feature: ConvexFeature): number {
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

/**
 * Of a part some pieces of which are never touched: whether what is nearest is one of them, or a face that ends there, maybe at one of
 * them: then another part goes on.
 */
export function isHidden({ first, second, finder: { firstPiece, secondPiece } }: SolvedPair): boolean {
  const hides = ({ pieces }: ConvexPart, piece: number) =>
    pieces.some(({ hidden }) => hidden) && (piece < 0 || pieces[piece].hidden === true || pieces[piece].piece.flat === 2);
  return hides(first, firstPiece) || hides(second, secondPiece);
}
