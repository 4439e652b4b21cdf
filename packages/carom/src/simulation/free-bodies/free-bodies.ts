/**
 * Free rigid bodies with surfaces, as the system that the simulator moves.
 */
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { PairMaterial } from "../../mechanics/restitution.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { SceneSystem } from "../system/scene-system.js";
import type { SystemTangents } from "../system/system-tangents.js";
import { bodyBalls } from "./body-balls.js";
import { type BodyIndex, type FixedPlacement, readMotion, readPose } from "./kinematics.js";
import type { Load } from "./loads.js";
import { BODY_COORDINATES, BODY_SPEEDS, freeMotion } from "./motion.js";
import { createSurfaceView, type NamedGeometry, surfaceQueries } from "./surface-queries.js";
import { touchChanges } from "./touch-changes.js";

/** Two surfaces that may meet. */
export interface SurfacePair extends NamedGeometry {
  /** Names of moving bodies, or of something fixed. The first moves. */
  readonly between: readonly [string, string];
  readonly material: PairMaterial;
  /** Where the second is, if it is fixed. Default: the origin, not turned. */
  readonly fixed?: FixedPlacement;
}

export interface FreeBodiesInput {
  readonly bodies: Readonly<Record<string, RigidBody>>;
  /** m/s^2. */
  readonly gravity: Vec3;
  readonly loads?: readonly Load[];
  readonly pairs: readonly SurfacePair[];
  /** Largest distance of a body's surface from its centre of mass, m, by name: bounds how fast its surface moves. */
  readonly reach: Readonly<Record<string, number>>;
}

/** Bodies that nothing holds but contacts, as a system. */
export type FreeBodies = SceneSystem;

/** The bodies of a pair where there are no others. */
const BOTH: readonly [BodyIndex, BodyIndex] = [0, 1];
const FIRST: readonly [BodyIndex, BodyIndex] = [0, "fixed"];

const ORIGIN: FixedPlacement = { position: vec3.ZERO, orientation: quaternion.IDENTITY };

export function freeBodies({ bodies, gravity, loads = [], pairs, reach }: FreeBodiesInput): FreeBodies {
  const { changes, ...motion } = freeMotion(bodies, gravity, loads);
  const indexOf = (name: string): BodyIndex => (Object.hasOwn(bodies, name) ? motion.indexOf(name) : "fixed");
  const surfaces = pairs.map(({ between, fixed = ORIGIN }) => ({
    first: indexOf(between[0]),
    second: indexOf(between[1]),
    fixed,
    firstReach: reach[between[0]] ?? 0,
    secondReach: reach[between[1]] ?? 0,
  }));

  function partsOf(one: BodyIndex, other: BodyIndex): number[] {
    if (one === "fixed" || other === "fixed") return [one, other].flatMap((body) => (body === "fixed" ? [] : [motion.partOf(body)]));
    const a = motion.partOf(one);
    const b = motion.partOf(other);
    return a === b ? [a] : [Math.min(a, b), Math.max(a, b)];
  }

  /** Made when they are asked for: most systems are never differentiated. */
  let tangents: SystemTangents | undefined;
  const view = createSurfaceView();
  const { first, second, geometry, kinematics } = view;
  const carriers = [first, second] as const;
  const bodiesOf = surfaces.map((surface) => [surface.first, surface.second] as const);
  const { look, ...queries } = surfaceQueries(pairs, view, {
    poses: (pair, coordinates) => {
      readPose(surfaces[pair].first, ORIGIN, coordinates, first);
      readPose(surfaces[pair].second, surfaces[pair].fixed, coordinates, second);
    },
    motions: (pair, _coordinates, speeds) => {
      readMotion(surfaces[pair].first, speeds, first);
      readMotion(surfaces[pair].second, speeds, second, surfaces[pair].fixed);
    },
  });

  /** Speed of the centre plus that of the surface around it. */
  function surfaceSpeed(body: BodyIndex, bodyReach: number, speeds: Float64Array): number {
    if (body === "fixed") return 0;
    const u = BODY_SPEEDS * body;
    return lengthAt(speeds, u) + bodyReach * lengthAt(speeds, u + 3);
  }

  function centreSpeed(body: BodyIndex, speeds: Float64Array): number {
    return body === "fixed" ? 0 : lengthAt(speeds, BODY_SPEEDS * body);
  }

  function turningRate(body: BodyIndex, speeds: Float64Array): number {
    return body === "fixed" ? 0 : lengthAt(speeds, BODY_SPEEDS * body + 3);
  }

  function bendBound(pair: number, coordinates: Float64Array, speeds: Float64Array, rates: Float64Array): number | undefined {
    const { first: one, second: other, firstReach, secondReach, fixed } = surfaces[pair];
    if (fixed.velocity !== undefined || fixed.speedNear !== undefined) return undefined;
    readPose(one, ORIGIN, coordinates, first);
    readPose(other, fixed, coordinates, second);
    // From the centre of one to any point of the other that may touch it.
    const arm = vec3.norm(vec3.subtract(first.position, second.position)) + Math.max(firstReach, secondReach);
    const turning = turningRate(one, speeds) + turningRate(other, speeds);
    const moving = centreSpeed(one, speeds) + centreSpeed(other, speeds) + turning * arm;
    const turningFaster = turningRate(one, rates) + turningRate(other, rates);
    return centreSpeed(one, rates) + centreSpeed(other, rates) + (turningFaster + turning * turning) * arm + 2 * turning * moving;
  }

  return {
    joints: [],
    ...motion,
    balls: bodyBalls(motion, reach, pairs),
    coordinateCount: BODY_COORDINATES * motion.names.length,
    speedCount: BODY_SPEEDS * motion.names.length,
    pairs: pairs.map(({ between, material }, pair) => ({
      between,
      material,
      parts: partsOf(surfaces[pair].first, surfaces[pair].second),
      movers: surfaces[pair].second === "fixed" ? between.filter((name) => Object.hasOwn(bodies, name)) : between,
    })),
    size: Math.max(...Object.values(reach)),
    ...queries,
    tangents: () => {
      tangents ??= { knows: () => true, ...changes(), ...touchChanges(pairs, surfaces, Math.max(...Object.values(reach))) };
      return tangents;
    },
    clearance: (pair, coordinates) => {
      const { first: one, second: other, firstReach, secondReach } = surfaces[pair];
      if (one === "fixed" || other === "fixed") return queries.clearance(pair, coordinates);
      const apart = distanceBetween(coordinates, BODY_COORDINATES * one, BODY_COORDINATES * other) - firstReach - secondReach;
      // Of bodies with balls that do not meet, the geometry need not be made.
      return apart > 0 ? apart : queries.clearance(pair, coordinates);
    },
    approachBound: (pair, speeds, coordinates) => {
      const surface = surfaces[pair];
      const own = surfaceSpeed(surface.first, surface.firstReach, speeds) + surfaceSpeed(surface.second, surface.secondReach, speeds);
      if (surface.fixed.speedNear === undefined) return own;
      readPose(surface.first, ORIGIN, coordinates, first);
      return own + surface.fixed.speedNear(first.position, surface.firstReach);
    },
    turningBound: (pair, speeds) => turningRate(surfaces[pair].first, speeds) + turningRate(surfaces[pair].second, speeds),
    bendBound,
    evaluate: (feature, coordinates, speeds, out) => {
      look(feature, coordinates, speeds);
      kinematics.write(geometry, bodiesOf[feature.pair], carriers, out);
    },
    evaluateNarrowly: (feature, coordinates, speeds, out) => {
      look(feature, coordinates, speeds);
      kinematics.write(geometry, surfaces[feature.pair].second === "fixed" ? FIRST : BOTH, carriers, out);
    },
    poses: (coordinates) =>
      Object.fromEntries(
        motion.names.map((name, i) => {
          const at = BODY_COORDINATES * i;
          return [
            name,
            {
              position: [coordinates[at], coordinates[at + 1], coordinates[at + 2]],
              orientation: [coordinates[at + 3], coordinates[at + 4], coordinates[at + 5], coordinates[at + 6]],
            },
          ];
        }),
      ),
  };
}

/** The same bodies with other masses, inertias and gravity. It does not know how it changes. */
export function withMotion(
  system: FreeBodies,
  { bodies, gravity, loads = [] }: Pick<FreeBodiesInput, "bodies" | "gravity" | "loads">,
): FreeBodies {
  const { changes: _changes, ...motion } = freeMotion(bodies, gravity, loads);
  const { tangents: _tangents, ...rest } = system;
  return { ...rest, ...motion };
}

function distanceBetween(values: Float64Array, first: number, second: number): number {
  const x = values[first] - values[second];
  const y = values[first + 1] - values[second + 1];
  const z = values[first + 2] - values[second + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

function lengthAt(values: Float64Array, at: number): number {
  return Math.sqrt(values[at] * values[at] + values[at + 1] * values[at + 1] + values[at + 2] * values[at + 2]);
}
