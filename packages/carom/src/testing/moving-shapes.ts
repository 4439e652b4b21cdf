/**
 * Two bodies of given kinds of shape that fly and spin steadily towards each other, as moving-pairs.ts, for all kinds and roundings. Their
 * distance for brute force is found by simplices on farthest points alone, which shares nothing with the pieces that detection works with.
 */
import { convexHull } from "../geometry/convex-hull.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { massAndCentre, type Shape } from "../mechanics/shapes/index.js";
import { type MovingPair, nearestOfSimplex } from "./moving-pairs.js";
import { createShapeDraw, type ShapeDraw, type ShapeKind } from "./random-shapes.js";

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

/** A pair whose distance is known between two bounds: where simplices have not got to the end they differ, by little. */
export interface MovingShapes extends MovingPair {
  /** Not above the separation; `separation` itself is not below it. */
  readonly surely: (time: number) => number;
}

/** The pair of a seed. */
export function movingShapes(first: ShapeKind, second: ShapeKind, seed: number): MovingShapes {
  const draw = createShapeDraw(seed);
  const shapes = [drawSolid(draw, first, draw.between(0, 1) < 0.5), drawSolid(draw, second, draw.between(0, 1) < 0.5)] as const;
  const spin = draw.between(0, 1) < 0.33 ? 30 : 5;
  const apart = vec3.scale(draw.unit(), 5);
  const bodies = shapes.map((shape, i) => {
    const toward = vec3.scale(apart, (i === 0 ? 1 : -1) * draw.between(0.2, 0.6));
    return {
      shape,
      mass: 1,
      inertia: [1, 1, 1] as const,
      position: i === 0 ? vec3.ZERO : apart,
      orientation: draw.orientation(),
      velocity: vec3.addScaled(toward, draw.unit(), draw.between(0, 0.5)),
      angularVelocity: vec3.scale(draw.unit(), draw.between(0, spin)),
    };
  });
  const centres = shapes.map((shape) => massAndCentre(shape, { mass: 1 }).centre);
  /** Farthest point of the core of a body along a direction, at a time. */
  const support = (i: number, time: number) => {
    const { position, orientation, velocity, angularVelocity } = bodies[i];
    const rate = vec3.norm(angularVelocity);
    const turn = quaternion.multiply(quaternion.fromAxisAngle(angularVelocity, rate * time) ?? quaternion.IDENTITY, orientation);
    const back = quaternion.conjugate(turn);
    const centre = vec3.addScaled(vec3.add(position, quaternion.rotate(orientation, centres[i])), velocity, time);
    return (direction: Vec3): Vec3 =>
      vec3.add(centre, quaternion.rotate(turn, vec3.subtract(farthest(shapes[i], quaternion.rotate(back, direction)), centres[i])));
  };
  const radii = shapes.reduce((sum, shape) => sum + radiusOf(shape), 0);
  return {
    scene: { gravity: [0, 0, 0], material: { friction: 0, restitution: 1 }, bodies: { first: bodies[0], second: bodies[1] } },
    duration: 3,
    separation: (time) => distanceOf(support(0, time), support(1, time)).upper - radii,
    surely: (time) => distanceOf(support(0, time), support(1, time)).lower - radii,
    approachBound:
      vec3.norm(vec3.subtract(bodies[0].velocity, bodies[1].velocity)) +
      bodies.reduce((sum, { angularVelocity }, i) => sum + vec3.norm(angularVelocity) * reachOf(shapes[i], centres[i]), 0),
  };
}

type Solid = ReturnType<typeof drawSolid>;

/** Of the ball around the core. */
function radiusOf(shape: Solid): number {
  const own = shape.type === "sphere" || shape.type === "capsule" || shape.type === "rod" ? shape.radius : 0;
  return own + (shape.rounding ?? 0);
}

/** Not below the distance of any point from the centre of mass. */
function reachOf(shape: Solid, centre: Vec3): number {
  const corner = [0, 1, 2].map((c) =>
    [-1, 1].reduce((most, sign) => {
      const axis: Vec3 = [c === 0 ? sign : 0, c === 1 ? sign : 0, c === 2 ? sign : 0];
      return Math.max(most, vec3.dot(axis, vec3.subtract(farthest(shape, axis), centre)));
    }, 0),
  );
  return Math.sqrt(corner.reduce((sum, length) => sum + length * length, 0)) + radiusOf(shape);
}

function farthest(shape: Solid, [x, y, z]: Vec3): Vec3 {
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

/** Bounds of the distance of two cores (Gilbert, Johnson and Keerthi); zero where they overlap. */
function distanceOf(
  first: (direction: Vec3) => Vec3,
  second: (direction: Vec3) => Vec3,
): { readonly lower: number; readonly upper: number } {
  const support = (towards: Vec3) => vec3.subtract(first(towards), second(vec3.scale(towards, -1)));
  let simplex: Vec3[] = [support([1, 0, 0])];
  let nearest: Vec3 = simplex[0];
  for (let pass = 0; pass < 100; pass++) {
    const length = vec3.norm(nearest);
    if (length < 1e-13) return { lower: 0, upper: 0 };
    const next = support(vec3.scale(nearest, -1));
    if (vec3.dot(nearest, nearest) - vec3.dot(nearest, next) <= 1e-13 * length) return { lower: length, upper: length };
    const reduced = nearestOfSimplex([...simplex, next]);
    if (reduced.simplex.length === 4) {
      // A simplex without volume seems to hold everything; then there is a direction that says otherwise.
      const lower = widestGap(support, nearest);
      return lower > 0 ? { lower, upper: length } : { lower: 0, upper: 0 };
    }
    simplex = reduced.simplex;
    nearest = reduced.point;
  }
  return { lower: widestGap(support, nearest), upper: vec3.norm(nearest) };
}

/**
 * Round shapes that all but touch: simplices creep. The gap along a direction is never above the distance, and the widest of all is it;
 * from a direction that is nearly right it is found by trying steps to all sides, ever smaller.
 */
function widestGap(support: (towards: Vec3) => Vec3, nearest: Vec3): number {
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
  return widest;
}
