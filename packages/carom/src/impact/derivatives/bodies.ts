/**
 * Derivatives of an impact through the bodies that take part: their masses, inertias, places, attitudes and velocities, and the points and
 * normals of their contacts.
 *
 * The bodies are a system in generalised coordinates (coordinates.ts) with the speeds (V, w) of each, M = (m, I) and, for a contact's axis
 * a at arm r = point - position, the row (a, r x a), minus for the second body. A small turn phi in world axes takes I to I + [phi] I - I
 * [phi]; the tangents follow the normal as contactFrame lays them:
 *
 *     dn = (1 - n n^T) d(normal)/|normal|     t1 = w/|w|, w = a - (a.n) n     t2 = n x t1
 *
 * Each thing moves by itself: where a body's place changes and its contact shall go along, both are parts of the same change.
 *
 * Source: sheet derivatives section 3.
 */
import type { Mat3, Rows3 } from "../../math/mat3.js";
import * as mat3 from "../../math/mat3.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type ContactFrame, nearestAxis } from "../../mechanics/contact-frame.js";
import type { Bodies, BodyContact } from "../../mechanics/from-bodies.js";
import { contactProblemFromBodies } from "../../mechanics/from-bodies.js";
import type { GeneralisedSystem } from "../../mechanics/from-coordinates.js";
import { type RigidBody, worldInertia } from "../../mechanics/rigid-body.js";
import { type SystemChange, systemImpactTangents } from "./coordinates.js";
import type { MaterialChange } from "./quantities.js";
import type { ImpactTangents } from "./tangents.js";

/** How a rigid body changes along one parameter, per unit of it. What is left out does not change. */
export interface BodyChange {
  /** kg. */
  readonly mass?: number;
  /** In body axes, kg m^2: of the three principal moments, or of the whole tensor. */
  readonly inertia?: Vec3 | Rows3;
  /** Of the centre of mass, m. The contact point stays where it is unless it changes too. */
  readonly position?: Vec3;
  /** A small turn about the centre of mass, rad, world axes. */
  readonly rotation?: Vec3;
  /** m/s. */
  readonly velocity?: Vec3;
  /** rad/s, world axes. */
  readonly angularVelocity?: Vec3;
}

/** How a contact of bodies changes. */
export interface BodyContactChange extends MaterialChange {
  /** m. */
  readonly point?: Vec3;
  /** Of the normal as it is given; only its part across the normal counts. */
  readonly normal?: Vec3;
}

/** How bodies in contact change along one parameter, per unit of it. What is left out does not change. */
export interface BodiesChange {
  /** By name. */
  readonly bodies?: Readonly<Record<string, BodyChange>>;
  /** One for each contact. */
  readonly contacts?: readonly BodyContactChange[];
  /** How much of the parameter is a large change of it, for the status. Default: 1. */
  readonly scale?: number;
}

/** Derivatives of the impact of bodies. */
export interface BodiesTangents extends ImpactTangents {
  /** For each change that was asked for: changes of every moving body's velocities after impact, world axes, by name. */
  readonly bodies: readonly Readonly<Record<string, { readonly velocity: Vec3; readonly angularVelocity: Vec3 }>>[];
  /** For each change: that of each contact's impulse on its first body in world axes, N s, whatever the tangents do. */
  readonly worldImpulses: readonly (readonly Vec3[])[];
  /** Change of the kinetic energy before impact, J. */
  readonly energyBefore: readonly number[];
}

/** How the impact of bodies changes along each of the given changes, per unit of its parameter. */
export function bodiesImpactTangents(
  law: string,
  bodies: Bodies,
  contacts: readonly BodyContact[],
  changes: readonly BodiesChange[],
): BodiesTangents {
  const { frames } = contactProblemFromBodies(bodies, contacts);
  const moving = Object.entries(bodies).flatMap(([name, body]) => (body === "fixed" ? [] : [{ name, body }]));
  const system = systemOf(moving, contacts, frames);
  const frameChanges = changes.map((change) => contacts.map((contact, i) => frameChange(contact, frames[i], change.contacts?.[i]?.normal)));
  const systemChanges = changes.map((change, c) => systemChange(moving, contacts, frames, frameChanges[c], change));
  const { speeds, ...tangents } = systemImpactTangents(law, system, contacts.map(materialOf), systemChanges);
  return {
    ...tangents,
    bodies: speeds.map((change) =>
      Object.fromEntries(
        moving.map(({ name }, k) => {
          const [a, b, c, d, e, f] = change.slice(6 * k, 6 * k + 6);
          return [name, { velocity: [a, b, c], angularVelocity: [d, e, f] }] as const;
        }),
      ),
    ),
    worldImpulses: changes.map((_, c) =>
      contacts.map((__, i) =>
        worldChange(frames[i], frameChanges[c][i], tangents.impulse.slice(3 * i), tangents.tangents[c].impulse.slice(3 * i)),
      ),
    ),
  };
}

interface Moving {
  readonly name: string;
  readonly body: RigidBody;
}

function materialOf({ between: _, point: __, normal: ___, tangent: ____, ...contact }: BodyContact) {
  return contact;
}

const axesOf = ({ tangent1, tangent2, normal }: ContactFrame) => [tangent1, tangent2, normal];

/** Mass matrix, Jacobian and speeds of all that moves. */
function systemOf(moving: readonly Moving[], contacts: readonly BodyContact[], frames: readonly ContactFrame[]): GeneralisedSystem {
  const size = 6 * moving.length;
  const massMatrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  moving.forEach(({ body }, k) => {
    addBlocks(massMatrix, k, body.mass, worldInertia(body));
  });
  return {
    massMatrix,
    jacobian: contacts.flatMap((contact, i) =>
      axesOf(frames[i]).map((axis) =>
        moving.flatMap(({ name, body }) => {
          const sign = signOf(contact, name);
          const twist = vec3.cross(vec3.subtract(contact.point, body.position), axis);
          return [...axis, ...twist].map((value) => sign * value);
        }),
      ),
    ),
    speeds: moving.flatMap(({ body: { velocity = vec3.ZERO, angularVelocity = vec3.ZERO } }) => [...velocity, ...angularVelocity]),
    places: contacts.map(({ point }, i) => ({ point, axes: axesOf(frames[i]) })),
  };
}

function addBlocks(matrix: number[][], k: number, mass: number, inertia: Mat3): void {
  for (let i = 0; i < 3; i++) {
    matrix[6 * k + i][6 * k + i] += mass;
    for (let j = 0; j < 3; j++) matrix[6 * k + 3 + i][6 * k + 3 + j] += 0.5 * (inertia[3 * i + j] + inertia[3 * j + i]);
  }
}

/** +1 for a contact's first body, -1 for its second, 0 for others. */
function signOf({ between }: BodyContact, name: string): number {
  return between[0] === name ? 1 : between[1] === name ? -1 : 0;
}

function systemChange(
  moving: readonly Moving[],
  contacts: readonly BodyContact[],
  frames: readonly ContactFrame[],
  turned: readonly ContactFrame[],
  change: BodiesChange,
): SystemChange {
  const size = 6 * moving.length;
  const massMatrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  moving.forEach(({ name, body }, k) => {
    const { mass = 0, inertia, rotation } = change.bodies?.[name] ?? {};
    addBlocks(massMatrix, k, mass, inertiaChange(body, inertia, rotation));
  });
  return {
    massMatrix,
    jacobian: contacts.flatMap((contact, i) =>
      axesOf(frames[i]).map((axis, a) =>
        moving.flatMap(({ name, body }) => {
          const sign = signOf(contact, name);
          const dAxis = axesOf(turned[i])[a];
          const arm = vec3.subtract(contact.point, body.position);
          const dArm = vec3.subtract(change.contacts?.[i]?.point ?? vec3.ZERO, change.bodies?.[name]?.position ?? vec3.ZERO);
          const twist = vec3.add(vec3.cross(dArm, axis), vec3.cross(arm, dAxis));
          return [...dAxis, ...twist].map((value) => sign * value);
        }),
      ),
    ),
    speeds: moving.flatMap(({ name }) => {
      const { velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = change.bodies?.[name] ?? {};
      return [...velocity, ...angularVelocity];
    }),
    ...(change.contacts === undefined ? {} : { contacts: change.contacts.map(({ point: _, normal: __, ...material }) => material) }),
    ...(change.scale === undefined ? {} : { scale: change.scale }),
  };
}

/** [phi] I - I [phi] + R dQ R^T. */
function inertiaChange(body: RigidBody, inertia: BodyChange["inertia"], rotation: Vec3 | undefined): Mat3 {
  const own: Mat3 = inertia === undefined ? ZERO_MATRIX : isRows(inertia) ? mat3.fromRows(inertia) : mat3.diagonal(inertia);
  const axes = quaternion.toMatrix(quaternion.normalize(body.orientation ?? quaternion.IDENTITY) ?? quaternion.IDENTITY);
  const changed = mat3.rotateTensor(axes, own);
  if (rotation === undefined) return changed;
  const turn = mat3.crossProduct(rotation);
  const world = worldInertia(body);
  return mat3.add(changed, mat3.add(mat3.multiply(turn, world), mat3.scale(mat3.multiply(world, turn), -1)));
}

const ZERO_MATRIX: Mat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];

function isRows(inertia: Vec3 | Rows3): inertia is Rows3 {
  return Array.isArray(inertia[0]);
}

/** How the axes of a contact turn with its normal. */
function frameChange({ normal, tangent }: BodyContact, frame: ContactFrame, change: Vec3 | undefined): ContactFrame {
  if (change === undefined) return { tangent1: vec3.ZERO, tangent2: vec3.ZERO, normal: vec3.ZERO };
  const n = frame.normal;
  const dn = vec3.scale(vec3.addScaled(change, n, -vec3.dot(change, n)), 1 / vec3.norm(normal));
  const along = tangent === undefined ? nearestAxis(n) : (vec3.normalize(tangent) ?? n);
  const inPlane = vec3.addScaled(along, n, -vec3.dot(along, n));
  const dInPlane = vec3.addScaled(vec3.scale(n, -vec3.dot(along, dn)), dn, -vec3.dot(along, n));
  const t = frame.tangent1;
  const dt = vec3.scale(vec3.addScaled(dInPlane, t, -vec3.dot(dInPlane, t)), 1 / vec3.norm(inPlane));
  return { tangent1: dt, tangent2: vec3.add(vec3.cross(dn, t), vec3.cross(n, dt)), normal: dn };
}

/** d(sum of impulse times axis). */
function worldChange(frame: ContactFrame, turned: ContactFrame, impulse: readonly number[], change: readonly number[]): Vec3 {
  const [axes, dAxes] = [axesOf(frame), axesOf(turned)];
  const at = (k: number) => axes.reduce((sum, axis, a) => sum + change[a] * axis[k] + impulse[a] * dAxes[a][k], 0);
  return [at(0), at(1), at(2)];
}
