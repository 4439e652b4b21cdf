/**
 * Places where two cores are nearest along a normal, all of them at once: what lies farthest of either, seen along the normal, and the
 * corners of what the two have in common. Weights are lengths or areas: of a straight piece half for each end; of an area the triangles
 * from its middle to each side, half for each end of the side.
 */

import { atan2 } from "../math/elementary.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { commonPatch, type FlatSet, type Point2 } from "./common-patch.js";
import type { Placed } from "./placed.js";
import { type PieceName, type SupportSet, supportSet } from "./support-set.js";

export interface CommonPlace {
  /** On the cores, from the pair's origin. */
  readonly firstPoint: Vec3;
  readonly secondPoint: Vec3;
  readonly first: PieceName;
  readonly second: PieceName;
  /** 1 for a point, m for a straight piece, m^2 for an area. */
  readonly weight: number;
}

/** @param normal unit, from the first to the second */
export function commonPlaces(a: Placed, b: Placed, normal: Vec3, tolerance: number): CommonPlace[] {
  const [firstAxis, secondAxis] = axesAcross(normal);
  const flatten = (p: Vec3): Point2 => [vec3.dot(p, firstAxis), vec3.dot(p, secondAxis)];
  const opposite = vec3.scale(normal, -1);
  const first = flatSet(supportSet(a, normal, tolerance), flatten);
  const second = flatSet(supportSet(b, opposite, tolerance), flatten);
  const corners = commonPatch(first.flat, second.flat, tolerance);
  const weights = weightsOf(corners);
  return corners.map((point, i): CommonPlace => {
    const lift = (height: number): Vec3 =>
      vec3.add(vec3.add(vec3.scale(firstAxis, point[0]), vec3.scale(secondAxis, point[1])), vec3.scale(normal, height));
    return {
      firstPoint: lift(vec3.dot(first.set.points[0], normal)),
      secondPoint: lift(vec3.dot(second.set.points[0], normal)),
      first: nameAt(first, point, tolerance),
      second: nameAt(second, point, tolerance),
      weight: weights[i],
    };
  });
}

interface Flattened {
  readonly set: SupportSet;
  readonly flat: FlatSet;
}

/** Seen along the normal, corners counter-clockwise. */
function flatSet(set: SupportSet, flatten: (point: Vec3) => Point2): Flattened {
  const points = set.points.map(flatten);
  const axis = flatten(set.axis);
  const phase = set.kind === "disc" ? atan2(axis[1], axis[0]) : 0;
  if (set.kind !== "polygon" || signedArea(points) > 0) return { set, flat: { kind: set.kind, points, radius: set.radius, phase } };
  const count = points.length;
  const reversed: SupportSet = {
    ...set,
    points: [...set.points].reverse(),
    corners: [...set.corners].reverse(),
    borders: set.borders.map((_, i) => set.borders[(2 * count - 2 - i) % count]),
  };
  return { set: reversed, flat: { kind: set.kind, points: points.reverse(), radius: set.radius, phase } };
}

function signedArea(points: readonly Point2[]): number {
  return points.reduce((sum, [x, y], i) => {
    const next = points[(i + 1) % points.length];
    return sum + (x * next[1] - y * next[0]) / 2;
  }, 0);
}

/** Which piece of the shape a place lies on: corner, border or inside. */
function nameAt({ set, flat }: Flattened, [x, y]: Point2, tolerance: number): PieceName {
  const near = 4 * tolerance;
  const from = ([px, py]: Point2) => Math.sqrt((x - px) * (x - px) + (y - py) * (y - py));
  if (flat.kind === "disc") return from(flat.points[0]) >= flat.radius - near ? set.borders[0] : set.inside;
  if (flat.kind === "plane" || flat.kind === "point") return set.inside;
  const corner = flat.points.findIndex((point) => from(point) <= near);
  if (corner >= 0) return set.corners[corner];
  if (flat.kind === "segment") return set.inside;
  const border = flat.points.findIndex((point, i) => {
    const next = flat.points[(i + 1) % flat.points.length];
    const [dx, dy] = [next[0] - point[0], next[1] - point[1]];
    return Math.abs((x - point[0]) * dy - (y - point[1]) * dx) <= near * Math.sqrt(dx * dx + dy * dy);
  });
  return border >= 0 ? set.borders[border] : set.inside;
}

function weightsOf(points: readonly Point2[]): number[] {
  if (points.length <= 1) return points.map(() => 1);
  const distance = (p: Point2, q: Point2) => Math.sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]));
  if (points.length === 2) return points.map(() => distance(points[0], points[1]) / 2);
  const middle: Point2 = [
    points.reduce((sum, point) => sum + point[0], 0) / points.length,
    points.reduce((sum, point) => sum + point[1], 0) / points.length,
  ];
  const weights = points.map(() => 0);
  points.forEach((point, i) => {
    const after = (i + 1) % points.length;
    const area = Math.abs(signedArea([middle, point, points[after]]));
    weights[i] += area / 2;
    weights[after] += area / 2;
  });
  return weights;
}

/** Two unit vectors that make right-handed axes with the normal. */
function axesAcross(normal: Vec3): [Vec3, Vec3] {
  const side: Vec3 = Math.abs(normal[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const first = vec3.normalize(vec3.cross(side, normal)) ?? [1, 0, 0];
  return [first, vec3.cross(normal, first)];
}
