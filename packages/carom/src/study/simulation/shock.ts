/**
 * How hard a point of a body is shaken by the impacts of a run whose contacts have contact laws: `shock["phone 0.03 0.07 0"]`, the body's
 * name and a point in the axes of its shape, m.
 *
 * While an impact lasts the body stands where it is; its forces F at the arms r_F give the point at r the acceleration
 *
 *     a = sum F / m + (J^-1 sum r_F x F) x r          (what an accelerometer there reads: gravity is not felt)
 *
 * The shock response spectrum is the largest acceleration of a mass on a spring and damper (Q = 10) fastened there, by its natural
 * frequency, shaken by the vertical part of a. Between two rows a is straight, and the motion of the mass is known in closed form.
 *
 * Source: Biot (1932); Irvine, An introduction to the shock response spectrum (2012), eq. (2) to (9). The pose at an impact is that of the
 * row before it, carried on; rows are `output.rate` a second.
 */
import { InvalidInputError } from "../../errors.js";
import { cos, exp, sin } from "../../math/elementary.js";
import * as mat3 from "../../math/mat3.js";
import { fromAxisAngle, multiply, type Quaternion, rotate } from "../../math/quaternion.js";
import { add, addScaled, cross, norm, scale, subtract, type Vec3 } from "../../math/vec3.js";
import { type RigidBody, worldInverseInertia } from "../../mechanics/rigid-body.js";
import type { SceneBody } from "../../simulation/scene/scene.js";
import { weightOf } from "../../simulation/scene/weight.js";
import { impactsOf } from "./impacts.js";
import type { SimulationResult } from "./result.js";
import type { SimulationStudy } from "./schema.js";

/** m/s^2 */
export const STANDARD_GRAVITY = 9.80665;
/** Of the mass on the spring: 1 / (2 Q) with Q = 10. */
const DAMPING = 0.05;
/** Natural frequencies of the spectrum, Hz. */
export const FREQUENCIES = [20, 50, 100, 200, 500, 1000, 2000] as const;

/** Of one point. */
export interface PointShock {
  /** Largest acceleration, in g. */
  readonly peak: number;
  /** The same within each impact, in g. */
  readonly impacts: readonly number[];
  /** Shock response spectrum, in g, by natural frequency in Hz. */
  readonly spectrum: Readonly<Record<string, number>>;
}

/** Undefined where no impact has forces. */
export function pointShock(study: SimulationStudy, key: string | number | undefined, result: SimulationResult): PointShock | undefined {
  const [, name, ...numbers] = /^(.+?) (\S+) (\S+) (\S+)$/.exec(String(key)) ?? [];
  const given = name === undefined ? undefined : study.bodies[name];
  if (given === undefined || !("shape" in given) || "joint" in given)
    throw new InvalidInputError("what", `shock["${key}"]`, "does not name a body that moves freely and a point x y z of it");
  const { mass, centre, inertia } = weightOf(given as SceneBody, `bodies.${name}`);
  const point = subtract(numbers.map(Number) as unknown as Vec3, centre);
  const shaken = accelerations(result, name, { mass, inertia, position: given.position }, point);
  if (shaken.length === 0) return undefined;
  const impacts = shaken.map(({ vectors }) => vectors.reduce((most, each) => Math.max(most, norm(each)), 0) / STANDARD_GRAVITY);
  const response = (frequency: number) =>
    Math.max(
      ...shaken.map(({ time, vectors }) =>
        shockResponse(
          time,
          vectors.map(([, , z]) => z),
          frequency,
        ),
      ),
    ) / STANDARD_GRAVITY;
  return { peak: Math.max(...impacts), impacts, spectrum: Object.fromEntries(FREQUENCIES.map((each) => [String(each), response(each)])) };
}

interface Shaken {
  /** s, since the beginning of the impact. */
  readonly time: readonly number[];
  /** m/s^2, world axes. */
  readonly vectors: readonly Vec3[];
}

function accelerations(result: SimulationResult, name: string, body: RigidBody, point: Vec3): Shaken[] {
  return impactsOf(result).flatMap(({ time, contacts, forces }) => {
    const own = contacts.map(({ between }) => (between[0] === name ? 1 : between[1] === name ? -1 : 0));
    if (forces === undefined || own.every((sign) => sign === 0)) return [];
    const { position, orientation } = poseAt(result, name, time);
    const inverse = worldInverseInertia({ ...body, orientation });
    const arm = rotate(orientation, point);
    const vectors = forces.time.map((_, row) => {
      let force: Vec3 = [0, 0, 0];
      let torque: Vec3 = [0, 0, 0];
      contacts.forEach(({ point: at }, i) => {
        const push = scale(forces.contacts[i].force[row], own[i]);
        force = add(force, push);
        torque = add(torque, cross(subtract(at, position), push));
      });
      return add(scale(force, 1 / body.mass), cross(mat3.transformVector(inverse, torque), arm));
    });
    return [{ time: forces.time, vectors }];
  });
}

/** Centre of mass and orientation: those of the row before, carried on with its velocities. */
function poseAt({ series }: SimulationResult, name: string, time: number): { readonly position: Vec3; readonly orientation: Quaternion } {
  const { position, orientation, velocity, angularVelocity } = series.bodies[name];
  const after = series.time.findIndex((each) => each > time);
  const row = Math.max(0, (after < 0 ? series.time.length : after) - 1);
  const passed = time - series.time[row];
  const spin = norm(angularVelocity[row]);
  const turn = spin === 0 ? undefined : fromAxisAngle(angularVelocity[row], spin * passed);
  return {
    position: addScaled(position[row], velocity[row], passed),
    orientation: turn === undefined ? orientation[row] : multiply(turn, orientation[row]),
  };
}

/** Parts of a period that a step may last, and of the period that is followed after the shaking. */
const STEPS = 16;

/**
 * Largest |acceleration| of a mass on a spring and damper whose foot is shaken, m/s^2: within the shaking and in the period after it.
 *
 * @param acceleration of the foot at these times, straight between them, m/s^2
 */
export function shockResponse(time: readonly number[], acceleration: readonly number[], frequency: number): number {
  const rate = 2 * Math.PI * frequency;
  const damped = rate * Math.sqrt(1 - DAMPING * DAMPING);
  const longest = 1 / (STEPS * frequency);
  let [stretch, speed, most] = [0, 0, 0];
  const step = (from: number, slope: number, passed: number) => {
    const b = -slope / (rate * rate);
    const a = (-from - 2 * DAMPING * rate * b) / (rate * rate);
    const c = stretch - a;
    const d = (speed - b + DAMPING * rate * c) / damped;
    const decay = exp(-DAMPING * rate * passed);
    const [p, q] = [decay * cos(damped * passed), decay * sin(damped * passed)];
    stretch = a + b * passed + c * p + d * q;
    speed = b - DAMPING * rate * (c * p + d * q) + damped * (d * p - c * q);
    most = Math.max(most, Math.abs(2 * DAMPING * rate * speed + rate * rate * stretch));
  };
  for (let i = 1; i < time.length; i++) {
    const whole = time[i] - time[i - 1];
    if (!(whole > 0)) continue;
    const slope = (acceleration[i] - acceleration[i - 1]) / whole;
    const parts = Math.ceil(whole / longest);
    for (let k = 0; k < parts; k++) step(acceleration[i - 1] + (slope * whole * k) / parts, slope, whole / parts);
  }
  for (let k = 0; k < 2 * STEPS; k++) step(0, 0, 0.5 * longest);
  return most;
}
