import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as quaternion from "../../math/quaternion.js";
import type { Vec3 } from "../../math/vec3.js";
import * as vec3 from "../../math/vec3.js";
import { polytope } from "./polytope.js";

const component = fc.double({ min: -1, max: 1, noNaN: true });
const turn = fc.tuple(component, component, component, component).map((q) => quaternion.normalize(q) ?? quaternion.IDENTITY);

/** Points of a box divided into `parts` along each edge, the inner ones too. */
function grid(parts: number): Vec3[] {
  const steps = Array.from({ length: parts + 1 }, (_, i) => i / parts - 0.5);
  return steps.flatMap((x) => steps.flatMap((y) => steps.map((z): Vec3 => [x, 2 * y, 3 * z])));
}

describe("faces", () => {
  it("of a turned box are six, however many points its faces, edges and inside have", () => {
    fc.assert(
      fc.property(turn, fc.integer({ min: 1, max: 3 }), (orientation, parts) => {
        const { faces, edges } = polytope(grid(parts).map((point) => quaternion.rotate(orientation, point)));
        expect(faces).toHaveLength(6);
        expect(edges).toHaveLength(12);
        const sizes = faces.map(({ offset }) => offset).sort((a, b) => a - b);
        [0.5, 0.5, 1, 1, 1.5, 1.5].forEach((size, i) => {
          expect(sizes[i]).toBeCloseTo(size, 12);
        });
      }),
    );
  });

  it("have all corners behind them and meet in edges as Euler says", () => {
    const moves = fc.array(fc.tuple(component, component, component), { minLength: 6, maxLength: 24 });
    fc.assert(
      fc.property(moves, turn, (given, orientation) => {
        const corners = given.map((move, i) => quaternion.rotate(orientation, besideSphere(i, given.length, move)));
        const { faces, edges } = polytope(corners);
        for (const { normal, offset } of faces) for (const corner of corners) expect(vec3.dot(normal, corner) - offset).toBeLessThan(1e-8);
        expect(corners.length - edges.length + faces.length).toBe(2);
      }),
    );
  });
});

describe("corners that lie only nearly in planes", () => {
  /** Of a prism that is turned. */
  const prism = (sides: number, orientation: quaternion.Quaternion): Vec3[] =>
    [-1, 1].flatMap((z) =>
      Array.from({ length: sides }, (_, i) => {
        const angle = (2 * Math.PI * i) / sides;
        return quaternion.rotate(orientation, [Math.cos(angle), Math.sin(angle), z]);
      }),
    );

  it.each([1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4])("off by %d: faces close, with all corners behind them", (off) => {
    const moves = fc.array(fc.tuple(component, component, component), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(turn, fc.integer({ min: 3, max: 8 }), moves, (orientation, sides, move) => {
        const corners = prism(sides, orientation).map((corner, i) => vec3.addScaled(corner, move[i], off));
        const { faces, edges } = polytope(corners);
        expect(new Set(edges.flatMap(({ ends }) => ends)).size - edges.length + faces.length).toBe(2);
        for (const { normal, offset } of faces) for (const corner of corners) expect(vec3.dot(normal, corner) - offset).toBeLessThan(1e-8);
        faces.forEach((_, face) => {
          const around = edges.filter((edge) => edge.faces.includes(face)).flatMap(({ ends }) => ends);
          expect(around.length).toBeGreaterThanOrEqual(6);
          for (const corner of around) expect(around.filter((other) => other === corner)).toHaveLength(2);
        });
      }),
      { numRuns: 40 },
    );
  });

  it("rounded to eight digits are solids, with many sides too", () => {
    fc.assert(
      fc.property(turn, fc.constantFrom(12, 24, 32), (orientation, sides) => {
        const corners = prism(sides, orientation).map((corner) => corner.map((value) => Math.round(value * 1e8) / 1e8) as unknown as Vec3);
        const { faces } = polytope(corners);
        for (const { normal, offset } of faces) for (const corner of corners) expect(vec3.dot(normal, corner) - offset).toBeLessThan(1e-8);
      }),
      { numRuns: 40 },
    );
  });

  it("rounded to seven digits leave a turned box its twelve edges", () => {
    fc.assert(
      fc.property(turn, (orientation) => {
        const corners = grid(1).map((point) => quaternion.rotate(orientation, point).map(Math.fround) as unknown as Vec3);
        const { edges } = polytope(corners);
        // Corners 0 to 7 are numbered by bits: an edge changes one of them.
        for (let corner = 0; corner < 8; corner += 1)
          for (const bit of [1, 2, 4]) expect(edges.some(({ ends }) => ends.includes(corner) && ends.includes(corner ^ bit))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

/** Point i of so many that spiral down a unit sphere, moved a little along it. */
function besideSphere(i: number, count: number, move: Vec3): Vec3 {
  const height = 1 - (2 * i + 1) / count;
  const around = Math.sqrt(1 - height * height);
  const point: Vec3 = [around * Math.cos(2.4 * i), around * Math.sin(2.4 * i), height];
  return vec3.normalize(vec3.addScaled(point, move, 0.05)) ?? point;
}
