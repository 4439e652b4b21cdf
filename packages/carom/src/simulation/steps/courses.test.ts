import { describe, expect, it } from "vitest";
import { type Scene, systemFromScene } from "../scene/scene.js";
import { featureAt } from "../system/features.js";
import { listContacts } from "./contact-list.js";
import { beginCourses, followPair, placePair, readPairVelocities } from "./courses.js";
import { solveDomain, wholeDomain } from "./domain.js";
import { readMassesAt } from "./energy.js";
import { createRunState, reserveRows } from "./run-state.js";
import { solidsOf } from "./solids.js";

const RADIUS = 0.02;
const STEP = 0.004;

/** A ball that slides over the top of another, which stands between two more: slowly enough to stay on it. */
const scene: Scene = {
  bodies: {
    low: { shape: { type: "sphere", radius: RADIUS }, mass: 1, position: [0, 0, RADIUS] },
    high: { shape: { type: "sphere", radius: RADIUS }, mass: 0.05, position: [0, 0, 3 * RADIUS], velocity: [0.5, 0, 0] },
    left: { shape: { type: "sphere", radius: RADIUS }, mass: 1, position: [-2 * RADIUS, 0, RADIUS] },
    right: { shape: { type: "sphere", radius: RADIUS }, mass: 1, position: [2 * RADIUS, 0, RADIUS] },
    floor: { plane: { normal: [0, 0, 1] } },
  },
  material: { friction: 0, restitution: 0 },
};

function solved() {
  const system = systemFromScene(scene);
  const run = createRunState(system, { stepError: 1e-3 }, solidsOf(scene));
  const island = { ...run.everything, pairs: system.pairs.map((_, pair) => pair) };
  const horizon = { step: STEP, gain: 0, near: 2 * run.tolerances.gapTolerance };
  listContacts(run.contacts, run.surfaces, island.pairs, horizon, run.coordinates, run.speeds);
  reserveRows(run);
  readMassesAt(run, island, run.coordinates);
  beginCourses(run, island, STEP);
  solveDomain(run, wholeDomain(island), 0, STEP, 1e-4);
  const pair = system.pairs.findIndex(({ between }) => between.includes("high") && between.includes("low"));
  const gapAt = (time: number) => {
    placePair(run, pair, time);
    return system.gap(featureAt(system, pair, 0), run.courses.coordinates);
  };
  return { run, pair, place: run.courses.head[pair], gapAt };
}

describe("a place that pushes, followed through a step", () => {
  it("pushes, and has turned rows", () => {
    const { run, place } = solved();
    expect(run.force[3 * run.contacts.ids[place] + 2]).toBeGreaterThan(0);
    expect(run.contacts.turned[place]).toBe(1);
  });

  it.each([0.25, 0.5, 0.75, 1])("has the gap that its bodies have after %f of it", (part) => {
    const { run, pair, place, gapAt } = solved();
    // v^2 / (2 r) = 6.25 m/s^2 would be 2.5e-5 m at the end if the rows were taken for those of the beginning.
    followPair(run, pair, 0.5 * part * STEP);
    followPair(run, pair, part * STEP);
    expect(Math.abs(run.contacts.gap[place] - gapAt(part * STEP))).toBeLessThan(2e-6);
  });

  it("has the velocity that its bodies have", () => {
    const { run, pair, place, gapAt } = solved();
    const [time, small] = [0.3 * STEP, 1e-6];
    readPairVelocities(run, pair, time);
    const rate = (gapAt(time + small) - gapAt(time - small)) / (2 * small);
    // The rows are 0.8 ms late: 5e-3 m/s.
    expect(Math.abs(run.contacts.velocity[3 * place + 2] - rate)).toBeLessThan(5e-4);
  });
});
