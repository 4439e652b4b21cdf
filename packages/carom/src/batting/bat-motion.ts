/**
 * From the contact velocity to a motion of the bat.
 *
 * The bat's contact point has to move with u = (velocity of the object's contact point) - (contact velocity). Any spin w will do, with V =
 * u - w x r, r the arm from the bat's centre to the contact: a family with three parameters. Of these the motion that makes
 *
 *     m/2 |V|^2 + w . J w / 2
 *
 * least has V = p/m, w = J^-1 (r x p) with p = W_b^-1 u, W_b = 1/m - P J^-1 P the bat's own mobility at the contact, P the cross-product
 * matrix of r. With the bat's mass and inertia that is the least kinetic energy; with a mass of one and the inertia |r|^2 the least norm,
 * which leaves half of the motion across the arm to spin. A limit on speed or spin adds to m or J until it is kept (the multiplier of the
 * constraint): more mass makes V smaller, more inertia w. Spin can only take over what is across the arm, so the least speed with spin up
 * to w_max is |(u_along, max(0, u_across - w_max |r|))|.
 *
 * World axes throughout. Source: 000 section 4.1 (the family); the choices are ours.
 */
import { InvalidInputError } from "../errors.js";
import type { Mat3 } from "../math/mat3.js";
import * as mat3 from "../math/mat3.js";
import { solve3 } from "../math/solve.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { fromFrame } from "../mechanics/contact-frame.js";
import { worldInertia } from "../mechanics/rigid-body.js";
import { batBody, type Hit } from "./task.js";

/** A motion of the bat that makes a hit, in world axes. */
export interface BatMotion {
  /** Of the bat's centre of mass, m/s, world axes. */
  readonly velocity: Vec3;
  /** rad/s, world axes. */
  readonly angularVelocity: Vec3;
  /** J; absent for a bat that nothing slows. */
  readonly energy?: number;
}

/** What the bat can do. */
export interface BatLimits {
  /** Most speed of the bat's centre of mass, m/s. Default: no limit. */
  readonly batSpeed?: number;
  /** Most angular speed of the bat, rad/s. Default: no limit. */
  readonly batSpin?: number;
}

/** The motions of the bat that make one hit. */
export interface BatMotions {
  /** Velocity the bat's contact point needs, m/s, world axes. */
  readonly pointVelocity: Vec3;
  /** Without spin. */
  readonly translation: BatMotion;
  /** Least |V|^2 + |r|^2 |w|^2. */
  readonly leastNorm: BatMotion;
  /** Least kinetic energy; absent for a bat that nothing slows. */
  readonly leastEnergy?: BatMotion;
  /**
   * Within the limits, of least energy (least norm for a bat that nothing slows). Absent where no limits are given, or none can keep them.
   */
  readonly limited?: BatMotion;
}

/** Velocity that the bat's contact point needs for this contact velocity (contact axes), world axes. */
export function batPointVelocity(hit: Hit, velocity: Vec3): Vec3 {
  return fromFrame(hit.frame, vec3.subtract(hit.pointVelocity, velocity));
}

/** Motions of the bat that make this contact velocity (contact axes); undefined where the task has no bat. */
export function batMotions(hit: Hit, velocity: Vec3, limits: BatLimits = {}): BatMotions | undefined {
  const { bat } = hit.task;
  if (bat === undefined) return undefined;
  const pointVelocity = batPointVelocity(hit, velocity);
  const weights = energyWeights(hit);
  const norm = normWeights(hit);
  const measured = (motion: BatMotion): BatMotion => (weights === undefined ? motion : { ...motion, energy: energyOf(weights, motion) });
  const hasLimits = limits.batSpeed !== undefined || limits.batSpin !== undefined;
  const limited = hasLimits ? withinLimits(weights ?? norm, pointVelocity, limits) : undefined;
  return {
    pointVelocity,
    translation: measured({ velocity: pointVelocity, angularVelocity: vec3.ZERO }),
    leastNorm: measured(leastMotion(norm, pointVelocity, 0, 0)),
    ...(weights === undefined ? {} : { leastEnergy: measured(leastMotion(weights, pointVelocity, 0, 0)) }),
    ...(limited === undefined ? {} : { limited: measured(limited) }),
  };
}

/** The member of the family with a given spin, rad/s, world axes. */
export function batMotionWithSpin(hit: Hit, velocity: Vec3, angularVelocity: Vec3): BatMotion {
  const { bat, contact } = hit.task;
  if (bat === undefined) throw new InvalidInputError("bat", undefined, "is given: a motion of the bat needs one");
  const arm = vec3.subtract(contact.point, bat.position);
  return { velocity: vec3.subtract(batPointVelocity(hit, velocity), vec3.cross(angularVelocity, arm)), angularVelocity };
}

/** The least speed of the bat's centre with which its contact point can move so, m/s. */
export function leastBatSpeed(hit: Hit, pointVelocity: Vec3, batSpin = Number.POSITIVE_INFINITY): number {
  const { bat, contact } = hit.task;
  if (bat === undefined) return vec3.norm(pointVelocity);
  const arm = vec3.subtract(contact.point, bat.position);
  const length = vec3.norm(arm);
  if (length === 0) return vec3.norm(pointVelocity);
  const along = vec3.dot(pointVelocity, arm) / length;
  const across = vec3.norm(vec3.cross(pointVelocity, arm)) / length;
  const left = batSpin === Number.POSITIVE_INFINITY ? 0 : Math.max(0, across - batSpin * length);
  return Math.sqrt(along * along + left * left);
}

/** What a motion is weighed by, world axes. */
interface Weights {
  readonly mass: number;
  readonly inertia: Mat3;
  readonly arm: Vec3;
}

function energyWeights({ task: { bat, contact } }: Hit): Weights | undefined {
  const body = bat === undefined ? undefined : batBody(bat);
  return body === undefined
    ? undefined
    : { mass: body.mass, inertia: worldInertia(body), arm: vec3.subtract(contact.point, body.position) };
}

function normWeights({ task: { bat, contact } }: Hit): Weights {
  const arm = vec3.subtract(contact.point, bat?.position ?? contact.point);
  const square = vec3.dot(arm, arm);
  return { mass: 1, inertia: mat3.scale(mat3.IDENTITY, square > 0 ? square : 1), arm };
}

function energyOf({ mass, inertia }: Weights, { velocity, angularVelocity }: BatMotion): number {
  return 0.5 * (mass * vec3.dot(velocity, velocity) + vec3.dot(angularVelocity, mat3.transformVector(inertia, angularVelocity)));
}

/** Half the energy's matrix: energy = u . A u / 2 of the least motion, world axes; undefined for a bat that nothing slows. */
export function energyMatrix(hit: Hit): Mat3 | undefined {
  const weights = energyWeights(hit);
  return weights === undefined ? undefined : mat3.inverse(ownMobility(weights, 0, 0));
}

function ownMobility({ mass, inertia, arm }: Weights, moreMass: number, moreInertia: number): Mat3 {
  const compliance = mat3.inverse(mat3.add(inertia, mat3.scale(mat3.IDENTITY, moreInertia)));
  const cross = mat3.crossProduct(arm);
  const push = mat3.scale(mat3.IDENTITY, 1 / (mass + moreMass));
  if (compliance === undefined) return push;
  return mat3.add(push, mat3.scale(mat3.multiply(cross, mat3.multiply(compliance, cross)), -1));
}

function leastMotion(weights: Weights, pointVelocity: Vec3, moreMass: number, moreInertia: number): BatMotion {
  const { inertia, arm } = weights;
  const push = solve3(ownMobility(weights, moreMass, moreInertia), pointVelocity);
  const spin = push === undefined ? undefined : solve3(mat3.add(inertia, mat3.scale(mat3.IDENTITY, moreInertia)), vec3.cross(arm, push));
  if (push === undefined || spin === undefined) return { velocity: pointVelocity, angularVelocity: vec3.ZERO };
  // Not push over mass: so that the contact point moves as it should to the last digit.
  return { velocity: vec3.subtract(pointVelocity, vec3.cross(spin, arm)), angularVelocity: spin };
}

/** A limit may be overdrawn by this much, relative. */
const SLACK = 1e-9;
const DOUBLINGS = 200;
const BISECTIONS = 60;

/** The least motion that keeps the limits; undefined where none does. */
function withinLimits(weights: Weights, pointVelocity: Vec3, { batSpeed, batSpin }: BatLimits): BatMotion | undefined {
  const mostSpeed = (batSpeed ?? Number.POSITIVE_INFINITY) * (1 + SLACK);
  const mostSpin = (batSpin ?? Number.POSITIVE_INFINITY) * (1 + SLACK);
  const size = weights.inertia[0] + weights.inertia[4] + weights.inertia[8];
  const keepsSpin = (moreMass: number) =>
    smallest(size, (more) => vec3.norm(leastMotion(weights, pointVelocity, moreMass, more).angularVelocity) <= mostSpin);
  const motionOf = (moreMass: number) => {
    const moreInertia = keepsSpin(moreMass);
    return moreInertia === undefined
      ? { velocity: pointVelocity, angularVelocity: vec3.ZERO }
      : leastMotion(weights, pointVelocity, moreMass, moreInertia);
  };
  const moreMass = smallest(weights.mass, (more) => vec3.norm(motionOf(more).velocity) <= mostSpeed);
  return moreMass === undefined ? undefined : motionOf(moreMass);
}

/** The smallest number >= 0 from which on a condition holds; undefined where it never does. */
function smallest(unit: number, holds: (value: number) => boolean): number | undefined {
  if (holds(0)) return 0;
  let high = 1e-3 * unit;
  for (let i = 0; !holds(high); i++, high *= 2) if (i === DOUBLINGS || high > 1e12 * unit) return undefined;
  let low = high <= 1e-3 * unit ? 0 : high / 2;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = 0.5 * (low + high);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
