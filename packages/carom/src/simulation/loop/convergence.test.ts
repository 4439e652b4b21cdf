/**
 * What is left when the tolerances of a simulation are made a hundred times smaller: nothing that matters, for motions that are not
 * sensitive to their start. The table in docs/simulation.md lists what was measured.
 */
import { describe, expect, it } from "vitest";
import { parseStudyText } from "../../study/parse.js";
import type { SimulationResult } from "../../study/simulation/result.js";
import { runSimulation } from "../../study/simulation/run.js";
import type { SimulationStudy } from "../../study/simulation/schema.js";

const files = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob(
  "../../../../../examples/sim-*.json",
  { query: "?raw", import: "default", eager: true },
);

function study(name: string): SimulationStudy {
  const found = parseStudyText(files[`../../../../../examples/sim-${name}.json`]);
  if (found.kind !== "simulation") throw new Error(`${name} is not a simulation`);
  return { ...found, output: { rate: 1 } };
}

function tightened(scene: SimulationStudy, { tolerances }: SimulationResult): SimulationStudy {
  const { contactSpeed, gapTolerance, relativeTolerance } = tolerances;
  return {
    ...scene,
    tolerances: {
      contactSpeed: contactSpeed / 100,
      gapTolerance: gapTolerance / 100,
      relativeTolerance: Math.max(1e-13, relativeTolerance / 100),
    },
  };
}

/** Times of the impacts that come in faster than this, m/s. */
function impactTimes({ events }: SimulationResult, speed = 0): number[] {
  return events.flatMap((event) =>
    event.kind === "impact" && event.contacts.some(({ velocityBefore }) => velocityBefore[2] < -speed) ? [event.time] : [],
  );
}

/** Bounces too slow for one of two runs are not in it; one so many times faster than that must be in both. */
const FAST = 100;

/** The largest time from a fast impact of one run to the nearest of the other, s. */
function largestShift(one: SimulationResult, other: SimulationResult, contactSpeed: number): number {
  const times = impactTimes(other);
  return impactTimes(one, FAST * contactSpeed).reduce(
    (largest, time) =>
      Math.max(
        largest,
        times.reduce((least, t) => Math.min(least, Math.abs(t - time)), Number.POSITIVE_INFINITY),
      ),
    0,
  );
}

function largestChange(one: SimulationResult, other: SimulationResult): number {
  return Object.entries(one.bodies).reduce((largest, [name, body]) => {
    const fields = ["position", "orientation", "velocity"] as const;
    const change = fields.flatMap((field) => body[field].map((value, c) => Math.abs(value - other.bodies[name][field][c])));
    return Math.max(largest, ...change);
  }, 0);
}

describe("tolerances a hundred times smaller change event times and end by less than 1e-6", () => {
  it.each([
    "ball-bounce-and-roll",
    "ball-slide-to-roll",
    "ball-to-rest",
    "box-on-edge",
    "five-bounces",
    "flat-drop",
    "incline-slip",
    "pencil",
    "rocking-1",
    "rocking-4",
    "rocking-block-friction",
    "sliding-block",
    "sphere-in-corner",
    "spinning-block",
    "spinning-disk",
    "surface-block-16",
  ])("%s", (name) => {
    // Rocking goes on for long, and shows in this time what it has to show.
    const scene = name === "rocking-1" ? { ...study(name), duration: 1.3 } : study(name);
    const coarse = runSimulation(scene);
    const fine = runSimulation(tightened(scene, coarse));
    const { contactSpeed } = coarse.tolerances;
    expect(largestShift(coarse, fine, contactSpeed)).toBeLessThan(1e-6);
    expect(largestShift(fine, coarse, contactSpeed)).toBeLessThan(1e-6);
    expect(largestChange(coarse, fine)).toBeLessThan(1e-6);
  });
});

/**
 * A sequence of bounces that was cut while others went on shifts what comes after by about as much as it had left, here 2e-6 s; the end
 * changes by 7e-8.
 */
it("a phone that claps down on edges and corners keeps its end to 1e-6, and its impacts to 1e-5 s", () => {
  const scene = study("phone-drop");
  const coarse = runSimulation(scene);
  const fine = runSimulation(tightened(scene, coarse));
  const { contactSpeed } = coarse.tolerances;
  expect(Math.max(largestShift(coarse, fine, contactSpeed), largestShift(fine, coarse, contactSpeed))).toBeLessThan(1e-5);
  expect(largestChange(coarse, fine)).toBeLessThan(1e-6);
});

/**
 * The time of rest is where the last impact was taken for the last: what was left of a sequence of bounces is not in it, but in
 * `accumulations`.
 */
it("the time at which bounces end does not depend on the contact speed, that of rest comes near it", () => {
  const scene = study("ball-to-rest");
  const coarse = runSimulation(scene);
  const fine = runSimulation(tightened(scene, coarse));
  const end = (Math.sqrt(2 / 9.81) * 1.5) / 0.5;
  expect(Math.abs(coarse.accumulations[0].time - end)).toBeLessThan(1e-9);
  expect(Math.abs(fine.accumulations[0].time - end)).toBeLessThan(1e-9);
  const restOf = ({ events }: SimulationResult) => events.find(({ kind }) => kind === "rest")?.time ?? Number.NaN;
  // What is left after the last impact: 2 v / g, v below the contact speed, and again e of it.
  expect(end - restOf(coarse)).toBeGreaterThan(0);
  expect(end - restOf(coarse)).toBeLessThan((2 * coarse.tolerances.contactSpeed) / (9.81 * 0.5));
  expect(end - restOf(fine)).toBeLessThan((2 * fine.tolerances.contactSpeed) / (9.81 * 0.5));
});

/**
 * Balls that touch and meet again at one instant: gaps of 1e-12 m, which are rounding, decide from the fifth meeting on which of them meet
 * first.
 */
it("the cradle keeps its course through four meetings", () => {
  const scene = { ...study("cradle"), duration: 1.5 };
  const coarse = runSimulation(scene);
  const fine = runSimulation(tightened(scene, coarse));
  expect(impactTimes(coarse)).toHaveLength(4);
  expect(largestShift(coarse, fine, coarse.tolerances.contactSpeed)).toBeLessThan(1e-8);
  expect(largestChange(coarse, fine)).toBeLessThan(1e-7);
});
