/**
 * A rigid body at one instant: how its mass is spread, where it is and how it moves.
 *
 * Its inertia about the centre of mass, J, is a symmetric tensor whose principal moments satisfy J1 + J2 >= J3 (they are sums of two
 * positive second moments of mass each). With principal axes e_k in world axes,
 *
 *     J = sum J_k e_k e_k^T          J^-1 = sum e_k e_k^T / J_k = A^T A,   row k of A = e_k / sqrt(J_k)
 *
 * The root A is what contacts need: a mobility built from A is symmetric and never negative, also for a body as slender as a needle,
 * where J^-1 written as nine numbers has lost its digits.
 *
 * Source: any text on rigid-body dynamics, e.g. Goldstein, Classical Mechanics, chapter 5.
 */
import { InvalidInputError } from "../errors.js";
import type { Mat3, Rows3 } from "../math/mat3.js";
import * as mat3 from "../math/mat3.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { checkFinite } from "./contact-problem.js";

/** A rigid body at one instant, in world axes. */
export interface RigidBody {
  /** kg, > 0. */
  readonly mass: number;
  /** About the centre of mass in body axes, kg m^2: three principal moments, or the whole symmetric tensor as rows. */
  readonly inertia: Vec3 | Rows3;
  /** Of the centre of mass, m, world axes. */
  readonly position: Vec3;
  /** Unit quaternion [x, y, z, w], body to world. Default: body axes are world axes. */
  readonly orientation?: Quaternion;
  /** Of the centre of mass, m/s, world axes. Default: at rest. */
  readonly velocity?: Vec3;
  /** rad/s, world axes. Default: not turning. */
  readonly angularVelocity?: Vec3;
}

/** A body that moves, or one that nothing can move. */
export type Body = RigidBody | "fixed";

/** Relative slack in the triangle inequality and in the symmetry of an inertia. */
const INERTIA_TOLERANCE = 1e-9;
/** A principal moment of a full tensor below this fraction of the largest is rounding of zero. */
const SMALLEST_MOMENT = 1e-14;
/** How far from 1 the norm of an orientation may be; within that it is normalised. */
const UNIT_TOLERANCE = 1e-6;

/** Throws InvalidInputError naming the first field that cannot belong to a rigid body. */
export function checkRigidBody(body: Body, path: string): void {
  if (body === "fixed") return;
  if (typeof body !== "object" || body === null) throw new InvalidInputError(path, body, 'is neither a rigid body nor "fixed"');
  checkFinite(body.mass, `${path}.mass`);
  if (body.mass <= 0) throw new InvalidInputError(`${path}.mass`, body.mass, "is not positive");
  checkInertia(body.inertia, `${path}.inertia`);
  checkVector(body.position, `${path}.position`);
  if (body.orientation !== undefined) checkOrientation(body.orientation, `${path}.orientation`);
  if (body.velocity !== undefined) checkVector(body.velocity, `${path}.velocity`);
  if (body.angularVelocity !== undefined) checkVector(body.angularVelocity, `${path}.angularVelocity`);
}

/** Throws InvalidInputError unless the value is three finite numbers. */
export function checkVector(value: Vec3, path: string): void {
  checkNumbers(value, 3, path);
}

/** Throws InvalidInputError unless the value is a quaternion of unit length to within 1e-6. */
export function checkOrientation(value: Quaternion, path: string): void {
  checkNumbers(value, 4, path);
  const length = quaternion.norm(value);
  if (Math.abs(length - 1) > UNIT_TOLERANCE)
    throw new InvalidInputError(path, value, `is not a unit quaternion (its norm is ${short(length)})`);
}

/** Throws InvalidInputError unless the value can be the inertia of a rigid body about its centre of mass. */
export function checkInertia(inertia: RigidBody["inertia"], path: string): void {
  if (!Array.isArray(inertia) || inertia.length !== 3)
    throw new InvalidInputError(path, inertia, "is neither three principal moments nor a 3 x 3 matrix");
  if (isTensor(inertia)) checkTensor(inertia, path);
  else checkNumbers(inertia, 3, path);

  const [small, middle, large] = isTensor(inertia)
    ? mat3.symmetricEigen(mat3.fromRows(inertia)).values
    : [...inertia].sort((a, b) => a - b);
  if (!(small > (isTensor(inertia) ? SMALLEST_MOMENT * large : 0)))
    throw new InvalidInputError(
      path,
      inertia,
      `cannot belong to a rigid body (a principal moment is ${short(small)}; even a thin rod has a radius)`,
    );
  if (small + middle < large * (1 - INERTIA_TOLERANCE))
    throw new InvalidInputError(path, inertia, `cannot belong to a rigid body (${short(small)} + ${short(middle)} < ${short(large)})`);
}

function checkTensor(rows: Rows3, path: string): void {
  rows.forEach((row, i) => {
    checkNumbers(row, 3, `${path}[${i}]`);
  });
  const size = Math.max(Math.abs(rows[0][0]), Math.abs(rows[1][1]), Math.abs(rows[2][2]));
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < i; j++)
      if (Math.abs(rows[i][j] - rows[j][i]) > INERTIA_TOLERANCE * size)
        throw new InvalidInputError(
          `${path}[${i}][${j}]`,
          rows[i][j],
          `differs from [${j}][${i}] (${rows[j][i]}): the matrix is not symmetric`,
        );
}

function checkNumbers(value: readonly number[], count: number, path: string): void {
  if (!Array.isArray(value) || value.length !== count) throw new InvalidInputError(path, value, `is not a list of ${count} numbers`);
  value.forEach((component, i) => {
    checkFinite(component, `${path}[${i}]`);
  });
}

function isTensor(inertia: RigidBody["inertia"]): inertia is Rows3 {
  return Array.isArray(inertia[0]);
}

/** A number in a message: six digits say enough. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}

export interface PrincipalInertia {
  /** kg m^2. */
  readonly moments: Vec3;
  /** Principal axes in world axes, as columns. */
  readonly axes: Mat3;
}

/** Of a body that has passed checkRigidBody. */
export function principalInertia(body: RigidBody): PrincipalInertia {
  const bodyToWorld = quaternion.toMatrix(unitOrientation(body.orientation));
  if (!isTensor(body.inertia)) return { moments: body.inertia, axes: bodyToWorld };
  const { values, vectors } = mat3.symmetricEigen(symmetricPart(body.inertia));
  return { moments: values, axes: mat3.multiply(bodyToWorld, vectors) };
}

/** The matrix A of the header, in 1 / (m sqrt(kg)): A^T A is the world inverse inertia. */
export function inverseInertiaRoot(body: RigidBody): Mat3 {
  const { moments, axes } = principalInertia(body);
  return mat3.multiply(
    mat3.diagonal([1 / Math.sqrt(moments[0]), 1 / Math.sqrt(moments[1]), 1 / Math.sqrt(moments[2])]),
    mat3.transpose(axes),
  );
}

/** World axes, 1 / (kg m^2). */
export function worldInverseInertia(body: RigidBody): Mat3 {
  const { moments, axes } = principalInertia(body);
  return mat3.rotateTensor(axes, mat3.diagonal([1 / moments[0], 1 / moments[1], 1 / moments[2]]));
}

/** World axes, kg m^2. */
export function worldInertia(body: RigidBody): Mat3 {
  const { moments, axes } = principalInertia(body);
  return mat3.rotateTensor(axes, mat3.diagonal(moments));
}

/** Of translation and rotation, J. */
export function kineticEnergy(body: RigidBody): number {
  const { mass, velocity = vec3.ZERO, angularVelocity = vec3.ZERO } = body;
  const { moments, axes } = principalInertia(body);
  const spin = mat3.transformTransposed(axes, angularVelocity);
  const rotation = moments[0] * spin[0] * spin[0] + moments[1] * spin[1] * spin[1] + moments[2] * spin[2] * spin[2];
  return 0.5 * (mass * vec3.dot(velocity, velocity) + rotation);
}

/** kg m/s, world axes. */
export function momentum(body: RigidBody): Vec3 {
  return vec3.scale(body.velocity ?? vec3.ZERO, body.mass);
}

/** About a fixed point, default the world's origin; kg m^2/s, world axes. */
export function angularMomentum(body: RigidBody, about: Vec3 = vec3.ZERO): Vec3 {
  const orbital = vec3.cross(vec3.subtract(body.position, about), momentum(body));
  return vec3.add(orbital, mat3.transformVector(worldInertia(body), body.angularVelocity ?? vec3.ZERO));
}

/** A given orientation, made exactly unit; the identity where none is given. */
export function unitOrientation(orientation: Quaternion | undefined): Quaternion {
  return orientation === undefined ? quaternion.IDENTITY : (quaternion.normalize(orientation) ?? quaternion.IDENTITY);
}

function symmetricPart(rows: Rows3): Mat3 {
  const tensor = mat3.fromRows(rows);
  return mat3.scale(mat3.add(tensor, mat3.transpose(tensor)), 0.5);
}
