/**
 * Solid shapes, as plain data. Lengths in m, in the shape's own axes; an axis of revolution is z.
 *
 * Every shape but the cone, the tetrahedron, the mesh and the compound is centred on its origin. All but the compound may be rounded: the
 * solid is then everything within the radius of that from the shape (its Minkowski sum with a ball), and so it weighs.
 */
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";

/** A radius added all around. */
export interface Rounded {
  /**
   * Of the ball that is added all around, m, >= 0: sizes are those of the shape without it. Default: 0, edges as sharp as drawn.
   */
  readonly rounding?: number;
}

/** A ball, about its middle. */
export interface Sphere extends Rounded {
  readonly type: "sphere";
  /** m. */
  readonly radius: number;
}

/** A box, about its middle. */
export interface Box extends Rounded {
  readonly type: "box";
  /** Edge lengths along x, y, z. */
  readonly size: Vec3;
}

/** A cylinder along z, about its middle. */
export interface Cylinder extends Rounded {
  readonly type: "cylinder";
  /** m. */
  readonly radius: number;
  /** Along z. */
  readonly height: number;
}

/** The centre of the base is the origin, the tip is at z = height. */
export interface Cone extends Rounded {
  readonly type: "cone";
  /** Of the base, m. */
  readonly radius: number;
  /** m. */
  readonly height: number;
}

/** A cylinder along z with a half ball on either end. */
export interface Capsule extends Rounded {
  readonly type: "capsule";
  /** m. */
  readonly radius: number;
  /** Of the cylinder: the distance between the centres of the two half balls. */
  readonly length: number;
}

/**
 * The thin rod of the textbooks, along z: across it the moment is mass * length^2 / 12, nothing added for its thickness. About its own axis
 * it is mass * radius^2 / 2: a body in space needs one. At most a tenth as thick as long, radius <= length / 20 (the moment across is then
 * within 0.8 % of that of a solid cylinder); anything thicker is a cylinder.
 */
export interface Rod extends Rounded {
  readonly type: "rod";
  /** m. */
  readonly length: number;
  /** m. */
  readonly radius: number;
}

/** An ellipsoid, about its middle. */
export interface Ellipsoid extends Rounded {
  readonly type: "ellipsoid";
  /** Half axes along x, y, z, m. */
  readonly halfAxes: Vec3;
}

/** A tetrahedron by its corners. */
export interface Tetrahedron extends Rounded {
  readonly type: "tetrahedron";
  /** Four corners in any order. */
  readonly vertices: readonly [Vec3, Vec3, Vec3, Vec3];
}

/**
 * The solid inside a closed surface of triangles. Each triangle lists its corners (places in `vertices`) counter-clockwise as seen from
 * outside; every edge belongs to exactly two triangles, which run along it in opposite directions. The surface may have several pieces; one
 * that is wound the other way around inside another is a cavity. That pieces do not cut each other is not checked. Only a mesh without
 * dents may be rounded.
 */
export interface Mesh extends Rounded {
  readonly type: "mesh";
  /** Corners, m. */
  readonly vertices: readonly Vec3[];
  /** Three corners each, by number, counterclockwise from outside. */
  readonly triangles: readonly Vec3[];
  /** What the surface stands for, where that weighs other than what is inside: a hull for a mesh with dents. Default: what is inside. */
  readonly solid?: MeshSolid;
}

/** How the mass of what a mesh stands for lies. */
export interface MeshSolid {
  /** m^3. */
  readonly volume: number;
  /** Of mass, m. */
  readonly centre: Vec3;
  /** About the centre, of 1 kg for each m^3, rows. */
  readonly inertia: readonly [Vec3, Vec3, Vec3];
  /** How far it reaches outside of the surface at most, m. */
  readonly outside: number;
  /** How far the surface reaches outside of it at most, m, where somebody has measured it. */
  readonly beyond?: number;
  /** Of what touches, m^3, where somebody has measured it. */
  readonly touching?: number;
}

/** Parts rigidly joined. Where parts overlap both count; a hollow part takes material away. */
export interface Compound {
  readonly type: "compound";
  /** What it is made of. */
  readonly parts: readonly Part[];
  /** What the parts stand for, where that weighs other than they do: a mesh with dents that touches by its parts. Default: the parts. */
  readonly solid?: MeshSolid;
}

/** A shape at its place in a compound. */
export interface Part {
  /** Any shape. */
  readonly shape: Shape;
  /** Of the part's origin in the compound's axes, m. Default: the compound's origin. */
  readonly position?: Vec3;
  /** Unit quaternion, part to compound. Default: the compound's axes. */
  readonly orientation?: Quaternion;
  /** kg/m^3, > 0. Default: the density the compound is given. */
  readonly density?: number;
  /** kg, > 0, instead of a density. */
  readonly mass?: number;
  /** True: this much mass and volume is missing here, as inside a shell. Default: false. */
  readonly hollow?: boolean;
}

/** What a body looks like; SI units, its own axes. */
export type Shape = Sphere | Box | Cylinder | Cone | Capsule | Rod | Ellipsoid | Tetrahedron | Mesh | Compound;
