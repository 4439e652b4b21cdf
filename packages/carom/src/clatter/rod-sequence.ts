/**
 * Which end of a falling rod strikes when: impacts, and free flight between them.
 *
 * In flight the middle falls and the rod turns evenly, so an end is at the height
 *
 *     h(t) = y + vy t - g t^2/2 -+ (l/2) sin(phi + w t)
 *
 * and rod-flight.ts finds when it comes down. The ends need not take turns: with gravity one may strike again and again.
 *
 * Some impacts cannot be told apart, and are summed (`tail`): the bounces of one end that die out, a geometric series, and those of a rod
 * at no angle at all, which take turns at one instant (`flatImpulses` of rod-limits.ts). Momentum is kept to the last digit that way. Where
 * something acts along the floor the bounces of one end are no geometric series, so the sequence ends without their sum.
 *
 * `position-only` is the source's gravity, which lowers the rod in flight but does not make it faster; its tables need it. No energy is
 * kept that way.
 *
 * Letters: y height of the middle, phi angle, vy and w their rates, l length, g gravity, B the bound.
 * Source: 003 sections 2.3 to 2.5, with gravity repaired (docs/errata.md).
 */
import { InvalidInputError } from "../errors.js";
import { asin, sin } from "../math/elementary.js";
import { checkRange } from "./range.js";
import { type ContactExponents, checkExponents, type RestitutionAt, restitutionsFrom } from "./restitution.js";
import { liftOf, nextTouch, type RodTouch } from "./rod-flight.js";
import { approachOf, offsetOf, pointOf, type Rod, type RodEnd, type RodState, strikeFloor } from "./rod-impact.js";
import { roundingWarning } from "./rounding.js";
import { checkTangent, type FloorTangent, gainWarning, tangentOf } from "./tangential.js";

/** A rod just before its first end strikes the floor. */
export interface RodFall extends FloorTangent {
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
  /** Along the floor then, m/s; it matters only where something acts there. Default: 0. */
  readonly horizontalVelocity?: number;
  /** 0 to 1. */
  readonly restitution: number;
  /** Lets restitution change with speed and mobility as a contact force of these powers does; `restitution` is that of the first impact. */
  readonly exponents?: ContactExponents;
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
  /** Where it changes from impact to impact. */
  readonly restitution?: number;
  /** Where something acts along the floor: its impulse, N s, */
  readonly tangentialImpulse?: number;
  /** and the slip of the end before, m/s, */
  readonly slipBefore?: number;
  /** and after. */
  readonly slipAfter?: number;
  /** Lost in this impact, J. */
  readonly energyLoss: number;
}

/**
 * Why the sequence ends: the rod has left the floor for good; an end has come to stay; the bounces of an end have died out, infinitely many
 * in a finite time (`accumulation`), and it stays; the rod lies flat, where there is no single contact; or a limit was reached. `no-push`:
 * with `position-only` gravity an end can come down that does not approach. `jammed`: no impact has the given impulse ratio or tangential
 * restitution.
 */
export type RodStatus =
  | "separated"
  | "sustained-contact"
  | "accumulation"
  | "flat"
  | "maximum-impacts"
  | "maximum-time"
  | "no-push"
  | "jammed";

/** Impacts too close together to be told apart, summed: the last bounces of an end, or those of a rod that strikes flat. */
export interface ClatterTail {
  /** Sum of their impulses, N s. */
  readonly impulse: number;
  /** Of those along the floor, where something acts there, N s. */
  readonly tangentialImpulse?: number;
  /** J. */
  readonly energyLoss: number;
  /** From the last impact told to the end of these, s. */
  readonly duration: number;
}

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
  /** Impacts after those listed, where there are any that cannot be told apart. */
  readonly tail?: ClatterTail;
  /** After all of them: when, s since the first impact, and the motion then. */
  readonly final: RodState & { readonly time: number };
  /** What the reader should know of the digits. */
  readonly warnings: readonly string[];
}

/** A rod whose angle is below this lies flat, rad. */
const FLAT = 1e-12;
/** Rebounds below this part of the first approach have run into rounding; those to come add up to no time that could be told. */
const FADED = 1e-12;
/** Without a limit of the caller's, impacts beyond this are an error of the caller's. */
const MOST_IMPACTS = 100_000;

/** Follows a rod from its first impact. */
export function followRod(fall: RodFall): RodSequence {
  const sequence = traceRod(fall);
  const changed = (factor: number) => {
    const angle = fall.angle * (1 - factor);
    return traceRod({ ...fall, angle }).impacts.map(({ end, impulse }) => ({ name: end, impulse }));
  };
  const told = sequence.impacts.map(({ end, impulse }) => ({ name: end, impulse }));
  return { ...sequence, warnings: [...gainWarning(sequence.impacts, sequence.energyBefore), ...roundingWarning(told, changed)] };
}

function traceRod(fall: RodFall): Omit<RodSequence, "warnings"> {
  const rod = checkFall(fall);
  const { gravity = 0, gravityModel = "consistent", maximumImpacts = MOST_IMPACTS, maximumTime, restSpeed = 0, exponents } = fall;
  const tangent = tangentOf(fall);
  const impacts: RodImpact[] = [];
  let state: RodState = {
    height: 0.5 * rod.length * sin(fall.angle),
    angle: fall.angle,
    verticalVelocity: -fall.impactSpeed,
    angularVelocity: fall.angularVelocity ?? 0,
    ...(fall.horizontalVelocity === undefined ? {} : { horizontalVelocity: fall.horizontalVelocity }),
  };
  const energyBefore = energyOf(rod, state);
  const restitutionAt = restitutionsFrom(fall.restitution, approachOf(rod, state, "A"), pointOf(rod, state, "A").mobility[2], exponents);
  let time = 0;
  let end: RodEnd = "A";
  const ending = (status: RodStatus, tail?: ClatterTail) => ({
    status,
    impacts,
    energyBefore,
    energyAfter: energyOf(rod, state),
    ...(tail === undefined ? {} : { tail }),
    final: { ...state, time: time + (tail?.duration ?? 0) },
  });
  for (;;) {
    const approachSpeed = approachOf(rod, state, end);
    if (!(approachSpeed > 0)) return ending("no-push");
    const before = energyOf(rod, state);
    const restitution = restitutionAt(approachSpeed, pointOf(rod, state, end).mobility[2]);
    const strike = strikeFloor(rod, state, end, restitution, tangent);
    if (strike === undefined) return ending("jammed");
    const { impulse, rebound } = strike;
    state = strike.state;
    const { verticalVelocity, angularVelocity } = state;
    impacts.push({
      end,
      time,
      angle: acute(state.angle),
      approachSpeed,
      impulse,
      verticalVelocity,
      angularVelocity,
      ...(exponents === undefined ? {} : { restitution }),
      ...strike.along,
      energyLoss: before - energyOf(rod, state),
    });
    const lift = liftOf(rod, state, end, gravity);
    const fades = restitution < 1 && gravityModel === "consistent" && rebound <= FADED * impacts[0].approachSpeed;
    if ((rebound <= restSpeed || fades) && gravity > 0 && lift <= 0) {
      const status = rebound <= restSpeed ? "sustained-contact" : "accumulation";
      if (!(rebound > 0 && restitution < 1 && lift < 0 && tangent === undefined && exponents === undefined)) return ending(status);
      const tail = lastBounces(impacts[impacts.length - 1], restitution, lift);
      state = afterBounces(rod, state, end, tail, gravity);
      return ending(status, tail);
    }
    if (impacts.length >= maximumImpacts) return ending("maximum-impacts");
    const next = nextTouch(rod, state, gravity, { end, rebound });
    if (next === undefined) return ending("separated");
    if (maximumTime !== undefined && time + next.time > maximumTime) return ending("maximum-time");
    time += next.time;
    state = flown(rod, state, next, gravity, gravityModel === "consistent");
    end = next.end;
    if (acute(state.angle) < FLAT) {
      const flat = strikeFlat(rod, state, end, restitutionAt, tangent);
      state = flat.state;
      return ending(gravity === 0 && state.verticalVelocity > FADED * fall.impactSpeed ? "separated" : "flat", flat.tail);
    }
  }
}

/** Bounces of one end under a constant acceleration: each is the one before times e, and so is the time it takes. */
function lastBounces({ approachSpeed, impulse, energyLoss }: RodImpact, restitution: number, lift: number): ClatterTail {
  const e = restitution;
  return {
    impulse: (impulse * e) / (1 - e),
    energyLoss: (energyLoss * e * e) / (1 - e * e),
    duration: (2 * e * approachSpeed) / (-lift * (1 - e)),
  };
}

/** The motion when they are over. */
function afterBounces(rod: Rod, state: RodState, end: RodEnd, { impulse, duration }: ClatterTail, gravity: number): RodState {
  const flight = flown(rod, state, { time: duration, end }, gravity, true);
  return {
    ...flight,
    verticalVelocity: flight.verticalVelocity + impulse / rod.mass,
    angularVelocity: flight.angularVelocity + (impulse * offsetOf(rod, flight.angle, end)) / rod.inertia,
  };
}

/** Both ends are on the floor: they take turns at one instant as long as one of them approaches. */
function strikeFlat(rod: Rod, start: RodState, first: RodEnd, restitutionAt: RestitutionAt, tangent?: FloorTangent) {
  let state: RodState = { ...start, angle: 0, height: 0 };
  let end = first;
  let impulse = 0;
  const least = Number.EPSILON * approachOf(rod, state, first);
  for (let n = 0; n < MOST_IMPACTS && approachOf(rod, state, end) > least; n++) {
    const restitution = restitutionAt(approachOf(rod, state, end), pointOf(rod, state, end).mobility[2]);
    const struck = strikeFloor(rod, state, end, restitution, tangent);
    if (struck === undefined) break;
    impulse += struck.impulse;
    state = struck.state;
    end = end === "A" ? "B" : "A";
  }
  const along = rod.mass * ((state.horizontalVelocity ?? 0) - (start.horizontalVelocity ?? 0));
  const told = tangent === undefined ? { impulse } : { impulse, tangentialImpulse: along };
  return { state, tail: { ...told, energyLoss: energyOf(rod, start) - energyOf(rod, state), duration: 0 } };
}

function energyOf({ mass, inertia }: Rod, { horizontalVelocity = 0, verticalVelocity, angularVelocity }: RodState): number {
  const square = verticalVelocity * verticalVelocity + horizontalVelocity * horizontalVelocity;
  return 0.5 * (mass * square + inertia * angularVelocity * angularVelocity);
}

function acute(angle: number): number {
  return asin(Math.min(1, Math.abs(sin(angle))));
}

/** The state at the next touch. The height is that of an end on the floor, exactly. */
function flown(rod: Rod, state: RodState, { time, end }: RodTouch, gravity: number, gainsSpeed: boolean): RodState {
  const angle = state.angle + state.angularVelocity * time;
  return {
    ...state,
    height: (end === "A" ? 0.5 : -0.5) * rod.length * sin(angle),
    angle,
    verticalVelocity: state.verticalVelocity - (gainsSpeed ? gravity * time : 0),
  };
}

function checkFall(fall: RodFall): Rod {
  const { mass = 1, length = 1, angle, impactSpeed, angularVelocity = 0, restitution, gravity = 0, gravityModel = "consistent" } = fall;
  checkRange({ mass, length, impactSpeed, angularVelocity, gravity, horizontalVelocity: fall.horizontalVelocity ?? 0 });
  checkTangent(fall);
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
      "is not above 0 and at most a right angle (flat, both ends strike at once: take a small angle, to whose impulses those tend)",
    );
  if (!(restitution >= 0 && restitution <= 1)) throw new InvalidInputError("restitution", restitution, "is not between 0 and 1");
  checkExponents(restitution, fall.exponents, tangentOf(fall) === undefined);
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
