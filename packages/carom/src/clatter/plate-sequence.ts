/**
 * Which corner of a falling plate strikes when: impacts, and free flight between them.
 *
 * In flight the centre falls and the plate turns without torque (plate-flight.ts); the floor is out of reach for a known time, so no touch
 * is missed.
 *
 * The bounces of a corner that die out, infinitely many in a finite time, are summed at the end (`tail`): a geometric series, where nothing
 * acts along the floor.
 *
 * Two corners that come down together are an edge, which has no single contact: the sequence stops there and says so.
 *
 * Source: 003 section 4.2; flight and search are ours.
 */
import { InvalidInputError, SolverError } from "../errors.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { approachTime, createFlight, diagonalOf, localSpin, tiltOf, turningEnergy } from "./plate-flight.js";
import {
  CORNERS,
  type Corner,
  cornerApproach,
  cornerOf,
  cornerPoint,
  type Plate,
  type PlateState,
  plateOrientation,
  spinFrom,
  strikeCorner,
} from "./plate-impact.js";
import { createLaunch, type Launch } from "./plate-launch.js";
import { checkRange } from "./range.js";
import { type ContactExponents, checkExponents, restitutionsFrom } from "./restitution.js";
import type { ClatterTail } from "./rod-sequence.js";
import { roundingWarning } from "./rounding.js";
import { checkTangent, type FloorTangent, gainWarning, tangentOf } from "./tangential.js";

/** A plate just before its first corner strikes the floor. */
export interface PlateFall extends FloorTangent<readonly [number, number]> {
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
  /** Along x and y then, m/s; it matters only where something acts there. Default: none. */
  readonly horizontalVelocity?: readonly [number, number];
  /** 0 to 1. */
  readonly restitution: number;
  /** Lets restitution change with speed and mobility as a contact force of these powers does; `restitution` is that of the first impact. */
  readonly exponents?: ContactExponents;
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
  /** Where it changes from impact to impact. */
  readonly restitution?: number;
  /** Where something acts along the floor: its impulse along x and y, N s, */
  readonly tangentialImpulse?: readonly [number, number];
  /** and the slip of the corner before, m/s, */
  readonly slipBefore?: readonly [number, number];
  /** and after. */
  readonly slipAfter?: readonly [number, number];
  /** J. */
  readonly energyLoss: number;
}

/**
 * Why the sequence of a plate ended; `accumulation`: the bounces of a corner have died out, and it stays; `jammed`: no impact has the given
 * impulse ratio or tangential restitution.
 */
export type PlateStatus = "separated" | "sustained-contact" | "accumulation" | "edge" | "maximum-impacts" | "maximum-time" | "jammed";

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
  /** Impacts after those listed, where there are any that cannot be told apart. */
  readonly tail?: ClatterTail;
  /** After all of them: when, s since the first impact, and the motion then. */
  readonly final: PlateState & { readonly time: number };
  /** What the reader should know of the digits. */
  readonly warnings: readonly string[];
}

const MAXIMUM_IMPACTS = 1000;
/** Rebounds below this part of the first approach have run into rounding; those to come add up to no time that could be told. */
const FADED = 1e-12;
/** Heights closer than this, in diagonals, are the same. */
const TIE = 1e-9;

/**
 * The corners that strike, one after the other, until the plate rises for good or stays on the floor, an edge strikes, or a limit is
 * reached.
 */
export function followPlate(fall: PlateFall): PlateSequence {
  const sequence = tracePlate(fall);
  const told = ({ impacts }: Pick<PlateSequence, "impacts">) => impacts.map(({ corner, impulse }) => ({ name: corner, impulse }));
  const warnings = roundingWarning(told(sequence), (part) => told(tracePlate({ ...fall, tilt: fall.tilt * (1 - part) })));
  return { ...sequence, warnings: [...gainWarning(sequence.impacts, sequence.energyBefore), ...warnings] };
}

function tracePlate(fall: PlateFall): Omit<PlateSequence, "warnings"> {
  const plate = checkFall(fall);
  const { gravity = 0, maximumImpacts = MAXIMUM_IMPACTS, maximumTime, exponents } = fall;
  const tangent = tangentOf(fall);
  const orientation = plateOrientation(fall.heading ?? 0, fall.tilt, fall.roll);
  let corner = lowestCorner(plate, orientation, fall);
  let state: PlateState = {
    height: -heightOf(plate, orientation, corner),
    orientation,
    velocity: [...(fall.horizontalVelocity ?? ([0, 0] as const)), -fall.impactSpeed],
    angularVelocity: fall.angularVelocity ?? vec3.ZERO,
  };
  if (!(cornerApproach(plate, state, corner) > 0))
    throw new InvalidInputError("impactSpeed", fall.impactSpeed, "does not bring the lowest corner down to the floor");
  const impacts: PlateImpact[] = [];
  const energyBefore = energyOf(plate, state);
  const mobilityOf = (at: PlateState, of: Corner) => cornerPoint(plate, at, of).mobility[2][2];
  const restitutionAt = restitutionsFrom(fall.restitution, cornerApproach(plate, state, corner), mobilityOf(state, corner), exponents);
  let time = 0;
  const ending = (status: PlateStatus, tail?: ClatterTail) => ({
    status,
    impacts,
    energyBefore,
    energyAfter: energyOf(plate, state),
    ...(tail === undefined ? {} : { tail }),
    final: { ...state, time: time + (tail?.duration ?? 0) },
  });
  for (;;) {
    const approachSpeed = cornerApproach(plate, state, corner);
    const before = energyOf(plate, state);
    const restitution = restitutionAt(approachSpeed, mobilityOf(state, corner));
    const strike = strikeCorner(plate, state, corner, restitution, tangent);
    if (strike === undefined) return ending("jammed");
    const { impulse, rebound } = strike;
    state = strike.state;
    impacts.push({
      corner,
      time,
      orientation: state.orientation,
      tilt: tiltOf(state.orientation),
      approachSpeed,
      impulse,
      verticalVelocity: state.velocity[2],
      angularVelocity: state.angularVelocity,
      ...(exponents === undefined ? {} : { restitution }),
      ...strike.along,
      energyLoss: before - energyOf(plate, state),
    });
    const launch = createLaunch(plate, state, corner, rebound, gravity);
    if (launch.acceleration <= 0 && rebound <= FADED * impacts[0].approachSpeed) {
      if (rebound === 0) return ending("sustained-contact");
      if (tangent !== undefined || exponents !== undefined) return ending("accumulation");
      const tail = lastBounces(impacts[impacts.length - 1], restitution, launch.acceleration);
      state = afterBounces(plate, state, corner, tail, gravity);
      return ending("accumulation", tail);
    }
    if (impacts.length >= maximumImpacts) return ending("maximum-impacts");
    const within = maximumTime === undefined ? Number.POSITIVE_INFINITY : maximumTime - time;
    const next = nextTouch(plate, state, gravity, { corner, launch, rebound }, within);
    if (typeof next === "string") return ending(next);
    time += next.time;
    state = next.state;
    corner = next.corner;
    if (next.isEdge) return ending("edge");
  }
}

/** Bounces of one corner under a constant acceleration: each is the one before times e, and so is the time it takes. */
function lastBounces({ approachSpeed, impulse, energyLoss }: PlateImpact, restitution: number, acceleration: number): ClatterTail {
  const e = restitution;
  return {
    impulse: (impulse * e) / (1 - e),
    energyLoss: (energyLoss * e * e) / (1 - e * e),
    duration: (2 * e * approachSpeed) / (-acceleration * (1 - e)),
  };
}

/** The motion when they are over. */
function afterBounces(plate: Plate, state: PlateState, corner: Corner, { impulse, duration }: ClatterTail, gravity: number): PlateState {
  const [vx, vy, vz] = state.velocity;
  const arm = quaternion.rotate(state.orientation, cornerOf(plate, corner));
  const turned = spinFrom(plate, state.orientation, vec3.cross(arm, [0, 0, impulse]));
  return {
    ...state,
    velocity: [vx, vy, vz + impulse / plate.mass - gravity * duration],
    angularVelocity: vec3.add(state.angularVelocity, turned),
  };
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

/** The corner that has just struck. */
interface StruckCorner {
  readonly corner: Corner;
  readonly launch: Launch;
  readonly rebound: number;
}

/** Which corner comes down next, with the state then; or why none does. */
function nextTouch(plate: Plate, state: PlateState, gravity: number, struck: StruckCorner, within: number): NextTouch | PlateStatus {
  const { launch } = struck;
  const flight = createFlight(plate, state, gravity);
  const size = diagonalOf(plate);
  const [, , fall] = state.velocity;
  const heightAt = (t: number, corner: Corner) =>
    corner === struck.corner && t < launch.until ? launch.at(t) : flight.heightAt(t, cornerOf(plate, corner));
  let t = struck.rebound > 0 ? 0 : launch.rising;
  for (let step = 0; step < MOST_STEPS; step++) {
    const heights = CORNERS.map((corner) => ({ corner, ...heightAt(t, corner) }));
    const down = heights.filter(({ height, rate }) => height <= TOUCHING * size && rate < 0);
    if (down.length > 0) {
      const { corner } = down.reduce((least, each) => (each.height < least.height ? each : least));
      const time = approachTime(t, (at) => heightAt(at, corner));
      if (time > within) return "maximum-time";
      const then = CORNERS.filter((other) => other !== corner).map((other) => heightAt(time, other));
      const isEdge = then.some(({ height, rate }) => height <= TIE * size && rate < 0);
      const { orientation, velocity, angularVelocity } = flight.stateAt(time);
      return { time, corner, state: { height: -heightOf(plate, orientation, corner), orientation, velocity, angularVelocity }, isEdge };
    }
    if (gravity === 0 && fall >= 0 && state.height + fall * t > 0.5 * size) return "separated";
    if (t > within) return "maximum-time";
    const wait = Math.min(...heights.map(({ height, rate }) => flight.wait(Math.max(0, height), rate)));
    t += Math.max(wait, Number.EPSILON * t, flight.shortest);
  }
  throw new SolverError(`the next touch of the plate was not found in ${MOST_STEPS} looks`, { time: t });
}

function checkFall(fall: PlateFall): Plate {
  const { mass = 1, length = 1, width, thickness = 0, heading = 0, tilt, roll, impactSpeed, restitution, gravity = 0 } = fall;
  const [spinX, spinY, spinZ] = fall.angularVelocity ?? vec3.ZERO;
  checkRange({ mass, length, width, thickness, impactSpeed, gravity });
  const [alongX, alongY] = fall.horizontalVelocity ?? [0, 0];
  checkRange({ "horizontalVelocity[0]": alongX, "horizontalVelocity[1]": alongY });
  checkTangent(fall);
  checkRange({ "angularVelocity[0]": spinX, "angularVelocity[1]": spinY, "angularVelocity[2]": spinZ });
  for (const [name, value] of Object.entries({ mass, length, width }))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(name, value, "is not positive");
  if (!(thickness >= 0 && thickness < Number.POSITIVE_INFINITY)) throw new InvalidInputError("thickness", thickness, "is negative");
  for (const [name, value] of Object.entries({ heading, tilt, roll, impactSpeed }))
    if (!Number.isFinite(value)) throw new InvalidInputError(name, value, "is not a number");
  if (!(restitution >= 0 && restitution <= 1)) throw new InvalidInputError("restitution", restitution, "is not between 0 and 1");
  checkExponents(restitution, fall.exponents, tangentOf(fall) === undefined);
  if (!(gravity >= 0 && gravity < Number.POSITIVE_INFINITY)) throw new InvalidInputError("gravity", gravity, "is negative or not a number");
  const { maximumImpacts, maximumTime } = fall;
  if (maximumImpacts !== undefined && !(Number.isInteger(maximumImpacts) && maximumImpacts > 0))
    throw new InvalidInputError("maximumImpacts", maximumImpacts, "is not a whole number > 0");
  if (maximumTime !== undefined && !(maximumTime > 0)) throw new InvalidInputError("maximumTime", maximumTime, "is not positive");
  return { mass, length, width, thickness };
}
