/**
 * What a system may know of its own derivatives: how its dynamics and its touching places change, per unit, along a change of its
 * coordinates and speeds. A system that does not know is differentiated by differences.
 */
import type { CarrierChange } from "../detection/touch-changes.js";
import type { Carrier, TouchGeometry } from "../detection/touch-geometry.js";
import type { Feature, FeatureState, MechanicalSystem } from "./mechanical-system.js";

/** A place where two bodies touch, looked at once and differentiated along several changes. */
export interface SeenTouch {
  readonly carriers: readonly [Carrier, Carrier];
  readonly geometry: TouchGeometry;
  readonly changes: readonly [CarrierChange, CarrierChange];
  readonly geometryChange: TouchGeometry;
  readonly feature: Feature;
}

/** Changes are per unit of whatever they are taken along. `only`: parts that count. */
export interface SystemTangents {
  /** Whether changes along this are known. */
  knows(along: CoordinateChange): boolean;
  createSeen(feature: Feature): SeenTouch;
  /** Looks at a feature at a state, and writes it. */
  see(at: StateNumbers, out: SeenTouch, state: FeatureState): void;
  /**
   * Writes the change of everything but the bias of a feature that was seen; `at`: the feature at that state. Of the Jacobian only the
   * speeds of the two bodies are written.
   */
  touch(seen: SeenTouch, at: FeatureState, along: CoordinateChange, out: FeatureState): void;
  /** Writes that of the bias along the change that `touch` has just written: impacts have no use for it. */
  bias(seen: SeenTouch, at: FeatureState, out: FeatureState): void;
  /** Of the rates of the coordinates. */
  rates(at: StateNumbers, along: CoordinateChange, out: Float64Array, only: readonly number[]): void;
  /** Of what gravity and gyroscopic terms make of forces; of bodies with other loads that is not all. */
  forces(at: StateNumbers, along: CoordinateChange, out: Float64Array, only: readonly number[]): void;
  /** Subtracts from `out` the change of the mass matrix times `x`. */
  subtractMass(at: StateNumbers, along: CoordinateChange, x: Float64Array, out: Float64Array, only: readonly number[]): void;
  /** How it moves with systems of other masses, inertias and gravity; undefined where their masses are not known. */
  massesAlong(others: readonly WeightedSystem[]): MassesAlong | undefined;
}

/** A system with a parameter moved, and its weight in the derivative by the parameter. */
interface WeightedSystem {
  readonly weight: number;
  readonly system: Pick<MechanicalSystem, "masses">;
}

/** What other masses, inertias and gravity change at a state. `only`: parts that count. */
export interface MassesAlong {
  /** Adds the change of accelerations of bodies without loads, with what pushes them beside gravity held. */
  addAccelerations(at: StateNumbers, push: Float64Array, out: Float64Array, only: readonly number[]): void;
  /** Adds the change of M^-1, times `x`. */
  addResponse(coordinates: Float64Array, x: Float64Array, out: Float64Array, only: readonly number[]): void;
}

/** Coordinates and speeds of a whole system. */
export interface StateNumbers {
  readonly coordinates: Float64Array;
  readonly speeds: Float64Array;
}

/** A change of them; quaternions keep their length. */
export interface CoordinateChange extends StateNumbers {
  /** Size of the change, in what counts as large, that steps of differences are made for. Default: as short as it takes. */
  readonly size?: number;
}
