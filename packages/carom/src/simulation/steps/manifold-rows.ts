/**
 * The places of a manifold as states of features: rows of J, and the bias b of v' = J u' + b.
 *
 * A place on a face moves with the solid whose corner it is, the normal turns with the other; a place between two edges slides along both.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Carrier, TouchGeometry } from "../detection/touch-geometry.js";
import { writeTangents } from "../free-bodies/kinematics.js";
import type { FeatureState } from "../system/mechanical-system.js";
import type { Manifold } from "./manifold.js";
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
  const { arms, relative, rates } = motionAt(manifold, out.point, crossing);
  const rate = vec3.subtract(vec3.cross(first.angularVelocity, rates[0]), vec3.cross(second.angularVelocity, rates[1]));
  const normalRate = normalRateOf(manifold, crossing);
  const width = out.jacobian.length / 3;
  const axes = [out.tangent1, out.tangent2, out.normal];
  for (let c = 0; c < 3; c += 1) {
    for (let body = 0; body < 2; body += 1) {
      if (bodies[body] === GROUND) continue;
      const turn = vec3.cross(arms[body], axes[c]);
      const at = c * width + 6 * bodies[body];
      for (let d = 0; d < 3; d += 1) {
        out.jacobian[at + d] = body === 0 ? axes[c][d] : -axes[c][d];
        out.jacobian[at + 3 + d] = body === 0 ? turn[d] : -turn[d];
      }
    }
    const turning = c === 2 ? vec3.dot(normalRate, relative) : -vec3.dot(axes[c], normalRate) * vec3.dot(normal, relative);
    out.bias[c] = vec3.dot(axes[c], rate) + turning;
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

/** Arms to a place, the relative velocity of the two solids there, and how the arms change. */
function motionAt({ carriers: [first, second], side }: Manifold, point: Vec3, crossing: Crossing | undefined) {
  const arms: readonly [MutableVec3, MutableVec3] = [vec3.subtract(point, first.position), vec3.subtract(point, second.position)];
  const turns = [vec3.cross(first.angularVelocity, arms[0]), vec3.cross(second.angularVelocity, arms[1])] as const;
  const relative = vec3.subtract(vec3.add(first.velocity, turns[0]), vec3.add(second.velocity, turns[1]));
  if (crossing !== undefined) {
    // Where the lines cross slides along the first edge by s', from s' e1 - u' e2 = v2 - v1; seen from the second that is another way.
    const { edges, across } = crossing;
    const slide = -vec3.dot(vec3.cross(relative, edges[1]), across) / vec3.dot(across, across);
    const firstRate = vec3.addScaled(turns[0], edges[0], slide);
    const secondRate = vec3.add(vec3.subtract(first.velocity, second.velocity), firstRate);
    return { arms, relative, rates: [firstRate, secondRate] as const };
  }
  // The point belongs to the solid that the normal does not: seen from the other it moves with the relative velocity too.
  const firstRate = side === 0 ? vec3.subtract(turns[0], relative) : turns[0];
  const secondRate = side === 1 ? vec3.add(turns[1], relative) : turns[1];
  return { arms, relative, rates: [firstRate, secondRate] as const };
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
