/**
 * Tasks to try a planner on: the source's two configurations, and random ones for tests, stress runs and benchmarks.
 */

import type { HitTask } from "../batting/task.js";
import { sin } from "../math/elementary.js";
import type { Quaternion } from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";

/** Mobilities behind the source's figures, in contact axes, 1/kg: found by trying its mistakes (see the errata), and the right one. */
export const SOURCE_MOBILITIES = {
  /** Figure 4.3 and table 4.1. */
  table: [
    [7.81593116, -1.70431192, 1.40973492],
    [-1.70431192, 9.24987165, 0.54450641],
    [1.40973492, 0.54450641, 2.48056804],
  ],
  /** Figure 4.2. */
  figure: [
    [5.78894456, -0.36923382, 1.02132134],
    [-0.36923382, 5.93261748, 0.45206384],
    [1.02132134, 0.45206384, 2.35638664],
  ],
  /** Of the tetrahedron and the box that are described. */
  correct: [
    [9.32554272, -1.9183359, 1.81047766],
    [-1.9183359, 6.63037066, 0.10914227],
    [1.81047766, 0.10914227, 2.53287108],
  ],
} as const;

/** The source's task of figure 4.1: a tetrahedron of 1 kg meets a square bat that leans by 60 degrees. */
export function sourceTask(mobility: keyof typeof SOURCE_MOBILITIES, target: Vec3 = [5, -0.2, -2]): HitTask {
  const sine = sin(Math.PI / 3);
  return {
    object: { mass: 1, position: [0.316386, -0.0625, 0.327003], velocity: [-1, 0.6, -0.4] },
    // A square of 1 m, 0.1 m thick; its third axis is the normal.
    bat: { mass: 1, inertia: [0.0841667, 0.0841667, 0.166667], position: [-0.0433013, 0, -0.025], orientation: [0, 0.5, 0, sine] },
    contact: { point: [0, 0, 0], normal: [sine, 0, 0.5], tangent: [0.5, 0, -sine], friction: 0.5, restitution: 0.95 },
    mobility: SOURCE_MOBILITIES[mobility],
    gravity: 9.8,
    target,
  };
}

/** The source draws its targets from the square x = 5, -4 <= y, z <= 4. */
export function sourceTarget(random: () => number): Vec3 {
  return [5, -4 + 8 * random(), -4 + 8 * random()];
}

/** Two boxes of random sizes, masses and attitudes touch somewhere; the bat faces the target more or less. */
export function randomHitTask(random: () => number, leastFriction = 0.05, mostFriction = 1.2): HitTask {
  const box = (mass: number) => {
    const [a, b, c] = [0.05 + random(), 0.05 + random(), 0.05 + random()];
    const inertia: Vec3 = [(mass / 12) * (b * b + c * c), (mass / 12) * (a * a + c * c), (mass / 12) * (a * a + b * b)];
    const inside: Vec3 = [(random() - 0.5) * a, (random() - 0.5) * b, (random() - 0.5) * c];
    return { mass, inertia, inside };
  };
  const object = box(0.2 + 4 * random());
  const bat = box(0.2 + 8 * random());
  const direction = randomDirection(random);
  let normal = randomDirection(random);
  while (vec3.dot(normal, direction) < 0.2) normal = randomDirection(random);
  const side = (of: Vec3, sign: number) => vec3.scale(of, vec3.dot(of, normal) * sign >= 0 ? 1 : -1);
  return {
    object: {
      mass: object.mass,
      inertia: object.inertia,
      position: side(object.inside, 1),
      orientation: randomOrientation(random),
      velocity: vec3.scale(randomDirection(random), 5 * random()),
      angularVelocity: vec3.scale(randomDirection(random), 5 * random()),
    },
    bat: { mass: bat.mass, inertia: bat.inertia, position: side(bat.inside, -1), orientation: randomOrientation(random) },
    contact: {
      point: vec3.ZERO,
      normal,
      friction: leastFriction + (mostFriction - leastFriction) * random(),
      restitution: random(),
    },
    target: vec3.scale(direction, 0.5 + 8 * random()),
  };
}

function randomDirection(random: () => number): Vec3 {
  for (;;) {
    const vector: Vec3 = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = vec3.norm(vector);
    if (length > 0.1 && length < 1) return vec3.scale(vector, 1 / length);
  }
}

function randomOrientation(random: () => number): Quaternion {
  const [x, y, z] = randomDirection(random);
  const half = random();
  const sine = Math.sqrt(1 - half * half);
  return [x * sine, y * sine, z * sine, half];
}
