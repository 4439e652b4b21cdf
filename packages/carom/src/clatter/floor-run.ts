/**
 * A box that falls on a yielding floor, followed in time: the other way to clatter, beside the impacts of plate-sequence.ts.
 *
 * Newton and Euler's equations for the mass centre and the orientation, by the third-order Runge-Kutta method of Shu and Osher,
 *
 *     u1 = u + h f(u)        u2 = 3/4 u + 1/4 (u1 + h f(u1))        u = 1/3 u + 2/3 (u2 + h f(u2))
 *
 * with steps of constant length while anything is below the floor. A corner at the depth x is a pyramid, so it pushes with K x^3, K = k cos(tilt)/(6 sin^2(tilt) |sin(roll) cos(roll)|), and stays down for about
 * 2.62 x/v: that is where the steps come from. Between contacts the flight is that of the impact sequence.
 *
 * As the floor becomes stiffer the impulses tend to those of the impacts, slowly: like k^(-1/4), because a corner sinks in that far.
 *
 * Source: 003 sections 3.1 and 3.3, eq. (3.9); the orientation by three rates instead of its singular mass matrix of four Euler parameters.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import { sin } from "../math/elementary.js";
import type { MutableQuaternion, Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import { boxFacets, type Facet, pressOnFloor, type Wrench, type YieldingFloor } from "./floor.js";
import { cornerResistance, type Plate, plateInertia, plateOrientation } from "./plate-impact.js";

export interface FloorFall {
  /** kg. */
  readonly mass: number;
  /** m, along x, y, z of the body. */
  readonly length: number;
  readonly width: number;
  readonly thickness: number;
  /** As of a plate (plate-sequence.ts), rad. */
  readonly heading?: number;
  readonly tilt: number;
  readonly roll: number;
  /** Downwards when the first corner touches, m/s. */
  readonly impactSpeed: number;
  readonly floor: YieldingFloor;
  /** m/s^2. Default: 0. */
  readonly gravity?: number;
  /** Steps in the time that the first corner is expected to stay down. Default: 1000. */
  readonly steps?: number;
}

/** The first time that anything touches the floor, from beginning to end. */
export interface FloorContact {
  /** s. */
  readonly duration: number;
  /** N s, world axes. */
  readonly impulse: Vec3;
  /** Largest vertical force, N, and largest depth, m. */
  readonly peakForce: number;
  readonly peakDepth: number;
  /** After, m/s and rad/s, world axes. */
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  /** Kinetic energy before and after, J. */
  readonly energyBefore: number;
  readonly energyAfter: number;
  /** Steps taken. */
  readonly steps: number;
}

const STEPS = 1000;
/** Contacts that last this many times what is expected are not what was asked for. */
const MOST_TIMES = 200;

/** height, quaternion, velocity, angular velocity in body axes. */
type State = Float64Array;
const SIZE = 11;

export function pressPlate(fall: FloorFall): FloorContact {
  checkFall(fall);
  const { mass, floor, gravity = 0, steps = STEPS } = fall;
  const plate: Plate = fall;
  const moments = plateInertia(plate);
  const facets = boxFacets(fall.length, fall.width, fall.thickness);
  const orientation = plateOrientation(fall.heading ?? 0, fall.tilt, fall.roll);
  const state = new Float64Array(SIZE);
  state[0] = -lowestOf(facets, orientation);
  state.set(orientation, 1);
  state[7] = -fall.impactSpeed;
  const step = expectedTime(fall) / steps;
  const wrench: Wrench = { force: [0, 0, 0], torque: [0, 0, 0] };
  const energyBefore = energyOf(mass, moments, state);
  let peakForce = 0;
  let peakDepth = 0;
  const rate = (u: State, out: State) => {
    derivative(floor, facets, mass, moments, gravity, u, out, wrench);
  };
  const scratch = [0, 1, 2].map(() => new Float64Array(SIZE));
  let taken = 0;
  for (; taken < MOST_TIMES * steps; taken++) {
    takeStep(rate, state, step, scratch);
    const depth = -(state[0] + lowestOf(facets, orientationOf(state)));
    rate(state, scratch[0]);
    peakForce = Math.max(peakForce, wrench.force[2]);
    peakDepth = Math.max(peakDepth, depth);
    if (depth <= 0) break;
  }
  if (taken >= MOST_TIMES * steps)
    throw new SolverError(`the box is still on the floor after ${MOST_TIMES} times the time a corner is expected to stay`, {
      steps: taken,
    });
  const duration = (taken + 1) * step;
  const velocity: Vec3 = [state[5], state[6], state[7]];
  return {
    duration,
    impulse: [mass * velocity[0], mass * velocity[1], mass * (velocity[2] + fall.impactSpeed + gravity * duration)],
    peakForce,
    peakDepth,
    velocity,
    angularVelocity: quaternion.rotate(orientationOf(state), [state[8], state[9], state[10]]),
    energyBefore,
    energyAfter: energyOf(mass, moments, state),
    steps: taken + 1,
  };
}

function orientationOf(state: State): MutableQuaternion {
  return quaternion.normalize([state[1], state[2], state[3], state[4]]) ?? [0, 0, 0, 1];
}

/** Height of the lowest corner over the mass centre. */
function lowestOf(facets: readonly Facet[], orientation: Quaternion): number {
  return Math.min(...facets.flatMap(({ corners }) => corners.map((corner) => quaternion.rotate(orientation, corner)[2])));
}

function energyOf(mass: number, moments: Vec3, u: State): number {
  const moving = u[5] * u[5] + u[6] * u[6] + u[7] * u[7];
  return 0.5 * (mass * moving + moments[0] * u[8] * u[8] + moments[1] * u[9] * u[9] + moments[2] * u[10] * u[10]);
}

function derivative(
  floor: YieldingFloor,
  facets: readonly Facet[],
  mass: number,
  moments: Vec3,
  gravity: number,
  u: State,
  out: State,
  wrench: Wrench,
): void {
  const orientation = orientationOf(u);
  const [x, y, z, w] = orientation;
  const [a, b, c] = [u[8], u[9], u[10]];
  pressOnFloor(floor, facets, u[0], orientation, [u[5], u[6], u[7]], quaternion.rotate(orientation, [a, b, c]), wrench);
  const torque = quaternion.rotate(quaternion.conjugate(orientation), wrench.torque);
  out[0] = u[7];
  out[1] = 0.5 * (w * a + y * c - z * b);
  out[2] = 0.5 * (w * b + z * a - x * c);
  out[3] = 0.5 * (w * c + x * b - y * a);
  out[4] = -0.5 * (x * a + y * b + z * c);
  out[5] = wrench.force[0] / mass;
  out[6] = wrench.force[1] / mass;
  out[7] = wrench.force[2] / mass - gravity;
  out[8] = (torque[0] + (moments[1] - moments[2]) * b * c) / moments[0];
  out[9] = (torque[1] + (moments[2] - moments[0]) * c * a) / moments[1];
  out[10] = (torque[2] + (moments[0] - moments[1]) * a * b) / moments[2];
}

/** One step of the third-order method that keeps total variation from growing. */
export function takeStep(
  rate: (u: Float64Array, out: Float64Array) => void,
  u: Float64Array,
  h: number,
  scratch: readonly Float64Array[],
): void {
  const [slope, first, second] = scratch;
  rate(u, slope);
  for (let i = 0; i < u.length; i++) first[i] = u[i] + h * slope[i];
  rate(first, slope);
  for (let i = 0; i < u.length; i++) second[i] = 0.75 * u[i] + 0.25 * (first[i] + h * slope[i]);
  rate(second, slope);
  for (let i = 0; i < u.length; i++) u[i] = u[i] / 3 + (2 / 3) * (second[i] + h * slope[i]);
}

/** How long the first corner stays down without damping, s. */
function expectedTime({ mass, length, width, tilt, roll, impactSpeed, floor }: FloorFall): number {
  const [s, c] = [Math.abs(sin(tilt)), Math.max(0.05, Math.sqrt(1 - sin(tilt) * sin(tilt)))];
  const across = Math.max(0.05, Math.abs(0.5 * sin(2 * roll)));
  const pyramid = (floor.stiffness * c) / (6 * Math.max(s * s, 1e-6) * across);
  const felt = mass / cornerResistance(length, width, tilt, -Math.abs(roll));
  const depth = Math.sqrt(Math.sqrt((2 * felt * impactSpeed * impactSpeed) / pyramid));
  return (2.62 * depth) / impactSpeed;
}

function checkFall(fall: FloorFall): void {
  const { mass, length, width, thickness, tilt, roll, impactSpeed, floor, gravity = 0, steps = STEPS } = fall;
  const positive = { mass, length, width, thickness, impactSpeed, "floor.stiffness": floor.stiffness };
  for (const [name, value] of Object.entries(positive))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(name, value, "is not positive");
  for (const [name, value] of Object.entries({ "floor.damping": floor.damping, "floor.friction": floor.friction, gravity }))
    if (value !== undefined && !(value >= 0 && value < Number.POSITIVE_INFINITY))
      throw new InvalidInputError(name, value, "is negative or not a number");
  for (const [name, value] of Object.entries({ tilt, roll }))
    if (!Number.isFinite(value)) throw new InvalidInputError(name, value, "is not a number");
  if (!(Number.isInteger(steps) && steps >= 200)) throw new InvalidInputError("steps", steps, "is not a whole number >= 200");
}
