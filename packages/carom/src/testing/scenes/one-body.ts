/** One body, or one pair, touching at several points: redundant contacts on a plane, and corners of two and three planes. */
import { cos, sin } from "../../math/elementary.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactMaterial } from "../../mechanics/contact-problem.js";
import type { Bodies, BodyContact } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import { drawMasses, drawMaterials, vector3 } from "./materials.js";
import { around, between, integer, pick, type Random, scale, shuffled } from "./random.js";
import { approaching, type SpatialScene } from "./scene.js";

const UP: Vec3 = [0, 0, 1];

/** A box on three to twelve points of a floor: corners first, then anywhere on the face. */
export function drawBoxOnFloor(random: Random): SpatialScene {
  const half: Vec3 = [0.1 * scale(random, 0.5), 0.1 * scale(random, 0.5), 0.1 * scale(random, 0.5)];
  const points = facePoints(random, half, integer(random, 3, 12)).map(([x, y]): Vec3 => [x, y, 0]);
  const box = drawBox(random, half, [0, 0, half[2]]);
  return drawTurned(random, { box: withMotion(random, box, points), floor: "fixed" }, contactsOn(random, ["box", "floor"], points, UP));
}

/** A box on top of another, both of which move. */
export function drawBoxOnBox(random: Random): SpatialScene {
  const half: Vec3 = [0.1 * scale(random, 0.3), 0.1 * scale(random, 0.3), 0.1 * scale(random, 0.3)];
  const points = facePoints(random, half, integer(random, 2, 9)).map(([x, y]): Vec3 => [x, y, 0]);
  const upper = withMotion(random, drawBox(random, half, [0, 0, half[2]]), points);
  const below: Vec3 = [half[0] * 1.2, half[1] * 1.2, half[2]];
  const lower = { ...drawBox(random, below, [0, 0, -half[2]]), angularVelocity: vector3(random, pick(random, [0, 3])) };
  return drawTurned(random, { upper, lower }, contactsOn(random, ["upper", "lower"], points, UP));
}

/** A box on the floor and against one or two walls, touching each at one to three points away from the edges. */
export function drawBoxInCorner(random: Random): SpatialScene {
  const half: Vec3 = [0.1 * scale(random, 0.5), 0.1 * scale(random, 0.5), 0.1 * scale(random, 0.5)];
  const box = drawBox(random, half, half);
  const walls = integer(random, 1, 2);
  const on = (free: readonly [number, number], inner: readonly [number, number]): Vec3 => {
    const point: [number, number, number] = [0, 0, 0];
    point[free[0]] = half[free[0]] * inner[0];
    point[free[1]] = half[free[1]] * inner[1];
    return point;
  };
  const planes = [
    { name: "floor", normal: UP, free: [0, 1] },
    { name: "wall", normal: [1, 0, 0], free: [1, 2] },
    { name: "side", normal: [0, 1, 0], free: [2, 0] },
  ] as const;
  const touches = planes.slice(0, walls + 1).flatMap(({ name, normal, free }) => {
    const corners = shuffled(random, [
      [2, 2],
      [2, 1],
      [1, 2],
    ] as const).slice(0, integer(random, 1, 3));
    return corners.map((inner) => ({ name, normal, point: on(free, inner) }));
  });
  const materials = drawMaterials(random, touches.length);
  const contacts = touches.map(({ name, ...place }, i): BodyContact => ({ between: ["box", name], ...place, ...materials[i] }));
  const fast: Vec3 = [-between(random, 0, 1), -between(random, 0, walls - 1), -between(random, 0.2, 1)];
  const moving = { ...box, velocity: fast, angularVelocity: vector3(random, pick(random, [0, 3])) };
  return drawTurned(random, { box: moving, floor: "fixed", wall: "fixed", side: "fixed" }, contacts);
}

/** A ball, or a body of any inertia, resting against two to four planes in a ring below it. */
export function drawInPlanes(random: Random): SpatialScene {
  const radius = 0.1;
  const count = integer(random, 2, 4);
  const steep = between(random, 0.5, 1.5);
  const offset = pick(random, [0, 0.03]);
  const names = ["first", "second", "third", "fourth"].slice(0, count);
  const materials = drawMaterials(random, count);
  const contacts = names.map((name, k): BodyContact => {
    const turn = (2 * Math.PI * (k + around(random, 0.2))) / count;
    const normal: Vec3 = [sin(steep) * cos(turn), sin(steep) * sin(turn), cos(steep)];
    return {
      between: ["body", name],
      point: vec3.addScaled(vec3.scale(normal, -radius), vector3(random, 1), offset),
      normal,
      ...materials[k],
    };
  });
  const [mass] = drawMasses(random, 1) as [number];
  const ball = random() < 0.5;
  const box = drawBox(random, [radius, radius * scale(random, 0.5), radius * scale(random, 0.5)], [0, 0, 0]);
  const moment = 0.4 * mass * radius * radius;
  const body: RigidBody = ball ? { mass, inertia: [moment, moment, moment], position: [0, 0, 0] } : box;
  const velocity = vec3.add(vector3(random, 1), [0, 0, -0.5]);
  const moving = { ...body, velocity, angularVelocity: vector3(random, pick(random, [0, 10])) };
  const planes = Object.fromEntries(names.map((name) => [name, "fixed" as const]));
  return approaching({ body: moving, ...planes }, contacts);
}

/** Distinct points of a rectangle: corners, then middles of edges, then anywhere. */
function facePoints(random: Random, half: Vec3, count: number): [number, number][] {
  const corners = [
    [1, 1],
    [-1, -1],
    [1, -1],
    [-1, 1],
  ] as const;
  const middles = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [0, 0],
  ] as const;
  const first = count <= 4 ? shuffled(random, corners) : corners;
  const regular = [...first, ...(random() < 0.5 ? middles : [])].slice(0, count);
  const points = regular.map(([x, y]): [number, number] => [x * half[0], y * half[1]]);
  while (points.length < count) points.push([between(random, -0.99, 0.99) * half[0], between(random, -0.99, 0.99) * half[1]]);
  // A tape that repeats itself would repeat a point.
  return points.filter(([x, y], i) => points.findIndex(([a, b]) => Math.abs(a - x) + Math.abs(b - y) < 1e-6 * half[0]) === i);
}

/** A box of any mass at rest; now and then its mass is not where its middle is. */
function drawBox(random: Random, [a, b, c]: Vec3, middle: Vec3): RigidBody {
  const [mass] = drawMasses(random, 1) as [number];
  const off = pick(random, [0, 0, 0.3]);
  const position: Vec3 = [middle[0] + around(random, off * a), middle[1] + around(random, off * b), middle[2] + around(random, off * c)];
  return { mass, inertia: [(mass * (b * b + c * c)) / 3, (mass * (c * c + a * a)) / 3, (mass * (a * a + b * b)) / 3], position };
}

/** Falls flat, spins about the vertical, tumbles, or rolls over one or two of the points, which are then at rest across the plane. */
function withMotion(random: Random, body: RigidBody, points: readonly Vec3[]): RigidBody {
  const along: Vec3 = vec3.scale([around(random, 1), around(random, 1), 0], pick(random, [0, 0.2, 1]));
  const fall: Vec3 = [along[0], along[1], -between(random, 0.5, 1)];
  switch (pick(random, ["falls", "spins", "tumbles", "rolls over"])) {
    case "falls":
      return { ...body, velocity: fall };
    case "spins":
      return { ...body, velocity: fall, angularVelocity: [0, 0, around(random, 10)] };
    case "tumbles":
      return { ...body, velocity: fall, angularVelocity: vector3(random, 5) };
    default: {
      const line = vec3.normalize(vec3.subtract(points[1], points[0]))!;
      const axis = points.length > 2 ? line : vec3.cross(UP, line);
      const angularVelocity = vec3.scale(axis, between(random, 1, 5) * pick(random, [1, -1]));
      const arm = vec3.subtract(points[0], body.position);
      return { ...body, velocity: vec3.subtract(along, vec3.cross(angularVelocity, arm)), angularVelocity };
    }
  }
}

function contactsOn(random: Random, pair: readonly [string, string], points: readonly Vec3[], normal: Vec3): BodyContact[] {
  const materials: ContactMaterial[] = drawMaterials(random, points.length);
  return points.map((point, i) => ({ between: pair, point, normal, ...materials[i] }));
}

/** The scene as it is or anywhere in space, its contacts in any order. */
function drawTurned(random: Random, bodies: Bodies, contacts: readonly BodyContact[]): SpatialScene {
  const order = shuffled(random, contacts);
  const angle = pick(random, [0, 1]) * around(random, 3);
  if (angle === 0) return approaching(bodies, order);
  const turn = quaternion.fromAxisAngle([1, random(), random()], angle)!;
  const turned = Object.fromEntries(
    Object.entries(bodies).map(([name, body]) => [
      name,
      body === "fixed"
        ? body
        : {
            ...body,
            position: quaternion.rotate(turn, body.position),
            orientation: turn,
            velocity: quaternion.rotate(turn, body.velocity ?? vec3.ZERO),
            angularVelocity: quaternion.rotate(turn, body.angularVelocity ?? vec3.ZERO),
          },
    ]),
  );
  return approaching(
    turned,
    order.map((contact) => ({
      ...contact,
      point: quaternion.rotate(turn, contact.point),
      normal: quaternion.rotate(turn, contact.normal),
    })),
  );
}
