/**
 * Bounding triangles: the source's iteration, kept for comparison.
 *
 * A contact velocity is judged by where the object then crosses the projection plane, the plane through the target across the line from the
 * object to it. Three velocities whose crossings P1 P2 P3 hold the target Q are a bounding triangle. It is shrunk by a new velocity inside,
 * either the centroid of the three or, on, the midpoint of the edge that comes closest to Q; the new crossing takes the place of the corner
 * that leaves Q inside. Nothing says that it converges: the map is not linear, triangles become slivers, and Q may be lost.
 *
 * To begin with, guesses are turned over: while Q is outside, the velocity across the edge nearest to Q is replaced by its reflection, half
 * as far each time the reflection is no hit. The source says neither where to put it nor where its guesses come from; the reflection is
 * ours, as are seeded guesses.
 *
 * Vectors in contact axes, crossings in coordinates of the plane with the target as origin. Source: 000 section 4.4.4, algorithms 5 and 6.
 */

import { quadraticRoots } from "../math/polynomial.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { strike } from "./strike.js";
import type { Hit } from "./task.js";

/** Where the next shot of a round goes: to the middle of the triangle or of its longest side. */
export type TriangleUpdate = "centroid" | "midpoint";

type Crossing = readonly [number, number];

/** A contact velocity and where the object then crosses the projection plane. */
export interface Shot {
  /** Of the contact before the hit, m/s. */
  readonly velocity: Vec3;
  /** Where the flight goes through the plane of the target. */
  readonly crossing: Crossing;
}

/** The source's way to a hit: triangles of shots around the target, smaller and smaller. */
export interface BoundingTriangles {
  /** How it ended. */
  readonly status: "solved" | "no bounding triangle" | "target lost" | "too many rounds";
  /** The triangles in their order; the first one bounds the target. */
  readonly triangles: readonly (readonly [Shot, Shot, Shot])[];
  /** The last shot; where there is none, no triangle was found. */
  readonly last?: Shot;
  /** Distance of its crossing from the target, m. */
  readonly miss?: number;
  /** Velocities tried. */
  readonly shots: number;
  /** Corners replaced until the target was inside, over all guesses. */
  readonly replacements: number;
}

/** How the source's triangles are followed. */
export interface TriangleOptions {
  /** Default: `centroid`. */
  readonly update?: TriangleUpdate;
  /** Distance of a crossing from the target that will do, m. Default: 0.15, as in the source. */
  readonly tolerance?: number;
  /** Three velocities to begin with, contact axes. Default: random ones. */
  readonly guesses?: readonly [Vec3, Vec3, Vec3];
  /** Fresh guesses after a failure. Default: 0 with guesses, else 10. */
  readonly restarts?: number;
  /** Of the random guesses. Default: 1. */
  readonly seed?: number;
}

/** Replacements in search of a bounding triangle. */
const MOST_REPLACEMENTS = 60;
const MOST_ROUNDS = 200;
const MOST_HALVINGS = 12;
const SOURCE_TOLERANCE = 0.15;

/** The plane through the target, and coordinates in it. */
export interface ProjectionPlane {
  /** Across the plane, a unit vector. */
  readonly normal: Vec3;
  /** First axis in the plane, a unit vector. */
  readonly right: Vec3;
  /** Second axis in the plane, a unit vector. */
  readonly up: Vec3;
}

/** Contact axes. */
export function projectionPlane({ displacement, lift }: Hit): ProjectionPlane {
  const normal = vec3.normalize(displacement) ?? [0, 0, 1];
  const across = vec3.cross(normal, vec3.norm(lift) > 0 ? lift : [0, 0, 1]);
  const right = vec3.normalize(across) ?? vec3.normalize(vec3.cross(normal, [1, 0, 0])) ?? [0, 1, 0];
  return { normal, right, up: vec3.cross(right, normal) };
}

/** Where the object crosses the plane first, m from the target; undefined where it does not, or where the velocity is no hit. */
export function crossingOf(hit: Hit, plane: ProjectionPlane, velocity: Vec3): Crossing | undefined {
  if (!(velocity[2] < 0)) return undefined;
  const departure = vec3.addScaled(hit.before, strike(hit.contact, velocity), 1 / hit.mass);
  const distance = vec3.norm(hit.displacement);
  const roots = quadraticRoots(-0.5 * vec3.dot(hit.lift, plane.normal), vec3.dot(departure, plane.normal), -distance);
  const time = roots.filter((root) => root > 0).sort((a, b) => a - b)[0];
  if (time === undefined) return undefined;
  const place = vec3.addScaled(vec3.scale(departure, time), hit.lift, -0.5 * time * time);
  const off = vec3.subtract(place, hit.displacement);
  return [vec3.dot(off, plane.right), vec3.dot(off, plane.up)];
}

/** The source's iteration from three guesses; it may not converge, and says so. `planHit` finds what there is. */
export function boundingTriangles(hit: Hit, options: TriangleOptions = {}): BoundingTriangles {
  const { update = "centroid", tolerance = SOURCE_TOLERANCE, guesses, seed = 1, restarts = guesses === undefined ? 10 : 0 } = options;
  const plane = projectionPlane(hit);
  const count = { shots: 0, replacements: 0 };
  const shoot = (velocity: Vec3): Shot | undefined => {
    count.shots++;
    const crossing = crossingOf(hit, plane, velocity);
    return crossing === undefined ? undefined : { velocity, crossing };
  };
  const random = createRandom(seed);
  let failed: BoundingTriangles = { status: "no bounding triangle", triangles: [], ...count };
  for (let attempt = 0; attempt <= restarts; attempt++) {
    const corners = attempt === 0 && guesses !== undefined ? guesses.map(shoot) : randomShots(hit, random, shoot);
    const [a, b, c] = corners;
    if (a === undefined || b === undefined || c === undefined) continue;
    const first = enclose([a, b, c], shoot, count);
    if (first === undefined) continue;
    const result = shrink(first, update, tolerance, shoot);
    if (result.status === "solved") return { ...result, ...count };
    failed = { ...result, ...count };
  }
  return { ...failed, ...count };
}

type Triangle = readonly [Shot, Shot, Shot];
type Shoot = (velocity: Vec3) => Shot | undefined;

/** Three hits with speeds of the order that the flight needs. */
function randomShots(hit: Hit, random: () => number, shoot: Shoot): (Shot | undefined)[] {
  const distance = vec3.norm(hit.displacement);
  const speed = vec3.norm(hit.before) + Math.sqrt(distance * Math.max(hit.gravity, 1));
  const one = () => {
    for (let i = 0; i < 50; i++) {
      const shot = shoot([speed * (2 * random() - 1), speed * (2 * random() - 1), -speed * (0.1 + 1.4 * random())]);
      if (shot !== undefined) return shot;
    }
    return undefined;
  };
  return [one(), one(), one()];
}

/** Turns corners over until the target is inside. */
function enclose(start: Triangle, shoot: Shoot, count: { replacements: number }): Triangle | undefined {
  const corners: [Shot, Shot, Shot] = [...start];
  for (let i = 0; i < MOST_REPLACEMENTS; i++) {
    if (holdsTarget(corners)) return corners;
    const far = ([0, 1, 2] as const).reduce(
      (best, k) => (distanceToEdge(corners, k) < distanceToEdge(corners, best) ? k : best),
      0 as 0 | 1 | 2,
    );
    const [p, q] = others(corners, far);
    const middle = vec3.scale(vec3.add(p.velocity, q.velocity), 0.5);
    const over = vec3.subtract(middle, corners[far].velocity);
    let next: Shot | undefined;
    for (let halving = 0, part = 1; next === undefined && halving < MOST_HALVINGS; halving++, part /= 2)
      next = shoot(vec3.addScaled(middle, over, part));
    if (next === undefined) return undefined;
    corners[far] = next;
    count.replacements++;
  }
  return holdsTarget(corners) ? corners : undefined;
}

function shrink(
  first: Triangle,
  update: TriangleUpdate,
  tolerance: number,
  shoot: Shoot,
): Omit<BoundingTriangles, "shots" | "replacements"> {
  const triangles: Triangle[] = [first];
  let corners = first;
  let velocity = centroid(corners);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const shot = shoot(velocity);
    if (shot === undefined) return { status: "target lost", triangles };
    const miss = size(shot.crossing);
    if (miss <= tolerance) return { status: "solved", triangles, last: shot, miss };
    const smaller = ([0, 1, 2] as const).map((k) => replaced(corners, k, shot)).find(holdsTarget);
    if (smaller === undefined) return { status: "target lost", triangles, last: shot, miss };
    corners = smaller;
    triangles.push(corners);
    velocity = update === "centroid" ? centroid(corners) : nearestMidpoint(corners);
  }
  return { status: "too many rounds", triangles };
}

function replaced(corners: Triangle, k: 0 | 1 | 2, shot: Shot): Triangle {
  const next: [Shot, Shot, Shot] = [...corners];
  next[k] = shot;
  return next;
}

function centroid([a, b, c]: Triangle): Vec3 {
  return vec3.scale(vec3.add(vec3.add(a.velocity, b.velocity), c.velocity), 1 / 3);
}

/** Of the two edges at the corner farthest from the target, the midpoint of the closer one. */
function nearestMidpoint(corners: Triangle): Vec3 {
  const far = ([0, 1, 2] as const).reduce(
    (best, k) => (size(corners[k].crossing) > size(corners[best].crossing) ? k : best),
    0 as 0 | 1 | 2,
  );
  const [p, q] = others(corners, far);
  const toP = distanceToSegment(corners[far].crossing, p.crossing);
  const toQ = distanceToSegment(corners[far].crossing, q.crossing);
  return vec3.scale(vec3.add(corners[far].velocity, (toP <= toQ ? p : q).velocity), 0.5);
}

const size = ([x, y]: Crossing) => Math.sqrt(x * x + y * y);

function others(corners: Triangle, k: 0 | 1 | 2): readonly [Shot, Shot] {
  return k === 0 ? [corners[1], corners[2]] : k === 1 ? [corners[0], corners[2]] : [corners[0], corners[1]];
}

function distanceToEdge(corners: Triangle, opposite: 0 | 1 | 2): number {
  const [p, q] = others(corners, opposite);
  return distanceToSegment(p.crossing, q.crossing);
}

/** Of the target, which is the origin. */
function distanceToSegment([ax, ay]: Crossing, [bx, by]: Crossing): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const part = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
  return size([ax + part * dx, ay + part * dy]);
}

/** Whether the target is inside or on the rim. */
function holdsTarget([a, b, c]: Triangle): boolean {
  const side = ([ax, ay]: Crossing, [bx, by]: Crossing) => ax * by - ay * bx;
  const sides = [side(a.crossing, b.crossing), side(b.crossing, c.crossing), side(c.crossing, a.crossing)];
  return sides.every((value) => value >= 0) || sides.every((value) => value <= 0);
}
