import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as mat3 from "../math/mat3.js";
import type { Vec3 } from "../math/vec3.js";
import * as vec3 from "../math/vec3.js";
import { contactFrame, fromFrame, toFrame } from "./contact-frame.js";

const coordinate = fc.integer({ min: -1000, max: 1000 });
const direction = fc.tuple(coordinate, coordinate, coordinate).filter((v) => v.some((value) => value !== 0));

function matrixOf({ tangent1, tangent2, normal }: ReturnType<typeof contactFrame>) {
  return mat3.fromColumns(tangent1, tangent2, normal);
}

describe("contact frame", () => {
  it("is orthonormal and right-handed with the normal along what was given, with or without a hint", () => {
    fc.assert(
      fc.property(direction, fc.option(direction, { nil: undefined }), (normal, hint) => {
        const angle = hint === undefined ? 1 : vec3.norm(vec3.cross(normal, hint)) / (vec3.norm(normal) * vec3.norm(hint));
        fc.pre(angle > 1e-5);
        const frame = contactFrame(normal, hint);
        const axes = matrixOf(frame);
        mat3.multiply(mat3.transpose(axes), axes).forEach((value, i) => {
          expect(Math.abs(value - mat3.IDENTITY[i])).toBeLessThan(1e-15 * 4);
        });
        expect(mat3.determinant(axes)).toBeCloseTo(1, 14);
        expect(vec3.dot(frame.normal, normal)).toBeCloseTo(vec3.norm(normal), 10);
        if (hint !== undefined) {
          expect(vec3.dot(frame.tangent1, hint)).toBeGreaterThan(0);
          expect(Math.abs(vec3.dot(frame.tangent2, hint))).toBeLessThan(1e-12 * vec3.norm(hint));
        }
      }),
    );
  });

  it.each<[Vec3, Vec3, Vec3]>([
    [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [0, 0, -2],
      [1, 0, 0],
      [0, -1, 0],
    ],
    [
      [0, 3, 0],
      [1, 0, 0],
      [0, 0, -1],
    ],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    [
      [-1, 0, 0],
      [0, 1, 0],
      [0, 0, -1],
    ],
  ])("of the normal %j has tangents along axes", (normal, tangent1, tangent2) => {
    const frame = contactFrame(normal);
    expect(vec3.norm(vec3.subtract(frame.tangent1, tangent1))).toBe(0);
    expect(vec3.norm(vec3.subtract(frame.tangent2, tangent2))).toBe(0);
  });

  it("turns no more than a few times as far as the normal does", () => {
    fc.assert(
      fc.property(direction, direction, (towards, away) => {
        const normal = vec3.normalize(towards)!;
        const nudged = vec3.normalize(vec3.addScaled(normal, vec3.normalize(away)!, 1e-6))!;
        fc.pre(Math.abs(normal[0]) < 0.9 === Math.abs(nudged[0]) < 0.9);
        const [before, after] = [matrixOf(contactFrame(normal)), matrixOf(contactFrame(nudged))];
        expect(Math.max(...before.map((value, i) => Math.abs(value - after[i])))).toBeLessThan(4e-6);
      }),
    );
  });

  it("takes components there and back", () => {
    fc.assert(
      fc.property(direction, direction, (normal, vector) => {
        const frame = contactFrame(normal);
        expect(vec3.norm(vec3.subtract(fromFrame(frame, toFrame(frame, vector)), vector))).toBeLessThan(1e-12 * vec3.norm(vector));
        expect(vec3.norm(vec3.subtract(fromFrame(frame, [0, 0, 2]), vec3.scale(frame.normal, 2)))).toBe(0);
      }),
    );
  });

  it("does not mind how long the normal is", () => {
    expect(contactFrame([1e-200, 2e-200, -3e-200]).tangent2[2]).toBeCloseTo(contactFrame([1e200, 2e200, -3e200]).tangent2[2], 15);
  });

  it("needs directions", () => {
    expect(() => contactFrame([0, 0, 0], undefined, "contacts[0]")).toThrow("contacts[0].normal: [0, 0, 0] has no direction");
    expect(() => contactFrame([0, Number.NaN, 0])).toThrow("normal[1]: NaN is not a finite number");
    expect(() => contactFrame([0, 0, 1], [0, 0, 0])).toThrow("tangent: [0, 0, 0] has no direction");
    expect(() => contactFrame([0, 0, 1], [0, 0, -3], "contacts[2]")).toThrow("contacts[2].tangent: [0, 0, -3] is along the normal");
  });
});
