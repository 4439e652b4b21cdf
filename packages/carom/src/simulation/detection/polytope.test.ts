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

/** Point i of so many that spiral down a unit sphere, moved a little along it. */
function besideSphere(i: number, count: number, move: Vec3): Vec3 {
  const height = 1 - (2 * i + 1) / count;
  const around = Math.sqrt(1 - height * height);
  const point: Vec3 = [around * Math.cos(2.4 * i), around * Math.sin(2.4 * i), height];
  return vec3.normalize(vec3.addScaled(point, move, 0.05)) ?? point;
}
