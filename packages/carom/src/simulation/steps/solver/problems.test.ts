import { describe, expect, it } from "vitest";
import { kineticEnergy, type ProblemFile, problemOf } from "./fixtures.testing.js";
import type { StepProblem } from "./problem.js";
import { type StepSolution, solveStep } from "./solve.js";
import { createWorkspace } from "./workspace.js";

const texts = (import.meta as unknown as { glob(pattern: string, options: object): Record<string, string> }).glob("./problems/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const files = Object.values(texts).map((text) => JSON.parse(text) as ProblemFile);
const named = (name: string) => files.find((file) => file.name === name) as ProblemFile;

function cold(file: ProblemFile): StepProblem {
  const problem = problemOf(file);
  problem.warm.fill(0);
  return problem;
}

function expectInCones({ contactCount, friction }: StepProblem, { impulse }: StepSolution): void {
  for (let i = 0; i < contactCount; i += 1) {
    const [t1, t2, n] = impulse.subarray(3 * i, 3 * i + 3);
    expect(n).toBeGreaterThanOrEqual(0);
    expect(Math.sqrt(t1 * t1 + t2 * t2)).toBeLessThanOrEqual(friction[i] * n * (1 + 1e-14));
  }
}

/** P . v: positive where contacts put energy in. */
function work({ contactCount }: StepProblem, { impulse, contactVelocity }: StepSolution): number {
  let sum = 0;
  for (let k = 0; k < 3 * contactCount; k += 1) sum += impulse[k] * contactVelocity[k];
  return sum;
}

/** Root mean square by mass of the differences of velocity, in g h. */
function difference(file: ProblemFile, problem: StepProblem, { velocity }: StepSolution): number {
  const after = file.reference.velocityAfter ?? [];
  const masses = file.bodies.reduce((sum, body) => sum + 1 / body[0], 0);
  return (
    Math.sqrt(
      (2 *
        kineticEnergy(
          problem,
          after.map((value, k) => velocity[k] - value),
        )) /
        masses,
    ) / file.gh
  );
}

describe.each(files)("$name", (file) => {
  it.each([
    ["from the warm impulse", problemOf],
    ["from zero", cold],
  ])("obeys the law of Coulomb to 1e-5 g h %s", (_, problemFrom) => {
    const problem = problemFrom(file);
    const solution = solveStep(problem);
    expect(solution.converged).toBe(true);
    expect(solution.residual).toBeLessThanOrEqual(1e-5 * file.gh);
    expectInCones(problem, solution);
    expect(kineticEnergy(problem, solution.velocity)).toBeLessThanOrEqual(kineticEnergy(problem, problem.freeVelocity));
    if (file.reference.uniqueVelocity) expect(difference(file, problem, solution)).toBeLessThan(1e-3);
  });

  it("stays in its cones and gains nothing with a budget of one sweep and one factorisation", () => {
    for (const budget of [
      { sweeps: 1, factorisations: 1 },
      { sweeps: 1, factorisations: 0 },
      { sweeps: 0, factorisations: 1 },
    ]) {
      const problem = cold(file);
      const solution = solveStep(problem, createWorkspace(), budget);
      expectInCones(problem, solution);
      expect(work(problem, solution)).toBeLessThanOrEqual(1e-14 * file.reference.kineticFree);
      expect(solution.residual).toBeGreaterThan(0);
      expect(solution.factorisations).toBeLessThanOrEqual(1);
    }
  });

  it("gives the same bits again, also in a workspace that has served others", () => {
    const shared = createWorkspace();
    for (const other of files) if (other.bodies.length < 60) solveStep(problemOf(other), shared, { factorisations: 5 });
    const first = solveStep(problemOf(file)).velocity.slice(0, 6 * file.bodies.length);
    const second = solveStep(problemOf(file), shared).velocity.slice(0, 6 * file.bodies.length);
    expect(second).toEqual(first);
  });
});

it("loads a plate on a hundred places as an even foundation does", () => {
  const file = named("plate-100-slide");
  const { impulse } = solveStep(cold(file));
  const places = file.contacts.map((row, i) => ({ x: row[5], y: row[6], load: impulse[3 * i + 2] }));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const load = mean(places.map((place) => place.load));
  // The grid is even about the centre: slopes are products over squares.
  const slope = (along: "x" | "y") => mean(places.map((p) => p.load * p[along])) / mean(places.map((p) => p[along] * p[along]));
  const [a, b] = [slope("x"), slope("y")];
  for (const { x, y, load: here } of places) expect(Math.abs(here - load - a * x - b * y)).toBeLessThan(1e-3 * load);
});
