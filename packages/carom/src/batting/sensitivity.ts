/**
 * How far a planned hit misses if something is not as planned.
 *
 * The bat moves as planned; friction, restitution, the point of contact or the bat's angle are off by one standard deviation to either
 * side. The object then passes the target in the plane across its velocity of arrival at d+ and d-. Independent errors spread over an
 * ellipse with the matrix
 *
 *     sum over the errors of (d+ d+^T + d- d-^T)/2
 *
 * whose axes are its eigenvectors. Both sides, not a derivative: the slowest hits tend to lie where an impact that ends stuck turns into
 * one that ends slipping, and there the two sides differ.
 *
 * The whole chain is computed anew (mobility, law, flight): where it strikes moves the mobility and the contact velocity, the bat's angle
 * moves the normal as well. Where the surfaces are known the object meets the bat off by so much, and point and normal follow from both
 * shapes (surfaces.ts): a ball keeps its normal through its centre. Where they are not, the point moves and the normal does not. The bat is
 * turned about the contact, about tangent 1 and tangent 2.
 *
 * A bat that is late by t meets an object that is further on by V t. It closes the gap V_n t at the normal speed v_n, so they meet at
 * d = V t - v (V_n t)/v_n along the surface, and the object is V (t - V_n t/v_n) further on its way; v is the velocity of its centre seen
 * from the bat's contact point. How far both turn in that time is left out.
 *
 * World axes. Own derivation; 000 mentions sensitivity only in words.
 */
import { InvalidInputError } from "../errors.js";
import { atan2 } from "../math/elementary.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame, toFrame } from "../mechanics/contact-frame.js";
import { checkFinite } from "../mechanics/contact-problem.js";
import { unitOrientation } from "../mechanics/rigid-body.js";
import type { BatMotion } from "./bat-motion.js";
import { flyFor } from "./flight.js";
import type { PlannedHit } from "./plan.js";
import { strike } from "./strike.js";
import { moveContact } from "./surfaces.js";
import { type Hit, type HitTask, LARGEST_FRICTION, readHit } from "./task.js";

/** Standard deviations. */
export interface HitErrors {
  /** Default: 0.02. */
  readonly friction?: number;
  /** Default: 0.02. */
  readonly restitution?: number;
  /** Of where the object meets the bat, along either tangent, m. Default: 0.002. */
  readonly contactPoint?: number;
  /** Of the bat's angle about either tangent, rad. Default: 0.01. */
  readonly batAngle?: number;
  /** Of the velocity of the bat's contact point along each axis, m/s. Default: 0. */
  readonly batVelocity?: number;
  /** Of the object's velocity before the hit along each axis, m/s. Default: 0. */
  readonly objectVelocity?: number;
  /** Of the object's angular velocity about each axis, rad/s. Default: 0. */
  readonly objectSpin?: number;
  /** Of the time at which the bat comes, s. Default: 0. */
  readonly timing?: number;
}

/** What an error of one input does at the target. */
export interface SensitivityRow {
  /** `friction`, `restitution`, `contactPoint.tangent1`, ... */
  readonly what: string;
  /** Standard deviation. */
  readonly error: number;
  /** Where the object passes the target for that much more of it, m: to the right of the arriving object, and up. */
  readonly more: readonly [number, number];
  /** And for that much less. */
  readonly less: readonly [number, number];
  /** Root mean square of the two distances, m. */
  readonly miss: number;
}

/** How far errors of the inputs carry the object from the target. */
export interface HitSensitivity {
  /** One for each input. */
  readonly rows: readonly SensitivityRow[];
  /** Unit vectors of the target plane, world axes: horizontal to the right of the arriving object, and up. */
  readonly right: Vec3;
  /** Second axis across the flight at the target, a unit vector. */
  readonly up: Vec3;
  /** One standard deviation around the target. */
  readonly ellipse: {
    /** Half axes, m, longer first. */
    readonly axes: readonly [number, number];
    /** Of the longer axis, from `right` towards `up`, rad. */
    readonly angle: number;
  };
}

const DEFAULT_ERRORS: Required<HitErrors> = {
  friction: 0.02,
  restitution: 0.02,
  contactPoint: 0.002,
  batAngle: 0.01,
  batVelocity: 0,
  objectVelocity: 0,
  objectSpin: 0,
  timing: 0,
};

/** Of a planned hit whose bat moves so (default: within the limits, or of least norm). */
export function hitSensitivity(hit: Hit, planned: PlannedHit, errors: HitErrors = {}, motion?: BatMotion): HitSensitivity {
  const deviations = { ...DEFAULT_ERRORS, ...errors };
  for (const [name, value] of Object.entries(deviations)) checkNotNegative(value, `errors.${name}`);
  const { right, up } = targetPlane(planned.arrival);
  const chain = chainOf(hit, planned, motion ?? planned.bat?.limited ?? planned.bat?.leastNorm);
  const target = fromFrame(hit.frame, hit.displacement);
  const rows = parametersOf(hit, planned, deviations).map(({ what, error, change }): SensitivityRow => {
    // What lies along the arriving object's path only changes when it comes by.
    const offAt = (step: number): [number, number] | undefined => {
      const changed = change(step);
      if (changed === undefined) return undefined;
      const off = vec3.subtract(chain(changed), target);
      return [vec3.dot(off, right), vec3.dot(off, up)];
    };
    const [above, below] = [offAt(error), offAt(-error)];
    // At the end of a range (restitution one, friction zero) there is one side only.
    const more = above ?? mirrored(below);
    const less = below ?? mirrored(above);
    return { what, error, more, less, miss: Math.sqrt(0.5 * (square(more) + square(less))) };
  });
  return { rows, right, up, ellipse: ellipseOf(rows) };
}

const square = ([x, y]: readonly [number, number]) => x * x + y * y;
const mirrored = (off: readonly [number, number] | undefined): [number, number] => (off === undefined ? [0, 0] : [-off[0], -off[1]]);

function checkNotNegative(value: number, path: string): void {
  checkFinite(value, path);
  if (value < 0) throw new InvalidInputError(path, value, "is negative");
}

function targetPlane(arrival: Vec3): { readonly right: Vec3; readonly up: Vec3 } {
  const along = vec3.normalize(arrival) ?? [1, 0, 0];
  const right = vec3.normalize(vec3.cross(along, [0, 0, 1])) ?? [1, 0, 0];
  return { right, up: vec3.cross(right, along) };
}

/** What is off: a task, a contact velocity added to it, and how much further on its way the object is struck (world axes). */
interface Change {
  readonly task: HitTask;
  readonly velocity: Vec3;
  readonly shift?: Vec3;
}

/** Where the object is at the planned flight time, world axes, relative to its centre at the hit. */
function chainOf(hit: Hit, planned: PlannedHit, motion: BatMotion | undefined): (change: Change) => Vec3 {
  const pointVelocity = fromFrame(hit.frame, hit.pointVelocity);
  return ({ task, velocity, shift = vec3.ZERO }) => {
    const changed = readHit(task);
    const { bat, contact } = task;
    const relative =
      motion === undefined || bat === undefined
        ? vec3.add(planned.contactVelocity, vec3.subtract(fromFrame(changed.frame, changed.pointVelocity), pointVelocity))
        : vec3.subtract(
            fromFrame(changed.frame, changed.pointVelocity),
            vec3.add(motion.velocity, vec3.cross(motion.angularVelocity, vec3.subtract(contact.point, bat.position))),
          );
    const struck = toFrame(changed.frame, vec3.add(relative, velocity));
    // So far off that bat and object do not meet any more.
    const impulse = struck[2] < 0 ? strike(changed.contact, struck) : vec3.ZERO;
    const departure = vec3.addScaled(changed.before, impulse, 1 / changed.mass);
    return vec3.add(fromFrame(changed.frame, flyFor(changed, departure, planned.flightTime)), shift);
  };
}

interface Parameter {
  readonly what: string;
  readonly error: number;
  /** Undefined beyond the end of its range. */
  readonly change: (step: number) => Change | undefined;
}

function parametersOf(hit: Hit, planned: PlannedHit, deviations: Required<HitErrors>): Parameter[] {
  const { task, frame } = hit;
  const { contact, bat } = task;
  const { tangent1, tangent2, normal } = frame;
  const ofContact = (what: "friction" | "restitution"): Parameter => ({
    what,
    error: deviations[what],
    change: (step) => {
      const value = contact[what] + step;
      if (value < 0 || value > (what === "restitution" ? 1 : LARGEST_FRICTION)) return undefined;
      return { task: { ...task, contact: { ...contact, [what]: value } }, velocity: vec3.ZERO };
    },
  });
  // Only where bodies are known the mobility can follow the contact and the bat.
  const bodies = task.mobility === undefined && bat !== undefined;
  const points = bodies && deviations.contactPoint > 0 ? [tangent1, tangent2] : [];
  const turns = bodies && deviations.batAngle > 0 ? [tangent1, tangent2] : [];
  const shifts = deviations.batVelocity > 0 ? [tangent1, tangent2, normal] : [];
  const names = ["tangent1", "tangent2", "normal"];
  return [
    ofContact("friction"),
    ofContact("restitution"),
    ...points.map(
      (axis, i): Parameter => ({
        what: `contactPoint.${names[i]}`,
        error: deviations.contactPoint,
        change: (step) => ({ task: moveObject(hit, vec3.scale(axis, step)), velocity: vec3.ZERO }),
      }),
    ),
    ...turns.map(
      (axis, i): Parameter => ({
        what: `batAngle.${names[i]}`,
        error: deviations.batAngle,
        change: (step) => ({ task: turnBat(task, axis, step), velocity: vec3.ZERO }),
      }),
    ),
    ...shifts.map(
      (axis, i): Parameter => ({
        what: `batVelocity.${names[i]}`,
        error: deviations.batVelocity,
        // A faster bat is a slower object seen from it.
        change: (step) => ({ task, velocity: vec3.scale(axis, -step) }),
      }),
    ),
    ...objectParameters(hit, planned, deviations),
  ];
}

/** Of the object's motion, and of the time at which the bat comes. */
function objectParameters(hit: Hit, planned: PlannedHit, deviations: Required<HitErrors>): Parameter[] {
  const { task } = hit;
  const { object } = task;
  const axes: readonly (readonly [string, Vec3])[] = [
    ["x", [1, 0, 0]],
    ["y", [0, 1, 0]],
    ["z", [0, 0, 1]],
  ];
  const ofMotion = (field: "velocity" | "angularVelocity", what: string, error: number): Parameter[] =>
    error > 0
      ? axes.map(([name, axis]) => ({
          what: `${what}.${name}`,
          error,
          change: (step) => ({
            task: { ...task, object: { ...object, [field]: vec3.addScaled(object[field] ?? vec3.ZERO, axis, step) } },
            velocity: vec3.ZERO,
          }),
        }))
      : [];
  const arm = vec3.subtract(task.contact.point, object.position);
  // Of the object's centre: its spin brings it no nearer.
  const closing = vec3.subtract(planned.contactVelocity, vec3.cross(object.angularVelocity ?? vec3.ZERO, arm));
  const late = (step: number): Change => {
    const flown = vec3.scale(object.velocity ?? vec3.ZERO, step);
    const wait = -vec3.dot(flown, hit.frame.normal) / vec3.dot(closing, hit.frame.normal);
    const off = vec3.addScaled(flown, closing, wait);
    const shift = vec3.scale(object.velocity ?? vec3.ZERO, step + wait);
    return { task: task.mobility === undefined ? moveObject(hit, off) : task, velocity: vec3.ZERO, shift };
  };
  const { timing } = deviations;
  return [
    ...ofMotion("velocity", "objectVelocity", deviations.objectVelocity),
    ...ofMotion("angularVelocity", "objectSpin", deviations.objectSpin),
    ...(timing > 0 ? [{ what: "timing", error: timing, change: late }] : []),
  ];
}

/** The task with the object off by so much along the bat. The object stays where it is, and the bat is off the other way. */
function moveObject({ task, frame }: Hit, off: Vec3): HitTask {
  const { contact, bat } = task;
  if (contact.surfaces === undefined || bat === undefined) return { ...task, contact: { ...contact, point: vec3.add(contact.point, off) } };
  const { point, normal } = moveContact(frame, contact.surfaces.object, contact.surfaces.bat, off);
  return {
    ...task,
    bat: { ...bat, position: vec3.subtract(bat.position, off) },
    contact: { ...contact, point: vec3.add(contact.point, point), normal, tangent: frame.tangent1 },
  };
}

/** The task with the bat turned about the contact, with its face. */
export function turnBat(task: HitTask, axis: Vec3, angle: number): HitTask {
  const turn = quaternion.fromAxisAngle(axis, angle) ?? quaternion.IDENTITY;
  const { contact, bat } = task;
  const { point, normal, tangent } = contact;
  return {
    ...task,
    contact: {
      ...contact,
      normal: quaternion.rotate(turn, normal),
      ...(tangent === undefined ? {} : { tangent: quaternion.rotate(turn, tangent) }),
    },
    ...(bat === undefined
      ? {}
      : {
          bat: {
            ...bat,
            position: vec3.add(point, quaternion.rotate(turn, vec3.subtract(bat.position, point))),
            orientation: quaternion.multiply(turn, unitOrientation(bat.orientation)),
          },
        }),
  };
}

function ellipseOf(rows: readonly SensitivityRow[]): HitSensitivity["ellipse"] {
  let [xx, xy, yy] = [0, 0, 0];
  for (const { more, less } of rows)
    for (const [x, y] of [more, less]) {
      xx += 0.5 * x * x;
      xy += 0.5 * x * y;
      yy += 0.5 * y * y;
    }
  const mean = 0.5 * (xx + yy);
  const half = 0.5 * (xx - yy);
  const radius = Math.sqrt(half * half + xy * xy);
  return { axes: [Math.sqrt(mean + radius), Math.sqrt(Math.max(0, mean - radius))], angle: 0.5 * atan2(xy, half) };
}
