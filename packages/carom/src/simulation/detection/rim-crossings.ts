/**
 * Where to begin to look for the place at which a straight line, or another rim, crosses a rim.
 *
 * Where the round face lies on what it crosses, seen along its axis, a line cuts the circle at two places and so does another circle; these
 * are the starts. Where it is tilted there is one crossing, and the nearest points of the shapes are near it.
 */
import type { Finder } from "../../geometry/finder.js";
import type { Piece } from "../../geometry/pieces.js";
import type { Placed } from "../../geometry/placed.js";
import * as mat3 from "../../math/mat3.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

/** Sine of the tilt of a rim below which it lies flat enough to be crossed twice. */
const NEARLY_FLAT = 1e-2;

/** Sets the start on the rim, where that is known; pieces and normal have been started by the nearest points. */
export function startOnCrossing({ system, first, second }: Finder, a: Piece, b: Piece, turn: -1 | 0 | 1): void {
  const firstLies = a.kind === "rim" && leanOf(first, system.normal) < NEARLY_FLAT;
  const secondLies = b.kind === "rim" && leanOf(second, system.normal) < NEARLY_FLAT;
  // A rim that stands on one that lies touches it with its lowest point alone.
  if (a.kind === "rim" && b.kind === "rim" && !(firstLies && secondLies)) return;
  if (firstLies) {
    const start = b.kind === "rim" ? acrossRims(first, a, second, b, system.normal, turn) : acrossLine(first, a, system.second, turn);
    if (start !== undefined) setRim(first, start, system.firstPlaces);
  }
  if (!secondLies) return;
  const start = a.kind === "rim" ? acrossRims(second, b, first, a, system.normal, -turn) : acrossLine(second, b, system.first, turn);
  if (start !== undefined) setRim(second, start, system.secondPlaces);
}

function leanOf({ rotation }: Placed, normal: Vec3): number {
  const [x, y] = mat3.transformTransposed(rotation, normal);
  return Math.sqrt(x * x + y * y);
}

/** Writes the direction from the middle of a rim to a point (given from there, world axes). */
function setRim({ rotation }: Placed, from: Vec3, out: [number, number]): void {
  const [x, y] = mat3.transformTransposed(rotation, from);
  const length = Math.sqrt(x * x + y * y);
  if (!(length > 0)) return;
  out[0] = x / length;
  out[1] = y / length;
}

function middleOf({ rotation, position }: Placed, { origin }: Piece): Vec3 {
  return vec3.add(mat3.transformVector(rotation, origin), position);
}

/** From the middle of a rim to where a line cuts its circle, seen along the axis; undefined where it passes by. */
function acrossLine(
  placed: Placed,
  rim: Piece,
  { point, directions: [along] }: { readonly point: Vec3; readonly directions: readonly [Vec3, Vec3] },
  turn: number,
): Vec3 | undefined {
  const axis = mat3.column(placed.rotation, 2);
  const flatten = (v: Vec3) => vec3.addScaled(v, axis, -vec3.dot(v, axis));
  const direction = vec3.normalize(flatten(along));
  if (direction === undefined) return undefined;
  const start = flatten(vec3.subtract(point, middleOf(placed, rim)));
  const foot = vec3.addScaled(start, direction, -vec3.dot(start, direction));
  const half = rim.radius * rim.radius - vec3.dot(foot, foot);
  return half > 0 ? vec3.addScaled(foot, direction, turn * Math.sqrt(half)) : undefined;
}

/** The same where two circles cross. Seen from the other circle the two places change their sides. */
function acrossRims(a: Placed, rimA: Piece, b: Placed, rimB: Piece, normal: Vec3, turn: number): Vec3 | undefined {
  const middle = middleOf(a, rimA);
  const between = vec3.subtract(middleOf(b, rimB), middle);
  const flat = vec3.addScaled(between, normal, -vec3.dot(between, normal));
  const apart = vec3.norm(flat);
  if (!(apart > 0)) return undefined;
  const along = (apart * apart + rimA.radius * rimA.radius - rimB.radius * rimB.radius) / (2 * apart);
  const square = rimA.radius * rimA.radius - along * along;
  if (!(square > 0)) return undefined;
  const toward = vec3.scale(flat, 1 / apart);
  const across = vec3.cross(normal, toward);
  return vec3.addScaled(vec3.scale(toward, along), across, turn * Math.sqrt(square));
}
