import { afterEach, describe, expect, it, vi } from "vitest";
import { SolverError } from "../errors.js";
import { multipoint } from "../impact/multipoint.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { runThrown, thrownScene } from "../testing/thrown-scenes.js";
import { lawFor, solveOrReplace } from "./impacts.js";

describe("bodies thrown over a floor", () => {
  // One body each, and those that take least time: larger scenes are part of the stress campaign.
  const seeds = [1, 2, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20, 21, 22, 23, 24, 26, 27, 28, 30, 32, 33, 34, 35, 17, 8, 3];
  it.each(seeds)("end without gaining energy, overlapping or losing a number: scene %i", (seed) => {
    const { complaints, cause, residual } = runThrown(thrownScene(seed, 1));
    expect(cause).toBeUndefined();
    expect(complaints).toEqual([]);
    expect(residual).toBeLessThan(1e-8);
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
    expect(lawFor(problem)).toBe("multipoint");
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
