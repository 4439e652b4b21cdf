/**
 * A core at its place. Two cores of a pair are placed relative to the first, so that a pair far from the world's origin loses no digits.
 */
import type { MutableMat3 } from "../math/mat3.js";
import * as mat3 from "../math/mat3.js";
import type { MutableVec3, Vec3 } from "../math/vec3.js";
import type { Core } from "./core.js";

export interface Placed {
  readonly core: Core;
  /** Columns are the body's axes in world axes. */
  readonly rotation: MutableMat3;
  /** Of the shape's origin, from the origin of the pair's first shape. */
  readonly position: MutableVec3;
  /** For work. */
  readonly local: MutableVec3;
}

export function createPlaced(core: Core): Placed {
  return { core, rotation: [...mat3.IDENTITY], position: [0, 0, 0], local: [0, 0, 0] };
}

/** The farthest point of the placed core along a direction, world axes; returns the number of its corner. */
export function supportAt({ core, rotation, position, local }: Placed, direction: Vec3, hint: number, out: MutableVec3): number {
  mat3.transformTransposed(rotation, direction, local);
  const corner = core.support(local, hint, out);
  mat3.transformVector(rotation, out, out);
  out[0] += position[0];
  out[1] += position[1];
  out[2] += position[2];
  return corner;
}

/** A point given from the pair's origin, in body axes. */
export function toBody({ rotation, position }: Placed, point: Vec3, out: MutableVec3): MutableVec3 {
  out[0] = point[0] - position[0];
  out[1] = point[1] - position[1];
  out[2] = point[2] - position[2];
  return mat3.transformTransposed(rotation, out, out);
}
