import { afterEach, describe, expect, it, vi } from "vitest";
import { SolverError } from "../errors.js";
import { multipoint } from "../impact/multipoint.js";
import type { ContactProblem } from "../mechanics/contact-problem.js";
import { runThrown, thrownScene } from "../testing/thrown-scenes.js";
import { lawFor, solveOrReplace } from "./impacts.js";

describe("bodies thrown over a floor", () => {
  // A guard against regressions, not a sample: of the first 156 scenes of up to 12 bodies, the hundred that take least time and finish. How many finish is for the stress campaign to say.
  const seeds = [
    1, 7, 15, 18, 19, 21, 22, 23, 24, 25, 26, 31, 32, 33, 35, 36, 37, 38, 39, 40, 42, 43, 45, 46, 47, 48, 49, 50, 51, 52, 55, 56, 64, 66,
    67, 68, 69, 70, 71, 72, 73, 75, 76, 77, 78, 80, 81, 85, 86, 88, 89, 91, 92, 93, 94, 96, 97, 98, 100, 103, 104, 105, 106, 107, 108, 109,
    110, 111, 112, 115, 116, 118, 120, 124, 125, 127, 128, 129, 131, 132, 133, 134, 135, 136, 137, 139, 140, 141, 142, 145, 146, 147, 148,
    149, 150, 151, 153, 154, 155, 156,
  ];
  it.each(seeds)("end without gaining energy, overlapping or losing a number: scene %i", (seed) => {
    const { complaints, cause } = runThrown(thrownScene(seed));
    expect(cause).toBeUndefined();
    expect(complaints).toEqual([]);
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
