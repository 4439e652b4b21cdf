/**
 * Which end of a falling rod strikes when: impacts without friction, free flight between them.
 *
 * In flight the middle falls and the rod turns evenly, so an end is at the height
 *
 *     h(t) = y + vy t - g t^2/2 -+ (l/2) sin(phi + w t)
 *     h(t) = vy t - g t^2/2 -+ l cos(phi + w t/2) sin(w t/2)      for the end that has just struck
 *
 * |h''| is at most g + w^2 l/2, so from a height h and a velocity h' the floor is out of reach for (h' + sqrt(h'^2 + 2 B h))/B: steps of
 * that length come down to the floor and miss nothing, a grazing end included. The ends need not take turns: with gravity one may strike
 * again and again.
 *
 * `position-only` is the source's gravity, which lowers the rod in flight but does not make it faster; its tables need it. No energy is
 * kept that way.
 *
 * Letters: y height of the middle, phi angle, vy and w their rates, l length, g gravity, B the bound.
 * Source: 003 sections 2.3 to 2.5, with gravity repaired (docs/errata.md).
 */
import { InvalidInputError } from "../errors.js";
import { asin, cos, sin } from "../math/elementary.js";
import { checkRange } from "./range.js";
import { approachOf, type Rod, type RodEnd, type RodState, strikeFloor } from "./rod-impact.js";

/** A rod just before its first end strikes the floor. */
export interface RodFall {
  /** kg. Default: 1. */
  readonly mass?: number;
  /** m. Default: 1. */
  readonly length?: number;
  /** About the middle, kg m^2. Default: that of a uniform rod, m l^2 / 12. */
  readonly inertia?: number;
  /** Between rod and floor when end A strikes first, rad, above 0 and at most a right angle. */
  readonly angle: number;
  /** Of the middle, downwards, just before the first impact, m/s. */
  readonly impactSpeed: number;
  /** Then, rad/s, positive lifts end B. Default: 0. */
  readonly angularVelocity?: number;
  /** 0 to 1. */
  readonly restitution: number;
  /** m/s^2. Default: 0. */
  readonly gravity?: number;
  /** `position-only`: the source's, which does not speed the rod up. Default: `consistent`. */
  readonly gravityModel?: "consistent" | "position-only";
  /** With gravity one of the following three is needed: impacts after which to stop, */
  readonly maximumImpacts?: number;
  /** time after which to stop, s, */
  readonly maximumTime?: number;
  /** approach speed below which the rod has come to stay, m/s. */
  readonly restSpeed?: number;
}

/** One end strikes the floor. */
export interface RodImpact {
  /** Which. */
  readonly end: RodEnd;
  /** Since the first impact, s. */
  readonly time: number;
  /** Between rod and floor, rad, 0 to a right angle. */
  readonly angle: number;
  /** Of the end, downwards, m/s. */
  readonly approachSpeed: number;
  /** N s. */
  readonly impulse: number;
  /** After, m/s upwards and rad/s. */
  readonly verticalVelocity: number;
  /** After it, rad/s. */
  readonly angularVelocity: number;
  /** Lost in this impact, J. */
  readonly energyLoss: number;
}

/**
 * Why the sequence ends: the rod has left the floor for good; an end has come to stay; the bounces of an end have died out, infinitely many
 * in a finite time (`accumulation`), and it stays; the rod lies flat, where there is no single contact; or a limit was reached. `no-push`:
 * with `position-only` gravity an end can come down that does not approach.
 */
export type RodStatus = "separated" | "sustained-contact" | "accumulation" | "flat" | "maximum-impacts" | "maximum-time" | "no-push";

/** The ends of a rod that strike, one after the other. */
export interface RodSequence {
  /** Why it ended. */
  readonly status: RodStatus;
  /** In order. */
  readonly impacts: readonly RodImpact[];
  /** Kinetic energy before the first impact, J. */
  readonly energyBefore: number;
  /** Kinetic energy after the last impact, J. */
  readonly energyAfter: number;
}

/** A rod whose angle is below this lies flat, rad. */
const FLAT = 1e-12;
/** Rebounds below this part of the first approach have run into rounding; those to come add up to no time that could be told. */
const FADED = 1e-12;
/** Without a limit of the caller's, impacts beyond this are an error of the caller's. */
const MOST_IMPACTS = 100_000;
const ENDS: readonly RodEnd[] = ["A", "B"];

/** Follows a rod from its first impact. */
export function followRod(fall: RodFall): RodSequence {
  const rod = checkFall(fall);
  const { restitution, gravity = 0, gravityModel = "consistent", maximumImpacts = MOST_IMPACTS, maximumTime, restSpeed = 0 } = fall;
  const impacts: RodImpact[] = [];
  let state: RodState = {
    height: 0.5 * rod.length * sin(fall.angle),
    angle: fall.angle,
    verticalVelocity: -fall.impactSpeed,
    angularVelocity: fall.angularVelocity ?? 0,
  };
  const energyBefore = energyOf(rod, state);
  let time = 0;
  let end: RodEnd = "A";
  const ending = (status: RodStatus): RodSequence => ({ status, impacts, energyBefore, energyAfter: energyOf(rod, state) });
  for (;;) {
    const approachSpeed = approachOf(rod, state, end);
    if (!(approachSpeed > 0)) return ending("no-push");
    const before = energyOf(rod, state);
    const { impulse, state: after } = strikeFloor(rod, state, end, restitution);
    state = after;
    const { verticalVelocity, angularVelocity } = state;
    impacts.push({
      end,
      time,
      angle: acute(state.angle),
      approachSpeed,
      impulse,
      verticalVelocity,
      angularVelocity,
      energyLoss: before - energyOf(rod, state),
    });
    const rebound = approachSpeed * restitution;
    if (rebound <= restSpeed && staysDown(rod, state, end, gravity)) return ending("sustained-contact");
    const fades = restitution < 1 && gravityModel === "consistent" && rebound <= FADED * impacts[0].approachSpeed;
    if (fades && staysDown(rod, state, end, gravity)) return ending("accumulation");
    if (impacts.length >= maximumImpacts) return ending("maximum-impacts");
    const next = nextTouch(rod, state, gravity, end);
    if (next === undefined) return ending("separated");
    if (maximumTime !== undefined && time + next.time > maximumTime) return ending("maximum-time");
    time += next.time;
    state = flown(rod, state, next, gravity, gravityModel === "consistent");
    end = next.end;
    if (acute(state.angle) < FLAT) return ending("flat");
  }
}

function energyOf({ mass, inertia }: Rod, { verticalVelocity, angularVelocity }: RodState): number {
  return 0.5 * (mass * verticalVelocity * verticalVelocity + inertia * angularVelocity * angularVelocity);
}

function acute(angle: number): number {
  return asin(Math.min(1, Math.abs(sin(angle))));
}

/** Whether an end that does not rise is pressed down by gravity, not lifted by the turning of the rod. */
function staysDown({ length }: Rod, { angle, angularVelocity }: RodState, end: RodEnd, gravity: number): boolean {
  const lift = 0.5 * length * angularVelocity * angularVelocity * sin(angle);
  return gravity > 0 && (end === "A" ? lift : -lift) - gravity <= 0;
}

interface NextTouch {
  readonly time: number;
  readonly end: RodEnd;
}

/** The state at the next touch. The height is that of an end on the floor, exactly. */
function flown({ length }: Rod, state: RodState, { time, end }: NextTouch, gravity: number, gainsSpeed: boolean): RodState {
  const angle = state.angle + state.angularVelocity * time;
  return {
    ...state,
    height: (end === "A" ? 0.5 : -0.5) * length * sin(angle),
    angle,
    verticalVelocity: state.verticalVelocity - (gainsSpeed ? gravity * time : 0),
  };
}

/** When which end comes down next. */
function nextTouch(rod: Rod, state: RodState, gravity: number, struck: RodEnd): NextTouch | undefined {
  let first: NextTouch | undefined;
  for (const end of ENDS) {
    const time = descend(rod, state, gravity, end, end === struck, first?.time ?? Number.POSITIVE_INFINITY);
    if (time !== undefined && (first === undefined || time < first.time)) first = { time, end };
  }
  return first;
}

/** Below this height, in lengths, an end is on the floor but for the last Newton steps. */
const TOUCHING = 1e-13;
const MOST_STEPS = 1_000_000;
/** Where an end that has struck without rebound begins to rise, part of the time in which the rod turns by a radian. */
const FIRST_LOOK = 1e-7;

/** The first time, before `within`, at which an end comes down to the floor. */
function descend(rod: Rod, state: RodState, gravity: number, end: RodEnd, hasStruck: boolean, within: number): number | undefined {
  const { length } = rod;
  const { height, angle, verticalVelocity, angularVelocity } = state;
  const side = end === "A" ? -1 : 1;
  const heightAt = (t: number) => {
    const fall = verticalVelocity * t - 0.5 * gravity * t * t;
    if (hasStruck) return fall + side * length * cos(angle + 0.5 * angularVelocity * t) * sin(0.5 * angularVelocity * t);
    return height + fall + 0.5 * side * length * sin(angle + angularVelocity * t);
  };
  const rateAt = (t: number) => verticalVelocity - gravity * t + 0.5 * side * length * angularVelocity * cos(angle + angularVelocity * t);
  const bound = gravity + 0.5 * length * angularVelocity * angularVelocity;
  let t = 0;
  if (hasStruck && !(rateAt(0) > 0)) t = angularVelocity === 0 ? 0 : FIRST_LOOK / Math.abs(angularVelocity);
  for (let step = 0; step < MOST_STEPS; step++) {
    const h = heightAt(t);
    const rate = rateAt(t);
    if (h <= TOUCHING * length && rate < 0) return polish(heightAt, rateAt, t);
    if (hasLeft(state, gravity, t, 0.5 * length)) return undefined;
    // No acceleration: a straight way down, or none.
    const wait = bound > 0 ? (rate + Math.sqrt(rate * rate + 2 * bound * Math.max(0, h))) / bound : rate < 0 ? h / -rate : undefined;
    if (wait === undefined) return undefined;
    t += Math.max(wait, Number.EPSILON * t);
    if (t > within) return undefined;
  }
  return undefined;
}

/** Without gravity: whether the middle is above the reach of the ends and does not come back. */
function hasLeft({ height, verticalVelocity }: RodState, gravity: number, t: number, reach: number): boolean {
  return gravity === 0 && verticalVelocity >= 0 && (height + verticalVelocity * t > reach || (verticalVelocity === 0 && height >= reach));
}

function polish(heightAt: (t: number) => number, rateAt: (t: number) => number, from: number): number {
  let t = from;
  for (let n = 0; n < 4; n++) {
    const step = heightAt(t) / rateAt(t);
    if (!Number.isFinite(step)) break;
    t -= step;
  }
  return t;
}

function checkFall(fall: RodFall): Rod {
  const { mass = 1, length = 1, angle, impactSpeed, angularVelocity = 0, restitution, gravity = 0, gravityModel = "consistent" } = fall;
  checkRange({ mass, length, impactSpeed, angularVelocity, gravity });
  const positive = { mass, length };
  for (const [name, value] of Object.entries(positive))
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) throw new InvalidInputError(name, value, "is not positive");
  const { inertia = (mass * length * length) / 12, maximumImpacts, maximumTime, restSpeed } = fall;
  if (!(inertia > 0 && inertia <= 0.25 * mass * length * length * (1 + 1e-12)))
    throw new InvalidInputError(
      "inertia",
      inertia,
      `is not between 0 and m l^2 / 4 = ${0.25 * mass * length * length}, what a rod of that length can have`,
    );
  if (!(angle > 0 && angle <= 0.5 * Math.PI))
    throw new InvalidInputError(
      "angle",
      angle,
      "is not above 0 and at most a right angle (flat, both ends strike at once: see flatImpulses)",
    );
  if (!(restitution >= 0 && restitution <= 1)) throw new InvalidInputError("restitution", restitution, "is not between 0 and 1");
  if (!(gravity >= 0 && gravity < Number.POSITIVE_INFINITY)) throw new InvalidInputError("gravity", gravity, "is negative or not a number");
  if (gravityModel !== "consistent" && gravityModel !== "position-only")
    throw new InvalidInputError("gravityModel", gravityModel, "is neither consistent nor position-only");
  if (maximumImpacts !== undefined && !(Number.isInteger(maximumImpacts) && maximumImpacts > 0 && maximumImpacts <= MOST_IMPACTS))
    throw new InvalidInputError("maximumImpacts", maximumImpacts, `is not a whole number from 1 to ${MOST_IMPACTS}`);
  if (maximumTime !== undefined && !(maximumTime > 0)) throw new InvalidInputError("maximumTime", maximumTime, "is not positive");
  if (restSpeed !== undefined && !(restSpeed >= 0)) throw new InvalidInputError("restSpeed", restSpeed, "is negative");
  if (gravity > 0 && maximumImpacts === undefined && maximumTime === undefined && !(restSpeed !== undefined && restSpeed > 0))
    throw new InvalidInputError(
      "maximumImpacts",
      maximumImpacts,
      "is given, nor maximumTime nor restSpeed: with gravity the impacts have no end, so one of them is needed",
    );
  const rod = { mass, length, inertia };
  const state = { height: 0, angle, verticalVelocity: -impactSpeed, angularVelocity };
  if (!(approachOf(rod, state, "A") > 0)) throw new InvalidInputError("impactSpeed", impactSpeed, "does not bring end A down to the floor");
  return rod;
}
