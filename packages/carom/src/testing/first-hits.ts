/**
 * The first hit of two bodies in flight as the simulator finds it, held against bounds that share nothing with its detection: apart until
 * then by conservative advancement, met then, and every place that touches one that closed forms of both shapes agree with.
 */

import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { createSimulation } from "../simulation/loop/simulation.js";
import { createFeatureState, type Feature } from "../simulation/system/mechanical-system.js";
import type { SceneSystem } from "../simulation/system/scene-system.js";
import type { MovingPair } from "./moving-pairs.js";
import type { MovingShapes, Turn } from "./moving-shapes.js";

/** When and where. */
export interface FirstHit {
  /** s; infinite where there is none. */
  readonly time: number;
  /** Places of the impact, normals into the first; none of a contact that begins, or of a slow touch, without one. */
  readonly places: readonly HitPlace[];
  /** Of the scene, m. */
  readonly size: number;
}

/** A place with its normal into the first. */
interface HitPlace {
  readonly point: Vec3;
  readonly normal: Vec3;
  /** m. */
  readonly gap: number;
  /** Where the same two pieces touch when the second body is turned. */
  readonly whereTurned: (turned: Turn) => Pick<HitPlace, "point" | "normal">;
}

/** As the simulator finds it. */
export function firstHitOf({ begin, duration }: Pick<MovingPair, "begin" | "duration">): FirstHit {
  const { system, state } = begin();
  const simulation = createSimulation(system, state);
  const { size } = system;
  let hit: FirstHit = { time: Number.POSITIVE_INFINITY, places: [], size };
  const [coordinates, speeds, last] = [system.coordinateCount, system.speedCount, system.speedCount].map((size) => new Float64Array(size));
  try {
    simulation.advance(duration, {
      // One slower than impacts are told changes speeds and is over at once.
      motion: (from, to, stateAt) => {
        stateAt(from, coordinates, speeds);
        if (from > 0 && speeds.some((speed, k) => Math.abs(speed - last[k]) > CHANGED)) {
          hit = { time: from, places: [], size };
          throw SEEN;
        }
        stateAt(to, coordinates, last);
      },
      event: ({ kind, time, impact }) => {
        if (kind !== "impact" && kind !== "contact") return;
        const places = impact?.touches.map(({ feature, state: { point, normal, gap } }) => ({
          point: vec3.copy(point),
          normal: vec3.copy(normal),
          gap,
          whereTurned: (turned: Turn) => placeOf(system, feature, withSecondTurned(coordinates, turned)),
        }));
        hit = { time, places: places ?? [], size };
        throw SEEN;
      },
    });
  } catch (thrown) {
    if (thrown !== SEEN) throw thrown;
  }
  return hit;
}

function placeOf(system: SceneSystem, feature: Feature, coordinates: Float64Array): Pick<HitPlace, "point" | "normal"> {
  const state = createFeatureState(system);
  system.evaluate(feature, coordinates, new Float64Array(system.speedCount), state);
  return { point: vec3.copy(state.point), normal: vec3.copy(state.normal) };
}

/** Coordinates are a position and a quaternion of each body. */
function withSecondTurned(coordinates: Float64Array, { about, turn }: Turn): Float64Array {
  const turned = coordinates.slice();
  const [x, y, z, ...orientation] = coordinates.subarray(7);
  turned.set(vec3.add(about, quaternion.rotate(turn, vec3.subtract([x, y, z], about))), 7);
  turned.set(quaternion.multiply(turn, orientation as unknown as Quaternion), 10);
  return turned;
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
  /** The worst misfit of a place or a normal, m or rad; of further places on pieces that are tilted, where they are laid flat. */
  readonly misfit: number;
  /** What is wrong; undefined: nothing. */
  readonly complaint?: string;
}

/** Finds the first hit of a pair and compares it. Of several places the best has to fit as one does that is alone. */
export function compareFirstHit(pair: MovingShapes): ComparedHit {
  const hit = firstHitOf(pair);
  const { time, places } = hit;
  const misfits = places.map(({ point, normal }) => pair.misfit(time, point, normal));
  const best = Math.min(...misfits);
  const flat = laidFlat(pair, hit, misfits);
  const misfit = Math.max(0, ...flat.misfits);
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
  if (!(misfit <= PLACE_ERROR)) return say(`a place or normal is off by ${misfit} at ${time} s`);
  if (!(Math.max(0, ...misfits) <= TILTED_ERROR)) return say(`a further place or normal is off by ${Math.max(...misfits)} at ${time} s`);
  if (!(flat.moved <= 1)) return say(`a further place is apart by ${flat.moved} of what counts as a gap at ${time} s`);
  return { hit, misfit };
}

/**
 * The misfits of all places, and how far those are moved that are laid flat, in what counts as a gap.
 *
 * Of pieces that are tilted by t one place touches first. The others are told with it where they are apart by less than what counts as a
 * gap, and as good as the pose is: no normal there is that of both bodies, and lines that cross at an angle a have one that turns by t / a.
 * So where they are off the second body is turned about the first place, which must move them by no more than a gap, and what the same
 * pieces have then must be exact. The turn is that of the throw; of other pieces that happen to be nearly flat on each other, one that
 * closes the gap that is told, which only says where to look.
 */
function laidFlat(pair: MovingShapes, { time, places, size }: FirstHit, misfits: readonly number[]): { misfits: number[]; moved: number } {
  const tilt = pair.tiltAt(time);
  const touching = misfits.indexOf(Math.min(...misfits));
  let moved = 0;
  const laid = places.map((place, k) => {
    if (k === touching || misfits[k] <= PLACE_ERROR || vec3.norm(tilt) === 0) return misfits[k];
    const about = places[touching].point;
    const arm = vec3.subtract(place.point, about);
    const closing = vec3.scale(vec3.cross(place.normal, arm), -place.gap / vec3.dot(arm, arm));
    const trials = [vec3.scale(tilt, -1), closing].map((axis) => {
      const turned: Turn = { about, turn: quaternion.fromAxisAngle(axis, vec3.norm(axis)) ?? quaternion.IDENTITY };
      const { point, normal } = place.whereTurned(turned);
      return { misfit: pair.misfit(time, point, normal, turned), moved: vec3.norm(vec3.cross(axis, arm)) / (TOUCHING * size + ROUNDING) };
    });
    const best = trials.find((trial) => trial.misfit <= PLACE_ERROR && trial.moved <= 1) ?? trials[0];
    moved = Math.max(moved, best.moved);
    return best.misfit;
  });
  return { misfits: laid, moved };
}

/** m or rad. */
const PLACE_ERROR = 1e-9;
/** The same of further places where they are tilted. */
const TILTED_ERROR = 1e-6;
/** Of the size: what counts as a gap. */
const TOUCHING = 1e-9;

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
