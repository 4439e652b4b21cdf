import { afterEach, describe, expect, it, vi } from "vitest";
import { SolverError } from "../../errors.js";
import { defaultLaw } from "../../impact/default-law.js";
import { multipoint } from "../../impact/multipoint.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { runThrown, thrownScene } from "../../testing/thrown-scenes.js";
import { solveOrReplace } from "../impacts/resolve-impacts.js";

describe("bodies thrown over a floor", () => {
  // The first hundred of the stress campaign with seed 11, none left out. Of those that do not finish the cause stands here, by seed.
  const seeds = Array.from({ length: 100 }, (_, n) => 1_100_000 + n);
  const unfinished: Readonly<Record<number, string>> = {};

  it.each(seeds)("end without gaining energy, overlapping or losing a number: scene %i", { timeout: 120_000 }, (seed) => {
    const { complaints, cause } = runThrown(thrownScene(seed));
    expect(cause).toBe(unfinished[seed]);
    expect(complaints).toEqual([]);
  });

  it("finish in at least 98 of 100", () => {
    expect(Object.keys(unfinished).length).toBeLessThanOrEqual(2);
  });
});

describe("a law that cannot finish", () => {
  afterEach(() => void vi.restoreAllMocks());

  /** A block that lands on two points, without friction: W = 1/m + x x' / I along the normals. */
  const problem: ContactProblem = {
    dimension: 3,
    contacts: [
      { friction: 0, restitution: 0.5 },
      { friction: 0, restitution: 0.5 },
    ],
    mobility: [
      [1, 0, 0, 1, 0, 0],
      [0, 1, 0, 0, 1, 0],
      [0, 0, 1.5, 0, 0, 0.5],
      [1, 0, 0, 1, 0, 0],
      [0, 1, 0, 0, 1, 0],
      [0, 0, 0.5, 0, 0, 1.5],
    ],
    velocity: [0, 0, -1, 0, 0, -1],
    kineticEnergy: 0.5,
    places: [
      {
        point: [-1, 0, 0],
        axes: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
      {
        point: [1, 0, 0],
        axes: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
    ],
  };

  it("is left alone where it can", () => {
    expect(defaultLaw(problem)).toBe("proportional");
    const { outcome, replaced } = solveOrReplace(problem, "multipoint");
    expect(outcome.law).toBe("multipoint");
    expect(replaced).toBeUndefined();
  });

  it("is replaced by another one that applies, which is said", () => {
    vi.spyOn(multipoint, "solve").mockImplementation(() => {
      throw new SolverError("the problem looks stiff", {});
    });
    const { outcome, replaced } = solveOrReplace(problem, "multipoint");
    expect(outcome.law).toBe("simultaneous");
    expect(replaced).toEqual({ law: "multipoint", reason: "the problem looks stiff" });
    // Both points bounce alike: e of the approach.
    expect(outcome.velocity[2]).toBeCloseTo(0.5, 9);
    expect(outcome.velocity[5]).toBeCloseTo(0.5, 9);
  });

  it("does not hide an error of another kind", () => {
    vi.spyOn(multipoint, "solve").mockImplementation(() => {
      throw new TypeError("broken");
    });
    expect(() => solveOrReplace(problem, "multipoint")).toThrow(TypeError);
  });
});
