/**
 * Mechanisms and free bodies with surfaces, as the system that the simulator moves: the same interface as free bodies alone, so every law, event and record works on it.
 *
 *     bodies without joints   free-bodies/motion.ts, first in the arrays
 *     linkages of links         one after the other; each a part of the system
 *     stops                   pairs of their own, after those of surfaces
 *
 * Surfaces are given from the centre of mass of their body, in its axes. At a touching place with the arms r from the centres of mass,
 *
 *     contact velocity = (J_1 - J_2) u          its rate = (J_1 - J_2) u' + b
 *     b = a_1 + w'_1 x r_1 + w_1 x r'_1 - (the same of 2), and what the turning of the contact's axes adds
 *
 * J of the place from the tree, a and w' the accelerations of the link with speeds that do not change, r' how the arm of the place (not of the material) changes.
 *
 * Source: own study, hybrid simulation section 1; tree.ts for the rest.
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { SurfacePair } from "../free-bodies/free-bodies.js";
import {
  type Carrier,
  createCarrier,
  createTouchGeometry,
  type FixedPlacement,
  normalVelocity,
  writeTangents,
} from "../free-bodies/kinematics.js";
import type { Load } from "../free-bodies/loads.js";
import { freeMotion } from "../free-bodies/motion.js";
import type { SceneSystem } from "../scene/scene-system.js";
import type { Feature, FeatureState, SystemPart } from "../system/mechanical-system.js";
import { createLinkage, type Linkage, type LinkageInput } from "./linkage.js";
import { bodySide, FIXED, linkSide, type Side } from "./sides.js";
import { createStops } from "./stops.js";

export interface LinkedSystemInput {
  /** Without joints. */
  readonly bodies: Readonly<Record<string, RigidBody>>;
  readonly linkages: readonly Omit<LinkageInput, "gravity">[];
  /** m/s^2. */
  readonly gravity: Vec3;
  /** On bodies without joints alone. */
  readonly loads: readonly Load[];
  readonly pairs: readonly SurfacePair[];
  /** Largest distance of a surface from the centre of mass of its body, m, by name. */
  readonly reach: Readonly<Record<string, number>>;
}

const ORIGIN: FixedPlacement = { position: vec3.ZERO, orientation: quaternion.IDENTITY };

/** Parts of a system, as parts of its bodies without joints and as linkages. */
interface Selection {
  readonly bodies: readonly number[];
  readonly linkages: readonly Linkage[];
}

interface IndexedFeature extends Feature {
  readonly index: number;
}

export function linkedSystem({ bodies, linkages: given, gravity, loads, pairs, reach }: LinkedSystemInput): SceneSystem {
  const motion = freeMotion(bodies, gravity, loads);
  const bodyParts = motion.parts.length;
  let coordinateCount = 7 * motion.names.length;
  let speedCount = 6 * motion.names.length;
  const linkages = given.map((linkage): Linkage => {
    const made = createLinkage({ ...linkage, gravity }, coordinateCount, speedCount);
    coordinateCount += made.tree.coordinateCount;
    speedCount += made.tree.speedCount;
    return made;
  });
  const parts: SystemPart[] = [
    ...motion.parts,
    ...linkages.map(({ coordinate, speed, tree }) => ({
      coordinates: Array.from({ length: tree.coordinateCount }, (_, k) => coordinate + k),
      speeds: Array.from({ length: tree.speedCount }, (_, k) => speed + k),
    })),
  ];
  const everything = selectionOf(parts.map((_, part) => part));
  const known = new WeakMap<readonly number[], Selection>();

  function selectionOf(only: readonly number[]): Selection {
    return {
      bodies: only.filter((part) => part < bodyParts),
      linkages: only.flatMap((part) => (part < bodyParts ? [] : [linkages[part - bodyParts]])),
    };
  }

  /** Parts that are asked for; those who ask keep their lists, so that each is looked at once. */
  function select(only: readonly number[] | undefined): Selection {
    if (only === undefined) return everything;
    const found = known.get(only) ?? selectionOf(only);
    known.set(only, found);
    return found;
  }

  const sides = new Map<string, Side>();
  motion.names.forEach((name, i) => {
    sides.set(name, bodySide(i, motion.partOf(i)));
  });
  linkages.forEach((linkage, g) => {
    linkage.links.forEach(({ name }, i) => {
      sides.set(name, linkSide(linkage, i, bodyParts + g));
    });
  });

  const surfaces = pairs.map(({ between, geometry, fixed = ORIGIN }, pair) => ({
    first: sides.get(between[0]) ?? FIXED,
    second: sides.get(between[1]) ?? FIXED,
    geometry,
    fixed,
    features: geometry.features.map((name, index): IndexedFeature => ({ pair, key: `${between[0]}/${between[1]}: ${name}`, index })),
    reaches: between.map((name) => reach[name] ?? 0),
  }));
  const stops = createStops(linkages, bodyParts, pairs.length);
  const stopOf = (pair: number) => stops[pair - surfaces.length];

  const first: Carrier = createCarrier();
  const second: Carrier = createCarrier();
  const geometry = createTouchGeometry();

  function readPoses(pair: number, coordinates: Float64Array): void {
    const surface = surfaces[pair];
    surface.first.readPose(coordinates, ORIGIN, first);
    surface.second.readPose(coordinates, surface.fixed, second);
  }

  /** Leaves the touching place of a feature in `geometry`. */
  function look(feature: Feature, coordinates: Float64Array, speeds: Float64Array): void {
    const surface = surfaces[feature.pair];
    readPoses(feature.pair, coordinates);
    surface.first.readMotion(coordinates, speeds, first);
    surface.second.readMotion(coordinates, speeds, second);
    if (surface.fixed.velocity !== undefined) vec3.copy(surface.fixed.velocity, second.velocity);
    surface.geometry.evaluate((feature as IndexedFeature).index, first, second, geometry);
  }

  const relative: MutableVec3 = [0, 0, 0];
  const rate: MutableVec3 = [0, 0, 0];
  const axes: Vec3[] = [];

  function evaluate(feature: Feature, coordinates: Float64Array, speeds: Float64Array, out: FeatureState): void {
    if (feature.pair >= surfaces.length) {
      stopOf(feature.pair).evaluate(feature, coordinates, out);
      return;
    }
    const surface = surfaces[feature.pair];
    look(feature, coordinates, speeds);
    const { point, normal, normalRate, gap } = geometry;
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
    addVelocity(first, point, 1, relative);
    addVelocity(second, point, -1, relative);
    rate.fill(0);
    surface.first.addAcceleration(first, point, geometry.firstArmRate, 1, rate);
    surface.second.addAcceleration(second, point, geometry.secondArmRate, -1, rate);
    for (let c = 0; c < 3; c++) {
      const axis = axes[c];
      const turning = c === 2 ? vec3.dot(normalRate, relative) : -vec3.dot(axis, normalRate) * vec3.dot(normal, relative);
      out.bias[c] = vec3.dot(axis, rate) + turning;
    }
  }

  const names = [...motion.names, ...linkages.flatMap(({ links }) => links.map(({ name }) => name))];
  const bodyAt = (i: number) => {
    if (i < motion.names.length) return undefined;
    let place = i - motion.names.length;
    for (const linkage of linkages) {
      if (place < linkage.links.length) return { linkage, link: place };
      place -= linkage.links.length;
    }
    return undefined;
  };

  function stateOf(i: number, coordinates: Float64Array, speeds: Float64Array) {
    const at = bodyAt(i);
    if (at === undefined) return motion.stateOf(i, coordinates, speeds);
    at.linkage.move(coordinates, speeds);
    return at.linkage.bodyState(at.link);
  }

  const still = new Float64Array(speedCount);
  const pairSize = Math.max(0, ...Object.values(reach));

  return {
    names,
    joints: linkages.flatMap(({ tree, coordinate, speed }) =>
      tree.links.flatMap(({ name, type, coordinate: q, speed: u }) =>
        type === "revolute" || type === "prismatic" ? [{ name, type, coordinate: coordinate + q, speed: speed + u }] : [],
      ),
    ),
    coordinateCount,
    speedCount,
    parts,
    pairs: [
      ...pairs.map(({ between, material }, pair) => {
        const members = [surfaces[pair].first.part, surfaces[pair].second.part].filter((part) => part >= 0);
        return { between, material, parts: [...new Set(members)].sort((a, b) => a - b) };
      }),
      ...stops.map(({ pair }) => pair),
    ],
    size: pairSize > 0 ? pairSize : 1,
    changesUntil: linkages.reduce((latest, linkage) => Math.max(latest, linkage.changesUntil), motion.changesUntil),
    flight: (part) => (part < bodyParts ? motion.flight(part) : undefined),
    rates: (coordinates, speeds, out, only) => {
      const asked = select(only);
      motion.rates(coordinates, speeds, out, asked.bodies);
      for (const linkage of asked.linkages) linkage.rates(coordinates, speeds, out);
    },
    solveMass: (coordinates, x, out, only) => {
      const asked = select(only);
      motion.solveMass(coordinates, x, out, asked.bodies);
      for (const linkage of asked.linkages) linkage.solveMass(coordinates, x, out);
    },
    forces: (time, coordinates, speeds, out, only) => {
      const asked = select(only);
      motion.forces(time, coordinates, speeds, out, asked.bodies);
      for (const linkage of asked.linkages) linkage.forces(time, coordinates, speeds, out);
    },
    impressed: (_time, coordinates, speeds, out, only) => {
      for (const linkage of select(only).linkages) linkage.addImpressed(coordinates, speeds, out);
    },
    kineticEnergy: (coordinates, speeds) =>
      linkages.reduce((sum, linkage) => sum + linkage.kineticEnergy(coordinates, speeds), motion.kineticEnergy(coordinates, speeds)),
    potentialEnergy: (time, coordinates) =>
      linkages.reduce((sum, linkage) => sum + linkage.potentialEnergy(coordinates), motion.potentialEnergy(time, coordinates)),
    appliedPower: (time, coordinates, speeds, only) => {
      const asked = select(only);
      let sum = motion.appliedPower(time, coordinates, speeds, asked.bodies);
      for (const linkage of asked.linkages) sum += linkage.appliedPower(time, coordinates, speeds);
      return sum;
    },
    normalise: (coordinates, only) => {
      const asked = select(only);
      motion.normalise(coordinates, asked.bodies);
      for (const linkage of asked.linkages) linkage.normalise(coordinates);
    },
    displace: (coordinates, displacement, only) => {
      const asked = select(only);
      motion.displace(coordinates, displacement, asked.bodies);
      for (const linkage of asked.linkages) linkage.displace(coordinates, displacement);
    },
    strays: (coordinates, speeds, distance, speed, only) =>
      select(only).linkages.some((linkage) => linkage.strays(coordinates, speeds, distance, speed)),
    restore: (coordinates, speeds, only) => {
      for (const linkage of select(only).linkages) linkage.restore(coordinates, speeds);
    },
    features: (pair) => (pair < surfaces.length ? surfaces[pair].features : stopOf(pair).features),
    gap: (feature, coordinates) => {
      if (feature.pair >= surfaces.length) return stopOf(feature.pair).gap(feature, coordinates);
      readPoses(feature.pair, coordinates);
      return surfaces[feature.pair].geometry.gap((feature as IndexedFeature).index, first, second);
    },
    gapRate: (feature, coordinates, speeds) => {
      if (feature.pair >= surfaces.length) return stopOf(feature.pair).gapRate(feature, speeds);
      look(feature, coordinates, speeds);
      return normalVelocity(geometry, first, second);
    },
    separation: (pair, coordinates) => {
      if (pair >= surfaces.length) return undefined;
      readPoses(pair, coordinates);
      return surfaces[pair].geometry.separation?.(first, second);
    },
    validity: (feature, coordinates) => {
      if (feature.pair >= surfaces.length) return undefined;
      readPoses(feature.pair, coordinates);
      return surfaces[feature.pair].geometry.validity?.((feature as IndexedFeature).index, first, second);
    },
    clearance: (pair, coordinates) => {
      if (pair >= surfaces.length) return stopOf(pair).clearance(coordinates);
      readPoses(pair, coordinates);
      return surfaces[pair].geometry.clearance(first, second);
    },
    approachBound: (pair, speeds) => {
      if (pair >= surfaces.length) return stopOf(pair).speed(speeds);
      const { first: one, second: other, reaches } = surfaces[pair];
      return one.speedBound(speeds, reaches[0]) + other.speedBound(speeds, reaches[1]);
    },
    turningBound: (pair, speeds) => {
      if (pair >= surfaces.length) return stopOf(pair).speed(speeds);
      return surfaces[pair].first.turningBound(speeds) + surfaces[pair].second.turningBound(speeds);
    },
    evaluate,
    stateOf,
    initialState: () => {
      const coordinates = new Float64Array(coordinateCount);
      const speeds = new Float64Array(speedCount);
      const free = motion.initialState();
      coordinates.set(free.coordinates);
      speeds.set(free.speeds);
      for (const linkage of linkages) linkage.start(coordinates, speeds);
      return { coordinates, speeds };
    },
    poses: (coordinates) =>
      Object.fromEntries(
        names.map((name, i) => {
          const { position, orientation } = stateOf(i, coordinates, still);
          return [name, { position, orientation }];
        }),
      ),
  };
}

const arm: MutableVec3 = [0, 0, 0];
const turned: MutableVec3 = [0, 0, 0];

function addVelocity({ velocity, angularVelocity, position }: Carrier, point: Vec3, sign: number, out: MutableVec3): void {
  vec3.cross(angularVelocity, vec3.subtract(point, position, arm), turned);
  for (let c = 0; c < 3; c++) out[c] += sign * (velocity[c] + turned[c]);
}
