import { describe, expect, it } from "vitest";
import { SolverError } from "../../errors.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { solveMultipoint } from "../multipoint.js";
import { solvePlanar } from "../planar.js";
import { followPlanar } from "./planar.js";
import { ballInCorner, block, type PlanarBody, planarProblem } from "./planar-body.test.data.js";
import { touchingOf } from "./touching.js";

const all = (problem: ContactProblem) =>
  touchingOf(
    problem,
    problem.contacts.map((_, i) => i),
    0,
  );
const toTheEnd = (problem: ContactProblem, restitution: number) =>
  followPlanar(all(problem), problem.velocity, { at: "restitution", restitution }, Math.max(...problem.velocity.map(Math.abs)));

describe("a planar stage", () => {
  it("stops all points of one line together, by hand", () => {
    // Point slip 0.3 against friction 0.5: M_tt = 1/m + h^2/I = 0.95 below the centre, so it stops at P = 0.3 / (0.5 * 0.95).
    const problem = planarProblem(block(3, [0.3, -2, 0]), { friction: 0.5, restitution: 0.5 });
    const { events, modes } = toTheEnd(problem, 0.5);
    const stops = events.filter(({ kind }) => kind === "slip-stop");
    expect(stops.map(({ contact }) => contact)).toEqual([0, 1, 2]);
    for (const { state } of stops) expect(state.normalImpulse).toBeCloseTo(0.3 / (0.5 * 0.95), 14);
    expect([...modes]).toEqual([1, 1, 1]);
    expect(events.filter(({ kind }) => kind === "slip-start")).toEqual([]);
  });

  it("ends at a work on the way down and at an impulse of one contact", () => {
    const problem = planarProblem(ballInCorner, { friction: 0.35, restitution: 0.5 });
    const work = followPlanar(all(problem), problem.velocity, { at: "work", work: -10 }, 9);
    expect(work.state.normalWork).toBeCloseTo(-10, 13);
    expect(work.compressing).toBe(true);
    const impulse = followPlanar(all(problem), problem.velocity, { at: "impulse", contact: 1, normalImpulse: 3 }, 9);
    expect(impulse.state.impulse[3]).toBeCloseTo(3, 14);
    // Past the first stop of slip, at 2.647816, before the second, at 3.184583.
    expect(impulse.phases.length).toBe(2);
  });

  it("books as normal and friction work what the kinetic energy loses, to rounding", () => {
    const problem = planarProblem(ballInCorner, { friction: 0.35, restitution: 0.5 });
    const { state } = toTheEnd(problem, 0.5);
    const change = state.impulse.reduce((sum, p, k) => sum + 0.5 * p * (problem.velocity[k] + state.velocity[k]), 0);
    expect(state.normalWork + state.frictionWork).toBeCloseTo(change, 12);
  });

  it("holds points of different friction on one line by the shares of sliding where the shortest direction would not", () => {
    // The centre of mass is 0.06 m off the middle: 2.5 * 0.06 / 1.75 of the load pulls along the line. The smooth point could not take its
    // third of that on a third of the load.
    const body = block(3, [0, -1, 0], { shift: 0.06, height: 0.5 });
    const frictions = [0.6, 0.05, 0.6];
    const problem = planarProblem(
      body,
      frictions.map((friction) => ({ friction, restitution: 0 })),
    );
    const { modes, forced, state, phases } = toTheEnd(problem, 0);
    expect([...modes]).toEqual([1, 1, 1]);
    expect([...forced]).toEqual([0, 0, 0]);
    const total = frictions.reduce((sum, friction) => sum + 1 / friction, 0);
    frictions.forEach((friction, i) => {
      expect(state.impulse[2 * i + 1] / state.normalImpulse).toBeCloseTo(1 / friction / total, 13);
      expect(phases[0].criticalFriction[i]).toBeLessThan(friction);
    });
  });
});

describe("where it cannot go on", () => {
  /** One freedom: velocities are multiples of (1, 1). */
  const lockable: ContactProblem = {
    dimension: 2,
    contacts: [{ friction: 1.5, restitution: 0.5 }],
    mobility: [
      [1, 1],
      [1, 1],
    ],
    velocity: [-1, -1],
  };

  it("a mechanism that locks ends there, with what it stored lost and a warning, as under the law planar", () => {
    const outcome = solveMultipoint(lockable);
    const reference = solvePlanar(lockable);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(["lock"]);
    expect(outcome.velocity).toEqual([0, 0]);
    expect(outcome.impulse[0]).toBeCloseTo(reference.impulse[0], 14);
    expect(outcome.impulse[1]).toBeCloseTo(reference.impulse[1], 14);
    expect(outcome.energy.restitutionLoss).toBeCloseTo(reference.energy.restitutionLoss, 14);
    expect(outcome.energy.residual).toBeCloseTo(0, 14);
  });

  it("three walls whose points all stick hold a body that came to rest between them", () => {
    const jammed: PlanarBody = {
      mass: 1,
      moment: 0.05,
      touches: [-0.5, Math.PI / 2 - 0.2, Math.PI + 0.7].map((angle) => [
        0.3 * Math.cos(angle),
        0.3 * Math.sin(angle),
        -Math.cos(angle),
        -Math.sin(angle),
      ]),
      speeds: [0.2, 0.1, 4],
    };
    const outcome = solveMultipoint(planarProblem(jammed, { friction: 3, restitution: 0.8 }));
    expect(Math.abs(outcome.energy.residual)).toBeLessThanOrEqual(1e-12 * outcome.energy.before);
    for (let i = 0; i < 3; i++) expect(outcome.velocity[2 * i + 1]).toBeGreaterThanOrEqual(-1e-9);
  });

  it("a mobility that no mass has, under which pushing presses harder, is an error and no endless loop", () => {
    const impossible: ContactProblem = {
      ...lockable,
      contacts: [{ friction: 3, restitution: 0.5 }],
      mobility: [
        [1, 2],
        [2, 1],
      ],
      velocity: [0, -1],
    };
    expect(() => solveMultipoint(impossible)).toThrow(SolverError);
    expect(() => solveMultipoint(impossible)).toThrow("the bodies never separate");
  });
});
