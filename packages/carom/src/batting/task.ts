/**
 * The task: a free-flying object touches a bat, and its centre of mass shall fly through a target.
 *
 * Everything a plan needs is read once: the axes of the contact, the mobility in them, and the flight in them. Frames are the trap of this
 * problem (the source fell into it): positions and velocities are given in world axes, and from here on every vector of the planner is in
 * contact axes (tangent 1, tangent 2, normal) until the results are carried back.
 *
 * The object is the first body of the contact, so the normal points into the object and impulses are those on the object. Nothing is said
 * about the bat's motion: it is what a plan finds. A bat without mass is held so firmly that the hit does not slow it.
 *
 * Letters: O object.position, C contact.point, Q target, V^- object.velocity, W mobility, mu friction, e restitution, g gravity. Source:
 * 000 section 4.1.
 */
import { InvalidInputError } from "../errors.js";
import { canJam, type SlipContact } from "../impact/slip/contact.js";
import { slipContactOf } from "../impact/slip/solve.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { type ContactFrame, contactFrame, toFrame } from "../mechanics/contact-frame.js";
import { type ContactProblem, checkContactProblem, checkFinite, checkMaterial } from "../mechanics/contact-problem.js";
import { type Bodies, contactProblemFromBodies } from "../mechanics/from-bodies.js";
import { checkOrientation, checkVector, type RigidBody } from "../mechanics/rigid-body.js";
import type { RoundSurface } from "./surfaces.js";

/** The object that flies. Its inertia may be left out where the task gives the mobility. */
export interface FlyingObject extends Omit<RigidBody, "inertia"> {
  /** About the centre of mass, in body axes: principal moments or a matrix, kg m^2. */
  readonly inertia?: RigidBody["inertia"];
}

/** The bat, at the moment of the hit; its motion is what is looked for. Without mass and inertia the hit does not slow it. */
export interface Bat {
  /** kg, > 0. */
  readonly mass?: number;
  /** As that of a rigid body. */
  readonly inertia?: RigidBody["inertia"];
  /** Of the centre of mass, m, world axes. */
  readonly position: Vec3;
  /** Unit quaternion [x, y, z, w], body to world. Default: body axes are world axes. */
  readonly orientation?: RigidBody["orientation"];
}

/** Where bat and object meet. */
export interface BatContact {
  /** Where bat and object touch, m, world axes. */
  readonly point: Vec3;
  /** Into the object, world axes, any length. */
  readonly normal: Vec3;
  /** The direction tangent 1 shall have along the surface, world axes, any length. Default: see contactFrame. */
  readonly tangent?: Vec3;
  /** Kinetic friction coefficient, >= 0. */
  readonly friction: number;
  /** Energetic coefficient of restitution, 0 to 1. */
  readonly restitution: number;
  /** How the surfaces are curved there, for the spread of `hitSensitivity`. Default: not known. */
  readonly surfaces?: { readonly object: RoundSurface; readonly bat: RoundSurface };
}

/** What shall be hit where to. */
export interface HitTask {
  /** What flies. */
  readonly object: FlyingObject;
  /**
   * May be left out where the task gives the mobility; then no motion of the bat is worked out beyond the velocity of its contact point.
   */
  readonly bat?: Bat;
  /** Where the bat meets it. */
  readonly contact: BatContact;
  /** What the object's centre of mass shall fly through, m, world axes. */
  readonly target: Vec3;
  /** m/s^2, downwards along z, >= 0. Default: 9.81. */
  readonly gravity?: number;
  /**
   * Quadratic drag in flight: deceleration over speed squared (air density times drag coefficient times area over twice the mass), 1/m, >=
   * 0. Default: 0.
   */
  readonly drag?: number;
  /** In contact axes, 1/kg, by rows, instead of that of object and bat. */
  readonly mobility?: readonly (readonly number[])[];
}

/** A task read once, ready to be planned. Vectors are in contact axes where nothing else is said. */
export interface Hit {
  /** Axes of the contact, in world axes. */
  readonly frame: ContactFrame;
  /** The contact with its mobility; its velocities are scratch. */
  readonly contact: SlipContact;
  /** As the laws take it; its velocity is not that of the task. */
  readonly problem: ContactProblem;
  /** Of the object, kg. */
  readonly mass: number;
  /** Of the object before the hit, m/s. */
  readonly before: Vec3;
  /** From the object's centre of mass to the target, m. */
  readonly displacement: Vec3;
  /** Acceleration that gravity takes away, g times up, m/s^2. */
  readonly lift: Vec3;
  /** m/s^2. */
  readonly gravity: number;
  /** 1/m. */
  readonly drag: number;
  /**
   * Whether friction can press bat and object together faster than the normal impulse parts them. If not, every impulse inside the friction
   * cone can be had.
   */
  readonly canJam: boolean;
  /** Velocity of the object's contact point before the hit, m/s. */
  readonly pointVelocity: Vec3;
  /** World axes. */
  readonly task: HitTask;
}

const STANDARD_GRAVITY = 9.81;
/** The most friction that the law frictional can follow. */
export const LARGEST_FRICTION = 1e4;

/** Reads a task; throws InvalidInputError naming the first field that makes no sense. */
export function readHit(task: HitTask): Hit {
  const { object, contact, gravity = STANDARD_GRAVITY, drag = 0, target } = task;
  if (typeof object !== "object" || object === null) throw new InvalidInputError("object", object, "is not a body");
  if (typeof contact !== "object" || contact === null) throw new InvalidInputError("contact", contact, "is not a contact");
  checkContact(contact);
  checkNotNegative(gravity, "gravity");
  checkNotNegative(drag, "drag");
  checkFinite(object.mass, "object.mass");
  if (!(object.mass > 0)) throw new InvalidInputError("object.mass", object.mass, "is not positive");
  checkVector(object.position, "object.position");
  if (object.velocity !== undefined) checkVector(object.velocity, "object.velocity");
  if (object.angularVelocity !== undefined) checkVector(object.angularVelocity, "object.angularVelocity");
  const { velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = object;
  const frame = contactFrame(contact.normal, contact.tangent, "contact");
  const problem = problemOf(task);
  const slipContact = slipContactOf(problem);
  const arm = vec3.subtract(contact.point, object.position);
  return {
    frame,
    contact: slipContact,
    problem,
    mass: object.mass,
    before: toFrame(frame, velocity),
    displacement: toFrame(frame, displacementTo(object, target)),
    lift: toFrame(frame, [0, 0, gravity]),
    gravity,
    drag,
    canJam: canJam(slipContact),
    pointVelocity: toFrame(frame, vec3.add(velocity, vec3.cross(angularVelocity, arm))),
    task,
  };
}

/** The same hit at another target. */
export function aimAt(hit: Hit, target: Vec3): Hit {
  const { frame, task } = hit;
  return { ...hit, task: { ...task, target }, displacement: toFrame(frame, displacementTo(task.object, target)) };
}

/** Distances below this fraction of the coordinates are rounding: the target is where the object is. */
const SAME_PLACE = 1e-12;

function displacementTo({ position }: FlyingObject, target: Vec3): Vec3 {
  checkVector(target, "target");
  const displacement = vec3.subtract(target, position);
  if (!(vec3.norm(displacement) > SAME_PLACE * (vec3.norm(position) + vec3.norm(target))))
    throw new InvalidInputError("target", target, "is where the object is: there is nothing to fly through");
  return displacement;
}

function checkContact(contact: BatContact): void {
  checkVector(contact.point, "contact.point");
  checkMaterial(contact, "contact");
  if (contact.friction > LARGEST_FRICTION)
    throw new InvalidInputError("contact.friction", contact.friction, `is above ${LARGEST_FRICTION}, the most that can be followed`);
  if ("staticFriction" in contact && contact.staticFriction !== contact.friction)
    throw new InvalidInputError("contact.staticFriction", contact.staticFriction, "is given, and a plan has one friction coefficient");
}

function checkNotNegative(value: number, path: string): void {
  checkFinite(value, path);
  if (value < 0) throw new InvalidInputError(path, value, "is negative");
}

/** The contact problem without its velocity, from the bodies or as given. */
function problemOf(task: HitTask): ContactProblem {
  const { contact, mobility, bat } = task;
  if (bat !== undefined) checkBat(bat);
  if (mobility === undefined) return bodyProblem(task);
  const { friction, restitution } = contact;
  const problem: ContactProblem = { dimension: 3, contacts: [{ friction, restitution }], mobility, velocity: [0, 0, -1] };
  checkContactProblem(problem);
  return problem;
}

function checkBat({ position, orientation, mass, inertia }: Bat): void {
  checkVector(position, "bat.position");
  if (orientation !== undefined) checkOrientation(orientation, "bat.orientation");
  if ((mass === undefined) !== (inertia === undefined))
    throw new InvalidInputError(
      mass === undefined ? "bat.mass" : "bat.inertia",
      undefined,
      "is given, and a bat has mass and inertia, or neither: then the hit does not slow it",
    );
}

function bodyProblem({ object, bat, contact }: HitTask): ContactProblem {
  const { inertia } = object;
  if (inertia === undefined) throw new InvalidInputError("object.inertia", undefined, "is given (it is required, or mobility)");
  if (bat === undefined) throw new InvalidInputError("bat", undefined, "is given (it is required, or mobility)");
  const bodies: Bodies = { object: { ...object, inertia }, bat: batBody(bat) ?? "fixed" };
  const { point, normal, tangent, friction, restitution } = contact;
  const place = {
    between: ["object", "bat"],
    point,
    normal,
    ...(tangent === undefined ? {} : { tangent }),
    friction,
    restitution,
  } as const;
  try {
    return contactProblemFromBodies(bodies, [place]).problem;
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(error.path.replace(/^bodies\./, "").replace(/^contacts\[0\]/, "contact"), error.value, error.expected);
  }
}

/** The bat at rest, as a body; undefined for one that nothing slows. */
export function batBody({ mass, inertia, position, orientation }: Bat): RigidBody | undefined {
  if (mass === undefined || inertia === undefined) return undefined;
  return { mass, inertia, position, ...(orientation === undefined ? {} : { orientation }) };
}
