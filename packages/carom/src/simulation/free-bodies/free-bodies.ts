/**
 * Free rigid bodies with surfaces, as the system that the simulator moves.
 */
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactMaterial } from "../../mechanics/contact-problem.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { PairGeometry } from "../detection/pair-geometry.js";
import type { SceneSystem } from "../scene/scene-system.js";
import type { Feature, FeatureState } from "../system/mechanical-system.js";
import {
  type BodyIndex,
  type Carrier,
  createCarrier,
  createTouchGeometry,
  type FixedPlacement,
  normalVelocity,
  readMotion,
  readPose,
  writeFeatureState,
} from "./kinematics.js";
import type { Load } from "./loads.js";
import { BODY_COORDINATES, BODY_SPEEDS, freeMotion } from "./motion.js";

/** Two surfaces that may meet. */
export interface SurfacePair {
  /** Names of moving bodies, or of something fixed. The first moves. */
  readonly between: readonly [string, string];
  readonly material: ContactMaterial;
  readonly geometry: PairGeometry;
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

export type FreeBodies = SceneSystem;

const ORIGIN: FixedPlacement = { position: vec3.ZERO, orientation: quaternion.IDENTITY };

interface IndexedFeature extends Feature {
  readonly index: number;
}

export function freeBodies({ bodies, gravity, loads = [], pairs, reach }: FreeBodiesInput): FreeBodies {
  const motion = freeMotion(bodies, gravity, loads);
  const indexOf = (name: string): BodyIndex => (Object.hasOwn(bodies, name) ? motion.indexOf(name) : "fixed");
  const surfaces = pairs.map(({ between, geometry, fixed = ORIGIN }, pair) => ({
    first: indexOf(between[0]),
    second: indexOf(between[1]),
    geometry,
    fixed,
    features: geometry.features.map((name, index): IndexedFeature => ({ pair, key: `${between[0]}/${between[1]}: ${name}`, index })),
    firstReach: reach[between[0]] ?? 0,
    secondReach: reach[between[1]] ?? 0,
  }));

  function partsOf(...bodiesOfPair: readonly BodyIndex[]): number[] {
    return [...new Set(bodiesOfPair.flatMap((body) => (body === "fixed" ? [] : [motion.partOf(body)])))].sort((a, b) => a - b);
  }

  const first: Carrier = createCarrier();
  const second: Carrier = createCarrier();
  const geometry = createTouchGeometry();

  function readPoses(pair: number, coordinates: Float64Array): void {
    const surface = surfaces[pair];
    readPose(surface.first, ORIGIN, coordinates, first);
    readPose(surface.second, surface.fixed, coordinates, second);
  }

  /** Leaves the touching place of a feature in `geometry`. */
  function look(feature: Feature, coordinates: Float64Array, speeds: Float64Array): void {
    const surface = surfaces[feature.pair];
    readPoses(feature.pair, coordinates);
    readMotion(surface.first, speeds, first);
    readMotion(surface.second, speeds, second, surface.fixed);
    surface.geometry.evaluate((feature as IndexedFeature).index, first, second, geometry);
  }

  function evaluate(feature: Feature, coordinates: Float64Array, speeds: Float64Array, out: FeatureState): void {
    const surface = surfaces[feature.pair];
    look(feature, coordinates, speeds);
    writeFeatureState(geometry, surface.first, first, surface.second, second, out);
  }

  /** Speed of the centre plus that of the surface around it. */
  function surfaceSpeed(body: BodyIndex, bodyReach: number, speeds: Float64Array): number {
    if (body === "fixed") return 0;
    const u = BODY_SPEEDS * body;
    return lengthAt(speeds, u) + bodyReach * lengthAt(speeds, u + 3);
  }

  function turningRate(body: BodyIndex, speeds: Float64Array): number {
    return body === "fixed" ? 0 : lengthAt(speeds, BODY_SPEEDS * body + 3);
  }

  return {
    ...motion,
    joints: [],
    coordinateCount: BODY_COORDINATES * motion.names.length,
    speedCount: BODY_SPEEDS * motion.names.length,
    pairs: pairs.map(({ between, material }, pair) => ({ between, material, parts: partsOf(surfaces[pair].first, surfaces[pair].second) })),
    size: Math.max(...Object.values(reach)),
    features: (pair) => surfaces[pair].features,
    gap: (feature, coordinates) => {
      readPoses(feature.pair, coordinates);
      return surfaces[feature.pair].geometry.gap((feature as IndexedFeature).index, first, second);
    },
    gapRate: (feature, coordinates, speeds) => {
      look(feature, coordinates, speeds);
      return normalVelocity(geometry, first, second);
    },
    separation: (pair, coordinates) => {
      readPoses(pair, coordinates);
      return surfaces[pair].geometry.separation?.(first, second);
    },
    validity: (feature, coordinates) => {
      readPoses(feature.pair, coordinates);
      return surfaces[feature.pair].geometry.validity?.((feature as IndexedFeature).index, first, second);
    },
    clearance: (pair, coordinates) => {
      readPoses(pair, coordinates);
      return surfaces[pair].geometry.clearance(first, second);
    },
    approachBound: (pair, speeds) => {
      const surface = surfaces[pair];
      return surfaceSpeed(surface.first, surface.firstReach, speeds) + surfaceSpeed(surface.second, surface.secondReach, speeds);
    },
    turningBound: (pair, speeds) => turningRate(surfaces[pair].first, speeds) + turningRate(surfaces[pair].second, speeds),
    evaluate,
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

function lengthAt(values: Float64Array, at: number): number {
  return Math.sqrt(values[at] * values[at] + values[at + 1] * values[at + 1] + values[at + 2] * values[at + 2]);
}
