/** Laws that are differentiated by differences: closed forms, degrees, and where there is no derivative. */
import { describe, expect, it } from "vitest";
import type { ContactProblem } from "../../mechanics/contact-problem.js";
import { impactDerivatives } from "./jacobian.js";

const by = (derivatives: ReturnType<typeof impactDerivatives>, path: string) =>
  derivatives.by[derivatives.inputs.findIndex((input) => input.path === path)];

/** Two smooth contacts of one body or of two, with e = 0.7. */
const pair = (coupling: number, friction = 0): ContactProblem => ({
  dimension: 2,
  contacts: [
    { friction, restitution: 0.7 },
    { friction, restitution: 0.7 },
  ],
  mobility: [
    [3, 0, 0, 0],
    [0, 2, 0, coupling],
    [0, 0, 3, 0],
    [0, coupling, 0, 2],
  ],
  velocity: [0, -1, 0, -1],
});

describe("by differences", () => {
  it("compliant: a ball that slides all the way has the closed form of rigid friction", () => {
    const problem: ContactProblem = {
      dimension: 3,
      contacts: [{ friction: 0.2, restitution: 0.7, stiffnessRatio: 1.2 }],
      mobility: [
        [7, 0, 0],
        [0, 7, 0],
        [0, 0, 2],
      ],
      velocity: [30, 0, -2],
    };
    const found = impactDerivatives("compliant", problem);
    expect(by(found, "velocity[2]").impulse).toEqual([expect.closeTo(0.17, 8), expect.closeTo(0, 8), expect.closeTo(-0.85, 8)]);
    expect(by(found, "contacts[0].friction").impulse[0]).toBeCloseTo(-1.7, 8);
    expect(by(found, "contacts[0].restitution").impulse[2]).toBeCloseTo(1, 8);
    expect(by(found, "contacts[0].stiffnessRatio").impulse[2]).toBeCloseTo(0, 8);
    expect(by(found, "velocity[2]")).toMatchObject({ status: "exact", error: expect.any(Number) });
  });

  it("compliant: the impulse has degree 1 in the velocity and -1 in the mobility", () => {
    const problem: ContactProblem = {
      dimension: 3,
      contacts: [{ friction: 0.4, restitution: 0.6, stiffnessRatio: 1.5 }],
      mobility: [
        [4, 0.5, 0.6],
        [0.5, 3, -0.4],
        [0.6, -0.4, 2],
      ],
      velocity: [0.5, 0.3, -1],
    };
    const { inputs, by: tangents, impulse } = impactDerivatives("compliant", problem);
    for (const [of, degree] of [
      ["velocity", 1],
      ["mobility", -1],
    ] as const)
      impulse.forEach((value, k) => {
        const sum = inputs.reduce((total, { path }, c) => {
          const [, i, j] = /(\d)\](?:\[(\d)\])?/.exec(path) ?? [];
          if (!path.startsWith(of)) return total;
          return (
            total + tangents[c].impulse[k] * (of === "velocity" ? problem.velocity[Number(i)] : problem.mobility[Number(i)][Number(j)])
          );
        }, 0);
        expect(sum).toBeCloseTo(degree * value, 7);
      });
  });

  it("proportional: two smooth contacts that share evenly have p = (1 + e) |v|/(W_nn + coupling) each", () => {
    const found = impactDerivatives("proportional", pair(0.5));
    // Both approach alike, so a change of both velocities is that of one contact with the mobility 2.5.
    const both = [1, 3].map((k) => by(found, "velocity[1]").impulse[k] + by(found, "velocity[3]").impulse[k]);
    for (const value of both) expect(value).toBeCloseTo(-1.7 / 2.5, 7);
    for (const k of [1, 3]) expect(by(found, "mobility[1][3]").impulse[k]).toBeCloseTo(-1.7 / 2.5 / 2.5, 6);
  });

  it("simultaneous: contacts that do not know of each other are single contacts", () => {
    const problem = { ...pair(0), velocity: [0, -1, 0, -0.6] };
    const found = impactDerivatives("simultaneous", problem);
    expect(by(found, "velocity[1]").impulse[1]).toBeCloseTo(-0.85, 7);
    expect(by(found, "velocity[1]").impulse[3]).toBeCloseTo(0, 7);
    expect(by(found, "mobility[3][3]").impulse[3]).toBeCloseTo((-1.7 * 0.6) / 4, 7);
  });

  it("simultaneous: a chain whose next contact touches without approaching has none, or one side only, and says so", () => {
    const chain: ContactProblem = {
      dimension: 2,
      contacts: [
        { friction: 0, restitution: 1, stiffness: 1 },
        { friction: 0, restitution: 1, stiffness: 1 },
      ],
      mobility: [
        [2, 0, -1, 0],
        [0, 2, 0, -1],
        [-1, 0, 2, 0],
        [0, -1, 0, 2],
      ],
      velocity: [0, -1, 0, 0],
    };
    const found = impactDerivatives("simultaneous", chain);
    expect(["none", "one-sided"]).toContain(by(found, "velocity[3]").status);
    for (const { impulse, status, reason } of found.by) {
      expect(impulse.every(Number.isFinite)).toBe(true);
      if (status === "none") expect(reason).toMatch(/differences do not settle|goes another way/);
    }
  });
});
