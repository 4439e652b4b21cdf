/** Two scenes that have answers in closed form: a box falling flat, and balls in a row. */
import type { Vec3 } from "../../math/vec3.js";
import type { Contact } from "../../mechanics/contact-problem.js";
import { type Bodies, type BodyContact, contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { SpatialScene } from "../scenes.js";

export const SPEED = 1.3;
export const MASS = 2;

/** A box falling flat on its four corners, or on those and the middles of its edges. */
export function drop(
  count: 4 | 8,
  friction: number,
  restitution: number,
  velocity: Vec3 = [0, 0, -SPEED],
  angularVelocity: Vec3 = [0, 0, 0],
): SpatialScene {
  const [a, b, c] = [0.3, 0.2, 0.1];
  const inertia: Vec3 = [(MASS * (b * b + c * c)) / 3, (MASS * (c * c + a * a)) / 3, (MASS * (a * a + b * b)) / 3];
  const bodies: Bodies = { box: { mass: MASS, inertia, position: [0, 0, c], velocity, angularVelocity }, floor: "fixed" };
  const points = [
    [a, b],
    [a, -b],
    [-a, b],
    [-a, -b],
    [a, 0],
    [-a, 0],
    [0, b],
    [0, -b],
  ].slice(0, count);
  const contacts = points.map(
    ([x, y]): BodyContact => ({ between: ["box", "floor"], point: [x, y, 0], normal: [0, 0, 1], friction, restitution }),
  );
  return { problem: contactProblemFromBodies(bodies, contacts).problem, bodies, contacts };
}

/** Balls of 1 m across in a row along x, each touching the next; speeds along x. */
export function row(
  masses: readonly number[],
  speeds: readonly number[],
  material: (gap: number) => Partial<Contact> = () => ({}),
): SpatialScene {
  const bodies = Object.fromEntries(
    masses.map((mass, i): [string, RigidBody] => [
      `ball ${i}`,
      { mass, inertia: [0.1 * mass, 0.1 * mass, 0.1 * mass], position: [i, 0, 0], velocity: [speeds[i], 0, 0] },
    ]),
  );
  const contacts = masses.slice(1).map(
    (_, i): BodyContact => ({
      between: [`ball ${i + 1}`, `ball ${i}`],
      point: [i + 0.5, 0, 0],
      normal: [1, 0, 0],
      friction: 0,
      restitution: 1,
      ...material(i),
    }),
  );
  return { problem: contactProblemFromBodies(bodies, contacts).problem, bodies, contacts };
}

/** Only the first moves. */
export const first = (count: number, speed = 1) => Array.from({ length: count }, (_, i) => (i === 0 ? speed : 0));
export const ones = (count: number) => new Array<number>(count).fill(1);
