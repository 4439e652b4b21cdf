import { expect, it } from "vitest";
import { accumulations } from "./accumulation.js";
import type { RecordedEvent } from "./record.js";

function impacts(times: readonly number[]): RecordedEvent[] {
  return times.map((time) => ({
    kind: "impact",
    time,
    law: "frictional",
    last: false,
    contacts: [
      {
        contact: "a/b: ball",
        between: ["a", "b"],
        point: [0, 0, 0],
        normal: [0, 0, 1],
        velocityBefore: [0, 0, -1],
        velocityAfter: [0, 0, 1],
        impulse: [0, 0, 1],
        worldImpulse: [0, 0, 1],
        slip: "frictionless",
      },
    ],
    energy: { before: 1, after: 1, restitutionLoss: 0, frictionLoss: 0, residual: 0 },
  }));
}

/** Times from 0 by intervals. */
function after(intervals: readonly number[]): number[] {
  const times = [0];
  for (const interval of intervals) times.push(times[times.length - 1] + interval);
  return times;
}

it("sums a geometric sequence to its end", () => {
  const [found, ...more] = accumulations(impacts(after([1, 0.5, 0.25, 0.125])), Number.POSITIVE_INFINITY);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ between: ["a", "b"], period: 1, lastImpact: 1.875 });
  expect(found.time).toBeCloseTo(2, 12);
});

it("finds a pattern of two impacts", () => {
  const intervals = [1, 0.3, 0.5, 0.15, 0.25, 0.075];
  const [found] = accumulations(impacts(after(intervals)), Number.POSITIVE_INFINITY);
  expect(found.period).toBe(2);
  expect(found.time).toBeCloseTo(2 * 1.3, 12);
});

it("says nothing where the intervals do not shrink by one ratio, or the next impact may still come", () => {
  expect(accumulations(impacts(after([1, 0.5, 0.2, 0.15])), Number.POSITIVE_INFINITY)).toEqual([]);
  expect(accumulations(impacts(after([1, 1, 1, 1])), Number.POSITIVE_INFINITY)).toEqual([]);
  expect(accumulations(impacts(after([1, 0.5, 0.25, 0.125])), 1.9)).toEqual([]);
});

it("tells sequences apart that follow each other", () => {
  const found = accumulations(impacts(after([1, 0.5, 0.25, 0.125, 5, 1, 0.5, 0.25, 0.125])), Number.POSITIVE_INFINITY);
  expect(found.map(({ time }) => time.toFixed(9))).toEqual(["2.000000000", "8.875000000"]);
});

it("does not take what hardly slows down for a sequence that ends", () => {
  const intervals = Array.from({ length: 8 }, (_, k) => 1 - 1e-6 * k);
  expect(accumulations(impacts(after(intervals)), Number.POSITIVE_INFINITY)).toEqual([]);
});
