import fc from "fast-check";
import { expect, it } from "vitest";
import { between } from "../testing/between.js";
import { maximise } from "./linear-programme.js";

it("solves a textbook programme: 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18 is 36 at (2, 6)", () => {
  const rows = [
    [1, 0, 1, 0, 0],
    [0, 2, 0, 1, 0],
    [3, 2, 0, 0, 1],
  ];
  const found = maximise([3, 5, 0, 0, 0], rows, [4, 12, 18]);
  if (found.status !== "optimal") throw new Error(found.status);
  expect(found.value).toBeCloseTo(36, 12);
  expect(found.x[0]).toBeCloseTo(2, 12);
  expect(found.x[1]).toBeCloseTo(6, 12);
});

it("says that there is no solution, or no end", () => {
  expect(maximise([1, 0], [[1, 1]], [-1]).status).toBe("infeasible");
  expect(maximise([1, 0], [[1, -1]], [0]).status).toBe("unbounded");
});

it("does not mind a row that says the same as another", () => {
  const found = maximise(
    [1, 2],
    [
      [1, 1],
      [2, 2],
    ],
    [3, 6],
  );
  expect(found.status === "optimal" && found.value).toBeCloseTo(6, 12);
});

it("has no gap to the dual: max c . x, A x <= b equals min b . y, A^T y >= c", () => {
  fc.assert(
    fc.property(fc.array(between(0.1, 1), { minLength: 19, maxLength: 19 }), (n) => {
      const a = [0, 1, 2].map((i) => n.slice(4 * i, 4 * i + 4));
      const b = n.slice(12, 15);
      const c = n.slice(15, 19);
      const unit = (size: number, at: number, value: number) => Array.from({ length: size }, (_, i) => (i === at ? value : 0));
      const primal = maximise(
        [...c, 0, 0, 0],
        a.map((row, i) => [...row, ...unit(3, i, 1)]),
        b,
      );
      const dual = maximise(
        [...b.map((value) => -value), 0, 0, 0, 0],
        c.map((_, j) => [...a.map((row) => row[j]), ...unit(4, j, -1)]),
        c,
      );
      expect(primal.status === "optimal" && dual.status === "optimal" && primal.value + dual.value).toBeCloseTo(0, 9);
    }),
    { numRuns: 50 },
  );
});

it("refuses rows of other lengths and numbers that are none", () => {
  expect(() => maximise([1, 2], [[1]], [1])).toThrow("rows[0]: [1] is not a list of 2 finite numbers");
  expect(() => maximise([1], [[1]], [1, 2])).toThrow("right");
  expect(() => maximise([Number.NaN], [[1]], [1])).toThrow("cost");
});
