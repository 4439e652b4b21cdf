import { expect, it } from "vitest";
import { besideCarom, pairedDifference } from "./reality-pairs.mjs";

const waves = (shift) => Array.from({ length: 200 }, (_, i) => 0.2 + 0.15 * Math.sin(3 * i) + shift);

it("a shift of every toss is told to the last digit, whatever the tosses scatter", () => {
  const { mean, interval } = pairedDifference(waves(0), waves(0.01));
  for (const value of [mean, ...interval]) expect(value).toBeCloseTo(0.01, 12);
});

it("differences that scatter about nothing have an interval about nothing, of the width of their standard error", () => {
  const other = waves(0).map((value, i) => value + Math.sin(17 * i) * Math.SQRT2 * 0.1);
  const { interval } = pairedDifference(waves(0), other);
  expect(interval[0]).toBeLessThan(0);
  expect(interval[1]).toBeGreaterThan(0);
  expect(interval[1] - interval[0]).toBeGreaterThan(0.015);
  expect(interval[1] - interval[0]).toBeLessThan(0.05);
});

it("rows are compared with that of Carom, and only those that keep the errors of tosses", () => {
  const row = (name, shift) => ({ name, fitted: { mean: 0.2 + shift }, each: { fitted: waves(shift) }, alone: {}, points: 3 });
  const lines = besideCarom([row("Jolt 1", 0.05), row("Carom, energetic", 0), { name: "Rapier 0", fitted: { mean: 0.1 } }]);
  expect(lines.map(({ name }) => name)).toEqual(["Carom, energetic", "Jolt 1"]);
  expect(lines[0].difference).toBe(undefined);
  expect(lines[1].difference.mean).toBeCloseTo(0.05, 12);
  expect(lines[1].flipped).toBeGreaterThan(lines[0].flipped);
});
