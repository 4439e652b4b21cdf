/**
 * A system that was made from a scene: bodies and links by name, joints by the links they move, and where everything begins.
 */
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import type { Carrier, TouchGeometry } from "../detection/touch-geometry.js";
import type { Scene } from "../scene/scene.js";
import type { Feature, FeatureState, FreeMotions, MechanicalSystem, Pose } from "./mechanical-system.js";

/** Where one body is and how it moves. */
export interface BodyState {
  readonly position: Vec3;
  readonly orientation: Quaternion;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
}

/** A joint with one speed. */
export interface SceneSystemJoint {
  /** Of its link. */
  readonly name: string;
  /** Whether its value is an angle, rad, or a length, m. */
  readonly type: "revolute" | "prismatic";
  /** Places of its coordinate, rad or m, and of its speed. */
  readonly coordinate: number;
  /** Place of its speed among those of the system. */
  readonly speed: number;
}

/** What acts in a joint along one of its speeds: -k (q - q0) - d u - f u / sqrt(u^2 + c^2). */
export interface JointEffort {
  /** Place of its coordinate in those of the system. */
  readonly coordinate: number;
  /** Place of its speed. */
  readonly speed: number;
  /** Of its spring, N m/rad or N/m; 0: none. */
  readonly stiffness: number;
  /** Where the spring is at rest, rad or m. */
  readonly position: number;
  /** N m s/rad or N s/m; 0: none. */
  readonly damping: number;
  /** N m or N; 0: none. */
  readonly friction: number;
  /** Speed below which friction falls off, rad/s or m/s. */
  readonly creep: number;
}

/** Links that joints hold together; one part of the system. */
export interface SceneMechanism {
  /** Its place in `parts`. */
  readonly part: number;
  /** Places of its links in `names`. */
  readonly links: readonly number[];
  /** Of each of its speeds, whether it turns. */
  readonly turns: readonly boolean[];
  /** Of joints with springs, dampers or friction. */
  readonly efforts: readonly JointEffort[];
  /** Whether loops, gears or motions bind its speeds. */
  readonly isBound: boolean;
  /** Whether some of its joints are moved. */
  readonly isDriven: boolean;
  /** J. */
  kineticEnergy(coordinates: Float64Array, speeds: Float64Array): number;
  /** Of gravity and of springs, J. */
  potentialEnergy(coordinates: Float64Array): number;
}

/** What speeds do at a place between two surfaces that is not one of the features as they are now: one of many that a face has. */
export interface PlaceRows {
  /** Whether a pair is one of surfaces, and not a stop of a joint. */
  isOfSurfaces(pair: number): boolean;
  /** Reads where the surfaces of a pair are and how they move. */
  read(pair: number, coordinates: Float64Array, speeds: Float64Array, first: Carrier, second: Carrier): void;
  /** Writes the frame, the rows and the bias of a place of the pair that was read last. */
  write(pair: number, place: TouchGeometry, out: FeatureState): void;
}

/** The system of a scene, which knows its bodies by name. */
export interface SceneSystem extends MechanicalSystem {
  /** What it was made from. */
  readonly scene?: Scene;
  /**
   * The system of a scene that differs from its own in gravity, masses and inertias alone: surfaces, and what may touch, are taken over.
   * It need not know how it changes.
   * Absent where there are joints.
   */
  withDynamics?(scene: Scene): SceneSystem;
  /** What of that follows from masses and gravity alone. */
  motionWith?(scene: Scene): FreeMotions;
  /** Of what moves. */
  readonly names: readonly string[];
  /** Those with one coordinate, which are worth recording. */
  readonly joints: readonly SceneSystemJoint[];
  /** Those of its parts that have joints; the others are bodies without, which come first in all arrays. Absent: there are none. */
  readonly mechanisms?: readonly SceneMechanism[];
  /**
   * As `evaluate`, with the rows of the two bodies of the pair alone, twelve numbers each: what it costs does not grow with the system.
   * Absent where other things move than bodies without joints.
   */
  evaluateNarrowly?(feature: Feature, coordinates: Float64Array, speeds: Float64Array, out: FeatureState): void;
  /** Of places that others have found, by their pair. Absent where all that moves are bodies without joints. */
  readonly places?: PlaceRows;
  /** The state that the scene says. */
  initialState(): { readonly coordinates: Float64Array; readonly speeds: Float64Array };
  /** Of the bodies that move, by name. */
  poses(coordinates: Float64Array): Record<string, Pose>;
  /** Of the body at a place in `names`: its centre of mass, and the axes of its shape. */
  stateOf(body: number, coordinates: Float64Array, speeds: Float64Array): BodyState;
}
