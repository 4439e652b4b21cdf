/** Impacts of contacts that carry a load, and of several contacts under the law by default. */
import { describe, expect, it } from "vitest";
import { solveFrictional } from "../impact/frictional.js";
import { solveProportional } from "../impact/proportional.js";
import { type ContactProblem, contactProblemFromBodies } from "../mechanics/index.js";
import { contactLaw, stiffnessForce } from "./contact-law.js";
import { impactForces } from "./forces.js";
import { emptyIndentation, fallingForce, indentationUnder } from "./initial-force.js";
import { materials } from "./materials.js";

const glass = { youngsModulus: 69e9, poissonRatio: 0.23 };
const law = contactLaw({ materials: [glass, glass], radii: [0.02, "flat"] });

function headOn(mass: number, speed: number, restitution: number): ContactProblem {
  const mobility = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1 / mass : 0)));
  return { dimension: 3, contacts: [{ friction: 0, restitution }], mobility, velocity: [0, 0, -speed] };
}

const forcesUnder = (load: number, mass: number, speed: number, restitution: number) => {
  const problem = headOn(mass, speed, restitution);
  return impactForces(problem, solveFrictional(problem, { history: true }), [law], { initialForce: [load], rows: 200 });
};

const close = (actual: number | undefined, expected: number, relative: number) => {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
};

/** Integral of the force above a load, by the trapezoid rule. */
const impulseOf = (time: readonly number[], normals: readonly number[], load: number) =>
  time.reduce((sum, t, k) => (k === 0 ? 0 : sum + 0.5 * (t - time[k - 1]) * (normals[k] + normals[k - 1] - 2 * load)), 0);

describe("a contact that carries a load", () => {
  it.each([
    [50, 0.1, 0.3],
    [5, 0.1, 0.3],
    [500, 2, 0.02],
  ])("%d N on it: peak by energy, and the time to it by an integration of its own", (load, mass, speed) => {
    const { contacts, events, time } = forcesUnder(load, mass, speed, 1);
    // m delta'' = F - K delta^(3/2) from delta_0 with the speed of approach, in steps of a classical method.
    const start = (load / law.hertz) ** (2 / 3);
    const rate = (delta: number) => (load - law.hertz * delta ** 1.5) / mass;
    let [delta, v, t, deepest] = [start, speed, 0, 0];
    const h = start / speed / 20_000;
    while (v > 0) {
      const k1 = rate(delta);
      const k2 = rate(delta + 0.5 * h * v);
      const k3 = rate(delta + 0.5 * h * (v + 0.5 * h * k1));
      const k4 = rate(delta + h * (v + 0.5 * h * k2));
      const next = v + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
      deepest = next > 0 ? t + h : t + (h * v) / (v - next);
      delta += h * (v + (h / 6) * (k1 + k2 + k3));
      v = next;
      t += h;
    }
    close(contacts[0].peakForce, law.hertz * delta ** 1.5, 1e-6);
    close(events[0].deepestTime, deepest, 1e-4);
    // Nothing is lost: it comes back as it went in, to its load.
    close(time.at(-1), 2 * deepest, 1e-3);
    const normals = contacts[0].force.map((row) => row[2]);
    close(normals[0], load, 1e-12);
    close(normals.at(-1), load, 1e-6);
    close(impulseOf(time, normals, load), 2 * mass * speed, 2e-3);
    expect(contacts[0].impulseRatio).toBeCloseTo(1, 3);
    expect(Math.abs(contacts[0].permanentIndentation)).toBeLessThan(1e-3 * contacts[0].deepestIndentation);
  });

  it("pressed hard and hit softly is a linear spring: F + V sqrt(k m), for half a period", () => {
    const [load, mass, speed] = [1000, 0.5, 1e-4];
    const { contacts, duration } = forcesUnder(load, mass, speed, 1);
    const stiffness = 1.5 * law.hertz * Math.sqrt(indentationUnder(law, load));
    close(contacts[0].peakForce - load, speed * Math.sqrt(stiffness * mass), 1e-3);
    close(duration, Math.PI * Math.sqrt(mass / stiffness), 1e-3);
  });

  it("is what it was without one where the load is none", () => {
    const problem = headOn(0.1, 1, 0.6);
    const outcome = solveFrictional(problem, { history: true });
    expect(impactForces(problem, outcome, [law], { initialForce: [0] })).toEqual(impactForces(problem, outcome, [law]));
  });

  it("finds its indentation beyond yield, and complains of loads that pull", () => {
    const steel = contactLaw({ materials: [materials["steel 1020"], materials["steel 1020"]], radii: [0.01, "flat"] });
    for (const load of [1, 100, 1e4, 1e6]) close(stiffnessForce(steel, indentationUnder(steel, load)), load, 1e-12);
    expect(fallingForce(0)(0.3)).toBeCloseTo(0.3 ** 0.6, 14);
    expect(emptyIndentation(2, 1, 0)).toBe(1);
    const problem = headOn(1, 1, 0.5);
    const outcome = solveFrictional(problem, { history: true });
    expect(() => impactForces(problem, outcome, [law], { initialForce: [-1] })).toThrow("options.initialForce[0]: -1 is not");
  });
});

describe("several contacts under proportional", () => {
  const rod = (velocity: readonly [number, number, number], spin: number, restitution: number, friction = 0) =>
    contactProblemFromBodies(
      { rod: { mass: 2, inertia: [1e-3, 1 / 6, 1 / 6], position: [0, 0, 0.01], velocity, angularVelocity: [0, spin, 0] }, floor: "fixed" },
      [-0.5, 0.5].map((x) => ({ between: ["rod", "floor"], point: [x, 0, 0], normal: [0, 0, 1], friction, restitution })),
    ).problem;

  it("a rod that lands flat: two contacts with half of its mass each, by Hertz's law", () => {
    const problem = rod([0, 0, -1], 0, 0.5);
    const { contacts, duration } = impactForces(problem, solveProportional(problem, { history: true }), [law, law]);
    const depth = (5 / (4 * law.hertz)) ** 0.4;
    for (const { peakForce, impulseRatio } of contacts) {
      close(peakForce, law.hertz * depth ** 1.5, 1e-8);
      expect(impulseRatio).toBeCloseTo(1, 6);
    }
    close(duration, 1.4716375921623521 * 1.5 * depth, 1e-8);
  });

  it("forces over time are the impulses, sliding and turning too", () => {
    const problem = rod([0.4, 0, -1], 0.6, 0.3, 0.2);
    const outcome = solveProportional(problem, { history: true });
    const { contacts, time } = impactForces(problem, outcome, [law, law], { rows: 400 });
    contacts.forEach(({ force }, i) => {
      const normals = force.map((row) => row[2]);
      close(impulseOf(time, normals, 0), outcome.impulse[3 * i + 2], 1e-3);
    });
  });
});
