/** How far numbers and outcomes of impacts agree. */
import { expect } from "vitest";
import type { ImpactOutcome } from "../impact/outcome.js";
import { choleskyFactor } from "../math/solve.js";
import type { Contact, ContactProblem } from "../mechanics/contact-problem.js";

/**
 * Scenes solved again in another guise must agree to this, relative to the largest impulse: some of them pass through hundreds of events.
 */
export const SAME = 1e-9;

export const norm = (v: readonly number[]) => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
export const distance = (a: readonly number[], b: readonly number[]) => norm(a.map((x, i) => x - b[i]));
export const times = (v: readonly number[], factor: number) => v.map((x) => x * factor);
export const normalsOf = ({ dimension }: ContactProblem, v: readonly number[]) => v.filter((_, i) => i % dimension === dimension - 1);
export const withContacts = (problem: ContactProblem, change: (contact: Contact, i: number) => Contact): ContactProblem => ({
  ...problem,
  contacts: problem.contacts.map(change),
});

type Result = Pick<ImpactOutcome, "impulse" | "velocity">;

/**
 * That two outcomes of one problem are the same. Where contacts depend on each other, friction at rest can be shared among them in more
 * ways than one and only the motion is unique: then velocities and normal impulses are compared.
 */
export function expectSame(problem: ContactProblem, actual: Result, expected: Result, tolerance = SAME): void {
  const definite = choleskyFactor(problem.mobility) !== undefined;
  const parts = ({ impulse }: Result) => (definite ? impulse : normalsOf(problem, impulse));
  expect(distance(actual.velocity, expected.velocity)).toBeLessThanOrEqual(tolerance * norm(problem.velocity));
  expect(distance(parts(actual), parts(expected))).toBeLessThanOrEqual(tolerance * norm(expected.impulse));
}

export function expectEach(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  expect(Math.max(...actual.map((x, i) => Math.abs(x - expected[i])))).toBeLessThanOrEqual(tolerance);
}
