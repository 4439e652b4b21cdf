/**
 * A second method for the distance of two shapes, which shares nothing with the first: projecting back and forth between the two (Cheney
 * and Goldstein 1959). Every step is an upper bound of the distance, and the steps fall to it.
 */
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ConvexShape, PlacedShape } from "./shapes.js";

/** Upper bound of the gap after so many steps, roundings taken off. */
export function projectedGap(first: PlacedShape, second: PlacedShape, steps: number): number {
  let x: Vec3 = first.position ?? vec3.ZERO;
  let y: Vec3 = second.position ?? vec3.ZERO;
  for (let k = 0; k < steps; k++) {
    y = projected(second, x);
    x = projected(first, y);
  }
  return vec3.norm(vec3.subtract(x, y)) - ballOf(first.shape as ConvexShape) - ballOf(second.shape as ConvexShape);
}

function ballOf(shape: ConvexShape): number {
  const own = shape.type === "sphere" || shape.type === "capsule" || shape.type === "rod" ? shape.radius : 0;
  return own + (shape.rounding ?? 0);
}

function projected({ shape, position = vec3.ZERO, orientation = quaternion.IDENTITY }: PlacedShape, point: Vec3): Vec3 {
  const local = quaternion.rotate(quaternion.conjugate(orientation), vec3.subtract(point, position));
  return vec3.add(position, quaternion.rotate(orientation, onCore(shape as ConvexShape, local)));
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function onCore(shape: ConvexShape, [x, y, z]: Vec3): Vec3 {
  const across = Math.hypot(x, y);
  const at = (radius: number, height: number): Vec3 =>
    across > 0 ? [(x * radius) / across, (y * radius) / across, height] : [0, 0, height];
  switch (shape.type) {
    case "sphere":
      return [0, 0, 0];
    case "rod":
    case "capsule":
      return [0, 0, clamp(z, -shape.length / 2, shape.length / 2)];
    case "box": {
      const [a, b, c] = shape.size;
      return [clamp(x, -a / 2, a / 2), clamp(y, -b / 2, b / 2), clamp(z, -c / 2, c / 2)];
    }
    case "cylinder":
      return at(Math.min(across, shape.radius), clamp(z, -shape.height / 2, shape.height / 2));
    case "cone": {
      const [radius, height] = onTriangle([across, z], shape.radius, shape.height);
      return at(radius, height);
    }
    case "ellipsoid":
      return onEllipsoid(shape.halfAxes, [x, y, z]);
    default:
      return onHull(shape.vertices, [x, y, z]);
  }
}

/** The half section of a cone: base from the axis to its edge, tip on the axis. */
function onTriangle([across, z]: readonly [number, number], radius: number, height: number): [number, number] {
  if (z >= 0 && across * height + z * radius <= radius * height) return [across, z];
  const share = clamp(((radius - across) * radius + z * height) / (radius * radius + height * height), 0, 1);
  const side: [number, number] = [radius * (1 - share), height * share];
  const base: [number, number] = [clamp(across, 0, radius), 0];
  const from = ([a, b]: readonly [number, number]) => Math.hypot(across - a, z - b);
  return from(side) < from(base) ? side : base;
}

/** x_i = a_i^2 p_i / (a_i^2 + t) with t such that the point is on the surface. */
function onEllipsoid(a: Vec3, p: Vec3): Vec3 {
  const level = (t: number) =>
    a.reduce((sum, half, i) => sum + ((half * p[i]) / (half * half + t)) * ((half * p[i]) / (half * half + t)), 0);
  if (level(0) <= 1) return p;
  let low = 0;
  let high = Math.max(...a) * vec3.norm(p);
  for (let k = 0; k < 200; k++) {
    const middle = (low + high) / 2;
    if (level(middle) > 1) low = middle;
    else high = middle;
  }
  const t = (low + high) / 2;
  return [(a[0] * a[0] * p[0]) / (a[0] * a[0] + t), (a[1] * a[1] * p[1]) / (a[1] * a[1] + t), (a[2] * a[2] * p[2]) / (a[2] * a[2] + t)];
}

/** The nearest point of the hull of points, by shares of them that are moved two at a time (Mitchell, Demyanov and Malozemov 1974). */
function onHull(points: readonly Vec3[], p: Vec3): Vec3 {
  const shares = points.map((_, i) => (i === 0 ? 1 : 0));
  let x: Vec3 = points[0];
  for (let k = 0; k < 20000; k++) {
    const gradient = vec3.subtract(x, p);
    const heights = points.map((point) => vec3.dot(gradient, point));
    const low = heights.indexOf(Math.min(...heights));
    const high = heights.reduce((best, height, i) => (shares[i] > 0 && (best < 0 || height > heights[best]) ? i : best), -1);
    const difference = vec3.subtract(points[low], points[high]);
    if (heights[high] - heights[low] <= 1e-15 || vec3.norm(difference) === 0) break;
    const step = Math.min(shares[high], (heights[high] - heights[low]) / vec3.dot(difference, difference));
    shares[high] -= step;
    shares[low] += step;
    x = vec3.addScaled(x, difference, step);
  }
  return x;
}
