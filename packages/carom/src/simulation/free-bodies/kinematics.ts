/**
 * From where two bodies touch, and how that place moves, to the rows of the contact Jacobian and their rates.
 *
 * A touching place is at r_a from the centre of the first body and r_b from that of the second; n is the normal into the first. With v the
 * velocity of the first minus that of the second at this place,
 *
 *     v = v_a + w_a x r_a - v_b - w_b x r_b          v' = a_a + alpha_a x r_a - ... + w_a x r_a' - w_b x r_b'
 *
 * where r' is how the arm of the touching PLACE changes, not of the material: a corner turns with its body (r' = w x r), the lowest point
 * of a ball stays below its centre (r' = 0). Components along the axes t1, t2, n change also because these turn: their rates times v are
 * part of the bias.
 *
 * Source: own study, hybrid simulation section 1.
 */
import type { Quaternion } from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Carrier, TouchGeometry } from "../detection/touch-geometry.js";
import type { FeatureState } from "../system/mechanical-system.js";
import { BODY_COORDINATES, BODY_SPEEDS } from "./motion.js";

/** A body of the flat state, or "fixed". */
export type BodyIndex = number | "fixed";

export interface FixedPlacement {
  readonly position: Vec3;
  readonly orientation: Quaternion;
  /** Of ground that is moved (driven-ground.ts), m/s. Default: it stands still. */
  readonly velocity?: Vec3;
  /** The same, rad/s. */
  readonly angularVelocity?: Vec3;
  /** No point of the ground within a distance from a place is faster, m/s. Default: none moves. */
  readonly speedNear?: (place: Vec3, distance: number) => number;
}

export function readPose(index: BodyIndex, fixed: FixedPlacement, coordinates: Float64Array, out: Carrier): void {
  const { position, orientation } = out;
  if (index === "fixed") {
    vec3.copy(fixed.position, position);
    for (let c = 0; c < 4; c++) orientation[c] = fixed.orientation[c];
    return;
  }
  const at = BODY_COORDINATES * index;
  for (let c = 0; c < 3; c++) position[c] = coordinates[at + c];
  for (let c = 0; c < 4; c++) orientation[c] = coordinates[at + 3 + c];
}

export function readMotion(index: BodyIndex, speeds: Float64Array, out: Carrier, fixed?: FixedPlacement): void {
  for (let c = 0; c < 3; c++) {
    out.velocity[c] = index === "fixed" ? (fixed?.velocity?.[c] ?? 0) : speeds[BODY_SPEEDS * index + c];
    out.angularVelocity[c] = index === "fixed" ? (fixed?.angularVelocity?.[c] ?? 0) : speeds[BODY_SPEEDS * index + 3 + c];
  }
}

/** Turns touching places into rows, with vectors of its own to work in. */
export interface FeatureKinematics {
  /** Writes the frame, the Jacobian and the bias of a touching place. */
  write(geometry: TouchGeometry, bodies: readonly [BodyIndex, BodyIndex], carriers: readonly [Carrier, Carrier], out: FeatureState): void;
  /** Velocity of the first minus that of the second at a touching place, along its normal. */
  normalVelocity(geometry: TouchGeometry, first: Carrier, second: Carrier): number;
}

export function createFeatureKinematics(): FeatureKinematics {
  const firstArm: MutableVec3 = [0, 0, 0];
  const secondArm: MutableVec3 = [0, 0, 0];
  const relative: MutableVec3 = [0, 0, 0];
  const rate: MutableVec3 = [0, 0, 0];
  const cross: MutableVec3 = [0, 0, 0];

  function write(
    geometry: TouchGeometry,
    bodies: readonly [BodyIndex, BodyIndex],
    carriers: readonly [Carrier, Carrier],
    out: FeatureState,
  ): void {
    const { point, normal, normalRate, gap } = geometry;
    const [first, second] = carriers;
    vec3.copy(point, out.point);
    vec3.copy(normal, out.normal);
    out.gap = gap;
    writeTangents(normal, out);
    vec3.subtract(point, first.position, firstArm);
    vec3.subtract(point, second.position, secondArm);

    readRelativeVelocity(first, second);
    vec3.cross(first.angularVelocity, geometry.firstArmRate, rate);
    vec3.subtract(rate, vec3.cross(second.angularVelocity, geometry.secondArmRate, cross), rate);

    out.jacobian.fill(0);
    const speedCount = out.jacobian.length / 3;
    const axes = [out.tangent1, out.tangent2, out.normal];
    for (let c = 0; c < 3; c++) {
      const axis = axes[c];
      writeRow(out.jacobian, c * speedCount, bodies[0], firstArm, axis, 1);
      writeRow(out.jacobian, c * speedCount, bodies[1], secondArm, axis, -1);
      // The tangents turn with the normal by the smallest rotation: t' = -(t . n') n, and n' itself lies in the tangent plane.
      const turning = c === 2 ? vec3.dot(normalRate, relative) : -vec3.dot(axis, normalRate) * vec3.dot(normal, relative);
      out.bias[c] = vec3.dot(axis, rate) + turning;
    }
  }

  function normalVelocity({ point, normal }: TouchGeometry, first: Carrier, second: Carrier): number {
    vec3.subtract(point, first.position, firstArm);
    vec3.subtract(point, second.position, secondArm);
    readRelativeVelocity(first, second);
    return vec3.dot(normal, relative);
  }

  /** Needs the arms. */
  function readRelativeVelocity(first: Carrier, second: Carrier): void {
    vec3.cross(first.angularVelocity, firstArm, relative);
    vec3.add(relative, first.velocity, relative);
    vec3.subtract(relative, second.velocity, relative);
    vec3.subtract(relative, vec3.cross(second.angularVelocity, secondArm, cross), relative);
  }

  /** axis . (v + w x arm) = axis . v + (arm x axis) . w */
  function writeRow(jacobian: Float64Array, row: number, body: BodyIndex, arm: Vec3, axis: Vec3, sign: number): void {
    if (body === "fixed") return;
    const at = row + BODY_SPEEDS * body;
    vec3.cross(arm, axis, cross);
    for (let c = 0; c < 3; c++) {
      jacobian[at + c] += sign * axis[c];
      jacobian[at + 3 + c] += sign * cross[c];
    }
  }

  return { write, normalVelocity };
}

/** The world axis that is laid into the plane across a normal as its first tangent: x, or y where the normal is near x. */
export function tangentAxis(normal: Vec3): 0 | 1 {
  return Math.abs(normal[0]) < 0.9 ? 0 : 1;
}

/** A world axis laid into the plane across a normal. */
export function layAxis(normal: Vec3, axis: 0 | 1, out: [number, number, number]): void {
  const part = normal[axis];
  for (let c = 0; c < 3; c++) out[c] = (c === axis ? 1 : 0) - part * normal[c];
  const length = vec3.norm(out);
  for (let c = 0; c < 3; c++) out[c] /= length;
}

/** As mechanics/contact-frame.ts: world x laid into the tangent plane, or y where the normal is close to x. */
export function writeTangents(normal: Vec3, { tangent1, tangent2 }: FeatureState): void {
  layAxis(normal, tangentAxis(normal), tangent1);
  vec3.cross(normal, tangent1, tangent2);
}
