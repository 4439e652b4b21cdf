import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { between } from "../testing/between.js";
import type { MutableVec3 } from "./vec3.js";
import * as vec3 from "./vec3.js";

const coordinate = between(-1e3, 1e3);
const vector = fc.tuple(coordinate, coordinate, coordinate);

describe("vec3", () => {
  it("adds, subtracts and scales", () => {
    expect(vec3.add([1, 2, 3], [10, 20, 30])).toEqual([11, 22, 33]);
    expect(vec3.subtract([1, 2, 3], [10, 20, 30])).toEqual([-9, -18, -27]);
    expect(vec3.scale([1, 2, 3], -2)).toEqual([-2, -4, -6]);
    expect(vec3.addScaled([1, 2, 3], [1, 0, -1], 10)).toEqual([11, 2, -7]);
    expect(vec3.dot([1, 2, 3], [4, 5, 6])).toBe(32);
  });

  it("crosses x into y to z", () => {
    expect(vec3.cross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
    expect(vec3.cross([1, 2, 3], [4, 5, 6])).toEqual([-3, 6, -3]);
  });

  it("writes into out, which may be an operand", () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        for (const operation of [vec3.add, vec3.subtract, vec3.cross]) {
          const fresh = operation(a, b);
          const first: MutableVec3 = [...a];
          const second: MutableVec3 = [...b];
          expect(operation(first, b, first)).toBe(first);
          operation(a, second, second);
          expect(first).toEqual(fresh);
          expect(second).toEqual(fresh);
        }
      }),
    );
  });

  it("obeys Lagrange's identity |a x b|^2 = |a|^2 |b|^2 - (a . b)^2", () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const product = vec3.dot(a, a) * vec3.dot(b, b);
        const crossed = vec3.cross(a, b);
        expect(Math.abs(vec3.dot(crossed, crossed) - (product - vec3.dot(a, b) ** 2))).toBeLessThanOrEqual(1e-14 * product + 1e-300);
      }),
    );
  });

  it.each([1, 1e-300, 1e-165, 1e160, 1e300])("measures 3-4-12 vectors of size %s", (size) => {
    expect(vec3.norm([3 * size, 4 * size, 12 * size]) / (13 * size)).toBeCloseTo(1, 14);
    expect(vec3.normalize([3 * size, -4 * size, 12 * size])!.map((value) => value * 13)).toEqual([
      expect.closeTo(3, 13),
      expect.closeTo(-4, 13),
      expect.closeTo(12, 13),
    ]);
  });

  it("has a norm but no direction at zero and infinity", () => {
    expect(vec3.norm([0, 0, 0])).toBe(0);
    expect(vec3.norm([1, -Infinity, 0])).toBe(Infinity);
    expect(vec3.norm([1, NaN, 0])).toBeNaN();
    expect(vec3.normalize([0, 0, 0])).toBeUndefined();
    expect(vec3.normalize([Infinity, 0, 0])).toBeUndefined();
    expect(vec3.normalize([NaN, 0, 1])).toBeUndefined();
  });
});
