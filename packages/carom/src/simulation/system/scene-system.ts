/**
 * A system that was made from a scene: bodies and links by name, joints by the links they move, and where everything begins.
 */
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
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
  readonly type: "revolute" | "prismatic";
  /** Places of its coordinate, rad or m, and of its speed. */
  readonly coordinate: number;
  readonly speed: number;
}

export interface SceneSystem extends MechanicalSystem {
  /** Of what moves. */
  readonly names: readonly string[];
  readonly joints: readonly SceneSystemJoint[];
  initialState(): { readonly coordinates: Float64Array; readonly speeds: Float64Array };
  poses(coordinates: Float64Array): Record<string, Pose>;
  /** Of the body at a place in `names`: its centre of mass, and the axes of its shape. */
  stateOf(body: number, coordinates: Float64Array, speeds: Float64Array): BodyState;
}
