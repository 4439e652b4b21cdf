/**
 * A system that was made from a scene: bodies and links by name, joints by the links they move, and where everything begins.
 */
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import type { Scene } from "../scene/scene.js";
import type { MechanicalSystem, Pose } from "./mechanical-system.js";

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

/** The system of a scene, which knows its bodies by name. */
export interface SceneSystem extends MechanicalSystem {
  /** What it was made from. */
  readonly scene?: Scene;
  /** Of what moves. */
  readonly names: readonly string[];
  /** Those with one coordinate, which are worth recording. */
  readonly joints: readonly SceneSystemJoint[];
  /** The state that the scene says. */
  initialState(): { readonly coordinates: Float64Array; readonly speeds: Float64Array };
  /** Of the bodies that move, by name. */
  poses(coordinates: Float64Array): Record<string, Pose>;
  /** Of the body at a place in `names`: its centre of mass, and the axes of its shape. */
  stateOf(body: number, coordinates: Float64Array, speeds: Float64Array): BodyState;
}
