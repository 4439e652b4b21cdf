import { solveFrictional, solveNewton } from "carom/impact";
import { describe, expect, it } from "vitest";
import { withHistory } from "../with-history.js";
import { named, problems, receding } from "./problems.test.data.js";
import { samplesOf, trackOf } from "./track.js";

describe.each(named)("$name", ({ problem }) => {
  const outcome = solveFrictional(problem, { history: true });
  const track = trackOf(problem, outcome)!;
  const { before } = outcome.energy;

  it("begins with the problem and ends with the outcome", () => {
    const n = problem.dimension - 1;
    expect(track.start.normalVelocity).toBe(problem.velocity[n]);
    expect(track.end.normalVelocity).toBe(outcome.velocity[n]);
    expect(track.end.tangentialImpulse[0]).toBe(outcome.impulse[0]);
    expect(Math.abs(track.end.kineticEnergy - outcome.energy.after)).toBeLessThan(1e-9 * before);
    expect(Math.abs(track.end.restitutionLoss - outcome.energy.restitutionLoss)).toBeLessThan(1e-9 * before);
    expect(track.end.storedEnergy).toBe(0);
  });

  it("is one piece in impulse and slip, and in energy but for the restitution loss", () => {
    const { stretches } = track;
    expect(stretches[0].samples[0].normalImpulse).toBeLessThan(1e-10 * track.end.normalImpulse);
    stretches.slice(1).forEach((stretch, i) => {
      const last = stretches[i].samples[stretches[i].samples.length - 1];
      const first = stretch.samples[0];
      expect(first.normalImpulse - last.normalImpulse).toBeLessThan(1e-10 * track.end.normalImpulse);
      expect(first.kineticEnergy).toBeCloseTo(last.kineticEnergy, 12);
      expect(Math.abs(first.storedEnergy + first.restitutionLoss - last.storedEnergy - last.restitutionLoss)).toBeLessThan(1e-9 * before);
    });
    const impulses = samplesOf(track).map((sample) => sample.normalImpulse);
    impulses.slice(1).forEach((impulse, i) => {
      expect(impulse).toBeGreaterThanOrEqual(impulses[i]);
    });
  });

  it("finds by the balance the stored energy that the law recorded", () => {
    const { history } = outcome;
    let compared = 0;
    for (const stretch of track.stretches) {
      for (const sample of stretch.samples.slice(1, -1)) {
        const i = history!.normalImpulse.indexOf(sample.normalImpulse);
        expect(Math.abs(sample.storedEnergy - history!.storedEnergy[i])).toBeLessThan(1e-8 * before);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  it("compresses while the normal velocity is negative and gives back while it is positive", () => {
    const scale = Math.abs(track.start.normalVelocity);
    for (const { phase, samples } of track.stretches)
      for (const { normalVelocity } of samples)
        expect(phase === "compression" ? normalVelocity : -normalVelocity).toBeLessThan(1e-9 * scale);
  });
});

it("marks the events in order, and slip that stops and starts at once as slip that turns", () => {
  const letters = (name: keyof typeof problems) =>
    trackOf(problems[name], solveFrictional(problems[name], { history: true }))!
      .marks.map((mark) => mark.letter)
      .join("");
  expect(letters("sticks late (fig. 2.5a)")).toBe("csr");
  expect(letters("sticks in compression (fig. 2.5b)")).toBe("scr");
  expect(letters("slides (fig. 2.5c)")).toBe("cr");
  expect(letters("rod that turns, planar")).toBe("tcr");
  expect(letters("from rest, slips")).toBe("tcr");
  expect(letters("from rest, sticks")).toBe("cr");
  expect(letters("pressed together again")).toBe("cascr");
});

it("has nothing to draw where there is no history, unless the law is run again, or where nothing happened", () => {
  const problem = problems["turns around (fig. 2.8)"];
  const without = solveFrictional(problem);
  expect(trackOf(problem, without)).toBeUndefined();
  expect(trackOf(problem, withHistory(problem, without))).toEqual(trackOf(problem, solveFrictional(problem, { history: true })));
  expect(trackOf(receding, solveFrictional(receding, { history: true }))).toBeUndefined();
});

it("shows what Newton's law makes as a negative restitution loss at the end", () => {
  const problem = problems["rod that turns, planar"];
  const outcome = solveNewton(problem, { history: true });
  const track = trackOf(problem, outcome)!;
  expect(outcome.energy.restitutionLoss).toBeLessThan(0);
  expect(track.end.restitutionLoss).toBeCloseTo(outcome.energy.restitutionLoss, 12);
});
