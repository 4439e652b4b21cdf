/**
 * A rod in flight: when which of its ends comes down to the floor next.
 *
 * |h''| of an end is at most B = g + w^2 l/2, so from a height h and a velocity h' the floor is out of reach for (h' + sqrt(h'^2 + 2 B
 * h))/B: steps of that length come down to the floor and miss nothing, a grazing end included.
 *
 * The end that has just struck leaves at the rebound r from the height zero, and every digit counts when r is small: with x = w t/2,
 *
 *     h(t) = r t - g t^2/2 -+ l (cos(phi) (sin 2x - 2x)/2 - sin(phi) sin^2 x)
 *
 * Without a rebound it rises if its acceleration a = -g +- (l/2) w^2 sin(phi) does; |h'''| is at most |w|^3 l/2, so it is still rising at
 * t = 2 a/(l |w|^3), where the search begins.
 *
 * Letters as in rod-sequence.ts.
 */
import { cos, sin } from "../math/elementary.js";
import type { Rod, RodEnd, RodState } from "./rod-impact.js";

const ENDS: readonly RodEnd[] = ["A", "B"];

/** The next end that comes down. */
export interface RodTouch {
  /** After the impact before, s. */
  readonly time: number;
  /** Which. */
  readonly end: RodEnd;
}

/** The end that has just struck, and how fast it rises, m/s. */
export interface StruckEnd {
  readonly end: RodEnd;
  readonly rebound: number;
}

/** Acceleration of an end in flight, m/s^2, upwards. */
export function liftOf({ length }: Rod, { angle, angularVelocity }: RodState, end: RodEnd, gravity: number): number {
  const lift = 0.5 * length * angularVelocity * angularVelocity * sin(angle);
  return (end === "A" ? lift : -lift) - gravity;
}

/** When which end comes down next; undefined if none does. */
export function nextTouch(rod: Rod, state: RodState, gravity: number, struck: StruckEnd): RodTouch | undefined {
  let first: RodTouch | undefined;
  for (const end of ENDS) {
    const path = end === struck.end ? struckPath(rod, state, gravity, struck) : endPath(rod, state, gravity, end);
    const time = descend(rod, state, gravity, path, first?.time ?? Number.POSITIVE_INFINITY);
    if (time !== undefined && (first === undefined || time < first.time)) first = { time, end };
  }
  return first;
}

/** Height of an end over time, and where to begin to look. */
interface Path {
  heightAt(t: number): number;
  rateAt(t: number): number;
  readonly from: number;
}

function endPath({ length }: Rod, state: RodState, gravity: number, end: RodEnd): Path {
  const { height, angle, verticalVelocity, angularVelocity } = state;
  const half = (end === "A" ? -0.5 : 0.5) * length;
  return {
    heightAt: (t) => height + verticalVelocity * t - 0.5 * gravity * t * t + half * sin(angle + angularVelocity * t),
    rateAt: (t) => verticalVelocity - gravity * t + half * angularVelocity * cos(angle + angularVelocity * t),
    from: 0,
  };
}

function struckPath(rod: Rod, state: RodState, gravity: number, { end, rebound }: StruckEnd): Path {
  const { angle, angularVelocity } = state;
  const signed = (end === "A" ? -1 : 1) * rod.length;
  const [c, s] = [cos(angle), sin(angle)];
  const lift = liftOf(rod, state, end, gravity);
  const spin = Math.abs(angularVelocity);
  return {
    heightAt: (t) => {
      const x = 0.5 * angularVelocity * t;
      const sine = sin(x);
      return rebound * t - 0.5 * gravity * t * t + signed * (0.5 * c * sineExcess(2 * x) - s * sine * sine);
    },
    rateAt: (t) => {
      const x = 0.5 * angularVelocity * t;
      const sine = sin(x);
      return rebound - gravity * t - signed * angularVelocity * (c * sine * sine + 0.5 * s * sin(2 * x));
    },
    from: rebound > 0 || !(lift > 0) ? 0 : (2 * lift) / (rod.length * spin * spin * spin),
  };
}

/** sin x - x. */
function sineExcess(x: number): number {
  if (Math.abs(x) > 0.5) return sin(x) - x;
  const square = x * x;
  let term = (-x * square) / 6;
  let sum = term;
  for (let n = 5; n <= 17; n += 2) {
    term *= -square / (n * (n - 1));
    sum += term;
  }
  return sum;
}

/** Below this height, in lengths, an end is on the floor but for the last Newton steps. */
const TOUCHING = 1e-13;
const MOST_STEPS = 1_000_000;

/** The first time, before `within`, at which an end comes down to the floor. */
function descend(rod: Rod, state: RodState, gravity: number, path: Path, within: number): number | undefined {
  const { length } = rod;
  const { angularVelocity } = state;
  const bound = gravity + 0.5 * length * angularVelocity * angularVelocity;
  let t = path.from;
  for (let step = 0; step < MOST_STEPS; step++) {
    const h = path.heightAt(t);
    const rate = path.rateAt(t);
    if (h <= TOUCHING * length && rate < 0) return polish(path, t);
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

const MOST_POLISH = 60;

function polish({ heightAt, rateAt }: Path, from: number): number {
  let t = from;
  for (let n = 0; n < MOST_POLISH; n++) {
    const step = heightAt(t) / rateAt(t);
    if (!Number.isFinite(step)) break;
    t -= step;
    if (Math.abs(step) <= Number.EPSILON * t) break;
  }
  return t;
}
