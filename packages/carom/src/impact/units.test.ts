/** No law depends on the units of mass, length and time. */
import { describe, expect, it } from "vitest";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import type { CommonOptions, ImpactLaw, ImpactOutcome } from "./outcome.js";
import { laws } from "./registry.js";

const MOST_DECADES = 12;
const SAME = 1e-12;

interface Case {
  readonly name: string;
  readonly law: ImpactLaw<CommonOptions>;
  readonly options: CommonOptions & { readonly method?: string };
}

const methods = ["taylor", "runge-kutta"].map((method): Case => ({ name: method, law: laws[0], options: { method } }));
const cases: readonly Case[] = [...laws.map((law): Case => ({ name: law.name, law, options: {} })), ...methods];

/** Numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** One contact whose mobility is a sum of squares. */
function randomProblem(random: () => number, dimension: 2 | 3, isCompliant: boolean): ContactProblem {
  const rows = Array.from({ length: dimension }, () => Array.from({ length: dimension + 1 }, () => 2 * random() - 1));
  const mobility = rows.map((row) => rows.map((other) => row.reduce((sum, value, k) => sum + value * other[k], 0)));
  const material = { friction: 1.2 * random(), restitution: random(), ...(isCompliant ? { stiffnessRatio: 0.3 + 2 * random() } : {}) };
  const slip = Array.from({ length: dimension - 1 }, () => 2 * random() - 1);
  return { dimension, contacts: [material], mobility, velocity: [...slip, -random()] };
}

/** The problem in other units: `mass` times as heavy, `speed` times as fast. */
function scaled(problem: ContactProblem, mass: number, speed: number): ContactProblem {
  return {
    ...problem,
    mobility: problem.mobility.map((row) => row.map((value) => value / mass)),
    velocity: problem.velocity.map((value) => value * speed),
  };
}

const largest = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

function expectScaled(problem: ContactProblem, plain: ImpactOutcome, other: ImpactOutcome, mass: number, speed: number): void {
  const [impulse, velocity, before] = [largest(plain.impulse), largest([...plain.velocity, ...problem.velocity]), plain.energy.before];
  plain.impulse.forEach((value, i) => {
    expect(Math.abs(other.impulse[i] / (mass * speed) - value)).toBeLessThanOrEqual(SAME * impulse);
    expect(Math.abs(other.velocity[i] / speed - plain.velocity[i])).toBeLessThanOrEqual(SAME * velocity);
  });
  const energy = mass * speed * speed;
  for (const name of ["before", "after", "restitutionLoss", "frictionLoss"] as const)
    expect(Math.abs(other.energy[name] / energy - plain.energy[name])).toBeLessThanOrEqual(SAME * before);
  expect(other.slip).toEqual(plain.slip);
  expect(other.events.map(({ kind }) => kind)).toEqual(plain.events.map(({ kind }) => kind));
}

describe("units", () => {
  it.each(cases)("$name is the same in units of mass, length and time from 1e-12 to 1e12", ({ law, options }) => {
    const random = randomFrom(5);
    for (let i = 0; i < 100; i++) {
      const problem = randomProblem(random, law.name === "planar" ? 2 : 3, law.name === "compliant");
      const [mass, length, time] = [0, 1, 2].map(() => 10 ** (MOST_DECADES * (2 * random() - 1)));
      // Also of masses that are far from 1 kg to begin with.
      const own = 10 ** (6 * (2 * random() - 1));
      const given = scaled(problem, own, 1);
      expectScaled(given, law.solve(given, options), law.solve(scaled(given, mass, length / time), options), mass, length / time);
    }
  });

  it.each(cases)("$name solves a grain of 6e-14 kg and a body of 1e17 kg as one of 1 kg", ({ law, options }) => {
    const random = randomFrom(11);
    for (let i = 0; i < 20; i++) {
      const problem = randomProblem(random, law.name === "planar" ? 2 : 3, law.name === "compliant");
      const plain = law.solve(problem, options);
      for (const mass of [6e-14, 1e17]) expectScaled(problem, plain, law.solve(scaled(problem, mass, 1), options), mass, 1);
    }
  });

  it.each(cases)("$name records the same path in other units", ({ law, options }) => {
    const problem = randomProblem(randomFrom(3), law.name === "planar" ? 2 : 3, law.name === "compliant");
    const asked = { ...options, history: true };
    const plain = law.solve(problem, asked).history!;
    const [mass, speed] = [2 ** 40, 2 ** -30];
    const other = law.solve(scaled(problem, mass, speed), asked).history!;
    expect(other.normalImpulse.map((value) => value / mass / speed)).toEqual(plain.normalImpulse);
    expect(other.storedEnergy.map((value) => value / mass / speed / speed)).toEqual(plain.storedEnergy);
    expect(other.velocity.map((row) => row.map((value) => value / speed))).toEqual(plain.velocity);
  });
});
