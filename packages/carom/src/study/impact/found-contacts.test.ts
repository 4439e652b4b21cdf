import { describe, expect, it } from "vitest";
import { contactsOf } from "../../geometry/index.js";
import { parseStudy } from "../parse.js";
import { runImpact } from "./run.js";

const head = { carom: 1, kind: "impact", title: "found" } as const;
const material = { friction: 0.3, restitution: 0.5 };
const half = Math.SQRT1_2;
/** A capsule that lies along x. */
const lying = { shape: { type: "capsule", radius: 0.1, length: 1 }, orientation: [0, half, 0, half] } as const;

describe("contacts that are found by shapes", () => {
  it("contactsOf: a capsule on a plane touches along a line, a ball on a box in a point", () => {
    const found = contactsOf({ rod: { ...lying, position: [0, 0, 0.1] }, floor: { shape: { type: "plane" } } });
    expect(found.map(({ between, normal }) => [...between, ...normal.map(Math.round)])).toEqual([
      ["rod", "floor", 0, 0, 1],
      ["rod", "floor", 0, 0, 1],
    ]);
    expect(found.map(({ point }) => Math.abs(point[0]))).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.5, 12)]);
    const [ball] = contactsOf({
      box: { shape: { type: "box", size: [1, 1, 1] } },
      ball: { shape: { type: "sphere", radius: 0.2 }, position: [0.1, 0, 0.7] },
    });
    expect(ball.point).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0, 12), expect.closeTo(0.5, 12)]);
    expect(ball.normal[2]).toBeCloseTo(-1, 12);
  });

  it("an impact without point and normal is the one with those that the shapes have", () => {
    const ball = { shape: { type: "sphere", radius: 0.1 }, mass: 1, velocity: [1, 0, -2] } as const;
    const bodies = { ball: { ...ball, position: [0, 0, 0.1] } };
    const found = runImpact(
      parseStudy({
        ...head,
        bodies: { ...bodies, floor: { plane: { normal: [0, 0, 2] } } },
        contacts: [{ between: ["ball", "floor"], ...material }],
      }),
    );
    const given = runImpact(
      parseStudy({
        ...head,
        bodies: { ...bodies, floor: "fixed" },
        contacts: [{ between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 1], ...material }],
      }),
    );
    found.outcome.impulse.forEach((value, i) => {
      expect(value).toBeCloseTo(given.outcome.impulse[i], 12);
    });
  });

  it("a box that lands flat on a fixed box touches at four corners", () => {
    const box = { type: "box", size: [1, 1, 1] } as const;
    const study = parseStudy({
      ...head,
      bodies: {
        box: { shape: box, mass: 1, position: [0, 0, 1.5], velocity: [0, 0, -1] },
        table: { fixed: { type: "box", size: [4, 4, 2] }, position: [0, 0, 0] },
      },
      contacts: [{ between: ["box", "table"], ...material }],
    });
    expect("bodies" in study && study.contacts.map(({ point }) => point.map(Math.abs))).toEqual(
      Array.from({ length: 4 }, () => [expect.closeTo(0.5, 9), expect.closeTo(0.5, 9), expect.closeTo(1, 9)]),
    );
    expect(runImpact(study).bodies?.box.after.velocity[2]).toBeCloseTo(0.5, 9);
  });

  it.each([
    [{ position: [0, 0, 0.2] }, 'contacts[0].between: ["ball", "floor"] do not touch: they are 0.100 m apart'],
    [{ position: [0, 0, 0.05] }, "overlap by 0.0500 m"],
  ])("refuses %j", (place, message) => {
    const study = {
      ...head,
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, ...place }, floor: { plane: { normal: [0, 0, 1] } } },
      contacts: [{ between: ["ball", "floor"], ...material }],
    };
    expect(() => parseStudy(study)).toThrow(message);
  });

  it("warns of a point that is not on the shapes, with the distance", () => {
    const study = parseStudy({
      ...head,
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.1], velocity: [0, 0, -1] }, floor: "fixed" },
      contacts: [{ between: ["ball", "floor"], point: [0, 0, -0.02], normal: [0, 0, 1], ...material }],
    });
    expect(runImpact(study).outcome.warnings).toEqual([
      { code: "point-off-shape", message: "the point of contacts[0] is 0.0200 m outside of the shape of ball, not on its surface" },
    ]);
  });

  it("finds contacts by the shape of a body whose inertia is given: a thin rod on its end", () => {
    const [length, moment, slip] = [1, 0.09, 0.3];
    const study = parseStudy({
      ...head,
      law: "frictional",
      bodies: {
        rod: {
          shape: { type: "rod", length, radius: 1e-9 },
          mass: 1,
          inertia: [moment, moment, 1e-6],
          position: [0, 0, length / 2],
          velocity: [slip, 0, -1],
        },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["rod", "floor"], friction: 0, restitution: 0.5 }],
    });
    const { bodies, outcome } = runImpact(study);
    expect(bodies?.rod.after.velocity).toEqual([slip, 0, expect.closeTo(0.5, 12)]);
    // Across the rod the given moment is what resists: 1 / m + (l / 2)^2 / J.
    const sideways = runImpact({ ...study, contacts: [{ ...("bodies" in study ? study.contacts[0] : {}), friction: 10 }] } as typeof study);
    expect(sideways.bodies?.rod.after.velocity[0]).toBeCloseTo(slip * (1 - 1 / (1 + length ** 2 / 4 / moment)), 9);
    expect(outcome.warnings).toEqual([]);
  });

  it("is one place where two parts of a body touch with the same corner", () => {
    const cube = { type: "box", size: [1, 1, 1] };
    const shape = {
      type: "compound",
      parts: [
        { shape: cube, position: [-0.5, 0, 0] },
        { shape: cube, position: [0.5, 0, 0] },
      ],
    };
    const study = parseStudy({
      ...head,
      bodies: { slab: { shape, mass: 2, position: [0, 0, 0.5], velocity: [0, 0, -1] }, floor: { plane: { normal: [0, 0, 1] } } },
      contacts: [{ between: ["slab", "floor"], ...material }],
    });
    const weights = "bodies" in study ? study.contacts.map(({ point, weight }) => [Math.abs(point[0]), weight]) : [];
    expect(weights.sort()).toEqual([
      [0, 0.5],
      [0, 0.5],
      [1, 0.25],
      [1, 0.25],
      [1, 0.25],
      [1, 0.25],
    ]);
    expect(runImpact(study).bodies?.slab.after.velocity[2]).toBeCloseTo(material.restitution, 9);
  });

  it("does not mind what a point is rounded by", () => {
    const study = parseStudy({
      ...head,
      bodies: {
        ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.1], velocity: [0, 0, -1] },
        floor: { plane: { normal: [0, 0, 1] } },
      },
      contacts: [{ between: ["ball", "floor"], point: [0, 0, 0.00005], normal: [0, 0, 1], ...material }],
    });
    expect(runImpact(study).outcome.warnings).toEqual([]);
  });

  it.each([
    [{ plane: { normal: [0, 0, 2], point: [0, 0, -0.05] } }, "outside of"],
    [{ fixed: { type: "box", size: [1, 1, 1] }, position: [0, 0, -0.45] }, "inside"],
  ])("warns likewise of ground that is not there: %j", (floor, where) => {
    const study = parseStudy({
      ...head,
      bodies: { ball: { shape: { type: "sphere", radius: 0.1 }, mass: 1, position: [0, 0, 0.1], velocity: [0, 0, -1] }, floor },
      contacts: [{ between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 1], ...material }],
    });
    expect(runImpact(study).outcome.warnings.map(({ message }) => message)).toEqual([
      `the point of contacts[0] is 0.0500 m ${where} the shape of floor, not on its surface`,
    ]);
    expect(parseStudy(JSON.parse(JSON.stringify(study)))).toEqual(study);
  });
});
