/**
 * A system of which some planes and solids are moved (driven.ts): the same system, with one coordinate and one speed more.
 *
 *     s the time of the ground, s' = 1, no mobility          place = where it was + d(s)
 *     J has the column -d'(s), b has -d''(s) s'^2
 *
 * The system inside takes these surfaces for fixed; where they are, and how fast they move, is set before it looks. What the ground does
 * through its contacts is counted as work of applied forces by those who know the forces (`driven` in system/mechanical-system.ts).
 */
import * as quaternion from "../../math/quaternion.js";
import type { MutableVec3, Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import type { Feature, Flight, Pose, SystemPart } from "../system/mechanical-system.js";
import type { BodyState, SceneSystem } from "../system/scene-system.js";
import type { DrivenMotion } from "./driven.js";
import type { FixedPlacement } from "./kinematics.js";

/** Where a driven surface is, for the system inside to read. */
export interface DrivenPlacement extends FixedPlacement {
  readonly position: MutableVec3;
  readonly velocity: MutableVec3;
}

export interface DrivenSurface {
  readonly name: string;
  /** At the beginning. */
  readonly position: Vec3;
  readonly orientation?: FixedPlacement["orientation"];
  readonly motion: DrivenMotion;
}

/** A pair whose second surface is driven. */
export interface DrivenPair {
  readonly pair: number;
  readonly placement: DrivenPlacement;
  /** Of the placement at the beginning. */
  readonly position: Vec3;
  readonly motion: DrivenMotion;
}

/** At rest, to be moved. */
export function drivenPlacement(position: Vec3, orientation: FixedPlacement["orientation"] = quaternion.IDENTITY): DrivenPlacement {
  return { position: [...position], orientation, velocity: [0, 0, 0] };
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

  /** Puts the second surface of a pair where it is. */
  function place(pair: number, coordinates: Float64Array): void {
    const found = driven.get(pair);
    if (found === undefined) return;
    vec3.copy(found.position, found.placement.position);
    found.motion.addDisplacement(coordinates[clock], found.placement.position);
  }

  function move(pair: number, coordinates: Float64Array, speeds: Float64Array): void {
    const found = driven.get(pair);
    if (found === undefined) return;
    place(pair, coordinates);
    velocityAt(found.motion, coordinates[clock], speeds[pace], found.placement.velocity);
  }

  const steadyClock = clockFlight(surfaces.reduce((most, { motion }) => Math.max(most, motion.quickest), 0));
  const axisVelocity: MutableVec3 = [0, 0, 0];
  const axisAcceleration: MutableVec3 = [0, 0, 0];

  const system: SceneSystem = {
    ...inner,
    names: [...names, ...surfaces.map(({ name }) => name)],
    coordinateCount: clock + 1,
    speedCount: pace + 1,
    driven: [pace],
    changesUntil: surfaces.reduce((latest, { motion }) => Math.max(latest, motion.end), inner.changesUntil ?? Number.NEGATIVE_INFINITY),
    parts: [...innerParts, { coordinates: [clock], speeds: [pace] }],
    pairs: inner.pairs.map((pair, i) =>
      driven.has(i) ? { ...pair, parts: [...(pair.parts ?? innerParts.map((_, part) => part)), ground] } : pair,
    ),
    flight: (part) => (part === ground ? steadyClock : inner.flight?.(part)),
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
    displace: (coordinates, displacement, only) => inner.displace(coordinates, displacement, inside(only)),
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
    validity: (feature, coordinates) => {
      place(feature.pair, coordinates);
      return inner.validity?.(feature, coordinates);
    },
    approachBound: (pair, speeds) => inner.approachBound(pair, speeds) + (driven.get(pair)?.motion.fastest ?? 0) * Math.abs(speeds[pace]),
    turningBound: (pair, speeds) =>
      (inner.turningBound?.(pair, speeds) ?? inner.approachBound(pair, speeds) / inner.size) + (driven.get(pair)?.motion.quickest ?? 0),
    evaluate: (feature, coordinates, speeds, out) => {
      move(feature.pair, coordinates, speeds);
      inner.evaluate(feature, coordinates, speeds, out);
      const found = driven.get(feature.pair);
      if (found === undefined) return;
      velocityAt(found.motion, coordinates[clock], 1, axisVelocity);
      axisAcceleration.fill(0);
      found.motion.addAcceleration(coordinates[clock], axisAcceleration);
      [out.tangent1, out.tangent2, out.normal].forEach((axis, c) => {
        out.jacobian[c * (pace + 1) + pace] = -vec3.dot(axis, axisVelocity);
        out.bias[c] -= vec3.dot(axis, axisAcceleration) * speeds[pace] * speeds[pace];
      });
    },
    initialState: () => {
      const { coordinates, speeds } = inner.initialState();
      return { coordinates: Float64Array.of(...coordinates, 0), speeds: Float64Array.of(...speeds, 1) };
    },
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
  const [at, velocity]: [MutableVec3, MutableVec3] = [[...position], [0, 0, 0]];
  motion.addDisplacement(time, at);
  velocityAt(motion, time, pace, velocity);
  return { position: at, orientation: [...orientation], velocity, angularVelocity: [0, 0, 0] };
}

function surfacePoses(surfaces: readonly DrivenSurface[], time: number): Record<string, Pose> {
  return Object.fromEntries(
    surfaces.map(({ name, position, orientation = quaternion.IDENTITY, motion }) => {
      const at: MutableVec3 = [...position];
      motion.addDisplacement(time, at);
      return [name, { position: at, orientation: [...orientation] as const }];
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

function velocityAt(motion: DrivenMotion, time: number, pace: number, out: MutableVec3): void {
  out.fill(0);
  motion.addVelocity(time, out);
  for (let c = 0; c < 3; c++) out[c] *= pace;
}
