import fc from "fast-check";
import { expect, it } from "vitest";
import { simplified } from "./polyline.js";
import type { Point } from "./svg.js";

const points = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -200, max: 200 })), { minLength: 2, maxLength: 60 })
  .map((steps) => {
    let x = 0;
    return steps.map(([dx, y]): Point => {
      x += dx / 10;
      return [x, y];
    });
  });

it("a simplified line keeps its ends and stays within the tolerance of every point it leaves out", () => {
  fc.assert(
    fc.property(points, (line) => {
      const kept = simplified(line, 2);
      expect(kept[0]).toBe(line[0]);
      expect(kept[kept.length - 1]).toBe(line[line.length - 1]);
      for (const [x, y] of line) {
        const next = Math.max(
          1,
          kept.findIndex(([at]) => at >= x),
        );
        const [a, b] = [kept[next - 1], kept[next]];
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        expect(Math.abs((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / length).toBeLessThan(2.0001);
      }
    }),
  );
});

it("a straight line needs two points", () => {
  const line = Array.from({ length: 100 }, (_, i): Point => [i, 3 * i]);
  expect(simplified(line)).toEqual([line[0], line[99]]);
});
