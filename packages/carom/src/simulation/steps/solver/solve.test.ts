import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random.js";
import { type BodyRow, boxRow, type ContactRow, kineticEnergy, mixedProblem, problemOf, standing } from "./fixtures.testing.js";
import { createStepProblem, GROUND, placeBody } from "./problem.js";
import { type StepSolution, solveStep } from "./solve.js";

const GH = 0.05;
const HALF = [0.1, 0.1, 0.1] as const;

function solve(bodies: readonly BodyRow[], contacts: readonly ContactRow[], gh = GH): StepSolution {
  return solveStep(problemOf({ gh, bodies, contacts }));
}

/** A point mass, all but: nothing turns it. */
const point = (velocity: readonly number[]): BodyRow => [0.5, 1e-9, 0, 0, 1e-9, 0, 1e-9, ...velocity];
const onFloor = (friction: number, bound = 0): ContactRow => [0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 0, bound, friction, 0, 0, 0];

describe("one contact", () => {
  it("is open where nothing approaches", () => {
    const { velocity, impulse, residual } = solve([point([1, 2, 0.5, 0, 0, 0])], [onFloor(0.3)]);
    expect([...velocity.subarray(0, 3)]).toEqual([1, 2, 0.5]);
    expect(impulse[2]).toBe(0);
    expect(residual).toBe(0);
  });

  it("sticks inside its cone: all of m u* is taken", () => {
    const { velocity, impulse } = solve([point([0.1, 0, -1, 0, 0, 0])], [onFloor(0.3)]);
    expect(velocity[0]).toBeCloseTo(0, 7);
    expect(velocity[2]).toBeCloseTo(0, 7);
    expect(impulse[2]).toBeCloseTo(2, 7);
  });

  it("slips outside it: friction takes mu times the normal impulse, against the slip", () => {
    const { velocity, impulse } = solve([point([3, 4, -1, 0, 0, 0])], [onFloor(0.3)]);
    // v_t goes from 5 to 5 - 0.3 along (3, 4) / 5.
    expect(velocity[0]).toBeCloseTo((3 / 5) * 4.7, 7);
    expect(velocity[1]).toBeCloseTo((4 / 5) * 4.7, 7);
    expect(impulse[2]).toBeCloseTo(2, 7);
  });

  it("is left with the speed that its bound asks for", () => {
    expect(solve([point([0, 0, -1, 0, 0, 0])], [onFloor(0.3, 0.8)]).velocity[2]).toBeCloseTo(0.8, 7);
    expect(solve([point([0, 0, -1, 0, 0, 0])], [onFloor(0.3, -0.4)]).velocity[2]).toBeCloseTo(-0.4, 7);
  });

  it("makes a sliding ball roll with 5/7 of its speed where friction is enough", () => {
    const [mass, radius] = [0.2, 0.05];
    const moment = 1 / (0.4 * mass * radius * radius);
    const ball: BodyRow = [1 / mass, moment, 0, 0, moment, 0, moment, 0.01, 0, -1, 0, 0, 0];
    const { velocity } = solve([ball], [[0, -1, 0, 0, 1, 0, 0, -radius, 0, 0, 0, 0, 0.5, 0, 0, 0]]);
    expect(velocity[0]).toBeCloseTo((5 / 7) * 0.01, 9);
    expect(velocity[0]).toBeCloseTo(radius * velocity[4], 9);
  });
});

describe("a box on an incline", () => {
  const slope = 0.4; // tangent of the angle
  const cosine = 1 / Math.sqrt(1 + slope * slope);
  // Turned so that the floor is level: gravity leans.
  const box = () => boxRow(3, HALF, [GH * slope * cosine, 0, -GH * cosine, 0, 0, 0]);

  it("stays above the angle of friction", () => {
    const { velocity } = solve([box()], standing(0, -1, HALF, 1.01 * slope));
    for (let k = 0; k < 6; k += 1) expect(Math.abs(velocity[k])).toBeLessThan(1e-5 * GH * 20);
  });

  it("slides below it by g h (sin - mu cos)", () => {
    const { velocity } = solve([box()], standing(0, -1, HALF, 0.99 * slope));
    expect(Math.abs(velocity[0] - GH * cosine * 0.01 * slope)).toBeLessThan(2e-5 * GH);
  });
});

describe("redundant places", () => {
  it("share the load of a box evenly, however often they are listed", () => {
    const four = solve([boxRow(1, HALF, [0, 0, -GH, 0, 0, 0])], standing(0, -1, HALF, 0.5));
    for (let i = 0; i < 4; i += 1) expect(four.impulse[3 * i + 2]).toBeCloseTo(GH / 4, 6);
    const corners = standing(0, -1, HALF, 0.5);
    const twice = solve([boxRow(1, HALF, [0, 0, -GH, 0, 0, 0])], [...corners, ...corners]);
    for (let i = 0; i < 8; i += 1) expect(twice.impulse[3 * i + 2]).toBeCloseTo(GH / 8, 6);
  });

  it.each([1, 1e3, 1e6])("carry a box of %d times the mass on a small one", (ratio) => {
    const bodies = [boxRow(1, HALF, [0, 0, -GH, 0, 0, 0]), boxRow(ratio, HALF, [0.1 * GH, 0, -GH, 0, 0, 0])];
    const { velocity, residual } = solve(bodies, [...standing(0, -1, HALF, 0.5), ...standing(1, 0, HALF, 0.5)]);
    // The sheet accepts 1e-3 g h at a million.
    expect(residual).toBeLessThan((ratio > 1e4 ? 1e-3 : 1e-5) * GH);
    for (let k = 0; k < 12; k += 1) expect(Math.abs(velocity[k])).toBeLessThan((ratio > 1e4 ? 1e-2 : 1e-3) * GH);
  });
});

describe("a box between two walls", () => {
  /** Walls whose normals lean inwards by an angle of this tangent; pushed down. */
  function wedge(tangent: number, friction: number): StepSolution {
    const cosine = 1 / Math.sqrt(1 + tangent * tangent);
    const side = (sign: number) =>
      [-0.1, 0.1].map((y) => [0, -1, -sign * cosine, 0, cosine * tangent, sign * 0.1, y, 0, 0, 0, 0, 0, friction, 0, 0, 0]);
    return solve([boxRow(1, HALF, [0, 0, -GH, 0, 0, 0])], [...side(1), ...side(-1)]);
  }

  it("is held by friction", () => {
    const { velocity, residual } = wedge(0.1, 0.9);
    expect(residual).toBeLessThanOrEqual(1e-5 * GH);
    expect(Math.abs(velocity[2])).toBeLessThan(1e-3 * GH);
  });

  it("with bounds that no motion can meet ends with a residual that says so", () => {
    const wall = (sign: number) => [0, -1, sign, 0, 0, -sign * 0.1, 0, 0, 0, 0, 0, 1, 0.5, 0, 0, 0];
    const problem = problemOf({ gh: GH, bodies: [boxRow(1, HALF, [0, 0, 0, 0, 0, 0])], contacts: [wall(1), wall(-1)] });
    const { residual, converged, velocity } = solveStep(problem);
    expect(converged).toBe(false);
    expect(residual).toBeGreaterThan(0.1);
    for (let k = 0; k < 6; k += 1) expect(Number.isFinite(velocity[k])).toBe(true);
  });
});

/** Boxes in a row of columns, thrown about: contacts of all kinds, redundant ones among them. */
function randomProblem(seed: number): { bodies: BodyRow[]; contacts: ContactRow[] } {
  const random = createRandom(seed);
  const within = (size: number) => size * (2 * random() - 1);
  const count = 1 + Math.floor(6 * random());
  const friction = random() < 0.2 ? 0 : 1.5 * random();
  const bodies = Array.from({ length: count }, () =>
    boxRow(
      10 * random() + 0.1,
      HALF,
      Array.from({ length: 6 }, (_, k) => within(k < 3 ? 0.2 : 1) - (k === 2 ? 0.1 : 0)),
    ),
  );
  const contacts = bodies.flatMap((_, i): ContactRow[] => {
    const below = random() < 0.4 ? -1 : i - 1;
    if (random() < 0.7) return standing(i, below, HALF, friction);
    const length = Math.sqrt(1 + 0.25);
    return [[i, below, 0.5 / length, 0, 1 / length, within(0.1), within(0.1), -0.1, within(0.1), within(0.1), 0.1, 0, friction, 0, 0, 0]];
  });
  return { bodies, contacts };
}

describe("any contacts", () => {
  it("end in their cones with the residual told, and never gain energy", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const problem = problemOf({ gh: GH, ...randomProblem(seed) });
        const { velocity, residual, impulse } = solveStep(problem);
        const before = kineticEnergy(problem, problem.freeVelocity);
        expect(kineticEnergy(problem, velocity)).toBeLessThanOrEqual(before * (1 + 1e-12));
        expect(residual).toBeLessThan(1e-3 * GH);
        for (let i = 0; i < problem.contactCount; i += 1) {
          const [t1, t2, n] = impulse.subarray(3 * i, 3 * i + 3);
          expect(n).toBeGreaterThanOrEqual(0);
          expect(Math.sqrt(t1 * t1 + t2 * t2)).toBeLessThanOrEqual(problem.friction[i] * n * (1 + 1e-14));
        }
      }),
      { numRuns: 100, seed: 20 },
    );
  });

  it("move the bodies in the same way whatever the order of contacts and bodies", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const { bodies, contacts } = randomProblem(seed);
        const last = bodies.length - 1;
        const turned = contacts.map((row) => [last - row[0], row[1] < 0 ? -1 : last - row[1], ...row.slice(2)]).reverse();
        const one = solve(bodies, contacts);
        const other = solve([...bodies].reverse(), turned);
        if (Math.max(one.residual, other.residual) > 1e-5 * GH) return;
        for (let i = 0; i <= last; i += 1)
          for (let c = 0; c < 3; c += 1)
            expect(Math.abs(one.velocity[6 * i + c] - other.velocity[6 * (last - i) + c])).toBeLessThan(0.02 * GH);
      }),
      { numRuns: 60, seed: 21 },
    );
  });
});

describe("mechanisms", () => {
  it("of any sizes end in their cones with the law obeyed and no energy gained", () => {
    const sizeOf = (random: () => number) => 3 + Math.floor(18 * random());
    for (let seed = 1; seed <= 40; seed += 1) {
      const problem = mixedProblem(createRandom(seed), sizeOf);
      const { impulse, contactVelocity, residual } = solveStep(problem);
      expect(residual).toBeLessThan(1e-3);
      let work = 0;
      for (let i = 0; i < problem.contactCount; i += 1) {
        const [t1, t2, n] = impulse.subarray(3 * i, 3 * i + 3);
        expect(Math.sqrt(t1 * t1 + t2 * t2)).toBeLessThanOrEqual(problem.friction[i] * n * (1 + 1e-14));
        for (let k = 3 * i; k < 3 * i + 3; k += 1) work += impulse[k] * contactVelocity[k];
      }
      expect(work).toBeLessThan(1e-12);
    }
  });

  /** One joint with a row for its speed and one for a direction in which nothing moves. */
  function joint(speed: number, bound: number, offset: number) {
    const problem = createStepProblem({ bodies: 1, speeds: 1, blocks: 1, widest: 1 }, 2);
    placeBody(problem, 1);
    problem.mass[0] = problem.inverseMass[0] = 1;
    problem.freeVelocity[0] = speed;
    problem.contactCount = 2;
    problem.bodies.set([0, GROUND, 0, GROUND]);
    problem.surfaces.set([0, 1]);
    problem.jacobian[2] = 1;
    problem.bound[2] = bound;
    problem.offset[2] = offset;
    problem.offset[5] = -3;
    problem.friction[1] = 0.5;
    problem.tolerance = 1e-9;
    return solveStep(problem);
  }

  it("a stop without friction that is far enough away pushes nothing, and that is a solution", () => {
    const { impulse, residual } = joint(-2, -5, 0);
    expect([...impulse.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(residual).toBe(0);
  });

  it("stop at their bounds with what moves anyhow counted in; where nothing can move nothing is asked for", () => {
    const { velocity, impulse, contactVelocity, converged } = joint(-2, -0.5, -1);
    expect(converged).toBe(true);
    expect(velocity[0]).toBeCloseTo(0.5, 9);
    expect(contactVelocity[2]).toBeCloseTo(-0.5, 9);
    expect(impulse[2]).toBeCloseTo(2.5, 9);
    expect([...impulse.subarray(3, 6)]).toEqual([0, 0, 0]);
  });
});
