/**
 * Places of two convex parts that touch only where they first meet, and would elsewhere if they were turned a little.
 *
 * A line that lies along a face, but for a small angle, touches at one end; when it turns the other way it touches at the other. Exact
 * features name the one that is lowest, as they should: contact goes on there. Time steps have to keep the other from sinking in within
 * the step too. So here every two pieces count whose nearest points lie within both and whose normal is within the tilt of that between
 * the shapes: whatever they are to the others, none of them may overlap.
 */
import { separation } from "../../geometry/finder.js";
import * as vec3 from "../../math/vec3.js";
import type { ConvexFeature, ConvexFeatures } from "./convex-features.js";
import { besideMargin, crossingMargin, crossingSine, findNear, flatTilt, outside } from "./feature-margins.js";
import { type PlacedPair, solve } from "./feature-system.js";

/** Sine of the angle between lines below which they are parallel. */
const PARALLEL = 3e-5;
/** Part of the smaller extent: how far a place may be outside of its piece. */
const OUTSIDE = 0.5e-9;
/** Of an overlap in smaller extents: how much of the normal it may turn. Round places turn by the root of twice that. */
const TURNED = 4;

interface TiltedPair extends ConvexFeatures, PlacedPair {
  readonly near: { readonly first: number[]; readonly second: number[] };
}

/** Adds to `out`, ascending, the features that would have a gap of at most `margin` if the parts were turned by up to the tilt. */
export function tiltedWithin(pair: TiltedPair, margin: number, tilt: number, out: number[]): void {
  const { finder, first, second, near, list, scale } = pair;
  const lower = 2 * tilt * scale;
  vec3.copy(finder.normal, pair.other);
  findNear(pair, first, finder.first, lower, near.first);
  vec3.scale(finder.normal, -1, pair.other);
  findNear(pair, second, finder.second, lower, near.second);
  if (finder.firstPiece >= 0) {
    if (!near.first.includes(finder.firstPiece)) near.first.push(finder.firstPiece);
    if (!near.second.includes(finder.secondPiece)) near.second.push(finder.secondPiece);
  }
  const from = out.length;
  // In an overlap the normal is that of one way out, and the nearest may be another.
  const least = 1 - 2 * tilt * tilt - Math.max(0, (-TURNED * finder.gap) / scale);
  const turned = { tilt, lower, least };
  eachNear(pair, (f) => {
    if (isWithin(pair, list[f], margin, turned)) out.push(f);
  });
  if (out.length === from && finder.gap < 0) takeLikeliest(pair, out);
  if (out.length > from + 1) out.push(...out.splice(from).sort((one, other) => one - other));
}

function eachNear({ near, table, list, second }: TiltedPair, act: (feature: number) => void): void {
  for (const a of near.first)
    for (const b of near.second) {
      const start = table[a * second.pieces.length + b];
      for (let f = start; f >= 0 && f < list.length && list[f].first === a && list[f].second === b; f++) act(f);
    }
}

/** Of two that overlap without a place of their own, as a corner and a rim may: the one whose pieces are all but there. */
function takeLikeliest(pair: TiltedPair, out: number[]): void {
  const { finder, list } = pair;
  const { system } = finder;
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  eachNear(pair, (f) => {
    if (isRing(pair, list[f]) || !solve(pair, list[f]) || crossingSine(pair, list[f]) < PARALLEL) return;
    const gap = system.distance - finder.first.core.radius - finder.second.core.radius;
    if (!(gap < 0) || vec3.dot(system.normal, finder.normal) < 0.5) return;
    const off = Math.max(0, outside(pair, list[f])) + Math.max(0, -crossingMargin(pair, list[f])) + Math.abs(gap - finder.gap);
    if (off < least) [best, least] = [f, off];
  });
  if (best >= 0) out.push(best);
}

function isRing({ first, second }: TiltedPair, feature: ConvexFeature): boolean {
  return first.pieces[feature.first].rim !== undefined || second.pieces[feature.second].rim !== undefined;
}

/** What may be turned: by a sine, what is beside by a length, m, and at least this much of the normal stays. */
interface Turned {
  readonly tilt: number;
  readonly lower: number;
  readonly least: number;
}

function isWithin(pair: TiltedPair, feature: ConvexFeature, margin: number, { tilt, lower, least }: Turned): boolean {
  const { finder, scale } = pair;
  const { system } = finder;
  if (isRing(pair, feature) && flatTilt(pair, feature) > tilt) return false;
  if (!solve(pair, feature) || crossingSine(pair, feature) < PARALLEL) return false;
  const radii = finder.first.core.radius + finder.second.core.radius;
  const gap = system.distance - radii;
  if (!(gap <= margin)) return false;
  if (vec3.dot(system.normal, finder.normal) < least) return false;
  if (outside(pair, feature) > OUTSIDE * scale || crossingMargin(pair, feature) < -OUTSIDE * scale) return false;
  if (besideMargin(pair, feature) < -lower - 2 * Math.max(0, gap)) return false;
  return separation(finder, system.normal) - radii >= Math.min(0, finder.gap) - lower;
}
