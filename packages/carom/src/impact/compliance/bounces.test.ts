import { describe, expect, it } from "vitest";
import { type Bounce, bounceBall } from "./bounces.js";
import { TABLE } from "./sources.testing.js";

const solid = { mass: 1, radius: 1 };
const numbers = ({ velocity, angularVelocity }: Bounce) => [...velocity, angularVelocity[0], angularVelocity[1]];
const expectClose = (ours: readonly number[], expected: readonly number[], digits: number) => {
  expected.forEach((value, i) => {
    expect(ours[i]).toBeCloseTo(value, digits);
  });
};

/** 001 Table 1: V_x, V_y, V_z, omega_x, omega_y after each bounce. */
const TABLE_1 = [
  [0.898164, -1.627, 2.5001, 1.93251, 1.25459],
  [1.07356, -1.77734, 1.2501, 1.55665, 0.816088],
  [0.945075, -1.66721, 0.62515, 1.83198, 1.13731],
  [1.04278, -1.75096, 0.31226, 1.62268, 0.893038],
  [0.964192, -1.68359, 0.15645, 1.79102, 1.08952],
  [1.0264, -1.73697, 0.07825, 1.65758, 0.933841],
  [0.996746, -1.7115, 0.03915, 1.72126, 1.00813],
  [1.00251, -1.71643, 0.01955, 1.70891, 0.993732],
];

describe("Table 1: eight bounces with side spin", () => {
  const start = { ...solid, velocity: [-1, 0, -5] as const, angularVelocity: [6, 6, 0] as const };

  it("follows the sheet's chain under Coulomb's law", () => {
    const bounces = bounceBall(start, TABLE, 8);
    expectClose(numbers(bounces[0]), [1.27776981, -1.95237412, 2.5, 1.1190647, 0.30557548], 8);
    expectClose(numbers(bounces[3]), [0.89164946, -1.62141383, 0.3125, 1.94646543, 1.27087634], 8);
    expectClose(numbers(bounces[7]), [0.99317107, -1.70843235, 0.01953125, 1.72891913, 1.01707232], 8);
  });

  it("gives each printed row from the one before under the rule of the source", () => {
    TABLE_1.forEach((row, i) => {
      const [vx, vy, vz, wx, wy] = i === 0 ? [-1, 0, 5, 6, 6] : TABLE_1[i - 1];
      const before = { ...solid, velocity: [vx, vy, -vz] as const, angularVelocity: [wx, wy, 0] as const };
      const [bounce] = bounceBall(before, TABLE, 1, { restitutionSlip: "published" });
      numbers(bounce).forEach((ours, j) => {
        expect(Math.abs(ours - row[j])).toBeLessThanOrEqual(5e-4 * Math.abs(row[j]) + 4e-4);
      });
    });
  });

  it("gives the sheet's last row when chained under the rule of the source", () => {
    const last = bounceBall(start, TABLE, 8, { restitutionSlip: "published" })[7];
    expectClose(numbers(last), [1.00240384, -1.71634615, 0.01953125, 1.70913463, 0.9939904], 8);
  });
});

describe("Figure 1: five bounces with backspin", () => {
  const start = { ...solid, velocity: [-1, 0, -5] as const, angularVelocity: [0, 2, 0] as const };

  it.each([
    { rule: "coulomb", vx: [0.54409, -0.67219, 0.07781, -0.2879, -0.1004], last: [-0.1004024, 0, 0.15625, 0, -0.2489941] },
    { rule: "published", vx: [0.57097, -0.68606, -0.06106, -0.20769, -0.0887], last: [-0.0886987, 0, 0.15625, 0, -0.2782532] },
  ] as const)("$rule", ({ rule, vx, last }) => {
    const bounces = bounceBall(start, TABLE, 5, { restitutionSlip: rule });
    expectClose(
      bounces.map(({ velocity }) => velocity[0]),
      vx,
      5,
    );
    expectClose(numbers(bounces[4]), last, 7);
  });
});

describe("a bouncing ball", () => {
  it("stops where an impact leaves it on the plane", () => {
    const dropped = { ...solid, velocity: [1, 0, -1] as const, angularVelocity: [0, 0, 0] as const };
    expect(bounceBall(dropped, { ...TABLE, restitution: 0 }, 5)).toHaveLength(1);
  });

  it("keeps its spin about the normal", () => {
    const spinning = { mass: 0.3, radius: 0.02, moment: 5e-5, velocity: [1, 0.2, -1] as const, angularVelocity: [3, 0, 40] as const };
    for (const { angularVelocity } of bounceBall(spinning, TABLE, 4)) expect(angularVelocity[2]).toBe(40);
  });

  it("must come down", () => {
    const rising = { ...solid, velocity: [1, 0, 1] as const, angularVelocity: [0, 0, 0] as const };
    expect(() => bounceBall(rising, TABLE, 5)).toThrow("ball.velocity[2]: 1 is not negative: the ball does not come down");
  });
});
