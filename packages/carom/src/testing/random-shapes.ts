/**
 * Random convex shapes and poses, about a metre in size.
 */

import type { ConvexShape } from "../geometry/shapes.js";
import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";

/** The kinds of shapes that are drawn. */
export const SHAPE_KINDS = ["sphere", "rod", "capsule", "box", "cylinder", "cone", "ellipsoid", "tetrahedron", "mesh"] as const;

/** One of the kinds. */
export type ShapeKind = (typeof SHAPE_KINDS)[number];

/** What can be drawn, one after the other, from a seed. */
export interface ShapeDraw {
  /** A number. */
  readonly between: (low: number, high: number) => number;
  /** A unit vector. */
  readonly unit: () => Vec3;
  /** A unit quaternion. */
  readonly orientation: () => Quaternion;
  /** A shape of a kind, with a rounding or without. */
  readonly shape: (kind: ShapeKind, rounded: boolean) => ConvexShape;
}

/** The same seed draws the same shapes. */
export function createShapeDraw(seed: number): ShapeDraw {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const point = (): Vec3 => [between(-1, 1), between(-1, 1), between(-1, 1)];
  const unit = (): Vec3 => {
    for (;;) {
      const v = point();
      if (vec3.norm(v) <= 1 && vec3.norm(v) > 0.1) return vec3.scale(v, 1 / vec3.norm(v));
    }
  };
  const orientation = (): Quaternion => quaternion.fromAxisAngle(unit(), between(-Math.PI, Math.PI)) ?? quaternion.IDENTITY;
  const size = () => between(0.2, 1.5);
  const shape = (kind: ShapeKind, rounded: boolean): ConvexShape => {
    const rounding = rounded ? between(0.01, 0.3) : 0;
    switch (kind) {
      case "sphere":
        return { type: kind, radius: size(), rounding };
      case "rod":
        return { type: kind, length: 2 * size(), radius: rounding / 10 };
      case "capsule":
        return { type: kind, length: size(), radius: size() / 3, rounding };
      case "box":
        return { type: kind, size: [size(), size(), size()], rounding };
      case "cylinder":
      case "cone":
        return { type: kind, radius: size() / 2, height: size(), rounding };
      case "ellipsoid":
        return { type: kind, halfAxes: [size() / 2, size() / 2, size() / 2], rounding };
      case "tetrahedron":
        return { type: kind, vertices: [point(), point(), point(), point()], rounding };
      case "mesh": {
        const axes = [size(), size(), size()];
        const vertices = Array.from({ length: Math.floor(between(8, 60)) }, (): Vec3 => {
          const [x, y, z] = unit();
          return [axes[0] * x, axes[1] * y, axes[2] * z];
        });
        return { type: kind, vertices, rounding };
      }
    }
  };
  return { between, unit, orientation, shape };
}
