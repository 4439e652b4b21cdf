/**
 * How far a planned hit misses if something is not as planned.
 *
 * The bat moves as planned; friction, restitution, the point of contact or the bat's angle are a little off. The object then passes the target in the plane
 * across its velocity of arrival at J dp, p the errors. Errors that are independent, with standard deviations s, spread over an ellipse with the matrix
 * J diag(s^2) J^T, whose axes are its eigenvectors.
 *
 * The derivatives are central differences of the whole chain (mobility, law, flight): where it strikes moves the mobility and the contact velocity, the bat's
 * angle moves the normal as well. The contact moves along the surface; the bat is turned about the contact, about tangent 1 and tangent 2.
 *
 * World axes. Own derivation; 000 mentions sensitivity only in words.
 */
import { atan2 } from "../math/elementary.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame, toFrame } from "../mechanics/contact-frame.js";
import { unitOrientation } from "../mechanics/rigid-body.js";
import type { BatMotion } from "./bat-motion.js";
import { flyFor } from "./flight.js";
import type { PlannedHit } from "./plan.js";
import { strike } from "./strike.js";
import { type Hit, type HitTask, readHit } from "./task.js";

/** Standard deviations. */
export interface HitErrors {
  /** Default: 0.02. */
  readonly friction?: number;
  /** Default: 0.02. */
  readonly restitution?: number;
  /** Of the point of contact along either tangent, m. Default: 0.002. */
  readonly contactPoint?: number;
  /** Of the bat's angle about either tangent, rad. Default: 0.01. */
  readonly batAngle?: number;
  /** Of the velocity of the bat's contact point along each axis, m/s. Default: 0. */
  readonly batVelocity?: number;
}

export interface SensitivityRow {
  /** `friction`, `restitution`, `contactPoint.tangent1`, ... */
  readonly what: string;
  /** Change of the place at the target per unit of this, m per unit: across to the right of the arriving object, and up. */
  readonly rate: readonly [number, number];
  /** Standard deviation. */
  readonly error: number;
  /** Distance from the target for an error of one standard deviation, m. */
  readonly miss: number;
}

export interface HitSensitivity {
  readonly rows: readonly SensitivityRow[];
  /** Unit vectors of the target plane, world axes: horizontal to the right of the arriving object, and up. */
  readonly right: Vec3;
  readonly up: Vec3;
  /** One standard deviation around the target. */
  readonly ellipse: {
    /** Half axes, m, longer first. */
    readonly axes: readonly [number, number];
    /** Of the longer axis, from `right` towards `up`, rad. */
    readonly angle: number;
  };
}

const DEFAULT_ERRORS: Required<HitErrors> = { friction: 0.02, restitution: 0.02, contactPoint: 0.002, batAngle: 0.01, batVelocity: 0 };

/** Steps of the differences: friction and restitution, m over the arm's length, rad, m/s over the contact speed. */
const STEP = 1e-5;

/** Of a planned hit whose bat moves so (default: without spin, or of least norm where the task has a bat). */
export function hitSensitivity(hit: Hit, planned: PlannedHit, errors: HitErrors = {}, motion?: BatMotion): HitSensitivity {
  const deviations = { ...DEFAULT_ERRORS, ...errors };
  const { right, up } = targetPlane(planned.arrival);
  const moved = motion ?? planned.bat?.limited ?? planned.bat?.leastNorm;
  const chain = chainOf(planned, moved);
  const rows = parametersOf(hit, planned, deviations).map(({ what, error, step, change }): SensitivityRow => {
    const [behind, ahead] = [chain(change(-step)), chain(change(step))];
    const width = 2 * step;
    const rate = vec3.scale(vec3.subtract(ahead, behind), 1 / width);
    // What lies along the arriving object's path only changes when it comes by.
    const inPlane: [number, number] = [vec3.dot(rate, right), vec3.dot(rate, up)];
    return { what, rate: inPlane, error, miss: error * Math.sqrt(inPlane[0] * inPlane[0] + inPlane[1] * inPlane[1]) };
  });
  return { rows, right, up, ellipse: ellipseOf(rows) };
}

function targetPlane(arrival: Vec3): { readonly right: Vec3; readonly up: Vec3 } {
  const along = vec3.normalize(arrival) ?? [1, 0, 0];
  const right = vec3.normalize(vec3.cross(along, [0, 0, 1])) ?? [1, 0, 0];
  return { right, up: vec3.cross(right, along) };
}

/** What is off: a task, and a contact velocity added to it (world axes). */
interface Change {
  readonly task: HitTask;
  readonly velocity: Vec3;
}

/** Where the object is at the planned flight time, world axes, relative to its centre at the hit. */
function chainOf(planned: PlannedHit, motion: BatMotion | undefined): (change: Change) => Vec3 {
  return ({ task, velocity }) => {
    const changed = readHit(task);
    const { bat, contact } = task;
    const relative =
      motion === undefined || bat === undefined
        ? planned.contactVelocity
        : vec3.subtract(
            fromFrame(changed.frame, changed.pointVelocity),
            vec3.add(motion.velocity, vec3.cross(motion.angularVelocity, vec3.subtract(contact.point, bat.position))),
          );
    const impulse = strike(changed.contact, toFrame(changed.frame, vec3.add(relative, velocity)));
    const departure = vec3.addScaled(changed.before, impulse, 1 / changed.mass);
    return fromFrame(changed.frame, flyFor(changed, departure, planned.flightTime));
  };
}

interface Parameter {
  readonly what: string;
  readonly error: number;
  readonly step: number;
  readonly change: (step: number) => Change;
}

function parametersOf(hit: Hit, planned: PlannedHit, deviations: Required<HitErrors>): Parameter[] {
  const { task, frame } = hit;
  const { contact, bat } = task;
  const { tangent1, tangent2, normal } = frame;
  const ofContact = (what: "friction" | "restitution"): Parameter => {
    // Where the value is at the end of its range the middle of the difference moves inwards: still exact to second order inside.
    const top = what === "restitution" ? 1 : Number.POSITIVE_INFINITY;
    const middle = Math.min(Math.max(contact[what], STEP), top - STEP);
    return {
      what,
      error: deviations[what],
      step: STEP,
      change: (step) => ({ task: { ...task, contact: { ...contact, [what]: middle + step } }, velocity: vec3.ZERO }),
    };
  };
  // Only where bodies are known the mobility can follow the contact and the bat.
  const bodies = task.mobility === undefined && bat !== undefined;
  const size = vec3.norm(vec3.subtract(contact.point, task.object.position));
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
        step: STEP * size,
        change: (step) => ({
          task: { ...task, contact: { ...contact, point: vec3.addScaled(contact.point, axis, step) } },
          velocity: vec3.ZERO,
        }),
      }),
    ),
    ...turns.map(
      (axis, i): Parameter => ({
        what: `batAngle.${names[i]}`,
        error: deviations.batAngle,
        step: STEP,
        change: (step) => ({ task: turnBat(task, axis, step), velocity: vec3.ZERO }),
      }),
    ),
    ...shifts.map(
      (axis, i): Parameter => ({
        what: `batVelocity.${names[i]}`,
        error: deviations.batVelocity,
        step: STEP * planned.contactSpeed,
        // A faster bat is a slower object seen from it.
        change: (step) => ({ task, velocity: vec3.scale(axis, -step) }),
      }),
    ),
  ];
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
  for (const { rate, error } of rows) {
    const [x, y] = [rate[0] * error, rate[1] * error];
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const mean = 0.5 * (xx + yy);
  const half = 0.5 * (xx - yy);
  const radius = Math.sqrt(half * half + xy * xy);
  return { axes: [Math.sqrt(mean + radius), Math.sqrt(Math.max(0, mean - radius))], angle: 0.5 * atan2(xy, half) };
}
