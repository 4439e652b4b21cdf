import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeLabels } from "../src/player/impulse-labels.js";

const [LEFT, RIGHT] = [100, 900];
const texts = (...stems: number[]) => new Map(stems.map((stem) => [stem, "0.00756"]));
const sides = (stems: readonly { x: number; y: number }[]) =>
  placeLabels(stems, texts(...stems.keys()), LEFT, RIGHT).map(({ stem, anchor }) => [stem, anchor]);

describe("numbers beside the stems of impacts", () => {
  it("stand to the right, to the left where there is no room, the newest first, and else not at all", () => {
    expect(sides([{ x: 300, y: 50 }])).toEqual([[0, "start"]]);
    expect(sides([{ x: 890, y: 50 }])).toEqual([[0, "end"]]);
    // Of two close hits as hard as each other the newer has its number at the right, the older at the left.
    expect(
      sides([
        { x: 300, y: 50 },
        { x: 320, y: 50 },
      ]),
    ).toEqual([
      [1, "start"],
      [0, "end"],
    ]);
    // Ever harder hits at the end, as dominoes have them: over the last is room, and so over one more.
    expect(sides([840, 860, 880, 895].map((x, i) => ({ x, y: 60 - 8 * i }))).map(([stem]) => stem)).toEqual([3, 1, 0]);
    // Ever softer ones leave room above those that follow.
    expect(sides([300, 320, 340].map((x, i) => ({ x, y: 40 + 20 * i }))).map(([stem]) => stem)).toEqual([2, 1, 0]);
  });

  it("never cover each other or a stem, and stay in the row", () => {
    const stem = fc.record({ x: fc.integer({ min: LEFT, max: RIGHT }), y: fc.integer({ min: 10, max: 90 }) });
    fc.assert(
      fc.property(fc.array(stem, { minLength: 1, maxLength: 30 }), (stems) => {
        const boxes = placeLabels(stems, texts(...stems.keys()), LEFT, RIGHT).map(({ stem: own, x, y, anchor }) => {
          // Seven characters, each at least 6 px wide.
          const width = 42;
          return { own, from: anchor === "start" ? x : x - width, to: anchor === "start" ? x + width : x, y };
        });
        for (const { own, from, to, y } of boxes) {
          expect(from).toBeGreaterThanOrEqual(LEFT);
          expect(to).toBeLessThanOrEqual(RIGHT + 3);
          for (const [k, other] of stems.entries())
            if (k !== own && other.x >= from && other.x <= to) expect(other.y).toBeGreaterThan(y + 5);
          for (const other of boxes)
            if (other.own !== own && other.from < to && from < other.to) expect(Math.abs(other.y - y)).toBeGreaterThanOrEqual(12);
        }
        // The newest that has room on either side has its number.
        const newest = stems.reduce((last, each, k) => (each.x >= stems[last]!.x ? k : last), 0);
        const alone = stems.filter(({ x }) => Math.abs(x - stems[newest]!.x) < 75).length === 1;
        if (alone) expect(boxes.some(({ own }) => own === newest)).toBe(true);
      }),
    );
  });
});
