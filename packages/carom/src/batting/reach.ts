/**
 * Which flight times a hit can have: where the solution curve lies inside the friction cone.
 *
 * T I(T)/m = a - V^- T + g T^2/2 up is a quadratic in T, so |I_t| <= friction I_n is a quartic: its positive roots cut the times into
 * stretches that are inside or outside as a whole. No hit has an impulse outside the cone, and unless friction can jam every impulse inside
 * can be had (inverse.ts), so this is not only the quick test but the answer. With drag the curve has no polynomial and is sampled: on a
 * grid as wide as sensible flights, in the middle of the stretches without drag, and towards the places where it comes nearest to the cone.
 * That search has bounds, so it can find and cannot rule out.
 *
 * A target that cannot be reached can be if the bat is turned about the contact: the cone turns with its normal, and the least turn takes
 * its rim to the direction of the solution curve that is nearest to it.
 *
 * Source: 000 section 4.3 (the cone as a necessary condition); the times and the turn are ours.
 */
import { acos, atan, exp, log } from "../math/elementary.js";
import { quadraticRoots, quarticRoots } from "../math/polynomial.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createDeparture, type Departure, type SolutionCurve } from "./flight.js";
import type { Hit } from "./task.js";

/** A stretch of flight times whose impulses lie inside the friction cone, s. */
export interface TimeStretch {
  /** Beginning, s. */
  readonly from: number;
  /** End, s. */
  readonly to: number;
  /** Ends that are not the rim of the cone: flights beyond are possible too (with drag: may be) and were not looked at. */
  readonly cut?: "from" | "to" | "both";
}

/** Flight times are looked for between these multiples of the natural one, and beyond where the task has shorter or longer times in it. */
const SHORTEST = 1e-3;
const LONGEST = 1e3;

/** A time of the order of sensible flights: to fall the distance, or without gravity to cover it at the object's speed. */
export function naturalTime({ displacement, gravity, before }: Hit): number {
  const distance = vec3.norm(displacement);
  const speed = vec3.norm(before);
  if (gravity > 0) return Math.sqrt((2 * distance) / gravity);
  return speed > 0 ? distance / speed : 1;
}

/** So far beyond the times that are in the task. */
const BEYOND = 10;

/**
 * The shortest and the longest flight that are looked at. Beyond all times of the task (to fall, to get there, to lose the speed; rim of
 * the cone) nothing changes any more.
 */
function timeRange(hit: Hit, rim: readonly number[] = []): TimeStretch {
  const natural = naturalTime(hit);
  const speed = vec3.norm(hit.before);
  const times = [...rim];
  if (speed > 0) times.push(vec3.norm(hit.displacement) / speed);
  if (speed > 0 && hit.gravity > 0) times.push((2 * speed) / hit.gravity);
  return {
    from: Math.min(SHORTEST * natural, ...times.map((time) => time / BEYOND)),
    to: Math.max(LONGEST * natural, ...times.map((time) => time * BEYOND)),
  };
}

function stretchOf(from: number, to: number, range: TimeStretch): TimeStretch {
  const [first, last] = [from <= range.from, to >= range.to];
  return first || last ? { from, to, cut: first && last ? "both" : first ? "from" : "to" } : { from, to };
}

/** Flight times whose impulses lie inside the friction cone, in order. With drag: those that were found. */
export function reachableTimes(hit: Hit, curve: SolutionCurve): TimeStretch[] {
  return hit.drag > 0 ? sampledTimes(hit, curve) : freeTimes(hit);
}

/** As if there were no drag. */
function freeTimes(hit: Hit): TimeStretch[] {
  if (hit.contact.friction === 0) return normalTimes(hit);
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
  const rim = quarticRoots(quartic[4], quartic[3], quartic[2], quartic[1], quartic[0]).filter((t) => t > 0);
  const range = timeRange(
    hit,
    rim.map((t) => t * unit),
  );
  const ends = [range.from / unit, ...rim, range.to / unit];
  const found: TimeStretch[] = [];
  for (let i = 0; i + 1 < ends.length; i++) {
    const middle = Math.sqrt(ends[i] * ends[i + 1]);
    if (!(ends[i + 1] > ends[i] * (1 + THINNEST)) || !(valueAt(middle) < 0 && normalAt(middle) > 0)) continue;
    found.push(stretchOf(i === 0 ? range.from : ends[i] * unit, i + 2 === ends.length ? range.to : ends[i + 1] * unit, range));
  }
  return found;
}

/** A stretch relatively thinner than this is a touch of the rim: no hit with a finite speed is there. */
const THINNEST = 1e-9;
/** Tangential part of an impulse without friction that is rounding, relative. */
const NORMAL_ONLY = 1e-9;

/** Without friction impulses are normal: single times, if any, given as stretches without length. Where every time will do, all of them. */
function normalTimes(hit: Hit): TimeStretch[] {
  const { displacement: a, before: v, lift } = hit;
  const isNormal = (t: number) => {
    const part = (i: number) => a[i] - v[i] * t + 0.5 * lift[i] * t * t;
    const size = (i: number) => Math.abs(a[i]) + Math.abs(v[i]) * t + 0.5 * Math.abs(lift[i]) * t * t;
    const whole = size(0) + size(1) + size(2);
    return Math.abs(part(0)) <= NORMAL_ONLY * whole && Math.abs(part(1)) <= NORMAL_ONLY * whole && part(2) > 0;
  };
  const probes = [0.1, 0.7, 1, 1.9, 11].map((factor) => factor * naturalTime(hit));
  if (probes.every(isNormal)) return [{ ...timeRange(hit), cut: "both" }];
  const times = [0, 1].flatMap((i) => quadraticRoots(0.5 * lift[i], -v[i], a[i]));
  const kept = times.filter((t, k) => t > 0 && isNormal(t) && !times.slice(0, k).some((other) => Math.abs(other - t) <= 1e-6 * t));
  return kept.map((t) => ({ from: t, to: t }));
}

/**
 * With drag: multiples of the natural time within which every sample is looked at. Beyond them the first flight that cannot be had, or
 * takes any speed, ends the search.
 */
const SHORTEST_SENSIBLE = 0.1;
const LONGEST_SENSIBLE = 5;
const SAMPLES = 32;
/** Step of the samples beyond, in the logarithm: such that each departure is a good guess for the next. */
const OUTER_STEP = 0.17;
const BISECTIONS = 14;
/** Steps towards a place where the curve comes nearest to the cone. */
const CLIMB = 24;

/** Drag makes the speed of long flights grow without measure: times what they would take without, where the search ends. */
const MOST_FOR_DRAG = 1e4;

function leavesSensibly({ mass, before, displacement, lift }: Hit, time: number, { impulse }: Departure): boolean {
  const speed = vec3.norm(vec3.addScaled(before, impulse, 1 / mass));
  const without = vec3.norm(displacement) / time + 0.5 * time * vec3.norm(lift);
  return speed < MOST_FOR_DRAG * without;
}

interface CurveSample {
  readonly time: number;
  /** Cosine of the angle between the impulse and the normal. */
  readonly cosine: number;
}

function cosinesAlong(curve: SolutionCurve, departure = createDeparture()): (time: number) => number | undefined {
  return (time) => (curve(time, departure) ? Math.min(1, departure.impulse[2] / vec3.norm(departure.impulse)) : undefined);
}

/** What is looked at with drag: flights in the order of their times. */
function samplesWithDrag(hit: Hit, curve: SolutionCurve): CurveSample[] {
  const departure = createDeparture();
  const cosineAt = cosinesAlong(curve, departure);
  const natural = naturalTime(hit);
  const [low, high] = [log(SHORTEST_SENSIBLE * natural), log(LONGEST_SENSIBLE * natural)];
  const without = freeTimes(hit);
  const range = timeRange(
    hit,
    without.flatMap(({ from, to }) => [from, to]),
  );
  const samples: CurveSample[] = [];
  const look = (time: number) => {
    const cosine = cosineAt(time);
    if (cosine !== undefined) samples.push({ time, cosine });
    return cosine !== undefined && leavesSensibly(hit, time, departure);
  };
  for (let i = 0; i < SAMPLES; i++) look(exp(low + ((high - low) * i) / (SAMPLES - 1)));
  for (let x = low - OUTER_STEP; x > log(range.from); ) x = look(exp(x)) ? x - OUTER_STEP : Number.NEGATIVE_INFINITY;
  for (let x = high + OUTER_STEP; x < log(range.to); ) x = look(exp(x)) ? x + OUTER_STEP : Number.POSITIVE_INFINITY;
  const known = samples.map(({ time }) => time);
  const [first, last] = [Math.min(...known), Math.max(...known)];
  for (const { from, to } of without) {
    const middle = Math.sqrt(from * to);
    if (middle > first && middle < last) look(middle);
  }
  return samples.sort((a, b) => a.time - b.time);
}

function sampledTimes(hit: Hit, curve: SolutionCurve): TimeStretch[] {
  const { friction } = hit.contact;
  const rim = 1 / Math.sqrt(1 + friction * friction);
  const cosineAt = cosinesAlong(curve);
  const samples = withPeaks(samplesWithDrag(hit, curve), rim, cosineAt);
  const isInside = (time: number) => (cosineAt(time) ?? -1) > rim;
  const edge = (inside: number, outside: number) => {
    let [a, b] = [inside, outside];
    for (let i = 0; i < BISECTIONS; i++) {
      const middle = 0.5 * (a + b);
      if (isInside(middle)) a = middle;
      else b = middle;
    }
    return a;
  };
  const marks = samples.map(({ cosine }) => cosine > rim);
  const range = { from: samples[0]?.time ?? 0, to: samples[samples.length - 1]?.time ?? 0 };
  const found: TimeStretch[] = [];
  for (let i = 0; i < samples.length; i++) {
    if (!marks[i] || (i > 0 && marks[i - 1])) continue;
    let last = i;
    while (last + 1 < samples.length && marks[last + 1]) last++;
    const from = i === 0 ? range.from : edge(samples[i].time, samples[i - 1].time);
    const to = last + 1 === samples.length ? range.to : edge(samples[last].time, samples[last + 1].time);
    if (to > from) found.push(stretchOf(from, to, range));
  }
  return found;
}

/** The curve may dip into the cone between two samples: from each that is nearer to it than its neighbours, on towards the cone. */
function withPeaks(samples: readonly CurveSample[], rim: number, cosineAt: (time: number) => number | undefined): CurveSample[] {
  const peaks: CurveSample[] = [];
  for (let i = 1; i + 1 < samples.length; i++) {
    const [before, here, after] = [samples[i - 1], samples[i], samples[i + 1]];
    if (here.cosine > rim || here.cosine < before.cosine || here.cosine < after.cosine) continue;
    let inside: CurveSample | undefined;
    largest(
      (x) => {
        if (inside !== undefined) return 0;
        const time = exp(x);
        const cosine = cosineAt(time) ?? -1;
        if (cosine > rim) inside = { time, cosine };
        return cosine;
      },
      log(before.time),
      log(after.time),
      CLIMB,
    );
    if (inside !== undefined) peaks.push(inside);
  }
  return [...samples, ...peaks].sort((a, b) => a.time - b.time);
}

/** The flight times that are looked at with drag. */
export interface TimeSearch {
  /** s. */
  readonly from: number;
  /** s. */
  readonly to: number;
  /** Samples between them. */
  readonly flightTimes: number;
}

/** A turn of the bat about the contact. */
export interface BatTurn {
  /** rad. */
  readonly angle: number;
  /** Unit vector, contact axes. */
  readonly axis: Vec3;
  /** Flight time at which the solution curve comes closest to the cone, s. */
  readonly flightTime: number;
  /** With drag, where the turn is the least of those looked at. */
  readonly searched?: TimeSearch;
  /** Where no flight comes closest: ever shorter or ever longer ones do, without end, and more than this turn is needed. */
  readonly limit?: "shorter" | "longer";
}

const TURN_SAMPLES = 400;
const REFINEMENTS = 40;

/**
 * The least turn of the bat after which the solution curve touches the friction cone; beyond it the target can be reached. Undefined where
 * it is inside already.
 */
export function leastTurn(hit: Hit, curve: SolutionCurve): BatTurn | undefined {
  const samples = hit.drag > 0 ? samplesWithDrag(hit, curve) : freeSamples(hit, curve);
  if (samples.length === 0) return undefined;
  const departure = createDeparture();
  const cosineAt = (time: number) => (curve(time, departure) ? departure.impulse[2] / vec3.norm(departure.impulse) : -1);
  let at = 0;
  samples.forEach(({ cosine }, i) => {
    if (cosine > samples[at].cosine) at = i;
  });
  const [before, after] = [samples[Math.max(0, at - 1)], samples[Math.min(samples.length - 1, at + 1)]];
  const place = largest((x) => cosineAt(exp(x)), log(before.time), log(after.time), hit.drag > 0 ? CLIMB : REFINEMENTS);
  const flightTime = exp(place);
  const cosine = cosineAt(flightTime);
  const limit =
    hit.drag > 0 ? undefined : limitDirections(hit).find((each) => each.cosine >= cosine * (1 - SAME_COSINE * Math.sign(cosine)));
  if (limit !== undefined) vec3.copy(limit.direction, departure.impulse);
  const angle = acos(Math.min(1, Math.max(-1, limit?.cosine ?? cosine))) - atan(hit.contact.friction);
  if (!(angle > 0)) return undefined;
  const axis = vec3.normalize([-departure.impulse[1], departure.impulse[0], 0]) ?? [1, 0, 0];
  const searched = { from: samples[0].time, to: samples[samples.length - 1].time, flightTimes: samples.length };
  return { angle, axis, flightTime, ...(hit.drag > 0 ? { searched } : {}), ...(limit === undefined ? {} : { limit: limit.name }) };
}

/** Cosines closer than this are the same: flights at the ends of those looked at are almost there. */
const SAME_COSINE = 1e-12;

/** Where the solution curve points for flights without duration, and for flights without end; the nearer to the normal first. */
function limitDirections({ displacement, lift, gravity, before }: Hit) {
  const end = gravity > 0 ? lift : vec3.scale(before, -1);
  const both = [
    { name: "shorter", direction: displacement },
    { name: "longer", direction: end },
  ] as const;
  return both
    .filter(({ direction }) => vec3.norm(direction) > 0)
    .map((each) => ({ ...each, cosine: each.direction[2] / vec3.norm(each.direction) }))
    .sort((a, b) => b.cosine - a.cosine);
}

function freeSamples(hit: Hit, curve: SolutionCurve): CurveSample[] {
  const { from, to } = timeRange(hit);
  const cosineAt = cosinesAlong(curve);
  const [low, high] = [log(from), log(to)];
  return Array.from({ length: TURN_SAMPLES }, (_, i) => exp(low + ((high - low) * i) / (TURN_SAMPLES - 1))).map((time) => ({
    time,
    cosine: cosineAt(time) ?? -1,
  }));
}

const GOLDEN = 0.3819660112501051;

/** Where a function with one hill between two ends is largest, by golden sections. */
function largest(f: (x: number) => number, from: number, to: number, steps: number): number {
  let [a, b] = [from, to];
  let x1 = a + GOLDEN * (b - a);
  let x2 = b - GOLDEN * (b - a);
  let [f1, f2] = [f(x1), f(x2)];
  for (let i = 0; i < steps; i++) {
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
