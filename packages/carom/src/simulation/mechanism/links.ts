/**
 * The tree of a mechanism as plain data: links, each hung on its parent by a joint, in an order in which parents come first.
 *
 * A joint has a frame fixed in the parent (`position`, `orientation`); the link's own frame is that frame moved by the joint:
 *
 *     fixed       not at all                                                    0 coordinates, 0 speeds
 *     revolute    turned about the axis                                         1, 1
 *     prismatic   shifted along the axis                                        1, 1
 *     spherical   turned: unit quaternion [x, y, z, w]                          4, 3 (angular velocity relative to the parent, joint axes)
 *     free        shifted and turned
 *     7, 6 (velocity of the link's origin, angular velocity; joint axes)
 *
 * Source: Featherstone, Rigid Body Dynamics Algorithms (2008), section 4.4.
 */
import { InvalidInputError } from "../../errors.js";
import type { Quaternion } from "../../math/quaternion.js";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";

export type JointType = "fixed" | "revolute" | "prismatic" | "spherical" | "free";

export interface Joint {
  readonly type: JointType;
  /** Of the joint's frame in the parent's, m. Default: the parent's origin. */
  readonly position?: Vec3;
  /** Joint to parent. Default: not turned. */
  readonly orientation?: Quaternion;
  /** Of revolute and prismatic joints, joint axes, any length. Default: z. */
  readonly axis?: Vec3;
}

export interface Link {
  readonly name: string;
  /** Name of a link before this one, or "world". */
  readonly parent: string;
  readonly joint: Joint;
  /** kg, >= 0. */
  readonly mass: number;
  /** Of mass, link axes, m. Default: the link's origin. */
  readonly centre?: Vec3;
  /** About the centre of mass in link axes, kg m^2: three by three, by rows. Default: none, a point. */
  readonly inertia?: readonly [Vec3, Vec3, Vec3];
}

export const COORDINATES: Readonly<Record<JointType, number>> = { fixed: 0, revolute: 1, prismatic: 1, spherical: 4, free: 7 };
export const SPEEDS: Readonly<Record<JointType, number>> = { fixed: 0, revolute: 1, prismatic: 1, spherical: 3, free: 6 };

/** A link with everything that does not change worked out. */
export interface PlacedLink {
  readonly name: string;
  /** Place of the parent, -1 for the world. */
  readonly parent: number;
  readonly type: JointType;
  readonly position: Vec3;
  readonly orientation: Quaternion;
  /** Unit. */
  readonly axis: Vec3;
  readonly mass: number;
  readonly centre: Vec3;
  /** By rows. */
  readonly inertia: readonly number[];
  /** Places of its first coordinate and speed. */
  readonly coordinate: number;
  readonly speed: number;
}

/** Checks the links and gives each its places. */
export function placeLinks(links: readonly Link[]): PlacedLink[] {
  const places = new Map<string, number>();
  let coordinate = 0;
  let speed = 0;
  return links.map((link, i) => {
    const path = `links[${i}]`;
    const { name, parent, joint, mass, centre = vec3.ZERO, inertia } = link;
    if (name === "world" || places.has(name)) throw new InvalidInputError(`${path}.name`, name, "is taken");
    const place = parent === "world" ? -1 : places.get(parent);
    if (place === undefined)
      throw new InvalidInputError(`${path}.parent`, parent, "is not the world nor a link before this one: a mechanism is a tree");
    if (!Object.hasOwn(SPEEDS, joint.type))
      throw new InvalidInputError(`${path}.joint.type`, joint.type, `is not one of ${Object.keys(SPEEDS).join(", ")}`);
    if (!(mass >= 0 && mass < Number.POSITIVE_INFINITY)) throw new InvalidInputError(`${path}.mass`, mass, "is negative or not a number");
    const axis = vec3.normalize(joint.axis ?? [0, 0, 1]);
    if (axis === undefined) throw new InvalidInputError(`${path}.joint.axis`, joint.axis, "has no direction");
    const orientation = quaternion.normalize(joint.orientation ?? quaternion.IDENTITY);
    if (orientation === undefined) throw new InvalidInputError(`${path}.joint.orientation`, joint.orientation, "has no direction");
    const placed: PlacedLink = {
      name,
      parent: place,
      type: joint.type,
      position: joint.position ?? vec3.ZERO,
      orientation,
      axis,
      mass,
      centre,
      inertia: (inertia ?? [vec3.ZERO, vec3.ZERO, vec3.ZERO]).flat(),
      coordinate,
      speed,
    };
    places.set(name, i);
    coordinate += COORDINATES[joint.type];
    speed += SPEEDS[joint.type];
    return placed;
  });
}
