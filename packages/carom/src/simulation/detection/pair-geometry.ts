/**
 * Two surfaces that may meet, as geometry alone: a fixed list of features, their gaps, and what a touching place looks like.
 *
 * `convex-pair.ts` makes such a pair for any two convex shapes. The others are quicker ways for the most frequent ones: primitives over a
 * plane, balls against balls and against solids, convex solids with sharp edges against each other.
 */
import type { Quaternion } from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import type { PlaneApart } from "../system/mechanical-system.js";
import type { CarrierChange } from "./touch-changes.js";
import type { Carrier, TouchGeometry } from "./touch-geometry.js";

export interface PairGeometry {
  /** How many features there are. */
  readonly count: number;
  /** The name of a feature, unique within the pair; made when it is asked for, because large solids have thousands that never touch. */
  nameOf(feature: number): string;
  /** Gap of a feature at given poses, m; Infinity where it has no meaning. Only positions and orientations of the carriers are used. */
  gap(feature: number, first: Carrier, second: Carrier): number;
  /** The touching place of a feature with its rates. */
  evaluate(feature: number, first: Carrier, second: Carrier, out: TouchGeometry): void;
  /**
   * Writes how the touching place of a feature changes, per unit, as its carriers do. Returns false where that is not known in closed form,
   * and then writes nothing. Absent: of none.
   */
  readonly along?: (
    feature: number,
    carriers: readonly [Carrier, Carrier],
    changes: readonly [CarrierChange, CarrierChange],
    out: TouchGeometry,
  ) => boolean;
  /**
   * A continuous function of the poses that is positive exactly where the two are apart, and not above their distance, m. Only where single
   * gaps are not enough, because they have a meaning only now and then.
   */
  readonly separation?: (first: Carrier, second: Carrier) => number;
  /**
   * Of features that have a meaning only now and then: positive as long as a contact that is closed there may go on. Undefined for others.
   */
  readonly validity?: (feature: number, first: Carrier, second: Carrier) => number | undefined;
  /** Not above the gap of any feature, m; quick. */
  clearance(first: Carrier, second: Carrier): number;
  /** Whether the two are certainly farther apart than a distance, m: a closer look than `clearance`, and quicker than `separation`. */
  readonly isFarther?: (distance: number, first: Carrier, second: Carrier) => boolean;
  /** Which plane fixed in one of the two keeps the other farthest away, and how far. */
  readonly keptApart?: (first: Carrier, second: Carrier, out: PlaneApart) => void;
  /**
   * Adds to `out`, ascending, the features whose gaps are at most `margin`; none need be named where the two are farther apart than that.
   * Only where that is quicker than to ask every gap. `tilt`: features that would touch if the two were turned by an angle of this sine
   * count too, beside or in the place of those that touch first. Default 0.
   */
  readonly within?: (margin: number, first: Carrier, second: Carrier, out: number[], tilt?: number) => void;
}

/** Features that have their names from the beginning. */
export function named(names: readonly string[]): Pick<PairGeometry, "count" | "nameOf"> {
  return { count: names.length, nameOf: (feature) => names[feature] };
}

/** Adds to `out`, ascending, the features whose gaps are at most `margin`, m. `tilt`: see PairGeometry. */
export function featuresWithin(
  geometry: PairGeometry,
  margin: number,
  first: Carrier,
  second: Carrier,
  out: number[],
  tilt?: number,
): void {
  if (geometry.within !== undefined) geometry.within(margin, first, second, out, tilt);
  else for (let feature = 0; feature < geometry.count; feature++) if (geometry.gap(feature, first, second) <= margin) out.push(feature);
}

/** A ball fixed in a body. */
export interface Ball {
  readonly kind: "ball";
  readonly name: string;
  /** Body axes from the centre of mass, m. */
  readonly centre: Vec3;
  readonly radius: number;
  /** Name of the rounded rim that this ball, with others around it, stands for where the face lies flat. */
  readonly ring?: string;
}

/** An ellipsoid fixed in a body. */
export interface EllipsoidPrimitive {
  readonly kind: "ellipsoid";
  readonly name: string;
  /** Body axes from the centre of mass, m. */
  readonly centre: Vec3;
  /** Its axes to body axes. */
  readonly orientation: Quaternion;
  readonly halfAxes: Vec3;
  /** m. */
  readonly rounding: number;
}

/** A corner or another point of a body. */
export interface Point {
  readonly kind: "point";
  readonly name: string;
  /** Body axes from the centre of mass, m. */
  readonly point: Vec3;
  /** Name of the rim that this point, with others around it, stands for where the face lies flat. */
  readonly ring?: string;
}

/** The edge of a round face. */
export interface Rim {
  readonly kind: "rim";
  readonly name: string;
  /** Body axes from the centre of mass, m. */
  readonly centre: Vec3;
  /** Unit, body axes. */
  readonly axis: Vec3;
  readonly radius: number;
  /** m. Default: 0, sharp. */
  readonly rounding?: number;
}

export type Primitive = Ball | Point | Rim | EllipsoidPrimitive;

/** Largest distance of a primitive from the centre of mass, m. */
export function reachOf(primitive: Primitive): number {
  const place = primitive.kind === "point" ? primitive.point : primitive.centre;
  const distance = Math.sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2]);
  switch (primitive.kind) {
    case "point":
      return distance;
    case "ball":
      return distance + primitive.radius;
    case "rim":
      return distance + primitive.radius + (primitive.rounding ?? 0);
    case "ellipsoid":
      return distance + Math.max(...primitive.halfAxes) + primitive.rounding;
  }
}
