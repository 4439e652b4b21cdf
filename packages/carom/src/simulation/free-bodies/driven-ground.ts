/**
 * A system of which some planes and solids are moved (ground-motion.ts): the same system, with one coordinate and one speed more.
 *
 *     s the time of the ground, s' = 1, no mobility          place and turn of the ground are functions of s
 *     J has the column -(v + w x r), b has -(a + w' x r) s'^2, r from the ground's place to where it touches
 *
 * The system inside takes these surfaces for fixed; where they are, and how fast they move, is set before it looks. What the ground does
 * through its contacts is counted as work of applied forces by those who know the forces (`driven` in system/mechanical-system.ts).
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { featuresWithin } from "../system/features.js";
import type { Feature, FeatureState, Flight, Pose, SystemPart } from "../system/mechanical-system.js";
import type { BodyState, SceneSystem } from "../system/scene-system.js";
import type { SystemTangents } from "../system/system-tangents.js";
import { drivenChanges } from "./driven-changes.js";
import { createGroundState, type GroundMotion, type GroundState } from "./ground-motion.js";
import type { FixedPlacement } from "./kinematics.js";

/** Where a driven surface is, for the system inside to read. */
export interface DrivenPlacement extends FixedPlacement {
  readonly position: MutableVec3;
  readonly orientation: quaternion.MutableQuaternion;
  readonly velocity: MutableVec3;
  readonly angularVelocity: MutableVec3;
  speedNear: (place: Vec3, distance: number) => number;
}

export interface DrivenSurface {
  readonly name: string;
  /** At the beginning. */
  readonly position: Vec3;
  readonly orientation?: FixedPlacement["orientation"];
  readonly motion: GroundMotion;
}

/** A pair whose second surface is driven. */
export interface DrivenPair {
  readonly pair: number;
  readonly placement: DrivenPlacement;
  /** Of the placement at the beginning. */
  readonly position: Vec3;
  readonly orientation: FixedPlacement["orientation"];
  readonly motion: GroundMotion;
}

/** At rest, to be moved. */
export function drivenPlacement(position: Vec3, orientation: FixedPlacement["orientation"] = quaternion.IDENTITY): DrivenPlacement {
  return { position: [...position], orientation: [...orientation], velocity: [0, 0, 0], angularVelocity: [0, 0, 0], speedNear: () => 0 };
}

/** Radians of the quickest motion in one stretch of flight of the ground. */
const STRETCH = 8;

export function onDrivenGround(inner: SceneSystem, surfaces: readonly DrivenSurface[], pairs: readonly DrivenPair[]): SceneSystem {
  const { coordinateCount: clock, speedCount: pace, names } = inner;
  const innerParts: readonly SystemPart[] = inner.parts ?? [
    { coordinates: Array.from({ length: clock }, (_, k) => k), speeds: Array.from({ length: pace }, (_, k) => k) },
  ];
  const ground = innerParts.length;
  const driven = new Map(pairs.map((pair) => [pair.pair, pair]));
  const inside = createInside(ground);
  const moves = (only: readonly number[] | undefined) => only === undefined || only.includes(ground);
  const state = createGroundState();

  /** Puts the second surface of a pair where it is; leaves its state. */
  function place(pair: number, coordinates: Float64Array): DrivenPair | undefined {
    const found = driven.get(pair);
    if (found === undefined) return undefined;
    const { placement, motion, position, orientation } = found;
    motion.stateAt(coordinates[clock], position, orientation, state);
    vec3.copy(state.position, placement.position);
    for (let c = 0; c < 4; c++) placement.orientation[c] = state.orientation[c];
    return found;
  }

  function move(pair: number, coordinates: Float64Array, speeds: Float64Array): DrivenPair | undefined {
    const found = place(pair, coordinates);
    if (found === undefined) return undefined;
    vec3.scale(state.velocity, speeds[pace], found.placement.velocity);
    vec3.scale(state.angularVelocity, speeds[pace], found.placement.angularVelocity);
    return found;
  }

  const steadyClock = clockFlight(surfaces.reduce((most, { motion }) => Math.max(most, motion.quickest), 0));

  const { evaluateNarrowly: _evaluateNarrowly, keptApart: _keptApart, bendBound: _bendBound, tangents: ofInner, ...alone } = inner;
  const system: SceneSystem = {
    ...alone,
    names: [...names, ...surfaces.map(({ name }) => name)],
    coordinateCount: clock + 1,
    speedCount: pace + 1,
    driven: [pace],
    changesUntil: surfaces.reduce((latest, { motion }) => Math.max(latest, motion.end), inner.changesUntil ?? Number.NEGATIVE_INFINITY),
    isGroundMoving: (pair, time) => isMoving(driven.get(pair)?.motion, time, state),
    parts: [...innerParts, { coordinates: [clock], speeds: [pace] }],
    pairs: inner.pairs.map((pair, i) =>
      driven.has(i) ? { ...pair, parts: [...(pair.parts ?? innerParts.map((_, part) => part)), ground] } : pair,
    ),
    flight: (part) => (part === ground ? steadyClock : inner.flight?.(part)),
    isLoaded: (part) => part !== ground && (inner.isLoaded?.(part) ?? false),
    rates: (coordinates, speeds, out, only) => {
      inner.rates(coordinates, speeds, out, inside(only));
      if (moves(only)) out[clock] = speeds[pace];
    },
    solveMass: (coordinates, x, out, only) => {
      inner.solveMass(coordinates, x, out, inside(only));
      if (moves(only)) out[pace] = 0;
    },
    forces: (time, coordinates, speeds, out, only) => {
      inner.forces(time, coordinates, speeds, out, inside(only));
      if (moves(only)) out[pace] = 0;
    },
    appliedPower: (time, coordinates, speeds, only) => inner.appliedPower(time, coordinates, speeds, inside(only)),
    normalise: (coordinates, only) => inner.normalise(coordinates, inside(only)),
    normaliseTurns: (coordinates, only) => (inner.normaliseTurns ?? inner.normalise)(coordinates, inside(only)),
    displace: (coordinates, displacement, only) => inner.displace(coordinates, displacement, inside(only)),
    featuresWithin: (pair, margin, coordinates, out, tilt) => {
      place(pair, coordinates);
      featuresWithin(inner, pair, margin, coordinates, out, tilt);
    },
    gap: (feature, coordinates) => {
      place(feature.pair, coordinates);
      return inner.gap(feature, coordinates);
    },
    separation: (pair, coordinates) => {
      place(pair, coordinates);
      return inner.separation(pair, coordinates);
    },
    clearance: (pair, coordinates) => {
      place(pair, coordinates);
      return inner.clearance(pair, coordinates);
    },
    isFarther: () => false,
    validity: (feature, coordinates) => {
      place(feature.pair, coordinates);
      return inner.validity?.(feature, coordinates);
    },
    approachBound: (pair, speeds, coordinates) => {
      const found = driven.get(pair);
      if (found !== undefined)
        found.placement.speedNear = (at, distance) => found.motion.speedNear(coordinates[clock], at, distance) * Math.abs(speeds[pace]);
      return inner.approachBound(pair, speeds, coordinates);
    },
    turningBound: (pair, speeds) => {
      const motion = driven.get(pair)?.motion;
      return (inner.turningBound?.(pair, speeds) ?? 0) + (motion?.quickest ?? 0) + (motion?.fastestTurn ?? 0);
    },
    evaluate: (feature, coordinates, speeds, out) => {
      const found = move(feature.pair, coordinates, speeds);
      inner.evaluate(feature, coordinates, speeds, out);
      if (found !== undefined) addGround(state, speeds[pace], out);
    },
    ...(ofInner === undefined ? {} : { tangents: changesWhenAsked(ofInner, { clock, pace, inside, moves, move }) }),
    initialState: () => withClock(inner.initialState()),
    stateOf: (i, coordinates, speeds) =>
      i < names.length ? inner.stateOf(i, coordinates, speeds) : surfaceState(surfaces[i - names.length], coordinates[clock], speeds[pace]),
    poses: (coordinates) => ({ ...inner.poses(coordinates), ...surfacePoses(surfaces, coordinates[clock]) }),
  };
  return {
    ...system,
    ...(inner.gapRate === undefined
      ? {}
      : {
          gapRate: (feature: Feature, coordinates: Float64Array, speeds: Float64Array) => {
            move(feature.pair, coordinates, speeds);
            return inner.gapRate?.(feature, coordinates, speeds) ?? 0;
          },
        }),
    ...withParts(inner, inside),
  };
}

function withClock({ coordinates, speeds }: ReturnType<SceneSystem["initialState"]>): ReturnType<SceneSystem["initialState"]> {
  return { coordinates: Float64Array.of(...coordinates, 0), speeds: Float64Array.of(...speeds, 1) };
}

/** Whether ground moves at a time, or will. `state`: to work in. */
function isMoving(motion: GroundMotion | undefined, time: number, state: GroundState): boolean {
  if (motion === undefined || time < motion.end) return motion !== undefined;
  motion.stateAt(time, vec3.ZERO, quaternion.IDENTITY, state);
  return vec3.norm(state.velocity) > 0 || vec3.norm(state.angularVelocity) > 0;
}

/** Where the time of the ground is, and what moves. */
interface GroundPlaces {
  readonly clock: number;
  readonly pace: number;
  inside(only: readonly number[] | undefined): readonly number[] | undefined;
  moves(only: readonly number[] | undefined): boolean;
  move(pair: number, coordinates: Float64Array, speeds: Float64Array): DrivenPair | undefined;
}

/** How bodies on the ground change, made when it is first asked for. */
function changesWhenAsked(ofInner: () => SystemTangents, { clock, pace, inside, moves, move }: GroundPlaces): () => SystemTangents {
  let made: SystemTangents | undefined;
  return () => {
    made ??= drivenChanges({
      inner: ofInner(),
      clock,
      pace,
      inside: (only) => inside(only) ?? only,
      moves,
      place: (pair, coordinates, speeds, out) => {
        const found = move(pair, coordinates, speeds);
        if (found !== undefined) found.motion.stateAt(coordinates[clock], found.position, found.orientation, out);
        return found !== undefined;
      },
      add: addGround,
    });
    return made;
  };
}

/** The last column of J and what it adds to b. */
function addGround(ground: GroundState, pace: number, { point, tangent1, tangent2, normal, jacobian, bias }: FeatureState): void {
  const arm = vec3.subtract(point, ground.position);
  const velocity = vec3.add(ground.velocity, vec3.cross(ground.angularVelocity, arm));
  const acceleration = vec3.add(ground.acceleration, vec3.cross(ground.angularAcceleration, arm));
  [tangent1, tangent2, normal].forEach((axis, c) => {
    jacobian[((c + 1) * jacobian.length) / 3 - 1] = -vec3.dot(axis, velocity);
    bias[c] -= vec3.dot(axis, acceleration) * pace * pace;
  });
}

/**
 * The parts inside, of those that are asked for. Those who ask keep their lists, so each is looked at once, and the system inside gets the
 * same list again.
 */
function createInside(ground: number): (only: readonly number[] | undefined) => readonly number[] | undefined {
  const known = new WeakMap<readonly number[], readonly number[]>();
  return (only) => {
    if (only === undefined) return undefined;
    const found = known.get(only) ?? (only.includes(ground) ? only.filter((part) => part !== ground) : only);
    known.set(only, found);
    return found;
  };
}

/** The time of the ground, which goes on by itself. `quickest`: of the motions, rad/s. */
function clockFlight(quickest: number): Flight {
  return {
    stateAt: (start, elapsed, out) => {
      out[0] = start[0] + start[1] * elapsed;
      out[1] = start[1];
    },
    stretchFrom: () => (quickest > 0 ? STRETCH / quickest : 1),
  };
}

function surfaceState({ motion, position, orientation = quaternion.IDENTITY }: DrivenSurface, time: number, pace: number): BodyState {
  const state = createGroundState();
  motion.stateAt(time, position, orientation, state);
  return {
    position: state.position,
    orientation: state.orientation,
    velocity: vec3.scale(state.velocity, pace),
    angularVelocity: vec3.scale(state.angularVelocity, pace),
  };
}

function surfacePoses(surfaces: readonly DrivenSurface[], time: number): Record<string, Pose> {
  return Object.fromEntries(
    surfaces.map((surface) => {
      const { position, orientation } = surfaceState(surface, time, 1);
      return [surface.name, { position, orientation }];
    }),
  );
}

/** Functions that a system may lack, asked for the parts inside. */
function withParts(
  inner: SceneSystem,
  inside: (only: readonly number[] | undefined) => readonly number[] | undefined,
): Partial<SceneSystem> {
  const { impressed, strays, restore, drives } = inner;
  return {
    ...(drives === undefined
      ? {}
      : {
          drives: {
            ...drives,
            power: (time, q, u, accelerations, only) => drives.power(time, q, u, accelerations, inside(only)),
            nextCorner: (time, only) => drives.nextCorner(time, inside(only)),
          },
        }),
    ...(impressed === undefined ? {} : { impressed: (time, q, u, out, only) => impressed(time, q, u, out, inside(only)) }),
    ...(strays === undefined ? {} : { strays: (q, u, distance, speed, only) => strays(q, u, distance, speed, inside(only)) }),
    ...(restore === undefined ? {} : { restore: (q, u, only) => restore(q, u, inside(only)) }),
  };
}
