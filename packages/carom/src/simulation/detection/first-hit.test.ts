import { expect, it } from "vitest";
import { firstHitByForce, firstHitBySimulation, meetsByForce, movingPair } from "../../testing/moving-pairs.js";
import { movingShapes } from "../../testing/moving-shapes.js";
import { SHAPE_KINDS } from "../../testing/random-shapes.js";

const COUNT = 100;
/** s. */
const STEP = 1e-4;

it(`finds every hit of ${COUNT} moving pairs that brute force finds, to 1e-9 s`, () => {
  const problems: string[] = [];
  let hits = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const pair = movingPair(seed);
    if (pair.separation(0) <= 0) continue;
    const ours = firstHitBySimulation(pair);
    const theirs = firstHitByForce(pair, STEP);
    if (theirs < Number.POSITIVE_INFINITY) hits++;
    if (!(ours === theirs || Math.abs(ours - theirs) <= 1e-9)) problems.push(`seed ${seed}: ours ${ours}, brute force ${theirs}`);
  }
  expect(problems).toEqual([]);
  expect(hits).toBeGreaterThan(COUNT / 3);
});

it("brute force that leaves out steps finds what plain steps find", () => {
  for (const seed of [3, 7, 11]) {
    const pair = movingPair(seed);
    expect(firstHitByForce(pair, STEP)).toBeCloseTo(firstHitByForce({ ...pair, approachBound: 1e9 }, STEP), 12);
  }
});

it("finds the first hit of every pair of shapes that brute force finds, to 1e-9 s", () => {
  const problems: string[] = [];
  let hits = 0;
  SHAPE_KINDS.forEach((first, i) => {
    SHAPE_KINDS.slice(i).forEach((second, j) => {
      const pair = movingShapes(first, second, 1000 + 20 * i + j);
      const ours = firstHitBySimulation(pair);
      if (ours < Number.POSITIVE_INFINITY) hits++;
      if (meetsByForce(pair, ours, 5 * STEP, 1e-9)) return;
      const late = firstHitByForce(pair, 5 * STEP);
      // Where simplices creep, brute force knows the time between bounds only.
      const early = firstHitByForce({ ...pair, separation: pair.surely }, 5 * STEP);
      if (!(ours >= early - 1e-9 && ours <= late + 1e-9 && late - early < 1e-6))
        problems.push(`${first} ${second}: ours ${ours}, brute force ${early} to ${late}`);
    });
  });
  expect(problems).toEqual([]);
  expect(hits).toBeGreaterThan(30);
});
