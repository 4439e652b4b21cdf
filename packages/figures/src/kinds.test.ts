import { parseStudy, runStudy } from "carom/study";
import { expect, it } from "vitest";
import { drawn } from "./kinds.js";

it("draws a study by its kind, with the survey or the scene that its figures need", () => {
  const rod = { length: 1, mass: 1, angle: 0.5, impactSpeed: 1, restitution: 0.5 };
  const clatter = parseStudy({ carom: 1, kind: "clatter", title: "A rod", rod }, "clatter");
  const { figures, report } = drawn(clatter, runStudy(clatter));
  // Those over an angle are drawn from a survey, which no result holds.
  expect(figures.map(({ name }) => name)).toContain("impulses-over-angle");
  for (const { name } of figures) expect(report).toContain(`<figure id="${name}">`);
  expect(report).toContain("<title>A rod · Carom</title>");
});
