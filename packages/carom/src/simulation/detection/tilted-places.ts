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

interface TiltedPair extends ConvexFeatures, PlacedPair {
  readonly near: { readonly first: number[]; readonly second: number[] };
}

/** Adds to `out`, ascending, the features that would have a gap of at most `margin` if the parts were turned by up to the tilt. */
export function tiltedWithin(pair: TiltedPair, margin: number, tilt: number, out: number[]): void {
  const { finder, first, second, near, table, list, scale } = pair;
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
  for (const a of near.first)
    for (const b of near.second) {
      const start = table[a * second.pieces.length + b];
      if (start < 0) continue;
      for (let f = start; f < list.length && list[f].first === a && list[f].second === b; f++)
        if (isWithin(pair, list[f], margin, tilt, lower)) out.push(f);
    }
  if (out.length > from + 1) out.push(...out.splice(from).sort((one, other) => one - other));
}

function isWithin(pair: TiltedPair, feature: ConvexFeature, margin: number, tilt: number, lower: number): boolean {
  const { finder, first, second, scale } = pair;
  const { system } = finder;
  const standsForRim = first.pieces[feature.first].rim !== undefined || second.pieces[feature.second].rim !== undefined;
  if (standsForRim && flatTilt(pair, feature) > tilt) return false;
  if (!solve(pair, feature) || crossingSine(pair, feature) < PARALLEL) return false;
  const radii = finder.first.core.radius + finder.second.core.radius;
  const gap = system.distance - radii;
  if (!(gap <= margin)) return false;
  if (vec3.dot(system.normal, finder.normal) < 1 - 2 * tilt * tilt) return false;
  if (outside(pair, feature) > OUTSIDE * scale || crossingMargin(pair, feature) < -OUTSIDE * scale) return false;
  if (besideMargin(pair, feature) < -lower - 2 * Math.max(0, gap)) return false;
  return separation(finder, system.normal) - radii >= Math.min(0, finder.gap) - lower;
}
