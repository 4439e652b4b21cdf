import { expect, it } from "vitest";
import { meshErrorDoubts } from "../../soft/pickup/mesh-error.js";
import { parseStudy, runStudy, type StudyOf } from "../index.js";

const told = (cells: readonly [number, number, number]) => {
  const { meshError, warnings } = runStudy(
    parseStudy({
      carom: 1,
      kind: "rest-shape",
      title: "a slab",
      mesh: { type: "box", size: [0.04, 0.04, 0.01], cells },
      material: { youngModulus: 2e5, poissonRatio: 0.3, density: 900 },
    }) as StudyOf<"rest-shape">,
  );
  return { meshError, codes: warnings.map(({ code }) => code) };
};

it("the error of the mesh is told on thousands of nodes too, smaller than on coarser ones, and where it is not that is said", () => {
  const coarse = told([16, 16, 4]).meshError ?? Number.NaN;
  // 34,000 corners and edges.
  const fine = told([30, 30, 4]).meshError ?? Number.NaN;
  expect(fine).toBeGreaterThan(0.2 * coarse);
  expect(fine).toBeLessThan(coarse);
  expect(told([16, 16, 4]).codes).not.toContain("no-estimate");
}, 60_000);

it("a grip whose mesh is too large for an estimate says so, and a squeeze without a grip does not", () => {
  expect(meshErrorDoubts(undefined, "linear", true).map(({ code }) => code)).toEqual(["no-estimate"]);
  expect(meshErrorDoubts(undefined, "linear", false)).toEqual([]);
});
