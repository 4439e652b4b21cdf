/**
 * What can be asked for distances and contacts: the convex shapes of mechanics/shapes, ellipsoids and planes, each at its place.
 *
 * A shape is a core and a ball that rolls all around it (Minkowski sum). `rounding` is the radius of that ball; a sphere is a point with a
 * ball, a capsule and a rod a straight piece with one.
 */
import type { Quaternion } from "../math/quaternion.js";
import type { Vec3 } from "../math/vec3.js";
import type { Box, Capsule, Cone, Cylinder, Ellipsoid, Mesh, Rod, Rounded, Sphere, Tetrahedron } from "../mechanics/shapes/index.js";

/** Everything below z = 0 of its own axes. */
export interface PlaneShape {
  readonly type: "plane";
}

/** A shape without dents; of a mesh its hull. */
export type ConvexShape =
  | Sphere
  | Box
  | Capsule
  | Rod
  | Cylinder
  | Cone
  | Ellipsoid
  | Tetrahedron
  | Pick<Mesh, "type" | "vertices" | "rounding">;

/** What distances are measured between. */
export type GeometricShape = ConvexShape | (PlaneShape & Rounded);

/** A shape at its place. */
export interface PlacedShape {
  /** In its own axes. */
  readonly shape: GeometricShape;
  /** Of the shape's origin, m, world axes. Default: the world's origin. */
  readonly position?: Vec3;
  /** Unit quaternion, shape to world. Default: shape axes are world axes. */
  readonly orientation?: Quaternion;
}
