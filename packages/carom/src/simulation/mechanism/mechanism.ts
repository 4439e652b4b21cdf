/**
 * A tree of links with surfaces, as the system that the simulator moves: the same interface as free bodies, so every law, event and record works on it.
 *
 * Surfaces are given from the centre of mass of their link, as those of free bodies are. At a touching place with the arms r from the centres of mass,
 *
 *     contact velocity = (J_1 - J_2) u          its rate = (J_1 - J_2) u' + b
 *     b = a_1 + w'_1 x r_1 + w_1 x r'_1 - (the same of 2), and what the turning of the contact's axes adds
 *
 * J of the place from the tree, a and w' the accelerations of the link with speeds that do not change, r' how the arm of the place (not of the material) changes.
 *
 * Source: own study, hybrid simulation section 1; tree.ts for the rest.
 */
import { SolverError } from "../../errors.js";
import * as quaternion from "../../math/quaternion.js";
import { type CholeskyFactor, choleskyFactor, choleskySolve } from "../../math/solve.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { ContactMaterial } from "../../mechanics/contact-problem.js";
import type { PairGeometry } from "../detection/pair-geometry.js";
import {
  type Carrier,
  createCarrier,
  createTouchGeometry,
  type FixedPlacement,
  type TouchGeometry,
  writeTangents,
} from "../free-bodies/kinematics.js";
import type { Feature, FeatureState, MechanicalSystem, Pose } from "../system.js";
import type { Link } from "./links.js";
import { createTree, type Tree } from "./tree.js";

/** Two surfaces that may meet. */
export interface LinkPair {
  /** Names of links, or of something fixed. The first is a link. */
  readonly between: readonly [string, string];
  readonly material: ContactMaterial;
  readonly geometry: PairGeometry;
  /** Where the second is, if it is fixed. Default: the origin, not turned. */
  readonly fixed?: FixedPlacement;
}

export interface MechanismInput {
  readonly links: readonly Link[];
  /** m/s^2. */
  readonly gravity: Vec3;
  readonly pairs: readonly LinkPair[];
  /** Largest distance of a link's surface from its centre of mass, m, by name. */
  readonly reach: Readonly<Record<string, number>>;
}

export interface MechanismSystem extends MechanicalSystem {
  readonly names: readonly string[];
  /** Of the centres of mass of the links. */
  poses(coordinates: Float64Array): Record<string, Pose>;
}

const ORIGIN: FixedPlacement = { position: vec3.ZERO, orientation: quaternion.IDENTITY };

interface IndexedFeature extends Feature {
  readonly index: number;
}

export function mechanismSystem({ links, gravity, pairs, reach }: MechanismInput): MechanismSystem {
  const tree = createTree(links);
  const { coordinateCount, speedCount } = tree;
  const seen = createView(tree);
  const placeOf = new Map(tree.links.map(({ name }, i) => [name, i]));
  const surfaces = pairs.map(({ between, geometry, fixed = ORIGIN }, pair) => ({
    first: placeOf.get(between[0]),
    second: placeOf.get(between[1]),
    geometry,
    fixed,
    features: geometry.features.map((name, index): IndexedFeature => ({ pair, key: `${between[0]}/${between[1]}: ${name}`, index })),
    reaches: between.map((name) => reach[name] ?? 0),
  }));

  const first: Carrier = createCarrier();
  const second: Carrier = createCarrier();
  const geometry = createTouchGeometry();

  function readPoses(pair: number, coordinates: Float64Array): void {
    seen.place(coordinates);
    const surface = surfaces[pair];
    readPose(surface.first, ORIGIN, first);
    readPose(surface.second, surface.fixed, second);
  }

  function readPose(link: number | undefined, fixed: FixedPlacement, out: Carrier): void {
    const state = link === undefined ? undefined : tree.states[link];
    vec3.copy(state?.centre ?? fixed.position, out.position);
    const orientation = state?.orientation ?? fixed.orientation;
    for (let c = 0; c < 4; c++) out.orientation[c] = orientation[c];
  }

  const arm: MutableVec3 = [0, 0, 0];

  function readMotion(link: number | undefined, out: Carrier): void {
    out.velocity.fill(0);
    out.angularVelocity.fill(0);
    if (link === undefined) return;
    const { velocity, angularVelocity, centre, origin } = tree.states[link];
    vec3.copy(angularVelocity, out.angularVelocity);
    vec3.add(velocity, vec3.cross(angularVelocity, vec3.subtract(centre, origin, arm)), out.velocity);
  }

  const rows = new Float64Array(3 * speedCount);

  function evaluate(feature: Feature, coordinates: Float64Array, speeds: Float64Array, out: FeatureState): void {
    const surface = surfaces[feature.pair];
    readPoses(feature.pair, coordinates);
    seen.move(coordinates, speeds);
    readMotion(surface.first, first);
    readMotion(surface.second, second);
    surface.geometry.evaluate((feature as IndexedFeature).index, first, second, geometry);
    const { point, normal, normalRate, gap } = geometry;
    vec3.copy(point, out.point);
    vec3.copy(normal, out.normal);
    out.gap = gap;
    writeTangents(normal, out);
    out.jacobian.fill(0);
    const axes = [out.tangent1, out.tangent2, out.normal];
    addJacobian(surface.first, point, axes, 1, out.jacobian);
    addJacobian(surface.second, point, axes, -1, out.jacobian);
    const relative = vec3.subtract(velocityAt(first, point), velocityAt(second, point));
    const rate = vec3.subtract(
      accelerationOf(surface.first, first, point, geometry.firstArmRate),
      accelerationOf(surface.second, second, point, geometry.secondArmRate),
    );
    axes.forEach((axis, c) => {
      const turning = c === 2 ? vec3.dot(normalRate, relative) : -vec3.dot(axis, normalRate) * vec3.dot(normal, relative);
      out.bias[c] = vec3.dot(axis, rate) + turning;
    });
  }

  function addJacobian(link: number | undefined, point: Vec3, axes: readonly Vec3[], sign: number, out: Float64Array): void {
    if (link === undefined) return;
    tree.pointJacobian(link, point, rows);
    axes.forEach((axis, c) => {
      for (let k = 0; k < speedCount; k++)
        out[c * speedCount + k] += sign * (axis[0] * rows[k] + axis[1] * rows[speedCount + k] + axis[2] * rows[2 * speedCount + k]);
    });
  }

  /** a + w' x r + w x r' of a link at a touching place, with speeds that do not change. */
  function accelerationOf(link: number | undefined, carrier: Carrier, point: Vec3, armRate: TouchGeometry["firstArmRate"]): Vec3 {
    if (link === undefined) return vec3.ZERO;
    const { acceleration, angularAcceleration, angularVelocity, centre, origin } = tree.states[link];
    const own = vec3.subtract(centre, origin);
    // Of the centre of mass, whose arm from the link's origin turns with the link; then of the place.
    const sum = vec3.add(acceleration, vec3.cross(angularVelocity, vec3.cross(angularVelocity, own)));
    vec3.add(sum, vec3.cross(angularAcceleration, vec3.subtract(point, origin)), sum);
    return vec3.add(sum, vec3.cross(carrier.angularVelocity, armRate));
  }

  /** Speed of the fastest point of a link's surface. */
  function surfaceSpeed(link: number | undefined, linkReach: number): number {
    if (link === undefined) return 0;
    const { velocity, angularVelocity, centre, origin } = tree.states[link];
    const atCentre = vec3.add(velocity, vec3.cross(angularVelocity, vec3.subtract(centre, origin)));
    return vec3.norm(atCentre) + linkReach * vec3.norm(angularVelocity);
  }

  const change = new Float64Array(coordinateCount);

  function normalise(coordinates: Float64Array): void {
    for (const { type, coordinate } of tree.links) {
      if (type !== "free" && type !== "spherical") continue;
      const at = type === "free" ? coordinate + 3 : coordinate;
      let square = 0;
      for (let c = 0; c < 4; c++) square += coordinates[at + c] * coordinates[at + c];
      const length = Math.sqrt(square);
      for (let c = 0; c < 4; c++) coordinates[at + c] /= length;
    }
  }

  return {
    names: tree.links.map(({ name }) => name),
    coordinateCount,
    speedCount,
    pairs: pairs.map(({ between, material }) => ({ between, material })),
    size: Math.max(...Object.values(reach)),
    rates: tree.rates,
    solveMass: (coordinates, x, out) => {
      out.set(choleskySolve(seen.factor(coordinates), x));
    },
    forces: (_time, coordinates, speeds, out) => {
      seen.move(coordinates, speeds);
      tree.forces(gravity, out);
    },
    kineticEnergy: (coordinates, speeds) => {
      seen.move(coordinates, speeds);
      return tree.kineticEnergy();
    },
    potentialEnergy: (_time, coordinates) => {
      seen.place(coordinates);
      return tree.potentialEnergy(gravity);
    },
    appliedPower: () => 0,
    normalise,
    displace: (coordinates, displacement) => {
      tree.rates(coordinates, displacement, change);
      for (let k = 0; k < coordinateCount; k++) coordinates[k] += change[k];
      normalise(coordinates);
    },
    features: (pair) => surfaces[pair].features,
    gap: (feature, coordinates) => {
      readPoses(feature.pair, coordinates);
      return surfaces[feature.pair].geometry.gap((feature as IndexedFeature).index, first, second);
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
      const { first: one, second: other, reaches } = surfaces[pair];
      seen.moveOn(speeds);
      return surfaceSpeed(one, reaches[0]) + surfaceSpeed(other, reaches[1]);
    },
    evaluate,
    poses: (coordinates) => {
      seen.place(coordinates);
      return Object.fromEntries(
        tree.links.map(({ name }, i) => {
          const [x, y, z, w] = tree.states[i].orientation;
          return [name, { position: [...tree.states[i].centre] as const, orientation: [x, y, z, w] as const }];
        }),
      );
    },
  };
}

function velocityAt({ velocity, angularVelocity, position }: Carrier, point: Vec3): MutableVec3 {
  return vec3.add(velocity, vec3.cross(angularVelocity, vec3.subtract(point, position)));
}

/** The tree at the state asked for last, worked out once for all who ask. */
interface View {
  place(coordinates: Float64Array): void;
  move(coordinates: Float64Array, speeds: Float64Array): void;
  /** Other speeds at the coordinates placed last. */
  moveOn(speeds: Float64Array): void;
  factor(coordinates: Float64Array): CholeskyFactor;
}

function createView(tree: Tree): View {
  const { speedCount } = tree;
  const placed = new Float64Array(tree.coordinateCount).fill(Number.NaN);
  const moved = new Float64Array(speedCount).fill(Number.NaN);
  const mass = new Float64Array(speedCount * speedCount);
  let factored: CholeskyFactor | undefined;

  function place(coordinates: Float64Array): void {
    if (isSame(coordinates, placed)) return;
    placed.set(coordinates);
    moved.fill(Number.NaN);
    factored = undefined;
    tree.place(placed);
  }

  function moveOn(speeds: Float64Array): void {
    if (isSame(speeds, moved)) return;
    moved.set(speeds);
    tree.move(moved);
  }

  return {
    place,
    moveOn,
    move: (coordinates, speeds) => {
      place(coordinates);
      moveOn(speeds);
    },
    factor: (coordinates) => {
      place(coordinates);
      if (factored !== undefined) return factored;
      tree.massMatrix(mass);
      const rows = Array.from({ length: speedCount }, (_, i) => Array.from(mass.subarray(i * speedCount, (i + 1) * speedCount)));
      factored = choleskyFactor(rows);
      if (factored === undefined)
        throw new SolverError("the mass matrix is singular: a link that moves has no mass, or no inertia about its joint", {});
      return factored;
    },
  };
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}
