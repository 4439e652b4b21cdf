import { describe, expect, it } from "vitest";
import { chooseMotion } from "../choose-law.js";
import { parseStudy } from "../parse.js";
import { parseCheckpoint, runSimulation, startSimulation } from "./run.js";
import { simulationDetails } from "./sentence.js";
import { simulationTables } from "./tables.js";

const bodies = {
  a: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.1], velocity: [1, 0, 0] },
  b: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0.25, 0.02, 0.1] },
  c: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0.3, 0, 0.4] },
  floor: { plane: { normal: [0, 0, 1] } },
};
const study = (more: object) =>
  parseStudy(
    { carom: 1, kind: "simulation", title: "Balls", duration: 0.4, bodies, material: { friction: 0.3, restitution: 0.4 }, ...more },
    "simulation",
  );

describe("a study by steps", () => {
  it("has the rows, the ledger, the stretch and the table of one by events", () => {
    const result = runSimulation(study({ method: "steps" }));
    const exact = runSimulation(study({ method: "events" }));
    expect(exact.stepped).toBeUndefined();
    expect(exact.ledger.steppingLoss).toBeUndefined();
    expect(result.series.time).toEqual(exact.series.time);
    expect(result.series.energy.steppingLoss).toHaveLength(result.series.time.length);
    expect(result.stepped).toMatchObject([{ from: 0, reason: "asked for", bodies: ["a", "b", "c"] }]);
    expect(result.events[0]).toMatchObject({ kind: "regime", time: 0, regime: "steps" });
    expect(result.laws).toHaveProperty("frictional");
    expect(Math.abs(result.ledger.residual)).toBeLessThan(1e-10);
    expect(simulationTables(result).map(({ name }) => name)).toContain("stepped");
    expect(result.warnings.map(({ code }) => code)).not.toContain("stepped");
  });

  it("goes on from a checkpoint to the same result", () => {
    const whole = runSimulation(study({ method: "steps" }));
    const run = startSimulation(study({ method: "steps" }));
    for (let k = 0; k < 4; k++) run.advance();
    const resumed = startSimulation(study({ method: "steps" }), {}, parseCheckpoint(JSON.parse(JSON.stringify(run.checkpoint()))));
    while (!resumed.done) resumed.advance();
    expect(resumed.result()).toEqual(whole);
  });

  it("verifies itself: a ball that slides agrees until it rolls, an instant that steps know to their length", () => {
    const sliding = { method: "steps", verify: true, bodies: { a: bodies.a, floor: bodies.floor } };
    const before = runSimulation(study({ ...sliding, duration: 0.09 }));
    expect(before.verification).toMatchObject({ differsFrom: null, body: null });
    expect(before.verification?.within).toBeCloseTo(1e-5, 12);
    expect(before.verification?.tolerances.stepError).toBeCloseTo(1e-5, 12);
    expect(simulationDetails(before).at(-1)).toContain("tenth of the tolerances");
    // Rolling begins at 2 v / (7 mu g) = 0.097 s; the next row is at 0.1 s.
    const { verification } = runSimulation(study({ ...sliding, duration: 0.2 }));
    expect(verification).toMatchObject({ differsFrom: 0.1, body: "a" });
    expect(verification?.largest).toBeLessThan(1e-3);
  });

  it("has no shortest step above its longest", () => {
    const steps = (shortestStep: number) => () => study({ tolerances: { longestStep: 1e-3, shortestStep } });
    expect(steps(1e-2)).toThrow("tolerances.shortestStep: 0.01 is above longestStep, 0.001");
    expect(steps(1e-3)).not.toThrow();
  });

  it("is chosen from outside, by name", () => {
    expect(chooseMotion(study({}), { method: "steps", stepError: 1e-3 })).toMatchObject({
      method: "steps",
      tolerances: { stepError: 1e-3 },
    });
    expect(() => chooseMotion(study({}), { method: "leaps" })).toThrow("method");
    expect(() => chooseMotion(study({}), { stepError: 1 })).toThrow("stepError");
  });
});
