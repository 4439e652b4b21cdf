/**
 * How mass is spread in space, up to second order: all that a rigid body's motion can feel of a shape.
 *
 * The second moment C = integral of (x - c)(x - c)^T dm about the centre of mass c adds up and transforms plainly (parallel axes: C + m d
 * d^T, rotation: R C R^T), and gives the inertia as
 *
 *     J = trace(C) 1 - C:      J_xx = C_yy + C_zz,  J_xy = -C_xy,  ...
 *
 * The diagonal is written as sums of two so that a slender body's small moment is not a difference of large ones.
 */
import type { Mat3, MutableMat3 } from "../../math/mat3.js";
import * as mat3 from "../../math/mat3.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

export interface Distribution {
  /** kg; negative for material that is missing. */
  readonly mass: number;
  /** m^3; negative likewise. */
  readonly volume: number;
  /** Centre of mass, m. */
  readonly centre: Vec3;
  /** C, about the centre, kg m^2. */
  readonly secondMoment: Mat3;
}

/** A shape's geometry: the distribution of the volume itself, mass 1 kg for each m^3. */
export function uniform(volume: number, centre: Vec3, secondMomentPerMass: Mat3): Distribution {
  return { mass: volume, volume, centre, secondMoment: mat3.scale(secondMomentPerMass, volume) };
}

/** The same spread with another mass. */
export function withMass(distribution: Distribution, mass: number): Distribution {
  return { ...distribution, mass, secondMoment: mat3.scale(distribution.secondMoment, mass / distribution.mass) };
}

/** As much missing as was there. */
export function removed({ mass, volume, centre, secondMoment }: Distribution): Distribution {
  return { mass: -mass, volume: -volume, centre, secondMoment: mat3.scale(secondMoment, -1) };
}

export function moved(distribution: Distribution, position: Vec3, orientation: Quaternion): Distribution {
  return {
    ...distribution,
    centre: vec3.add(position, quaternion.rotate(orientation, distribution.centre)),
    secondMoment: mat3.rotateTensor(quaternion.toMatrix(orientation), distribution.secondMoment),
  };
}

/** Everything together; undefined where the masses cancel. */
export function joined(parts: readonly Distribution[]): Distribution | undefined {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  if (mass === 0) return undefined;
  const weighted = parts.reduce((sum, part) => vec3.addScaled(sum, part.centre, part.mass, sum), vec3.copy(vec3.ZERO));
  const centre = vec3.scale(weighted, 1 / mass);
  const secondMoment: MutableMat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (const part of parts) {
    mat3.add(secondMoment, part.secondMoment, secondMoment);
    addOuter(secondMoment, vec3.subtract(part.centre, centre), part.mass);
  }
  return { mass, volume: parts.reduce((sum, part) => sum + part.volume, 0), centre, secondMoment };
}

/** About the centre of mass, kg m^2. */
export function inertiaOf({ secondMoment: c }: Distribution): Mat3 {
  return [c[4] + c[8], -c[1], -c[2], -c[3], c[0] + c[8], -c[5], -c[6], -c[7], c[0] + c[4]];
}

/** Adds weight * a a^T; symmetric to the last bit. */
export function addOuter(sum: MutableMat3, a: Vec3, weight: number): MutableMat3 {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum[3 * i + j] += weight * (a[i] * a[j]);
  return sum;
}
