/** Touching balls. Which of them touch is read off their places, so every closed loop is closed. */
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { BodyContact } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { drawMasses, drawMaterials, vector3 } from "./materials.js";
import { between, integer, pick, type Random, scale, shuffled } from "./random.js";
import { approaching, type SpatialScene } from "./scene.js";

/** Most contacts of a scene. */
const MOST = 12;

interface Place {
  readonly centre: Vec3;
  readonly radius: number;
}

/** Two to ten balls in a row, struck at one end or moving as they like. */
export function drawChain(random: Random): SpatialScene {
  const count = integer(random, 2, 10);
  const direction = pick(random, [[1, 0, 0] as Vec3, vec3.normalize([1 + random(), random(), random()])!]);
  const sizes = pick(random, [0, 0.5]);
  const places: Place[] = [];
  let along = 0;
  for (let i = 0; i < count; i++) {
    const radius = 0.05 * scale(random, sizes);
    along += i === 0 ? 0 : places[i - 1].radius + radius;
    places.push({ centre: vec3.scale(direction, along), radius });
  }
  return drawMotion(random, places);
}

/** Balls of one size on a triangular lattice, grown from a struck one. */
export function drawCluster(random: Random): SpatialScene {
  const up = Math.sqrt(3) / 2;
  const around6: Vec3[] = [
    [1, 0, 0],
    [0.5, up, 0],
    [-0.5, up, 0],
    [-1, 0, 0],
    [-0.5, -up, 0],
    [0.5, -up, 0],
  ];
  return drawMotion(random, grow(random, around6, integer(random, 3, 8)));
}

/** Balls of one size in closest packing: tetrahedra and octahedra. */
export function drawTower(random: Random): SpatialScene {
  const half = Math.SQRT1_2;
  const around12: Vec3[] = [-half, half].flatMap((a) =>
    [-half, half].flatMap((b): Vec3[] => [
      [a, b, 0],
      [a, 0, b],
      [0, a, b],
    ]),
  );
  return drawMotion(random, grow(random, around12, integer(random, 4, 7)));
}

/** One ball touching two that touch each other, of any sizes. */
export function drawPair(random: Random): SpatialScene {
  const sizes = pick(random, [0, 0.4]);
  const [left, right, top] = [0.05 * scale(random, sizes), 0.05 * scale(random, sizes), 0.05 * scale(random, sizes)];
  // A triangle with sides left + right, left + top, right + top.
  const base = left + right;
  const x = (base * base + (left + top) * (left + top) - (right + top) * (right + top)) / (2 * base);
  const y = Math.sqrt((left + top) * (left + top) - x * x);
  return drawMotion(random, [
    { centre: [x, y, 0], radius: top },
    { centre: [0, 0, 0], radius: left },
    { centre: [base, 0, 0], radius: right },
  ]);
}

/** A triangle of three or six balls struck at its tip. */
export function drawRack(random: Random): SpatialScene {
  const radius = 0.03;
  const places: Place[] = [{ centre: [-2 * radius, 0, 0], radius }];
  const rows = integer(random, 2, 3);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k <= row; k++) places.push({ centre: [row * Math.sqrt(3) * radius, (2 * k - row) * radius, 0], radius });
  return drawMotion(random, places);
}

/** Adds neighbours until there are enough balls, leaving out those that would make too many contacts. */
function grow(random: Random, steps: readonly Vec3[], count: number): Place[] {
  const radius = 0.05;
  const places: Place[] = [{ centre: [0, 0, 0], radius }];
  for (let tries = 0; places.length < count && tries < 4 * count; tries++) {
    const from = pick(random, places).centre;
    const candidate = { centre: vec3.addScaled(from, pick(random, steps), 2 * radius), radius };
    const taken = places.some(({ centre }) => vec3.norm(vec3.subtract(centre, candidate.centre)) < radius);
    if (!taken && touching([...places, candidate]).length <= MOST) places.push(candidate);
  }
  return places;
}

/** Pairs that touch. */
function touching(places: readonly Place[]): [number, number][] {
  const pairs: [number, number][] = [];
  places.forEach((place, i) => {
    for (let j = 0; j < i; j++) {
      const gap = vec3.norm(vec3.subtract(place.centre, places[j].centre)) - place.radius - places[j].radius;
      if (Math.abs(gap) < 1e-9 * place.radius) pairs.push([i, j]);
    }
  });
  return pairs;
}

/** Materials, masses and motion: the first ball strikes the others at rest, or all move; with or without spin. */
function drawMotion(random: Random, places: readonly Place[]): SpatialScene {
  const pairs = shuffled(random, touching(places));
  const materials = drawMaterials(random, pairs.length);
  const masses = drawMasses(random, places.length);
  const strikes = random() < 0.6;
  const spinning = random() < 0.5 ? 0 : 2;
  const speed = between(random, 0.5, 2);
  const target = places[1].centre;
  const aim = vec3.normalize(vec3.addScaled(vec3.subtract(target, places[0].centre), vector3(random, 0.1), pick(random, [0, 0.3, 1])))!;
  const bodies = Object.fromEntries(
    places.map(({ centre, radius }, i): [string, RigidBody] => {
      const moment = 0.4 * masses[i] * radius * radius;
      const own = vec3.scale(vector3(random, 1), strikes ? 0 : speed);
      const velocity = i === 0 ? vec3.addScaled(own, aim, speed) : own;
      const spin = vec3.scale(vector3(random, 1), strikes && i > 0 ? 0 : (spinning * speed) / radius);
      return [`ball ${i}`, { mass: masses[i], inertia: [moment, moment, moment], position: centre, velocity, angularVelocity: spin }];
    }),
  );
  const contacts = pairs.map(([i, j], k): BodyContact => {
    // Either of the two may be called the first.
    const [first, second] = random() < 0.5 ? [i, j] : [j, i];
    const normal = vec3.normalize(vec3.subtract(places[first].centre, places[second].centre))!;
    const point = vec3.addScaled(places[first].centre, normal, -places[first].radius);
    return { between: [`ball ${first}`, `ball ${second}`], point, normal, ...materials[k] };
  });
  return approaching(bodies, contacts);
}
