/**
 * Mistakes in recordings that their flights give away. Medians over recordings, in flight:
 *
 *     r_v = |difference of positions| / |velocity column|          r_w = |spin of quaternions| / |spin column|
 *     r_g = |quadratic coefficient| / gravity          d = |direction of the spin column - direction of the spin of quaternions|
 *
 * A suspicion is told where another reading fits at least three times better than the declared one. That spins are uniform tells neither
 * the order of quaternions nor the axes of spins: reading wxyz as xyzw turns a uniform rotation into another uniform one. Without spin
 * columns bodies at rest tell the order: read wrongly they are tilted, and stand in the ground or over it.
 */
import { type Quaternion, rotate } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { endsAtRest, type GroundFrame, restGapOf } from "./ground-frame.js";
import type { BodyGap, PreparedRecording } from "./prepare.js";
import { median } from "./recording.js";
import { rotationBetween } from "./rotations.js";

/** What may be wrong with data. */
export const SUSPICION_CODES = [
  "spin-axes",
  "quaternion-order",
  "length-unit",
  "spin-unit",
  "rate",
  "up-axis",
  "floor-offset",
  "scale",
  "time-not-increasing",
  "missing-column",
  "not-a-number",
  "no-flight",
  "no-contact",
  "too-few",
] as const;

/** One of them. */
export type SuspicionCode = (typeof SUSPICION_CODES)[number];

/** A mistake that the data look like. */
export interface Suspicion {
  /** Which mistake. */
  readonly code: SuspicionCode;
  /** The numbers that speak for it. */
  readonly evidence: string;
  /** What to do about it. */
  readonly suggestion: string;
}

/** Ratios and directions in flight; NaN: not measured. */
export interface FlightRatios {
  readonly velocity: number;
  readonly spin: number;
  readonly gravity: number;
  /** Whether free fall was found in flights that end at contact. */
  readonly inFlight: boolean;
  /** Of bodies at rest over the ground, m. */
  readonly restGap?: number;
  /** The same without its sign, and with the other order of quaternions, m: medians. */
  readonly restMisses?: readonly [number, number];
  /** Of free fall, in the axes of the recordings: a unit vector. */
  readonly down?: Vec3;
  /** Of the spin column as declared, read in the other axes, and with the other order of quaternions. */
  readonly declared: number;
  readonly otherAxes: number;
  readonly otherOrder: number;
}

const NEAR = 0.04;
const SCALE_FROM = 0.006;
const SCALE_TO = 0.12;
const FAR_OFF = 2;
const FAR = 0.5;
const CLOSE = 0.2;
const FLOOR = 0.003;
/** Times that another reading must fit better. */
const BETTER = 3;
const OTHER_ORDER = "the columns named qw qx qy qz hold x y z w: name them in that order in columns";
const UNITS: readonly (readonly [string, number])[] = [
  ["millimetres", 1000],
  ["centimetres", 100],
  ["inches", 1 / 0.0254],
];
const DEGREE = Math.PI / 180;

/**
 * @param gap of the body over what it may touch
 * @param spinAxes as the study says
 */
export function flightRatios(
  recordings: readonly PreparedRecording[],
  { gapAt }: Pick<BodyGap, "gapAt">,
  spinAxes: "body" | "world",
  strength: number,
  frame?: GroundFrame,
): FlightRatios {
  const velocity: number[] = [];
  const spin: number[] = [];
  const declared: number[] = [];
  const otherAxes: number[] = [];
  const otherOrder: number[] = [];
  const bends: Vec3[] = [];
  for (const { times, positions, orientations, velocities, spins, flight } of recordings) {
    // Where no flight is found, because of the very mistake that is looked for, the first third stands for it.
    const { from, to } = flight ?? { from: 0, to: Math.floor(times.length / 3) };
    for (let k = from + 1; k < to; k++) {
      const dt = times[k + 1] - times[k - 1];
      const bend = vec3.addScaled(vec3.add(positions[k + 1], positions[k - 1]), positions[k], -2);
      bends.push(vec3.scale(bend, 4 / (dt * dt)));
      if (velocities !== undefined)
        velocity.push(vec3.norm(vec3.subtract(positions[k + 1], positions[k - 1])) / dt / vec3.norm(velocities[k]));
      if (spins === undefined) continue;
      const own = vec3.scale(rotationBetween(orientations[k + 1], orientations[k - 1]), 1 / dt);
      if (!(vec3.norm(own) > 0.5 && vec3.norm(spins[k]) > 0)) continue;
      spin.push(vec3.norm(own) / vec3.norm(spins[k]));
      const inBody = rotate(inverted(orientations[k]), spins[k]);
      const column = spinAxes === "body" ? inBody : spins[k];
      declared.push(apart(spins[k], own));
      otherAxes.push(apart(spinAxes === "body" ? column : rotate(orientations[k], column), own));
      const swapped = [k - 1, k, k + 1].map((i) => otherOrderOf(orientations[i]));
      const theirs = rotationBetween(swapped[2], swapped[0]);
      otherOrder.push(Math.min(apart(column, theirs), apart(rotate(swapped[1], column), theirs)));
    }
  }
  const fall: Vec3 = [median(bends.map(([x]) => x)), median(bends.map(([, y]) => y)), median(bends.map(([, , z]) => z))];
  const flights = recordings.filter(({ flight }) => flight !== undefined).length;
  const byFlights = frame !== undefined && 2 * flights >= recordings.length;
  const down = vec3.normalize(fall);
  const restGap = restGapOf(recordings);
  const rests = recordings.filter(endsAtRest).map(({ positions, orientations, gaps }) => {
    const last = gaps.length - 1;
    return [Math.abs(gaps[last]), Math.abs(gapAt(positions[last], otherOrderOf(orientations[last])))] as const;
  });
  return {
    inFlight: byFlights,
    ...(restGap === undefined ? {} : { restGap }),
    ...(rests.length === 0 ? {} : { restMisses: [median(rests.map(([own]) => own)), median(rests.map(([, other]) => other))] as const }),
    velocity: median(velocity),
    spin: median(spin),
    gravity: vec3.norm(byFlights ? frame.gravity : fall) / strength,
    ...(down === undefined ? {} : { down }),
    declared: median(declared),
    otherAxes: median(otherAxes),
    otherOrder: median(otherOrder),
  };
}

const inverted = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];

/** [x, y, z, w] was read from wxyz columns; the same columns read as xyzw. */
function otherOrderOf([x, y, z, w]: Quaternion): Quaternion {
  return [w, x, y, z];
}

function apart(a: Vec3, b: Vec3): number {
  const [one, other] = [vec3.normalize(a), vec3.normalize(b)];
  return one === undefined || other === undefined ? Number.NaN : vec3.norm(vec3.subtract(one, other));
}

const isNear = (value: number, target: number, tolerance = NEAR) => Math.abs(value / target - 1) < tolerance;
const text = (value: number) => String(Number(value.toPrecision(3)));

/**
 * What the ratios look like; what only follows from another mistake is not told.
 * @param hasScale whether the fit has a tracking scale
 * @param down unit vector of the study's gravity
 */
export function flightSuspicions(ratios: FlightRatios, down: Vec3, hasScale: boolean): Suspicion[] {
  const spins = [...spinSuspicions(ratios), ...restSuspicions(ratios)];
  const lengths = lengthSuspicions(ratios, hasScale);
  const up = upSuspicions(ratios, down);
  const isUpright = up.length === 0;
  const isTurned = spins.some(({ code }) => code === "quaternion-order");
  return [
    ...spins,
    ...lengths.filter(({ code }) => code !== "scale" || isUpright),
    ...up,
    ...(isUpright && !isTurned ? floorSuspicions(ratios) : []),
  ];
}

function spinSuspicions({ declared, otherAxes, otherOrder, spin }: FlightRatios): Suspicion[] {
  const list: Suspicion[] = [];
  if (declared > FAR && otherAxes < CLOSE)
    list.push({
      code: "spin-axes",
      evidence: `spins point ${text(declared)} away from what the orientations do, and ${text(otherAxes)} in the other axes`,
      suggestion: "say the other one of body and world in spinAxes",
    });
  else if (declared > FAR && otherAxes > FAR && otherOrder < CLOSE)
    list.push({
      code: "quaternion-order",
      evidence: `spins point ${text(declared)} and ${text(otherAxes)} away in either axes, and ${text(otherOrder)} with the other order`,
      suggestion: OTHER_ORDER,
    });
  if (isNear(spin, DEGREE) || isNear(spin, 1 / DEGREE))
    list.push({
      code: "spin-unit",
      evidence: `spins of the orientations over the spin columns are ${text(spin)}; pi / 180 is ${text(DEGREE)}`,
      suggestion: isNear(spin, DEGREE)
        ? "the spin columns are in degrees per second: give rad/s"
        : "the spin columns are in turns too small: give rad/s",
    });
  return list;
}

/** Of the order of quaternions, where no spin column tells it. */
function restSuspicions({ declared, restMisses }: FlightRatios): Suspicion[] {
  if (!Number.isNaN(declared) || restMisses === undefined) return [];
  const [own, other] = restMisses;
  if (!(own > FLOOR && BETTER * other < own)) return [];
  return [
    {
      code: "quaternion-order",
      evidence: `at rest the lowest point is ${text(1000 * own)} mm off the ground, and ${text(1000 * other)} mm with the other order`,
      suggestion: OTHER_ORDER,
    },
  ];
}

function lengthSuspicions({ velocity, spin, gravity, inFlight }: FlightRatios, hasScale: boolean): Suspicion[] {
  const unit = UNITS.find(([, factor]) => isNear(gravity, factor, 0.12));
  if (unit !== undefined)
    return [
      {
        code: "length-unit",
        evidence: `free fall is ${text(gravity)} times gravity; ${unit[0]} taken for metres make ${text(unit[1])}`,
        suggestion: `positions${isNear(velocity, 1, 0.1) ? " and velocities" : ""} are in ${unit[0]}: give metres`,
      },
    ];
  const both = Number.isFinite(velocity) && Number.isFinite(spin) && isNear(velocity, spin, 0.05) && !isNear(velocity, 1, 0.05);
  if (both && isNear(gravity, velocity * velocity, 0.15))
    return [
      {
        code: "rate",
        evidence:
          `positions change ${text(velocity)} times as fast as the velocities say, spins ${text(spin)} times, ` +
          `free fall is ${text(gravity)} times gravity`,
        suggestion: `the rate is ${text(1 / velocity)} times the one given`,
      },
    ];
  if (isNear(spin, 1, 0.05) && !(gravity > 1 / FAR_OFF && gravity < FAR_OFF))
    return [
      {
        code: "length-unit",
        evidence: `free fall is ${text(gravity)} times gravity, while spins go with the rate as they should`,
        suggestion: `lengths are ${text(gravity < 1 ? 1 / gravity : gravity)} times too ${gravity < 1 ? "short" : "long"}: give metres`,
      },
    ];
  // Where contact is taken for flight, free fall is slower than it is.
  if (!inFlight && gravity > 1 / FAR_OFF && gravity < FAR_OFF) return [];
  if (gravity > 0 && Math.abs(gravity - 1) > SCALE_TO)
    return [
      {
        code: "rate",
        evidence: `free fall is ${text(gravity)} times gravity, and no unit of length makes that`,
        suggestion: `the rate is ${text(1 / Math.sqrt(gravity))} times the one given, or lengths are ${text(1 / gravity)} times too short`,
      },
    ];
  if (!hasScale && gravity > 0 && Math.abs(gravity - 1) > SCALE_FROM)
    return [
      {
        code: "scale",
        evidence: `free fall is ${text(gravity)} times gravity`,
        suggestion:
          `lengths are measured ${text(100 * Math.abs(1 / gravity - 1))} % too ${gravity < 1 ? "short" : "long"}, ` +
          "or times by half as much: give trackingScale",
      },
    ];
  return [];
}

function upSuspicions({ down: found }: FlightRatios, down: Vec3): Suspicion[] {
  if (found === undefined || vec3.dot(found, down) > 0.8) return [];
  const place = found.reduce((best, value, c) => (Math.abs(value) > Math.abs(found[best]) ? c : best), 0);
  const shown = (v: Vec3) => `[${v.map((value) => value.toFixed(2)).join(", ")}]`;
  return [
    {
      code: "up-axis",
      evidence: `free fall points along ${shown(found)}, gravity of the study along ${shown(down)}`,
      suggestion: `up is ${found[place] < 0 ? "" : "minus "}${"xyz"[place]} in these recordings: turn them, or the study's gravity`,
    },
  ];
}

function floorSuspicions({ gravity, inFlight, restGap }: FlightRatios): Suspicion[] {
  const isOff = inFlight ? Math.abs(gravity - 1) > SCALE_TO : !(gravity > 1 / FAR_OFF && gravity < FAR_OFF);
  if (restGap === undefined || Math.abs(restGap) <= FLOOR || isOff) return [];
  return [
    {
      code: "floor-offset",
      evidence: `at rest the lowest point is ${text(1000 * Math.abs(restGap))} mm ${restGap > 0 ? "over" : "under"} the ground`,
      suggestion: "move the ground, or the recordings, by that",
    },
  ];
}
