/**
 * What of a body hangs below the centre of one of its places over a plane, and how that changes: b down to the lowest point, l = n . b.
 *
 *     ball        b = R n                                     l = R
 *     rim         b = R z, z = s/|s|, s = n - (n . e) e       l = R |s|
 *     ellipsoid   b = Q q, q = a^2 m/l, m = Q^T n             l = |a m|
 *
 * With k = n . e the rim has s' = n' - k' e - k e', |s|' = z . s', z' = (s' - |s|' z)/|s|; the ellipsoid m' = Q^T (n' - w x n),
 * l' = q . m', q' = (a^2 m' - l' q)/l, b' = Q q' + w x b. Each is differentiated as it stands. A rounding adds so much of n.
 *
 * l is kept beside b: where a rim is all but flat, n . b would be what is left of numbers that are larger by one over the tilt.
 *
 * Letters: n normal, e axis of the rim, Q axes of the ellipsoid in the world, a its half axes, R radius, w angular velocity of the body.
 */
import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { EllipsoidPrimitive, Primitive, Rim } from "./pair-geometry.js";
import type { CarrierChange } from "./touch-changes.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

/** Changes of b and of its rate; and l with its rate, and the changes of both. */
export interface Support {
  readonly change: MutableVec3;
  readonly rateChange: MutableVec3;
  length: number;
  lengthChange: number;
  lengthRate: number;
  lengthRateChange: number;
}

export interface SupportChange {
  /** What `hang` has written. */
  readonly below: Support;
  /** Of a place of a body that changes, where the normal and its rate change as `along` says. */
  hang(primitive: Primitive, body: Carrier, change: CarrierChange, along: Pick<TouchGeometry, "normal" | "normalRate">): void;
}

/** @param normal of the plane, and its rate: as they are when `hang` is called */
export function createSupportChange(normal: Vec3, normalRate: Vec3): SupportChange {
  const below: Support = { change: [0, 0, 0], rateChange: [0, 0, 0], length: 0, lengthChange: 0, lengthRate: 0, lengthRateChange: 0 };
  const hangRim = createRimChange(normal, normalRate, below);
  const hangEllipsoid = createEllipsoidChange(normal, normalRate, below);
  const hang: SupportChange["hang"] = (primitive, body, change, along) => {
    for (let c = 0; c < 3; c++) below.change[c] = below.rateChange[c] = 0;
    below.length = below.lengthChange = below.lengthRate = below.lengthRateChange = 0;
    if (primitive.kind === "point") return;
    if (primitive.kind === "rim") hangRim(primitive, body, change, along);
    if (primitive.kind === "ellipsoid") hangEllipsoid(primitive, body, change, along);
    const rounding = primitive.kind === "ball" ? primitive.radius : (primitive.rounding ?? 0);
    below.length += rounding;
    for (let c = 0; c < 3; c++) {
      below.change[c] += rounding * along.normal[c];
      below.rateChange[c] += rounding * along.normalRate[c];
    }
  };
  return { below, hang };
}

type Hang<Of> = (of: Of, body: Carrier, change: CarrierChange, along: Pick<TouchGeometry, "normal" | "normalRate">) => void;

const vector = (): MutableVec3 => [0, 0, 0];

function createRimChange(normal: Vec3, normalRate: Vec3, below: Support): Hang<Rim> {
  const [axis, axisRate, axisChange, axisRateChange, z, rate, change, rateChange, work] = Array.from({ length: 9 }, vector);
  return (rim, body, moved, along) => {
    quaternion.rotate(body.orientation, rim.axis, axis);
    vec3.cross(body.angularVelocity, axis, axisRate);
    vec3.cross(moved.turn, axis, axisChange);
    sumOfCrosses(moved.angularVelocity, axis, body.angularVelocity, axisChange, work, axisRateChange);
    const k = vec3.dot(normal, axis);
    const kRate = vec3.dot(normalRate, axis) + vec3.dot(normal, axisRate);
    const kChange = vec3.dot(along.normal, axis) + vec3.dot(normal, axisChange);
    const kRateChange =
      vec3.dot(along.normalRate, axis) +
      vec3.dot(normalRate, axisChange) +
      vec3.dot(along.normal, axisRate) +
      vec3.dot(normal, axisRateChange);
    // s, s' and their changes.
    for (let c = 0; c < 3; c++) {
      z[c] = normal[c] - k * axis[c];
      rate[c] = normalRate[c] - kRate * axis[c] - k * axisRate[c];
      change[c] = along.normal[c] - kChange * axis[c] - k * axisChange[c];
      rateChange[c] = along.normalRate[c] - kRateChange * axis[c] - kRate * axisChange[c] - kChange * axisRate[c] - k * axisRateChange[c];
    }
    const tilt = Math.max(vec3.norm(z), Number.MIN_VALUE);
    for (let c = 0; c < 3; c++) z[c] /= tilt;
    const tiltRate = vec3.dot(z, rate);
    const tiltChange = vec3.dot(z, change);
    // z' and dz in the place of s' and ds.
    let turning = vec3.dot(z, rateChange);
    for (let c = 0; c < 3; c++) {
      change[c] = (change[c] - tiltChange * z[c]) / tilt;
      turning += change[c] * rate[c];
      rate[c] = (rate[c] - tiltRate * z[c]) / tilt;
    }
    const { radius } = rim;
    for (let c = 0; c < 3; c++) {
      below.change[c] = radius * change[c];
      below.rateChange[c] = (radius * (rateChange[c] - turning * z[c] - tiltRate * change[c] - tiltChange * rate[c])) / tilt;
    }
    below.length = radius * tilt;
    below.lengthRate = radius * tiltRate;
    below.lengthChange = radius * tiltChange;
    below.lengthRateChange = radius * turning;
  };
}

function createEllipsoidChange(normal: Vec3, normalRate: Vec3, below: Support): Hang<EllipsoidPrimitive> {
  const [m, mRate, mChange, mRateChange, q, qRate, qChange, qRateChange, turning, work] = Array.from({ length: 10 }, vector);
  const own: MutableQuaternion = [0, 0, 0, 1];
  return ({ orientation, halfAxes }, body, moved, along) => {
    quaternion.conjugate(quaternion.multiply(body.orientation, orientation, own), own);
    const { angularVelocity } = body;
    // How the normal turns as seen from the body, still in world axes, and how it and that change.
    vec3.subtract(normalRate, vec3.cross(angularVelocity, normal, work), turning);
    vec3.subtract(along.normal, vec3.cross(moved.turn, normal, work), mChange);
    sumOfCrosses(moved.angularVelocity, normal, angularVelocity, along.normal, work, mRateChange);
    vec3.subtract(along.normalRate, mRateChange, mRateChange);
    vec3.subtract(mRateChange, vec3.cross(moved.turn, turning, work), mRateChange);
    quaternion.rotate(own, normal, m);
    quaternion.rotate(own, turning, mRate);
    quaternion.rotate(own, mChange, mChange);
    quaternion.rotate(own, mRateChange, mRateChange);
    let square = 0;
    for (let c = 0; c < 3; c++) square += halfAxes[c] * halfAxes[c] * m[c] * m[c];
    const length = Math.sqrt(square);
    for (let c = 0; c < 3; c++) q[c] = (halfAxes[c] * halfAxes[c] * m[c]) / length;
    const lengthRate = vec3.dot(q, mRate);
    const lengthChange = vec3.dot(q, mChange);
    for (let c = 0; c < 3; c++) {
      qRate[c] = (halfAxes[c] * halfAxes[c] * mRate[c] - lengthRate * q[c]) / length;
      qChange[c] = (halfAxes[c] * halfAxes[c] * mChange[c] - lengthChange * q[c]) / length;
    }
    const lengthRateChange = vec3.dot(qChange, mRate) + vec3.dot(q, mRateChange);
    for (let c = 0; c < 3; c++) {
      const scaled = halfAxes[c] * halfAxes[c] * mRateChange[c];
      qRateChange[c] = (scaled - lengthRateChange * q[c] - lengthRate * qChange[c] - lengthChange * qRate[c]) / length;
    }
    quaternion.conjugate(own, own);
    for (const each of [q, qRate, qChange, qRateChange]) quaternion.rotate(own, each, each);
    vec3.add(qChange, vec3.cross(moved.turn, q, work), below.change);
    vec3.add(qRateChange, vec3.cross(moved.turn, qRate, work), qRateChange);
    sumOfCrosses(moved.angularVelocity, q, angularVelocity, below.change, work, below.rateChange);
    vec3.add(below.rateChange, qRateChange, below.rateChange);
    Object.assign(below, { length, lengthRate, lengthChange, lengthRateChange });
  };
}

/** a x b + c x d */
export function sumOfCrosses(a: Vec3, b: Vec3, c: Vec3, d: Vec3, work: MutableVec3, out: MutableVec3): void {
  vec3.cross(a, b, work);
  vec3.cross(c, d, out);
  vec3.add(out, work, out);
}
