/** What a robot is, from whichever file: options of reading, and what comes of it. */
import { InvalidInputError } from "../../errors.js";
import { MOST_PARTS } from "../../geometry/mesh-files/mesh-parts.js";
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import { MOST_CORNERS } from "../detection/polytope.js";
import type { ConstantLoad } from "../free-bodies/loads.js";
import type { SceneGear, SceneLink, SceneLoop } from "../mechanism/scene-link.js";
import type { SceneContact, ScenePlane } from "../scene/scene.js";
import { isSingle, type JointOptions, type UrdfJoint } from "./joint.js";
import type { LinkOptions } from "./links.js";
import type { FrictionRule, LinkMaterial } from "./materials.js";

/** How a robot is made of its file. */
export interface UrdfOptions extends JointOptions, LinkOptions {
  /** What the root link does: stand still, or move freely. Default: "fixed". */
  readonly base?: "fixed" | "free";
  /** Of the root link. Default: the world's frame. */
  readonly position?: Vec3;
  /** Of its root, root to world. Default: the world's axes. */
  readonly orientation?: Quaternion;
  /** Of links that move and have no mass, kg/m^3. Default: the mean of those that have one and a shape; without such 1000. */
  readonly density?: number;
  /** Of contacts whose links do not say their own. Default: that of the format, 1 of MJCF and SDF; of URDF, which has none, 0.5. */
  readonly friction?: number;
  /** Of contacts, 0 to 1. Default: that of the format, 0 of MJCF and SDF, whose contacts do not bounce; of URDF, which has none, 0.2. */
  readonly restitution?: number;
  /** True: what would be mended is an error. Default: false. */
  readonly strict?: boolean;
}

/** Where a link that is part of a body is. */
export interface UrdfFrame {
  /** The body that the link is part of; "world" where it is part of the ground. */
  readonly body: string;
  /** Of its origin, axes of the body's frame, m. Default: the body's origin. */
  readonly position?: Vec3;
  /** Link to body. Default: not turned. */
  readonly orientation?: Quaternion;
}

/** A robot as bodies of a scene. */
export interface UrdfRobot {
  /** As its file says. */
  readonly name: string;
  /** Bodies of a scene, parents first; each has the joint that moves it. */
  readonly bodies: Readonly<Record<string, SceneLink>>;
  /** Bodies of a scene too: planes that links which stand have for shapes. */
  readonly planes: Readonly<Record<string, ScenePlane>>;
  /** Joints that follow others. */
  readonly gears: readonly SceneGear[];
  /** Joints that close loops. Absent: none. */
  readonly loops?: readonly SceneLoop[];
  /** m/s^2, where the file says it. Absent: it does not. */
  readonly gravity?: Vec3;
  /** Forces that carry the weight of bodies, where the file says so. Absent: none. */
  readonly loads?: readonly ConstantLoad[];
  /** All that may touch, where the file has rules for it: MJCF and SDF have. Absent: it has none. */
  readonly contacts?: readonly SceneContact[];
  /** Bodies by the joints that move them. */
  readonly joints: Readonly<Record<string, string>>;
  /** Links that became parts of bodies. */
  readonly frames: Readonly<Record<string, UrdfFrame>>;
  /** Of bodies and planes whose files say what they are like where they touch. */
  readonly materials: Readonly<Record<string, LinkMaterial>>;
  /** Of contacts whose links do not say their own. */
  readonly surface: { readonly friction: number; readonly restitution: number };
  /** How the friction of two bodies follows from theirs, where the file has rules. */
  readonly rule?: FrictionRule;
  /** Friction of bodies on the first plane of the file, which a floor stands for; those that miss it are not there. Absent: it has none. */
  readonly onGround?: Readonly<Record<string, number>>;
  /** kg, of all that moves. */
  readonly mass: number;
  /** What was found, changed or passed over: a summary, then one sentence each in the order of the file. */
  readonly account: readonly string[];
}

/** Complains about options that no robot can have. */
export function checkOptions({ positions = {}, density, corners, parts }: UrdfOptions, joints: readonly UrdfJoint[]): undefined {
  if (density !== undefined && !(density > 0 && Number.isFinite(density)))
    throw new InvalidInputError("density", density, "is not positive");
  if (corners !== undefined && !(Number.isInteger(corners) && corners >= 4 && corners <= MOST_CORNERS))
    throw new InvalidInputError("corners", corners, `is not a whole number from 4 to ${MOST_CORNERS}`);
  if (parts !== undefined && !(Number.isInteger(parts) && parts >= 1 && parts <= MOST_PARTS))
    throw new InvalidInputError("parts", parts, `is not a whole number from 1 to ${MOST_PARTS}`);
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  for (const [name, value] of Object.entries(positions)) {
    const joint = byName.get(name);
    if (joint === undefined || !isSingle(joint))
      throw new InvalidInputError(`positions.${name}`, value, "is given for a joint that is not revolute, continuous or prismatic here");
    if (!Number.isFinite(value)) throw new InvalidInputError(`positions.${name}`, value, "is not a number");
  }
  return undefined;
}
