import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, createPlacer, dodge, shortened, shortenedWithin } from "./labels.js";

const overlaps = (a: Box, b: Box) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe("placing labels", () => {
  it("keeps a few labels inside the frame and off each other, wherever their anchors are", () => {
    const frame: Box = { x: 0, y: 0, width: 600, height: 500 };
    const anchor = fc.tuple(fc.double({ min: 0, max: 600, noNaN: true }), fc.double({ min: 0, max: 500, noNaN: true }));
    fc.assert(
      fc.property(fc.array(anchor, { minLength: 1, maxLength: 4 }), (anchors) => {
        const placer = createPlacer(frame);
        const boxes = anchors.map((at) => placer.place(at, 110, 20).box);
        for (const box of boxes) {
          expect(box.x).toBeGreaterThanOrEqual(0);
          expect(box.y).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width).toBeLessThanOrEqual(600);
          expect(box.y + box.height).toBeLessThanOrEqual(500);
        }
        boxes.forEach((a, i) => {
          for (const b of boxes.slice(i + 1)) expect(overlaps(a, b)).toBe(false);
        });
      }),
    );
  });

  it("goes to the free side of a line", () => {
    const placer = createPlacer({ x: 0, y: 0, width: 400, height: 400 });
    placer.avoid(Array.from({ length: 200 }, (_, i) => [200 + i, 200] as const));
    const { box } = placer.place([200, 200], 80, 20);
    expect(overlaps(box, { x: 203, y: 199, width: 197, height: 2 })).toBe(false);
  });
});

it("moves heights apart, keeps their order and their bounds", () => {
  expect(dodge([10, 50], 16, 0, 100)).toEqual([10, 50]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 6 }), (heights) => {
      const moved = dodge(heights, 16, 0, 200);
      const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b] || a - b);
      order.slice(1).forEach((k, i) => {
        expect(moved[k] - moved[order[i]]).toBeGreaterThanOrEqual(16 - 1e-3);
      });
      for (const value of moved) expect(value >= -1e-9 && value <= 200 + 1e-9).toBe(true);
    }),
  );
});

it("ends a name that is too long with an ellipsis", () => {
  expect(shortened("a very long name", 6)).toBe("a ver…");
  expect(shortened("short", 6)).toBe("short");
  expect(["a/floor: a sticks, 3 times", "a/floor: a sticks, 24 times", "short"].map((name) => shortenedWithin(name, 19))).toEqual([
    "a/floor: …, 3 times",
    "a/floor: … 24 times",
    "short",
  ]);
});
