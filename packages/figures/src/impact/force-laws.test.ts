import { forceLawNames } from "carom/force";
import { parseStudy, runStudy } from "carom/study";
import { describe, expect, it } from "vitest";
import { forceLawFigures } from "./force-laws.js";

const result = (forces: object) =>
  runStudy(
    parseStudy(
      {
        carom: 1,
        kind: "impact",
        title: "A ball on steel",
        problem: { mobility: [10, 10, 4].map((value, i) => [0, 1, 2].map((j) => (i === j ? value : 0))), velocity: [0, 0, -0.2] },
        contacts: [{ friction: 0, restitution: 0.7, contactLaw: { materials: ["steel 1020", "steel 1020"], radii: [0.05, "flat"] } }],
        forces,
      },
      "impact",
    ),
  );

describe("pictures of force laws", () => {
  it("are force over time and over approach, a panel a law, and restitution over speed, a curve a law", () => {
    const figures = forceLawFigures(result({ laws: [...forceLawNames] }));
    expect(figures.map(({ name }) => name)).toEqual(["force-laws-time", "force-laws-loops", "force-laws-restitution"]);
    for (const { svg } of figures) {
      for (const law of forceLawNames) expect(svg).toContain(`>${law}<`);
      expect(svg).not.toContain("NaN");
    }
    expect(figures[0]?.caption).toContain("hertz presses hardest");
  });

  it("are none where no law is asked for, and have no reference where there is one", () => {
    expect(forceLawFigures(result({ rows: 9 }))).toEqual([]);
    expect(forceLawFigures(result({ laws: ["flores"] }))[0]?.caption).not.toContain("Grey");
  });
});
