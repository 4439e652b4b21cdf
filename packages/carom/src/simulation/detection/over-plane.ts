/**
 * Balls, corners, rims and ellipsoids of a body over a plane.
 *
 *     corner   gap = n . (x + r) - offset           r turns with the body, r' = w x r
 *     ball     gap = n . (x + c) - offset - R       touches below its centre: r = c - R n, r' = w x c
 *     rim      s = n - (n . e) e, lowest point r = c - R s / |s|; its gap is n . (x + c) - offset - R |s|
 *     ellipsoid  gap = n . (x + c) - offset - |a n|, r = c - a^2 n / |a n| with n in its own axes, a its half axes; as seen from the body n
 *              turns by m = n' - w x n, so r' = w x r - H m, H = (a^2 - p p^T) / |a n|, p = a^2 n / |a n|
 *
 * Rounded corners are balls; a rounded rim or ellipsoid touches its rounding lower.
 *
 * The plane may be fixed or carried by a second body; n turns with that body. A rim whose face is parallel to the plane (|s| < FLAT) has no
 * lowest point: it is out of the game, and the ring of points beside it carries the face; unless it is lower between these points than a
 * gap that counts, so that it hits there. Where the face is tilted the ring is out of the game: a rim that rolls would graze each of its
 * points. A contact that is closed goes on a little beyond FLAT, so that the two do not take turns.
 *
 * The touching place is the foot of all these on the plane, a gap below them: so the places of one body over one plane lie in it to the
 * last bit, whatever is left of their gaps. Else corners at rest would slip by the rate of turning times the differences of their gaps, and
 * laws for several contacts would be asked how they share a load at slips that are none.
 *
 * Letters: n normal of the plane (into the first body), x centre of mass, e axis of the rim, w angular velocity.
 * Source: own study, hybrid simulation section 1.
 */

import type { MutableQuaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { createPlaneChange } from "./over-plane-change.js";
import { type EllipsoidPrimitive, named, type PairGeometry, type Primitive, type Rim, reachOf } from "./pair-geometry.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

export interface Plane {
  /** Unit, into the half-space that is free; axes of the body that carries the plane (world axes where it is fixed at the origin). */
  readonly normal: Vec3;
  /** Distance of the plane from that body's centre along the normal, m. */
  readonly offset: number;
}

/** Sine of the tilt below which a round face lies flat. */
const FLAT = 1e-6;
/** Part of the radius by which the points that stand for a rim may be higher than it: then it touches between them (convex-pair.ts). */
const BETWEEN = 0.5e-12;

/** To work in: the normal of the plane and the arm of the touching place, world axes, and what is needed on the way. */
type Workspace = ReturnType<typeof createWorkspace>;

function createWorkspace() {
  return {
    normal: [0, 0, 1] as MutableVec3,
    place: [0, 0, 0] as MutableVec3,
    axis: [0, 0, 0] as MutableVec3,
    scratch: [0, 0, 0] as MutableVec3,
    other: [0, 0, 0] as MutableVec3,
    turn: [0, 0, 0, 1] as MutableQuaternion,
  };
}

export function primitivesOverPlane(primitives: readonly Primitive[], plane: Plane): PairGeometry {
  const rims = rimsOf(primitives);
  const reach = primitives.reduce((most, primitive) => Math.max(most, reachOf(primitive)), 0);
  const work = createWorkspace();
  const { normal, place } = work;

  /** Height of a point given from the first body's centre over the plane. */
  function height(arm: Vec3, first: Carrier, second: Carrier): number {
    quaternion.rotate(second.orientation, plane.normal, normal);
    let sum = -plane.offset;
    for (let c = 0; c < 3; c++) sum += normal[c] * (first.position[c] + arm[c] - second.position[c]);
    return sum;
  }

  function gap(feature: number, first: Carrier, second: Carrier): number {
    const distance = distanceOf(primitives[feature], first, second);
    const rim = rims[feature];
    if (rim === undefined) return distance;
    const isFlat = tiltOf(work, rim, first) < FLAT;
    const isRim = primitives[feature].kind === "rim";
    const isIn = isRim ? !isFlat || leastOfRing(rim, first, second) > Math.max(0, distance) + BETWEEN * rim.radius : isFlat;
    return isIn ? distance : Number.POSITIVE_INFINITY;
  }

  /** The least gap of the points that stand for a rim. */
  function leastOfRing(rim: Rim, first: Carrier, second: Carrier): number {
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < primitives.length; k++)
      if (rims[k] === rim && primitives[k] !== rim) least = Math.min(least, distanceOf(primitives[k], first, second));
    return least;
  }

  /** Of a body with rims: the least gap of what is in the game. Rims and their rings take turns, so that no gap of one goes on for long. */
  function separation(first: Carrier, second: Carrier): number {
    let least = Number.POSITIVE_INFINITY;
    for (let feature = 0; feature < primitives.length; feature++) least = Math.min(least, gap(feature, first, second));
    return least;
  }

  /** The gap, whether or not the place is in the game. */
  function distanceOf(primitive: Primitive, first: Carrier, second: Carrier): number {
    if (primitive.kind === "point") return height(quaternion.rotate(first.orientation, primitive.point, place), first, second);
    const centre = height(quaternion.rotate(first.orientation, primitive.centre, place), first, second);
    if (primitive.kind === "ball") return centre - primitive.radius;
    if (primitive.kind === "ellipsoid") return centre - extentOf(work, primitive, first) - primitive.rounding;
    return centre - primitive.radius * tiltOf(work, primitive, first) - (primitive.rounding ?? 0);
  }

  function validity(feature: number, first: Carrier, second: Carrier): number | undefined {
    const rim = rims[feature];
    if (rim === undefined) return undefined;
    quaternion.rotate(second.orientation, plane.normal, normal);
    const tilt = tiltOf(work, rim, first) / FLAT;
    return primitives[feature].kind === "rim" ? tilt - 0.5 : 2 - tilt;
  }

  function evaluate(feature: number, first: Carrier, second: Carrier, out: TouchGeometry): void {
    const primitive = primitives[feature];
    out.gap = distanceOf(primitive, first, second);
    vec3.copy(normal, out.normal);
    vec3.cross(second.angularVelocity, normal, out.normalRate);
    const { firstArmRate } = out;
    if (primitive.kind === "point") {
      quaternion.rotate(first.orientation, primitive.point, place);
      vec3.cross(first.angularVelocity, place, firstArmRate);
    } else if (primitive.kind === "ball") {
      quaternion.rotate(first.orientation, primitive.centre, place);
      vec3.cross(first.angularVelocity, place, firstArmRate);
      vec3.addScaled(firstArmRate, out.normalRate, -primitive.radius, firstArmRate);
      vec3.addScaled(place, normal, -primitive.radius, place);
    } else if (primitive.kind === "rim") {
      evaluateRim(work, primitive, first, out);
      round(work, primitive.rounding ?? 0, out);
    } else {
      evaluateEllipsoid(work, primitive, first, out);
      round(work, primitive.rounding, out);
    }
    layFoot(work, first, second, out);
    vec3.add(first.position, place, out.point);
    // The touching place as the second body sees it moves with the first: arm from its centre = x_1 + r - x_2.
    for (let c = 0; c < 3; c++) out.secondArmRate[c] = first.velocity[c] + firstArmRate[c] - second.velocity[c];
  }

  const change = createPlaneChange(plane);

  return {
    gap,
    ...named(primitives.map(({ name }) => name)),
    evaluate,
    along: (feature, carriers, changes, out) => {
      change(primitives[feature], carriers, changes, out);
      return true;
    },
    validity,
    ...(rims.some((rim) => rim !== undefined) ? { separation } : {}),
    clearance: (first, second) => height(vec3.ZERO, first, second) - reach,
  };
}

/** |a n|, with n in the axes of the ellipsoid left in `scratch`. Needs `normal`. */
function extentOf({ normal, scratch, turn }: Workspace, { orientation, halfAxes }: EllipsoidPrimitive, first: Carrier): number {
  quaternion.conjugate(quaternion.multiply(first.orientation, orientation, turn), turn);
  quaternion.rotate(turn, normal, scratch);
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += halfAxes[c] * halfAxes[c] * scratch[c] * scratch[c];
  return Math.sqrt(sum);
}

/** |s|, with s left in `scratch` and the axis in world axes in `axis`. Needs `normal`. */
function tiltOf({ normal, axis, scratch }: Workspace, rim: Rim, first: Carrier): number {
  quaternion.rotate(first.orientation, rim.axis, axis);
  vec3.addScaled(normal, axis, -vec3.dot(normal, axis), scratch);
  return vec3.norm(scratch);
}

/** Moves the arm in `place`, and its rate, to the foot on the plane. */
function layFoot(
  { normal, place }: Workspace,
  first: Carrier,
  second: Carrier,
  { gap: distance, normalRate, firstArmRate }: TouchGeometry,
): void {
  let closing = 0;
  for (let c = 0; c < 3; c++) {
    closing += normal[c] * (first.velocity[c] + firstArmRate[c] - second.velocity[c]);
    closing += normalRate[c] * (first.position[c] + place[c] - second.position[c]);
  }
  for (let c = 0; c < 3; c++) {
    place[c] -= distance * normal[c];
    firstArmRate[c] -= closing * normal[c] + distance * normalRate[c];
  }
}

/** Leaves the arm in `place` and its rate in `out`. */
function evaluateRim(work: Workspace, rim: Rim, first: Carrier, out: TouchGeometry): void {
  const { normal, place, axis, scratch, other } = work;
  const tilt = Math.max(tiltOf(work, rim, first), Number.MIN_VALUE);
  const { firstArmRate, normalRate } = out;
  // s' = n' - (n' . e + n . e') e - (n . e) e'
  vec3.cross(first.angularVelocity, axis, other);
  const along = vec3.dot(normal, axis);
  const turning = vec3.dot(normalRate, axis) + vec3.dot(normal, other);
  for (let c = 0; c < 3; c++) other[c] = normalRate[c] - turning * axis[c] - along * other[c];
  const part = vec3.dot(scratch, other) / (tilt * tilt);
  quaternion.rotate(first.orientation, rim.centre, place);
  vec3.cross(first.angularVelocity, place, firstArmRate);
  for (let c = 0; c < 3; c++) {
    firstArmRate[c] -= (rim.radius * (other[c] - part * scratch[c])) / tilt;
    place[c] -= (rim.radius * scratch[c]) / tilt;
  }
}

/** Leaves the arm in `place` and its rate in `out`. */
function evaluateEllipsoid(work: Workspace, primitive: EllipsoidPrimitive, first: Carrier, out: TouchGeometry): void {
  const { halfAxes: a, centre } = primitive;
  const { normal, place, scratch, other, turn } = work;
  const extent = extentOf(work, primitive, first);
  // How the normal turns as seen from the body, in the axes of the ellipsoid; then where its lowest point goes there.
  vec3.subtract(out.normalRate, vec3.cross(first.angularVelocity, normal, other), other);
  quaternion.rotate(turn, other, other);
  for (let c = 0; c < 3; c++) place[c] = (a[c] * a[c] * scratch[c]) / extent;
  const along = vec3.dot(place, other);
  for (let c = 0; c < 3; c++) scratch[c] = (a[c] * a[c] * other[c] - along * place[c]) / extent;
  quaternion.conjugate(turn, turn);
  quaternion.rotate(turn, place, place);
  quaternion.rotate(turn, scratch, scratch);
  quaternion.rotate(first.orientation, centre, other);
  vec3.subtract(other, place, place);
  vec3.cross(first.angularVelocity, place, out.firstArmRate);
  vec3.subtract(out.firstArmRate, scratch, out.firstArmRate);
}

/** Lays the place lower by a rounding. */
function round({ normal, place }: Workspace, rounding: number, { normalRate, firstArmRate }: TouchGeometry): void {
  if (rounding === 0) return;
  vec3.addScaled(place, normal, -rounding, place);
  vec3.addScaled(firstArmRate, normalRate, -rounding, firstArmRate);
}

/** For each primitive its rim, or the one that it stands in the ring of. By name: a robot may have thousands. */
function rimsOf(primitives: readonly Primitive[]): (Rim | undefined)[] {
  const named = new Map<string, Rim>();
  for (const primitive of primitives) if (primitive.kind === "rim" && !named.has(primitive.name)) named.set(primitive.name, primitive);
  return primitives.map((primitive) => {
    if (primitive.kind === "rim") return primitive;
    return primitive.kind === "ellipsoid" || primitive.ring === undefined ? undefined : named.get(primitive.ring);
  });
}
