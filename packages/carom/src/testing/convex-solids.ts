/**
 * Random convex solids by their farthest points alone, and their distance by simplices, which shares nothing with the pieces that detection
 * works with.
 */
import { convexHull } from "../geometry/convex-hull.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import { nearestOfSimplex } from "./moving-pairs.js";
import type { ShapeDraw, ShapeKind } from "./random-shapes.js";

/** A shape of a kind that has a mass: a mesh with its triangles, a rod that is not a line. */
export function drawSolid(draw: ShapeDraw, kind: ShapeKind, rounded: boolean): Exclude<Shape, { readonly type: "compound" }> {
  for (;;) {
    const shape = draw.shape(kind, rounded);
    if (shape.type === "rod") return { ...shape, radius: Math.max(shape.radius, 0.01) };
    if (shape.type !== "mesh" && shape.type !== "tetrahedron") return shape;
    const hull = convexHull(shape.vertices);
    // Needles and leaves of no thickness are left out.
    if (hull === undefined || thicknessOf(hull.vertices, hull.triangles) < 0.05) continue;
    if (shape.type === "tetrahedron") return shape;
    return { ...shape, vertices: hull.vertices, triangles: hull.triangles };
  }
}

/** The least height over a face. */
function thicknessOf(vertices: readonly Vec3[], triangles: readonly Vec3[]): number {
  return triangles.reduce((least, [a, b, c]) => {
    const normal = vec3.normalize(vec3.cross(vec3.subtract(vertices[b], vertices[a]), vec3.subtract(vertices[c], vertices[a])));
    if (normal === undefined) return 0;
    const deepest = vertices.reduce((most, vertex) => Math.max(most, -vec3.dot(normal, vec3.subtract(vertex, vertices[a]))), 0);
    return Math.min(least, deepest);
  }, Number.POSITIVE_INFINITY);
}

/** A shape that is drawn. */
export type Solid = ReturnType<typeof drawSolid>;

/** Of the ball around the core, m. */
export function coreRadius(shape: Solid): number {
  const own = shape.type === "sphere" || shape.type === "capsule" || shape.type === "rod" ? shape.radius : 0;
  return own + (shape.rounding ?? 0);
}

/** Not below the distance of any point from the centre of mass. */
export function reachOf(shape: Solid, centre: Vec3): number {
  const corner = [0, 1, 2].map((c) =>
    [-1, 1].reduce((most, sign) => {
      const axis: Vec3 = [c === 0 ? sign : 0, c === 1 ? sign : 0, c === 2 ? sign : 0];
      return Math.max(most, vec3.dot(axis, vec3.subtract(farthest(shape, axis), centre)));
    }, 0),
  );
  return Math.sqrt(corner.reduce((sum, length) => sum + length * length, 0)) + coreRadius(shape);
}

/** The farthest point of the core along a direction; axes of the shape. */
export function farthest(shape: Solid, [x, y, z]: Vec3): Vec3 {
  const across = Math.sqrt(x * x + y * y);
  const onRim = (radius: number, height: number): Vec3 =>
    across > 0 ? [(radius * x) / across, (radius * y) / across, height] : [radius, 0, height];
  const sign = (value: number) => (value < 0 ? -0.5 : 0.5);
  switch (shape.type) {
    case "sphere":
      return vec3.ZERO;
    case "rod":
    case "capsule":
      return [0, 0, sign(z) * shape.length];
    case "box":
      return [sign(x) * shape.size[0], sign(y) * shape.size[1], sign(z) * shape.size[2]];
    case "cylinder":
      return onRim(shape.radius, sign(z) * shape.height);
    case "cone":
      return z * shape.height > across * shape.radius ? [0, 0, shape.height] : onRim(shape.radius, 0);
    case "ellipsoid": {
      const scaled: Vec3 = [shape.halfAxes[0] * x, shape.halfAxes[1] * y, shape.halfAxes[2] * z];
      const length = vec3.norm(scaled);
      return [0, 1, 2].map((c) => (shape.halfAxes[c] * scaled[c]) / length) as unknown as Vec3;
    }
    case "tetrahedron":
    case "mesh":
      return shape.vertices.reduce((best, point) => (vec3.dot(point, [x, y, z]) > vec3.dot(best, [x, y, z]) ? point : best));
  }
}

/** Bounds of a distance, m, and the direction from the second to the first that proves the lower one. */
interface DistanceBounds {
  readonly lower: number;
  readonly upper: number;
  readonly direction: Vec3;
}

/** Bounds of the distance of two cores by their farthest points (Gilbert, Johnson and Keerthi); zero where they overlap. */
export function distanceOf(first: (direction: Vec3) => Vec3, second: (direction: Vec3) => Vec3): DistanceBounds {
  const support = (towards: Vec3) => vec3.subtract(first(towards), second(vec3.scale(towards, -1)));
  let simplex: Vec3[] = [support([1, 0, 0])];
  let nearest: Vec3 = simplex[0];
  for (let pass = 0; pass < 100; pass++) {
    const length = vec3.norm(nearest);
    if (length < 1e-13) return { lower: 0, upper: 0, direction: nearest };
    const next = support(vec3.scale(nearest, -1));
    if (vec3.dot(nearest, nearest) - vec3.dot(nearest, next) <= 1e-13 * length)
      return { lower: length, upper: length, direction: vec3.scale(nearest, 1 / length) };
    const reduced = nearestOfSimplex([...simplex, next]);
    if (reduced.simplex.length === 4) {
      // A simplex without volume seems to hold everything; then there is a direction that says otherwise.
      const widest = widestGap(support, nearest);
      return widest.lower > 0 ? { ...widest, upper: length } : { ...widest, lower: 0, upper: 0 };
    }
    simplex = reduced.simplex;
    nearest = reduced.point;
  }
  return { ...widestGap(support, nearest), upper: vec3.norm(nearest) };
}

/**
 * Round shapes that all but touch: simplices creep. The gap along a direction is never above the distance, and the widest of all is it;
 * from a direction that is nearly right it is found by trying steps to all sides, ever smaller.
 */
function widestGap(support: (towards: Vec3) => Vec3, nearest: Vec3): Omit<DistanceBounds, "upper"> {
  const gapAlong = (direction: Vec3) => vec3.dot(direction, support(vec3.scale(direction, -1)));
  let best = vec3.scale(nearest, 1 / vec3.norm(nearest));
  let widest = gapAlong(best);
  for (let step = 1e-2; step > 1e-9; ) {
    const side = vec3.normalize(vec3.cross(best, Math.abs(best[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0])) ?? best;
    const other = vec3.cross(best, side);
    let improved = false;
    for (const [u, v] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ]) {
      const trial = vec3.normalize(vec3.addScaled(vec3.addScaled(best, side, u * step), other, v * step)) ?? best;
      const gap = gapAlong(trial);
      if (!(gap > widest)) continue;
      widest = gap;
      best = trial;
      improved = true;
      break;
    }
    if (!improved) step /= 2;
  }
  return { lower: widest, direction: best };
}
