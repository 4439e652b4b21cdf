/**
 * The places of a manifold as states of features: rows of J, and the bias b of v' = J u' + b.
 *
 * A place on a face moves with the solid whose corner it is, the normal turns with the other; a place between two edges slides along both.
 */
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Carrier, TouchGeometry } from "../detection/touch-geometry.js";
import { writeTangents } from "../free-bodies/kinematics.js";
import type { FeatureState } from "../system/mechanical-system.js";
import type { Manifold, PlaceMotion } from "./manifold.js";
import { GROUND } from "./solver/problem.js";

/** Reads pose and motion of both solids; `bodies` are their places in the system. */
export function readCarriers(manifold: Manifold, bodies: readonly [number, number], coordinates: Float64Array, speeds: Float64Array): void {
  readCarrier(manifold.carriers[0], bodies[0], manifold.first.place, coordinates, speeds);
  readCarrier(manifold.carriers[1], bodies[1], manifold.second.place, coordinates, speeds);
}

function readCarrier(
  carrier: Carrier,
  body: number,
  place: Manifold["first"]["place"],
  coordinates: Float64Array,
  speeds: Float64Array,
): void {
  const { position, orientation, velocity, angularVelocity } = carrier;
  for (let c = 0; c < 3; c += 1) {
    position[c] = body === GROUND ? (place?.position[c] ?? 0) : coordinates[7 * body + c];
    velocity[c] = body === GROUND ? 0 : speeds[6 * body + c];
    angularVelocity[c] = body === GROUND ? 0 : speeds[6 * body + 3 + c];
  }
  for (let c = 0; c < 4; c += 1)
    orientation[c] = body === GROUND ? (place?.orientation[c] ?? (c === 3 ? 1 : 0)) : coordinates[7 * body + 3 + c];
}

/** Writes place k of a manifold whose places have been found, between bodies without joints or ground. */
export function writePlace(manifold: Manifold, k: number, bodies: readonly [number, number], out: FeatureState): void {
  const { places, gaps, normal, carriers } = manifold;
  const [first, second] = carriers;
  for (let c = 0; c < 3; c += 1) out.point[c] = places.corners[3 * k + c];
  vec3.copy(normal, out.normal);
  writeTangents(normal, out);
  out.gap = gaps[k];
  const crossing = manifold.side < 0 ? edgesOf(manifold) : undefined;
  const { arms, turns, relative, rates } = motionAt(manifold, out.point, crossing);
  // The turns have served: what is left of them is the rate of the relative velocity.
  vec3.cross(first.angularVelocity, rates[0], turns[0]);
  vec3.cross(second.angularVelocity, rates[1], turns[1]);
  const rate = vec3.subtract(turns[0], turns[1], turns[0]);
  const turn = turns[1];
  const normalRate = normalRateOf(manifold, crossing);
  const width = out.jacobian.length / 3;
  for (let c = 0; c < 3; c += 1) {
    const axis = c === 0 ? out.tangent1 : c === 1 ? out.tangent2 : out.normal;
    const turning = c === 2 ? vec3.dot(normalRate, relative) : -vec3.dot(axis, normalRate) * vec3.dot(normal, relative);
    out.bias[c] = vec3.dot(axis, rate) + turning;
    for (let body = 0; body < 2; body += 1) {
      if (bodies[body] === GROUND) continue;
      vec3.cross(arms[body], axis, turn);
      const at = c * width + 6 * bodies[body];
      for (let d = 0; d < 3; d += 1) {
        out.jacobian[at + d] = body === 0 ? axis[d] : -axis[d];
        out.jacobian[at + 3 + d] = body === 0 ? turn[d] : -turn[d];
      }
    }
  }
}

/** The same as the geometry of a touching place, for a system that knows its rows. */
export function readPlace(manifold: Manifold, k: number, out: TouchGeometry): void {
  for (let c = 0; c < 3; c += 1) out.point[c] = manifold.places.corners[3 * k + c];
  vec3.copy(manifold.normal, out.normal);
  const crossing = manifold.side < 0 ? edgesOf(manifold) : undefined;
  vec3.copy(normalRateOf(manifold, crossing), out.normalRate);
  const { rates } = motionAt(manifold, out.point, crossing);
  vec3.copy(rates[0], out.firstArmRate);
  vec3.copy(rates[1], out.secondArmRate);
  out.gap = manifold.gaps[k];
}

/** Two edges that cross, world axes, and the direction across both. */
interface Crossing {
  readonly edges: readonly [Vec3, Vec3];
  readonly across: Vec3;
}

function edgesOf({ carriers, edges, first, second }: Manifold): Crossing {
  const along = (solid: Manifold["first"], edge: number, carrier: Carrier) => {
    const [from, to] = solid.edges[edge].ends;
    return quaternion.rotate(carrier.orientation, vec3.subtract(solid.corners[to], solid.corners[from]));
  };
  const [edge1, edge2] = [along(first, edges[0], carriers[0]), along(second, edges[1], carriers[1])];
  return { edges: [edge1, edge2], across: vec3.cross(edge1, edge2) };
}

/** How the solids move at a place. */
function motionAt({ carriers: [first, second], side, motion }: Manifold, point: Vec3, crossing: Crossing | undefined): PlaceMotion {
  const { arms, turns, relative, rates } = motion;
  vec3.subtract(point, first.position, arms[0]);
  vec3.subtract(point, second.position, arms[1]);
  vec3.cross(first.angularVelocity, arms[0], turns[0]);
  vec3.cross(second.angularVelocity, arms[1], turns[1]);
  for (let c = 0; c < 3; c += 1) relative[c] = first.velocity[c] + turns[0][c] - (second.velocity[c] + turns[1][c]);
  if (crossing !== undefined) {
    // Where the lines cross slides along the first edge by s', from s' e1 - u' e2 = v2 - v1; seen from the second that is another way.
    const { edges, across } = crossing;
    const slide = -vec3.dot(vec3.cross(relative, edges[1]), across) / vec3.dot(across, across);
    vec3.addScaled(turns[0], edges[0], slide, rates[0]);
    vec3.subtract(first.velocity, second.velocity, rates[1]);
    vec3.add(rates[1], rates[0], rates[1]);
    return motion;
  }
  // The point belongs to the solid that the normal does not: seen from the other it moves with the relative velocity too.
  if (side === 0) vec3.subtract(turns[0], relative, rates[0]);
  else vec3.copy(turns[0], rates[0]);
  if (side === 1) vec3.add(turns[1], relative, rates[1]);
  else vec3.copy(turns[1], rates[1]);
  return motion;
}

function normalRateOf({ side, normal, carriers }: Manifold, crossing: Crossing | undefined): Vec3 {
  if (crossing === undefined) return vec3.cross(carriers[side].angularVelocity, normal);
  const {
    edges: [edge1, edge2],
    across,
  } = crossing;
  const length = vec3.dot(across, normal);
  const rate = vec3.add(
    vec3.cross(vec3.cross(carriers[0].angularVelocity, edge1), edge2),
    vec3.cross(edge1, vec3.cross(carriers[1].angularVelocity, edge2)),
  );
  return vec3.scale(vec3.addScaled(rate, normal, -vec3.dot(rate, normal)), 1 / length);
}
