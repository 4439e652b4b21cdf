/**
 * Rigid bodies touching at points -> ContactProblem, and contact impulses -> the bodies' new velocities.
 *
 * A unit impulse along d at arm r of a body turns and pushes it: dV = d / m, dw = J^-1 (r x d). The velocity of another contact of the same
 * body, along d' at r', changes by
 *
 *     d' . d / m  +  (r' x d') . J^-1 (r x d)
 *
 * Summed over the bodies the two contacts share, with the sign + for a contact's first body and - for its second, these are the elements of
 * the mobility. For one contact it is W = (1/m1 + 1/m2) 1 - P1 J1^-1 P1 - P2 J2^-1 P2, P the cross-product matrix of the arm.
 *
 * Letters: m mass, J inertia in world axes, r arm (centre of mass to contact), d contact axis, W mobility.
 * Source: 000 chapter 2, eq. (2.1)-(2.5).
 */
import { InvalidInputError } from "../errors.js";
import type { Mat3 } from "../math/mat3.js";
import * as mat3 from "../math/mat3.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ContactFrame } from "./contact-frame.js";
import { contactFrame, fromFrame } from "./contact-frame.js";
import type { Contact, ContactProblem } from "./contact-problem.js";
import { checkFinite, checkMaterial } from "./contact-problem.js";
import type { Body } from "./rigid-body.js";
import { checkRigidBody, checkVector, inverseInertiaRoot, kineticEnergy } from "./rigid-body.js";

/** Where two bodies touch, and with what material. */
export interface BodyContact extends Contact {
  /** Names of the two bodies; the normal points into the first. */
  readonly between: readonly [string, string];
  /** m, world axes. */
  readonly point: Vec3;
  /** Into the first body, world axes, any length. */
  readonly normal: Vec3;
  /** The direction tangent 1 shall have along the surface, world axes, any length. Default: see contactFrame. */
  readonly tangent?: Vec3;
}

export type Bodies = Readonly<Record<string, Body>>;

export interface BodyProblem {
  readonly problem: ContactProblem;
  /** The axes of each contact's components. */
  readonly frames: readonly ContactFrame[];
}

export interface BodyVelocity {
  /** Of the centre of mass, m/s, world axes. */
  readonly velocity: Vec3;
  /** rad/s, world axes. */
  readonly angularVelocity: Vec3;
}

export function contactProblemFromBodies(bodies: Bodies, contacts: readonly BodyContact[]): BodyProblem {
  checkBodies(bodies, contacts);
  const frames = framesOf(contacts);
  const moving = movingBodies(bodies);
  const axes = contacts.flatMap((contact, i) => contactAxes(contact, frames[i], moving));
  return {
    problem: {
      dimension: 3,
      contacts: contacts.map(materialOf),
      mobility: mobilityOf(axes),
      velocity: axes.map(axisVelocity),
      kineticEnergy: Object.values(bodies).reduce((sum, body) => (body === "fixed" ? sum : sum + kineticEnergy(body)), 0),
    },
    frames,
  };
}

/** Velocities of every body that is not fixed, after contact impulses in contact components (as in an ImpactOutcome). */
export function velocitiesAfter(
  bodies: Bodies,
  contacts: readonly BodyContact[],
  impulse: readonly number[],
): Record<string, BodyVelocity> {
  checkBodies(bodies, contacts);
  const impulses = worldImpulses(contacts, impulse);
  const after: [string, BodyVelocity][] = [];
  for (const [name, { inverseMass, root, position, velocity, angularVelocity }] of movingBodies(bodies)) {
    const push = vec3.copy(vec3.ZERO);
    const twist = vec3.copy(vec3.ZERO);
    contacts.forEach(({ between, point }, i) => {
      if (!between.includes(name)) return;
      const onThisBody = vec3.scale(impulses[i], between[0] === name ? 1 : -1);
      vec3.add(push, onThisBody, push);
      vec3.add(twist, vec3.cross(vec3.subtract(point, position), onThisBody), twist);
    });
    const turn = mat3.transformTransposed(root, mat3.transformVector(root, twist));
    after.push([name, { velocity: vec3.addScaled(velocity, push, inverseMass), angularVelocity: vec3.add(angularVelocity, turn) }]);
  }
  return Object.fromEntries(after);
}

/** The impulse on each contact's first body, N s, world axes. */
export function worldImpulses(contacts: readonly BodyContact[], impulse: readonly number[]): Vec3[] {
  if (!Array.isArray(impulse) || impulse.length !== 3 * contacts.length)
    throw new InvalidInputError("impulse", impulse, `does not have ${3 * contacts.length} components (3 for each contact)`);
  impulse.forEach((value, i) => {
    checkFinite(value, `impulse[${i}]`);
  });
  return framesOf(contacts).map((frame, i) => fromFrame(frame, [impulse[3 * i], impulse[3 * i + 1], impulse[3 * i + 2]]));
}

function checkBodies(bodies: Bodies, contacts: readonly BodyContact[]): void {
  for (const [name, body] of Object.entries(bodies)) checkRigidBody(body, `bodies.${name}`);
  if (!Array.isArray(contacts) || contacts.length === 0) throw new InvalidInputError("contacts", contacts, "holds no contact");
  contacts.forEach((contact: BodyContact, i) => {
    const path = `contacts[${i}]`;
    checkPair(bodies, contact.between, `${path}.between`);
    checkVector(contact.point, `${path}.point`);
    checkMaterial(contact, path);
    const namesake = contacts.findIndex(({ name }) => name !== undefined && name === contact.name);
    if (namesake >= 0 && namesake < i)
      throw new InvalidInputError(`${path}.name`, contact.name, `is already the name of contacts[${namesake}]`);
  });
}

function checkPair(bodies: Bodies, between: BodyContact["between"], path: string): void {
  if (!Array.isArray(between) || between.length !== 2) throw new InvalidInputError(path, between, "does not name two bodies");
  between.forEach((name: string, i) => {
    if (!Object.hasOwn(bodies, name))
      throw new InvalidInputError(`${path}[${i}]`, name, `is not one of the bodies (${Object.keys(bodies).join(", ")})`);
  });
  if (between[0] === between[1]) throw new InvalidInputError(`${path}[1]`, between[1], "cannot touch itself");
  if (bodies[between[0]] === "fixed" && bodies[between[1]] === "fixed")
    throw new InvalidInputError(path, between, "are both fixed: nothing can move at this contact");
}

/** What a contact needs to know of a body that can move. */
interface MovingBody {
  readonly inverseMass: number;
  /** Root of the inverse inertia, see rigid-body.ts. */
  readonly root: Mat3;
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

function movingBodies(bodies: Bodies): Map<string, MovingBody> {
  const moving = new Map<string, MovingBody>();
  for (const [name, body] of Object.entries(bodies)) {
    if (body === "fixed") continue;
    const { mass, position, velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = body;
    moving.set(name, { inverseMass: 1 / mass, root: inverseInertiaRoot(body), position, velocity, angularVelocity });
  }
  return moving;
}

/** One row of the contact Jacobian: a contact's axis and what it does to the one or two bodies that can move. */
interface ContactAxis {
  readonly direction: Vec3;
  readonly shares: readonly AxisShare[];
}

interface AxisShare {
  readonly body: MovingBody;
  /** +1 for the contact's first body, -1 for its second. */
  readonly sign: number;
  readonly arm: Vec3;
  /** Root of the inverse inertia applied to arm x direction: inner products of these are the angular part of the mobility. */
  readonly turn: Vec3;
}

function contactAxes(contact: BodyContact, frame: ContactFrame, moving: Map<string, MovingBody>): ContactAxis[] {
  return [frame.tangent1, frame.tangent2, frame.normal].map((direction) => ({
    direction,
    shares: contact.between.flatMap((name, i) => {
      const body = moving.get(name);
      if (body === undefined) return [];
      const arm = vec3.subtract(contact.point, body.position);
      return [{ body, sign: i === 0 ? 1 : -1, arm, turn: mat3.transformVector(body.root, vec3.cross(arm, direction)) }];
    }),
  }));
}

function mobilityOf(axes: readonly ContactAxis[]): number[][] {
  const mobility = axes.map(() => new Array<number>(axes.length).fill(0));
  axes.forEach((axis, i) => {
    for (let j = 0; j <= i; j++) mobility[i][j] = mobility[j][i] = coupling(axis, axes[j]);
  });
  return mobility;
}

/** Velocity along one axis for a unit impulse along another. */
function coupling(axis: ContactAxis, other: ContactAxis): number {
  let sum = 0;
  for (const share of axis.shares)
    for (const { body, sign, turn } of other.shares)
      if (body === share.body)
        sum += share.sign * sign * (body.inverseMass * vec3.dot(axis.direction, other.direction) + vec3.dot(share.turn, turn));
  return sum;
}

/** First body minus second body, along the axis. */
function axisVelocity({ direction, shares }: ContactAxis): number {
  return shares.reduce(
    (sum, { body, sign, arm }) => sum + sign * vec3.dot(direction, vec3.add(body.velocity, vec3.cross(body.angularVelocity, arm))),
    0,
  );
}

function framesOf(contacts: readonly BodyContact[]): ContactFrame[] {
  return contacts.map(({ normal, tangent }, i) => contactFrame(normal, tangent, `contacts[${i}]`));
}

function materialOf({ between, point, normal, tangent, ...contact }: BodyContact): Contact {
  return contact;
}
