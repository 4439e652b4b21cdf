/**
 * Two bodies that fly and spin steadily, for comparing the detection of hits with brute force. All moments of inertia are equal, so the
 * motion is known in closed form.
 */

import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { Shape } from "../mechanics/shapes/index.js";
import type { InitialState } from "../simulation/loop/run.js";
import { type Scene, type SceneBody, systemFromScene } from "../simulation/scene/scene.js";
import type { SceneSystem } from "../simulation/system/scene-system.js";

/** Two bodies that fly and spin, and how far they are apart at any time. */
export interface MovingPair {
  /** The pair as a system that can be simulated, and its state at the beginning. */
  readonly begin: () => { readonly system: SceneSystem; readonly state: InitialState };
  /** How long to look, s. */
  readonly duration: number;
  /** Signed distance of the two bodies at a time, by a method of its own; its sign is what counts. */
  readonly separation: (time: number) => number;
  /** The separation never falls faster than this, m/s. */
  readonly approachBound: number;
}

/**
 * The first time at which the separation is not positive, by samples of a step and bisection. Steps in which the two cannot meet, being too
 * far apart, are left out.
 */
export function firstHitByForce({ separation, duration, approachBound }: MovingPair, step: number): number {
  let time = 0;
  for (;;) {
    const apart = separation(time);
    if (!(apart > 0)) break;
    if (time >= duration) return Number.POSITIVE_INFINITY;
    // Whole steps, so that the samples are those of plain stepping.
    const skipped = Math.max(1, Math.floor(apart / (approachBound * step)));
    time = Math.min(duration, time + skipped * step);
  }
  let [low, high] = [Math.max(0, time - step), time];
  for (let k = 0; k < 60; k++) {
    const middle = 0.5 * (low + high);
    if (separation(middle) > 0) low = middle;
    else high = middle;
  }
  return high;
}

interface Flight {
  readonly shape: Shape;
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** The pair of a seed. */
export function movingPair(seed: number): MovingPair {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const direction = (): Vec3 => {
    for (;;) {
      const v: Vec3 = [between(-1, 1), between(-1, 1), between(-1, 1)];
      const length = vec3.norm(v);
      if (length > 0.1 && length < 1) return vec3.scale(v, 1 / length);
    }
  };
  const kinds = [
    "box-plane",
    "ball-plane",
    "capsule-plane",
    "cylinder-plane",
    "cone-plane",
    "ball-ball",
    "ball-box",
    "ball-capsule",
    "box-box",
    "tetrahedron-box",
  ] as const;
  const kind = kinds[Math.floor(random() * kinds.length)];
  const shapeOf = (name: string): Shape => {
    switch (name) {
      case "box":
        return { type: "box", size: [between(0.1, 0.4), between(0.1, 0.4), between(0.1, 0.4)] };
      case "ball":
        return { type: "sphere", radius: between(0.05, 0.3) };
      case "capsule":
        return { type: "capsule", radius: between(0.03, 0.1), length: between(0.1, 0.4) };
      case "cylinder":
        return { type: "cylinder", radius: between(0.05, 0.2), height: between(0.05, 0.3) };
      case "cone":
        return { type: "cone", radius: between(0.05, 0.2), height: between(0.1, 0.3) };
      default:
        return {
          type: "tetrahedron",
          vertices: [
            [0, 0, 0],
            [between(0.1, 0.3), 0, 0],
            [0, between(0.1, 0.3), 0],
            [between(0, 0.1), between(0, 0.1), between(0.1, 0.3)],
          ],
        };
    }
  };
  const [firstName, secondName] = kind.split("-");
  // Every third pair spins fast, every fourth aims to graze.
  const spin = random() < 0.33 ? 60 : 6;
  const turned = () => quaternion.fromAxisAngle(direction(), between(0, 3)) ?? quaternion.IDENTITY;
  const first: Flight = {
    shape: shapeOf(firstName),
    position: [between(-0.3, 0.3), between(-0.3, 0.3), between(0.8, 1.2)],
    orientation: turned(),
    velocity: [between(-1, 1), between(-1, 1), between(-6, -1)],
    angularVelocity: vec3.scale(direction(), between(0, spin)),
  };
  const second: Flight = {
    shape: secondName === "plane" ? { type: "sphere", radius: 1 } : shapeOf(secondName),
    position: [0, 0, 0],
    orientation: turned(),
    velocity: secondName === "plane" ? [0, 0, 0] : [between(-1, 1), between(-1, 1), between(-1, 1)],
    angularVelocity: secondName === "plane" ? [0, 0, 0] : vec3.scale(direction(), between(0, spin)),
  };
  const bodyOf = ({ shape, ...motion }: Flight): SceneBody => ({ shape, mass: 1, inertia: [1, 1, 1], ...motion });
  const scene: Scene = {
    gravity: [0, 0, 0],
    material: { friction: 0, restitution: 1 },
    bodies: {
      first: bodyOf(first),
      second: secondName === "plane" ? { plane: { normal: [0, 0, 1] } } : bodyOf(second),
    },
  };
  const plane = secondName === "plane";
  const approachBound =
    vec3.norm(vec3.subtract(first.velocity, second.velocity)) +
    [first, ...(plane ? [] : [second])].reduce((sum, { shape, angularVelocity }) => sum + reachOf(shape) * vec3.norm(angularVelocity), 0);
  const begin = () => {
    const system = systemFromScene(scene);
    return { system, state: system.initialState() };
  };
  return { begin, duration: 0.6, separation: separationOf(first, second, plane), approachBound };
}

/** Not below the distance of any point of a shape from its centre of mass, m. */
function reachOf(shape: Shape): number {
  if (shape.type === "cylinder" || shape.type === "cone") return shape.radius + shape.height;
  const { points, radius } = coreOf(shape);
  return points.reduce((most, point) => Math.max(most, vec3.norm(point)), 0) + radius;
}

function separationOf(first: Flight, second: Flight, plane: boolean): (time: number) => number {
  const firstCore = coreOf(first.shape);
  const secondCore = coreOf(second.shape);
  return (time) => {
    const a = placed(firstCore, first, time);
    if (plane) return lowest(first, a, time);
    const b = placed(secondCore, second, time);
    return distance(a, b) - firstCore.radius - secondCore.radius;
  };
}

/** Points whose convex hull, padded by a radius, is the shape; relative to the centre of mass. */
function coreOf(shape: Shape): { readonly points: readonly Vec3[]; readonly radius: number } {
  switch (shape.type) {
    case "sphere":
      return { points: [[0, 0, 0]], radius: shape.radius };
    case "capsule":
      return {
        points: [
          [0, 0, -shape.length / 2],
          [0, 0, shape.length / 2],
        ],
        radius: shape.radius,
      };
    case "box":
      return {
        points: [-0.5, 0.5].flatMap((x) =>
          [-0.5, 0.5].flatMap((y) => [-0.5, 0.5].map((z): Vec3 => [x * shape.size[0], y * shape.size[1], z * shape.size[2]])),
        ),
        radius: 0,
      };
    case "tetrahedron": {
      const centre = shape.vertices.reduce<Vec3>((sum, vertex) => vec3.addScaled(sum, vertex, 0.25), [0, 0, 0]);
      return { points: shape.vertices.map((vertex) => vec3.subtract(vertex, centre)), radius: 0 };
    }
    default:
      return { points: [], radius: 0 };
  }
}

function orientationAt({ orientation, angularVelocity }: Flight, time: number): Quaternion {
  const rate = vec3.norm(angularVelocity);
  const turn = rate > 0 ? quaternion.fromAxisAngle(angularVelocity, rate * time) : undefined;
  return turn === undefined ? orientation : quaternion.multiply(turn, orientation);
}

/** World points of a shape. The given position is that of the shape's origin: the centre of mass starts where its offset puts it. */
function placed({ points }: { readonly points: readonly Vec3[] }, flight: Flight, time: number): Vec3[] {
  const centre = centreAt(flight, time);
  const orientation = orientationAt(flight, time);
  return points.map((point) => vec3.add(centre, quaternion.rotate(orientation, point)));
}

function centreAt({ shape, position, orientation, velocity }: Flight, time: number): Vec3 {
  return vec3.addScaled(vec3.add(position, quaternion.rotate(orientation, massCentre(shape))), velocity, time);
}

function massCentre(shape: Shape): Vec3 {
  if (shape.type === "cone") return [0, 0, shape.height / 4];
  if (shape.type === "tetrahedron") return shape.vertices.reduce<Vec3>((sum, vertex) => vec3.addScaled(sum, vertex, 0.25), [0, 0, 0]);
  return [0, 0, 0];
}

/** Lowest height over z = 0. */
function lowest(flight: Flight, points: readonly Vec3[], time: number): number {
  const { shape } = flight;
  const orientation = orientationAt(flight, time);
  const axis = quaternion.rotate(orientation, [0, 0, 1]);
  const tilt = Math.sqrt(Math.max(0, 1 - axis[2] * axis[2]));
  const centre = centreAt(flight, time)[2];
  if (shape.type === "cylinder") return centre - (Math.abs(axis[2]) * shape.height) / 2 - shape.radius * tilt;
  if (shape.type === "cone")
    return Math.min(centre + 0.75 * shape.height * axis[2], centre - 0.25 * shape.height * axis[2] - shape.radius * tilt);
  return points.reduce((least, point) => Math.min(least, point[2]), Number.POSITIVE_INFINITY) - coreOf(shape).radius;
}

/** Distance of two convex hulls by Gilbert, Johnson and Keerthi's method with Wolfe's nearest point; zero where they overlap. */
function distance(a: readonly Vec3[], b: readonly Vec3[]): number {
  const support = (towards: Vec3): Vec3 => {
    const extreme = (points: readonly Vec3[], sign: number) =>
      points.reduce((best, point) => (sign * vec3.dot(point, towards) > sign * vec3.dot(best, towards) ? point : best));
    return vec3.subtract(extreme(a, 1), extreme(b, -1));
  };
  let simplex: Vec3[] = [vec3.subtract(a[0], b[0])];
  let nearest: Vec3 = simplex[0];
  for (let iteration = 0; iteration < 100; iteration++) {
    const length = vec3.norm(nearest);
    if (length < 1e-13) return 0;
    const next = support(vec3.scale(nearest, -1));
    if (vec3.dot(nearest, nearest) - vec3.dot(nearest, next) <= 1e-14 * length) return length;
    const reduced = nearestOfSimplex([...simplex, next]);
    simplex = reduced.simplex;
    nearest = reduced.point;
    if (simplex.length === 4) return 0;
  }
  return vec3.norm(nearest);
}

/** The point of a simplex nearest to the origin, by trying all of its faces. */
export function nearestOfSimplex(points: readonly Vec3[]): { readonly simplex: Vec3[]; readonly point: Vec3 } {
  let best: { simplex: Vec3[]; point: Vec3 } | undefined;
  for (let subset = 1; subset < 1 << points.length; subset++) {
    const chosen = points.filter((_, i) => (subset >> i) & 1);
    const weights = affineWeights(chosen);
    if (weights === undefined || weights.some((weight) => weight < -1e-12)) continue;
    const point = chosen.reduce<Vec3>((sum, vertex, i) => vec3.addScaled(sum, vertex, weights[i]), [0, 0, 0]);
    if (best === undefined || vec3.norm(point) < vec3.norm(best.point) - 1e-15) best = { simplex: chosen, point };
  }
  return best ?? { simplex: [points[0]], point: points[0] };
}

/** Weights of the point of an affine hull nearest to the origin. */
function affineWeights(points: readonly Vec3[]): number[] | undefined {
  const [origin, ...others] = points;
  const axes = others.map((point) => vec3.subtract(point, origin));
  const n = axes.length;
  const matrix = axes.map((row) => [...axes.map((column) => vec3.dot(row, column)), -vec3.dot(row, origin)]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(matrix[i][k]) > Math.abs(matrix[pivot][k])) pivot = i;
    if (Math.abs(matrix[pivot][k]) < 1e-18) return undefined;
    [matrix[k], matrix[pivot]] = [matrix[pivot], matrix[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = matrix[i][k] / matrix[k][k];
      for (let j = k; j <= n; j++) matrix[i][j] -= factor * matrix[k][j];
    }
  }
  const rest = matrix.map((row, k) => row[n] / row[k]);
  return [1 - rest.reduce((sum, weight) => sum + weight, 0), ...rest];
}
