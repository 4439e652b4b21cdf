/**
 * A box on a floor that yields: a foundation of springs and dampers under every part of its surface that is below the floor.
 *
 *     f = max(0, (k + c x') x) per projected area        x = -z the depth        F = integral f dA        M = integral r x (f n + f_t) dA
 *
 * Only facets that face down push. Each is cut off at the floor, which leaves a polygon of three to five corners, and fanned into
 * triangles. Depth and its rate are linear on a facet, so the pressure is quadratic and its moment cubic: a rule that is exact to the
 * fourth degree leaves no error. Friction: mu f against the slip of each point, rounded off below a creeping speed, for a foundation has no
 * tangential springs to stick with.
 *
 * Letters: k stiffness and c damping per area, n the floor's normal, r from the mass centre.
 * Source: 003 section 3.2, eq. (3.10) to (3.14), figures 3.1 and 3.2; what is left open there (direction of the pressure, projected area,
 * no tension) is our choice.
 */
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";

/** A floor of springs and dampers under the corners. */
export interface YieldingFloor {
  /** N/m^3. */
  readonly stiffness: number;
  /** N s/m^4. Default: 0. */
  readonly damping?: number;
  /** Coefficient of sliding friction. Default: 0. */
  readonly friction?: number;
  /** Slip below this has a friction in proportion to it, m/s. Default: 1e-4. */
  readonly creep?: number;
}

export interface Facet {
  /** Corners in order, body axes, m. */
  readonly corners: readonly Vec3[];
  /** Unit, outwards, body axes. */
  readonly normal: Vec3;
}

/** The six sides of a box. */
export function boxFacets(length: number, width: number, thickness: number): Facet[] {
  const half = [0.5 * length, 0.5 * width, 0.5 * thickness];
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((side): Facet => {
      const [first, second] = [(axis + 1) % 3, (axis + 2) % 3];
      const corner = (a: number, b: number): Vec3 => {
        const point: MutableVec3 = [0, 0, 0];
        point[axis] = side * half[axis];
        point[first] = a * half[first];
        point[second] = b * half[second];
        return point;
      };
      const normal: MutableVec3 = [0, 0, 0];
      normal[axis] = side;
      return { corners: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], normal };
    }),
  );
}

export interface Wrench {
  /** N, world axes. */
  readonly force: MutableVec3;
  /** N m about the mass centre, world axes. */
  readonly torque: MutableVec3;
}

/** Points and weights of a rule on triangles that is exact to the fourth degree (Dunavant 1985): two orbits of three points. */
const ORBITS = [
  { weight: 0.223381589678011, inner: 0.10810301816807 },
  { weight: 0.109951743655322, inner: 0.816847572980459 },
] as const;

/** How a body stands over the floor and moves, world axes. */
export interface FloorMotion {
  /** Of the mass centre over the floor, m. */
  readonly height: number;
  /** Body to world. */
  readonly orientation: Quaternion;
  /** Of the mass centre, m/s. */
  readonly velocity: Vec3;
  /** rad/s. */
  readonly angularVelocity: Vec3;
}

/** What the floor does to a body. Returns whether any part of it is below the floor. */
export function pressOnFloor(
  floor: YieldingFloor,
  facets: readonly Facet[],
  { height, orientation, velocity, angularVelocity }: FloorMotion,
  out: Wrench,
): boolean {
  out.force.fill(0);
  out.torque.fill(0);
  let touches = false;
  for (const { corners, normal } of facets) {
    const down = quaternion.rotate(orientation, normal)[2];
    if (!(down < 0)) continue;
    const arms = corners.map((corner) => quaternion.rotate(orientation, corner));
    const below = cutOff(arms, height);
    if (below.length < 3) continue;
    touches = true;
    for (let i = 2; i < below.length; i++) pressTriangle(floor, height, [below[0], below[i - 1], below[i]], velocity, angularVelocity, out);
  }
  return touches;
}

/** The part of a polygon that is below the floor; points are given from the mass centre. */
export function cutOff(arms: readonly Vec3[], height: number): Vec3[] {
  const kept: Vec3[] = [];
  arms.forEach((arm, i) => {
    const next = arms[(i + 1) % arms.length];
    const [here, there] = [height + arm[2], height + next[2]];
    if (here < 0) kept.push(arm);
    if (here < 0 !== there < 0) kept.push(vec3.addScaled(arm, vec3.subtract(next, arm), here / (here - there)));
  });
  return kept;
}

function pressTriangle(
  floor: YieldingFloor,
  height: number,
  [a, b, c]: readonly [Vec3, Vec3, Vec3],
  velocity: Vec3,
  angularVelocity: Vec3,
  out: Wrench,
): void {
  const { stiffness, damping = 0, friction = 0, creep = 1e-4 } = floor;
  // Projected on the floor.
  const area = 0.5 * Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  const arm: MutableVec3 = [0, 0, 0];
  const moving: MutableVec3 = [0, 0, 0];
  const push: MutableVec3 = [0, 0, 0];
  for (const { weight, inner } of ORBITS) {
    const outer = 0.5 * (1 - inner);
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) arm[i] = outer * (a[i] + b[i] + c[i]) + (inner - outer) * (k === 0 ? a[i] : k === 1 ? b[i] : c[i]);
      vec3.add(velocity, vec3.cross(angularVelocity, arm, moving), moving);
      const depth = -(height + arm[2]);
      const pressure = (stiffness - damping * moving[2]) * depth;
      if (!(pressure > 0)) continue;
      const normal = weight * area * pressure;
      const slip = Math.sqrt(moving[0] * moving[0] + moving[1] * moving[1]);
      const drag = friction === 0 ? 0 : (-friction * normal) / Math.max(slip, creep);
      push[0] = drag * moving[0];
      push[1] = drag * moving[1];
      push[2] = normal;
      vec3.add(out.force, push, out.force);
      vec3.add(out.torque, vec3.cross(arm, push, moving), out.torque);
    }
  }
}
