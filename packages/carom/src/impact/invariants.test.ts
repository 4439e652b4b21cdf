/**
 * What every law must hold, over random problems with near-degenerate ones among them. A new law is tested here by being in the registry.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { distance, norm } from "../testing/agreement.js";
import { between } from "../testing/between.js";
import { contactProblem } from "../testing/problems.js";
import { solveFrictional } from "./frictional.js";
import { solveNewton } from "./newton.js";
import type { ImpactOutcome } from "./outcome.js";
import { solvePoisson } from "./poisson.js";
import { laws } from "./registry.js";

const RUNS = { numRuns: 10_000, seed: 20_261_115 };
/**
 * Of the laws for several contacts, which hand a single contact to the slip of `frictional`; many-contacts.test.ts has the scenes they are
 * for.
 */
const FEWER_RUNS = { ...RUNS, numRuns: 1000 };
const runsOf = (law: (typeof laws)[number]) => (["proportional", "simultaneous", "multipoint"].includes(law.name) ? FEWER_RUNS : RUNS);

/** Cases are drawn once for all that is claimed of them: drawing takes longer than solving. The first that fails is told. */
function forEvery<Case extends readonly unknown[]>(cases: readonly Case[], claim: (...one: [...Case]) => void): void {
  for (const one of cases) {
    try {
      claim(...one);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}\nof the case ${JSON.stringify(one)}`, { cause: error });
    }
  }
}

/** Claims of ten thousand cases: Vitest's own take longer than the solver, so it is asked only where one fails. */
const atMost = (value: number, most: number) => value <= most || expect(value).toBeLessThanOrEqual(most);
const holds = (claim: boolean) => claim || expect(claim).toBe(true);

const frictionOf = (problem: ContactProblem) => problem.contacts[0].friction;
const restitutionOf = (problem: ContactProblem) => problem.contacts[0].restitution;

const normalOf = (v: readonly number[]) => v[v.length - 1];
const tangentsOf = (v: readonly number[]) => v.slice(0, -1);

/** The part of a spatial problem in the plane of tangent 1 and the normal. */
function flattened({ mobility, velocity, contacts }: ContactProblem): ContactProblem {
  return {
    dimension: 2,
    contacts,
    mobility: [
      [mobility[0][0], mobility[0][2]],
      [mobility[2][0], mobility[2][2]],
    ],
    velocity: [velocity[0], velocity[2]],
  };
}

/** Arbitrary problems that a law accepts: a planar law gets the planar part, a law with tangential springs their stiffness. */
function problemsFor(law: (typeof laws)[number]): fc.Arbitrary<ContactProblem> {
  return fc.tuple(contactProblem, between(-1.7, 1.7)).map(([problem, power]) => {
    const springy = changed(problem, { contacts: [{ ...problem.contacts[0], stiffnessRatio: 10 ** power }] });
    const candidate = [problem, flattened(problem), springy].find((one) => law.inapplicable(one) === undefined);
    if (candidate === undefined) throw new Error(`${law.name} accepts no problem`);
    return candidate;
  });
}

/** The same problem with other material values; the stiffness stays. */
const withMaterial = (problem: ContactProblem, material: { readonly friction?: number; readonly restitution?: number }) =>
  changed(problem, { contacts: [{ ...problem.contacts[0], ...material }] });

function changed(problem: ContactProblem, change: Partial<ContactProblem>): ContactProblem {
  return { ...problem, ...change };
}

/** The same problem with its tangents turned by an angle and then mirrored; in the plane there is only the mirror. */
function turned(
  problem: ContactProblem,
  angle: number,
  mirror: boolean,
): { problem: ContactProblem; turn: (v: readonly number[]) => number[] } {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const m = mirror ? -1 : 1;
  const spatial = [
    [c * m, s * m, 0],
    [-s, c, 0],
    [0, 0, 1],
  ];
  const axes =
    problem.dimension === 3
      ? spatial
      : [
          [m, 0],
          [0, 1],
        ];
  const turn = (v: readonly number[]) => axes.map((row) => row.reduce((sum, x, i) => sum + x * v[i], 0));
  const columns = problem.mobility[0].map((_, j) => turn(problem.mobility.map((row) => row[j])));
  const mobility = axes.map((_, i) => turn(columns.map((column) => column[i])));
  const symmetric = mobility.map((row, i) => row.map((x, j) => 0.5 * (x + mobility[j][i])));
  return { problem: changed(problem, { mobility: symmetric, velocity: turn(problem.velocity) }), turn };
}

function everyNumber(outcome: ImpactOutcome): number[] {
  return [
    ...outcome.impulse,
    ...outcome.velocity,
    ...outcome.events.flatMap((event) => [...event.impulse, ...event.velocity, event.storedEnergy, event.frictionLoss]),
    ...Object.values(outcome.energy),
  ];
}

describe.each(laws.map((law) => ({ law, name: law.name })))("$name", ({ law }) => {
  const cases = fc.sample(fc.tuple(problemsFor(law), between(-6, 6), between(-3.2, 3.2), fc.boolean()), runsOf(law));

  it("ends, gives finite numbers, closes its ledger and does not leave the bodies approaching", () => {
    forEvery(cases, (problem) => {
      const outcome = law.solve(problem);
      const { energy, velocity, events } = outcome;
      holds(everyNumber(outcome).every(Number.isFinite));
      holds(events.at(-1)!.kind === "end");
      atMost(Math.abs(energy.residual), 1e-10 * energy.before);
      atMost(0, normalOf(velocity));
      atMost(0, energy.frictionLoss);
    });
  });

  it("changes the velocity by mobility times impulse", () => {
    forEvery(cases, (problem) => {
      const { impulse, velocity } = law.solve(problem);
      const expected = problem.mobility.map((row, i) => problem.velocity[i] + row.reduce((sum, w, j) => sum + w * impulse[j], 0));
      const scale = norm(problem.velocity) + norm(problem.mobility.map((row) => norm(row))) * norm(impulse);
      atMost(distance(velocity, expected), 1e-11 * scale);
    });
  });

  it("stays in the friction cone at every event and on the way", () => {
    forEvery(cases, (problem) => {
      const { history } = law.solve(problem, { history: true });
      const friction = frictionOf(problem);
      // One claim over all points: an assertion for each of them would take longer than the solver.
      const outside = history!.impulse.filter((impulse) => norm(tangentsOf(impulse)) > (friction * (1 + 1e-9) + 1e-12) * normalOf(impulse));
      if (outside.length > 0) expect(outside).toEqual([]);
      holds(history!.normalImpulse.every((value, i, all) => i === 0 || value >= all[i - 1] * (1 - 1e-14)));
    });
  });

  it("is homogeneous in the velocity and inverse in the mobility", () => {
    forEvery(cases, (problem, power) => {
      const { impulse } = law.solve(problem);
      // A power of two scales without rounding.
      const factor = 2 ** Math.round(power);
      const faster = law.solve(changed(problem, { velocity: problem.velocity.map((v) => v * factor) }));
      atMost(
        distance(
          faster.impulse,
          impulse.map((p) => p * factor),
        ),
        1e-11 * norm(faster.impulse),
      );
      const lighter = law.solve(changed(problem, { mobility: problem.mobility.map((row) => row.map((w) => w * factor)) }));
      atMost(
        distance(
          lighter.impulse,
          impulse.map((p) => p / factor),
        ),
        1e-11 * norm(lighter.impulse),
      );
    });
  });

  it("does not depend on the choice of tangents, nor on which body is called the first", () => {
    forEvery(cases, (problem, _, angle, mirror) => {
      const { impulse } = law.solve(problem);
      const other = turned(problem, angle, mirror);
      atMost(distance(law.solve(other.problem).impulse, other.turn(impulse)), 1e-9 * norm(impulse));
      // Called the other way round, the normal turns over and with it one tangent: that is a mirror image.
      const swapped = turned(problem, 0, true);
      atMost(distance(law.solve(swapped.problem).impulse, swapped.turn(impulse)), 1e-11 * norm(impulse));
    });
  });

  it("without friction gives (1 + e) |v| / W along the normal", () => {
    forEvery(cases, (problem) => {
      const { impulse } = law.solve(withMaterial(problem, { friction: 0 }));
      const expected =
        ((1 + restitutionOf(problem)) * Math.abs(normalOf(problem.velocity))) / normalOf(problem.mobility[problem.dimension - 1]);
      holds(tangentsOf(impulse).every((tangential) => tangential === 0));
      atMost(Math.abs(normalOf(impulse) - expected), 1e-13 * expected);
    });
  });

  it("keeps planar data planar", () => {
    forEvery(cases, (problem) => {
      if (problem.dimension === 2) return;
      const { mobility, velocity } = problem;
      const inPlane = changed(problem, {
        mobility: [
          [mobility[0][0], 0, mobility[0][2]],
          [0, mobility[1][1], 0],
          [mobility[2][0], 0, mobility[2][2]],
        ],
        velocity: [velocity[0], 0, velocity[2]],
      });
      const outcome = law.solve(inPlane);
      holds(Object.is(outcome.impulse[1], 0));
      holds(Object.is(outcome.velocity[1], 0));
      const flat = law.solve(flattened(inPlane));
      atMost(distance(flat.impulse, [outcome.impulse[0], outcome.impulse[2]]), 1e-12 * norm(flat.impulse));
    });
  });

  it("ends a perfectly plastic impact with the bodies at rest along the normal", () => {
    forEvery(cases, (problem) => {
      const { velocity } = law.solve(withMaterial(problem, { restitution: 0 }));
      atMost(Math.abs(normalOf(velocity)), 1e-12 * norm(problem.velocity));
    });
  });
});

const cases = fc.sample(fc.tuple(contactProblem, between(-1, 1), between(0.1, 10)), RUNS);

describe("the random problems", () => {
  it("are worth solving: slip turns, stops and starts again in many of them", () => {
    const count = { turns: 0, stops: 0, restarts: 0 };
    for (const [problem] of cases) {
      const { events, slip } = solveFrictional(problem);
      const [before, after] = [problem.velocity, events.at(-1)!.velocity];
      const sine = (before[0] * after[1] - before[1] * after[0]) / (norm(tangentsOf(before)) * norm(tangentsOf(after)));
      if (Math.abs(sine) > 1e-3) count.turns++;
      if (events.some(({ kind }) => kind === "slip-stop")) count.stops++;
      if (slip[0] === "restarts") count.restarts++;
    }
    expect(count.turns).toBeGreaterThan(2000);
    expect(count.stops).toBeGreaterThan(1000);
    expect(count.restarts).toBeGreaterThan(50);
  });
});

describe("energetic restitution", () => {
  it("never gains energy, and gives back e^2 of what was stored", () => {
    forEvery(cases, (problem) => {
      const { energy, events } = solveFrictional(problem);
      const e = restitutionOf(problem);
      atMost(energy.after, energy.before * (1 + 1e-12));
      const ends = events.filter((event) => event.kind === "compression-end");
      // With one compression: stored e^2 Ec right after it, lost (1 - e^2) Ec.
      if (ends.length === 1) atMost(Math.abs(e * e * energy.restitutionLoss - (1 - e * e) * ends[0].storedEnergy), 1e-12 * energy.before);
    });
  });

  it("is continuous in velocity, friction and restitution", () => {
    forEvery(cases, (problem, direction) => {
      const nudge = 1e-7 * direction;
      const { impulse } = solveFrictional(problem);
      const near = solveFrictional({
        ...problem,
        contacts: [{ friction: frictionOf(problem) * (1 + nudge), restitution: Math.min(1, Math.max(0, restitutionOf(problem) + nudge)) }],
        velocity: [
          problem.velocity[0] + nudge * problem.velocity[2],
          problem.velocity[1] - nudge * problem.velocity[2],
          problem.velocity[2] * (1 + nudge),
        ],
      });
      atMost(distance(near.impulse, impulse), Math.sqrt(Math.abs(nudge)) * 100 * norm(impulse));
    });
  });

  it("coincides with Newton and Poisson for a central impact", () => {
    forEvery(cases, (problem) => {
      const [[b11, b12], [, b22], [, , n]] = problem.mobility as number[][] as [number[], number[], number[]];
      const central = changed(problem, {
        mobility: [
          [b11, b12, 0],
          [b12, b22, 0],
          [0, 0, n],
        ],
      });
      const { impulse, velocity } = solveFrictional(central);
      atMost(Math.abs(velocity[2] + restitutionOf(problem) * problem.velocity[2]), 1e-12 * Math.abs(problem.velocity[2]));
      atMost(distance(solveNewton(central).impulse, impulse), 1e-11 * norm(impulse));
      atMost(distance(solvePoisson(central).impulse, impulse), 1e-11 * norm(impulse));
    });
  });

  it("slides a ball by min(friction p, 2/7 m |slip|)", () => {
    forEvery(cases, (problem, _, mass) => {
      const ball = changed(problem, {
        mobility: [
          [3.5 / mass, 0, 0],
          [0, 3.5 / mass, 0],
          [0, 0, 1 / mass],
        ],
      });
      const { impulse } = solveFrictional(ball);
      const normal = (1 + restitutionOf(problem)) * mass * Math.abs(problem.velocity[2]);
      const slip = Math.hypot(problem.velocity[0], problem.velocity[1]);
      atMost(Math.abs(impulse[2] - normal), 1e-12 * normal);
      expect(Math.hypot(impulse[0], impulse[1])).toBeCloseTo(Math.min(frictionOf(problem) * normal, (2 / 7) * mass * slip), 10);
    });
  });
});
