/**
 * Random shapes at random places, for tests.
 */

import type { Quaternion } from "../math/quaternion.js";
import * as quaternion from "../math/quaternion.js";
import { createRandom } from "../math/random.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import type { ConvexShape } from "./shapes.js";

export const KINDS = ["sphere", "rod", "capsule", "box", "cylinder", "cone", "ellipsoid", "tetrahedron", "mesh"] as const;

export interface Draw {
  readonly between: (low: number, high: number) => number;
  readonly unit: () => Vec3;
  readonly orientation: () => Quaternion;
  readonly shape: (kind: (typeof KINDS)[number], rounded: boolean) => ConvexShape;
}

export function createDraw(seed: number): Draw {
  const random = createRandom(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const point = (): Vec3 => [between(-1, 1), between(-1, 1), between(-1, 1)];
  const unit = (): Vec3 => {
    for (;;) {
      const v = point();
      if (vec3.norm(v) <= 1 && vec3.norm(v) > 0.1) return vec3.normalize(v)!;
    }
  };
  const orientation = (): Quaternion => quaternion.fromAxisAngle(unit(), between(-Math.PI, Math.PI))!;
  const size = () => between(0.2, 1.5);
  const shape = (kind: (typeof KINDS)[number], rounded: boolean): ConvexShape => {
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
