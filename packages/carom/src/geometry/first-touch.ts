/**
 * When two moving shapes first touch. No touch is missed: time goes on only as far as the shapes are proved to be apart.
 *
 * Along a fixed unit normal n, a point r of a turning body is at most (n + t n x w) . r + n . v t + c t^2 / 2 far after the time t, with
 * c = a + (w' + w^2) R. So, with h the farthest extent of a core about its origin,
 *
 *     gap(t) >= B(t) = n . (p_B - p_A) + n . (v_B - v_A) t - h_B(-(n + t n x w_B)) - h_A(n + t n x w_A) - r_A - r_B - (c_A + c_B) t^2 / 2
 *
 * B is concave: where B(t) > 0 the shapes are apart all the way up to t. It starts with the gap and with its true slope, so steps to its
 * root close in on a touch as Newton's do, always from the side before, and past a near miss in steps that grow with its distance.
 *
 * Letters: p, v position and velocity of a shape's origin, w, w' angular velocity and its rate, a acceleration, R reach, r rounding.
 */
import { InvalidInputError } from "../errors.js";
import type { MutableQuaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { answerOf, type ClosestPoints, placedFinder, poseOf } from "./closest-points.js";
import { findNearest } from "./find-nearest.js";
import { type Finder, placeFinder, separation } from "./finder.js";
import { type Placed, supportAt } from "./placed.js";
import type { PlacedShape } from "./shapes.js";

/** A shape that moves with a constant acceleration and turns at a constant rate. */
export interface MovingShape extends PlacedShape {
  /** Of the shape's origin, m/s, world axes. Default: at rest. */
  readonly velocity?: Vec3;
  /** rad/s, world axes, constant. Default: not turning. */
  readonly angularVelocity?: Vec3;
  /** Of the shape's origin, m/s^2, constant. Default: none. */
  readonly acceleration?: Vec3;
}

/** A touch and the nearest points at its time. */
export interface FirstTouch extends ClosestPoints {
  /** s. */
  readonly time: number;
  /** Of the gap, m/s; negative where the shapes approach. */
  readonly gapRate: number;
}

/** How one shape of a pair moves, with bounds that hold all the time. */
export interface Course {
  /** Writes the state at a time. */
  readonly at: (time: number, out: CourseState) => void;
  /** Bound of how fast its points gain speed, m/s^2: a + (w' + w^2) R. */
  readonly acceleration: number;
}

/** Pose and velocities of a shape's origin. */
export interface CourseState {
  readonly position: MutableVec3;
  readonly orientation: MutableQuaternion;
  readonly velocity: MutableVec3;
  readonly angularVelocity: MutableVec3;
}

/** The first time from 0 to `until` (s) at which the two touch, or undefined. At once where they touch at the start. */
export function firstTouch(first: MovingShape, second: MovingShape, until: number): FirstTouch | undefined {
  const finder = placedFinder(first, second);
  const search = createSearch(finder, courseOf(first, finder.first, "first"), courseOf(second, finder.second, "second"));
  const time = advance(search, 0, until);
  if (time === undefined) return undefined;
  return { time, ...answerOf(finder, search.first.position), gapRate: gapRate(search) };
}

function courseOf(shape: MovingShape, { core }: Placed, path: string): Course {
  const { velocity = vec3.ZERO, angularVelocity = vec3.ZERO, acceleration = vec3.ZERO } = shape;
  const { position, orientation } = poseOf(shape, path);
  const spin = vec3.norm(angularVelocity);
  if (spin > 0 && core.reach === Infinity) throw new InvalidInputError(`${path}.angularVelocity`, angularVelocity, "turns a plane");
  const turn: MutableQuaternion = [0, 0, 0, 1];
  return {
    acceleration: vec3.norm(acceleration) + (spin > 0 ? spin * spin * core.reach : 0),
    at: (time, out) => {
      vec3.addScaled(position, velocity, time, out.position);
      vec3.addScaled(out.position, acceleration, (time * time) / 2, out.position);
      vec3.addScaled(velocity, acceleration, time, out.velocity);
      vec3.copy(angularVelocity, out.angularVelocity);
      if (spin > 0) quaternion.fromAxisAngle(angularVelocity, spin * time, turn);
      quaternion.multiply(turn, orientation, out.orientation);
    },
  };
}

/** The memory of a search: states of both shapes, and vectors for work. */
export interface Search {
  readonly finder: Finder;
  readonly firstCourse: Course;
  readonly secondCourse: Course;
  readonly first: CourseState;
  readonly second: CourseState;
  readonly firstTurn: MutableVec3;
  readonly secondTurn: MutableVec3;
  readonly direction: MutableVec3;
  readonly far: MutableVec3;
  /** Counts of work. */
  steps: number;
  optimisations: number;
}

export function createSearch(finder: Finder, firstCourse: Course, secondCourse: Course): Search {
  return {
    finder,
    firstCourse,
    secondCourse,
    first: createState(),
    second: createState(),
    firstTurn: [0, 0, 0],
    secondTurn: [0, 0, 0],
    direction: [0, 0, 0],
    far: [0, 0, 0],
    steps: 0,
    optimisations: 0,
  };
}

function createState(): CourseState {
  return { position: [0, 0, 0], orientation: [0, 0, 0, 1], velocity: [0, 0, 0], angularVelocity: [0, 0, 0] };
}

/** Part of the size at which a gap is closed. */
const CLOSED = 1e-15;
/** As long as the old normal shows this part of the gap it last had, no better one is looked for. */
const WORTH_KEEPING = 0.5;
const MOST_STEPS = 100000;

/** Time of the first touch; leaves the finder at the touch. */
export function advance(search: Search, from: number, until: number): number | undefined {
  const { finder } = search;
  let time = from;
  let best = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    search.steps++;
    placeAt(search, time);
    const radii = finder.first.core.radius + finder.second.core.radius;
    let gap = step === 0 ? 0 : separation(finder, finder.normal) - radii;
    if (!(gap > WORTH_KEEPING * best)) {
      search.optimisations++;
      findNearest(finder);
      best = finder.gap;
      if (best <= CLOSED * finder.size) return time;
      gap = Math.min(best, separation(finder, finder.normal) - radii);
    }
    const safe = gap > 0 ? safeStep(search, gap, until - time) : 0;
    if (!(time + safe > time)) return time;
    time += safe;
    if (time >= until) return undefined;
  }
  return time;
}

function placeAt({ finder, firstCourse, secondCourse, first, second }: Search, time: number): void {
  firstCourse.at(time, first);
  secondCourse.at(time, second);
  placeFinder(finder, first, second);
}

/** Rate of the gap where the farthest points along the normal move on, m/s. */
function gapRate(search: Search): number {
  const { finder, first, second, firstTurn, secondTurn, direction, far } = search;
  const { normal } = finder;
  vec3.cross(normal, first.angularVelocity, firstTurn);
  vec3.cross(normal, second.angularVelocity, secondTurn);
  supportAt(finder.first, normal, 0, far);
  let rate = vec3.dot(normal, second.velocity) - vec3.dot(normal, first.velocity) - vec3.dot(firstTurn, far);
  vec3.scale(normal, -1, direction);
  supportAt(finder.second, direction, 0, far);
  vec3.subtract(far, finder.second.position, far);
  rate += vec3.dot(secondTurn, far);
  return rate;
}

/** B of the header less its constant part, the gap at the start. */
function bound(search: Search, start: number, time: number): number {
  const { finder, first, second, firstTurn, secondTurn, direction, far } = search;
  const { normal } = finder;
  const acceleration = search.firstCourse.acceleration + search.secondCourse.acceleration;
  vec3.addScaled(normal, firstTurn, time, direction);
  supportAt(finder.first, direction, 0, far);
  const firstExtent = vec3.dot(direction, far);
  vec3.addScaled(normal, secondTurn, time, direction);
  vec3.scale(direction, -1, direction);
  supportAt(finder.second, direction, 0, far);
  vec3.subtract(far, finder.second.position, far);
  const secondExtent = vec3.dot(direction, far);
  const drift = vec3.dot(normal, second.velocity) - vec3.dot(normal, first.velocity);
  return start + drift * time - firstExtent - secondExtent - (acceleration * time * time) / 2;
}

/** Chords of the bound, each of which stays below it. */
const CHORDS = 4;

/** A time for which the shapes stay apart, close to the root of the bound, s; at most `most`. */
function safeStep(search: Search, gap: number, most: number): number {
  const { finder, firstCourse, secondCourse } = search;
  const rate = gapRate(search);
  const acceleration = firstCourse.acceleration + secondCourse.acceleration;
  const start = vec3.dot(finder.normal, finder.second.position) - finder.first.core.radius - finder.second.core.radius;
  // The root without the change of the farthest points is not before that of the bound.
  const slope = Math.sqrt(rate * rate + 2 * acceleration * gap) - rate;
  let late = slope > 0 ? Math.min((2 * gap) / slope, most) : most;
  let lateBound = bound(search, start, late);
  const rounding = (CLOSED * finder.size) / 2;
  if (lateBound >= -rounding) return late;
  let safe = 0;
  let safeBound = gap;
  for (let k = 0; k < CHORDS; k++) {
    const next = safe + ((late - safe) * safeBound) / (safeBound - lateBound);
    if (!(next > safe && next < late && safeBound > 0)) break;
    const value = bound(search, start, next);
    if (value >= -rounding) {
      safe = next;
      safeBound = value;
    } else {
      late = next;
      lateBound = value;
    }
  }
  return safe;
}
