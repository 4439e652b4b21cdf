import { describe, expect, expectTypeOf, it } from "vitest";
import { InvalidInputError } from "../errors.js";
import { laws } from "../impact/registry.js";
import type { Study, StudyOf } from "./kinds.js";
import { parseStudy, parseStudyText } from "./parse.js";
import { printedProblem, rodStudy, rodSystem } from "./studies.testing.js";

/** Sets (or with undefined removes) the field at a path such as "contacts.0.friction". */
function changed(study: object, path: string, value: unknown): object {
  const copy: Record<string, unknown> = { ...(JSON.parse(JSON.stringify(study)) as object) };
  const steps = path.split(".");
  const last = steps.pop()!;
  let inner: Record<string, unknown> = copy;
  for (const step of steps) inner = inner[step] as Record<string, unknown>;
  if (value === undefined) delete inner[last];
  else inner[last] = value;
  return copy;
}

function complaint(value: unknown): string {
  try {
    parseStudy(value);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.message;
    throw error;
  }
  throw new Error("the study was accepted");
}

describe("parseStudy", () => {
  it.each([rodStudy(), rodSystem(), printedProblem()])("takes $title", (study) => {
    expect(parseStudy(study)).toEqual(study);
    expect(parseStudyText(JSON.stringify(study))).toEqual(study);
  });

  it.each<[string, unknown, string]>([
    ["contacts.0.restitution", 1.4, "contacts[0].restitution: 1.4 is not between 0 and 1"],
    ["contacts.0.restitution", -0.1, "contacts[0].restitution: -0.1 is not between 0 and 1"],
    ["contacts.0.friction", -0.1, "contacts[0].friction: -0.1 is negative"],
    ["contacts.0.friction", "0.5", 'contacts[0].friction: "0.5" is not a finite number'],
    ["contacts.0.friction", Number.NaN, "contacts[0].friction: NaN is not a finite number"],
    ["contacts.0.friction", Number.POSITIVE_INFINITY, "contacts[0].friction: Infinity is not a finite number"],
    ["contacts.0.friction", null, "contacts[0].friction: null is not a finite number"],
    ["contacts.0.friction", undefined, "contacts[0].friction: nothing is given (it is required)"],
    ["contacts.0.exponent", 0.5, "contacts[0].exponent: 0.5 is below 1"],
    ["contacts.0.stiffnessRatio", 0, "contacts[0].stiffnessRatio: 0 is not positive"],
    ["contacts.0.between", ["rod"], 'contacts[0].between: ["rod"] does not name two bodies'],
    ["contacts.0.normal", [0, 1], "contacts[0].normal: [0, 1] is not a list of 3 numbers"],
    ["contacts", [], "contacts: [] holds no contact"],
    ["contacts", {}, "contacts: {} is not a list of contacts"],
    ["bodies", [], "bodies: [] is not an object of bodies by name"],
    ["bodies.floor", "moving", 'bodies.floor: "moving" is neither a body nor "fixed"'],
    ["bodies.rod", 5, 'bodies.rod: 5 is neither a body nor "fixed"'],
    ["bodies.rod.mass", 0, "bodies.rod.mass: 0 is not positive"],
    ["bodies.rod.mass", undefined, "bodies.rod.mass: nothing is given, but a mass is needed with inertia"],
    ["bodies.rod.position", undefined, "bodies.rod.position: nothing is given (it is required)"],
    ["bodies.rod.velocity", [1, 2, Number.NaN], "bodies.rod.velocity[2]: NaN is not a finite number"],
    ["bodies.rod.inertia", [1, 1], "bodies.rod.inertia: [1, 1] is neither three principal moments nor a 3 x 3 matrix"],
    ["bodies.rod.inertia", [1, "a", 1], 'bodies.rod.inertia[1]: "a" is not a finite number'],
    [
      "bodies.rod.inertia",
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0],
      ],
      "bodies.rod.inertia[2]: [0, 0] is not a list of 3 numbers",
    ],
    ["bodies.rod.density", 3, "bodies.rod.density: 3 is of no use beside inertia, which needs a mass"],
    ["bodies.rod.inertia", undefined, "has neither inertia nor shape"],
    ["law", "stronge", `law: "stronge" is not one of ${laws.map(({ name }) => name).join(", ")}`],
    ["options", { method: "magic" }, 'options.method: "magic" is not one of series, taylor'],
    ["title", "", 'title: "" is empty'],
    ["title", 3, "title: 3 is not a text"],
    ["title", "\u001b[2J", 'title: "\\u001b[2J" holds a line break or another control character'],
    ["contacts.0.name", "", 'contacts[0].name: "" is empty'],
    ["bodies.", "fixed", 'bodies[""]: "" is empty'],
    ["carom", 2, "carom: 2 is not a format version this carom reads; it reads 1"],
    ["carom", "1", 'carom: "1" is not a format version'],
    ["carom", undefined, "carom: nothing is given (it is required): 1"],
    ["kind", "bowling", 'kind: "bowling" is not a kind of study this carom runs; it runs impact, simulation'],
    ["system", {}, "system: {} is given besides bodies: a study has one of bodies, system, problem"],
    ["bodies", undefined, "bodies: nothing is given: a study has one of bodies, system, problem"],
    ["weight", 3, "weight: 3 is given for an unknown field; there are"],
    ["bodies.rod.masss", 3, "bodies.rod.masss: 3 is given for an unknown field; there are mass, density"],
    ["contacts.0.mu", 3, "contacts[0].mu: 3 is given for an unknown field; there are between"],
  ])("with %s = %j complains", (path, value, expected) => {
    expect(complaint(changed(rodStudy(), path, value))).toContain(expected);
  });

  it.each([
    ["contacts.0.frictoin", "friction"],
    ["bodies.rod.masss", "mass"],
    ["bodies.rod.Velocity", "velocity"],
    ["bodies.rod.shpae", "shape"],
    ["contacts.0.restitutionCoefficient", "restitution"],
    ["bodies.rod.spin", undefined],
    ["contacts.0.mu", undefined],
  ])("of %s asks whether %s was meant", (path, meant) => {
    expect(/; did you mean (.*)\?$/.exec(complaint(changed(rodStudy(), path, 1)))?.[1]).toBe(meant);
  });

  it.each<[string, unknown, string]>([
    ["kind", "simulaton", "simulation"],
    ["kind", "rod", "elastic-rod"],
    ["law", "fricitonal", "frictional"],
    ["options", { method: "tailor" }, "taylor"],
    ["bodies.rod.shape", { type: "shpere", radius: 1 }, "sphere"],
  ])("of %s %j asks whether %s was meant", (path, value, meant) => {
    expect(complaint(changed(rodStudy(), path, value))).toMatch(new RegExp(`; did you mean ${meant}\\?$`));
  });

  it.each([
    ["bodies", "bodis"],
    ["kind", "knd"],
    ["carom", "carrom"],
    ["title", "titel"],
    ["contacts", "contatcs"],
  ])("of %s spelt %s says so, and not that it is missing", (field, spelt) => {
    const { [field]: value, ...rest } = rodStudy() as Record<string, unknown>;
    expect(complaint({ ...rest, [spelt]: value })).toMatch(
      new RegExp(`^${spelt}: .* is given for an unknown field; .*; did you mean ${field}\\?$`),
    );
  });

  it("is typed by the kind of a value that is written down", () => {
    const problem = {
      mobility: [
        [1, 0],
        [0, 1],
      ],
      velocity: [0, -1],
    };
    const contacts = [{ friction: 0.5, restitution: 0.5 }];
    expectTypeOf(parseStudy({ carom: 1, kind: "impact", title: "A point", problem, contacts })).toEqualTypeOf<StudyOf<"impact">>();
    expectTypeOf((value: { kind: "impact" | "pickup" }) => parseStudy(value)).returns.toEqualTypeOf<StudyOf<"impact" | "pickup">>();
    // Neither a text of any kind nor what JSON.parse returns says which.
    expectTypeOf(parseStudy(rodStudy())).toEqualTypeOf<Study>();
    expectTypeOf(parseStudy(JSON.parse(JSON.stringify(rodStudy())))).toEqualTypeOf<Study>();
    expectTypeOf([rodStudy()].map(parseStudy)).toEqualTypeOf<Study[]>();
  });

  it("prefers the misspelt field to the one that is then missing", () => {
    const study = changed(changed(rodStudy(), "contacts.0.restitution", undefined), "contacts.0.resitution", 1);
    expect(complaint(study)).toMatch(/^contacts\[0\]\.resitution: 1 is given for an unknown field/);
  });

  describe("shapes", () => {
    const withShape = (shape: unknown, extra: object = { mass: 1 }) => {
      const study = rodStudy() as unknown as { bodies: Record<string, unknown> };
      study.bodies.rod = { position: [0, 0, 0], shape, ...extra };
      return study;
    };

    it("takes every kind, also compounds of compounds", () => {
      const ball = { type: "sphere", radius: 0.1 };
      const shapes = [
        ball,
        { type: "box", size: [1, 2, 3] },
        { type: "cylinder", radius: 1, height: 2 },
        { type: "cone", radius: 1, height: 2 },
        { type: "capsule", radius: 1, length: 2 },
        { type: "rod", radius: 0.01, length: 2 },
        {
          type: "tetrahedron",
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
          ],
        },
        {
          type: "compound",
          parts: [{ shape: { type: "compound", parts: [{ shape: ball, position: [1, 0, 0] }] } }, { shape: ball, hollow: true }],
        },
      ];
      for (const shape of shapes) expect(parseStudy(withShape(shape))).toMatchObject({ bodies: { rod: { shape } } });
    });

    it.each<[unknown, string]>([
      [{ type: "ball", radius: 1 }, 'bodies.rod.shape.type: "ball" is not a shape: its type is not one of sphere, box'],
      [{ type: "sphere", radius: -1 }, "bodies.rod.shape.radius: -1 is not positive"],
      [{ type: "sphere", radius: 1, height: 2 }, "bodies.rod.shape.height: 2 is given for an unknown field; there are type, radius"],
      [{ type: "box", size: [1, 2] }, "bodies.rod.shape.size: [1, 2] is not a list of 3 numbers"],
      [{ type: "compound", parts: [{ shape: { type: "cone", radius: 1 } }] }, "bodies.rod.shape.parts[0].shape.height: nothing is given"],
      [
        { type: "height-field", heights: [[0]], cell: [1, 1] },
        'bodies.rod.shape.type: "height-field" is ground made of triangles, which only the fixed bodies of a simulation can be',
      ],
      [{ type: "surface", vertices: [], triangles: [] }, 'bodies.rod.shape.type: "surface" is ground made of triangles'],
      ["sphere", "bodies.rod.shape: "],
    ])("refuses %j", (shape, expected) => {
      expect(complaint(withShape(shape))).toContain(expected);
    });

    it("needs one of mass and density", () => {
      const ball = { type: "sphere", radius: 1 };
      expect(complaint(withShape(ball, {}))).toBe("bodies.rod.mass: nothing is given, but a mass or a density is needed with shape");
      expect(complaint(withShape(ball, { mass: 1, density: 1 }))).toBe(
        "bodies.rod.density: 1 is given besides mass; a body has one of the two",
      );
    });
  });

  it("wants a tolerance for a published number and none for a text", () => {
    const figure = { what: "outcome.impulse[2]", value: 1, source: "somewhere", verdict: "reproduced" };
    expect(complaint({ ...rodStudy(), published: [figure] })).toBe(
      "published[0].tolerance: nothing is given, but a number is compared within a tolerance",
    );
    expect(complaint({ ...rodStudy(), published: [{ ...figure, value: "S1", tolerance: 1 }] })).toContain(
      "is of no use: the value is not a number",
    );
    expect(complaint({ ...rodStudy(), published: [{ ...figure, tolerance: 1, verdict: "fine" }] })).toContain("is not one of reproduced,");
  });

  it.each([5, null, "text", [1]])("is not fooled by %j", (value) => {
    expect(complaint(value)).toContain("is not a study: a study is an object");
  });

  it("keeps a complaint about a name with a line break on one line", () => {
    const message = complaint(changed(rodStudy(), "bodies.a\nb", "fixed"));
    expect(message).not.toContain("\n");
    expect(message).toBe('bodies["a\\nb"]: "a\\nb" holds a line break or another control character');
  });
});
