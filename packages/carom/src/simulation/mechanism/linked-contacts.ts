/**
 * Where linkages and free bodies may touch: surfaces on their two sides, and stops of joints as pairs of their own.
 *
 * Surfaces are given from the centre of mass of their body, in its axes. At a touching place with the arms r from the centres of mass,
 *
 *     contact velocity = (J_1 - J_2) u          its rate = (J_1 - J_2) u' + b
 *     b = a_1 + w'_1 x r_1 + w_1 x r'_1 - (the same of 2), and what the turning of the contact's axes adds
 *
 * J of the place from the tree, a and w' the accelerations of the link with speeds that do not change, r' how the arm of the place (not of
 * the material) changes.
 *
 * Source: own study, hybrid simulation section 1; tree.ts for the rest.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Carrier, TouchGeometry } from "../detection/touch-geometry.js";
import { bodyBalls } from "../free-bodies/body-balls.js";
import type { SurfacePair } from "../free-bodies/free-bodies.js";
import { type FixedPlacement, writeTangents } from "../free-bodies/kinematics.js";
import { createSurfaceView, type SurfaceView, surfaceQueries } from "../free-bodies/surface-queries.js";
import type { FeatureState, MechanicalSystem } from "../system/mechanical-system.js";
import type { SceneSystem } from "../system/scene-system.js";
import type { Members } from "./linked-members.js";
import { bodySide, FIXED, linkSide, type Side } from "./sides.js";
import { createStops } from "./stops.js";

type Contacts = Pick<
  Required<MechanicalSystem>,
  | "pairs"
  | "balls"
  | "features"
  | "featureCount"
  | "featureAt"
  | "featuresWithin"
  | "gap"
  | "gapRate"
  | "separation"
  | "validity"
  | "clearance"
  | "isFarther"
  | "approachBound"
  | "closingBound"
  | "turningBound"
  | "evaluate"
> &
  Pick<Required<SceneSystem>, "places">;

interface Surface {
  readonly first: Side;
  readonly second: Side;
  readonly fixed: FixedPlacement;
  readonly reaches: readonly number[];
}

const ORIGIN: FixedPlacement = { position: vec3.ZERO, orientation: quaternion.IDENTITY };

/** @param reach largest distance of a surface from the centre of mass of its body, m, by name */
export function linkedContacts(members: Members, pairs: readonly SurfacePair[], reach: Readonly<Record<string, number>>): Contacts {
  const sides = sidesOf(members);
  const surfaces = pairs.map(
    ({ between, fixed = ORIGIN }): Surface => ({
      first: sides.get(between[0]) ?? FIXED,
      second: sides.get(between[1]) ?? FIXED,
      fixed,
      reaches: between.map((name) => reach[name] ?? 0),
    }),
  );
  const stops = createStops(members.linkages, members.bodyParts, pairs.length);
  const stopOf = (pair: number) => stops[pair - surfaces.length];
  const isStop = (pair: number) => pair >= surfaces.length;

  const view = createSurfaceView();
  const { first, second } = view;
  const readPoses = (pair: number, coordinates: Float64Array) => {
    surfaces[pair].first.readPose(coordinates, ORIGIN, first);
    surfaces[pair].second.readPose(coordinates, surfaces[pair].fixed, second);
  };
  const readMotions = (pair: number, coordinates: Float64Array, speeds: Float64Array) => {
    const surface = surfaces[pair];
    surface.first.readMotion(coordinates, speeds, first, ORIGIN);
    surface.second.readMotion(coordinates, speeds, second, surface.fixed);
  };
  const queries = surfaceQueries(pairs, view, { poses: readPoses, motions: readMotions });
  const writeFeature = createFeatureWriter(view);

  const stopPairs = stops.map(({ pair }) => pair);
  return {
    // Links may be anywhere that their joints let them be.
    balls: bodyBalls(members.motion, reach, [...pairs, ...stopPairs]),
    pairs: [
      ...pairs.map(({ between, material }, pair) => {
        const sidesHere = [surfaces[pair].first.part, surfaces[pair].second.part];
        // What has no speeds stands fast: it is ground, and joins nothing that touches it.
        const parts = sidesHere.filter((part) => part >= 0 && members.parts[part].speeds.length > 0);
        const movers = between.flatMap((name) => moverOf(members, name) ?? []);
        return { between, material, parts: [...new Set(parts)].sort((a, b) => a - b), movers: [...new Set(movers)] };
      }),
      ...stopPairs,
    ],
    features: (pair) => (isStop(pair) ? stopOf(pair).features : queries.features(pair)),
    featureCount: (pair) => (isStop(pair) ? stopOf(pair).features.length : queries.featureCount(pair)),
    featureAt: (pair, index) => (isStop(pair) ? stopOf(pair).features[index] : queries.featureAt(pair, index)),
    featuresWithin: (pair, margin, coordinates, out, tilt) => {
      if (!isStop(pair)) queries.featuresWithin(pair, margin, coordinates, out, tilt);
      else
        stopOf(pair).features.forEach((feature, index) => {
          if (stopOf(pair).gap(feature, coordinates) <= margin) out.push(index);
        });
    },
    gap: (feature, coordinates) =>
      isStop(feature.pair) ? stopOf(feature.pair).gap(feature, coordinates) : queries.gap(feature, coordinates),
    gapRate: (feature, coordinates, speeds) =>
      isStop(feature.pair) ? stopOf(feature.pair).gapRate(feature, speeds) : queries.gapRate(feature, coordinates, speeds),
    separation: (pair, coordinates) => (isStop(pair) ? undefined : queries.separation(pair, coordinates)),
    validity: (feature, coordinates) => (isStop(feature.pair) ? undefined : queries.validity(feature, coordinates)),
    clearance: (pair, coordinates) => (isStop(pair) ? stopOf(pair).clearance(coordinates) : queries.clearance(pair, coordinates)),
    isFarther: (pair, distance, coordinates) => !isStop(pair) && queries.isFarther(pair, distance, coordinates),
    approachBound: (pair, speeds, coordinates) => {
      if (isStop(pair)) return stopOf(pair).speed(speeds);
      const { first: one, second: other, reaches, fixed } = surfaces[pair];
      const own = one.speedBound(speeds, reaches[0]) + other.speedBound(speeds, reaches[1]);
      if (fixed.speedNear === undefined) return own;
      one.readPose(coordinates, ORIGIN, first);
      return own + fixed.speedNear(first.position, reaches[0]);
    },
    closingBound: (pair, speeds, coordinates) => {
      if (isStop(pair)) return undefined;
      const { first: one, second: other, reaches } = surfaces[pair];
      if (one.part !== other.part) return undefined;
      one.readPose(coordinates, ORIGIN, first);
      other.readPose(coordinates, ORIGIN, second);
      one.readMotion(coordinates, speeds, first, ORIGIN);
      other.readMotion(coordinates, speeds, second, ORIGIN);
      return Math.max(relativeSpeed(first, second, reaches[0]), relativeSpeed(second, first, reaches[1]));
    },
    turningBound: (pair, speeds) => {
      if (isStop(pair)) return stopOf(pair).speed(speeds);
      return surfaces[pair].first.turningBound(speeds) + surfaces[pair].second.turningBound(speeds);
    },
    evaluate: (feature, coordinates, speeds, out) => {
      if (isStop(feature.pair)) {
        stopOf(feature.pair).evaluate(feature, coordinates, out);
        return;
      }
      queries.look(feature, coordinates, speeds);
      writeFeature(surfaces[feature.pair], view.geometry, out);
    },
    places: {
      isOfSurfaces: (pair) => !isStop(pair),
      read: (pair, coordinates, speeds, one, other) => {
        readPoses(pair, coordinates);
        readMotions(pair, coordinates, speeds);
        copyCarrier(first, one);
        copyCarrier(second, other);
      },
      write: (pair, place, out) => writeFeature(surfaces[pair], place, out),
    },
  };
}

/**
 * No point within `reach` of the centre of the first moves faster as the second sees it, m/s: with x from that centre, d to the second's,
 *
 *     v_2 + w_2 x (x - d) - v_1 - w_1 x x = v_2 - v_1 - w_2 x d + (w_2 - w_1) x x
 */
function relativeSpeed(first: Carrier, second: Carrier, reach: number): number {
  const [p, q, v, u] = [first.position, second.position, first.velocity, second.velocity];
  const [dx, dy, dz] = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
  const [wx, wy, wz] = second.angularVelocity;
  const x = u[0] - v[0] - (wy * dz - wz * dy);
  const y = u[1] - v[1] - (wz * dx - wx * dz);
  const z = u[2] - v[2] - (wx * dy - wy * dx);
  const turning = vec3.norm(vec3.subtract(second.angularVelocity, first.angularVelocity));
  return Math.sqrt(x * x + y * y + z * z) + reach * turning;
}

function sidesOf({ motion, linkages, bodyParts }: Members): Map<string, Side> {
  const sides = new Map<string, Side>();
  motion.names.forEach((name, i) => {
    sides.set(name, bodySide(i, motion.partOf(i)));
  });
  linkages.forEach((linkage, l) => {
    linkage.links.forEach(({ name }, i) => {
      sides.set(name, linkSide(linkage, i, bodyParts + l));
    });
  });
  return sides;
}

/** A body by its own name, a link by that of the first of its mechanism. */
function moverOf({ motion, linkages }: Members, name: string): string | undefined {
  if (motion.names.includes(name)) return name;
  return linkages.find(({ links }) => links.some((link) => link.name === name))?.links[0].name;
}

function copyCarrier(from: Carrier, to: Carrier): void {
  vec3.copy(from.position, to.position);
  for (let c = 0; c < 4; c++) to.orientation[c] = from.orientation[c];
  vec3.copy(from.velocity, to.velocity);
  vec3.copy(from.angularVelocity, to.angularVelocity);
}

/** Writes the frame, the Jacobian and the bias of a touching place between the carriers of a view. */
function createFeatureWriter({ first, second }: SurfaceView): (surface: Surface, place: TouchGeometry, out: FeatureState) => void {
  const relative: MutableVec3 = [0, 0, 0];
  const rate: MutableVec3 = [0, 0, 0];
  const arm: MutableVec3 = [0, 0, 0];
  const turned: MutableVec3 = [0, 0, 0];
  const axes: Vec3[] = [];

  function addVelocity({ velocity, angularVelocity, position }: Carrier, point: Vec3, sign: number): void {
    vec3.cross(angularVelocity, vec3.subtract(point, position, arm), turned);
    for (let c = 0; c < 3; c++) relative[c] += sign * (velocity[c] + turned[c]);
  }

  return (surface, { point, normal, normalRate, gap, firstArmRate, secondArmRate }, out) => {
    vec3.copy(point, out.point);
    vec3.copy(normal, out.normal);
    out.gap = gap;
    writeTangents(normal, out);
    out.jacobian.fill(0);
    axes[0] = out.tangent1;
    axes[1] = out.tangent2;
    axes[2] = out.normal;
    // Ground that is moved has a speed of its own beside these.
    const stride = out.jacobian.length / 3;
    surface.first.addRows(first, point, axes, 1, out.jacobian, stride);
    surface.second.addRows(second, point, axes, -1, out.jacobian, stride);
    relative.fill(0);
    addVelocity(first, point, 1);
    addVelocity(second, point, -1);
    rate.fill(0);
    surface.first.addAcceleration(first, point, firstArmRate, 1, rate);
    surface.second.addAcceleration(second, point, secondArmRate, -1, rate);
    for (let c = 0; c < 3; c++) {
      const axis = axes[c];
      const turning = c === 2 ? vec3.dot(normalRate, relative) : -vec3.dot(axis, normalRate) * vec3.dot(normal, relative);
      out.bias[c] = vec3.dot(axis, rate) + turning;
    }
  };
}
