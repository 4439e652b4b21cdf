/**
 * Turning the bat about the contact until a hit in closed form exists.
 *
 * The impulse cones (cones.ts) turn with the bat, and change as they do: the mobility in contact axes is another one when the bat, but not
 * the object, has been turned. The solution curve stays where it is, so the two meet for some turns, a set of rotation vectors whose border
 * is where the curve crosses an edge of a cone or touches its plane. The source asks for such turns and leaves them open.
 *
 * The least turn is looked for from the middle outwards: shells of turns by equal angles about axes spread over the sphere, until one of
 * them has a closed form. From the best of that shell and the next, each turn is drawn in as far as a closed form stays, and its axis is
 * moved to where it can be drawn in further. What is returned exists, to rounding; that nothing less does is only as sure as the shells are
 * dense: sets thinner than the distance of two axes can be missed.
 *
 * Flights without duration, at any speed, are often what the least turn leads to; so hits count only up to a contact speed, by default four
 * times what it takes to fly the distance in the time to fall it, and to stop the object.
 *
 * Source: 000 section 4.6, figure 4.10, which ask; the search is ours.
 */
import { InvalidInputError } from "../errors.js";
import { cos, sin } from "../math/elementary.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type ClosedFormHit, closedFormHits } from "./closed-form.js";
import { naturalTime } from "./reach.js";
import { turnBat } from "./sensitivity.js";
import { type Hit, readHit } from "./task.js";

/** A turn of the bat about the contact after which the task has a closed form. */
export interface ClosedFormTurn {
  /** rad; 0 where it has one already. */
  readonly angle: number;
  /** Unit vector, world axes. */
  readonly axis: Vec3;
  /** The task with the bat turned, read. */
  readonly hit: Hit;
  /** Its hits in closed form, slowest first, in its contact axes. */
  readonly hits: readonly ClosedFormHit[];
}

/** What turns and hits are looked at. */
export interface TurnOptions {
  /** Most turn, rad. Default: a right angle. */
  readonly most?: number;
  /** Most contact speed of a hit, m/s. Default: see above. */
  readonly contactSpeed?: number;
}

/** Axes of a shell. */
const AXES = 128;
/** Angle between shells, rad. */
const SHELL = Math.PI / 90;
/** Turns of the first shells with a closed form from which the search goes on. */
const STARTS = 8;
const WIDEST_MOVE = 0.2;
const LEAST_MOVE = 1e-6;
const MOST_MOVES = 40;
const LEAST_STEP = 1e-9;
/** Of the contact speed of a sensible flight. */
const FASTEST = 4;

/** The least turn found; undefined where none was. */
export function turnToClosedForm(hit: Hit, options: TurnOptions = {}): ClosedFormTurn | undefined {
  const { task, drag } = hit;
  const sensible = vec3.norm(hit.displacement) / naturalTime(hit) + vec3.norm(hit.before);
  const { most = 0.5 * Math.PI, contactSpeed = FASTEST * sensible } = options;
  if (task.mobility !== undefined)
    throw new InvalidInputError("mobility", task.mobility, "is given instead of that of object and bat, and a turn of the bat changes it");
  if (drag > 0) throw new InvalidInputError("drag", drag, "is positive, and flights with drag have no closed form");
  if (!(most > 0 && most <= Math.PI)) throw new InvalidInputError("closedFormTurn.most", most, "is not above 0 and at most half a turn");
  if (!(contactSpeed > 0)) throw new InvalidInputError("contactSpeed", contactSpeed, "is not positive");
  const turned = (axis: Vec3, angle: number): ClosedFormTurn => {
    const other = angle === 0 ? hit : readHit(turnBat(task, axis, angle));
    return { angle, axis, hit: other, hits: closedFormHits(other).filter(({ velocity }) => vec3.norm(velocity) <= contactSpeed) };
  };
  const exists = (axis: Vec3, angle: number) => turned(axis, angle).hits.length > 0;
  if (exists([0, 0, 1], 0)) return turned([0, 0, 1], 0);
  const starts = firstTurns(exists, most);
  const found = starts.map(({ axis, angle }) => drawnIn(exists, axis, angle));
  const least = found.sort((a, b) => a.angle - b.angle)[0];
  return least === undefined ? undefined : turned(least.axis, least.angle);
}

interface Turn {
  readonly axis: Vec3;
  readonly angle: number;
}

type Exists = (axis: Vec3, angle: number) => boolean;

/** The turns of the first two shells that have any. */
function firstTurns(exists: Exists, most: number): Turn[] {
  const axes = Array.from({ length: AXES }, (_, i): Vec3 => {
    const z = 1 - (2 * i + 1) / AXES;
    const [radius, angle] = [Math.sqrt(1 - z * z), i * GOLDEN_ANGLE];
    return [radius * cos(angle), radius * sin(angle), z];
  });
  const found: Turn[] = [];
  let last = Number.POSITIVE_INFINITY;
  for (let n = 1; n <= last && (n - 1) * SHELL < most && found.length < STARTS; n++) {
    const angle = Math.min(most, n * SHELL);
    found.push(...axes.filter((axis) => exists(axis, angle)).map((axis) => ({ axis, angle })));
    if (found.length > 0 && last === Number.POSITIVE_INFINITY) last = n + 1;
  }
  return found.slice(0, STARTS);
}

const GOLDEN_ANGLE = 2.399963229728653;

/** The same turn by the least angle, then about axes beside it, ever closer, as long as that makes it less. */
function drawnIn(exists: Exists, first: Vec3, from: number): Turn {
  let axis = first;
  let angle = leastAlong(exists, axis, from);
  let move = WIDEST_MOVE;
  for (let moves = 0; moves < MOST_MOVES && move > LEAST_MOVE; ) {
    const better = beside(axis, move).find((other) => exists(other, angle * (1 - 0.01 * move)));
    if (better === undefined) {
      move *= 0.5;
      continue;
    }
    moves++;
    axis = better;
    angle = leastAlong(exists, axis, angle * (1 - 0.01 * move));
  }
  return { axis, angle };
}

/** Ever smaller steps inwards as long as a closed form stays; a hit that fails its check by a digit does not stop them. */
function leastAlong(exists: Exists, axis: Vec3, from: number): number {
  let angle = from;
  for (let step = 0.5; step > LEAST_STEP; ) {
    if (exists(axis, angle * (1 - step))) angle *= 1 - step;
    else step *= 0.5;
  }
  return angle;
}

/** Eight axes at this angle from one. */
function beside(axis: Vec3, angle: number): Vec3[] {
  const across = vec3.normalize(vec3.cross(axis, Math.abs(axis[2]) < 0.7 ? [0, 0, 1] : [1, 0, 0])) ?? vec3.ZERO;
  const other = vec3.cross(axis, across);
  return Array.from({ length: 8 }, (_, i) => {
    const way = vec3.addScaled(vec3.scale(across, cos((i * Math.PI) / 4)), other, sin((i * Math.PI) / 4));
    return vec3.normalize(vec3.addScaled(vec3.scale(axis, cos(angle)), way, sin(angle))) ?? axis;
  });
}
