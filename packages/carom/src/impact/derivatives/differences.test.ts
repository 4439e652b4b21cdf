/** Derivatives against extrapolated differences, homogeneity and rotation, on random problems of every family. */
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random.js";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { againstDifferences } from "../../testing/derivative-campaign.js";
import { alongRandomChanges } from "../../testing/derivative-directions.js";
import { oneBodyFamilies, sceneFamilies } from "../../testing/scenes.js";
import { problemFamilies, problemOf } from "../../testing/slip-families.js";
import { createSlipContact } from "../slip/contact.js";
import { impactDerivatives } from "./jacobian.js";

const LAWS = ["frictional", "poisson", "newton"] as const;
const cases = LAWS.flatMap((law) => problemFamilies.map(({ name }) => ({ law, name })));

function problems(name: string, seed: number, count: number): ContactProblem[] {
  const random = createRandom(seed);
  const contact = createSlipContact();
  const family = problemFamilies.find((candidate) => candidate.name === name)!;
  return Array.from({ length: count }, () => {
    family.draw(random, contact);
    return problemOf(contact);
  });
}

describe("derivatives of one contact", () => {
  it.each(cases)("$law, $name: are the differences to 1e-8, or an edge says why there are none", ({ law, name }) => {
    let settled = 0;
    for (const [i, problem] of problems(name, 71, 2).entries()) {
      const { worst, compared, unexplained } = againstDifferences(law, problem);
      expect(worst, `problem ${i}`).toBeLessThan(1e-8);
      expect(unexplained, `problem ${i}`).toEqual([]);
      settled += compared;
    }
    expect(settled).toBeGreaterThan(8);
  });

  it.each(LAWS)("%s: the impulse has degree 1 in the velocity and -1 in the mobility", (law) => {
    for (const { name } of problemFamilies)
      for (const problem of problems(name, 5, 12)) {
        const { inputs, by, impulse, edges } = impactDerivatives(law, problem);
        if (by.some(({ status }) => status === "none")) continue;
        // Beside rest the derivatives bend so sharply that the rounding of the direction of slip shows.
        const speed = Math.hypot(problem.velocity[0], problem.velocity[1]);
        if (edges.some(({ kind, margin }) => kind === "passes-rest" && margin < 1e-3 * speed && margin > 0)) continue;
        const size = Math.hypot(...impulse);
        for (const [of, degree] of [
          ["velocity", 1],
          ["mobility", -1],
        ] as const)
          impulse.forEach((value, k) => {
            const terms = inputs.flatMap(({ path }, c) => {
              const [, i, j] = /(\d)\](?:\[(\d)\])?/.exec(path)!;
              if (!path.startsWith(of)) return [];
              return [by[c].impulse[k] * (of === "velocity" ? problem.velocity[Number(i)] : problem.mobility[Number(i)][Number(j)])];
            });
            // Terms may be much larger than their sum, where slip stops late.
            const largest = Math.max(size, ...terms.map(Math.abs));
            const sum = terms.reduce((total, term) => total + term, 0);
            expect(Math.abs(sum - degree * value) / largest, name).toBeLessThan(1e-11);
          });
      }
  });
});

describe("derivatives of springs and of several contacts", () => {
  const check = (law: string, drawn: readonly ContactProblem[]) => {
    const random = createRandom(8);
    let settled = 0;
    for (const [i, problem] of drawn.entries()) {
      const { failed, compared } = alongRandomChanges(law, problem, random);
      expect(failed, `problem ${i}`).toEqual([]);
      settled += compared;
    }
    expect(settled).toBeGreaterThan(drawn.length);
  };

  it.each(problemFamilies)("compliant, $name: are differences from other steps", ({ name }) => {
    const given = problems(name, 72, 3);
    check(
      "compliant",
      given.map((problem) => ({ ...problem, contacts: problem.contacts.map((contact) => ({ ...contact, stiffnessRatio: 1.3 })) })),
    );
  });

  it("compliant: are differences from other steps beside an invariant direction, where coarse series leave 3e-8 open", () => {
    const random = createRandom(1);
    const contact = createSlipContact();
    const family = problemFamilies.find(({ name }) => name === "near an invariant direction")!;
    let worst = 0;
    for (let n = 0; n < 45; n++) {
      family.draw(random, contact);
      const given = problemOf(contact);
      const contacts = given.contacts.map((one) => ({ ...one, stiffnessRatio: 0.5 + 1.5 * random() }));
      const found = alongRandomChanges("compliant", { ...given, contacts }, random);
      expect(found.failed, `problem ${n}`).toEqual([]);
      worst = Math.max(worst, found.worst);
    }
    expect(worst).toBeLessThan(1e-9);
  });

  it.each([
    { law: "simultaneous", name: "ball onto a pair" },
    { law: "multipoint", name: "disc in a wedge" },
    { law: "multipoint", name: "planar body between lines" },
  ])("$law, $name: are differences from other steps", ({ law, name }) => {
    const random = createRandom(1);
    const family = [...sceneFamilies, ...oneBodyFamilies].find((one) => one.name === name)!;
    check(
      law,
      [0, 1].map(() => family.draw(random).problem),
    );
  });
});
