/**
 * Balls of one body against a convex solid, or against the straight core of a capsule, of another.
 *
 * The place of the solid nearest to the centre of a ball lies in a face, on an edge or in a corner. With d from there to the centre,
 *
 *     gap = |d| - R - thickness          n = d / |d|          n' = w x n + (v - (v . e) e - (v . n) n) / |d|
 *
 * where w is the solid's angular velocity, v the velocity of the centre as seen from the solid, and e the direction along which the nearest
 * place is free to move: all of the face (then only w x n is left), the edge, or none for a corner. A centre inside the solid is measured
 * to the nearest face.
 *
 * Letters: d distance vector, n normal into the ball, R radius; thickness: the radius of a capsule, zero for a solid with flat faces.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { type Ball, named, type PairGeometry, reachOf } from "./pair-geometry.js";
import type { Polytope } from "./polytope.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

/** What balls are measured against: corners, straight pieces between them and faces, padded by a thickness. */
export interface ConvexCore extends Pick<Polytope, "corners" | "faces" | "reach"> {
  readonly edges: readonly { readonly ends: readonly [number, number] }[];
  /** m. */
  readonly thickness: number;
}

/** The core of a capsule: one straight piece. */
export function capsuleCore(ends: readonly [Vec3, Vec3], radius: number): ConvexCore {
  const reach = Math.max(vec3.norm(ends[0]), vec3.norm(ends[1])) + radius;
  return { corners: ends, faces: [], edges: [{ ends: [0, 1] }], reach, thickness: radius };
}

type Region = "face" | "edge" | "corner";

/** The place of a core that is nearest to a point. */
interface Nearest {
  region: Region;
  /** Of the face, edge or corner in its list. */
  place: number;
  /** m; negative inside. */
  distance: number;
  /** Unit, from there to the point, in the axes of the core. */
  readonly direction: MutableVec3;
}

export function ballsAgainstConvex(balls: readonly Ball[], core: ConvexCore): PairGeometry {
  const ballReach = balls.reduce((most, ball) => Math.max(most, reachOf(ball)), 0);
  const centre: MutableVec3 = [0, 0, 0];
  const arm: MutableVec3 = [0, 0, 0];
  const local: MutableVec3 = [0, 0, 0];
  const trial: MutableVec3 = [0, 0, 0];
  const inverse: [number, number, number, number] = [0, 0, 0, 1];
  const nearest: Nearest = { region: "corner", place: 0, distance: 0, direction: [0, 0, 0] };

  function locate(ball: Ball, first: Carrier, second: Carrier): void {
    quaternion.rotate(first.orientation, ball.centre, arm);
    vec3.add(first.position, arm, centre);
    vec3.subtract(centre, second.position, local);
    quaternion.conjugate(second.orientation, inverse);
    quaternion.rotate(inverse, local, local);
    if (!findInside(core, local, nearest)) findOutside(core, local, nearest, trial);
  }

  function gap(feature: number, first: Carrier, second: Carrier): number {
    const ball = balls[feature];
    locate(ball, first, second);
    return nearest.distance - ball.radius - core.thickness;
  }

  function evaluate(feature: number, first: Carrier, second: Carrier, out: TouchGeometry): void {
    const ball = balls[feature];
    locate(ball, first, second);
    const { normal, normalRate, firstArmRate, secondArmRate, point } = out;
    out.gap = nearest.distance - ball.radius - core.thickness;
    quaternion.rotate(second.orientation, nearest.direction, normal);
    vec3.cross(second.angularVelocity, normal, normalRate);
    vec3.cross(first.angularVelocity, arm, firstArmRate);
    if (nearest.region !== "face") {
      // Velocity of the centre as the solid sees it, less what the nearest place follows.
      vec3.cross(second.angularVelocity, vec3.subtract(centre, second.position, trial), trial);
      for (let c = 0; c < 3; c++) trial[c] = first.velocity[c] + firstArmRate[c] - second.velocity[c] - trial[c];
      if (nearest.region === "edge") {
        const { ends } = core.edges[nearest.place];
        vec3.subtract(core.corners[ends[1]], core.corners[ends[0]], local);
        quaternion.rotate(second.orientation, local, local);
        vec3.addScaled(trial, local, -vec3.dot(trial, local) / vec3.dot(local, local), trial);
      }
      vec3.addScaled(trial, normal, -vec3.dot(trial, normal), trial);
      vec3.addScaled(normalRate, trial, 1 / nearest.distance, normalRate);
    }
    vec3.addScaled(firstArmRate, normalRate, -ball.radius, firstArmRate);
    vec3.addScaled(centre, normal, -ball.radius, point);
    for (let c = 0; c < 3; c++) secondArmRate[c] = first.velocity[c] + firstArmRate[c] - second.velocity[c];
  }

  function clearance(first: Carrier, second: Carrier): number {
    return vec3.norm(vec3.subtract(first.position, second.position, trial)) - ballReach - core.reach;
  }

  /** The gap turns sharply where the nearest place goes over an edge or a corner, so that it can dip twice where a body turns a little. */
  function separation(first: Carrier, second: Carrier): number {
    let least = Number.POSITIVE_INFINITY;
    for (let feature = 0; feature < balls.length; feature++) least = Math.min(least, gap(feature, first, second));
    return least;
  }

  return { gap, evaluate, separation, clearance, ...named(balls.map(({ name }) => name)) };
}

/** Where a point is inside the core, the face it is nearest to; false where it is outside. */
function findInside(core: ConvexCore, point: Vec3, out: Nearest): boolean {
  let inside = core.faces.length > 0;
  let deepest = Number.NEGATIVE_INFINITY;
  let deepestFace = 0;
  core.faces.forEach((face, k) => {
    const height = vec3.dot(face.normal, point) - face.offset;
    if (height > 0) inside = false;
    if (height > deepest) {
      deepest = height;
      deepestFace = k;
    }
  });
  if (!inside) return false;
  out.region = "face";
  out.place = deepestFace;
  out.distance = deepest;
  vec3.copy(core.faces[deepestFace].normal, out.direction);
  return true;
}

/** The nearest of all faces that the point is over, edges it is beside and corners. `trial` is overwritten. */
function findOutside(core: ConvexCore, point: Vec3, out: Nearest, trial: MutableVec3): void {
  out.distance = Number.POSITIVE_INFINITY;
  core.faces.forEach((face, k) => {
    const height = vec3.dot(face.normal, point) - face.offset;
    if (!(height > 0) || height >= out.distance) return;
    vec3.addScaled(point, face.normal, -height, trial);
    if (core.faces.some((other, m) => m !== k && vec3.dot(other.normal, trial) - other.offset > 0)) return;
    out.distance = height;
    out.region = "face";
    out.place = k;
    vec3.copy(face.normal, out.direction);
  });
  core.edges.forEach(({ ends }, k) => {
    const [from, to] = [core.corners[ends[0]], core.corners[ends[1]]];
    let length = 0;
    let along = 0;
    for (let c = 0; c < 3; c++) {
      length += (to[c] - from[c]) * (to[c] - from[c]);
      along += (point[c] - from[c]) * (to[c] - from[c]);
    }
    const part = along / length;
    if (!(part > 0 && part < 1)) return;
    for (let c = 0; c < 3; c++) trial[c] = point[c] - from[c] - part * (to[c] - from[c]);
    keepNearer(trial, "edge", k, out);
  });
  core.corners.forEach((corner, k) => {
    vec3.subtract(point, corner, trial);
    keepNearer(trial, "corner", k, out);
  });
}

/** @param difference from the place to the point */
function keepNearer(difference: Vec3, region: Region, place: number, out: Nearest): void {
  const distance = vec3.norm(difference);
  if (distance >= out.distance) return;
  out.distance = distance;
  out.region = region;
  out.place = place;
  vec3.scale(difference, 1 / distance, out.direction);
}
