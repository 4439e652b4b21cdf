/**
 * The directions in which a run is differentiated, and how functions of a state are differentiated along them.
 *
 *     dF = F_x X + F_p          X = (dq, du) coordinates and speeds per unit of the parameter, p the parameter itself
 *
 * With the modes of the contacts frozen every F here is smooth: F_x X is a difference over states moved along X, F_p one over systems that
 * were built with the parameter moved, each symmetric and of high order, with steps so long that rounding does not count. Coordinates are
 * the raw ones of the system (quaternions as they are): along a tangent the length of a quaternion does not change to first order, so no
 * function needs to be told.
 *
 * Source: own study, derivatives of runs, sections 1 and 6.
 */
import { type FeatureTable, featureTableOf } from "../../contact/find-touches.js";
import type { FreeMotions, MechanicalSystem } from "../../system/mechanical-system.js";
import type { MassesAlong, SystemTangents } from "../../system/system-tangents.js";

/** A system with the parameter moved, and its weight in the derivative by the parameter: dF/dp = sum of weight F(system). */
export interface MovedSystem {
  /** One over the unit of the parameter. */
  readonly weight: number;
  /** Of the same bodies, in the same order; a function, called once, makes it when it is needed. Absent: the system as it is. */
  readonly system?: MechanicalSystem | (() => MechanicalSystem);
  /** Its masses and flights, where they are known without making it. Default: those of the system. */
  readonly motion?: FreeMotions;
}

/** What a system with a parameter moved may differ in: materials of pairs; forces; masses and forces; or anything. */
export type LensChanges = "materials" | "forces" | "masses" | "all";

/** One parameter, as a run sees it. */
export interface TangentColumn {
  /** Coordinates at the beginning per unit of the parameter. Default: none change. */
  readonly coordinates?: ArrayLike<number>;
  /** Speeds at the beginning per unit of the parameter. Default: none change. */
  readonly speeds?: ArrayLike<number>;
  /** Where more than the beginning depends on the parameter. Default: nothing does. */
  readonly moved?: readonly MovedSystem[];
  /** What alone depends on the parameter, beside the beginning. Default: anything may. */
  readonly only?: LensChanges;
  /** Where masses, inertias and gravity move in proportion to the parameter: fewer systems that tell how. Default: `moved`. */
  readonly inProportion?: readonly MovedSystem[];
  /** A change of the parameter that counts as large, > 0: distances to edges are measured against it. Default: 1. */
  readonly scale?: number;
}

/** Systems with a parameter moved, those that are absent filled in. */
export function systemsOf(base: MechanicalSystem, moved: readonly MovedSystem[]) {
  return moved.map(({ weight, system = base }) => ({ weight, system: typeof system === "function" ? system() : system }));
}

/** A system and its features, by their keys. */
export interface Lens {
  readonly system: MechanicalSystem;
  readonly features: FeatureTable;
  readonly motion: FreeMotions;
}

/** Made when it is asked for: of most systems with a parameter moved little is. */
class OwnLens implements Lens {
  #make: (() => MechanicalSystem) | undefined;
  #system: MechanicalSystem | undefined;
  #features: FeatureTable | undefined;
  readonly #motion: FreeMotions | undefined;

  constructor(given: MechanicalSystem | (() => MechanicalSystem), motion: FreeMotions | undefined) {
    this.#motion = motion;
    if (typeof given === "function") this.#make = given;
    else this.#system = given;
  }

  get system() {
    this.#system ??= this.#make?.() as MechanicalSystem;
    return this.#system;
  }

  get features() {
    this.#features ??= featureTableOf(this.system);
    return this.#features;
  }

  get motion() {
    return this.#motion ?? this.system;
  }
}

export function lensOf(system: MechanicalSystem | (() => MechanicalSystem), motion?: FreeMotions): Lens {
  return new OwnLens(system, motion);
}

export interface WeightedLens {
  readonly weight: number;
  readonly lens: Lens;
  readonly changes: LensChanges;
}

/** A parameter on its way through a run: coordinates and speeds of the whole system, per unit of it. */
export interface Column {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  /** Empty: the parameter is in the state alone. */
  readonly moved: readonly WeightedLens[];
  /** Systems that tell how masses, inertias and gravity move. */
  readonly inProportion: readonly WeightedLens[];
  /** How free bodies move with these systems, if they differ in masses and forces alone; undefined where it is not known. */
  readonly masses: MassesAlong | undefined;
  /** Pairs that touch otherwise with the parameter moved, if it changes materials alone; undefined: it changes more. */
  readonly pairs: ReadonlySet<number> | undefined;
  readonly scale: number;
}

/** Along which functions are differentiated: a column, or the flow of time. */
export interface Direction {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
  readonly time: number;
  /** A size of it, in what counts as large, that steps of differences are taken for if it is more than it has. Default: 0. */
  readonly size?: number;
  readonly moved: readonly WeightedLens[];
  readonly masses: MassesAlong | undefined;
}

/** How free bodies move with systems that differ in masses and forces alone; undefined where it is not known. */
export function massesOf(tangents: SystemTangents | undefined, moved: readonly WeightedLens[]): MassesAlong | undefined {
  if (moved.length === 0 || !moved.every(({ changes }) => changes === "masses" || changes === "forces")) return undefined;
  return tangents?.massesAlong(moved.map(({ weight, lens }) => ({ weight, system: lens.motion })));
}

/** Those among systems with a parameter moved whose materials may differ. */
export function inMaterials(moved: readonly WeightedLens[]): readonly WeightedLens[] {
  return moved.length === 0 || moved[0].changes === "masses" || moved[0].changes === "forces" ? NOTHING : moved;
}

const NOTHING: readonly WeightedLens[] = [];

/** Offsets and weights of a symmetric difference: dF = sum of weight (F(offset h) - F(-offset h)) / h. */
export interface Stencil {
  readonly offsets: readonly number[];
  readonly weights: readonly number[];
  /**
   * Length of a step, in what counts as large: truncation and rounding are both far below 1e-11 there; of a mechanism near a singular
   * position, whose mobility changes within a thirtieth of that, they are below 1e-9.
   */
  readonly step: number;
}

export const FOURTH: Stencil = { offsets: [1, 2], weights: [2 / 3, -1 / 12], step: 1e-3 };
export const SIXTH: Stencil = { offsets: [1, 2, 3], weights: [3 / 4, -3 / 20, 1 / 60], step: 2e-3 };

/** What counts as a large change of each coordinate and speed. */
export interface Scales {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
}

/** By how much a state is moved along a direction for a step of a stencil; 0 where it does not move. */
export function stepAlong(
  along: Omit<Direction, "moved" | "masses">,
  scales: Scales,
  places: { readonly coordinates: readonly number[]; readonly speeds: readonly number[] },
  { step }: Stencil,
): number {
  const most = Math.max(Math.abs(along.time), sizeAlong(along, scales, places));
  return most === 0 ? 0 : step / Math.max(most, along.size ?? 0);
}

/** The largest of a direction, in what counts as large. */
export function sizeAlong(
  { coordinates, speeds }: Pick<Direction, "coordinates" | "speeds">,
  scales: Scales,
  places: { readonly coordinates: readonly number[]; readonly speeds: readonly number[] },
): number {
  let most = 0;
  for (const k of places.coordinates) most = Math.max(most, Math.abs(coordinates[k]) / scales.coordinates[k]);
  for (const k of places.speeds) most = Math.max(most, Math.abs(speeds[k]) / scales.speeds[k]);
  return most;
}

/** A column as a direction. Not by spreading: V8 gives each such copy a shape of its own. */
export function directionOf({ coordinates, speeds, moved, masses }: Column, time = 0): Direction {
  return { coordinates, speeds, time, moved, masses };
}
