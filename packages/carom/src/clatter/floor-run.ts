/**
 * A box that falls on a yielding floor, followed in time: the other way to clatter, beside the impacts of plate-sequence.ts.
 *
 * Newton and Euler's equations for the mass centre and the orientation, by the third-order Runge-Kutta method of Shu and Osher,
 *
 *     u1 = u + h f(u)        u2 = 3/4 u + 1/4 (u1 + h f(u1))        u = 1/3 u + 2/3 (u2 + h f(u2))
 *
 * with steps of constant length while anything is below the floor. A corner at the depth x is a pyramid, so it pushes with K x^3, K = k
 * cos(tilt)/(6 sin^2(tilt) |sin(roll) cos(roll)|), and stays down for about 2.62 x/v: that is where the steps come from. Between contacts
 * the flight is that of the impact sequence (plate-flight.ts).
 *
 * As the floor becomes stiffer the impulses tend to those of the impacts, slowly: like k^(-1/4), because a corner sinks in that far.
 *
 * Source: 003 sections 3.1 and 3.3, eq. (3.9); the orientation by three rates instead of its singular mass matrix of four Euler parameters.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import type { MutableQuaternion, Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { boxFacets, type Facet, pressOnFloor, type Wrench, type YieldingFloor } from "./floor.js";
import { createFlight, diagonalOf, localSpin, tiltOf } from "./plate-flight.js";
import { type Plate, type PlateState, plateInertia, plateOrientation, spinFrom } from "./plate-impact.js";

/** A plate that falls on a floor that yields. */
export interface FloorFall {
  /** kg. */
  readonly mass: number;
  /** m, along x, y, z of the body. */
  readonly length: number;
  /** Along its y axis, m. */
  readonly width: number;
  /** m; in the inertia only. Default: 0, a thin plate. */
  readonly thickness: number;
  /** As of a plate (plate-sequence.ts), rad. */
  readonly heading?: number;
  /** About the new x axis, rad. */
  readonly tilt: number;
  /** About the new z axis, rad. */
  readonly roll: number;
  /** Downwards when the first corner touches, m/s. */
  readonly impactSpeed: number;
  /** What it falls on. */
  readonly floor: YieldingFloor;
  /** m/s^2. Default: 0. */
  readonly gravity?: number;
  /** Steps in the time that the first corner is expected to stay down. Default: 1000. */
  readonly steps?: number;
}

/** One time on the floor, from where anything touches it to where nothing does. */
export interface FloorContact {
  /** When it begins, since the first touch, s. */
  readonly time: number;
  /** Angle between the plate and the floor then, rad. */
  readonly tilt: number;
  /** s. */
  readonly duration: number;
  /** Of the corner that touches first, downwards, m/s. */
  readonly approachSpeed: number;
  /** N s, world axes. */
  readonly impulse: Vec3;
  /** Largest vertical force, N, and largest depth, m. */
  readonly peakForce: number;
  /** Deepest indentation, m. */
  readonly peakDepth: number;
  /** After, m/s and rad/s, world axes. */
  readonly velocity: Vec3;
  /** Of the plate after the contact, rad/s, world axes. */
  readonly angularVelocity: Vec3;
  /** Kinetic energy before and after, J. */
  readonly energyBefore: number;
  /** Kinetic energy after the contact, J. */
  readonly energyAfter: number;
  /** Steps taken. */
  readonly steps: number;
}

/** Why a sequence on a yielding floor ends: the box has left for good; it stays down; or as many contacts as were asked for. */
export type FloorStatus = "separated" | "sustained-contact" | "maximum-contacts";

/** The contacts of a plate with a floor that yields, one after the other. */
export interface FloorSequence {
  /** Why it ended. */
  readonly status: FloorStatus;
  /** In order. */
  readonly contacts: readonly FloorContact[];
}

const STEPS = 1000;
/** Contacts that last this many times what is expected are not what was asked for. */
const MOST_TIMES = 200;

/** height, quaternion, velocity, angular velocity in body axes. */
type State = Float64Array;
const SIZE = 11;

/** The first time on the floor. */
export function pressPlate(fall: FloorFall): FloorContact {
  const { contacts } = followPlateOnFloor(fall, 1);
  if (contacts.length === 0)
    throw new SolverError(`the box is still on the floor after ${MOST_TIMES} times the time a corner is expected to stay`, {});
  return contacts[0];
}

/** Clatters on the floor until it has left, stays down, or has been down so many times. */
export function followPlateOnFloor(fall: FloorFall, maximumContacts: number): FloorSequence {
  checkFall(fall);
  if (!(Number.isInteger(maximumContacts) && maximumContacts > 0))
    throw new InvalidInputError("maximumContacts", maximumContacts, "is not a whole number > 0");
  const { gravity = 0 } = fall;
  const facets = boxFacets(fall.length, fall.width, fall.thickness);
  const corners = cornersOf(facets);
  const orientation = plateOrientation(fall.heading ?? 0, fall.tilt, fall.roll);
  let state: PlateState = {
    height: -lowestOf(corners, orientation),
    orientation,
    velocity: [0, 0, -fall.impactSpeed],
    angularVelocity: vec3.ZERO,
  };
  const contacts: FloorContact[] = [];
  let time = 0;
  for (;;) {
    const pressed = press(fall, facets, corners, state, time);
    if (pressed === undefined) return { status: "sustained-contact", contacts };
    contacts.push(pressed.contact);
    if (contacts.length === maximumContacts) return { status: "maximum-contacts", contacts };
    const touch = nextTouch(fall, corners, pressed.state, gravity);
    if (touch === undefined) return { status: "separated", contacts };
    time += pressed.contact.duration + touch.time;
    state = touch.state;
  }
}

/** From touching to leaving; undefined where it stays. */
function press(
  fall: FloorFall,
  facets: readonly Facet[],
  corners: readonly Vec3[],
  start: PlateState,
  time: number,
): { readonly contact: FloorContact; readonly state: PlateState } | undefined {
  const { mass, floor, gravity = 0, steps = STEPS } = fall;
  const moments = plateInertia(fall);
  const approachSpeed = approachOf(corners, start);
  const step = expectedTime(fall, corners, start, approachSpeed) / steps;
  const state = flatState(start);
  const problem: FloorProblem = { floor, facets, mass, moments, gravity };
  const wrench: Wrench = { force: [0, 0, 0], torque: [0, 0, 0] };
  const energyBefore = energyOf(mass, moments, state);
  let peakForce = 0;
  let peakDepth = 0;
  const rate = (u: State, out: State) => {
    derivative(problem, u, out, wrench);
  };
  const scratch = [0, 1, 2].map(() => new Float64Array(SIZE));
  let taken = 0;
  let down = true;
  while (down) {
    if (taken >= MOST_TIMES * steps) return undefined;
    takeStep(rate, state, step, scratch);
    taken++;
    const depth = -(state[0] + lowestOf(corners, orientationOf(state)));
    rate(state, scratch[0]);
    peakForce = Math.max(peakForce, wrench.force[2]);
    peakDepth = Math.max(peakDepth, depth);
    down = depth > 0;
  }
  const duration = taken * step;
  const end = plateState(state);
  const { velocity, angularVelocity } = end;
  const change = vec3.subtract(velocity, start.velocity);
  return {
    contact: {
      time,
      tilt: tiltOf(start.orientation),
      duration,
      approachSpeed,
      impulse: [mass * change[0], mass * change[1], mass * (change[2] + gravity * duration)],
      peakForce,
      peakDepth,
      velocity,
      angularVelocity,
      energyBefore,
      energyAfter: energyOf(mass, moments, state),
      steps: taken,
    },
    state: end,
  };
}

/** Below this height, in diagonals, a corner touches. */
const TOUCHING = 1e-12;
const MOST_LOOKS = 1_000_000;

/** When a corner comes down again, and the state then; undefined if none does. */
function nextTouch(plate: Plate, corners: readonly Vec3[], start: PlateState, gravity: number) {
  const flight = createFlight(plate, start, gravity);
  const size = diagonalOf(plate);
  let t = 0;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const heights = corners.map((corner) => ({ corner, ...flight.heightAt(t, corner) }));
    const down = heights.find(({ height, rate }) => height <= TOUCHING * size && rate < 0);
    if (down !== undefined && t > 0) {
      const time = flight.polish(t, down.corner);
      return { time, state: flight.stateAt(time) };
    }
    const rise = start.velocity[2];
    if (gravity === 0 && rise >= 0 && start.height + rise * t > 0.5 * size) return undefined;
    const wait = heights.reduce((least, { height, rate }) => Math.min(least, flight.wait(Math.max(0, height), rate)), Number.MAX_VALUE);
    t += Math.max(wait, Number.EPSILON * Math.max(t, LEAST_TIME));
  }
  return undefined;
}

/** s. */
const LEAST_TIME = 1e-9;

function cornersOf(facets: readonly Facet[]): Vec3[] {
  return facets.slice(0, 2).flatMap(({ corners }) => corners);
}

function flatState({ height, orientation, velocity, angularVelocity }: PlateState): State {
  return Float64Array.of(height, ...orientation, ...velocity, ...localSpin(orientation, angularVelocity));
}

function plateState(state: State): PlateState {
  const orientation = orientationOf(state);
  return {
    height: state[0],
    orientation,
    velocity: [state[5], state[6], state[7]],
    angularVelocity: quaternion.rotate(orientation, [state[8], state[9], state[10]]),
  };
}

function orientationOf(state: State): MutableQuaternion {
  return quaternion.normalize([state[1], state[2], state[3], state[4]]) ?? [0, 0, 0, 1];
}

/** Height of the lowest corner over the mass centre. */
function lowestOf(corners: readonly Vec3[], orientation: Quaternion): number {
  return corners.reduce((least, corner) => Math.min(least, quaternion.rotate(orientation, corner)[2]), Number.POSITIVE_INFINITY);
}

/** How fast the lowest corner comes down, m/s. */
function approachOf(corners: readonly Vec3[], { orientation, velocity, angularVelocity }: PlateState): number {
  const arm = lowestArm(corners, orientation);
  return -(velocity[2] + vec3.cross(angularVelocity, arm)[2]);
}

function lowestArm(corners: readonly Vec3[], orientation: Quaternion): Vec3 {
  const arms = corners.map((corner) => quaternion.rotate(orientation, corner));
  return arms.reduce((least, arm) => (arm[2] < least[2] ? arm : least));
}

function energyOf(mass: number, moments: Vec3, u: State): number {
  const moving = u[5] * u[5] + u[6] * u[6] + u[7] * u[7];
  return 0.5 * (mass * moving + moments[0] * u[8] * u[8] + moments[1] * u[9] * u[9] + moments[2] * u[10] * u[10]);
}

/** What falls, and onto what. */
interface FloorProblem {
  readonly floor: YieldingFloor;
  readonly facets: readonly Facet[];
  readonly mass: number;
  /** Principal moments of inertia, kg m^2. */
  readonly moments: Vec3;
  /** m/s^2. */
  readonly gravity: number;
}

function derivative({ floor, facets, mass, moments, gravity }: FloorProblem, u: State, out: State, wrench: Wrench): void {
  const orientation = orientationOf(u);
  const [x, y, z, w] = orientation;
  const [a, b, c] = [u[8], u[9], u[10]];
  const angularVelocity = quaternion.rotate(orientation, [a, b, c]);
  pressOnFloor(floor, facets, { height: u[0], orientation, velocity: [u[5], u[6], u[7]], angularVelocity }, wrench);
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

/**
 * How long a corner stays down without damping, s. `up` is the floor's normal in body axes: its parts are those of tilt and roll in the
 * header.
 */
function expectedTime({ floor, ...plate }: FloorFall, corners: readonly Vec3[], { orientation }: PlateState, approach: number): number {
  const up = quaternion.rotate(quaternion.conjugate(orientation), [0, 0, 1]);
  const leaning = up[0] * up[0] + up[1] * up[1];
  const across = Math.max(0.05, Math.abs(up[0] * up[1]) / Math.max(leaning, 1e-300));
  const pyramid = (floor.stiffness * Math.max(0.05, Math.abs(up[2]))) / (6 * Math.max(leaning, 1e-6) * across);
  const arm = lowestArm(corners, orientation);
  const turning = spinFrom(plate, orientation, vec3.cross(arm, [0, 0, 1]));
  const felt = plate.mass / (1 + plate.mass * vec3.cross(turning, arm)[2]);
  const depth = Math.sqrt(Math.sqrt((2 * felt * approach * approach) / pyramid));
  return (2.62 * depth) / approach;
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
