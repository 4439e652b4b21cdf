/**
 * Long rows of balls that lose energy: they clump, with events that grow as the cube of their number.
 */
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { ballsInRow } from "./balls-in-row.testing.js";
import type { ImpactOutcome } from "./outcome.js";
import { solveSimultaneous } from "./simultaneous.js";

/** Balls in line that touch, of which the first comes with 1 m/s. */
function chain(masses: readonly number[], restitution: number): ContactProblem {
  return ballsInRow(
    masses,
    masses.map((_, i) => (i === 0 ? 1 : 0)),
    () => ({ restitution }),
  );
}

const equal = (count: number) => new Array<number>(count).fill(1);
const mixed = (count: number) => {
  const random = createRandom(7);
  return equal(count).map(() => 0.5 + 1.5 * random());
};

function largestDifference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

const codes = ({ warnings }: ImpactOutcome) => warnings.map(({ code }) => code);

/** What the outcome says its velocities are off by at most, m/s. */
function statedBound({ warnings }: ImpactOutcome): number {
  const { message } = warnings.find(({ code }) => code === "not-converged")!;
  return Number(/no contact velocity is off by more than ([\d.e-]+) m\/s$/.exec(message)![1]);
}

describe("many contacts followed one neighbourhood at a time", () => {
  it.each([
    [60, 1, 1e-12],
    [90, 0.99, 1e-12],
    // Rounding grows a millionfold among the rattling balls, whichever way they are followed.
    [45, 0.9, 1e-5],
  ])("move as all together do: %d balls, e = %d", (count, restitution, tolerance) => {
    const problem = chain(equal(count), restitution);
    const local = solveSimultaneous(problem);
    // A history is drawn of all contacts together.
    const together = solveSimultaneous(problem, { history: true });
    expect(largestDifference(local.velocity, together.velocity)).toBeLessThanOrEqual(tolerance);
    expect(local.events.length).toBe(together.events.length);
    expect(Math.abs(local.energy.residual)).toBeLessThanOrEqual(1e-13);
  });
});

it.each([
  [30, false],
  [45, true],
])("a lossy chain of %d balls says whether it amplifies rounding: %s", (count, amplifies) => {
  expect(codes(solveSimultaneous(chain(equal(count), 0.9))).includes("amplified-rounding")).toBe(amplifies);
});

describe("a lossy chain that is closed early", () => {
  it.each([
    [equal(10), 0.5, 30],
    [equal(30), 0.5, 300],
    [mixed(30), 0.7, 300],
    [equal(60), 0.9, 400],
    [mixed(60), 0.9, 1000],
    [equal(100), 0.9, 3000],
  ])("is off by no more than it says", (masses, restitution, maximumEvents) => {
    const problem = chain(masses, restitution);
    // One less than usual: not followed a second time.
    const whole = solveSimultaneous(problem, { maximumEvents: 99_999 });
    expect(codes(whole)).not.toContain("not-converged");
    const cut = solveSimultaneous(problem, { maximumEvents });
    expect(codes(cut)).toContain("not-converged");
    const error = largestDifference(cut.velocity, whole.velocity);
    expect(error).toBeLessThanOrEqual(statedBound(cut));
    expect(Math.min(...cut.velocity)).toBeGreaterThanOrEqual(-1e-12);
    expect(Math.abs(cut.energy.residual)).toBeLessThanOrEqual(1e-12);
  });

  it("of balls that all stay together ends with their common velocity", () => {
    const masses = equal(100);
    const { impulse } = solveSimultaneous(chain(masses, 0.5), { maximumEvents: 2000 });
    const common = masses[0] / masses.reduce((sum, mass) => sum + mass, 0);
    const speeds = masses.map((mass, i) => (i === 0 ? 1 : 0) + ((impulse[2 * i - 1] ?? 0) - (impulse[2 * i + 1] ?? 0)) / mass);
    for (const speed of speeds) expect(Math.abs(speed - common)).toBeLessThanOrEqual(1e-12);
  });

  it("of a thousand balls with e = 0.9 has an answer and its bound, in seconds and within the record's 40 MB", () => {
    // The whole of it is measured by the benchmarks.
    const cut = solveSimultaneous(chain(equal(1000), 0.9), { maximumEvents: 20_000 });
    expect(statedBound(cut)).toBeLessThan(0.11);
    expect(cut.events.length).toBeLessThan(2000);
    expect(Math.min(...cut.velocity)).toBeGreaterThanOrEqual(-1e-12);
    expect(Math.abs(cut.energy.residual)).toBeLessThanOrEqual(1e-12);
    // The first ball is thrown back before the others know.
    expect(1 - cut.impulse[1]).toBeCloseTo(-0.06665, 5);
  });
});
