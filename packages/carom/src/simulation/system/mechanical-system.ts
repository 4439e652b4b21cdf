/**
 * What the simulator needs to know of a mechanical system, and nothing else: how it moves, and where it may touch.
 *
 *     q' = rates(q, u)          u' = M(q)^-1 (forces(t, q, u) + sum over contacts J^T F) + impressed(t, q, u)
 *
 * q are coordinates (with quaternions where bodies turn in space), u speeds. A pair is two surfaces that may meet; a feature is one place
 * where they can touch: a corner on a plane, a ball on a ball, an edge across an edge. At a feature, in its frame (tangent 1, tangent 2,
 * normal into the first body),
 *
 *     contact velocity = J u          its rate = J u' + b          gap' = its normal component
 *
 * Free rigid bodies implement this in free-bodies.ts; mechanisms and systems of one's own do the same.
 */

import type { MutableMat3 } from "../../math/mat3.js";
import type { Vec3 } from "../../math/vec3.js";
import type { PairMaterial } from "../../mechanics/restitution.js";
import type { SystemTangents } from "./system-tangents.js";

/** Two surfaces that may meet. */
export interface ContactPair {
  /** Names of the two bodies; normals point into the first. */
  readonly between: readonly [string, string];
  /** Of the pair. */
  readonly material: PairMaterial;
  /** Places, in the system's `parts`, of those that the two surfaces belong to. Default: all. */
  readonly parts?: readonly number[];
  /**
   * Names of what moves on its two sides: bodies, and mechanisms, each of which is one however many links it has. Absent: not known, the
   * law for several contacts is then chosen by their mobility.
   */
  readonly movers?: readonly string[];
  /** Whether it is the stop of a joint, whose material is the joint's. Default: false. */
  readonly isStop?: boolean;
}

/** Coordinates and speeds that feel the others only where they touch: a body, or bodies that springs join. */
export interface SystemPart {
  /** Places of its coordinates, ascending. */
  readonly coordinates: readonly number[];
  /** Places of its speeds, ascending. */
  readonly speeds: readonly number[];
}

/** The motion of a part that touches nothing, in closed form. States hold its coordinates, then its speeds, in the order of the part. */
export interface Flight {
  /** Writes the state that a state becomes after a time, s. `out` is not `start`. */
  stateAt(start: Float64Array, elapsed: number, out: Float64Array): void;
  /**
   * Writes the change of the state after a time per unit of a change of the state it began from; `end`: the state after that time. Absent:
   * not known in closed form.
   */
  along?(start: Float64Array, elapsed: number, end: Float64Array, change: Float64Array, out: Float64Array): void;
  /** All numbers that it depends on besides the state: flights with the same ones are the same. Absent: not known. */
  readonly form?: readonly number[];
  /** From a state on, the time, s, within which distances to others have few minima, so that few samples find all events. */
  stretchFrom(state: Float64Array): number;
}

/** Joints that are moved, whatever acts on them: what that takes is work of applied forces. */
export interface Drives {
  /** Places of all speeds of the parts that have such joints. */
  readonly speeds: readonly number[];
  /**
   * u . (M u' - f) of these parts, W: what drives do, and contacts; `accelerations` are those of the whole system. Less what contacts do it
   * is the power of the drives.
   */
  power(time: number, coordinates: Float64Array, speeds: Float64Array, accelerations: Float64Array, only?: readonly number[]): number;
  /** When one of these parts next changes its motion at a corner, after a time, s: steps end there. Infinity: never. */
  nextCorner(time: number, only?: readonly number[]): number;
}

/** One place where a pair can touch. Equal keys are the same place: that is how a contact is followed through time. */
export interface Feature {
  /** Place of the pair in the system's list. */
  readonly pair: number;
  /** Unique in the system, e.g. `3:vertex 5`. */
  readonly key: string;
}

/** A feature at one instant; written by `evaluate`, overwritten by the next. */
export interface FeatureState {
  /** m, world axes. */
  readonly point: [number, number, number];
  /** First tangent, a unit vector, world axes. */
  readonly tangent1: [number, number, number];
  /** Second tangent, a unit vector, world axes. */
  readonly tangent2: [number, number, number];
  /** Into the first body. */
  readonly normal: [number, number, number];
  /** m; negative: overlapping. */
  gap: number;
  /** J: three rows (tangent 1, tangent 2, normal) of `speedCount` numbers. */
  readonly jacobian: Float64Array;
  /** b: three numbers. */
  readonly bias: Float64Array;
}

/** A plane fixed in one of two surfaces, by its number among those of both, and how far from it the other one is, m. */
export interface PlaneApart {
  plane: number;
  apart: number;
}

/** Bodies that stay within balls around their centres of mass: pairs of those that are far apart need not be looked at. */
export interface BodyBalls {
  /** Of each body, m. */
  readonly radii: Float64Array;
  /** Place, in the system's `parts`, of the part that each body belongs to. */
  readonly parts: Int32Array;
  /** The two bodies of each pair, one after the other; -1 for what has no ball. */
  readonly ofPairs: Int32Array;
  /** Writes the centre of a body, three numbers from `at` on, m. */
  centre(body: number, coordinates: Float64Array, out: Float64Array, at: number): void;
}

/** Masses of free bodies in the order of their speeds, and what pulls them. */
export interface BodyMasses {
  /** kg. */
  readonly masses: readonly number[];
  /** In body axes, nine numbers each, kg m^2. */
  readonly inertias: readonly MutableMat3[];
  /** Of the inertias. */
  readonly inverses: readonly MutableMat3[];
  /** m/s^2. */
  readonly gravity: Vec3;
}

/** Masses of free bodies, and how they fly: what of a system its surfaces have no part in. */
export type FreeMotions = Pick<MechanicalSystem, "masses" | "flight">;

/** What a simulation needs to know of a system: its dynamics, and where its parts may touch. */
export interface MechanicalSystem {
  /** How many coordinates there are. */
  readonly coordinateCount: number;
  /** How many speeds there are. */
  readonly speedCount: number;
  /** Pairs that may touch. */
  readonly pairs: readonly ContactPair[];
  /** Largest extent of what moves, m: the scale of tolerances. */
  readonly size: number;
  /** Up to this time, s, forces change by themselves, so that what rests may be woken. Default: they never do. */
  readonly changesUntil?: number;
  /**
   * Places of speeds that nothing changes, those of ground that is moved. What it does through contacts is work of applied forces. Absent:
   * none.
   */
  readonly driven?: readonly number[];
  /** Whether the ground of a pair moves at a time, s, or will later. Absent: none does. */
  isGroundMoving?(pair: number, time: number): boolean;
  /** Joints that are moved. Absent: none. */
  readonly drives?: Drives;
  /** Balls around bodies. Absent: every pair is looked at by itself. */
  readonly balls?: BodyBalls;
  /**
   * Those that feel each other only where they touch; each moves by itself, with its own steps, as long as it touches no other. Default:
   * the whole system is one.
   *
   * Functions that take `only` are then asked for some parts alone: what belongs to others need not be read, and what is written there does
   * not count.
   */
  readonly parts?: readonly SystemPart[];

  /** Of a part, where its free motion is known in closed form. Absent, or undefined: it is integrated. */
  flight?(part: number): Flight | undefined;
  /** Whether springs, dampers or other forces that are not gravity act on the bodies of a part. Absent: none do. */
  isLoaded?(part: number): boolean;

  /** Rates of the coordinates; `only`: of these parts. */
  rates(coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only?: readonly number[]): void;
  /** out = M^-1 x. `out` may be `x`. */
  solveMass(coordinates: Float64Array, x: Float64Array, out: Float64Array, only?: readonly number[]): void;
  /** Applied minus bias: gravity, springs, gyroscopic terms. */
  forces(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only?: readonly number[]): void;
  /** Adds to `out` the part of u' that is there whatever the forces, u' = M^-1 forces + impressed: of loops that close. Absent: none. */
  impressed?(time: number, coordinates: Float64Array, speeds: Float64Array, out: Float64Array, only?: readonly number[]): void;
  /** J. */
  kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number;
  /** Of gravity and of springs, J. */
  potentialEnergy(time: number, coordinates: Float64Array, only?: readonly number[]): number;
  /** Power of applied forces that have no potential, W. */
  appliedPower(time: number, coordinates: Float64Array, speeds: Float64Array, only?: readonly number[]): number;
  /** Brings coordinates back where rounding and integration left: unit quaternions. */
  normalise(coordinates: Float64Array, only?: readonly number[]): void;
  /** The same of unit quaternions alone, of a state that what binds it need not hold. Absent: `normalise` does no more. */
  normaliseTurns?(coordinates: Float64Array, only?: readonly number[]): void;
  /** Whether the state has left what binds it for ever, such as loops that close, by more than these, m and m/s. Absent: nothing does. */
  strays?(coordinates: Float64Array, speeds: Float64Array, distance: number, speed: number, only?: readonly number[]): boolean;
  /** Brings coordinates and speeds back onto it. */
  restore?(coordinates: Float64Array, speeds: Float64Array, only?: readonly number[]): void;
  /** Moves the coordinates by a small displacement with the components of speeds times one second. */
  displace(coordinates: Float64Array, displacement: Float64Array, only?: readonly number[]): void;

  /**
   * Every place where a pair can touch, in a fixed order: the corners of a box over a plane, the one point of a ball, the edges of one box
   * across those of another.
   */
  features(pair: number): readonly Feature[];
  /** How many of them there are, where listing them all costs. Absent: as `features` lists. */
  featureCount?(pair: number): number;
  /** One of them, by its place in that order. Absent: as `features` lists. */
  featureAt?(pair: number, index: number): Feature;
  /**
   * Adds to `out` the places, ascending, of features whose gaps are at most `margin`, m. Where the surfaces are farther apart than that,
   * none need be named. Absent: every gap is asked. `tilt`: those that would touch if the two were turned by an angle of this sine count
   * too, as far as that is known; default 0.
   */
  featuresWithin?(pair: number, margin: number, coordinates: Float64Array, out: number[], tilt?: number): void;
  /**
   * The gap of one feature, m; negative: overlapping. Infinity where the feature has no meaning, such as an edge that does not cross the
   * other.
   */
  gap(feature: Feature, coordinates: Float64Array): number;
  /** Rate of the gap of one feature, m/s, where that is quicker than `evaluate`. Absent: by its Jacobian. */
  gapRate?(feature: Feature, coordinates: Float64Array, speeds: Float64Array): number;
  /**
   * A continuous function that is positive exactly where the two surfaces of a pair are apart, and not above their distance, m. Undefined
   * for pairs whose single gaps always have a meaning.
   */
  separation(pair: number, coordinates: Float64Array): number | undefined;
  /**
   * Of features that have a meaning only now and then, such as the lowest point of a rim: positive as long as a contact that is closed
   * there may go on. When it ends, the features of the pair that have a meaning then take over. Absent, or undefined: always.
   */
  validity?(feature: Feature, coordinates: Float64Array): number | undefined;
  /** A bound on the gap of every feature of a pair from below, m: quick to compute, for passing over pairs that are far apart. */
  clearance(pair: number, coordinates: Float64Array): number;
  /** Whether the surfaces of a pair are certainly farther apart than a distance, m: a closer look than `clearance`. Absent: not known. */
  isFarther?(pair: number, distance: number, coordinates: Float64Array): boolean;
  /** No place of the pair approaches faster than this at these speeds, m/s. */
  approachBound(pair: number, speeds: Float64Array, coordinates: Float64Array): number;
  /**
   * The same as long as speeds change little, where it is known better: links of a mechanism that falls do not approach each other by that.
   * Absent, or undefined: as `approachBound`.
   */
  closingBound?(pair: number, speeds: Float64Array, coordinates: Float64Array): number | undefined;
  /**
   * The surfaces of the pair turn no faster than this at these speeds, rad/s: how often gaps can rise and fall. Absent: approach bound over
   * size.
   */
  turningBound?(pair: number, speeds: Float64Array): number;
  /**
   * Which plane fixed in one of the surfaces of a pair keeps the other farthest away, and how far; heights over such a plane are smooth,
   * where the separation has kinks. False, and nothing written: not known. Absent: never.
   */
  keptApart?(pair: number, coordinates: Float64Array, out: PlaneApart): boolean;
  /**
   * No height of a point of one surface of the pair over a plane fixed in the other bends faster than this at these speeds, with these
   * rates of theirs, m/s^2. Undefined: not known. Absent: never.
   */
  bendBound?(pair: number, coordinates: Float64Array, speeds: Float64Array, rates: Float64Array): number | undefined;
  /** Gap, place, axes and rows of a feature at a state. */
  evaluate(feature: Feature, coordinates: Float64Array, speeds: Float64Array, out: FeatureState): void;
  /** Of a system of free bodies. Absent: it has others, too. */
  readonly masses?: BodyMasses;
  /** How all of this changes with the state. Absent: not known in closed form. */
  readonly tangents?: () => SystemTangents;
}

/** A place for `MechanicalSystem` to write the state of a feature in. */
/** `speedCount`: numbers of a row of J. */
export function createFeatureState({ speedCount }: Pick<MechanicalSystem, "speedCount">): FeatureState {
  const origin = (): [number, number, number] => [0, 0, 0];
  return {
    point: origin(),
    tangent1: origin(),
    tangent2: origin(),
    normal: origin(),
    gap: 0,
    jacobian: new Float64Array(3 * speedCount),
    bias: new Float64Array(3),
  };
}

/** World positions and orientations, for records and pictures. */
export interface Pose {
  /** Of the centre of mass, m. */
  readonly position: Vec3;
  /** Unit quaternion [x, y, z, w], body to world. */
  readonly orientation: readonly [number, number, number, number];
}
