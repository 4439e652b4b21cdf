/**
 * Which flight times a hit can have: where the solution curve lies inside the friction cone.
 *
 * T I(T)/m = a - V^- T + g T^2/2 up is a quadratic in T, so |I_t| <= friction I_n is a quartic: its positive roots cut the times into stretches that are inside
 * or outside as a whole. No hit has an impulse outside the cone, and unless friction can jam every impulse inside can be had (inverse.ts), so this is not
 * only the quick test but the answer. With drag the curve has no polynomial and is sampled.
 *
 * A target that cannot be reached can be if the bat is turned about the contact: the cone turns with its normal, and the least turn takes its rim to the
 * direction of the solution curve that is nearest to it.
 *
 * Source: 000 section 4.3 (the cone as a necessary condition); the times and the turn are ours.
 */
import { acos, atan, exp, log } from "../math/elementary.js";
import { quadraticRoots, quarticRoots } from "../math/polynomial.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createDeparture, type SolutionCurve } from "./flight.js";
import type { Hit } from "./task.js";

/** A stretch of flight times whose impulses lie inside the friction cone, s. */
export interface TimeStretch {
  readonly from: number;
  readonly to: number;
}

/** Flight times are looked for between these multiples of the natural one. */
const SHORTEST = 1e-3;
const LONGEST = 1e3;

/** A time of the order of sensible flights: to fall the distance, or without gravity to cover it at the object's speed. */
export function naturalTime({ displacement, gravity, before }: Hit): number {
  const distance = vec3.norm(displacement);
  const speed = vec3.norm(before);
  if (gravity > 0) return Math.sqrt((2 * distance) / gravity);
  return speed > 0 ? distance / speed : 1;
}

/** With drag, beyond these a departure takes any speed. */
const SHORTEST_WITH_DRAG = 0.1;
const LONGEST_WITH_DRAG = 5;

/** The shortest and the longest flight that are looked at. */
export function timeRange(hit: Hit): TimeStretch {
  const natural = naturalTime(hit);
  return hit.drag > 0
    ? { from: SHORTEST_WITH_DRAG * natural, to: LONGEST_WITH_DRAG * natural }
    : { from: SHORTEST * natural, to: LONGEST * natural };
}

export function reachableTimes(hit: Hit, curve: SolutionCurve): TimeStretch[] {
  const range = timeRange(hit);
  if (hit.drag > 0) return sampledTimes(hit, curve, range);
  if (hit.contact.friction === 0) return normalTimes(hit, range);
  const { displacement: a, before: v, lift } = hit;
  const { friction } = hit.contact;
  // Coefficients of T I/m by rising powers, and of the quartic |tangential|^2 - friction^2 normal^2, in units of the natural time.
  const unit = naturalTime(hit);
  const quartic = [0, 0, 0, 0, 0];
  for (let i = 0; i < 3; i++) {
    const weight = i === 2 ? -friction * friction : 1;
    const p = [a[i], -v[i] * unit, 0.5 * lift[i] * unit * unit];
    for (let j = 0; j < 3; j++) for (let k = 0; k < 3; k++) quartic[j + k] += weight * p[j] * p[k];
  }
  const valueAt = (t: number) => quartic[0] + t * (quartic[1] + t * (quartic[2] + t * (quartic[3] + t * quartic[4])));
  const normalAt = (t: number) => a[2] + unit * t * (0.5 * lift[2] * unit * t - v[2]);
  const inside = quarticRoots(quartic[4], quartic[3], quartic[2], quartic[1], quartic[0]).filter((t) => t > SHORTEST && t < LONGEST);
  const ends = [SHORTEST, ...inside.sort((x, y) => x - y), LONGEST];
  const found: TimeStretch[] = [];
  for (let i = 0; i + 1 < ends.length; i++) {
    const middle = Math.sqrt(ends[i] * ends[i + 1]);
    if (!(ends[i + 1] > ends[i] * (1 + THINNEST)) || !(valueAt(middle) < 0 && normalAt(middle) > 0)) continue;
    found.push({ from: ends[i] * unit, to: ends[i + 1] * unit });
  }
  return found;
}

/** A stretch relatively thinner than this is a touch of the rim: no hit with a finite speed is there. */
const THINNEST = 1e-9;
/** Tangential part of an impulse without friction that is rounding, relative. */
const NORMAL_ONLY = 1e-9;

/** Without friction impulses are normal: single times, if any, given as stretches without length. Where every time will do, all of them. */
function normalTimes({ displacement: a, before: v, lift }: Hit, range: TimeStretch): TimeStretch[] {
  const isNormal = (t: number) => {
    const part = (i: number) => a[i] - v[i] * t + 0.5 * lift[i] * t * t;
    const size = (i: number) => Math.abs(a[i]) + Math.abs(v[i]) * t + 0.5 * Math.abs(lift[i]) * t * t;
    const whole = size(0) + size(1) + size(2);
    return Math.abs(part(0)) <= NORMAL_ONLY * whole && Math.abs(part(1)) <= NORMAL_ONLY * whole && part(2) > 0;
  };
  const probes = [0.1, 0.7, 1, 1.9, 11].map((factor) => factor * Math.sqrt(range.from * range.to));
  if (probes.every(isNormal)) return [range];
  const times = [0, 1].flatMap((i) => quadraticRoots(0.5 * lift[i], -v[i], a[i]));
  const kept = times.filter((t, k) => t > 0 && isNormal(t) && !times.slice(0, k).some((other) => Math.abs(other - t) <= 1e-6 * t));
  return kept.map((t) => ({ from: t, to: t }));
}

const SAMPLES = 32;
const BISECTIONS = 14;

function sampledTimes(hit: Hit, curve: SolutionCurve, { from, to }: TimeStretch): TimeStretch[] {
  const departure = createDeparture();
  const { friction } = hit.contact;
  const isInside = (time: number) => {
    if (!curve(time, departure)) return false;
    const [i1, i2, normal] = departure.impulse;
    return normal > 0 && i1 * i1 + i2 * i2 < friction * friction * normal * normal;
  };
  const low = log(from);
  const high = log(to);
  const times = Array.from({ length: SAMPLES }, (_, i) => exp(low + ((high - low) * i) / (SAMPLES - 1)));
  const marks = times.map(isInside);
  const edge = (inside: number, outside: number) => {
    let [a, b] = [inside, outside];
    for (let i = 0; i < BISECTIONS; i++) {
      const middle = 0.5 * (a + b);
      if (isInside(middle)) a = middle;
      else b = middle;
    }
    return a;
  };
  const found: TimeStretch[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    if (!marks[i] || (i > 0 && marks[i - 1])) continue;
    let last = i;
    while (last + 1 < SAMPLES && marks[last + 1]) last++;
    found.push({
      from: i === 0 ? times[0] : edge(times[i], times[i - 1]),
      to: last + 1 === SAMPLES ? times[last] : edge(times[last], times[last + 1]),
    });
  }
  return found;
}

/** A turn of the bat about the contact. */
export interface BatTurn {
  /** rad. */
  readonly angle: number;
  /** Unit vector, contact axes. */
  readonly axis: Vec3;
  /** Flight time at which the solution curve comes closest to the cone, s. */
  readonly flightTime: number;
}

const TURN_SAMPLES = 400;

/** The least turn of the bat after which the solution curve touches the friction cone; beyond it the target can be reached. Undefined where it is inside already. */
export function leastTurn(hit: Hit, curve: SolutionCurve): BatTurn | undefined {
  const departure = createDeparture();
  const { from, to } = timeRange(hit);
  const cosineAt = (time: number) => (curve(time, departure) ? departure.impulse[2] / vec3.norm(departure.impulse) : -1);
  const [low, high] = [log(from), log(to)];
  const samples = hit.drag > 0 ? SAMPLES : TURN_SAMPLES;
  const step = (high - low) / (samples - 1);
  let best = low;
  let most = -2;
  for (let i = 0; i < samples; i++) {
    const cosine = cosineAt(exp(low + i * step));
    if (cosine > most) [best, most] = [low + i * step, cosine];
  }
  const place = largest((x) => cosineAt(exp(x)), Math.max(low, best - step), Math.min(high, best + step));
  const flightTime = exp(place);
  const cosine = cosineAt(flightTime);
  const angle = acos(Math.min(1, Math.max(-1, cosine))) - atan(hit.contact.friction);
  if (!(angle > 0)) return undefined;
  const axis = vec3.normalize([-departure.impulse[1], departure.impulse[0], 0]) ?? [1, 0, 0];
  return { angle, axis, flightTime };
}

const GOLDEN = 0.3819660112501051;

/** Where a function with one hill between two ends is largest, by golden sections. */
function largest(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to];
  let x1 = a + GOLDEN * (b - a);
  let x2 = b - GOLDEN * (b - a);
  let [f1, f2] = [f(x1), f(x2)];
  for (let i = 0; i < 40; i++) {
    if (f1 > f2) {
      b = x2;
      [x2, f2] = [x1, f1];
      x1 = a + GOLDEN * (b - a);
      f1 = f(x1);
    } else {
      a = x1;
      [x1, f1] = [x2, f2];
      x2 = b - GOLDEN * (b - a);
      f2 = f(x2);
    }
  }
  return f1 > f2 ? x1 : x2;
}
