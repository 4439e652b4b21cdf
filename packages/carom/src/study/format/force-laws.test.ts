import { describe, expect, it } from "vitest";
import { forceLawNamed, forceLawNames } from "../../force/laws/registry.js";
import { impactTables } from "../impact/tables.js";
import { checkStudy, runStudy } from "../kinds.js";
import { parseImpact } from "../studies.testing.js";

const contactLaw = { materials: ["steel 1020", "steel 1020"], radii: [0.01, "flat"] };
const study = (forces: object, { velocity = [0.1, 0, -1], coupling = 0, contact = {} as object } = {}) =>
  parseImpact({
    carom: 1,
    kind: "impact",
    title: "A ball on steel",
    problem: {
      mobility: [
        [10, 0, coupling],
        [0, 10, 0],
        [coupling, 0, 4],
      ],
      velocity,
    },
    contacts: [{ friction: 0.2, restitution: 0.6, contactLaw, ...contact }],
    forces,
  });
const run = (...given: Parameters<typeof study>) => runStudy(study(...given));

describe("force laws in a study", () => {
  it("follow the hit of the contact: mass one over its mobility, speed of approach; the rest of the result is as without them", () => {
    const { forceLaws, ...rest } = run({ laws: [...forceLawNames] });
    expect(rest).toEqual(run({}));
    expect(forceLaws?.mass).toBe(0.25);
    expect(forceLaws?.speed).toBe(1);
    expect(forceLaws?.hits.map(({ law }) => law)).toEqual(forceLawNames);
    for (const { law, parameters, restitution, duration } of forceLaws?.hits ?? []) {
      const alone = forceLawNamed(law).hit(parameters, { mass: 0.25, speed: 1 }, 48);
      expect([restitution, duration]).toEqual([alone.restitution, alone.duration]);
    }
    const [, kelvinVoigt, huntCrossley] = forceLaws?.hits ?? [];
    expect(kelvinVoigt.restitution).toBeCloseTo(0.6, 12);
    expect(huntCrossley.restitution).toBeCloseTo(0.6, 12);
  });

  it("take parameters that are given, by any law of the registry", () => {
    const hits =
      run({
        laws: [
          { law: "flores", restitution: 0.9 },
          { law: "kelvin-voigt", end: "approach" },
        ],
      }).forceLaws?.hits ?? [];
    expect(hits[0].parameters.restitution).toBe(0.9);
    expect(hits[1].parameters.end).toBe("approach");
    expect(Math.min(...hits[1].force)).toBeLessThan(0);
  });

  it("need no restitution for what is given", () => {
    const laws = [
      { law: "flores", restitution: 0.9 },
      { law: "kelvin-voigt", damping: 3 },
      { law: "hunt-crossley", dissipation: 0.1 },
    ];
    const hits = run({ laws: [...laws, "lankarani-nikravesh"] }, { contact: { restitution: 0 } }).forceLaws?.hits ?? [];
    expect(hits.map(({ name }) => name)).toEqual([
      "flores, restitution 0.9",
      "kelvin-voigt, damping 3",
      "hunt-crossley, dissipation 0.1",
      "lankarani-nikravesh",
    ]);
    expect(hits[3].parameters.restitution).toBe(0);
  });

  it("are a table of the page and columns of a file", () => {
    const result = run({ laws: ["hertz", "flores"] });
    const tables = impactTables(result);
    const page = tables.find(({ name }) => name === "force-laws");
    expect(page?.rows.map(([law]) => law)).toEqual(["hertz", "flores"]);
    const file = tables.find(({ name }) => name === "force-law-curves");
    expect(file?.rows.length).toBe(result.forceLaws?.hits.reduce((sum, { time }) => sum + time.length, 0));
  });

  it("say where friction couples to the normal motion, and nothing where nothing approaches", () => {
    expect(run({ laws: ["hertz"] }).forceLaws?.frictionCouples).toBe(false);
    expect(run({ laws: ["hertz"] }, { coupling: 2 }).forceLaws?.frictionCouples).toBe(true);
    expect(run({ laws: ["hertz"] }, { velocity: [0, 0, 1] }).forceLaws).toBeUndefined();
  });

  it.each([
    [{ laws: [] }, {}, "forces.laws: [] holds no force law"],
    [{ laws: ["hooke"] }, {}, 'forces.laws[0]: "hooke" is neither one of hertz, kelvin-voigt'],
    [{ laws: [{ law: "hertz", damping: 3 }] }, {}, "forces.laws[0].damping: 3 is given, but hertz has only stiffness"],
    [{ laws: [{ law: "flores", restitution: 0 }] }, {}, "forces.laws[0].restitution: 0 is not a finite number above 0, at most 1"],
    [
      { laws: ["kogut-etsion"] },
      { contactLaw: { ...contactLaw, materials: ["soda-lime glass", "soda-lime glass"] } },
      "forces.laws[0].yieldApproach: nothing is given, and no material has a yieldStrength",
    ],
    [{ laws: [{ law: "kelvin-voigt", damping: 1e6, end: "approach" }] }, {}, "forces.laws[0].damping: "],
    [
      { laws: ["flores"] },
      { restitution: 0 },
      "forces.laws[0].restitution: nothing is given, and it does not follow from a restitution of 0",
    ],
  ])("refuse %j", (forces, contact, message) => {
    expect(() => checkStudy(study(forces, { contact }))).toThrow(message);
  });

  it("refuse several contacts", () => {
    const two = {
      carom: 1,
      kind: "impact",
      title: "Two",
      law: "proportional",
      problem: {
        mobility: [0, 1, 2, 3, 4, 5].map((i) => [0, 1, 2, 3, 4, 5].map((j) => (i === j ? 1 : 0))),
        velocity: [0, 0, -1, 0, 0, -1],
      },
      contacts: [1, 2].map(() => ({ friction: 0, restitution: 0.5, contactLaw })),
      forces: { laws: ["hertz"] },
    };
    expect(() => checkStudy(parseImpact(two))).toThrow("is given for an impact of 2 contacts: force laws follow one");
  });
});
