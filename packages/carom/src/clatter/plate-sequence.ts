/**
 * Which corner of a falling plate strikes when: impacts without friction, free flight between them.
 *
 * In flight the centre falls and the plate turns without torque (plate-flight.ts); the floor is out of reach for a known time, so no touch
 * is missed.
 *
 * Two corners that come down together are an edge, which has no single contact: the sequence stops there and says so.
 *
 * Source: 003 section 4.2; flight and search are ours.
 */
import { InvalidInputError } from "../errors.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createFlight, diagonalOf, localSpin, tiltOf, turningEnergy } from "./plate-flight.js";
import {
  CORNERS,
  type Corner,
  cornerApproach,
  cornerOf,
  type Plate,
  type PlateState,
  plateOrientation,
  strikeCorner,
} from "./plate-impact.js";
import { checkRange } from "./range.js";

/** A plate just before its first corner strikes the floor. */
export interface PlateFall {
  /** kg. Default: 1. */
  readonly mass?: number;
  /** Along the plate's x axis, m. Default: 1. */
  readonly length?: number;
  /** Along its y axis, m. */
  readonly width: number;
  /** m; in the inertia only. Default: 0, a thin plate. */
  readonly thickness?: number;
  /**
   * How far the plate is turned about z, then about the new x, then about the new z, rad. Default heading: 0, which does not matter without
   * friction.
   */
  readonly heading?: number;
  /** About the new x axis, rad. */
  readonly tilt: number;
  /** About the new z axis, rad. */
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

/** One corner strikes the floor. */
export interface PlateImpact {
  /** Which. */
  readonly corner: Corner;
  /** Since the first impact, s. */
  readonly time: number;
  /** Of the plate then, body to world. */
  readonly orientation: Quaternion;
  /** Between the plate and the floor, rad, 0 to a right angle. */
  readonly tilt: number;
  /** Of the corner, downwards, m/s. */
  readonly approachSpeed: number;
  /** N s. */
  readonly impulse: number;
  /** After, world axes. */
  readonly verticalVelocity: number;
  /** After it, rad/s, world axes. */
  readonly angularVelocity: Vec3;
  /** J. */
  readonly energyLoss: number;
}

/** Why the sequence of a plate ended. */
export type PlateStatus = "separated" | "sustained-contact" | "edge" | "maximum-impacts" | "maximum-time";

/** The corners of a plate that strike, one after the other. */
export interface PlateSequence {
  /** Why it ended. */
  readonly status: PlateStatus;
  /** In order. */
  readonly impacts: readonly PlateImpact[];
  /** Kinetic energy before the first impact and after the last, J. */
  readonly energyBefore: number;
  /** Kinetic energy after the last impact, J. */
  readonly energyAfter: number;
}

const MAXIMUM_IMPACTS = 1000;
/** Heights closer than this, in diagonals, are the same. */
const TIE = 1e-9;

/**
 * The corners that strike, one after the other, until the plate rises for good or stays on the floor, an edge strikes, or a limit is
 * reached.
 */
export function followPlate(fall: PlateFall): PlateSequence {
  const plate = checkFall(fall);
  const { restitution, gravity = 0, maximumImpacts = MAXIMUM_IMPACTS, maximumTime } = fall;
  const orientation = plateOrientation(fall.heading ?? 0, fall.tilt, fall.roll);
  let corner = lowestCorner(plate, orientation, fall);
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

function lowestCorner(plate: Plate, orientation: Quaternion, { tilt, roll }: PlateFall): Corner {
  const sorted = CORNERS.map((corner) => ({ corner, height: heightOf(plate, orientation, corner) })).sort((a, b) => a.height - b.height);
  if (sorted[1].height - sorted[0].height <= TIE * diagonalOf(plate))
    throw new InvalidInputError(
      "tilt",
      tilt,
      `with a roll of ${roll} leaves two corners at the same height: an edge or the whole plate strikes, which has no single contact`,
    );
  return sorted[0].corner;
}

function energyOf(plate: Plate, { velocity, angularVelocity, orientation }: PlateState): number {
  return 0.5 * plate.mass * vec3.dot(velocity, velocity) + turningEnergy(plate, localSpin(orientation, angularVelocity));
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
    const heights = CORNERS.map((corner) => ({ corner, ...flight.heightAt(t, cornerOf(plate, corner)) }));
    const lowest = heights.reduce((least, each) => (each.height < least.height ? each : least));
    const down = heights.filter(({ height, rate }) => height <= TOUCHING * diagonalOf(plate) && rate < 0);
    if (down.length > 0) {
      const { corner } = down.reduce((least, each) => (each.height < least.height ? each : least));
      const time = flight.polish(t, cornerOf(plate, corner));
      const then = CORNERS.filter((other) => other !== corner).map((other) => flight.heightAt(time, cornerOf(plate, other)));
      const isEdge = then.some(({ height, rate }) => height <= TIE * diagonalOf(plate) && rate < 0);
      const { orientation, velocity, angularVelocity } = flight.stateAt(time);
      return { time, corner, state: { height: -heightOf(plate, orientation, corner), orientation, velocity, angularVelocity }, isEdge };
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

function checkFall(fall: PlateFall): Plate {
  const { mass = 1, length = 1, width, thickness = 0, heading = 0, tilt, roll, impactSpeed, restitution, gravity = 0 } = fall;
  const [spinX, spinY, spinZ] = fall.angularVelocity ?? vec3.ZERO;
  checkRange({ mass, length, width, thickness, impactSpeed, gravity });
  checkRange({ "angularVelocity[0]": spinX, "angularVelocity[1]": spinY, "angularVelocity[2]": spinZ });
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
