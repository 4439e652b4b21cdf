import { defaultLaw, laws } from "carom/impact";
import { chooseLaw, type ImpactStudy, parseStudy, studyProblem } from "carom/study";
import { expect, it } from "vitest";
import { bringLaws, lawAtHand, lawNames } from "./brought-laws.js";
import { underLaw } from "./under-law.js";

it("brings every law of the library, in its order, and no other", async () => {
  expect(lawNames).toEqual(laws.map(({ name }) => name));
  const brought = await bringLaws([...lawNames, "constructor", "no law"]);
  expect([...brought.values()]).toEqual(laws);
  for (const { name } of laws) expect(brought.get(name)?.name).toBe(name);
});

it("has three laws at hand without waiting", () => {
  expect(lawNames.filter((name) => lawAtHand(name) !== undefined)).toEqual(["frictional", "poisson", "newton"]);
});

const study = (more: object): ImpactStudy =>
  parseStudy({
    carom: 1,
    kind: "impact",
    title: "one contact",
    problem: {
      mobility: [
        [2, 0.5],
        [0.5, 1],
      ],
      velocity: [1, -1],
    },
    contacts: [{ friction: 0.3, restitution: 0.5 }],
    ...more,
  }) as ImpactStudy;

it.each([{}, { law: "poisson" }, { options: { method: "taylor" } }, { law: "frictional", options: { method: "taylor" } }])(
  "puts an impact with %j under a law as the library does",
  (more) => {
    const given = study(more);
    const own = given.law ?? defaultLaw(studyProblem(given));
    for (const law of lawNames) expect(underLaw(given, own, law)).toEqual(chooseLaw(given, { law }));
  },
);
