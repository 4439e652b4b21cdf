import { expect, it } from "vitest";
import { travelOnTable } from "./ball-on-table.js";

const radius = 0.03;

it("rolls to rest over v^2 / (2 a) when it starts rolling", () => {
  const way = travelOnTable({ velocity: [0.7, 0, 0], angularVelocity: [0, 0.7 / radius, 0] }, radius);
  expect(way).toBeCloseTo(0.49 / (2 * (5 / 7) * 0.01 * 9.8), 12);
});

it("slides for 2 |s| / (7 mu g) and then rolls with 5/7 of the speed when it starts without spin", () => {
  const time = 2 / (7 * 0.2 * 9.8);
  const slides = time - 0.5 * 0.2 * 9.8 * time * time;
  const rolls = (5 / 7) ** 2 / (2 * (5 / 7) * 0.01 * 9.8);
  expect(travelOnTable({ velocity: [0, 1, 0], angularVelocity: [0, 0, 0] }, radius)).toBeCloseTo(slides + rolls, 12);
});

it("comes to rest while sliding when back spin uses up the speed (000 Table 3.3, friction 1)", () => {
  expect(travelOnTable({ velocity: [1.04706, 0, 0], angularVelocity: [0, -87.2549, 0] }, radius)).toBeCloseTo(0.279677, 5);
});

it("stays where it is at rest", () => {
  expect(travelOnTable({ velocity: [0, 0, 0], angularVelocity: [0, 0, 0] }, radius)).toBe(0);
});
