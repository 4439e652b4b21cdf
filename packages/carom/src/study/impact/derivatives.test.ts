/** Derivatives that a study of one impact asks for. */
import { describe, expect, it } from "vitest";
import { bodiesImpactTangents } from "../../impact/derivatives/bodies.js";
import { runStudy } from "../kinds.js";
import { parseStudy } from "../parse.js";

const rod = {
  carom: 1,
  kind: "impact",
  title: "rod",
  law: "frictional",
  bodies: {
    rod: {
      mass: 1,
      inertia: [1 / 12, 1 / 12, 1 / 12],
      position: [0.5 * Math.SQRT1_2, 0, 0.5 * Math.SQRT1_2 + 0.01],
      velocity: [0.61697, 0, -1],
    },
    floor: "fixed",
  },
  contacts: [{ between: ["rod", "floor"], point: [0, 0, 0], normal: [0, 0, 1], friction: 0.5, restitution: 0.9 }],
};

function derivativesOf(given: object, derivatives: { of: string[]; by: string[] }) {
  const result = runStudy(parseStudy({ ...given, derivatives }, "impact"));
  return result.derivatives!;
}

describe("derivatives in a study", () => {
  it("are those of the closed form for the rod, to 1e-10", () => {
    const { matrix, rows, entries } = derivativesOf(rod, {
      of: ["outcome.impulse"],
      by: ["contacts[0].friction", "contacts[0].restitution", "bodies.rod.velocity[0]"],
    });
    expect(rows.map(({ name }) => name)).toEqual(["outcome.impulse[0]", "outcome.impulse[1]", "outcome.impulse[2]"]);
    const expected = [
      [0.681180744922, 0.217906220825, -0.564172738114],
      [0, 0, 0],
      [0.282749533019, 0.435812441649, -0.422990765226],
    ];
    matrix.forEach((row, i) => {
      row.forEach((value, j) => {
        expect(Math.abs(value! - expected[i][j])).toBeLessThan(1e-10);
      });
    });
    expect(entries.flat().every(({ status }) => status === "exact")).toBe(true);
  });

  it("go through bodies as the library's do, with units", () => {
    const tumbling = {
      ...rod.bodies.rod,
      inertia: [0.1, 0.08, 0.06],
      orientation: [0, 0, 0, 1],
      angularVelocity: [0.4, -0.3, 0.8],
    } as const;
    const given = { ...rod, bodies: { rod: tumbling, floor: "fixed" } };
    const found = derivativesOf(given, {
      of: ["outcome.impulse", "bodies.rod.after", "contacts[0].impulse", "outcome.energy.after"],
      by: ["bodies.rod.mass", "bodies.rod.inertia[1]", "bodies.rod.position[0]", "bodies.rod.rotation[2]", "contacts[0].normal[0]"],
    });
    const contact = { between: ["rod", "floor"], point: [0, 0, 0], normal: [0, 0, 1], friction: 0.5, restitution: 0.9 } as const;
    const body = { ...tumbling, position: tumbling.position as [number, number, number], velocity: [0.61697, 0, -1] as const };
    const library = bodiesImpactTangents(
      "frictional",
      { rod: body, floor: "fixed" },
      [contact],
      [
        { bodies: { rod: { mass: 1 } } },
        { bodies: { rod: { inertia: [0, 1, 0] } } },
        { bodies: { rod: { position: [1, 0, 0] } } },
        { bodies: { rod: { rotation: [0, 0, 1] } } },
        { contacts: [{ normal: [1, 0, 0] }] },
      ],
    );
    found.columns.forEach((_, c) => {
      const { velocity, angularVelocity } = library.bodies[c].rod;
      const expected = [
        ...library.tangents[c].impulse,
        ...velocity,
        ...angularVelocity,
        ...library.worldImpulses[c][0],
        library.energyBefore[c] + library.tangents[c].energy.change,
      ];
      expected.forEach((value, row) => {
        expect(Math.abs(found.matrix[row][c]! - value), `${found.rows[row].name} by ${found.columns[c].name}`).toBeLessThan(1e-9);
      });
    });
    expect(found.rows.map(({ unit }) => unit)).toEqual(
      [..."abc", ..."def", ..."ghi", ..."jkl", "m"].map((_, i) => ["N s", "m/s", "rad/s", "N s", "J"][Math.floor(i / 3)]),
    );
    expect(found.columns.map(({ unit }) => unit)).toEqual(["kg", "kg m^2", "m", "rad", ""]);
  });

  it("hold for shapes, systems and problems, and the energy of a problem that gives none", () => {
    const ball = {
      ...rod,
      bodies: { ball: { mass: 2, shape: { type: "sphere", radius: 0.1 }, position: [0, 0, 0.1], velocity: [3, 0, -2] }, floor: "fixed" },
      contacts: [{ between: ["ball", "floor"], point: [0, 0, 0], normal: [0, 0, 1], friction: 0.2, restitution: 0.7 }],
    };
    // It slides: p_n = (1 + e) m |v_n|, whatever the radius; spin = arm x impulse over 2/5 m r^2.
    const sphere = derivativesOf(ball, {
      of: ["outcome.impulse[2]", "bodies.ball.after.angularVelocity[1]"],
      by: ["bodies.ball.mass", "bodies.ball.shape.radius"],
    });
    expect(sphere.matrix[0][0]).toBeCloseTo(3.4, 9);
    expect(sphere.matrix[0][1]).toBeCloseTo(0, 9);
    // The contact point stays, so that only the inertia knows the radius: d(1/r^2) = -2/r^3.
    expect(sphere.matrix[1][1]).toBeCloseTo((-2 * ((2.5 * 0.1 * 0.2 * 6.8) / 2)) / 0.001, 5);
    const { bodies: _, ...head } = rod;
    const contacts = [{ friction: 0.2, restitution: 0.7 }];
    const problem = derivativesOf(
      {
        ...head,
        contacts,
        problem: {
          mobility: [
            [7, 0],
            [0, 2],
          ],
          velocity: [3, -2],
        },
      },
      { of: ["outcome.impulse[1]", "outcome.energy.before"], by: ["problem.mobility[1][1]", "problem.velocity[0]"] },
    );
    // p_n = (1 + e) |v_n|/W_nn and T = (9/7 + 4/W_nn)/2.
    expect(problem.matrix[0][0]).toBeCloseTo(-0.85, 9);
    expect(problem.matrix[1]).toEqual([expect.closeTo(-0.5, 9), expect.closeTo(3 / 7, 9)]);
    const system = derivativesOf(
      {
        ...head,
        contacts,
        system: {
          massMatrix: [
            [0.5, 0],
            [0, 0.2],
          ],
          jacobian: [
            [1, 1],
            [0.3, -1],
          ],
          speeds: [1, 2],
        },
      },
      { of: ["speeds.after"], by: ["system.speeds[0]", "system.massMatrix[0][0]"] },
    );
    expect(system.matrix).toHaveLength(2);
  });

  it.each([
    [{ by: ["bodies.rod.mas"] }, 'derivatives.by[0]: "bodies.rod.mas" is not in the study (no mas); did you mean mass?'],
    [{ by: ["title"] }, 'derivatives.by[0]: "title" is not a number to differentiate by'],
    [{ by: ["bodies.rod"] }, 'derivatives.by[0]: "bodies.rod" is not a number'],
    [{ by: ["bodies.rod.mass", "bodies.rod.mass"] }, 'derivatives.by[1]: "bodies.rod.mass" is listed twice'],
    [{ by: ["bodies.floor.rotation[0]"] }, "is no turn of a body that moves"],
    [{ by: [] }, "derivatives.by"],
    [{ of: ["outcome.law"] }, 'derivatives.of[0]: "outcome.law" is nothing that has derivatives'],
    [{ of: ["outcome.impulse[7]"] }, 'derivatives.of[0]: "outcome.impulse[7]" is not in the result (no 7)'],
    [{ of: ["bodies.rod.before.velocity"] }, "holds no number that the impact changes"],
  ])("%j is refused at its place", (wrong, message) => {
    expect(() => derivativesOf(rod, { of: ["outcome.impulse"], by: ["bodies.rod.mass"], ...wrong })).toThrow(message);
  });
});

describe("documented failures of others, as far as one impact goes", () => {
  const balls = (e: number) => ({
    ...rod,
    bodies: {
      one: { mass: 1, shape: { type: "sphere", radius: 0.1 }, position: [0, 0, 0], velocity: [1, 0, 0] },
      other: { mass: 1, shape: { type: "sphere", radius: 0.1 }, position: [0.2, 0, 0], velocity: [0, 0, 0] },
    },
    contacts: [{ between: ["other", "one"], point: [0.1, 0, 0], normal: [1, 0, 0], friction: 0, restitution: e }],
  });
  it("equal elastic balls exchange what changes (keenon/nimblephysics#97)", () => {
    const { matrix } = derivativesOf(balls(1), {
      of: ["bodies.one.after.velocity[0]", "bodies.other.after.velocity[0]"],
      by: ["bodies.one.velocity[0]", "bodies.other.velocity[0]"],
    });
    expect(matrix.flat()).toEqual([0, 1, 1, 0].map((value) => expect.closeTo(value, 11)));
  });
  it.each([0, 0.4, 1])("a ball against something fixed comes back at -e (google-deepmind/mujoco#2841, google/brax#317), e = %d", (e) => {
    const { matrix } = derivativesOf(
      { ...balls(e), bodies: { ...balls(e).bodies, other: "fixed" } },
      { of: ["bodies.one.after.velocity[0]"], by: ["bodies.one.velocity[0]"] },
    );
    expect(matrix[0][0]).toBeCloseTo(-e, 11);
  });
});
