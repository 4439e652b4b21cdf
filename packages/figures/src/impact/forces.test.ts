import { parseStudy, runStudy } from "carom/study";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { forceFigures } from "./forces.js";
import { impactReport } from "./report.js";

const glass = { youngsModulus: 69e9, poissonRatio: 0.23 };
const study = (contactLaw?: object) =>
  runStudy(
    parseStudy(
      {
        carom: 1,
        kind: "impact",
        title: "A ball on glass",
        problem: {
          mobility: [
            [10, 0, 0],
            [0, 10, 0],
            [0, 0, 4],
          ],
          velocity: [0.1, 0, -1],
        },
        contacts: [{ friction: 0.2, restitution: 0.9, ...(contactLaw === undefined ? {} : { contactLaw }) }],
      },
      "impact",
    ),
  );

describe("pictures of forces", () => {
  it("draw force against time and against indentation, and tell the peak", () => {
    const result = study({ materials: [glass, glass], radii: [0.01, "flat"] });
    const figures = forceFigures(result);
    expect(figures.map(({ name }) => name)).toEqual(["force-time", "force-indentation"]);
    const [time] = figures;
    const peak = result.forces?.contacts[0]?.peakForce ?? 0;
    expect(time?.caption).toContain(`${peak.toFixed(0)}\u2009N at most`);
    for (const chart of ["Normal force", "Friction", "Indentation"]) expect(time?.svg).toContain(`>${chart}<`);
    const page = parseHTML(impactReport(result, figures)).document;
    const forces = [...page.querySelectorAll("section.table")].find((table) => table.textContent.includes("peak force, N"))!;
    expect(forces.querySelectorAll("tbody tr")).toHaveLength(1);
    expect(page.querySelector(".lead")!.textContent).toContain("The impact lasts");
  });

  it("draw nothing without a contact law", () => {
    expect(forceFigures(study())).toEqual([]);
    expect(impactReport(study(), [])).not.toContain("peak force");
  });
});
