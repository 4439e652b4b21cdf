/** Arbitrary numbers, vectors and attitudes that the tests of this folder share. */
import fc from "fast-check";
import * as quaternion from "../math/quaternion.js";

export const coordinate = fc.integer({ min: -3000, max: 3000 }).map((thousandths) => thousandths / 1000);
export const vector = fc.tuple(coordinate, coordinate, coordinate);
export const rotation: fc.Arbitrary<quaternion.Quaternion> = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => quaternion.norm(q) > 0.1)
  .map((q) => quaternion.normalize(q)!);
