/**
 * Where two convex cores are nearest, roughly: the point of least norm among the differences of their points, by simplices.
 *
 *     v the nearest difference so far      upper bound |v|      lower bound v . w / |v|, w the difference of farthest points along v
 *
 * Linear at best on curved shapes, so it only shows which pieces to look at; the pieces give the digits.
 *
 * Source: Gilbert, Johnson and Keerthi 1988.
 */
import type { MutableVec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createSimplex, nearestInSimplex, type Simplex } from "./nearest-in-simplex.js";
import { type Placed, supportAt } from "./placed.js";

export interface Approach {
  readonly simplex: Simplex;
  /** Points of both cores at the corners of the simplex, and the numbers of the solids' corners. */
  readonly firstPoints: Float64Array;
  readonly secondPoints: Float64Array;
  readonly firstCorners: Int32Array;
  readonly secondCorners: Int32Array;
  /** Nearest points, and the difference from the first to the second. */
  readonly firstPoint: MutableVec3;
  readonly secondPoint: MutableVec3;
  readonly difference: MutableVec3;
  /** The last difference that had a direction, unit. */
  readonly direction: MutableVec3;
  /** Bounds of the distance of the cores, m. */
  lower: number;
  upper: number;
  /** Farthest points asked for since it was made. */
  passes: number;
  readonly first: MutableVec3;
  readonly second: MutableVec3;
}

export function createApproach(): Approach {
  return {
    simplex: createSimplex(),
    firstPoints: new Float64Array(12),
    secondPoints: new Float64Array(12),
    firstCorners: new Int32Array(4),
    secondCorners: new Int32Array(4),
    firstPoint: [0, 0, 0],
    secondPoint: [0, 0, 0],
    difference: [0, 0, 0],
    direction: [0, 0, 1],
    lower: 0,
    upper: 0,
    passes: 0,
    first: [0, 0, 0],
    second: [0, 0, 0],
  };
}

/** Begins along a direction from the first to the second. */
export function startApproach(approach: Approach, a: Placed, b: Placed, direction: MutableVec3): void {
  const length = vec3.norm(direction);
  if (length > 0) vec3.scale(direction, 1 / length, approach.direction);
  approach.simplex.count = 0;
  approach.lower = Number.NEGATIVE_INFINITY;
  take(approach, a, b);
  settle(approach);
}

const MOST_PASSES = 200;

/** Goes on until the bounds are this close, m, the cores overlap, or rounding stops it. */
export function refineApproach(approach: Approach, a: Placed, b: Placed, tolerance: number, rounding: number): void {
  const { simplex, difference, direction } = approach;
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    if (approach.upper <= rounding || approach.upper - approach.lower <= tolerance) return;
    vec3.scale(difference, 1 / approach.upper, direction);
    take(approach, a, b);
    const at = 3 * (simplex.count - 1);
    const { corners } = simplex;
    const reached = direction[0] * corners[at] + direction[1] * corners[at + 1] + direction[2] * corners[at + 2];
    approach.lower = Math.max(approach.lower, reached);
    if (isDouble(simplex)) {
      simplex.count--;
      return;
    }
    const before = approach.upper;
    if (!settle(approach) || !(approach.upper < before)) return;
  }
}

/** Adds the farthest points along the direction to the simplex. */
function take(approach: Approach, a: Placed, b: Placed): void {
  const { simplex, firstPoints, secondPoints, firstCorners, secondCorners, first, second, direction } = approach;
  const k = simplex.count++;
  const hint = k > 0 ? k - 1 : 0;
  firstCorners[k] = supportAt(a, direction, firstCorners[hint], first);
  vec3.scale(direction, -1, direction);
  secondCorners[k] = supportAt(b, direction, secondCorners[hint], second);
  vec3.scale(direction, -1, direction);
  approach.passes++;
  for (let c = 0; c < 3; c++) {
    firstPoints[3 * k + c] = first[c];
    secondPoints[3 * k + c] = second[c];
    simplex.corners[3 * k + c] = second[c] - first[c];
  }
}

/** Whether the newest corner was there already: then nothing is nearer. */
function isDouble({ corners, count }: Simplex): boolean {
  const at = 3 * (count - 1);
  for (let k = 0; k < at; k += 3)
    if (corners[k] === corners[at] && corners[k + 1] === corners[at + 1] && corners[k + 2] === corners[at + 2]) return true;
  return false;
}

/** Finds the nearest point, drops corners without a share; false where rounding keeps it from getting nearer. */
function settle(approach: Approach): boolean {
  const { simplex, firstPoint, secondPoint, difference } = approach;
  const { firstPoints, secondPoints, firstCorners, secondCorners } = approach;
  nearestInSimplex(simplex);
  const { corners, best } = simplex;
  const square = simplex.square;
  if (simplex.count > 1 && !(square < approach.upper * approach.upper)) {
    simplex.count--;
    return false;
  }
  firstPoint.fill(0);
  secondPoint.fill(0);
  let kept = 0;
  for (let k = 0; k < simplex.count; k++) {
    const share = best[k];
    if (!(share > 0)) continue;
    for (let c = 0; c < 3; c++) {
      firstPoint[c] += share * firstPoints[3 * k + c];
      secondPoint[c] += share * secondPoints[3 * k + c];
      firstPoints[3 * kept + c] = firstPoints[3 * k + c];
      secondPoints[3 * kept + c] = secondPoints[3 * k + c];
      corners[3 * kept + c] = corners[3 * k + c];
    }
    firstCorners[kept] = firstCorners[k];
    secondCorners[kept] = secondCorners[k];
    kept++;
  }
  simplex.count = kept;
  vec3.subtract(secondPoint, firstPoint, difference);
  approach.upper = simplex.count === 4 ? 0 : Math.sqrt(square);
  return true;
}
