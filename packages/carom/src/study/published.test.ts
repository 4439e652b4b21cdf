import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { runStudy } from "./kinds.js";
import { evaluatePublished } from "./published.js";
import { parseImpact, printedProblem, rodStudy } from "./studies.testing.js";

const SOURCE = { source: "000 chapter 2", verdict: "reproduced" } as const;

function rowsOf(study: object, published: readonly object[]) {
  return evaluatePublished(parseImpact({ ...study, published }));
}

describe("evaluatePublished", () => {
  it("has nothing to say about a study without published figures", () => {
    expect(evaluatePublished(parseImpact(rodStudy()))).toEqual([]);
  });

  it("finds numbers, texts, lengths and quotients of a result", () => {
    const study = printedProblem();
    const { outcome, analysis } = runStudy(parseImpact(study));
    const rows = rowsOf(study, [
      { ...SOURCE, what: "outcome.impulse[2]", value: 0.1012082, tolerance: 1e-5 },
      { ...SOURCE, what: "analysis.criticalFriction", value: 0.3157, tolerance: 5e-5 },
      { ...SOURCE, what: "analysis.invariantDirections.length", value: analysis!.invariantDirections.length, tolerance: 0 },
      { ...SOURCE, what: "outcome.slip[0]", value: "sticks" },
      {
        ...SOURCE,
        what: "outcome.energy.after / outcome.energy.before",
        value: outcome.energy.after / outcome.energy.before,
        tolerance: 1e-15,
      },
      { ...SOURCE, what: "analysis.canJam", value: false },
      { ...SOURCE, what: "label", value: "S2" },
    ]);
    expect(rows.map(({ holds }) => holds)).toEqual(rows.map(() => true));
    expect(rows[0].difference).toBeCloseTo(outcome.impulse[2] - 0.1012082, 15);
  });

  it("holds a verdict to what it says", () => {
    const figure = { source: "000 eq. (2.14)", what: "outcome.impulse[2]", value: 0.1007, tolerance: 5e-5 };
    const [honest, wrong] = rowsOf(printedProblem(), [
      { ...figure, verdict: "not reproduced", note: "explicit Euler" },
      { ...figure, verdict: "reproduced" },
    ]);
    expect(honest).toMatchObject({ agrees: false, holds: true, note: "explicit Euler", computed: false });
    expect(wrong).toMatchObject({ agrees: false, holds: false });
  });

  it("computes a row under its own law and method", () => {
    const study = rodStudy();
    study.contacts[0].restitution = 1;
    const ratio = { source: "anchors 2.3", what: "outcome.energy.after / outcome.energy.before", tolerance: 5e-5, verdict: "reproduced" };
    const rows = rowsOf(study, [
      { ...ratio, value: 0.9186 },
      { ...ratio, value: 0.8711, law: "poisson" },
      { ...ratio, value: 1.0824, law: "newton" },
      { ...ratio, value: 0.9186, method: "taylor", computed: true },
    ]);
    expect(rows.map(({ agrees }) => agrees)).toEqual([true, true, true, true]);
    expect(rows[3].computed).toBe(true);
  });

  it("finds bodies whose names need quotes", () => {
    const study = rodStudy() as unknown as { bodies: Record<string, unknown>; contacts: { between: string[] }[] };
    study.bodies["rod.2"] = study.bodies.rod;
    delete study.bodies.rod;
    study.contacts[0].between = ["rod.2", "floor"];
    const [row] = rowsOf(study, [{ ...SOURCE, what: 'bodies["rod.2"].before.velocity[2]', value: -1, tolerance: 0 }]);
    expect(row!.agrees).toBe(true);
  });

  it.each(["outcome.impulses[2]", "outcome.impulse", "outcome..impulse", "outcome.impulse[7]", "outcome.law / outcome.law", "toString"])(
    "complains about %j",
    (what) => {
      expect(() => rowsOf(printedProblem(), [{ ...SOURCE, what, value: 1, tolerance: 1 }])).toThrow(InvalidInputError);
      expect(() => rowsOf(printedProblem(), [{ ...SOURCE, what, value: 1, tolerance: 1 }])).toThrow(/^published\[0\]\.what: /);
    },
  );
});
