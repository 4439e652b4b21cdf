/**
 * The first hit of two bodies in flight as the simulator finds it, held against bounds that share nothing with its detection: apart until
 * then by conservative advancement, met then, and every place that touches one that closed forms of both shapes agree with.
 */
import type { Vec3 } from "../math/vec3.js";
import { createSimulation } from "../simulation/loop/simulation.js";
import type { MovingPair } from "./moving-pairs.js";
import type { MovingShapes } from "./moving-shapes.js";

/** When and where. */
export interface FirstHit {
  /** s; infinite where there is none. */
  readonly time: number;
  /** Places of the impact, normals into the first; none of a contact that begins, or of a slow touch, without one. */
  readonly places: readonly { readonly point: Vec3; readonly normal: Vec3 }[];
}

/** As the simulator finds it. */
export function firstHitOf({ begin, duration }: Pick<MovingPair, "begin" | "duration">): FirstHit {
  const { system, state } = begin();
  const simulation = createSimulation(system, state);
  let hit: FirstHit = { time: Number.POSITIVE_INFINITY, places: [] };
  const [coordinates, speeds, last] = [system.coordinateCount, system.speedCount, system.speedCount].map((size) => new Float64Array(size));
  try {
    simulation.advance(duration, {
      // One slower than impacts are told changes speeds and is over at once.
      motion: (from, to, stateAt) => {
        stateAt(from, coordinates, speeds);
        if (from > 0 && speeds.some((speed, k) => Math.abs(speed - last[k]) > CHANGED)) {
          hit = { time: from, places: [] };
          throw SEEN;
        }
        stateAt(to, coordinates, last);
      },
      event: ({ kind, time, impact }) => {
        if (kind !== "impact" && kind !== "contact") return;
        hit = { time, places: impact?.touches.map(({ state }) => ({ point: [...state.point], normal: [...state.normal] })) ?? [] };
        throw SEEN;
      },
    });
  } catch (thrown) {
    if (thrown !== SEEN) throw thrown;
  }
  return hit;
}

/** m/s and rad/s: speeds that change by more at once have been changed by a touch. */
const CHANGED = 1e-9;

/** Thrown to stop a run at its first hit. */
const SEEN = new Error("the first hit has been seen");

/** s. */
const TIME_ERROR = 1e-9;
/** m: overlaps and gaps below this are rounding of either. */
const ROUNDING = 1e-12;
/** s: in less time than this nothing is proved any more. */
const SHORTEST = 1e-13;
/** s: below it directions by simplices may not be near enough. */
const SHORT = 1e-4;

/** What was compared. */
export interface ComparedHit {
  /** As the simulator finds it. */
  readonly hit: FirstHit;
  /** The worst misfit of a place or a normal, m or rad. */
  readonly misfit: number;
  /** What is wrong; undefined: nothing. */
  readonly complaint?: string;
}

/** Finds the first hit of a pair and compares it. Of several places the best has to fit as one does that is alone. */
export function compareFirstHit(pair: MovingShapes): ComparedHit {
  const hit = firstHitOf(pair);
  const { time, places } = hit;
  const misfits = places.map(({ point, normal }) => pair.misfit(time, point, normal));
  const [best, misfit] = [Math.min(...misfits), Math.max(0, ...misfits)];
  const say = (complaint: string): ComparedHit => ({ hit, misfit, complaint });
  const normals = places.map(({ normal }) => normal);
  const stop = firstDoubt(pair, [0, Math.min(pair.duration, time - TIME_ERROR)], normals);
  if (stop !== undefined && isBrush(pair, stop)) return { hit, misfit };
  if (stop !== undefined && pair.separation(stop) <= ROUNDING) return say(`they meet at ${stop} s, not at ${time} s`);
  if (stop !== undefined) return say(`whether they are apart at ${stop} s is not known`);
  // A place on both surfaces proves that they have met, a direction that keeps them apart that they have not.
  const later = time + TIME_ERROR;
  if (time < Number.POSITIVE_INFINITY && !(best <= 100 * ROUNDING) && pair.separation(later) > 0) {
    const apart = Math.max(...[...normals, pair.wayAt(later), pair.hintAt(later)].map((way) => pair.apartAlong(way, later)));
    if (apart > ROUNDING) return say(`they are apart at ${later} s, by ${apart} m`);
  }
  if (places.length > 0 && !(best <= pair.allowed.best)) return say(`a place or normal is off by ${best} at ${time} s`);
  if (misfit > best && !(misfit <= pair.allowed.others)) return say(`one of several places or normals is off by ${misfit} at ${time} s`);
  return { hit, misfit };
}

/** m/s, of bodies of about a metre: slower ones touch without an impact. m: what counts as a gap of sizes up to 4 m. s: for how long. */
const CONTACT_SPEED = 1e-4;
const DEEPEST = 4e-9;
const LONGEST = 1e-3;

/** Whether two that meet at a time do so slower than impacts are told, and part again before they are deeper than what counts as a gap. */
function isBrush(pair: MovingShapes, time: number): boolean {
  const apartAt = (at: number) => Math.max(...[pair.wayAt(at), pair.hintAt(at)].map((way) => pair.apartAlong(way, at)));
  if (!(apartAt(time - 1e-6) < 1e-6 * CONTACT_SPEED)) return false;
  for (let later = 1e-7; later < LONGEST; later *= 1.5) {
    const apart = apartAt(time + later);
    if (apart > ROUNDING) return true;
    if (apart < -DEEPEST) return false;
  }
  return false;
}

/**
 * The first time of a stretch at which nothing says that the two are apart: undefined where directions prove it all along. Any direction
 * may; those given are tried first, then those of the nearest points at both ends, then each half by itself.
 */
function firstDoubt(pair: MovingShapes, [from, to]: readonly [number, number], ways: readonly Vec3[]): number | undefined {
  if (!(to > from) || ways.some((way) => isApart(pair, way, from, to))) return undefined;
  for (const wayAt of to - from < SHORT ? [pair.wayAt, pair.hintAt] : [pair.wayAt])
    for (const time of [from, to]) if (isApart(pair, wayAt(time), from, to)) return undefined;
  if (to - from < SHORTEST) return from;
  const middle = 0.5 * (from + to);
  return firstDoubt(pair, [from, middle], ways) ?? firstDoubt(pair, [middle, to], ways);
}

/**
 * Whether one direction keeps the two apart all along a stretch of length h. Along it two points are apart by a function of time that bends
 * by at most M; it is nowhere lower than M x (1 - x) h^2 / 2 below the line between its ends, x of the way along, and so is the least of
 * all such functions, which is how far the bodies are apart.
 */
function isApart({ apartAlong, bending }: MovingShapes, way: Vec3, from: number, to: number): boolean {
  const before = apartAlong(way, from);
  const after = before > 0 ? apartAlong(way, to) : 0;
  if (!(after > 0)) return false;
  const sag = 0.5 * bending * (to - from) * (to - from);
  const slope = before - after + sag;
  return !(slope > 0 && slope < 2 * sag) || 4 * sag * before > slope * slope;
}
