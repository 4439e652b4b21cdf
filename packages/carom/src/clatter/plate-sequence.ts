/**
 * Which corner of a falling plate strikes when: impacts without friction, free flight between them.
 *
 * In flight the centre falls and the plate turns without torque, J w' = (J w) x w in body axes, integrated. The height of a corner is h = z + vz t - g t^2/2 + (R d)_z, and
 *
 *     |h''| <= g + |d| (|w|^2 + |w'|),     |w|^2 <= 2 T / J_min,     |w'| <= |w|^2 (J_max - J_min) / J_min
 *
 * with the rotational energy T, which flight keeps. So, as for the rod (rod-sequence.ts), the floor is out of reach for a known time, and no touch is missed.
 *
 * Two corners that come down together are an edge, which has no single contact: the sequence stops there and says so.
 *
 * Letters: J principal moments, w angular velocity in body axes, R orientation, d corner.
 * Source: 003 section 4.2; flight and search are ours.
 */
import { InvalidInputError } from "../errors.js";
import { atan2 } from "../math/elementary.js";
import { createIntegrator } from "../math/ode/index.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import {
  CORNERS,
  type Corner,
  cornerApproach,
  cornerOf,
  type Plate,
  type PlateState,
  plateInertia,
  plateOrientation,
  strikeCorner,
} from "./plate-impact.js";

export interface PlateFall {
  /** kg. Default: 1. */
  readonly mass?: number;
  /** Along the plate's x axis, m. Default: 1. */
  readonly length?: number;
  /** Along its y axis, m. */
  readonly width: number;
  /** m; in the inertia only. Default: 0, a thin plate. */
  readonly thickness?: number;
  /** How far the plate is turned about z, then about the new x, then about the new z, rad. Default heading: 0, which does not matter without friction. */
  readonly heading?: number;
  readonly tilt: number;
  readonly roll: number;
  /** Downwards, just before the first impact, m/s. */
  readonly impactSpeed: number;
  /** Then, rad/s, world axes. Default: none. */
  readonly angularVelocity?: Vec3;
  /** 0 to 1. */
  readonly restitution: number;
  /** m/s^2. Default: 0. */
  readonly gravity?: number;
  /** Impacts after which to stop. Default: 1000. */
  readonly maximumImpacts?: number;
  /** Time after which to stop, s. */
  readonly maximumTime?: number;
}

export interface PlateImpact {
  readonly corner: Corner;
  /** Since the first impact, s. */
  readonly time: number;
  readonly orientation: Quaternion;
  /** Between the plate and the floor, rad, 0 to a right angle. */
  readonly tilt: number;
  /** Of the corner, downwards, m/s. */
  readonly approachSpeed: number;
  /** N s. */
  readonly impulse: number;
  /** After, world axes. */
  readonly verticalVelocity: number;
  readonly angularVelocity: Vec3;
  /** J. */
  readonly energyLoss: number;
}

export type PlateStatus = "separated" | "sustained-contact" | "edge" | "maximum-impacts" | "maximum-time";

export interface PlateSequence {
  readonly status: PlateStatus;
  readonly impacts: readonly PlateImpact[];
  /** Kinetic energy before the first impact and after the last, J. */
  readonly energyBefore: number;
  readonly energyAfter: number;
}

const MAXIMUM_IMPACTS = 1000;
/** Heights closer than this, in diagonals, are the same. */
const TIE = 1e-9;

export function followPlate(fall: PlateFall): PlateSequence {
  const plate = checkFall(fall);
  const { restitution, gravity = 0, maximumImpacts = MAXIMUM_IMPACTS, maximumTime } = fall;
  const orientation = plateOrientation(fall.heading ?? 0, fall.tilt, fall.roll);
  let corner = lowestCorner(plate, orientation);
  let state: PlateState = {
    height: -heightOf(plate, orientation, corner),
    orientation,
    velocity: [0, 0, -fall.impactSpeed],
    angularVelocity: fall.angularVelocity ?? vec3.ZERO,
  };
  if (!(cornerApproach(plate, state, corner) > 0))
    throw new InvalidInputError("impactSpeed", fall.impactSpeed, "does not bring the lowest corner down to the floor");
  const impacts: PlateImpact[] = [];
  const energyBefore = energyOf(plate, state);
  const ending = (status: PlateStatus): PlateSequence => ({ status, impacts, energyBefore, energyAfter: energyOf(plate, state) });
  let time = 0;
  for (;;) {
    const approachSpeed = cornerApproach(plate, state, corner);
    const before = energyOf(plate, state);
    const { impulse, state: after } = strikeCorner(plate, state, corner, restitution);
    state = after;
    impacts.push({
      corner,
      time,
      orientation: state.orientation,
      tilt: tiltOf(state.orientation),
      approachSpeed,
      impulse,
      verticalVelocity: state.velocity[2],
      angularVelocity: state.angularVelocity,
      energyLoss: before - energyOf(plate, state),
    });
    if (impacts.length >= maximumImpacts) return ending("maximum-impacts");
    const next = nextTouch(plate, state, gravity, corner, maximumTime === undefined ? Number.POSITIVE_INFINITY : maximumTime - time);
    if (typeof next === "string") return ending(next);
    time += next.time;
    state = next.state;
    corner = next.corner;
    if (next.isEdge) return ending("edge");
  }
}

/** Of a corner under the mass centre. */
function heightOf(plate: Plate, orientation: Quaternion, corner: Corner): number {
  return quaternion.rotate(orientation, cornerOf(plate, corner))[2];
}

function lowestCorner(plate: Plate, orientation: Quaternion): Corner {
  const sorted = CORNERS.map((corner) => ({ corner, height: heightOf(plate, orientation, corner) })).sort((a, b) => a.height - b.height);
  if (sorted[1].height - sorted[0].height <= TIE * diagonalOf(plate))
    throw new InvalidInputError(
      "tilt",
      orientation,
      "leaves two corners at the same height: an edge or the whole plate strikes, which has no single contact",
    );
  return sorted[0].corner;
}

function diagonalOf({ length, width, thickness }: Plate): number {
  return Math.sqrt(length * length + width * width + thickness * thickness);
}

/** Angle between the plate and the floor. */
function tiltOf(orientation: Quaternion): number {
  const [x, y, z] = quaternion.rotate(orientation, [0, 0, 1]);
  return atan2(Math.sqrt(x * x + y * y), Math.abs(z));
}

function energyOf(plate: Plate, { velocity, angularVelocity, orientation }: PlateState): number {
  return 0.5 * plate.mass * vec3.dot(velocity, velocity) + turningEnergy(plate, localSpin(orientation, angularVelocity));
}

function localSpin(orientation: Quaternion, angularVelocity: Vec3): Vec3 {
  return quaternion.rotate(quaternion.conjugate(orientation), angularVelocity);
}

function turningEnergy(plate: Plate, spin: Vec3): number {
  const moments = plateInertia(plate);
  return 0.5 * (moments[0] * spin[0] * spin[0] + moments[1] * spin[1] * spin[1] + moments[2] * spin[2] * spin[2]);
}

interface NextTouch {
  readonly time: number;
  readonly corner: Corner;
  readonly state: PlateState;
  readonly isEdge: boolean;
}

/** Below this height, in diagonals, a corner is on the floor but for the last steps. */
const TOUCHING = 1e-12;
const MOST_STEPS = 1_000_000;

/** Which corner comes down next, with the state then; or why none does. */
function nextTouch(plate: Plate, state: PlateState, gravity: number, struck: Corner, within: number): NextTouch | PlateStatus {
  const flight = createFlight(plate, state, gravity);
  const reach = 0.5 * diagonalOf(plate);
  const [, , fall] = state.velocity;
  let t = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const heights = CORNERS.map((corner) => flight.cornerAt(t, corner));
    const lowest = heights.reduce((least, each) => (each.height < least.height ? each : least));
    const down = heights.filter(({ height, rate }) => height <= TOUCHING * diagonalOf(plate) && rate < 0);
    if (down.length > 0) {
      const { corner } = down.reduce((least, each) => (each.height < least.height ? each : least));
      const time = flight.polish(t, corner);
      const others = CORNERS.filter((other) => other !== corner && flight.cornerAt(time, other).height <= TIE * diagonalOf(plate));
      const isEdge = others.some((other) => flight.cornerAt(time, other).rate < 0);
      return { time, corner, state: flight.stateAt(time, corner), isEdge };
    }
    if (gravity === 0 && fall >= 0 && state.height + fall * t > reach) return "separated";
    if (t > within) return "maximum-time";
    const wait = Math.min(...heights.map(({ height, rate }) => flight.wait(Math.max(0, height), rate)));
    if (!(wait > 0)) {
      // The corner that has just struck neither rises nor is lifted: it stays.
      if (lowest.corner === struck && t === 0) return "sustained-contact";
      t += Number.EPSILON * Math.max(t, 1e-300);
      continue;
    }
    t += wait;
  }
  return "maximum-time";
}

interface CornerHeight {
  readonly corner: Corner;
  /** m and m/s. */
  readonly height: number;
  readonly rate: number;
}

interface Flight {
  cornerAt(t: number, corner: Corner): CornerHeight;
  stateAt(t: number, corner: Corner): PlateState;
  /** The time for which a corner at this height and rate cannot reach the floor. */
  wait(height: number, rate: number): number;
  /** The time at which a corner that is almost down is on the floor. */
  polish(t: number, corner: Corner): number;
}

const TOLERANCE = 1e-13;

function createFlight(plate: Plate, start: PlateState, gravity: number): Flight {
  const moments = plateInertia(plate);
  const spin = localSpin(start.orientation, start.angularVelocity);
  const least = Math.min(...moments);
  const fastest = (2 * turningEnergy(plate, spin)) / least;
  const bound = gravity + 0.5 * diagonalOf(plate) * fastest * (1 + (Math.max(...moments) - least) / least);
  const isTurning = fastest > 0;
  const integrator = createIntegrator(
    { dimension: 7, relativeTolerance: TOLERANCE, absoluteTolerance: TOLERANCE, maxSteps: 10_000_000 },
    (_t, y, out) => {
      const [x, y1, z, w, a, b, c] = y;
      out[0] = 0.5 * (w * a + y1 * c - z * b);
      out[1] = 0.5 * (w * b + z * a - x * c);
      out[2] = 0.5 * (w * c + x * b - y1 * a);
      out[3] = -0.5 * (x * a + y1 * b + z * c);
      out[4] = ((moments[1] - moments[2]) * b * c) / moments[0];
      out[5] = ((moments[2] - moments[0]) * c * a) / moments[1];
      out[6] = ((moments[0] - moments[1]) * a * b) / moments[2];
    },
  );
  const state = new Float64Array(7);
  integrator.start(0, [...start.orientation, ...spin]);

  function look(t: number): { readonly orientation: Quaternion; readonly angularVelocity: Vec3 } {
    if (!isTurning) return { orientation: start.orientation, angularVelocity: vec3.ZERO };
    if (t < integrator.stepStart || t === 0) {
      integrator.start(0, [...start.orientation, ...spin]);
      if (t === 0) return { orientation: start.orientation, angularVelocity: start.angularVelocity };
    }
    while (integrator.time < t) integrator.step(Number.MAX_VALUE);
    integrator.interpolate(t, state);
    const orientation = quaternion.normalize([state[0], state[1], state[2], state[3]]) ?? start.orientation;
    return { orientation, angularVelocity: quaternion.rotate(orientation, [state[4], state[5], state[6]]) };
  }

  function cornerAt(t: number, corner: Corner): CornerHeight {
    const { orientation, angularVelocity } = look(t);
    const arm = quaternion.rotate(orientation, cornerOf(plate, corner));
    const fall = start.velocity[2];
    return {
      corner,
      height: start.height + (fall - 0.5 * gravity * t) * t + arm[2],
      rate: fall - gravity * t + vec3.cross(angularVelocity, arm)[2],
    };
  }

  return {
    cornerAt,
    wait: (height, rate) =>
      bound > 0 ? (rate + Math.sqrt(rate * rate + 2 * bound * height)) / bound : rate < 0 ? -height / rate : Number.MAX_VALUE,
    stateAt: (t, corner) => {
      const { orientation, angularVelocity } = look(t);
      return {
        height: -heightOf(plate, orientation, corner),
        orientation,
        velocity: [start.velocity[0], start.velocity[1], start.velocity[2] - gravity * t],
        angularVelocity,
      };
    },
    polish: (from, corner) => {
      let t = from;
      for (let n = 0; n < 4; n++) {
        const { height, rate } = cornerAt(t, corner);
        const step = height / rate;
        if (!Number.isFinite(step)) break;
        t -= step;
      }
      return t;
    },
  };
}

function checkFall(fall: PlateFall): Plate {
  const { mass = 1, length = 1, width, thickness = 0, heading = 0, tilt, roll, impactSpeed, restitution, gravity = 0 } = fall;
  for (const [name, value] of Object.entries({ mass, length, width }))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(name, value, "is not positive");
  if (!(thickness >= 0 && thickness < Number.POSITIVE_INFINITY)) throw new InvalidInputError("thickness", thickness, "is negative");
  for (const [name, value] of Object.entries({ heading, tilt, roll, impactSpeed }))
    if (!Number.isFinite(value)) throw new InvalidInputError(name, value, "is not a number");
  if (!(restitution >= 0 && restitution <= 1)) throw new InvalidInputError("restitution", restitution, "is not between 0 and 1");
  if (!(gravity >= 0 && gravity < Number.POSITIVE_INFINITY)) throw new InvalidInputError("gravity", gravity, "is negative or not a number");
  const { maximumImpacts, maximumTime } = fall;
  if (maximumImpacts !== undefined && !(Number.isInteger(maximumImpacts) && maximumImpacts > 0))
    throw new InvalidInputError("maximumImpacts", maximumImpacts, "is not a whole number > 0");
  if (maximumTime !== undefined && !(maximumTime > 0)) throw new InvalidInputError("maximumTime", maximumTime, "is not positive");
  return { mass, length, width, thickness };
}
