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
 * Balls on a table (`tablePlane`): the table takes whatever impulse would lift a ball or press it down, so 1/m is zero along z, while the
 * ball turns freely. Two equal balls then have the mobility 5/m along z and 7/m across it, tangentially.
 *
 * Letters: m mass, J inertia in world axes, r arm (centre of mass to contact), d contact axis, W mobility.
 * Source: 000 chapter 2, eq. (2.1)-(2.5).
 */
import { didYouMean } from "../did-you-mean.js";
import { InvalidInputError } from "../errors.js";
import type { Mat3 } from "../math/mat3.js";
import * as mat3 from "../math/mat3.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ContactFrame } from "./contact-frame.js";
import { contactFrame, fromFrame } from "./contact-frame.js";
import type { ContactProblem } from "./contact-problem.js";
import { checkFinite } from "./contact-problem.js";
import { checkPairMaterial, type PairContact, resolvedContacts } from "./restitution.js";
import type { Body } from "./rigid-body.js";
import { checkRigidBody, checkVector, inverseInertiaRoot, kineticEnergy } from "./rigid-body.js";

/** Where two bodies touch, and with what material. */
export interface BodyContact extends PairContact {
  /** Names of the two bodies; the normal points into the first. */
  readonly between: readonly [string, string];
  /** m, world axes. */
  readonly point: Vec3;
  /** Into the first body, world axes, any length. */
  readonly normal: Vec3;
  /** The direction tangent 1 shall have along the surface, world axes, any length. Default: see contactFrame. */
  readonly tangent?: Vec3;
}

/** Bodies by name. */
export type Bodies = Readonly<Record<string, Body>>;

/** The problem that bodies make, with the axes of its contacts. */
export interface BodyProblem {
  /** What laws take. */
  readonly problem: ContactProblem;
  /** The axes of each contact's components. */
  readonly frames: readonly ContactFrame[];
}

/** How a body moves. */
export interface BodyVelocity {
  /** Of the centre of mass, m/s, world axes. */
  readonly velocity: Vec3;
  /** rad/s, world axes. */
  readonly angularVelocity: Vec3;
}

/** What may be told to contactProblemFromBodies. */
export interface BodyProblemOptions {
  /**
   * Bodies neither rise nor sink: their velocity along z is held at zero, as by a table under balls, and they turn freely. Default: false.
   */
  readonly tablePlane?: boolean;
}

/** Bodies in contact, checked and taken apart once: the problem, and what impulses do to the bodies. */
export interface AssembledBodies extends BodyProblem {
  /** As the function of this name. */
  readonly velocitiesAfter: (impulse: readonly number[]) => Record<string, BodyVelocity>;
  /** As the function of this name. */
  readonly worldImpulses: (impulse: readonly number[]) => Vec3[];
}

/** The problem that every law solves, from bodies in world axes and where they touch. */
export function contactProblemFromBodies(bodies: Bodies, contacts: readonly BodyContact[], options: BodyProblemOptions = {}): BodyProblem {
  const { problem, frames } = assembleBodies(bodies, contacts, options);
  return { problem, frames };
}

/** The same, with what is needed to carry the impulses back, so that nothing is built twice. */
export function assembleBodies(
  bodies: Bodies,
  contacts: readonly BodyContact[],
  { tablePlane = false }: BodyProblemOptions = {},
): AssembledBodies {
  const frames = checkBodies(bodies, contacts, tablePlane);
  const moving = movingBodies(bodies);
  const axes = contacts.map((contact, i) => contactAxes(contact, frames[i], moving, tablePlane));
  if (tablePlane) checkMovable(contacts, axes);
  const velocity = axes.flat().map(axisVelocity);
  return {
    problem: {
      dimension: 3,
      contacts: resolvedContacts(contacts.map(materialOf), velocity, 3),
      mobility: mobilityOf(axes),
      velocity,
      kineticEnergy: Object.values(bodies).reduce((sum, body) => (body === "fixed" ? sum : sum + kineticEnergy(body)), 0),
      places: contacts.map(({ point }, i) => ({ point, axes: [frames[i].tangent1, frames[i].tangent2, frames[i].normal] })),
    },
    frames,
    velocitiesAfter: (impulse) => movedBodies(moving, contacts, inWorld(frames, impulse), tablePlane),
    worldImpulses: (impulse) => inWorld(frames, impulse),
  };
}

/** Velocities of every body that is not fixed, after contact impulses in contact components (as in an ImpactOutcome). */
export function velocitiesAfter(
  bodies: Bodies,
  contacts: readonly BodyContact[],
  impulse: readonly number[],
  { tablePlane = false }: BodyProblemOptions = {},
): Record<string, BodyVelocity> {
  const frames = checkBodies(bodies, contacts, tablePlane);
  return movedBodies(movingBodies(bodies), contacts, inWorld(frames, impulse), tablePlane);
}

function movedBodies(
  moving: Map<string, MovingBody>,
  contacts: readonly BodyContact[],
  impulses: readonly Vec3[],
  tablePlane: boolean,
): Record<string, BodyVelocity> {
  const after: [string, BodyVelocity][] = [];
  for (const [name, { inverseMass, root, position, velocity, angularVelocity }] of moving) {
    const push = vec3.copy(vec3.ZERO);
    const twist = vec3.copy(vec3.ZERO);
    contacts.forEach(({ between, point }, i) => {
      if (!between.includes(name)) return;
      const onThisBody = vec3.scale(impulses[i], between[0] === name ? 1 : -1);
      vec3.add(push, onThisBody, push);
      vec3.add(twist, vec3.cross(vec3.subtract(point, position), onThisBody), twist);
    });
    if (tablePlane) push[2] = 0;
    const turn = mat3.transformTransposed(root, mat3.transformVector(root, twist));
    after.push([name, { velocity: vec3.addScaled(velocity, push, inverseMass), angularVelocity: vec3.add(angularVelocity, turn) }]);
  }
  return Object.fromEntries(after);
}

/** The impulse on each contact's first body, N s, world axes. */
export function worldImpulses(contacts: readonly BodyContact[], impulse: readonly number[]): Vec3[] {
  return inWorld(framesOf(contacts), impulse);
}

function inWorld(frames: readonly ContactFrame[], impulse: readonly number[]): Vec3[] {
  if (!Array.isArray(impulse) || impulse.length !== 3 * frames.length)
    throw new InvalidInputError("impulse", impulse, `does not have ${3 * frames.length} components (3 for each contact)`);
  impulse.forEach((value, i) => {
    checkFinite(value, `impulse[${i}]`);
  });
  return frames.map((frame, i) => fromFrame(frame, [impulse[3 * i], impulse[3 * i + 1], impulse[3 * i + 2]]));
}

/** Throws InvalidInputError naming the first field that no bodies in contact could have; returns the axes of the contacts. */
function checkBodies(bodies: Bodies, contacts: readonly BodyContact[], tablePlane: boolean): ContactFrame[] {
  for (const [name, body] of Object.entries(bodies)) {
    checkRigidBody(body, `bodies.${name}`);
    if (tablePlane && body !== "fixed" && body.velocity !== undefined && body.velocity[2] !== 0)
      throw new InvalidInputError(`bodies.${name}.velocity[2]`, body.velocity[2], "is not 0, where tablePlane holds the bodies");
  }
  if (!Array.isArray(contacts) || contacts.length === 0) throw new InvalidInputError("contacts", contacts, "holds no contact");
  const named = new Map<string, number>();
  contacts.forEach((contact: BodyContact, i) => {
    const path = `contacts[${i}]`;
    checkPair(bodies, contact.between, `${path}.between`);
    checkVector(contact.point, `${path}.point`);
    checkPairMaterial(contact, path);
    if (contact.name === undefined) return;
    const namesake = named.get(contact.name);
    if (namesake !== undefined) throw new InvalidInputError(`${path}.name`, contact.name, `is already the name of contacts[${namesake}]`);
    named.set(contact.name, i);
  });
  const frames = framesOf(contacts);
  checkDistinct(bodies, contacts, frames);
  return frames;
}

/** Points and normals closer than this, relative to the arms, are the same. */
const COINCIDENT = 1e-9;

/** A contact given twice would share what it does with its copy, and stiffness would count twice. */
function checkDistinct(bodies: Bodies, contacts: readonly BodyContact[], frames: readonly ContactFrame[]): void {
  for (const places of byPair(contacts).values())
    for (const [count, i] of places.entries())
      for (const j of places.slice(0, count)) {
        const turnedOver = contacts[i].between[0] !== contacts[j].between[0];
        const normal = turnedOver ? vec3.scale(frames[j].normal, -1) : frames[j].normal;
        if (vec3.norm(vec3.subtract(frames[i].normal, normal)) > COINCIDENT) continue;
        const distance = vec3.norm(vec3.subtract(contacts[i].point, contacts[j].point));
        if (distance > COINCIDENT * shortestArm(bodies, contacts[i])) continue;
        throw new InvalidInputError(`contacts[${i}]`, contacts[i].between, `touch here already, at contacts[${j}] with the same normal`);
      }
}

/** Places of the contacts in the list, for each pair of bodies in either order. */
function byPair(contacts: readonly BodyContact[]): Map<string, number[]> {
  const pairs = new Map<string, number[]>();
  contacts.forEach(({ between }, i) => {
    const key = JSON.stringify([...between].sort());
    const places = pairs.get(key);
    if (places === undefined) pairs.set(key, [i]);
    else places.push(i);
  });
  return pairs;
}

/** The smaller distance from the contact to the centre of a body that can move. */
function shortestArm(bodies: Bodies, { between, point }: BodyContact): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (const name of between) {
    const body = bodies[name];
    if (body !== "fixed") shortest = Math.min(shortest, vec3.norm(vec3.subtract(point, body.position)));
  }
  return shortest;
}

function checkPair(bodies: Bodies, between: BodyContact["between"], path: string): void {
  if (!Array.isArray(between) || between.length !== 2) throw new InvalidInputError(path, between, "does not name two bodies");
  const names = Object.keys(bodies);
  between.forEach((name: string, i) => {
    if (!Object.hasOwn(bodies, name))
      throw new InvalidInputError(`${path}[${i}]`, name, `is not one of the bodies (${names.join(", ")})${didYouMean(name, names)}`);
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
  /** The part of the direction in which bodies can be pushed: all of it, or with a table plane what lies in the plane. */
  readonly push: Vec3;
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

function contactAxes(contact: BodyContact, frame: ContactFrame, moving: Map<string, MovingBody>, tablePlane: boolean): ContactAxis[] {
  return [frame.tangent1, frame.tangent2, frame.normal].map((direction) => ({
    direction,
    push: tablePlane ? [direction[0], direction[1], 0] : direction,
    shares: contact.between.flatMap((name, i) => {
      const body = moving.get(name);
      if (body === undefined) return [];
      const arm = vec3.subtract(contact.point, body.position);
      return [{ body, sign: i === 0 ? 1 : -1, arm, turn: mat3.transformVector(body.root, vec3.cross(arm, direction)) }];
    }),
  }));
}

/** A mobility below this fraction of what it would be without the table is rounding of zero. */
const HELD = 1e-12;

/** Across the table plane bodies only turn: a contact on the line through a ball's centre along z has nothing that gives way. */
function checkMovable(contacts: readonly BodyContact[], axes: readonly (readonly ContactAxis[])[]): void {
  axes.forEach((ofContact, i) => {
    ofContact.forEach((axis, component) => {
      const free = coupling({ ...axis, push: axis.direction }, { ...axis, push: axis.direction });
      if (coupling(axis, axis) > HELD * free) return;
      if (component === 2)
        throw new InvalidInputError(
          `contacts[${i}].normal`,
          contacts[i].normal,
          "is across the table plane, and nothing can move along it here",
        );
      throw new InvalidInputError(
        `contacts[${i}].point`,
        contacts[i].point,
        "is where nothing can move across the table plane, not even by turning",
      );
    });
  });
}

/** Of many bodies most contacts are strangers to each other: only those that share a body are visited. */
function mobilityOf(axes: readonly (readonly ContactAxis[])[]): number[][] {
  const size = 3 * axes.length;
  const mobility = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  const neighbours = neighboursOf(axes);
  axes.forEach((ofContact, i) => {
    for (const j of neighbours[i])
      ofContact.forEach((axis, a) => {
        axes[j].forEach((other, b) => {
          const row = 3 * i + a;
          const column = 3 * j + b;
          if (column <= row) mobility[row][column] = mobility[column][row] = coupling(axis, other);
        });
      });
  });
  return mobility;
}

/** For each contact itself and those before it that have a moving body in common with it. */
function neighboursOf(axes: readonly (readonly ContactAxis[])[]): Set<number>[] {
  const visited = new Map<MovingBody, number[]>();
  return axes.map(([axis], i) => {
    const neighbours = new Set<number>();
    for (const { body } of axis.shares) {
      const known = visited.get(body) ?? [];
      known.push(i);
      visited.set(body, known);
      for (const j of known) neighbours.add(j);
    }
    return neighbours;
  });
}

/** Velocity along one axis for a unit impulse along another. */
function coupling(axis: ContactAxis, other: ContactAxis): number {
  let sum = 0;
  for (const share of axis.shares)
    for (const { body, sign, turn } of other.shares)
      if (body === share.body) sum += share.sign * sign * (body.inverseMass * vec3.dot(axis.push, other.push) + vec3.dot(share.turn, turn));
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

function materialOf({ between, point, normal, tangent, ...contact }: BodyContact): PairContact {
  return contact;
}
