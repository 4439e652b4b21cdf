/**
 * The best hit over all flight times.
 *
 * At every flight time T inside the friction cone there is one contact velocity v(T) (inverse.ts), so all hits of a task are curves over
 * stretches of T. What shall be least is a quadratic function of v: the contact speed, or the energy of the bat. Its slope along the curve
 * comes with the hit,
 *
 *     dv/dT = J^-1 dI/dT        d(value)/dT = A (v - centre) . dv/dT
 *
 * Towards the ends of a stretch the speed grows beyond bounds, so the least value is where the slope changes its sign. The search starts
 * where a cheap stand-in (the velocity if the contact ended stuck) is least, walks downhill until the slope changes its sign, and finds the
 * root between. A few hits elsewhere on the stretches see to it that no other valley is deeper.
 */
import { exp, log } from "../math/elementary.js";
import type { Mat3 } from "../math/mat3.js";
import * as mat3 from "../math/mat3.js";
import { findRoot } from "../math/root-finding.js";
import { solve3 } from "../math/solve.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createDeparture, type SolutionCurve } from "./flight.js";
import { createInverseWorkspace, velocityFor, velocityFrom } from "./inverse.js";
import type { TimeStretch } from "./reach.js";
import { strikeDerivatives } from "./strike.js";
import type { Hit } from "./task.js";

/** What shall be least: (v - centre) . matrix (v - centre) / 2, contact axes. */
export interface Measure {
  readonly matrix: Mat3;
  readonly centre: Vec3;
}

/** One hit of a task. Contact axes. */
export interface HitSample {
  readonly time: number;
  readonly velocity: Vec3;
  readonly value: number;
  /** Of the value with the flight time. */
  readonly slope: number;
}

/**
 * Hits by flight time; undefined where there is none. The first guess is the hit found last, carried on along its derivative; with `only`,
 * the guess or nothing.
 */
export type HitsByTime = (time: number, guess?: Vec3, only?: "only") => HitSample | undefined;

/** How exactly hits are found on the way: the last one is found to the last digit. */
const ON_THE_WAY = 1e-8;
/** Where limits decide which hit it is. */
export const EXACT = 1e-14;
/** Relative change of the flight time over which a hit is carried on. */
const CARRIED = 0.3;

export function hitsByTime(hit: Hit, curve: SolutionCurve, { matrix, centre }: Measure, tolerance = ON_THE_WAY): HitsByTime {
  const departure = createDeparture();
  const { contact } = hit;
  const work = createInverseWorkspace();
  const velocity: MutableVec3 = [0, 0, 0];
  const change: MutableVec3 = [0, 0, 0];
  const pull: MutableVec3 = [0, 0, 0];
  const off: MutableVec3 = [0, 0, 0];
  /** Flight time of the hit found last; its velocity and its change are still there. */
  let last = Number.NaN;
  return (time, guess, only) => {
    if (guess !== undefined) vec3.copy(guess, velocity);
    else if (Math.abs(time - last) < CARRIED * last) vec3.addScaled(velocity, change, time - last, velocity);
    const guessed = guess !== undefined || !Number.isNaN(last);
    last = Number.NaN;
    if (!curve(time, departure)) return undefined;
    const found =
      only === "only"
        ? velocityFrom(contact, departure.impulse, velocity, work, tolerance)
        : velocityFor(contact, departure.impulse, velocity, guessed, tolerance, work);
    if (!found) return undefined;
    const derivatives = strikeDerivatives(contact, work.path);
    const moves = derivatives !== undefined && solve3(derivatives, departure.rate, change) !== undefined;
    if (moves) last = time;
    vec3.subtract(velocity, centre, off);
    mat3.transformVector(matrix, off, pull);
    return { time, velocity: vec3.copy(velocity), value: 0.5 * vec3.dot(off, pull), slope: moves ? vec3.dot(pull, change) : Number.NaN };
  };
}

/** The velocity of a hit found on the way, to the last digit. */
export function polished(hit: Hit, curve: SolutionCurve, { time, velocity }: HitSample): Vec3 {
  const departure = createDeparture();
  const exact = vec3.copy(velocity);
  return curve(time, departure) && velocityFor(hit.contact, departure.impulse, exact, true) ? exact : velocity;
}

/** Samples of the stand-in on each stretch; fewer with drag, where the curve itself takes time. */
const STAND_INS = 48;
const STAND_INS_WITH_DRAG = 14;
/** Hits tried elsewhere, over all stretches. */
const PROBES = 7;
/** Hits tried beside the best, in parts of the length of its stretch, by the logarithm. */
const NEARBY = [-0.12, -0.06, -0.02, -0.006, 0.006, 0.02, 0.06, 0.12];
/** Hits tried towards the ends of each stretch, in parts of its length. */
const RIM = [0.3, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5];
/** Values of the stand-in above this multiple of the least are no promising place. */
const PROMISING = 6;
/** Relative width to which the flight time is found. */
const TIME_TOLERANCE = 1e-6;
const MOST_STRIDES = 60;
/** First stride of the walk downhill, in the logarithm of the flight time: part of the stretch's length, and at most. */
const FIRST_STRIDE = 0.08;
const LONGEST_FIRST_STRIDE = 0.08;
/** Places tried where the best one has no hit. */
const CHANCES = 12;

export interface SearchResult {
  readonly best: HitSample;
  /** Whether the best lies at the end of the times looked at: a longer flight would be better still. */
  readonly atLimit: boolean;
}

/** Where a hit may be, from elsewhere. */
export interface HitSeed {
  readonly time: number;
  readonly velocity: Vec3;
}

/** Seeds from which the search goes downhill. */
const DESCENTS = 4;

/**
 * The hit of least value, or undefined where none was found. Seeds are for contacts that can jam, whose hits may lie on several branches.
 */
export function leastHit(
  hit: Hit,
  curve: SolutionCurve,
  stretches: readonly TimeStretch[],
  measure: Measure,
  hits: HitsByTime,
  seeds: readonly HitSeed[] = [],
): SearchResult | undefined {
  const places = standIns(hit, curve, stretches, measure);
  if (places.length === 0) return undefined;
  const first = places.reduce((best, place) => (place.value < best.value ? place : best));
  let found = descend(first, hits);
  const look = (place: Omit<Place, "value">) => {
    const probe = hits(place.time);
    const best = found?.best;
    // A value below the best, or a slope that falls away from it: another valley.
    if (probe === undefined) return;
    if (best === undefined || probe.value < best.value * (1 - 1e-9) || probe.slope * (probe.time - best.time) < 0)
      found = better(found, descend(place, hits));
  };
  const promising = places.filter(({ value }) => value < PROMISING * first.value);
  const stride = Math.max(1, Math.floor(promising.length / PROBES));
  for (let i = Math.floor(stride / 2); i < promising.length; i += stride) look(promising[i]);
  // Valleys may lie side by side, where an impact that ends stuck turns into one that ends slipping.
  const bottomTime = found?.best.time;
  const around = stretches.find(({ from, to }) => bottomTime !== undefined && bottomTime >= from && bottomTime <= to);
  if (bottomTime !== undefined && around !== undefined)
    for (const part of NEARBY) {
      const time = bottomTime * exp(part * log(around.to / around.from));
      if (time > around.from && time < around.to) look({ time, stretch: around });
    }
  // The energy of the bat is least near a contact velocity of its own, which the hits may pass where slip grows fast: close to the rim.
  if (vec3.norm(measure.centre) > 0)
    for (const stretch of stretches)
      for (const part of RIM) {
        const width = part * (stretch.to - stretch.from);
        look({ time: stretch.from + width, stretch });
        look({ time: stretch.to - width, stretch });
      }
  // Where the stand-in leads nowhere (jam), other places get a chance.
  const every = Math.ceil(places.length / CHANCES);
  for (let i = Math.floor(every / 2); found === undefined && i < places.length; i += every)
    if (hits(places[i].time) !== undefined) found = descend(places[i], hits);
  const sown = seeds
    .flatMap(({ time, velocity }) => hits(time, velocity, "only") ?? [])
    .sort((a, b) => a.value - b.value)
    .slice(0, DESCENTS);
  for (const sample of sown) {
    const stretch = stretches.find(({ from, to }) => sample.time >= from && sample.time <= to);
    if (stretch !== undefined) found = better(found, descend({ time: sample.time, stretch }, hits, sample.velocity));
  }
  return found;
}

function better(first: SearchResult | undefined, second: SearchResult | undefined): SearchResult | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return second.best.value < first.best.value ? second : first;
}

interface Place {
  readonly time: number;
  readonly value: number;
  readonly stretch: TimeStretch;
}

function standIns(hit: Hit, curve: SolutionCurve, stretches: readonly TimeStretch[], { matrix, centre }: Measure): Place[] {
  const departure = createDeparture();
  const { b11, b12, b22, d1, d2, normal, restitution, stickSlope } = hit.contact;
  const off: MutableVec3 = [0, 0, 0];
  const places: Place[] = [];
  const count = hit.drag > 0 ? STAND_INS_WITH_DRAG : STAND_INS;
  for (const stretch of stretches) {
    const low = log(stretch.from);
    const step = (log(stretch.to) - low) / count;
    for (let i = 0; i < count; i++) {
      const time = exp(low + (i + 0.5) * step);
      if (!curve(time, departure)) continue;
      const [i1, i2, i3] = departure.impulse;
      off[0] = -(b11 * i1 + b12 * i2 + d1 * i3) - centre[0];
      off[1] = -(b12 * i1 + b22 * i2 + d2 * i3) - centre[1];
      off[2] = -Math.max(d1 * i1 + d2 * i2 + normal * i3, 0.1 * stickSlope * i3) / (1 + restitution) - centre[2];
      places.push({ time, stretch, value: 0.5 * vec3.dot(off, mat3.transformVector(matrix, off)) });
    }
  }
  return places;
}

/** Walks downhill from a place and finds the bottom. */
function descend({ time, stretch }: Omit<Place, "value">, hits: HitsByTime, guess?: Vec3): SearchResult | undefined {
  const start = hits(time, guess);
  if (start === undefined) return undefined;
  const downhill = start.slope < 0 ? 1 : -1;
  const end = downhill > 0 ? stretch.to : stretch.from;
  let best = start;
  let near = start;
  let stride = Math.min(LONGEST_FIRST_STRIDE, FIRST_STRIDE * log(stretch.to / stretch.from));
  for (let i = 0; i < MOST_STRIDES; i++) {
    // Longer and longer strides, but never beyond half of what is left to the end of the stretch.
    const ahead = near.time * exp(downhill * stride);
    const half = 0.5 * (near.time + end);
    const next = hits(downhill > 0 ? Math.min(ahead, half) : Math.max(ahead, half), near.velocity);
    if (next === undefined || !(Math.abs(next.time - near.time) > TIME_TOLERANCE * near.time)) break;
    if (next.value < best.value) best = next;
    if (next.slope * downhill >= 0) return { best: bottom(near, next, best, hits), atLimit: false };
    if (next.value > near.value) {
      // Downhill there as well, and higher: a valley and a hill lie between.
      stride *= 0.3;
      continue;
    }
    near = next;
    stride *= 1.7;
  }
  return { best, atLimit: true };
}

/** The root of the slope between two hits; the best hit seen on the way. */
function bottom(first: HitSample, second: HitSample, least: HitSample, hits: HitsByTime): HitSample {
  let best = least;
  const slopeAt = (time: number) => {
    const sample = time === first.time ? first : time === second.time ? second : hits(time);
    if (sample === undefined || Number.isNaN(sample.slope)) return 0;
    if (sample.value < best.value) best = sample;
    return sample.slope;
  };
  findRoot(slopeAt, first.time, second.time, { xTolerance: TIME_TOLERANCE * first.time });
  return best;
}
