import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import * as mat3 from "./mat3.js";
import type { MutableQuaternion } from "./quaternion.js";
import * as quaternion from "./quaternion.js";

const coordinate = between(-10, 10);
const vector = fc.tuple(coordinate, coordinate, coordinate);
const rotation = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => Math.hypot(...q) > 1e-3)
  .map((q) => quaternion.normalize(q)!);

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-13): void {
  actual.forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThanOrEqual(tolerance);
  });
}

describe("quaternion", () => {
  it("turns x to y by a right angle about z", () => {
    const quarter = quaternion.fromAxisAngle([0, 0, 5], Math.PI / 2)!;
    expectClose(quarter, [0, 0, Math.SQRT1_2, Math.SQRT1_2], 1e-15);
    expectClose(quaternion.rotate(quarter, [1, 0, 0]), [0, 1, 0], 1e-15);
    expectClose(quaternion.toMatrix(quarter), [0, -1, 0, 1, 0, 0, 0, 0, 1], 1e-15);
  });

  it("has no rotation about nothing", () => {
    expect(quaternion.fromAxisAngle([0, 0, 0], 1)).toBeUndefined();
    expect(quaternion.normalize([0, 0, 0, 0])).toBeUndefined();
  });

  it("rotates as its matrix does, and back", () => {
    fc.assert(
      fc.property(rotation, vector, (q, v) => {
        const rotated = quaternion.rotate(q, v);
        expectClose(rotated, mat3.transformVector(quaternion.toMatrix(q), v));
        expectClose(quaternion.rotate(quaternion.conjugate(q), rotated), v);
      }),
    );
  });

  it("turns by the right factor first, also into an operand", () => {
    fc.assert(
      fc.property(rotation, rotation, vector, (q, p, v) => {
        const product = quaternion.multiply(q, p);
        expectClose(quaternion.rotate(product, v), quaternion.rotate(q, quaternion.rotate(p, v)));
        const target: MutableQuaternion = [...q];
        expect(quaternion.multiply(target, p, target)).toEqual(product);
      }),
    );
  });

  it("comes back from its matrix up to the common sign, with w >= 0", () => {
    fc.assert(
      fc.property(rotation, (q) => {
        const back = quaternion.fromMatrix(quaternion.toMatrix(q));
        expect(back[3]).toBeGreaterThanOrEqual(0);
        const same = back.reduce((sum, value, i) => sum + value * q[i], 0);
        expect(Math.abs(Math.abs(same) - 1)).toBeLessThan(1e-14);
      }),
    );
  });

  it.each([[[1, 0, 0]], [[0, 1, 0]], [[0, 0, 1]], [[1, 1, 1]], [[1, -2, 3]]] as const)(
    "comes back from a half turn about %s, where w is zero",
    (axis) => {
      const q = quaternion.fromAxisAngle(axis, Math.PI)!;
      expectClose(quaternion.toMatrix(quaternion.fromMatrix(quaternion.toMatrix(q))), quaternion.toMatrix(q), 1e-15);
    },
  );
});
