/**
 * Links as a scene has them: bodies that hang on others by joints, and joints that close loops. Plain data; links.ts has what the equations
 * need of it.
 *
 * A link has a frame, which is the joint's frame in the parent moved by the joint (links.ts). Shape, centre of mass and the joints of its
 * children are placed in that frame.
 */
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import type { RigidBody } from "../../mechanics/rigid-body.js";
import type { Amount, Shape } from "../../mechanics/shapes/index.js";
import type { FacePoints } from "../detection/surface.js";
import type { JointType } from "./links.js";

/** A body that hangs on another, or on the world, by a joint. */
export interface SceneLink extends Amount {
  /** To its parent. */
  readonly joint: SceneJoint;
  /**
   * What can touch, and, where `inertia` is not given, where the mass is. Default: nothing; then the link has a mass with its inertia, or
   * neither. What a fixed joint holds may have a shape and no mass.
   */
  readonly shape?: Shape;
  /** Of the shape's origin, link axes, m. Default: the link's origin. */
  readonly position?: Vec3;
  /** Unit quaternion [x, y, z, w], shape to link. Default: the link's axes. */
  readonly orientation?: Quaternion;
  /** Of mass, link axes, m, instead of the shape's. Needs an inertia. Default: the shape's; without shape the link's origin. */
  readonly centre?: Vec3;
  /** Instead of what the shape would have: about the centre of mass, link axes, kg m^2. Needs a mass. All zeros: a point. */
  readonly inertia?: RigidBody["inertia"];
  /** How flat faces are stood for. */
  readonly points?: FacePoints;
}

/** How a link of a scene hangs on its parent, with what acts in the joint. */
export interface SceneJoint {
  /** What it lets move. */
  readonly type: JointType;
  /** Name of a link, of a body without a joint, or "world". Default: "world". */
  readonly parent?: string;
  /** Of the joint's frame in the parent's, m. Default: the parent's origin. A body without a joint has the frame of its shape. */
  readonly position?: Vec3;
  /** Unit quaternion, joint to parent. Default: not turned. */
  readonly orientation?: Quaternion;
  /** Of revolute and prismatic joints, joint axes, any length. Default: z. */
  readonly axis?: Vec3;
  /** Of revolute and prismatic joints: stops. */
  readonly limits?: JointLimits;
  /** Of revolute and prismatic joints. */
  readonly spring?: JointSpring;
  /** Against moving, N m s/rad or N s/m, >= 0. Default: 0. */
  readonly damping?: number;
  /** Of revolute and prismatic joints: against moving, as large however fast it moves. */
  readonly friction?: JointFriction;
  /** Of revolute and prismatic joints. */
  readonly motor?: JointMotor;
  /** Of revolute and prismatic joints: how it is moved, whatever acts on it. Default: it is not. */
  readonly motion?: JointMotion;
  /** Where the joint is at the beginning and how it moves. */
  readonly start?: JointStart;
}

/** Stops; rad or m. What strikes one comes back with its restitution. */
export interface JointLimits {
  /** rad or m. */
  readonly lower?: number;
  /** rad or m, above the lower one. */
  readonly upper?: number;
  /** Default: 0. */
  readonly restitution?: number;
}

/** Pulls a joint back to where it is at rest. */
export interface JointSpring {
  /** N m/rad or N/m, > 0. */
  readonly stiffness: number;
  /** Without force, rad or m. Default: 0. */
  readonly position?: number;
}

/** Resists a joint that moves, and holds one that stands. */
export interface JointFriction {
  /** N m or N, > 0. */
  readonly effort: number;
  /** Speed below which it falls off, rad/s or m/s, > 0. Default: 0.01. */
  readonly creep?: number;
}

/** Torque or force, N m or N: always the same, or straight from row to row of a table and constant before and after it. */
export type JointMotor = { readonly effort: number } | { readonly times: readonly number[]; readonly efforts: readonly number[] };

/** How a joint is moved, from where it starts. */
export type JointMotion =
  | {
      readonly type: "steady";
      /** rad/s or m/s. */
      readonly speed: number;
    }
  | {
      readonly type: "sine";
      /** rad or m. */
      readonly amplitude: number;
      /** Hz. */
      readonly frequency: number;
      /** rad. Default: 0. */
      readonly phase?: number;
    }
  | {
      readonly type: "series";
      /** s, ascending from 0. One of `times` and `step`. */
      readonly times?: readonly number[];
      /** Between rows, s; the first is at 0. */
      readonly step?: number;
      /** rad or m, by a natural cubic spline, less the first. One of the two lists. */
      readonly positions?: readonly number[];
      /** rad/s or m/s, straight from row to row. */
      readonly speeds?: readonly number[];
    };

/** Two joints of which the second moves `ratio` times as far as the first: wheels that mesh, racks, belts. */
export interface SceneGear {
  /** Names of the links that the two joints move. */
  readonly between: readonly [string, string];
  /** Of the second over the first, rad or m per rad or m; negative: the other way round. */
  readonly ratio: number;
  /** Of the second where the first is at zero, rad or m. Default: as the joints start. */
  readonly offset?: number;
}

/** Of a joint that the loops leave open: those without `position` (or `speed`) follow from the others. */
export interface JointStart {
  /** Of revolute and prismatic joints, rad or m; of free ones, that of the link's origin, joint axes. Default: 0. */
  readonly position?: number | Vec3;
  /** Of revolute and prismatic joints, instead of `position`: about where the loop is to close. */
  readonly near?: number;
  /** Of revolute and prismatic joints, rad/s or m/s. Default: 0. */
  readonly speed?: number;
  /** Of spherical and free joints, link to joint. Default: not turned. */
  readonly orientation?: Quaternion;
  /** Of free joints, of the link's origin, m/s, joint axes. Default: 0. */
  readonly velocity?: Vec3;
  /** Of spherical and free joints, rad/s, joint axes. Default: 0. */
  readonly angularVelocity?: Vec3;
}

/** How two links are joined where a loop closes. */
export type LoopType = "revolute" | "prismatic" | "spherical" | "fixed";

/** A joint that closes a loop: a frame of one link and one of another, or of the world, move against each other as the type says. */
export interface SceneLoop {
  /** Names of links, of bodies without a joint, or "world". */
  readonly between: readonly [string, string];
  /** What it lets move. */
  readonly type: LoopType;
  /** In the two links. Default: their own frames. */
  readonly frames?: readonly [LoopFrame, LoopFrame];
  /** Of revolute and prismatic joints, the same in both frames, any length. Default: z. */
  readonly axis?: Vec3;
}

/** One side of the joint that closes a loop. */
export interface LoopFrame {
  /** m, link axes. Default: the link's origin. */
  readonly position?: Vec3;
  /** Unit quaternion, frame to link. Default: not turned. */
  readonly orientation?: Quaternion;
}
